"""Part of a corpus: some of its systems and segments, which keep their names, and how they were chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from steelyard.corpus.given import several, several_names
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.texts import Chunk, FiledTexts, Positions, Texts
from steelyard.errors import SpecError, suggestion, worded
from steelyard.loading import digest_of
from steelyard.results.numbers import counted

#: What is longer stands in signatures as a digest.
_LONGEST = 60
#: Facets by which parts of WMT's test sets are told.
SUITE, COLLECTION = "testsuite", "collection"
#: As many names are listed in a message.
_MOST_NAMES = 20


@dataclass(frozen=True, eq=False)
class Selection:
    """The segments that were chosen of a larger test set, which is the whole.

    places     of the segments in the whole, ascending
    count      how many segments the whole has
    ids        of all its segments, or None for numbers
    documents  of all its segments, where they are known
    words      how they were chosen, as signatures have it
    source     of all its segments, where texts are at hand
    """

    places: Positions
    count: int
    ids: tuple[str, ...] | None = None
    documents: tuple[str, ...] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    source: Texts | None = None

    def __len__(self) -> int:
        return self.count

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """The facets of the whole that files of judgements name segments by."""
        return {} if self.documents is None else {"document": self.documents}

    @property
    def label(self) -> str:
        """What tells it from others."""
        return "|".join(f"{name}:{value}" for name, value in self.words.items())

    @property
    def is_part(self) -> bool:
        """Whether some segment is left out."""
        return len(self.places) < self.count

    def taken(self, segments: Any) -> Selection:
        """Return the selection of some of these segments."""
        return replace(self, places=self.places[segments])

    def without_texts(self) -> Selection:
        """Return the selection without the source, as it stands beside statistics."""
        return replace(self, source=None)

    def check_of_segments(self, what: str) -> None:
        """Raise where something is one value for each system, made of all segments."""
        if self.is_part:
            raise SpecError(
                f"{what}: scores of whole systems are of all {self.count:,} segments, and here are "
                f"{len(self.places):,} of them; give scores of segments, or do not select segments"
            )


@dataclass(frozen=True, eq=False, repr=False)
class SelectedTexts(Texts):
    """Texts at some places of a column, which stay where they are."""

    base: Texts
    places: Positions
    absent: Positions

    @classmethod
    def of(cls, base: Texts, places: Positions) -> SelectedTexts:
        """Return the texts of a column at some places, which ascend."""
        texts = cls(base, places, np.flatnonzero(np.isin(places, base.absent)))
        object.__setattr__(texts, "kind", base.kind)
        return texts

    def __len__(self) -> int:
        return len(self.places)

    def chunk(self, start: int, stop: int) -> Chunk:
        """Return the texts start … stop-1; what stands between them in the column stays between them."""
        if stop <= start:
            return self.base.chunk(0, 0)
        first = int(self.places[start])
        data, starts, ends = self.base.chunk(first, int(self.places[stop - 1]) + 1)
        inside = self.places[start:stop] - first
        return Chunk(data, starts[inside], ends[inside])

    def blank(self) -> Positions:
        """Return the segments whose text is absent or white space only."""
        return np.flatnonzero(np.isin(self.places, self.base.blank()))

    def bytes_before(self) -> Positions:
        """Return for each text (and the end) how many bytes of the column precede it."""
        before = self.base.bytes_before()
        return np.append(before[self.places], before[int(self.places[-1]) + 1])

    def annotations(self, start: int, stop: int) -> Sequence[Any] | None:
        """Return the annotations that came with the texts start … stop-1, or None if none came."""
        if not self.base.has_trees:
            return None
        each = (self.base.annotations(place, place + 1) for place in self.places[start:stop].tolist())
        return [annotation for annotations in each for annotation in annotations or ()]

    def place(self, segment: int) -> str:
        """Return where a text stands in its file, for messages."""
        place, base = int(self.places[segment]), self.base
        if isinstance(base, FiledTexts):
            return f"line {place + 1} of {base.name}"
        named: Callable[[int], str] | None = getattr(base, "place", None)
        return "" if named is None else named(place)


@dataclass(frozen=True, eq=False)
class Choice:
    """What is asked for: systems by name, segments by pairs (facet, value), and by numbers, ranges of them, or ids."""

    systems: tuple[str, ...] = ()
    only: tuple[tuple[str, str], ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    segments: tuple[str, ...] = ()

    @classmethod
    def of(cls, systems: Any = (), only: Any = (), without: Any = (), segments: Any = ()) -> Choice:
        """Return a choice as it may be written in Python and on the command line."""
        numbers = several(segments, "segments", "a range as '0-99,200', or a list of segments", str | int)
        if odd := [number for number in numbers if not isinstance(number, str | int) or isinstance(number, bool)]:
            raise SpecError(f"segments: {odd[0]!r:.60} is no segment; give a range as '0-99,200', numbers or ids")
        return cls(
            tuple(several_names(systems, "systems")), _pairs(only, "only"), _pairs(without, "without"),
            tuple(map(str, numbers)),
        )  # fmt: skip

    @property
    def is_of_segments(self) -> bool:
        """Whether segments are chosen, and not systems alone."""
        return bool(self.only or self.without or self.segments)

    def systems_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the systems that are chosen, in the order of the corpus."""
        for name in self.systems:
            if name not in names:
                raise SpecError(f"{_option('system')}: there is no system {name!r:.60}{_near(name, names)}")
        return tuple(name for name in names if not self.systems or name in self.systems)

    def places_in(self, count: int, facets: Mapping[str, Sequence[str]], whole: Selection) -> Positions:
        """Return the places that are chosen of some segments; `whole` says what their names and numbers are."""
        inside = np.ones(count, bool)
        for name in dict.fromkeys(name for name, _ in self.only):
            inside &= _having(facets, self.only, name, "only")
        for name in dict.fromkeys(name for name, _ in self.without):
            inside &= ~_having(facets, self.without, name, "without")
        if self.segments:
            inside &= np.isin(whole.places, places_named(self.segments, whole.ids, whole.count))
        if not inside.any():
            raise SpecError("no segment is left: what is chosen and left out has nothing in common; choose more")
        return np.flatnonzero(inside)

    def words(self, places: Positions, whole: Selection) -> dict[str, str]:
        """Return what a signature says: facets as they were chosen, and which segments these are of how many."""
        said = dict(whole.words)
        for name, pairs in (("only", self.only), ("without", self.without)):
            if pairs:
                text = ",".join(f"{facet}={value}".replace("|", "%7C") for facet, value in pairs)
                said[name] = ",".join(filter(None, (said.get(name), text if len(text) <= _LONGEST else _digest(text))))
        ranges = _ranges(whole.places[places])
        which = f"({ranges})" if len(ranges) <= _LONGEST else _digest(ranges)
        said["selected"] = f"{len(places)}/{whole.count}{which}"
        return said


@dataclass(frozen=True, eq=False)
class Chosen:
    """What a choice is in a corpus or in statistics: systems, and places of segments, None if all stay as they are."""

    systems: tuple[str, ...]
    places: Positions | None
    selection: Selection
    notices: tuple[str, ...]

    def names(self) -> tuple[str, ...]:
        """Return the ids of the segments: their own, or else the numbers that they have in the whole."""
        ids, places = self.selection.ids, self.selection.places.tolist()
        return tuple(map(str, places)) if ids is None else tuple(ids[place] for place in places)

    def column(self, values: Sequence[str]) -> tuple[str, ...]:
        """Return the values of the segments, one each."""
        return tuple(values) if self.places is None else tuple(values[n] for n in self.places.tolist())

    def texts(self, texts: Texts) -> Texts:
        """Return a column of texts of the segments."""
        return texts if self.places is None else SelectedTexts.of(texts, self.places)

    def judgements(self, records: Iterable[Judgement]) -> tuple[Judgement, ...]:
        """Return the judgements of these systems and segments, or of what is no output, with their new numbers."""
        records = [record for record in records if record.system in (*self.systems, "")]
        return tuple(records) if self.places is None else renumbered(records, self.places)


def chosen(choice: Choice, systems: Sequence[str], facets: Mapping[str, Sequence[str]], whole: Selection) -> Chosen:
    """Return what is chosen of systems, and of the segments of a selection, which have these facets."""
    names, count = choice.systems_of(systems), len(whole.places)
    lost = [f"{len(systems) - len(names):,} of {counted(len(systems), 'system')}"] if len(names) < len(systems) else []
    places, selection = None, whole
    if choice.is_of_segments:
        places = choice.places_in(count, facets, whole)
        selection = replace(whole, places=whole.places[places], words=choice.words(places, whole))
    if selection.is_part:
        lost.append(f"{whole.count - len(selection.places):,} of {counted(whole.count, 'segment')}")
    notices = (f"left out, for they are not selected: {' and '.join(lost)}",) if lost else ()
    return Chosen(names, places, selection, notices)


def suites_told(facets: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Say which test suites, or else which of several collections, are among the segments, and what to do."""
    suites, collections = (dict.fromkeys(facets.get(name, ())) for name in (SUITE, COLLECTION))
    if names := [name for name in suites if name]:
        how, value = ("only", "") if "" in suites else ("without", "NAME")
        how = worded(f"--{how} {SUITE}={value}", f'{how}="{SUITE}={value}"')
        return (f"there are segments of test suites: {_few(names)}; leave them out with {how}",)
    if len(collections) > 1:
        how = worded(f"--only {COLLECTION}=NAME", f'only="{COLLECTION}=NAME"')
        return (f"there are segments of several collections: {_few(list(collections))}; take one with {how}",)
    return ()


def _few(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def renumbered(records: Iterable[Judgement], places: Positions) -> tuple[Judgement, ...]:
    """Return the judgements of the segments at some places, by their numbers among these; names stay."""
    number = {place: n for n, place in enumerate(places.tolist())}
    return tuple(
        replace(record, item=number[record.item]) if isinstance(record.item, int) else record
        for record in records
        if not isinstance(record.item, int) or record.item in number
    )


def places_named(names: Sequence[str], ids: Sequence[str] | None, count: int) -> list[int]:
    """Return the places of segments that are named by ids or by numbers from 0, alone or as ranges with commas between.

    All that is named must be ids, or all of it numbers.
    """
    by_id = {name: n for n, name in enumerate(ids or ())}
    words = [word for name in names for word in ([name] if name in by_id else name.split(","))]
    ranges = [_ends(word.strip(), by_id) for word in words]
    places = _places_by_name([end for pair in ranges for end in pair], by_id, count)
    for first, last in ranges:
        if places[first] > places[last]:
            raise SpecError(f"{_option('segments')}: {first}-{last} is empty, for {last} comes before {first}")
    return [n for first, last in ranges for n in range(places[first], places[last] + 1)]


def _places_by_name(names: Sequence[str], by_id: Mapping[str, int], count: int) -> Mapping[str, int]:
    """Return the place of each segment by ids or by numbers, whichever all of these names are."""
    by_number = {str(n): n for n in range(count)}
    are_ids, are_numbers = ([name in places for name in names] for places in (by_id, by_number))
    if any(are_ids) and not all(are_ids) and all(are_numbers):
        raise SpecError(
            f"{_option('segments')}: {names[are_ids.index(True)]!r:.60} is a segment id, and so is not "
            f"{names[are_ids.index(False)]!r:.60}, but both could be numbers; give ids only, or numbers only"
        )
    are_digits = not any(are_ids) and all(map(_is_number, names))
    places = by_number if are_digits or not by_id else by_id
    if odd := [name for name in names if name not in places]:
        first, *_, last = [*places, *places]
        near = _close(odd[0], by_id) or f"; {'numbers' if places is by_number else 'ids'} go from {first} to {last}"
        raise SpecError(f"{_option('segments')}: there is no segment {odd[0]!r:.60}{near}")
    return places


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _ends(word: str, ids: Mapping[str, int]) -> tuple[str, str]:
    """Return the first and the last segment of a range; of an id, or a single number, twice itself."""
    if word in ids:
        return word, word
    cuts = [n for n, sign in enumerate(word) if sign == "-" and word[:n] and word[n + 1 :]]
    pairs = [(word[:n].strip(), word[n + 1 :].strip()) for n in cuts]
    named = [pair for pair in pairs if all(end in ids for end in pair)]
    numbers = [pair for pair in pairs if all(map(_is_number, pair))]
    return next(iter(named or numbers), (word, word))


def _having(
    facets: Mapping[str, Sequence[str]], pairs: Sequence[tuple[str, str]], name: str, option: str
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which segments have one of the values that are named of a facet."""
    if name not in facets:
        near = _near(name, facets) if facets else "; the segments have no facets"
        raise SpecError(f"{_option(option)}: there is no facet {name!r:.60}{near}")
    values = {value for facet, value in pairs if facet == name}
    there = dict.fromkeys(facets[name])
    for value in sorted(values):
        if value not in there:
            raise SpecError(f"{_option(option)}: no segment has {value!r:.60} as its {name}{_near(value, there)}")
    return np.array([value in values for value in facets[name]], bool)


def _pairs(asked: Any, name: str) -> tuple[tuple[str, str], ...]:
    """Return facets and values, written FACET=VALUE or given as a mapping of facets to values."""
    if isinstance(asked, Mapping):
        return tuple(
            (facet, value) for facet, values in asked.items() for value in several_names(values, f"{name}[{facet!r}]")
        )
    pairs = [text.partition("=") for text in several_names(asked, name)]
    if odd := next((facet for facet, equals, _ in pairs if not equals or not facet), None):
        raise SpecError(f"{_option(name)}: {odd!r:.60} names no value; write FACET=VALUE, for instance domain=news")
    if any(not facet for facet, _, _ in pairs):
        raise SpecError(f"{_option(name)}: there is no facet before =; write FACET=VALUE, for instance domain=news")
    return tuple((facet, value) for facet, _, value in pairs)


def _option(name: str) -> str:
    return worded(f"--{name}", "systems" if name == "system" else name)


def _near(word: str, names: Iterable[str]) -> str:
    """Return the names nearest to a word, or all if they are few."""
    among = list(names)
    all_names = suggestion(word, among) if len(among) <= _MOST_NAMES else f"; there are {len(among):,}"
    return _close(word, among) or all_names


def _close(word: str, names: Iterable[str]) -> str:
    near = suggestion(word, names)
    return near if near.startswith("; did you mean") else ""


def _ranges(places: Positions) -> str:
    """Return numbers as ranges: 0-99,200."""
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _digest(text: str) -> str:
    return f"#{digest_of(text.encode())}"
