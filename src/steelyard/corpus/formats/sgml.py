"""NIST/mteval SGML and its XML cousin: sets of documents with numbered segments.

    <srcset setid="…" srclang="…"><doc docid="…"><seg id="1">…</seg></doc></srcset>
    <refset setid="…" srclang="…" trglang="…" refid="…">…</refset>
    <tstset setid="…" srclang="…" trglang="…" sysid="…">…</tstset>

One file with all sets inside <mteval>, or several files. Older files name the reference or system in each
<doc sysid="…">. A document's id is the facet "document", its further attributes (genre, origlang) are facets.

The files in use are rarely well-formed, so they are read by a lexer of their own: names of tags in any case,
attributes with or without quotation marks, bare & and < in texts, other tags (<hl>, <p>) anywhere around
segments. The five standard entities and numeric ones are decoded, nothing else is. Texts are trimmed and
their line breaks are spaces, unless written as numeric entities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.documents import OUTPUT, REFERENCE, SOURCE, DocumentSegments, Gathering, runs
from steelyard.corpus.segments import assemble
from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines, replacing

NAME = "sgml"
SEVERAL = True
ENDINGS = (".sgm", ".sgml", ".mteval.xml", ".xml")
ROOTS = frozenset({"mteval", "srcset", "refset", "tstset"})
CARRIES = TEXTS | {
    "missing outputs",
    "ids",
    "facets",
    "line breaks",
    "blank lines",
    "tabs",
    "control characters",
    "leading byte order marks",
}
_MARKUP = re.compile(
    r"<!--.*?-->|<\?.*?>|<!DOCTYPE(?P<doctype>[^>\[]*+)>"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][\w.-]*+)(?P<attributes>(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTES = re.compile(
    r"\s*+(?P<name>[A-Za-z_][\w.:-]*+)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'/]++))\s*+|\s*+/?\s*+$"
)
_SEGMENT_END = re.compile(r"</seg\s*>", re.IGNORECASE)
_UNCLOSED = re.compile(r"<seg[\s>]|</?doc[\s>]|</?(?:src|ref|tst)set[\s>]", re.IGNORECASE)
#: A line break with the blanks about it; those of a line are looked at from the first, and once.
_FOLD = re.compile(r"(?<![ \t])[ \t]*+\r?\n\s*+")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,8})|#[xX]([0-9A-Fa-f]{1,6}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SETS = {"srcset": SOURCE, "refset": REFERENCE, "tstset": OUTPUT}
_ATTRIBUTE = re.compile(r"[a-z_][a-z0-9_.-]*")
_RESERVED = frozenset({"docid", "sysid"})


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from one or several SGML files."""
    texts = Gathering()
    for path in paths:
        _Reader(path, "".join(decoded_lines(path, accept)), texts).read()
    return assemble(texts.segments(), paths[0], accept)


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    closes: bool
    attributes: dict[str, str]
    end: int


class _Reader:
    """Goes through one file and gathers its segments."""

    def __init__(self, path: Path, data: str, texts: Gathering) -> None:
        self.path, self.data, self.texts = path, data, texts
        self.position, self.counted, self.line = 0, 0, 1
        self.open: dict[str, dict[str, str]] = {}
        self.kind: str | None = None
        self.found_set = False

    def where(self) -> str:
        """Return file and line of the current position."""
        self.line += self.data.count("\n", self.counted, self.position)
        self.counted = self.position
        return f"{self.path}, line {self.line}"

    def read(self) -> None:
        """Gather every segment of the file."""
        for tag in self._tags():
            if tag.name in _SETS:
                self._set(tag)
            elif tag.name == "doc":
                self._document(tag)
            elif tag.name == "seg":
                self._segment(tag)
        if self.open:
            raise FormatError(f"{self.where()}: the file ends inside <{list(self.open)[-1]}>; is it complete?")
        if not self.found_set:
            raise FormatError(f"{self.path}: no <srcset>, <refset> or <tstset> in it; is this an SGML corpus?")

    def _tags(self) -> Iterator[_Tag]:
        """Yield the tags, with `position` at the tag; whoever handles one may move `position` on."""
        while (start := self.data.find("<", self.position)) >= 0:
            self._no_text(start)
            match = _MARKUP.match(self.data, start)
            if match is None:
                raise FormatError(f"{self.where()}: {_fault(self.data[start : start + 20])}")
            if match["name"]:
                yield _Tag(
                    match["name"].lower(),
                    bool(match["close"]),
                    self._attributes(match["attributes"]),
                    match.end(),
                )
            self.position = max(self.position, match.end())
        self._no_text(len(self.data))

    def _no_text(self, start: int) -> None:
        between = self.data[self.position : start]
        if loose := between.strip():
            self.position += between.index(loose)
            raise FormatError(
                f"{self.where()}: text outside of a segment ({loose!r:.40}); texts stand in <seg id=…>…</seg>"
            )
        self.position = start

    def _attributes(self, data: str) -> dict[str, str]:
        attributes: dict[str, str] = {}
        at = 0
        while at < len(data):
            match = _ATTRIBUTES.match(data, at)
            if match is None:
                raise FormatError(
                    f'{self.where()}: cannot read the attributes {data.strip()!r:.60}; expected name="value"'
                )
            if match["name"]:
                value = next(group for group in match.groups()[1:] if group is not None)
                attributes[match["name"].lower()] = self._decoded(value)
            at = match.end()
        return attributes

    def _set(self, tag: _Tag) -> None:
        self._opened_or_closed(tag, inside=None)
        self.kind = None if tag.closes else _SETS[tag.name]
        self.found_set = True

    def _document(self, tag: _Tag) -> None:
        self._opened_or_closed(tag, inside="<srcset>, <refset> or <tstset>")
        if not tag.closes and not tag.attributes.get("docid"):
            raise FormatError(f"{self.where()}: <doc> without docid; every document must have one")

    def _opened_or_closed(self, tag: _Tag, inside: str | None) -> None:
        if tag.closes != (tag.name in self.open) or (tag.closes and tag.name != list(self.open)[-1]):
            what = f"</{tag.name}> where none is open" if tag.closes else f"<{tag.name}> inside another"
            raise FormatError(f"{self.where()}: {what}; is a tag missing before?")
        if bool(inside) != bool(set(self.open) - {tag.name}):
            raise FormatError(f"{self.where()}: <{tag.name}> must stand in {inside or 'no other set'}")
        if tag.closes:
            del self.open[tag.name]
        else:
            self.open[tag.name] = tag.attributes

    def _segment(self, tag: _Tag) -> None:
        where = self.where()
        if tag.closes or "doc" not in self.open or self.kind is None:
            raise FormatError(
                f"{where}: <{'/' * tag.closes}seg> where no {'segment' if tag.closes else 'document'} is open"
            )
        if not tag.attributes.get("id"):
            raise FormatError(f"{where}: <seg> without id; every segment must have one")
        end = _SEGMENT_END.search(self.data, tag.end)
        if end is None or _UNCLOSED.search(self.data, tag.end, end.start()):
            raise FormatError(f"{where}: segment {tag.attributes['id']!r} is not closed by </seg>")
        document = self.open["doc"]
        facets = {name: value for name, value in document.items() if name not in _RESERVED}
        text = _FOLD.sub(" ", self.data[tag.end : end.start()].strip(" \t\r\n"))
        key = (document["docid"], tag.attributes["id"])
        self.texts.add(self.kind, self._whose(document), key, self._decoded(text), where, facets)
        self.position = end.end()

    def _whose(self, document: dict[str, str]) -> str:
        attributes = next(iter(self.open.values()))
        if self.kind == SOURCE:
            return ""
        name = document.get("sysid") or attributes.get("sysid", "")
        if self.kind == REFERENCE:
            return "/".join(part for part in (attributes.get("refid"), name) if part)
        if not name:
            raise FormatError(f"{self.where()}: neither <tstset> nor <doc> names the system; give one of them a sysid")
        return name

    def _decoded(self, text: str) -> str:
        return _ENTITY.sub(self._character, text) if "&" in text else text

    def _character(self, match: re.Match[str]) -> str:
        name, decimal, hexadecimal = match.groups()
        if name:
            return _ENTITIES[name]
        code = int(decimal) if decimal else int(hexadecimal, 16)
        if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
            raise FormatError(f"{self.where()}: {match[0]} is not a character; correct it")
        return chr(code)


def _fault(data: str) -> str:
    if data.startswith("<!"):
        return f"a declaration ({data!r}); these are never followed: remove it"
    return f"{data!r} is not a tag; write &lt; for a bare <"


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as one file with all sets in <mteval>."""
    documents = runs(corpus, _ATTRIBUTE, _RESERVED)
    setid = {"setid": "steelyard", "srclang": "any"}
    translated = {**setid, "trglang": "any"}
    nothing: Iterator[str | None] = iter([None] * len(corpus))
    with replacing(path) as file:
        file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<mteval>\n')
        source = nothing if corpus.source is None else iter(corpus.source)
        file.writelines(_set("srcset", setid, documents, source, empty=True))
        for number, texts in enumerate(corpus.references, 1):
            file.writelines(_set("refset", {**translated, "refid": str(number)}, documents, iter(texts), empty=True))
        for name, texts in corpus.systems.items():
            file.writelines(_set("tstset", {**translated, "sysid": name}, documents, iter(texts), empty=False))
        file.write(b"</mteval>\n")


def _set(
    name: str,
    attributes: dict[str, str],
    documents: list[DocumentSegments],
    texts: Iterator[str | None],
    *,
    empty: bool,
) -> Iterator[bytes]:
    """Yield a set; a missing text is left out or, if `empty`, written as an empty one."""
    yield f"<{name}{_written(attributes)}>\n".encode()
    for document in documents:
        yield f"<doc{_written({'docid': document.document, **document.facets})}>\n".encode()
        for number, text in zip(document.ids, islice(texts, len(document.ids)), strict=True):
            if text is not None or empty:
                yield f"<seg{_written({'id': number})}>{_escaped(text or '')}</seg>\n".encode()
        yield b"</doc>\n"
    yield f"</{name}>\n".encode()


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return re.sub(r"[\r\n]|^[ \t]+|[ \t]+$", lambda match: "".join(f"&#{ord(c)};" for c in match[0]), text)
