"""Murray, Renals, Carletta & Moore (2005): does ROUGE go with what people say in a questionnaire?

Five people read 60 summaries of meetings, ten of each meeting, and agreed or disagreed with statements on a scale, some
of them the reverse of others ("avoids redundancy", "is repetitive"). Their tables 1 and 2 and figures 2 to 4 give the
mean answers for each approach, figure 1 its ROUGE scores; their text the Spearman correlations of ROUGE-1 and the
statements over summaries.

Different here: statements are the dimensions of the human scores, approaches the systems, summaries the outputs, each
with the mean of its assessors' answers. A dimension whose name begins with "-" is a reversed statement: its answers are
shown as given and negated where they are correlated. Correlations are given over outputs and over systems, with
bootstrap intervals (over segments and over systems), p-values by permutation, and Holm's correction over the statements
of each measure. How far assessors agree is given by Krippendorff's α (ordinal), and statements are correlated with each
other. Outputs of one segment, or of one system, are not independent of each other: take p over outputs with care. Word
error rates, and approaches on two kinds of transcripts, are left out: give the systems of one kind to look at it alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.errors import InputError
from steelyard.inference.agreement import agreement
from steelyard.inference.anova import anova
from steelyard.inference.correlation_estimate import CorrelationEstimate, correlation
from steelyard.inference.grouping import correlate_outputs
from steelyard.inference.multiplicity import corrected
from steelyard.judgements.agreement import ratings_of
from steelyard.meta.human import HumanScores
from steelyard.meta.table import ScoreTable, score_table
from steelyard.meta.vega import SCHEMA
from steelyard.studies.base import Bars, Cell, Recipe, Setup, Study, Table
from steelyard.studies.correlations import (
    LEVEL,
    check_resampling,
    check_systems,
    interval,
    part_of,
    told_once,
    told_turned,
    told_undefined,
)
from steelyard.studies.judged import judgements

_COEFFICIENT = "spearman"
_REVERSED = "-"
#: What is correlated → what the bootstrap draws.
_OVER = {"outputs": "segments", "systems": "systems"}


@dataclass(frozen=True)
class _Cell:
    """A measure and a statement, correlated over outputs or over systems; `corrected` is Holm's p."""

    measure: str
    statement: str
    over: str
    found: CorrelationEstimate
    corrected: float = math.nan


def run(corpus: Corpus, measures: Sequence[str], setup: Setup) -> Study:
    """Run the study with every dimension of human scores as a statement, or with the one asked for."""
    humans = judgements(corpus, setup)
    for human in humans:
        check_systems(human)
    check_resampling(setup)
    progress = part_of(setup.progress, 0, 2)
    table = score_table(corpus, measures, threads=setup.threads, accept=setup.accept, progress=progress)
    cells = _correlated(table, corpus, humans, setup)
    alphas, lacking = _alphas(corpus, humans, setup)
    return Study(
        RECIPE.name, RECIPE.paper,
        (_answers(corpus, humans, alphas), _scores(table), _correlations(cells), *_statements(humans)),
        (*told_once(humans), *told_turned(table.columns), *_findings(cells),
         *_out_of_reach(cells, len(humans), setup.trials), *_of_statements(humans), *lacking,
         *told_undefined({f"{one.measure} and {one.statement}, over {one.over}": one.found for one in cells})),
        {"figure-1": _bars(table), "figure-2": _answer_bars(corpus, humans), "correlations": _figure(cells)},
        (*(column.signature("system") for column in table.columns), *_signatures(humans, cells)),
        (_plot(cells),),
    )  # fmt: skip


def _sign(human: HumanScores) -> int:
    return -1 if human.dimension.startswith(_REVERSED) else 1


def _correlated(table: ScoreTable, corpus: Corpus, humans: Sequence[HumanScores], setup: Setup) -> list[_Cell]:
    """Return the correlations of every measure, over outputs and over systems, with every statement."""
    progress = part_of(setup.progress, 1, 2)
    by_output, by_system = table.oriented("segment"), table.oriented("system")[:, :, 0]
    out = []
    for n, measure in enumerate(table.measures):
        for over in _OVER:
            made = []
            for human in humans:
                rows = [table.systems.index(name) for name in human.systems]
                means = human.at("system", corpus)[:, 0]
                sides = (by_output[n, rows], human.values) if over == "outputs" else (by_system[n, rows], means)
                made.append(_estimate(sides[0], sides[1] * _sign(human), over, setup))
            holm = corrected(np.array([found.p for found in made]))
            out += [
                _Cell(measure, human.dimension, over, found, float(p))
                for human, found, p in zip(humans, made, holm, strict=True)
            ]
        if progress is not None:
            progress(n + 1, len(table.measures))
    return out


def _estimate(left: Any, right: Any, over: str, setup: Setup) -> CorrelationEstimate:
    return correlation(
        left, right, _COEFFICIENT, over=_OVER[over], resamples=setup.simulations, trials=setup.trials, seed=setup.seed
    )


def _alphas(corpus: Corpus, humans: Sequence[HumanScores], setup: Setup) -> tuple[dict[str, float], list[str]]:
    """Return how far assessors agree on each statement, and why it cannot be said."""
    found, lacking = {}, []
    for human in humans:
        found[human.dimension] = math.nan
        given = corpus if setup.human is None else setup.human
        if isinstance(given, Mapping):
            lacking.append(f"agreement on {human.dimension} is undefined: these human scores do not name assessors")
            continue
        try:
            ratings = ratings_of(Path(given) if isinstance(given, str) else given, human.dimension, setup.accept)
            found[human.dimension] = agreement(ratings, ("alpha",)).value("alpha")
        except InputError as error:
            lacking.append(f"agreement on {human.dimension} is undefined: {error}")
    return found, lacking


def _answers(corpus: Corpus, humans: Sequence[HumanScores], alphas: Mapping[str, float]) -> Table:
    """Return their table 1: mean answers for each system, whether they differ, and how far assessors agree."""
    systems = list(dict.fromkeys(name for human in humans for name in human.systems))
    rows: list[tuple[Cell, ...]] = []
    for human in humans:
        means = dict(zip(human.systems, human.at("system", corpus)[:, 0], strict=True))
        cells = [float(means.get(name, math.nan)) for name in systems]
        test = anova(dict(zip(human.systems, human.values, strict=True)))
        rows.append((human.dimension, *cells, test.f, test.p, alphas[human.dimension]))
    title = "Table 1: mean answers; F and p of an analysis of variance of the systems; α of the assessors"
    return Table("table-1", title, ("statement", *systems, "F", "p", "α"), tuple(rows))


def _scores(table: ScoreTable) -> Table:
    rows: list[tuple[Cell, ...]] = [(column.label, *map(float, column.at("system")[:, 0])) for column in table.columns]
    return Table("scores", "Scores of the measures (their figure 1)", ("measure", *table.systems), tuple(rows))


def _correlations(cells: Sequence[_Cell]) -> Table:
    rows = tuple(
        (
            one.measure, one.statement, one.over, one.found.value, interval(one.found.low, one.found.high),
            one.found.p, one.corrected, one.found.n,
        )
        for one in cells
    )  # fmt: skip
    heads = ("measure", "statement", "over", "ρ", "95 % interval", "p", "Holm's p", "n")
    return Table("correlations", "Spearman's ρ of measures and statements, reversed ones negated", heads, rows)


def _between(humans: Sequence[HumanScores]) -> list[tuple[str, str, float, int]]:
    """Return ρ of each pair of statements over outputs, reversed ones negated."""
    out = []
    for a, b in itertools.combinations(humans, 2):
        systems = [name for name in a.systems if name in b.systems]
        if systems:
            found = correlate_outputs(a.of(systems) * _sign(a), b.of(systems) * _sign(b), _COEFFICIENT)
            out.append((a.dimension, b.dimension, found.value, found.n))
    return out


def _statements(humans: Sequence[HumanScores]) -> tuple[Table, ...]:
    rows = tuple(_between(humans))
    title = "Spearman's ρ of statements over outputs, reversed ones negated"
    return (Table("statements", title, ("statement", "other", "ρ", "n"), rows),) if rows else ()


def _findings(cells: Sequence[_Cell]) -> list[str]:
    """Say for each measure which statements it goes with and which against, over outputs and over systems."""
    out = []
    for (measure, over), some in itertools.groupby(cells, key=lambda one: (one.measure, one.over)):
        own, told = list(some), []
        kinds = {"goes with": 1, "goes against": -1, "has no clear relation to": 0, "is undefined for": None}
        for words, kind in kinds.items():
            if names := [_named(one) for one in own if _kind(one) == kind]:
                told.append(f"{words} {', '.join(names)}")
        out.append(f"{measure} over {over}, at Holm's p ≤ {LEVEL}: {'; '.join(told)}")
    return out


def _kind(one: _Cell) -> int | None:
    if math.isnan(one.found.value):
        return None
    return int(math.copysign(1, one.found.value)) if one.corrected <= LEVEL else 0


def _named(one: _Cell) -> str:
    return one.statement if math.isnan(one.found.value) else f"{one.statement} (ρ = {one.found.value:.3f})"


def _out_of_reach(cells: Sequence[_Cell], statements: int, trials: int) -> list[str]:
    """Say where no correlation, however high, could have come out as significant."""
    out = []
    for over in _OVER:
        n = max(one.found.n for one in cells if one.over == over)
        least = 2 / min(trials + 1, math.factorial(min(n, 20)))
        if least * statements > LEVEL:
            out.append(
                f"over {over}, no p can be less than {least:.2g} ({n} {over}, {trials:,} trials), so after Holm's "
                f"correction for {counted(statements, 'statement')} none can be {LEVEL} or less"
            )
    return out


def _of_statements(humans: Sequence[HumanScores]) -> list[str]:
    """Say how far statements say the same, and which may be reversed without being marked so."""
    pairs = [pair for pair in _between(humans) if not math.isnan(pair[2])]
    if not pairs:
        return []
    a, b, most, _ = max(pairs, key=lambda pair: pair[2])
    out = [f"the statements most alike over outputs are {a} and {b} (ρ = {most:.3f})"]
    for human in humans:
        own = [rho for *both, rho, _ in pairs if human.dimension in both]
        if len(own) > 1 and max(own) < 0:
            out.append(
                f"{human.dimension} goes against every other statement; if more of it is worse, name it "
                f"{_REVERSED}{human.dimension.removeprefix(_REVERSED)}, else without {_REVERSED}"
            )
    return out


def _signatures(humans: Sequence[HumanScores], cells: Sequence[_Cell]) -> tuple[str, ...]:
    told = (
        f"points:{over}|{next(one.found.signature for one in cells if one.over == over)}|correction:holm"
        for over in _OVER
    )
    polarity = ("reversed, negated" if _sign(human) < 0 else "as given" for human in humans)
    return (
        *(f"{human.signature('segment')}|polarity:{how}" for human, how in zip(humans, polarity, strict=True)),
        *told,
    )


def _bars(table: ScoreTable) -> dict[str, Any]:
    """Return their figure 1: scores of the systems by each measure."""
    values = {column.label: column.at("system")[:, 0] for column in table.columns}
    return _bar_figure("Scores of the systems", "scores", "measure", table.systems, values)


def _answer_bars(corpus: Corpus, humans: Sequence[HumanScores]) -> dict[str, Any]:
    """Return their figures 2 to 4: mean answers for the systems, by each statement."""
    systems = list(dict.fromkeys(name for human in humans for name in human.systems))
    rows = {
        human.dimension: dict(zip(human.systems, human.at("system", corpus)[:, 0], strict=True)) for human in humans
    }
    values = {name: np.array([means.get(system, np.nan) for system in systems]) for name, means in rows.items()}
    return _bar_figure("Mean answers for the systems", "table-1", "statement", systems, values)


def _bar_figure(
    title: str, table: str, what: str, systems: Sequence[str], values: Mapping[str, NDArray[Any]]
) -> dict[str, Any]:
    rows = [
        {what: name, "system": system, "value": float(value)}
        for name, row in values.items()
        for system, value in zip(systems, row, strict=True)
        if not math.isnan(value)
    ]
    return {
        "$schema": SCHEMA,
        "title": title,
        "description": f"{title}, a panel of bars for each {what}. The numbers are in {table}.tsv.",
        "data": {"values": rows},
        "facet": {"field": what, "type": "nominal", "title": None, "sort": None},
        "columns": 3,
        "spec": {
            "width": 180,
            "height": {"step": 16},
            "mark": "bar",
            "encoding": {
                "y": {"field": "system", "type": "nominal", "title": None, "sort": None},
                "x": {"field": "value", "type": "quantitative", "title": None},
            },
        },
        "resolve": {"scale": {"x": "independent"}},
    }


def _figure(cells: Sequence[_Cell]) -> dict[str, Any]:
    """Return ρ with its interval for every measure, a panel for each statement over outputs and over systems."""
    rows = [
        {"measure": one.measure, "statement": one.statement, "over": f"over {one.over}", "ρ": one.found.value}
        | ({} if math.isnan(one.found.low) else {"low": one.found.low, "high": one.found.high})
        for one in cells
        if not math.isnan(one.found.value)
    ]
    scale = {"type": "quantitative", "title": "Spearman's ρ", "scale": {"domain": [-1, 1]}}
    y = {"field": "measure", "type": "nominal", "title": None, "sort": None}
    return {
        "$schema": SCHEMA,
        "title": "Measures and statements, with 95 % intervals",
        "description": "Spearman's ρ of each measure and statement with its interval, over outputs and over systems. "
        "The numbers are in correlations.tsv.",
        "data": {"values": rows},
        "facet": {
            "column": {"field": "over", "type": "nominal", "title": None, "sort": None},
            "row": {"field": "statement", "type": "nominal", "title": None, "sort": None},
        },
        "spec": {
            "width": 240,
            "height": {"step": 16},
            "layer": [
                {"mark": "rule", "encoding": {"y": y, "x": {"field": "low", **scale}, "x2": {"field": "high"}}},
                {"mark": {"type": "point", "filled": True}, "encoding": {"y": y, "x": {"field": "ρ", **scale}}},
            ],
        },
    }


def _plot(cells: Sequence[_Cell]) -> Bars:
    own = [one for one in cells if one.over == "outputs"]
    return Bars(
        "Spearman's ρ over outputs, with 95 % intervals",
        tuple(f"{one.measure}, {one.statement}" for one in own),
        tuple(one.found.value for one in own),
        tuple((one.found.low, one.found.high) for one in own),
    )


RECIPE = Recipe(
    "murray-2005",
    "Does ROUGE go with what people say in a questionnaire, over outputs and over systems?",
    "Murray, Renals, Carletta & Moore 2005, Evaluating Automatic Summaries of Meeting Recordings",
    ("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-w"),
    run,
    takes=("human", "dimension", "simulations", "trials"),
    needs=("human scores of outputs of three systems or more",),
)
