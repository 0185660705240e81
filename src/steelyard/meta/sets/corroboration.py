"""What corroboration finds: a verdict on each pair of systems, and what the agreement of measures is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.judgements.measure import dimension_name, people_on
from steelyard.meta.sets.figures import MeasureAddition, SetFigures
from steelyard.results.account import Account
from steelyard.results.numbers import counted, or_null, shown
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Number, Table

VERDICTS = ("confirmed", "unanimous", "disputed", "open")
# What a pair is marked with, seen from the better system's row and from the other's.
_MARKS = {"confirmed": ("✓", "✗"), "unanimous": ("+", "−"), "disputed": ("±", "±"), "open": ("=", "=")}
# Rows of a verdict that a terminal shows, so that all fit on a page; few pairs are shown in full.
_MOST_ROWS, _FEW_PAIRS = 8, 20
_ADDITIONS = 3
_PEOPLE = "people's mean of the better system minus that of the other"


@dataclass(frozen=True, repr=False)
class Improvement(Result):
    """A pair of systems under all measures.

    verdict      one of VERDICTS
    better       the system that more measures favour, or the first of the two where neither is
    supporting   measures that favour it; `opposing` ones favour the other, `silent` ones neither
    p            that all measures favour it only by chance: the greatest p of the measures, which is 1 for one whose
                 test does not favour it too; 1 if disputed
    weakest      the measure that has this p alone
    agreed       share of the segments on which no measure is against it and some are for it; `contrary`: likewise for
                 the other system
    human        dimension → difference of the human means, better minus worse, of segments that both were judged on
    comparisons  what `compare` found under each measure
    """

    better: str
    worse: str
    verdict: str
    supporting: tuple[str, ...]
    opposing: tuple[str, ...]
    silent: tuple[str, ...]
    p: float
    p_corrected: float
    weakest: str | None
    agreed: float
    contrary: float
    human: Mapping[str, float]
    comparisons: tuple[Comparison, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the improvement as the JSON output has it; what is undefined is null."""
        return {("measures" if name == "comparisons" else name): value for name, value in super().to_dict().items()}

    @property
    def tested(self) -> bool:
        """Whether p says something; measures that contradict each other have none together."""
        return self.verdict in ("confirmed", "unanimous")


@dataclass(frozen=True, repr=False)
class Worth(Result):
    """What unanimity is worth, by human scores of one dimension.

    figures    reliability, sensitivity and gain of the set, over pairs of different outputs (of all outputs where the
               texts are not known); undefined, with the reason, where people judged whole systems, or where these pairs
               are too many
    chance     the reliability of no measure at all: how often people do not put one of two outputs below the other
    best       the most reliable single measure and its reliability; None where it is undefined for all
    upheld     of the improvements that are confirmed, in how many the human means favour the same system; of how many
               that both systems are judged in
    """

    dimension: str
    figures: SetFigures
    chance: float
    best: tuple[str, float] | None
    upheld: int
    judged: int
    signature: Signature

    def to_dict(self) -> dict[str, Any]:
        """Return the worth as the JSON output has it."""
        return {
            "human": self.dimension,
            **self.figures.to_dict(),
            "chance": or_null(self.chance),
            "best": None if self.best is None else {"measure": self.best[0], "reliability": self.best[1]},
            "upheld": self.upheld,
            "judged": self.judged,
            "human_signature": self.signature,
        }

    def sentence(self) -> str:
        """Say how often people go with what all measures agree on."""
        figures, best = self.figures, self.best
        confirmed = counted(self.judged, "confirmed improvement")
        upheld = f" Of {confirmed}, people's means uphold {self.upheld}." if self.judged else ""
        if best is None or math.isnan(figures.reliability):
            return f"What {people_on(self.dimension)} say: {figures.reasons['reliability']}.{upheld}"
        outputs = "two different outputs" if figures.pairs == "different" else "two outputs"
        sentence = (
            f"Where all measures agree on {outputs}, {people_on(self.dimension)} do not contradict them in "
            f"{figures.reliability:.1%}, {self.chance:.1%} being chance; the best measure alone, {best[0]}, has "
            f"{best[1]:.1%}"
        )
        if figures.single_measure is not None:
            sentence += (
                f". With a threshold, counting only differences of {figures.single_threshold:.3g} or more, "
                f"{figures.single_measure} alone has {figures.single:.1%}. That is about as selective: it finds "
                f"{figures.single_sensitivity:.0%} of what people prefer, and all measures together "
                f"{figures.sensitivity:.0%}"
            )
        return f"{sentence}.{upheld}"


@dataclass(frozen=True, repr=False)
class Corroboration(Result):
    """All pairs of systems under a set of measures, and what the set is worth.

    figures     heterogeneity of the set
    clusters    measures that say much the same: no two of a cluster contradict each other on more than the share
                `redundant` of the pairs of outputs
    additions   measures that could be added, the one that raises heterogeneity most first
    worth       by each dimension of human scores there is
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    comparisons: Comparisons
    baseline: str | None
    improvements: tuple[Improvement, ...]
    figures: SetFigures
    clusters: tuple[tuple[str, ...], ...]
    redundant: float
    additions: tuple[MeasureAddition, ...]
    worth: tuple[Worth, ...]
    signatures: tuple[Signature, ...]
    notices: tuple[str, ...]

    def _summary(self) -> str:
        counts = ", ".join(f"{len(self.of(verdict))} {verdict}" for verdict in VERDICTS)
        return f"{counts}; {', '.join(self.measures)}; systems {', '.join(self.systems)}"

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Dimensions of the human scores."""
        return tuple(worth.dimension for worth in self.worth)

    def of(self, verdict: str) -> tuple[Improvement, ...]:
        """Return the improvements with that verdict."""
        return tuple(improvement for improvement in self.improvements if improvement.verdict == verdict)

    def to_dict(self) -> dict[str, Any]:
        """Return {"improvements": […], "heterogeneity": {…}, …} as the JSON output has it."""
        return {
            "improvements": [improvement.to_dict() for improvement in self.improvements],
            "heterogeneity": self.figures.to_dict(),
            "clusters": [list(cluster) for cluster in self.clusters],
            "redundant": self.redundant,
            "additions": [addition.to_dict() for addition in self.additions],
            "worth": [worth.to_dict() for worth in self.worth],
            "settings": {**self.comparisons.settings(), "baseline": self.baseline},
            "signatures": [*self.signatures, *(worth.signature for worth in self.worth)],
            "notices": list(self.notices),
        }

    def account(self) -> Account:
        """Return the verdicts first, then what the measures are worth, then how it was made."""
        tables = [self._matrix(), *(self._table(verdict) for verdict in VERDICTS if self.of(verdict))]
        return Account(
            "Corroboration",
            tuple(tables),
            notices=self.notices,
            terms={dimension_name(name): _PEOPLE for name in self.dimensions},
            signatures={
                **dict(zip(self.measures, self.signatures, strict=True)),
                "set": self.figures.signature,
                **{dimension_name(worth.dimension): worth.signature for worth in self.worth},
            },
            about=(
                f"{counted(len(self.systems), 'system')}, {counted(len(self.measures), 'measure')}",
                *self.summary(),
            ),
            parts=(self._measures_account(),),
            records=self._records(),
            name="corroboration",
        )

    def summary(self) -> list[str]:
        """Say in a few sentences what a reader in a hurry needs."""
        pairs = counted(len(self.improvements), "pair")
        against = "" if self.baseline is None else f" against {self.baseline}"
        counts = [f"{len(of_verdict)} {verdict}" for verdict in VERDICTS if (of_verdict := self.of(verdict))]
        measures = counted(len(self.measures), "measure")
        few = next(filter(None, map(self.comparisons.too_few, self.measures)), None)
        unsure = f"; {few} are too few to confirm any" if few else ""
        sentences = [f"{pairs} of systems{against} under {measures}: {', '.join(counts)}{unsure}."]
        sentences += self._front()
        share = self.figures.heterogeneity
        if not math.isnan(share):
            sentences.append(f"On {share:.0%} of the pairs of outputs, two of the measures contradict each other.")
        return [*sentences, *(worth.sentence() for worth in self.worth)]

    def explanations(self) -> dict[str, str]:
        """Return what each verdict means here."""
        tests = self.comparisons
        by = tests.test.name if tests.test.all_pairs else tests.applied
        kept = f"p ≤ {tests.alpha:g}" + ("" if by == "none" else f", {by}")
        return {
            "confirmed": f"every measure favours it, each significantly; {kept}",
            "unanimous": "no measure is against it, but not all are sure",
            "disputed": "the measures contradict each other",
            "open": "no measure sees a difference, or some score is undefined",
        }

    def _front(self) -> list[str]:
        """Say which systems nothing beats, or which beat the baseline and which it beats."""
        sure = self.of("confirmed")
        if self.baseline is None:
            beaten = {improvement.worse for improvement in sure}
            best = [name for name in self.systems if name not in beaten]
            if len(best) > len(beaten) > 0:
                names = ", ".join(name for name in self.systems if name in beaten)
                return [f"Some system is confirmed to be better than {names}; than the other {len(best)}, none is."]
            return [f"Nothing is confirmed to be better than {', '.join(best)}."] if beaten else []
        sides = {
            "better": [improvement.better for improvement in sure if improvement.worse == self.baseline],
            "worse": [improvement.worse for improvement in sure if improvement.better == self.baseline],
        }
        return [f"Confirmed to be {side}: {', '.join(names)}." for side, names in sides.items() if names]

    def _table(self, verdict: str) -> Table:
        """Return the pairs with one verdict; p and who is least sure unless the measures contradict each other."""
        pairs = self.of(verdict)
        names = ("system", "other") if verdict == "open" else ("better", "worse")
        named = ("least sure",) if pairs[0].tested else ("for", "against")
        tested = (*(Column(name, measures=True) for name in named), *map(Column, ("p", "corrected") * pairs[0].tested))
        people = (Column(dimension_name(name), digits=2) for name in self.dimensions)
        columns = (*map(Column, names), *tested, Column("segments for"), Column("segments against"), *people)
        most = None if len(self.improvements) <= _FEW_PAIRS else _MOST_ROWS
        title = f"{verdict} ({self.explanations()[verdict]})"
        return Table(verdict, title, columns, map(self._row, pairs), most=most)

    def _row(self, pair: Improvement) -> tuple[Cell, ...]:
        for_and_against = (", ".join(pair.supporting) or "–", ", ".join(pair.opposing) or "–")
        p = (Number(pair.p, form="p"), Number(pair.p_corrected, form="p"))
        said = (pair.weakest or "several", *p) if pair.tested else for_and_against
        shares = (Number(share, form=".0%") for share in (pair.agreed, pair.contrary))
        people = (Number(pair.human[name], form="+.2f") for name in self.dimensions)
        return (pair.better, pair.worse, *said, *shares, *people)

    def _matrix(self) -> Table:
        """Return every pair as a table of marks, with how many measures are for the row; a row is better at ✓ or +."""
        order = self._ordered()
        columns = order if self.baseline is None else [self.baseline]
        by_pair = {(improvement.better, improvement.worse): improvement for improvement in self.improvements}
        rows = [
            (f"{n} {row}", *(self._mark(by_pair, row, column) for column in columns)) for n, row in enumerate(order, 1)
        ]
        heads = (Column("system"), *(Column(name, str(order.index(name) + 1), note=name) for name in columns))
        keys = ", ".join(f"{_MARKS[verdict][0]} {verdict}" for verdict in VERDICTS if self.of(verdict))
        notes = (f"{keys}; ✗ and − where the column is the better one",)
        return Table("pairs", "Row against column; measures for the row, of all", heads, rows, notes=notes, most=0)

    def _ordered(self) -> list[str]:
        """Return the systems, those first that more measures favour in more pairs."""
        votes = dict.fromkeys(self.systems, 0)
        for improvement in self.improvements:
            votes[improvement.better] += len(improvement.supporting) - len(improvement.opposing)
            votes[improvement.worse] -= len(improvement.supporting) - len(improvement.opposing)
        return sorted(self.systems, key=lambda name: -votes[name])

    def _mark(self, by_pair: Mapping[tuple[str, str], Improvement], row: str, column: str) -> str:
        if row == column:
            return "·"
        pair = by_pair.get((row, column)) or by_pair[column, row]
        better = pair.better == row
        votes = len(pair.supporting if better else pair.opposing)
        return f"{_MARKS[pair.verdict][0 if better else 1]} {votes}/{len(self.measures)}"

    def _measures_account(self) -> Account:
        """Return what the set is worth: heterogeneity, measures that say the same, what to add."""
        rows = [(a.measure, Number(a.increase, form="+.3f"), a.figures.heterogeneity) for a in self.additions]
        columns = ("measure", Column("increase", "raises heterogeneity by"), Column("heterogeneity", "to", digits=3))
        title = f"What {counted(len(rows), 'other measure')} would add"
        table = Table("additions", title, columns, rows, most=0)
        return Account("The measures", (table,) if rows else (), findings=tuple(self._of_the_set()), name="measures")

    def _of_the_set(self) -> Iterator[str]:
        share, names = self.figures.heterogeneity, ", ".join(self.measures)
        if math.isnan(share):
            yield f"heterogeneity undefined: {self.figures.reasons['heterogeneity']}"
        else:
            yield (
                f"heterogeneity {shown(share, '.4f')}, the share of pairs of outputs that two of them order "
                f"oppositely: {names}"
            )
        alike = [cluster for cluster in self.clusters if len(cluster) > 1]
        for cluster in alike:
            yield (
                f"say much the same (contradict each other on {self.redundant:.0%} of the pairs of outputs or less): "
                + ", ".join(cluster)
            )
        if not alike and not math.isnan(share):
            yield f"every two measures contradict each other on more than {self.redundant:.0%} of the pairs of outputs"
        yield from self._best_additions()

    def _best_additions(self) -> Iterator[str]:
        defined = [addition for addition in self.additions if not math.isnan(addition.increase)]
        candidates, undefined = counted(len(self.additions), "candidate"), len(self.additions) - len(defined)
        if defined:
            best = ", ".join(f"{addition.measure} ({addition.increase:+.3f})" for addition in defined[:_ADDITIONS])
            yield f"would raise it most: {best}, of {candidates}" + (
                f"; undefined for {undefined}" if undefined else ""
            )
        elif self.additions:
            yield f"what would raise it is undefined for all {candidates}"

    def _records(self) -> Table:
        """Return a row for each pair."""
        plain = ("better", "worse", "verdict", "p", "p_corrected", "weakest", "agreed", "contrary")
        listed = ("supporting", "opposing", "silent")
        rows = [
            (*(getattr(pair, name) for name in plain), *(" ".join(getattr(pair, name)) for name in listed),
             *(pair.human[name] for name in self.dimensions))
            for pair in self.improvements
        ]  # fmt: skip
        return Table("improvements", "", (*plain, *listed, *(f"human {name}" for name in self.dimensions)), rows)
