"""Summaries of documents by simple methods: a corpus with a system for each method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from steelyard.arguments import public
from steelyard.corpus.corpus import Corpus, check_accept
from steelyard.corpus.given import several
from steelyard.corpus.texts import HeldTexts
from steelyard.draws import Run
from steelyard.errors import SpecError
from steelyard.files.names import repeated
from steelyard.results.account import Account
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Column, Table
from steelyard.summaries.documents import DocumentSet, document_sets, with_features
from steelyard.summaries.extracts import Cutting, Extract, extract
from steelyard.summaries.method import Method, method_of
from steelyard.summaries.sizes import WORDS, Size, sizes
from steelyard.summaries.terms import Terms, Weighed, weighed
from steelyard.summaries.units import LINES, UnitRule

Given = str | Path | Iterable[Mapping[str, Any]]
Choice = str | type[Method] | Method
_Sizes = float | str | Sequence[float | str] | None


@dataclass(frozen=True, repr=False)
class Summary(Result):
    """The extract of one set of documents, by one method, at one size.

    units   numbers of the units in it, as they stand in the text
    short   whether the method had not so much to take as was asked for
    """

    documents: str
    size: str
    method: str
    units: tuple[int, ...]
    words: int
    short: bool
    text: str


@dataclass(frozen=True, repr=False)
class Summaries(Result):
    """Summaries of documents.

    corpus      a system per method, a segment per set of documents and size
    summaries   one for each method, set and size
    signature   how they were made
    """

    corpus: Corpus
    summaries: tuple[Summary, ...]
    signature: Signature

    def _summary(self) -> str:
        methods = dict.fromkeys(summary.method for summary in self.summaries)
        return f"{len(self.summaries):,} summaries; {', '.join(methods)}"

    def to_dict(self) -> dict[str, Any]:
        """Return {"summaries": […], "signature": …, "notices": […]} as the JSON output has it."""
        rows = [{**summary.to_dict(), "units": list(summary.units)} for summary in self.summaries]
        return {"summaries": rows, "signature": str(self.signature), "notices": list(self.notices())}

    def notices(self) -> Iterator[str]:
        """Yield which summaries are shorter than was asked for."""
        for (method, size), group in self._groups().items():
            if short := [summary for summary in group if summary.short]:
                yield (
                    f"{method}, {size}: {len(short):,} of {len(group):,} summaries are shorter, as there is no more to "
                    f"take (the first: {short[0].documents}, {counted(short[0].words, 'word')})"
                )
            if empty := [summary for summary in group if not summary.text]:
                yield (
                    f"{method}, {size}: {len(empty):,} of {len(group):,} summaries are empty, as the first unit is too "
                    f"long (the first: {empty[0].documents})"
                )

    def account(self) -> Account:
        """Return how long the summaries are."""
        heads = (Column("method"), Column("size"), Column("summaries"), Column("units", "mean units", digits=1),
                 Column("words", "mean words", digits=1))  # fmt: skip
        rows = [
            (method, size, len(group), _mean(len(s.units) for s in group), _mean(s.words for s in group))
            for (method, size), group in self._groups().items()
        ]
        return Account(
            "Summaries", (Table("summaries", "", heads, rows),), notices=tuple(self.notices()),
            signatures={"summaries": self.signature}, records=self._records(), name="summaries",
        )  # fmt: skip

    def _groups(self) -> dict[tuple[str, str], list[Summary]]:
        groups: dict[tuple[str, str], list[Summary]] = {}
        for summary in self.summaries:
            groups.setdefault((summary.method, summary.size), []).append(summary)
        return groups

    def _records(self) -> Table:
        heads = ("documents", "size", "method", "units", "words", "short", "text", "signature")
        rows = [
            (s.documents, s.size, s.method, " ".join(map(str, s.units)), s.words, s.short, s.text, str(self.signature))
            for s in self.summaries
        ]
        return Table("summaries", "", heads, rows)


@public
def summarise(
    documents: Given,
    methods: Choice | Sequence[Choice] = "lead",
    *,
    words: _Sizes = None,
    rate: _Sizes = None,
    characters: _Sizes = None,
    length: _Sizes = None,
    rate_of: str = "sentences",
    cut: str | None = None,
    over: int = 15,
    units: str | Path = LINES,
    stop: str = "english",
    weights: str = "tf-idf",
    idf: str = "units",
    train: Given | None = None,
    features: str | Path | None = None,
    references: Choice | Sequence[Choice] = (),
    run: Run = Run(),
) -> Summaries:
    """Summarise documents by methods that take some of their units; a size must be given, by one or more of four.

    documents   JSON Lines, a set of documents a line, or a list of objects as a line has them
    methods     as lead, mmr(start=0.7,end=0.7), utility:JUDGE
    words       how many words, or several numbers; rate: a share of the units or words (`rate_of`); characters: a
                number, or a share as "5%"; length: "10%", "5 units" or "50 words"
    cut         where a summary ends that is as long as asked for: within a unit (words, characters) or after it
                (sentences), but not if it is longer by more than `over` words then
    units       lines, rules (sentences by punctuation), or a TSV with the columns id and words
    stop        words left out: none, english, or a file with one a line
    weights     of words: tf-idf, or tf; idf: of the set's own units, or of all documents (collection)
    train       documents with extracts, from which the methods features and features-lsa learn
    features    a TSV of further features, with the columns id, unit and one for each feature
    references  methods whose extracts are references, as those of judges (utility:JUDGE)

    >>> made = summarise([{"id": "d", "documents": ["a b c\\nd e"]}], "lead", words=4)
    >>> made.corpus.systems["lead"][0]
    'a b c\\nd'
    """
    accept = check_accept(run.accept)
    chosen, wanted = _methods(methods, references)
    asked, cutting = sizes(words, rate, characters, length, rate_of), Cutting(cut, over)
    cutting.check(asked)
    terms, rule = Terms(stop, weights, idf), UnitRule(units, accept)
    sets = document_sets(documents, rule, accept)
    training = [] if train is None else document_sets(train, rule, accept)
    rule.check_used({some.id for some in (*sets, *training)})
    if features is not None:
        both = with_features([*sets, *training], features, accept)
        sets, training = both[: len(sets)], both[len(sets) :]
    fitted = [method.trained(list(weighed(training, terms))) if train is not None else method for method in chosen]
    summaries = list(_summaries(weighed(sets, terms), fitted, asked, cutting, run, len(sets)))
    origins = {str(method.origin) for method in chosen if method.origin is not None}
    signature = Signature.of(
        sets=len(sets), units=rule, **terms.signature(), **cutting.signature(asked),
        train=None if train is None else _of([(some.id, some.documents, some.extract) for some in training]),
        features=None if features is None else _of([
            [(name, values.tolist()) for name, values in some.features.items()] for some in (*sets, *training)
        ]),
        plugins=",".join(sorted(origins)) or None,
    )  # fmt: skip
    return Summaries(_corpus(sets, asked, summaries, set(map(str, wanted))), tuple(summaries), signature)


def _methods(methods: Any, references: Any) -> tuple[list[Method], list[Method]]:
    """Return all methods, and those among them whose extracts are references."""
    wanted = [method_of(choice) for choice in several(references, "references", "methods", (str, Method, type))]
    chosen = [method_of(choice) for choice in several(methods, "methods", "methods", (str, Method, type))]
    if not chosen:
        raise SpecError("there is no method; give at least one, for instance lead")
    if (twice := repeated(map(str, (*chosen, *wanted)))) is not None:
        raise SpecError(f"the method {twice} is given twice; give each once")
    return [*chosen, *wanted], wanted


def _summaries(
    sets: Iterable[Weighed], methods: Sequence[Method], asked: Sequence[Size], cutting: Cutting, run: Run, total: int
) -> Iterator[Summary]:
    for n, units in enumerate(sets, 1):
        for method in methods:
            method.check(units)
            for size in asked:
                yield _summary_of(method, units, size, extract(method, units, size, cutting))
        if run.progress is not None:
            run.progress(n, total)


def _summary_of(method: Method, units: Weighed, size: Size, extract: Extract) -> Summary:
    return Summary(
        units.documents.id, str(size), str(method), extract.units, extract.words, extract.short, extract.text
    )


def _corpus(
    sets: Sequence[DocumentSet], asked: Sequence[Size], summaries: Sequence[Summary], wanted: set[str]
) -> Corpus:
    texts: dict[str, list[str | None]] = {}
    for summary in summaries:
        texts.setdefault(summary.method, []).append(summary.text)
    columns = {name: HeldTexts.of(own, f"summaries by {name}", ("long",)) for name, own in texts.items()}
    segments = [(some, str(size)) for some in sets for size in asked]
    of_size = "compression" if all(size.share for size in asked) else "size"
    # A number of words by itself can be the length that a measure aims at.
    bare = all(size.of == WORDS and not size.share for size in asked)
    values = [f"{size.amount:.0f}" if bare else str(size) for _ in sets for size in asked]
    facets = {"document": [some.id for some, _ in segments], of_size: values}
    if sets[0].cluster:
        facets["cluster"] = [some.cluster for some, _ in segments]
    return Corpus(
        {name: column for name, column in columns.items() if name not in wanted},
        (*(column for name, column in columns.items() if name in wanted), *_references(segments)),
        HeldTexts.of(["\n".join(some.units) for some, _ in segments], "documents", ("long",)),
        tuple(f"{some.id} {size}" for some, size in segments),
        {name: tuple(values) for name, values in facets.items()},
    )


def _references(segments: Sequence[tuple[DocumentSet, str]]) -> Iterator[HeldTexts]:
    """Yield the sets of summaries that people wrote."""
    for n, column in enumerate(zip_longest(*(some.references for some, _ in segments)), 1):
        yield HeldTexts.of(column, f"reference {n}", ("long",))


def _of(sets: Sequence[Any]) -> str:
    """Return how many sets there are, and a digest of what is told of them."""
    return f"{len(sets)}#{sha256(repr(sets).encode()).hexdigest()[:8]}"


def _mean(values: Iterable[int]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
