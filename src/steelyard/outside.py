"""Scores from outside: measures that are not computed here, such as COMET or an LLM judge, as statistics like ours.

A file is TSV with a heading: system, seg (a segment's number from 0, or its id; a column named id always holds ids),
and one column for each measure; or, in the long form, columns measure and score. Without seg or id, each score is of a
whole system. An empty cell, nan, None or NA is no score.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.formats.rows import Row, read_rows, segment_numbers
from steelyard.errors import FormatError, SpecError, suggestion
from steelyard.measures.base import Mean, option
from steelyard.statistics import Statistics
from steelyard.text import Batch

Array = NDArray[Any]
_KEYS = ("system", "seg", "id")
_LONG = ("measure", "score")
_NONE = re.compile(r"\s*(nan|none|na|n/a|null)?\s*", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Outside(Mean):
    """A measure whose segment scores come from a file; the score of several segments is their mean."""

    name: ClassVar[str] = "outside"
    family: ClassVar[str] = "outside"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)
    undefined: ClassVar[str] = "the file has no score for it"
    needs: ClassVar[tuple[str, ...]] = ("scores",)

    file: str = option("", "name of the file, with the digest of its content")

    def values(self, batch: Batch) -> Array:
        """Raise: texts cannot be scored by it."""
        raise SpecError("a measure from outside scores no texts; its scores come from a file (--scores)")


@dataclass(frozen=True, kw_only=True)
class OutsideLower(Outside):
    """A measure from outside of which less is better."""

    higher_is_better: ClassVar[bool] = False


@dataclass(frozen=True, eq=False)
class OutsideScores:
    """One measure's scores from a file.

    values   system × segment, or system × 1 where each system has one score as a whole; nan where there is none
    whole    whether each system has one score as a whole
    file     name and digest of the file
    """

    label: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    higher_is_better: bool = True
    whole: bool = False
    file: str = ""

    @property
    def measure(self) -> Outside:
        """The measure that stands for the file."""
        return (Outside if self.higher_is_better else OutsideLower)(file=self.file)

    def statistics(
        self, ids: tuple[str, ...] | None = None, facets: dict[str, tuple[str, ...]] | None = None
    ) -> Statistics:
        """Return the segment scores as the statistics of a mean."""
        if self.whole:
            raise SpecError(f"{self.label}: one score for each system; what is asked for needs scores of segments")
        missing = np.isnan(self.values)
        rows = np.stack([np.where(missing, 0.0, self.values), ~missing, missing], axis=-1)
        return Statistics(
            self.label, self.measure, self.systems, self.measure.fields, rows, (0, 0), ids, dict(facets or {})
        )


def read_outside(
    path: str | Path,
    count: int | None = None,
    ids: Sequence[str] | None = None,
    lower: Iterable[str] = (),
    accept: Sequence[str] = (),
) -> tuple[OutsideScores, ...]:
    """Read the columns of a file for a test set of `count` segments with these ids.

    `lower` names the measures of which less is better. Without a count the segments are numbers from 0, and there are
    as many as the greatest says.
    """
    path = Path(path)
    header, rows = read_rows(path, accept)
    _check_header(path, header)
    if not rows:
        raise FormatError(f"{path}: there is a heading, but no score; expected one row an output")
    whole = not {"seg", "id"} & set(header)
    count = 1 if whole else _count(rows) if count is None else count
    numbers = [0] * len(rows) if whole else segment_numbers(rows, count, ids)
    systems = tuple(dict.fromkeys(row.cells["system"] for row in rows))
    place = {name: n for n, name in enumerate(systems)}
    long = set(_LONG) <= set(header)
    found: dict[str, Array] = {}
    seen: set[tuple[str, str, int]] = set()
    for row, number in zip(rows, numbers, strict=True):
        cells = {row.cells["measure"]: row.cells["score"]} if long else row.cells
        for name, cell in cells.items():
            if name in _KEYS:
                continue
            key = (name, row.cells["system"], number)
            if key in seen:
                raise FormatError(f"{row.where}: a second score of {name!r} for this output; keep one")
            seen.add(key)
            column = found.setdefault(name, np.full((len(systems), count), math.nan))
            column[place[row.cells["system"]], number] = _number(row, name, cell)
    lower = set(lower)
    file = f"{path.name}#{_digest(rows)}"
    return tuple(OutsideScores(n, systems, values, n not in lower, whole, file) for n, values in found.items())


def check_lower(lower: Iterable[str], labels: Iterable[str]) -> None:
    """Raise if a measure that is said to be lower-is-better is not there."""
    known = list(labels)
    for name in lower:
        if name not in known:
            raise SpecError(f"no outside measure {name!r} of which less would be better" + suggestion(name, known))


def _check_header(path: Path, header: Sequence[str]) -> None:
    names = [name for name in header if name not in _KEYS]
    if "system" not in header or {"seg", "id"} <= set(header) or not names or not all(name.strip() for name in names):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(header) or 'none'}; expected system, seg (or id), and "
            f"one for each measure, or measure and score"
        )


def _count(rows: Sequence[Row]) -> int:
    """Return how many segments there are, by the greatest number."""
    for row in rows:
        name = row.cells.get("seg", row.cells.get("id", ""))
        if "id" in row.cells or not re.fullmatch(r"\d{1,9}", name, re.ASCII) or int(name) >= len(rows):
            raise FormatError(
                f"{row.where}: the segment is {name!r:.40}; without texts or saved scores, expected numbers in a "
                f"column seg, from 0 and without gaps"
            )
    return 1 + max(int(row.cells["seg"]) for row in rows)


def _number(row: Row, name: str, cell: str) -> float:
    if _NONE.fullmatch(cell):
        return math.nan
    try:
        value = float(cell)
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise FormatError(f"{row.where}: {name} is {cell!r:.40}; expected a number, or nothing where there is none")
    return value


def _digest(rows: Sequence[Row]) -> str:
    held = hashlib.sha256()
    for row in rows:
        held.update(("\t".join(row.cells.values()) + "\n").encode())
    return held.hexdigest()[:12]
