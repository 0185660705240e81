"""`steelyard power`: how many segments tell two systems apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    INPUT,
    JSON,
    MEASURES,
    OUT,
    OUTSIDE,
    STATISTICS,
    THREADS,
    Number,
    accept,
    grouped,
    seed,
    simulations,
    trials_of_each,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.inference.power import Power

_SHARE = Number(0, 1, min_open=True, max_open=True)
_CHOICE = (
    MEASURES,
    *OUTSIDE,
    click.option("--pair", nargs=2, metavar="A B", help="Two systems, where there are more."),
    click.option(
        "--difference", type=Number(0, min_open=True), metavar="D", help="To be found; default: that of the pilot."
    ),
    click.option("--power", type=_SHARE, default=0.8, show_default=True, metavar="SHARE", help="Chance to find it."),
    click.option(
        "--level",
        type=_SHARE,
        default=0.05,
        show_default=True,
        metavar="P",
        help="Significance level of the test, two-sided.",
    ),
    simulations(200, "Test sets drawn from the pilot."),
    trials_of_each("Of the randomisation on each."),
    seed("Of all random draws."),
    THREADS,
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per measure."),
    OUT,
)


@click.command("power", short_help="Say how many segments tell two systems apart.")
@grouped(INPUT, [STATISTICS, accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say how many segments tell two systems apart, from their outputs on a pilot test set.

    \b
    steelyard power A.txt B.txt -r ref.txt -m bleu
    steelyard power A.txt B.txt -r ref.txt -m bleu --difference 0.5 --power 0.9
    """
    check_run(ctx, also=["scores"])
    from steelyard.cli.output import check_writable, emit
    from steelyard.report import json, power

    if given["out"] is not None:
        check_writable(given["out"])
    made = _made(given)
    if given["json"]:
        emit(json.lines({"power": [one.to_dict() for one in made]}), given["out"])
    else:
        emit(power.tsv(made) if given["tsv"] else power.text(made), given["out"])


def _made(given: dict[str, Any]) -> list[Power]:
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import pair_of, scores_in
    from steelyard.inference.power import power

    scores = scores_in(given)
    a, b = pair_of(scores.systems, given["pair"])
    options = {name: given[name] for name in ("difference", "power", "level", "simulations", "trials", "seed")}
    with progress(what="simulations") as draw:
        return [power(one, a, b, **options, progress=draw) for one in scores.statistics]
