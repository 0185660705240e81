"""Corroboration as one page of text, and as tab-separated values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence

from steelyard.corpus.formats.content import counted
from steelyard.inference.comparisons import FAMILY_TESTS
from steelyard.inference.plain import shown
from steelyard.meta.verdicts import VERDICTS, Corroboration, Improvement, Worth
from steelyard.report.comparison import shown_p
from steelyard.report.text import grid, printable

#: How shares and differences are written.
SHARE, SIGNED = ".0%", "+.3f"

# Rows of a verdict that are shown on a terminal, so that all fit on a page; few pairs are shown in full.
_MOST_ROWS = 8
_FEW_PAIRS = 20
_ADDITIONS = 3


def text(made: Corroboration) -> str:
    """Return the verdicts first, then what the measures are worth, then how it was made."""
    lines = [*summary(made), ""]
    for verdict in VERDICTS:
        if found := made.of(verdict):
            lines += [f"{verdict} ({explanations(made)[verdict]})", "", *_table(made, found), ""]
    lines += ["The measures", "", *measures_told(made), ""]
    lines += [*map(printable, made.signatures), printable(made.figures.signature)]
    lines += ["", *(f"note: {printable(notice)}" for notice in made.notices)]
    return "\n".join(lines).rstrip() + "\n"


def summary(made: Corroboration) -> list[str]:
    """Say in a few sentences what a reader in a hurry needs."""
    pairs = counted(len(made.improvements), "pair")
    against = "" if made.baseline is None else f" against {printable(made.baseline)}"
    counts = [f"{len(found)} {verdict}" for verdict in VERDICTS if (found := made.of(verdict))]
    lines = [f"{pairs} of systems{against} under {counted(len(made.measures), 'measure')}: {', '.join(counts)}."]
    lines += _front(made)
    share = made.figures.heterogeneity
    if not math.isnan(share):
        lines.append(f"On {share:.0%} of the pairs of outputs, two of the measures contradict each other.")
    return [*lines, *map(_worth_told, made.worth)]


def explanations(made: Corroboration) -> dict[str, str]:
    """Return what each verdict means here."""
    settings = made.settings
    by = settings.test if settings.test in FAMILY_TESTS else settings.applied
    kept = f"p ≤ {settings.level:g}" + ("" if by == "none" else f", {by}")
    return {
        "confirmed": f"every measure favours it, each significantly; {kept}",
        "unanimous": "no measure is against it, but not all are sure",
        "disputed": "the measures contradict each other",
        "open": "no measure sees a difference, or some score is undefined",
    }


def _front(made: Corroboration) -> list[str]:
    """Say which systems nothing beats, or which beat the baseline and which it beats."""
    sure = made.of("confirmed")
    if made.baseline is None:
        beaten = {one.worse for one in sure}
        best = [printable(name) for name in made.systems if name not in beaten]
        if len(best) > len(beaten) > 0:
            names = ", ".join(printable(name) for name in made.systems if name in beaten)
            return [f"Some system is confirmed to be better than {names}; than the other {len(best)}, none is."]
        return [f"Nothing is confirmed to be better than {', '.join(best)}."] if beaten else []
    sides = {
        "better": [one.better for one in sure if one.worse == made.baseline],
        "worse": [one.worse for one in sure if one.better == made.baseline],
    }
    return [f"Confirmed to be {side}: {', '.join(map(printable, names))}." for side, names in sides.items() if names]


def measures_told(made: Corroboration) -> list[str]:
    """Say what the set is worth: heterogeneity, measures that say the same, what to add."""
    share = made.figures.heterogeneity
    names = ", ".join(map(printable, made.measures))
    lines = [
        f"heterogeneity {shown(share, '.4f')}, the share of pairs of outputs that two of them order oppositely: {names}"
    ]
    if math.isnan(share):
        lines = [f"heterogeneity undefined: {made.figures.reasons['heterogeneity']}"]
    same = [cluster for cluster in made.clusters if len(cluster) > 1]
    lines += [
        f"say much the same (contradict each other on {made.redundant:.0%} of the pairs of outputs or less): "
        + ", ".join(map(printable, cluster))
        for cluster in same
    ]
    if not same and not math.isnan(share):
        lines.append(
            f"every two measures contradict each other on more than {made.redundant:.0%} of the pairs of outputs"
        )
    return [*lines, *_additions_told(made)]


def _additions_told(made: Corroboration) -> Iterator[str]:
    defined = [one for one in made.additions if not math.isnan(one.increase)]
    told = (f"{printable(one.measure)} ({one.increase:{SIGNED}})" for one in defined[:_ADDITIONS])
    candidates, undefined = counted(len(made.additions), "candidate"), len(made.additions) - len(defined)
    if defined:
        lacking = f"; undefined for {undefined}" if undefined else ""
        yield f"would raise it most: {', '.join(told)}, of {candidates}{lacking}"
    elif made.additions:
        yield f"what would raise it is undefined for all {candidates}"


def tsv(made: Corroboration) -> str:
    """Return a heading and one row per pair; an undefined number is "nan"."""
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    plain = ("better", "worse", "verdict", "p", "p_corrected", "weakest", "agreed", "contrary")
    listed = ("supporting", "opposing", "silent")
    writer.writerow([*plain, *listed, *(f"human {name}" for name in made.dimensions)])
    for one in made.improvements:
        cells = ["" if (value := getattr(one, name)) is None else value for name in plain]
        writer.writerow([*cells, *(" ".join(getattr(one, name)) for name in listed),
                         *(one.human[name] for name in made.dimensions)])  # fmt: skip
    return held.getvalue()


def rows(made: Corroboration, found: Sequence[Improvement]) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the cells of a table of pairs with one verdict."""
    heads, cells = [*systems_told(found[0])], [[printable(one.better), printable(one.worse)] for one in found]
    if not is_tested(found[0]):
        heads += ["for", "against"]
        for row, one in zip(cells, found, strict=True):
            row += [_named(one.supporting), _named(one.opposing)]
    else:
        heads += ["p", "corrected", "least sure"]
        for row, one in zip(cells, found, strict=True):
            row += [shown_p(one.p), shown_p(one.p_corrected), printable(one.weakest or "several")]
    heads += ["segments for", "against", *(f"people: {printable(name)}" for name in made.dimensions)]
    for row, one in zip(cells, found, strict=True):
        row += [shown(share, SHARE) for share in (one.agreed, one.contrary)]
        row += [shown(one.human[name], SIGNED) for name in made.dimensions]
    return heads, cells


def systems_told(one: Improvement) -> tuple[str, str]:
    """Return what the two systems of a pair are called."""
    return ("system", "other") if one.verdict == "open" else ("better", "worse")


def is_tested(one: Improvement) -> bool:
    """Tell whether the p of a pair says something; measures that contradict each other have none together."""
    return one.verdict in ("confirmed", "unanimous")


def _table(made: Corroboration, found: Sequence[Improvement]) -> Iterator[str]:
    most = len(found) if len(made.improvements) <= _FEW_PAIRS else _MOST_ROWS
    heads, cells = rows(made, found[:most])
    yield from grid(heads, cells, left=2 if is_tested(found[0]) else 4)
    if len(found) > most:
        yield f"… and {len(found) - most} more; --tsv, --json and --html have them all"


def _worth_told(one: Worth) -> str:
    figures = one.figures
    upheld = (
        f" Of {counted(one.judged, 'confirmed improvement')}, people's means uphold {one.upheld}." if one.judged else ""
    )
    if one.best is None or math.isnan(figures.reliability):
        return f"What people say ({printable(one.dimension)}): {figures.reasons['reliability']}.{upheld}"
    outputs = "two different outputs" if figures.pairs == "different" else "two outputs"
    told = (
        f"Where all measures agree on {outputs}, people ({printable(one.dimension)}) do not contradict them in "
        f"{figures.reliability:.1%}, {one.chance:.1%} being chance; the best measure alone, {printable(one.best[0])}, "
        f"has {one.best[1]:.1%}"
    )
    if figures.single_measure is not None:
        told += (
            f", and {printable(figures.single_measure)} {figures.single:.1%} if only differences of "
            f"{figures.single_threshold:.3g} or more count, which is about as selective (it finds "
            f"{figures.single_sensitivity:.0%} of what people prefer, all together {figures.sensitivity:.0%})"
        )
    return f"{told}.{upheld}"


def _named(names: Sequence[str]) -> str:
    return " ".join(map(printable, names)) or "-"
