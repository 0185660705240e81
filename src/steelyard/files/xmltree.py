"""XML as a small tree, read without anything that XML can do beyond elements, attributes and text.

Entity declarations are refused, internal or external, and so are document types, unless a format's files always
have one: neither can a few lines expand to gigabytes nor does reading a corpus open other files. Of a document type
that is let through, nothing is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from steelyard.errors import FormatError, accepting
from steelyard.files.disk import LONGEST, opened, refuse_bom

_DEEPEST = 32
XML_FORBIDS = "\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_ATTRIBUTE_ESCAPES = {**_ESCAPES, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


@dataclass(slots=True)
class Element:
    """An element, where it begins (file and line), and what is in it."""

    name: str
    attributes: dict[str, str]
    where: str
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text of an element that has no elements inside."""
        if self.children:
            inner = self.children[0]
            raise FormatError(
                f"{inner.where}: <{inner.name}> inside the text of <{self.name}>; only text may stand there"
            )
        return "".join(self.pieces)

    def elements(self, names: Collection[str]) -> list[Element]:
        """Return the elements inside, which must have these names and no text between them."""
        loose = "".join(self.pieces).strip(" \t\r\n")
        if loose:
            raise FormatError(
                f"{self.where}: text in <{self.name}> itself ({loose!r:.40}); expected only {_tags(names)}"
            )
        for child in self.children:
            if child.name not in names:
                raise FormatError(f"{child.where}: <{child.name}> in <{self.name}>; expected {_tags(names)}")
        return self.children

    def attribute(self, name: str) -> str:
        """Return an attribute that must be there and not be empty."""
        if not self.attributes.get(name):
            raise FormatError(f"{self.where}: <{self.name}> without {name}; every <{self.name}> must have one")
        return self.attributes[name]


def _tags(names: Collection[str]) -> str:
    return ", ".join(f"<{name}>" for name in sorted(names))


class _Builder:
    """Builds the tree from the parser's calls."""

    def __init__(self, path: Path, accept: Sequence[str], doctype: bool) -> None:
        self.path, self.longest = path, None if "long" in accept else LONGEST
        self.root: Element | None = None
        self.open: list[Element] = []
        self.size = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.specified_attributes = True  # none of those that a document type would add
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype if doctype else self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ExternalEntityRefHandler = self.refuse  # type: ignore[assignment]

    def where(self) -> str:
        return f"{self.path}, line {self.parser.CurrentLineNumber}"

    def start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes, self.where())
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        self.size = 0
        if len(self.open) > _DEEPEST:
            raise FormatError(f"{self.where()}: more than {_DEEPEST} elements inside one another; this is not a corpus")

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, data: str) -> None:
        self.size += len(data)
        if self.longest is not None and self.size > self.longest:
            raise FormatError(
                f"{self.where()}: more than {self.longest:,} characters of text in <{self.open[-1].name}>; "
                f"use {accepting('long')} to read it anyway"
            )
        self.open[-1].pieces.append(data)

    def doctype(self, name: str, system: str | None, public: str | None, inside: bool) -> None:
        if system is not None or public is not None:
            self.refuse()

    def refuse(self, *_: object) -> None:
        raise FormatError(
            f"{self.where()}: a document type or entity declaration; these are never followed: "
            f"remove it and write the characters themselves"
        )


def read_tree(path: Path, roots: Collection[str], accept: Sequence[str], *, doctype: bool = False) -> Element:
    """Read an XML file whose outermost element is one of `roots`; `doctype` lets a document type stand in it."""
    builder = _Builder(path, accept, doctype)
    with opened(path) as file:
        first = True
        while block := file.read(1 << 20):
            if first and block.startswith(_MARKS):
                refuse_bom(path, accept)
            first = False
            _parse(builder, block, final=False)
        _parse(builder, b"", final=True)
    if builder.root is None or builder.root.name not in roots:
        outermost = "nothing" if builder.root is None else f"<{builder.root.name}>"
        raise FormatError(f"{path}: the outermost element is {outermost}; expected {_tags(roots)}")
    return builder.root


def _parse(builder: _Builder, block: bytes, *, final: bool) -> None:
    try:
        builder.parser.Parse(block, final)
    except expat.ExpatError as error:
        message = expat.errors.messages[error.code]
        raise FormatError(
            f"{builder.path}, line {error.lineno}, column {error.offset + 1}: not well-formed XML ({message})"
        ) from None
    except (LookupError, UnicodeError) as error:
        raise FormatError(
            f"{builder.path}, line 1: {error}; convert the file to UTF-8 (for instance with iconv)"
        ) from None


def escaped(text: str) -> str:
    """Return a text as it stands in XML; characters that XML cannot hold become U+FFFD."""
    text = re.sub(f"[{XML_FORBIDS}]", "\ufffd", text)
    return re.sub("[&<>\r]", lambda match: _ESCAPES[match[0]], text)


def tag(name: str, attributes: dict[str, str]) -> str:
    """Return a start tag."""
    return f"<{name}" + "".join(f' {key}="{_value(value)}"' for key, value in attributes.items()) + ">"


def _value(value: str) -> str:
    value = re.sub(f"[{XML_FORBIDS}]", "\ufffd", value)
    return re.sub('[&<>\r\n\t"]', lambda match: _ATTRIBUTE_ESCAPES[match[0]], value)
