"""Scores: statistics turned into values at a level, each with its signature and, if asked for, its interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several
from steelyard.draws import Draws, Progress, thread_count
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import label_of, measure_of
from steelyard.results.account import Account
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.scores.estimates import Score
from steelyard.statistics import Statistics, misfits

if TYPE_CHECKING:
    from steelyard.judgements.sources import GivenJudgements

_UNANNOTATED = "it could not be annotated"
#: A measure: its notation, itself, or a function of an output and its references.
Scorer = str | Measure | Callable[..., Any]


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Result):
    """All scores of a run at one level, with the statistics they were made from.

    notices   what was left out, such as systems that people judged and that are not scored here
    """

    statistics: tuple[Statistics, ...]
    level: str
    scores: tuple[Score, ...]
    notices: tuple[str, ...] = ()

    def _summary(self) -> str:
        measures, systems = ", ".join(self.measures), ", ".join(self.systems)
        return f"{len(self.scores)} at level {self.level}; {measures}; systems {systems}"

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return self.statistics[0].systems

    @property
    def measures(self) -> tuple[str, ...]:
        """Measures as they were asked for."""
        return tuple(s.label for s in self.statistics)

    def value(self, system: str, measure: str | Measure, group: str | int | None = None) -> float:
        """Return one value; group names the segment, document or other group where there are several."""
        measure = str(measure)
        for word, names, what in ((system, self.systems, "system"), (measure, self.measures, "measure")):
            if word not in names:
                raise SpecError(f"no {what} {word!r} in these scores" + suggestion(word, names))
        for score in self.scores:
            if (score.system, score.measure, score.group) == (system, measure, group):
                return score.value
        if group is None:
            raise SpecError(
                f"these scores are at level {self.level}; name the group, for instance {self.scores[0].group!r}"
            )
        raise SpecError(f"no group {group!r} in these scores at level {self.level}")

    def at(self, level: str, intervals: Draws | bool | None = None, threads: int | None = None) -> Scores:
        """Return the same run at another level; nothing is scored again."""
        return replace(from_statistics(self.statistics, level, intervals, threads), notices=self.notices)

    def select(self, systems: Any = (), only: Any = (), without: Any = (), segments: Any = ()) -> Scores:
        """Return the scores of some of the systems and segments, as `Corpus.select` chooses; nothing is scored again.

        What a measure was fitted to stays: all references of the run.
        """
        from steelyard.corpus.selection import Choice

        choice = Choice.of(systems, only, without, segments)
        parts = [measured.select(choice) for measured in self.statistics]
        scores = from_statistics([part for part, _ in parts], self.level)
        return replace(scores, notices=(*self.notices, *parts[0][1]))

    def with_human(
        self, human: GivenJudgements | None, dimensions: Sequence[str] | str = (), accept: Sequence[str] = ()
    ) -> Scores:
        """Return the same run with what people say of the outputs as further measures: one for each dimension.

        A system that nobody judged keeps its other scores, and a notice names it.

        human   a TSV file (system, seg, score, and maybe assessor and dimension; or MQM annotations), or system → one
                value (or None) per segment
        """
        from steelyard.judgements.measure import ScoredOutputs
        from steelyard.judgements.scores import human_statistics

        people, notices = human_statistics(ScoredOutputs(self.statistics[0]), human, dimensions, accept)
        more = from_statistics(people, self.level)
        return Scores(_beside(self.statistics, people), self.level, self.scores + more.scores, self.notices + notices)

    def save(self, path: str | Path, *, replace: bool = False) -> None:
        """Write the statistics, from which `steelyard.load` makes every score again, to a file FILE.npz.

        replace   whether any file that is there is replaced; else only earlier statistics are
        """
        from steelyard.statistics.files import save

        save(self.statistics, path, replace)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"scores": […], "notices": […]} as the JSON output has it."""
        return {"scores": [score.to_dict() for score in self.scores], "notices": list(self.notices)}

    def account(self) -> Account:
        """Return a table of all measures, the best of each marked, and a record of each score."""
        from steelyard.scores.account import account_of

        return account_of(self.scores, self.statistics, self.level, self.notices)


@public
def score(
    systems: Mapping[str, Sequence[str | None]] | Corpus,
    references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
    measures: Sequence[Scorer] | Scorer = ("bleu", "chrf", "ter"),
    *,
    level: str = "system",
    source: Sequence[str] | None = None,
    ids: Sequence[str] | None = None,
    facets: Mapping[str, Sequence[str]] | None = None,
    intervals: Draws | bool = False,
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
) -> Scores:
    """Score systems against references with any number of measures.

    systems      name → one output per segment, or a Corpus that holds everything
    references   one list (one reference per segment); reference sets; a list of references for each segment; or
                 name → reference set, which can be read in one way only
    level        "system", "segment", "document" or any facet
    facets       name → one value per segment, for instance {"document": […]}
    intervals    True or Draws(…) for bootstrap intervals at system level
    accept       what is refused otherwise: "empty" outputs, "long" segments, "unannotated" ones, which are left out
    human        judgements of the outputs, which join the measures: a TSV file (system, seg, score, and maybe assessor
                 and dimension; or MQM annotations), or system → one value (or None) per segment
    dimensions   of the judgements; default: all. Without `human`, of those that the corpus carries
    """
    if not isinstance(systems, Corpus):
        corpus = Corpus.of(systems, references, source, ids, facets, accept)
    elif references or source or ids or facets:
        raise SpecError("the corpus holds everything; leave out references, source, ids and facets")
    else:
        corpus = systems
    chosen = several_measures(measures)
    wanted = _intervals(intervals)
    for facet in (level, wanted.unit if wanted else "segment"):
        if not isinstance(facet, str) or facet not in ("system", "segment"):
            corpus.facet(facet)
    people, notices = _people(corpus, human, dimensions, accept)
    statistics = collect(corpus, chosen, threads, check_accept(accept), progress)
    scores = from_statistics(_beside(statistics, people), level, wanted, threads)
    return replace(scores, notices=(*corpus.notices, *scores.notices, *notices))


def _people(
    corpus: Corpus, human: GivenJudgements | None, dimensions: Sequence[str] | str, accept: Sequence[str]
) -> tuple[tuple[Statistics, ...], tuple[str, ...]]:
    """Return what people say of the outputs and what is to be known of it, if that is asked for."""
    if human is None and not dimensions:
        return (), ()
    from steelyard.judgements.scores import human_statistics

    return human_statistics(corpus, human, dimensions, accept)


def _beside(statistics: Sequence[Statistics], people: Sequence[Statistics]) -> tuple[Statistics, ...]:
    """Return the statistics of measures and of people."""
    labels = {measured.label for measured in statistics}
    if clash := next((dimension.label for dimension in people if dimension.label in labels), None):
        raise InputError(f"two measures are called {clash!r}; rename the dimension of the human scores")
    return (*statistics, *people)


def check_scores(what: str, scores: object) -> None:
    """Raise if what `what` is called with is no scores."""
    if not isinstance(scores, Scores):
        raise SpecError(f"{what} takes Scores, not {type(scores).__name__}; give what sy.score or sy.read returns")


def several_measures(measures: Any) -> list[str | Measure]:
    """Return measures as a list; one measure stands for a list of it."""
    chosen = several(
        measures, "measures", "a list of measures, for instance ['bleu', 'chrf']", (str, Measure, Callable)
    )
    return [measure if isinstance(measure, str) else measure_of(measure) for measure in chosen]


def measures_by_label(measures: Any) -> dict[str, Measure]:
    """Return label → measure of one measure or several."""
    return {label_of(measure): measure_of(measure) for measure in several_measures(measures)}


def from_statistics(
    statistics: Sequence[Statistics],
    level: str = "system",
    intervals: Draws | bool | None = None,
    threads: int | None = None,
) -> Scores:
    """Make scores at a level from statistics."""
    intervals = _intervals(intervals)
    if intervals is not None and level != "system":
        raise SpecError(f"intervals are made at level system, not {level}")
    scores = tuple(
        score for measured in statistics for score in _scores(measured, level, intervals, thread_count(threads))
    )
    return Scores(tuple(statistics), level, scores, tuple(misfits(statistics)))


def _intervals(asked: Draws | bool | None) -> Draws | None:
    if asked is None or isinstance(asked, bool):
        return Draws() if asked else None
    if not isinstance(asked, Draws):
        raise SpecError(f"intervals={asked!r} is not possible; expected True, False or Draws(...)")
    return asked


def load_scores(path: str | Path, level: str = "system", plugins: Sequence[str | Path] = ()) -> Scores:
    """Read saved statistics and make their scores at a level.

    plugins   FILE.py or module of measures of somebody's own, which are not run otherwise
    """
    from steelyard.statistics.files import load

    return from_statistics(load(path, plugins), level)


def _scores(statistics: Statistics, level: str, intervals: Draws | None, threads: int) -> list[Score]:
    measure = statistics.measure.at_level(level)
    groups, sums, values = statistics.scores(level)
    counted, sizes = statistics.counted(level).tolist(), replace(statistics, left_out=()).counted(level).tolist()
    signature = statistics.signature(level)
    bounds = spans = None
    if level == "system" and measure.tool_samples and counted[0]:
        values, bounds, choices = _by_tool(statistics, intervals)
        signature = Signature.of(signature, choices)
    elif intervals is not None:
        from steelyard.statistics.intervals import score_intervals

        spans = score_intervals(statistics.kept(), intervals, threads)
        bounds = spans.bounds(intervals.confidence)
        signature = Signature.of(signature, intervals.interval_signature())
    scores = []
    for s, system in enumerate(statistics.systems):
        low, high = (None, None) if bounds is None else (float(bounds[0][s]), float(bounds[1][s]))
        for place, (group, value, row) in enumerate(zip(groups, values[s].tolist(), sums[s], strict=True)):
            reason = (measure.undefined if counted[place] else _UNANNOTATED) if math.isnan(value) else None
            if reason is None and spans is not None and low is not None and math.isnan(low):
                reason = spans.reason(s, measure.undefined)
            notice = _notice(measure.notice(row), counted[place], sizes[place])
            scores.append(
                Score(
                    system=system,
                    measure=statistics.label,
                    level=level,
                    group=group,
                    value=value,
                    signature=signature,
                    low=low,
                    high=high,
                    reason=reason,
                    notice=notice,
                )
            )
    return scores


def _by_tool(
    statistics: Statistics, intervals: Draws | None
) -> tuple[NDArray[Any], tuple[NDArray[Any], NDArray[Any]] | None, Signature]:
    """Return scores of a test set, and bounds if asked for, that are made of the official tool's samples."""
    from steelyard.statistics.tool_samples import check_draws, tool_samples

    if intervals is not None:
        check_draws(statistics.label, statistics.measure.tool_samples, intervals)
    samples, rounded = tool_samples(statistics.kept()), statistics.measure.rounded
    bounds = None
    if intervals is not None:
        low, high = samples.bounds(intervals.confidence)
        bounds = rounded(low), rounded(high)
    return rounded(samples.means())[:, None], bounds, samples.signature(intervals)


def _notice(notice: str | None, counted: int, size: int) -> str | None:
    """Return what is to be said beside a score, and on how many segments it rests if not on all."""
    if counted in (0, size):
        return notice
    rests = f"it rests on {counted:,} of {size:,} segments; the others could not be annotated"
    return rests if notice is None else f"{notice}; {rests}"
