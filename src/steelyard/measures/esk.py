"""ESK and WSK: how alike the best matching sentences of two texts are, by their common subsequences."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.corpus.texts import HeldTexts
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Mean, TokenMeasure, option, ratio
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import SENTENCES, Batch, ChunkViews, View
from steelyard.text.view import TEXT, TOKENISERS
from steelyard.text.words.attributes import Attributes

_LONGEST = 10


@dataclass(frozen=True, kw_only=True)
class Wsk(Mean, TokenMeasure):
    """WSK, the word sequence kernel (Cancedda et al. 2003) as Hirao et al. (2005) score texts with it.

    As `esk`, but words have no senses: two words have one attribute in common if they are the same.

    Statistics: the sum of the segments' F, and the number of segments.

    Left open: as for `esk`.

    >>> import steelyard as sy
    >>> sy.parse("wsk(decay=0.5)").kernel("becoming a b is my c d", "becoming an e is my f")  # 4 + λ⁴ + λ⁶
    4.078125
    """

    name: ClassVar[str] = "wsk"
    family: ClassVar[str] = "string kernel"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "no reference has a word"
    all_references: ClassVar[bool] = True
    fewest_words: ClassVar[int] = 1

    d: int = option(2, "longest subsequence, in words")
    decay: float = option(0.5, "factor for each word skipped (λ)")
    beta: float = option(3.0, "weight of recall against precision, 0 to 1000000; inf for recall alone")
    sentences: str = option("lines", "where sentences end", SENTENCES)
    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.d <= _LONGEST:
            raise SpecError(f"{self.name}: d={self.d} is not possible; expected 1 to {_LONGEST}")
        if not 0 <= self.decay <= 1:
            raise SpecError(f"{self.name}: decay={self.decay} is not possible; expected 0 to 1")
        if not (0 <= self.beta <= 1_000_000 or self.beta == math.inf):
            raise SpecError(f"{self.name}: beta={self.beta} is not possible; expected 0 to 1000000, or inf")

    @property
    def attributes(self) -> Attributes:
        """What two words can have in common."""
        return Attributes("exact", stem=self.stem)

    @property
    def view(self) -> View:
        """Words as they stand: senses are not those of stems, which are attributes here."""
        return replace(super().view, stem="none")

    def values(self, batch: Batch) -> Array:
        """Return for each segment the mean of F over its references; those without a word are none."""
        ours = batch.hypothesis_sentences(self.view, self.sentences)
        keys = batch.keys(self.view, self.attributes, self.sentences)
        scores = np.stack(
            [
                self._f(_core.kernel_coverages(*ours, *theirs, keys, self.d, float(self.decay), batch.stop))
                for theirs in batch.reference_sentences(self.view, self.sentences)
            ]
        )
        return ratio(ordered_sum(np.nan_to_num(scores).T), np.isfinite(scores).sum(axis=0))

    def _f(self, coverages: Array) -> Array:
        precision, recall = coverages.T
        if math.isinf(self.beta):
            return np.asarray(recall)
        weighted = recall + self.beta**2 * precision
        # Precision and recall are 0 together, and so is F then.
        return np.asarray((1 + self.beta**2) * recall * precision / np.where(weighted == 0, 1.0, weighted))

    def kernel(self, left: str, right: str) -> float:
        """Return the kernel of two sentences itself, which is not normalised."""
        chunks = [HeldTexts.of([text], "sentence").chunk(0, 1) for text in (left, right)]
        batch = ChunkViews([chunks[1]], {"": chunks[0]}).batch("")
        tokens = batch.hypotheses(self.view), batch.references(self.view)[0]
        keys = batch.keys(self.view, self.attributes)
        return float(_core.string_kernels(*tokens, keys, self.d, float(self.decay), batch.stop)[0])


@dataclass(frozen=True, kw_only=True)
class Esk(Wsk):
    """ESK, the extended string subsequence kernel (Hirao, Okumura & Isozaki 2005): words, their senses, and gaps.

    ESK(T, U) = Σ over common subsequences of up to d attributes of λ^(words skipped in T and U); an attribute of a word
    is the word itself or one of its senses. Sim(T, U) = ESK(T, U) / √(ESK(T, T) · ESK(U, U)) for two sentences.
    P = mean over the output's sentences of the highest Sim with a sentence of the reference, R the same from the
    reference's side, F = (1 + β²)RP / (R + β²P). Several references: the mean of F.

    Statistics: the sum of the segments' F, and the number of segments.

    Left open: which senses a word has. `senses=wordnet` takes all WordNet senses of a word's base forms, as nothing
    tells them apart; `first` only the first of them; a path names a WordNet folder or a lexicon (word, tab, senses).
    `inline` reads those written in the texts, as cosmonaut:{SPACEMAN} or bank:{S1,S2}, and goes with tokens=none;
    `tagged` has a parser tell lemma and part of speech, for which it takes the first sense, or a sense that came with
    given trees.
    Words are compared in lower case and without punctuation. Sentences without a word are left out; an output without
    any has 0, and a segment without any in its references is undefined and has no part in the
    mean. A word is stemmed only as a word: its senses are those of the full form.

    Reference: Hirao, Okumura & Isozaki (2005), "Kernel-based approach for automatic evaluation of natural language
    generation technologies: application to automatic summarization", HLT/EMNLP.

    >>> import steelyard as sy
    >>> esk = sy.parse("esk(decay=0.5,senses=inline,tokens=none)")
    >>> esk.kernel(  # 7 + λ + 2λ² + λ³ + λ⁴ + λ⁵ + λ⁶ + λ⁹
    ...     "Becoming a cosmonaut:{SPACEMAN} is my great dream:{DREAM}",
    ...     "Becoming an astronaut:{SPACEMAN} is my ambition:{DREAM}",
    ... )
    8.236328125
    >>> sy.score({"A": ["he buys a car"]}, ["he buys an automobile"], measures=["esk"]).value("A", "esk")
    0.33...
    """

    name: ClassVar[str] = "esk"

    senses: str = option(
        "wordnet", "senses of words: wordnet, first, tagged, inline, none, or a WordNet folder or lexicon file"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if set(self.senses) & set(",()") or not self.senses:
            raise SpecError(f"{self.name}: senses={self.senses} is not possible; a path cannot hold comma or bracket")
        if self.senses == "inline" and (self.tokens not in ("none", "spaces") or self.stop != "none"):
            raise SpecError(f"{self.name}: senses=inline goes with tokens=none and stop=none; write them so")
        if self.senses == "tagged" and (self.layer != TEXT or self.stop != "none"):
            raise SpecError(f"{self.name}: senses=tagged are those of words, all of them; leave out layer and stop")

    @property
    def view(self) -> View:
        """Words as they stand, or with the senses that their tags tell."""
        return replace(super().view, layer="sensed") if self.senses == "tagged" else super().view

    @property
    def attributes(self) -> Attributes:
        """What two words can have in common."""
        kinds = {"none": "exact", "inline": "inline", "tagged": "inline", "first": "first-sense"}
        kind = kinds.get(self.senses, "sense")
        return Attributes(kind, self._source, stem=self.stem)

    @property
    def _source(self) -> str:
        """Where senses are looked up; empty if they are not."""
        return {"none": "", "inline": "", "tagged": "", "first": "wordnet"}.get(self.senses, self.senses)

    def resources(self) -> dict[str, str]:
        """Return also the digest of what the senses are taken from."""
        # Imported here, for most measures know nothing of senses.
        from steelyard.text.words.wordnet import wordnet

        source = "wordnet" if self.senses == "tagged" else self._source
        return super().resources() | ({"senses": wordnet(source).digest} if source else {})
