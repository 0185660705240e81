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

from steelyard.corpus import Corpus, check_accept
from steelyard.draws import Draws, Run
from steelyard.engines.local import collect
from steelyard.errors import InputError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.null_simulation import (
    NullSimulation,
    RejectionRate,
    pair_p_values,
    simulate_null,
)
from steelyard.inference.comparison.power import NULL_TESTS
from steelyard.inference.comparison.tests.sign import Sign
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.table import Cell, Table
from steelyard.statistics import Statistics
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_LEVELS = (0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.2)
_IN_TEXT = (0.01, 0.015, 0.05, 0.1)
_SHOWN = 5
_AT = 0.05


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the outputs of two systems of a corpus, the first two unless told."""
    if len(corpus.systems) < 2:
        raise InputError("the study deals the outputs of two systems; give two or more")
    check_reach(draws.trials, _LEVELS, "of the study's table of rejections")
    a, b = choices.pair or tuple(corpus.systems)[:2]
    statistics = collect(corpus, measures, run.threads, check_accept(run.accept))
    tests = Draws(trials=draws.trials, seed=draws.seed)
    simulated = _simulated(statistics, (a, b), choices.simulations, tests, run)
    dealt = {"dealt": f"{a}, {b}", "segments": len(corpus), "simulations": choices.simulations}
    drawn = {"trials": draws.trials, "unit": "segment", "seed": draws.seed}
    return Account(
        RECIPE.paper,
        (_table_1(statistics, a, b, tests), _table_2(simulated), _summary(simulated), _rejections(simulated)),
        (_figure(simulated),),
        tuple(finding for simulation in simulated for finding in _findings(simulation)),
        signatures=unlabelled(of.signature().joined(**dealt, **drawn) for of in statistics),
    )


def _simulated(
    statistics: Sequence[Statistics], pair: tuple[str, str], simulations: int, draws: Draws, run: Run
) -> list[NullSimulation]:
    """Deal the outputs of two systems to two new ones again and again, under every measure."""
    simulated = []
    for n, measured in enumerate(statistics):

        def tell(done: int, _: int, before: int = n * simulations) -> None:
            if run.progress is not None:
                run.progress(before + done, simulations * len(statistics))

        simulated.append(simulate_null(measured, *pair, simulations=simulations, draws=draws, run=Run(progress=tell)))
    return simulated


def _table_1(collected: Sequence[Statistics], a: str, b: str, draws: Draws) -> Table:
    """Return the two systems as they are, under every measure."""
    rows: list[tuple[Cell, ...]] = []
    for statistics in collected:
        scores = statistics.measure.score(statistics.sums())
        first, second = (float(scores[statistics.systems.index(name)]) for name in (a, b))
        p = pair_p_values(statistics, a, b, draws)
        rows.append((statistics.label, first, second, first - second, *(p[test] for test in NULL_TESTS)))
    heads = ("measure", a, b, "difference", *(f"p {test}" for test in NULL_TESTS))
    return Table("table-1", f"Table 1: {a} and {b} as they are", heads, tuple(rows))


def _table_2(simulated: Sequence[NullSimulation]) -> Table:
    """Return some pairs of systems that are alike, under the first measure."""
    simulation = simulated[0]
    count = min(_SHOWN, len(simulation.differences))
    rows: list[tuple[Cell, ...]] = [
        (str(n + 1), float(simulation.differences[n]), *(float(simulation.p[test][n]) for test in NULL_TESTS))
        for n in range(count)
    ]
    heads = ("pair", f"{simulation.measure} difference", *(f"p {test}" for test in NULL_TESTS))
    return Table("table-2", f"Table 2: {count} pairs of systems that are alike by construction", heads, tuple(rows))


def _summary(simulated: Sequence[NullSimulation]) -> Table:
    """Return rejection rates with their intervals, one column per level."""
    rows: list[tuple[Cell, ...]] = []
    for simulation in simulated:
        rates = {(rate.test, rate.alpha): rate for rate in simulation.rates(_IN_TEXT)}
        for test in NULL_TESTS:
            at_levels = [rates[test, level] for level in _IN_TEXT]
            rows.append((simulation.measure, test, *map(_rate, at_levels)))
    count = len(simulated[0].differences)
    title = f"Type-I error: rejections in {count:,} pairs of systems that are alike, with 95 % intervals"
    return Table("summary", title, ("measure", "test", *(f"level {level:g}" for level in _IN_TEXT)), tuple(rows))


def _rate(rate: RejectionRate) -> str:
    written = "undefined" if math.isnan(rate.rate) else f"{rate.rate:.1%} [{rate.low:.1%}, {rate.high:.1%}]"
    return written + (f" without {rate.undefined} undefined" if rate.undefined and written != "undefined" else "")


def _rejections(simulated: Sequence[NullSimulation]) -> Table:
    rows = tuple(
        (
            rate.measure,
            rate.test,
            rate.alpha,
            rate.rate,
            rate.low,
            rate.high,
            rate.rejections,
            rate.simulations,
            rate.undefined,
        )
        for simulation in simulated
        for rate in simulation.rates(_LEVELS)
    )
    heads = ("measure", "test", "level", "rate", "low", "high", "rejections", "simulations", "undefined")
    return Table("rejections", "Type-I error at more levels, with 95 % intervals", heads, rows, shown=False)


def _findings(simulation: NullSimulation) -> list[str]:
    """Return for each bootstrap whether it was the less conservative, by the sign test of the p-values."""
    at = {rate.test: rate.rate for rate in simulation.rates((_AT,))}
    out = []
    for test in NULL_TESTS[1:]:
        base, p = simulation.both_defined("randomisation", test)
        if not len(p):
            out.append(f"{simulation.measure}: p by {test} or by randomisation is undefined in all pairs")
            continue
        smaller, larger = int((p < base).sum()), int((p > base).sum())
        clear = Sign().p(p, base) <= _AT
        verdict = "less conservative" if smaller > larger else "more conservative"
        conclusion = f"the {verdict} of the two" if clear else "neither less nor more conservative"
        out.append(
            f"{simulation.measure}: {test} was {conclusion}: p smaller than by randomisation in {smaller} of "
            f"{len(base)} pairs, larger in {larger}; at {_AT} it rejected {at[test]:.1%}, randomisation "
            f"{at['randomisation']:.1%}"
            + (
                f"; undefined in {lost} pairs, which are left out"
                if (lost := len(simulation.differences) - len(p))
                else ""
            )
        )
    return out


def _figure(simulated: Sequence[NullSimulation]) -> Figure:
    """Return rejection rates over levels; a test that keeps its level lies on the diagonal."""
    rows = [
        {"measure": rate.measure, "test": rate.test, "level": rate.alpha, "rate": rate.rate, "low": rate.low,
         "high": rate.high}
        for simulation in simulated
        for rate in simulation.rates(_LEVELS)
    ]  # fmt: skip
    return Figure(
        "rejections", "How often a difference is found where there is none", "lines", tuple(rows), Axis("level"),
        Axis("rate", "rejections"), colour="test", column="measure", low="low", high="high", diagonal=True,
        description="Share of rejections over the level of the test, a panel for each measure and a line for each "
        "test; a test that keeps its level lies on the diagonal. The numbers are in rejections.tsv.",
    )  # fmt: skip


RECIPE = Recipe(
    "riezler-maxwell-2005",
    "How often do randomisation and bootstrap find a difference where there is none?",
    "Riezler & Maxwell 2005, On Some Pitfalls in Automatic Evaluation and Significance Testing for MT",
    ("nist", "bleu", "unigram-f1"),
    experiment,
    takes=("pair", "simulations", "trials"),
    settings=(
        PaperSetting(
            "measures",
            "NIST, F-score of dependencies, and BLEU",
            "nist, bleu and unigram-f1",
            "dependencies need a parser",
        ),
        PaperSetting(
            "pair",
            "two systems of their own",
            "the first two",
        ),
        PaperSetting(
            "simulations",
            "none: one run of each test",
            "500",
            "systems are made alike, so that how often a test rejects can be counted",
        ),
        PaperSetting(
            "trials",
            "10000",
            "1000",
            "many tests are made",
        ),
        PaperSetting(
            "the bootstrap",
            "of absolute differences",
            "of absolute and of signed ones",
        ),
        PaperSetting(
            "n-best reranker",
            "made the systems of table 2",
            "left out",
            "it trains a translation system",
        ),
    ),
)
