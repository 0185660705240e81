"""Texts that are named by document and segment id, as in NIST SGML and WMT XML.

Reading: texts are gathered in any order and matched by (document, segment id). The source tells which
segments there are; without one the references do, and without those the outputs. A segment's id in the corpus
is its segment id, or "document:id" where documents number their segments anew.

Writing: consecutive segments that share their facets make one document element, and the source is written
even where there is none, as empty texts, because it fixes the segments and their order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment
from steelyard.errors import FormatError, InputError

SOURCE, REFERENCE, OUTPUT = "source", "reference", "output"
#: The document of a corpus that has no documents.
WHOLE = "all"

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    where: str
    facets: Mapping[str, str]


class Gathering:
    """Texts gathered by what they are (source, reference, output), whose, and which segment's."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], dict[Key, _Entry]] = {}

    def add(self, kind: str, name: str, key: Key, text: str, where: str, facets: Mapping[str, str]) -> None:
        """Add a text; `facets` are those of its document, and those given with the source are taken."""
        column = self._texts.setdefault((kind, name), {})
        if key in column:
            whose = f"{kind} {name!r}" if name else kind
            raise FormatError(
                f"{where}: segment {key[1]!r} of document {key[0]!r} occurs twice in {whose} "
                f"(first: {column[key].where}); keep one"
            )
        column[key] = _Entry(text, where, facets)

    def segments(self) -> Iterator[Segment]:
        """Yield the segments in their order."""
        entries = self._segments()
        if not any(entry.text.strip() for entry in self._texts.get((SOURCE, ""), {}).values()):
            self._texts.pop((SOURCE, ""), None)
        repeated = max(Counter(number for _, number in entries).values(), default=0) > 1
        names = sorted({name for entry in entries.values() for name in entry.facets})
        columns = {kind: self._columns(kind) for kind in (SOURCE, REFERENCE, OUTPUT)}
        for key, entry in entries.items():
            document, number = key
            yield Segment(
                where=entry.where,
                id=f"{document}:{number}" if repeated else number,
                facets={**{name: entry.facets.get(name, "") for name in names}, "document": document},
                source=next((_text(column, key) for column in columns[SOURCE].values()), None),
                references=[_text(column, key) or None for column in columns[REFERENCE].values()],
                outputs={name: _text(column, key) for name, column in columns[OUTPUT].items()},
            )

    def _columns(self, kind: str) -> dict[str, dict[Key, _Entry]]:
        return {name: column for (k, name), column in self._texts.items() if k == kind}

    def _segments(self) -> dict[Key, _Entry]:
        """Return the segments there are, and refuse texts for any other."""
        segments: dict[Key, _Entry] = {}
        decided = ""
        for kind in (SOURCE, REFERENCE, OUTPUT):
            for column in self._columns(kind).values():
                decided = decided or kind
                for key, entry in column.items():
                    if decided == kind:
                        segments.setdefault(key, entry)
                    elif key not in segments:
                        raise FormatError(_unknown(key, entry, {document for document, _ in segments}, decided))
        return segments


def _text(column: Mapping[Key, _Entry], key: Key) -> str | None:
    return column[key].text if key in column else None


def _unknown(key: Key, entry: _Entry, documents: set[str], decided: str) -> str:
    document, number = key
    what = f"segment {number!r} of document {document!r}" if document in documents else f"document {document!r}"
    return f"{entry.where}: {what} is not in the {decided}; correct the ids, or add it there"


@dataclass(frozen=True, slots=True)
class DocumentSegments:
    """Consecutive segments of one document with the same facets, and their segment ids."""

    document: str
    facets: dict[str, str]
    ids: tuple[str, ...]


def runs(corpus: Corpus, attribute: re.Pattern[str], reserved: frozenset[str]) -> list[DocumentSegments]:
    """Return the corpus's segments as documents; facets must have names that fit as attributes."""
    documents = corpus.facets.get("document", (WHOLE,) * len(corpus))
    if "" in documents:
        number = documents.index("")
        raise InputError(
            f"segment {corpus.segment_name(number)}: the facet 'document' is empty; give the document a name"
        )
    others = {name: values for name, values in corpus.facets.items() if name != "document"}
    for name in others:
        if not attribute.fullmatch(name) or name in reserved:
            raise InputError(f"the facet {name!r} cannot be written as an attribute of a document; rename it")
    names = _numbers(corpus, documents)
    keys = list(zip(documents, *others.values(), strict=True))
    by_document: list[DocumentSegments] = []
    for key, members in groupby(range(len(corpus)), keys.__getitem__):
        by_document.append(
            DocumentSegments(key[0], dict(zip(others, key[1:], strict=True)), tuple(names[n] for n in members))
        )
    return by_document


def _numbers(corpus: Corpus, documents: tuple[str, ...]) -> list[str]:
    """Return a segment id for each segment: its own, or a number from 1 within its document."""
    if corpus.ids is None or "" in corpus.ids:
        counts: Counter[str] = Counter()
        numbers = []
        for document in documents:
            counts[document] += 1
            numbers.append(str(counts[document]))
        return numbers
    short = [name.removeprefix(f"{document}:") for name, document in zip(corpus.ids, documents, strict=True)]
    prefixed = all(a != b and a for a, b in zip(short, corpus.ids, strict=True))
    # Reading adds the document only where segment ids repeat, so only then may it be left out.
    return short if prefixed and len(set(short)) < len(short) else list(corpus.ids)
