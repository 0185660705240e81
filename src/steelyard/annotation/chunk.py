"""Annotated chunks: the texts of some segments as a parser has them, looked up once for all measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steelyard.annotation.layers import units
from steelyard.errors import InputError

if TYPE_CHECKING:
    from steelyard import _core
    from steelyard.corpus.sentences import Annotation, Sentence
    from steelyard.corpus.texts import Chunk

    #: A text, line by line.
    Lines = list[Annotation]
    #: Annotations that came with the references and with the systems' outputs; None for a column that has none.
    Given = tuple[Sequence[Sequence[Annotation] | None], Mapping[str, Sequence[Annotation] | None]]

#: Characters of a text that a message shows.
_SHOWN = 60


def parser_identity(parser: str) -> str:
    """Return library, model and versions of a parser, for signatures."""
    from steelyard.corpus.sentences import GIVEN

    if parser == GIVEN:
        from steelyard.annotation.trees.derivation import RULES

        return f"as-read/{RULES}"
    from steelyard.providers.annotator import annotator_of

    return annotator_of(parser).identity


@dataclass(frozen=True, eq=False, repr=False)
class AnnotatedRows:
    """Some sentences each; text i has the rows offsets[i] … offsets[i+1]-1."""

    sentences: list[Sequence[Sentence]]
    offsets: list[int]

    @classmethod
    def of(cls, texts: Iterable[Lines], rule: str) -> AnnotatedRows:
        """Return the rows that a rule makes of texts.

        "none": the whole text; "lines": its lines; "rules": the parser's sentences; "treelets": each word that has
        dependents with them, as words, with the word itself for the lemma of all of them (layer "head of treelet").
        """
        rows: list[Sequence[Sentence]] = []
        offsets = [0]
        for lines in texts:
            rows += _rows(lines, rule)
            offsets.append(len(rows))
        return cls(rows, offsets)

    def units(self, layer: str, fold: bool) -> list[list[str]]:
        """Return the units of each row."""
        return [units(sentences, layer, fold) for sentences in self.sentences]


def _rows(lines: Lines, rule: str) -> list[Sequence[Sentence]]:
    whole = tuple(sentence for line in lines for sentence in line)
    if rule == "none":
        return [whole]
    if rule == "lines":
        return list(lines)
    if rule == "rules":
        return [(sentence,) for sentence in whole]
    from steelyard.annotation.forests import treelets
    from steelyard.corpus.sentences import Sentence

    return [(Sentence(words, (head,) * len(words)),) for head, words in treelets(whole)]


class _Texts(NamedTuple):
    references: list[list[Lines]]
    systems: dict[str, list[Lines]]


@dataclass(eq=False, repr=False)
class AnnotatedChunk:
    """The references and all systems' outputs of some segments.

    trees      annotations that came with the texts, if they did, by column
    tolerant   whether a text that cannot be annotated is taken for an empty one, and not refused
    workers    how many processes annotate what nobody had annotated before
    """

    references: Sequence[Chunk]
    systems: Mapping[str, Chunk]
    trees: Given | None = None
    tolerant: bool = False
    workers: int = 1
    _by_parser: dict[str, _Texts] = field(default_factory=dict)

    def rows(self, rule: str, parser: str) -> tuple[list[AnnotatedRows], dict[str, AnnotatedRows]]:
        """Return the rows of all texts."""
        texts = self._texts(parser)
        return (
            [AnnotatedRows.of(column, rule) for column in texts.references],
            {name: AnnotatedRows.of(column, rule) for name, column in texts.systems.items()},
        )

    def forests(self, parser: str, kind: str, fold: bool) -> tuple[list[_core.Trees], dict[str, _core.Trees]]:
        """Return the trees of all texts, whose labels are numbered alike."""
        from steelyard.annotation.forests import Numbering

        texts, labels = self._texts(parser), Numbering()
        return (
            [labels.forest(_whole(column), kind, fold) for column in texts.references],
            {name: labels.forest(_whole(column), kind, fold) for name, column in texts.systems.items()},
        )

    def _texts(self, parser: str) -> _Texts:
        from steelyard.corpus.sentences import GIVEN

        if parser not in self._by_parser:
            self._by_parser[parser] = self._own_trees() if parser == GIVEN else self._annotated(parser)
        return self._by_parser[parser]

    def _own_trees(self) -> _Texts:
        references, systems = self.trees or ((), {})
        if all(column is None for column in (*references, *systems.values())):
            raise InputError("the texts come without trees; give files of trees, or choose another parser than given")
        _check_kinds([*references, *systems.values()])
        return _Texts(
            [_one_line(column, f"reference set {n}") for n, column in enumerate(references, 1)],
            {name: _one_line(column, f"system {name!r}") for name, column in systems.items()},
        )

    def _annotated(self, parser: str) -> _Texts:
        from steelyard.providers.annotator import annotator_of

        annotator = annotator_of(parser)
        columns = [_lines(chunk) for chunk in (*self.references, *self.systems.values())]
        lines = [line for column in columns for text in column for line in text]
        annotations = annotator.get(lines, self.workers)
        if not self.tolerant:
            _refuse(lines, parser, annotator.failures)
        texts = [[[annotations.get(line, ()) for line in text] for text in column] for column in columns]
        count = len(self.references)
        return _Texts(texts[:count], dict(zip(self.systems, texts[count:], strict=True)))


def _refuse(lines: Iterable[str], parser: str, failures: Mapping[str, str]) -> None:
    if (bad := next((line for line in lines if line in failures), None)) is not None:
        shown = bad if len(bad) <= _SHOWN else f"{bad[:_SHOWN]}…"
        raise InputError(f"the text {shown!r} cannot be annotated by {parser}: {failures[bad]}; mend or leave it out")


def _check_kinds(columns: Iterable[Sequence[Annotation] | None]) -> None:
    """Raise if some trees are dependencies and others constituents, for what is derived is not what a parser says."""
    kinds = {
        (bool(sentence.heads), bool(sentence.phrases))
        for column in columns
        for sentence in next((text for text in column or () if text), ())[:1]
    }
    if {(True, False), (False, True)} <= kinds:
        raise InputError(
            "some files hold dependencies and others constituents, which cannot be compared; give one kind for all "
            "(steelyard annotate turns one into the other)"
        )


def _one_line(column: Sequence[Annotation] | None, name: str) -> list[Lines]:
    """Return given trees, each text as one line, as one that is parsed from a line of a file."""
    from steelyard.annotation.trees.derivation import completed

    if column is None:
        raise InputError(f"{name} comes without trees; give a file of trees for it, too, or choose another parser")
    return [[tuple(map(completed, sentences))] for sentences in column]


def _whole(column: list[Lines]) -> Iterable[Annotation]:
    return (tuple(sentence for line in lines for sentence in line) for lines in column)


def _lines(chunk: Chunk) -> list[list[str]]:
    """Return the lines of each text that are not blank."""
    texts = (chunk.data[a:b].decode() for a, b in zip(chunk.starts.tolist(), chunk.ends.tolist(), strict=True))
    return [lines_of(text) for text in texts]


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are not blank, as they are annotated."""
    return [line for line in text.split("\n") if line.strip()]
