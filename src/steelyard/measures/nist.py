"""NIST: n-gram matches weighed by how much they tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Fitted, Measure, option
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.references import NIST_LENGTH_RULES, nearest_length
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch

_BETA = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True, kw_only=True)
class Nist(BoundedMeasure, Fitted):
    """NIST (Doddington 2002): lp · Σₙ ( information of matched n-grams / n-grams of the hypotheses ), n = 1 … 5.

    info(g₁…gₙ) = log₂( N(g₁…gₙ₋₁) / N(g₁…gₙ) ) over all references of the test set, N of the empty n-gram being
    their tokens; matches are clipped as in BLEU; lp = exp(β · ln² min(1, c/r)), β = ln 0.5 / ln² 1.5, so ½ where
    the output has two thirds of the reference length.

    Statistics: information and n-grams per order, tokens of the hypothesis, tokens of the reference. They are sums
    given the reference set: its n-gram counts are the fitted context, whose digest is in the signature.

    Left open: the reference length is the mean over a segment's references. mteval divides the words of all references
    by the number of reference sets, and so do its presets (`length=sets`): the same unless a segment lacks references,
    each of which then counts as one of no words. An order without n-grams adds 0.
    Case is folded by default, as mteval does. mteval weighs a bigram that starts with the word "0" as if it had no
    first word, since Perl takes "0" for false; the default does so too, to give its numbers; `false_zero=false` does
    not.

    >>> import steelyard as sy
    >>> sy.score({"A": ["the cat sat on the mat"]}, ["the cat sat on a mat"], measures=["nist"]).value("A", "nist")
    2.1541...
    """

    name: ClassVar[str] = "nist"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "mteval-v13a": {"length": "sets"},
        "mteval-v14": {"tokens": "intl", "length": "sets"},
    }

    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    order: int = option(5, "longest n-gram")
    length: str = option("average", "reference length", NIST_LENGTH_RULES)
    false_zero: bool = option(True, 'weigh bigrams that start with "0" as mteval does')

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= 100:
            raise SpecError(f"{self.name}: order={self.order} is not possible; expected 1 to 100")

    @property
    def definition(self) -> int:
        """The presets took the mean over a segment's own references before."""
        return 2 if self.preset else 1

    @property
    def fields(self) -> tuple[str, ...]:
        """Information and n-grams per order, and the two lengths."""
        orders = range(1, self.order + 1)
        return (
            *(f"information_{n}" for n in orders),
            *(f"ngrams_{n}" for n in orders),
            "hypothesis_tokens",
            "reference_tokens",
        )

    def context_of(self, batches: Iterable[Batch]) -> ReferenceTokens:
        """Return the tokens of the references, whose n-grams are counted."""
        return ReferenceTokens(tuple(tokens for batch in batches for tokens in batch.references(self.view)))

    def merged(self, contexts: Sequence[ReferenceTokens]) -> ReferenceTokens:
        """Return the tokens of all parts."""
        return ReferenceTokens(tuple(tokens for context in contexts for tokens in context.tokens))

    def with_context(self, context: ReferenceTokens) -> Measure:
        """Count the n-grams of all references."""
        information = _core.Information(self.order)
        for tokens in context.tokens:
            information.add(self.enclosed(tokens))
        return _FittedNist(**self.settings(), references=context, information=information, digest=information.digest())

    def score(self, sums: Array) -> Array:
        """Return NIST of summed statistics."""
        n = self.order
        sums = np.asarray(sums, float)
        information, totals = sums[..., :n], sums[..., n : 2 * n]
        hypothesis, reference = sums[..., 2 * n], sums[..., 2 * n + 1]
        precision = ordered_sum(np.divide(information, totals, out=np.zeros_like(information), where=totals > 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            shortness = np.log(np.minimum(1.0, np.where(hypothesis > 0, hypothesis / reference, 1.0)))
        return np.asarray(precision * np.exp(_BETA * np.square(np.where(reference > 0, shortness, 0.0))))


@dataclass(frozen=True, eq=False)
class ReferenceTokens:
    """The tokens of references, chunk by chunk; a few bytes each, beside the hundred of their n-grams."""

    tokens: tuple[_core.Tokens, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ([_words(tokens) for tokens in self.tokens],)


def _words(tokens: _core.Tokens) -> list[list[str]]:
    """Return the words of each text that is there."""
    types = tokens.types()
    return [[types[token] for token in tokens.row(n)] for n in np.flatnonzero(tokens.present()).tolist()]


def _restored(chunks: list[list[list[str]]]) -> ReferenceTokens:
    return ReferenceTokens(tuple(_core.interned(rows, _core.Vocabulary()) for rows in chunks))


@dataclass(frozen=True, kw_only=True)
class _FittedNist(Nist):
    """NIST given the n-gram counts of a reference set."""

    references: ReferenceTokens = field(compare=False, repr=False)
    information: _core.Information = field(compare=False, repr=False)
    digest: str

    def __reduce__(self) -> tuple[Any, ...]:
        return Nist.with_context, (self.unfitted(), self.references)

    @property
    def context(self) -> str:
        """Digest of the n-gram counts."""
        return self.digest

    def unfitted(self) -> Measure:
        """Return the measure without the counts."""
        return Nist(**self.settings())

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        counted = nearest_length(self.length, hypotheses, references, batch)
        matched = self.information.matched(
            self.enclosed(hypotheses), [self.enclosed(tokens) for tokens in references], self.false_zero, batch.stop
        )
        totals = self.ngrams_in(hypotheses, self.order)
        return np.concatenate((matched, totals, hypotheses.lengths()[:, None], counted[:, None]), axis=1)
