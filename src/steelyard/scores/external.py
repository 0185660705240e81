"""External scores: measures that are not computed here, such as COMET or an LLM judge, as statistics like ours.

A file is TSV with a heading: system, seg (a segment's number from 0, or its id; a column named id always holds ids),
and one column for each measure; or, in the long form, columns measure and score, or what `steelyard score --level
segment --tsv` writes. Without seg or id, each score is of a whole system. An empty cell, nan, None or NA is no score.

Score files of mt-metrics-eval are read too: METRIC-REF.seg.score, METRIC-REF.sys.score, or a folder of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.score_files import is_score_file, read_score_files
from steelyard.corpus.segments import check_label
from steelyard.errors import FormatError, InputError, SpecError, suggestion, worded
from steelyard.files.numbers import number_in
from steelyard.files.paths import is_folder
from steelyard.files.rows import Rows, check_numbered, is_none, read_rows, segment_numbers
from steelyard.measures.kinds.base import Mean, Measure, option
from steelyard.measures.notation import parse_written
from steelyard.results.brief import Brief
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics
from steelyard.text import Batch

if TYPE_CHECKING:
    from steelyard.corpus.selection import Selection

Array = NDArray[Any]
_KEYS = ("system", "seg", "id")
_LONG = ("measure", "score")
#: What `steelyard score --tsv` writes; "group" is that of other levels.
_OURS = frozenset({"system", "measure", "level", "value", "reason", "signature"})
_OURS_TOO = frozenset({"segment", "group", "low", "high", "notice"})


@dataclass(frozen=True, kw_only=True)
class ExternalMeasure(Mean):
    """A measure whose segment scores come from a file; the score of several segments is their mean."""

    name: ClassVar[str] = "external"
    family: ClassVar[str] = "external"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)
    undefined: ClassVar[str] = "the file has no score for it"
    needs: ClassVar[tuple[str, ...]] = ("scores",)

    label: str = option("", "what the file calls the measure")
    file: str = option("", "name of the file, with the digest of its content")

    @property
    def digits(self) -> int:
        """Decimals; the bounds of the scores are not known."""
        return 4

    def signature(self) -> dict[str, str]:
        """Return which measure of which file it is, and which way is better."""
        return super().signature() | {"better": "higher" if self.higher_is_better else "lower"}

    def values(self, batch: Batch) -> Array:
        """Raise: texts cannot be scored by it."""
        option = worded("--scores", "external=…")
        raise SpecError(f"an external measure scores no texts; its scores come from a file ({option})")


@dataclass(frozen=True, kw_only=True)
class ExternalLower(ExternalMeasure):
    """An external measure of which less is better."""

    higher_is_better: ClassVar[bool] = False


@dataclass(frozen=True, eq=False, repr=False)
class ExternalScores(Brief):
    """One measure's scores from a file.

    systems        those that it has a score of
    values         system × segment, or system × 1 where each system has one score as a whole; nan where there is none
    whole          whether each system has one score as a whole
    file           name and digest of the file
    system_scores  one score for each system, where the source gives them beside those of segments
    """

    label: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    higher_is_better: bool = True
    whole: bool = False
    file: str = ""
    system_scores: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "systems", tuple(self.systems))
        object.__setattr__(self, "values", _floats(self.label, "values", self.values))
        count = len(self.systems)
        if len(set(self.systems)) < count:
            raise InputError(f"{self.label}: a system is there twice; expected each once")
        wanted = "one score" if self.whole else "a score for each segment"
        if self.values.ndim != 2 or len(self.values) != count or (self.whole and self.values.shape[1] != 1):
            shape = " × ".join(map(str, self.values.shape))
            raise InputError(f"{self.label}: the values are {shape}; expected for each of {count} systems {wanted}")
        if self.system_scores is not None:
            object.__setattr__(self, "system_scores", _floats(self.label, "system_scores", self.system_scores))
            if self.system_scores.shape != (count,):
                raise InputError(f"{self.label}: expected one of system_scores for each of {count} systems")

    def among(self, systems: Sequence[str]) -> ExternalScores:
        """Return the scores of these systems, in their order; nan for those that there are none of."""
        values = np.full((len(systems), self.values.shape[1]), np.nan)
        overall = None if self.system_scores is None else np.full(len(systems), np.nan)
        for place, name in enumerate(systems):
            if name in self.systems:
                values[place] = self.values[self.systems.index(name)]
                if overall is not None and self.system_scores is not None:
                    overall[place] = self.system_scores[self.systems.index(name)]
        return replace(self, systems=tuple(systems), values=values, system_scores=overall)

    def selected(self, selection: Selection | None) -> ExternalScores:
        """Return the scores of the segments that are selected, where these are of the whole test set.

        Scores of whole systems beside them are of all segments, and go.
        """
        if selection is None or not selection.is_part:
            return self
        if self.whole:
            selection.check_of_segments(self.label)
        if self.values.shape[1] != selection.count:
            return self
        return replace(self, values=self.values[:, selection.places], system_scores=None)

    @property
    def measure(self) -> Measure:
        """The measure that stands for the file."""
        return (ExternalMeasure if self.higher_is_better else ExternalLower)(label=self.label, file=self.file)

    def statistics(
        self,
        ids: tuple[str, ...] | None = None,
        facets: dict[str, tuple[str, ...]] | None = None,
        selection: Selection | None = None,
    ) -> Statistics:
        """Return the segment scores as the statistics of a mean."""
        if self.whole:
            raise SpecError(f"{self.label}: one score for each system; what is asked for needs scores of segments")
        missing = np.isnan(self.values)
        rows = np.stack([np.where(missing, 0.0, self.values), ~missing, missing], axis=-1)
        return Statistics(
            self.label, self.measure, self.systems, self.measure.fields, rows, (0, 0), ids, dict(facets or {}),
            selection=selection,
        )  # fmt: skip


def _floats(label: str, what: str, values: Any) -> Array:
    try:
        numbers = np.asarray(values, float)
    except (TypeError, ValueError):
        raise InputError(
            f"{label}: {what} are no numbers; expected a matrix of numbers, nan where there is none"
        ) from None
    if np.isinf(numbers).any():
        raise InputError(f"{label}: some of {what} is infinite; expected numbers, and nan where there is none")
    return numbers


@dataclass(frozen=True, eq=False)
class Columns(Rows):
    """A file of scores: its rows, and the measures of which it is known that less is better."""

    lower: frozenset[str] = frozenset()


def read_external(
    path: str | Path,
    count: int | None = None,
    ids: Sequence[str] | None = None,
    lower: Iterable[str] = (),
    accept: Sequence[str] = (),
) -> tuple[ExternalScores, ...]:
    """Read the measures of a file, or of a folder of score files, for a test set of `count` segments with these ids.

    `lower` names the measures of which less is better. Without a count the segments are numbers from 0, and there are
    as many as the greatest says.
    """
    return measures_of(open_external(path, accept), count, ids, lower, accept)


def open_external(path: str | Path, accept: Sequence[str] = ()) -> Path | Columns:
    """Return the rows of a file of scores, or the path of score files, which list all segments."""
    if not isinstance(path, str | Path):
        raise InputError(f"{path!r:.60} is no file of scores; give its path, or scores that were read")
    path = Path(path)
    return path if is_folder(path) or is_score_file(path) else read_columns(path, accept)


def measures_of(
    source: Path | Columns,
    count: int | None,
    ids: Sequence[str] | None = None,
    lower: Iterable[str] = (),
    accept: Sequence[str] = (),
) -> tuple[ExternalScores, ...]:
    """Return the measures of what `open_external` gave, as `read_external` does."""
    lower = frozenset([lower] if isinstance(lower, str) else lower)
    if isinstance(source, Path):
        return tuple(_filed(source, count, lower, accept))
    rows = source
    _check_header(rows)
    if not len(rows):
        raise FormatError(f"{rows.path}: there is a heading, but no score; expected one row an output")
    whole = not {"seg", "id"} & set(rows.header)
    count = 1 if whole else check_numbered([rows]) if count is None else count
    numbers = np.zeros(len(rows), np.int64) if whole else np.array(segment_numbers(rows, count, ids), np.int64)
    systems, outputs = _named(rows, "system")
    file = f"{rows.path.name}#{rows.digest()}"
    turned = lower | rows.lower
    return tuple(
        _measure(label, systems, values, label not in turned, whole, file)
        for label, values in _tables(rows, outputs * count + numbers, (len(systems), count))
    )


def read_columns(path: Path, accept: Sequence[str] = ()) -> Columns:
    """Return the rows of a file of scores; what `steelyard score --level segment --tsv` writes as the long form."""
    rows = read_rows(path, accept)
    header = set(rows.header)
    if not (_OURS <= header <= _OURS | _OURS_TOO):
        return Columns(rows.path, rows.columns)
    for n, level in enumerate(rows.columns["level"]):
        if level != "segment":
            raise FormatError(
                f"{rows.where(n)}: scores of level {level!r:.40}; expected those of segments, as "
                f"{worded('steelyard score --level segment --tsv', 'sy.report of scores at level segment')} writes them"
            )
    names = {"system": "system", "seg": "segment", "measure": "measure", "score": "value"}
    columns = {name: [_unquoted(cell) for cell in rows.column(ours)] for name, ours in names.items()}
    signatures = dict(zip(columns["measure"], rows.columns["signature"], strict=True))
    return Columns(
        rows.path, columns, frozenset(name for name, signature in signatures.items() if _is_lower(name, signature))
    )


def _unquoted(cell: str) -> str:
    """Return a cell as it was before it was written with quotation marks, as in a row where it has some itself."""
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def _is_lower(measure: str, signature: str) -> bool:
    """Tell whether less is better of a measure that we scored, be it ours or itself external."""
    if better := Signature(signature).get("better"):
        return better == "lower"
    try:
        return not parse_written(measure).higher_is_better
    except SpecError:
        return False


def check_lower(lower: Iterable[str], labels: Iterable[str]) -> None:
    """Raise if a measure that is said to be lower-is-better is not there."""
    measures = list(labels)
    for name in lower:
        if name not in measures:
            raise SpecError(f"no external measure {name!r} of which less would be better" + suggestion(name, measures))


def _check_header(rows: Rows) -> None:
    names = [name for name in rows.header if name not in _KEYS]
    long = set(_LONG) <= set(names)
    if (
        "system" not in rows.header
        or {"seg", "id"} <= set(rows.header)
        or not names
        or not all(name.strip() for name in names)
        or (long and len(names) > len(_LONG))
    ):
        raise FormatError(
            f"{rows.path}, line 1: the columns are {', '.join(rows.header)}; expected system, seg (or id), "
            f"and one for each measure, or measure and score, with tabs between them"
        )
    for name in names:
        check_label(name, rows.where(-1))


def _named(rows: Rows, column: str) -> tuple[tuple[str, ...], Array]:
    """Return the names in a column in order of appearance, and for each row which of them it has."""
    cells = rows.columns[column]
    place = {name: n for n, name in enumerate(dict.fromkeys(cells))}
    for name in place:
        if not name.strip():
            raise FormatError(f"{rows.where(cells.index(name))}: the {column} has no name; expected one")
        check_label(name, rows.where(cells.index(name)))
    return tuple(place), np.array([place[cell] for cell in cells], np.int64)


def _tables(rows: Rows, outputs: Array, shape: tuple[int, int]) -> Iterator[tuple[str, Array]]:
    """Yield each measure and its system × segment scores; `outputs` are places in that table."""
    if set(_LONG) <= set(rows.header):
        names, which = _named(rows, "measure")
        parts = [(name, "score", np.flatnonzero(which == n)) for n, name in enumerate(names)]
    else:
        every = np.arange(len(rows))
        parts = [(name, name, every) for name in rows.header if name not in _KEYS]
    for label, column, chosen in parts:
        _check_once(rows, label, outputs[chosen], chosen)
        cells = rows.columns[column]
        table = np.full(shape, math.nan)
        table.flat[outputs[chosen]] = [_number(rows, n, label, cells[n]) for n in chosen.tolist()]
        yield label, table


def _check_once(rows: Rows, label: str, outputs: Array, chosen: Array) -> None:
    _, first = np.unique(outputs, return_index=True)
    if len(first) < len(outputs):
        second = np.delete(np.arange(len(outputs)), first)[0]
        where = rows.where(int(chosen[second]))
        if {"seg", "id"} & set(rows.header):
            raise FormatError(f"{where}: a second score of {label!r} for this output; keep one")
        raise FormatError(
            f"{where}: a second score of {label!r} for this system; without a column seg (or id) scores are of whole "
            f"systems{_likely_segment(rows)}"
        )


def _likely_segment(rows: Rows) -> str:
    """Return which column may hold segments under another name: no fractions, and each system has a cell once."""
    measures = [name for name in rows.header if name not in (*_KEYS, *_LONG)]
    for name in measures if len(rows.header) > 2 else ():
        cells = rows.columns[name]
        outputs = {*zip(rows.columns["system"], cells, strict=True)}
        if len(outputs) == len(rows) and not any(_is_fraction(cell) for cell in cells):
            return f"; is it {name!r}, which was taken for a measure? call it seg"
    return "; keep one, or add the column"


def _is_fraction(cell: str) -> bool:
    value = number_in(cell)
    return value is not None and not value.is_integer()


def _measure(
    label: str,
    systems: Sequence[str],
    values: Array,
    higher_is_better: bool,
    whole: bool,
    file: str,
    system_scores: Mapping[str, float] | None = None,
) -> ExternalScores:
    """Return the scores of the systems that have any."""
    scored = np.asarray(~np.isnan(values).all(axis=1))
    if not scored.any():
        raise InputError(f"{file.rpartition('#')[0]}: {label!r} has no score at all; leave it out")
    names = tuple(name for name, has in zip(systems, scored.tolist(), strict=True) if has)
    overall = np.array([system_scores.get(name, math.nan) for name in names]) if system_scores is not None else None
    return ExternalScores(label, names, values[scored], higher_is_better, whole, file, overall)


def _filed(path: Path, count: int | None, lower: frozenset[str], accept: Sequence[str]) -> Iterator[ExternalScores]:
    """Yield the measures of score files."""
    for file in read_score_files(path, accept):
        scores = file.segments if file.segments is not None else {name: [v] for name, v in (file.systems or {}).items()}
        expected = 1 if file.segments is None else count if count is not None else len(next(iter(scores.values())))
        for system, values in scores.items():
            if len(values) != expected:
                raise FormatError(
                    f"{file.path}: {len(values):,} scores of {system!r}; expected one for each of {expected:,} segments"
                )
        yield _measure(
            file.name,
            tuple(scores),
            np.array(list(scores.values()), float),
            file.name not in lower,
            file.segments is None,
            f"{file.path.name}#{file.digest}",
            file.systems if file.segments is not None else None,
        )


def _number(rows: Rows, row: int, label: str, cell: str) -> float:
    value = math.nan if is_none(cell) else number_in(cell)
    if value is not None:
        return value
    raise FormatError(
        f"{rows.where(row)}: {label} is {cell!r:.40}; expected a number, or nothing where there is none, as in every "
        f"column but {', '.join(_KEYS)}"
    )
