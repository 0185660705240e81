"""Ranks of systems: averaged over facets, and how firm they are over facets, references and bootstrap samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept, check_corpus
from steelyard.draws import Draws, Run, thread_count
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.rankings import RankDistribution, Ranking, Rankings
from steelyard.inference.correlation.pairs import pair_counts
from steelyard.measures.kinds.base import Measure
from steelyard.results.signature import Signature
from steelyard.scores import Scores, check_scores, several_measures
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import bootstrap

Array = NDArray[Any]

REFERENCES = "references"


@public
def average_ranks(ranks: Sequence[Sequence[float]] | Array) -> tuple[Array, Array]:
    """Return each system's mean rank over the rows, and the ranks of these means; tied means share theirs.

    >>> mean, again = average_ranks([[1, 3, 2, 4], [1, 2, 3, 4], [2, 1, 3, 4], [1, 3, 2, 4], [1, 2, 3, 4]])
    >>> again.tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    try:
        rows = np.asarray(ranks, float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "ranks are not numbers in rows of one length; expected a rank per system in each row"
        ) from None
    if rows.ndim != 2 or not rows.size:
        raise InputError(f"cannot average ranks of shape {rows.shape}; expected rows with a rank per system each")
    if not np.isfinite(rows).all():
        raise InputError(f"row {int(np.argmin(np.isfinite(rows).all(axis=1)))} has a rank that is no finite number")
    # sums, so that equal means are equal
    return rows.mean(axis=0), ranked(rows.sum(axis=0)[None], higher_is_better=False)[0]


def ranked(values: Array, higher_is_better: bool) -> Array:
    """Return ranks within each row, 1 for the best, ties sharing the mean of theirs; all nan in a row with a nan."""
    ordered = np.ascontiguousarray(-values if higher_is_better else values, float)
    out = np.asarray(_core.mean_ranks(ordered))
    return np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, out)


@public
def facet_ranks(scores: Scores, over: str) -> Rankings:
    """Rank the systems within each value of a facet, for every measure; nothing is scored again."""
    check_scores("facet_ranks", scores)
    rankings = []
    for statistics in map(_rankable, scores.statistics):
        if over in ("system", REFERENCES):
            raise SpecError(f"over={over!r} is no facet; name one, or 'segment'")
        levels, _, values = _emptied(statistics.kept()).scores(over)
        rankings.append(
            _ranking(statistics, over, [str(level) for level in levels], values.T, statistics.signature(over))
        )
    return _rankings(rankings, scores.notices)


@public
def reference_ranks(corpus: Corpus, measures: Sequence[str | Measure] | str | Measure, run: Run = Run()) -> Rankings:
    """Rank the systems against each reference set alone, and against all: the corpus is scored once for each."""
    check_corpus("reference_ranks", corpus)
    measures, count = several_measures(measures), len(corpus.references)
    if count < 2:
        raise InputError(f"there {'is' if count == 1 else 'are'} {count} reference set; stability over them needs two")
    total = (count + 1) * len(corpus)
    runs = []
    for n, sets in enumerate([corpus.references, *((reference,) for reference in corpus.references)]):

        def tell(done: int, _: int, before: int = n * len(corpus)) -> None:
            if run.progress is not None:
                run.progress(before + done, total)

        runs.append(collect(replace(corpus, references=sets), measures, run.threads, check_accept(run.accept), tell))
    rankings = []
    for whole, *alone in zip(*runs, strict=True):
        _check(whole)
        values = np.stack([statistics.measure.score(statistics.sums()) for statistics in alone])
        signature = Signature.of(whole.signature(), levels=f"each of {count} references alone")
        rankings.append(_ranking(whole, REFERENCES, [str(n + 1) for n in range(count)], values, signature))
    return Rankings(tuple(rankings), corpus.notices)


@public
def bootstrap_ranks(scores: Scores, *, draws: Draws = Draws(), run: Run = Run()) -> Rankings:
    """Rank the systems on bootstrap samples of the test set, for every measure; nothing is scored again."""
    draws.check_percentile("ranks")
    check_scores("bootstrap_ranks", scores)
    distributions = []
    for statistics in map(_rankable, scores.statistics):
        higher = statistics.measure.higher_is_better
        values, whole = _values_and_ranks(statistics)
        ranks = ranked(_resampled(statistics.kept().shared(), draws, run), higher)
        undefined, notice = int(np.isnan(ranks).any(axis=1).sum()), _notice(statistics)
        reason = (
            f"{statistics.measure.undefined}, in {undefined:,} of {draws.resamples:,} samples" if undefined else None
        )
        if notice and np.isnan(ranks).all():
            reason = notice
        same, swapped = stability(whole, ranks)
        # ranks that were attained, for a rank of 9.025 is none
        ends = [(1 - draws.confidence) / 2, (1 + draws.confidence) / 2]
        low, high = np.quantile(ranks, ends, axis=0, method="inverted_cdf")
        signature = statistics.signature().joined(ranks="bootstrap").joined(draws.bootstrap_signature())
        distributions.append(
            RankDistribution(
                statistics.label, draws.unit, statistics.systems, _floats(values), _floats(whole),
                tuple(map(_floats, _shares(ranks))), _floats(ranks.mean(axis=0)), _floats(low), _floats(high), same,
                swapped, draws.resamples, signature, reason, notice,
            )
        )  # fmt: skip
    return _rankings(distributions, scores.notices)


def _rankings(rankings: Sequence[Ranking | RankDistribution], notices: Sequence[str] = ()) -> Rankings:
    own = (ranking.notice for ranking in rankings if ranking.notice)
    return Rankings(tuple(rankings), tuple(dict.fromkeys([*notices, *own])))


def _ranking(statistics: Statistics, over: str, levels: list[str], values: Array, signature: Signature) -> Ranking:
    """Return the ranking of level × system values."""
    whole, ranks = _values_and_ranks(statistics)
    by_level = ranked(values, statistics.measure.higher_is_better)
    defined = np.asarray(~np.isnan(by_level).any(axis=1))
    reason = None
    if not defined.all():
        lost = [level for level, there in zip(levels, defined, strict=True) if not there]
        reason = f"{statistics.measure.undefined}, in {len(lost)} of {len(levels)} levels, for instance {lost[0]}"
    mean, aggregated = average_ranks(by_level) if defined.all() else (np.full(len(whole), np.nan),) * 2
    return Ranking(
        statistics.label, over, statistics.systems, _floats(whole), _floats(ranks),
        {level: _floats(row) for level, row in zip(levels, by_level, strict=True)},
        _floats(mean), _floats(aggregated), *stability(ranks, by_level),
        signature.joined(ranks="mean of ties", aggregated=f"mean rank over {over}"), reason, _notice(statistics),
    )  # fmt: skip


def _values_and_ranks(statistics: Statistics) -> tuple[Array, Array]:
    """Return the systems' scores of all that they have, and their ranks on the segments that all have."""
    values = np.asarray(statistics.measure.score(statistics.sums()), float)
    shared = np.asarray(statistics.measure.score(_emptied(statistics).sums()), float)
    return values, ranked(shared[None], statistics.measure.higher_is_better)[0]


def _emptied(statistics: Statistics) -> Statistics:
    """Return the statistics, without those of segments that one system has and another has not."""
    have = statistics.having()
    if (have == have[0]).all():
        return statistics
    shared = np.asarray(have.all(axis=0))
    return replace(statistics, values=np.where(shared[:, None], statistics.values, 0))


def _resampled(statistics: Statistics, draws: Draws, run: Run) -> Array:
    if not statistics.values.shape[1]:
        return np.full((draws.resamples, len(statistics.systems)), np.nan)
    return bootstrap(statistics, draws.resamples, draws.seed, draws.unit, thread_count(run.threads))


def _notice(statistics: Statistics) -> str | None:
    """Say which segments ranks rest on, where not all systems have the same."""
    kept = statistics.kept()
    count, shared = kept.values.shape[1], kept.shared().values.shape[1]
    if count == shared:
        return None
    if not shared:
        return f"{statistics.label}: no segment has a score in all systems, so there are no ranks"
    return (
        f"{statistics.label}: not all systems have a score for the same segments; they are ranked on {shared:,} of "
        f"{count:,}, which all have"
    )


def stability(whole: Array, ranks: Array) -> tuple[float, float]:
    """Return the share of rows in the same order as the whole, and of pairs in another; nan if a row is undefined."""
    if np.isnan(whole).any() or np.isnan(ranks).any():
        return math.nan, math.nan
    counts = pair_counts(ranks, np.broadcast_to(whole, ranks.shape))
    apart = counts.discordant + (counts.tied_left + counts.tied_right) / 2
    pairs = counts.pairs.sum()
    return float((ranks == whole).all(axis=1).mean()), float(apart.sum() / pairs) if pairs else 0.0


def _shares(ranks: Array) -> Array:
    """Return system × place: how often each system takes it; systems that tie share their places evenly."""
    count = ranks.shape[1]
    if np.isnan(ranks).any():
        return np.full((count, count), np.nan)
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    first = ranks - (tied - 1) / 2
    places = np.arange(1, count + 1)
    inside = (places >= first[:, :, None]) & (places < (first + tied)[:, :, None])
    return np.asarray((inside / tied[:, :, None]).mean(axis=0))


def _rankable(statistics: Statistics) -> Statistics:
    """Return the statistics of the systems that have a score; of all, which have no ranks then, if fewer than two."""
    _check(statistics)
    scored = statistics.scored()
    return scored if len(scored.systems) > 1 else statistics


def _check(statistics: Statistics) -> None:
    if len(statistics.systems) < 2:
        raise InputError(f"there is one system, {statistics.systems[0]!r}; ranks need two")


def _floats(values: Array) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
