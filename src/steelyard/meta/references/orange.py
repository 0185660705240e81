"""ORANGE: where a measure ranks references among the outputs of systems, or of an n-best list.

For each segment and each of its references r, the outputs and r are scored against the other references, and ranked;
ties share the mean of their ranks. A list's value is the rank of r over the length of the list, a segment's the mean
over its references, and ORANGE the mean over segments: lower is better, for a good measure ranks people's texts first.

Left open by the paper: all texts of a list are scored against the same references, those without r, for a text with one
more to choose from would have an advantage; so a list holds all outputs and one reference. With one reference only
there is nothing that it could be scored against but itself, where every sound measure has it first: such a segment is
left out, and a corpus of such segments refused. An undefined score is not ranked, and the list is the shorter.
Reference: Lin & Och (2004), ORANGE: a method for evaluating automatic evaluation metrics for machine translation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.annotation.chunk import AnnotatedChunk
from steelyard.arguments import public
from steelyard.corpus import Corpus, Texts, check_accept, check_corpus
from steelyard.corpus.sentences import Annotation
from steelyard.corpus.texts import Chunk
from steelyard.draws import Draws, Progress, Run, thread_count
from steelyard.errors import InputError, SegmentError, SpecError, accepting
from steelyard.inference.checks import as_numbers
from steelyard.measures.kinds.base import Fitted, Measure, ratio
from steelyard.meta.references.bootstrap import check_unit, means
from steelyard.meta.references.pairwise import oriented, parsed, segment_spans
from steelyard.meta.sections import Section, texts_of
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.numbers import shown
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import LOWER, Column, Number, Table, bounded
from steelyard.scores import several_measures
from steelyard.scores.table import ScoreTable
from steelyard.statistics import scores_and_sums, signature_of
from steelyard.text import ChunkViews
from steelyard.threads import in_threads

if TYPE_CHECKING:
    from steelyard.annotation.chunk import Given

Array = NDArray[Any]
_SEGMENT = "segment"
_REFERENCE = ""


@dataclass(frozen=True, repr=False, kw_only=True)
class OrangeScore(IntervalEstimate):
    """ORANGE of one measure, with its interval.

    n          segments with a value
    lists      lists ranked: segments × references
    length     mean length of the lists
    least      the value if references were always first
    undefined  lists in which the reference has no score
    unranked   scores of outputs that are undefined, and absent outputs
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "measure", "value", "low", "high", "n", "lists", "length", "least", "undefined", "unranked",
        "signature", "reason", "notice",
    )  # fmt: skip

    measure: str
    n: int
    lists: int
    length: float
    least: float
    undefined: int
    unranked: int


@dataclass(frozen=True, repr=False)
class Orange(Result):
    """ORANGE of several measures, in the order given; notices say what was left out."""

    scores: tuple[OrangeScore, ...]
    notices: tuple[str, ...]

    def _summary(self) -> str:
        values = (f"{score.measure} {shown(score.value, '.3f')}" for score in self.scores)
        return ", ".join(values)

    def value(self, measure: str) -> float:
        """Return the value of one measure."""
        for score in self.scores:
            if score.measure == measure:
                return score.value
        raise SpecError(f"no measure {measure!r} here; there are {', '.join(score.measure for score in self.scores)}")

    @property
    def signature(self) -> str:
        """How all values were made, a line for each measure."""
        return "\n".join(score.signature for score in self.scores)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"orange": […], "notices": […]} as the JSON output has it."""
        return {"orange": [score.to_dict() for score in self.scores], "notices": list(self.notices)}

    def account(self) -> Account:
        """Return a table with a row for each measure, the best first."""
        rows = [
            (score.measure, _number(score), score.least, score.length, score.lists, score.undefined)
            for score in sorted(self.scores, key=lambda score: (math.isnan(score.value), score.value))
        ]
        columns = (
            Column("measure"), Column("ORANGE", better=LOWER, digits=3), Column("least", digits=3),
            Column("length", digits=1), Column("lists"), Column("undefined"),
        )  # fmt: skip
        return Account(
            "ORANGE (Lin & Och 2004)",
            (Table("orange", "where references stand among outputs, as a share of the list", columns, rows),),
            notices=self.notices,
            signatures={score.measure: score.signature for score in self.scores},
            name="orange",
        )


def _number(score: OrangeScore) -> Number:
    remarks = [f"{score.measure}: {text}" for text in (score.reason, score.notice) if text]
    return bounded(score.value, score.low, score.high, remark="; ".join(remarks))


@public
def orange(
    corpus: Corpus,
    measures: Sequence[str | Measure] | str | Measure = ("bleu", "chrf", "ter"),
    *,
    draws: Draws = Draws(),
    run: Run = Run(),
) -> Orange:
    """Say how high each measure ranks references among the outputs; no human scores are needed.

    corpus     outputs of systems, or an n-best list given as systems (the n-th system is the n-th of each list; one
               that is shorter has no output there), and two references or more
    draws      how the bootstrap of intervals is made
    """
    check_corpus("orange", corpus)
    chosen = several_measures(measures)
    check_unit(draws, corpus.facets)
    accept, count = check_accept(run.accept), thread_count(run.threads)
    present, there = _check(corpus, accept)
    labels, fitted, left_out = parsed(corpus, chosen, count, accept, run.progress)
    reference_scores, outputs, notices = _scored(corpus, fitted, present, there, count, run.progress)
    for m, out in enumerate(left_out):
        reference_scores[m][:, out], outputs[m][:, out] = np.nan, np.nan
    scores = tuple(
        _score(corpus, label, measure, reference_scores[m], outputs[m], present, draws, notices[m])
        for m, (label, measure) in enumerate(zip(labels, fitted, strict=True))
    )
    return Orange(scores, (*_notices(present, there), *_unannotated(labels, left_out, len(corpus))))


def _unannotated(labels: Sequence[str], left_out: Sequence[Sequence[int]], segments: int) -> Iterator[str]:
    """Yield, for each measure that does without some segments, how many these are."""
    for label, out in zip(labels, left_out, strict=True):
        if out:
            yield f"{label}: {len(out):,} of {segments:,} segments could not be annotated and are left out"


def reference_shares(references: Any, outputs: Any) -> Array:
    """Return rank / length of each list: the place of a reference among outputs, by scores of which more is better.

    references  any shape: the score of each list's reference
    outputs     that shape × output: those of its outputs; nan is not ranked
    """
    references, outputs = as_numbers(references), as_numbers(outputs)
    if outputs.shape[:-1] != references.shape:
        raise InputError(
            f"references of shape {references.shape} and outputs of {outputs.shape}; expected one axis more"
        )
    ranks = 1 + (outputs > references[..., None]).sum(axis=-1) + (outputs == references[..., None]).sum(axis=-1) / 2
    ranked = (~np.isnan(outputs)).sum(axis=-1)
    return np.where(np.isnan(references) | (ranked == 0), np.nan, ranks / (ranked + 1))


def _check(corpus: Corpus, accept: Sequence[str]) -> tuple[Array, Array]:
    """Return reference × segment and system × segment: which texts are there; or raise if no list can be ranked."""
    if not corpus.systems:
        raise InputError("there is no system output to rank references among; give at least one")
    present = np.ones((len(corpus.references), len(corpus)), bool)
    for row, texts in zip(present, corpus.references, strict=True):
        row[texts.blank()] = False
    if not (present.sum(axis=0) >= 2).any():
        raise InputError(
            "no segment has two references; ORANGE scores each reference against the others, for against itself it "
            "would always be first: give a second reference set"
        )
    there = np.ones((len(corpus.systems), len(corpus)), bool)
    for row, (name, texts) in zip(there, corpus.systems.items(), strict=True):
        row[texts.absent] = False
        if "empty" not in accept and len(blank := np.setdiff1d(texts.blank(), texts.absent)):
            where = corpus.segment_name(int(blank[0]))
            raise InputError(
                f"system {name!r} has an empty output for segment {where}; fill it in, or use {accepting('empty')} to "
                f"score it as it is"
            )
    return present, there


def _scored(
    corpus: Corpus, measures: Sequence[Measure], present: Array, there: Array, threads: int, progress: Progress | None
) -> tuple[Array, Array, list[str | None]]:
    """Return measure × reference × segment and … × system: scores of the references and outputs in each list."""
    shape = len(measures), *present.shape
    reference_scores, outputs = np.full(shape, np.nan), np.full((*shape, len(there)), np.nan)
    sums: list[Any] = [0] * len(measures)
    listed = present & (present.sum(axis=0) >= 2)

    def work(start: int, stop: int, flag: _core.Stop) -> list[tuple[int, Array, list[tuple[Array, Array]]]]:
        return list(_lists(corpus, measures, listed, start, stop, flag))

    done = 0
    for (start, stop), lists in in_threads(segment_spans(corpus, threads), threads, work):
        for reference, segments, by_measure in lists:
            for m, (scores, more) in enumerate(by_measure):
                reference_scores[m, reference, segments] = scores[-1]
                outputs[m, reference, segments] = np.where(there[:, segments], scores[:-1], np.nan).T
                sums[m] = sums[m] + more
        done += stop - start
        if progress is not None:
            progress(done, len(corpus))
    notices = [
        measure.at_level(_SEGMENT).notice_of_all(total, len(there) + 1)
        for measure, total in zip(measures, sums, strict=True)
    ]
    return reference_scores, outputs, notices


def _lists(
    corpus: Corpus, measures: Sequence[Measure], listed: Array, start: int, stop: int, flag: _core.Stop
) -> Iterator[tuple[int, Array, list[tuple[Array, Array]]]]:
    """Yield each reference, its segments among these, and by each measure system × segment, the reference last."""
    references = [texts.chunk(start, stop) for texts in corpus.references]
    systems = {name: texts.chunk(start, stop) for name, texts in corpus.systems.items()}
    source = None if corpus.source is None else corpus.source.chunk(start, stop)
    for reference, chunk in enumerate(references):
        rows = np.flatnonzero(listed[reference, start:stop])
        if not len(rows):
            continue
        others = [_taken(other, rows) for n, other in enumerate(references) if n != reference]
        texts = {name: _taken(outputs, rows) for name, outputs in (systems | {_REFERENCE: chunk}).items()}
        annotated = AnnotatedChunk(others, texts, _trees(corpus, reference, start + rows), tolerant=True)
        views = ChunkViews(others, texts, None if source is None else _taken(source, rows), annotated, flag)
        by_measure = []
        for measure in measures:
            try:
                statistics = np.stack([measure.statistics(batch) for batch in views.batches()])
            except SegmentError as error:
                name = corpus.segment_name(start + int(rows[error.row]))
                raise InputError(f"{measure.name}, segment {name}: {error.problem}") from None
            scores, sums = scores_and_sums(measure.at_level(_SEGMENT), statistics)
            by_measure.append((oriented(measure, scores), sums))
        yield reference, start + rows, by_measure


def _trees(corpus: Corpus, reference: int, segments: Array) -> Given:
    """Return the annotations that came with the texts of a list: the other references, outputs and the reference."""

    def taken(texts: Texts) -> list[Annotation] | None:
        annotations = texts.annotations(0, len(texts))
        return None if annotations is None else [annotations[n] for n in segments]

    references = [taken(texts) for texts in corpus.references]
    own = references.pop(reference)
    return references, {name: taken(texts) for name, texts in corpus.systems.items()} | {_REFERENCE: own}


def _taken(chunk: Chunk, rows: Array) -> Chunk:
    return Chunk(chunk.data, chunk.starts[rows], chunk.ends[rows])


def _score(
    corpus: Corpus, label: str, measure: Measure, reference_scores: Array, outputs: Array, present: Array, draws: Draws,
    notice: str | None,
) -> OrangeScore:  # fmt: skip
    shares = reference_shares(reference_scores, outputs)
    ranked = ~np.isnan(shares)
    segments = ratio(np.where(ranked, shares, 0.0).sum(axis=0), ranked.sum(axis=0))
    value, low, high = (float(estimates[0]) for estimates in means(segments[None], draws, corpus.facets))
    listed = present & (present.sum(axis=0) >= 2)
    others = (~np.isnan(outputs)).sum(axis=-1)
    lengths = np.where(ranked, others + 1, 1)
    least = ratio(np.where(ranked, 1 / lengths, 0.0).sum(axis=0), ranked.sum(axis=0))
    reason = measure.undefined if np.isnan(value) else None
    if reason is None and np.isnan(low):
        reason = "no interval: some resample has no segment with a value"
    return OrangeScore(
        measure=label, value=value, low=low, high=high,
        n=int((~np.isnan(segments)).sum()),
        lists=int(ranked.sum()),
        length=float(ratio(lengths[ranked].sum(), ranked.sum())),
        least=float(ratio(least[~np.isnan(least)].sum(), (~np.isnan(least)).sum())),
        undefined=int((listed & ~ranked).sum()),
        unranked=int((np.isnan(outputs) & ranked[..., None]).sum()),
        signature=_signature(corpus, measure, present, draws),
        reason=reason, notice=notice,
    )  # fmt: skip


def _signature(corpus: Corpus, measure: Measure, present: Array, draws: Draws) -> Signature:
    counts = present.sum(axis=0)
    others = counts[counts >= 2] - 1
    context = measure.context if isinstance(measure, Fitted) else ""
    counts, kinds = (int(others.min()), int(others.max())), corpus.reference_kinds
    base = signature_of(
        measure, counts, measure.resources(), context, _SEGMENT, kinds=kinds, selection=corpus.selection
    )
    return Signature.of(
        base, orange="rank/length", against="other-references", ties="mean-rank", outputs=len(corpus.systems),
        segments=len(others), mean="references,segments",
    ).joined(draws.bootstrap_signature())  # fmt: skip


def _notices(present: Array, there: Array) -> Iterator[str]:
    if few := int((present.sum(axis=0) < 2).sum()):
        yield f"{few:,} of {present.shape[1]:,} segments have fewer than two references and are left out"
    if absent := int((~there).sum()):
        yield f"{absent:,} of {there.size:,} outputs are absent; their lists are the shorter"


def orange_section(table: ScoreTable, draws: Draws, run: Run, **_: object) -> Section:
    """Return ORANGE of the measures that compare texts."""
    corpus, measures, left_out = texts_of(table, "orange")
    figures = orange(corpus, measures, draws=replace(draws, unit="segment", confidence=0.95), run=run)
    return replace(figures.account(), notices=(*left_out, *figures.notices)), figures.to_dict()["orange"]
