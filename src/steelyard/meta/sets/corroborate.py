"""Which improvements do all measures confirm, and how much is that worth?

After Amigó, Gonzalo, Giménez & Verdejo (2011): an improvement on which a heterogeneous set of measures is unanimous is
worth more than what any of them says alone. An improvement is

    confirmed   no measure is against it, and it is significant under every measure. The p of that is the greatest of
                the measures' (an intersection-union test: if there is nothing to see for some measure, its p, and so
                the greatest, falls below the level no more often than that), corrected for the number of pairs
    unanimous   no measure is against it, and some are for it, but not all of them surely
    disputed    measures contradict each other
    open        no measure sees a difference, or some have no score
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.corpus.given import several_names
from steelyard.draws import Draws, Run
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.compare import checked_test, compare
from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.inference.correlation.grouping import mean_over_groups
from steelyard.judgements.scores import any_human_scores
from steelyard.judgements.sources import GivenJudgements
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse
from steelyard.meta.sets.corroboration import VERDICTS, Corroboration, Improvement, Worth
from steelyard.meta.sets.figures import undefined_figures
from steelyard.meta.sets.output_pairs import OutputPairs, TooManyPairs
from steelyard.meta.sets.redundancy import redundant_clusters
from steelyard.meta.sets.reliability import judged_by_all, output_pairs
from steelyard.results.signature import Signature
from steelyard.scores import Scores, several_measures
from steelyard.scores.external import ExternalMeasure
from steelyard.scores.table import ExternalSource, ScoreTable, no_outputs, score_table
from steelyard.statistics import misfit_of
from steelyard.statistics.resampling import tie

Array = NDArray[Any]

#: A set that looks at texts in different ways: n-grams of words and of letters, edits, subsequences, alignments.
MEASURES = ("bleu", "chrf", "ter", "rouge-l", "meteor")
#: Measures of which the next one is chosen, unless others are named.
CANDIDATES = (
    "nist", "gleu", "chrf++", "wer", "per", "cder", "rouge-1", "rouge-2", "rouge-w", "rouge-su", "gtm", "wsk",
    "unigram-precision", "unigram-recall",
)  # fmt: skip
_TOO_MANY = "the pairs of outputs are too many"
_WHOLE = "human scores are one for each system, which says nothing of the reliability over pairs of outputs"


@public
def corroborate(
    scores: Corpus | Scores | None,
    measures: Sequence[str | Measure] | str | Measure | None = None,
    *,
    external: Iterable[ExternalSource] | ExternalSource = (),
    lower: Iterable[str] | str = (),
    candidates: Sequence[str] | str = CANDIDATES,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    baseline: str | None = None,
    correct: str = "holm",
    alpha: float = 0.05,
    redundant: float = 0.1,
    draws: Draws = Draws(),
    run: Run = Run(),
) -> Corroboration:
    """Say which improvements all measures confirm, and how much that is worth.

    scores       a corpus, or scores there are; None where all measures are external
    measures     the set; without it, for a corpus MEASURES, of which one that is not made for the texts is left out
    external     files of measures that are not computed here, which join the set; `lower`: of which less is better
    candidates   measures to choose the next one from; they are tried on the texts of a corpus
    human        judgements, as `sy.sweep` takes them; without them, the corpus's own, if it has some
    baseline     compare the others with this system only
    redundant    measures are said to say the same if they contradict each other on this share of pairs or less
    """
    checked_test("randomisation", correct, alpha, draws)
    if not 0 <= redundant <= 1:
        raise SpecError(f"redundant={redundant} is not possible; expected between 0 and 1")
    chosen = _chosen(scores, measures)
    extra = untried(chosen, several_names(candidates, "candidates")) if isinstance(scores, Corpus) else []
    table = score_table(
        scores, [*chosen, *extra], external=external, lower=lower, human=human, threads=run.threads,
        accept=run.accept, progress=run.progress,
    )  # fmt: skip
    if measures is None and isinstance(scores, Corpus):
        table = _fitting(table)
    names = tuple(name for name in table.measures if name not in extra)
    comparisons = _compared(table.of(names), baseline, correct, alpha, draws, Run(run.threads))
    return weigh(table, comparisons, any_human_scores(table, human, dimensions, run.accept), redundant)


def weigh(
    table: ScoreTable, comparisons: Comparisons, people: Sequence[HumanStatistics] = (), redundant: float = 0.1
) -> Corroboration:
    """Say what comparisons under several measures confirm; further measures of the table are candidates."""
    names = comparisons.measures
    chosen = table.of(names)
    improvements = _improvements(comparisons, chosen.oriented(), table, people)
    refused: list[str] = []
    pairs = _pairs(table, None, refused)
    return Corroboration(
        table.systems,
        names,
        comparisons,
        comparisons.baseline,
        improvements,
        undefined_figures(names, False, Signature.of(pairs="ordered", level="segment"), _TOO_MANY)
        if pairs is None
        else pairs.of(*names),
        tuple((name,) for name in names) if pairs is None else redundant_clusters(pairs, names, redundant),
        redundant,
        () if pairs is None or len(names) == len(table.measures) else pairs.additions(names),
        tuple(_worth(chosen, human, improvements, refused) for human in people),
        tuple(comparisons.signature(name) for name in names),
        tuple(dict.fromkeys([*_notices(chosen, comparisons, people), *refused])),
    )


def _pairs(table: ScoreTable, human: HumanStatistics | None, refused: list[str]) -> OutputPairs | None:
    """Return the pairs of outputs; none, and the reason among those refused, where they are too many."""
    try:
        return output_pairs(table, human, "all" if table.corpus is None else "different")
    except TooManyPairs as refusal:
        refused.append(str(refusal))
        return None


def _chosen(scores: Corpus | Scores | None, measures: Any) -> list[str | Measure]:
    if isinstance(scores, Corpus):
        return several_measures(MEASURES if measures is None else measures)
    if scores is not None and not isinstance(scores, Scores):
        raise no_outputs(scores)
    return several_measures(measures or ())


def _fitting(table: ScoreTable) -> ScoreTable:
    """Return the table without measures that are not made for its texts, which nobody asked for by name."""
    misfits = {c.label: why for c in table.columns if c.statistics and (why := misfit_of(c.statistics)) is not None}
    if not misfits:
        return table
    left_out = [f"{label} is left out of the default set: {why}" for label, why in misfits.items()]
    of_scores = {f"{label}: {why}" for label, why in misfits.items()}
    kept = table.of([name for name in table.measures if name not in misfits])
    return replace(kept, notices=(*(notice for notice in kept.notices if notice not in of_scores), *left_out))


def untried(chosen: Sequence[str | Measure], candidates: Sequence[str] = CANDIDATES) -> list[str]:
    """Return the candidates that are not in the set already."""
    chosen_notations = {str(parse(measure) if isinstance(measure, str) else measure) for measure in chosen}
    return [candidate for candidate in dict.fromkeys(candidates) if str(parse(candidate)) not in chosen_notations]


def _compared(
    table: ScoreTable, baseline: str | None, correct: str, alpha: float, draws: Draws, run: Run
) -> Comparisons:
    if len(table.measures) < 2:
        raise InputError(f"there is one measure, {table.measures[0]!r}; measures confirm each other if there are two")
    return compare(table.scores(), baseline=baseline, correct=correct, alpha=alpha, draws=draws, run=run)


def _improvements(
    comparisons: Comparisons, scores: Array, table: ScoreTable, people: Sequence[HumanStatistics]
) -> tuple[Improvement, ...]:
    """Return the pairs, the verdicts in order, and within each the surest first."""
    human_scores = {human.dimension: human.of(table.systems) for human in people}
    votes = _votes(comparisons)
    by_pair: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in comparisons.comparisons:
        by_pair.setdefault((comparison.a, comparison.b), []).append(comparison)
    pairs = [_improvement(under, votes, scores, table.systems, human_scores) for under in by_pair.values()]
    p = corrected(np.array([pair.p for pair in pairs]), comparisons.applied)
    judged = []
    for pair, value in zip(pairs, p.tolist(), strict=True):
        sure = pair.verdict == "unanimous" and value <= comparisons.alpha
        judged.append(replace(pair, p_corrected=value, verdict="confirmed" if sure else pair.verdict))
    order = {verdict: n for n, verdict in enumerate(VERDICTS)}
    return tuple(sorted(judged, key=lambda pair: (order[pair.verdict], pair.p, -len(pair.supporting))))


def _votes(comparisons: Comparisons) -> dict[tuple[str, str, str], float]:
    """Return (a, b, measure) → 1 if the measure favours a, -1 if b, 0 if neither; nan if a score is undefined."""
    value = {(standing.system, standing.measure): standing.value for standing in comparisons.standings}
    votes = {}
    for comparison in comparisons.comparisons:
        a, b = value[comparison.a, comparison.measure], value[comparison.b, comparison.measure]
        tied = abs(comparison.difference) <= float(tie(np.array(a), np.array(b)))
        apart = 0.0 if tied else comparison.difference
        sign = 1 if comparisons.higher_is_better[comparison.measure] else -1
        votes[comparison.a, comparison.b, comparison.measure] = float(np.sign(apart)) * sign
    return votes


def _improvement(
    under: Sequence[Comparison],
    votes: Mapping[tuple[str, str, str], float],
    scores: Array,
    systems: Sequence[str],
    human_scores: Mapping[str, Array],
) -> Improvement:
    """Return what the measures say of two systems, p not yet corrected."""
    a, b = under[0].a, under[0].b
    vote = {comparison.measure: votes[a, b, comparison.measure] for comparison in under}
    for_a, for_b = (tuple(name for name in vote if vote[name] == sign) for sign in (1, -1))
    better, worse, pro, contra = (b, a, for_b, for_a) if len(for_b) > len(for_a) else (a, b, for_a, for_b)
    undefined = any(math.isnan(voted) for voted in vote.values())
    verdict = "disputed" if pro and contra else "unanimous" if pro and not undefined else "open"
    p, weakest = _least_sure(under, better) if verdict == "unanimous" else (1.0, None)
    first, second = systems.index(better), systems.index(worse)
    apart = scores[:, first] - scores[:, second]
    return Improvement(
        better,
        worse,
        verdict,
        pro,
        contra,
        tuple(name for name in vote if name not in (*pro, *contra)),
        p,
        math.nan,
        weakest,
        _unanimous_share(apart),
        _unanimous_share(-apart),
        {name: _mean_difference(values[first], values[second]) for name, values in human_scores.items()},
        tuple(under),
    )


def _mean_difference(better: Array, worse: Array) -> float:
    """Return the difference of the means of what people said, on the segments that both were judged on."""
    both = ~np.isnan(better) & ~np.isnan(worse)
    own = mean_over_groups(np.where(both, [better, worse], np.nan))
    return float(own[0] - own[1])


def _least_sure(under: Sequence[Comparison], better: str) -> tuple[float, str | None]:
    """Return the greatest p and the measure that has it; no measure where several have it.

    A test that does not favour the better system, as tests of unit scores may not, says nothing for it, however small
    its p.
    """
    p = [
        comparison.p if comparison.favoured == better and not math.isnan(comparison.p) else 1.0 for comparison in under
    ]
    return max(p), under[p.index(max(p))].measure if p.count(max(p)) == 1 else None


def _unanimous_share(apart: Array) -> float:
    """Return the share of segments, of those with all scores, in which no measure is against and some are for."""
    there = ~np.isnan(apart).any(axis=0)
    for_it = (apart[:, there] >= 0).all(axis=0) & (apart[:, there] > 0).any(axis=0)
    return float(for_it.mean()) if there.any() else math.nan


def _worth(
    table: ScoreTable, human: HumanStatistics, improvements: Sequence[Improvement], refused: list[str]
) -> Worth:  # fmt: skip
    sure = [improvement.human[human.dimension] for improvement in improvements if improvement.verdict == "confirmed"]
    judged = [difference for difference in sure if not math.isnan(difference)]
    upheld, signature = sum(difference > 0 for difference in judged), human.signature("segment")
    pairs = None if human.whole else _pairs(table, human, refused)
    if pairs is None:
        why = _WHOLE if human.whole else _TOO_MANY
        figures, chance, best = undefined_figures(table.measures, True, signature, why), math.nan, None
    else:
        figures, chance, best = pairs.of(), pairs.chance, _best(pairs)
    return Worth(human.dimension, figures, chance, best, upheld, len(judged), signature)


def _best(pairs: OutputPairs) -> tuple[str, float] | None:
    """Return the most reliable single measure; none where it is undefined for all."""
    alone = [(single.measures[0], single.reliability) for single in pairs.singles()]
    defined = [(measure, reliability) for measure, reliability in alone if not math.isnan(reliability)]
    return max(defined, key=lambda pair: pair[1], default=None)


def _notices(table: ScoreTable, comparisons: Comparisons, people: Sequence[HumanStatistics]) -> Iterator[str]:
    yield from (*table.notices, *table.means_told(), *comparisons.notices)
    yield from (notice for human in people for notice in human.notices)
    yield from judged_by_all(table, [human for human in people if not human.whole])
    if table.corpus is None:
        yield "the texts are not known, so no further measures were tried, and all pairs of outputs count"
    yield from _same_outputs(table)
    families = {column.statistics.measure.family for column in table.columns if column.statistics}
    if len(families) == 1 and families != {ExternalMeasure.family}:
        yield f"all measures are of one family ({families.pop()}); unanimity among relatives is worth little"


def _same_outputs(table: ScoreTable) -> Iterator[str]:
    """Say which systems have the same outputs throughout."""
    texts = table.texts()
    if texts is None:
        return
    groups: dict[bytes, list[str]] = {}
    for name, row in zip(table.systems, texts, strict=True):
        groups.setdefault(row.tobytes(), []).append(name)
    for names in groups.values():
        if len(names) > 1:
            yield f"these have the same output for every segment: {', '.join(names)}"
