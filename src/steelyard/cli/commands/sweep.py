"""`steelyard sweep`: a measure's options against human scores."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from steelyard.cli.groups import Input, People, one_dimension
from steelyard.cli.output import Output, Plotted
from steelyard.cli.typed import command_of, option, options
from steelyard.files.numbers import number_in

if TYPE_CHECKING:
    from steelyard.measures.kinds.base import Measure
    from steelyard.meta.people.sweep import Sweep


@options
class SweepOptions(Input, People, Output, Plotted):
    """Options of `steelyard sweep`."""

    measure: str = option("-m", "--measure", required=True, metavar="MEASURE", help="name[@preset][(option=value,…)].")
    vary: tuple[str, ...] = option(
        "--vary", multiple=True, required=True, metavar="OPTION=VALUES",
        help="Values to try: d=1,2,3, or a range decay=0.1:1:0.1; repeatable.",
    )  # fmt: skip
    dimension: str | None = one_dimension()
    level: str = option(
        "--level", default="system", metavar="LEVEL",
        help="system, segment, document or any facet; below system all systems are pooled.",
    )  # fmt: skip
    coefficient: str = option(
        "--coefficient", default="pearson", metavar="NAME",
        help="pearson, spearman, kendall (τ-b), or another of docs/correlation.md.",
    )  # fmt: skip


@command_of("sweep", SweepOptions, "Try a measure's options against human scores.")
def command(asked: SweepOptions) -> None:
    """Try a measure's options against human scores.

    Every combination of the values is tried, and its correlation with the human scores told. The best of many, chosen
    on the data it is tried on, will do worse on other data.

    \b
    steelyard sweep --corpus corpus.jsonl -m esk --vary d=1,2,3 --vary decay=0.1:1:0.1 --dimension adequacy
    steelyard sweep A.txt B.txt C.txt -r ref.txt --human human.tsv -m chrf --vary beta=1,2,3 --level segment
    """
    asked.check_input("score")
    if asked.plot is not None:
        from steelyard.report.figures import check_figure

        check_figure(asked.plot)
    asked.check_output(("--plot", asked.plot))
    swept = _swept(asked)
    asked.draw(swept)
    asked.answer(swept)


def _swept(asked: SweepOptions) -> Sweep:
    from steelyard.cli.inputs import check_facet, check_measures
    from steelyard.cli.progress import progress
    from steelyard.measures.notation import parse
    from steelyard.meta.people.sweep import settings, sweep

    check_measures([asked.measure])
    measure = parse(asked.measure)
    vary = varied(measure, asked.vary)
    settings(measure, vary)
    corpus = asked.read_corpus()
    place = "in this corpus" if asked.corpus else "here"
    check_facet("level", asked.level, ("system", "segment"), corpus.facets, place)
    with progress() as draw:
        return sweep(
            corpus, measure, vary, human=asked.human_file(), dimension=asked.dimension, level=asked.level,
            coefficient=asked.coefficient, run=asked.run(draw),
        )  # fmt: skip


def varied(measure: Measure, written: Sequence[str]) -> dict[str, list[Any]]:
    """Return option → values of OPTION=VALUES: values with commas between, or a range low:high[:step] of numbers."""
    from steelyard.errors import SpecError
    from steelyard.measures.notation import option_of, read_value

    values_of: dict[str, list[Any]] = {}
    for text in written:
        name, _, values = (part.strip() for part in text.partition("="))
        if not name or not values:
            raise SpecError(f"--vary {text}: expected OPTION=VALUES, for instance d=1,2,3 or decay=0.1:1:0.1")
        if name in values_of:
            raise SpecError(f"--vary {text}: {name} is varied twice; give all its values at once")
        kind = type(measure)
        option_of(kind, name)
        spread = _spread(text, values) if _is_number(get_type_hints(kind)[name]) else values.split(",")
        values_of[name] = [read_value(kind, name, value.strip()) for value in spread]
    return values_of


def _is_number(hint: Any) -> bool:
    """Tell whether an option takes numbers and no lists of numbers, which are written with colons too."""
    kinds = get_args(hint) or (hint,)
    return (int in kinds or float in kinds) and not any(get_origin(kind) is tuple for kind in kinds)


def _spread(text: str, values: str) -> list[str]:
    """Return the numbers of values and ranges; they are added up in decimals, so that 0.1:1:0.1 ends in 1."""
    from steelyard.errors import SpecError
    from steelyard.meta.people.sweep import MOST_SETTINGS

    spread: list[str] = []
    for value in values.split(","):
        ends = value.split(":")
        if len(ends) == 1:
            spread.append(value)
            continue
        if (bounds := _range(ends)) is None:
            raise SpecError(f"--vary {text}: {value} is no range; expected low:high or low:high:step, as 0.1:1:0.1")
        low, high, step = bounds
        steps = (high - low) / step
        if steps >= MOST_SETTINGS:
            raise SpecError(
                f"--vary {text}: {int(steps) + 1:,} values are too many; at most {MOST_SETTINGS:,} are tried"
            )
        spread += [f"{(low + n * step).normalize():f}" for n in range(int(steps) + 1)]
    return spread


def _range(ends: Sequence[str]) -> tuple[Decimal, Decimal, Decimal] | None:
    """Return low, high and step of a range, if it is one."""
    if len(ends) > 3 or any(number_in(end) is None for end in ends):
        return None
    low, high, step = (Decimal(end.strip()) for end in (*ends, *("1",) * (3 - len(ends))))
    return (low, high, step) if step > 0 and low <= high else None
