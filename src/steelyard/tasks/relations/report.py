"""What there is to say of parsers' relations: precision, recall and F, with counts, intervals and comparisons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.measures.kinds.base import Measure, option, ratio
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.table import HIGHER, Cell, Column, Table, bounded
from steelyard.scores import Score, Scores
from steelyard.tasks.figures import DIGITS, compared_table, figure_records, undefined_figures
from steelyard.tasks.relations.matching import Counts

Array = NDArray[Any]

FIGURES = ("precision", "recall", "f")
#: All relations together, and the mean over them; a relation's name holds no blank.
ALL, AVERAGE = "all relations", "average of relations"
_REASONS = {
    "precision": "no such relation was returned",
    "recall": "the gold standard has no such relation",
    "f": "neither parser nor gold standard has such a relation",
}


@dataclass(frozen=True, kw_only=True)
class RelationMeasure(Measure):
    """Precision, recall or F of relations, or the mean of that over several relations.

    P = credited / returned, R = recalled / gold, F = 2PR / (P + R), and 0 where nothing was returned or nothing is
    there to be found. Statistics: these four counts, for each relation.
    """

    name: ClassVar[str] = "relations"
    family: ClassVar[str] = "relations"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = _REASONS["f"]
    needs: ClassVar[tuple[str, ...]] = ("scores",)

    kind: str = option("f", "which of the three", FIGURES)
    relation: str = option(ALL, "which relation")
    only: str = option("none", "the relations that count")
    subsume: bool = option(False, "whether more general relations are credited")
    ignore: str = option("none", "slots that are not compared")
    hierarchy: str = option("", "hierarchy of relations")

    @property
    def fields(self) -> tuple[str, ...]:
        """The counts of a relation."""
        return Counts._fields

    def score(self, sums: Array) -> Array:
        """Return the figure of summed counts; of several relations, the mean over those that have one."""
        counts = np.asarray(sums, float)
        counts = counts.reshape(*counts.shape[:-1], -1, len(Counts._fields))
        values = self._figure(*np.moveaxis(counts, -1, 0))
        defined = ~np.isnan(values)
        return ratio(np.where(defined, values, 0).sum(axis=-1), defined.sum(axis=-1))

    def _figure(self, credited: Array, returned: Array, recalled: Array, gold: Array) -> Array:
        precision, recall = ratio(credited, returned), ratio(recalled, gold)
        if self.kind != "f":
            return precision if self.kind == "precision" else recall
        both = np.nan_to_num(ratio(2 * precision * recall, precision + recall))
        # Under subsumption something may be found though nothing of the kind was returned.
        one_sided = ((returned == 0) & (recalled > 0)) | ((gold == 0) & (credited > 0))
        return np.where((returned + gold > 0) & ~one_sided, both, np.nan)

    def notice(self, sums: Array) -> str | None:
        """Return how many relations have no part in a mean over several."""
        counts = np.asarray(sums).reshape(-1, len(Counts._fields))
        without = int(np.isnan(self._figure(*counts.T)).sum())
        if not 0 < without < len(counts):
            return None
        return f"{without} of {len(counts)} relations have no part in the mean: {_REASONS[self.kind]}"


def label(figure: str, relation: str) -> str:
    """Return what a figure of a relation is called among scores."""
    return f"{figure} {relation}"


@dataclass(frozen=True, repr=False, kw_only=True)
class RelationFigure(IntervalEstimate):
    """One figure of one parser.

    figure     precision, recall or f
    relation   its name in capitals, or "all relations", or "average of relations"
    low, high  bounds of the interval over sentences
    matched    relations that were credited (precision) or recalled (recall), `of` so many; None for F and averages
    reason     why the value is undefined (nan), notice what else there is to know
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "parser", "figure", "relation", "value", "low", "high", "matched", "of", "signature", "reason",
        "notice",
    )  # fmt: skip

    parser: str
    figure: str
    relation: str
    matched: int | None
    of: int | None


@dataclass(frozen=True, repr=False, eq=False)
class RelationReport(Result):
    """Parsers held against a gold standard.

    relations    the relations reported, in small letters
    counts       parser × (all relations, then each of these) × (credited, returned, recalled, gold)
    sentences    how many there are
    scores       all figures as scores, from which `sy.compare` makes other tests than this report has
    comparisons  of the parsers' F of all relations; None if there is one parser
    """

    parsers: tuple[str, ...]
    relations: tuple[str, ...]
    counts: Array
    sentences: int
    scores: Scores
    comparisons: Comparisons | None

    def _summary(self) -> str:
        return f"{self.sentences} sentences; parsers {', '.join(self.parsers)}"

    def value(self, parser: str, figure: str = "f", relation: str = ALL) -> float:
        """Return precision, recall or f of a relation, of ALL of them, or the AVERAGE over them."""
        for what, word, names in (("parser", parser, self.parsers), ("figure", figure, FIGURES)):
            if word not in names:
                raise SpecError(f"no {what} {word!r} in this report" + suggestion(word, names))
        relation = relation if relation in (ALL, AVERAGE) else relation.upper()
        names = (ALL, *(name.upper() for name in self.relations), AVERAGE)
        if relation not in names:
            raise SpecError(f"no relation {relation!r} in this report" + suggestion(relation, names))
        return self.scores.value(parser, label(figure, relation))

    def figures(self) -> Iterator[RelationFigure]:
        """Yield every figure: precision of each relation for each parser, then recall, then F."""
        for score in self.scores.scores:
            yield self._figure(score)

    def _figure(self, score: Score) -> RelationFigure:
        figure, _, relation = score.measure.partition(" ")
        matched, of = self._counts(score.system, figure, relation)
        reason = _REASONS[figure] if math.isnan(score.value) else None
        low, high = (math.nan if bound is None else bound for bound in (score.low, score.high))
        if reason is None and math.isnan(low):
            reason = score.reason
        return RelationFigure(
            parser=score.system,
            figure=figure,
            relation=relation,
            value=score.value,
            low=low,
            high=high,
            matched=matched,
            of=of,
            n=of,
            unit="relation",
            signature=score.signature,
            reason=reason,
            notice=score.notice,
        )

    def _counts(self, parser: str, figure: str, relation: str) -> tuple[int | None, int | None]:
        if figure == "f" or relation == AVERAGE:
            return None, None
        row = 0 if relation == ALL else 1 + [name.upper() for name in self.relations].index(relation)
        counts = Counts(*self.counts[self.parsers.index(parser), row].tolist())
        return (counts.credited, counts.returned) if figure == "precision" else (counts.recalled, counts.gold)

    def to_dict(self) -> dict[str, Any]:
        """Return {"relations": […], "comparisons": […], …} as the JSON output has it."""
        comparisons = [] if self.comparisons is None else self.comparisons.to_dict()["comparisons"]
        return {
            "relations": [figure.to_dict() for figure in self.figures()],
            "comparisons": comparisons,
            "sentences": self.sentences,
            "notices": list(self.account().notices),
        }

    def account(self) -> Account:
        """Return precision, recall and F, a row for each relation and a column for each parser, and comparisons."""
        figures = list(self.figures())
        signature = next(figure.signature for figure in figures if figure.relation == ALL and figure.figure == "f")
        lacking = undefined_figures(
            (f"{figure.figure} of {_short(figure.relation)}", figure.parser, figure) for figure in figures
        )
        notices = (
            f"{figure.parser}: {figure.figure}, {_short(figure.relation)}: {figure.notice}"
            for figure in figures
            if figure.notice
        )
        compared = compared_table(self.comparisons, "F of all relations", "sentences")
        return Account(
            "Grammatical relations of parsers",
            (self._table(figures), *compared),
            notices=(*lacking, *notices),
            signatures={"f": signature},
            about=(counted(self.sentences, "sentence"),),
            records=figure_records("relations", [figure.to_dict() for figure in figures]),
            name="relations",
        )

    def _table(self, figures: Sequence[RelationFigure]) -> Table:
        by_place = {(figure.parser, figure.figure, figure.relation): figure for figure in figures}
        rows = []
        for figure, relation in product(FIGURES, [*(name.upper() for name in self.relations), AVERAGE, ALL]):
            cells: list[Cell] = []
            for estimate in (by_place[parser, figure, relation] for parser in self.parsers):
                counts = (
                    None if estimate.matched is None or estimate.of is None else f"{estimate.matched:,}/{estimate.of:,}"
                )
                cells += [bounded(estimate.value, estimate.low, estimate.high), counts]
            rows.append((figure, _short(relation), *cells))
        columns = [Column("figure"), Column("relation")]
        for parser in self.parsers:
            columns += [Column(parser, better=HIGHER, digits=DIGITS), Column(f"{parser} counts", "counts")]
        return Table("relations", "", columns, rows)


def _short(relation: str) -> str:
    return {ALL: "all", AVERAGE: "average"}.get(relation, relation)
