"""TSV: a table with one line per segment and tabs between the cells; see table for the columns.

There is no quoting: a text is what stands between two tabs. An empty cell is an empty text, and in a
reference column it means that the segment has no such reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from steelyard.corpus import tables as table
from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble
from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines, replacing
from steelyard.results.numbers import counted

NAME = "tsv"
ENDINGS = (".tsv",)
CARRIES = TEXTS | {"ids", "empty ids", "facets", "control characters", "leading byte order marks"}


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a TSV file."""
    (path,) = paths
    return assemble(_segments(path, accept), path, accept)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a TSV file."""
    with replacing(path) as file:
        heads: list[str | None] = [*table.header(corpus)]
        for cells in chain([heads], table.rows(corpus)):
            file.write("\t".join(re.sub("[\t\r\n]+", " ", cell or "") for cell in cells).encode() + b"\n")


def _segments(path: Path, accept: Sequence[str]) -> Iterator[Segment]:
    kinds: list[table.ColumnKind] = []
    for number, line in enumerate(decoded_lines(path, accept), 1):
        where = f"{path}, line {number}"
        cells = line.removesuffix("\n").removesuffix("\r").split("\t")
        if number == 1:
            kinds = table.columns(cells, where)
            continue
        if len(cells) != len(kinds):
            raise FormatError(
                f"{where}: {counted(len(cells), 'cell')}, but the header has {len(kinds)}; "
                f"is a tab missing or too many?"
            )
        yield table.segment(kinds, cells, where)
