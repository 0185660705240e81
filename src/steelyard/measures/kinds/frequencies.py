"""Document frequencies: in how many texts each term is."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from steelyard import _core
from steelyard.errors import FormatError, MissingResource, reason
from steelyard.files.disk import read_whole


@dataclass(frozen=True)
class DocumentFrequencies:
    """In how many of some documents each term is."""

    documents: int
    terms: Mapping[str, int]

    def idf(self, term: str) -> float:
        """Return ln(1 + N/n): above 0 for a term of every document; a term of none counts as one of one."""
        return math.log(1 + self.documents / self.terms.get(term, 1))

    def with_documents(self, documents: Iterable[Iterable[str]]) -> DocumentFrequencies:
        """Return the numbers with more documents counted."""
        total, counts = self.documents, Counter(self.terms)
        for document in documents:
            counts.update(set(document))
            total += 1
        return DocumentFrequencies(total, counts)

    @property
    def digest(self) -> str:
        """Digest of all numbers, whatever their order."""
        return digest(f"{term}\t{count}" for term, count in [("", self.documents), *self.terms.items()])


def digest(lines: Iterable[str]) -> str:
    """Return 16 hexadecimal digits for a set of lines."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def texts(tokens: _core.Tokens) -> Iterator[list[str]]:
    """Yield the tokens of every text that is there."""
    types = tokens.types()
    for n in np.flatnonzero(tokens.present()).tolist():
        yield [types[token] for token in tokens.row(n)]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


def read(path: str) -> DocumentFrequencies:
    """Read a file of document frequencies: the number of documents, then `term<TAB>documents` a line."""
    try:
        lines = read_whole(Path(path)).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MissingResource(f"document frequencies {path!r}: {reason(error)}; give a UTF-8 file") from None
    if not lines or not _is_number(lines[0]) or int(lines[0]) < 1:
        raise FormatError(f"{path}, line 1: expected the number of documents alone, as a whole number")
    total, terms = int(lines[0]), {}
    for number, line in enumerate(lines[1:], 2):
        term, tab, count = line.rpartition("\t")
        if not (term and tab and _is_number(count) and 1 <= int(count) <= total) or term in terms:
            raise FormatError(
                f"{path}, line {number}: {line!r}; expected a new term, a tab and in how many documents it is, "
                f"1 to {total}"
            )
        terms[term] = int(count)
    return DocumentFrequencies(total, terms)
