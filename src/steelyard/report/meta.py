"""Meta-evaluation as tables for a terminal, as tab-separated values, and as LaTeX."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from steelyard.corpus.formats.content import counted
from steelyard.inference.plain import shown
from steelyard.meta.correlation import MeasureCorrelation
from steelyard.meta.evaluation import MetaEvaluation
from steelyard.meta.levels import level_of, written_out
from steelyard.meta.sections import Section
from steelyard.meta.significance import MeasureDifference, MeasureStanding
from steelyard.report import latex as tex
from steelyard.report.study import table_lines
from steelyard.report.text import grid, highlighted, printable
from steelyard.resampling import TIE

_COLUMNS = ("measure", "human", "judgements", "level", "coefficient", "value", "low", "high", "p", "n", "groups",
            "undefined", "missing", "test", "higher_is_better", "epsilon", "reason", "notice", "signature")  # fmt: skip
#: Sections whose results have a report of their own, and its module.
_REPORTS = {name: f"steelyard.report.{name}" for name in ("qarla", "orange", "axioms")}


@dataclass(frozen=True)
class Block:
    """The correlations of one dimension at one level: measure × coefficient."""

    human: str
    judgements: str
    level: str
    cells: dict[tuple[str, str], MeasureCorrelation]

    @property
    def measures(self) -> list[str]:
        """Rows."""
        return list(dict.fromkeys(measure for measure, _ in self.cells))

    @property
    def coefficients(self) -> list[str]:
        """Columns."""
        return list(dict.fromkeys(coefficient for _, coefficient in self.cells))

    def is_best(self, one: MeasureCorrelation) -> bool:
        """Tell whether a value is the highest of its column, up to rounding, not the only one, and without a notice."""
        values = [c.value for (_, name), c in self.cells.items() if name == one.coefficient and not math.isnan(c.value)]
        return len(values) > 1 and one.value >= max(values) - TIE and one.notice is None

    def nothing(self) -> str | None:
        """Return the reason that leaves every number undefined, if there is one for all."""
        reasons = {one.reason for one in self.cells.values()}
        return reasons.pop() if len(reasons) == 1 and all(math.isnan(c.value) for c in self.cells.values()) else None

    def title(self) -> str:
        """Return what the numbers are of."""
        unit = self.level.split(":")[0]
        told = level_of(self.level, [unit]).caption()
        kind = "" if self.judgements == "raw" else f", {self.judgements} judgements"
        return f"{self.human}{kind}, level {self.level}: {told}"


def blocks(found: MetaEvaluation) -> list[Block]:
    """Return the correlations table by table."""
    made: dict[tuple[str, str, str], Block] = {}
    for one in found.correlations:
        key = one.human, one.judgements, one.level
        made.setdefault(key, Block(*key, {})).cells[one.measure, one.coefficient] = one
    return list(made.values())


def text(found: MetaEvaluation, bold: bool = False) -> str:
    """Return a table for each dimension and level, what was left out, further sections, and how it was made."""
    lines: list[str] = []
    for block in blocks(found):
        lines += [printable(block.title()), "", *_table(block, bold), *map(printable, _remarks(block)), ""]
    lines += [
        *_legend(found, bold),
        *significance_lines(found),
        *(line for s in found.sections.values() for line in section_lines(s)),
    ]
    lines += [printable(signature) for signature in _measure_signatures(found)]
    lines += ["--json and --tsv give p, n and the whole signature of every number", ""]
    told = {notice for s in found.sections.values() if s.name in _REPORTS and s.result for notice in s.result.notices}
    lines += [f"note: {printable(notice)}" for notice in found.notices if notice not in told]
    return "\n".join(lines).rstrip() + "\n"


def significance_lines(found: MetaEvaluation) -> list[str]:
    """Return for each dimension and level which measures are not told apart, by letters and ranges of ranks."""
    lines: list[str] = []
    for block in blocks(found):
        key = block.human, block.judgements, block.level
        places = [one for one in found.standings if (one.human, one.judgements, one.level) == key]
        if not places:
            continue
        held = {(one.measure, one.coefficient): one for one in places}
        rows = [[printable(m), *(_place(held[m, c]) for c in block.coefficients)] for m in block.measures]
        made = [one for one in found.differences if (one.human, one.judgements, one.level) == key]
        lines += [
            f"significance, {printable(block.title())}",
            "",
            *grid(["measure", *block.coefficients], rows, left=1),
        ]
        cells = list(block.cells.values())
        lines += ["", *map(printable, [*_tested(made), *_by_text(cells, "notice")]), ""]
    return [*lines, "measures that share a letter are not told apart; numbers are possible ranks", ""] if lines else []


def _place(one: MeasureStanding) -> str:
    if one.best_rank is None or one.worst_rank is None:
        return "-"
    ranks = f"{one.best_rank}" if one.best_rank == one.worst_rank else f"{one.best_rank}–{one.worst_rank}"
    return f"{one.letters or ''} {ranks}".strip()


def _tested(made: Sequence[MeasureDifference]) -> Iterator[str]:
    """Yield how many pairs are told apart, why some are not tested, and how it was done."""
    for name in dict.fromkeys(one.coefficient for one in made):
        own = [one for one in made if one.coefficient == name]
        tested = [one for one in own if not math.isnan(one.p)]
        if tested:
            apart = sum(one.better is not None for one in tested)
            yield f"{name}: {apart} of {counted(len(tested), 'pair')} told apart; {tested[0].signature}"
        reasons = dict.fromkeys(one.reason for one in own if math.isnan(one.p) and one.reason)
        yield from (f"{name}: not tested: {reason}" for reason in reasons)


def section_lines(section: Section) -> list[str]:
    """Return the tables, the findings and the signatures of a section, or the report that its result has."""
    lines = [printable(section.title), ""]
    if section.name in _REPORTS and section.result is not None:
        shown: str = import_module(_REPORTS[section.name]).text(section.result)
        return [*lines, *shown.rstrip("\n").split("\n"), ""]
    for table in (table for table in section.tables if table.shown):
        lines += [*table_lines(table), ""]
    told = [*section.findings, *section.signatures]
    return [*lines, *map(printable, told), *([""] if told else [])]


def tsv(found: MetaEvaluation) -> str:
    """Return a heading and one row per correlation, the columns named as in JSON."""
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow(_COLUMNS)
    for one in found.correlations:
        told = {**vars(one), "higher_is_better": str(one.higher_is_better).lower()}
        writer.writerow(["" if told[name] is None else told[name] for name in _COLUMNS])
    return held.getvalue()


def latex(found: MetaEvaluation) -> str:
    """Return a tabular for each dimension and level; what it is of and how it was made are comments."""
    lines = [r"% needs \usepackage{booktabs}"]
    for block in blocks(found):
        notes = [block.title(), *_remarks(block)]
        lines += [
            *(f"% {' '.join(note.split())}" for note in notes),
            rf"\begin{{tabular}}{{l{'r' * len(block.coefficients)}}}",
            r"\toprule",
            " & ".join(["measure", *map(tex.escaped, block.coefficients)]) + r" \\",
            r"\midrule",
            *(" & ".join([tex.escaped(m), *_tex_cells(block, m)]) + r" \\" for m in block.measures),
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    lines += [f"% {' '.join(note.split())}" for note in [*_measure_signatures(found), *found.notices]]
    return "\n".join(lines).rstrip() + "\n"


def _table(block: Block, bold: bool) -> list[str]:
    """Return the table and an empty line; nothing where one reason leaves every number undefined."""
    if block.nothing() is not None:
        return []
    return [*grid(["measure", *block.coefficients], _rows(block, bold), left=1), ""]


def _rows(block: Block, bold: bool) -> list[list[str]]:
    rows = []
    for measure in block.measures:
        cells = [block.cells[measure, name] for name in block.coefficients]
        rows.append([printable(measure), *(_cell(one, block.is_best(one), bold) for one in cells)])
    return rows


def _cell(one: MeasureCorrelation, best: bool, bold: bool) -> str:
    if math.isnan(one.value):
        return "undefined"
    value = shown(one.value, ".3f")
    marked = highlighted(value) if best and bold else value + ("*" if best else " ") * (not bold)
    return f"{marked} {_interval(one)}"


def _interval(one: MeasureCorrelation) -> str:
    return "[undefined]" if math.isnan(one.low) else f"[{shown(one.low, '.2f')}, {shown(one.high, '.2f')}]"


def _tex_cells(block: Block, measure: str) -> Iterator[str]:
    for name in block.coefficients:
        one = block.cells[measure, name]
        value = shown(one.value, ".3f").replace("-", "$-$")
        marked = rf"\textbf{{{value}}}" if block.is_best(one) else value
        interval = "" if math.isnan(one.low) else rf" {{\scriptsize {_interval(one).replace('-', '$-$')}}}"
        yield marked + interval


def _remarks(block: Block) -> Iterator[str]:
    """Yield how many points there are, what is undefined and why, the widths of ties, and how it was made."""
    cells = list(block.cells.values())
    if (reason := block.nothing()) is not None:
        yield f"undefined: {reason}"
        return
    what = "system" if block.level == "system" else "output"
    counts = sorted({one.n for one in cells if one.n})
    if counts:
        yield f"n: {counted(counts[-1], what) if len(counts) == 1 else f'{counts[0]:,} to {counts[-1]:,} {what}s'}"
    lost = [
        f"{one.coefficient} of {one.measure} in {one.undefined:,} of {one.groups + one.undefined:,}"
        for one in cells
        if one.undefined and one.groups
    ]
    if lost:
        yield f"groups left out, as the coefficient is undefined in them: {'; '.join(lost)}"
    yield from _by_text(cells, "reason")
    yield from _by_text(cells, "notice")
    widths = [f"{one.measure} {one.epsilon:.4g}" for one in cells if one.epsilon is not None and one.epsilon >= 0]
    if widths:
        yield f"epsilon of ties: {', '.join(widths)}"
    yield _shared(cells)


def _by_text(cells: Sequence[MeasureCorrelation], name: str) -> Iterator[str]:
    """Yield each reason or notice once, with the numbers that have it."""
    whom: dict[str, dict[str, list[str]]] = {}
    for one in cells:
        if told := getattr(one, name):
            whom.setdefault(told, {}).setdefault(one.measure, []).append(one.coefficient)
    for told, measures in whom.items():
        having: dict[str, list[str]] = {}
        for measure, coefficients in measures.items():
            having.setdefault(", ".join(coefficients), []).append(measure)
        yield "; ".join(f"{what} of {', '.join(of)}" for what, of in having.items()) + f": {told}"


def _shared(cells: Sequence[MeasureCorrelation]) -> str:
    """Return the parts of the signatures after the measure's own that all these cells share."""
    parts = [one.signature.split("|oriented:", 1)[1].split("|") for one in cells]
    everywhere = set.intersection(*map(set, parts))
    return "oriented:" + "|".join(part for part in parts[0] if part in everywhere)


def _legend(found: MetaEvaluation, bold: bool) -> Iterator[str]:
    if not bold and any(block.is_best(one) for block in blocks(found) for one in block.cells.values()):
        yield "* best"
    used = dict.fromkeys(one.coefficient for one in found.correlations)
    yield from (f"{name}: {written_out(name)}" for name in used)
    if found.turned:
        yield f"of these less is better, and they are turned round so that more is: {', '.join(found.turned)}"
    yield ""


def _measure_signatures(found: MetaEvaluation) -> list[str]:
    return list(dict.fromkeys(one.signature.split("|oriented:", 1)[0] for one in found.correlations))
