"""One segment with everything known about it: what record formats read and write one after another."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from steelyard.corpus.corpus import Corpus, check_name
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.reference_kinds import ReferenceKind
from steelyard.corpus.references import default_sets, of_kind
from steelyard.corpus.texts import HeldTexts, Texts
from steelyard.errors import FormatError, InputError
from steelyard.files.paths import is_folder

#: System, assessor, dimension and value of a judgement, and the weight if there is one.
Judged = tuple[str, str, str, float] | tuple[str, str, str, float, float]


@dataclass(slots=True)
class Segment:
    """A segment's texts; None stands for a text that is not there.

    where        file and line, for messages
    kinds        the kind of each reference; none where they are not said
    judgements   (system, assessor, dimension, value), and the weight if there is one
    """

    where: str = ""
    id: str | None = None
    facets: dict[str, str] = field(default_factory=dict)
    source: str | None = None
    references: list[str | None] = field(default_factory=list)
    kinds: list[ReferenceKind | None] = field(default_factory=list)
    outputs: dict[str, str | None] = field(default_factory=dict)
    judgements: list[Judged] = field(default_factory=list)

    def reference_places(self) -> list[tuple[str | None, ReferenceKind | None]]:
        """Return the references and their kinds, without absent ones that no other of their kind comes after."""
        places, present = [], set()
        for text, kind in reversed([*zip_longest(self.references, self.kinds)]):
            if text is not None or kind in present:
                places.append((text, kind))
                present.add(kind)
        return places[::-1]


def check_label(name: str, where: str) -> None:
    """Raise, with file and line, unless a system or facet can be called so."""
    try:
        check_name(name)
    except InputError as error:
        raise FormatError(f"{where}: {error}") from None


class _Columns:
    """Columns of texts that grow by one segment at a time; what a segment lacks is None."""

    def __init__(self) -> None:
        self.count = 0
        self.source: list[str | None] = []
        self.references: dict[tuple[ReferenceKind | None, int], list[str | None]] = {}
        self.systems: dict[str, list[str | None]] = {}
        self.judgements: list[Judgement] = []

    def add(self, segment: Segment) -> None:
        self.source.append(segment.source)
        counts: Counter[ReferenceKind | None] = Counter()
        texts: dict[tuple[ReferenceKind | None, int], str | None] = {}
        for text, kind in zip_longest(segment.references, segment.kinds):
            texts[kind, counts[kind]] = text
            counts[kind] += 1
        for key in texts:
            self.references.setdefault(key, [None] * self.count)
        for key, column in self.references.items():
            column.append(texts.get(key))
        for name in segment.outputs:
            if name not in self.systems:
                check_label(name, segment.where)
                self.systems[name] = [None] * self.count
        for name, column in self.systems.items():
            column.append(segment.outputs.get(name))
        for system, assessor, dimension, value, *weight in segment.judgements:
            record = Judgement(system, self.count, assessor, dimension, value, weight=weight[0] if weight else None)
            self.judgements.append(record)
        self.count += 1

    def reference_sets(self, accept: Sequence[str]) -> Iterator[Texts]:
        """Yield the sets in which some segment has a reference."""
        for n, ((kind, _), texts) in enumerate(self.references.items(), 1):
            if any(text is not None for text in texts):
                references = HeldTexts.of(texts, f"reference set {n}", accept)
                yield references if kind is None else of_kind(references, kind)


class _Labels:
    """Ids and facets: every segment has the same kinds of them, and no two the same id."""

    def __init__(self) -> None:
        self.lines: dict[str, str] = {}
        self.facets: dict[str, list[str]] | None = None
        self.with_ids = False

    def add(self, segment: Segment) -> None:
        if self.facets is None:
            for name in segment.facets:
                check_label(name, segment.where)
            self.facets = {name: [] for name in segment.facets}
            self.with_ids = segment.id is not None
        if self.with_ids != (segment.id is not None):
            here, before = ("no id", "one") if self.with_ids else ("an id", "none")
            raise FormatError(
                f"{segment.where}: {here}, but the segments before have {before}; give ids to all or to none"
            )
        if segment.id is not None:
            if segment.id in self.lines:
                raise FormatError(
                    f"{segment.where}: segment id {segment.id!r} occurs twice "
                    f"(first: {self.lines[segment.id]}); ids must be unique"
                )
            self.lines[segment.id] = segment.where
        if segment.facets.keys() != self.facets.keys():
            name = min(segment.facets.keys() ^ self.facets.keys())
            raise FormatError(
                f"{segment.where}: facet {name!r} is not in every segment; give every segment a value for it"
            )
        for name, value in segment.facets.items():
            self.facets[name].append(value)


def assemble(segments: Iterable[Segment], path: Path, accept: Sequence[str]) -> Corpus:
    """Make a corpus of segments that come one after another."""
    columns, labels = _Columns(), _Labels()
    for segment in segments:
        labels.add(segment)
        columns.add(segment)
    if not columns.count:
        raise FormatError(f"{path}: has no segments")
    try:
        references, unused = default_sets([*columns.reference_sets(accept)])
        return Corpus(
            systems={name: HeldTexts.of(texts, f"system {name!r}", accept) for name, texts in columns.systems.items()},
            references=references,
            source=None if all(t is None for t in columns.source) else HeldTexts.of(columns.source, "source", accept),
            ids=tuple(labels.lines) if labels.with_ids else None,
            facets={name: tuple(values) for name, values in (labels.facets or {}).items()},
            judgements=tuple(columns.judgements),
            unused_references=unused,
        )
    except InputError as error:
        raise FormatError(f"{path}: {error}") from None


def segments_of(corpus: Corpus, unused: bool = False) -> Iterator[Segment]:
    """Yield the segments of a corpus, one after another; with `unused` references as well, and the kinds of all."""
    judgements: dict[int, list[Judged]] = defaultdict(list)
    for record in corpus.judgements:
        value = record.value
        if not isinstance(value, float | int) or not isinstance(record.item, int):
            raise InputError(f"{record!r:.120} cannot be written; a corpus is written with numbers for outputs only")
        judged = record.system, record.assessor, record.dimension, value
        judgements[record.item].append(judged if record.weight is None else (*judged, record.weight))
    source = [] if corpus.source is None else [iter(corpus.source)]
    sets = *corpus.references, *(corpus.unused_references if unused else ())
    references = [iter(texts) for texts in sets]
    systems = {name: iter(texts) for name, texts in corpus.systems.items()}
    for number in range(len(corpus)):
        yield Segment(
            id=None if corpus.ids is None else corpus.ids[number],
            facets={name: values[number] for name, values in corpus.facets.items()},
            source=next(source[0]) if source else None,
            references=[next(texts) for texts in references],
            kinds=[texts.kind for texts in sets],
            outputs={name: next(texts) for name, texts in systems.items()},
            judgements=judgements[number],
        )


def members(paths: Sequence[Path], endings: Sequence[str]) -> Iterator[Path]:
    """Yield the files, and of directories those in them with one of the endings, packed ones too."""
    for path in paths:
        if not is_folder(path):
            yield path
            continue
        files = {file for ending in endings for more in ("", ".gz") for file in path.glob(f"*{ending}{more}")}
        if not files:
            raise InputError(f"{path}: no file in it ends in {' or '.join(endings)}")
        yield from sorted(files, key=lambda file: natural(file.name))


def natural(name: str) -> list[tuple[bool, int, str]]:
    """Return a sorting key by which 2 comes before 10."""
    parts = re.split(r"([0-9]+)", name)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def plain(value: float) -> str:
    """Return a number in its shortest exact form: 4 rather than 4.0."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
