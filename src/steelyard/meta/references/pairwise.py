"""How similar the texts of every segment are, references and outputs alike, by several measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.annotation.chunk import AnnotatedChunk
from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept, check_corpus
from steelyard.corpus.given import several_names
from steelyard.corpus.texts import Chunk
from steelyard.draws import Progress, Run, thread_count
from steelyard.engines.local import annotated, fitted
from steelyard.errors import InputError, SegmentError, SpecError, suggestion
from steelyard.inference.checks import as_numbers
from steelyard.measures.kinds.base import Fitted, Measure, ratio
from steelyard.measures.notation import label_of, measure_of
from steelyard.results.account import Account
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Table
from steelyard.scores import several_measures
from steelyard.statistics import scores_and_sums, signature_of
from steelyard.text import ChunkViews, PairViews
from steelyard.threads import in_threads

Array = NDArray[Any]

#: Pairs scored at once, and bytes of their texts; segments viewed at once, and bytes of theirs.
_MOST_PAIRS = 4096
_MOST_BYTES = 1 << 22
_MOST_SEGMENTS = 512
#: Numbers in a table: 4 GB.
_MOST_NUMBERS = 1 << 29
_SEGMENT = "segment"


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseSimilarities(Result):
    """All similarities that QARLA asks for.

    values      segment × measure × text × text: the row's text, as an output, against the column's, as its reference.
                Texts are the references, then the systems' outputs. More is more similar: what is better when lower is
                negated. nan where a text is absent, where the measure is undefined, and where nothing asks for a value
                (a text with itself, a reference against an output)
    present     segment × text: is the text there?
    references  names of the models
    systems     names of the peers
    facets      name → one value per segment
    signatures  of each measure
    notices     what must be known of the similarities
    """

    values: Array
    present: Array
    measures: tuple[str, ...]
    references: tuple[str, ...]
    systems: tuple[str, ...]
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signatures: tuple[Signature, ...] = ()
    notices: tuple[str, ...] = ()

    def _summary(self) -> str:
        count = f"{len(self)} segments, {len(self.references)} references, {len(self.systems)} systems"
        return f"{count}; {', '.join(self.measures)}"

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.values)

    @classmethod
    def of(
        cls,
        values: Any,
        references: int,
        *,
        measures: Sequence[str] | None = None,
        present: Any = None,
        facets: Mapping[str, Sequence[str]] | None = None,
    ) -> PairwiseSimilarities:
        """Make a test bed of similarities from elsewhere, oriented so that more is more similar.

        values      segment × measure × text × text, the references of a segment first
        references  how many of the texts are references
        present     segment × text, false where a text is absent; without it, all are there
        """
        table = as_numbers(values)
        if table.ndim != 4 or table.shape[2] != table.shape[3] or not table.size:
            raise InputError(f"similarities of shape {table.shape}; expected segment × measure × text × text")
        segments, count, texts, _ = table.shape
        if not isinstance(references, int) or not 0 < references < texts:
            raise InputError(f"references={references} of {texts} texts; expected at least one, and a system's output")
        there = np.ones((segments, texts), bool) if present is None else np.asarray(present, bool)
        if there.shape != (segments, texts):
            raise InputError(f"present has shape {there.shape}; expected segment × text, {(segments, texts)}")
        names = tuple(f"measure {n}" for n in range(1, count + 1)) if measures is None else tuple(measures)
        if len(names) != count or len(set(names)) != count:
            raise InputError(f"{len(set(names))} names for {count} measures; give each its own")
        for name, column in (facets or {}).items():
            if len(column) != segments:
                raise InputError(f"facet {name!r} has {len(column):,} values for {segments:,} segments; give one each")
        return cls(
            table, there, names, reference_names(references),
            tuple(f"system {n}" for n in range(1, texts - references + 1)),
            {name: tuple(column) for name, column in (facets or {}).items()},
        )  # fmt: skip

    @property
    def models(self) -> Array:
        """How many references each segment has."""
        return np.asarray(self.present[:, : len(self.references)].sum(axis=1))

    def places(self, measures: Sequence[str] | str) -> list[int]:
        """Return which of the measures are named."""
        measures = several_names(measures, "measures")
        if not measures:
            raise SpecError("no measure is named; name one or more of those of the test bed")
        for name in measures:
            if name not in self.measures:
                raise SpecError(f"measure {name!r} is not in the test bed" + suggestion(name, self.measures))
        return [self.measures.index(name) for name in measures]

    @property
    def texts(self) -> tuple[str, ...]:
        """Names of the texts of each segment: the references, then the systems."""
        return (*self.references, *self.systems)

    def account(self) -> Account:
        """Return how similar each text is to the references on average, and a record of each pair of texts."""
        undefined, count = self.undefined()
        kinds = counted(len(self), "segment"), counted(len(self.references), "reference")
        notes = [f"undefined: {undefined:,} of {count:,} similarities"] if undefined else []
        notes.append("more is more similar: measures of which less is better are negated")
        means = self._means(slice(0, len(self.references)))
        rows = [[name, *means[:, n].tolist()] for n, name in enumerate(self.texts)]
        title = "Similarity to each reference but itself, on average"
        return Account(
            "Similarities of all texts of each segment",
            (Table("similarities", title, ["text", *self.measures], rows, notes=notes),),
            about=(f"{', '.join(kinds)}, {counted(len(self.systems), 'system')}",),
            notices=self.notices,
            signatures=dict(zip(self.measures, self.signatures, strict=False)),
            records=self._records(),
            name="similarities",
        )

    def _means(self, others: slice) -> Array:
        """Return measure × text: the mean over segments and over other texts, of what is defined."""
        values = self.values[..., others]
        return ratio(np.nansum(values, axis=(0, 3)), (~np.isnan(values)).sum(axis=(0, 3)))

    def _records(self) -> Table:
        """Return a row for each measure and pair of texts that was compared, with the mean over the segments."""
        counts = (~np.isnan(self.values)).sum(axis=0)
        means = ratio(np.nansum(self.values, axis=0), counts)
        rows = [
            [self.measures[m], self.texts[a], self.texts[b], means[m, a, b].item(), counts[m, a, b].item()]
            for m, a, b in np.argwhere(counts).tolist()
        ]
        return Table("similarities", "Similarities", ["measure", "text", "against", "mean", "n"], rows)

    def undefined(self) -> tuple[int, int]:
        """Return how many similarities between texts that are there are undefined, and how many there are in all."""
        asked = _asked(self.present, self.present, len(self.references))
        return int((np.isnan(self.values) & asked[:, None]).sum()), int(asked.sum()) * len(self.measures)


def reference_names(count: int) -> tuple[str, ...]:
    """Return what references are called where they are listed among systems."""
    return tuple(f"reference {n}" for n in range(1, count + 1))


def parsed(
    corpus: Corpus, measures: Sequence[str | Measure], threads: int, accept: Sequence[str], progress: Progress | None
) -> tuple[list[str], list[Measure], list[list[int]]]:
    """Return labels of measures, the measures, fitted to the references of a corpus, and the segments each leaves out.

    Texts are annotated for those that need it.
    """
    if not measures:
        raise SpecError("no measure is given; for instance: rouge-l")
    available = {"references", *([] if corpus.source is None else ["source"])}
    labels, parsed_measures = [], []
    for asked in measures:
        measure = measure_of(asked)
        if lacking := [need for need in measure.needs if need not in available]:
            raise SpecError(f"{measure.name} needs what the corpus does not have: {', '.join(lacking)}")
        if (label := label_of(asked)) in labels:
            raise SpecError(f"measure {label!r} is asked for twice")
        labels.append(label)
        parsed_measures.append(measure)
    unannotated = annotated(corpus, parsed_measures, threads, accept, progress)
    left_out = [sorted(unannotated.get(measure.annotator, ())) for measure in parsed_measures]
    fits = [fitted(measure, corpus, out) for measure, out in zip(parsed_measures, left_out, strict=True)]
    return labels, fits, left_out


@public
def pairwise_similarities(
    corpus: Corpus,
    measures: Sequence[str | Measure] | str | Measure,
    *,
    run: Run = Run(),
) -> PairwiseSimilarities:
    """Compare all texts of each segment with one another; a segment's texts are viewed once, and scored in batches.

    A fitted measure is fitted to the references. An empty output, where accepted, is compared as an output only.
    """
    check_corpus("pairwise_similarities", corpus)
    accept = check_accept(run.accept)
    corpus.check_scorable(accept)
    chosen = several_measures(measures)
    _check_size(corpus, len(chosen))
    count, done = thread_count(run.threads), 0
    labels, fitted_measures, left_out = parsed(corpus, chosen, count, accept, run.progress)
    columns = [*corpus.references, *corpus.systems.values()]
    blank = np.zeros((len(corpus), len(columns)), bool)
    for n, column in enumerate(columns):
        blank[column.blank(), n] = True
    present = ~blank
    present[:, len(corpus.references) :] = True
    # for sets of measures are looked at, what one of them cannot have annotated is left out for all
    lost = sorted(set().union(*left_out))
    present[lost], blank[lost] = False, True
    asked = _asked(present, ~blank, len(corpus.references))
    values = np.full((len(corpus), len(fitted_measures), len(columns), len(columns)), np.nan)
    sums: list[Any] = [0] * len(fitted_measures)
    work = _Work(corpus, columns, fitted_measures, asked)
    for (start, stop), (scores, more) in in_threads(segment_spans(corpus, count), count, work):
        where = np.nonzero(asked[start:stop])
        for m in range(len(fitted_measures)):
            values[start:stop, m][where] = scores[m]
            sums[m] = sums[m] + more[m]
        done += stop - start
        if run.progress is not None:
            run.progress(done, len(corpus))
    notices = [f"{len(lost):,} of {len(corpus):,} segments are left out; they could not be annotated"] if lost else []
    notices += [
        f"{label}: {notice}"
        for label, measure, total in zip(labels, fitted_measures, sums, strict=True)
        if (notice := measure.at_level(_SEGMENT).notice_of_all(total, max(1, present.shape[1] - 1))) is not None
    ]
    return PairwiseSimilarities(
        values, present, tuple(labels), reference_names(len(corpus.references)), tuple(corpus.systems),
        dict(corpus.facets), tuple(map(similarity_signature, fitted_measures)), tuple(notices),
    )  # fmt: skip


def _check_size(corpus: Corpus, measures: int) -> None:
    """Refuse what would not fit into memory."""
    texts = len(corpus.references) + len(corpus.systems)
    needed = len(corpus) * measures * texts * texts
    if needed > _MOST_NUMBERS:
        raise InputError(
            f"all pairs of {texts:,} texts of {len(corpus):,} segments by {measures} measures are {needed:,} numbers, "
            f"more than {_MOST_NUMBERS:,}; take fewer systems, segments or measures"
        )


def similarity_signature(measure: Measure) -> Signature:
    """Return every choice behind similarities by a measure."""
    context = measure.context if isinstance(measure, Fitted) else ""
    return signature_of(measure, (1, 1), measure.resources(), context, _SEGMENT)


def oriented(measure: Measure, scores: Array) -> Array:
    """Return scores so that more is better."""
    return scores if measure.higher_is_better else -scores


@dataclass(frozen=True, eq=False)
class _Work:
    """Scores the pairs of a run of segments by all measures."""

    corpus: Corpus
    columns: Sequence[Any]
    measures: Sequence[Measure]
    asked: Array

    def __call__(self, start: int, stop: int, flag: _core.Stop) -> tuple[list[Array], list[Any]]:
        """Return measure × pair, and each measure's sums for its notice."""
        views = self._views(start, stop)
        segments, rows, others = np.nonzero(self.asked[start:stop])
        size = stop - start
        sizes = np.stack([np.diff(column.bytes_before()[start : stop + 1]) for column in self.columns])
        bytes_of = sizes[rows, segments] + sizes[others, segments]
        scores: list[list[Array]] = [[] for _ in self.measures]
        sums: list[Any] = [0] * len(self.measures)
        for run in _runs(bytes_of):
            pairs = PairViews(views, rows[run] * size + segments[run], others[run] * size + segments[run], flag)
            for m, measure in enumerate(self.measures):
                flag.look()
                try:
                    statistics = measure.statistics(pairs.batch(""))
                except SegmentError as error:
                    name = self.corpus.segment_name(start + int(segments[run][error.row]))
                    raise InputError(f"{measure.name}, segment {name}: {error.problem}") from None
                values, more = scores_and_sums(measure.at_level(_SEGMENT), statistics)
                scores[m].append(oriented(measure, values))
                sums[m] = sums[m] + more
        return [np.concatenate([*parts, np.empty(0)]) for parts in scores], sums

    def _views(self, start: int, stop: int) -> ChunkViews:
        column = stacked([texts.chunk(start, stop) for texts in self.columns])
        annotations = [texts.annotations(start, stop) for texts in self.columns]
        partly = any(column_annotations is None for column_annotations in annotations)
        trees = None if partly else [text for column_annotations in annotations for text in column_annotations or ()]
        annotated = AnnotatedChunk([column], {"": column}, ([trees], {"": trees}), tolerant=True)
        if self.corpus.source is None:
            return ChunkViews([column], {"": column}, None, annotated)
        data, starts, ends = self.corpus.source.chunk(start, stop)
        source = Chunk(data, np.tile(starts, len(self.columns)), np.tile(ends, len(self.columns)))
        return ChunkViews([column], {"": column}, source, annotated)


def stacked(chunks: Sequence[Chunk]) -> Chunk:
    """Return the texts of some chunks, one chunk after another."""
    before = np.cumsum([0, *(len(chunk.data) for chunk in chunks)])
    starts = np.concatenate([chunk.starts + at for chunk, at in zip(chunks, before[:-1], strict=True)])
    ends = np.concatenate([chunk.ends + at for chunk, at in zip(chunks, before[:-1], strict=True)])
    return Chunk(b"".join(chunk.data for chunk in chunks), starts, ends)


def _asked(outputs: Array, others: Array, references: int) -> Array:
    """Return segment × text × text: pairs that QARLA asks for, given which texts may be outputs, and which references.

    No definition asks for a reference against an output.
    """
    pairs = outputs[:, :, None] & others[:, None, :] & ~np.eye(outputs.shape[1], dtype=bool)
    pairs[:, :references, references:] = False
    return np.asarray(pairs)


def segment_spans(corpus: Corpus, threads: int) -> Iterator[tuple[int, int]]:
    """Cut the segments into chunks of bounded number and size."""
    size = min(_MOST_SEGMENTS, max(16, -(-len(corpus) // (4 * threads))))
    before = corpus.bytes_before()
    start = 0
    while start < len(corpus):
        fitting = int(np.searchsorted(before, before[start] + _MOST_BYTES, side="right")) - 1
        stop = min(start + size, len(corpus), max(fitting, start + 1))
        yield start, stop
        start = stop


def _runs(sizes: Array) -> Iterator[slice]:
    """Cut pairs into runs of bounded number and size."""
    start, before = 0, np.concatenate(([0], np.cumsum(sizes)))
    while start < len(sizes):
        fitting = int(np.searchsorted(before, before[start] + _MOST_BYTES, side="right")) - 1
        stop = min(start + _MOST_PAIRS, len(sizes), max(fitting, start + 1))
        yield slice(start, stop)
        start = stop
