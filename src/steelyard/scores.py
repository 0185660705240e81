"""Scores: statistics turned into values at a level, each with its signature and, if asked for, its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several
from steelyard.errors import SpecError, suggestion
from steelyard.measures.base import Measure
from steelyard.resampling import bootstrap, percentile_interval
from steelyard.statistics import Progress, Statistics, collect, thread_count
from steelyard.statistics_files import load, save

_MOST_RESAMPLES = 1_000_000
_UNANNOTATED = "it could not be annotated"


@dataclass(frozen=True)
class Intervals:
    """How bootstrap intervals are made: percentile intervals over units drawn with replacement."""

    resamples: int = 1000
    confidence: float = 0.95
    seed: int = 12345
    unit: str = "segment"

    def __post_init__(self) -> None:
        if not isinstance(self.resamples, int) or not 2 <= self.resamples <= _MOST_RESAMPLES:
            raise SpecError(f"resamples={self.resamples} is not possible; expected 2 to {_MOST_RESAMPLES:,}")
        if not isinstance(self.confidence, float) or not 0 < self.confidence < 1:
            raise SpecError(f"confidence={self.confidence} is not possible; expected between 0 and 1")
        if not isinstance(self.seed, int) or not 0 <= self.seed < 2**64:
            raise SpecError(f"seed={self.seed} is not possible; expected 0 up to 2^64-1")
        if not isinstance(self.unit, str):
            raise SpecError(f"unit={self.unit!r} is not possible; expected 'segment' or a facet")

    def __str__(self) -> str:
        return (
            f"bootstrap:{self.resamples}|confidence:{self.confidence:g}|unit:{self.unit}|seed:{self.seed}"
            f"|interval:percentile"
        )


@dataclass(frozen=True)
class Score:
    """One value of one system under one measure.

    group is the segment's id (or number from 0) at level segment, the facet's value at other levels, None for the
    whole test set;
    low and high bound the interval, if there is one; reason says why a value is undefined (nan), notice what else there
    is to know about it.
    """

    system: str
    measure: str
    level: str
    group: str | int | None
    value: float
    signature: str
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    notice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the score as the JSON output has it; an undefined value is null, with its reason."""
        out: dict[str, Any] = {"system": self.system, "measure": self.measure, "level": self.level}
        if self.group is not None:
            out["segment" if self.level == "segment" else "group"] = self.group
        out["value"] = None if math.isnan(self.value) else self.value
        if self.low is not None and self.high is not None:
            out |= {
                "low": None if math.isnan(self.low) else self.low,
                "high": None if math.isnan(self.high) else self.high,
            }
        if self.reason is not None:
            out["reason"] = self.reason
        if self.notice is not None:
            out["notice"] = self.notice
        out["signature"] = self.signature
        return out


@dataclass(frozen=True, eq=False)
class Scores:
    """All scores of a run at one level, with the statistics they were made from."""

    statistics: tuple[Statistics, ...]
    level: str
    scores: tuple[Score, ...]

    def __repr__(self) -> str:
        measures, systems = ", ".join(self.measures), ", ".join(self.systems)
        return f"<Scores: {len(self.scores)} at level {self.level}; {measures}; systems {systems}>"

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
        for word, known, what in ((system, self.systems, "system"), (measure, self.measures, "measure")):
            if word not in known:
                raise SpecError(f"no {what} {word!r} in these scores" + suggestion(word, known))
        for score in self.scores:
            if (score.system, score.measure, score.group) == (system, measure, group):
                return score.value
        if group is None:
            raise SpecError(
                f"these scores are at level {self.level}; name the group, for instance {self.scores[0].group!r}"
            )
        raise SpecError(f"no group {group!r} in these scores at level {self.level}")

    def at(self, level: str, intervals: Intervals | bool | None = None, threads: int | None = None) -> Scores:
        """Return the same run at another level; nothing is scored again."""
        return from_statistics(self.statistics, level, intervals, threads)

    def save(self, path: str | Path) -> None:
        """Write the statistics, from which `steelyard.load` makes every score again."""
        save(self.statistics, path)

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return {"scores": […]} as the JSON output has it."""
        return {"scores": [score.to_dict() for score in self.scores]}

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame, one row per score."""
        try:
            import pandas
        except ImportError:
            from steelyard.errors import MissingResource

            raise MissingResource("to_pandas needs pandas; install it with: pip install pandas") from None
        return pandas.DataFrame(self.to_dict()["scores"])


def score(
    systems: Mapping[str, Sequence[str | None]] | Corpus,
    references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
    measures: Sequence[str | Measure] | str | Measure = ("bleu", "chrf", "ter"),
    *,
    level: str = "system",
    source: Sequence[str] | None = None,
    ids: Sequence[str] | None = None,
    facets: Mapping[str, Sequence[str]] | None = None,
    intervals: Intervals | bool = False,
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> Scores:
    """Score systems against references with any number of measures.

    systems      name → one output per segment, or a Corpus that holds everything
    references   one list (one reference per segment); reference sets; a list of references for each segment; or
                 name → reference set, which can be read in one way only
    level        "system", "segment", "document" or any facet
    facets       name → one value per segment, for instance {"document": […]}
    intervals    True or Intervals(…) for bootstrap intervals at system level
    accept       what is refused otherwise: "empty" outputs, "long" segments, "unannotated" ones, which are left out
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
    statistics = collect(corpus, chosen, threads, check_accept(accept), progress)
    return from_statistics(statistics, level, wanted, threads)


def several_measures(measures: Any) -> list[str | Measure]:
    """Return measures as a list; one measure stands for a list of it."""
    return several(measures, "measures", "a list of measures, for instance ['bleu', 'chrf']", str | Measure)


def from_statistics(
    statistics: Sequence[Statistics],
    level: str = "system",
    intervals: Intervals | bool | None = None,
    threads: int | None = None,
) -> Scores:
    """Make scores at a level from statistics."""
    intervals = _intervals(intervals)
    if intervals is not None and level != "system":
        raise SpecError(f"intervals are made at level system, not {level}")
    made = tuple(score for one in statistics for score in _scores(one, level, intervals, thread_count(threads)))
    return Scores(tuple(statistics), level, made)


def _intervals(asked: Intervals | bool | None) -> Intervals | None:
    if asked is None or isinstance(asked, bool):
        return Intervals() if asked else None
    if not isinstance(asked, Intervals):
        raise SpecError(f"intervals={asked!r} is not possible; expected True, False or Intervals(...)")
    return asked


def load_scores(path: str | Path, level: str = "system") -> Scores:
    """Read saved statistics and make their scores at a level."""
    return from_statistics(load(path), level)


def _scores(one: Statistics, level: str, intervals: Intervals | None, threads: int) -> list[Score]:
    measure = one.measure.at_level(level)
    groups, sums, values = one.scores(level)
    counted, sizes = one.counted(level).tolist(), replace(one, left_out=()).counted(level).tolist()
    signature = one.signature(level)
    bounds = None
    if intervals is not None:
        resampled = bootstrap(one.kept(), intervals.resamples, intervals.seed, intervals.unit, threads)
        bounds = percentile_interval(resampled, intervals.confidence)
        signature += f"|{intervals}"
    made = []
    for s, system in enumerate(one.systems):
        low, high = (None, None) if bounds is None else (float(bounds[0][s]), float(bounds[1][s]))
        for place, (group, value, row) in enumerate(zip(groups, values[s].tolist(), sums[s], strict=True)):
            reason = (measure.undefined if counted[place] else _UNANNOTATED) if math.isnan(value) else None
            if reason is None and low is not None and math.isnan(low):
                reason = f"no interval: in some resample {measure.undefined}"
            notice = _notice(measure.notice(row), counted[place], sizes[place])
            made.append(Score(system, one.label, level, group, value, signature, low, high, reason, notice))
    return made


def _notice(told: str | None, counted: int, size: int) -> str | None:
    """Return what is to be said beside a score, and on how many segments it rests if not on all."""
    if counted in (0, size):
        return told
    rests = f"it rests on {counted:,} of {size:,} segments; the others could not be annotated"
    return rests if told is None else f"{told}; {rests}"
