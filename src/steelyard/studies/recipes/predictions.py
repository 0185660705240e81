"""Does the significance of a measure predict that of people, on the whole test set and on its parts?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from steelyard.draws import Draws, Run
from steelyard.meta.people.correlation import facing
from steelyard.meta.people.prediction import ALPHAS, Prediction, predictions
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.studies.recipes.judged import ALL, Judged, undefined_note

#: Levels that findings tell of.
_IN_WORDS = (0.05, 0.01)


@dataclass(frozen=True)
class Predictions:
    """The predictions of each part, the whole first; `numbers` are those of the figures of the whole and its parts."""

    parts: Mapping[str, tuple[Prediction, ...]]
    numbers: tuple[int, int]

    @classmethod
    def of(
        cls, judged: Judged, names: Mapping[str, str], numbers: tuple[int, int], seed: int, threads: int | None
    ) -> Predictions:
        """Test all pairs of systems by the measures, of which `names` has the notation and the name, and by people."""
        parts = {}
        for part in judged.parts:
            some = judged.on(part)
            face = facing(some.table.of(list(names)), some.human)
            every = predictions(face, draws=Draws(trials=1000, seed=seed), run=Run(threads))
            parts[part] = tuple(replace(prediction, measure=names[prediction.measure]) for prediction in every)
        return cls(parts, numbers)

    def _numbered(self) -> list[tuple[int, dict[str, tuple[Prediction, ...]]]]:
        rest = {part: predicted for part, predicted in self.parts.items() if part != ALL}
        return [(self.numbers[0], {ALL: self.parts[ALL]}), *([(self.numbers[1], rest)] if rest else [])]

    def tables(self) -> Iterator[Table]:
        """Yield recall and precision over levels; and, for files only, all counts."""
        levels = tuple(f"{what} {alpha:g}" for what in ("recall", "precision") for alpha in ALPHAS)
        for number, parts in self._numbered():
            title = f"Figure {number}: recall and precision of a measure's significance, at levels α"
            yield Table(f"figure-{number}", title, ("data", "measure", *levels), tuple(_rows(parts)))
        heads = ("data", "measure", "α", "pairs", "N_As", "N_Hs", "N_hit", "opposed", "recall", "precision")
        counts = tuple(
            (part, of.measure, of.alpha, of.pairs, of.n_as, of.n_hs, of.n_hit, of.opposed, of.recall, of.precision)
            for part, predicted in self.parts.items()
            for of in predicted
        )  # fmt: skip
        yield Table("predictions", "Pairs of systems that are significant", heads, counts, shown=False)

    def findings(self) -> Iterator[str]:
        """Yield recall and precision on the whole, opposite differences, and what is undefined."""
        for alpha in _IN_WORDS:
            whole = [of for of in self.parts[ALL] if of.alpha == alpha]
            values = ", ".join(f"{of.measure} {_value(of.recall)} and {_value(of.precision)}" for of in whole)
            yield (
                f"At α = {alpha:g} people tell {whole[0].n_hs} of {whole[0].pairs} pairs of systems apart; recall and "
                f"precision of a measure's z-test: {values}"
            )
        every = [of for predicted in self.parts.values() for of in predicted]
        if opposed := sum(of.opposed for of in every):
            yield f"{opposed} times, over all levels and data sets, measure and people are sure of opposite differences"
        for what, side in (("Recall", "people tell"), ("Precision", "the measure tells")):
            shares = [of.recall if what == "Recall" else of.precision for of in every]
            yield from undefined_note(f"{what} of significance", shares, [f"{side} no pair apart"])

    def signatures(self) -> Iterator[Signature]:
        """Yield how each measure's significance was compared, at all levels."""
        levels = ", ".join(f"{alpha:g}" for alpha in ALPHAS)
        for signature in dict.fromkeys(of.signature.without("alpha") for of in self.parts[ALL]):
            yield signature.joined(alpha=levels)

    def figures(self) -> Iterator[Figure]:
        """Yield precision over recall."""
        yield from (_curves(number, parts) for number, parts in self._numbered())


def _rows(parts: Mapping[str, tuple[Prediction, ...]]) -> Iterator[tuple[Cell, ...]]:
    for part, predicted in parts.items():
        for measure in dict.fromkeys(of.measure for of in predicted):
            own = {of.alpha: of for of in predicted if of.measure == measure}
            recalls, precisions = ([getattr(own[a], what) for a in ALPHAS] for what in ("recall", "precision"))
            yield (part, measure, *recalls, *precisions)


def _curves(number: int, parts: Mapping[str, tuple[Prediction, ...]]) -> Figure:
    """Return precision over recall, a curve for each measure with a point for each α."""
    every = [(part, prediction) for part, own in parts.items() for prediction in own]
    rows = tuple(
        {"data": part, "measure": of.measure, "alpha": f"{of.alpha:g}", "place": -of.alpha, "recall": of.recall,
         "precision": of.precision}
        for part, of in every
    )  # fmt: skip
    values = (
        f"{part}, {of.measure}: {_value(of.recall)} and {_value(of.precision)}"
        for part, of in every
        if of.alpha == _IN_WORDS[0]
    )
    return Figure(
        f"figure-{number}", f"Figure {number}: does a measure's significance predict that of people?", "lines", rows,
        Axis("recall", domain=(0, 1)), Axis("precision", domain=(0, 1)), colour="measure", column="data",
        order="place",
        description="Precision over recall with which significance by a measure predicts significance by people, a "
        f"curve for each measure with a point for each level. At α = {_IN_WORDS[0]:g}, recall and precision: "
        f"{'; '.join(values)}.",
    )  # fmt: skip


def _value(share: float) -> str:
    return shown(share, ".3f")
