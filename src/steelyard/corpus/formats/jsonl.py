"""JSON Lines: one segment per line.

    {"id": "market-01", "facets": {"document": "market"}, "source": "…", "references": ["…", "…"],
     "outputs": {"system": "…"},
     "judgements": [{"system": "…", "assessor": "…", "dimension": "adequacy", "value": 4}]}

Every key may be left out; null stands for a reference or an output that is not there. A system that some
lines have and others lack has missing outputs there. A judgement's assessor may be left out, and its
dimension is "score" if it names none.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from steelyard.corpus.content import EVERYTHING
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.judgement import DIMENSION
from steelyard.corpus.segments import Segment, assemble, segments_of
from steelyard.errors import FormatError, suggestion
from steelyard.files.disk import decoded_lines, replacing

NAME = "jsonl"
ENDINGS = (".jsonl", ".ndjson")
CARRIES = EVERYTHING
_KEYS = ("id", "facets", "source", "references", "outputs", "judgements")
_JUDGEMENT_KEYS = ("system", "assessor", "dimension", "value")


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a JSON Lines file."""
    (path,) = paths
    return assemble(_segments(path, accept), path, accept)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as JSON Lines."""
    with replacing(path) as file:
        for segment in segments_of(corpus):
            file.write(json.dumps(_record(segment), ensure_ascii=False).encode() + b"\n")


def _record(segment: Segment) -> dict[str, Any]:
    references = list(segment.references)
    while references and references[-1] is None:
        references.pop()
    record = {
        "id": segment.id,
        "facets": segment.facets or None,
        "source": segment.source,
        "references": references or None,
        "outputs": segment.outputs or None,
        "judgements": [dict(zip(_JUDGEMENT_KEYS, judgement, strict=True)) for judgement in segment.judgements] or None,
    }
    return {key: value for key, value in record.items() if value is not None}


def _segments(path: Path, accept: Sequence[str]) -> Iterator[Segment]:
    blank = ""
    for number, line in enumerate(decoded_lines(path, accept), 1):
        where = f"{path}, line {number}"
        # Only a blank line at the very end is no sign of a segment that got lost.
        if blank:
            raise FormatError(f"{blank}: a blank line; remove it, or give the segment that belongs there")
        if line.isspace():
            blank = where
            continue
        yield _segment(_parsed(line, where), where)


def _parsed(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line, object_pairs_hook=lambda pairs: _object(pairs, where))
    except json.JSONDecodeError as error:
        raise FormatError(
            f"{where}, column {error.colno}: not JSON ({error.msg}); expected one object per line"
        ) from None
    except ValueError as error:
        raise FormatError(f"{where}: {error}") from None
    except RecursionError:
        raise FormatError(
            f"{where}: nested too deeply; expected one object per line with the keys {_listed(_KEYS)}"
        ) from None
    # Lone surrogates can only have come from escapes.
    if "\\u" in line and not _encodable(record):
        raise FormatError(f"{where}: holds half of a surrogate pair (\\ud800–\\udfff); repair the escape")
    return cast(dict[str, Any], _typed(record, dict, "the line", where))


def _encodable(record: object) -> bool:
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for n, key in enumerate(keys) if key in keys[:n])
        raise FormatError(f"{where}: the key {twice!r} occurs twice in one object; keep one")
    return entries


def _segment(record: dict[str, Any], where: str) -> Segment:
    _check_keys(record, _KEYS, where)
    facets = _typed(record.get("facets", {}), dict, "'facets'", where)
    outputs = _typed(record.get("outputs", {}), dict, "'outputs'", where)
    references = _typed(record.get("references", []), list, "'references'", where)
    judgements = _typed(record.get("judgements", []), list, "'judgements'", where)
    return Segment(
        where=where,
        id=_typed(record["id"], str, "'id'", where) if "id" in record else None,
        facets={name: _typed(value, str, f"facet {name!r}", where) for name, value in facets.items()},
        source=_typed(record["source"], str, "'source'", where) if "source" in record else None,
        references=[_text(text, f"reference {n}", where) for n, text in enumerate(references, 1)],
        outputs={name: _text(text, f"the output of {name!r}", where) for name, text in outputs.items()},
        judgements=[_judgement(item, where) for item in judgements],
    )


def _judgement(item: object, where: str) -> tuple[str, str, str, float]:
    record: dict[str, Any] = _typed(item, dict, "a judgement", where)
    _check_keys(record, _JUDGEMENT_KEYS, where)
    for key in ("system", "value"):
        if key not in record:
            raise FormatError(f"{where}: a judgement without {key!r}; it needs at least system and value")
    words = record["system"], record.get("assessor", ""), record.get("dimension", DIMENSION)
    system, assessor, dimension = (_typed(word, str, "a name in a judgement", where) for word in words)
    return system, assessor, dimension, _number(record["value"], where)


def _number(value: object, where: str) -> float:
    try:
        # A bool is an int in Python, but true is no number in JSON.
        number = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FormatError(f"{where}: a judgement's value is {json.dumps(value)[:40]}; expected a number")
    return number


_TYPES: dict[type, str] = {dict: "an object", list: "a list", str: "a string"}


def _typed(value: Any, kind: type, what: str, where: str) -> Any:
    if not isinstance(value, kind):
        raise FormatError(f"{where}: {what} is {json.dumps(value)[:40]}; expected {_TYPES[kind]}")
    return value


def _text(value: object, what: str, where: str) -> str | None:
    return None if value is None else cast(str, _typed(value, str, what, where))


def _check_keys(record: dict[str, Any], keys: Sequence[str], where: str) -> None:
    for key in record:
        if key not in keys:
            raise FormatError(f"{where}: unknown key {key!r}" + suggestion(key, keys))


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
