"""What QARLA says: KING of measures, QUEEN of texts, and JACK of systems."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from steelyard.errors import SpecError
from steelyard.measures.kinds.base import ratio
from steelyard.meta.references import queen as counts
from steelyard.meta.references.pairwise import PairwiseSimilarities
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.numbers import counted
from steelyard.results.result import Result, plain
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, Cell, Column, Number, Table, bounded

_MOST_SETS = 5
_DIGITS = 3
_Value = TypeVar("_Value", "King", "Queen")


@dataclass(frozen=True, repr=False, kw_only=True)
class King(IntervalEstimate):
    """KING of a set of measures.

    wins   models (references) ahead of every system's output, over all segments
    n      models tried
    """

    KEYS: ClassVar[tuple[str, ...]] = ("measures", "value", "low", "high", "wins", "n", "reason")

    measures: tuple[str, ...]
    wins: int
    n: int


@dataclass(frozen=True, repr=False)
class MeasureCluster(Result):
    """Measures that decide alike, and the one with the highest KING."""

    measures: tuple[str, ...]
    representative: str


@dataclass(frozen=True, repr=False, kw_only=True)
class Queen(IntervalEstimate):
    """Mean QUEEN of a system, or of a reference among the other references; n segments are defined."""

    KEYS: ClassVar[tuple[str, ...]] = ("text", "kind", "value", "low", "high", "n", "reason")

    text: str
    kind: str
    n: int


@dataclass(frozen=True, repr=False, kw_only=True)
class Jack(IntervalEstimate):
    """JACK of all systems, and of the first so many in random orders of them: mean and central interval over orders."""

    KEYS: ClassVar[tuple[str, ...]] = ("value", "low", "high", "hits", "n", "growth", "reason")

    hits: int
    n: int
    growth: tuple[tuple[int, float, float, float], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the values as the JSON output has them; undefined is null, with its reason."""
        growth = [plain(dict(zip(("systems", "mean", "low", "high"), row, strict=True))) for row in self.growth]
        return super().to_dict() | {"growth": growth}


@dataclass(frozen=True, repr=False, eq=False)
class Qarla(Result):
    """What QARLA says of a corpus and measures.

    kings       KING of each measure alone
    clusters    measures that decide alike, each cluster with its representative
    sets        set of representatives → its KING: all sets but the empty one
    best        the set with the highest KING: of those that tie, the smallest, then the first; none where undefined
    chosen      the measures by which QUEEN and JACK are made: the best set unless told
    queens      of each system and each reference
    table       the similarities all this is made of
    notices     what was left out, and what to beware of
    signature   how the values were made; table.signatures say how the similarities were
    """

    kings: tuple[King, ...]
    clusters: tuple[MeasureCluster, ...]
    sets: tuple[tuple[tuple[str, ...], float], ...]
    best: King | None
    chosen: tuple[str, ...]
    queens: tuple[Queen, ...]
    jack: Jack
    table: PairwiseSimilarities
    notices: tuple[str, ...]
    signature: Signature

    def _summary(self) -> str:
        best = "no best set" if self.best is None else f"best set {', '.join(self.best.measures)}"
        count, chosen = counted(len(self.kings), "measure"), ", ".join(self.chosen)
        return f"{count}; {best}; QUEEN by {chosen}; {self.table!r}"

    def king(self, *measures: str) -> float:
        """Return KING of any set of the measures."""
        wins, tried = counts.king(self.table, [self.table.places(measures)])
        return float(ratio(wins.sum(), tried.sum()))

    def queen(self, text: str) -> float:
        """Return the mean QUEEN of a system, or of a reference."""
        for queen in self.queens:
            if queen.text == text:
                return queen.value
        raise SpecError(f"there is no text {text!r} here; there are {', '.join(queen.text for queen in self.queens)}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the similarities as the JSON output has it."""
        return {
            "king": [king.to_dict() for king in self.kings],
            "clusters": [cluster.to_dict() for cluster in self.clusters],
            "sets": [{"measures": list(names), **plain({"king": value})} for names, value in self.sets],
            "best": None if self.best is None else self.best.to_dict(),
            "chosen": list(self.chosen),
            "queen": [queen.to_dict() for queen in self.queens],
            "jack": self.jack.to_dict(),
            "notices": list(self.notices),
            "signature": self.signature,
            "signatures": list(self.table.signatures),
        }

    def account(self) -> Account:
        """Return tables of KING, the best sets, QUEEN and JACK."""
        results: tuple[King | Queen | Jack, ...] = (*self.kings, *self.queens, self.jack)
        return Account(
            "QARLA (Amigó et al. 2005)",
            (self._king_table(), *self._set_tables(), self._queen_table(), self._jack_table()),
            findings=tuple(dict.fromkeys(f"undefined: {estimate.reason}" for estimate in results if estimate.reason)),
            notices=self.notices,
            signatures={"QARLA": self.signature, **self._similarity_signatures()},
            name="qarla",
        )

    def _similarity_signatures(self) -> dict[str, Signature]:
        return dict(zip(self.table.measures, map(Signature, self.table.signatures), strict=False))

    def _king_table(self) -> Table:
        """Return KING of each measure, the best first, and of the best set."""
        number_of = {name: n for n, cluster in enumerate(self.clusters, 1) for name in cluster.measures}
        representatives = {cluster.representative for cluster in self.clusters}
        rows: list[tuple[Cell, ...]] = []
        for king in _best_first(self.kings):
            (name,) = king.measures
            rows.append(
                (name, _number(king), king.wins, king.n, number_of[name], "yes" if name in representatives else "")
            )
        if self.best is not None:
            best = self.best
            rows.append((f"best set: {_written(best.measures)}", _number(best), best.wins, best.n, None, ""))
        columns = (
            Column("measure"), Column("KING", better=HIGHER, digits=_DIGITS), Column("wins", "references ahead"),
            Column("n", "of"), Column("cluster"), Column("representative", note="the measure of its cluster"),
        )  # fmt: skip
        return Table("king", "KING: how often a reference is closer to the others than every output is", columns, rows)

    def _set_tables(self) -> Iterator[Table]:
        """Yield the sets of representatives with the highest KING, if there are several."""
        if self.best is None or len(self.sets) < 2:
            return
        ranked = sorted(self.sets, key=lambda pair: (math.isnan(pair[1]), -pair[1]))[:_MOST_SETS]
        columns = (Column("set", measures=True), Column("KING", better=HIGHER, digits=_DIGITS))
        title = f"the best of {len(self.sets):,} sets of these"
        yield Table("sets", title, columns, [(_written(names), value) for names, value in ranked])

    def _queen_table(self) -> Table:
        rows = [(queen.text, queen.kind, _number(queen), queen.n) for queen in _best_first(self.queens)]
        columns = ("text", "kind", Column("QUEEN", better=HIGHER, digits=_DIGITS), Column("n", "segments"))
        title = f"QUEEN by {_written(self.chosen)}: how often a text passes for a reference"
        return Table("queen", title, columns, rows)

    def _jack_table(self) -> Table:
        jack = self.jack
        rows = [(systems, bounded(mean, low, high)) for systems, mean, low, high in jack.growth]
        whole = bounded(jack.value, jack.low, jack.high)
        total = f"all: {whole.shown(_DIGITS)} {whole.interval(_DIGITS)}, {jack.hits:,}/{jack.n:,} references"
        columns = (
            Column("systems"),
            Column("JACK", better=HIGHER, digits=_DIGITS, note="mean and interval over orders"),
        )
        title = f"JACK by {_written(self.chosen)}: how often a reference lies between two outputs"
        return Table("jack", title, columns, rows, notes=(total,))


def _best_first(values: Sequence[_Value]) -> list[_Value]:
    return sorted(values, key=lambda estimate: (math.isnan(estimate.value), -estimate.value))


def _number(estimate: King | Queen) -> Number:
    return bounded(estimate.value, estimate.low, estimate.high)


def _written(names: Sequence[str]) -> str:
    return f"{{{', '.join(names)}}}"
