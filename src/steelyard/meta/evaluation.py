"""What meta-evaluation finds: correlations of measures with people, tests of pairs of measures, and sections."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.inference.comparison.standings import Standing
from steelyard.judgements.measure import dimension_name
from steelyard.meta.people.cautions import empty_interval
from steelyard.meta.people.correlation import MeasureCorrelation
from steelyard.meta.people.levels import level_of
from steelyard.meta.people.significance import MeasureDifference
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, Column, Number, Table, bounded, rows_of
from steelyard.statistics.resampling import TIE

_COLUMNS = ("measure", "human", "judgements", "level", "coefficient", "value", "low", "high", "p", "n", "groups",
            "undefined", "missing", "test", "higher_is_better", "epsilon", "reason", "notice", "signature")  # fmt: skip
_DIGITS = 3
_LETTERS = "measures that share a letter are not told apart; numbers are possible ranks"


@dataclass(frozen=True, repr=False)
class MetaEvaluation(Result):
    """Measures held against people.

    systems        those with scores
    turned         measures of which less is better; their correlations are turned round
    correlations   every measure × dimension × level × coefficient
    differences    all pairs of measures, tested, if that was asked for; `standings` say which are not told apart
    points         one row per measure, dimension and system: its score and what people say of it
    sections       what was asked for beyond correlations, by name; `contents` is the same as JSON has it
    notices        what was left out, and what to beware of
    terms          coefficients, written out
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    turned: tuple[str, ...]
    correlations: tuple[MeasureCorrelation, ...]
    points: tuple[Mapping[str, Any], ...]
    differences: tuple[MeasureDifference, ...] = ()
    standings: tuple[Standing, ...] = ()
    sections: Mapping[str, Account] = field(default_factory=dict)
    contents: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)

    def cell(
        self, measure: str, level: str, coefficient: str, human: str | None = None, judgements: str | None = None
    ) -> MeasureCorrelation:
        """Return one correlation; the dimension and the kind of judgements may be left out where there is only one.

        A level may be written as it is asked for: "segment" is "segment:pooled".
        """
        pooled = f"{level}:pooled"
        level = pooled if any(cell.level == pooled for cell in self.correlations) else level
        asked = {"measure": measure, "level": level, "coefficient": coefficient, "human": human}
        cells = self.correlations
        for name, value in {**asked, "judgements": judgements}.items():
            values = list(dict.fromkeys(getattr(cell, name) for cell in cells))
            if value is None and len(values) > 1:
                raise SpecError(f"there are several of {name} ({', '.join(values)}); name one")
            if value is not None and value not in values:
                raise SpecError(f"no {name} {value!r} among these correlations" + suggestion(str(value), values))
            cells = tuple(cell for cell in cells if value is None or getattr(cell, name) == value)
        return cells[0]

    def to_dict(self) -> dict[str, Any]:
        """Return {"correlations": […], …} as the JSON output has it; what is undefined is null, with its reason."""
        return {
            "correlations": [cell.to_dict() for cell in self.correlations],
            **({"differences": [difference.to_dict() for difference in self.differences]} if self.differences else {}),
            **({"standings": [standing.to_dict() for standing in self.standings]} if self.standings else {}),
            **self.contents,
            "notices": list(self.notices),
        }

    def account(self) -> Account:
        """Return a table for each dimension and level, which measures are told apart, the figure and the sections."""
        blocks = _blocks(self.correlations)
        tested = [table for block in blocks for table in self._significance(block)]
        parts = tuple(self.sections.values())
        in_parts = {notice for part in parts for notice in part.all_notices()}
        turned = ", ".join(self.turned)
        return Account(
            "Correlation of measures with human judgements",
            (*(block.table() for block in blocks), *tested),
            (self._figure(),),
            (_LETTERS,) if tested else (),
            tuple(notice for notice in self.notices if notice not in in_parts),
            self.terms,
            self._signatures(),
            (f"lower is better for these, so they are turned round: {turned}",) if turned else (),
            parts,
            self._records(),
            "meta",
            tuple(self._further()),
        )

    def _significance(self, block: _Block) -> Iterator[Table]:
        """Yield which measures are not told apart, by letters and ranges of ranks, if they were tested."""
        places = {
            (standing.measure, standing.coefficient): standing for standing in self.standings if block.holds(standing)
        }
        if not places:
            return
        rows = [
            (measure, *(_place(places[measure, coefficient]) for coefficient in block.coefficients))
            for measure in block.measures
        ]
        differences = [difference for difference in self.differences if block.holds(difference)]
        notes = (*_tested(differences), *_by_text(block.correlations, "notice"))
        title = f"significance, {block.title()}"
        yield Table(f"significance-{block.name}", title, ("measure", *block.coefficients), rows, notes=notes)

    def _figure(self) -> Figure:
        """Return a point for each system: its score across, the human score up; a panel for each measure and dimension.

        Of a measure of which less is better the axis is turned round, so that better is to the right everywhere.
        """
        several = len({row["judgements"] for row in self.points}) > 1
        rows = [
            {
                "measure": row["measure"],
                "human": dimension_name(row["human"]) + (f", {row['judgements']}" if several else ""),
                "system": row["system"],
                "score": row["score"],
                "quality": row["quality"],
            }
            for row in self.points
        ]
        return Figure(
            "systems",
            "Systems by measures and by people",
            "points",
            tuple(rows),
            Axis("score"),
            Axis("quality", "people"),
            column="measure",
            row="human",
            free=True,
            turned=self.turned,
            name_field="system",
        )

    def _signatures(self) -> dict[str, Signature]:
        """Return how the scores of each measure were made, at each level where that differs."""
        signatures: dict[str, Signature] = {}
        for cell in self.correlations:
            scores = cell.signature.cut("oriented")[0]
            if scores not in signatures.values():
                unit = cell.level.partition(":")[0]
                signatures[f"{cell.measure}, level {unit}" if cell.measure in signatures else cell.measure] = scores
        return signatures

    def _records(self) -> Table:
        rows = [tuple(getattr(cell, name) for name in _COLUMNS) for cell in self.correlations]
        return Table("correlations", "", _COLUMNS, rows)

    def _further(self) -> Iterator[Table]:
        """Yield tests of measures, and the sections, as TSV has them."""
        if self.differences:
            yield rows_of("differences", self.differences)
        if self.standings:
            yield rows_of("standings", self.standings)
        for section in self.sections.values():
            yield from section.all_records()


@dataclass(frozen=True)
class _Block:
    """The correlations of one dimension at one level: measure × coefficient."""

    human: str
    judgements: str
    level: str
    cells: dict[tuple[str, str], MeasureCorrelation]

    @property
    def name(self) -> str:
        """What its tables are called in files."""
        return f"{self.human}-{self.judgements}-{self.level.replace(':', '-')}"

    @property
    def measures(self) -> list[str]:
        """Rows."""
        return list(dict.fromkeys(measure for measure, _ in self.cells))

    @property
    def coefficients(self) -> list[str]:
        """Columns."""
        return list(dict.fromkeys(coefficient for _, coefficient in self.cells))

    @property
    def correlations(self) -> list[MeasureCorrelation]:
        """All of them."""
        return list(self.cells.values())

    def holds(self, tested: MeasureDifference | Standing) -> bool:
        """Tell whether something is of the same dimension and level."""
        return (tested.human, tested.judgements, tested.level) == (self.human, self.judgements, self.level)

    def title(self) -> str:
        """Return what the numbers are of."""
        caption = level_of(self.level, [self.level.split(":")[0]]).caption()
        kind = "" if self.judgements == "raw" else f", {self.judgements} judgements"
        return f"{dimension_name(self.human)}{kind}, level {self.level}: {caption}"

    def table(self) -> Table:
        """Return measure × coefficient; without rows where one reason leaves every number undefined."""
        name = f"correlations-{self.name}"
        if (reason := self.nothing()) is not None:
            return Table(name, self.title(), (), (), notes=(f"undefined: {reason}",))
        columns = (Column("measure"), *(Column(c, better=HIGHER, digits=_DIGITS) for c in self.coefficients))
        rows: list[tuple[str | Number, ...]] = [
            (measure, *(self._number(self.cells[measure, name]) for name in self.coefficients))
            for measure in self.measures
        ]
        return Table(name, self.title(), columns, rows, notes=tuple(self._remarks()))

    def nothing(self) -> str | None:
        """Return the reason that leaves every number undefined, if there is one for all."""
        reasons = {cell.reason for cell in self.correlations}
        return (
            reasons.pop() if len(reasons) == 1 and all(math.isnan(cell.value) for cell in self.correlations) else None
        )

    def _number(self, cell: MeasureCorrelation) -> Number:
        return bounded(cell.value, cell.low, cell.high, best=self._is_best(cell))

    def _is_best(self, cell: MeasureCorrelation) -> bool:
        """Tell whether a value is the highest of its column, up to rounding, not the only one, and without a notice."""
        column = (other.value for (_, name), other in self.cells.items() if name == cell.coefficient)
        values = [value for value in column if not math.isnan(value)]
        return len(values) > 1 and cell.value >= max(values) - TIE and cell.notice is None

    def _remarks(self) -> Iterator[str]:
        """Yield how many points there are, what is undefined and why, the widths of ties, and how it was made."""
        what = "system" if self.level == "system" else "output"
        counts = sorted({cell.n for cell in self.correlations if cell.n})
        if counts:
            yield f"n: {counted(counts[-1], what) if len(counts) == 1 else f'{counts[0]:,} to {counts[-1]:,} {what}s'}"
        lost = [
            f"{cell.coefficient} of {cell.measure} in {cell.undefined:,} of {cell.groups + cell.undefined:,}"
            for cell in self.correlations
            if cell.undefined and cell.groups
        ]
        if lost:
            yield f"groups left out, as the coefficient is undefined in them: {'; '.join(lost)}"
        yield from _by_text(self.correlations, "reason")
        yield from _by_text(self.correlations, "notice")
        yield from _by_text(
            [replace(cell, notice=empty_interval(cell.n, cell.low, cell.high)) for cell in self.correlations], "notice"
        )
        epsilons = ((cell.measure, cell.epsilon) for cell in self.correlations)
        widths = [f"{name} {epsilon:.4g}" for name, epsilon in epsilons if epsilon is not None and epsilon >= 0]
        if widths:
            yield f"epsilon of ties: {', '.join(widths)}"
        first, *others = (cell.signature.cut("oriented")[1] for cell in self.correlations)
        yield first.shared(*others)


def _blocks(correlations: Sequence[MeasureCorrelation]) -> list[_Block]:
    """Return the correlations table by table."""
    blocks: dict[tuple[str, str, str], _Block] = {}
    for cell in correlations:
        key = cell.human, cell.judgements, cell.level
        blocks.setdefault(key, _Block(*key, {})).cells[cell.measure, cell.coefficient] = cell
    return list(blocks.values())


def _place(standing: Standing) -> str:
    return f"{standing.letters or ''} {standing.ranks}".strip() if standing.ranks else "-"


def _tested(differences: Sequence[MeasureDifference]) -> Iterator[str]:
    """Yield how many pairs are told apart, why some are not tested, and how it was done."""
    for name in dict.fromkeys(difference.coefficient for difference in differences):
        coefficient_differences = [difference for difference in differences if difference.coefficient == name]
        tested = [difference for difference in coefficient_differences if not math.isnan(difference.p)]
        if tested:
            apart = sum(difference.better is not None for difference in tested)
            yield f"{name}: {apart} of {counted(len(tested), 'pair')} told apart; {tested[0].signature}"
        reasons = dict.fromkeys(
            difference.reason
            for difference in coefficient_differences
            if math.isnan(difference.p) and difference.reason
        )
        yield from (f"{name}: not tested: {reason}" for reason in reasons)


def _by_text(cells: Sequence[MeasureCorrelation], name: str) -> Iterator[str]:
    """Yield each reason or notice once, with the numbers that have it."""
    by_text: dict[str, dict[str, list[str]]] = {}
    for cell in cells:
        if text := getattr(cell, name):
            by_text.setdefault(text, {}).setdefault(cell.measure, []).append(cell.coefficient)
    for text, measures in by_text.items():
        having: dict[str, list[str]] = {}
        for measure, coefficients in measures.items():
            having.setdefault(", ".join(coefficients), []).append(measure)
        yield "; ".join(f"{what} of {', '.join(of)}" for what, of in having.items()) + f": {text}"
