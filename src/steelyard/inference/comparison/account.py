"""Tables of comparisons: standings, and every pair as a matrix or a list against the baseline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.standings import Standing
from steelyard.results.account import Account
from steelyard.results.table import Cell, Column, Number, Table, marked_best

# The stars that a difference can have, which is also how strong the colour of its ground can be.
_STARS = 3
_MOST_PAIRS = 8
# Numbers up to it may be zeros that rounding gave a sign.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class MeasureComparisons:
    """The comparisons of all systems, or with a baseline, under one measure, and the systems' standings.

    alpha    a corrected p up to it tells two systems apart
    score    the column that the scores stand in
    """

    measure: str
    pairs: Sequence[Comparison]
    standings: Sequence[Standing]
    baseline: str | None
    alpha: float
    score: Column


def star_bounds(alpha: float) -> tuple[float, float, float]:
    """Return the greatest p of one, two and three stars: for .05 the usual .05, .01 and .001."""
    return alpha, alpha / 5, alpha / 50


def _stars(comparison: Comparison, alpha: float) -> str:
    """Return a star for each bound that the corrected p keeps, if one of the two is shown to be better."""
    if comparison.better is None:
        return ""
    return "*" * sum(comparison.p_corrected <= bound for bound in star_bounds(alpha))


def _oriented(compared: MeasureComparisons) -> Mapping[tuple[str, str], tuple[float, Comparison]]:
    """Return (row, column) → the difference of row minus column, and its comparison, for every pair both ways."""
    pairs: dict[tuple[str, str], tuple[float, Comparison]] = {}
    for comparison in compared.pairs:
        pairs[comparison.a, comparison.b] = comparison.difference, comparison
        pairs[comparison.b, comparison.a] = 0 - comparison.difference, comparison
    return pairs


def _reasons(compared: MeasureComparisons) -> list[str]:
    """Return why numbers are undefined or systems not told apart, once for each reason."""
    sentences = (
        f"{'undefined' if comparison.undefined else 'note'}: {comparison.measure}: {comparison.reason}"
        for comparison in compared.pairs
        if comparison.reason
    )
    return list(dict.fromkeys(sentences))


def _shared_segments(compared: MeasureComparisons) -> list[str]:
    """Say which pairs are compared on fewer segments than either system has; of many, the first."""
    cut = [comparison for comparison in compared.pairs if comparison.notice]
    notes = [f"{comparison.a} and {comparison.b}: {comparison.notice}" for comparison in cut[:_MOST_PAIRS]]
    if more := len(cut) - len(notes):
        notes.append(f"and {more:,} more pairs, each on what both have, which n tells")
    return notes


def _opposite_effects(compared: MeasureComparisons) -> list[str]:
    """Say of which pairs effect and difference have opposite signs, and how that can be; of many, the first."""
    opposite = [
        pair.a if compared.baseline else f"{pair.a} and {pair.b}"
        for pair in compared.pairs
        if pair.difference * pair.effect < 0 and min(abs(pair.difference), abs(pair.effect)) > _ROUNDING
    ]
    if not opposite:
        return []
    more = f", and {len(opposite) - _MOST_PAIRS:,} more" if len(opposite) > _MOST_PAIRS else ""
    whose = ", ".join(opposite[:_MOST_PAIRS]) + more
    why = "an effect is of the scores of single units, a difference of the score of the whole test set"
    return [f"{compared.measure}: effect and difference have opposite signs ({whose}): {why}"]


def part(compared: MeasureComparisons) -> Account:
    """Return what there is to say of one measure."""
    notes = [*_reasons(compared), *_shared_segments(compared)]
    if compared.baseline is None:
        tables: tuple[Table, ...] = _pairwise(compared, notes)
    else:
        tables = (_against(compared, [*notes, *_opposite_effects(compared)]),)
    return Account(compared.measure, tables, name=compared.measure)


def _pairwise(compared: MeasureComparisons, notes: list[str]) -> tuple[Table, Table]:
    rows: list[list[Cell]] = [
        [str(n), standing.system, _placed(standing), _ranks(standing), standing.letters or ""]
        for n, standing in enumerate(compared.standings, 1)
    ]
    heads: list[str | Column] = [Column("place", " "), "system", compared.score, "ranks", "group"]
    return Table("standings", "", heads, rows), _matrix(compared, notes)


def _matrix(compared: MeasureComparisons, notes: list[str]) -> Table:
    """Return the pairs in the order of the standings: differences above the diagonal, corrected p below."""
    order = [standing.system for standing in compared.standings]
    pairs = _oriented(compared)

    def cell(i: int, j: int) -> Cell:
        if i == j:
            return "·"
        difference, comparison = pairs[order[i], order[j]]
        return _difference(compared, difference, comparison) if i < j else Number(comparison.p_corrected, form="p")

    rows = [[str(i + 1), name, *(cell(i, j) for j in range(len(order)))] for i, name in enumerate(order)]
    columns = [Column(str(j + 1), digits=compared.score.digits) for j in range(len(order))]
    title = "above ·: difference of row minus column; below ·: corrected p"
    return Table("pairs", title, [Column("place", " "), Column("system", " "), *columns], rows, notes=notes)


def _difference(compared: MeasureComparisons, difference: float, comparison: Comparison, sign: str = "") -> Number:
    marks = _stars(comparison, compared.alpha)
    form = f"{sign}.{compared.score.digits}f"
    return Number(difference, mark=marks, share=len(marks) / _STARS, form=form)


def _against(compared: MeasureComparisons, notes: list[str]) -> Table:
    """Return the baseline, and every other system's difference from it."""
    pairs, baseline = _oriented(compared), compared.baseline or ""
    rows: list[list[Cell]] = []
    counted = any(comparison.notice for comparison in compared.pairs)
    for standing in compared.standings:
        score = Number(standing.value)
        if standing.system == baseline:
            rows.append([standing.system, score, "baseline", None, None, None, *([None] * counted)])
            continue
        difference, comparison = pairs[standing.system, baseline]
        shown = _with_bounds(_difference(compared, difference, comparison, "+"), comparison.low, comparison.high)
        p = (Number(comparison.p, form="p"), Number(comparison.p_corrected, form="p"))
        own = [comparison.n] if counted else []
        rows.append([standing.system, score, shown, *p, Number(comparison.effect, form="+.2f"), *own])
    difference_column = Column("difference", digits=compared.score.digits)
    heads: list[str | Column] = ["system", compared.score, difference_column, "p", "corrected", "effect"]
    return Table("differences", "", [*heads, *(["n"] * counted)], rows, notes=notes)


def summary(measures: Sequence[MeasureComparisons], systems: Sequence[str]) -> Table:
    """Return the systems' scores under all measures, with their letters or their stars beside the baseline."""
    columns = [Column(c.measure, better=c.score.better, digits=c.score.digits, measures=True) for c in measures]
    first = measures[0]
    order = systems if first.baseline is None else [standing.system for standing in first.standings]
    scores = []
    for compared in measures:
        numbers = _marked(compared)
        scores.append(marked_best([numbers[name] for name in order], compared.score.better or ""))
    rows = zip(order, *scores, strict=True)
    return Table("summary", "Scores of all measures", ["system", *columns], rows, most=0)


def _marked(compared: MeasureComparisons) -> Mapping[str, Number]:
    """Return system → its score, with its letters, or its stars beside the baseline."""
    if compared.baseline is None:
        return {standing.system: Number(standing.value, mark=standing.letters or "") for standing in compared.standings}
    pairs, numbers = _oriented(compared), {}
    for standing in compared.standings:
        name, pair = standing.system, (standing.system, compared.baseline)
        mark = "" if name == compared.baseline else _stars(pairs[pair][1], compared.alpha)
        numbers[name] = Number(standing.value, mark=mark)
    return numbers


def every_pair(comparisons: Sequence[Comparison], measures: Sequence[MeasureComparisons]) -> Table:
    """Return all comparisons with intervals and effect sizes, for pages."""
    heads: list[str | Column] = [
        "a",
        "b",
        "measure",
        Column("difference", "a − b"),
        "p",
        "corrected",
        "wins of a",
        "effect",
        "better",
    ]
    counted = any(comparison.notice for comparison in comparisons)
    by_measure = {compared.measure: compared for compared in measures}
    rows = list(_pair_rows(comparisons, by_measure, counted))
    title = f"{len(rows):,} comparisons with intervals and effect sizes"
    notes = [note for compared in measures for note in _opposite_effects(compared)]
    return Table("comparisons", title, [*heads, *(["n"] * counted)], rows, most=0, papers=False, notes=notes)


def _pair_rows(
    comparisons: Sequence[Comparison], by_measure: Mapping[str, MeasureComparisons], counted: bool
) -> Iterator[list[Cell]]:
    for comparison in comparisons:
        difference = _difference(by_measure[comparison.measure], comparison.difference, comparison, "+")
        effect = Number(comparison.effect, form="+.2f")
        yield [
            comparison.a,
            comparison.b,
            comparison.measure,
            _with_bounds(difference, comparison.low, comparison.high),
            Number(comparison.p, form="p"),
            Number(comparison.p_corrected, form="p"),
            Number(comparison.wins, form=".3f"),
            _with_bounds(effect, comparison.effect_low, comparison.effect_high),
            comparison.better or "",
            *([comparison.n] if counted else []),
        ]


def records(comparisons: Sequence[Comparison]) -> Table:
    """Return a row for each comparison."""
    heads = Comparison.KEYS
    rows = [[getattr(comparison, head) for head in heads] for comparison in comparisons]
    return Table("comparisons", "Comparisons", heads, rows)


def _placed(standing: Standing) -> Number:
    return _with_bounds(Number(standing.value), standing.low, standing.high)


def _with_bounds(number: Number, low: float, high: float) -> Number:
    return number if math.isnan(low) else replace(number, low=low, high=high)


def _ranks(standing: Standing) -> str:
    """Return the ranks that a system may have; none if it has no score."""
    if standing.best_rank is None:
        return ""
    same = standing.best_rank == standing.worst_rank
    return f"{standing.best_rank}" if same else f"{standing.best_rank}-{standing.worst_rank}"
