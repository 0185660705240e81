"""Alignments: which words of an output a measure maps to which words of a reference."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

from steelyard import _core
from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.engines.plan import views_of
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.measures.kinds.aligned import Aligner
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import label_of, measure_of
from steelyard.measures.registry import registry
from steelyard.results.account import Account
from steelyard.results.estimate import Estimate
from steelyard.results.numbers import counted, shown
from steelyard.results.result import Result
from steelyard.results.table import Cell, Table
from steelyard.statistics import signature_of
from steelyard.text import Batch
from steelyard.threads import on_thread

_SEGMENT = "segment"
#: After a mapped word, by stage: nothing for the first.
_MARKS = ("", "~", "≈", "=")
_LINK_HEADS = (
    "system", "segment", "reference", "counts", "hypothesis_place", "reference_place", "hypothesis_word",
    "reference_word", "stage", "chunk", "value", "signature",
)  # fmt: skip


@dataclass(frozen=True)
class WordLink:
    """Two mapped words by their positions from 0, the stage that mapped them, and their chunk, from 1."""

    hypothesis: int
    reference: int
    stage: str
    chunk: int

    def crosses(self, other: WordLink) -> bool:
        """Tell whether the words are in one order here and in the other there."""
        return (self.hypothesis - other.hypothesis) * (self.reference - other.reference) < 0


@dataclass(frozen=True, repr=False, kw_only=True)
class Alignment(Estimate):
    """An output beside one reference, as a measure aligns them.

    segment     its id, or its number from 0
    reference   number of the reference set, from 1
    counts      whether this is the reference that the segment's score is made with
    value       the score with this reference alone; reason says why it is nan, notice what else is to be known
    words       tokens of the output and of the reference, as the measure sees them
    links       mapped words, in the order of the output
    stages      names of all stages, also of those that mapped nothing
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "system", "segment", "reference", "counts", "measure", "value", "words", "links", "stages", "signature",
        "reason", "notice",
    )  # fmt: skip

    system: str
    segment: str | int
    reference: int
    counts: bool
    measure: str
    words: tuple[tuple[str, ...], tuple[str, ...]]
    links: tuple[WordLink, ...]
    stages: tuple[str, ...]

    @property
    def matches(self) -> dict[str, int]:
        """How many words of the output each stage mapped."""
        return {stage: len({k.hypothesis for k in self.links if k.stage == stage}) for stage in self.stages}

    @property
    def chunks(self) -> int:
        """Runs of links that are neighbours in both texts."""
        return max((link.chunk for link in self.links), default=0)

    @property
    def crossings(self) -> int:
        """Pairs of links in opposite order."""
        return sum(a.crosses(b) for a, b in combinations(self.links, 2))

    @property
    def crossing_chunks(self) -> list[tuple[int, int]]:
        """Which chunks cross; all links of a chunk cross the same links of others."""
        first = {link.chunk: link for link in reversed(self.links)}
        return [(a, b) for a in sorted(first) for b in sorted(first) if a < b and first[a].crosses(first[b])]

    def heading(self) -> str:
        """Return which segment, system and reference this is."""
        counts = ", the one that counts" if self.counts else ""
        return f"segment {self.segment} of {self.system}, reference {self.reference}{counts}"

    def summary(self) -> str:
        """Return score, matches by stage (with the marks of the stages), chunks and crossings in one line."""
        hypothesis, reference = map(len, self.words)
        mapped, others = (len({(link.hypothesis, link.reference)[side] for link in self.links}) for side in (0, 1))
        stages = ", ".join(f"{stage}{self.mark(stage)} {count}" for stage, count in self.matches.items())
        return (
            f"{self.measure} {shown(self.value, '.4f')}; mapped {mapped} of {hypothesis} words to {others} of "
            f"{reference} ({stages}); {counted(self.chunks, 'chunk')}, {counted(self.crossings, 'crossing')}"
        )

    def mark(self, stage: str) -> str:
        """Return what stands after a word that a stage mapped: nothing for the first."""
        return _MARKS[self.stages.index(stage) % len(_MARKS)]

    def to_dict(self) -> dict[str, Any]:
        """Return the alignment as the JSON output has it; an undefined value is null, with its reason."""
        remarks = {"reason": self.reason, "notice": self.notice}
        return {
            "system": self.system,
            "segment": self.segment,
            "reference": self.reference,
            "counts": self.counts,
            "measure": self.measure,
            "value": None if math.isnan(self.value) else self.value,
            **{name: text for name, text in remarks.items() if text is not None},
            "matches": self.matches,
            "chunks": self.chunks,
            "crossings": self.crossings,
            "hypothesis_words": list(self.words[0]),
            "reference_words": list(self.words[1]),
            "links": [vars(link) for link in self.links],
            "signature": self.signature,
        }

    def account(self) -> Account:
        """Return the words of both texts, grouped into numbered chunks: [2 to the house] is the second."""
        rows = [["output", self._chunks(0)], ["reference", self._chunks(1)]]
        for stage in self.stages:
            pairs = [(self.words[0][k.hypothesis], self.words[1][k.reference]) for k in self.links if k.stage == stage]
            if unequal := dict.fromkeys(f"{a} – {b}" for a, b in pairs if a != b):
                rows.append([stage, "; ".join(unequal)])
        if crossing := self.crossing_chunks:
            rows.append(["crossing", ", ".join(f"{a} × {b}" for a, b in crossing)])
        return Account(
            self.heading(),
            (Table("alignment", "", ["text", "words"], rows),),
            about=(self.summary(), *(remark for remark in (self.reason, self.notice) if remark is not None)),
            signatures={"": self.signature},
            records=Table("alignments", "", _LINK_HEADS, self.records()),
        )

    def records(self) -> Iterator[list[Cell]]:
        """Yield a row for each link."""
        for link in self.links:
            words = self.words[0][link.hypothesis], self.words[1][link.reference]
            places = link.hypothesis, link.reference
            named = self.system, self.segment, self.reference, self.counts
            yield [*named, *places, *words, link.stage, link.chunk, self.value, self.signature]

    def _chunks(self, side: int) -> str:
        """Return the words of a text, each with the brackets and the mark it has."""
        links = {(link.hypothesis, link.reference)[side]: link for link in self.links}
        words = []
        for place, word in enumerate(self.words[side]):
            link, before, after = (links.get(place + step) for step in (0, -1, 1))
            if link is None:
                words.append(word)
                continue
            opens = before is None or before.chunk != link.chunk
            closes = after is None or after.chunk != link.chunk
            words.append((f"[{link.chunk} " if opens else "") + word + self.mark(link.stage) + ("]" if closes else ""))
        return " ".join(words) or "(no words)"


@dataclass(frozen=True, repr=False)
class Alignments(Result):
    """The alignments of some segments."""

    alignments: tuple[Alignment, ...]

    def __iter__(self) -> Iterator[Alignment]:
        return iter(self.alignments)

    def __len__(self) -> int:
        return len(self.alignments)

    def account(self) -> Account:
        """Return the words of all texts, and a record of each link."""
        rows = (row for alignment in self.alignments for row in alignment.records())
        return Account(
            counted(len(self), "alignment"),
            parts=tuple(alignment.account() for alignment in self.alignments),
            records=Table("alignments", "", _LINK_HEADS, rows),
            name="alignments",
        )


@public
def align(hypothesis: str, reference: str, measure: str | Measure = "meteor") -> Alignment:
    """Align the words of a text with those of a reference, as a measure does.

    measure   in notation or as a Measure; it must make its score from an alignment, as meteor and gtm do
    """
    for name, text in (("hypothesis", hypothesis), ("reference", reference)):
        if not text.strip():
            raise InputError(f"the {name} is empty; there is nothing to align")
    return align_segments(Corpus.of({"hypothesis": [hypothesis]}, [reference]), [0], measure).alignments[0]


def align_segments(
    corpus: Corpus,
    segments: Sequence[str | int],
    measure: str | Measure = "meteor",
    *,
    systems: Sequence[str] = (),
    accept: Sequence[str] = (),
) -> Alignments:
    """Return the alignments of segments, by id or number for some systems, or all, with every reference; each once."""
    aligner, label = _aligner(measure), label_of(measure)
    places = dict.fromkeys(corpus.segment_index(segment) for segment in segments)
    for system in systems:
        if system not in corpus.systems:
            raise SpecError(f"there is no system {system!r}" + suggestion(system, corpus.systems))
    corpus.check_scorable(check_accept(accept))
    alignments = (
        alignment
        for place in places
        for system in dict.fromkeys(systems or corpus.systems)
        for alignment in _of_output(corpus, place, system, aligner, label)
    )
    return Alignments(tuple(alignments))


def _aligner(measure: str | Measure) -> Aligner:
    chosen = measure_of(measure)
    if not isinstance(chosen, Aligner):
        aligners = ", ".join(name for name, kind in registry().items() if issubclass(kind, Aligner))
        raise SpecError(f"{chosen.name} aligns no words; measures that do: {aligners}")
    return chosen


def _of_output(corpus: Corpus, index: int, system: str, measure: Aligner, label: str) -> Iterator[Alignment]:
    """Yield the alignments of one output with every reference that is there."""
    alignments = [
        _of_pair(replace(corpus, references=(texts,)), index, system, measure, label, number)
        for number, texts in enumerate(corpus.references, 1)
        if index not in texts.blank()
    ]
    # as in the score of the segment: the highest value, the first on a tie
    best = max(alignments, key=lambda alignment: -math.inf if math.isnan(alignment.value) else alignment.value)
    yield from (replace(alignment, counts=alignment is best) for alignment in alignments)


def _of_pair(corpus: Corpus, index: int, system: str, measure: Aligner, label: str, number: int) -> Alignment:
    def aligned(flag: _core.Stop) -> tuple[Batch, Any, list[tuple[int, int, int]]]:
        batch = views_of(corpus, index, index + 1, flag=flag).batch(system)
        return batch, measure.statistics(batch)[0], measure.alignments(batch)[0].pairs(0)

    batch, row, pairs = on_thread(aligned)
    value = float(measure.at_level(_SEGMENT).score(row))
    tokens = batch.hypotheses(measure.view), *batch.references(measure.view)
    types = tokens[0].types()
    hypothesis, reference = (tuple(types[token] for token in side.row(0)) for side in tokens)
    return Alignment(
        system=system,
        segment=index if corpus.ids is None else corpus.ids[index],
        reference=number,
        counts=False,
        measure=label,
        value=value,
        words=(hypothesis, reference),
        links=tuple(_links(pairs, measure.stages)),
        stages=measure.stages,
        signature=signature_of(
            measure, (1, 1), measure.resources(), "", _SEGMENT, kinds=corpus.reference_kinds, selection=corpus.selection
        ),
        reason=measure.undefined if math.isnan(value) else None,
        notice=measure.notice(row),
    )


def _links(pairs: Sequence[tuple[int, int, int]], stages: Sequence[str]) -> Iterator[WordLink]:
    """Yield the links with their chunks; a chunk ends where a neighbour in either text is missing.

    Of two phrases of different lengths, the last word of the shorter is in several links.
    """
    chunk, before = 0, (-2, -2)
    for hypothesis, reference, stage in pairs:
        chunk += (hypothesis - before[0], reference - before[1]) not in ((1, 1), (0, 1), (1, 0))
        before = hypothesis, reference
        yield WordLink(hypothesis, reference, stages[stage], chunk)
