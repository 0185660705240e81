"""Constituents in brackets, as the Penn Treebank writes them: (S (NP (PRP I)) (VP (VBD slept)) (. .)).

If every line holds whole trees, a line is a segment: its trees are its sentences, and an empty line is an empty
text. Otherwise trees run over several lines, as in .mrg files, and each is a segment.

An outermost bracket without a label, or labelled TOP, ROOT, S1 or VROOT, is no phrase. Empty elements (-NONE-) and
phrases of nothing else are dropped, and labels lose functions and indices (NP-SBJ-1 is NP); tags are kept as they
are. In words, -LRB- is "(" and so on, and the backslash of \\/ and \\* goes. A text is its words with spaces between
them: punctuation stays apart, since the file does not say where spaces were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus.sentences import Annotation, Sentence, Span
from steelyard.corpus.trees import AnnotatedText, plain_lines
from steelyard.errors import FormatError

_OUTERMOST = ("", "TOP", "ROOT", "S1", "VROOT")
_EMPTY = "-NONE-"
_UNKNOWN = "_"
_EXAMPLE = "(S (NP (PRP I)) (VP (VBD slept)))"
# White space is ASCII's: a no-break space can be part of a word.
_PARTS = re.compile(r"[()]|[^\s()]+", re.ASCII)
_SPACE = re.compile(r"\s", re.ASCII)
_FUNCTION = re.compile(r"(?<=.)[-=].*")
_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "\\/": "/", "\\*": "*"}
_ESCAPES = re.compile("|".join(map(re.escape, _ESCAPED)))


def read_bracketed(path: str | Path, accept: Sequence[str] = ()) -> list[AnnotatedText]:
    """Read the segments of a file of bracketed trees (plain or gzip; "-" is standard input)."""
    lines = list(plain_lines(Path(path), accept))
    if not lines:
        raise FormatError(f"{path}: the file is empty; expected trees, as {_EXAMPLE}")
    if all(line.count("(") == line.count(")") for line in lines):
        return [_text(_trees([(number, line)], str(path))) for number, line in enumerate(lines, 1)]
    return [_text((sentence,)) for sentence in _trees(enumerate(lines, 1), str(path))]


def bracketed(sentence: Sentence) -> str:
    """Return the constituents of a sentence in brackets, on one line, as `read_bracketed` reads them.

    Words without a tag show their universal part of speech, or "_". White space within a word becomes "_". What is
    not one tree, or one that a reader would take the outermost bracket from, is put into a bracket without a label.

    >>> bracketed(Sentence(("I", "slept"), tags=("PRP", "VBD"), phrases=(Span("S", 0, 2), Span("NP", 0, 1))))
    '(S (NP (PRP I)) (VBD slept))'
    """
    tags = sentence.tags or sentence.pos or (_UNKNOWN,) * len(sentence)
    opened = [""] * len(sentence)
    closed = [0] * len(sentence)
    for span in sentence.phrases:
        opened[span.first] += f"({span.label} "
        closed[span.end - 1] += 1
    leaves = (f"({_atom(tag)} {_atom(word)})" for tag, word in zip(tags, sentence.words, strict=True))
    tree = " ".join(f"{opened[i]}{leaf}{')' * closed[i]}" for i, leaf in enumerate(leaves))
    return tree if _is_one(sentence) else f"( {tree})"


def _is_one(sentence: Sentence) -> bool:
    if not sentence.phrases:
        return len(sentence) == 1
    outermost = sentence.phrases[0]
    return outermost.end - outermost.first == len(sentence) and outermost.label not in _OUTERMOST


def _atom(text: str) -> str:
    return _SPACE.sub("_", text).replace("(", "-LRB-").replace(")", "-RRB-") or _UNKNOWN


def _text(sentences: Iterable[Sentence]) -> AnnotatedText:
    annotation: Annotation = tuple(sentence for sentence in sentences if sentence.words)
    return AnnotatedText(" ".join(word for sentence in annotation for word in sentence.words), annotation)


def _trees(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Sentence]:
    """Yield the trees of numbered lines; one of empty elements only is a sentence without words."""
    tree = _Tree()
    for number, line in lines:
        where = f"{name}, line {number}"
        if tree.open and line.startswith("("):
            raise FormatError(
                f"{where}: a tree begins while that of line {tree.open[0].line} is still open; "
                f"close it, or begin the lines of a tree that goes on with a space"
            )
        for part in _PARTS.findall(line):
            if problem := tree.take(part, number):
                raise FormatError(f"{where}: {problem}")
            if not tree.open:
                yield tree.sentence()
                tree = _Tree()
    if tree.open:
        raise FormatError(f"{name}, line {tree.open[-1].line}: a bracket that opens here is never closed; add ')'")


@dataclass
class _Bracket:
    """A bracket that is not closed yet."""

    line: int
    first: int
    place: int
    label: str | None = None
    word: str | None = None
    filled: bool = False


@dataclass
class _Tree:
    """A tree as it is read, without recursion, so that depth has no limit."""

    open: list[_Bracket] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    phrases: list[Span | None] = field(default_factory=list)

    def take(self, part: str, line: int) -> str | None:
        """Take the next bracket, label or word; return what is wrong with it."""
        if part == "(":
            return self._begin(line)
        if not self.open:
            if part == ")":
                return "a ')' without its '('; remove it, or add the '(' that is missing"
            return f"{part!r:.40} outside brackets; expected a tree, as {_EXAMPLE}"
        return self._end() if part == ")" else self._name(part)

    def _begin(self, line: int) -> str | None:
        if self.open:
            above = self.open[-1]
            if above.word is not None:
                return f"a bracket beside the word {above.word!r:.40}; expected each word in a bracket with its tag"
            if above.label is None and len(self.open) > 1:
                return "a bracket without a label inside a tree; give it one, as NP"
            above.filled = True
        self.open.append(_Bracket(line, len(self.words), len(self.phrases)))
        self.phrases.append(None)
        return None

    def _name(self, part: str) -> str | None:
        bracket = self.open[-1]
        if bracket.filled or bracket.word is not None:
            return f"{part!r:.40} without a tag; expected each word in a bracket with its tag, as (NN dog)"
        if bracket.label is None:
            bracket.label = part
        else:
            bracket.word = part
        return None

    def _end(self) -> str | None:
        bracket = self.open.pop()
        label = bracket.label or ""
        if bracket.word is not None:
            if label != _EMPTY:
                self.tags.append(label)
                self.words.append(_ESCAPES.sub(lambda escape: _ESCAPED[escape[0]], bracket.word))
        elif not bracket.filled:
            return f"a bracket ({label}) without words; expected (TAG word), and an empty line for an empty text"
        elif bracket.first < len(self.words) and (self.open or label not in _OUTERMOST):
            label = label if label.startswith("-") else _FUNCTION.sub("", label)
            self.phrases[bracket.place] = Span(label, bracket.first, len(self.words))
        return None

    def sentence(self) -> Sentence:
        """Return the sentence whose tree this is."""
        tags = () if all(tag == _UNKNOWN for tag in self.tags) else tuple(self.tags)
        return Sentence(tuple(self.words), tags=tags, phrases=tuple(span for span in self.phrases if span))
