"""The table a WordNet is kept in: lemmas, their synsets by part of speech, and irregular forms."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Parts of speech in the order of the table, named as WordNet's files are.
PARTS = ("noun", "verb", "adj", "adv")

_LAYOUT = "steelyard wordnet table 1"


@dataclass(frozen=True, eq=False)
class SenseTable:
    """A WordNet as arrays.

    lemmas      all lemmas in lower case, words joined by "_", sorted
    counts      lemma × part of speech: number of senses (uint8)
    senses      synsets of all lemmas, by lemma, then part of speech, then sense (uint32). A synset's number is its
                place in the files data.noun, data.verb, data.adj, data.adv, taken together
    irregular   for each part of speech: inflected form → base forms, as in the exception lists
    """

    lemmas: Sequence[str]
    counts: NDArray[np.uint8]
    senses: NDArray[np.uint32]
    irregular: tuple[Mapping[str, tuple[str, ...]], ...]

    @cached_property
    def offsets(self) -> NDArray[np.int32]:
        """Where the senses of lemma i as part p begin: at place 4i + p."""
        return np.concatenate((np.zeros(1, np.int32), np.cumsum(self.counts.ravel(), dtype=np.int32)))

    def content(self) -> bytes:
        """Return the table as bytes: a line of JSON that says how long the parts are, then the parts.

        Columns are laid out one after the other (senses byte by byte), which packs best.
        """
        lemmas = "\n".join(self.lemmas).encode()
        irregular = "\n".join(
            " ".join((part, form, *bases))
            for part, entries in zip(PARTS, self.irregular, strict=True)
            for form, bases in entries.items()
        ).encode()
        sizes = [len(lemmas), len(irregular), self.counts.size, 4 * self.senses.size]
        header = json.dumps({"layout": _LAYOUT, "sizes": sizes}).encode()
        planes = self.senses.astype("<u4").view(np.uint8).reshape(-1, 4).T
        return b"\n".join((header, lemmas + irregular + self.counts.T.tobytes() + planes.tobytes()))

    @cached_property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell what is in the table."""
        return hashlib.sha256(self.content()).hexdigest()[:8]

    def packed(self) -> bytes:
        """Return the table as it is shipped; the same table gives the same bytes."""
        return gzip.compress(self.content(), 9, mtime=0)


def unpack(packed: bytes) -> SenseTable:
    """Return the table that `SenseTable.packed` wrote."""
    content = gzip.decompress(packed)
    start = content.index(b"\n") + 1
    ends = np.cumsum(json.loads(content[:start])["sizes"]) + start
    lemmas, irregular, counts, planes = (content[a:b] for a, b in zip((start, *ends), ends, strict=False))
    return SenseTable(
        lemmas.decode().split("\n"),
        _column(counts, 4),
        _column(planes, 4).view("<u4").ravel(),
        _irregular(irregular.decode()),
    )


def _column(content: bytes, parts: int) -> NDArray[Any]:
    return np.ascontiguousarray(np.frombuffer(content, np.uint8).reshape(parts, -1).T)


def _irregular(text: str) -> tuple[dict[str, tuple[str, ...]], ...]:
    entries: dict[str, dict[str, tuple[str, ...]]] = {part: {} for part in PARTS}
    for line in text.split("\n"):
        part, form, *bases = line.split(" ")
        entries[part][form] = tuple(bases)
    return tuple(entries.values())
