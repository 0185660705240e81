"""Are the tests and intervals what they claim to be? Simulated on sample texts, whose segments serve as a population.

    python -m benchmarks.calibration [--simulations N] [--ted FOLDER] [--intervals]

Rejections: two systems that are alike by construction (on each drawn segment their outputs are dealt at random) should
be told apart at level .05 in 5 % of all test sets. Coverage: the interval of a difference on a drawn test set should
hold the difference in the population in 95 %. With --intervals, instead: how often intervals of scores of each kind
hold the score of the population.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.draws import BCA, INTERVALS
from steelyard.inference.comparison.null_simulation import type_one_error
from steelyard.inference.proportions import wilson
from steelyard.scores import from_statistics
from steelyard.statistics import Statistics
from steelyard.statistics.intervals import score_intervals
from steelyard.statistics.resampling import bootstrap, percentile_interval

#: Measures whose intervals are held to cover, and at how many segments.
COVERED = ("bleu", "chrf", "ter", "meteor", "nist", "rouge-l")
COVERED_SIZES = (50, 100, 500)
MEASURES = ("bleu", "chrf", "ter", "sentence-bleu")
SIZES = (100, 500, 1000, 3000)
# with 199 trials p takes multiples of 1/200, so that .05 is reached exactly
_TRIALS = 199
_RESAMPLES = 500


def coverage(pair: Statistics, segments: int, simulations: int, seed: int = 1) -> float:
    """Return the share of drawn test sets whose 95 % interval holds the difference in the population."""
    random = np.random.default_rng(seed)
    population = np.subtract(*pair.measure.score(pair.sums()))
    covered = 0
    for number in range(simulations):
        drawn = random.integers(0, pair.values.shape[1], segments)
        test_set = replace(pair, values=np.ascontiguousarray(pair.values[:, drawn]), ids=None, facets={})
        scores = bootstrap(test_set, _RESAMPLES, seed + number)
        low, high = percentile_interval(scores[:, 0] - scores[:, 1], 0.95)
        covered += bool(low <= population <= high)
    return covered / simulations


def covering(population: Statistics, segments: int, simulations: int, seed: int = 1) -> dict[str, int]:
    """Return how many of the 95 % intervals of each kind hold the score of the population, of its first system."""
    random = np.random.default_rng(seed)
    one = population.among(population.systems[:1])
    truth = float(one.measure.score(one.sums())[0])
    covered = dict.fromkeys(INTERVALS, 0)
    for number in range(simulations):
        drawn = random.integers(0, one.values.shape[1], segments)
        test_set = replace(one, values=np.ascontiguousarray(one.values[:, drawn]), ids=None, facets={})
        intervals = score_intervals(test_set, sy.Draws(interval=BCA, seed=seed + number))
        for kind in covered:
            low, high = replace(intervals, kind=kind).bounds(0.95)
            covered[kind] += bool(low[0] <= truth <= high[0])
    return covered


def joint_covering(population: Sequence[Statistics], segments: int, simulations: int, seed: int = 1) -> dict[str, int]:
    """Return on how many test sets the intervals of all differences hold at once: each by itself, and simultaneous.

    By the simultaneous ones, those of each measure are counted in its name, and those of all measures in "all".
    """
    random = np.random.default_rng(seed)
    count = population[0].values.shape[1]
    draws = sy.Draws(trials=1, resamples=1000, seed=seed)
    truths = sy.compare(from_statistics(population), test="t", draws=draws).comparisons
    settings = {"alone": {}, "each": {"simultaneous": True}, "all": {"simultaneous": True, "correct_over": "all"}}
    covered = dict.fromkeys(["alone", *(measured.label for measured in population), "all"], 0)
    for number in range(simulations):
        drawn = random.integers(0, count, segments)
        test_set = [
            replace(measured, values=np.ascontiguousarray(measured.values[:, drawn]), ids=None, facets={})
            for measured in population
        ]
        for how, chosen in settings.items():
            pairs = sy.compare(
                from_statistics(test_set), test="t", draws=replace(draws, seed=seed + number), **chosen
            ).comparisons
            outside = {
                pair.measure
                for pair, truth in zip(pairs, truths, strict=True)
                if not pair.low <= truth.value <= pair.high
            }
            if how == "each":
                for measured in population:
                    covered[measured.label] += measured.label not in outside
            else:
                covered[how] += not outside
    return covered


def rejections(pair: Statistics, segments: int, simulations: int, seed: int = 1) -> dict[str, int]:
    """Return how often each test tells apart, at level .05, systems that are alike."""
    a, b = pair.systems
    rates = type_one_error(
        pair,
        a,
        b,
        segments=segments,
        alphas=(0.05,),
        simulations=simulations,
        draws=sy.Draws(trials=_TRIALS, seed=seed),
    )
    return {rate.test: rate.rejections for rate in rates}


def two_systems(ted: Path | None = None, measures: Sequence[str] = MEASURES) -> sy.Scores:
    """Return the scores of two near systems: of WMT's TED talks where they are at hand, else of the sample."""
    if ted is None:
        sample = sy.sample()
        few = {name: list(sample.systems[name]) for name in ("basalt", "cedar")}
        return sy.score(few, list(sample.references[0]), measures)
    lines = {name: (ted / f"{name}.txt").read_text("utf-8").split("\n")[:-1] for name in
             ("sys.NiuTrans", "sys.SMU", "ref.B")}  # fmt: skip
    references = lines.pop("ref.B")
    return sy.score(lines, references, measures)


def main() -> None:
    """Print a table of rejections and coverage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("--simulations", type=int, default=1000, help="test sets per row (default 1,000)")
    parser.add_argument("--ted", type=Path, metavar="FOLDER", help="TED talks instead of the sample")
    parser.add_argument("--intervals", action="store_true", help="coverage of each kind of interval of scores")
    chosen = parser.parse_args()
    if chosen.intervals:
        _print_coverage(chosen.ted, chosen.simulations)
        return
    print(f"{'measure':14}{'segments':>9}{'randomisation':>22}{'bootstrap':>22}{'coverage':>22}")
    for measured in two_systems(chosen.ted).statistics:
        for size in SIZES:
            counts = rejections(measured, size, chosen.simulations)
            covered = round(coverage(measured, size, chosen.simulations) * chosen.simulations)
            cells = (_share(count, chosen.simulations) for count in (*counts.values(), covered))
            print(f"{measured.label:14}{size:>9,}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def _print_coverage(ted: Path | None, simulations: int) -> None:
    """Print a row for each measure and number of segments."""
    print(f"{'measure':14}{'segments':>9}" + "".join(f"{kind:>12}" for kind in INTERVALS))
    for measured in two_systems(ted, COVERED).statistics:
        for size in COVERED_SIZES:
            shares = (count / simulations for count in covering(measured, size, simulations).values())
            print(f"{measured.label:14}{size:>9,}" + "".join(f"{share:>12.4f}" for share in shares), flush=True)


def _share(count: int, simulations: int) -> str:
    low, high = wilson(count, simulations)
    return f"{count / simulations:.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main()
