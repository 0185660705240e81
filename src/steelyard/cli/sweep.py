"""`steelyard sweep`: a measure's options against human scores."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import click

from steelyard.cli.options import HUMAN, INPUT, JSON, LATEX, THREADS, accept, grouped
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.measures.base import Measure
    from steelyard.meta.sweep import Sweep

_CHOICE = (
    click.option("-m", "--measure", required=True, metavar="MEASURE", help="name[@preset][(option=value,…)]."),
    click.option(
        "--vary",
        multiple=True,
        required=True,
        metavar="OPTION=VALUES",
        help="Values to try: d=1,2,3, or a range decay=0.1:1:0.1; repeatable.",
    ),
    *HUMAN,
    click.option(
        "--level",
        default="system",
        show_default=True,
        metavar="LEVEL",
        help="system, segment, document or any facet; below system all systems are pooled.",
    ),
    click.option(
        "--coefficient",
        default="pearson",
        show_default=True,
        metavar="NAME",
        help="pearson, spearman, kendall (τ-b), or another of docs/correlation.md.",
    ),
    THREADS,
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per setting."),
    LATEX,
    click.option("--out", metavar="FILE", help="Write the table there instead of standard output."),
    click.option("--plot", metavar="FILE", help="Draw a figure: FILE.svg or FILE.html (extra: plots)."),
)


@click.command("sweep", short_help="Try a measure's options against human scores.")
@grouped(INPUT, [accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Try a measure's options against human scores.

    Every combination of the values is tried, and its correlation with the human scores told. The best of many, chosen
    on the data it is tried on, will do worse on other data.

    \b
    steelyard sweep --corpus corpus.jsonl -m esk --vary d=1,2,3 --vary decay=0.1:1:0.1 --dimension adequacy
    steelyard sweep A.txt B.txt C.txt -r ref.txt --human human.tsv -m chrf --vary beta=1,2,3 --level segment
    """
    check_run(ctx)
    from steelyard.cli.output import check_outputs, emit
    from steelyard.report.figures import check_figure, draw, sweep_figure

    if given["plot"] is not None:
        check_figure(given["plot"])
    check_outputs(ctx, (("--out", given["out"]), ("--plot", given["plot"])))
    found = _swept(given)
    if given["plot"] is not None:
        draw(sweep_figure(found), given["plot"])
    emit(_rendered(found, given), given["out"])


def _swept(given: dict[str, Any]) -> Sweep:
    from steelyard.cli.inputs import check_facet, check_measures, corpus_of
    from steelyard.cli.progress import progress
    from steelyard.cli.streams import say
    from steelyard.measures.notation import parse
    from steelyard.meta.sweep import settings, sweep

    check_measures([given["measure"]])
    measure = parse(given["measure"])
    vary = varied(measure, given["vary"])
    settings(measure, vary)
    corpus = corpus_of(given)
    check_facet(
        "level", given["level"], ("system", "segment"), corpus.facets, "in this corpus" if given["corpus"] else "here"
    )
    chosen = {name: given[name] for name in ("human", "dimension", "level", "coefficient", "threads", "accept")}
    with progress() as draw:
        found = sweep(corpus, measure, vary, progress=draw, **chosen)
    if given["json"] or given["tsv"] or given["latex"] or given["out"]:
        for notice in found.notices:
            say(f"note: {notice}")
    return found


def varied(measure: Measure, given: Sequence[str]) -> dict[str, list[Any]]:
    """Return option → values of OPTION=VALUES: values with commas between, or a range low:high[:step] of numbers."""
    from steelyard.errors import SpecError
    from steelyard.measures.notation import option_of, read_value

    found: dict[str, list[Any]] = {}
    for text in given:
        name, _, values = (part.strip() for part in text.partition("="))
        if not name or not values:
            raise SpecError(f"--vary {text}: expected OPTION=VALUES, for instance d=1,2,3 or decay=0.1:1:0.1")
        if name in found:
            raise SpecError(f"--vary {text}: {name} is varied twice; give all its values at once")
        kind = type(measure)
        option_of(kind, name)
        spread = _spread(text, values) if _is_number(get_type_hints(kind)[name]) else values.split(",")
        found[name] = [read_value(kind, name, value.strip()) for value in spread]
    return found


def _is_number(hint: Any) -> bool:
    """Tell whether an option takes numbers and no lists of numbers, which are written with colons too."""
    kinds = get_args(hint) or (hint,)
    return (int in kinds or float in kinds) and not any(get_origin(kind) is tuple for kind in kinds)


def _spread(given: str, values: str) -> list[str]:
    """Return the numbers of values and ranges; they are added up in decimals, so that 0.1:1:0.1 ends in 1."""
    from steelyard.errors import SpecError
    from steelyard.meta.sweep import MOST_SETTINGS

    spread: list[str] = []
    for value in values.split(","):
        ends = value.split(":")
        if len(ends) == 1:
            spread.append(value)
            continue
        try:
            low, high, step = (Decimal(end.strip()) for end in (*ends, *("1",) * (3 - len(ends))))
            steps = (high - low) / step
        except (InvalidOperation, ValueError, ZeroDivisionError):
            low = high = step = steps = Decimal("nan")
        if not steps.is_finite() or steps < 0 or step <= 0:
            raise SpecError(f"--vary {given}: {value} is no range; expected low:high or low:high:step, as 0.1:1:0.1")
        if steps >= MOST_SETTINGS:
            raise SpecError(
                f"--vary {given}: {int(steps) + 1:,} values are too many; at most {MOST_SETTINGS:,} are tried"
            )
        spread += [f"{(low + n * step).normalize():f}" for n in range(int(steps) + 1)]
    return spread


def _rendered(found: Sweep, given: dict[str, Any]) -> str:
    from steelyard.report import json, sweep

    if given["json"]:
        return json.lines(found.to_dict())
    if given["tsv"]:
        return sweep.tsv(found)
    return sweep.latex(found) if given["latex"] else sweep.text(found)
