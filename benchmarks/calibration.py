"""Are the tests and intervals what they claim to be? Simulated on sample texts, whose segments serve as a population.

    python -m benchmarks.calibration [--simulations N] [--ted FOLDER]

Rejections: two systems that are alike by construction (on each drawn segment their outputs are dealt at random) should
be told apart at level .05 in 5 % of all test sets. Coverage: the interval of a difference on a drawn test set should
hold the difference in the population in 95 %.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.inference.comparison.null_simulation import type_one_error
from steelyard.inference.proportions import wilson
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import bootstrap, percentile_interval

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


def two_systems(ted: Path | None = None) -> sy.Scores:
    """Return the scores of two near systems: of WMT's TED talks where they are at hand, else of the sample."""
    if ted is None:
        sample = sy.sample()
        few = {name: list(sample.systems[name]) for name in ("basalt", "cedar")}
        return sy.score(few, list(sample.references[0]), MEASURES)
    lines = {name: (ted / f"{name}.txt").read_text("utf-8").split("\n")[:-1] for name in
             ("sys.NiuTrans", "sys.SMU", "ref.B")}  # fmt: skip
    references = lines.pop("ref.B")
    return sy.score(lines, references, MEASURES)


def main() -> None:
    """Print a table of rejections and coverage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("--simulations", type=int, default=1000, help="test sets per row (default 1,000)")
    parser.add_argument("--ted", type=Path, metavar="FOLDER", help="TED talks instead of the sample")
    chosen = parser.parse_args()
    print(f"{'measure':14}{'segments':>9}{'randomisation':>22}{'bootstrap':>22}{'coverage':>22}")
    for measured in two_systems(chosen.ted).statistics:
        for size in SIZES:
            counts = rejections(measured, size, chosen.simulations)
            covered = round(coverage(measured, size, chosen.simulations) * chosen.simulations)
            cells = (_share(count, chosen.simulations) for count in (*counts.values(), covered))
            print(f"{measured.label:14}{size:>9,}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def _share(count: int, simulations: int) -> str:
    low, high = wilson(count, simulations)
    return f"{count / simulations:.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main()
