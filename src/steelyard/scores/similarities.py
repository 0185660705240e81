"""Similarities: every text against every other, each text viewed once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.annotation.chunk import AnnotatedChunk
from steelyard.arguments import public
from steelyard.corpus import Corpus, FiledTexts, HeldTexts, Texts, check_accept
from steelyard.corpus.given import listed
from steelyard.corpus.sentences import GIVEN
from steelyard.draws import thread_count
from steelyard.engines.local import fitted
from steelyard.errors import InputError, MissingResource, SegmentError, SpecError, accepting
from steelyard.measures.kinds.base import Fitted, Measure
from steelyard.measures.notation import label_of, measure_of
from steelyard.results.account import Account
from steelyard.results.result import Result, plain
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Number, Table
from steelyard.statistics import scores_and_sums, signature_of
from steelyard.text import ChunkViews, PairViews
from steelyard.threads import in_threads, on_thread

#: Pairs scored at once, and bytes of their texts: what bounds the memory beside the matrix itself.
_MOST_PAIRS = 4096
_MOST_BYTES = 1 << 22
_SEGMENT = "segment"


@dataclass(frozen=True, eq=False, repr=False)
class SimilarityMatrix(Result):
    """How similar every text is to every other.

    values     text × other, in the measure's own scale and direction; nan where `reason` holds
    measure    the measure as it was asked for
    signature  every choice behind the values
    notice     what must be known beside them, over all pairs, such as that a search was cut
    digits     decimals that values are shown with
    """

    values: NDArray[np.float64]
    measure: str
    signature: Signature
    reason: str | None = None
    notice: str | None = None
    digits: int = 4

    def _summary(self) -> str:
        texts, others = self.values.shape
        return f"{texts} texts × {others} others; {self.measure}"

    def to_dict(self) -> dict[str, Any]:
        """Return the matrix as the JSON output has it: one list per text, an undefined value as null."""
        remarks = {"reason": self.reason, "notice": self.notice}
        content = {
            "measure": self.measure,
            **{name: remark for name, remark in remarks.items() if remark is not None},
            "signature": self.signature,
            "values": self.values,
        }
        return {"similarity": plain(content)}

    def account(self) -> Account:
        """Return the matrix, and a record of each pair."""
        others = (Column(str(other), digits=self.digits) for other in range(self.values.shape[1]))
        rows: list[list[Cell]] = [[str(text), *map(Number, values)] for text, values in enumerate(self.values.tolist())]
        notes = [f"undefined: {self.reason}"] if self.reason is not None else []
        return Account(
            "Similarity of every text to every other",
            (Table("similarity", "", ["text", *others], rows, notes=notes),),
            notices=() if self.notice is None else (self.notice,),
            signatures={"": self.signature},
            records=self._records(),
            name="similarity",
        )

    def _records(self) -> Table:
        rows = [
            [text, other, self.measure, value, self.reason if math.isnan(value) and self.reason else "", self.signature]
            for text, values in enumerate(self.values.tolist())
            for other, value in enumerate(values)
        ]
        return Table("similarity", "", ["text", "other", "measure", "value", "reason", "signature"], rows)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame, one row per text and one column per other; its `attrs` have the signature."""
        try:
            import pandas
        except ImportError:
            raise MissingResource("to_pandas needs pandas; install it with: pip install pandas") from None
        texts, others = map(pandas.RangeIndex, self.values.shape)
        frame = pandas.DataFrame(self.values, index=texts.rename("text"), columns=others.rename("other"))
        frame.attrs["signature"] = self.signature
        return frame


@dataclass(frozen=True)
class Similarity:
    """A measure between two texts: the one is scored as the output, the other as its only reference.

    Any measure that needs no more than references is one; a measure that needs source texts is one given them.
    A fitted measure is fitted to all the others.
    """

    measure: Measure
    label: str = field(default="", compare=False)

    @classmethod
    def of(cls, measure: str | Measure) -> Similarity:
        """Return the similarity that a measure, or its notation, makes."""
        return cls(measure_of(measure), label_of(measure) if isinstance(measure, str) else "")

    def matrix(
        self,
        texts: Sequence[str] | Texts,
        others: Sequence[str] | Texts | None = None,
        *,
        threads: int | None = None,
        accept: Sequence[str] = (),
        source: Sequence[str] | Texts | None = None,
    ) -> SimilarityMatrix:
        """Return every text against every other (every text again where none are given)."""
        accept = check_accept(accept)
        count = thread_count(threads)
        outputs = _column(texts, "texts", accept)
        references = outputs if others is None else _column(others, "others", accept)
        sources = None if source is None else _column(source, "source", accept)
        self._check(outputs, references, sources, accept, own=others is None)
        resources = self.measure.resources()
        self._check_trees(outputs, references)
        measure = fitted(self.measure, Corpus({}, (references,)))
        values, notice = _scores(measure, outputs, references, sources, count)
        context = measure.context if isinstance(measure, Fitted) else ""
        undefined = measure.undefined if np.isnan(values).any() else None
        signature = signature_of(self.measure, (1, 1), resources, context, _SEGMENT)
        label = self.label or str(self.measure)
        return SimilarityMatrix(values, label, signature, undefined, notice, self.measure.digits)

    def _check_trees(self, *columns: Texts) -> None:
        """Refuse to have texts parsed anew that come with trees."""
        if self.measure.annotator not in ("", GIVEN):
            from steelyard.annotation.corpora import check_trees

            check_trees(columns, self.measure.annotator, self.measure.name)

    def _check(self, texts: Texts, others: Texts, source: Texts | None, accept: Sequence[str], own: bool) -> None:
        available = {"references", *([] if source is None else ["source"])}
        if lacking := [need for need in self.measure.needs if need not in available]:
            raise SpecError(
                f"{self.measure.name} needs more than two texts: {', '.join(lacking)}"
                + ("; give source=[...], one for each text" if lacking == ["source"] else "; use another measure")
            )
        for column, name, refused in (
            (texts, "texts", texts.absent if "empty" in accept else texts.blank()),
            (others, "texts" if own else "others", others.blank()),
        ):
            if not len(column):
                raise InputError(f"there are no {name}; give at least one")
            if len(refused):
                possible = column is not others and "empty" not in accept
                raise InputError(_empty(column, name, int(refused[0])) + f", or use {accepting('empty')}" * possible)
        if source is not None and len(source) != len(texts):
            raise InputError(f"there are {len(source):,} sources for {len(texts):,} texts; give one for each text")


@public
def similarity(
    texts: Sequence[str],
    others: Sequence[str] | None = None,
    measure: str | Measure = "chrf",
    *,
    threads: int | None = None,
    accept: Sequence[str] = (),
    source: Sequence[str] | None = None,
) -> SimilarityMatrix:
    """Return how similar every text is to every other: each pair scored as one segment, but each text viewed once.

    texts    the outputs
    others   the references; without them, the texts themselves
    measure  one measure, in notation or as a Measure
    accept   what is refused otherwise: "empty" texts (never others), "long" ones
    source   one source text for each text, for measures that need it
    """
    return Similarity.of(measure).matrix(texts, others, threads=threads, accept=accept, source=source)


def _empty(column: Texts, name: str, number: int) -> str:
    where = f"line {number + 1} of {column.name}" if isinstance(column, FiledTexts) else f"{name}[{number}]"
    return f"{where} is empty; fill it in or leave it out"


def _column(texts: Sequence[str] | Texts, name: str, accept: Sequence[str]) -> Texts:
    return texts if isinstance(texts, Texts) else HeldTexts.of(listed(texts, name), name, accept)


def _scores(
    measure: Measure, texts: Texts, others: Texts, source: Texts | None, threads: int
) -> tuple[NDArray[np.float64], str | None]:
    """Return text × other, and what must be said of all pairs together."""
    references, outputs = [others.chunk(0, len(others))], {"": texts.chunk(0, len(texts))}
    annotations = [others.annotations(0, len(others))], {"": texts.annotations(0, len(texts))}
    views = ChunkViews(
        references,
        outputs,
        None if source is None else source.chunk(0, len(source)),
        AnnotatedChunk(references, outputs, annotations, workers=threads),
    )
    at_level = measure.at_level(_SEGMENT)

    def work(start: int, stop: int, flag: _core.Stop) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        rows, columns = np.divmod(np.arange(start, stop), len(others))
        try:
            statistics = measure.statistics(PairViews(views, rows, columns, flag).batch(""))
        except SegmentError as error:
            pair = f"text {rows[error.row]} against other {columns[error.row]}"
            raise InputError(f"{measure.name}, {pair}: {error.problem}") from None
        return scores_and_sums(at_level, statistics)

    values = np.empty(len(texts) * len(others))
    spans = _spans(np.diff(texts.bytes_before()), np.diff(others.bytes_before()))
    # The first span makes the views, so that threads only read them.
    first = next(spans)
    values[slice(*first)], sums = on_thread(partial(work, *first))
    for span, (scores, more) in in_threads(spans, threads, work):
        values[slice(*span)] = scores
        sums = sums + more
    return values.reshape(len(texts), len(others)), at_level.notice_of_all(sums, len(texts))


def _spans(texts: NDArray[np.int64], others: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Cut the pairs, text by text, into runs of bounded number and size."""
    start, pairs = 0, len(texts) * len(others)
    while start < pairs:
        rows, columns = np.divmod(np.arange(start, min(start + _MOST_PAIRS, pairs)), len(others))
        fitting = int(np.searchsorted(np.cumsum(texts[rows] + others[columns]), _MOST_BYTES, side="right"))
        stop = start + max(1, fitting)
        yield start, stop
        start = stop
