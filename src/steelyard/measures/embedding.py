"""Embeddings: how near the vectors of a text are to those of its reference, by a model given as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Mean, option
from steelyard.providers.models.embeddings import embedder
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class EmbeddingMeasure(Mean):
    """A measure between the vectors that a model gives texts; a segment has the value of its best reference."""

    family: ClassVar[str] = "embedding"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    undefined: ClassVar[str] = "no reference has a word piece"

    model: str = option(
        "", "folder with model.onnx, .onnx file, or installed package; if empty, STEELYARD_EMBEDDINGS names it"
    )
    tokeniser: str = option("", "tokenizer.json or vocab.txt, or a folder or package with one; if empty, by the model")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("model", "tokeniser"):
            if set(path := getattr(self, name)) & set(",()"):
                raise SpecError(f"{self.name}: {name}={path} is not possible; a path cannot hold comma or bracket")

    def resources(self) -> dict[str, str]:
        """Return digests of the model and of its tokeniser, and the versions of the packages that run them."""
        return embedder(self.model, self.tokeniser).resources

    def matches(self, batch: Batch, kind: str) -> tuple[Array, Array]:
        """Return precision and recall of the vectors of a kind, segment × reference set; nan without a reference."""
        precision_recall = batch.matches(embedder(self.model, self.tokeniser), kind)
        return precision_recall[..., 0], precision_recall[..., 1]


@dataclass(frozen=True, kw_only=True)
class EmbeddingF(EmbeddingMeasure):
    """Greedy matching of token embeddings, as BERTScore (Zhang et al. 2020): F of the best cosines of word pieces.

    P = mean over the output's word pieces of the highest cosine with a piece of the reference, R the same from the
    reference's side, F = 2PR / (P + R). Several references: the best value.

    Statistics: the sum of the segments' values, and the number of segments.

    Left open: which model, and which of its layers. It is any model in ONNX form, and its last layer; numbers of
    different models, or of the layers that bert-score chooses, cannot be compared, so digests of the files are in the
    signature. Special pieces such as [CLS] have no part; bert-score lets words match them. Neither weights by idf nor
    rescaling with a baseline. The harmonic mean wants numbers above 0, so F is 0 where P or R is not. An output
    without a word piece has 0. A text with more pieces than the model takes is refused, not cut.

    Reference: Zhang, Kishore, Wu, Weinberger & Artzi (2020), "BERTScore: evaluating text generation with BERT", ICLR.

    >>> import steelyard as sy
    >>> sy.score({"A": ["the cat sat"]}, ["the cat sat"], measures=["embedding-f"]).value("A", "embedding-f")
    1.0
    """

    name: ClassVar[str] = "embedding-f"
    printed: ClassVar[str] = "Embedding F"

    kind: str = option("f", "which of the three", ("precision", "recall", "f"))

    def values(self, batch: Batch) -> Array:
        """Return the value against the best reference of each segment."""
        precision, recall = self.matches(batch, "pieces")
        values = {"precision": precision, "recall": recall, "f": _harmonic(precision, recall)}[self.kind]
        return np.asarray(np.fmax.reduce(values, axis=1))


@dataclass(frozen=True, kw_only=True)
class EmbeddingCosine(EmbeddingMeasure):
    """Cosine of two texts' embeddings, each the mean of the vectors of its word pieces (Reimers & Gurevych 2019).

    Several references: the highest cosine.

    Statistics: the sum of the segments' cosines, and the number of segments.

    Left open: which model. It is any model in ONNX form that gives vectors of word pieces; the mean is over all of
    them, special ones such as [CLS] too, as Sentence-BERT has it. Cosines are left as they are, from −1 to 1, and are
    not calibrated: what is high depends on the model. An output without a word piece has 0. A text with more pieces
    than the model takes is refused, not cut.

    Reference: Reimers & Gurevych (2019), "Sentence-BERT: sentence embeddings using Siamese BERT-networks", EMNLP.

    >>> import steelyard as sy
    >>> sy.score({"A": ["the cat"]}, ["the cat"], measures=["embedding-cosine"]).value("A", "embedding-cosine")
    1.0
    """

    name: ClassVar[str] = "embedding-cosine"
    printed: ClassVar[str] = "Embedding cosine"

    def values(self, batch: Batch) -> Array:
        """Return the cosine with the best reference of each segment."""
        cosines, _ = self.matches(batch, "sentence")
        return np.asarray(np.fmax.reduce(cosines, axis=1))


def _harmonic(precision: Array, recall: Array) -> Array:
    """Return 2PR / (P + R), 0 where one of them is not above 0, nan where they are undefined."""
    positive = (precision > 0) & (recall > 0)
    f = 2 * precision * recall / np.where(positive, precision + recall, 1.0)
    return np.asarray(np.where(positive | np.isnan(precision), f, 0.0))
