"""Riezler & Maxwell (2005): how often do randomisation and bootstrap find a difference where there is none?

Their table 1 compares two systems by several measures; their table 2 five pairs of systems that are alike. There the
bootstrap gave about half the p of the randomisation (.014 against .030, .013 against .025 …). Here systems are alike by
construction: on each drawn segment, the outputs of two systems are dealt to two new ones at random.

The bootstrap of their figure 2 shifts *absolute* differences by their mean. A large difference has one sign in all
samples, so only one of two tails is left, and p comes out half. Signed differences shifted by their mean, which is the
bootstrap of this package, leave both. Both are shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from steelyard.corpus import Corpus, check_accept
from steelyard.errors import InputError
from steelyard.inference.checks import check_draws, check_reach
from steelyard.inference.power import NULL_TESTS, ErrorRate, NullSimulation, pair_p_values, simulate_null
from steelyard.inference.unit_scores import sign_test
from steelyard.meta.vega import SCHEMA
from steelyard.statistics import Statistics, collect
from steelyard.studies.base import Cell, Recipe, Setup, Study, Table

_LEVELS = (0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.2)
_IN_TEXT = (0.01, 0.015, 0.05, 0.1)
_SHOWN = 5
_AT = 0.05


def run(corpus: Corpus, measures: Sequence[str], setup: Setup) -> Study:
    """Run the study with the outputs of two systems of a corpus, the first two unless told."""
    simulations, trials, seed, progress = setup.simulations, setup.trials, setup.seed, setup.progress
    if len(corpus.systems) < 2:
        raise InputError("the study deals the outputs of two systems; give two or more")
    check_draws(seed, simulations=simulations, trials=trials)
    check_reach(trials, _LEVELS, "of the study's table of rejections")
    a, b = setup.pair or tuple(corpus.systems)[:2]
    statistics = collect(corpus, measures, setup.threads, check_accept(setup.accept))
    simulated = []
    for n, one in enumerate(statistics):

        def tell(done: int, _: int, before: int = n * simulations) -> None:
            if progress is not None:
                progress(before + done, simulations * len(statistics))

        simulated.append(simulate_null(one, a, b, simulations=simulations, trials=trials, seed=seed, progress=tell))
    how = f"|dealt:{a}, {b}|segments:{len(corpus)}|simulations:{simulations}|trials:{trials}|unit:segment|seed:{seed}"
    return Study(
        RECIPE.name, RECIPE.paper,
        (_table_1(statistics, a, b, trials, seed), _table_2(simulated), _summary(simulated), _rejections(simulated)),
        tuple(finding for one in simulated for finding in _findings(one)),
        {"rejections": _figure(simulated)},
        tuple(one.signature() + how for one in statistics),
    )  # fmt: skip


def _table_1(statistics: Sequence[Statistics], a: str, b: str, trials: int, seed: int) -> Table:
    """Return the two systems as they are, under every measure."""
    rows: list[tuple[Cell, ...]] = []
    for one in statistics:
        scores = one.measure.score(one.sums())
        first, second = (float(scores[one.systems.index(name)]) for name in (a, b))
        p = pair_p_values(one, a, b, trials, seed)
        rows.append((one.label, first, second, first - second, *(p[test] for test in NULL_TESTS)))
    heads = ("measure", a, b, "difference", *(f"p {test}" for test in NULL_TESTS))
    return Table("table-1", f"Table 1: {a} and {b} as they are", heads, tuple(rows))


def _table_2(simulated: Sequence[NullSimulation]) -> Table:
    """Return some pairs of systems that are alike, under the first measure."""
    one = simulated[0]
    count = min(_SHOWN, len(one.differences))
    rows: list[tuple[Cell, ...]] = [
        (str(n + 1), float(one.differences[n]), *(float(one.p[test][n]) for test in NULL_TESTS)) for n in range(count)
    ]
    heads = ("pair", f"{one.measure} difference", *(f"p {test}" for test in NULL_TESTS))
    return Table("table-2", f"Table 2: {count} pairs of systems that are alike by construction", heads, tuple(rows))


def _summary(simulated: Sequence[NullSimulation]) -> Table:
    """Return rejection rates with their intervals, one column per level."""
    rows: list[tuple[Cell, ...]] = []
    for one in simulated:
        rates = {(rate.test, rate.level): rate for rate in one.rates(_IN_TEXT)}
        for test in NULL_TESTS:
            some = [rates[test, level] for level in _IN_TEXT]
            rows.append((one.measure, test, *map(_rate, some)))
    count = len(simulated[0].differences)
    title = f"Type-I error: rejections in {count:,} pairs of systems that are alike, with 95 % intervals"
    return Table("summary", title, ("measure", "test", *(f"level {level:g}" for level in _IN_TEXT)), tuple(rows))


def _rate(one: ErrorRate) -> str:
    told = "undefined" if math.isnan(one.rate) else f"{one.rate:.1%} [{one.low:.1%}, {one.high:.1%}]"
    return told + (f" without {one.undefined} undefined" if one.undefined and told != "undefined" else "")


def _rejections(simulated: Sequence[NullSimulation]) -> Table:
    rows = tuple(
        (
            rate.measure,
            rate.test,
            rate.level,
            rate.rate,
            rate.low,
            rate.high,
            rate.rejections,
            rate.simulations,
            rate.undefined,
        )
        for one in simulated
        for rate in one.rates(_LEVELS)
    )
    heads = ("measure", "test", "level", "rate", "low", "high", "rejections", "simulations", "undefined")
    return Table("rejections", "Type-I error at more levels, with 95 % intervals", heads, rows, shown=False)


def _findings(one: NullSimulation) -> list[str]:
    """Return for each bootstrap whether it was the less conservative, by the sign test of the p-values."""
    at = {rate.test: rate.rate for rate in one.rates((_AT,))}
    out = []
    for test in NULL_TESTS[1:]:
        base, p = one.both_defined("randomisation", test)
        if not len(p):
            out.append(f"{one.measure}: p by {test} or by randomisation is undefined in all pairs")
            continue
        smaller, larger = int((p < base).sum()), int((p > base).sum())
        clear = sign_test(p, base) <= _AT
        verdict = "less conservative" if smaller > larger else "more conservative"
        told = f"the {verdict} of the two" if clear else "neither less nor more conservative"
        out.append(
            f"{one.measure}: {test} was {told}: p smaller than by randomisation in {smaller} of {len(base)} pairs, "
            f"larger in {larger}; at {_AT} it rejected {at[test]:.1%}, randomisation {at['randomisation']:.1%}"
            + (f"; undefined in {lost} pairs, which are left out" if (lost := len(one.differences) - len(p)) else "")
        )
    return out


def _figure(simulated: Sequence[NullSimulation]) -> dict[str, Any]:
    """Return rejection rates over levels; a test that keeps its level lies on the diagonal."""
    rows = [
        {"measure": rate.measure, "test": rate.test, "level": rate.level, "rate": rate.rate, "low": rate.low,
         "high": rate.high}
        for one in simulated
        for rate in one.rates(_LEVELS)
        if not math.isnan(rate.rate)
    ]  # fmt: skip
    x = {"field": "level", "type": "quantitative", "title": "level"}
    colour = {"field": "test", "type": "nominal", "sort": list(NULL_TESTS), "title": None}
    share = {"type": "quantitative", "title": "rejections", "axis": {"format": "%"}}
    return {
        "$schema": SCHEMA,
        "title": "How often a difference is found where there is none",
        "description": "Share of rejections over the level of the test, a panel for each measure and a line for each "
        "test; a test that keeps its level lies on the diagonal. The numbers are in rejections.tsv.",
        "data": {"values": rows},
        "facet": {"field": "measure", "type": "nominal", "title": None, "sort": None},
        "columns": 3,
        "spec": {
            "width": 200,
            "height": 200,
            "layer": [
                {"mark": {"type": "line", "strokeDash": [4, 4], "color": "grey"},
                 "encoding": {"x": x, "y": {"field": "level", **share}}},
                {"mark": "rule", "encoding": {"x": x, "y": {"field": "low", **share}, "y2": {"field": "high"},
                                              "color": colour}},
                {"mark": {"type": "line", "point": True},
                 "encoding": {"x": x, "y": {"field": "rate", **share}, "color": colour}},
            ],
        },
    }  # fmt: skip


RECIPE = Recipe(
    "riezler-maxwell-2005",
    "How often do randomisation and bootstrap find a difference where there is none?",
    "Riezler & Maxwell 2005, On Some Pitfalls in Automatic Evaluation and Significance Testing for MT",
    ("nist", "bleu", "unigram-f1"),
    run,
    takes=("pair", "simulations", "trials"),
)
