"""Files of one text per segment: plain lines, or trees, which give texts and what is said of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.corpus.texts import AnnotatedTexts, Texts, read_lines
from steelyard.errors import InputError, SpecError, worded

if TYPE_CHECKING:
    from steelyard.corpus.trees import AnnotatedText

    _Read = Callable[[str | Path, Sequence[str]], list[AnnotatedText]]

#: Endings of files of trees.
TREES = (".conllu", ".mrg", ".penn", ".ptb")


def read_column(path: str | Path, accept: Sequence[str] = (), sentences_at: str | None = None) -> Texts:
    """Open a file of one text per segment; its ending tells whether it holds trees."""
    if reader(path) is None:
        return read_lines(path, accept, sentences_at)
    if sentences_at is not None:
        option = worded("--sentences-at", "sentences_at")
        raise SpecError(f"{path}: {option} is for text files; trees tell where their sentences end")
    return read_trees(path, accept)


def read_trees(path: str | Path, accept: Sequence[str] = ()) -> AnnotatedTexts:
    """Read a file of trees: CoNLL-U (.conllu) or brackets (.mrg, .penn, .ptb), each also with .gz.

    The result can be given wherever a list of texts can; measures use its trees with `parser=given`.
    """
    read = reader(path)
    if read is None:
        raise InputError(f"{path}: no file of trees by its ending; expected {', '.join(TREES)}, or these with .gz")
    texts = read(path, accept)
    names = tuple(text.segment for text in texts if text.segment is not None)
    return AnnotatedTexts.read([(text.text, text.sentences) for text in texts], str(path), names, accept)


def reader(path: str | Path) -> _Read | None:
    """Return what reads a file of trees, by its ending, or None for other files."""
    name = str(path).lower().removesuffix(".gz")
    if not name.endswith(TREES):
        return None
    if name.endswith(".conllu"):
        from steelyard.corpus.conllu import read_conllu

        return read_conllu
    from steelyard.corpus.bracketed import read_bracketed

    return read_bracketed
