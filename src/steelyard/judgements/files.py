"""Files of judgements: one TSV file with a heading, whether it holds scores, answers or annotations of errors.

    system                what was judged is an output: its system, and
    seg, or id            its segment, by number from 0 or id (see `rows`); without both, a whole system was judged
    item                  instead of seg, for what is no output
    score, or answer      what was said: a number, or, in a column answer, a tag, or several with "|" between them
    assessor              who said it
    dimension             what was asked, such as adequacy
    tags, polarity        the scale of an item, and whether its statement is reversed; see `scales`
    repeat                tells answers of one assessor to one item apart, the first of which is the one that counts
    protocol, time, order, key, supersedes      further fields of a `Judgement`

A file with columns category and severity holds annotations of errors; see `mqm`. Where numbers are needed, a row whose
score is empty, nan, None or NA is no judgement. An assessor judges an output once; rows of one output without an
assessor may be of several.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.judgement import DIMENSION, Judgement, Value, written
from steelyard.corpus.segments import plain
from steelyard.errors import FormatError, InputError, SpecError, suggestion, worded
from steelyard.files.disk import decoded_lines, replacing
from steelyard.files.numbers import is_odd_number, number_in, whole_number_in
from steelyard.files.rows import Rows, is_none, read_rows, segment_numbers
from steelyard.judgements import mqm
from steelyard.judgements.mqm import KnownSegments, MQMAnnotations
from steelyard.judgements.mqm_weights import Weights
from steelyard.judgements.scales import SEVERAL, scales_of, turned_round
from steelyard.judgements.table import ROUND, TEAM, Judgements, Output, twice
from steelyard.results.numbers import counted
from steelyard.results.signature import Signature

_ITEM, _VALUE = ("item", "seg", "id"), ("answer", "score")
_DETAILS = ("repeat", "protocol", "time", "order", "key", "supersedes")
_COLUMNS = ("system", *_ITEM, *_VALUE, "assessor", "dimension", "tags", "polarity", *_DETAILS)
# what others call a column → what it is called here
_OTHERWISE = {
    **dict.fromkeys(("rater", "annotator", "coder", "judge", "evaluator", "worker"), "assessor"),
    **dict.fromkeys(("model", "sys", "system_id", "mt", "summarizer", "summariser"), "system"),
    **dict.fromkeys(("segment", "seg_id", "segment_id", "doc", "doc_id", "document", "line", "sentence"), "seg"),
    **dict.fromkeys(("rating", "human", "human_score", "judgement", "judgment", "value", "da"), "score"),
    **dict.fromkeys(("aspect", "criterion", "category"), "dimension"),
}
_SCORES = (
    "expected system, seg (or id), score, and optionally assessor and dimension, each once; without seg and id, scores "
    "are of whole systems"
)
_ANSWERS = (
    "expected item (or seg, with system), assessor, answer (or score), and optionally tags, dimension, repeat and "
    "polarity, each once"
)


def read_scores(
    path: str | Path | MQMAnnotations, corpus: KnownSegments, accept: Sequence[str] = (), once: bool = True
) -> Judgements:
    """Read judgements of outputs that are numbers; those of annotations are made of them.

    With `once`, a second score by one assessor for one output is refused.
    """
    rows = read_rows(Path(path), accept)
    place = f"in {path}"
    if mqm.is_mqm(rows.header):
        mqm.check_header(rows)
        weights = _weights(path)
        records = mqm.judgements(rows, mqm.segments_of_rows(rows, corpus), weights)
        return Judgements(records, place=place, origin=Signature.of(weights=weights))
    if isinstance(path, MQMAnnotations):
        raise FormatError(
            f"{path}, line 1: the columns are {', '.join(rows.header)}; weights"
            f"{worded(' (--mqm-weight)', '')} are for MQM annotations, which have category and severity"
        )
    _check_columns(rows)
    if "system" not in rows.header or _count(rows, _VALUE) != 1 or "item" in rows.header or _count(rows, _ITEM) > 1:
        raise FormatError(f"{path}, line 1: the columns are {', '.join(rows.header)}; {_SCORES}")
    return _scores(rows, corpus, once, place)


def holds_judgements(path: Path, accept: Sequence[str] = ()) -> bool:
    """Tell by its heading whether a file is one of human scores, answers or MQM annotations."""
    header = next(decoded_lines(path, accept), "").rstrip("\r\n").split("\t")
    is_scores = "system" in header or {"item", "assessor"} <= set(header)
    return mqm.is_mqm(header) or (is_scores and any(name in header for name in _VALUE))


def _scores(rows: Rows, corpus: KnownSegments, once: bool, place: str) -> Judgements:
    whole = not _count(rows, _ITEM)
    if not len(rows):
        return Judgements((), place=place, whole=whole)
    items: Sequence[int] = [0] * len(rows) if whole else segment_numbers(rows, corpus.count, corpus.ids)
    values = [_score(rows, n, cell) for n, cell in enumerate(rows.column(*_VALUE))]
    judged = [n for n, value in enumerate(values) if not math.isnan(value)]
    records = _records(rows, judged, [items[n] for n in judged], [values[n] for n in judged])
    scales = scales_of(rows, judged, records)
    records = turned_round(rows, judged, records, scales)
    empty = len(values) - len(judged)
    notices = [f"left out: {counted(empty, 'row')} of {rows.path} without a score"] if empty else []
    notices += _repeated(rows, judged, records) if once else ()
    averaged = whole and len({(record.system, record.dimension) for record in records}) < len(records)
    origin = Signature.of(judgements="mean-per-system") if averaged else Signature()
    return Judgements(tuple(records), scales, place, whole, origin, tuple(notices))


def scores_of_segments(path: Path, corpus: KnownSegments, accept: Sequence[str] = ()) -> tuple[Judgement, ...]:
    """Read judgements as a corpus holds them: of segments, and by one assessor perhaps more than once."""
    judgements = read_scores(path, corpus, accept, once=False)
    if judgements.whole:
        raise FormatError(
            f"{path}, line 1: without seg or id the scores are of whole systems, which no corpus holds; name another "
            f"file, and give it as human scores ({worded('--human', 'human=…')})"
        )
    return judgements.records


def read_answers(
    path: str | Path | MQMAnnotations,
    dimension: str | None = None,
    accept: Sequence[str] = (),
    by: str | None = None,
    keep_columns: bool = False,
) -> Judgements:
    """Read judgements of items that are all numbers or all tags; `dimension` is needed where there are several.

    The columns team and round, and the one named `by`, become labels; others are ignored with `keep_columns`.
    """
    rows = read_rows(Path(path), accept)
    labels = tuple(dict.fromkeys(name for name in (by, TEAM, ROUND) if name is not None and name in rows.header))
    if by is not None and by not in rows.header:
        raise SpecError(f"{path}: no column {by!r} to group by" + suggestion(by, rows.header))
    if mqm.is_mqm(rows.header):
        if by is not None:
            raise SpecError(f"{path}: MQM annotations are not grouped by a column; write scores of outputs instead")
        mqm.check_header(rows)
        chosen_dimension(str(path), [mqm.DIMENSION], dimension)
        records = mqm.judgements(rows, mqm.names_of_segments(rows), _weights(path))
        return Judgements(records, place=f"in {path}").checked_answers()
    if isinstance(path, MQMAnnotations):
        raise FormatError(f"{path}, line 1: no columns category and severity; weights are for MQM annotations")
    ways = worded(
        "--by groups by a column, --keep-columns ignores",
        "in sy.agree by= groups by a column, keep_columns=True ignores",
    )
    _check_ratings(rows, rows.header if keep_columns else labels, f"; {ways} those without a meaning")
    return _answers(rows, dimension, labels)


def read_ratings(path: Path, accept: Sequence[str] = ()) -> Judgements | None:
    """Read answers on all dimensions, the items called as the file has them; None if the file holds no answers."""
    rows = read_rows(path, accept)
    if mqm.is_mqm(rows.header) or not {"item", "answer"} & set(rows.header):
        return None
    _check_ratings(rows)
    by_dimension = [_answers(rows, dimension) for dimension in dict.fromkeys(rows.column("dimension"))]
    tags = dict(by_dimension[0].tags)
    for answers in by_dimension:
        if any(tags.setdefault(output, scale) != scale for output, scale in answers.tags.items()):
            raise FormatError(f"{path}: the tags of an item differ between dimensions; write a file for each dimension")
    records = (record for answers in by_dimension for record in answers.records)
    return Judgements(tuple(records), tags, f"in {path}")


def _check_ratings(rows: Rows, further: Sequence[str] = (), way_out: str = "") -> None:
    path = rows.path
    _check_columns(rows, further, (TEAM, ROUND) if way_out else (), way_out)
    if "assessor" not in rows.header:
        raise FormatError(f"{path}, line 1: no column assessor, and agreement is between assessors; {_ANSWERS}")
    if any(_count(rows, names) != 1 for names in (_ITEM, _VALUE)):
        raise FormatError(f"{path}, line 1: the columns are {', '.join(rows.header)}; {_ANSWERS}")
    if not len(rows):
        raise FormatError(f"{path}: there is a heading, but no rating; expected one rating a line")


def _answers(rows: Rows, dimension: str | None, labels: Sequence[str] = ()) -> Judgements:
    names = rows.column("dimension")
    chosen = chosen_dimension(str(rows.path), names, dimension)
    places = [n for n, name in enumerate(names) if name == chosen]
    cells = rows.column(*_VALUE)
    numeric = all(number_in(cells[n]) is not None for n in places)
    items = rows.column(*_ITEM)
    values = [_answer(rows, n, cells[n], numeric) for n in places]
    records = _records(rows, places, [items[n] for n in places], values)
    if labels:
        records = [replace(record, labels=_labels(rows, n, labels)) for n, record in zip(places, records, strict=True)]
    _check_once(rows, places, records)
    scales = scales_of(rows, places, records)
    turned = turned_round(rows, places, records, scales)
    return Judgements(tuple(turned), scales, f"in {rows.path}").checked_answers()


def _labels(rows: Rows, row: int, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    for name in names:
        if not rows.columns[name][row].strip():
            raise FormatError(f"{rows.where(row)}: the {name} is empty; expected a name")
    return tuple((name, rows.columns[name][row]) for name in names)


def chosen_dimension(where: str, names: Iterable[str], wanted: str | None) -> str:
    """Return the dimension of answers that is asked for, or the only one there is."""
    dimensions = sorted(set(names))
    if wanted is not None and wanted not in dimensions:
        named = [name for name in dimensions if name]
        raise SpecError(
            f"{where}: no dimension {wanted!r}"
            + (suggestion(wanted, named) if named else "; the ratings have none, leave it out")
        )
    if wanted is None and len(dimensions) > 1:
        raise SpecError(
            f"{where}: ratings on {', '.join(dimensions)}; choose one with {worded('--dimension', 'dimension=…')}"
        )
    return wanted if wanted is not None else dimensions[0]


def _weights(path: str | Path | MQMAnnotations) -> Weights:
    return Weights(path.weights if isinstance(path, MQMAnnotations) else {})


def _count(rows: Rows, names: Sequence[str]) -> int:
    return sum(name in rows.header for name in names)


def _check_columns(rows: Rows, further: Sequence[str] = (), labels: Sequence[str] = (), way_out: str = "") -> None:
    for column in rows.header:
        if column not in (*_COLUMNS, *further):
            name = _OTHERWISE.get(column.lower())
            meant = f"; did you mean {name!r}?" if name else suggestion(column, (*_COLUMNS, *labels))
            rest = "" if meant.endswith("?") else way_out
            raise FormatError(f"{rows.path}, line 1: unknown column {column!r:.60}{meant}{rest}")


def _records(rows: Rows, places: Sequence[int], items: Sequence[int | str], values: Sequence[Value]) -> list[Judgement]:
    """Return a judgement for each of some rows."""
    systems, assessors = rows.column("system"), rows.column("assessor")
    dimensions = rows.column("dimension", default=DIMENSION)
    details = [name for name in _DETAILS if name in rows.header]
    if not details:
        return [
            Judgement(systems[n], item, assessors[n], dimensions[n], value)
            for n, item, value in zip(places, items, values, strict=True)
        ]
    return [
        Judgement(systems[n], item, assessors[n], dimensions[n], value, **_details(rows, n, details))
        for n, item, value in zip(places, items, values, strict=True)
    ]


def _details(rows: Rows, row: int, names: Sequence[str]) -> dict[str, Any]:
    return {name: _detail(name, rows.columns[name][row], rows.where(row)) for name in names}


def _detail(name: str, cell: str, where: str) -> Any:
    """Return a detail of a judgement; None where a time or place is not known."""
    if name not in ("time", "order"):
        return cell
    if not cell.strip():
        return None
    value = number_in(cell) if name == "time" else whole_number_in(cell)
    if value is None or (name == "order" and value < 0):
        kind = "seconds since 1970" if name == "time" else "a whole number from 0"
        raise FormatError(f"{where}: the {name} is {cell!r:.40}; expected {kind}, or nothing where it is not known")
    return value


def _score(rows: Rows, row: int, cell: str) -> float:
    if is_none(cell):
        return math.nan
    value = number_in(cell)
    if value is None:
        raise FormatError(
            f"{rows.where(row)}: the {_value_column(rows)} is {cell!r:.40}; expected a number, or nothing where there "
            f"is none"
        )
    return value


def _answer(rows: Rows, row: int, cell: str, numeric: bool) -> Value:
    for name in (*_ITEM, "assessor"):
        if name in rows.columns and not rows.columns[name][row].strip():
            raise FormatError(f"{rows.where(row)}: the {name} is empty; expected a name")
    value, column = number_in(cell), _value_column(rows)
    if not cell.strip() or is_odd_number(cell) or (column == "score" and value is None):
        kind = "a number" if column == "score" else "a number or a tag"
        raise FormatError(
            f"{rows.where(row)}: the {column} is {cell!r:.40}; expected {kind}, and no line for no answer"
        )
    if numeric and value is not None:
        return value
    tags = cell.split(SEVERAL)
    if not all(tags) or len(set(tags)) < len(tags):
        raise FormatError(
            f"{rows.where(row)}: the answer is {cell!r:.40}; expected different tags with '|' between them"
        )
    return tags[0] if len(tags) == 1 else frozenset(tags)


def _value_column(rows: Rows) -> str:
    return next(name for name in _VALUE if name in rows.columns)


def _check_once(rows: Rows, places: Sequence[int], records: Sequence[Judgement]) -> None:
    """Refuse two answers of one assessor to one item that nothing tells apart."""
    replaced = {record.supersedes for record in records} - {""}
    seen: dict[tuple[Output, str, str, str | None], int] = {}
    for place, record in zip(places, records, strict=True):
        if record.key in replaced:
            continue
        first = seen.setdefault((record.output, record.assessor, record.repeat, record.label(ROUND)), place)
        if first != place:
            raise FormatError(
                f"{rows.where(place)}: {twice(record)}, also in line {first + 2}; "
                f"keep one answer, or tell them apart in a column repeat"
            )


def _repeated(rows: Rows, places: Sequence[int], records: Sequence[Judgement]) -> Iterator[str]:
    """Refuse a second score by one assessor, and tell of several without an assessor for one output."""
    replaced = {record.supersedes for record in records} - {""}
    lines: dict[tuple[Output, str, str, str], int] = {}
    several = set()
    for place, record in zip(places, records, strict=True):
        if record.key in replaced:
            continue
        first = lines.setdefault((record.output, record.assessor, record.dimension, record.repeat), place)
        if first == place:
            continue
        if record.assessor:
            raise FormatError(
                f"{rows.where(place)}: a second score by {record.assessor!r:.60} for this output, after line "
                f"{first + 2}; keep one"
            )
        several.add(record.output)
    if several:
        yield (
            f"{rows.path} has several rows without an assessor for {counted(len(several), 'output')}; they are taken "
            f"to be of different assessors, and averaged"
        )


def write_judgements(corpus: Corpus, path: Path) -> None:
    """Write the judgements of a corpus."""
    columns = _written_columns(corpus)
    with replacing(path) as file:
        for cells in [tuple(columns), *zip(*columns.values(), strict=True)]:
            if broken := next((cell for cell in cells if set(cell) & set("\t\r\n")), None):
                raise InputError(f"cannot write {path}: {broken!r:.60} contains a tab or a line break; rename it")
            file.write("\t".join(cells).encode() + b"\n")


def _written_columns(corpus: Corpus) -> dict[str, list[str]]:
    records = corpus.judgements
    place = {name: n for n, name in enumerate(corpus.ids or ())}
    # Numbers that would pass for other segments' ids are written as ids.
    by_id = all(str(record.item) in place for record in records) and any(
        place[str(record.item)] != record.item for record in records
    )
    columns = {"system": [record.system for record in records]}
    if by_id:
        columns["id"] = [corpus.segment_name(int(record.item)) for record in records]
    else:
        columns["seg"] = [str(record.item) for record in records]
    columns["score"] = [_written_score(record) for record in records]
    if any(record.assessor for record in records):
        columns["assessor"] = [record.assessor for record in records]
    if any(record.dimension != DIMENSION for record in records):
        columns["dimension"] = [record.dimension for record in records]
    details = [record.details() for record in records]
    for name in _DETAILS:
        if any(name in detail for detail in details):
            columns[name] = [_cell(detail.get(name)) for detail in details]
    return columns


def _written_score(record: Judgement) -> str:
    if not isinstance(record.value, float | int):
        raise InputError(
            f"the judgement {written(record.value)!r:.40} of {record.system!r} is no number; a corpus is written with "
            f"numbers only"
        )
    return plain(record.value)


def _cell(detail: Any) -> str:
    return "" if detail is None else detail if isinstance(detail, str) else plain(detail)
