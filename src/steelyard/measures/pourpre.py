"""POURPRE: nugget F without an assessor, by the words of each nugget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.measures.kinds import answer_keys, frequencies
from steelyard.measures.kinds.answer_keys import Nugget
from steelyard.measures.kinds.base import Array, Fitted, Measure, TokenMeasure, option
from steelyard.measures.kinds.frequencies import DocumentFrequencies
from steelyard.measures.nugget_f import NuggetMeasure
from steelyard.text import Batch
from steelyard.text.view import TEXT, TOKENISERS

Terms = frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Pourpre(TokenMeasure, NuggetMeasure, Fitted):
    """POURPRE (Lin & Demner-Fushman 2005): nugget F with a share of each nugget's words for the assessor's yes or no.

    The match of a nugget is the share of its terms that are in the answer string which has most of them, each term
    weighed by its inverse document frequency. Recall is the mean match of vital nuggets (`average=macro`), or their
    matched weight over their whole weight (`micro`). A nugget with a match above 0 counts towards the allowance. The
    rest is as in `nugget-f`; the length is counted from the answer.

    A reference is the answer key, one nugget a line behind its grade: `vital american composer`, `okay homosexual`. An
    output is the answer, one answer string a line.

    Statistics: the value of the segment (a question) and 1, given the document frequencies, which are the fitted
    context; the test set's score is the mean over questions.

    Left open: a term is a word without punctuation in lower case, and counts once in a nugget. The idf is ln(1 + N/n),
    N documents of which n have the term; they are the source texts of the test set, or else its answer keys, or come
    from a file, with a term that no document has taken as one of one. A nugget without any term is refused. There is
    one key per question; a question whose key has no vital nugget is undefined and has no part in the mean.

    >>> import steelyard as sy
    >>> key = "vital american composer\\nvital born brooklyn ny 1900\\nokay won oscar"
    >>> answer = "one of the few American composers\\nborn in Brooklyn he won an Oscar"
    >>> sy.score({"A": [answer]}, [key], measures=["pourpre(weight=count)"]).value("A", "pourpre(weight=count)")
    0.5263...
    """

    name: ClassVar[str] = "pourpre"
    family: ClassVar[str] = "facts and extracts"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "the answer key has no vital nugget"
    texts: ClassVar[str] = "answer keys"

    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    weight: str = option("idf", "what a term weighs: its idf, or 1", ("idf", "count"))
    average: str = option("macro", "over nuggets, or over their terms", ("macro", "micro"))
    idf: str = option("corpus", "document frequencies: corpus, or a file: their number, then term<TAB>documents a line")

    def __post_init__(self) -> None:
        super().__post_init__()
        if set(self.idf) & set(",()"):
            raise SpecError(f"{self.name}: idf={self.idf} is not possible; a path cannot hold comma or bracket")
        if self.layer != TEXT:
            raise SpecError(f"{self.name}: layer={self.layer} is not possible; keys and sources are not parsed")

    def signature(self) -> dict[str, str]:
        """Return every choice made; of a file of frequencies its name, for the context tells what it holds."""
        return super().signature() | {"idf": Path(self.idf).name}

    def context_of(self, batches: Iterable[Batch]) -> DocumentFrequencies:
        """Count the terms of the source texts, or of the answer keys where there are none, if that is asked for."""
        counts = DocumentFrequencies(0, {})
        for batch in batches if self.weight != "count" and self.idf == "corpus" else ():
            source = batch.source(self.view)
            documents = answer_keys.documents(batch, self.view) if source is None else frequencies.texts(source)
            counts = counts.with_documents(documents)
        return counts

    def merged(self, contexts: Sequence[DocumentFrequencies]) -> DocumentFrequencies:
        """Add the counts up."""
        terms: Counter[str] = Counter()
        for context in contexts:
            terms.update(context.terms)
        return DocumentFrequencies(sum(context.documents for context in contexts), terms)

    def with_context(self, context: DocumentFrequencies) -> Measure:
        """Take the counts, or those of a file."""
        counted = self.weight == "count" or self.idf == "corpus"
        return _FittedPourpre(**self.settings(), table=context if counted else frequencies.read(self.idf))


@dataclass(frozen=True, kw_only=True)
class _FittedPourpre(Pourpre):
    """POURPRE given document frequencies."""

    table: DocumentFrequencies

    @property
    def context(self) -> str:
        """Digest of the document frequencies, if they matter."""
        return "" if self.weight == "count" else self.table.digest

    def unfitted(self) -> Measure:
        """Return the measure without them."""
        return Pourpre(**self.settings())

    def values(self, batch: Batch) -> Array:
        """Return F of each question."""
        answers = answer_keys.lines(batch.hypothesis_sentences(self.view, "lines"))
        rows = [self._recall(*pair) for pair in zip(answer_keys.keys(batch, self.view), answers, strict=True)]
        recall, nuggets = np.array(rows, float).reshape(-1, 2).T
        lengths = batch.hypothesis_characters(False, False).lengths()
        return np.where(np.isnan(recall), np.nan, self.f(recall, nuggets, lengths))

    def _recall(self, key: list[Nugget], answer: list[Terms]) -> tuple[float, int]:
        """Return recall, and how many nuggets match at all."""
        pairs = [(grade, *self._match(nugget, answer)) for grade, nugget in key]
        vital = [(matched, whole) for grade, matched, whole in pairs if grade == "vital"]
        nuggets = sum(matched > 0 for _, matched, _ in pairs)
        if not vital:
            return np.nan, nuggets
        if self.average == "micro":
            return sum(matched for matched, _ in vital) / sum(whole for _, whole in vital), nuggets
        return sum(matched / whole for matched, whole in vital) / len(vital), nuggets

    def _match(self, nugget: Terms, answer: list[Terms]) -> tuple[float, float]:
        """Return the weight of a nugget that its best answer string has, and its whole weight."""
        return max((self._weight(nugget & words) for words in answer), default=0.0), self._weight(nugget)

    def _weight(self, terms: Terms) -> float:
        # in one order, so that equal sets have equal sums
        return float(sum(1.0 if self.weight == "count" else self.table.idf(term) for term in sorted(terms)))
