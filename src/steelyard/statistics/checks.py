"""What saved statistics must be: every part of its kind, and all parts fitting one another and the measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.corpus import check_name
from steelyard.corpus.reference_kinds import KINDS
from steelyard.measures.kinds.base import Fitted, Measure
from steelyard.statistics.statistics import Statistics

#: Parts of the header, and of what it says of each measure.
HEADER = {
    "format": str,
    "systems": list,
    "segments": int,
    "ids": (list, type(None)),
    "facets": dict,
    "statistics": list,
}
ENTRY = {
    "label": str, "measure": str, "definition": int, "plugin": str, "fields": list, "references": list,
    "resources": dict, "context": str, "version": str, "left_out": list,
}  # fmt: skip
SELECTION = {
    "places": list, "count": int, "ids": (list, type(None)), "documents": (list, type(None)), "words": dict,
}  # fmt: skip
#: Sums of floating-point numbers may be this share above what they cannot exceed.
_ROUNDING = 1e-9


def check_parts(content: object, parts: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return a mapping from JSON if it has just these parts, each of its kind; else raise ValueError."""
    if not isinstance(content, dict):
        raise ValueError(f"{what} is a {type(content).__name__}, not a mapping")
    if odd := sorted(set(content) ^ set(parts)):
        raise ValueError(f"{what} {'has a part' if odd[0] in content else 'lacks the part'} {odd[0]!r}")
    for name, kinds in parts.items():
        if not isinstance(content[name], kinds) or isinstance(content[name], bool):
            raise ValueError(f"{what}: {name} is a {type(content[name]).__name__}")
    return content


def check_entry(entry: object) -> dict[str, Any]:
    """Return what the header says of a measure, if that has its parts; kinds of references need not be said."""
    said = {"kinds": list} if isinstance(entry, dict) and "kinds" in entry else {}
    return check_parts(entry, ENTRY | said, "what the header says of a measure")


def check_header(header: Mapping[str, Any]) -> None:
    """Raise ValueError or InputError unless systems, segments, ids, facets and labels are names of their kind."""
    systems, ids, segments = header["systems"], header["ids"], header["segments"]
    for name in (*systems, *header["facets"]):
        check_name(name)
    labels = [entry["label"] for entry in header["statistics"]]
    for what, names in (("system", systems), ("measure", labels), ("segment id", ids or ["any"])):
        _check_unique(what, names)
    if segments < 1:
        raise ValueError(f"it is of {segments} segments")
    for name, column in (("ids", ids), *header["facets"].items()):
        if name in ("segment", "system"):
            raise ValueError(f"a facet is called {name!r}")
        if column is not None and not (isinstance(column, list) and len(column) == segments and _are_strings(column)):
            raise ValueError(f"{name} are not one name for each of {segments} segments")
    if "selection" in header:
        _check_selection(header["selection"], header)


def _check_selection(selection: object, header: Mapping[str, Any]) -> None:
    """Raise ValueError unless segments can have been selected so, and have the names that they have in the whole."""
    said = check_parts(selection, SELECTION, "the selection")
    places, count, ids, words = (said[name] for name in ("places", "count", "ids", "words"))
    if not all(type(place) is int for place in places) or len(places) != header["segments"]:
        raise ValueError(f"the selection has no number for each of {header['segments']} segments")
    if any(a >= b for a, b in pairwise((-1, *places, count))):
        raise ValueError(f"the selection has other segments than {count} in their order")
    for name in ("ids", "documents"):
        if said[name] is not None and (len(said[name]) != count or not _are_strings(said[name])):
            raise ValueError(f"the selection: {name} are not one name for each of {count} segments")
    if header["ids"] != [str(place) if ids is None else ids[place] for place in places]:
        raise ValueError("the selected segments have other ids than in the whole")
    start = f"{len(places)}/{count}"
    texts = list(words.values())
    if not set(words) <= {"only", "without", "selected"} or not _are_strings(texts) or any("|" in t for t in texts):
        raise ValueError("it is not said in words how segments were selected")
    if not words.get("selected", "").startswith(start):
        raise ValueError(f"the selection is not of {start} segments")


def _check_unique(what: str, names: Sequence[Any]) -> None:
    if not names or not _are_strings(names) or not all(names):
        raise ValueError(f"a {what} has no name")
    if len(set(names)) != len(names):
        twice = next(name for n, name in enumerate(names) if name in names[:n])
        raise ValueError(f"the {what} {twice!r} is there twice")


def _are_strings(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def check_statistics(statistics: Statistics) -> None:
    """Raise ValueError unless what is said of a measure's statistics, and the numbers themselves, can be the measure's.

    What a measure from outside can have is not known here.
    """
    numbers = impossible(statistics) if statistics.measure.origin is None else ()
    for problem in chain(_facts(statistics), _shape(statistics), numbers):
        raise ValueError(f"{statistics.label}: {problem}")


def _facts(statistics: Statistics) -> Iterator[str]:
    """Yield what does not fit the measure in what is said of its statistics."""
    measure, left_out = statistics.measure, statistics.left_out
    low, high = statistics.references
    if not all(type(n) is int for n in (low, high, *left_out)):
        yield "numbers of references or segments are no whole numbers"
    elif not 0 <= low <= high or ("references" in measure.needs and not high):
        yield f"{low} to {high} references"
    elif list(statistics.kinds) != [kind for kind in KINDS if kind in statistics.kinds]:
        yield "the kinds of references are not known"
    elif any(a >= b for a, b in pairwise((-1, *left_out, statistics.values.shape[1]))):
        yield "segments are left out that are not there"
    if "scores" in measure.needs:
        yield "its scores come from a file of their own"
    if left_out and not measure.annotator:
        yield "segments are left out, though no text was annotated"
    if bool(statistics.context) != (isinstance(measure, Fitted) and measure.needs_context):
        yield "it is not said what it was fitted to" if not statistics.context else "it is not fitted to anything"
    if not _are_strings([*statistics.resources.values()]) or not statistics.version:
        yield "resources or version are not named"
    if foreign := sorted(set(statistics.resources) - {option.name for option in measure.options()}):
        yield f"it has no option {foreign[0]!r}"
    if any("|" in part for part in (statistics.context, statistics.version, *statistics.resources.values())):
        yield "the parts of its signature cannot be told apart"


def _shape(statistics: Statistics) -> Iterator[str]:
    """Yield what does not fit the measure in fields and array."""
    if not _has_fields(statistics.measure, statistics.fields, statistics.references[1]):
        yield "the fields are not the measure's"
    if statistics.values.dtype.kind not in "biuf":
        yield f"the array is of {statistics.values.dtype}, not of numbers"
    if statistics.values.shape[::2] != (len(statistics.systems), len(statistics.fields)):
        yield f"the array is {statistics.values.shape}, which does not fit systems and fields"


def _has_fields(measure: Measure, fields: tuple[str, ...], references: int) -> bool:
    # There may be more sets than any segment has references.
    return any(measure.fields_against(sets) == fields for sets in range(references, references + len(fields) + 1))


def impossible(statistics: Statistics) -> Iterator[str]:
    """Yield what numbers there are that texts cannot give under one of our measures."""
    measure, values = statistics.measure, np.asarray(statistics.values)
    columns = {name: values[..., n] for n, name in enumerate(statistics.fields)}
    counted = statistics.counted("segment").astype(bool)
    if not np.isfinite(values).all():
        yield "some numbers are not finite"
        return
    if values[:, ~counted].any():
        yield "a segment that was left out has numbers"
    for name, column in columns.items():
        if name != "value" and (column < 0).any():
            yield f"{name} is below 0"
    for name, ceiling in _ceilings(measure, columns):
        if (columns[name] > columns[ceiling] * (1 + _ROUNDING)).any():
            yield f"there are more {name} than {ceiling}"
    if "segments" in columns:
        present = columns["segments"] + columns.get("undefined_segments", np.zeros(1))
        if (present[:, counted] != 1).any() or (columns["segments"] % 1).any():
            yield "a segment does not count once"
        elif "value" in columns and columns["value"][columns["segments"] == 0].any():
            yield "a segment without a value has one"
    yield from _scores_beyond(measure, values[:, counted])


def _ceilings(measure: Measure, columns: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each field with each that it never exceeds."""
    for start, others in measure.ceilings.items():
        for name in columns:
            if name.startswith(start):
                yield from ((name, end) for other in others if (end := other + name.removeprefix(start)) in columns)


def _scores_beyond(measure: Measure, rows: NDArray[Any]) -> Iterator[str]:
    low, high = measure.bounds
    slack = _ROUNDING * max(1.0, *(abs(bound) for bound in (low, high) if np.isfinite(bound)))
    for level, sums in (("segment", rows), ("system", rows.sum(axis=1))):
        with np.errstate(all="ignore"):
            scores = np.asarray(measure.at_level(level).score(sums), float)
        if ((scores < low - slack) | (scores > high + slack)).any():
            yield f"scores at level {level} leave the measure's bounds, {low:g} to {high:g}"
