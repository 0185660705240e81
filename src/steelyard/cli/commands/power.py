"""`steelyard power`: how many segments tell two systems apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.groups import SEED, SHARE, Scored, significance_level
from steelyard.cli.numbers import RealNumber, WholeNumber
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.inference.comparison.power import PowerReport


@options
class PowerOptions(Scored, Output):
    """Options of `steelyard power`."""

    pair: tuple[str, str] | None = option("--pair", nargs=2, metavar="A B", help="Two systems, where there are more.")
    difference: float | None = option(
        "--difference",
        type=RealNumber(0, min_open=True),
        metavar="D",
        help="Difference to be found; default: that of the pilot.",
    )
    power: float = option("--power", type=SHARE, default=0.8, metavar="SHARE", help="Chance to find it.")
    alpha: float = significance_level("Significance level of the test, two-sided.")
    simulations: int = option(
        "--simulations", type=WholeNumber(1, 1_000_000), default=200, metavar="N",
        help="Test sets drawn from the pilot.",
    )  # fmt: skip
    trials: int = option(
        "--trials",
        type=WholeNumber(1, 10_000_000),
        default=1000,
        metavar="N",
        help="Random exchanges of the test on each sample.",
    )
    seed: int = option("--seed", type=SEED, default=12345, metavar="N", help="Seed of all random draws.")


@command_of("power", PowerOptions, "Estimate how many segments tell two systems apart.")
def command(asked: PowerOptions) -> None:
    """Estimate how many segments tell two systems apart, from their outputs on a pilot test set.

    \b
    steelyard power A.txt B.txt -r ref.txt -m bleu
    steelyard power A.txt B.txt -r ref.txt -m bleu --difference 0.5 --power 0.9
    """
    asked.check_scored(also=("scores", "human"))
    asked.check_output()
    asked.answer(_powers(asked))


def _powers(asked: PowerOptions) -> PowerReport:
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import pair_of
    from steelyard.draws import Draws, Run
    from steelyard.inference.comparison.power import powers

    scores = asked.read_scores()
    a, b = pair_of(scores.systems, asked.pair)
    draws = Draws(trials=asked.trials, seed=asked.seed)
    with progress(what="simulations") as draw:
        return powers(
            scores, a, b, difference=asked.difference, wanted=asked.power, alpha=asked.alpha,
            simulations=asked.simulations, draws=draws, run=Run(progress=draw),
        )  # fmt: skip
