"""Judgements as a TSV file: columns system, seg, score, and optionally assessor and dimension.

seg is a segment's number from 0 or its id. Where all entries of a file could be read both ways with different
results, the file is refused; a column named id instead of seg always holds ids.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.corpus import Corpus, Judgement
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.files import decoded_lines, replacing
from steelyard.corpus.formats.segments import DIMENSION, plain
from steelyard.errors import FormatError, InputError, suggestion

_COLUMNS = ("system", "seg", "id", "score", "assessor", "dimension")


class _Row(NamedTuple):
    where: str
    cells: dict[str, str]


def read_judgements(
    path: Path, count: int, ids: Sequence[str] | None = None, accept: Sequence[str] = ()
) -> tuple[Judgement, ...]:
    """Read the judgements of a corpus of `count` segments with these ids."""
    rows = _rows(path, accept)
    if not rows:
        return ()
    numbers = _numbers(rows, count, {name: n for n, name in enumerate(ids or ())})
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


def _rows(path: Path, accept: Sequence[str]) -> list[_Row]:
    lines = [line.rstrip("\r\n").split("\t") for line in decoded_lines(path, accept)]
    header = lines[0] if lines else []
    for column in header:
        if column not in _COLUMNS:
            raise FormatError(f"{path}, line 1: unknown column {column!r}" + suggestion(column, _COLUMNS))
    needed = {"system", "score"} - set(header)
    if needed or ("seg" in header) == ("id" in header) or len(set(header)) != len(header):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(header) or 'none'}; "
            f"expected system, seg (or id), score, and optionally assessor and dimension, each once"
        )
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(header):
            raise FormatError(
                f"{path}, line {number}: {counted(len(cells), 'column')}, but the header has {len(header)}"
            )
    return [_Row(f"{path}, line {n}", dict(zip(header, cells, strict=True))) for n, cells in enumerate(lines[1:], 2)]


def _numbers(rows: list[_Row], count: int, known: dict[str, int]) -> list[int]:
    """Return the segment of each row, reading the column as ids or as numbers, whichever is possible."""
    if "id" in rows[0].cells:
        return [_segment(row, row.cells["id"], known) for row in rows]
    by_number = {str(n): n for n in range(count)}
    names = [row.cells["seg"] for row in rows]
    if known and all(name in known for name in names):
        clash = next((n for n, name in enumerate(names) if by_number.get(name, known[name]) != known[name]), None)
        if clash is not None and all(name in by_number for name in names):
            raise FormatError(
                f"{rows[clash].where}: seg {names[clash]!r} may be a segment's number "
                f"or another segment's id, and so may every other seg of the file; "
                f"name the column 'id' if it holds ids"
            )
        return [known[name] for name in names]
    numeric = not known or all(name in by_number for name in names)
    return [_segment(row, row.cells["seg"], by_number if numeric else known) for row in rows]


def _segment(row: _Row, name: str, known: dict[str, int]) -> int:
    if name not in known:
        raise FormatError(
            f"{row.where}: there is no segment {name!r}; expected a segment id or a number from 0 to the last segment"
        )
    return known[name]


def _score(row: _Row) -> float:
    try:
        value = float(row.cells["score"])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(f"{row.where}: the score is {row.cells['score']!r:.40}; expected a number")
    return value
