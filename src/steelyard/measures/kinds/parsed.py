"""Measures over what a parser says of texts, and the mean over levels that several of them take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.annotation.chunk import parser_identity
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import PARSER, Array, Measure, check_parser, option, ratio
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import View

_DEEPEST = 20


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


@dataclass(frozen=True, kw_only=True)
class TreesCompared(ParsedMeasure):
    """A measure that compares trees; the two kinds of trees are below."""

    family: ClassVar[str] = "syntax"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    @property
    def trees(self) -> tuple[str, str, bool]:
        """Parser, kind and case of the trees."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class ConstituentsCompared(TreesCompared):
    """A measure over constituent trees, whose nodes are phrases and parts of speech."""

    layer: str = option("tag", "parts of speech: the language's own tags, or universal ones", ("tag", "pos"))

    @property
    def trees(self) -> tuple[str, str, bool]:
        """Parser, kind and case of the trees."""
        return self.parser, self.layer, False


@dataclass(frozen=True, kw_only=True)
class DependenciesCompared(WordsParsed, TreesCompared):
    """A measure over dependency trees, whose nodes are words."""

    @property
    def trees(self) -> tuple[str, str, bool]:
        """Parser, kind and case of the trees."""
        return self.parser, "dependencies", self.case == "fold"


@dataclass(frozen=True, kw_only=True)
class LevelMeasure(TreesCompared):
    """The mean over levels 1 … D of clipped precision; a member says what is counted (`unit`) and how."""

    positional: ClassVar[tuple[str, ...]] = ("depth",)
    unit: ClassVar[str]

    depth: int = option(4, "how deep the largest are that count (D)")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.depth <= _DEEPEST:
            raise SpecError(f"{self.name}: depth={self.depth} is not possible; expected 1 to {_DEEPEST}")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and units for each level."""
        levels = range(1, self.depth + 1)
        return (*(f"matches_{n}" for n in levels), *(f"{self.unit}_{n}" for n in levels))

    def mean(self, sums: Array, floor: float = 0.0) -> Array:
        """Return the mean over levels of matches / units; a level without units is left out, a zero becomes `floor`."""
        sums = np.asarray(sums, float)
        matches, units = sums[..., : self.depth], sums[..., self.depth :]
        there = units > 0
        shares = np.where(matches > 0, matches / np.where(there, units, 1.0), floor)
        return ratio(ordered_sum(np.where(there, shares, 0.0)), there.sum(axis=-1))
