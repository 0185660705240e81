"""AVLS: how near two texts are in the length of their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Array, Mean, TokenMeasure, option
from steelyard.text import SENTENCES, Batch
from steelyard.text.batch import Sentences
from steelyard.text.view import TOKENISERS


@dataclass(frozen=True, kw_only=True)
class Avls(TokenMeasure, Mean):
    """AVLS (Amigó et al. 2005): 1 / (1 + |l₁ − l₂|), l being the average sentence length of a text in words.

    Statistics: the value of the segment and 1; the test set's score is their mean.

    Left open: how the paper turns the difference into a similarity; ours is the form of TVM. Sentences are the lines of
    a text unless another rule is named; one without words is not counted, and a text without words has length 0.
    Punctuation is no word. Of several references the most similar counts.
    Reference: Amigó et al. (2005), Evaluating DUC 2004 tasks with the QARLA framework.

    >>> import steelyard as sy
    >>> texts = {"A": ["One two three.\\nFour."]}, ["One two three four five."]
    >>> sy.score(*texts, measures=["avls"]).value("A", "avls")  # 2 words against 5
    0.25
    """

    name: ClassVar[str] = "avls"
    family: ClassVar[str] = "content and style"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    sentences: str = option("lines", "how texts are cut into sentences", SENTENCES)

    def values(self, batch: Batch) -> Array:
        """Return the similarity of each segment to its most similar reference."""
        output = _mean_length(batch.hypothesis_sentences(self.view, self.sentences))
        references = [_mean_length(sentences) for sentences in batch.reference_sentences(self.view, self.sentences)]
        similar = 1 / (1 + np.abs(np.stack(references, axis=1) - output[:, None]))
        return np.asarray(np.where(batch.present(), similar, -np.inf).max(axis=1))


def _mean_length(sentences: Sentences) -> Array:
    """Return words per sentence of each text."""
    tokens, offsets = sentences
    lengths = tokens.lengths().astype(np.int64)

    def in_each(values: Array) -> Array:
        return np.diff(np.concatenate(([0], np.cumsum(values)))[offsets])

    return np.asarray(in_each(lengths) / np.maximum(in_each(lengths > 0), 1))
