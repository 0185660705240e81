"""Kinds of content a corpus may have, so that a format can say what it carries and refuse the rest.

systems, references, source      texts
varying references               some segment lacks a reference that others have
kinds of references              what their order does not tell: that the first is `first` and the others are `multi`
KIND references                  those of a kind that outputs are not compared with, such as post-edit
missing outputs                  a system has no output for some segment
missing sources                  some segments have a source and others have none
systems without outputs          a system that has no output at all
ids                              names of segments; "empty ids" if one of them is empty
trees                            annotations that came with the texts
facet NAME                       "facets" carries all of them
judgements on DIMENSION          "judgements" carries all of them
weights of judgements            how much their values are worth, as the words of a rate
judgements of NAME               the same, where NAME is not one of the corpus's systems
details of judgements            times, repeats, keys and whatever else is recorded beside their values
line breaks, tabs                inside a text or a name
blank lines                      an empty line in, before or after a text, or a carriage return anywhere
control characters               those that XML cannot hold
leading byte order marks         as the first character of a column of texts
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.reference_kinds import KINDS
from steelyard.corpus.references import are_told_by_place, kinds_in
from steelyard.corpus.texts import Texts

#: What every text format holds; each adds what else it can.
TEXTS = frozenset({"systems", "references", "varying references", "source"})
_CHARACTERS = {
    "line breaks": re.compile(b"[\r\n]"),
    "blank lines": re.compile(rb"\r|\A\n|\n\n|\n\Z"),
    "tabs": re.compile(b"\t"),
    "control characters": re.compile(b"[\0-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]"),
}

#: What a format holds that says of every reference what kind it is of.
REFERENCE_KINDS = frozenset({"kinds of references", *(f"{kind} references" for kind in KINDS)})

#: Whatever a corpus can contain, but for trees, which have files of their own, kinds of references, and details of
#: judgements.
EVERYTHING = TEXTS | {
    "missing outputs",
    "missing sources",
    "systems without outputs",
    "ids",
    "empty ids",
    "facets",
    "judgements",
    "line breaks",
    "blank lines",
    "tabs",
    "control characters",
    "leading byte order marks",
}


def lost(corpus: Corpus, carries: frozenset[str]) -> list[str]:
    """Return the kinds of content of `corpus` that are not among `carries`."""
    kinds = [kind for kind in _named(corpus) if not _carried(kind, carries)]
    tests: dict[str, Callable[[], bool]] = {
        "varying references": lambda: any(len(texts.blank()) for texts in corpus.references),
        "leading byte order marks": lambda: any(_starts_with_mark(texts) for texts in _columns(corpus)),
        **{kind: lambda pattern=pattern: _occurs(pattern, corpus) for kind, pattern in _CHARACTERS.items()},  # type: ignore[misc]
    }
    if "line breaks" not in carries:
        del tests["blank lines"]  # said already
    return kinds + [kind for kind, holds in tests.items() if kind not in carries and holds()]


def _named(corpus: Corpus) -> Iterator[str]:
    """Yield the kinds that can be told without reading the texts."""
    if corpus.systems:
        yield "systems"
    if corpus.references:
        yield "references"
    if not are_told_by_place(corpus.references):
        yield "kinds of references"
    yield from (f"{kind} references" for kind in kinds_in(corpus.unused_references))
    if corpus.source is not None:
        yield "source"
        if len(corpus.source.absent):
            yield "missing sources"
    absent = {len(texts.absent) for texts in corpus.systems.values()}
    if absent - {0}:
        yield "missing outputs"
    if len(corpus) in absent:
        yield "systems without outputs"
    if any(texts.has_trees for texts in _columns(corpus)):
        yield "trees"
    if corpus.ids is not None:
        yield "ids"
        if "" in corpus.ids:
            yield "empty ids"
    yield from (f"facet {name}" for name in corpus.facets)
    yield from (f"judgements on {name}" for name in sorted({j.dimension for j in corpus.judgements}))
    if any(judgement.weight is not None for judgement in corpus.judgements):
        yield "weights of judgements"
    if any(judgement.details() for judgement in corpus.judgements):
        yield "details of judgements"
    yield from (f"judgements of {name}" for name in sorted({j.system for j in corpus.judgements} - set(corpus.systems)))


def _carried(kind: str, carries: frozenset[str]) -> bool:
    family = {"facet": "facets", "judgements": "judgements"}.get(kind.split(" ", 1)[0])
    return kind in carries or family in carries


def _columns(corpus: Corpus) -> Iterator[Texts]:
    yield from corpus.systems.values()
    yield from corpus.references
    yield from corpus.unused_references
    if corpus.source is not None:
        yield corpus.source


def _labels(corpus: Corpus) -> Iterator[str]:
    yield from corpus.systems
    yield from corpus.ids or ()
    yield from corpus.facets
    for values in corpus.facets.values():
        yield from set(values)
    for judgement in {(j.system, j.assessor, j.dimension) for j in corpus.judgements}:
        yield from judgement


def _occurs(pattern: re.Pattern[bytes], corpus: Corpus) -> bool:
    if any(pattern.search(label.encode("utf-8", "replace")) for label in _labels(corpus)):
        return True
    for texts in _columns(corpus):
        for start in range(0, len(texts), 10_000):
            data, starts, ends = texts.chunk(start, min(start + 10_000, len(texts)))
            for a, b in zip(starts.tolist(), ends.tolist(), strict=True):
                if pattern.search(data[a:b]):
                    return True
    return False


def _starts_with_mark(texts: Texts) -> bool:
    data, starts, _ = texts.chunk(0, 1)
    return data.startswith(b"\xef\xbb\xbf", int(starts[0]))
