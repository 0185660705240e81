"""QARLA as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from steelyard.inference.plain import shown
from steelyard.meta.qarla import King, Qarla
from steelyard.report.text import grid, printable

_MOST_SETS = 5


def text(made: Qarla) -> str:
    """Return tables of KING, QUEEN and JACK, the notices and the signatures."""
    lines = ["KING: how often a reference is closer to the others than every output is", "", *_kings(made)]
    lines += ["", f"QUEEN by {_set(made.chosen)}: how often a text passes for a reference", "", *_queens(made)]
    lines += ["", f"JACK by {_set(made.chosen)}: how often a reference lies between two outputs", "", *_jack(made)]
    lines += ["", *(f"undefined: {reason}" for reason in _reasons(made)), *map(printable, made.notices)]
    lines += ["", f"(1) {printable(made.signature)}"]
    lines += [f"({n}) {printable(one)}" for n, one in enumerate(made.table.signatures, 2)]
    return "\n".join(lines) + "\n"


def _kings(made: Qarla) -> list[str]:
    cluster = {name: n for n, one in enumerate(made.clusters, 1) for name in one.measures}
    heads = {one.representative for one in made.clusters}
    order = sorted(made.kings, key=lambda one: (math.isnan(one.value), -one.value))
    rows = [
        [printable(one.measures[0]), *_king(one), str(cluster[one.measures[0]]), "*" * (one.measures[0] in heads)]
        for one in order
    ]
    if made.best is not None:
        rows.append([f"best set: {_set(made.best.measures)}", *_king(made.best), "", ""])
    lines = grid(["measure", "KING", "interval", "models", "cluster", ""], rows, left=1)
    lines += ["", "* the measure of its cluster"]
    ranked = sorted(made.sets, key=lambda one: (math.isnan(one[1]), -one[1]))[:_MOST_SETS]
    if made.best is not None and len(made.sets) > 1:
        told = [f"  {number(value)}  {_set(names)}" for names, value in ranked]
        lines += ["", f"the best of {len(made.sets):,} sets of these:", *told]
    return lines


def _king(one: King) -> list[str]:
    return [number(one.value), interval(one.low, one.high), f"{one.wins:,}/{one.n:,}"]


def _queens(made: Qarla) -> list[str]:
    order = sorted(made.queens, key=lambda one: (math.isnan(one.value), -one.value))
    rows = [
        [printable(one.text), one.kind, number(one.value), interval(one.low, one.high), f"{one.n:,}"] for one in order
    ]
    return grid(["text", "kind", "QUEEN", "interval", "segments"], rows, left=2)


def _jack(made: Qarla) -> list[str]:
    rows = [[str(n), number(mean), interval(low, high)] for n, mean, low, high in made.jack.growth]
    jack = made.jack
    lines = grid(["systems", "JACK", "over orders"], rows, left=0)
    return [*lines, "", f"all: {number(jack.value)} {interval(jack.low, jack.high)}, {jack.hits:,}/{jack.n:,} models"]


def _reasons(made: Qarla) -> list[str]:
    kings, queens = (one.reason for one in made.kings), (one.reason for one in made.queens)
    return [reason for reason in dict.fromkeys((*kings, *queens, made.jack.reason)) if reason]


def _set(names: Sequence[str]) -> str:
    return "{" + ", ".join(map(printable, names)) + "}"


def number(value: float) -> str:
    """Write a share."""
    return shown(value, ".3f")


def interval(low: float, high: float) -> str:
    """Write the bounds of a share."""
    return "undefined" if math.isnan(low) or math.isnan(high) else f"[{low:.3f}, {high:.3f}]"
