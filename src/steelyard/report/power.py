"""Power as text and as tab-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from steelyard.inference.power import Power
from steelyard.report.text import grid, printable


def text(made: Sequence[Power]) -> str:
    """Return the segments needed for each measure, what simulation says of them, and the signatures."""
    one = made[0]
    rows = [
        [f"{printable(p.measure)} ({n})", f"{p.difference:.4g}", f"{p.spread:.4g}", f"{p.needed:,}", _simulated(p)]
        for n, p in enumerate(made, 1)
    ]
    lines = [
        f"{printable(one.a)} and {printable(one.b)}: segments for power {one.power:g} at level {one.level:g}, "
        f"from a pilot of {one.pilot:,}",
        "",
        *grid(["measure", "difference", "spread", "needed", "simulated power"], rows, left=1),
        "",
        *(f"({n}) {printable(p.signature)}" for n, p in enumerate(made, 1)),
    ]
    return "\n".join(lines) + "\n"


def tsv(made: Sequence[Power]) -> str:
    """Return a heading and a row for each measure, numbers in full."""
    held = io.StringIO()
    writer = csv.DictWriter(held, list(made[0].to_dict()), dialect="excel-tab", lineterminator="\n")
    writer.writeheader()
    writer.writerows({n: "" if v is None else v for n, v in one.to_dict().items()} for one in made)
    return held.getvalue()


def _simulated(p: Power) -> str:
    if p.simulated is None or p.low is None or p.high is None:
        return "not simulated"
    return f"{p.simulated:.3f} [{p.low:.3f}, {p.high:.3f}]"
