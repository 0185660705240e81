"""TVM: truncated vectors of the most frequent content lemmas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import InputError, SpecError
from steelyard.measures.kinds import frequencies
from steelyard.measures.kinds.base import Array, Fitted, Mean, Measure, TokenMeasure, option
from steelyard.text import Batch
from steelyard.text.view import TEXT, TOKENISERS

if TYPE_CHECKING:
    from steelyard.text.words.lexicon import Lexicon
    from steelyard.text.words.wordnet import WordNet


@dataclass(frozen=True, kw_only=True)
class Tvm(TokenMeasure, Mean, Fitted):
    """TVM (Amigó et al. 2005): 1 / (1 + distance), between the frequencies of the n most frequent content lemmas.

    A text is the vector of the relative frequencies of n lemmas: its tokens of each, over all its content words; the
    distance is Euclid's. The lemmas are the n most frequent of the source texts, or of all references where the
    corpus has no source or `lemmas=references`, stop words left out. Sources in another language than the references
    are refused: where of their 512 most frequent words (or as many as the references have) less than a tenth occur in
    a reference.

    Statistics: the value of the segment and 1, given the n lemmas, which are the fitted context; the test set's score
    is their mean.

    Left open: of lemmas that are equally frequent those first by their code points are taken; they are those of the
    whole test set. The lemma is the word's first base form in WordNet, or the word in lower case; for other languages
    turn it off and take a stemmer: `tvm(lemma=none,stem=german)`. A text without content words is the vector of zeros.
    Of several references the most similar counts. The paper has the inverse of the distance, which is unbounded for
    equal texts; 1 is added to it. It used n = 1, 4, 8, …, 512.
    Reference: Amigó et al. (2005), Evaluating DUC 2004 tasks with the QARLA framework.

    >>> import steelyard as sy
    >>> texts = {"A": ["The cat sat. The cat slept."]}, ["Cats sat on a mat."]
    >>> sy.score(*texts, measures=["tvm(n=1)"]).value("A", "tvm(n=1)")  # cat: 2/4 against 1/3
    0.8571...
    """

    name: ClassVar[str] = "tvm"
    family: ClassVar[str] = "content and style"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    positional: ClassVar[tuple[str, ...]] = ("n",)

    n: int = option(512, "how many lemmas")
    lemmas: str = option("source", "where the lemmas come from (source: if there is one)", ("source", "references"))
    lemma: str = option("wordnet", "base forms of English words, or none", ("wordnet", "none"))
    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    stop: str = option("english", "stop words left out: none, english, rouge-1.5.5, meteor, or a file with one a line")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.n <= 1_000_000:
            raise SpecError(f"{self.name}: n={self.n} is not possible; expected 1 to 1000000")
        if self.stem != "none" and self.lemma != "none":
            raise SpecError(
                f"{self.name}: words are lemmatised or stemmed, not both; add lemma=none to stem={self.stem}"
            )

        if self.layer != TEXT and self.lemmas == "source":
            raise SpecError(f"{self.name}: sources are not parsed; add lemmas=references to layer={self.layer}")

    def resources(self) -> dict[str, str]:
        """Return what the measure rests on outside itself, with the WordNet that has the base forms."""
        resources = super().resources()
        return resources if self.lemma == "none" else {**resources, "lemma": _wordnet().digest}

    def lemmas_of(self, tokens: _core.Tokens) -> list[str]:
        """Return the lemma of each type."""
        if self.lemma == "none":
            return tokens.types()
        bases = _wordnet().bases
        return [(bases(word) or (word,))[0] for word in tokens.types()]

    def context_of(self, batches: Iterable[Batch]) -> LemmaCounts:
        """Count the lemmas."""
        sources: Counter[str] = Counter()
        references: Counter[str] = Counter()
        for batch in batches:
            source = batch.source(self.view) if self.lemmas == "source" else None
            if source is not None:
                sources.update(self._used(source))
            for reference in batch.references(self.view):
                references.update(self._used(reference))
        return LemmaCounts(sources, references)

    def merged(self, contexts: Sequence[LemmaCounts]) -> LemmaCounts:
        """Add the counts up."""
        sources: Counter[str] = Counter()
        references: Counter[str] = Counter()
        for context in contexts:
            sources.update(context.sources)
            references.update(context.references)
        return LemmaCounts(sources, references)

    def with_context(self, context: LemmaCounts) -> Measure:
        """Find the most frequent lemmas."""
        if context.sources:
            self._check_language(context.sources, context.references)
        most = _most_frequent(context.sources or context.references, self.n)
        return _FittedTvm(**self.settings(), places={lemma: place for place, lemma in enumerate(most)})

    def _used(self, tokens: _core.Tokens) -> Iterator[str]:
        lemmas = self.lemmas_of(tokens)
        for row in range(len(tokens)):
            yield from (lemmas[token] for token in tokens.row(row))

    def _check_language(self, sources: Counter[str], references: Counter[str]) -> None:
        """Refuse sources whose words have next to nothing to do with the references; names and "km" are everywhere."""
        words = [
            _most_frequent({w: n for w, n in side.items() if not w.isdecimal()}, 512) for side in (sources, references)
        ]
        common = sum(word in references for word in words[0])
        if 10 * common < min(map(len, words)):
            raise InputError(
                f"{self.name}: only {common} of the {len(words[0])} most frequent words of the sources occur in a "
                f"reference; if the sources are in another language, use lemmas=references"
            )


@dataclass(frozen=True)
class LemmaCounts:
    """How often each lemma is used in sources, where they count, and in references."""

    sources: Counter[str]
    references: Counter[str]


@dataclass(frozen=True, kw_only=True)
class _FittedTvm(Tvm):
    """TVM given the most frequent lemmas."""

    places: Mapping[str, int]

    @property
    def context(self) -> str:
        """Digest of the lemmas."""
        return frequencies.digest(self.places)

    def unfitted(self) -> Measure:
        """Return the measure without the lemmas."""
        return Tvm(**self.settings())

    def values(self, batch: Batch) -> Array:
        """Return the similarity of each segment to its most similar reference."""
        references = batch.references(self.view)
        outputs = batch.hypotheses(self.view)
        # all texts of a batch share one vocabulary; what does not count goes to a place behind the others
        places = np.array([self.places.get(lemma, len(self.places)) for lemma in self.lemmas_of(outputs)], np.int64)
        there = batch.present()
        values = np.zeros(len(outputs))
        for n in range(len(outputs)):
            mine = self._vector(outputs, n, places)
            distances = [_length(mine - self._vector(references[k], n, places)) for k in np.flatnonzero(there[n])]
            values[n] = 1 / (1 + min(distances))
        return values

    def _vector(self, tokens: _core.Tokens, row: int, places: Array) -> Array:
        """Return the relative frequencies of a text."""
        ids: Sequence[int] = tokens.row(row)
        counts = np.bincount(places[np.asarray(ids, np.int64)], minlength=len(self.places) + 1)
        return np.asarray(counts[:-1] / max(len(ids), 1))


def _length(vector: Array) -> float:
    # Not numpy's norm: the order of its sum is up to a library that may run it on threads.
    return math.sqrt(float(np.square(vector).sum()))


def _most_frequent(counts: Mapping[str, int], n: int) -> list[str]:
    return sorted(counts, key=lambda lemma: (-counts[lemma], lemma))[:n]


def _wordnet() -> WordNet | Lexicon:
    # Imported here, for most measures know nothing of WordNet.
    from steelyard.text.words.wordnet import wordnet

    return wordnet()
