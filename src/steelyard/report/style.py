"""How an account is set, whatever it is about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """What the reader may choose.

    width       columns of the terminal that nothing may pass; without it, lines are as long as they need to be
    bold        whether bold letters can be shown; without them, the best is marked with a star
    signatures  whether a terminal too has signatures in whole; otherwise it has what is not the measure's default
    digits      decimals of all numbers that have decimals
    caption     of a LaTeX table, which then floats
    label       of a LaTeX table, by which a paper refers to it
    """

    width: int | None = None
    bold: bool = False
    signatures: bool = False
    digits: int | None = None
    caption: str = ""
    label: str = ""


#: Nothing is asked for.
PLAIN = Style()
