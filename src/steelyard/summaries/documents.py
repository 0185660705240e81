"""Documents that are to be summarised: JSON Lines, one set of documents a line.

    {"id": "d01", "cluster": "floods", "query": "…", "documents": ["First sentence.\\nSecond one.", "…"],
     "utilities": {"judge 1": [9, 4, 0]}, "extract": [0, 2], "references": ["…"]}

Only `documents` is needed, the oldest first, each a text with a sentence a line or as `units` says. Units are numbered
from 0 over all documents of a set. `utilities` are what judges gave each unit, `extract` the units that people chose,
`references` summaries that people wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.texts import HeldTexts
from steelyard.errors import FormatError, InputError
from steelyard.files.json_lines import check_keys, records, typed
from steelyard.files.names import repeated
from steelyard.files.numbers import number_in, whole_number_in
from steelyard.files.rows import Rows, read_rows
from steelyard.results.brief import Brief
from steelyard.summaries.units import UnitRule

#: A utility may be so large: more could not be told apart once they are added up.
_MOST = 1_000_000
#: The square of a feature, and sums of squares, are numbers, too.
_LARGEST_FEATURE = 1e100
_KEYS = ("id", "cluster", "query", "documents", "utilities", "extract", "references")


@dataclass(frozen=True, repr=False)
class DocumentSet(Brief):
    """What one summary is made of.

    id          its name
    documents   the units of each document, the oldest document first
    query       what is asked of the documents; empty if nothing is
    cluster     the group that the set belongs to; empty if there is none
    utilities   judge → how useful each unit is
    extract     numbers of the units that people chose; None if nobody did
    references  summaries that people wrote
    features    name → a number per unit
    """

    id: str
    documents: tuple[tuple[str, ...], ...]
    query: str = ""
    cluster: str = ""
    utilities: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    extract: tuple[int, ...] | None = None
    references: tuple[str, ...] = ()
    features: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)

    @property
    def units(self) -> list[str]:
        """The units of all documents."""
        return [unit for document in self.documents for unit in document]

    @property
    def starts(self) -> list[int]:
        """The first unit of each document, and the end."""
        return [0, *np.cumsum([len(document) for document in self.documents]).tolist()]


def document_sets(
    source: str | Path | Iterable[Mapping[str, Any]], units: UnitRule, accept: Sequence[str] = ()
) -> list[DocumentSet]:
    """Return the sets of a file, or of objects as a file has them; ids and clusters are there for all or for none."""
    if isinstance(source, str | Path):
        rows: Iterable[tuple[str, Any]] = records(Path(source), accept, _KEYS)
    elif isinstance(source, Iterable) and not isinstance(source, Mapping):
        rows = ((f"document set {n}", record) for n, record in enumerate(source))
    else:
        raise InputError(
            f"documents are a {type(source).__name__}; give a path, or a list of objects as a file has them"
        )
    sets: dict[str, DocumentSet] = {}
    for where, record in rows:
        read = _document_set(record, len(sets), where, units, accept)
        if read.id in sets:
            raise FormatError(f"{where}: the id {read.id!r} occurs twice; ids must be unique")
        sets[read.id] = read
    if not sets:
        raise InputError(f"{source if isinstance(source, str | Path) else 'the list'} has no documents")
    if len({bool(some.cluster) for some in sets.values()}) > 1:
        bare = next(some.id for some in sets.values() if not some.cluster)
        raise InputError(f"set {bare!r} has no cluster, and others have one; give all or none")
    return list(sets.values())


def with_features(sets: Sequence[DocumentSet], path: str | Path, accept: Sequence[str] = ()) -> list[DocumentSet]:
    """Return the sets with the further features of a file: columns id, unit, and one for each feature."""
    rows = read_rows(Path(path), accept)
    names = [name for name in rows.columns if name not in ("id", "unit")]
    if not {"id", "unit"} <= set(rows.columns) or not names:
        raise FormatError(f"{path}, line 1: expected the columns id, unit and one for each feature")
    if (twice := repeated(some.id for some in sets)) is not None:
        raise InputError(f"{path}: the id {twice!r} is that of a set and of one to train with; rename one")
    values = _feature_values(rows, names, {some.id: len(some.units) for some in sets})
    for name, table in values.items():
        if np.isnan(table).any():
            unit = int(np.flatnonzero(np.isnan(table).any(axis=1))[0])
            raise FormatError(f"{path}: set {name!r} has no row for unit {unit}; give every unit its features")
    return [replace(some, features=dict(zip(names, values[some.id].T, strict=True))) for some in sets]


def _feature_values(rows: Rows, names: Sequence[str], sizes: Mapping[str, int]) -> dict[str, NDArray[np.float64]]:
    """Return set → unit × feature, nan where a file has none."""
    values = {name: np.full((size, len(names)), np.nan) for name, size in sizes.items()}
    for n, (name, unit) in enumerate(zip(rows.columns["id"], rows.columns["unit"], strict=True)):
        number = whole_number_in(unit)
        if number is None or not 0 <= number < sizes.get(name, 0):
            raise FormatError(f"{rows.where(n)}: set {name!r} has no unit {unit!r}; units are numbered from 0")
        if not np.isnan(values[name][number]).all():
            raise FormatError(f"{rows.where(n)}: unit {number} of set {name!r} is there again; give each unit a row")
        for k, feature in enumerate(names):
            value = number_in(rows.columns[feature][n])
            if value is None or abs(value) > _LARGEST_FEATURE:
                raise FormatError(f"{rows.where(n)}: {feature} is {rows.columns[feature][n]!r:.40}; expected a number")
            values[name][number, k] = value
    return values


def _document_set(record: Any, number: int, where: str, units: UnitRule, accept: Sequence[str]) -> DocumentSet:
    typed(record, dict, "a set of documents", where)
    check_keys(record, _KEYS, where)
    name = typed(record.get("id", str(number)), str, "'id'", where)
    texts = typed(record.get("documents", []), list, "'documents'", where)
    documents = units.cut(name, [typed(text, str, "a document", where) for text in texts], where)
    count = sum(map(len, documents))
    if not count:
        raise FormatError(f"{where}: there is no text in 'documents'; give at least one document")
    HeldTexts.of([unit for document in documents for unit in document], where, accept)
    query, cluster = (typed(record.get(key, ""), str, f"{key!r}", where).strip() for key in ("query", "cluster"))
    HeldTexts.of([name, query, cluster], f"{where}: id, query and cluster", accept)
    references = typed(record.get("references", []), list, "'references'", where)
    return DocumentSet(
        name,
        documents,
        query=query,
        cluster=cluster,
        utilities=dict(_utilities(typed(record.get("utilities", {}), dict, "'utilities'", where), count, where)),
        extract=_extract(record, count, where),
        references=tuple(typed(text, str, "a reference", where) for text in references),
    )


def _utilities(source: Mapping[str, Any], count: int, where: str) -> Iterator[tuple[str, NDArray[np.float64]]]:
    for judge, values in source.items():
        if len(typed(values, list, f"the utilities of {judge!r}", where)) != count:
            raise FormatError(f"{where}: {judge!r} has {len(values)} utilities for {count} units; give one for each")
        for value in values:
            if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= _MOST:
                raise FormatError(
                    f"{where}: a utility of {judge!r} is {value!r:.40}; expected a number, up to {_MOST:,} in size"
                )
        yield judge, np.array(values, float)


def _extract(record: Mapping[str, Any], count: int, where: str) -> tuple[int, ...] | None:
    if "extract" not in record:
        return None
    numbers = typed(record["extract"], list, "'extract'", where)
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < count:
            raise FormatError(f"{where}: there is no unit {number!r:.40} to extract; units go from 0 to {count - 1}")
    if len(set(numbers)) != len(numbers):
        raise FormatError(f"{where}: a unit is extracted twice; give each once")
    return tuple(sorted(numbers))
