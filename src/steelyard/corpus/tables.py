"""Corpora as tables: the columns shared by TSV, CSV and Parquet.

id                    segment id
facet:NAME            a facet; "document" stands for "facet:document"
source                the source
reference:LABEL       a reference set, in the order of the columns; "reference" alone for a single one
system:NAME           the outputs of a system
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, check_label, segments_of
from steelyard.errors import FormatError, suggestion


class ColumnKind(NamedTuple):
    """What a column of a table holds: its kind, and the name of the facet, reference set or system."""

    kind: str
    label: str = ""


_ALONE = {
    "id": ColumnKind("id"),
    "source": ColumnKind("source"),
    "document": ColumnKind("facet", "document"),
    "reference": ColumnKind("reference"),
}
_KINDS = ("facet", "reference", "system")


def columns(header: Sequence[str], where: str) -> list[ColumnKind]:
    """Return what the columns of a table hold."""
    kinds: list[ColumnKind] = []
    for name in header:
        kind, colon, label = name.partition(":")
        if name in _ALONE:
            column = _ALONE[name]
        elif colon and label and kind in _KINDS:
            column = ColumnKind(kind, label)
            if kind != "reference":
                check_label(label, where)
        else:
            names = (*_ALONE, *(f"{kind}:NAME" for kind in _KINDS))
            raise FormatError(f"{where}: unknown column {name!r:.60}" + suggestion(name, names))
        if column in kinds:
            raise FormatError(f"{where}: the column {name!r} occurs twice; keep one")
        kinds.append(column)
    if all(column.kind in ("id", "facet") for column in kinds):
        raise FormatError(f"{where}: no column with texts; expected source, reference:NAME or system:NAME")
    return kinds


def header(corpus: Corpus) -> list[str]:
    """Return the names of the columns for a corpus."""
    return [
        *(["id"] if corpus.ids is not None else []),
        *("document" if name == "document" else f"facet:{name}" for name in corpus.facets),
        *(["source"] if corpus.source is not None else []),
        *(f"reference:{n}" for n in range(1, len(corpus.references) + 1)),
        *(f"system:{name}" for name in corpus.systems),
    ]


def rows(corpus: Corpus) -> Iterator[list[str | None]]:
    """Yield the cells of each segment under header(corpus)."""
    with_id, with_source = corpus.ids is not None, corpus.source is not None
    for segment in segments_of(corpus):
        yield [
            *([segment.id] if with_id else []),
            *segment.facets.values(),
            *([segment.source] if with_source else []),
            *segment.references,
            *segment.outputs.values(),
        ]


def segment(kinds: Sequence[ColumnKind], cells: Sequence[str | None], where: str) -> Segment:
    """Make a segment of the cells of a row."""
    segment = Segment(where)
    for (kind, label), cell in zip(kinds, cells, strict=True):
        match kind:
            case "id":
                segment.id = cell
            case "source":
                segment.source = cell
            case "facet":
                segment.facets[label] = cell or ""
            case "system":
                segment.outputs[label] = cell
            case _:
                segment.references.append(cell or None)
    return segment
