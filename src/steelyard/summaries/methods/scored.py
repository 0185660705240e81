"""Simple features, added up."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np

from steelyard.errors import InputError, SpecError
from steelyard.summaries.method import DECIMALS, Array, Ranked
from steelyard.summaries.terms import Weighed

#: A weight may be so large.
_MOST = 1_000_000
_NAME = re.compile(r"\w[\w'’-]*")


@dataclass(frozen=True, kw_only=True)
class WeightedSum(Ranked):
    """Take the units with the highest weighted sum of simple features, each scaled to 0 … 1 over the units of a set.

        score(i) = Σ_f w_f·(f(i) − min f) / (max f − min f); a feature that is the same everywhere adds nothing

    position   1 for the first unit of a document, 0 for its last, in equal steps between
    lead       cosine with the first unit of the document
    query      cosine with the query of the set
    document   cosine with all units
    terms      mean weight of the unit's terms
    entities   how often the set has the unit's names: words with a capital that do not begin it
    cohesion   mean cosine with the other units of the set

    Left open by the paper: the features' formulas; these are ours.

    Reference: Pastra & Saggion (2003), §3.2, after Saggion (2002).
    """

    name: ClassVar[str] = "scored"
    about: ClassVar[str] = "the units with the highest sum of simple features"

    position: float = 1.0
    lead: float = 1.0
    query: float = 2.0
    document: float = 1.0
    terms: float = 1.0
    entities: float = 1.0
    cohesion: float = 1.0

    def __post_init__(self) -> None:
        weights = self._weights().values()
        if not all(0 <= weight <= _MOST for weight in weights) or not any(weights):
            raise SpecError(f"{self}: weights are 0 to {_MOST:,}, and not all 0")

    def _weights(self) -> dict[str, float]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def check(self, units: Weighed) -> None:
        """Raise if a query is to be weighed and there is none."""
        if self.query and units.query is None:
            raise InputError(
                f"{self}: set {units.documents.id!r} has no query; give every set one, or leave it out with query=0"
            )

    def scores(self, units: Weighed) -> Array:
        """Return the weighted sum of each unit's features."""
        weights = {name: weight for name, weight in self._weights().items() if weight}
        return np.asarray(sum(weight * _scaled(_FEATURES[name](units)) for name, weight in weights.items()))


def _scaled(values: Array) -> Array:
    # What differs by rounding alone is the same, and must not become 0 and 1.
    values = np.round(values, DECIMALS)
    least, span = values.min(), np.ptp(values)
    return np.asarray((values - least) / span if span > 0 else np.zeros(len(values)))


def _position(units: Weighed) -> Array:
    sizes = np.diff(units.documents.starts).tolist()
    return np.concatenate([np.linspace(1, 0, size) if size > 1 else np.ones(size) for size in sizes])


def _lead(units: Weighed) -> Array:
    starts = units.documents.starts
    first = np.repeat(starts[:-1], np.diff(starts))
    return units.cosines(units.weights[first])


def _entities(units: Weighed) -> Array:
    names = [[word for word in _NAME.findall(unit)[1:] if word[0].isupper()] for unit in units.documents.units]
    often = Counter(word for own in names for word in own)
    return np.array([sum(often[word] for word in own) for own in names], float)


def _cohesion(units: Weighed) -> Array:
    norms = np.sqrt(units.squares)
    bare = np.divide(units.weights, norms[:, None], out=np.zeros_like(units.weights), where=norms[:, None] > 0)
    return np.asarray((bare @ bare.sum(axis=0) - (norms > 0)) / max(1, units.count - 1))


_FEATURES = {
    "position": _position,
    "lead": _lead,
    "query": lambda units: units.answers,
    "document": lambda units: units.relevance,
    "terms": lambda units: units.mean_weights,
    "entities": _entities,
    "cohesion": _cohesion,
}
