"""Measures over what a parser says of texts, and the mean over levels that several of them take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard.measures.base import PARSER, Array, Measure, check_parser, option, ratio
from steelyard.text import View
from steelyard.text.annotated import parser_identity


@dataclass(frozen=True, kw_only=True)
class ParsedMeasure(Measure):
    """A measure that has texts parsed."""

    parser: str = option("spacy", PARSER)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_parser(self.name, self.parser)

    @property
    def annotator(self) -> str:
        """The parser that the measure needs."""
        return self.parser

    def resources(self) -> dict[str, str]:
        """Return library, model and version of the parser."""
        return {"parser": parser_identity(self.parser)}


@dataclass(frozen=True, kw_only=True)
class WordsParsed(ParsedMeasure):
    """A measure that has texts parsed and compares their words."""

    case: str = option("fold", "keep, or fold to lower case after parsing", ("keep", "fold"))

    def layered(self, layer: str) -> View:
        """Return the view of a layer of the texts."""
        return View("none", self.case, layer=layer, parser=self.parser)


def level_fields(levels: int, unit: str) -> tuple[str, ...]:
    """Return the names of matches and units per level."""
    numbers = range(1, levels + 1)
    return (*(f"matches_{n}" for n in numbers), *(f"{unit}_{n}" for n in numbers))


def mean_of_levels(sums: Array, levels: int, floor: float = 0.0) -> Array:
    """Return the mean over levels of matches / units; a level without units is left out, a zero becomes `floor`."""
    sums = np.asarray(sums, float)
    matches, units = sums[..., :levels], sums[..., levels : 2 * levels]
    there = units > 0
    shares = np.where(matches > 0, matches / np.where(there, units, 1.0), floor)
    return ratio(np.where(there, shares, 0.0).sum(axis=-1), there.sum(axis=-1))
