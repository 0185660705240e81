"""Sweeps as a table with a plot for a terminal, as tab-separated values, and as LaTeX."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from steelyard.inference.plain import shown
from steelyard.meta.sweep import Setting, Sweep
from steelyard.report import latex as tex
from steelyard.report.plot import plot
from steelyard.report.text import grid, printable

_MOST_ROWS = 60
_SHOWN = 20


def text(sweep: Sweep) -> str:
    """Return a table of the settings, a plot, what the numbers are, and what to beware of."""
    rows, cut = _rows(sweep)
    lines = grid([*sweep.varied, f"{sweep.coefficient} {_arrow(sweep)}", "n"], [_cells(s) for s in rows], left=0)
    if cut:
        lines += [f"the best {_SHOWN} of {len(sweep.settings):,} settings; --tsv and --json have them all"]
    lines += ["", "* best", "", *plot(sweep), "", f"{printable(sweep.measure)}: {sweep.caption()}"]
    if sweep.best is not None:
        lines += [f"best: {printable(sweep.best.measure)}", printable(sweep.best.signature)]
    if reasons := dict.fromkeys(s.correlation.reason for s in sweep.settings if s.correlation.reason):
        lines += ["", *(f"undefined: {reason}" for reason in reasons)]
    lines += ["", *(f"note: {printable(notice)}" for notice in sweep.notices)]
    return "\n".join(lines).rstrip() + "\n"


def tsv(sweep: Sweep) -> str:
    """Return a heading and one row per setting, the columns named as in JSON, each varied option in one of its own."""
    found = sweep.to_dict()["correlations"]
    last = ["reason", *(["notice"] if any(setting.notice for setting in sweep.settings) else []), "signature"]
    names = [*(name for name in found[0] if name not in ("options", "reason", "notice", "signature")), *last]
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow([*sweep.varied, *names])
    for setting, row in zip(sweep.settings, found, strict=True):
        told = {**row, "value": setting.value, "best": str(setting.best).lower()}
        writer.writerow([*setting.options.values(), *(told.get(name, "") for name in names)])
    return held.getvalue()


def latex(sweep: Sweep) -> str:
    """Return a tabular of all settings; caption, signature of the best and notices are comments."""
    notes = [f"{sweep.measure}: {sweep.caption()}", *([sweep.best.signature] if sweep.best else []), *sweep.notices]
    heads = [*map(tex.escaped, sweep.varied), f"{sweep.coefficient} ${_tex_arrow(sweep)}$", "$n$"]
    lines = [
        r"% needs \usepackage{booktabs}",
        *(f"% {' '.join(note.split())}" for note in notes),
        rf"\begin{{tabular}}{{{'l' * len(sweep.varied)}rr}}",
        r"\toprule",
        " & ".join(heads) + r" \\",
        r"\midrule",
        *(" & ".join(_tex_cells(setting)) + r" \\" for setting in sweep.settings),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _rows(sweep: Sweep) -> tuple[Sequence[Setting], bool]:
    """Return the settings to show, and whether there are more: all of them, or of very many the best, in order."""
    if len(sweep.settings) <= _MOST_ROWS:
        return sweep.settings, False
    sign = -1 if sweep.higher_is_better else 1
    ordered = sorted(sweep.settings, key=lambda s: math.inf if math.isnan(s.value) else sign * s.value)
    return ordered[:_SHOWN], True


def _cells(setting: Setting) -> list[str]:
    value = shown(setting.value, ".4f")
    return [*setting.options.values(), value + ("*" if setting.best else " "), str(setting.correlation.n)]


def _tex_cells(setting: Setting) -> list[str]:
    value = shown(setting.value, ".4f").replace("-", "$-$")
    marked = rf"\textbf{{{value}}}" if setting.best else value
    return [*map(tex.escaped, setting.options.values()), marked, str(setting.correlation.n)]


def _arrow(sweep: Sweep) -> str:
    return "↑" if sweep.higher_is_better else "↓"


def _tex_arrow(sweep: Sweep) -> str:
    return r"\uparrow" if sweep.higher_is_better else r"\downarrow"
