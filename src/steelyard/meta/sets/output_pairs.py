"""Pairs of outputs of two systems for the same segment, and what sets of measures are worth on them.

The definitions are those of `steelyard.meta.sets.reliability`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.draws import check_counts, check_seed
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.checks import as_numbers
from steelyard.measures.kinds.base import ratio
from steelyard.meta.sets.figures import AdditiveReliability, MeasureAddition, SetFigures, ThresholdCurve, figures_table
from steelyard.meta.sets.figures import records as figure_records
from steelyard.results.account import Account
from steelyard.results.numbers import counted, or_null, shown
from steelyard.results.result import Result
from steelyard.results.signature import Signature

Array = NDArray[Any]

#: Pairs whose bits and thresholds would take more bytes than this are refused.
MOST_BYTES = 2 << 30
#: More sets than this are not asked for at once.
MOST_SETS = 1_000_000
#: Which judged pairs count: all, or those of different texts.
PAIRS = ("all", "different")


class TooManyPairs(InputError):
    """The pairs of outputs would take too much memory."""


@dataclass(frozen=True, eq=False, repr=False, init=False)
class OutputPairs(Result):
    """Pairs of outputs of two systems for the same segment, under several measures.

    measures   names, each once
    scores     measure × system × segment, oriented so that more is better; nan where there is none
    quality    system × segment, what people say; nan where nobody judged; None without judgements
    texts      system × segment, whole numbers, equal where the texts of a segment are equal and 0 or less where the
               text is a reference's; None if texts are not known, and then all pairs count for heterogeneity
    human      what the quality is, for the signature: a name, or the signature of human scores
    counted    which judged pairs count for reliability, sensitivity, thresholds, gain and chance: "all", or those of
               "different" texts, which must be known; it is asked for as `pairs`
    """

    measures: tuple[str, ...]
    scores: Array
    quality: Array | None
    texts: Array | None
    counted: str
    signature: Signature

    def __init__(
        self,
        measures: Sequence[str],
        scores: Any,
        quality: Any = None,
        texts: Any = None,
        human: str = "quality",
        pairs: str = "all",
    ) -> None:
        names = tuple(measures)
        values = _scores(names, scores)
        outputs = values.shape[1:]
        judged = None if quality is None else _quality(quality, outputs)
        text_numbers = None if texts is None else _texts(texts, outputs)
        _check_pairs(pairs, text_numbers is not None)
        _check_size(len(values), outputs, judged)
        signature = _signature(values, judged, text_numbers is not None, human, pairs)
        fields = {"measures": names, "scores": values, "quality": judged, "texts": text_numbers}
        vars(self).update(fields, counted=pairs, signature=signature)

    def _summary(self) -> str:
        return f"{counted(len(self.measures), 'measure')}, {self.signature}"

    @property
    def judged(self) -> bool:
        """Whether people judged the outputs."""
        return self.quality is not None

    @cached_property
    def _pairs(self) -> _core.OutputPairs:
        return _core.OutputPairs(self.scores, self.quality, self.texts, self.counted == "different")

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: n for n, name in enumerate(self.measures)}

    @cached_property
    def judged_pairs(self) -> int:
        """Ordered pairs of judged outputs that count."""
        return self._pairs.judged()[0]

    @cached_property
    def chance(self) -> float:
        """The reliability of no measure at all: P( Q(s) ≥ Q(s′) ) of judged pairs that count; nan if there are none."""
        judged, better = self._pairs.judged()
        return better / judged if judged else math.nan

    def alone_and_together(self) -> tuple[SetFigures, ...]:
        """Return the figures of every measure alone, and those of all together."""
        return (*self.singles(), *([self.of()] if len(self.measures) > 1 else []))

    def to_dict(self) -> dict[str, Any]:
        """Return what every measure alone and all together are worth; what is undefined is null, with its reason."""
        return {
            "reliability": [figures.to_dict() for figures in self.alone_and_together()],
            "chance": or_null(self.chance),
            "judged_pairs": self.judged_pairs,
            "counted": self.counted,
            "signature": self.signature,
        }

    def account(self) -> Account:
        """Return what every measure alone and all together are worth, and of no measure at all."""
        figures = self.alone_and_together()
        about = "there are no human scores, so that only heterogeneity is defined"
        if self.judged:
            kind = "different texts" if self.counted == "different" else "outputs"
            chance = f"of no measure at all the reliability is {shown(self.chance, '.4g')}"
            about = f"{self.judged_pairs:,} ordered pairs of judged {kind}; {chance}"
        return Account(
            "Reliability, sensitivity, heterogeneity and reliability gain (Amigó et al. 2011)",
            (figures_table("figures", "", figures),),
            about=(about,),
            signatures={"all": self.signature},
            records=figure_records(figures),
            name="reliability",
        )

    def figures(self, sets: Iterable[Sequence[str]], how: str = "") -> tuple[SetFigures, ...]:
        """Return the figures of each set of measures, given by names; a name given twice counts once.

        how   what the signature says of the choice of sets, such as "sets:all-pairs"
        """
        return self._figures([self._members(names) for names in sets], how)

    def of(self, *measures: str) -> SetFigures:
        """Return the figures of one set of measures; of all measures if none is named."""
        return self.figures([measures or self.measures])[0]

    def singles(self) -> tuple[SetFigures, ...]:
        """Return the figures of every measure alone."""
        return self._figures([(n,) for n in range(len(self.measures))], Signature.of(sets="singles"))

    def pairs(self) -> tuple[SetFigures, ...]:
        """Return the figures of every pair of measures."""
        return self._figures(self._every(2), Signature.of(sets="all-pairs"))

    def random_sets(
        self, count: int, sizes: Sequence[int], seed: int = 12345, among: Sequence[str] | None = None
    ) -> tuple[SetFigures, ...]:
        """Return the figures of random sets of measures, `count` for each size, or all sets where there are no more.

        Sets of a size all differ. among names the measures to draw from.
        """
        pool = range(len(self.measures)) if among is None else self._members(among)
        check_counts(count=count)
        check_seed(seed)
        for size in sizes:
            if not isinstance(size, int) or not 1 <= size <= len(pool):
                raise SpecError(f"sets of {size} measures are not possible; there are {len(pool)} to draw from")
        drawn = [members for size in sizes for members in random_members(pool, size, count, seed)]
        listed = ",".join(map(str, sizes))
        return self._figures(
            drawn, Signature.of(**{"sets": "random", "sizes": listed, "per-size": count, "seed": seed})
        )

    def additions(self, measures: Sequence[str]) -> tuple[MeasureAddition, ...]:
        """Return what each other measure would add to a set, the greatest increase of heterogeneity first.

        Undefined increases stand last.
        """
        members = self._members(measures)
        before = self._figures([members])[0].heterogeneity
        others = [n for n in range(len(self.measures)) if n not in members]
        grown = self._figures([(*members, n) for n in others])
        additions = [
            MeasureAddition(self.measures[n], figures.heterogeneity - before, figures)
            for n, figures in zip(others, grown, strict=True)
        ]
        return tuple(
            sorted(additions, key=lambda addition: math.inf if math.isnan(addition.increase) else -addition.increase)
        )

    def greedy(self, size: int, start: Sequence[str] = ()) -> tuple[SetFigures, ...]:
        """Return sets that grow by the measure that raises heterogeneity most, from `start` up to `size` measures.

        Without a start, the first set is the most heterogeneous pair.
        """
        if not isinstance(size, int) or not max(2, len(start) + 1) <= size <= len(self.measures):
            raise SpecError(
                f"cannot grow a set of {len(start)} to {size} measures; there are {len(self.measures)}, and a set that "
                f"can contradict itself has 2 or more"
            )
        path = [] if start else [max(self.pairs(), key=lambda figures: _or_less(figures.heterogeneity))]
        chosen = self.figures([start])[0].measures if start else path[0].measures
        while len(chosen) < size:
            path.append(self.additions(chosen)[0].figures)
            chosen = path[-1].measures
        return tuple(path)

    def additive_reliability(self) -> AdditiveReliability:
        """Return by how much each pair of measures is more reliable than the better of the two."""
        self._need_judgements("additive reliability")
        alone = [single.reliability for single in self.singles()]
        pairs, members = self.pairs(), self._every(2)
        differences = [
            figures.reliability - max(alone[a], alone[b]) if not math.isnan(alone[a] + alone[b]) else math.nan
            for figures, (a, b) in zip(pairs, members, strict=True)
        ]
        names = tuple((figures.measures[0], figures.measures[1]) for figures in pairs)
        return AdditiveReliability(names, tuple(differences), self.signature.joined(sets="all-pairs"))

    def threshold_curve(self, measure: str) -> ThresholdCurve:
        """Return R_th and S_th of one measure."""
        self._need_judgements("a threshold curve")
        (number,) = self._members([measure])
        thresholds, counts = self._pairs.thresholds(number)
        unanimous, confirmed = counts.T
        better = self._counts([(number,)])[0][0, 2]
        return ThresholdCurve(
            measure, thresholds, ratio(confirmed, unanimous), ratio(confirmed, np.full(len(confirmed), better)),
            self.signature.joined(measure=measure),
        )  # fmt: skip

    def _need_judgements(self, what: str) -> None:
        if not self.judged:
            raise InputError(f"{what} needs human scores, and there are none")

    def _every(self, size: int) -> list[tuple[int, ...]]:
        if math.comb(len(self.measures), size) > MOST_SETS:
            raise SpecError(f"{len(self.measures):,} measures have too many sets of {size}; give fewer measures")
        return list(itertools.combinations(range(len(self.measures)), size))

    def _members(self, measures: Sequence[str]) -> tuple[int, ...]:
        if isinstance(measures, str):
            raise SpecError(f"{measures!r} is no set of measures; give a list of names")
        for name in measures:
            if name not in self._number:
                raise SpecError(f"no measure {name!r} here" + suggestion(name, self._number))
        if not measures:
            raise SpecError("a set of measures is empty; name one or more")
        return tuple(dict.fromkeys(self._number[name] for name in measures))

    def _counts(self, sets: Sequence[Sequence[int]]) -> tuple[Array, Array]:
        """Return counts, a row for each set, and the thresholds of the best single measures."""
        if len(sets) > MOST_SETS:
            raise SpecError(f"{len(sets):,} sets of measures are too many at once; ask for at most {MOST_SETS:,}")
        members = np.fromiter(itertools.chain.from_iterable(sets), np.int32)
        offsets = np.cumsum([0, *map(len, sets)], dtype=np.int64)
        counts, thresholds = self._pairs.counts(members, offsets)
        return np.asarray(counts), np.asarray(thresholds)

    def _figures(self, sets: Sequence[Sequence[int]], how: str = "") -> tuple[SetFigures, ...]:
        counts, thresholds = self._counts(sets)
        unanimous, confirmed, better, distinct, contradicted, same, best, *of_best = counts.T
        best_unanimous, best_confirmed, best_better = of_best
        reliability, single = ratio(confirmed, unanimous), ratio(best_confirmed, best_unanimous)
        figures = (reliability, ratio(confirmed, better), ratio(contradicted, distinct), reliability - single, single)
        columns: list[list[Any]] = [column.tolist() for column in figures]
        columns.append([self.measures[n] if n >= 0 else None for n in best.tolist()])
        others = (thresholds, ratio(best_confirmed, best_better), *counts.T[:5])
        columns += [column.tolist() for column in others]
        columns.append(same.tolist() if self.texts is not None else [None] * len(sets))
        columns += [[value] * len(sets) for value in (self.judged, self.counted, self.signature.joined(how))]
        measures = (tuple(self.measures[n] for n in members) for members in sets)
        return tuple(
            SetFigures(set_measures, *row)
            for set_measures, row in zip(measures, zip(*columns, strict=True), strict=True)
        )


def random_members(pool: Sequence[int], size: int, count: int, seed: int) -> list[tuple[int, ...]]:
    """Return different sets out of a pool, sorted within; all there are if these are no more than asked for."""
    if math.comb(len(pool), size) <= count:
        return list(itertools.combinations(sorted(pool), size))
    sets: dict[tuple[int, ...], None] = {}
    first = 0
    while len(sets) < count:
        orders = _core.random_orders(len(pool), (seed + size) % 2**64, first, count)[:, :size]
        chosen = np.sort(np.asarray(pool, np.int64)[orders], axis=1)
        sets |= dict.fromkeys(map(tuple, chosen.tolist()))
        first += count
    return list(sets)[:count]


def _scores(measures: tuple[str, ...], scores: Any) -> Array:
    values = np.ascontiguousarray(as_numbers(scores))
    if values.ndim != 3 or values.shape[0] != len(measures):
        raise InputError(
            f"scores have the shape {values.shape}; expected measure × system × segment for {len(measures)} measures"
        )
    if not measures or values.shape[1] < 2 or not values.shape[2]:
        raise InputError(
            f"there are {counted(len(measures), 'measure')}, {counted(values.shape[1], 'system')} and "
            f"{counted(values.shape[2], 'segment')}; expected one measure, two systems and one segment or more"
        )
    if len(set(measures)) < len(measures):
        twice = next(name for n, name in enumerate(measures) if name in measures[:n])
        raise InputError(f"the measure {twice!r} is given twice; give each once")
    return values


def _quality(quality: Any, outputs: tuple[int, ...]) -> Array:
    values = np.ascontiguousarray(as_numbers(quality))
    if values.shape != outputs:
        raise InputError(f"quality has the shape {values.shape}; expected system × segment as the scores, {outputs}")
    return values


def _texts(texts: Any, outputs: tuple[int, ...]) -> Array:
    values = np.asarray(texts)
    if values.shape != outputs or not np.issubdtype(values.dtype, np.integer):
        raise InputError(
            f"texts have the shape {values.shape} and the type {values.dtype}; expected whole numbers, "
            f"system × segment as the scores, {outputs}"
        )
    return np.ascontiguousarray(values, np.int64)


def _check_pairs(pairs: str, has_texts: bool) -> None:
    if pairs not in PAIRS:
        raise SpecError(f"there are no pairs {pairs!r}" + suggestion(pairs, PAIRS))
    if pairs == "different" and not has_texts:
        raise InputError(
            "pairs of different texts are asked for, and the texts are not known; give them, or take pairs='all'"
        )


def _check_size(measures: int, outputs: tuple[int, ...], quality: Array | None) -> None:
    """Refuse what would take too much memory.

    Two bits a pair and measure; sixteen bytes a threshold, of which a judged pair has two; the sorting of one measure.
    """
    systems, segments = outputs
    pairs, judged = segments * systems * (systems - 1) // 2, 0
    if quality is not None:
        counts = (~np.isnan(quality)).sum(axis=0)
        judged = int((counts * (counts - 1) // 2).sum())
    needed = measures * pairs // 4 + judged * (32 * measures + 64)
    if needed > MOST_BYTES:
        people = "" if quality is None else f" ({judged:,} judged)"
        raise TooManyPairs(
            f"{measures:,} measures of {systems:,} systems and {segments:,} segments make {pairs:,} pairs of outputs"
            f"{people} and would take about {needed / 2**30:.1f} GB (at most {MOST_BYTES >> 30} may be taken); take "
            f"fewer systems or segments"
        )


def _signature(values: Array, judged: Array | None, has_texts: bool, human: str, pairs: str) -> Signature:
    _, systems, segments = values.shape
    signature = Signature.of(pairs="ordered", level="segment", systems=systems, segments=segments)
    if judged is not None:
        judgements = human if isinstance(human, Signature) else Signature.of(human=human)
        signature = signature.joined(judgements, judged=f"{int((~np.isnan(judged)).sum())}/{judged.size}")
    if missing := int(np.isnan(values).sum()):
        signature = signature.joined(missing=f"{missing}/{values.size}")
    if judged is not None:
        signature = signature.joined(reliability=f"{'different-texts' if pairs == 'different' else 'all-pairs'}")
    return signature.joined(heterogeneity=f"{'different-texts' if has_texts else 'all-pairs'}")


def _or_less(value: float) -> float:
    return -1.0 if math.isnan(value) else value
