"""ROUGE-W: the longest common subsequence, in which words that follow each other weigh more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rouge import ROUGE_155
from steelyard.measures.kinds.sums import power
from steelyard.measures.rouge_l import RougeL
from steelyard.text import Batch
from steelyard.text.batch import SENTENCES


@dataclass(frozen=True, kw_only=True)
class RougeW(RougeL):
    """ROUGE-W (Lin 2004 §4): F of the weighted LCS, P = f⁻¹(WLCS/f(|h|)), R = f⁻¹(WLCS/f(|r|)), f(k) = k^weight.

    A run of k matches that follow each other in both texts adds f(k) to WLCS, which is what the paper's recursion
    finds; it need not be the highest sum there is.

    Statistics, other choices and reference as in `rouge-1`.

    Left open by the paper: summaries of several sentences. Here the text is one sequence. `variant=rouge-1.5.5` does
    what that program does, sentence by sentence: runs are those of hits in the reference alone, and the reference's
    f is applied twice, f(Σ f(sentence length)), so that not even an identical text scores 1.

    >>> import steelyard as sy
    >>> model = ["a b c d e f g"]  # the paper's example: the second output scores as the first under ROUGE-L
    >>> outputs = {"A": ["a b c d h i k"], "B": ["a h b k c i d"]}
    >>> scores = sy.score(outputs, model, measures=["rouge-w(weight=2)"])
    >>> [round(scores.value(system, "rouge-w(weight=2)"), 3) for system in "AB"]
    [0.571, 0.286]
    """

    name: ClassVar[str] = "rouge-w"
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "rouge-1.5.5": {**ROUGE_155, "sentences": "lines", "uncut": True, "variant": "rouge-1.5.5"}
    }

    weight: float = option(1.2, "exponent of f")
    variant: str = option("paper", "the paper's definition, or what ROUGE-1.5.5 computes", ("paper", "rouge-1.5.5"))
    sentences: str = option("none", "how texts are cut into sentences, for variant=rouge-1.5.5", SENTENCES)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.weight <= 10:
            raise SpecError(f"{self.name}: weight={self.weight} is not possible; expected 1 to 10")
        if not self.clip:
            raise SpecError(f"{self.name}: clip=false is not possible; weighted hits are always clipped")
        if self.variant == "paper" and self.sentences != "none":
            raise SpecError(
                f"{self.name}: sentences={self.sentences} is not possible; the paper's ROUGE-W takes whole texts; "
                f"variant=rouge-1.5.5 takes sentences"
            )

    @property
    def definition(self) -> int:
        """The second for summed counts of the script, of which the root was taken before."""
        return 2 if self._without_root else super().definition

    @property
    def _without_root(self) -> bool:
        """With `-t 1` the script divides sums of f and does not invert f."""
        return self.variant == "rouge-1.5.5" and self.average == "counts"

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (WLCS, f of the hypothesis' length, f of the reference's)."""
        if self.variant == "paper":
            hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
            return [_core.rouge_w(*self.roles(hypotheses, tokens), self.weight, batch.stop) for tokens in references]
        pairs = self.sentence_pairs(batch)
        rows: list[Array] = [_core.rouge_wsum(self.weight, *pair, batch.stop) for pair in pairs]
        for counts in rows:
            counts[:, 2] = power(counts[:, 2], self.weight)
        return rows

    def shares(self, counts: Array) -> tuple[Array, Array]:
        """Return precision and recall, through the inverse of f."""
        precision, recall = super().shares(counts)
        if self._without_root:
            return precision, recall
        return power(precision, 1 / self.weight), power(recall, 1 / self.weight)

    def recall_rank(self, counts: Array) -> Array:
        """Return the recall; ROUGE-1.5.5 applies the reference's f only once here."""
        if self.variant == "paper":
            return super().recall_rank(counts)
        base = np.array(counts, float)
        base[..., 2] = power(base[..., 2], 1 / self.weight)
        return super().recall_rank(base)
