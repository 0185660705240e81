"""CoNLL-U: a word a line in ten columns, sentences apart by an empty line (universaldependencies.org/format).

A sentence is a segment, unless comments "# segment = NAME" name segments: one lasts until the next name, and a
comment without words is an empty text. A text is that of "# text = …", or the words with spaces between them where
MISC does not say SpaceAfter=No; sentences of one segment are put together in the same way.

Lines of multiword tokens (3-4) give the text only, empty nodes (5.1) nothing. FEATS and DEPS are not read. "_" is
unknown: a column of nothing else is a layer that is not known, but heads must be known for all words or none. MISC
may hold named entities (Entity=B-PER, I-PER, O) and senses (Sense=…); Entity values with round brackets, which are
coreference in the CorefUD style, are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus.sentences import Sentence, Span
from steelyard.corpus.trees import AnnotatedText, plain_lines
from steelyard.errors import FormatError

_COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()
_FORM, _LEMMA, _UPOS, _XPOS, _HEAD, _DEPREL, _MISC = 1, 2, 3, 4, 6, 7, 9
_UNKNOWN = "_"
_COMMENT = re.compile(r"#\s*+(segment|text)\s*+=\s*+(.*\S)\s*+")
_ID = re.compile(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_ENTITY = re.compile(r"O|([BI])-(.+)")
#: What a column cannot hold, and what an entry of MISC cannot.
_BREAKS, _MARKS = re.compile(r"[\t\n\r]"), re.compile(r"[\s|()]")


@dataclass
class _Block:
    """The lines of a sentence: its words by line, and its text in pieces (form, whether a space follows)."""

    where: str
    segment: str | None = None
    text: str | None = None
    lines: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    surface: list[tuple[str, bool]] = field(default_factory=list)
    #: Last word of the multiword token that was begun last.
    covered: int = 0

    def column(self, column: int) -> list[str]:
        return [word[column] for word in self.words]

    def misc(self, name: str) -> list[str]:
        return [_misc(word, name) for word in self.words]

    def running(self) -> tuple[str, bool]:
        """Return the text, and whether a space follows it."""
        text = self.text or "".join(form + " " * spaced for form, spaced in self.surface).strip(" ")
        return text, self.surface[-1][1]


def _misc(word: Sequence[str], name: str) -> str:
    """Return the value of NAME=… in a word's MISC, or nothing."""
    entries = (entry.partition("=") for entry in word[_MISC].split("|"))
    return next((value for key, _, value in entries if key == name), "")


def read_conllu(path: str | Path, accept: Sequence[str] = ()) -> list[AnnotatedText]:
    """Read the segments of a CoNLL-U file (plain or gzip; "-" is standard input)."""
    blocks = list(_blocks(Path(path), accept))
    if not blocks:
        raise FormatError(f"{path}: no sentences; expected CoNLL-U, a word a line in {len(_COLUMNS)} columns")
    filled = _filled_layers(blocks)
    texts = []
    for name, group in _segments(blocks):
        pieces = [block.running() for block in group if block.words]
        text = "".join(piece + " " * spaced for piece, spaced in pieces[:-1])
        text += pieces[-1][0] if pieces else next((block.text for block in group if block.text), "")
        texts.append(AnnotatedText(text, tuple(_sentence(block, filled) for block in group if block.words), name))
    return texts


def _segments(blocks: list[_Block]) -> list[tuple[str | None, list[_Block]]]:
    """Return the sentences of each segment in the order of the file, by its name where segments are named."""
    if all(block.segment is None for block in blocks):
        return [(None, [block]) for block in blocks]
    named: dict[str | None, list[_Block]] = {}
    last = None
    for block in blocks:
        name = last if block.segment is None else block.segment
        if name is None:
            raise FormatError(f"{block.where}: a sentence before the first '# segment ='; name its segment too")
        if name != last and name in named:
            raise FormatError(
                f"{block.where}: segment {name!r:.40} again, after another one; put its sentences together, "
                f"or give them a name of their own"
            )
        named.setdefault(name, []).append(block)
        last = name
    return list(named.items())


def _blocks(path: Path, accept: Sequence[str]) -> Iterator[_Block]:
    """Yield the sentences of a file, and named segments without words."""
    block: _Block | None = None
    for number, line in enumerate(plain_lines(path, accept), 1):
        where = f"{path}, line {number}"
        if not line.strip():
            if block is not None:
                yield from _closed(block)
            block = None
            continue
        block = block or _Block(where)
        if line.startswith("#"):
            _comment(block, line)
        else:
            _word(block, line, where)
    if block is not None:
        yield from _closed(block)


def _closed(block: _Block) -> Iterator[_Block]:
    """Yield a sentence that is complete, or raise about what shows only at its end."""
    if block.covered > len(block.words):
        raise FormatError(
            f"{block.where}: a multiword token up to word {block.covered} in a sentence of {len(block.words)}; "
            f"correct its ID"
        )
    if block.words or block.segment is not None:
        yield block


def _comment(block: _Block, line: str) -> None:
    if match := _COMMENT.fullmatch(line):
        name, value = match.groups()
        if name == "segment":
            block.segment = value
        else:
            block.text = value


def _word(block: _Block, line: str, where: str) -> None:
    """Add a line of ten columns to a sentence."""
    columns = line.split("\t")
    if len(columns) != len(_COLUMNS):
        raise FormatError(
            f"{where}: {len(columns)} columns; expected {len(_COLUMNS)} with tabs between them ({' '.join(_COLUMNS)})"
        )
    if "" in columns:
        raise FormatError(f"{where}: {_COLUMNS[columns.index('')]} is empty; write _ for what is not known")
    next_ = len(block.words) + 1
    match = _ID.fullmatch(columns[0])
    first, mark, last = (int(match[1]), match[2], int(match[3] or 0)) if match else (-1, "", 0)
    if first != (next_ - 1 if mark == "." else next_) or (mark == "-" and (last < first or block.covered >= first)):
        raise FormatError(
            f"{where}: ID is {columns[0]!r:.40}; expected {next_}, for words are counted from 1 in each sentence, "
            f"with an empty line after it"
        )
    spaced = _misc(columns, "SpaceAfter") != "No"
    if mark == "-":
        block.covered = last
        block.surface.append((columns[_FORM], spaced))
    elif not mark:
        if first > block.covered:
            block.surface.append((columns[_FORM], spaced))
        block.words.append(columns)
        block.lines.append(where)


@dataclass(frozen=True)
class _FilledLayers:
    """The layers that a file knows: of some word at least."""

    columns: frozenset[int]
    entities: bool
    senses: bool

    def column(self, block: _Block, column: int) -> tuple[str, ...]:
        return tuple(block.column(column)) if column in self.columns else ()


def _filled_layers(blocks: list[_Block]) -> _FilledLayers:
    columns = frozenset(
        column
        for column in (_LEMMA, _UPOS, _XPOS, _HEAD, _DEPREL)
        if any(value != _UNKNOWN for block in blocks for value in block.column(column))
    )
    entities = any(map(_is_entity, (value for block in blocks for value in block.misc("Entity"))))
    return _FilledLayers(columns, entities, any(value for block in blocks for value in block.misc("Sense")))


def _is_entity(value: str) -> bool:
    return bool(value) and not set("()") & set(value)


def _sentence(block: _Block, filled: _FilledLayers) -> Sentence:
    sentence = Sentence(
        words=tuple(block.column(_FORM)),
        lemmas=filled.column(block, _LEMMA),
        pos=filled.column(block, _UPOS),
        tags=filled.column(block, _XPOS),
        heads=tuple(_heads(block)) if _HEAD in filled.columns else (),
        relations=filled.column(block, _DEPREL),
        entities=tuple(_entities(block)) if filled.entities else None,
        senses=tuple(block.misc("Sense")) if filled.senses else (),
    )
    if problem := sentence.problem():
        raise FormatError(f"{block.lines[0]}: in the sentence that begins here {problem}; correct column HEAD")
    return sentence


def _heads(block: _Block) -> Iterator[int]:
    for where, value in zip(block.lines, block.column(_HEAD), strict=True):
        if value == _UNKNOWN:
            raise FormatError(f"{where}: HEAD is _, but other words have one; give heads to all words or to none")
        if not _NUMBER.fullmatch(value) or int(value) > len(block.words):
            raise FormatError(
                f"{where}: HEAD is {value!r:.40}; expected the ID of one of the {len(block.words)} words "
                f"of its sentence, or 0 for the root"
            )
        yield int(value) - 1


def _entities(block: _Block) -> Iterator[Span]:
    """Yield the entities of B-, I- and O; an I- that continues nothing begins an entity, as in the older IOB."""
    label, first = "", 0
    for at, value in enumerate([*block.misc("Entity"), ""]):
        match = _ENTITY.fullmatch(value) if _is_entity(value) else None
        if _is_entity(value) and not match:
            raise FormatError(f"{block.lines[at]}: Entity is {value!r:.40}; expected B-LABEL, I-LABEL or O")
        mark, kind = (match[1], match[2] or "") if match else (None, "")
        if label and (mark != "I" or kind != label):
            yield Span(label, first, at)
            label = ""
        if kind and not label:
            label, first = kind, at


def written(texts: Iterable[AnnotatedText]) -> Iterator[str]:
    """Yield the lines of a CoNLL-U file that `read_conllu` reads as these texts; constituents are not written.

    Segments without a name are numbered from 0. A text whose words do not stand in it one after another, as where a
    parser changes them, is read again as its words with spaces between them.
    """
    for number, (text, sentences, name) in enumerate(texts):
        yield f"# segment = {number if name is None else name}"
        places = _places(text, [word for sentence in sentences for word in sentence.words])
        first = 0
        for sentence in sentences:
            ends = places[first : first + len(sentence)]
            if places:
                yield f"# text = {_BREAKS.sub(' ', text[ends[0][0] : ends[-1][1]])}"
            yield from _rows(sentence, [_is_glued(text, end) for _, end in ends] or [False] * len(sentence))
            yield ""
            first += len(sentence)
        if not sentences:
            if text.strip():
                yield f"# text = {_BREAKS.sub(' ', text).strip()}"
            yield ""


def _places(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the words of a text begin and end, or nothing if there is more in it than words and white space."""
    places = []
    at = 0
    for word in words:
        start = text.find(word, at)
        if start < 0 or text[at:start].strip():
            return []
        at = start + len(word)
        places.append((start, at))
    return [] if text[at:].strip() else places


def _is_glued(text: str, end: int) -> bool:
    return end < len(text) and not text[end].isspace()


def _rows(sentence: Sentence, glued: Sequence[bool]) -> Iterator[str]:
    unknown = (_UNKNOWN,) * len(sentence)
    heads = [str(head + 1) for head in sentence.heads] or unknown
    layers = zip(
        sentence.words, sentence.lemmas or unknown, sentence.pos or unknown, sentence.tags or unknown, unknown, heads,
        sentence.relations or unknown, unknown, _entries(sentence, glued), strict=True,
    )  # fmt: skip
    for number, values in enumerate(layers, 1):
        yield "\t".join([str(number), *(_BREAKS.sub(" ", value).strip(" ") or _UNKNOWN for value in values)])


def _entries(sentence: Sentence, glued: Sequence[bool]) -> Iterator[str]:
    """Yield what MISC says of each word."""
    entities = [""] * len(sentence) if sentence.entities is None else ["O"] * len(sentence)
    for label, first, end in sentence.entities or ():
        marks = ["B", *"I" * (end - first - 1)]
        entities[first:end] = [f"{mark}-{_MARKS.sub('_', label)}" for mark in marks]
    senses = sentence.senses or ("",) * len(sentence)
    for near, entity, sense in zip(glued, entities, senses, strict=True):
        entries = {"SpaceAfter": "No" if near else "", "Entity": entity, "Sense": _MARKS.sub("_", sense)}
        yield "|".join(f"{name}={value}" for name, value in entries.items() if value)
