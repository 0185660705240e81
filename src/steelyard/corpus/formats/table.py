"""Tables of outputs beside references: one file or several, of each of which the outputs are a system's.

JSON Lines, JSON, CSV, TSV or Parquet, told by the ending. A column or key is known by its name (output, prediction, …;
reference, ref, target; id), or is named. Rows of several systems, or of several references, are brought together by id
where the columns for that are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.loose import LooseTables
from steelyard.corpus.roles import ColumnRoles
from steelyard.errors import InputError
from steelyard.files.paths import system_name

NAME = "table"
ENDINGS = ()
SEVERAL = True


def read(
    paths: Sequence[Path],
    accept: Sequence[str] = (),
    sentences_at: str | None = None,
    columns: Mapping[str, str | Sequence[str]] | ColumnRoles | None = None,
) -> Corpus:
    """Read files of outputs beside references; each is named as its file."""
    names = [system_name(path) for path in paths]
    twice, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise InputError(f"{count} files are of the system {twice!r}, by their names; rename one of them")
    said = columns if isinstance(columns, ColumnRoles) else ColumnRoles.of(columns)
    systems = dict(zip(names, map(str, paths), strict=True))
    return LooseTables(systems, columns=said, sentences_at=sentences_at, accept=accept).corpus()
