"""Parquet (extra "parquet"): a table of strings; see table for the columns.

A null is a text that is not there. Judgements are one more column, "judgements": for each segment a list of
{system, assessor, dimension, value}.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, cast

from steelyard.corpus import tables as table
from steelyard.corpus.content import EVERYTHING
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble, segments_of
from steelyard.errors import FormatError
from steelyard.files.disk import replacing
from steelyard.files.parquet import listed_cells, pyarrow, read_parquet

NAME = "parquet"
ENDINGS = (".parquet", ".pq")
BINARY = True
CARRIES = EVERYTHING
_JUDGEMENT = ("system", "assessor", "dimension", "value")
_ROWS = 10_000


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a Parquet file."""
    (path,) = paths
    return assemble(_segments(read_parquet(path), path, pyarrow()), path, accept)


def _segments(content: Any, path: Path, arrow: Any) -> Iterator[Segment]:
    names = [name for name in content.column_names if name != "judgements"]
    kinds = table.columns(names, str(path))
    columns = [_strings(content.column(name), name, path, arrow) for name in names]
    judged = _judgements(content, path, arrow)
    for number, cells in enumerate(zip(*columns, strict=True)):
        where = f"{path}, row {number}"
        for (kind, _), name, cell in zip(kinds, names, cells, strict=True):
            if cell is None and kind in ("id", "facet"):
                raise FormatError(f"{where}: column {name!r} is null; give every segment a value")
        segment = table.segment(kinds, cells, where)
        segment.judgements = [*judged[number]]
        yield segment


def _strings(column: Any, name: str, path: Path, arrow: Any) -> list[str | None]:
    kind = column.type.value_type if arrow.types.is_dictionary(column.type) else column.type
    if kind not in (arrow.string(), arrow.large_string(), arrow.string_view(), arrow.null()):
        raise FormatError(f"{path}: column {name!r} holds {column.type}; expected strings")
    return cast(list[str | None], listed_cells(column, name, path))


def _judgements(content: Any, path: Path, arrow: Any) -> list[list[tuple[str, str, str, float]]]:
    if "judgements" not in content.column_names:
        return [[] for _ in range(content.num_rows)]
    try:
        column = listed_cells(content.column("judgements").cast(_judgement_type(arrow)), "judgements", path)
    except arrow.ArrowException:
        raise FormatError(
            f"{path}: column 'judgements' holds {content.column('judgements').type}; "
            f"expected lists of {{system, assessor, dimension: strings, value: number}}"
        ) from None
    judged = [[tuple(record[key] for key in _JUDGEMENT) for record in records or ()] for records in column]
    for number, row in enumerate(judged):
        if any(None in judgement for judgement in row):
            raise FormatError(
                f"{path}, row {number}: a judgement with a null in it; give all of {', '.join(_JUDGEMENT)}"
            )
    return cast(list[list[tuple[str, str, str, float]]], judged)


def _judgement_type(arrow: Any) -> Any:
    kinds = (arrow.string(), arrow.string(), arrow.string(), arrow.float64())
    return arrow.list_(arrow.struct(list(zip(_JUDGEMENT, kinds, strict=True))))


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a Parquet file."""
    arrow = pyarrow()
    fields = [(name, arrow.string()) for name in table.header(corpus)]
    if corpus.judgements:
        fields.append(("judgements", _judgement_type(arrow)))
    schema = arrow.schema(fields)
    rows, segments = table.rows(corpus), segments_of(corpus)
    with replacing(path) as file, arrow.parquet.ParquetWriter(file, schema) as writer:
        while cells := list(islice(rows, _ROWS)):
            columns: list[Any] = list(zip(*cells, strict=True))
            if corpus.judgements:
                columns.append([_judged(segment) for segment in islice(segments, _ROWS)])
            arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))


def _judged(segment: Segment) -> list[dict[str, object]]:
    return [dict(zip(_JUDGEMENT, judgement, strict=False)) for judgement in segment.judgements]
