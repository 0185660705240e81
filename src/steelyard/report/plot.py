"""Plots of sweeps in plain characters: a line for one varied option, a grid of shades for two."""

from __future__ import annotations

import math
from collections.abc import Sequence

from steelyard.meta.sweep import Sweep
from steelyard.report.plain_plots import limits
from steelyard.report.text import grid

_HEIGHT = 8
_WIDTH = 72
_SHADES = " ░▒▓█"


def plot(sweep: Sweep) -> list[str]:
    """Return the lines of a plot of one or two varied options; of more, over the best of the others, which it says."""
    names = by_number_of_values(sweep)[:2]
    best = best_over_others(sweep, names)
    others = [name for name in sweep.varied if name not in names]
    told = [f"over {', '.join(others)} the best is taken"] if others else []
    if len(names) == 1:
        (name,) = names
        return [*_line(name, sweep.varied[name], [best[(value,)] for value in sweep.varied[name]])]
    return [*_grid(sweep, names[1], names[0], best), *told]


def by_number_of_values(sweep: Sweep) -> list[str]:
    """Return the varied options, those with the most values first."""
    return sorted(sweep.varied, key=lambda name: -len(sweep.varied[name]))


def best_over_others(sweep: Sweep, names: Sequence[str]) -> dict[tuple[str, ...], float]:
    """Return for each choice of some varied options the best coefficient over the others; nan if all are undefined."""
    better = max if sweep.higher_is_better else min
    found: dict[tuple[str, ...], float] = {}
    for setting in sweep.settings:
        place = tuple(setting.options[name] for name in names)
        known = [value for value in (found.get(place, math.nan), setting.value) if not math.isnan(value)]
        found[place] = better(known, default=math.nan)
    return found


def _line(name: str, labels: Sequence[str], values: Sequence[float]) -> list[str]:
    """Draw values over labels; neighbouring points are joined by the eye, undefined ones are not drawn."""
    low, high = limits(values)
    wide = max(1, min(max(map(len, labels)) + 2, _WIDTH // len(labels)))
    rows = [[" "] * (wide * len(values)) for _ in range(_HEIGHT)]
    for n, value in enumerate(values):
        if not math.isnan(value):
            rows[round((high - value) / (high - low) * (_HEIGHT - 1))][wide * n + wide - 1] = "●"
    marks = [f"{high - n * (high - low) / (_HEIGHT - 1):7.4f}" for n in range(_HEIGHT)]
    lines = [f"{mark} │{''.join(row)}".rstrip() for mark, row in zip(marks, rows, strict=True)]
    lines.append(f"{'':7} └{'─' * (wide * len(values))}")
    if all(len(label) < wide for label in labels):
        axis = "".join(label.rjust(wide) for label in labels)
    else:
        axis = labels[0] + labels[-1].rjust(max(wide * len(values) - len(labels[0]), len(labels[-1]) + 1))
    return [*lines, f"{'':9}{axis}", f"{'':9}{name}"]


def _grid(sweep: Sweep, down: str, across: str, best: dict[tuple[str, ...], float]) -> list[str]:
    low, high = limits(list(best.values()))
    rows = []
    for row in sweep.varied[down]:
        cells = [best[(column, row)] for column in sweep.varied[across]]
        rows.append([row, *(_cell(value, low, high) for value in cells)])
    lines = grid([f"{down} ╲ {across}", *sweep.varied[across]], rows, left=0)
    return [*lines, f"shades from {low:.3f} to {high:.3f}"]


def _cell(value: float, low: float, high: float) -> str:
    if math.isnan(value):
        return "- "
    return f"{value:.3f}{_SHADES[round((value - low) / (high - low) * (len(_SHADES) - 1))]}"
