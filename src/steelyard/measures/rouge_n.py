"""ROUGE-N: n-grams in common, for n from 1 to 9."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.rouge import RougeMeasure
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class RougeN(RougeMeasure):
    """ROUGE of n-grams; the members of the family differ in n."""

    order: ClassVar[int]

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (matches, n-grams of the hypothesis, n-grams of the reference)."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        return [_core.rouge_n(*self.roles(hypotheses, tokens), self.order, batch.stop) for tokens in references]


@dataclass(frozen=True, kw_only=True)
class Rouge1(RougeN):
    """ROUGE-1 (Lin 2004): F of words in common, P = m/|h|, R = m/|r|, F = PR/((1−α)P + αR).

    A word matches as often as it occurs in both texts; m is the number of matches.

    Statistics: the sum of segment values and the number of segments; with `average=counts` matches, units of the
    hypothesis and units of the reference, whose sums are scored (ROUGE's `-t 1`).

    Left open by the paper, and chosen here: words are runs of letters and digits of any script, in lower case
    (`tokens=rouge-unicode`; the tools know `a`–`z` and `0`–`9` only). Of several references the counts are added up
    (`models=pooled`, ROUGE-1.5.5's `-f A`); `best-recall` is its `-f B`, `best-f` rouge-score's choice, `mean` the mean
    of the values against each (Hirao et al. 2005, eq. 9), and `apart` takes the best P and the best R, each of its own
    reference (pycocoevalcap). `jackknife` leaves out each reference in turn, takes the best of the rest (by the value
    asked for, if counts are pooled) and averages; with `rest=pooled` it adds up the counts of the rest. A text with
    nothing to count scores 0, as in both tools. `inverted` swaps the roles of hypothesis and reference (Amigó et al.
    2005). `kind=recall` is what the paper reports.

    Reference: Lin (2004), "ROUGE: a package for automatic evaluation of summaries".

    >>> import steelyard as sy
    >>> model, output = ["police killed the gunman"], ["police kill the gunman"]  # the paper's example
    >>> sy.score({"A": output}, model, measures=["rouge-1"]).value("A", "rouge-1")
    0.75
    """

    name: ClassVar[str] = "rouge-1"
    order: ClassVar[int] = 1


NAMES = ("rouge-2", "rouge-3", "rouge-4", "rouge-5", "rouge-6", "rouge-7", "rouge-8", "rouge-9")


def _longer(name: str) -> type[RougeN]:
    """Return ROUGE-N for an order above 1."""
    order = int(name[-1])
    words = " ".join("abcdefghij"[: order + 1])
    text = f"""ROUGE-{order} (Lin 2004): F of {order}-grams in common, which may cross the ends of sentences.

    Statistics, choices and reference as in `rouge-1`.

    >>> import steelyard as sy
    >>> sy.score({{"A": ["{words}"]}}, ["{words[:-1]}x"], measures=["rouge-{order}"]).value("A", "rouge-{order}")
    0.5
    """
    members = {"name": name, "order": order, "fewest_words": order, "__doc__": text, "__module__": __name__}
    return dataclass(frozen=True, kw_only=True)(type(f"Rouge{order}", (RougeN,), members))


Rouge2, Rouge3, Rouge4, Rouge5, Rouge6, Rouge7, Rouge8, Rouge9 = map(_longer, NAMES)
