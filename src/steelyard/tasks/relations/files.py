"""Files of relations: one a line, sentence by sentence; or dependencies, from which relations are derived."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.corpus.conllu import read_conllu
from steelyard.errors import FormatError, InputError
from steelyard.files.disk import decoded_lines
from steelyard.tasks.relations.relation import Relation, Relations
from steelyard.tasks.relations.rules import relations_of

_SENTENCE = re.compile(r"#\s*sentence\b[:\s]*(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class RelationFile:
    """The relations of sentences, in order, with the names of these if they have any, and where they are from."""

    source: str
    sentences: tuple[Relations, ...]
    names: tuple[str, ...] | None = None


def read_relations(path: str | Path, accept: Sequence[str] = ()) -> RelationFile:
    """Read relations, one a line; or derive them, if the file ends in .conllu.

    Sentences begin with `# sentence NAME` (or a line that is a number, as in the corpus of Carroll et al.), or are
    separated by blank lines. Other lines that begin with # or ; are comments.
    """
    path = Path(path)
    if path.name.removesuffix(".gz").endswith(".conllu"):
        texts = read_conllu(path, accept)
        names = [text.segment for text in texts if text.segment is not None and len(text.sentences) == 1]
        parsed = (sentence for text in texts for sentence in text.sentences)
        return RelationFile(
            str(path), tuple(map(relations_of, parsed)), tuple(names) if len(names) == len(texts) else None
        )
    gathering = _Gathering(str(path))
    for number, line in enumerate(decoded_lines(path, accept), 1):
        gathering.take(line.strip(), number)
    return gathering.file()


class _Gathering:
    """The sentences of a file as its lines come in."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sentences: list[list[Relation]] = []
        self.names: list[str] = []
        self.unnamed = 0
        self.broken = True

    def take(self, line: str, number: int) -> None:
        """Take a line."""
        if match := _SENTENCE.fullmatch(line) or _NUMBER.fullmatch(line):
            self._begin(match[1].strip() if match.re is _SENTENCE else line, number)
        elif not line:
            self.broken = self.broken or bool(self.sentences[-1])
        elif line[0] not in "#;":
            if self.broken and not self.names:
                self._begin("", number)
            self.broken = False
            self.sentences[-1].append(self._relation(line, number))

    def _begin(self, name: str, number: int) -> None:
        if name in self.names:
            raise FormatError(f"{self.path}, line {number}: sentence {name!r} is there twice; name each once")
        self.names += [name] if name else []
        self.unnamed += not name
        if self.names and self.unnamed:
            raise FormatError(
                f"{self.path}, line {number}: some sentences have a name and others none; name all or none"
            )
        self.sentences.append([])
        self.broken = False

    def _relation(self, line: str, number: int) -> Relation:
        try:
            return Relation.of(line)
        except InputError as error:
            raise FormatError(f"{self.path}, line {number}: {error}") from None

    def file(self) -> RelationFile:
        """Return what was gathered."""
        if not self.sentences:
            raise FormatError(f"{self.path}: there is no relation; expected one a line, such as SUBJ(eat, man, _)")
        return RelationFile(self.path, tuple(map(tuple, self.sentences)), tuple(self.names) or None)
