"""Judgements as a TSV file: columns system, seg, score, and optionally assessor and dimension.

seg is a segment's number from 0 or its id, and a column named id always holds ids; see `rows`. A file with columns
category and severity holds annotations of errors; see `mqm`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.corpus import Corpus, Judgement
from steelyard.corpus.formats.files import replacing
from steelyard.corpus.formats.mqm import Annotations, Weights, check_header, is_mqm, judgements
from steelyard.corpus.formats.mqm_segments import TestSet, annotated_segments
from steelyard.corpus.formats.rows import Rows, read_rows, segment_numbers
from steelyard.corpus.formats.segments import DIMENSION, plain
from steelyard.errors import FormatError, InputError, suggestion

_COLUMNS = ("system", "seg", "id", "score", "assessor", "dimension")


class Judged(NamedTuple):
    """Judgements of a file, and how they were made where they are not as the file has them."""

    judgements: tuple[Judgement, ...]
    made: str = ""


def read_judged(path: str | Path | Annotations, known: TestSet, accept: Sequence[str] = ()) -> Judged:
    """Read judgements, or annotations of errors as judgements; the heading tells which."""
    rows = read_rows(Path(path), accept)
    if is_mqm(rows.header):
        check_header(rows)
        weights = Weights(path.weights if isinstance(path, Annotations) else {})
        return Judged(judgements(rows, annotated_segments(rows, known), weights), f"weights:{weights}")
    if isinstance(path, Annotations):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(rows.header) or 'none'}; weights (--mqm-weight) are for MQM "
            f"annotations, which have category and severity"
        )
    _check_header(rows)
    if not len(rows):
        return Judged(())
    columns = (
        rows.columns["system"],
        segment_numbers(rows, known.count, known.ids),
        rows.column("assessor"),
        rows.column("dimension", default=DIMENSION),
        (_score(rows, n, cell) for n, cell in enumerate(rows.columns["score"])),
    )
    return Judged(tuple(map(Judgement, *columns)))


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
    if {"system", "score"} - set(header) or ("seg" in header) == ("id" in header):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(header) or 'none'}; "
            f"expected system, seg (or id), score, and optionally assessor and dimension, each once"
        )


def _score(rows: Rows, row: int, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(f"{rows.where(row)}: the score is {cell!r:.40}; expected a number")
    return value
