"""Murray, Renals, Carletta & Moore (2005): does ROUGE go with what people say in a questionnaire?

Five people read 60 summaries of meetings, ten of each meeting, and agreed or disagreed with statements on a scale, some
of them the reverse of others ("avoids redundancy", "is repetitive"). Their tables 1 and 2 and figures 2 to 4 give the
mean answers for each approach, figure 1 its ROUGE scores; their text the Spearman correlations of ROUGE-1 and the
statements over summaries.

Different here: statements are the dimensions of the human scores, approaches the systems, summaries the outputs, each
with the mean of its assessors' answers. A dimension whose name begins with "-" is a reversed statement: its answers are
shown as given and negated where they are correlated. Correlations are given over outputs and over systems, with
bootstrap intervals (over segments and over systems), p-values by permutation, and Holm's correction over the statements
of each measure. How far assessors agree is given by Krippendorff's α (ordinal), and statements are correlated with each
other. Outputs of one segment, or of one system, are not independent of each other: take p over outputs with care. Word
error rates, and approaches on two kinds of transcripts, are left out: give the systems of one kind to look at it alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Progress, Run
from steelyard.errors import InputError
from steelyard.inference.agreement.agree import answers_of
from steelyard.inference.agreement.agreement import agreement
from steelyard.inference.anova import anova
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.inference.correlation.estimate import CorrelationEstimate, correlation
from steelyard.inference.correlation.grouping import correlate_outputs
from steelyard.judgements.sources import source_of
from steelyard.judgements.statistics import HumanStatistics
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import ScoreTable, score_table
from steelyard.studies.recipes.correlations import (
    LEVEL,
    check_resampling,
    check_systems,
    human_notices,
    interval,
    part_of,
    turned_notices,
    undefined_notices,
)
from steelyard.studies.recipes.judged import judgements
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_COEFFICIENT = "spearman"
_REVERSED = "-"
#: What is correlated → what the bootstrap draws.
_OVER = {"outputs": "segments", "systems": "systems"}


@dataclass(frozen=True)
class _Cell:
    """A measure and a statement, correlated over outputs or over systems; `corrected` is Holm's p."""

    measure: str
    statement: str
    over: str
    estimate: CorrelationEstimate
    corrected: float = math.nan


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with every dimension of human scores as a statement, or with the one asked for."""
    humans = judgements(corpus, choices, run.accept)
    for human in humans:
        check_systems(human)
    check_resampling(choices)
    progress = part_of(run.progress, 0, 2)
    table = score_table(corpus, measures, threads=run.threads, accept=run.accept, progress=progress)
    drawn = Draws(resamples=choices.simulations, trials=draws.trials, seed=draws.seed)
    cells = _correlated(table, corpus, humans, drawn, part_of(run.progress, 1, 2))
    alphas, lacking = _alphas(corpus, humans, choices, run.accept)
    undefined = {f"{cell.measure} and {cell.statement}, over {cell.over}": cell.estimate for cell in cells}
    return Account(
        RECIPE.paper,
        (_answers(corpus, humans, alphas), _scores(table), _correlations(cells), *_statements(humans)),
        (_bars(table), _answer_bars(corpus, humans), _figure(cells)),
        (*human_notices(humans), *turned_notices(table.columns), *_findings(cells),
         *_out_of_reach(cells, len(humans), draws.trials), *_of_statements(humans), *lacking,
         *undefined_notices(undefined)),
        signatures=unlabelled(
            (*(column.signature("system") for column in table.columns), *_signatures(humans, cells))
        ),
    )  # fmt: skip


def _sign(human: HumanStatistics) -> int:
    return -1 if human.dimension.startswith(_REVERSED) else 1


def _correlated(
    table: ScoreTable, corpus: Corpus, humans: Sequence[HumanStatistics], draws: Draws, progress: Progress | None
) -> list[_Cell]:
    """Return the correlations of every measure, over outputs and over systems, with every statement."""
    by_output, by_system = table.oriented("segment"), table.oriented("system")[:, :, 0]
    cells = []
    for n, measure in enumerate(table.measures):
        for over in _OVER:
            estimates = []
            for human in humans:
                rows = [table.systems.index(name) for name in human.systems]
                means = human.at("system")[:, 0]
                sides = (by_output[n, rows], human.values) if over == "outputs" else (by_system[n, rows], means)
                estimates.append(_estimate(sides[0], sides[1] * _sign(human), over, draws))
            holm = corrected(np.array([estimate.p for estimate in estimates]))
            cells += [
                _Cell(measure, human.dimension, over, estimate, float(p))
                for human, estimate, p in zip(humans, estimates, holm, strict=True)
            ]
        if progress is not None:
            progress(n + 1, len(table.measures))
    return cells


def _estimate(left: Any, right: Any, over: str, draws: Draws) -> CorrelationEstimate:
    return correlation(left, right, _COEFFICIENT, over=_OVER[over], draws=draws)


def _alphas(
    corpus: Corpus, humans: Sequence[HumanStatistics], choices: Choices, accept: Sequence[str]
) -> tuple[dict[str, float], list[str]]:
    """Return how far assessors agree on each statement, and why it cannot be said."""
    alphas, lacking = {}, []
    people = source_of(choices.human)
    source = corpus if people is None else people
    for human in humans:
        alphas[human.dimension] = math.nan
        if isinstance(source, Mapping):
            lacking.append(f"agreement on {human.dimension} is undefined: these human scores do not name assessors")
            continue
        try:
            ratings = answers_of(Path(source) if isinstance(source, str) else source, human.dimension, accept)
            (alpha,) = agreement(ratings, ("alpha",)).coefficients
            alphas[human.dimension], reason = alpha.value, alpha.reason
        except InputError as error:
            reason = str(error)
        if reason:
            lacking.append(f"agreement on {human.dimension} is undefined: {reason}")
    return alphas, lacking


def _answers(corpus: Corpus, humans: Sequence[HumanStatistics], alphas: Mapping[str, float]) -> Table:
    """Return their table 1: mean answers for each system, whether they differ, and how far assessors agree."""
    systems = list(dict.fromkeys(name for human in humans for name in human.systems))
    rows: list[tuple[Cell, ...]] = []
    for human in humans:
        means = dict(zip(human.systems, human.at("system")[:, 0], strict=True))
        cells = [float(means.get(name, math.nan)) for name in systems]
        test = anova(dict(zip(human.systems, human.values, strict=True)))
        rows.append((human.dimension, *cells, test.f, test.p, alphas[human.dimension]))
    title = "Table 1: mean answers; F and p of an analysis of variance of the systems; α of the assessors"
    return Table("table-1", title, ("statement", *systems, "F", "p", "α"), tuple(rows))


def _scores(table: ScoreTable) -> Table:
    rows: list[tuple[Cell, ...]] = [(column.label, *map(float, column.at("system")[:, 0])) for column in table.columns]
    return Table("scores", "Scores of the measures (their figure 1)", ("measure", *table.systems), tuple(rows))


def _correlations(cells: Sequence[_Cell]) -> Table:
    rows = tuple(
        (
            cell.measure, cell.statement, cell.over, cell.estimate.value,
            interval(cell.estimate.low, cell.estimate.high), cell.estimate.p, cell.corrected, cell.estimate.n,
        )
        for cell in cells
    )  # fmt: skip
    heads = ("measure", "statement", "over", "ρ", "95 % interval", "p", "Holm's p", "n")
    return Table("correlations", "Spearman's ρ of measures and statements, reversed ones negated", heads, rows)


def _between(humans: Sequence[HumanStatistics]) -> list[tuple[str, str, float, int]]:
    """Return ρ of each pair of statements over outputs, reversed ones negated."""
    out = []
    for a, b in itertools.combinations(humans, 2):
        systems = [name for name in a.systems if name in b.systems]
        if systems:
            correlation = correlate_outputs(a.of(systems) * _sign(a), b.of(systems) * _sign(b), _COEFFICIENT)
            out.append((a.dimension, b.dimension, correlation.value, correlation.n))
    return out


def _statements(humans: Sequence[HumanStatistics]) -> tuple[Table, ...]:
    rows = tuple(_between(humans))
    title = "Spearman's ρ of statements over outputs, reversed ones negated"
    return (Table("statements", title, ("statement", "other", "ρ", "n"), rows),) if rows else ()


def _findings(cells: Sequence[_Cell]) -> list[str]:
    """Say for each measure which statements it goes with and which against, over outputs and over systems."""
    out = []
    for (measure, over), group in itertools.groupby(cells, key=lambda cell: (cell.measure, cell.over)):
        of_measure, clauses = list(group), []
        kinds = {"goes with": 1, "goes against": -1, "has no clear relation to": 0, "is undefined for": None}
        for words, kind in kinds.items():
            if names := [_named(cell) for cell in of_measure if _kind(cell) == kind]:
                clauses.append(f"{words} {', '.join(names)}")
        out.append(f"{measure} over {over}, at Holm's p ≤ {LEVEL}: {'; '.join(clauses)}")
    return out


def _kind(cell: _Cell) -> int | None:
    if math.isnan(cell.estimate.value):
        return None
    return int(math.copysign(1, cell.estimate.value)) if cell.corrected <= LEVEL else 0


def _named(cell: _Cell) -> str:
    return cell.statement if math.isnan(cell.estimate.value) else f"{cell.statement} (ρ = {cell.estimate.value:.3f})"


def _out_of_reach(cells: Sequence[_Cell], statements: int, trials: int) -> list[str]:
    """Say where no correlation, however high, could have come out as significant."""
    out = []
    for over in _OVER:
        n = max(cell.estimate.n for cell in cells if cell.over == over)
        least = 2 / min(trials + 1, math.factorial(min(n, 20)))
        if least * statements > LEVEL:
            out.append(
                f"over {over}, no p can be less than {least:.2g} ({n} {over}, {trials:,} trials), so after Holm's "
                f"correction for {counted(statements, 'statement')} none can be {LEVEL} or less"
            )
    return out


def _of_statements(humans: Sequence[HumanStatistics]) -> list[str]:
    """Say how far statements say the same, and which may be reversed without being marked so."""
    pairs = [pair for pair in _between(humans) if not math.isnan(pair[2])]
    if not pairs:
        return []
    a, b, most, _ = max(pairs, key=lambda pair: pair[2])
    out = [f"the statements most alike over outputs are {a} and {b} (ρ = {most:.3f})"]
    for human in humans:
        own = [rho for *both, rho, _ in pairs if human.dimension in both]
        if len(own) > 1 and max(own) < 0:
            out.append(
                f"{human.dimension} goes against every other statement; if more of it is worse, name it "
                f"{_REVERSED}{human.dimension.removeprefix(_REVERSED)}, else without {_REVERSED}"
            )
    return out


def _signatures(humans: Sequence[HumanStatistics], cells: Sequence[_Cell]) -> Iterator[Signature]:
    for human in humans:
        polarity = "reversed, negated" if _sign(human) < 0 else "as given"
        yield human.signature("segment").joined(polarity=polarity)
    for over in _OVER:
        estimate = next(cell.estimate for cell in cells if cell.over == over)
        yield Signature.of(points=over).joined(estimate.signature, correction="holm")


def _bars(table: ScoreTable) -> Figure:
    """Return their figure 1: scores of the systems by each measure."""
    values = {column.label: column.at("system")[:, 0] for column in table.columns}
    return _bar_figure("figure-1", "Scores of the systems", "scores", "measure", table.systems, values)


def _answer_bars(corpus: Corpus, humans: Sequence[HumanStatistics]) -> Figure:
    """Return their figures 2 to 4: mean answers for the systems, by each statement."""
    systems = list(dict.fromkeys(name for human in humans for name in human.systems))
    rows = {human.dimension: dict(zip(human.systems, human.at("system")[:, 0], strict=True)) for human in humans}
    values = {name: np.array([means.get(system, np.nan) for system in systems]) for name, means in rows.items()}
    return _bar_figure("figure-2", "Mean answers for the systems", "table-1", "statement", systems, values)


def _bar_figure(
    name: str, title: str, table: str, what: str, systems: Sequence[str], values: Mapping[str, NDArray[Any]]
) -> Figure:
    rows = [
        {what: label, "system": system, "value": float(value)}
        for label, row in values.items()
        for system, value in zip(systems, row, strict=True)
    ]
    return Figure(
        name, title, "bars", tuple(rows), Axis("value"), Axis("system"), column=what, free=True, beside=table,
        description=f"{title}, a panel of bars for each {what}. The numbers are in {table}.tsv.",
    )  # fmt: skip


def _figure(cells: Sequence[_Cell]) -> Figure:
    """Return ρ with its interval for every measure, a panel for each statement over outputs and over systems."""
    rows = [
        {"measure": cell.measure, "statement": cell.statement, "points": f"over {cell.over}", "ρ": cell.estimate.value,
         "low": cell.estimate.low, "high": cell.estimate.high}
        for cell in cells
    ]  # fmt: skip
    return Figure(
        "correlations", "Measures and statements, with 95 % intervals", "intervals", tuple(rows),
        Axis("ρ", "Spearman's ρ", (-1, 1)), Axis("measure"), column="points", row="statement", low="low", high="high",
        plain=True,
        description="Spearman's ρ of each measure and statement with its interval, over outputs and over systems. "
        "The numbers are in correlations.tsv.",
    )  # fmt: skip


RECIPE = Recipe(
    "murray-2005",
    "Does ROUGE go with what people say in a questionnaire, over outputs and over systems?",
    "Murray, Renals, Carletta & Moore 2005, Evaluating Automatic Summaries of Meeting Recordings",
    ("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-w"),
    experiment,
    takes=("human", "dimension", "simulations", "trials", "peers"),
    needs=("human scores of outputs of three systems or more",),
    settings=(
        PaperSetting(
            "measures",
            "ROUGE, of what kind not said",
            "rouge-1 … rouge-4, rouge-l and rouge-w by F",
        ),
        PaperSetting(
            "dimension",
            "11 statements",
            "the dimensions of the human scores",
        ),
        PaperSetting(
            "simulations",
            "no intervals",
            "500",
            "correlations have intervals",
        ),
        PaperSetting(
            "trials",
            "no tests",
            "1000",
            "correlations have p-values by permutation, corrected by Holm's method",
        ),
        PaperSetting(
            "correlations",
            "over summaries",
            "over outputs, and over systems",
        ),
        PaperSetting(
            "transcripts",
            "by people and by machine",
            "not told apart",
            "give the systems of one kind to look at it alone",
        ),
        PaperSetting(
            "word error rates",
            "in the text",
            "left out",
        ),
    ),
)
