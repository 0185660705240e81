"""MQM annotations: files in which each row is an error that a rater marked in an output.

    system seg rater category severity                                                  seg (or id) as in `rows`
    system doc doc_id seg_id rater source target category severity                      as Google published them
    system doc docSegId globalSegId rater source target category severity metadata      later ones

An output without errors has one row of severity No-error. An output's score by one rater is minus the sum of the
penalties of its errors.

Published rows name a document and a position in it from 1 (doc_id or docSegId), a number of their own (seg_id or
globalSegId) and the source text, in which errors may be marked as <v>…</v>. A corpus may know documents, segment ids
and the source. What both know must fit for every row; where nothing does, or two ways disagree, the file is refused.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus.judgement import Judgement
from steelyard.errors import FormatError
from steelyard.files.rows import Rows, segment_numbers
from steelyard.judgements.mqm_weights import Weights

DIMENSION = "mqm"
_RATER = ("rater", "assessor")
_MARK = re.compile(r"</?v>")
_POSITION, _NUMBER = ("docSegId", "doc_id"), ("globalSegId", "seg_id")


@dataclass(frozen=True)
class MQMAnnotations(os.PathLike[str]):
    """A file of MQM annotations, with weights of one's own: severity, or severity:category → penalty."""

    path: str | Path
    weights: Mapping[str, float] = field(default_factory=dict)

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True, eq=False)
class KnownSegments:
    """What is known of the segments of a corpus."""

    count: int
    ids: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    source: Iterable[str | None] | None = None


def is_mqm(header: Sequence[str]) -> bool:
    """Tell by its heading whether a file holds annotations of errors."""
    return {"category", "severity"} <= set(header) and "score" not in header


def check_header(rows: Rows) -> None:
    """Raise unless systems, raters and segments are named."""
    header = set(rows.header)
    placed = {"seg", "id", "seg_id", "globalSegId"} & header or ("doc" in header and {"doc_id", "docSegId"} & header)
    if "system" not in header or len(header & set(_RATER)) != 1 or not placed or {"seg", "id"} <= header:
        raise FormatError(
            f"{rows.path}, line 1: the columns are {', '.join(rows.header)}; expected for MQM annotations system, seg "
            f"(or id, or doc and doc_id or docSegId, or seg_id or globalSegId), rater, category and severity"
        )


def judgements(rows: Rows, items: Sequence[int | str], weights: Weights) -> tuple[Judgement, ...]:
    """Return a judgement for each output and rater, in order of appearance; `items` has the segment of each row."""
    penalties: dict[tuple[str, int | str, str], list[float]] = {}
    outputs = zip(rows.columns["system"], items, rows.column(*_RATER), strict=True)
    for output, penalty in zip(outputs, weights.penalties(rows), strict=True):
        penalties.setdefault(output, []).append(penalty)
    return tuple(
        Judgement(system, item, rater, DIMENSION, 0.0 - math.fsum(errors))
        for (system, item, rater), errors in penalties.items()
    )


class _Unfit(Exception):
    """A way to tell the segments does not fit, for this reason."""


def segments_of_rows(rows: Rows, corpus: KnownSegments) -> list[int]:
    """Return the segment of each row."""
    if {"seg", "id"} & set(rows.header):
        return segment_numbers(rows, corpus.count, corpus.ids)
    source = None
    if corpus.source is not None and "source" in rows.columns:
        source = [_bare(text or "") for text in corpus.source]
    ways: list[Callable[[], list[int]]] = [
        lambda: _agreeing(rows, _by_position(rows, corpus), source),
        lambda: _agreeing(rows, _by_number(rows, corpus, source is not None), source),
    ]
    placings, reasons = _tried(ways)
    if not placings:
        placings, more = _tried([lambda: _by_source(rows, corpus, source)])
        reasons += more
    if not placings:
        raise FormatError(f"{rows.path}: which segments the rows are of cannot be told: {'; '.join(reasons)}")
    for n, places in enumerate(zip(*placings, strict=True)):
        if len(set(places)) > 1:
            raise FormatError(
                f"{rows.where(n)}: by document and position this is segment {places[0]}, and by its number segment "
                f"{places[1]}; name segments in a column seg or id"
            )
    return placings[0]


def names_of_segments(rows: Rows) -> Sequence[str]:
    """Return a name for the segment of each row, where no corpus is at hand."""
    if columns := {"seg", "id", *_NUMBER} & set(rows.header):
        return rows.column(*sorted(columns))
    return [f"{doc}:{n}" for doc, n in zip(rows.columns["doc"], rows.column(*_POSITION), strict=True)]


def _tried(ways: Iterable[Callable[[], list[int]]]) -> tuple[list[list[int]], list[str]]:
    placings, reasons = [], []
    for way in ways:
        try:
            placings.append(way())
        except _Unfit as unfit:
            reasons.append(str(unfit))
    return placings, reasons


def _by_position(rows: Rows, corpus: KnownSegments) -> list[int]:
    if "doc" not in rows.columns or not set(_POSITION) & set(rows.header):
        raise _Unfit("the file does not name documents and positions in them")
    if corpus.documents is None:
        raise _Unfit("the corpus does not name its documents")
    members: dict[str, list[int]] = {}
    for n, document in enumerate(corpus.documents):
        members.setdefault(document, []).append(n)
    places = _counted(rows, rows.column(*_POSITION))
    segments = []
    for n, (document, place) in enumerate(zip(rows.columns["doc"], places, strict=True)):
        if document not in members:
            raise _Unfit(f"the corpus has no document {document!r:.60} (line {n + 2})")
        if place >= len(members[document]):
            raise _Unfit(f"document {document!r:.60} has no segment {place + 1} (line {n + 2})")
        segments.append(members[document][place])
    return segments


def _by_number(rows: Rows, corpus: KnownSegments, checked: bool) -> list[int]:
    """Return segments by ids; without ids by numbers from 1, if the source can tell whether that is right."""
    if not set(_NUMBER) & set(rows.header):
        raise _Unfit("the file has no seg_id or globalSegId")
    names = rows.column(*_NUMBER)
    if corpus.ids is not None:
        place = {name: n for n, name in enumerate(corpus.ids)}
        odd = next((n for n, name in enumerate(names) if name not in place), None)
        if odd is not None:
            raise _Unfit(f"the corpus has no segment id {names[odd]!r:.40} (line {odd + 2})")
        return [place[name] for name in names]
    if not checked:
        raise _Unfit("the corpus has no segment ids, and no source to check numbers by")
    places = _counted(rows, names)
    odd = next((n for n, place in enumerate(places) if place >= corpus.count), None)
    if odd is not None:
        raise _Unfit(f"the corpus has no segment {names[odd]!r:.40} (line {odd + 2})")
    return places


def _by_source(rows: Rows, corpus: KnownSegments, source: Sequence[str] | None) -> list[int]:
    """Return segments by source texts, which may repeat in different documents only."""
    if source is None:
        raise _Unfit("and there are no source texts on both sides")
    documents = corpus.documents if corpus.documents is not None and "doc" in rows.columns else None
    members: dict[tuple[str, str], list[int]] = {}
    for n, text in enumerate(source):
        members.setdefault((documents[n] if documents else "", text), []).append(n)
    segments = []
    for n, (text, document) in enumerate(zip(rows.columns["source"], rows.column("doc"), strict=True)):
        places = members.get((document if documents else "", _bare(text)), [])
        if len(places) != 1:
            times = f"{len(places)} times" if places else "not"
            raise _Unfit(f"the source text of line {n + 2} is {times} in the corpus")
        segments.append(places[0])
    return segments


def _agreeing(rows: Rows, places: list[int], source: Sequence[str] | None) -> list[int]:
    """Return the segments if their source texts are those of the rows."""
    if source is not None:
        for n, (place, text) in enumerate(zip(places, rows.columns["source"], strict=True)):
            if source[place] != _bare(text):
                raise _Unfit(f"the source text of line {n + 2} is not that of segment {place}")
    return places


def _counted(rows: Rows, cells: Sequence[str]) -> list[int]:
    """Return numbers from 0; the cells count from 1, unless there is a 0."""
    odd = next((n for n, cell in enumerate(cells) if not re.fullmatch(r"\d{1,9}", cell, re.ASCII)), None)
    if odd is not None:
        raise _Unfit(f"{cells[odd]!r:.40} is no number (line {odd + 2})")
    numbers = list(map(int, cells))
    first = 0 if 0 in numbers else 1
    return [number - first for number in numbers]


def _bare(text: str) -> str:
    return " ".join(_MARK.sub("", text).split())
