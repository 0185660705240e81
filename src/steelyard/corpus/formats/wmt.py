"""WMT XML: documents with source, references and outputs.

    <dataset id="…"><doc id="…" origlang="…">
      <src lang="…"><p><seg id="1">…</seg></p></src>
      <ref lang="…" translator="A"><p><seg id="1">…</seg></p></ref>
      <hyp lang="…" system="…"><p><seg id="1">…</seg></p></hyp>
    </doc></dataset>

A document's id is the facet "document", its further attributes are facets of their names, and so is
"collection" where documents stand in <collection id="…">. Texts are taken exactly as they are. A notice names the test
suites (documents with an attribute testsuite) or else the collections, where there are several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.documents import OUTPUT, REFERENCE, SOURCE, DocumentSegments, Gathering, runs
from steelyard.corpus.segments import assemble
from steelyard.corpus.selection import COLLECTION, suites_told
from steelyard.files.disk import replacing
from steelyard.files.xmltree import Element, escaped, read_tree, tag

NAME = "wmt"
ENDINGS = (".wmt.xml", ".xml")
ROOTS = frozenset({"dataset"})
CARRIES = TEXTS | {"missing outputs", "ids", "facets", "line breaks", "blank lines", "tabs", "leading byte order marks"}
_ATTRIBUTE = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_RESERVED = frozenset({"id"})
#: element → (what it holds, the attribute that says whose)
_SETS = {"src": (SOURCE, ""), "ref": (REFERENCE, "translator"), "hyp": (OUTPUT, "system")}


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a WMT XML file."""
    (path,) = paths
    root = read_tree(path, ROOTS, accept)
    texts = Gathering()
    for child in root.elements(("doc", "collection")):
        if child.name == "doc":
            _gather(child, {}, texts)
            continue
        for document in child.elements(("doc",)):
            _gather(document, {COLLECTION: child.attribute("id")}, texts)
    corpus = assemble(texts.segments(), path, accept)
    return replace(corpus, notices=suites_told(corpus.facets))


def _gather(document: Element, facets: Mapping[str, str], texts: Gathering) -> None:
    name = document.attribute("id")
    facets = {**{key: value for key, value in document.attributes.items() if key != "id"}, **facets}
    for part in document.elements(tuple(_SETS)):
        kind, attribute = _SETS[part.name]
        whose = part.attribute(attribute) if kind == OUTPUT else part.attributes.get(attribute, "")
        for segment in _segments(part):
            texts.add(kind, whose, (name, segment.attribute("id")), segment.text, segment.where, facets)


def _segments(part: Element) -> Iterator[Element]:
    for child in part.elements(("p", "seg")):
        if child.name == "seg":
            yield child
        else:
            yield from child.elements(("seg",))


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as WMT XML."""
    source = iter(corpus.source) if corpus.source is not None else None
    references = [iter(texts) for texts in corpus.references]
    systems = {name: iter(texts) for name, texts in corpus.systems.items()}
    with replacing(path) as file:
        file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<dataset>\n')
        for run in runs(corpus, _ATTRIBUTE, _RESERVED):
            file.write((tag("doc", {"id": run.document, **run.facets}) + "\n").encode())
            file.write(_part("src", {}, run, source, empty=True))
            for number, texts in enumerate(references, 1):
                file.write(_part("ref", {"translator": str(number)}, run, texts, empty=True))
            for name, texts in systems.items():
                file.write(_part("hyp", {"system": name}, run, texts, empty=False))
            file.write(b"</doc>\n")
        file.write(b"</dataset>\n")


def _part(
    name: str, attributes: dict[str, str], run: DocumentSegments, column: Iterator[str | None] | None, *, empty: bool
) -> bytes:
    """Return one document's source, reference or output; a missing text is left out or, if `empty`, empty."""
    texts = [None] * len(run.ids) if column is None else list(islice(column, len(run.ids)))
    lines = [
        tag("seg", {"id": number}) + escaped(text or "") + "</seg>\n"
        for number, text in zip(run.ids, texts, strict=True)
        if text is not None or empty
    ]
    return f"{tag(name, attributes)}<p>\n{''.join(lines)}</p></{name}>\n".encode()
