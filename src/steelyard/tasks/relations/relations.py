"""Parsers held against a gold standard by the grammatical relations they return (Carroll et al., 1998)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import check_accept, check_name
from steelyard.corpus.given import listed, several_names
from steelyard.draws import Draws, Run
from steelyard.errors import InputError, MissingOutputs, SpecError, accepting, suggestion
from steelyard.inference.comparison.compare import checked_test, compare
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.results.numbers import counted
from steelyard.scores import Scores, from_statistics
from steelyard.statistics import Statistics
from steelyard.tasks.relations.files import RelationFile, read_relations
from steelyard.tasks.relations.hierarchy import CARROLL, SLOTS, Hierarchy, read_hierarchy
from steelyard.tasks.relations.matching import Matching
from steelyard.tasks.relations.relation import Relation, Relations
from steelyard.tasks.relations.report import ALL, AVERAGE, FIGURES, RelationMeasure, RelationReport, label

#: Relations from a file, or for each sentence a list of them, as objects or written out.
RelationSource = str | Path | RelationFile | Sequence[Sequence[Relation | str]]


@public
def relations(
    gold: RelationSource,
    parsers: Mapping[str, RelationSource],
    *,
    only: str | Sequence[str] = (),
    subsume: bool = False,
    ignore: str | Sequence[str] = (),
    hierarchy: Hierarchy | str | Path | None = None,
    correct: str = "holm",
    draws: Draws = Draws(),
    run: Run = Run(),
) -> RelationReport:
    """Return precision, recall and F of each parser's relations, for each relation and for all, and compare parsers.

    gold        path of a file of relations, or a list of relations for each sentence
    parsers     name → the same
    only        the relations that count; what stands under one of them in the hierarchy counts as it
    subsume     also credit a returned relation that is more general than that of the gold standard
    ignore      slots that are not compared: type, head, dependent or initial_gr
    hierarchy   a Hierarchy or the path of one; by default that of Carroll et al. (1998)
    draws       of intervals and tests; what is drawn and exchanged are sentences
    run         accept="empty": a sentence that a parser's file lacks is one for which nothing was returned

    >>> gold, mine = ["SUBJ(eat, man, _)", "OBJ(eat, fish)"], ["SUBJ(eat, man, _)", "OBJ(eat, cat)"]
    >>> report = relations([gold], {"mine": [mine]})
    >>> report.value("mine", "precision"), report.value("mine", "recall", "SUBJ")
    (0.5, 1.0)
    """
    draws, accept = replace(draws, unit="sentence"), check_accept(run.accept)
    checked_test("randomisation", correct, 0.05, draws)
    matching = _matching(only, subsume, ignore, _hierarchy(hierarchy, accept))
    wanted, returned = _aligned(gold, parsers, accept)
    rows = _rows(matching, [wanted.sentences, *returned.values()])
    if not any(matching.taken_as(relation.name) for sentence in wanted.sentences for relation in sentence):
        advice = "check the names that were chosen" if matching.only else "expected at least one"
        raise InputError(f"{wanted.source}: there is none of the relations that count; {advice}")
    counts = np.array([
        [
            matching.sentence(of_parser, of_gold, rows)
            for of_parser, of_gold in zip(sentences, wanted.sentences, strict=True)
        ]
        for sentences in returned.values()
    ])  # fmt: skip
    scores = from_statistics(_statistics(counts, rows, _averaged(matching, wanted), matching, wanted, tuple(returned)))
    scores = scores.at("system", draws)
    compared = _compared(scores, correct, draws)
    return RelationReport(tuple(returned), rows, counts.sum(axis=1), len(wanted.sentences), scores, compared)


def _hierarchy(hierarchy: Hierarchy | str | Path | None, accept: Sequence[str]) -> Hierarchy:
    if hierarchy is None:
        return CARROLL
    if not isinstance(hierarchy, Hierarchy | str | Path):
        raise SpecError(f"hierarchy={hierarchy!r:.60} is not possible; give a Hierarchy, or the path of one")
    return hierarchy if isinstance(hierarchy, Hierarchy) else read_hierarchy(hierarchy, accept)


def _matching(only: str | Sequence[str], subsume: bool, ignore: str | Sequence[str], hierarchy: Hierarchy) -> Matching:
    chosen = tuple(dict.fromkeys(name.lower() for name in several_names(only, "only")))
    ignored = several_names(ignore, "ignore")
    for slot in ignored:
        if slot not in SLOTS:
            raise SpecError(f"no slot {slot!r} to ignore" + suggestion(slot, SLOTS))
    for name in [*chosen, *hierarchy.parents]:
        covering = [choice for choice in chosen if choice == name or choice in hierarchy.above(name)]
        if len(covering) > 1:
            both = " and ".join(choice.upper() for choice in covering[:2])
            raise SpecError(f"{both} cannot be chosen together: {name.upper()} would count as both")
    return Matching(hierarchy, chosen, bool(subsume), tuple(dict.fromkeys(ignored)))


def _aligned(
    gold: RelationSource, parsers: Mapping[str, RelationSource], accept: Sequence[str]
) -> tuple[RelationFile, dict[str, tuple[Relations, ...]]]:
    """Return the gold standard, and each parser's relations for each of its sentences."""
    if not isinstance(parsers, Mapping):
        raise SpecError(f"parsers={type(parsers).__name__} is not possible; give name → relations, as {{'mine': …}}")
    if not parsers:
        raise InputError("there is no parser; give the relations that at least one returned")
    wanted = _file(gold, "the gold standard", accept)
    returned = {}
    for name, source in parsers.items():
        check_name(name)
        returned[name] = _for_sentences(name, _file(source, f"parser {name!r}", accept), wanted, accept)
    return wanted, returned


def _file(source: RelationSource, what: str, accept: Sequence[str]) -> RelationFile:
    if isinstance(source, str | Path):
        return read_relations(source, accept)
    if isinstance(source, RelationFile):
        return source
    sentences = []
    for n, sentence in enumerate(listed(source, what, "a path, or a list of relations for each sentence")):
        if isinstance(sentence, str) or not isinstance(sentence, Iterable):
            kind = "a text" if isinstance(sentence, str) else f"a {type(sentence).__name__}"
            raise InputError(f"{what}, sentence {n}: {kind}; expected a list of relations for each sentence")
        sentences.append(
            tuple(relation if isinstance(relation, Relation) else Relation.of(relation) for relation in sentence)
        )
    return RelationFile(what, tuple(sentences))


def _for_sentences(name: str, file: RelationFile, wanted: RelationFile, accept: Sequence[str]) -> tuple[Relations, ...]:
    """Return the relations for each sentence of the gold standard: by name if both have names, else by order."""
    if file.names is None or wanted.names is None:
        if len(file.sentences) != len(wanted.sentences):
            raise InputError(
                f"{file.source} has {counted(len(file.sentences), 'sentence')} but {wanted.source} has "
                f"{len(wanted.sentences):,}; sentences without names must be the same, in the same order"
            )
        return file.sentences
    by_name = dict(zip(file.names, file.sentences, strict=True))
    if odd := next((sentence for sentence in file.names if sentence not in wanted.names), None):
        raise InputError(f"{file.source}: {wanted.source} has no sentence {odd!r}; leave it out, or check its name")
    missing = next((sentence for sentence in wanted.names if sentence not in by_name), None)
    if missing is not None and "empty" not in accept:
        raise MissingOutputs(
            f"parser {name!r} has no sentence {missing!r} ({file.source}); name it there, without relations if there "
            f"are none, or use {accepting('empty')}"
        )
    return tuple(by_name.get(sentence, ()) for sentence in wanted.names)


def _rows(matching: Matching, all_sentences: Sequence[Sequence[Relations]]) -> tuple[str, ...]:
    """Return the relations to report: those chosen; else all that occur, and those above that gather more of them."""
    if matching.only:
        return matching.only
    hierarchy = matching.hierarchy
    occurring = dict.fromkeys(
        relation.name for sentences in all_sentences for sentence in sentences for relation in sentence
    )
    gathered: dict[str, set[str]] = {}
    for name in occurring:
        for general in (name, *hierarchy.above(name)):
            gathered.setdefault(general, set()).add(name)
    shown: list[str] = []
    # From below, so that of several that gather the same the lowest is taken.
    for name in reversed(hierarchy.order()):
        names = gathered.get(name, set())
        if name in occurring or (len(names) > 1 and all(gathered[row] != names for row in shown)):
            shown.append(name)
    return (*reversed(shown), *(name for name in occurring if name not in shown))


def _averaged(matching: Matching, wanted: RelationFile) -> tuple[str, ...]:
    """Return the relations that the average is over: those chosen, else those that the gold standard names."""
    return matching.only or tuple(
        dict.fromkeys(relation.name for sentence in wanted.sentences for relation in sentence)
    )


def _statistics(
    counts: NDArray[np.int64],
    rows: tuple[str, ...],
    averaged: tuple[str, ...],
    matching: Matching,
    wanted: RelationFile,
    parsers: tuple[str, ...],
) -> list[Statistics]:
    """Return the statistics of each figure: all relations, each row, the average. counts: parser × sentence × row."""
    columns = {ALL: [0]} | {row.upper(): [n] for n, row in enumerate(rows, 1)}
    columns[AVERAGE] = [rows.index(name) + 1 for name in averaged]
    settings: dict[str, Any] = {
        "only": ":".join(matching.only).upper() or "none",
        "subsume": matching.subsume,
        "ignore": ":".join(matching.ignored) or "none",
        "hierarchy": matching.hierarchy.label,
    }
    names = wanted.names or tuple(map(str, range(1, counts.shape[1] + 1)))
    facets = {"sentence": names}
    statistics = []
    for figure in FIGURES:
        for relation, places in columns.items():
            measure = RelationMeasure(kind=figure, relation=relation, **settings)
            values = counts[:, :, places].reshape(*counts.shape[:2], -1)
            fields = tuple(f"{field}_{n}" for n in range(len(places)) for field in measure.fields)
            statistics.append(
                Statistics(label(figure, relation), measure, parsers, fields, values, (0, 0), wanted.names, facets)
            )
    return statistics


def _compared(scores: Scores, correct: str, draws: Draws) -> Comparisons | None:
    """Return how the parsers' F of all relations compares, where there are several parsers."""
    if len(scores.systems) < 2:
        return None
    chosen = [statistics for statistics in scores.statistics if statistics.label == label("f", ALL)]
    return compare(from_statistics(chosen), correct=correct, draws=draws)
