"""What a measure sees of one segment's texts: its tokens, sentences or characters, as strings."""

from __future__ import annotations

from steelyard import _core
from steelyard.annotation.layers import JOINT
from steelyard.text.batch import Batch, ChunkViews, Sentences
from steelyard.text.view import View

#: Sentences of tokens; what is not cut into sentences is one.
Words = tuple[tuple[str, ...], ...]


class WatchedBatch(Batch):
    """A batch of one segment that keeps what it is asked for.

    `seen` maps a text ("output", "reference 1", "source") and a kind ("tokens", "sentences", "characters") to words.
    """

    def __init__(self, views: ChunkViews, system: str) -> None:
        super().__init__(views, system)
        self.seen: dict[tuple[str, str], Words] = {}

    def hypotheses(self, view: View) -> _core.Tokens:
        """Return the outputs as tokens."""
        return self._kept("output", "tokens", super().hypotheses(view))

    def references(self, view: View) -> list[_core.Tokens]:
        """Return each reference set as tokens."""
        sets = super().references(view)
        return [self._kept(f"reference {n}", "tokens", tokens) for n, tokens in enumerate(sets, 1)]

    def source(self, view: View) -> _core.Tokens | None:
        """Return the source texts as tokens."""
        tokens = super().source(view)
        return None if tokens is None else self._kept("source", "tokens", tokens)

    def hypothesis_sentences(self, view: View, rule: str) -> Sentences:
        """Return the outputs as sentences."""
        sentences = super().hypothesis_sentences(view, rule)
        self._kept("output", "sentences", sentences.tokens)
        return sentences

    def reference_sentences(self, view: View, rule: str) -> list[Sentences]:
        """Return each reference set as sentences."""
        sets = super().reference_sentences(view, rule)
        for n, sentences in enumerate(sets, 1):
            self._kept(f"reference {n}", "sentences", sentences.tokens)
        return sets

    def hypothesis_characters(self, fold: bool, white_space: bool) -> _core.Tokens:
        """Return the outputs as code points."""
        return self._kept("output", "characters", super().hypothesis_characters(fold, white_space))

    def reference_characters(self, fold: bool, white_space: bool) -> list[_core.Tokens]:
        """Return each reference set as code points."""
        sets = super().reference_characters(fold, white_space)
        return [self._kept(f"reference {n}", "characters", tokens) for n, tokens in enumerate(sets, 1)]

    def _kept(self, text: str, kind: str, tokens: _core.Tokens) -> _core.Tokens:
        if text == "output" or tokens.present().any():
            self.seen.setdefault((text, kind), _words(tokens))
        return tokens


def _words(tokens: _core.Tokens) -> Words:
    # units of a parser have parts, such as a tag and a word
    types = [written.replace(JOINT, "/") for written in tokens.types()]
    return tuple(
        # only code points have no vocabulary, and are their own numbers
        tuple(types[number] if types else chr(number) for number in tokens.row(n))
        for n in range(len(tokens))
    )
