"""Scales of answers: the tags that items allow, and statements that are reversed.

Columns of a file of judgements:

    tags        what the item allows: tags with "|" between them, in the order of the scale, or how many
    polarity    "-" where a statement is reversed: its answer is turned round on the scale that tags lists
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from steelyard.corpus.judgement import Answer, Judgement, tags_of, written
from steelyard.errors import FormatError
from steelyard.files.numbers import number_in
from steelyard.files.rows import Rows
from steelyard.judgements.table import Output, answer_of

#: Between the tags of one answer, or of one scale.
SEVERAL = "|"
_COUNT = re.compile(r"[1-9]\d{0,8}", re.ASCII)
#: Item → the tags it allows, or how many.
Scales = dict[Output, int | tuple[Answer, ...]]


def scales_of(rows: Rows, places: Sequence[int], records: Sequence[Judgement]) -> Scales:
    """Return what items allow, which their answers must bear out; `places` has the row of each record."""
    scales: Scales = {}
    if "tags" not in rows.columns:
        return scales
    numeric = all(isinstance(record.value, float) for record in records)
    for place, record in zip(places, records, strict=True):
        if cell := rows.columns["tags"][place]:
            scale = _scale(cell, rows.where(place), numeric)
            _check_answer(record, cell, scale, rows.where(place))
            if scales.setdefault(record.output, scale) != scale:
                raise FormatError(
                    f"{rows.where(place)}: item {record.item!r} has other tags here than before; give it one set"
                )
    return scales


def _scale(cell: str, where: str, numeric: bool) -> int | tuple[Answer, ...]:
    if _COUNT.fullmatch(cell):
        return int(cell)
    tags = cell.split(SEVERAL)
    numbers = tuple(number for tag in tags if (number := number_in(tag)) is not None)
    if numeric and len(numbers) < len(tags):
        raise FormatError(f"{where}: tags are {cell!r:.40}, but the answers are numbers; list numbers")
    scale: tuple[Answer, ...] = numbers if numeric else tuple(tags)
    if len(set(scale)) < len(scale) or "" in scale:
        raise FormatError(f"{where}: tags are {cell!r:.40}; expected different tags, or how many there are")
    return scale


def _check_answer(record: Judgement, cell: str, scale: int | tuple[Answer, ...], where: str) -> None:
    tags = tags_of(answer_of(record))
    if isinstance(scale, int):
        if len(tags) > scale:
            raise FormatError(f"{where}: the answer has more tags than the {scale} that the item allows")
    elif strangers := sorted(tags - set(scale), key=written):
        raise FormatError(f"{where}: the answer {written(strangers[0])!r} is not among the tags {cell!r:.60}")


def turned_round(rows: Rows, places: Sequence[int], records: Sequence[Judgement], scales: Scales) -> list[Judgement]:
    """Return the judgements as if no statement were reversed; any line of an item may list its scale."""
    polarities = rows.column("polarity")
    return [
        record if polarities[place] in ("", "+") else _turned(record, polarities[place], scales, rows.where(place))
        for place, record in zip(places, records, strict=True)
    ]


def _turned(record: Judgement, polarity: str, scales: Scales, where: str) -> Judgement:
    if polarity != "-":
        raise FormatError(f"{where}: the polarity is {polarity!r:.40}; expected '+', '-' or nothing")
    if not isinstance(record.value, float):
        raise FormatError(f"{where}: polarity '-' turns numbers round, but some answers are tags; write numbers only")
    allowed = scales.get(record.output)
    scale = [tag for tag in allowed if isinstance(tag, float)] if isinstance(allowed, tuple) else []
    if not scale:
        raise FormatError(
            f"{where}: polarity '-' needs the scale of item {record.item!r}; list it in a column tags, as 1|2|3|4|5"
        )
    low, high = min(scale), max(scale)
    turned = low + high - record.value
    # The number as listed, for 0.1 + 0.3 - 0.1 is not quite 0.3, and equal answers must be equal.
    listed = next((tag for tag in scale if math.isclose(tag, turned, abs_tol=1e-9 * (high - low))), None)
    if listed is None:
        raise FormatError(
            f"{where}: the answer {written(record.value)} turned round is {written(turned)}, which is not among the "
            f"tags of item {record.item!r}; list a scale that is the same from both ends"
        )
    return replace(record, value=listed)
