"""Comparisons of systems as text, tab-separated values and LaTeX."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import fields

from steelyard.inference.comparisons import FAMILY_TESTS, TESTS, Comparison, Comparisons, Settings, Standing
from steelyard.inference.notices import exchanges
from steelyard.inference.plain import shown
from steelyard.report.latex import escaped
from steelyard.report.text import grid, printable

_COLUMNS_AT_ONCE = 13
_SMALLEST = 1e-4


def text(made: Comparisons) -> str:
    """Return, for each measure, the standings and all pairs as a matrix, or a list against the baseline."""
    lines = [*heading(made), ""]
    for number, measure in enumerate(made.measures, 1):
        lines += [f"{printable(measure)} {arrow(made, measure)} ({number})", ""]
        lines += _against(made, measure) if made.baseline else [*_standings(made, measure), "", *_matrix(made, measure)]
        lines.append("")
    lines += [*legend(made), ""]
    lines += [f"({n}) {printable(signature)}" for n, signature in enumerate(signatures(made), 1)]
    lines += [printable(reason) for reason in reasons(made)]
    return "\n".join(lines) + "\n"


def tsv(made: Comparisons) -> str:
    """Return a heading and one row per comparison; an undefined number is "nan", and the reason says why."""
    held = io.StringIO()
    columns = [field.name for field in fields(Comparison)]
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow(columns)
    for one in made.comparisons:
        writer.writerow(["" if (value := getattr(one, name)) is None else value for name in columns])
    return held.getvalue()


def latex(made: Comparisons) -> str:
    """Return a tabular of scores with letters or, from best to worst, with the difference from the baseline."""
    notes = [*heading(made), *legend(made), *signatures(made), *reasons(made)]
    arrows = {True: r"$\uparrow$", False: r"$\downarrow$"}
    heads = [f"{escaped(measure)} {arrows[made.higher_is_better[measure]]}" for measure in made.measures]
    found = {(one.system, one.measure): one for one in made.standings}
    width, order = 1, list(made.systems)
    above = [" & ".join(["system", *heads])]
    if made.baseline:
        width, order = 3, [one.system for one in made.of(made.measures[0])[1]]
        above = [
            " & ".join(["", *(rf"\multicolumn{{3}}{{c}}{{{head}}}" for head in heads)]),
            " & ".join(["system", *["score & difference & interval"] * len(heads)]),
        ]
    cells = _latex_against if made.baseline else _lettered
    rows = ([escaped(system), *(cells(made, found[system, measure]) for measure in made.measures)] for system in order)
    lines = [
        r"% needs \usepackage{booktabs}",
        *(f"% {' '.join(note.split())}" for note in notes),
        rf"\begin{{tabular}}{{l{'r' * width * len(made.measures)}}}",
        r"\toprule",
        *(line + r" \\" for line in above),
        r"\midrule",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def heading(made: Comparisons) -> list[str]:
    """Say what was done, what error it may have, and what it does not allow for."""
    settings, pairs = made.settings, len(made.comparisons) // len(made.measures)
    against = f" against {printable(made.baseline)}" if made.baseline else ""
    compared = f"{pairs:,} pairs of systems{against} for each measure: {_alarms(made)}"
    if pairs == 1:
        compared = f"1 pair of systems{against} for each measure, told apart at p ≤ {settings.level:g}"
    return [
        f"{TESTS[settings.test]}{_trials(made)}; {units(made)}; "
        f"intervals of {settings.confidence:.0%} from {settings.resamples:,} resamples",
        compared,
        *map(printable, made.notices),
    ]


def units(made: Comparisons) -> str:
    """Say what the units are and how many; of crossed ones, how many values each factor has."""
    counts = " × ".join(f"{count:,}" for count in made.units.values())
    crossed = f" over {made.n:,} segments" if len(made.units) > 1 else ""
    return f"{counts} {'unit' if counts == '1' else 'units'} ({printable(made.settings.unit)}){crossed}"


def _trials(made: Comparisons) -> str:
    if "randomisation" not in made.settings.test:
        return ""
    every = exchanges(made.settings, made.n)
    return f", all {every:,} exchanges" if every else f", {made.settings.trials:,} trials"


def _alarms(made: Comparisons) -> str:
    chance = f"the chance of some false alarm would be up to {made.experiment_wise:.1%}"
    return f"uncorrected at {made.settings.level:g}, {chance}; {_kept(made.settings)}"


def _kept(settings: Settings) -> str:
    level = f"{settings.level:.1%}"
    if settings.test in FAMILY_TESTS:
        return f"{settings.test} allows for all pairs and keeps it at {level}"
    if settings.correct == "none":
        return "it is not corrected"
    if settings.correct == "benjamini-hochberg":
        return f"{settings.correct} keeps the expected share of false ones among all differences found at {level}"
    return f"{settings.correct} keeps it at {level}"


def legend(made: Comparisons) -> list[str]:
    """Say what stars and letters mean."""
    levels = ", ".join(f"{'*' * n} p ≤ {bound:g}" for n, bound in enumerate(star_levels(made.settings), 1))
    lines = [f"{levels} (corrected)"]
    if not made.baseline:
        lines.append("systems that share a letter are not told apart; ranks: as far as the differences found tell")
    return lines


def star_levels(settings: Settings) -> tuple[float, float, float]:
    """Return the levels of one, two and three stars: for .05 the usual .05, .01 and .001."""
    return settings.level, settings.level / 5, settings.level / 50


def stars(one: Comparison, settings: Settings) -> str:
    """Return a star for each level that the corrected p keeps, if one of the two is shown to be better."""
    return "" if one.better is None else "*" * sum(one.p_corrected <= bound for bound in star_levels(settings))


def arrow(made: Comparisons, measure: str) -> str:
    """Return which way is better."""
    return "↑" if made.higher_is_better[measure] else "↓"


def number(value: float, decimals: int, sign: bool = False) -> str:
    """Return a number, or "undefined"."""
    return shown(value, f"{'+' if sign else ''}.{decimals}f")


def shown_p(p: float) -> str:
    """Return a p-value with four decimals."""
    if math.isnan(p):
        return "undefined"
    return f"{p:.4f}" if p >= _SMALLEST / 2 else f"<{_SMALLEST:g}"


def interval(low: float, high: float, decimals: int) -> str:
    """Return "[low, high]", or nothing where there is none."""
    return "" if math.isnan(low) else f"[{low:.{decimals}f}, {high:.{decimals}f}]"


def ranks(one: Standing) -> str:
    """Return the ranks that a system may have; none if it has no score."""
    if one.best_rank is None:
        return ""
    return f"{one.best_rank}" if one.best_rank == one.worst_rank else f"{one.best_rank}-{one.worst_rank}"


def signatures(made: Comparisons) -> list[str]:
    """Return one signature for each measure."""
    return [made.of(measure)[0][0].signature for measure in made.measures]


def reasons(made: Comparisons) -> list[str]:
    """Return why numbers are undefined or systems not told apart, once for each measure and reason."""
    told = (
        f"{'undefined' if one.undefined else 'note'}: {one.measure}: {one.reason}"
        for one in made.comparisons
        if one.reason
    )
    return list(dict.fromkeys(told))


def oriented(made: Comparisons, measure: str) -> Mapping[tuple[str, str], tuple[float, Comparison]]:
    """Return (row, column) → the difference of row minus column, and its comparison, for every pair both ways."""
    found: dict[tuple[str, str], tuple[float, Comparison]] = {}
    for one in made.of(measure)[0]:
        found[one.a, one.b] = one.difference, one
        found[one.b, one.a] = 0 - one.difference, one
    return found


def _standings(made: Comparisons, measure: str) -> list[str]:
    places = made.digits[measure]
    rows = [
        [str(n), printable(one.system), number(one.value, places), interval(one.low, one.high, places), ranks(one),
         one.letters or ""]
        for n, one in enumerate(made.of(measure)[1], 1)
    ]  # fmt: skip
    return grid(["", "system", "score", "interval", "ranks", "group"], rows, left=2)


def _matrix(made: Comparisons, measure: str) -> Iterator[str]:
    """Yield the matrix in the order of the standings: differences above the diagonal, corrected p below."""
    order = [one.system for one in made.of(measure)[1]]
    pairs, places = oriented(made, measure), made.digits[measure]

    def cell(i: int, j: int) -> str:
        if i == j:
            return "·"
        difference, one = pairs[order[i], order[j]]
        return number(difference, places) + stars(one, made.settings) if i < j else shown_p(one.p_corrected)

    yield "above ·: difference of row minus column; below ·: corrected p"
    for start in range(0, len(order), _COLUMNS_AT_ONCE):
        block = range(start, min(start + _COLUMNS_AT_ONCE, len(order)))
        rows = [[str(i + 1), printable(name), *(cell(i, j) for j in block)] for i, name in enumerate(order)]
        yield from grid(["", "", *(str(j + 1) for j in block)], rows, left=2)


def _against(made: Comparisons, measure: str) -> list[str]:
    """Return the baseline, and every other system's difference from it."""
    pairs, places = oriented(made, measure), made.digits[measure]
    rows = []
    for standing in made.of(measure)[1]:
        row = [printable(standing.system), number(standing.value, places)]
        if standing.system == made.baseline:
            rows.append([*row, "baseline", "", "", "", ""])
            continue
        difference, one = pairs[standing.system, made.baseline or ""]
        bounds = interval(one.low, one.high, places)
        shown = number(difference, places, sign=True) + stars(one, made.settings)
        rows.append([*row, shown, bounds, shown_p(one.p), shown_p(one.p_corrected), number(one.effect, 2, sign=True)])
    return grid(["system", "score", "difference", "interval", "p", "corrected", "effect"], rows, left=1)


def _lettered(made: Comparisons, one: Standing) -> str:
    value = number(one.value, made.digits[one.measure]).replace("-", "$-$")
    return value if one.letters is None else rf"{value}$^{{\mathrm{{{one.letters}}}}}$"


def _latex_against(made: Comparisons, standing: Standing) -> str:
    """Return score, difference from the baseline with its stars, and interval."""
    places = made.digits[standing.measure]
    value = number(standing.value, places).replace("-", "$-$")
    if standing.system == made.baseline:
        return rf"{value} & \emph{{baseline}} & "
    difference, one = oriented(made, standing.measure)[standing.system, made.baseline or ""]
    if math.isnan(difference):
        return f"{value} & undefined & "
    found, bounds = stars(one, made.settings), interval(one.low, one.high, places)
    raised = f"^{{{found}}}" if found else ""
    return f"{value} & ${number(difference, places, sign=True)}{raised}$ & {bounds and f'${bounds}$'}"
