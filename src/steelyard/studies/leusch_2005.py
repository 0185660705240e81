"""Leusch et al. (2005): what do tokens, case, reference length, boundaries and assessors' scales do to agreement?

Their figure 2 has Pearson's r of WER, PER, BLEU-S and NIST with adequacy and fluency, over sentences (all systems
pooled) and over systems, under a baseline: contractions written out, punctuation apart, no case, no sentence
boundaries; sentences against judgements normalised by assessor, systems against raw ones. Figures 3 to 7 change one
thing each: judgements raw or normalised, case, tokenisation, reference length, sentence boundaries. A system's human
score is the mean over its sentences weighted by their length.

Here the whole corpus is one test set (theirs were three). They show absolute coefficients; here error rates are turned
round, so that less than nothing would be seen. The weight of an output is its length in tokens of the baseline. BLEU-S
adds one to hits and totals above unigrams, as Lin & Och (2004) define it. All four reference lengths are tried with
every measure. Differences from the first setting of a figure have Williams' p, each on its own, outputs being taken as
independent; theirs have none. Without assessors, or with one reference, the figure concerned is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Run
from steelyard.engines.local import collect
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure, ratio
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import ScoreTable, score_table
from steelyard.statistics import Statistics
from steelyard.studies.recipes.judged import Array, all_notices, judgements, normalised_or_why, undefined_cells
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_BASELINE = {"tokens": "contractions", "case": "fold", "boundaries": "none"}
#: Figure, option and its settings; the others are compared with the first.
_VARIED = (
    ("figure-4", "case", ("keep", "fold")),
    ("figure-5", "tokens", ("none", "no-punct", "13a", "contractions")),
    ("figure-6", "length", ("average", "closest", "average-nearest", "best")),
    ("figure-7", "boundaries", ("none", "begin", "end", "both")),
)
_TITLES = {
    "figure-2": "Figure 2: the baseline",
    "figure-3": "Figure 3: judgements raw and normalised by assessor",
    "figure-4": "Figure 4: case",
    "figure-5": "Figure 5: tokenisation",
    "figure-6": "Figure 6: reference length",
    "figure-7": "Figure 7: sentence boundaries",
}
# It counts an output's tokens under the baseline.
_COUNTER = "bleu(tokens=contractions,case=fold)"
_LEVELS = ("segment", "system")
_CLEAR = 0.05


@dataclass(frozen=True)
class FigureSetting:
    """A setting of a figure: a measure's scores beside human ones of one dimension, at both levels."""

    setting: str
    measure: str
    dimension: str
    scores: Mapping[str, Array]
    human: Mapping[str, Array]

    def r(self, level: str) -> float:
        """Return Pearson's r over outputs or over systems."""
        return correlate(self.scores[level], self.human[level]).value


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of a corpus or of a file."""
    del draws
    raw = judgements(corpus, choices, run.accept)
    normal, why = normalised_or_why(corpus, choices, run.accept)
    baseline = {label: _baseline(parse(label)) for label in measures}
    several = corpus.reference_counts()[1] > 1
    settings = {figure: list(_settings(option, values, baseline)) for figure, option, values in _VARIED}
    if not several:
        settings["figure-6"] = []
    every = {str(measure): measure for measure in baseline.values()}
    every |= {str(measure): measure for varied in settings.values() for _, _, measure in varied}
    table = score_table(corpus, list(every.values()), threads=run.threads, accept=run.accept, progress=run.progress)
    (counts,) = collect(corpus, [_COUNTER], run.threads, run.accept)
    sides = _Sides(table, counts, raw, normal)
    points = sides.points(baseline, settings)
    tables = tuple(_table(figure, own) for figure, own in points.items())
    return Account(
        RECIPE.paper,
        tables,
        tuple(_figure(figure, own) for figure, own in points.items()),
        (*_findings(points, tables, why, several), *all_notices(table, raw)),
        signatures=unlabelled(sides.signatures()),
    )


def _baseline(measure: Measure) -> Measure:
    own = {field.name for field in measure.options()}
    changes: dict[str, Any] = {name: value for name, value in _BASELINE.items() if name in own}
    return replace(measure, **changes)


def _settings(
    option: str, values: Sequence[str], measures: Mapping[str, Measure]
) -> Iterator[tuple[str, str, Measure]]:
    """Yield setting, label and measure, of the measures on which the option has an effect."""
    for label, measure in measures.items():
        if option not in {field.name for field in measure.options()}:
            continue
        # A boundary is no word of its own.
        if option == "boundaries" and getattr(measure, "order", 2) == 1:
            continue
        for value in values:
            change: dict[str, Any] = {option: value}
            yield value, label, replace(measure, **change)


class _Sides:
    """Scores and human scores of the same systems, ready to be correlated."""

    def __init__(
        self, table: ScoreTable, counted: Statistics, raw: Sequence[HumanStatistics], normal: Sequence[HumanStatistics]
    ) -> None:
        self.table, self.dimensions = table, tuple(human.dimension for human in raw)
        self.raw = {human.dimension: human for human in raw}
        self.normal = {human.dimension: human for human in normal}
        self.lengths = counted.values[..., counted.fields.index("hypothesis_tokens")].astype(float)

    def points(
        self, baseline: Mapping[str, Measure], settings: Mapping[str, Sequence[tuple[str, str, Measure]]]
    ) -> dict[str, list[FigureSetting]]:
        """Return the settings of each figure that has any."""
        varied = {"figure-2": [("", label, measure) for label, measure in baseline.items()]}
        points = {
            figure: [self.point(*setting, dimension) for setting in own for dimension in self.dimensions]
            for figure, own in (varied | dict(settings)).items()
            if own
        }
        both = {"figure-3": [*self.both(baseline)]} if self.normal else {}
        return {"figure-2": points.pop("figure-2"), **both, **points}

    def point(self, setting: str, label: str, measure: Measure, dimension: str) -> FigureSetting:
        """Return a measure beside human scores as the baseline has them."""
        over = self.normal or self.raw
        human = {"segment": self.human(over[dimension], "segment"), "system": self.human(self.raw[dimension], "system")}
        return FigureSetting(setting, label, dimension, self.scores(measure, dimension), human)

    def both(self, measures: Mapping[str, Measure]) -> Iterator[FigureSetting]:
        """Yield every measure beside raw and beside normalised judgements."""
        for label, measure in measures.items():
            for setting, humans in (("raw", self.raw), ("normalised", self.normal)):
                for dimension in self.dimensions:
                    human = {level: self.human(humans[dimension], level) for level in _LEVELS}
                    yield FigureSetting(setting, label, dimension, self.scores(measure, dimension), human)

    def scores(self, measure: Measure, dimension: str) -> dict[str, Array]:
        """Return a measure's scores of outputs and of systems, as one series each; more is better."""
        table, rows = self.table.of([str(measure)]), self._rows(dimension)
        return {level: table.oriented(level)[0][rows].reshape(-1) for level in _LEVELS}

    def human(self, human: HumanStatistics, level: str) -> Array:
        """Return human scores of outputs; or of systems, the mean of outputs weighted by their length."""
        # Normalising may leave a system without judgements; its place stays, without a score.
        values = human.of(self.raw[human.dimension].systems)
        if level == "segment":
            return values.reshape(-1)
        weights = np.where(np.isnan(values), 0.0, self.lengths[self._rows(human.dimension)])
        return np.asarray(ratio(np.where(weights > 0, values * weights, 0.0).sum(axis=1), weights.sum(axis=1)))

    def _rows(self, dimension: str) -> list[int]:
        return [self.table.systems.index(name) for name in self.raw[dimension].systems]

    def signatures(self) -> Iterator[Signature]:
        """Yield how the scores of every setting, and the human ones, were made."""
        yield from (c.signature(level) for c in self.table.columns for level in _LEVELS)
        how = {"coefficient": "pearson", "test": "williams"}
        for humans in (self.raw, self.normal):
            for human in humans.values():
                signature = human.signature("segment")
                yield signature.joined(grouping="pooled", **how)
                yield signature.joined(system=f"mean weighted by output tokens of {_COUNTER}", **how)


def _table(figure: str, points: Sequence[FigureSetting]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for point in points:
        # Only the baseline has no setting.
        named = (point.setting,) if point.setting else ()
        rows.append((point.measure, *named, point.dimension, *(point.r(level) for level in _LEVELS)))
    heads = ("measure", *(("setting",) if points[0].setting else ()), "human", *(f"r {level}" for level in _LEVELS))
    return Table(figure, f"{_TITLES[figure]}, Pearson's r with human scores over segments and over systems", heads,
                 tuple(rows))  # fmt: skip


def _findings(
    points: Mapping[str, Sequence[FigureSetting]], tables: Sequence[Table], why: str, several: bool
) -> Iterator[str]:
    yield from (_highest(points["figure-2"], level) for level in _LEVELS)
    for figure, of_figure in points.items():
        if figure != "figure-2":
            yield from (_compared(figure, of_figure, level) for level in _LEVELS)
    yield f"A difference is clear with p ≤ {_CLEAR:g} by Williams' test, each on its own"
    if why:
        yield f"Figure 3 is left out, and segments are held against raw judgements: {why}"
    if not several:
        yield "Figure 6 is left out: reference lengths differ only where a segment has two or more references"
    for figure in sorted(_TITLES.keys() - points.keys() - {"figure-3", "figure-6"}):
        yield f"{_TITLES[figure]}, is left out: none of the measures has that option"
    for table in tables:
        yield from undefined_cells(table)


def _highest(points: Sequence[FigureSetting], level: str) -> str:
    """Say which measure goes best with each dimension under the baseline."""
    clauses = []
    for dimension in dict.fromkeys(point.dimension for point in points):
        correlations = [(point.r(level), point.measure) for point in points if point.dimension == dimension]
        defined = sorted((pair for pair in correlations if not math.isnan(pair[0])), reverse=True)
        clauses.append(
            f"{defined[0][1]} with {dimension} ({defined[0][0]:.3f}; least: {defined[-1][1]} {defined[-1][0]:.3f})"
            if defined
            else f"none is defined with {dimension}"
        )
    return f"Figure 2, over {level}s: the highest r has {', '.join(clauses)}"


def _compared(figure: str, points: Sequence[FigureSetting], level: str) -> str:
    """Say how every setting stands to the first."""
    first, *others = dict.fromkeys(point.setting for point in points)
    by_key = {(point.setting, point.measure, point.dimension): point for point in points}
    clauses = []
    for setting in others:
        pairs = [(by_key[first, m, d], point) for (s, m, d), point in by_key.items() if s == setting]
        clauses.append(f"{setting} {_difference(pairs, level)}")
    return f"{_TITLES[figure]}, over {level}s, against {first}: {'; '.join(clauses)}"


def _difference(pairs: Sequence[tuple[FigureSetting, FigureSetting]], level: str) -> str:
    differences = [_tested(before, after, level) for before, after in pairs]
    differences = [(d, p) for d, p in differences if not math.isnan(d)]
    if not differences:
        return "is undefined"
    higher, lower = sum(d > 0 for d, _ in differences), sum(d < 0 for d, _ in differences)
    clear = [sum(p <= _CLEAR and sign * d > 0 for d, p in differences) for sign in (1, -1)]
    mean = math.fsum(d for d, _ in differences) / len(differences)
    return (
        f"changes r by {mean:+.3f} in the mean, higher in {higher} of {len(differences)} (clearly in {clear[0]}), "
        f"lower in {lower} (clearly in {clear[1]})"
    )


def _tested(before: FigureSetting, after: FigureSetting, level: str) -> tuple[float, float]:
    """Return the difference in r and its p by Williams' test."""
    x, z, y = after.scores[level], before.scores[level], before.human[level]
    if np.array_equal(x, z, equal_nan=True):
        # The scores are the same: what differs is the human side.
        x, z, y = after.human[level], before.human[level], before.scores[level]
    test = correlation_difference(x, z, y, test="williams")
    # Where nothing differs at all, Williams' t is undefined.
    return test.difference, 1.0 if test.difference == 0 else test.p


def _figure(name: str, points: Sequence[FigureSetting]) -> Figure:
    """Return r as points, a panel for each measure and level."""
    rows = [
        {"measure": point.measure, "setting": point.setting, "human": point.dimension, "level": f"over {level}s",
         "r": point.r(level)}
        for point in points
        for level in _LEVELS
    ]  # fmt: skip
    named = "setting" if points[0].setting else "measure"
    return Figure(
        name, _TITLES[name], "points", tuple(rows), Axis("r", "Pearson's r"), Axis(named), colour="human",
        shape="human", column="level", row="measure" if named == "setting" else "", free=True,
        description=_described(name, points, named),
    )  # fmt: skip


def _described(figure: str, points: Sequence[FigureSetting], name: str) -> str:
    key: Callable[[FigureSetting], str] = (
        (lambda point: point.setting) if name == "setting" else (lambda point: point.measure)
    )
    clauses = []
    for level in _LEVELS:
        means = []
        for value in dict.fromkeys(map(key, points)):
            defined = [r for point in points if key(point) == value and not math.isnan(r := point.r(level))]
            means.append(f"{value} {math.fsum(defined) / len(defined):.3f}" if defined else f"{value} undefined")
        clauses.append(f"over {level}s {', '.join(means)}")
    return f"{_TITLES[figure]}. Mean of Pearson's r with human scores: {'; '.join(clauses)}."


RECIPE = Recipe(
    "leusch-2005",
    "What do tokens, case, reference length, sentence boundaries and assessors' scales do to agreement with people?",
    "Leusch, Ueffing, Vilar & Ney 2005, Preprocessing and Normalization for Automatic Evaluation of Machine "
    "Translation",
    ("wer", "per", "per(order=2)", "bleu(smoothing=add-one)", "nist"),
    experiment,
    takes=("human", "dimension", "peers"),
    needs=("human scores of outputs", "assessors for figure 3", "two references for figure 6"),
    settings=(
        PaperSetting(
            "measures",
            "WER, PER, BLEU-S and NIST",
            "the same; BLEU-S adds one to hits and totals above unigrams, as Lin & Och (2004)",
        ),
        PaperSetting(
            "dimension",
            "adequacy and fluency",
            "all dimensions that there are, or the one that is chosen",
        ),
        PaperSetting(
            "test sets",
            "three",
            "one",
        ),
        PaperSetting(
            "correlations",
            "absolute",
            "error rates are turned round",
            "an r below 0 is then seen",
        ),
        PaperSetting(
            "differences",
            "no tests",
            "Williams' p, each on its own",
        ),
    ),
)
