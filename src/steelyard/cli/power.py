"""`steelyard power`: how many segments tell two systems apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import INPUT, MEASURES, STATISTICS, THREADS, Number, WholeNumber, accept, grouped, seed
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.inference.power import Power

_SHARE = Number(0, 1, min_open=True, max_open=True)
_CHOICE = (
    MEASURES,
    click.option("--pair", nargs=2, metavar="A B", help="Two systems, where there are more."),
    click.option(
        "--difference", type=Number(0, min_open=True), metavar="D", help="To be found; default: that of the pilot."
    ),
    click.option("--power", type=_SHARE, default=0.8, show_default=True, metavar="SHARE", help="Chance to find it."),
    click.option("--level", type=_SHARE, default=0.05, show_default=True, metavar="P", help="Of the test, two-sided."),
    click.option(
        "--simulations", type=WholeNumber(1, 1_000_000), default=200, show_default=True, metavar="N",
        help="Test sets drawn from the pilot.",
    ),
    click.option(
        "--trials", type=WholeNumber(1, 10_000_000), default=1000, show_default=True, metavar="N",
        help="Of the randomisation on each.",
    ),
    seed("Of all random draws."),
    THREADS,
)  # fmt: skip
_OUTPUT = (
    click.option("--json", is_flag=True, help="Print JSON."),
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per measure."),
    click.option("--out", metavar="FILE", help="Write there instead of standard output."),
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
    check_run(ctx)
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
