"""Tables of paraphrases: a user's own, in METEOR's format."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from steelyard import _core
from steelyard.errors import FormatError
from steelyard.files.disk import opened

_BLOCK = 1 << 20
#: METEOR's English table has 272 MB unpacked.
_MOST_BYTES = 1 << 33
_FORMAT = "expected METEOR's paraphrases: three lines for each, a number, a phrase and its paraphrase (plain or gzip)"


class ParaphraseTable(NamedTuple):
    """The paraphrases, and eight hexadecimal digits that tell them from others, packed or not."""

    paraphrases: _core.Paraphrases
    digest: str


@lru_cache(maxsize=2)
def paraphrases(source: str) -> ParaphraseTable:
    """Return the table of a file, which is read once."""
    path = Path(source)
    table, digest, taken = _core.Paraphrases(), hashlib.sha256(), 0
    try:
        with opened(path) as file:
            while block := file.read(_BLOCK):
                taken += len(block)
                if taken > _MOST_BYTES:
                    raise ValueError(f"more than {_MOST_BYTES:,} bytes")
                digest.update(block)
                table.add(block)
            table.finish()
    except ValueError as error:
        raise FormatError(f"{path}, {error}; {_FORMAT}") from None
    return ParaphraseTable(table, digest.hexdigest()[:8])
