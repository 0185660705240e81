"""What formats say of themselves, by which the tests of all of them are run."""

from __future__ import annotations

from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import FORMATS, names, write
from steelyard.errors import MissingResource

WRITTEN = [name for name in names() if hasattr(FORMATS.load(name), "write")]
READ_ONLY = [name for name in names() if name not in WRITTEN]


def fact(name: str, constant: str, default: object = ()) -> object:
    return getattr(FORMATS.load(name), constant, default)


#: Formats that are one file and no directory, and those of them that are lines of text.
FILES = [name for name in WRITTEN if fact(name, "ENDINGS") and not fact(name, "MEMBERS")]
TEXT_FILES = [name for name in FILES if not fact(name, "BINARY", False)]


def carries(name: str) -> frozenset[str]:
    found = fact(name, "CARRIES")
    assert isinstance(found, frozenset)
    return found


def file_name(stem: str, name: str) -> str:
    """A file of a format by the first of its endings; a directory need not have any."""
    endings = FORMATS.load(name).ENDINGS
    return stem + (endings[0] if endings else "")


def write_or_skip(corpus: Corpus, path: Path, lossy: bool = False) -> None:
    """Write a corpus, if what the format needs is installed."""
    try:
        write(corpus, path, lossy=lossy)
    except MissingResource as missing:
        pytest.skip(f"skipped: {missing}")
