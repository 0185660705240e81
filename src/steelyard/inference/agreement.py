"""Agreement between assessors: raw, and corrected for chance under a named model of chance."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError, suggestion
from steelyard.resampling import draw_weights, percentile_interval
from steelyard.version import VERSION

Array = NDArray[Any]

#: Coefficient → its model of chance: what two answers would have in common if assessors answered blindly.
CHANCE = {
    "raw": "none",
    "uniform": "every tag that the item allows is as likely as any other",
    "pi": "answers are drawn from the distribution that all assessors share (Scott; Fleiss for more than two)",
    "cohen": "each assessor draws from their own distribution (Cohen); mean over pairs of assessors (Light)",
    "alpha": "answers are drawn without replacement from all answers given (Krippendorff)",
}
#: How far two answers are apart. For raw, uniform, pi and cohen the share of the largest distance is what is lost.
DISTANCES = ("nominal", "ordinal", "interval", "ratio")
_MOST_RESAMPLES = 100_000


@dataclass(frozen=True, eq=False)
class Ratings:
    """Answers of assessors to items.

    answers   (item, assessor, answer); an answer is a tag, a number, or several tags as a frozenset
    tags      item → how many tags it allows; empty where all allow those that occur
    """

    answers: tuple[tuple[str, str, Hashable], ...]
    tags: dict[str, int]

    def __post_init__(self) -> None:
        seen: set[tuple[str, str]] = set()
        for item, assessor, _ in self.answers:
            if (item, assessor) in seen:
                raise InputError(f"assessor {assessor!r} answered item {item!r} twice; keep one answer")
            seen.add((item, assessor))


@dataclass(frozen=True)
class Agreement:
    """One coefficient with its interval over resampled items; raw agreement always stands beside it.

    n counts the items with two answers or more, answers those of them; nan comes with a reason.
    """

    coefficient: str
    distance: str
    value: float
    low: float
    high: float
    raw: float
    n: int
    assessors: int
    answers: int
    signature: str
    reason: str | None = None

    @property
    def chance(self) -> str:
        """The model of chance."""
        return CHANCE[self.coefficient]

    def to_dict(self) -> dict[str, Any]:
        """Return the coefficient as the JSON output has it."""
        made = {**vars(self), "chance": self.chance}
        return {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in made.items()
            if name != "reason" or value is not None
        }


@dataclass(frozen=True)
class PairAgreement:
    """Raw agreement and Cohen's κ of two assessors on the n items that both answered."""

    a: str
    b: str
    raw: float
    cohen: float
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Return the pair as the JSON output has it."""
        cohen = None if math.isnan(self.cohen) else self.cohen
        return {"a": self.a, "b": self.b, "raw": self.raw, "cohen": cohen, "n": self.n}


@dataclass(frozen=True)
class AgreementReport:
    """All coefficients, and every pair of assessors that share an item."""

    coefficients: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return {"agreement": […], "pairs": […], "assessors": […]} as the JSON output has it."""
        return {
            "agreement": [one.to_dict() for one in self.coefficients],
            "pairs": [one.to_dict() for one in self.pairs],
            "assessors": [{"assessor": name, "raw": raw, "n": n} for name, raw, n in self.per_assessor()],
        }

    def per_assessor(self) -> list[tuple[str, float, int]]:
        """Return each assessor's raw agreement with all others, and the number of shared answers it rests on."""
        names = sorted({name for pair in self.pairs for name in (pair.a, pair.b)})
        out = []
        for name in names:
            own = [pair for pair in self.pairs if name in (pair.a, pair.b)]
            shared = sum(pair.n for pair in own)
            out.append((name, sum(pair.raw * pair.n for pair in own) / shared, shared))
        return out


def agree(
    ratings: Ratings,
    coefficients: Sequence[str] = tuple(CHANCE),
    distance: str = "nominal",
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
) -> AgreementReport:
    """Return the coefficients asked for, with bootstrap intervals over items, and all pairs of assessors."""
    for name in coefficients:
        if name not in CHANCE:
            raise SpecError(f"unknown coefficient {name!r}" + suggestion(name, CHANCE))
    if distance not in DISTANCES:
        raise SpecError(f"unknown distance {distance!r}" + suggestion(distance, DISTANCES))
    if not isinstance(resamples, int) or not 2 <= resamples <= _MOST_RESAMPLES:
        raise SpecError(f"resamples={resamples} is not possible; expected 2 to {_MOST_RESAMPLES:,}")
    table = _Table.of(ratings, distance)
    own = np.ones(table.items)
    weights = [draw_weights(table.items, seed, b).astype(float) for b in range(resamples)]
    raw = table.value("raw", own)
    told = (
        f"distance:{distance}|items:{table.items}|bootstrap:{resamples}|confidence:{confidence:g}|unit:item|seed:{seed}"
    )
    made = []
    for name in coefficients:
        value = table.value(name, own)
        drawn = np.array([table.value(name, w) for w in weights])
        # a resample in which the coefficient is undefined, as when all answers are the same, says nothing
        defined = drawn[~np.isnan(drawn)]
        low, high = percentile_interval(defined, confidence) if len(defined) > 1 else (np.array(math.nan),) * 2
        reason = _UNDEFINED if math.isnan(value) else None
        left = f"|undefined-resamples:{len(drawn) - len(defined)}" if len(defined) < len(drawn) else ""
        signature = f"{name}|{told}{left}|steelyard:{VERSION}"
        made.append(
            Agreement(
                name, distance, value, float(low), float(high), raw, table.items, len(table.assessors),
                len(table.item), signature, reason,
            )
        )  # fmt: skip
    return AgreementReport(tuple(made), tuple(table.pair_agreements()))


_UNDEFINED = "chance agreement is complete: all answers are the same"


@dataclass(frozen=True, eq=False)
class _Table:
    """Answers of the items that have two or more, as arrays.

    item, assessor, answer   one entry per answer
    first, second            places of the two answers of every ordered pair within an item
    tags                     per item, how many tags it allows
    """

    items: int
    assessors: tuple[str, ...]
    answers: tuple[Hashable, ...]
    item: Array
    assessor: Array
    answer: Array
    first: Array
    second: Array
    tags: Array
    distance: str

    @classmethod
    def of(cls, ratings: Ratings, distance: str) -> _Table:
        several = _with_several(ratings)
        items, assessors = (tuple(dict.fromkeys(row[n] for row in several)) for n in (0, 1))
        answers = tuple(sorted({row[2] for row in several}, key=_sort_key))
        if distance != "nominal" and not all(isinstance(answer, int | float) for answer in answers):
            raise InputError(f"distance {distance} needs numbers as answers; give distance nominal for tags")
        if distance == "ratio" and any(answer < 0 for answer in answers):  # type: ignore[operator]
            raise InputError("distance ratio needs numbers from 0; give distance interval for others")
        place: list[dict[Hashable, int]] = [
            {v: n for n, v in enumerate(known)} for known in (items, assessors, answers)
        ]
        columns = [np.array([index[row[n]] for row in several]) for n, index in enumerate(place)]
        by_item: list[list[int]] = [[] for _ in items]
        for n, number in enumerate(columns[0]):
            by_item[number].append(n)
        pairs = [pair for places in by_item for pair in itertools.permutations(places, 2)]
        first, second = np.array(pairs).T
        singles = len({tag for answer in answers for tag in _tags_of(answer)})
        tags = np.array([ratings.tags.get(name, singles) for name in items], float)
        return cls(len(items), assessors, answers, *columns, first, second, tags, distance)

    def value(self, coefficient: str, weights: Array) -> float:
        """Return a coefficient with each item counted `weights` times; nan where chance agreement is complete."""
        if coefficient == "alpha":
            return self._alpha(weights)
        if coefficient == "cohen":
            kappas = [(kappa, n) for _, _, kappa, _, n in self._pairs(weights) if not math.isnan(kappa)]
            return sum(k for k, _ in kappas) / len(kappas) if kappas else math.nan
        observed = self._observed(weights)
        if coefficient == "raw":
            return observed
        chance = float(weights @ (1 / self.tags) / weights.sum()) if coefficient == "uniform" else self._shared(weights)
        return _beyond_chance(observed, chance)

    def _counts(self) -> Array:
        return np.bincount(self.item, minlength=self.items)

    def _observed(self, weights: Array) -> float:
        """Return the mean over items of the mean agreement of their pairs of answers."""
        counts = self._counts()[self.item[self.first]]
        share = weights[self.item[self.first]] / (counts * (counts - 1))
        credit = self._credit()[self.answer[self.first], self.answer[self.second]]
        return float(share @ credit / weights.sum())

    def _shared(self, weights: Array) -> float:
        marginal = np.bincount(self.answer, weights[self.item], len(self.answers))
        marginal = marginal / marginal.sum()
        return float(marginal @ self._credit() @ marginal)

    def _credit(self) -> Array:
        """Return answer × answer: 1 for the same, 0 for the farthest; several tags share what they have in common."""
        if self.distance == "nominal":
            sets = [_tags_of(answer) for answer in self.answers]
            return np.array([[len(a & b) / len(a | b) for b in sets] for a in sets])
        far = self._distances(np.bincount(self.answer, minlength=len(self.answers)).astype(float))
        return np.asarray(1 - far / far.max() if far.max() > 0 else np.ones_like(far))

    def _distances(self, marginal: Array) -> Array:
        """Return answer × answer squared differences as Krippendorff (2004) defines them."""
        if self.distance == "nominal":
            return 1 - self._credit()
        if self.distance == "ordinal":
            middle = np.cumsum(marginal) - marginal / 2
            return np.asarray((middle[:, None] - middle[None]) ** 2)
        numbers = np.array(self.answers, float)
        difference, total = numbers[:, None] - numbers[None], numbers[:, None] + numbers[None]
        if self.distance == "interval":
            return np.asarray(difference**2)
        return np.asarray(np.divide(difference, total, out=np.zeros_like(total), where=total > 0) ** 2)

    def _alpha(self, weights: Array) -> float:
        size = len(self.answers)
        share = weights[self.item[self.first]] / (self._counts()[self.item[self.first]] - 1)
        cells = self.answer[self.first] * size + self.answer[self.second]
        coincidences = np.bincount(cells, share, size * size).reshape(size, size)
        marginal = coincidences.sum(axis=1)
        far = self._distances(marginal)
        total = marginal.sum()
        expected = marginal @ far @ marginal / (total * (total - 1)) if total > 1 else 0.0
        observed = (coincidences * far).sum() / total if total > 0 else 0.0
        return float(1 - observed / expected) if expected > 0 else math.nan

    def _pairs(self, weights: Array) -> Iterable[tuple[int, int, float, float, int]]:
        """Yield assessors a < b, Cohen's κ, raw agreement and items in common, for every pair with any."""
        size, count = len(self.answers), len(self.assessors)
        credit = self._credit()
        a, b = self.assessor[self.first], self.assessor[self.second]
        ordered = a < b
        group = (a * count + b)[ordered]
        cells = (self.answer[self.first] * size + self.answer[self.second])[ordered]
        share = weights[self.item[self.first]][ordered]
        for pair in np.unique(group):
            own = group == pair
            table = np.bincount(cells[own], share[own], size * size).reshape(size, size)
            total = table.sum()
            if total > 0:
                table = table / total
                observed = float((table * credit).sum())
                chance = float(table.sum(axis=1) @ credit @ table.sum(axis=0))
                yield int(pair) // count, int(pair) % count, _beyond_chance(observed, chance), observed, int(own.sum())

    def pair_agreements(self) -> Iterable[PairAgreement]:
        """Yield every pair of assessors that share an item."""
        for a, b, kappa, raw, n in self._pairs(np.ones(self.items)):
            yield PairAgreement(self.assessors[a], self.assessors[b], raw, kappa, n)


def _with_several(ratings: Ratings) -> list[tuple[str, str, Hashable]]:
    counts: dict[str, int] = {}
    for item, _, _ in ratings.answers:
        counts[item] = counts.get(item, 0) + 1
    several = [row for row in ratings.answers if counts[row[0]] > 1]
    if not several:
        raise InputError(
            f"no item has answers of two assessors ({len(counts)} items, {len(ratings.answers)} answers); "
            f"agreement needs at least one such item"
        )
    return several


def _tags_of(answer: Hashable) -> frozenset[Hashable]:
    return answer if isinstance(answer, frozenset) else frozenset([answer])


def _sort_key(answer: Hashable) -> tuple[Any, ...]:
    if isinstance(answer, int | float):
        return (0, answer)
    return (1, sorted(map(str, _tags_of(answer))))


def _beyond_chance(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance) if chance < 1 else math.nan
