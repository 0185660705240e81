"""How far assessors agree, from a file, a corpus or rows in Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.corpus import Corpus
from steelyard.corpus.formats.mqm import Annotations
from steelyard.errors import InputError
from steelyard.inference.agreement import agreement
from steelyard.inference.agreement_report import CHANCE, AgreementReport
from steelyard.inference.assessors import NormalisedScores
from steelyard.inference.assessors import normalise as normalised
from steelyard.inference.ratings import Ratings
from steelyard.judgements.ratings import corpus_ratings, read_ratings
from steelyard.scores import Intervals

#: What ratings can be made of.
Rated = str | Path | Annotations | Corpus | Ratings | Iterable[Sequence[Any] | Mapping[str, Any]]


def ratings_of(given: Rated, dimension: str | None = None, accept: Sequence[str] = ()) -> Ratings:
    """Return ratings from a path, the judgements inside a corpus, or rows (item, assessor, answer)."""
    if isinstance(given, (str, Path, Annotations)):
        return read_ratings(given, dimension, accept)
    if isinstance(given, Corpus):
        return corpus_ratings(given, dimension)
    if dimension is not None:
        raise InputError(f"dimension={dimension!r} chooses within files and corpora; rows are of one dimension")
    return given if isinstance(given, Ratings) else Ratings.of(given)


def agree(
    given: Rated,
    coefficients: str | Sequence[str] = tuple(CHANCE),
    *,
    dimension: str | None = None,
    distance: str | None = None,
    weights: str = "none",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    accept: Sequence[str] = (),
) -> AgreementReport:
    """Say how far assessors agree: raw agreement, and coefficients that correct it for chance.

    `given` is the path of a file, a corpus with judgements, or rows (item, assessor, answer).

    >>> rows = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
    >>> report = agree(rows)
    >>> report.value("raw"), round(report.value("cohen"), 3), round(report.value("pi"), 3)
    (0.5, 0.0, -0.333)
    """
    names = (coefficients,) if isinstance(coefficients, str) else tuple(coefficients)
    intervals = Intervals(resamples, confidence, seed, unit="item")
    ratings = ratings_of(given, dimension, accept)
    return agreement(ratings, names, distance=distance, weights=weights, intervals=intervals)


def normalise(given: Rated, *, dimension: str | None = None, accept: Sequence[str] = ()) -> NormalisedScores:
    """Bring each assessor's scores to mean 0 and deviation 1, then average them per item.

    >>> rows = [("a", "ann", 4), ("b", "ann", 5), ("a", "bob", 1), ("b", "bob", 3)]
    >>> [score.score for score in normalise(rows).scores]
    [-1.0, 1.0]
    """
    return normalised(ratings_of(given, dimension, accept))
