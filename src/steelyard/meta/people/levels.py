"""Levels of meta-evaluation: what a point is, and within which groups points are compared.

`system`: one point for each system. `segment` (`segment:pooled`): all outputs as one series. `segment:item`: the
systems of each segment, then the mean over segments. `segment:system`: the segments of each system, then the mean over
systems. A facet, such as `document`, goes in the place of segment.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError, suggestion
from steelyard.inference.correlation.coefficient import COEFFICIENTS, Coefficient, GivenCoefficient, coefficient_of

GROUPINGS = ("pooled", "item", "system")
CALIBRATED = "accuracy-calibrated"
SOFT = "soft-accuracy"
SOFT_MTME = "soft-accuracy-mtme"
#: Coefficients beyond those of two series: name → how it is written out.
FURTHER = {
    CALIBRATED: "pairwise accuracy with tie calibration (acc*_eq)",
    SOFT: "soft pairwise accuracy",
    SOFT_MTME: "soft pairwise accuracy as mt-metrics-eval computes it",
}
_OF_SYSTEMS = (SOFT, SOFT_MTME)
_ALWAYS = ("pearson", "spearman", "kendall")


@dataclass(frozen=True)
class Level:
    """What a point is (system, segment, or a value of a facet), and the groups of points: pooled, item or system."""

    unit: str
    grouping: str = "pooled"

    def __str__(self) -> str:
        return self.unit if self.unit == "system" else f"{self.unit}:{self.grouping}"

    @property
    def whole(self) -> bool:
        """Whether there is one point for each system."""
        return self.unit == "system"

    def caption(self) -> str:
        """Return what is correlated, in words."""
        if self.whole:
            return "one point per system"
        return {
            "pooled": f"all systems' {self.unit}s as one series",
            "item": f"the systems of each {self.unit}, averaged over {self.unit}s",
            "system": f"the {self.unit}s of each system, averaged over systems",
        }[self.grouping]


def level_of(text: str, facets: Collection[str] = ()) -> Level:
    """Read UNIT or UNIT:GROUPING.

    >>> str(level_of("segment")), str(level_of("segment:item"))
    ('segment:pooled', 'segment:item')
    """
    unit, colon, grouping = text.partition(":")
    units = ["system", "segment", *facets]
    if unit not in units:
        raise SpecError(f"no level {text!r} here" + suggestion(unit, units))
    if unit == "system" and colon:
        raise SpecError(f"level {text!r} is not possible; at level system all points are compared: write system")
    if colon and grouping not in GROUPINGS:
        raise SpecError(f"no grouping {grouping!r} of level {text!r}" + suggestion(grouping, GROUPINGS))
    return Level(unit, grouping or "pooled")


def levels_of(asked: Sequence[str] | None, facets: Collection[str], segments: bool) -> tuple[Level, ...]:
    """Return the levels asked for, or those there are; `segments` says whether there are scores of segments."""
    if asked:
        return tuple(dict.fromkeys(level_of(text, facets) for text in asked))
    levels = [Level("system")]
    if segments:
        levels += [Level("segment", grouping) for grouping in GROUPINGS]
        levels += [Level("document")] if "document" in facets else []
    return tuple(levels)


def coefficients_of(asked: Sequence[GivenCoefficient], levels: Sequence[Level]) -> tuple[str | Coefficient, ...]:
    """Return the coefficients asked for, by name or themselves; raise unless each has a level that it can be of."""
    chosen: dict[str, str | Coefficient] = {}
    for choice in asked:
        coefficient = _asked(choice)
        name = name_of(coefficient)
        if chosen.setdefault(name, coefficient) != coefficient:
            raise SpecError(f"two coefficients are called {name!r}; ask for one, or rename it")
        if not any(is_of(coefficient, level) for level in levels):
            raise SpecError(f"{name} is of systems; ask for level system too")
    return tuple(chosen.values())


def _asked(choice: GivenCoefficient) -> str | Coefficient:
    if not isinstance(choice, str):
        return coefficient_of(choice)
    if choice not in FURTHER and choice not in COEFFICIENTS and ":" not in choice:
        raise COEFFICIENTS.unknown(choice, FURTHER)
    return choice


def name_of(coefficient: str | Coefficient) -> str:
    """Return what a coefficient is called in results: as it was asked for, or by its own name."""
    return coefficient if isinstance(coefficient, str) else coefficient.name


def coefficients_at(level: Level, asked: Sequence[str | Coefficient]) -> tuple[str | Coefficient, ...]:
    """Return the coefficients asked for that a level can have, or without such a wish the usual ones."""
    if asked:
        return tuple(coefficient for coefficient in asked if is_of(coefficient, level))
    if level.whole:
        return (*_ALWAYS, "accuracy", SOFT)
    return (*_ALWAYS, CALIBRATED) if level.grouping == "item" else _ALWAYS


def is_of(coefficient: str | Coefficient, level: Level) -> bool:
    """Tell whether a level can have a coefficient."""
    return level.whole or coefficient not in _OF_SYSTEMS


def written_out(coefficient: str | Coefficient) -> str:
    """Return a coefficient with its variant, in words."""
    if isinstance(coefficient, str) and coefficient in FURTHER:
        return FURTHER[coefficient]
    return coefficient_of(coefficient).about
