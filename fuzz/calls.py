"""Random calls of the API, each made of a seed: measures on hostile texts, notations, numbers, wrong arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np

import steelyard as sy
from fuzz import measures, texts
from fuzz.arguments import RIGHT, wrong
from fuzz.oracle import Broken, attempted, same_bits, within_bounds
from steelyard.engines import plan
from steelyard.measures.registry import registry

_ACCEPTED = ("empty", "unannotated")
#: Functions whose right call takes long are called as much seldomer.
_DEAR = frozenset(
    {"study", "evaluate", "axioms", "report", "type_one_error", "power", "corroborate", "meta", "sweep", "qarla"}
)
_ODD_NUMBERS = (0.0, -0.0, 1.0, 1.0, 2.0, 0.5, -1.0, 1e-300, 1e15, 1e300, float("nan"), float("inf"), 7, -3, 0.1 + 0.2)
_LEAST, _MOST = -1 - 1e-9, 1 + 1e-9


def scored(source: Random, folder: Path) -> None:
    """Score random texts with random options; then in other chunks, on more threads, in another order."""
    name = source.choice(measures.names())
    outputs, references = texts.corpus(source, registry()[name].texts)
    notation = measures.notation(source, name)
    scores = attempted(lambda: sy.score(outputs, references, notation, threads=1, accept=_ACCEPTED))
    if scores is None:
        return
    within_bounds(scores)
    size = len(next(iter(outputs.values())))
    order = list(range(size))
    if source.random() < 0.5:
        source.shuffle(order)
    again = [{key: [side[key][n] for n in order] for key in side} for side in (outputs, references)]
    with patch.object(plan, "_LARGEST_CHUNK", source.choice((1, 2, 3, 4096))), patch.object(plan, "_FEWEST", 1):
        other = sy.score(again[0], again[1], notation, threads=source.choice((1, 2, 3)), accept=_ACCEPTED)
    for ours, theirs in zip(scores.statistics, other.statistics, strict=True):
        same_bits(f"{notation}: rows", ours.values[:, order], theirs.values)
        same_bits(f"{notation}: segments", ours.scores("segment")[2][:, order], theirs.scores("segment")[2])
        if order == sorted(order):
            same_bits(f"{notation}: system", ours.scores("system")[2], theirs.scores("system")[2])


def notation(source: Random, folder: Path) -> None:
    """Parse a notation, right or broken; what is understood is written so that it means the same."""
    right = source.random() < 0.5
    written = measures.notation(source, source.choice(measures.names())) if right else measures.broken(source)
    measure = attempted(lambda: sy.parse(written))
    if measure is not None and sy.parse(str(measure)) != measure:
        raise Broken(f"{written!r} is written {str(measure)!r}, which means something else")


def aligned(source: Random, folder: Path) -> None:
    """Align two texts, or compare some with each other."""
    several = [texts.text(source) for _ in range(source.choice((2, 3)))]
    if source.random() < 0.5:
        attempted(lambda: sy.align(several[0], several[1], source.choice(("meteor", "gtm", "meteor@1.5"))))
        return
    name = source.choice(measures.names())
    attempted(lambda: sy.similarity(several, measure=measures.notation(source, name), threads=1, accept=_ACCEPTED))


def numbers(source: Random, folder: Path) -> None:
    """Correlate, rate and analyse odd numbers; coefficients lie between -1 and 1."""
    size = source.choice((1, 2, 3, 4, 8))
    rows = [[source.choice(_ODD_NUMBERS) for _ in range(size)] for _ in range(3)]
    draws = sy.Draws(resamples=source.choice((2, 20)), trials=source.choice((1, 20)))
    kind = source.randrange(6)
    if kind == 0:
        found = attempted(lambda: sy.correlation(rows[0], rows[1], draws=draws))
        if found is not None and not (np.isnan(found.value) or _LEAST <= found.value <= _MOST):
            raise Broken(f"a correlation of {found.value}")
    elif kind == 1:
        attempted(lambda: sy.correlation_difference(*rows, draws=draws))
    elif kind == 2:
        attempted(lambda: sy.anova({"a": rows[0], "b": rows[1], "c": rows[2]}))
    elif kind == 3:
        attempted(lambda: sy.average_ranks(rows))
    else:
        rated = [(source.choice("abc"), source.choice("xyz"), source.choice(_ODD_NUMBERS)) for _ in range(size * 2)]
        attempted(lambda: sy.agree(rated, draws=draws) if kind == 4 else sy.normalise(rated))


def shapes(source: Random, folder: Path) -> None:
    """Make a corpus of anything that looks like one, write it and read it again."""
    outputs, references = texts.corpus(source, "words")
    for side in (outputs, references):
        if source.random() < 0.3:
            key = source.choice((*side, "", "A", "é\n", "x/y"))
            side[key] = source.choice(
                (None, "text", [], [None], [1, 2], side.get("A"), {"a": "b"}, ["x"] * 9, wrong()["array"])
            )
    given: Any = source.choice((outputs, list(outputs.values()), tuple(outputs.items()), outputs.get("A")))
    corpus = attempted(lambda: sy.Corpus.of(given, references, accept=_ACCEPTED))
    if corpus is None or source.random() < 0.8:
        return
    path = folder / f"corpus{source.choice(('.jsonl', '.tsv', '.csv', '.sgm', '.wmt.xml', '.evaltrans', '.rouge', ''))}"
    if attempted(lambda: sy.write(corpus, path, replace=True)) is not None:
        again = attempted(lambda: sy.read(path, accept=_ACCEPTED))
        ours, theirs = (
            {name: list(column) for name, column in one.systems.items()} for one in (corpus, again or corpus)
        )
        if ours != theirs:
            raise Broken(f"{path.name}: {ours} was written, {theirs} read")


def function(source: Random, folder: Path) -> None:
    """Call a public function with one or two arguments of a wrong kind, or odd ones of a right kind."""
    name = source.choice(_functions())
    if name in _DEAR and source.random() < 0.97:
        name = "parse"
    parameters = [one for one in inspect.signature(getattr(sy, name)).parameters if one != "progress"]
    arguments = dict(RIGHT[name])
    for parameter in source.sample(parameters, min(len(parameters), source.choice((1, 1, 2)))):
        arguments[parameter] = _argument(source)
    attempted(lambda: getattr(sy, name)(**arguments))


@cache
def _functions() -> tuple[str, ...]:
    return tuple(RIGHT)


def _argument(source: Random) -> Any:
    drawn = source.random()
    if drawn < 0.5:
        return source.choice(list(wrong().values()))
    simple: tuple[Callable[[], Any], ...] = (
        lambda: texts.text(source), lambda: measures.notation(source, source.choice(measures.names())),
        lambda: source.choice(_ODD_NUMBERS), lambda: source.randrange(-2, 9), lambda: source.choice("ABC"),
    )  # fmt: skip
    if drawn < 0.8:
        return source.choice(simple)()
    some = [source.choice(simple)() for _ in range(source.choice((1, 2, 3)))]
    return source.choice((some, tuple(some), dict(zip("ABC", some, strict=False)), {"A": some}, [some, some]))


#: Kind of call → how many of a hundred are such.
CALLS: dict[Callable[[Random, Path], None], int] = {
    scored: 34, notation: 30, aligned: 6, numbers: 8, shapes: 10, function: 12,
}  # fmt: skip


def call(source: Random, folder: Path) -> None:
    """Make one call, whose kind is drawn too."""
    source.choices(list(CALLS), list(CALLS.values()))[0](source, folder)
