"""JSON Lines: one segment per line.

    {"id": "market-01", "facets": {"document": "market"}, "source": "…", "references": ["…", "…"],
     "outputs": {"system": "…"},
     "judgements": [{"system": "…", "assessor": "…", "dimension": "adequacy", "value": 4}]}

A reference may say what kind it is, {"text": "…", "kind": "post-edit", "system": "…", "assessor": "…"}: first,
multi or post-edit, of which the last is of a system's output, and perhaps of an assessor.

Every key may be left out; null stands for a reference or an output that is not there. A system that some
lines have and others lack has missing outputs there. A judgement's assessor may be left out, and its
dimension is "score" if it names none. It may have a "weight", as the words of a rate of errors in words.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from steelyard.corpus.content import EVERYTHING, REFERENCE_KINDS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.judgement import DIMENSION
from steelyard.corpus.reference_kinds import KINDS, POST_EDIT, ReferenceKind
from steelyard.corpus.segments import Judged, Segment, assemble, segments_of
from steelyard.errors import FormatError, suggestion
from steelyard.files.disk import replacing
from steelyard.files.json_lines import check_keys, records, typed

NAME = "jsonl"
ENDINGS = (".jsonl", ".ndjson")
CARRIES = EVERYTHING | REFERENCE_KINDS | {"weights of judgements"}
_KEYS = ("id", "facets", "source", "references", "outputs", "judgements")
_REFERENCE_KEYS = ("text", "kind", "system", "assessor")
_JUDGEMENT_KEYS = ("system", "assessor", "dimension", "value", "weight")


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a JSON Lines file."""
    (path,) = paths
    return assemble(_segments(path, accept), path, accept)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as JSON Lines."""
    with replacing(path) as file:
        for segment in segments_of(corpus, unused=True):
            file.write(json.dumps(_record(segment), ensure_ascii=False).encode() + b"\n")


def _record(segment: Segment) -> dict[str, Any]:
    references = [text if kind is None else _marked(text, kind) for text, kind in segment.reference_places()]
    record = {
        "id": segment.id,
        "facets": segment.facets or None,
        "source": segment.source,
        "references": references or None,
        "outputs": segment.outputs or None,
        "judgements": [dict(zip(_JUDGEMENT_KEYS, judgement, strict=False)) for judgement in segment.judgements] or None,
    }
    return {key: value for key, value in record.items() if value is not None}


def _marked(text: str | None, kind: ReferenceKind) -> dict[str, str | None]:
    values = dict(zip(_REFERENCE_KEYS, (text, kind.kind, kind.system, kind.assessor), strict=True))
    return {key: value for key, value in values.items() if value or key == "text"}


def _segments(path: Path, accept: Sequence[str]) -> Iterator[Segment]:
    return (_segment(record, where) for where, record in records(path, accept, _KEYS))


def _segment(record: dict[str, Any], where: str) -> Segment:
    facets = typed(record.get("facets", {}), dict, "'facets'", where)
    outputs = typed(record.get("outputs", {}), dict, "'outputs'", where)
    references = typed(record.get("references", []), list, "'references'", where)
    marked = [_reference(item, f"reference {n}", where) for n, item in enumerate(references, 1)]
    judgements = typed(record.get("judgements", []), list, "'judgements'", where)
    return Segment(
        where=where,
        id=typed(record["id"], str, "'id'", where) if "id" in record else None,
        facets={name: typed(value, str, f"facet {name!r}", where) for name, value in facets.items()},
        source=typed(record["source"], str, "'source'", where) if "source" in record else None,
        references=[text for text, _ in marked],
        kinds=[kind for _, kind in marked],
        outputs={name: _text(text, f"the output of {name!r}", where) for name, text in outputs.items()},
        judgements=[_judgement(item, where) for item in judgements],
    )


def _reference(item: object, what: str, where: str) -> tuple[str | None, ReferenceKind | None]:
    """Return the text of a reference and its kind, if that is said."""
    if not isinstance(item, dict):
        return _text(item, what, where), None
    check_keys(item, _REFERENCE_KEYS, where)
    kind, system, assessor = (typed(item.get(k, ""), str, f"{k!r} of {what}", where) for k in _REFERENCE_KEYS[1:])
    if "text" not in item or kind not in KINDS:
        has = f"of kind {kind!r:.40}" + suggestion(kind, KINDS) if "text" in item else "without 'text'"
        raise FormatError(f"{where}: {what} is {has}; an object needs at least text and kind ({', '.join(KINDS)})")
    if (kind == POST_EDIT) != bool(system) or (assessor and not system):
        raise FormatError(f"{where}: {what} is of kind {kind}; a post-edit has a 'system', and no other reference has")
    return _text(item["text"], what, where), ReferenceKind(kind, system, assessor)


def _judgement(item: object, where: str) -> Judged:
    record: dict[str, Any] = typed(item, dict, "a judgement", where)
    check_keys(record, _JUDGEMENT_KEYS, where)
    for key in ("system", "value"):
        if key not in record:
            raise FormatError(f"{where}: a judgement without {key!r}; it needs at least system and value")
    words = record["system"], record.get("assessor", ""), record.get("dimension", DIMENSION)
    system, assessor, dimension = (typed(word, str, "a name in a judgement", where) for word in words)
    judged = system, assessor, dimension, _number(record["value"], "value", where)
    return (*judged, _number(record["weight"], "weight", where)) if "weight" in record else judged


def _number(value: object, what: str, where: str) -> float:
    try:
        # A bool is an int in Python, but true is no number in JSON.
        number = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FormatError(f"{where}: a judgement's {what} is {json.dumps(value)[:40]}; expected a number")
    return number


def _text(value: object, what: str, where: str) -> str | None:
    return None if value is None else cast(str, typed(value, str, what, where))
