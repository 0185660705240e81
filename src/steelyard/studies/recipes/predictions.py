"""Does the significance of a measure predict that of people, on the whole test set and on its parts?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
#: Counts of pairs: as tables have them → as predictions do.
_FIELDS = {"N_As": "n_as", "N_Hs": "n_hs", "N_hit": "n_hit", "either way": "either"}
_COUNTS = ("pairs", *_FIELDS)


@dataclass(frozen=True)
class Predictions:
    """The predictions of each part, the whole first; `numbers` are those of the figures of the whole and its parts."""

    parts: Mapping[str, tuple[Prediction, ...]]
    numbers: tuple[int, int]
    test: str

    @classmethod
    def of(
        cls,
        judged: Judged,
        names: Mapping[str, str],
        numbers: tuple[int, int],
        test: str = "z",
        draws: Draws = Draws(trials=1000),
        threads: int | None = None,
    ) -> Predictions:
        """Test all pairs of systems by the measures, of which `names` has the notation and the name, and by people."""
        parts = {}
        for part in judged.parts:
            some = judged.on(part)
            face = facing(some.table.of(list(names)), some.human)
            every = predictions(face, test=test, draws=draws, run=Run(threads))
            parts[part] = tuple(replace(prediction, measure=names[prediction.measure]) for prediction in every)
        return cls(parts, numbers, test)

    def _numbered(self) -> list[tuple[int, Mapping[str, tuple[Prediction, ...]]]]:
        """Return the number and the data of each figure: the whole; and, if it has parts, it and these."""
        several = [(self.numbers[1], self.parts)] if len(self.parts) > 1 else []
        return [(self.numbers[0], {ALL: self.parts[ALL]}), *several]

    def tables(self) -> Iterator[Table]:
        """Yield recall and precision over levels; and, for files only, all counts."""
        levels = tuple(f"{what} {alpha:g}" for what in ("recall", "precision") for alpha in ALPHAS)
        for number, parts in self._numbered():
            title = f"Figure {number}: recall and precision of a measure's significance, at levels α"
            yield Table(f"figure-{number}", title, ("data", "measure", *levels), tuple(_rows(parts)))
        yield self._counts("hits", "Pairs of systems that are significant on all data", {ALL: self.parts[ALL]}, _COUNTS)
        every = (*_COUNTS, "opposed", "recall", "precision")
        yield self._counts("predictions", "Pairs of systems that are significant", self.parts, every)

    def _counts(self, name: str, title: str, parts: Mapping[str, tuple[Prediction, ...]], what: Sequence[str]) -> Table:
        rows = tuple(
            (part, of.measure, of.alpha, *(getattr(of, _FIELDS.get(field, field)) for field in what))
            for part, predicted in parts.items()
            for of in predicted
        )
        shown = name == "hits"
        return Table(name, f"{title} by the test {self.test}", ("data", "measure", "α", *what), rows, shown=shown)

    def findings(self) -> Iterator[str]:
        """Yield recall and precision on the whole, opposite differences, and what is undefined."""
        for alpha in _IN_WORDS:
            whole = [of for of in self.parts[ALL] if of.alpha == alpha]
            values = ", ".join(
                f"{of.measure} {_value(of.recall)} and {_value(of.precision)} ({of.n_hit} hits, {of.either} either way)"
                for of in whole
            )
            yield (
                f"At α = {alpha:g} people tell {whole[0].n_hs} of {whole[0].pairs} pairs of systems apart on all data "
                f"(test {self.test}); recall and precision of a measure's significance: {values}"
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
        yield from (_points(number, parts) for number, parts in self._numbered())


def _rows(parts: Mapping[str, tuple[Prediction, ...]]) -> Iterator[tuple[Cell, ...]]:
    for part, predicted in parts.items():
        for measure in dict.fromkeys(of.measure for of in predicted):
            own = {of.alpha: of for of in predicted if of.measure == measure}
            recalls, precisions = ([getattr(own[a], what) for a in ALPHAS] for what in ("recall", "precision"))
            yield (part, measure, *recalls, *precisions)


def _points(number: int, parts: Mapping[str, tuple[Prediction, ...]]) -> Figure:
    """Return precision over recall, a point for each measure and α."""
    every = [(part, prediction) for part, own in parts.items() for prediction in own]
    rows = tuple(
        {"data": part, "measure": of.measure, "α": f"{of.alpha:g}", "recall": of.recall,
         "precision": of.precision}
        for part, of in every
    )  # fmt: skip
    values = (
        f"{part}, {of.measure}: {_value(of.recall)} and {_value(of.precision)}"
        for part, of in every
        if of.alpha == _IN_WORDS[0]
    )
    return Figure(
        f"figure-{number}", f"Figure {number}: does a measure's significance predict that of people?", "points", rows,
        Axis("recall", domain=(0, 1)), Axis("precision", domain=(0, 1)), colour="measure", shape="α", column="data",
        description="Precision over recall with which significance by a measure predicts significance by people, a "
        f"colour for each measure and a shape for each level. At α = {_IN_WORDS[0]:g}, recall and precision: "
        f"{'; '.join(values)}.",
    )  # fmt: skip


def _value(share: float) -> str:
    return shown(share, ".3f")
