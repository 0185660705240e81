"""Judgements as a TSV file: columns system, seg, score, and optionally assessor and dimension.

seg is a segment's number from 0 or its id, and a column named id always holds ids; see `rows`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from steelyard.corpus.corpus import Corpus, Judgement
from steelyard.corpus.formats.files import replacing
from steelyard.corpus.formats.rows import Row, read_rows, segment_numbers
from steelyard.corpus.formats.segments import DIMENSION, plain
from steelyard.errors import FormatError, InputError, suggestion

_COLUMNS = ("system", "seg", "id", "score", "assessor", "dimension")


def read_judgements(
    path: Path, count: int, ids: Sequence[str] | None = None, accept: Sequence[str] = ()
) -> tuple[Judgement, ...]:
    """Read the judgements of a corpus of `count` segments with these ids."""
    header, rows = read_rows(path, accept)
    _check_header(path, header)
    if not rows:
        return ()
    numbers = segment_numbers(rows, count, ids)
    return tuple(
        Judgement(
            row.cells["system"],
            number,
            row.cells.get("assessor", ""),
            row.cells.get("dimension", DIMENSION),
            _score(row),
        )
        for row, number in zip(rows, numbers, strict=True)
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


def _check_header(path: Path, header: Sequence[str]) -> None:
    for column in header:
        if column not in _COLUMNS:
            raise FormatError(f"{path}, line 1: unknown column {column!r}" + suggestion(column, _COLUMNS))
    if {"system", "score"} - set(header) or ("seg" in header) == ("id" in header):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(header) or 'none'}; "
            f"expected system, seg (or id), score, and optionally assessor and dimension, each once"
        )


def _score(row: Row) -> float:
    try:
        value = float(row.cells["score"])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(f"{row.where}: the score is {row.cells['score']!r:.40}; expected a number")
    return value
