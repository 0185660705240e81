"""TER: translation edit rate, edits with block shifts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rate import ErrorRate
from steelyard.measures.kinds.references import LENGTH_RULES
from steelyard.text import View
from steelyard.text.view import TEXT


@dataclass(frozen=True, kw_only=True)
class Ter(ErrorRate):
    """Translation edit rate (Snover et al. 2006): 100 · Σ minᵣ edits / Σ average reference length.

    Edits are insertions, deletions, substitutions and shifts of blocks of words, at cost 1 each. The best set of
    shifts is found greedily as tercom does: at each step the shift of a matching block (up to 10 words, up to 50
    places) that lowers the edit distance most, the edit distance itself in a beam of 25 around the diagonal.

    Statistics: edits, and the average reference length.

    Left open: everything as in sacreBLEU's TER, whose numbers are the default; they equal tercom 0.8's with
    default settings and with case kept. tercom's own normalisation differs by single edits, so
    `ter@tercom` refuses `normalised`. Case is folded by default. A text set without reference tokens scores 100, or 0
    if the outputs have none either.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c d a b"]}, ["a b c d"], measures=["ter"]).value("A", "ter")  # one shift, four words
    25.0
    """

    name: ClassVar[str] = "ter"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"sacrebleu": {}, "tercom": {}}

    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    length: str = option("average", "reference length", LENGTH_RULES)
    normalised: bool = option(False, "tercom's tokenisation of punctuation and entities")
    punctuation: bool = option(True, "keep punctuation")
    asian: bool = option(False, "cut (with normalised) and drop (without punctuation) Chinese and Japanese signs too")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._flags() and self.tokens != "none":
            raise SpecError(
                f"{self.name}: normalised, punctuation and asian go with tokens=none, not tokens={self.tokens}"
            )
        if self._flags() and self.layer != TEXT:
            raise SpecError(f"{self.name}: normalised, punctuation and asian go with layer=text, not {self.layer}")
        if self.preset == "tercom" and replace(self, preset="", case="fold") != Ter():
            raise SpecError("ter@tercom: only default options and case equal tercom; use ter@sacrebleu for the others")

    def _flags(self) -> str:
        steps = ("-norm" if self.normalised else "") + ("" if self.punctuation else "-nopunct")
        return steps + "-asian" if steps and self.asian else steps

    @property
    def view(self) -> View:
        """The view that the flags ask for."""
        flags = self._flags()
        return replace(super().view, tokens="tercom" + flags) if flags else super().view

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens) -> Array:
        """Return edits with shifts."""
        return _core.ter(hypotheses, references)

    def score(self, sums: Array) -> Array:
        """Return TER of summed statistics."""
        edits, length = np.moveaxis(np.asarray(sums, float), -1, 0)
        return np.where(length > 0, super().score(sums), np.where(edits > 0, 100.0, 0.0))
