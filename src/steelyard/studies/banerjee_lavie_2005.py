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
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.corpus import Corpus
from steelyard.errors import SpecError
from steelyard.inference.checks import check_draws
from steelyard.inference.correlation import correlate
from steelyard.inference.correlation_difference import correlation_difference
from steelyard.inference.plain import shown
from steelyard.inference.unit_scores import sign_test
from steelyard.measures.base import Measure
from steelyard.measures.meteor import Meteor
from steelyard.measures.notation import parse
from steelyard.meta.table import score_table
from steelyard.meta.vega import SCHEMA
from steelyard.studies.base import Cell, Recipe, Setup, Study, Table
from steelyard.studies.judged import (
    ALL,
    FLAT,
    Judged,
    combined,
    in_words,
    judgements,
    normalised_or_why,
    notices,
    parts_facet,
    row_of,
    scoring,
    undefined_note,
)

_STAGES = {
    "exact": ("exact",),
    "exact, stem": ("exact", "stem"),
    "exact, wordnet-stem": ("exact", "wordnet-stem"),
}
_TRIED = 10
_CLEAR = 0.05


def run(corpus: Corpus, measures: Sequence[str], setup: Setup) -> Study:
    """Run the study with the human scores of a corpus or of a file."""
    check_draws(setup.seed, trials=setup.trials)
    others, meteor = _split(measures)
    human = combined(judgements(corpus, setup))
    normal, why = normalised_or_why(corpus, setup)
    rows, stages = _rows(others, meteor), _stages(meteor)
    every = {str(one): one for one in (*rows.values(), *stages.values())}
    tests = len(rows) + len(stages) - 2
    table = score_table(
        corpus, list(every.values()), threads=setup.threads, accept=setup.accept,
        progress=scoring(setup.progress, _TRIED * tests),
    )  # fmt: skip
    raw = Judged(table, human, parts_facet(corpus))
    own = Judged(table, combined(normal), raw.facet) if normal else None
    tables = [
        _systems(raw, rows), _each_system(raw, meteor),
        _segments(raw, rows, "table-4-5", "Tables 4 and 5: measures", "measure"),
        _segments(raw, stages, "table-6-7", "Tables 6 and 7: modules of METEOR", "modules"),
        *([_normalised(raw, own, meteor)] if own else []),
    ]  # fmt: skip
    test = _Tests(raw, setup, tests)
    findings = [
        _over_systems(raw, rows, meteor), test.segments(rows, meteor), test.modules(stages),
        _effect(raw, own, meteor) if own else f"Table 8 is left out: {why}",
        *(note for one in tables for note in _undefined(one)), *_dropped(raw, every), *notices(raw),
    ]  # fmt: skip
    return Study(
        RECIPE.name, RECIPE.paper, tuple(tables), tuple(findings), {"segments": _figure(tables[2:4])},
        _signatures(raw, own, setup),
    )  # fmt: skip


def _split(measures: Sequence[str]) -> tuple[dict[str, Measure], Meteor]:
    """Return the measures to compare with, and the METEOR to take apart."""
    parsed = {label: parse(label) for label in measures}
    meteors = [one for one in parsed.values() if isinstance(one, Meteor)]
    if len(meteors) != 1:
        raise SpecError(
            f"the study takes METEOR apart and needs it once; there are {len(meteors)} in {', '.join(measures)}: "
            f"give one, such as -m meteor -m bleu"
        )
    return {label: one for label, one in parsed.items() if one is not meteors[0]}, meteors[0]


def _rows(others: dict[str, Measure], meteor: Meteor) -> dict[str, Measure]:
    """Return the rows of table 1: the other measures, the parts of METEOR, and METEOR."""
    parts = {"Precision": 0.0, "Recall": 1.0, "F1": 0.5, "Fmean": meteor.alpha}
    return {
        **others,
        **{name: replace(meteor, alpha=alpha, gamma=0.0) for name, alpha in parts.items()},
        "METEOR": meteor,
    }


def _stages(meteor: Meteor) -> dict[str, Measure]:
    made: dict[str, Measure] = {name: replace(meteor, modules=modules) for name, modules in _STAGES.items()}
    return {**made, ", ".join(meteor.modules): meteor}


def _systems(raw: Judged, rows: dict[str, Measure]) -> Table:
    held = tuple(row_of(name, (raw.systems(str(one), part).value for part in raw.parts)) for name, one in rows.items())
    title = f"Table 1: Pearson's r with human scores ({raw.human.dimension}) over {len(raw.human.systems)} systems"
    return Table("table-1", title, ("measure", *raw.parts), held)


def _each_system(raw: Judged, meteor: Meteor) -> Table:
    found = {part: raw.segments(str(meteor), part) for part in raw.parts}
    held: list[tuple[Cell, ...]] = []
    for n, name in enumerate(raw.human.systems):
        held.append((name, *(_one(raw, str(meteor), part, n) for part in raw.parts)))
    held.append(("average", *(one.value for one in found.values())))
    title = "Tables 2 and 3: Pearson's r of METEOR with human scores over the segments of each system"
    return Table("table-2-3", title, ("system", *raw.parts), tuple(held))


def _one(raw: Judged, label: str, part: str, system: int) -> float:
    scores, human = raw.segment_scores(label, part)
    return correlate(scores[system], human[system]).value


def _segments(raw: Judged, rows: dict[str, Measure], name: str, what: str, head: str) -> Table:
    held = tuple(row_of(row, (raw.segments(str(one), part).value for part in raw.parts)) for row, one in rows.items())
    title = f"{what}, Pearson's r with human scores over segments, mean over systems"
    return Table(name, title, (head, *raw.parts), held)


def _normalised(raw: Judged, own: Judged, meteor: Meteor) -> Table:
    held = tuple(
        row_of(name, (one.segments(str(meteor), part).value for part in raw.parts))
        for name, one in (("raw", raw), ("normalised by assessor", own))
    )
    title = "Table 8: METEOR with raw and with normalised judgements, Pearson's r over segments, mean over systems"
    return Table("table-8", title, ("judgements", *raw.parts), held)


def _over_systems(raw: Judged, rows: dict[str, Measure], meteor: Meteor) -> str:
    """Say how METEOR stands to the others over systems."""
    own, human = raw.system_scores(str(meteor))
    told = []
    for name, one in _without(rows, meteor):
        scores, _ = raw.system_scores(str(one))
        found = correlation_difference(own, scores, human, test="williams")
        told.append(f"{name} {_value(raw.systems(str(one)).value)} ({in_words(found.p)})")
    r = raw.systems(str(meteor)).value
    return (
        f"Over {len(raw.human.systems)} systems METEOR has r = {_value(r)} with people; {', '.join(told)}; "
        f"p of the difference from METEOR, by Williams' test"
    )


class _Tests:
    """Permutation tests over segments, and their progress."""

    def __init__(self, raw: Judged, setup: Setup, tests: int) -> None:
        self.raw, self.setup, self.total, self.done = raw, setup, 100 + _TRIED * tests, 100

    def _p(self, a: Measure, b: Measure) -> float:
        """Return the p of the difference between two measures."""
        one, human = self.raw.segment_scores(str(a))
        other, _ = self.raw.segment_scores(str(b))
        found = correlation_difference(
            one, other, human, grouping="system", trials=self.setup.trials, seed=self.setup.seed
        )
        self.done += _TRIED
        if self.setup.progress is not None:
            self.setup.progress(self.done, self.total)
        return found.p

    def segments(self, rows: dict[str, Measure], meteor: Meteor) -> str:
        """Say how METEOR stands to the others over segments."""
        told = []
        for name, one in _without(rows, meteor):
            r, p = self.raw.segments(str(one)).value, self._p(meteor, one)
            told.append(f"{name} {_value(r)} ({in_words(p)})")
        return (
            f"Over the segments of a system METEOR has a mean r of {_value(self.raw.segments(str(meteor)).value)}; "
            f"{', '.join(told)}; p of the difference from METEOR, by permutation"
        )

    def modules(self, stages: dict[str, Measure]) -> str:
        """Say what modules add to exact matches."""
        (first, exact), *rest = stages.items()
        before, told = self.raw.segments(str(exact)).value, []
        for name, one in rest:
            if one == exact:
                continue
            r, p = self.raw.segments(str(one)).value, self._p(one, exact)
            word = (
                "is not clearly different with" if not p <= _CLEAR else "raises it to" if r > before else "lowers it to"
            )
            told.append(f"{name} {word} {_value(r)} ({in_words(p)})")
        return f"Module {first} alone has a mean r of {_value(before)}; {'; '.join(told)}"


def _without(rows: dict[str, Measure], meteor: Meteor) -> Iterable[tuple[str, Measure]]:
    return [(name, one) for name, one in rows.items() if one != meteor]


def _effect(raw: Judged, own: Judged, meteor: Meteor) -> str:
    """Say what normalised judgements change."""
    before, after = (one.segments(str(meteor)).value for one in (raw, own))
    pairs = [
        tuple(_one(judged, str(meteor), ALL, judged.human.systems.index(name)) for judged in (raw, own))
        for name in raw.human.systems
        if name in own.human.systems
    ]
    pairs = [pair for pair in pairs if not any(map(math.isnan, pair))]
    higher = sum(b > a for a, b in pairs)
    p = sign_test(np.array([b for _, b in pairs]), np.array([a for a, _ in pairs]))
    return (
        f"METEOR's mean r is {_value(before)} with raw and {_value(after)} with normalised judgements; these give the "
        f"higher r for {higher} of {len(pairs)} systems ({in_words(p)}, sign test)"
    )


def _value(r: float) -> str:
    return shown(r, ".3f")


def _undefined(table: Table) -> list[str]:
    cells = [cell for row in table.rows for cell in row if isinstance(cell, float)]
    return undefined_note(table.title.split(":")[0], cells, [FLAT])


def _dropped(raw: Judged, every: Iterable[str]) -> list[str]:
    """Say in how many means over systems some system is missing."""
    found = [raw.segments(label, part) for label in every for part in raw.parts]
    lost = [one for one in found if one.undefined and one.groups]
    told = f"{len(lost)} of {len(found)} means over systems are without those in which r is undefined"
    return [f"{told}, for nothing varies on some side: up to {max(one.undefined for one in lost)}"] if lost else []


def _figure(tables: Sequence[Table]) -> dict[str, Any]:
    """Return the mean correlations over segments as points."""
    rows = [
        {"table": table.title.split(",")[0], "row": row[0], "part": part, "r": value}
        for table in tables
        for row in table.rows
        for part, value in zip(table.heads[1:], row[1:], strict=True)
        if value == value
    ]
    best = [max(table.rows, key=lambda row: (row[1] == row[1], row[1])) for table in tables]
    return {
        "$schema": SCHEMA,
        "title": "Agreement with people over segments",
        "description": "Mean over systems of Pearson's r over segments, for measures and for modules of METEOR; "
        + "on the whole the highest are "
        + " and ".join(f"{row[0]} with {_value(float(row[1]))}" for row in best)
        + ".",
        "data": {"values": rows},
        "facet": {"field": "table", "type": "nominal", "title": None, "sort": None},
        "columns": 1,
        "resolve": {"scale": {"y": "independent"}},
        "spec": {
            "mark": {"type": "point", "filled": True, "size": 60},
            "encoding": {
                "x": {"field": "r", "type": "quantitative", "title": "mean r", "scale": {"zero": False}},
                "y": {"field": "row", "type": "nominal", "title": None, "sort": None},
                "color": {"field": "part", "type": "nominal", "title": None, "sort": None},
            },
        },
    }


def _signatures(raw: Judged, own: Judged | None, setup: Setup) -> tuple[str, ...]:
    human = raw.human.signature("segment")
    how = f"coefficient:pearson|systems:{len(raw.human.systems)}|parts:{raw.facet or 'none'}"
    tested = f"test:permutation|exchanged:output|trials:{setup.trials}|seed:{setup.seed}"
    made = [f"{column.signature('system')}|{human}|{how}" for column in raw.table.columns]
    made += [f"{c.signature('segment')}|{human}|{how}|grouping:system|{tested}" for c in raw.table.columns]
    return (*made, *([f"table 8|{own.human.signature('segment')}|{how}|grouping:system"] if own else []))


RECIPE = Recipe(
    "banerjee-lavie-2005",
    "What does each part of METEOR add to its agreement with people?",
    "Banerjee & Lavie 2005, METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human "
    "Judgments",
    ("bleu", "nist", "meteor"),
    run,
    takes=("human", "dimension", "trials"),
    needs=("human scores of outputs", "assessors for table 8"),
)
