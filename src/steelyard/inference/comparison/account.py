"""What there is to say of comparisons: standings, and every pair as a matrix or a list against the baseline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.results.account import Account
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table, marked_best

if TYPE_CHECKING:
    from steelyard.inference.comparison.comparisons import Comparison, Comparisons
    from steelyard.inference.comparison.standings import Standing

# The stars that a difference can have, which is also how strong the colour of its ground can be.
_STARS = 3
_MOST_PAIRS = 8
# Numbers up to it may be zeros that rounding gave a sign.
_ROUNDING = 1e-9


def account_of(comparisons: Comparisons) -> Account:
    """Return the account of comparisons: a part for each measure, and a record of each comparison."""
    return Account(
        "Comparison of systems",
        (_summary(comparisons), _every_pair(comparisons)),
        about=(what_was_done(comparisons), what_is_kept(comparisons)),
        notices=comparisons.notices,
        terms=terms(comparisons),
        parts=tuple(_part(comparisons, measure) for measure in comparisons.measures),
        records=_records(comparisons),
        name="comparisons",
    )


def what_was_done(comparisons: Comparisons) -> str:
    """Say which test was made, on which units, and how often was drawn."""
    draws = comparisons.draws
    return f"{comparisons.test.about}{_trials(comparisons)}; {units(comparisons)}; {draws.intervals_in_words()}"


def units(comparisons: Comparisons) -> str:
    """Say what the units are and how many; of crossed ones, how many values each factor has."""
    counts = " × ".join(f"{count:,}" for count in comparisons.units.values())
    crossed = f" over {comparisons.n:,} segments" if len(comparisons.units) > 1 else ""
    return f"{counts} {'unit' if counts == '1' else 'units'} ({comparisons.draws.unit}){crossed}"


def what_is_kept(comparisons: Comparisons) -> str:
    """Say how many pairs there are, and what error the correction allows for."""
    pairs = len(comparisons.comparisons) // len(comparisons.measures)
    against = f" against {comparisons.baseline}" if comparisons.baseline else ""
    if pairs == 1 and comparisons.correct_over == "pairs":
        return f"1 pair of systems{against} for each measure, told apart at p ≤ {comparisons.alpha:g}"
    chance = f"the chance of some false alarm would be up to {comparisons.experiment_wise:.1%}"
    uncorrected = f"uncorrected at {comparisons.alpha:g}, {chance}"
    measures = f"{len(comparisons.measures)} measures, {len(comparisons.comparisons):,} together"
    of = measures if comparisons.correct_over == "all" else "each measure"
    return f"{pairs:,} pairs of systems{against} for {of}: {uncorrected}; {_kept(comparisons)}"


def star_bounds(alpha: float) -> tuple[float, float, float]:
    """Return the greatest p of one, two and three stars: for .05 the usual .05, .01 and .001."""
    return alpha, alpha / 5, alpha / 50


def stars(comparison: Comparison, alpha: float) -> str:
    """Return a star for each bound that the corrected p keeps, if one of the two is shown to be better."""
    if comparison.better is None:
        return ""
    return "*" * sum(comparison.p_corrected <= bound for bound in star_bounds(alpha))


def oriented(comparisons: Comparisons, measure: str) -> Mapping[tuple[str, str], tuple[float, Comparison]]:
    """Return (row, column) → the difference of row minus column, and its comparison, for every pair both ways."""
    pairs: dict[tuple[str, str], tuple[float, Comparison]] = {}
    for comparison in comparisons.of(measure)[0]:
        pairs[comparison.a, comparison.b] = comparison.difference, comparison
        pairs[comparison.b, comparison.a] = 0 - comparison.difference, comparison
    return pairs


def reasons(comparisons: Comparisons) -> list[str]:
    """Return why numbers are undefined or systems not told apart, once for each measure and reason."""
    sentences = (
        f"{'undefined' if comparison.undefined else 'note'}: {comparison.measure}: {comparison.reason}"
        for comparison in comparisons.comparisons
        if comparison.reason
    )
    return list(dict.fromkeys(sentences))


def shared_segments(comparisons: Comparisons, measure: str) -> list[str]:
    """Say which pairs are compared on fewer segments than either system has; of many, the first."""
    cut = [comparison for comparison in comparisons.of(measure)[0] if comparison.notice]
    notes = [f"{comparison.a} and {comparison.b}: {comparison.notice}" for comparison in cut[:_MOST_PAIRS]]
    if more := len(cut) - len(notes):
        notes.append(f"and {more:,} more pairs, each on what both have, which n tells")
    return notes


def opposite_effects(comparisons: Comparisons, measure: str) -> list[str]:
    """Say of which pairs effect and difference have opposite signs, and how that can be; of many, the first."""
    opposite = [
        pair.a if comparisons.baseline else f"{pair.a} and {pair.b}"
        for pair in comparisons.of(measure)[0]
        if pair.difference * pair.effect < 0 and min(abs(pair.difference), abs(pair.effect)) > _ROUNDING
    ]
    if not opposite:
        return []
    more = f", and {len(opposite) - _MOST_PAIRS:,} more" if len(opposite) > _MOST_PAIRS else ""
    whose = ", ".join(opposite[:_MOST_PAIRS]) + more
    why = "an effect is of the scores of single units, a difference of the score of the whole test set"
    return [f"{measure}: effect and difference have opposite signs ({whose}): {why}"]


def _trials(comparisons: Comparisons) -> str:
    if comparisons.test.counted != "trials":
        return ""
    exchanges = comparisons.test.exchanges(comparisons.draws, comparisons.n)
    return f", all {exchanges:,} exchanges" if exchanges else f", {comparisons.draws.trials:,} trials"


def _kept(comparisons: Comparisons) -> str:
    alpha = f"{comparisons.alpha:.1%}"
    if comparisons.test.all_pairs:
        return f"{comparisons.test.name} allows for all pairs and keeps it at {alpha}"
    if comparisons.correct == "none":
        return "it is not corrected"
    if comparisons.correct == "benjamini-hochberg":
        return f"{comparisons.correct} keeps the expected share of false ones among all differences found at {alpha}"
    return f"{comparisons.correct} keeps it at {alpha}"


def terms(comparisons: Comparisons) -> dict[str, str]:
    """Say what stars, intervals and letters mean."""
    bounds = enumerate(star_bounds(comparisons.alpha), 1)
    against = f", against {comparisons.baseline}" if comparisons.baseline else ""
    meanings = {"stars": ", ".join(f"{'*' * n} p ≤ {bound:g}" for n, bound in bounds) + f" (corrected{against})"}
    if meaning := _intervals(comparisons):
        meanings["intervals"] = meaning
    if comparisons.baseline is None:
        meanings["group"] = "systems that share a letter are not told apart"
        meanings["ranks"] = "as far as the differences found tell"
    return meanings


def _intervals(comparisons: Comparisons) -> str:
    """Say whether intervals allow for there being many; nothing where each measure has one, which is by itself."""
    several = len(comparisons.comparisons) > len(comparisons.measures)
    if comparisons.simultaneous:
        all_measures = " under all measures" if comparisons.correct_over == "all" else ""
        return f"of differences together{all_measures}, corrected for how many they are; of scores each by itself"
    if comparisons.correct_over == "all" and len(comparisons.measures) > 1:
        return "each by itself, not corrected for the number of pairs and measures"
    return "each by itself, not corrected for the number of pairs" if several else ""


def _part(comparisons: Comparisons, measure: str) -> Account:
    notes = [reason for reason in reasons(comparisons) if reason.split(": ", 1)[1].startswith(f"{measure}: ")]
    notes += shared_segments(comparisons, measure)
    if comparisons.baseline is None:
        return Account(measure, _pairwise(comparisons, measure, notes), name=measure)
    notes += opposite_effects(comparisons, measure)
    return Account(measure, (_against(comparisons, measure, notes),), name=measure)


def _score(comparisons: Comparisons, measure: str) -> Column:
    better = HIGHER if comparisons.higher_is_better[measure] else LOWER
    return Column("score", better=better, digits=comparisons.digits[measure], signature=comparisons.signature(measure))


def _pairwise(comparisons: Comparisons, measure: str, notes: list[str]) -> tuple[Table, Table]:
    standings = comparisons.of(measure)[1]
    rows: list[list[Cell]] = [
        [str(n), standing.system, _placed(standing), _ranks(standing), standing.letters or ""]
        for n, standing in enumerate(standings, 1)
    ]
    heads: list[str | Column] = [Column("place", " "), "system", _score(comparisons, measure), "ranks", "group"]
    return Table("standings", "", heads, rows), _matrix(comparisons, measure, notes)


def _matrix(comparisons: Comparisons, measure: str, notes: list[str]) -> Table:
    """Return the pairs in the order of the standings: differences above the diagonal, corrected p below."""
    order = [standing.system for standing in comparisons.of(measure)[1]]
    pairs = oriented(comparisons, measure)

    def cell(i: int, j: int) -> Cell:
        if i == j:
            return "·"
        difference, comparison = pairs[order[i], order[j]]
        return _difference(comparisons, difference, comparison) if i < j else Number(comparison.p_corrected, form="p")

    rows = [[str(i + 1), name, *(cell(i, j) for j in range(len(order)))] for i, name in enumerate(order)]
    columns = [Column(str(j + 1), digits=comparisons.digits[measure]) for j in range(len(order))]
    title = "above ·: difference of row minus column; below ·: corrected p"
    return Table("pairs", title, [Column("place", " "), Column("system", " "), *columns], rows, notes=notes)


def _difference(comparisons: Comparisons, difference: float, comparison: Comparison, sign: str = "") -> Number:
    marks = stars(comparison, comparisons.alpha)
    form = f"{sign}.{comparisons.digits[comparison.measure]}f"
    return Number(difference, mark=marks, share=len(marks) / _STARS, form=form)


def _against(comparisons: Comparisons, measure: str, notes: list[str]) -> Table:
    """Return the baseline, and every other system's difference from it."""
    pairs, baseline = oriented(comparisons, measure), comparisons.baseline or ""
    rows: list[list[Cell]] = []
    counted = any(comparison.notice for comparison in comparisons.of(measure)[0])
    for standing in comparisons.of(measure)[1]:
        score = Number(standing.value)
        if standing.system == baseline:
            rows.append([standing.system, score, "baseline", None, None, None, *([None] * counted)])
            continue
        difference, comparison = pairs[standing.system, baseline]
        shown = _with_bounds(_difference(comparisons, difference, comparison, "+"), comparison.low, comparison.high)
        p = (Number(comparison.p, form="p"), Number(comparison.p_corrected, form="p"))
        own = [comparison.n] if counted else []
        rows.append([standing.system, score, shown, *p, Number(comparison.effect, form="+.2f"), *own])
    difference_column = Column("difference", digits=comparisons.digits[measure])
    heads: list[str | Column] = ["system", _score(comparisons, measure), difference_column, "p", "corrected", "effect"]
    return Table("differences", "", [*heads, *(["n"] * counted)], rows, notes=notes)


def _summary(comparisons: Comparisons) -> Table:
    """Return the systems' scores under all measures, with their letters or their stars beside the baseline."""
    places = {(standing.system, standing.measure): standing for standing in comparisons.standings}
    columns = [
        Column(
            measure,
            better=HIGHER if comparisons.higher_is_better[measure] else LOWER,
            digits=comparisons.digits[measure],
            measures=True,
        )
        for measure in comparisons.measures
    ]
    order = (
        comparisons.systems
        if comparisons.baseline is None
        else [standing.system for standing in comparisons.of(comparisons.measures[0])[1]]
    )
    scores = [
        marked_best([_marked(comparisons, places[name, column.name]) for name in order], column.better or "")
        for column in columns
    ]
    rows = zip(order, *scores, strict=True)
    return Table("summary", "Scores of all measures", ["system", *columns], rows, most=0)


def _marked(comparisons: Comparisons, standing: Standing) -> Number:
    if comparisons.baseline is None:
        return Number(standing.value, mark=standing.letters or "")
    if standing.system == comparisons.baseline:
        return Number(standing.value)
    comparison = comparisons.between(standing.system, comparisons.baseline, standing.measure)
    return Number(standing.value, mark=stars(comparison, comparisons.alpha))


def _every_pair(comparisons: Comparisons) -> Table:
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
    counted = any(comparison.notice for comparison in comparisons.comparisons)
    rows = list(_pair_rows(comparisons, counted))
    title = f"{len(rows):,} comparisons with intervals and effect sizes"
    notes = [note for measure in comparisons.measures for note in opposite_effects(comparisons, measure)]
    return Table("comparisons", title, [*heads, *(["n"] * counted)], rows, most=0, papers=False, notes=notes)


def _pair_rows(comparisons: Comparisons, counted: bool) -> Iterator[list[Cell]]:
    for comparison in comparisons.comparisons:
        difference = _difference(comparisons, comparison.difference, comparison, "+")
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


def _records(comparisons: Comparisons) -> Table:
    heads = comparisons.comparisons[0].KEYS
    rows = [[getattr(comparison, head) for head in heads] for comparison in comparisons.comparisons]
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
