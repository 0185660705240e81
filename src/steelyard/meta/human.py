"""Human scores: judgements of one dimension, averaged to the level at which measures are compared with them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.corpus import Judgement
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.human import read_judged
from steelyard.corpus.formats.mqm import Annotations
from steelyard.corpus.formats.mqm_segments import TestSet
from steelyard.corpus.formats.score_files import is_score_file, read_score_files
from steelyard.corpus.formats.segments import DIMENSION
from steelyard.corpus.given import listed, several_names
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.assessors import NormalisedScores, check_named, normalise
from steelyard.inference.ratings import Rating, Ratings
from steelyard.measures.base import ratio


class Outputs(Protocol):
    """What is judged: systems' outputs of segments, as a Corpus and a ScoreTable have them."""

    @property
    def systems(self) -> Collection[str]:
        """Names of the systems."""

    @property
    def ids(self) -> Sequence[str] | None:
        """Segment names."""

    @property
    def judgements(self) -> Sequence[Judgement]:
        """Judgements it carries."""

    def __len__(self) -> int: ...

    @property
    def facets(self) -> Mapping[str, Sequence[str]]:
        """Facet → one value per segment."""

    def facet(self, name: str) -> Sequence[str]:
        """Return a facet's values, one per segment."""


#: Judgements as a caller may give them: a file (TSV of scores or of MQM annotations, or a score file of
#: mt-metrics-eval); annotations with weights; system → one value (or None) per segment; system → one value.
Given = str | Path | Annotations | Mapping[str, Sequence[float | None]] | Mapping[str, float]


class _Found(NamedTuple):
    """Judgements, where they are, whether each is of a whole system, how they were made, and what to tell of them."""

    judgements: Sequence[Judgement]
    place: str
    whole: bool = False
    made: str = ""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class HumanScores:
    """One value per output: the mean of its judgements on one dimension; nan where there is none.

    systems   those of the corpus that have judgements
    values    system × segment, or system × 1 where each system has one value as a whole
    notices   what was left out
    whole     whether each system has one value as a whole
    normalised  whether each assessor's judgements were brought to mean 0 and deviation 1 first
    made      how the judgements were made, such as by which weights
    basis     over how many judgements each assessor was normalised
    by_assessors  one value per system: its mean if every judgement were the mean of its assessor's judgements; None
              where not all assessors are named, or all judgements are normalised
    """

    dimension: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    notices: tuple[str, ...]
    whole: bool = False
    normalised: bool = False
    made: str = ""
    basis: str = ""
    by_assessors: NDArray[np.float64] | None = None

    def at(self, level: str, corpus: Outputs) -> NDArray[np.float64]:
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

    def of(self, systems: Sequence[str]) -> NDArray[np.float64]:
        """Return system × segment for these systems in this order; nan where one has no judgements."""
        rows = np.full((len(systems), self.values.shape[1]), np.nan)
        for n, name in enumerate(systems):
            if name in self.systems:
                rows[n] = self.values[self.systems.index(name)]
        return rows

    @property
    def assessed(self) -> str:
        """How assessors' scales were allowed for, as signatures have it; nothing where they were not."""
        basis = f"|normalised over:{self.basis}" if self.basis else ""
        return f"|assessors:normalised{basis}" if self.normalised else ""

    def signature(self, level: str) -> str:
        """Return how the values of a level were made."""
        made = f"|{self.made}" if self.made else ""
        if self.whole:
            return f"human:{self.dimension}|judgements:one-per-system{self.assessed}{made}"
        judged, outputs = int((~np.isnan(self.values)).sum()), self.values.size
        means = "judgements:mean" if level == "segment" else f"judgements:mean|{level}:mean"
        return f"human:{self.dimension}{made}|{means}{self.assessed}|judged:{judged}/{outputs}"


def human_scores(
    corpus: Outputs,
    given: Given | None = None,
    dimension: str | None = None,
    accept: Sequence[str] = (),
    normalised: bool = False,
) -> HumanScores:
    """Return human scores of the systems of a corpus, from a file, a mapping, or the corpus itself.

    `dimension` may be left out where there is only one. With `normalised`, each assessor's scores are first brought to
    mean 0 and deviation 1, over all that they judged: how an assessor uses the scale shows in their judgements of
    systems that are not scored here too.
    """
    found = _judgements(corpus, given, accept)
    return _scores_of(corpus, found, _dimension(found, dimension), normalised)


def all_human_scores(
    corpus: Outputs,
    given: Given | None = None,
    dimensions: Sequence[str] | str = (),
    accept: Sequence[str] = (),
    normalised: bool = False,
) -> tuple[HumanScores, ...]:
    """Return human scores of the dimensions named, or of all there are."""
    found = _judgements(corpus, given, accept)
    chosen = [_dimension(found, one) for one in dict.fromkeys(several_names(dimensions, "dimensions"))]
    every = chosen or list(dict.fromkeys(j.dimension for j in found.judgements))
    return tuple(_scores_of(corpus, found, one, normalised) for one in every)


def any_human_scores(
    corpus: Outputs, given: Given | None = None, dimensions: Sequence[str] | str = (), accept: Sequence[str] = ()
) -> tuple[HumanScores, ...]:
    """Return human scores as `all_human_scores` does; none where nobody judged and no dimension is asked for."""
    if given is None and not corpus.judgements and not dimensions:
        return ()
    return all_human_scores(corpus, given, dimensions, accept)


def _scores_of(corpus: Outputs, found: _Found, dimension: str, normalised: bool) -> HumanScores:
    judgements: Sequence[Judgement] = [j for j in found.judgements if j.dimension == dimension]
    judged = dict.fromkeys(j.system for j in judgements)
    systems = tuple(name for name in corpus.systems if name in judged)
    if not systems:
        raise InputError(
            f"the human scores {found.place} are of {_listed(judged)}, and none of these is scored here"
            + suggestion(next(iter(judged)), corpus.systems)
        )
    notices, basis = found.notices + _notices(judged, corpus, found.place), ""
    by_assessors = None if normalised else _by_assessors(judgements, systems)
    if normalised:
        made = _normalised(judgements, found.place)
        judgements = [Judgement(one.system, int(one.item), "", dimension, one.score) for one in made.scores]
        basis = _basis(made.counts)
        notices += (*_beyond(judged, corpus), *(f"{dimension}, normalised: {told}" for told in made.notices()))
    means = _means(judgements, systems, 1 if found.whole else len(corpus))
    return HumanScores(dimension, systems, means, notices, found.whole, normalised, found.made, basis, by_assessors)


def _normalised(judgements: Sequence[Judgement], place: str) -> NormalisedScores:
    """Return the judgements in deviations from each assessor's mean, averaged per output (Leusch et al., 2005)."""
    try:
        check_named([j.assessor for j in judgements])
        _check_once(judgements)
        ratings = (Rating(str(j.segment), j.assessor, float(j.value), j.system) for j in judgements)
        return normalise(Ratings(tuple(ratings)))
    except InputError as refused:
        raise InputError(f"the human scores {place}: {refused}") from None


def _check_once(judgements: Sequence[Judgement]) -> None:
    seen: set[tuple[str, int, str]] = set()
    for j in judgements:
        if j[:3] in seen:
            raise InputError(
                f"assessor {j.assessor!r} judged segment {j.segment} of system {j.system!r} twice, so the scores "
                f"cannot be normalised; keep one"
            )
        seen.add(j[:3])


def _basis(counts: Mapping[str, int]) -> str:
    """Return how many assessors there are, and how many judgements each made."""
    least, most = min(counts.values()), max(counts.values())
    each = counted(most, "judgement") if least == most else f"{least:,}-{most:,} judgements"
    return f"{counted(len(counts), 'assessor')} × {each}"


def _beyond(judged: Mapping[str, Any], corpus: Outputs) -> tuple[str, ...]:
    foreign = [name for name in judged if name not in corpus.systems]
    if not foreign:
        return ()
    return (f"each assessor is normalised over all their judgements, also those of {_listed(foreign)}",)


def _judgements(corpus: Outputs, given: Given | None, accept: Sequence[str]) -> _Found:
    """Return the judgements, of which there is one or more."""
    found = _found(corpus, given, accept)
    if not found.judgements:
        raise InputError(
            f"there are no human scores {found.place}; give a file of them (--human), or a corpus that has some"
        )
    return found


def _found(corpus: Outputs, given: Given | None, accept: Sequence[str]) -> _Found:
    if given is None:
        return _Found(corpus.judgements, "in the corpus")
    if isinstance(given, Mapping):
        whole = _whole(given)
        return _Found([*_given(given, 1 if whole else len(corpus))], "given", whole)
    if not isinstance(given, str | Path | Annotations):
        raise InputError(
            f"human is {_kind(given)}, which is not possible; give a TSV file, or {{'A': [...], 'B': [...]}}"
        )
    if is_score_file(Path(given)):
        return _filed(Path(given), len(corpus), accept)
    known = TestSet(len(corpus), corpus.ids, corpus.facets.get("document"), _source(corpus))
    judged = read_judged(given, known, accept)
    return _Found(judged.judgements, f"in {given}", judged.whole, judged.made, judged.notices)


def _kind(given: object) -> str:
    """Say what was given, as its type and shape: what it holds may fill a screen."""
    shape = getattr(given, "shape", None)
    return f"of type {type(given).__name__}" + (f" and shape {shape}" if isinstance(shape, tuple) else "")


def _source(corpus: Outputs) -> Iterable[str | None] | None:
    """Return the source texts, of a table those of its corpus, where they are known."""
    return getattr(getattr(corpus, "corpus", corpus), "source", None)


def _filed(path: Path, segments: int, accept: Sequence[str]) -> _Found:
    """Return the scores of one file of mt-metrics-eval: of segments, or of whole systems."""
    (found,) = read_score_files(path, accept)
    whole = found.segments is None
    columns = {name: [value] for name, value in (found.systems or {}).items()} if whole else found.segments or {}
    for system, values in columns.items():
        if not whole and len(values) != segments:
            raise InputError(f"{path}: {len(values):,} scores of {system!r} for {segments:,} segments")
    rows = ((system, n, value) for system, values in columns.items() for n, value in enumerate(values))
    name = found.name.partition(".")[2] or found.name
    judged = [Judgement(system, n, "", name, value) for system, n, value in rows if not math.isnan(value)]
    return _Found(judged, f"in {path}", whole)


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
            if value is None or (isinstance(value, Real) and math.isnan(value)):
                continue
            if not isinstance(value, Real) or not math.isfinite(value):
                where = "" if _whole(given) else f", segment {segment}"
                raise InputError(
                    f"{what}{where}: {value!r} is no number; expected a number, or None or nan where there is none"
                )
            yield Judgement(system, segment, "", DIMENSION, float(value))


def _dimension(found: _Found, wanted: str | None) -> str:
    known, place = list(dict.fromkeys(j.dimension for j in found.judgements)), found.place
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


def _by_assessors(judgements: Sequence[Judgement], systems: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the mean of each system if every judgement were the mean of its assessor's."""
    given: dict[str, list[float]] = {}
    for j in judgements:
        given.setdefault(j.assessor, []).append(j.value)
    if any(not name.strip() for name in given):
        return None
    own = {name: sum(values) / len(values) for name, values in given.items()}
    return _means([j._replace(value=own[j.assessor], segment=0) for j in judgements], systems, 1)[:, 0]


def _notices(judged: Mapping[str, Any], corpus: Outputs, place: str) -> tuple[str, ...]:
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
