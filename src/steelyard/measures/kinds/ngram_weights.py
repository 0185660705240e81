"""What n-grams weigh by how often they are used: in the source of a segment, and in how many sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.frequencies import DocumentFrequencies
from steelyard.text import Batch, Sentences, View

#: tf: how often an n-gram is in the segment's document; idf: ln(1 + N/n), n of N documents have it; or their product.
INFORMATION = ("none", "tf", "idf", "tf-idf")


@dataclass(frozen=True)
class NgramWeights:
    """Weights of n-grams of orders low … high by a rule of `INFORMATION`, given document frequencies if it needs them.

    The document of a segment is its source; in a corpus without sources, its references together.
    """

    rule: str
    view: View
    low: int
    high: int

    @property
    def needs_frequencies(self) -> bool:
        """Whether the rule needs to know all documents."""
        return self.rule in ("idf", "tf-idf")

    def documents(self, batch: Batch) -> Iterator[Counter[str]]:
        """Yield how often each n-gram is in the document of each segment."""
        source = batch.source(self.view)
        texts = [_texts(source)] if source is not None else [_texts(tokens) for tokens in batch.references(self.view)]
        for several in zip(*texts, strict=True):
            yield Counter(ngram for words in several for ngram in self._ngrams(words))

    def frequencies(self, batches: Iterable[Batch]) -> DocumentFrequencies:
        """Return in how many documents each n-gram is, if the rule needs that."""
        counts = DocumentFrequencies(0, {})
        for batch in batches if self.needs_frequencies else ():
            counts = counts.with_documents(filter(None, self.documents(batch)))
        return counts

    @staticmethod
    def merged(contexts: Sequence[DocumentFrequencies]) -> DocumentFrequencies:
        """Return the document frequencies of all parts together."""
        terms: Counter[str] = Counter()
        for context in contexts:
            terms.update(context.terms)
        return DocumentFrequencies(sum(context.documents for context in contexts), terms)

    def of_models(self, batch: Batch, models: Sentences, table: DocumentFrequencies) -> Array:
        """Return order × token: the weight of the n-gram that begins at each token of the models; 0 where none does."""
        types, ends = models.tokens.types(), np.cumsum(models.tokens.lengths())
        weights = np.zeros((self.high, int(ends[-1]) if len(ends) else 0))
        for segment, document in enumerate(self.documents(batch)):
            for row in range(int(models.offsets[segment]), int(models.offsets[segment + 1])):
                words = [types[token] for token in models.tokens.row(row)]
                start = int(ends[row]) - len(words)
                for n in range(self.low, self.high + 1):
                    for at, ngram in enumerate(_of_order(words, n)):
                        weights[n - 1, start + at] = self._weight(ngram, document, table)
        return weights

    def _weight(self, ngram: str, document: Counter[str], table: DocumentFrequencies) -> float:
        used = document[ngram] if self.rule != "idf" else 1
        return used * table.idf(ngram) if self.needs_frequencies else used

    def _ngrams(self, words: list[str]) -> Iterator[str]:
        for n in range(self.low, self.high + 1):
            yield from _of_order(words, n)


def _of_order(words: list[str], order: int) -> Iterator[str]:
    return (" ".join(words[at : at + order]) for at in range(len(words) - order + 1))


def _texts(tokens: _core.Tokens) -> list[list[str]]:
    types = tokens.types()
    return [[types[token] for token in tokens.row(n)] for n in range(len(tokens))]
