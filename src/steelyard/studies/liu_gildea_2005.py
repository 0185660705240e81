"""Liu & Gildea (2005): do subtrees and chains of headwords go with people better than n-grams do?

Their tables 1 to 4 have Pearson's r of BLEU, HWCM, STM and DSTM, by longest n-gram or chain and deepest subtree, and of
the tree kernels TKM and DTKM, with fluency and with overall judgements (fluency + adequacy) over the sentences of a
system with high and of one with low human scores. Table 5 is of overall judgements on another test set, table 6 over
systems.

Here tables 1 to 4 are one, of every dimension there is, and of the mean of fluency and adequacy where both are there:
it has the r of their sum. The two systems are those that people rate highest and lowest, unless they are named. Table
5 has the outputs of all systems as one series, for there is one test set; table 6 is left out with fewer than three
systems. Subtrees of depth 1 are words or labels alone, and not shown in the paper; here they are. BLEU is of folded
case, as chains are. Differences from the first measure have Williams' p, each on its own, outputs being taken as
independent; theirs have none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Run
from steelyard.errors import SpecError, suggestion
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import ScoreTable, score_table
from steelyard.studies.recipes.correlations import alike
from steelyard.studies.recipes.judged import Array, Judged, all_notices, combined, judgements, undefined_cells
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

#: The size of a kernel, which has none.
KERNEL = 0
#: Options that say how long or deep what is counted may be.
_SIZES = ("order", "depth")
_OVER_SEGMENTS, _OVER_SYSTEMS = range(1, 5), range(1, 7)
#: Kernel → the measure in whose column it stands.
_KERNELS = {"tkm": "stm", "dtkm": "dstm"}
_TITLES = {
    "table-1-4": "Tables 1 to 4: Pearson's r with human scores over the segments of a system",
    "table-5": "Table 5: Pearson's r with human scores over the outputs of all systems",
    "table-6": "Table 6: Pearson's r with human scores over systems",
}
_OVERALL = ("fluency", "adequacy")
_FEWEST_SYSTEMS = 3
_CLEAR = 0.05
_TERMS = {
    "max": "longest n-gram (BLEU) or chain of headwords (HWCM), deepest subtree (STM, DSTM); kernel: subtrees of any "
    "shape, of STM's trees (TKM) and of DSTM's (DTKM)",
    "HWCM": "share of an output's chains of headwords that a reference has, too",
    "STM, DSTM": "share of an output's subtrees that a reference has, too; of constituents, of dependencies",
}


@dataclass(frozen=True)
class Line:
    """A column of the tables: a measure at each size, and the kernel that stands beneath it."""

    name: str
    sizes: Mapping[int, Measure]
    kernel: Measure | None = None

    def at(self, size: int) -> Measure | None:
        """Return the measure at a size, KERNEL for the kernel's; None if there is none."""
        return self.kernel if size == KERNEL else self.sizes.get(size)


@dataclass(frozen=True)
class Panel:
    """Scores beside human ones: of the segments of a system, of all outputs, or of systems.

    scores   notation of a measure → its scores, of which more is better, as one series
    """

    dimension: str
    system: str
    scores: Mapping[str, Array]
    human: Array

    def r(self, measure: Measure | None) -> float:
        """Return Pearson's r of a measure; nan without one."""
        return math.nan if measure is None else correlate(self.scores[str(measure)], self.human).value

    def clear(self, a: Measure, b: Measure) -> bool:
        """Tell whether two measures' r differ by Williams' test."""
        sides = self.scores[str(a)], self.scores[str(b)], self.human
        return correlation_difference(*sides, test="williams").p <= _CLEAR


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of a corpus or of a file."""
    del draws
    lines = _lines(measures)
    judged = judgements(corpus, choices, run.accept)
    both = [human for name in _OVERALL for human in judged if human.dimension.lower() == name]
    humans = (*judged, combined(both)) if len(both) == len(_OVERALL) else judged
    # Where people judged more than one thing, all of it together counts.
    main = humans[-1] if len(humans) > len(judged) else humans[0]
    pair, chosen = _pair(corpus, main, choices.pair)
    every = {str(at): at for line in lines for at in (*line.sizes.values(), line.kernel) if at is not None}
    table = score_table(corpus, list(every.values()), threads=run.threads, accept=run.accept, progress=run.progress)
    panels = _panels(table, humans, pair)
    tables = tuple(_table(name, own, lines) for name, own in panels.items())
    undefined = (note for each in tables for note in undefined_cells(each))
    return Account(
        RECIPE.paper,
        tables,
        tuple(_figure(name, own, lines, _sizes(name)) for name, own in panels.items()),
        (chosen, *_findings(panels, lines), *_left_out(panels, main), *undefined, *all_notices(table, humans)),
        terms=_TERMS,
        signatures=unlabelled(_signatures(table, humans)),
    )


def _lines(measures: Sequence[str]) -> list[Line]:
    """Return the columns: measures with a size, each with its kernel if that is there, then kernels without one."""
    parsed = {label: parse(label) for label in measures}
    names = [measure.name for measure in parsed.values()]
    lines: dict[str, Line] = {}
    kernels: dict[str, Measure] = {}
    for label, measure in parsed.items():
        option = next((name for name in _SIZES if isinstance(getattr(measure, name, None), int)), None)
        if option is None and measure.name not in _KERNELS:
            raise SpecError(
                f"the study varies the longest n-gram or chain, or the deepest subtree; {label} has none of the "
                f"options {', '.join(_SIZES)}, and is no tree kernel: leave it out"
            )
        heading = measure.name if names.count(measure.name) == 1 else label
        if option is None:
            kernels[heading] = measure
        else:
            sizes: dict[int, Any] = {size: {option: size} for size in _OVER_SYSTEMS}
            lines[heading] = Line(heading, {size: replace(measure, **changed) for size, changed in sizes.items()})
    for heading, kernel in kernels.items():
        beneath = above if (above := _KERNELS.get(heading, "")) in lines else heading
        lines[beneath] = replace(lines.get(beneath, Line(heading, {})), kernel=kernel)
    return list(lines.values())


def _pair(corpus: Corpus, human: HumanStatistics, asked: tuple[str, str] | None) -> tuple[tuple[str, str], str]:
    """Return the two systems of tables 1 to 4, and which they are in words."""
    means = dict(zip(human.systems, human.at("system")[:, 0].tolist(), strict=True))
    order = sorted(means, key=lambda name: -means[name])
    high, low = asked or (order[0], order[-1])
    for name in (high, low):
        if name not in means:
            raise SpecError(f"system {name!r} has no human scores ({human.dimension})" + suggestion(name, means))
    why = "the systems that people rate highest and lowest" if asked is None else "the systems asked for"
    both = f"{high} ({means[high]:.3f}) and {low} ({means[low]:.3f})"
    return (high, low), f"Tables 1 to 4 are of {why}, {both}; in brackets their human scores ({human.dimension})"


def _panels(table: ScoreTable, humans: Sequence[HumanStatistics], pair: Sequence[str]) -> dict[str, list[Panel]]:
    """Return table → its panels."""
    by_table: dict[str, list[Panel]] = {name: [] for name in _TITLES}
    for human in humans:
        judged, values = Judged(table, human), human.values
        outputs = {label: judged.segment_scores(label)[0] for label in table.measures}
        for system in (name for name in pair if name in human.systems):
            n = human.systems.index(system)
            scores = {label: of[n] for label, of in outputs.items()}
            by_table["table-1-4"].append(Panel(human.dimension, system, scores, values[n]))
        pooled = {label: of.reshape(-1) for label, of in outputs.items()}
        by_table["table-5"].append(Panel(human.dimension, "", pooled, values.reshape(-1)))
        if len(human.systems) >= _FEWEST_SYSTEMS:
            systems = {label: judged.system_scores(label) for label in table.measures}
            means = next(iter(systems.values()))[1]
            by_table["table-6"].append(
                Panel(human.dimension, "", {label: of for label, (of, _) in systems.items()}, means)
            )
    return {name: panels for name, panels in by_table.items() if panels}


def _sizes(name: str) -> range:
    return _OVER_SYSTEMS if name == "table-6" else _OVER_SEGMENTS


def _table(name: str, panels: Sequence[Panel], lines: Sequence[Line]) -> Table:
    sizes = [*_sizes(name), *([KERNEL] if any(line.kernel is not None for line in lines) else [])]
    rows: list[tuple[Cell, ...]] = []
    for panel in panels:
        for size in sizes:
            named = (panel.dimension, *([panel.system] if panel.system else []))
            cells = ("" if (measure := line.at(size)) is None else panel.r(measure) for line in lines)
            rows.append((*named, "kernel" if size == KERNEL else str(size), *cells))
    heads = ("human", *(["system"] if panels[0].system else []), "max", *(line.name for line in lines))
    return Table(name, _TITLES[name], heads, tuple(rows))


def _findings(panels: Mapping[str, Sequence[Panel]], lines: Sequence[Line]) -> Iterator[str]:
    for name, of_table in panels.items():
        title = _TITLES[name].split(":")[0]
        yield f"{title}: the highest r has {'; '.join(_highest(panel, lines, _sizes(name)) for panel in of_table)}"
        if len(lines) > 1 and lines[0].sizes:
            yield f"{title}: against {lines[0].name} at the same size, {_compared(of_table, lines, _sizes(name))}"
        if grown := [line for line in lines if line.sizes]:
            last = _sizes(name)[-1]
            changes = ", ".join(f"{line.name} {_change(of_table, line, last)}" for line in grown)
            yield f"{title}: from size 2 to {last}, r changes in the mean by: {changes}"
        if clauses := [*_kernels(of_table, lines, _sizes(name))]:
            yield f"{title}: {'; '.join(clauses)}"
    yield f"A difference is clear with p ≤ {_CLEAR:g} by Williams' test, each on its own"


def _highest(panel: Panel, lines: Sequence[Line], sizes: Sequence[int]) -> str:
    every = {(line.name, size): panel.r(line.at(size)) for line in lines for size in (*sizes, KERNEL)}
    defined = {key: r for key, r in every.items() if not math.isnan(r)}
    where = panel.dimension + (f", {panel.system}" if panel.system else "")
    if not defined:
        return f"none with {where}, for all are undefined"
    name, size = max(defined, key=lambda key: defined[key])
    kernel = next(line.kernel for line in lines if line.name == name)
    label = f"{name} {size}" if size != KERNEL or kernel is None else kernel.name
    return f"{label} with {where} ({defined[name, size]:.3f})"


def _compared(panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> str:
    """Say how often each measure has a higher r than the first at the same size."""
    first, *others = lines
    clauses = []
    for line in (line for line in others if line.sizes):
        pairs = [(panel, line.sizes[size], first.sizes[size]) for panel in panels for size in sizes]
        apart = [(panel.r(a), panel.r(b), panel.clear(a, b)) for panel, a, b in pairs]
        apart = [(a, b, clear) for a, b, clear in apart if not math.isnan(a - b)]
        higher = [clear for a, b, clear in apart if a > b and not alike(a, b)]
        lower = [clear for a, b, clear in apart if a < b and not alike(a, b)]
        clauses.append(
            f"{line.name} is higher in {len(higher)} of {len(apart)} (clearly in {sum(higher)}) and lower in "
            f"{len(lower)} (clearly in {sum(lower)})"
        )
    return ", ".join(clauses)


def _change(panels: Sequence[Panel], line: Line, last: int) -> str:
    changes = [panel.r(line.sizes[last]) - panel.r(line.sizes[2]) for panel in panels]
    defined = [change for change in changes if not math.isnan(change)]
    return shown(math.fsum(defined) / len(defined) if defined else math.nan, "+.3f")


def _kernels(panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> Iterator[str]:
    """Say how often a kernel is above, and how often below, all subtrees of limited depth."""
    for line in (line for line in lines if line.kernel is not None and line.sizes):
        correlations = [(panel.r(line.kernel), [panel.r(line.sizes[size]) for size in sizes]) for panel in panels]
        correlations = [
            (of_kernel, of_sizes)
            for of_kernel, of_sizes in correlations
            if not any(map(math.isnan, (of_kernel, *of_sizes)))
        ]
        above, below = (
            sum(of_kernel > max(of_sizes) for of_kernel, of_sizes in correlations),
            sum(of_kernel < min(of_sizes) for of_kernel, of_sizes in correlations),
        )
        name = "" if line.kernel is None else line.kernel.name
        yield f"{name} is above {line.name} of every size in {above} of {len(correlations)}, and below all in {below}"


def _left_out(panels: Mapping[str, Sequence[Panel]], human: HumanStatistics) -> list[str]:
    notice = f"Table 6 is left out: of {len(human.systems)} systems any r is 1 or -1; judge three or more"
    return [] if "table-6" in panels else [notice]


def _signatures(table: ScoreTable, humans: Sequence[HumanStatistics]) -> Iterator[Signature]:
    yield from (column.signature(level) for column in table.columns for level in ("segment", "system"))
    for human in humans:
        yield human.signature("segment").joined(coefficient="pearson", test="williams")


def _figure(name: str, panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> Figure:
    """Return r over sizes, a line for each measure and a dashed one for each kernel; a panel for each series."""
    rows = tuple(row for panel in panels for line in lines for row in _figure_rows(panel, line, sizes))
    words = f"{_TITLES[name]}, by longest n-gram or chain and deepest subtree. {_described(panels, lines, sizes)}"
    return Figure(
        name, _TITLES[name].split(": ")[-1], "lines", rows, Axis("size", "longest or deepest"),
        Axis("r", "Pearson's r"), colour="measure", shape="subtrees", column="human",
        row="system" if panels[0].system else "", description=words,
    )  # fmt: skip


def _figure_rows(panel: Panel, line: Line, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield r of a measure at each size, and of its kernel, which is the same at all sizes."""
    drawn = [(measure, line.name, size, "to a size") for size in sizes if (measure := line.sizes.get(size))]
    if line.kernel is not None:
        drawn += [(line.kernel, line.kernel.name, size, "of any shape (kernel)") for size in (sizes[0], sizes[-1])]
    for measure, name, size, subtrees in drawn:
        yield {"human": panel.dimension, "system": panel.system, "measure": name, "size": size,
               "subtrees": subtrees, "r": panel.r(measure)}  # fmt: skip


def _described(panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> str:
    first, last = sizes[0], sizes[-1]
    sentences = []
    for panel in panels:
        ends = (
            f"{line.name} {shown(panel.r(line.sizes[first]), '.3f')} to {shown(panel.r(line.sizes[last]), '.3f')}"
            for line in lines
            if line.sizes
        )
        sentences.append(f"{panel.dimension}{f', {panel.system}' if panel.system else ''}: {', '.join(ends)}")
    return f"From {first} to {last}: {'; '.join(sentences)}."


RECIPE = Recipe(
    "liu-gildea-2005",
    "Do subtrees and chains of headwords go with people better than n-grams do, over segments and over systems?",
    "Liu & Gildea 2005, Syntactic Features for Evaluation of Machine Translation",
    ("bleu(smoothing=epsilon,case=fold)", "hwcm(floor=0.001)", "stm", "dstm", "tkm", "dtkm"),
    experiment,
    takes=("human", "dimension", "pair", "peers"),
    needs=("human scores of outputs", "spaCy, or trees that come with the texts"),
    settings=(
        PaperSetting(
            "measures",
            "BLEU, HWCM, STM, DSTM, TKM and DTKM",
            "the same, with subtrees of depth 1; BLEU of folded case, as chains are",
        ),
        PaperSetting(
            "dimension",
            "fluency, and fluency + adequacy",
            "every dimension, and the mean of fluency and adequacy, with the r of their sum",
        ),
        PaperSetting(
            "pair",
            "one system with high and one with low human scores",
            "those that people rate highest and lowest",
        ),
        PaperSetting(
            "table 5",
            "of another test set",
            "of the outputs of all systems, as one series",
            "there is one test set",
        ),
        PaperSetting(
            "differences",
            "no tests",
            "Williams' p, each on its own",
        ),
    ),
)
