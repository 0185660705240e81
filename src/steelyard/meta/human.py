"""Human scores: judgements of one dimension, averaged to the level at which measures are compared with them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.corpus import Judgement
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.human import read_judgements
from steelyard.corpus.formats.segments import DIMENSION
from steelyard.corpus.given import listed
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.measures.base import ratio

#: Judgements as a caller may give them: a TSV file; system → one value (or None) per segment; system → one value.
Given = str | Path | Mapping[str, Sequence[float | None]] | Mapping[str, float]


@dataclass(frozen=True, eq=False)
class HumanScores:
    """One value per output: the mean of its judgements on one dimension; nan where there is none.

    systems   those of the corpus that have judgements
    values    system × segment, or system × 1 where each system has one value as a whole
    notices   what was left out
    whole     whether each system has one value as a whole
    """

    dimension: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    notices: tuple[str, ...]
    whole: bool = False

    def at(self, level: str, corpus: Corpus) -> NDArray[np.float64]:
        """Return system × group: the mean of the judged outputs of each group; nan where none is judged."""
        if self.whole and level != "system":
            raise InputError(f"the human scores are one for each system, which is not level {level}; use level system")
        if self.whole or level == "segment":
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
        if self.whole:
            return f"human:{self.dimension}|judgements:one-per-system"
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
    whole = isinstance(given, Mapping) and _whole(given)
    means = _means(judgements, systems, 1 if whole else len(corpus))
    return HumanScores(chosen, systems, means, _notices(judged, corpus, place), whole)


def _judgements(corpus: Corpus, given: Given | None, accept: Sequence[str]) -> tuple[Sequence[Judgement], str]:
    """Return the judgements, and where they are."""
    if given is None:
        return corpus.judgements, "in the corpus"
    if isinstance(given, Mapping):
        return [*_given(given, 1 if _whole(given) else len(corpus))], "given"
    if not isinstance(given, str | Path):
        raise InputError(f"human={given!r} is not possible; give a TSV file, or {{'A': [...], 'B': [...]}}")
    return read_judgements(Path(given), len(corpus), corpus.ids, accept), f"in {given}"


def _whole(given: Mapping[str, Any]) -> bool:
    """Tell whether each system has one value as a whole."""
    return bool(given) and all(isinstance(values, Real) for values in given.values())


def _given(given: Mapping[str, Any], segments: int) -> Iterator[Judgement]:
    for system, values in given.items():
        what, expected = f"human scores of {system!r}", "one value (or None) per segment"
        column = [values] if _whole(given) else listed(values, what, f"a list of {expected}")
        if len(column) != segments:
            raise InputError(f"{what}: {counted(len(column), 'value')} for {segments:,} segments; expected {expected}")
        for segment, value in enumerate(column):
            if value is None:
                continue
            if not isinstance(value, Real) or not math.isfinite(value):
                where = "" if _whole(given) else f", segment {segment}"
                raise InputError(
                    f"{what}{where}: {value!r} is no number; expected a number, or None where there is none"
                )
            yield Judgement(system, segment, "", DIMENSION, float(value))


def _dimension(judgements: Sequence[Judgement], wanted: str | None, place: str) -> str:
    known = list(dict.fromkeys(j.dimension for j in judgements))
    if wanted is None:
        if len(known) > 1:
            raise SpecError(
                f"the human scores {place} have several dimensions ({', '.join(known)}); name one (--dimension)"
            )
        return known[0]
    if not isinstance(wanted, str) or wanted not in known:
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
    return f"{'systems' if len(names) > 1 else 'system'} {', '.join(map(str, names))}"
