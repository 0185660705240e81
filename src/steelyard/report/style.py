"""How an account is set, whatever it is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

#: Ending of a file → the form that it asks for.
ENDINGS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex", ".tsv": "tsv", ".txt": "text"}


@dataclass(frozen=True)
class Style:
    """What the reader may choose.

    width       columns of the terminal that nothing may pass; without it, lines are as long as they need to be
    bold        whether bold letters can be shown, in which the best is set
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


def form_of(path: str | Path) -> str | None:
    """Return the form that the ending of a name asks for, before a further .gz; None if it asks for none."""
    return ENDINGS.get(Path(str(path).removesuffix(".gz")).suffix)
