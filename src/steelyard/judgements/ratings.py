"""Ratings from files and corpora.

A file is TSV with a heading. What was rated is a column item, or seg (or id) and system as in files of human scores;
what was said is a column answer, or score for numbers only; who said it is assessor. Optional columns are

    tags        what the item allows: tags with "|" between them, in the order of the scale, or how many
    dimension   what was asked, such as adequacy; ratings of one dimension are read at a time
    repeat      tells answers of one assessor to one item apart, the first of which is the one that counts
    polarity    "-" where a statement is reversed: its answer is turned round on the scale that tags lists

Several tags are one answer with "|" between them. Answers are numbers if all of them are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus import Corpus
from steelyard.corpus.formats import mqm, mqm_segments
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.files import decoded_lines
from steelyard.corpus.formats.rows import read_rows
from steelyard.errors import FormatError, InputError, SpecError, suggestion
from steelyard.inference.ratings import Answer, Key, Rating, Ratings, shown, tags_of, twice

_ITEM, _ANSWER = ("item", "seg", "id"), ("answer", "score")
_COLUMNS = (*_ITEM, *_ANSWER, "assessor", "system", "tags", "dimension", "repeat", "polarity")
# what others call an assessor
_PEOPLE = ("rater", "annotator", "coder", "judge", "evaluator", "worker")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_NO_NUMBER = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_SEVERAL = "|"
_EXPECTED = (
    "expected item (or seg, with system), assessor, answer (or score), and optionally tags, dimension, repeat and "
    "polarity"
)


class _Row(NamedTuple):
    path: Path
    line: int
    cells: dict[str, str]

    @property
    def where(self) -> str:
        """File and line, for messages."""
        return f"{self.path}, line {self.line}"

    def cell(self, *names: str) -> str:
        """Return the first of these columns that there is, or nothing."""
        return next((self.cells[name] for name in names if name in self.cells), "")


def read_ratings(
    path: str | Path | mqm.Annotations, dimension: str | None = None, accept: Sequence[str] = ()
) -> Ratings:
    """Read the ratings of a file; `dimension` is needed where it has several."""
    if isinstance(path, mqm.Annotations) or _is_mqm(Path(path), accept):
        return _annotations(path, dimension, accept)
    rows = list(_rows(Path(path), accept))
    chosen = _dimension(str(path), (row.cell("dimension") for row in rows), dimension)
    rows = [row for row in rows if chosen is None or row.cell("dimension") == chosen]
    numeric = all(_NUMBER.fullmatch(row.cell(*_ANSWER)) for row in rows)
    ratings: list[Rating] = []
    tags: dict[Key, int | tuple[Answer, ...]] = {}
    seen: dict[tuple[Key, str, str], int] = {}
    for row in rows:
        rating = Rating(
            row.cell(*_ITEM), row.cell("assessor"), _answer(row, numeric), row.cell("system"), row.cell("repeat")
        )
        place = (rating.key, rating.assessor, rating.repeat)
        if place in seen:
            raise FormatError(
                f"{row.where}: {twice(rating)}, also in line {seen[place]}; "
                f"keep one answer, or tell them apart in a column repeat"
            )
        seen[place] = row.line
        if row.cell("tags"):
            tags[rating.key] = _tags(row, rating, numeric, tags)
        ratings.append(rating)
    return Ratings(tuple(_turned(row, rating, tags) for row, rating in zip(rows, ratings, strict=True)), tags)


def _is_mqm(path: Path, accept: Sequence[str]) -> bool:
    # Standard input can be read but once.
    return str(path) != "-" and mqm.is_mqm(next(decoded_lines(path, accept), "").rstrip("\r\n").split("\t"))


def _annotations(path: str | Path | mqm.Annotations, dimension: str | None, accept: Sequence[str]) -> Ratings:
    """Return the scores that raters' annotations give outputs."""
    rows = read_rows(Path(path), accept)
    if not mqm.is_mqm(rows.header):
        raise FormatError(f"{path}, line 1: no columns category and severity; weights are for MQM annotations")
    mqm.check_header(rows)
    _dimension(str(path), [mqm.DIMENSION], dimension)
    weights = mqm.Weights(path.weights if isinstance(path, mqm.Annotations) else {})
    found = mqm.totals(rows, mqm_segments.names(rows), weights)
    return Ratings(tuple(Rating(item, rater, score, system) for (system, item, rater), score in found.items()))


def corpus_ratings(corpus: Corpus, dimension: str | None = None) -> Ratings:
    """Return the judgements inside a corpus on one dimension, which is needed where it has several."""
    if not corpus.judgements:
        raise InputError("the corpus has no judgements; give a file of ratings")
    chosen = _dimension("the corpus", (one.dimension for one in corpus.judgements), dimension)
    return Ratings(
        tuple(
            Rating(corpus.segment_name(one.segment), one.assessor, float(one.value), one.system)
            for one in corpus.judgements
            if one.dimension == chosen
        )
    )


def _rows(path: Path, accept: Sequence[str]) -> Iterator[_Row]:
    lines = (line.rstrip("\r\n").split("\t") for line in decoded_lines(path, accept))
    header = next(lines, None)
    if header is None:
        raise FormatError(f"{path}: the file is empty; {_EXPECTED} as the columns of a TSV file")
    _check_header(path, header)
    count = 1
    for count, cells in enumerate(lines, 2):
        if len(cells) != len(header):
            raise FormatError(
                f"{path}, line {count}: {counted(len(cells), 'column')}, but the header has {len(header)}"
            )
        yield _Row(path, count, dict(zip(header, cells, strict=True)))
    if count == 1:
        raise FormatError(f"{path}: there is a heading, but no rating; expected one rating a line")


def _check_header(path: Path, header: list[str]) -> None:
    if len(header) == 1 and re.search("[,;]", header[0]):
        raise FormatError(f"{path}, line 1: no tab in {header[0]!r:.60}; expected TSV, with tabs between the columns")
    for column in header:
        if column not in _COLUMNS:
            meant = "; did you mean 'assessor'?" if column.lower() in _PEOPLE else suggestion(column, _COLUMNS)
            raise FormatError(f"{path}, line 1: unknown column {column!r:.60}{meant}")
    one_each = all(sum(name in header for name in names) == 1 for names in (_ITEM, _ANSWER, ("assessor",)))
    if not one_each or len(set(header)) < len(header):
        raise FormatError(f"{path}, line 1: the columns are {', '.join(header)}; {_EXPECTED}, each once")


def _dimension(where: str, given: Iterable[str], asked: str | None) -> str | None:
    """Return the dimension to read."""
    known = sorted(set(given))
    if asked is not None and asked not in known:
        there_are = [name for name in known if name]
        raise SpecError(
            f"{where}: no dimension {asked!r}"
            + (suggestion(asked, there_are) if there_are else "; the ratings have none, leave it out")
        )
    if asked is None and len(known) > 1:
        raise SpecError(f"{where}: ratings on {', '.join(known)}; choose one with --dimension (dimension=… in Python)")
    return asked if asked is not None else known[0]


def _answer(row: _Row, numeric: bool) -> Answer:
    given = row.cell(*_ANSWER)
    for name in ("item", "seg", "id", "assessor"):
        if name in row.cells and not row.cells[name].strip():
            raise FormatError(f"{row.where}: the {name} is empty; expected a name")
    if not given.strip() or _NO_NUMBER.fullmatch(given) or ("score" in row.cells and not _NUMBER.fullmatch(given)):
        kind = "a number" if "score" in row.cells else "a number or a tag"
        raise FormatError(f"{row.where}: the answer is {given!r:.40}; expected {kind}, and no line for no answer")
    if numeric:
        return float(given)
    tags = given.split(_SEVERAL)
    if not all(tags) or len(set(tags)) < len(tags):
        raise FormatError(f"{row.where}: the answer is {given!r:.40}; expected different tags with '|' between them")
    return tags[0] if len(tags) == 1 else frozenset(tags)


def _tags(
    row: _Row, rating: Rating, numeric: bool, known: dict[Key, int | tuple[Answer, ...]]
) -> int | tuple[Answer, ...]:
    """Return what an item allows, which its answer and its other ratings must bear out."""
    given = row.cells["tags"]
    allowed: int | tuple[Answer, ...]
    if re.fullmatch(r"[1-9]\d{0,8}", given, re.ASCII):
        allowed = int(given)
    else:
        listed = given.split(_SEVERAL)
        if numeric and not all(_NUMBER.fullmatch(tag) for tag in listed):
            raise FormatError(f"{row.where}: tags are {given!r:.40}, but the answers are numbers; list numbers")
        allowed = tuple(float(tag) for tag in listed) if numeric else tuple(listed)
        if len(set(allowed)) < len(allowed) or "" in allowed:
            raise FormatError(f"{row.where}: tags are {given!r:.40}; expected different tags, or how many there are")
        if odd := sorted(tags_of(rating.answer) - set(allowed), key=shown):
            raise FormatError(f"{row.where}: the answer {shown(odd[0])!r} is not among the tags {given!r:.60}")
    if isinstance(allowed, int) and len(tags_of(rating.answer)) > allowed:
        raise FormatError(f"{row.where}: the answer has more tags than the {allowed} that the item allows")
    if known.get(rating.key, allowed) != allowed:
        raise FormatError(f"{row.where}: item {rating.item!r} has other tags here than before; give it one set")
    return allowed


def _turned(row: _Row, rating: Rating, tags: dict[Key, int | tuple[Answer, ...]]) -> Rating:
    """Return the rating as if its statement were not reversed; any line of the item may list the scale."""
    polarity = row.cell("polarity")
    if polarity in ("", "+"):
        return rating
    if polarity != "-":
        raise FormatError(f"{row.where}: the polarity is {polarity!r:.40}; expected '+', '-' or nothing")
    if not isinstance(rating.answer, float):
        raise FormatError(
            f"{row.where}: polarity '-' turns numbers round, but some answers are tags; write numbers only"
        )
    allowed = tags.get(rating.key)
    scale = [tag for tag in allowed if isinstance(tag, float)] if isinstance(allowed, tuple) else []
    if not scale:
        raise FormatError(
            f"{row.where}: polarity '-' needs the scale of item {rating.item!r}; list it in a column tags, as 1|2|3|4|5"
        )
    low, high = min(scale), max(scale)
    turned = low + high - rating.answer
    # The number as listed, for 0.1 + 0.3 - 0.1 is not quite 0.3, and equal answers must be equal.
    found = next((tag for tag in scale if math.isclose(tag, turned, abs_tol=1e-9 * (high - low))), None)
    if found is None:
        raise FormatError(
            f"{row.where}: the answer {shown(rating.answer)} turned round is {shown(turned)}, which is not among the "
            f"tags of item {rating.item!r}; list a scale that is the same from both ends"
        )
    return rating._replace(answer=found)
