"""Banerjee & Lavie (2005): what does each part of METEOR add to its agreement with people?

Their table 1 has Pearson's r of BLEU, NIST, METEOR's precision, recall, F1 and Fmean, and METEOR with human scores over
systems; tables 2 to 7 have r over the segments of each system, and its mean over systems, for METEOR, its parts, and
its modules added one by one, on an Arabic and a Chinese test set; table 8 compares raw with normalised judgements. The
human score of an output is the mean of its adequacy and fluency, that of a system the mean over its outputs.

Here their two test sets are the whole, and the values of a facet (the one with the fewest, up to 8), if there is one.
The human score is the mean over all dimensions there are, or of the one that is chosen. Parts of METEOR are METEOR
without penalty: α = 0 is precision, 1 recall, ½ F1; of several references each takes the one that is best for it. Their
exact module matched no stop words; here it does. Their judgements were normalised by a third party; here each
assessor's are brought to mean 0 and deviation 1. Differences have a p-value, which theirs have not: Williams' t over
systems, a permutation test over segments. BLEU, NIST and F1 of segments are shown too; they left those out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Progress, Run
from steelyard.errors import SpecError, worded
from steelyard.inference.comparison.tests.sign import Sign
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.measures.kinds.base import Measure
from steelyard.measures.meteor import Meteor
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import score_table
from steelyard.studies.recipes.facets import parts_facet, split_by
from steelyard.studies.recipes.judged import (
    ALL,
    Judged,
    combined,
    in_words,
    judgements,
    normalised_or_why,
    notices,
    row_of,
    scoring,
    undefined_cells,
)
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_STAGES = {
    "exact": ("exact",),
    "exact, stem": ("exact", "stem"),
    "exact, wordnet-stem": ("exact", "wordnet-stem"),
}
_TRIED = 10
_CLEAR = 0.05


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of a corpus or of a file."""
    others, meteor = _split(measures)
    human = combined(judgements(corpus, choices, run.accept))
    normal, why = normalised_or_why(corpus, choices, run.accept)
    rows, stages = _rows(others, meteor), _stages(meteor)
    every = {str(measure): measure for measure in (*rows.values(), *stages.values())}
    tests = len(rows) + len(stages) - 2
    table = score_table(
        corpus, list(every.values()), threads=run.threads, accept=run.accept,
        progress=scoring(run.progress, _TRIED * tests),
    )  # fmt: skip
    raw = Judged(table, human, parts_facet(corpus, choices.by))
    own = Judged(table, combined(normal), raw.facet) if normal else None
    tables = _tables(raw, own, rows, stages, meteor)
    test = _Tests(raw, draws, run.progress, tests)
    findings = [
        _over_systems(raw, rows, meteor), test.segments(rows, meteor), test.modules(stages),
        _effect(raw, own, meteor) if own else f"Table 8 is left out: {why}",
        *(note for each in tables for note in undefined_cells(each)), *_dropped(raw, every), *notices(raw),
    ]  # fmt: skip
    signatures = unlabelled(_signatures(raw, own, draws))
    return Account(
        RECIPE.paper, tables, (_figure(tables[2:4]),), tuple(findings), signatures=signatures,
        about=(split_by(corpus, raw.facet),),
    )  # fmt: skip


def _tables(
    raw: Judged, own: Judged | None, rows: dict[str, Measure], stages: dict[str, Measure], meteor: Meteor
) -> tuple[Table, ...]:
    return (
        _systems(raw, rows),
        _each_system(raw, meteor),
        _segments(raw, rows, "table-4-5", "Tables 4 and 5: measures", "measure"),
        _segments(raw, stages, "table-6-7", "Tables 6 and 7: modules of METEOR", "modules"),
        *([_normalised(raw, own, meteor)] if own else []),
    )


def _split(measures: Sequence[str]) -> tuple[dict[str, Measure], Meteor]:
    """Return the measures to compare with, and the METEOR to take apart."""
    parsed = {label: parse(label) for label in measures}
    meteors = [measure for measure in parsed.values() if isinstance(measure, Meteor)]
    if len(meteors) != 1:
        example = worded("-m meteor -m bleu", 'measures=["meteor", "bleu"]')
        raise SpecError(
            f"the study takes METEOR apart and needs it once; there are {len(meteors)} in {', '.join(measures)}: "
            f"give one, such as {example}"
        )
    return {label: measure for label, measure in parsed.items() if measure is not meteors[0]}, meteors[0]


def _rows(others: dict[str, Measure], meteor: Meteor) -> dict[str, Measure]:
    """Return the rows of table 1: the other measures, the parts of METEOR, and METEOR."""
    parts = {"Precision": 0.0, "Recall": 1.0, "F1": 0.5, "Fmean": meteor.alpha}
    return {
        **others,
        **{name: replace(meteor, alpha=alpha, gamma=0.0) for name, alpha in parts.items()},
        "METEOR": meteor,
    }


def _stages(meteor: Meteor) -> dict[str, Measure]:
    stages: dict[str, Measure] = {name: replace(meteor, modules=modules) for name, modules in _STAGES.items()}
    return {**stages, ", ".join(meteor.modules): meteor}


def _systems(raw: Judged, measures: dict[str, Measure]) -> Table:
    rows = tuple(
        row_of(name, (raw.systems(str(measure), part).value for part in raw.parts))
        for name, measure in measures.items()
    )
    title = f"Table 1: Pearson's r with human scores ({raw.human.dimension}) over {len(raw.human.systems)} systems"
    return Table("table-1", title, ("measure", *raw.parts), rows)


def _each_system(raw: Judged, meteor: Meteor) -> Table:
    averages = {part: raw.segments(str(meteor), part) for part in raw.parts}
    rows: list[tuple[Cell, ...]] = []
    for n, name in enumerate(raw.human.systems):
        rows.append((name, *(_of_system(raw, str(meteor), part, n) for part in raw.parts)))
    rows.append(("average", *(average.value for average in averages.values())))
    title = "Tables 2 and 3: Pearson's r of METEOR with human scores over the segments of each system"
    return Table("table-2-3", title, ("system", *raw.parts), tuple(rows))


def _of_system(raw: Judged, label: str, part: str, system: int) -> float:
    scores, human = raw.segment_scores(label, part)
    return correlate(scores[system], human[system]).value


def _segments(raw: Judged, measures: dict[str, Measure], name: str, what: str, head: str) -> Table:
    rows = tuple(
        row_of(label, (raw.segments(str(measure), part).value for part in raw.parts))
        for label, measure in measures.items()
    )
    title = f"{what}, Pearson's r with human scores over segments, mean over systems"
    return Table(name, title, (head, *raw.parts), rows)


def _normalised(raw: Judged, normalised: Judged, meteor: Meteor) -> Table:
    rows = tuple(
        row_of(name, (judged.segments(str(meteor), part).value for part in raw.parts))
        for name, judged in (("raw", raw), ("normalised by assessor", normalised))
    )
    title = "Table 8: METEOR with raw and with normalised judgements, Pearson's r over segments, mean over systems"
    return Table("table-8", title, ("judgements", *raw.parts), rows)


def _over_systems(raw: Judged, measures: dict[str, Measure], meteor: Meteor) -> str:
    """Say how METEOR stands to the others over systems."""
    of_meteor, human = raw.system_scores(str(meteor))
    clauses = []
    for name, measure in _without(measures, meteor):
        scores, _ = raw.system_scores(str(measure))
        test = correlation_difference(of_meteor, scores, human, test="williams")
        clauses.append(f"{name} {_value(raw.systems(str(measure)).value)} ({in_words(test.p)})")
    r = raw.systems(str(meteor)).value
    return (
        f"Over {len(raw.human.systems)} systems METEOR has r = {_value(r)} with people; {', '.join(clauses)}; "
        f"p of the difference from METEOR, by Williams' test"
    )


class _Tests:
    """Permutation tests over segments, and their progress."""

    def __init__(self, raw: Judged, draws: Draws, progress: Progress | None, tests: int) -> None:
        self.raw, self.draws, self.progress, self.total, self.done = raw, draws, progress, 100 + _TRIED * tests, 100

    def _p(self, a: Measure, b: Measure) -> float:
        """Return the p of the difference between two measures."""
        first, human = self.raw.segment_scores(str(a))
        second, _ = self.raw.segment_scores(str(b))
        draws = Draws(trials=self.draws.trials, seed=self.draws.seed)
        difference = correlation_difference(first, second, human, grouping="system", draws=draws)
        self.done += _TRIED
        if self.progress is not None:
            self.progress(self.done, self.total)
        return difference.p

    def segments(self, measures: dict[str, Measure], meteor: Meteor) -> str:
        """Say how METEOR stands to the others over segments."""
        clauses = []
        for name, measure in _without(measures, meteor):
            r, p = self.raw.segments(str(measure)).value, self._p(meteor, measure)
            clauses.append(f"{name} {_value(r)} ({in_words(p)})")
        return (
            f"Over the segments of a system METEOR has a mean r of {_value(self.raw.segments(str(meteor)).value)}; "
            f"{', '.join(clauses)}; p of the difference from METEOR, by permutation"
        )

    def modules(self, stages: dict[str, Measure]) -> str:
        """Say what modules add to exact matches."""
        (first, exact), *rest = stages.items()
        before, clauses = self.raw.segments(str(exact)).value, []
        for name, stage in rest:
            if stage == exact:
                continue
            r, p = self.raw.segments(str(stage)).value, self._p(stage, exact)
            word = (
                "is not clearly different with" if not p <= _CLEAR else "raises it to" if r > before else "lowers it to"
            )
            clauses.append(f"{name} {word} {_value(r)} ({in_words(p)})")
        return f"Module {first} alone has a mean r of {_value(before)}; {'; '.join(clauses)}"


def _without(measures: dict[str, Measure], meteor: Meteor) -> Iterable[tuple[str, Measure]]:
    return [(name, measure) for name, measure in measures.items() if measure != meteor]


def _effect(raw: Judged, normalised: Judged, meteor: Meteor) -> str:
    """Say what normalised judgements change."""
    before, after = (judged.segments(str(meteor)).value for judged in (raw, normalised))
    pairs = [
        tuple(_of_system(judged, str(meteor), ALL, judged.human.systems.index(name)) for judged in (raw, normalised))
        for name in raw.human.systems
        if name in normalised.human.systems
    ]
    pairs = [pair for pair in pairs if not any(map(math.isnan, pair))]
    higher = sum(b > a for a, b in pairs)
    p = Sign().p(np.array([b for _, b in pairs]), np.array([a for a, _ in pairs]))
    return (
        f"METEOR's mean r is {_value(before)} with raw and {_value(after)} with normalised judgements; these give the "
        f"higher r for {higher} of {len(pairs)} systems ({in_words(p)}, sign test)"
    )


def _value(r: float) -> str:
    return shown(r, ".3f")


def _dropped(raw: Judged, every: Iterable[str]) -> list[str]:
    """Say in how many means over systems some system is missing."""
    means = [raw.segments(label, part) for label in every for part in raw.parts]
    lost = [mean for mean in means if mean.undefined and mean.groups]
    start = f"{len(lost)} of {len(means)} means over systems are without those in which r is undefined"
    return (
        [f"{start}, for the scores of one side are all the same: up to {max(mean.undefined for mean in lost)}"]
        if lost
        else []
    )


def _figure(tables: Sequence[Table]) -> Figure:
    """Return the mean correlations over segments as points."""
    rows = [
        {"table": table.title.split(",")[0], "measure or modules": row[0], "data": part, "r": value}
        for table in tables
        for row in table.rows
        for part, value in zip(table.heads[1:], row[1:], strict=True)
    ]
    best = [max(table.rows, key=lambda row: (row[1] == row[1], row[1])) for table in tables]
    highest = " and ".join(f"{row[0]} with {_value(float(str(row[1])))}" for row in best)
    return Figure(
        "segments", "Agreement with people over segments", "points", tuple(rows), Axis("r", "mean r"),
        Axis("measure or modules"), colour="data", row="table", free=True, beside="table-4-5",
        description="Mean over systems of Pearson's r over segments, for measures and for modules of METEOR; "
        f"on the whole the highest are {highest}.",
    )  # fmt: skip


def _signatures(raw: Judged, own: Judged | None, draws: Draws) -> Iterator[Signature]:
    human = raw.human.signature("segment")
    how = Signature.of(coefficient="pearson", systems=len(raw.human.systems), parts=raw.facet or "none")
    tested = Signature.of(test="permutation", exchanged="output", trials=draws.trials, seed=draws.seed)
    columns = raw.table.columns
    yield from (Signature.of(column.signature("system"), human, how) for column in columns)
    within = how.joined(grouping="system")
    yield from (Signature.of(column.signature("segment"), human, within, tested) for column in columns)
    if own:
        yield Signature.of("table 8", own.human.signature("segment"), within)


RECIPE = Recipe(
    "banerjee-lavie-2005",
    "What does each part of METEOR add to its agreement with people?",
    "Banerjee & Lavie 2005, METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human "
    "Judgments",
    ("bleu", "nist", "meteor"),
    experiment,
    takes=("human", "dimension", "trials", "by", "peers"),
    needs=("human scores of outputs", "assessors for table 8"),
    settings=(
        PaperSetting(
            "measures",
            "BLEU, NIST, METEOR and its parts",
            "BLEU, NIST, METEOR and its parts; BLEU, NIST and F1 over segments, too",
        ),
        PaperSetting(
            "dimension",
            "the mean of adequacy and fluency",
            "the mean over all dimensions, or the one that is chosen",
        ),
        PaperSetting(
            "trials",
            "no tests",
            "1000",
            "differences have a p-value: Williams' t over systems, a permutation test over segments",
        ),
        PaperSetting(
            "by",
            "Arabic and Chinese",
            "the whole, and the values of size, length, compression, rate, or the facet with the fewest, up to 8",
        ),
        PaperSetting(
            "stop words",
            "not matched by the module exact",
            "matched; unmatched=english leaves them out",
        ),
        PaperSetting(
            "normalised judgements",
            "by a third party",
            "each assessor's brought to mean 0 and deviation 1",
            "theirs are not described",
        ),
    ),
)
