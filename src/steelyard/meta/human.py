"""Human scores: judgements of one dimension, averaged to the level at which measures are compared with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.corpus import Judgement
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.human import read_judgements
from steelyard.corpus.formats.segments import DIMENSION
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.measures.base import ratio

#: Judgements as a caller may give them: a TSV file, or system → one value (or None) per segment.
Given = str | Path | Mapping[str, Sequence[float | None]]


@dataclass(frozen=True, eq=False)
class HumanScores:
    """One value per output: the mean of its judgements on one dimension; nan where there is none.

    systems   those of the corpus that have judgements
    values    system × segment
    notices   what was left out
    """

    dimension: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    notices: tuple[str, ...]

    def at(self, level: str, corpus: Corpus) -> NDArray[np.float64]:
        """Return system × group: the mean of the judged outputs of each group; nan where none is judged."""
        if level == "segment":
            return self.values
        facet = ("",) * len(corpus) if level == "system" else corpus.facet(level)
        number = {name: n for n, name in enumerate(dict.fromkeys(facet))}
        member = np.zeros((len(corpus), len(number)))
        member[np.arange(len(corpus)), [number[value] for value in facet]] = 1
        judged = ~np.isnan(self.values)
        counts = judged @ member
        sums = np.where(judged, self.values, 0.0) @ member
        return ratio(sums, counts)

    def signature(self, level: str) -> str:
        """Return how the values of a level were made."""
        judged, outputs = int((~np.isnan(self.values)).sum()), self.values.size
        means = "judgements:mean" if level == "segment" else f"judgements:mean|{level}:mean"
        return f"human:{self.dimension}|{means}|judged:{judged}/{outputs}"


def human_scores(
    corpus: Corpus, given: Given | None = None, dimension: str | None = None, accept: Sequence[str] = ()
) -> HumanScores:
    """Return the human scores of a corpus: its own judgements, or those given."""
    judgements, place = _judgements(corpus, given, accept)
    if not judgements:
        raise InputError(f"there are no human scores {place}; give a file of them (--human), or a corpus that has some")
    chosen = _dimension(judgements, dimension, place)
    judgements = [j for j in judgements if j.dimension == chosen]
    judged = dict.fromkeys(j.system for j in judgements)
    systems = tuple(name for name in corpus.systems if name in judged)
    if not systems:
        raise InputError(
            f"the human scores {place} are of {_listed(judged)}, and none of these is scored here"
            + suggestion(next(iter(judged)), corpus.systems)
        )
    return HumanScores(chosen, systems, _means(judgements, systems, len(corpus)), _notices(judged, corpus, place))


def _judgements(corpus: Corpus, given: Given | None, accept: Sequence[str]) -> tuple[Sequence[Judgement], str]:
    """Return the judgements, and where they are."""
    if given is None:
        return corpus.judgements, "in the corpus"
    if isinstance(given, Mapping):
        for system, values in given.items():
            if len(values) != len(corpus):
                raise InputError(
                    f"human scores of {system!r}: {counted(len(values), 'value')} for {len(corpus):,} segments; "
                    f"expected one value (or None) per segment"
                )
        return [
            Judgement(system, n, "", DIMENSION, float(value))
            for system, values in given.items()
            for n, value in enumerate(values)
            if value is not None
        ], "given"
    return read_judgements(Path(given), len(corpus), corpus.ids, accept), f"in {given}"


def _dimension(judgements: Sequence[Judgement], wanted: str | None, place: str) -> str:
    known = list(dict.fromkeys(j.dimension for j in judgements))
    if wanted is None:
        if len(known) > 1:
            raise SpecError(
                f"the human scores {place} have several dimensions ({', '.join(known)}); name one (--dimension)"
            )
        return known[0]
    if wanted not in known:
        raise SpecError(f"no dimension {wanted!r} {place}" + suggestion(wanted, known))
    return wanted


def _means(judgements: Sequence[Judgement], systems: Sequence[str], segments: int) -> NDArray[np.float64]:
    """Return system × segment means of judgements."""
    row = {name: n for n, name in enumerate(systems)}
    kept = [j for j in judgements if j.system in row]
    places = [row[j.system] for j in kept], [j.segment for j in kept]
    sums, counts = (np.zeros((len(systems), segments)) for _ in range(2))
    np.add.at(sums, places, [j.value for j in kept])
    np.add.at(counts, places, 1)
    return ratio(sums, counts)


def _notices(judged: Mapping[str, Any], corpus: Corpus, place: str) -> tuple[str, ...]:
    foreign = [name for name in judged if name not in corpus.systems]
    bare = [name for name in corpus.systems if name not in judged]
    told = []
    if foreign:
        told.append(f"left out, for they are not scored here: {_listed(foreign)} (human scores {place})")
    if bare:
        told.append(f"left out, for they have no human scores: {_listed(bare)}")
    return tuple(told)


def _listed(names: Sequence[str] | Mapping[str, Any]) -> str:
    return f"{'systems' if len(names) > 1 else 'system'} {', '.join(names)}"
