"""Figures 3 and 4 of Lin & Hovy (2003): does a measure's significance predict that of people?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from steelyard.inference.plain import shown
from steelyard.meta.correlation import facing
from steelyard.meta.prediction import ALPHAS, Prediction, predictions
from steelyard.meta.vega import SCHEMA
from steelyard.studies.base import Cell, Setup, Table
from steelyard.studies.judged import ALL, Judged, undefined_note

#: Levels that findings tell of.
_TOLD = (0.05, 0.01)


@dataclass(frozen=True)
class Predicted:
    """The predictions of each part: the whole first, which is figure 3; its parts, if there are any, are figure 4."""

    parts: Mapping[str, tuple[Prediction, ...]]

    @classmethod
    def of(cls, judged: Judged, names: Mapping[str, str], setup: Setup) -> Predicted:
        """Test all pairs of systems by the measures, of which `names` has the notation and the name, and by people."""
        found = {}
        for part in judged.parts:
            some = judged.on(part)
            made = predictions(facing(some.table.of(list(names)), some.human), seed=setup.seed, threads=setup.threads)
            found[part] = tuple(replace(one, measure=names[one.measure]) for one in made)
        return cls(found)

    def _numbered(self) -> list[tuple[int, dict[str, tuple[Prediction, ...]]]]:
        rest = {part: held for part, held in self.parts.items() if part != ALL}
        return [(3, {ALL: self.parts[ALL]}), *([(4, rest)] if rest else [])]

    def tables(self) -> Iterator[Table]:
        """Yield recall and precision over levels; and, for files only, all counts."""
        levels = tuple(f"{what} {alpha:g}" for what in ("recall", "precision") for alpha in ALPHAS)
        for number, parts in self._numbered():
            title = f"Figure {number}: recall and precision of a measure's significance, at levels α"
            yield Table(f"figure-{number}", title, ("data", "measure", *levels), tuple(_rows(parts)))
        heads = ("data", "measure", "α", "pairs", "N_As", "N_Hs", "N_hit", "opposed", "recall", "precision")
        counts = tuple(
            (part, one.measure, one.alpha, one.pairs, one.n_as, one.n_hs, one.n_hit, one.opposed, one.recall,
             one.precision)
            for part, held in self.parts.items()
            for one in held
        )  # fmt: skip
        yield Table("predictions", "Pairs of systems that are significant", heads, counts, shown=False)

    def findings(self) -> Iterator[str]:
        """Yield recall and precision on the whole, opposite differences, and what is undefined."""
        for alpha in _TOLD:
            held = [one for one in self.parts[ALL] if one.alpha == alpha]
            told = ", ".join(f"{one.measure} {_value(one.recall)} and {_value(one.precision)}" for one in held)
            yield (
                f"At α = {alpha:g} people tell {held[0].n_hs} of {held[0].pairs} pairs of systems apart; recall and "
                f"precision of a measure's z-test: {told}"
            )
        every = [one for held in self.parts.values() for one in held]
        if opposed := sum(one.opposed for one in every):
            yield f"{opposed} times, over all levels and data sets, measure and people are sure of opposite differences"
        for what, side in (("Recall", "people tell"), ("Precision", "the measure tells")):
            values = [one.recall if what == "Recall" else one.precision for one in every]
            yield from undefined_note(f"{what} of significance", values, [f"{side} no pair apart"])

    def signatures(self) -> Iterator[str]:
        """Yield how each measure's significance was compared, at all levels."""
        every = dict.fromkeys(one.signature.replace(f"|alpha:{one.alpha:g}", "") for one in self.parts[ALL])
        yield from (f"{one}|alpha:{', '.join(f'{alpha:g}' for alpha in ALPHAS)}" for one in every)

    def figures(self) -> dict[str, dict[str, Any]]:
        """Return precision over recall."""
        return {f"figure-{number}": _curves(number, parts) for number, parts in self._numbered()}


def _rows(parts: Mapping[str, tuple[Prediction, ...]]) -> Iterator[tuple[Cell, ...]]:
    for part, held in parts.items():
        for measure in dict.fromkeys(one.measure for one in held):
            own = {one.alpha: one for one in held if one.measure == measure}
            recalls, precisions = ([getattr(own[a], what) for a in ALPHAS] for what in ("recall", "precision"))
            yield (part, measure, *recalls, *precisions)


def _curves(number: int, parts: Mapping[str, tuple[Prediction, ...]]) -> dict[str, Any]:
    """Return precision over recall, a curve for each measure with a point for each α."""
    rows = [
        {"data": part, "measure": one.measure, "alpha": f"{one.alpha:g}", "place": -one.alpha, "recall": one.recall,
         "precision": one.precision}
        for part, held in parts.items()
        for one in held
        if not math.isnan(one.recall + one.precision)
    ]  # fmt: skip
    share = {"type": "quantitative", "scale": {"domain": [0, 1]}}
    told = [
        f"{part}, {one.measure}: {_value(one.recall)} and {_value(one.precision)}"
        for part, held in parts.items()
        for one in held
        if one.alpha == _TOLD[0]
    ]
    return {
        "$schema": SCHEMA,
        "title": f"Figure {number}: does a measure's significance predict that of people?",
        "description": "Precision over recall with which significance by a measure predicts significance by people, a "
        f"curve for each measure with a point for each level. At α = {_TOLD[0]:g}, recall and precision: "
        f"{'; '.join(told)}.",
        "data": {"values": rows},
        "facet": {"field": "data", "type": "nominal", "title": None, "sort": list(parts)},
        "columns": 3,
        "spec": {
            "width": 220,
            "height": 220,
            "mark": {"type": "line", "point": True, "opacity": 0.8},
            "encoding": {
                "x": {"field": "recall", **share},
                "y": {"field": "precision", **share},
                "order": {"field": "place", "type": "quantitative"},
                "color": {"field": "measure", "type": "nominal", "title": None, "sort": None},
                "tooltip": [{"field": name} for name in ("measure", "alpha", "recall", "precision")],
            },
        },
    }


def _value(share: float) -> str:
    return shown(share, ".3f")
