"""Texts cut by the package, as lists of strings."""

from steelyard import _core
from steelyard.corpus import HeldTexts
from steelyard.text import ChunkViews, View


def core_tokens(text: str, name: str, fold: bool = False) -> list[str]:
    """Tokens of one of the compiled tokenisers."""
    vocabulary = _core.Vocabulary()
    row = _core.tokenise(*HeldTexts.of([text], "text").chunk(0, 1), name, fold, vocabulary).row(0)
    types = vocabulary.types()
    return [types[number] for number in row]


def viewed(text: str, view: View) -> list[str]:
    """Tokens of a view, as a measure gets them."""
    tokens = ChunkViews([], {"A": HeldTexts.of([text], "text").chunk(0, 1)}).batch("A").hypotheses(view)
    types = tokens.types()
    return [types[number] for number in tokens.row(0)]
