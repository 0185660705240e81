"""ROUGE-S and ROUGE-SU: pairs of words in their order, with a gap between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rouge import ROUGE_155, RougeMeasure
from steelyard.text import Batch

_FARTHEST = 2**31 - 1


@dataclass(frozen=True, kw_only=True)
class RougeS(RougeMeasure):
    """ROUGE-S (Lin 2004 §5): F of skip-bigrams in common, pairs of words in their order with at most `gap` between.

    With `gap=0` it is ROUGE-2. Pairs may cross the ends of sentences, as in ROUGE-1.5.5.

    Statistics, choices and reference as in `rouge-1`.

    >>> import steelyard as sy
    >>> model, output = ["police killed the gunman"], ["police kill the gunman"]  # the paper's example: 3 of 6
    >>> sy.score({"A": output}, model, measures=["rouge-s"]).value("A", "rouge-s")
    0.5
    """

    name: ClassVar[str] = "rouge-s"
    fewest_words: ClassVar[int] = 2
    presets: ClassVar[dict[str, dict[str, Any]]] = {"rouge-1.5.5": ROUGE_155}
    positional: ClassVar[tuple[str, ...]] = ("gap",)

    gap: int | str = option("none", "most words between the two, or none for any number")

    def __post_init__(self) -> None:
        if isinstance(self.gap, str) and self.gap.isdecimal() and self.gap.isascii():
            object.__setattr__(self, "gap", int(self.gap))
        super().__post_init__()
        if self.gap != "none" and not (isinstance(self.gap, int) and 0 <= self.gap < _FARTHEST):
            raise SpecError(f"{self.name}: gap={self.gap} is not possible; expected 0, 1, 2 … or none")

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (matches, skip-bigrams of the hypothesis, of the reference)."""
        return self._counts(batch, False, False)

    def _counts(self, batch: Batch, unigrams: bool, last: bool) -> list[Array]:
        gap = self.gap if isinstance(self.gap, int) else _FARTHEST
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        pairs = [self.roles(hypotheses, tokens) for tokens in references]
        return [_core.rouge_s(*pair, gap, unigrams, last, batch.stop) for pair in pairs]


@dataclass(frozen=True, kw_only=True)
class RougeSU(RougeS):
    """ROUGE-SU (Lin 2004 §5.2): ROUGE-S, with words counted beside skip-bigrams.

    Left open by the paper: nothing, but ROUGE-1.5.5 forgets the last word of each text (`last=false`).

    Statistics, other choices and reference as in `rouge-1`.

    >>> import steelyard as sy
    >>> model, output = ["police killed the gunman"], ["gunman the killed police"]  # no pair, four words of ten
    >>> round(sy.score({"A": output}, model, measures=["rouge-su"]).value("A", "rouge-su"), 9)
    0.4
    """

    name: ClassVar[str] = "rouge-su"
    fewest_words: ClassVar[int] = 1
    presets: ClassVar[dict[str, dict[str, Any]]] = {"rouge-1.5.5": {**ROUGE_155, "last": False}}

    last: bool = option(True, "whether the last word of a text counts as a word")

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (matches, units of the hypothesis, units of the reference)."""
        return self._counts(batch, True, self.last)
