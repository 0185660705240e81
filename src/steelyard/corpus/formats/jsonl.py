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
from steelyard.errors import FormatError
from steelyard.files.disk import replacing
from steelyard.files.json_lines import check_keys, records, typed

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
    return (_segment(record, where) for where, record in records(path, accept, _KEYS))


def _segment(record: dict[str, Any], where: str) -> Segment:
    facets = typed(record.get("facets", {}), dict, "'facets'", where)
    outputs = typed(record.get("outputs", {}), dict, "'outputs'", where)
    references = typed(record.get("references", []), list, "'references'", where)
    judgements = typed(record.get("judgements", []), list, "'judgements'", where)
    return Segment(
        where=where,
        id=typed(record["id"], str, "'id'", where) if "id" in record else None,
        facets={name: typed(value, str, f"facet {name!r}", where) for name, value in facets.items()},
        source=typed(record["source"], str, "'source'", where) if "source" in record else None,
        references=[_text(text, f"reference {n}", where) for n, text in enumerate(references, 1)],
        outputs={name: _text(text, f"the output of {name!r}", where) for name, text in outputs.items()},
        judgements=[_judgement(item, where) for item in judgements],
    )


def _judgement(item: object, where: str) -> tuple[str, str, str, float]:
    record: dict[str, Any] = typed(item, dict, "a judgement", where)
    check_keys(record, _JUDGEMENT_KEYS, where)
    for key in ("system", "value"):
        if key not in record:
            raise FormatError(f"{where}: a judgement without {key!r}; it needs at least system and value")
    words = record["system"], record.get("assessor", ""), record.get("dimension", DIMENSION)
    system, assessor, dimension = (typed(word, str, "a name in a judgement", where) for word in words)
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


def _text(value: object, what: str, where: str) -> str | None:
    return None if value is None else cast(str, typed(value, str, what, where))
