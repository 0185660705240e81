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

TERCOM = "tercom"


@dataclass(frozen=True, kw_only=True)
class Ter(ErrorRate):
    """Translation edit rate (Snover et al. 2006): 100 · Σ minᵣ edits / Σ average reference length.

    Edits are insertions, deletions, substitutions and shifts of blocks of words, at cost 1 each. Shifts are found
    greedily: at each step the shift of a matching block (up to 10 words, up to 50 places) that lowers the edit distance
    most.

    Statistics: edits, and the average reference length.

    Left open: which shift is taken of several, and where the edit distance is looked for. `search=sacrebleu`, the
    default, has the numbers of sacreBLEU's TER: a beam of 25 around the diagonal, at most 1,000 shifts tried.
    `search=tercom`, which `ter@tercom` fixes, has those of tercom 0.8: cells that cost over 20 more than the cheapest
    step into their column are not gone on from; any number of blocks is tried, from the longest to the shortest; the
    first shift taken may just make up for its own cost. `normalised`, `punctuation` and `case` are then tercom's too:
    words end at ASCII white space, and a text whose first word is only punctuation keeps an empty word for it.
    Single segments differ between the two; segments that need tables of more than 1 GB (16,000 words on both sides) are
    refused by tercom's. Until definition 2, `ter@tercom` was sacreBLEU's search. Case is folded by
    default. A text set without reference tokens scores 100, or 0 if the outputs have none either.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c d a b"]}, ["a b c d"], measures=["ter"]).value("A", "ter")  # one shift, four words
    25.0
    >>> scores = sy.score({"A": ["a b c d b"]}, ["c b a b d"], measures=["ter", "ter@tercom"])
    >>> [score.value for score in scores.scores]
    [60.0, 40.0]
    """

    name: ClassVar[str] = "ter"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"sacrebleu": {}, "tercom": {"search": TERCOM}}

    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    length: str = option("average", "reference length", LENGTH_RULES)
    normalised: bool = option(False, "tercom's tokenisation of punctuation and entities")
    punctuation: bool = option(True, "keep punctuation")
    asian: bool = option(False, "cut (with normalised) and drop (without punctuation) Chinese and Japanese signs too")
    search: str = option("sacrebleu", "whose search for shifts, and whose normalisation", ("sacrebleu", TERCOM))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._flags() and self.tokens != "none":
            raise SpecError(
                f"{self.name}: normalised, punctuation and asian go with tokens=none, not tokens={self.tokens}"
            )
        if self._flags() and self.layer != TEXT:
            raise SpecError(f"{self.name}: normalised, punctuation and asian go with layer=text, not {self.layer}")
        if self.asian and self.search == TERCOM:
            raise SpecError(f"{self.name}: tercom does not know asian; leave it out, or use search=sacrebleu")

    @property
    def definition(self) -> int:
        """The second where tercom's own search is meant, which the preset did not have at first."""
        return 2 if self.search == TERCOM else 1

    def _flags(self) -> str:
        steps = ("-norm" if self.normalised else "") + ("" if self.punctuation else "-nopunct")
        return steps + "-asian" if steps and self.asian else steps

    @property
    def view(self) -> View:
        """The view that the flags ask for."""
        flags, view = self._flags(), super().view
        if self.search == TERCOM and view.tokens == "none":
            return replace(view, tokens="tercom-0.8" + flags)
        return replace(view, tokens="tercom" + flags) if flags else view

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return edits with shifts."""
        kernel = _core.tercom if self.search == TERCOM else _core.ter
        return kernel(hypotheses, references, stop)

    def score(self, sums: Array) -> Array:
        """Return TER of summed statistics."""
        edits, length = np.moveaxis(np.asarray(sums, float), -1, 0)
        return np.where(length > 0, super().score(sums), np.where(edits > 0, 100.0, 0.0))
