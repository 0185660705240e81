"""Which system is best, and how surely, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.judgements.measure import dimension_name, people_on
from steelyard.judgements.statistics import HumanStatistics
from steelyard.meta.sets.corroboration import Corroboration
from steelyard.results.numbers import shown
from steelyard.results.table import Number
from steelyard.scores import Score, Scores

_MOST_NAMES = 10


def findings(scores: Scores, comparisons: Comparisons | None, confirmed: Corroboration | None) -> Iterator[str]:
    """Yield what a reader in a hurry needs of the measures."""
    values = {(score.measure, score.system): score for score in scores.scores}
    digits = {statistics.label: statistics.measure.digits for statistics in scores.statistics}
    if comparisons is None:
        for (measure, _), score in values.items():
            yield f"{measure}: {_written(score, digits[measure])}"
        yield "There is one system; give two or more to compare and rank them."
        return
    firsts = {measure: _best(comparisons, measure) for measure in comparisons.measures}
    for measure, best in firsts.items():
        if comparisons.baseline is not None:
            yield f"{measure}: {_against(comparisons, measure)}"
        else:
            first = values.get((measure, best[0])) if best else None
            yield f"{measure}: {_leaders(comparisons, best, first, digits[measure])}"
    if sum(map(bool, firsts.values())) > 1:
        yield _agreement(firsts)
    if confirmed is not None:
        yield confirmed.summary()[0]


def people_findings(
    human: Sequence[HumanStatistics], means: Sequence[Sequence[float]], comparisons: Comparisons | None
) -> Iterator[str]:
    """Yield whom people rate highest, by means of what they gave and comparisons by it."""
    for scores, row in zip(human, means, strict=True):
        rated = [(value, name) for value, name in zip(row, scores.systems, strict=True) if not math.isnan(value)]
        if rated:
            highest = max(rated)[0]
            names = [name for value, name in rated if value == highest]
            sureness = _sureness(comparisons, dimension_name(scores.dimension), names)
            people = people_on(scores.dimension).capitalize()
            yield f"{people} rate {_and(names)} highest: {highest:.2f} on average{sureness}."


def _sureness(comparisons: Comparisons | None, dimension: str, names: Sequence[str]) -> str:
    """Say how surely people rate systems highest, where they judged segments of these and of others."""
    if comparisons is None or dimension not in comparisons.measures or names[0] not in comparisons.systems:
        return ""
    if comparisons.baseline is not None:
        return f"; {_against(comparisons, dimension).rstrip('.')}"
    return "" if len(names) > 1 else f", {_apart(comparisons, dimension, names[0])}"


def _leaders(comparisons: Comparisons, best: Sequence[str], score: Score | None, digits: int) -> str:
    """Say which systems are best by a measure, with their score, and how surely."""
    if score is None:
        return "no system has a score."
    if len(best) > 1:
        return f"{_and(best)} are best ({_written(score, digits)}), with the same score."
    return f"{best[0]} is best ({_written(score, digits)}), {_apart(comparisons, score.measure, best[0])}."


def _written(score: Score, digits: int) -> str:
    interval = Number(score.value, score.low, score.high).interval(digits)
    return f"{shown(score.value, f'.{digits}f')} {interval}".strip()


def _best(comparisons: Comparisons, measure: str) -> tuple[str, ...]:
    """Return the best system, or several with the same score; none if there is no score."""
    standings = comparisons.of(measure)[1]
    return tuple(standing.system for standing in standings if standing.value == standings[0].value)


def _apart(comparisons: Comparisons, measure: str, best: str) -> str:
    scored = {standing.system for standing in comparisons.of(measure)[1] if not math.isnan(standing.value)}
    others = [name for name in comparisons.systems if name != best and name in scored]
    if not others:
        return "the only one with a score"
    better = {name: comparisons.between(best, name, measure).better for name in others}
    # its score may be of easier segments than those that both have
    if above := [name for name in others if better[name] == name]:
        return f"but on the segments that both have, {_and(above)} {'is' if len(above) == 1 else 'are'} better"
    if few := comparisons.too_few(measure):
        return f"but {few} are too few to tell systems apart"
    if alike := [name for name in others if better[name] is None]:
        return f"not told apart from {_and(alike)}"
    return f"shown to be better than {'the other system' if len(others) == 1 else 'every other system'}"


def _against(comparisons: Comparisons, measure: str) -> str:
    """Say which systems are better than the baseline, which worse, which neither."""
    baseline = comparisons.baseline or ""
    groups: dict[str, list[str]] = {"better": [], "worse": [], "not told apart": []}
    scored = [standing.system for standing in comparisons.of(measure)[1] if not math.isnan(standing.value)]
    if baseline not in scored:
        return f"{baseline} has no score to hold the others against."
    if few := comparisons.too_few(measure):
        return f"held against {baseline}, nothing, for {few} are too few to tell systems apart."
    for name in (name for name in scored if name != baseline):
        better = comparisons.between(name, baseline, measure).better
        groups["not told apart" if better is None else "better" if better == name else "worse"].append(name)
    sentences = [f"{kind}: {_and(names)}" for kind, names in groups.items() if names]
    return f"held against {baseline}, {'; '.join(sentences) or 'nothing, for no other system has a score'}."


def _agreement(firsts: dict[str, tuple[str, ...]]) -> str:
    by_best: dict[tuple[str, ...], list[str]] = {}
    for measure, best in firsts.items():
        if best:
            by_best.setdefault(best, []).append(measure)
    if len(by_best) == 1:
        return f"All {sum(map(bool, firsts.values()))} measures put {_and(next(iter(by_best)))} first."
    sentences = (f"{_and(best)} by {_and(measures)}" for best, measures in by_best.items())
    return f"The measures do not agree on the best: {'; '.join(sentences)}."


def _and(names: Sequence[str]) -> str:
    """Return names as one says them, the first of very many."""
    listed = list(names)
    if len(listed) > _MOST_NAMES:
        listed = [*listed[: _MOST_NAMES - 1], f"{len(names) - _MOST_NAMES + 1} more"]
    return " and ".join(filter(None, [", ".join(listed[:-1]), listed[-1]]))
