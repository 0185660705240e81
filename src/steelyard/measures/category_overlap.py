"""Overlap of words within categories: parts of speech, chunks, phrases, relations, levels, entities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option, ratio
from steelyard.measures.kinds.parsed import WordsParsed
from steelyard.measures.kinds.references import best_row
from steelyard.measures.unigram import matched_units
from steelyard.text import Batch

_EVERY = "all"


@dataclass(frozen=True, kw_only=True)
class CategoryOverlap(WordsParsed):
    """An overlap |∩| / |∪| of the words of each category; a member of this family only says what categories are."""

    family: ClassVar[str] = "linguistic overlap"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("hypothesis_words", "reference_words")}
    undefined: ClassVar[str] = "neither outputs nor references have a word of the category"

    #: The layer of words with their categories.
    categories: ClassVar[str]

    only: str = option(_EVERY, "the one category that counts, such as NN or NP, or all")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.only or set(self.only) & set(",()="):
            raise SpecError(f"{self.name}: only={self.only} is not possible; expected a category, or all")

    def categorised(self) -> str:
        """Return the layer of words with their categories."""
        return self.categories

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches, and words with their categories of both sides."""
        return ("matches", "hypothesis_words", "reference_words")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        layer = self.categorised() + ("" if self.only == _EVERY else f"={self.only}")
        rows = matched_units(batch, self.layered(layer))
        # Neither having any word of the category is to agree, though it adds nothing.
        return best_row(rows, batch.present(), np.nan_to_num(self.score(rows), nan=1.0))

    def score(self, sums: Array) -> Array:
        """Return the overlap of summed statistics."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(sums, float), -1, 0)
        return ratio(matches, hypothesis + reference - matches)


@dataclass(frozen=True, kw_only=True)
class PosOr(CategoryOverlap):
    """PoS-Or: overlap of words with the same part of speech, after Giménez & Màrquez (2010).

    O = Σ over categories of |h ∩ r| / Σ over categories of |h ∪ r|, h and r the multisets of the words of a category.

    Statistics: matches, words of the output, words of the reference, each with its category.

    Left open: of several references the one with the highest overlap counts, the first on a tie; that neither has a
    word of the category is to agree with it, and adds nothing. A test set's counts are summed before they are divided.
    Words are compared in lower case. `only=NN` is the overlap of one category.
    Reference: Giménez & Màrquez (2010), Linguistic measures for automatic machine translation evaluation.

    >>> from steelyard.measures.category_overlap import PosOr
    >>> float(PosOr().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "pos-or"
    printed: ClassVar[str] = "POS-Or"

    layer: str = option("tag", "the language's own tags, or universal parts of speech", ("tag", "pos"))

    def categorised(self) -> str:
        """Return the layer of words with their parts of speech."""
        return f"word by {self.layer}"


@dataclass(frozen=True, kw_only=True)
class SpOr(CategoryOverlap):
    """SP-Or: overlap of words in the same kind of chunk (shallow parsing). All else is as in `pos-or`.

    A word's chunk is the lowest phrase that it is in.

    >>> from steelyard.measures.category_overlap import SpOr
    >>> float(SpOr().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "sp-or"
    printed: ClassVar[str] = "SP-Or"
    categories: ClassVar[str] = "word by chunk"


@dataclass(frozen=True, kw_only=True)
class CpOr(CategoryOverlap):
    """CP-Or: overlap of words in the same kind of phrase (constituents). All else is as in `pos-or`.

    A word counts once for each phrase that it is in.

    >>> from steelyard.measures.category_overlap import CpOr
    >>> float(CpOr(only="NP").score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "cp-or"
    printed: ClassVar[str] = "CP-Or"
    categories: ClassVar[str] = "word by phrase"


@dataclass(frozen=True, kw_only=True)
class DpOr(CategoryOverlap):
    """DP-Or: overlap of words with the same relation to their heads (dependencies). All else is as in `pos-or`.

    >>> from steelyard.measures.category_overlap import DpOr
    >>> float(DpOr().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "dp-or"
    printed: ClassVar[str] = "DP-Or"
    categories: ClassVar[str] = "word by relation"


@dataclass(frozen=True, kw_only=True)
class DpOl(CategoryOverlap):
    """DP-Ol: overlap of words at the same level of the dependency tree; a root is at level 0. As `pos-or` otherwise.

    >>> from steelyard.measures.category_overlap import DpOl
    >>> float(DpOl().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "dp-ol"
    printed: ClassVar[str] = "DP-Ol"
    categories: ClassVar[str] = "word by level"


@dataclass(frozen=True, kw_only=True)
class DpOc(CategoryOverlap):
    """DP-Oc: overlap of words whose heads have the same part of speech (that of a root is ROOT). As `pos-or` otherwise.

    >>> from steelyard.measures.category_overlap import DpOc
    >>> float(DpOc().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "dp-oc"
    printed: ClassVar[str] = "DP-Oc"

    layer: str = option("tag", "the language's own tags, or universal parts of speech", ("tag", "pos"))

    def categorised(self) -> str:
        """Return the layer of words with the parts of speech of their heads."""
        return f"word by {self.layer} of head"


@dataclass(frozen=True, kw_only=True)
class NeOr(CategoryOverlap):
    """NE-Or: overlap of words in the same kind of named entity. All else is as in `pos-or`.

    A segment without entities on either side is undefined and adds nothing. `outside=true` takes words that are in no
    entity for one more category, so that every segment has a score.

    >>> from steelyard.measures.category_overlap import NeOr
    >>> float(NeOr().score([2, 3, 3]))
    0.5
    """

    name: ClassVar[str] = "ne-or"
    printed: ClassVar[str] = "NE-Or"
    may_lack: ClassVar[str] = "named entities"

    outside: bool = option(False, "whether words outside entities are a category of their own")

    def categorised(self) -> str:
        """Return the layer of words with their entities."""
        return "word by entity or none" if self.outside else "word by entity"
