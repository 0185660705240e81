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
from steelyard.errors import SpecError, suggestion
from steelyard.inference.correlation import correlate
from steelyard.inference.correlation_difference import correlation_difference
from steelyard.inference.plain import shown
from steelyard.measures.base import Measure
from steelyard.measures.notation import parse
from steelyard.meta.human import HumanScores
from steelyard.meta.table import ScoreTable, score_table
from steelyard.studies.base import Cell, Recipe, Setup, Study, Table
from steelyard.studies.correlations import alike
from steelyard.studies.judged import FLAT, Array, Judged, combined, judgements, notices, undefined_note
from steelyard.studies.liu_gildea_figures import KERNEL, panels_figure

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


def run(corpus: Corpus, measures: Sequence[str], setup: Setup) -> Study:
    """Run the study with the human scores of a corpus or of a file."""
    lines = _lines(measures)
    found = judgements(corpus, setup)
    both = [one for name in _OVERALL for one in found if one.dimension.lower() == name]
    humans = (*found, combined(both)) if len(both) == len(_OVERALL) else found
    # Where people judged more than one thing, all of it together counts.
    main = humans[-1] if len(humans) > len(found) else humans[0]
    pair, chosen = _pair(corpus, main, setup)
    every = {str(one): one for line in lines for one in (*line.sizes.values(), line.kernel) if one is not None}
    table = score_table(
        corpus, list(every.values()), threads=setup.threads, accept=setup.accept, progress=setup.progress
    )
    panels = _panels(table, humans, pair)
    tables = tuple(_table(name, held, lines) for name, held in panels.items())
    return Study(
        RECIPE.name, RECIPE.paper, tables,
        (chosen, *_findings(panels, lines), *_left_out(panels, main), *_undefined(tables), *_told(table, humans)),
        {name: panels_figure(_TITLES[name], held, lines, _sizes(name)) for name, held in panels.items()},
        tuple(_signatures(table, humans)), terms=_TERMS,
    )  # fmt: skip


def _lines(measures: Sequence[str]) -> list[Line]:
    """Return the columns: measures with a size, each with its kernel if that is there, then kernels without one."""
    parsed = {label: parse(label) for label in measures}
    names = [one.name for one in parsed.values()]
    lines: dict[str, Line] = {}
    kernels: dict[str, Measure] = {}
    for label, one in parsed.items():
        option = next((name for name in _SIZES if isinstance(getattr(one, name, None), int)), None)
        if option is None and one.name not in _KERNELS:
            raise SpecError(
                f"the study varies the longest n-gram or chain, or the deepest subtree; {label} has none of the "
                f"options {', '.join(_SIZES)}, and is no tree kernel: leave it out"
            )
        heading = one.name if names.count(one.name) == 1 else label
        if option is None:
            kernels[heading] = one
        else:
            sizes: dict[int, Any] = {size: {option: size} for size in _OVER_SYSTEMS}
            lines[heading] = Line(heading, {size: replace(one, **changed) for size, changed in sizes.items()})
    for heading, kernel in kernels.items():
        beneath = above if (above := _KERNELS.get(heading, "")) in lines else heading
        lines[beneath] = replace(lines.get(beneath, Line(heading, {})), kernel=kernel)
    return list(lines.values())


def _pair(corpus: Corpus, human: HumanScores, setup: Setup) -> tuple[tuple[str, str], str]:
    """Return the two systems of tables 1 to 4, and which they are in words."""
    means = dict(zip(human.systems, human.at("system", corpus)[:, 0].tolist(), strict=True))
    order = sorted(means, key=lambda name: -means[name])
    high, low = setup.pair or (order[0], order[-1])
    for name in (high, low):
        if name not in means:
            raise SpecError(f"system {name!r} has no human scores ({human.dimension})" + suggestion(name, means))
    why = "the systems that people rate highest and lowest" if setup.pair is None else "the systems asked for"
    told = f"{high} ({means[high]:.3f}) and {low} ({means[low]:.3f})"
    return (high, low), f"Tables 1 to 4 are of {why}, {told}; in brackets their human scores ({human.dimension})"


def _panels(table: ScoreTable, humans: Sequence[HumanScores], pair: Sequence[str]) -> dict[str, list[Panel]]:
    """Return table → its panels."""
    made: dict[str, list[Panel]] = {name: [] for name in _TITLES}
    for human in humans:
        held, values = Judged(table, human), human.values
        outputs = {label: held.segment_scores(label)[0] for label in table.measures}
        for system in (name for name in pair if name in human.systems):
            n = human.systems.index(system)
            scores = {label: of[n] for label, of in outputs.items()}
            made["table-1-4"].append(Panel(human.dimension, system, scores, values[n]))
        pooled = {label: of.reshape(-1) for label, of in outputs.items()}
        made["table-5"].append(Panel(human.dimension, "", pooled, values.reshape(-1)))
        if len(human.systems) >= _FEWEST_SYSTEMS:
            systems = {label: held.system_scores(label) for label in table.measures}
            means = next(iter(systems.values()))[1]
            made["table-6"].append(Panel(human.dimension, "", {one: of for one, (of, _) in systems.items()}, means))
    return {name: panels for name, panels in made.items() if panels}


def _sizes(name: str) -> range:
    return _OVER_SYSTEMS if name == "table-6" else _OVER_SEGMENTS


def _table(name: str, panels: Sequence[Panel], lines: Sequence[Line]) -> Table:
    sizes = [*_sizes(name), *([KERNEL] if any(line.kernel is not None for line in lines) else [])]
    rows: list[tuple[Cell, ...]] = []
    for panel in panels:
        for size in sizes:
            named = (panel.dimension, *([panel.system] if panel.system else []))
            cells = ("" if (one := line.at(size)) is None else panel.r(one) for line in lines)
            rows.append((*named, "kernel" if size == KERNEL else str(size), *cells))
    heads = ("human", *(["system"] if panels[0].system else []), "max", *(line.name for line in lines))
    return Table(name, _TITLES[name], heads, tuple(rows))


def _findings(panels: Mapping[str, Sequence[Panel]], lines: Sequence[Line]) -> Iterator[str]:
    for name, held in panels.items():
        title = _TITLES[name].split(":")[0]
        yield f"{title}: the highest r has {'; '.join(_highest(panel, lines, _sizes(name)) for panel in held)}"
        if len(lines) > 1 and lines[0].sizes:
            yield f"{title}: against {lines[0].name} at the same size, {_compared(held, lines, _sizes(name))}"
        if grown := [line for line in lines if line.sizes]:
            last = _sizes(name)[-1]
            changes = ", ".join(f"{line.name} {_change(held, line, last)}" for line in grown)
            yield f"{title}: from size 2 to {last}, r changes in the mean by: {changes}"
        if told := [*_kernels(held, lines, _sizes(name))]:
            yield f"{title}: {'; '.join(told)}"
    yield f"A difference is clear with p ≤ {_CLEAR:g} by Williams' test, each on its own"


def _highest(panel: Panel, lines: Sequence[Line], sizes: Sequence[int]) -> str:
    every = {(line.name, size): panel.r(line.at(size)) for line in lines for size in (*sizes, KERNEL)}
    known = {key: r for key, r in every.items() if not math.isnan(r)}
    where = panel.dimension + (f", {panel.system}" if panel.system else "")
    if not known:
        return f"none with {where}, for all are undefined"
    name, size = max(known, key=lambda key: known[key])
    kernel = next(line.kernel for line in lines if line.name == name)
    told = f"{name} {size}" if size != KERNEL or kernel is None else kernel.name
    return f"{told} with {where} ({known[name, size]:.3f})"


def _compared(panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> str:
    """Say how often each measure has a higher r than the first at the same size."""
    first, *others = lines
    told = []
    for line in (one for one in others if one.sizes):
        pairs = [(panel, line.sizes[size], first.sizes[size]) for panel in panels for size in sizes]
        apart = [(panel.r(a), panel.r(b), panel.clear(a, b)) for panel, a, b in pairs]
        apart = [(a, b, clear) for a, b, clear in apart if not math.isnan(a - b)]
        higher = [clear for a, b, clear in apart if a > b and not alike(a, b)]
        lower = [clear for a, b, clear in apart if a < b and not alike(a, b)]
        told.append(
            f"{line.name} is higher in {len(higher)} of {len(apart)} (clearly in {sum(higher)}) and lower in "
            f"{len(lower)} (clearly in {sum(lower)})"
        )
    return ", ".join(told)


def _change(panels: Sequence[Panel], line: Line, last: int) -> str:
    changes = [panel.r(line.sizes[last]) - panel.r(line.sizes[2]) for panel in panels]
    defined = [one for one in changes if not math.isnan(one)]
    return shown(math.fsum(defined) / len(defined) if defined else math.nan, "+.3f")


def _kernels(panels: Sequence[Panel], lines: Sequence[Line], sizes: Sequence[int]) -> Iterator[str]:
    """Say how often a kernel is above, and how often below, all subtrees of limited depth."""
    for line in (one for one in lines if one.kernel is not None and one.sizes):
        known = [(panel.r(line.kernel), [panel.r(line.sizes[size]) for size in sizes]) for panel in panels]
        known = [(own, others) for own, others in known if not any(map(math.isnan, (own, *others)))]
        above, below = sum(own > max(others) for own, others in known), sum(own < min(others) for own, others in known)
        name = "" if line.kernel is None else line.kernel.name
        yield f"{name} is above {line.name} of every size in {above} of {len(known)}, and below all in {below}"


def _left_out(panels: Mapping[str, Sequence[Panel]], human: HumanScores) -> list[str]:
    told = f"Table 6 is left out: of {len(human.systems)} systems any r is 1 or -1; judge three or more"
    return [] if "table-6" in panels else [told]


def _undefined(tables: Sequence[Table]) -> Iterator[str]:
    for table in tables:
        cells = [cell for row in table.rows for cell in row if isinstance(cell, float)]
        yield from undefined_note(table.title.split(":")[0], cells, [FLAT])


def _told(table: ScoreTable, humans: Sequence[HumanScores]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notice for one in humans for notice in notices(Judged(table, one))))


def _signatures(table: ScoreTable, humans: Sequence[HumanScores]) -> Iterator[str]:
    yield from (column.signature(level) for column in table.columns for level in ("segment", "system"))
    for one in humans:
        yield f"{one.signature('segment')}|coefficient:pearson|test:williams"


RECIPE = Recipe(
    "liu-gildea-2005",
    "Do subtrees and chains of headwords go with people better than n-grams do, over segments and over systems?",
    "Liu & Gildea 2005, Syntactic Features for Evaluation of Machine Translation",
    ("bleu(smoothing=epsilon,case=fold)", "hwcm(floor=0.001)", "stm", "dstm", "tkm", "dtkm"),
    run,
    takes=("human", "dimension", "pair"),
    needs=("human scores of outputs", "spaCy, or trees that come with the texts"),
)
