"""What there is to know of some systems: scores, comparisons, ranks, human scores, and the words that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.sample import INVENTED, is_sample
from steelyard.draws import Draws
from steelyard.evaluation.findings import findings, people_findings
from steelyard.evaluation.people import Beside, people_account
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.inference.comparison.rankings import Rankings
from steelyard.judgements.statistics import HumanStatistics
from steelyard.meta.people.correlation import MeasureCorrelation
from steelyard.meta.sets.corroboration import Corroboration
from steelyard.results.account import Account
from steelyard.results.numbers import counted, or_null
from steelyard.results.result import Result, plain
from steelyard.results.signature import Signature
from steelyard.scores import Scores
from steelyard.scores.word_differences import Change

#: Of one segment of one system: the changes from each reference; None where there is no such reference, or it is long.
Changes = tuple[list[Change] | None, ...]


@dataclass(frozen=True, eq=False, repr=False)
class SegmentScoreMatrix(Result):
    """Scores of the segments that are shown one by one, under one measure.

    values     system × segment; nan where undefined, for the reason `undefined`
    digits     decimals that the measure is shown with
    """

    measure: str
    values: NDArray[np.float64]
    higher_is_better: bool
    digits: int
    undefined: str
    signature: Signature


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Result):
    """Everything about some systems.

    scores       of the whole test set, with intervals if there are units to draw
    comparisons  of all systems, or with a baseline, and `ranks` over bootstrap samples; none if there is one system
    confirmed    which improvements all measures confirm; none if there is one measure
    human        one for each dimension of the judgements, and in `means` what each system has on average
    people       comparisons of the systems by what people say, dimension by dimension; none if fewer than two systems,
                 or only whole ones, are judged
    correlations of every measure with every dimension, over systems, and in `correlated` the scores they are of:
                 (system, measure) → score, given or made of segments
    corpus       the texts, if they are there
    changes      system × segment, for the segments that are shown one by one, and in `segment_scores` their scores by
                 every measure; `shown_first` names the systems that they are shown of at first
    notices      what was left out
    title        of its page
    """

    scores: Scores
    draws: Draws
    comparisons: Comparisons | None = None
    ranks: Rankings | None = None
    confirmed: Corroboration | None = None
    human: tuple[HumanStatistics, ...] = ()
    means: tuple[tuple[float, ...], ...] = ()
    people: Comparisons | None = None
    correlations: tuple[MeasureCorrelation, ...] = ()
    correlated: Mapping[tuple[str, str], float] = field(default_factory=dict)
    corpus: Corpus | None = None
    changes: tuple[tuple[Changes, ...], ...] = ()
    segment_scores: tuple[SegmentScoreMatrix, ...] = ()
    shown_first: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    title: str = "Report"

    @property
    def segments(self) -> int:
        """Segments of the test set."""
        return int(self.scores.statistics[0].values.shape[1])

    def content(self) -> str:
        """Say what is evaluated, in one line."""
        low, high = self.scores.statistics[0].references
        references = f"{low}" if low == high else f"{low} to {high}"
        counts = counted(self.segments, "segment"), counted(len(self.scores.systems), "system")
        measures = counted(len(self.scores.measures), "measure")
        per_segment = f", references per segment: {references}" if high else ""
        return f"{', '.join(counts)}, {measures}{per_segment}"

    def to_dict(self) -> dict[str, Any]:
        """Return scores, comparisons, what all measures confirm, ranks and correlations as their commands have them.

        people       comparisons by what people say, with their standings, as `steelyard compare` has them
        means        what people give each system on average, by dimension; `correlated` has the scores beside them
        settings     those of the comparisons; notices are those of all parts, each once
        """
        results = (self.scores, self.comparisons, self.confirmed, self.ranks)
        parts = [result.to_dict() for result in results if result is not None]
        content: dict[str, Any] = {}
        for part in parts:
            # What several parts have is the same, but that corroboration tells fewer settings of the comparisons.
            content |= {name: value for name, value in part.items() if name not in content}
        return {
            **content,
            "correlations": plain(self.correlations),
            **({} if self.people is None else {"people": self.people.to_dict()}),
            **(self._human() if self.human else {}),
            "findings": list(self.findings()),
            "notices": self.account().all_notices(),
        }

    def _human(self) -> dict[str, list[dict[str, Any]]]:
        """Return what people give each system, and the scores that are held against it."""
        means = [
            {"dimension": human.dimension, "system": name, "value": or_null(mean), "signature": signature}
            for human, row in zip(self.human, self.means, strict=True)
            for signature in [human.signature("system")]
            for name, mean in zip(human.systems, row, strict=True)
        ]
        scores = [
            {"system": name, "measure": measure, "value": or_null(value)}
            for (name, measure), value in self.correlated.items()
        ]
        return {"means": means, "correlated": scores}

    def findings(self) -> tuple[str, ...]:
        """Return which system is best, and how surely, in sentences."""
        people = () if self.comparisons is None else people_findings(self.human, self.means, self.people)
        return (*findings(self.scores, self.comparisons, self.confirmed), *people)

    def account(self) -> Account:
        """Return the findings in sentences, and the accounts of scores, comparisons, ranks and human scores."""
        parts = [self._scores()]
        if self.comparisons is not None:
            parts.append(replace(self.comparisons.account(), title="Significance"))
        if self.confirmed is not None:
            account = self.confirmed.account()
            elsewhere = self._notices_elsewhere()
            parts.append(replace(account, notices=tuple(line for line in account.notices if line not in elsewhere)))
        if self.ranks is not None:
            parts.append(_ranks(self.ranks, self.draws))
        if self.human:
            beside = Beside(self.scores, self.human, self.means, self.correlated)
            parts.append(people_account(beside, self.correlations, self.people))
        invented = self.corpus is not None and is_sample(self.corpus)
        return Account(
            self.title,
            findings=self.findings(),
            about=((f"{INVENTED}: " if invented else "") + self.content(),),
            parts=tuple(parts),
            records=self.scores.account().records,
            name="evaluation",
            further=tuple(table for part in parts[1:] for table in part.all_records()),
        )

    def _scores(self) -> Account:
        """Return the account of the scores, with how their intervals were made."""
        kind = self.draws.intervals_in_words()
        about = f"{kind[0].upper()}{kind[1:]}; units: {self.draws.unit}."
        scores = self.scores.scores
        if all(score.low is None for score in scores):
            reasons = dict.fromkeys(score.reason.removeprefix("no interval: ") for score in scores if score.reason)
            why = "; ".join(reasons) or f"there is one unit ({self.draws.unit}) to draw from"
            about = f"There are no intervals: {why}."
        return replace(self.scores.account(), about=(about,), notices=self.notices)

    def _notices_elsewhere(self) -> set[str]:
        comparisons = () if self.comparisons is None else self.comparisons.notices
        return {*self.notices, *comparisons, *(notice for human in self.human for notice in human.notices)}


def _ranks(ranks: Rankings, draws: Draws) -> Account:
    about = (
        "How often each system takes each place when the test set is drawn anew, "
        f"{draws.resamples:,} times from its own units ({draws.unit})."
    )
    return replace(ranks.account(), title="Ranks", about=(about,))
