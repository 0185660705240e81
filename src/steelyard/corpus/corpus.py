"""Corpus: what is to be weighed. Segments with outputs of systems, references, a source and facets."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.given import Given
from steelyard.corpus.reference_kinds import checked_kinds
from steelyard.corpus.references import chosen_sets, kinds_in
from steelyard.corpus.texts import ACCEPTABLE, AnnotatedTexts, FiledTexts, Texts
from steelyard.errors import InputError, MissingOutputs, SpecError, accepting, suggestion, worded
from steelyard.results.brief import Brief
from steelyard.results.numbers import counted

if TYPE_CHECKING:
    from steelyard.corpus.judgement import Judgement
    from steelyard.corpus.selection import Selection


@dataclass(frozen=True, eq=False, repr=False)
class Corpus(Brief):
    """Segments, the systems' outputs for them, and what they are to be compared with.

    systems      name → one text per segment
    references   reference sets, one text per segment each; a blank or absent text means that the segment has
                 no such reference, so segments may have different numbers of them
    unused_references   sets of kinds that outputs are not compared with, unless `with_references_of` asks for them
    source       the text that was translated or summarised, if known
    ids          segment names, or None for numbers from 0
    facets       name → one value per segment: document, topic, … anything results may be sliced by
    judgements   human values for outputs, if the corpus carries them
    selection    what the segments are of a larger corpus that they were selected from
    notices      what to know of what is in it, and of what was left out
    """

    systems: Mapping[str, Texts]
    references: tuple[Texts, ...] = ()
    source: Texts | None = None
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()
    unused_references: tuple[Texts, ...] = ()
    selection: Selection | None = None
    notices: tuple[str, ...] = ()

    def _summary(self) -> str:
        parts = [
            counted(len(self), "segment"),
            f"{counted(len(self.systems), 'system')} ({', '.join(self.systems)})",
            counted(len(self.references), "reference")
            + (f" ({', '.join(kinds)})" if (kinds := self.reference_kinds) else ""),
            *([f"{len(self.unused_references)} not used"] if self.unused_references else []),
            *([] if self.source is None else ["source"]),
            *([f"facets {', '.join(self.facets)}"] if self.facets else []),
            *([counted(len(self.judgements), "judgement")] if self.judgements else []),
        ]
        return "; ".join(parts)

    def _repr_html_(self) -> str:
        """Return what there is, with the first segment of each, for a notebook."""
        from steelyard.results.account import Account
        from steelyard.results.html import tables
        from steelyard.results.table import Table

        named = {
            **{f"system {name}": texts for name, texts in self.systems.items()},
            **{f"reference {n}": texts for n, texts in enumerate(self.references, 1)},
            **({} if self.source is None else {"source": self.source}),
        }
        rows = [[name, texts[0] or ""] for name, texts in named.items()]
        table = Table("corpus", "", ["text", f"segment {self.segment_name(0)}"], rows)
        return "\n".join(tables(Account(repr(self)[1:-1], (table,))))

    def __reduce__(self) -> tuple[Any, ...]:
        # Views of mappings cannot be pickled.
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return _restored, (values | {"systems": dict(self.systems), "facets": dict(self.facets)},)

    def __post_init__(self) -> None:
        object.__setattr__(self, "systems", MappingProxyType(dict(self.systems)))
        object.__setattr__(self, "facets", MappingProxyType(dict(self.facets)))
        if not self.systems and not self.references and not self.unused_references and self.source is None:
            raise InputError("the corpus is empty: it has no systems, references or source")
        self._check_parts()
        counts = list(self._counts())
        first, expected = counts[0]
        for name, count in counts:
            if count != expected:
                raise InputError(
                    f"{name} has {counted(count, 'segment')} but {first} has {expected:,}; "
                    f"all must have one text (one line) per segment, in the same order"
                )
        if expected == 0:
            raise InputError(f"{first} has no segments: the file or list is empty")

    def _check_parts(self) -> None:
        sets = *self.references, *self.unused_references
        for texts in (*self.systems.values(), *sets, *([] if self.source is None else [self.source])):
            if not isinstance(texts, Texts):
                raise InputError(f"a corpus holds Texts, not {type(texts).__name__}; make it with Corpus.of(...)")
        self._check_segment_names()
        for name in (*self.systems, *self.facets):
            check_name(name)
        for name in self.facets:
            if name in ("system", "segment"):
                raise InputError(f"a facet cannot be called {name!r}, which is a level of its own; rename it")
        if self.ids is not None and len(set(self.ids)) != len(self.ids):
            twice = Counter(self.ids).most_common(1)[0][0]
            raise InputError(f"segment id {twice!r} occurs twice; ids must be unique")

    def _check_segment_names(self) -> None:
        """Raise if files that name their segments do not name the same ones in the same order."""
        columns = (*self.references, *self.systems.values())
        named = [texts for texts in columns if isinstance(texts, AnnotatedTexts) and texts.names]
        for texts in named[1:]:
            for n, (here, there) in enumerate(zip(named[0].names, texts.names, strict=False)):
                if here != there:
                    raise InputError(
                        f"segment {n} is {here!r} in {named[0].name} but {there!r} in {texts.name}; "
                        f"all files must have the same segments in the same order"
                    )

    @classmethod
    def of(
        cls,
        systems: Mapping[str, Sequence[str | None]],
        references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
        source: Sequence[str | None] | None = None,
        ids: Sequence[str | int] | None = None,
        facets: Mapping[str, Sequence[str | int]] | None = None,
        accept: Sequence[str] = (),
    ) -> Corpus:
        """Make a corpus from Python strings.

        `references` is one list of strings (one reference set), or a list of lists: reference sets of one string
        per segment each, or one list of references per segment. A square shape, in which both readings are
        possible, is refused; sets given by name, {"A": […], "B": […]}, can be read in one way only.
        """
        return cls(**Given(systems, references, source, ids, facets or {}, check_accept(accept)).parts())

    def _counts(self) -> Iterable[tuple[str, int]]:
        for n, texts in enumerate((*self.references, *self.unused_references), 1):
            yield f"reference set {n}{_file(texts)}", len(texts)
        for name, texts in self.systems.items():
            yield f"system {name!r}{_file(texts)}", len(texts)
        if self.source is not None:
            yield f"source{_file(self.source)}", len(self.source)
        if self.selection is not None:
            yield "the selection", len(self.selection.places)
        if self.ids is not None:
            yield "the list of segment ids", len(self.ids)
        yield from ((f"facet {name!r}", len(values)) for name, values in self.facets.items())

    def __len__(self) -> int:
        """Return the number of segments."""
        return next(iter(self._counts()))[1]

    def segment_name(self, index: int) -> str:
        """Return the id of a segment, or its number where there are no ids."""
        return str(index) if self.ids is None else self.ids[index]

    def segment_index(self, name: str | int) -> int:
        """Return the place of the segment with an id, or with a number where there are no ids."""
        names = self.ids or list(map(str, range(len(self))))
        if str(name) not in names:
            kind = "numbers" if self.ids is None else "ids"
            number = ", and numbers hold only where there are no ids" if self.ids and str(name).isdigit() else ""
            raise SpecError(f"there is no segment {name}; {kind} go from {names[0]} to {names[-1]}{number}")
        return names.index(str(name))

    def facet(self, name: str) -> tuple[str, ...]:
        """Return a facet's values, one per segment."""
        if not isinstance(name, str) or name not in self.facets:
            names = ["system", "segment", *self.facets]
            raise SpecError(f"the corpus has no facet {name!r}" + suggestion(name, names))
        return self.facets[name]

    def check_scorable(self, accept: Sequence[str] = ()) -> None:
        """Raise where some output is missing or blank, or some segment has no reference at all."""
        if not self.systems:
            raise InputError("there is no system output to score; give at least one")
        self.check_references()
        for name, texts in self.systems.items():
            if len(texts.absent):
                raise MissingOutputs(
                    f"system {name!r} has no output for {self._these(texts.absent, texts)}; "
                    f"every system must have one for every segment"
                )
            if "empty" not in accept and len(blank := texts.blank()):
                raise InputError(
                    f"system {name!r} has an empty output for {self._these(blank, texts)}; "
                    f"fill it in, or use {accepting('empty')} to score it as it is"
                )
        bare = self.references[0].blank()
        for texts in self.references[1:]:
            bare = np.intersect1d(bare, texts.blank(), assume_unique=True)
        if len(bare):
            kinds = f" of the kind {' or '.join(dict.fromkeys(self.reference_kinds))}" if self.unused_references else ""
            raise InputError(
                f"no reference{kinds} for {self._these(bare, *self.references)}: "
                f"every segment needs at least one non-empty reference"
            )

    def check_references(self) -> None:
        """Raise if there is no reference that outputs are compared with."""
        if self.references:
            return
        others = " and ".join(kinds_in(self.unused_references))
        way = f"choose those of kind {others} with {worded('--references-of', 'references_of=…')}" if others else ""
        raise InputError(f"there are no references to score against; {way or 'give at least one reference set'}")

    def with_references_of(self, kinds: str | Sequence[str]) -> Corpus:
        """Return the corpus with the references of some kinds: "first", "multi" or "post-edit"; the others are unused.

        Where no kinds are said, the first reference set is "first", and the others are "multi".
        """
        sets = *self.references, *self.unused_references
        chosen, others = chosen_sets(sets, checked_kinds(kinds))
        return self if not others and not kinds_in(sets) else replace(self, references=chosen, unused_references=others)

    def select(self, systems: Any = (), only: Any = (), without: Any = (), segments: Any = ()) -> Corpus:
        """Return some of the systems and segments, in the order of the corpus; signatures say what was selected.

        systems    names; default: all
        only       the segments that have one of the values named of each facet: {"domain": ["news", "legal"]}, or
                   "domain=news"
        without    the segments that have none of the values named
        segments   numbers from 0 and ranges of them, or ids: "0-99,200"

        Segments without ids keep their numbers as ids. Files of human and other scores are still of the whole corpus.
        """
        from steelyard.corpus.selection import Choice, Selection, chosen, suites_told

        documents = self.facets.get("document")
        whole = self.selection or Selection(np.arange(len(self)), len(self), self.ids, documents, source=self.source)
        part = chosen(Choice.of(systems, only, without, segments), tuple(self.systems), self.facets, whole)
        facets = {name: part.column(values) for name, values in self.facets.items()}
        suites = suites_told(facets) if set(suites_told(self.facets)) & set(self.notices) else ()
        return replace(
            self,
            systems={name: part.texts(self.systems[name]) for name in part.systems},
            references=tuple(map(part.texts, self.references)),
            unused_references=tuple(map(part.texts, self.unused_references)),
            source=None if self.source is None else part.texts(self.source),
            ids=self.ids if part.places is None else part.names(),
            facets=facets,
            judgements=part.judgements(self.judgements),
            selection=self.selection if part.places is None else part.selection,
            notices=(*suites, *part.notices),
        )

    @property
    def reference_kinds(self) -> tuple[str, ...]:
        """The kinds of the references that outputs are compared with; none where they are not said."""
        return kinds_in(self.references)

    def bytes_before(self) -> NDArray[np.int64]:
        """Return for each segment (and the end) how many bytes of outputs and references precede it."""
        columns = (*self.references, *self.systems.values())
        return np.asarray(np.sum([texts.bytes_before() for texts in columns], axis=0), np.int64)

    def reference_counts(self) -> tuple[int, int]:
        """Return the lowest and the highest number of references of any segment."""
        counts = np.full(len(self), len(self.references))
        for texts in self.references:
            counts[texts.blank()] -= 1
        return int(counts.min()), int(counts.max())

    def _these(self, segments: NDArray[np.int64], *columns: Texts) -> str:
        """Name the first of some segments, with file and line where the texts are lines of files."""
        first = int(segments[0])
        files = ", ".join(texts.name for texts in columns if isinstance(texts, FiledTexts))
        places = [f"line {first + 1} of {files}"] * bool(files) + [_place(texts, first) for texts in columns]
        where = f"segment {self.segment_name(first)}"
        if named := ", ".join(dict.fromkeys(filter(None, places))):
            where += f" ({named})"
        return where + (f" and {len(segments) - 1:,} more" if len(segments) > 1 else "")


def _restored(values: dict[str, Any]) -> Corpus:
    return Corpus(**values)


def _place(texts: Texts, segment: int) -> str:
    """Return where in a table a text stands; "" for other texts."""
    place = getattr(texts, "place", None)
    return "" if place is None else str(place(segment))


def _file(texts: Texts) -> str:
    return f" ({texts.name})" if isinstance(texts, FiledTexts | AnnotatedTexts) else ""


def check_name(name: str) -> None:
    """Raise unless a system or facet can be called so: something to see, and no control characters."""
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"{name!r} is no name; a system or facet needs one that can be seen")
    odd = [c for c in name if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")]
    if odd:
        raise InputError(f"the name {name!r} contains the control character {odd[0]!r}; choose another name")


def check_corpus(what: str, corpus: object) -> None:
    """Raise if what `what` is called with is no corpus."""
    if not isinstance(corpus, Corpus):
        raise SpecError(f"{what} takes a Corpus, not {type(corpus).__name__}; make one with sy.Corpus.of or sy.read")


def check_accept(accept: Iterable[str]) -> tuple[str, ...]:
    """Return `accept` as a tuple, or raise if a word in it is unknown."""
    words = tuple(accept) if isinstance(accept, Iterable) and not isinstance(accept, str) else (accept,)
    for word in words:
        if not isinstance(word, str) or word not in ACCEPTABLE:
            raise SpecError(f"nothing called {word!r} can be accepted" + suggestion(word, ACCEPTABLE))
    return words
