"""Where judgements come from: files, mappings in Python, and corpora that carry some."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from pathlib import Path
from typing import Any, Protocol

from steelyard.corpus import Corpus
from steelyard.corpus.given import listed
from steelyard.corpus.judgement import DIMENSION, Judgement
from steelyard.corpus.score_files import is_score_file, read_score_files
from steelyard.corpus.selection import Selection, renumbered
from steelyard.errors import InputError, SpecError, worded
from steelyard.judgements.files import chosen_dimension, read_scores
from steelyard.judgements.mqm import KnownSegments, MQMAnnotations
from steelyard.judgements.table import MEDIAN, Judgements, check_aggregate
from steelyard.results.numbers import counted

#: Stands for the judgements inside a corpus where a file could be named.
IN_CORPUS = "corpus:"


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

    @property
    def selection(self) -> Selection | None:
        """What the segments are of a larger test set, of which files of judgements are."""


@dataclass(frozen=True, eq=False)
class Aggregated:
    """Human scores, and what the judgements of one output become its value by.

    human       what is given as human scores otherwise; None for those that the corpus carries
    aggregate   "mean" or "median", over assessors; a system's score is in any case the mean of its outputs' values
    """

    human: str | Path | MQMAnnotations | Judgements | Mapping[str, Any] | None = None
    aggregate: str = MEDIAN

    def __post_init__(self) -> None:
        check_aggregate(self.aggregate)
        if isinstance(self.human, Aggregated):
            raise SpecError("human scores are aggregated in one way; give Aggregated what is not yet aggregated")

    def __str__(self) -> str:
        return str(self.human)


#: Judgements as a caller may give them: a file (TSV of scores or of MQM annotations, or a score file of
#: mt-metrics-eval); annotations with weights; judgements there are; system → one value (or None) per segment; system →
#: one value; any of these aggregated in a way of its own.
GivenJudgements = (
    str | Path | MQMAnnotations | Judgements | Mapping[str, Sequence[float | None]] | Mapping[str, float] | Aggregated
)


def source_of(human: GivenJudgements | None) -> Any:
    """Return where judgements come from, without how they are aggregated."""
    return human.human if isinstance(human, Aggregated) else human


def judgements_of(outputs: Outputs, human: GivenJudgements | None, accept: Sequence[str] = ()) -> Judgements:
    """Return the judgements of outputs, of which there is one or more; without any given, those that they carry."""
    judgements = _read(outputs, human, accept)
    if judgements.whole and outputs.selection is not None:
        outputs.selection.check_of_segments(f"the human scores {judgements.place}")
    if not judgements.records:
        way = worded("give a file of them (--human)", "give some (human=…)")
        raise InputError(f"there are no human scores {judgements.place}; {way}, or a corpus that has some")
    return judgements


def _read(outputs: Outputs, human: GivenJudgements | None, accept: Sequence[str]) -> Judgements:
    if isinstance(human, Aggregated):
        return replace(_read(outputs, human.human, accept), aggregate=human.aggregate)
    if human is None or (isinstance(human, str) and human == IN_CORPUS):
        return Judgements(tuple(outputs.judgements), place="in the corpus")
    if isinstance(human, Mapping):
        whole = _whole(human)
        return Judgements((*_values(human, 1 if whole else len(outputs)),), place="given", whole=whole)
    if isinstance(human, Judgements):
        return _placed(human, outputs)
    if not isinstance(human, str | Path | MQMAnnotations):
        raise InputError(
            f"human is {_kind(human)}, which is not possible; give a TSV file, or {{'A': [...], 'B': [...]}}"
        )
    test_set: Outputs | Selection = outputs if outputs.selection is None else outputs.selection
    if is_score_file(Path(human)):
        return _selected(_score_file(Path(human), len(test_set), accept), outputs)
    segments = KnownSegments(len(test_set), test_set.ids, test_set.facets.get("document"), _source(test_set))
    return _selected(read_scores(human, segments, accept), outputs)


def _selected(judgements: Judgements, outputs: Outputs) -> Judgements:
    """Return the judgements of the segments that are selected, by their numbers among these."""
    if outputs.selection is None or judgements.whole:
        return judgements
    records = renumbered(judgements, outputs.selection.places)
    return replace(judgements, records=records, selected=outputs.selection.label)


def _placed(judgements: Judgements, outputs: Outputs) -> Judgements:
    """Return judgements that were read before, the segments by their numbers; names are ids, or else numbers."""
    if judgements.whole:
        return judgements
    if not judgements.selected and outputs.selection is not None:
        return _selected(_numbered(judgements, outputs.selection), outputs)
    if judgements.selected and (outputs.selection is None or outputs.selection.label != judgements.selected):
        raise InputError(
            f"the judgements {judgements.place} are of a selection of segments ({judgements.selected}), and this is "
            f"another; read them with corpus= the one that is scored, or the whole"
        )
    return _numbered(judgements, outputs)


def _numbered(judgements: Judgements, outputs: Outputs | Selection) -> Judgements:
    numbers = range(len(outputs))
    places: dict[int | str, int] = {n: n for n in numbers}
    places |= {name: n for n, name in enumerate(outputs.ids if outputs.ids is not None else map(str, numbers))}
    odd = next((record for record in judgements if record.item not in places), None)
    if odd is not None:
        raise InputError(
            f"the judgements {judgements.place} are of {odd.item!r:.40}, which is no segment here; expected a segment "
            f"id or a number from 0 to {len(outputs) - 1}"
        )
    return replace(judgements, records=tuple(replace(record, item=places[record.item]) for record in judgements))


def answers_in(corpus: Corpus, dimension: str | None = None, by: str | None = None) -> Judgements:
    """Return the judgements inside a corpus on one dimension, which is needed where it has several.

    `by` is a facet, whose value becomes a label of each judgement.
    """
    if not corpus.judgements:
        raise InputError("the corpus has no judgements; give a file of ratings")
    chosen = chosen_dimension("the corpus", (record.dimension for record in corpus.judgements), dimension)
    facet = None if by in (None, "system") else corpus.facet(str(by))
    records = (
        replace(
            record, item=corpus.segment_name(int(record.item)), value=_float(record),
            labels=() if facet is None else ((str(by), facet[int(record.item)]),),
        )
        for record in corpus.judgements
        if record.dimension == chosen
    )  # fmt: skip
    return Judgements(tuple(records), place="in the corpus").checked_answers()


def _float(record: Judgement) -> Any:
    return float(record.value) if isinstance(record.value, Real) else record.value


def _kind(human: object) -> str:
    """Say what was given, as its type and shape: what it holds may fill a screen."""
    shape = getattr(human, "shape", None)
    return f"of type {type(human).__name__}" + (f" and shape {shape}" if isinstance(shape, tuple) else "")


def _source(outputs: Outputs | Selection) -> Iterable[str | None] | None:
    """Return the source texts, of a table those of its corpus, where they are known."""
    return getattr(getattr(outputs, "corpus", outputs), "source", None)


def _score_file(path: Path, segments: int, accept: Sequence[str]) -> Judgements:
    """Return the scores of one file of mt-metrics-eval: of segments, or of whole systems."""
    (file,) = read_score_files(path, accept)
    whole = file.segments is None
    columns = {name: [value] for name, value in (file.systems or {}).items()} if whole else file.segments or {}
    for system, values in columns.items():
        if not whole and len(values) != segments:
            raise InputError(f"{path}: {len(values):,} scores of {system!r} for {segments:,} segments")
    rows = ((system, n, value) for system, values in columns.items() for n, value in enumerate(values))
    name = file.name.partition(".")[2] or file.name
    records = (Judgement(system, n, "", name, value) for system, n, value in rows if not math.isnan(value))
    return Judgements(tuple(records), place=f"in {path}", whole=whole)


def _whole(human: Mapping[str, Any]) -> bool:
    """Tell whether each system has one value as a whole."""
    return bool(human) and all(isinstance(values, Real) for values in human.values())


def _values(human: Mapping[str, Any], segments: int) -> Iterator[Judgement]:
    for system, values in human.items():
        what, expected = f"human scores of {system!r}", "one value (or None) per segment"
        column = [values] if _whole(human) else listed(values, what, f"a list of {expected}")
        if len(column) != segments:
            raise InputError(f"{what}: {counted(len(column), 'value')} for {segments:,} segments; expected {expected}")
        for segment, value in enumerate(column):
            if value is None or (isinstance(value, Real) and math.isnan(value)):
                continue
            if not isinstance(value, Real) or not math.isfinite(value):
                where = "" if _whole(human) else f", segment {segment}"
                raise InputError(
                    f"{what}{where}: {value!r} is no number; expected a number, or None or nan where there is none"
                )
            yield Judgement(system, segment, "", DIMENSION, float(value))
