"""A table of scores: what every measure, ours or external, gives every output, ready to be held against people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several, several_names
from steelyard.corpus.judgement import Judgement
from steelyard.draws import Progress
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.judgements.sources import GivenJudgements
from steelyard.measures.kinds.base import Measure
from steelyard.results.account import Account
from steelyard.results.brief import Brief
from steelyard.results.result import Result, plain
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Column, Table
from steelyard.scores.external import ExternalScores, check_lower, measures_of, open_external
from steelyard.scores.numbering import segment_count
from steelyard.scores.scores import Scores, from_statistics, several_measures
from steelyard.statistics import Statistics, misfits, signature_of, unannotated

if TYPE_CHECKING:
    from steelyard.corpus.selection import Selection

Array = NDArray[Any]
#: External scores as a caller may give them: a TSV file, or what was read from one.
ExternalSource = str | Path | ExternalScores


@dataclass(frozen=True, eq=False, repr=False)
class ScoreColumn(Brief):
    """One measure's scores.

    statistics   those of a measure with scores of segments, in the order of the table's systems
    whole        one score for each system, where there are no scores of segments, or where it is given beside them
    external     the measure that stands for a file of scores
    """

    label: str
    higher_is_better: bool
    statistics: Statistics | None = None
    whole: Array | None = None
    external: Measure | None = None

    def at(self, level: str) -> Array:
        """Return system × group scores at a level, in the measure's own scale; nan where there is none."""
        if self.whole is not None and level == "system":
            return self.whole[:, None]
        if self.statistics is None:
            raise SpecError(f"{self.label} has one score for each system and none at level {level}")
        return self.statistics.scores(level)[2]

    def of_segments(self) -> ScoreColumn:
        """Return the measure without scores of whole systems that are given beside those of segments."""
        return self if self.statistics is None else replace(self, whole=None)

    def signature(self, level: str) -> Signature:
        """Return how the scores were made."""
        if self.external is not None:
            selection = None if self.statistics is None else self.statistics.selection
            signature = signature_of(self.external, (0, 0), {}, "", level, selection=selection)
            return signature.joined(systems="given" if level == "system" and self.whole is not None else None)
        if self.statistics is None:
            raise SpecError(f"{self.label} has no statistics to tell how it was made")
        return self.statistics.signature(level)


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable(Result):
    """Measures × systems × segments.

    systems     those of the corpus or the scores; a column may lack some, whose scores are nan there
    segments    how many there are
    judgements  those that the corpus carries
    corpus      the texts, where they are known
    notices     what was left out
    selection   what the segments are of a larger test set that they were selected from
    """

    systems: tuple[str, ...]
    segments: int
    columns: tuple[ScoreColumn, ...]
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()
    corpus: Corpus | None = None
    notices: tuple[str, ...] = ()
    selection: Selection | None = None

    def __len__(self) -> int:
        return self.segments

    def _summary(self) -> str:
        return f"{len(self.columns)} measures × {len(self.systems)} systems × {self.segments} segments"

    @property
    def measures(self) -> tuple[str, ...]:
        """Measures as they were asked for."""
        return tuple(column.label for column in self.columns)

    def to_dict(self) -> dict[str, Any]:
        """Return the scores of whole systems by every measure, and the notices, as JSON has them."""
        scores = [
            {"system": name, "measure": column.label, "value": value, "signature": column.signature("system")}
            for column in self.columns
            for name, value in zip(self.systems, plain(column.at("system")[:, 0]), strict=True)
        ]
        return {"scores": scores, "notices": list(self.notices)}

    def account(self) -> Account:
        """Return a table of the scores of whole systems, a column for each measure."""
        heads = [
            Column(
                column.label,
                better=HIGHER if column.higher_is_better else LOWER,
                signature=column.signature("system"),
                measures=True,
            )
            for column in self.columns
        ]
        rows = zip(self.systems, *(column.at("system")[:, 0].tolist() for column in self.columns), strict=True)
        table = Table("scores", "Scores of whole systems", ("system", *heads), rows)
        return Account("Table of scores", (table,), notices=self.notices, name="scores")

    def facet(self, name: str) -> tuple[str, ...]:
        """Return a facet's values, one per segment."""
        if not isinstance(name, str) or name not in self.facets:
            raise SpecError(f"there is no facet {name!r} to group by" + suggestion(name, self.facets))
        return self.facets[name]

    def oriented(self, level: str = "segment") -> NDArray[np.float64]:
        """Return measure × system × group scores of which more is better: lower-is-better measures are negated."""
        return np.stack([column.at(level) * (1 if column.higher_is_better else -1) for column in self.columns])

    def texts(self) -> NDArray[np.int64] | None:
        """Return system × segment numbers, equal where a segment's texts are equal; 0 or less for a reference's text.

        None where the texts are not known.
        """
        if self.corpus is None:
            return None
        outputs = [self.corpus.systems[name] for name in self.systems]
        numbers = np.empty((len(outputs), self.segments), np.int64)
        references = list(zip(*self.corpus.references, strict=True)) if self.corpus.references else []
        for n, texts in enumerate(zip(*outputs, strict=True)):
            number_of = {text: -k for k, text in enumerate(dict.fromkeys(references[n]))} if references else {}
            for system, text in enumerate(texts):
                numbers[system, n] = number_of.setdefault(text, 1 + system)
        return numbers

    def scores(self, level: str = "system") -> Scores:
        """Return scores of all measures, ours and others alike, as sy.compare and the ranks take them.

        They are made of segments; `means_told` names the measures of which other scores of systems are given.
        """
        if bare := self._bare():
            raise InputError(f"{bare[0]} has one score for each system; scores of segments are needed here")
        return from_statistics([column.statistics for column in self.columns if column.statistics is not None], level)

    def means_told(self) -> tuple[str, ...]:
        """Say of which measures given scores of systems are not used where scores are made of segments."""
        labels = [column.label for column in self.columns if column.statistics is not None and column.whole is not None]
        notice = f"the scores of whole systems are means of segments here, not those given: {', '.join(labels)}"
        return (notice,) if labels else ()

    def with_segments(self, what: str) -> tuple[ScoreTable, tuple[str, ...]]:
        """Return the table of the measures with scores of segments, which `what` needs, and a notice of the others.

        Scores of systems are then made of segments, also where others are given.
        """
        kept = tuple(replace(column, whole=None) for column in self.columns if column.statistics is not None)
        if not kept:
            raise SpecError(f"{what} needs scores of segments, and systems have one score each")
        bare = self._bare()
        notices = (f"{what} left out, for systems have one score each: {', '.join(bare)}",) if bare else ()
        return replace(self, columns=kept), notices

    def _bare(self) -> list[str]:
        """Return the measures without scores of segments."""
        return [column.label for column in self.columns if column.statistics is None]

    def among(self, systems: Sequence[str]) -> ScoreTable:
        """Return the table of some of its systems, in their order."""
        chosen = tuple(systems)
        places = [self.systems.index(name) for name in chosen]
        columns = tuple(
            replace(
                column,
                statistics=None if column.statistics is None else column.statistics.among(chosen),
                whole=None if column.whole is None else column.whole[places],
            )
            for column in self.columns
        )
        return replace(self, systems=chosen, columns=columns)

    def of(self, measures: Sequence[str] | str) -> ScoreTable:
        """Return the table of some of its measures."""
        measures = several_names(measures, "measures")
        for name in measures:
            if name not in self.measures:
                raise SpecError(f"no measure {name!r} in these scores" + suggestion(name, self.measures))
        chosen = tuple(self.columns[self.measures.index(name)] for name in measures)
        return replace(self, columns=chosen)


def no_outputs(thing: object) -> SpecError:
    """Return the error that something is neither a corpus nor scores."""
    return SpecError(
        f"{type(thing).__name__} is neither a Corpus nor Scores; make one with sy.Corpus.of, or scores with sy.score"
    )


@public
def score_table(
    scores: Corpus | Scores | None,
    measures: Sequence[str | Measure] | str | Measure = (),
    *,
    external: Iterable[ExternalSource] | ExternalSource = (),
    lower: Iterable[str] | str = (),
    human: GivenJudgements | None = None,
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> ScoreTable:
    """Make a table of a corpus and measures, or of scores there are; `external` adds measures from files.

    lower   external measures of which less is better
    human   human scores that the table will be held against: where neither a corpus nor scores tell which segments
            there are, theirs count too

    Without a corpus and scores, the first file says which systems there are, and all together which segments: numbers
    from 0 and without gaps.
    """
    corpus: Corpus | None = None
    statistics: Sequence[Statistics] = ()
    measures, lower = several_measures(measures), several_names(lower, "lower")
    if isinstance(scores, Corpus):
        corpus = scores
        statistics = collect(corpus, measures, threads, check_accept(accept), progress) if measures else ()
    elif isinstance(scores, Scores):
        if measures:
            raise SpecError("these scores have their measures; leave measures out")
        statistics = scores.statistics
    elif scores is not None:
        raise no_outputs(scores)
    frame = _frame(corpus, statistics)
    files = several(external, "external", "a file of scores, or a list of such files", ExternalSource)
    sources = [file if isinstance(file, ExternalScores) else open_external(file, accept) for file in files]
    segments = _segments(frame) if frame is not None else segment_count(sources, human, accept)
    selection = frame.selection if frame is not None else None
    whole, ids = (segments, frame.ids if frame else None) if selection is None else (selection.count, selection.ids)
    columns = [
        column.selected(selection)
        for source in sources
        for column in (
            [source] if isinstance(source, ExternalScores) else measures_of(source, whole, ids, lower, accept)
        )
    ]
    check_lower(lower, (column.label for column in columns))
    if not statistics and not columns:
        raise SpecError("there is nothing to hold against people; name measures, or give scores")
    return _joined(corpus, statistics, columns, frame, segments)


def _frame(corpus: Corpus | None, statistics: Sequence[Statistics]) -> Corpus | Statistics | None:
    """Return what says which segments there are."""
    return corpus if corpus is not None else statistics[0] if statistics else None


def _segments(frame: Corpus | Statistics) -> int:
    return len(frame) if isinstance(frame, Corpus) else int(frame.values.shape[1])


def _joined(
    corpus: Corpus | None,
    statistics: Sequence[Statistics],
    external: Sequence[ExternalScores],
    frame: Corpus | Statistics | None,
    segments: int,
) -> ScoreTable:
    systems = tuple(frame.systems) if frame is not None else external[0].systems
    labels = [*(measured.label for measured in statistics), *(column.label for column in external)]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise InputError(f"two measures are called {twice!r}; rename a column of the file")
    if strange := next((column for column in external if not set(systems) & set(column.systems)), None):
        raise InputError(
            f"the external scores ({strange.label}) are of {', '.join(strange.systems)}, and those here of "
            f"{', '.join(systems)}; no system has both"
        )
    if odd := next((column for column in external if not column.whole and column.values.shape[1] != segments), None):
        raise InputError(f"{odd.label} has scores of {odd.values.shape[1]:,} segments, the others of {segments:,}")
    ids = frame.ids if frame is not None else None
    selection = None if frame is None or frame.selection is None else frame.selection.without_texts()
    facets = dict(frame.facets) if frame is not None else {}
    columns = [
        ScoreColumn(measured.label, measured.measure.higher_is_better, measured.among(systems))
        for measured in statistics
    ]
    for column in (scores.among(systems) for scores in external):
        by_segment = None if column.whole else column.statistics(ids, facets, selection)
        whole = column.values[:, 0] if column.whole else column.system_scores
        columns.append(ScoreColumn(column.label, column.higher_is_better, by_segment, whole, column.measure))
    told_before = () if corpus is None else corpus.notices
    notices = (*told_before, *_notices(systems, external), *unannotated(statistics), *misfits(statistics))
    return ScoreTable(
        systems, segments, tuple(columns), ids, facets, corpus.judgements if corpus is not None else (), corpus,
        notices, selection,
    )  # fmt: skip


def _notices(systems: Sequence[str], external: Sequence[ExternalScores]) -> tuple[str, ...]:
    notices = []
    for column in external:
        if bare := [name for name in systems if name not in column.systems]:
            notices.append(f"{column.label} has no scores of {', '.join(bare)}")
        if foreign := [name for name in column.systems if name not in systems]:
            notices.append(f"left out, for they are not scored here: {', '.join(foreign)} ({column.label})")
        if not column.whole:
            chosen = column.values[[n for n, name in enumerate(column.systems) if name in systems]]
            if missing := int(np.isnan(chosen).sum()):
                notices.append(f"{column.label} has no score for {missing:,} of {chosen.size:,} outputs")
    return tuple(dict.fromkeys(notices))
