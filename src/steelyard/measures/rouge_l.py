"""ROUGE-L: the longest common subsequence, of whole texts or sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rouge import ROUGE_155, ROUGE_SCORE, RougeMeasure
from steelyard.text import Batch
from steelyard.text.batch import SENTENCES


@dataclass(frozen=True, kw_only=True)
class RougeL(RougeMeasure):
    """ROUGE-L (Lin 2004): F of the longest common subsequence, P = LCS/|h|, R = LCS/|r|.

    With `sentences` other than `none` it is the summary level of `rouge-lsum`, which is what ROUGE-1.5.5 calls
    ROUGE-L; rouge-score's rougeL takes the text as one sequence, and so does pycocoevalcap's, whose words stand between
    single spaces (`@coco`: cut and fold the texts as you like before).

    Statistics, choices and reference as in `rouge-1`.

    >>> import steelyard as sy
    >>> outputs = {"A": ["police kill the gunman"], "B": ["the gunman kill police"]}  # the paper's example
    >>> scores = sy.score(outputs, ["police killed the gunman"], measures=["rouge-l"])
    >>> scores.value("A", "rouge-l"), scores.value("B", "rouge-l")
    (0.75, 0.5)
    """

    name: ClassVar[str] = "rouge-l"
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "rouge-1.5.5": {**ROUGE_155, "sentences": "lines", "uncut": True},
        "rouge-score": ROUGE_SCORE,
        "coco": {"tokens": "each-space", "beta": 1.2, "models": "apart"},
    }

    sentences: str = option("none", "how texts are cut into sentences", SENTENCES)
    uncut: bool = option(
        False, "with bytes and sentences: the limit cuts the words that count, not the sentences compared"
    )
    clip: bool = option(True, "with sentences: a word is a hit at most as often as it occurs in either text")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.clip and self.sentences == "none":
            raise SpecError(f"{self.name}: clip=false has no effect on whole texts; add sentences=lines")

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (tokens of the LCS, of the hypothesis, of the reference)."""
        if self.sentences == "none":
            hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
            return [_core.rouge_l(*self.roles(hypotheses, tokens), batch.stop) for tokens in references]
        return [_core.rouge_lsum(*pair, batch.stop, clip=self.clip) for pair in self.sentence_pairs(batch)]

    def sentence_pairs(self, batch: Batch) -> list[tuple[Any, Any, Any, Any, Any, Any]]:
        """Return for each reference set the sentences of both sides in their roles, and the words that may count."""
        view = replace(self.view, bytes=0, line_bytes=self.bytes) if self.uncut else self.view
        hypotheses = batch.hypothesis_sentences(view, self.sentences)
        pairs = [self.roles(hypotheses, texts) for texts in batch.reference_sentences(view, self.sentences)]
        if view == self.view:
            return [(*left, *right, None, None) for left, right in pairs]
        counted = [self.roles(batch.hypotheses(self.view), tokens) for tokens in batch.references(self.view)]
        return [
            (*left, *right, _core.recoded(left_words, left.tokens), _core.recoded(right_words, left.tokens))
            for (left, right), (left_words, right_words) in zip(pairs, counted, strict=True)
        ]

    def shares(self, counts: Array) -> tuple[Array, Array]:
        """Return precision and recall; precision may pass 1 where hits are not clipped, and is 1 then."""
        precision, recall = super().shares(counts)
        return (precision if self.clip else np.minimum(precision, 1.0)), recall

    def recall_rank(self, counts: Array) -> Array:
        """Return the recall, which ROUGE-1.5.5 does not round here."""
        return self.shares(counts)[1]


@dataclass(frozen=True, kw_only=True)
class RougeLsum(RougeL):
    """ROUGE-Lsum (Lin 2004 §3.2): F of the union LCS, sentence by sentence.

    A word of a reference sentence is a hit if it lies on the longest common subsequence of that sentence with any
    sentence of the hypothesis; P = hits/|h|, R = hits/|r|.

    Left open by the paper, and chosen here as ROUGE-1.5.5 and rouge-score do: a word is counted at most as often as
    it occurs in either text, and of several longest subsequences the one is taken that, read from the end, takes
    every match and otherwise gives up a word of the reference first. Sentences are lines of the text; for files of one
    line a text, `steelyard score --sentences-at` says what stands between sentences. `clip=false` counts every hit, as
    the equations print it (also those of Hirao et al. 2005, 18 and 19); precision that would pass 1 is 1.

    Statistics, other choices and reference as in `rouge-1`.

    >>> import steelyard as sy
    >>> model, output = ["w1 w2 w3 w4 w5"], ["w1 w2 w6 w7 w8\\nw1 w3 w8 w9 w5"]  # the paper's example
    >>> sy.score({"A": output}, model, measures=["rouge-lsum(kind=recall)"]).value("A", "rouge-lsum(kind=recall)")
    0.8
    """

    name: ClassVar[str] = "rouge-lsum"
    printed: ClassVar[str] = "ROUGE-Lsum"
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "rouge-1.5.5": {**ROUGE_155, "uncut": True},
        "rouge-score": ROUGE_SCORE,
    }

    sentences: str = option("lines", "how texts are cut into sentences", SENTENCES)
