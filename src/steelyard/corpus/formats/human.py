"""Judgements as a TSV file: columns system, seg, score, and optionally assessor and dimension.

seg is a segment's number from 0 or its id, and a column named id always holds ids; see `rows`. Without seg and id, each
score is of a whole system. A row whose score is empty, nan, None or NA is no judgement. An assessor judges an output
once; rows of one output without an assessor may be of several. A file with columns category and severity holds
annotations of errors; see `mqm`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.corpus import Corpus, Judgement
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.files import replacing
from steelyard.corpus.formats.mqm import Annotations, Weights, check_header, is_mqm, judgements
from steelyard.corpus.formats.mqm_segments import TestSet, annotated_segments
from steelyard.corpus.formats.rows import Rows, is_none, read_rows, segment_numbers
from steelyard.corpus.formats.segments import DIMENSION, plain
from steelyard.errors import FormatError, InputError, suggestion

_COLUMNS = ("system", "seg", "id", "score", "assessor", "dimension")


class Judged(NamedTuple):
    """Judgements of a file.

    made      how they were made, where they are not as the file has them
    whole     whether each is of a whole system; its segment is then 0
    notices   what was left out, and what to beware of
    """

    judgements: tuple[Judgement, ...]
    made: str = ""
    whole: bool = False
    notices: tuple[str, ...] = ()


def judgements_of_segments(path: Path, known: TestSet, accept: Sequence[str] = ()) -> tuple[Judgement, ...]:
    """Read judgements as a corpus holds them: of segments, and by one assessor perhaps more than once."""
    found = read_judged(path, known, accept, once=False)
    if found.whole:
        raise FormatError(
            f"{path}, line 1: without seg or id the scores are of whole systems, which no corpus holds; name another "
            f"file, and give it as human scores (--human)"
        )
    return found.judgements


def read_judged(
    path: str | Path | Annotations, known: TestSet, accept: Sequence[str] = (), once: bool = True
) -> Judged:
    """Read judgements, or annotations of errors as judgements; the heading tells which.

    With `once`, a second score by one assessor for one output is refused.
    """
    rows = read_rows(Path(path), accept)
    if is_mqm(rows.header):
        check_header(rows)
        weights = Weights(path.weights if isinstance(path, Annotations) else {})
        return Judged(judgements(rows, annotated_segments(rows, known), weights), f"weights:{weights}")
    if isinstance(path, Annotations):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(rows.header)}; weights (--mqm-weight) are for MQM "
            f"annotations, which have category and severity"
        )
    _check_header(rows)
    return _judged(rows, known, once)


def _judged(rows: Rows, known: TestSet, once: bool) -> Judged:
    whole = not {"seg", "id"} & set(rows.header)
    if not len(rows):
        return Judged((), whole=whole)
    columns = (
        rows.columns["system"],
        [0] * len(rows) if whole else segment_numbers(rows, known.count, known.ids),
        rows.column("assessor"),
        rows.column("dimension", default=DIMENSION),
        (_score(rows, n, cell) for n, cell in enumerate(rows.columns["score"])),
    )
    every = [*map(Judgement, *columns)]
    found = tuple(one for one in every if not math.isnan(one.value))
    empty = len(every) - len(found)
    told = [f"left out: {counted(empty, 'row')} of {rows.path} without a score"] if empty else []
    averaged = whole and len({(one.system, one.dimension) for one in found}) < len(found)
    told += _repeated(rows, every) if once else ()
    return Judged(found, "assessors:mean" if averaged else "", whole, tuple(told))


def _repeated(rows: Rows, judgements: Sequence[Judgement]) -> Iterator[str]:
    """Refuse a second score by one assessor, and tell of several without an assessor for one output."""
    lines: dict[tuple[str, int, str, str], int] = {}
    several = set()
    for n, one in enumerate(judgements):
        output = one.system, one.segment, one.assessor, one.dimension
        if math.isnan(one.value) or lines.setdefault(output, n) == n:
            continue
        if one.assessor:
            raise FormatError(
                f"{rows.where(n)}: a second score by {one.assessor!r:.60} for this output, after line "
                f"{lines[output] + 2}; keep one"
            )
        several.add((one.system, one.segment))
    if several:
        yield (
            f"{rows.path} has several rows without an assessor for {counted(len(several), 'output')}; they are taken "
            f"to be of different assessors, and averaged"
        )


def write_judgements(corpus: Corpus, path: Path) -> None:
    """Write the judgements of a corpus."""
    judgements = corpus.judgements
    known = {name: n for n, name in enumerate(corpus.ids or ())}
    # Numbers that would pass for other segments' ids are written as ids.
    by_id = all(str(j.segment) in known for j in judgements) and any(
        known[str(j.segment)] != j.segment for j in judgements
    )
    columns = {"system": [j.system for j in judgements]}
    if by_id:
        columns["id"] = [corpus.segment_name(j.segment) for j in judgements]
    else:
        columns["seg"] = [str(j.segment) for j in judgements]
    columns["score"] = [plain(j.value) for j in judgements]
    if any(j.assessor for j in judgements):
        columns["assessor"] = [j.assessor for j in judgements]
    if any(j.dimension != DIMENSION for j in judgements):
        columns["dimension"] = [j.dimension for j in judgements]
    with replacing(path) as file:
        for cells in [tuple(columns), *zip(*columns.values(), strict=True)]:
            if odd := next((cell for cell in cells if set(cell) & set("\t\r\n")), None):
                raise InputError(f"cannot write {path}: {odd!r:.60} contains a tab or a line break; rename it")
            file.write("\t".join(cells).encode() + b"\n")


def _check_header(rows: Rows) -> None:
    path, header = rows.path, rows.header
    for column in header:
        if column not in _COLUMNS:
            raise FormatError(f"{path}, line 1: unknown column {column!r}" + suggestion(column, _COLUMNS))
    if {"system", "score"} - set(header) or {"seg", "id"} <= set(header):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(header)}; expected system, seg (or id), score, and optionally "
            f"assessor and dimension, each once; without seg and id, scores are of whole systems"
        )


def _score(rows: Rows, row: int, cell: str) -> float:
    if is_none(cell):
        return math.nan
    try:
        value = float(cell)
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise FormatError(
            f"{rows.where(row)}: the score is {cell!r:.40}; expected a number, or nothing where there is none"
        )
    return value
