"""GTM, the General Text Matcher: matched words, where longer common runs count for more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.aligned import Aligner
from steelyard.measures.kinds.base import Array, option, ratio
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class Gtm(Aligner):
    """GTM: precision, recall or F over the maximum match size, in which long common runs are rewarded.

    A matching maps equal words one to one and falls into runs of neighbours in both texts. Its size is
    MMS = (Σ run^e)^{1/e}; P = MMS/|h|, R = MMS/|r|, F = 2PR/(P + R).
    With e = 1 runs do not matter and F is `unigram-f1`; the larger e is, the more the longest run alone counts.

    Statistics: match size, tokens of the hypothesis, tokens of the reference. Match sizes of segments are added: a run
    ends with its segment.

    Left open: the exponent, here 2. The largest MMS is hard to find for e > 1; as GTM does, the longest runs are taken
    first, the first in the hypothesis and then in the reference among equals. For e = 1 that is exact. Of several
    references the one with the highest score counts, the first on a tie; GTM puts them together instead.
    Reference: Turian, Shen & Melamed (2003), "Evaluation of Machine Translation and its Evaluation"; Melamed, Green &
    Turian (2003).

    >>> import steelyard as sy
    >>> outputs = {"A": ["a b c x d"]}
    >>> sy.score(outputs, ["a b c d"], measures=["gtm"]).value("A", "gtm")  # 2·√(3² + 1²)/(5 + 4)
    0.702728...
    """

    name: ClassVar[str] = "gtm"
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"match_size": ("hypothesis_tokens", "reference_tokens")}
    undefined: ClassVar[str] = "there is no token to divide by"

    exponent: float = option(2.0, "how much longer runs are preferred, at least 1 (e)")
    kind: str = option("f", "which of the three", ("precision", "recall", "f"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.exponent >= 1:
            raise SpecError(f"{self.name}: exponent={self.exponent} is not possible; expected 1 or more")

    @property
    def fields(self) -> tuple[str, ...]:
        """Match size and the two lengths."""
        return ("match_size", "hypothesis_tokens", "reference_tokens")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        length, references = batch.hypotheses(self.view).lengths(), batch.references(self.view)
        sizes = [alignments.sizes(self.exponent) for alignments in self.alignments(batch)]
        pairs = [np.stack((m, length, r.lengths()), axis=1) for m, r in zip(sizes, references, strict=True)]
        rows = np.stack(pairs, axis=1)
        return best_row(rows, batch.present(), self.score(rows))

    @property
    def stages(self) -> tuple[str, ...]:
        """One: equal words."""
        return ("exact",)

    def alignments(self, batch: Batch) -> list[_core.UnigramAlignments]:
        """Return the alignments with each reference set."""
        hypotheses = batch.hypotheses(self.view)
        return [_core.align_longest_runs(hypotheses, tokens, batch.stop) for tokens in batch.references(self.view)]

    def score(self, sums: Array) -> Array:
        """Return precision, recall or F of summed statistics."""
        size, hypothesis, reference = (np.asarray(sums, float)[..., n] for n in range(3))
        if self.kind == "f":
            return ratio(2 * size, hypothesis + reference)
        return ratio(size, hypothesis if self.kind == "precision" else reference)
