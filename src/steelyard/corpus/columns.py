"""Files of one text per segment: plain lines, or trees, which give texts and what is said of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from steelyard.corpus.bracketed import read_bracketed
from steelyard.corpus.conllu import read_conllu
from steelyard.corpus.texts import AnnotatedTexts, Texts, read_lines
from steelyard.corpus.trees import AnnotatedText
from steelyard.errors import InputError, SpecError

_Read = Callable[[str | Path, Sequence[str]], list[AnnotatedText]]
#: Ending → what reads the trees of such a file.
TREES: dict[str, _Read] = {".conllu": read_conllu, **dict.fromkeys((".mrg", ".penn", ".ptb"), read_bracketed)}


def read_column(path: str | Path, accept: Sequence[str] = (), sentences_at: str | None = None) -> Texts:
    """Open a file of one text per segment; its ending tells whether it holds trees."""
    if reader(path) is None:
        return read_lines(path, accept, sentences_at)
    if sentences_at is not None:
        raise SpecError(f"{path}: --sentences-at is for text files; trees tell where their sentences end")
    return read_trees(path, accept)


def read_trees(path: str | Path, accept: Sequence[str] = ()) -> AnnotatedTexts:
    """Read a file of trees: CoNLL-U (.conllu) or brackets (.mrg, .penn, .ptb), each also with .gz.

    The result can be given wherever a list of texts can; measures use its trees with `parser=given`.
    """
    read = reader(path)
    if read is None:
        raise InputError(f"{path}: no file of trees by its ending; expected {', '.join(TREES)}, or these with .gz")
    found = read(path, accept)
    names = tuple(one.segment for one in found if one.segment is not None)
    return AnnotatedTexts.read([(one.text, one.sentences) for one in found], str(path), names, accept)


def reader(path: str | Path) -> _Read | None:
    """Return what reads a file of trees, by its ending, or None for other files."""
    return TREES.get(Path(str(path).lower().removesuffix(".gz")).suffix)
