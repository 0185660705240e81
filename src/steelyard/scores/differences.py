"""Differences: why two settings of a measure, or two measures, score one segment differently."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, count, zip_longest
from typing import Any

from steelyard import _core
from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several
from steelyard.engines.plan import reference_batches, views_of
from steelyard.errors import InputError, SegmentError, SpecError, SteelyardError, suggestion, worded
from steelyard.measures.kinds.base import Fitted, Measure, write_value
from steelyard.measures.notation import label_of, measure_of
from steelyard.scores.difference import Difference, OptionChange, OptionStep, SeenText, SegmentScore
from steelyard.statistics import signature_of
from steelyard.text.seen import WatchedBatch, Words
from steelyard.threads import on_thread

_SEGMENT = "segment"
#: Stands for the measure itself among the options, where the two settings are of different measures.
_MEASURE = "measure"


@public
def explain_difference(
    systems: Mapping[str, Sequence[str | None]] | Corpus,
    references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
    measures: Sequence[str | Measure] = (),
    *,
    segment: str | int,
    system: str | None = None,
    source: Sequence[str] | None = None,
    ids: Sequence[str] | None = None,
    accept: Sequence[str] = (),
) -> Difference:
    """Say why two measures, or two settings of one, score a segment differently.

    systems, references, source, ids, accept   as for `steelyard.score`
    measures   two, in notation or as Measure objects
    segment    its id, or its number from 0 where there are no ids
    system     whose output; needed where there are several systems
    """
    chosen = _two(measures)
    if not isinstance(systems, Corpus):
        corpus = Corpus.of(systems, references, source, ids, None, accept)
    elif references or source or ids:
        raise SpecError("the corpus holds everything; leave out references, source and ids")
    else:
        corpus = systems
    corpus.check_scorable(check_accept(accept))
    labels = list(map(label_of, chosen))
    first, second = map(measure_of, chosen)
    place = _Place(corpus, _named(corpus, system), corpus.segment_index(segment))
    return place.difference(labels, *map(_unfitted, (first, second)))


@dataclass(frozen=True)
class _Place:
    """One system's output for one segment."""

    corpus: Corpus
    system: str
    index: int

    def difference(self, labels: Sequence[str], first: Measure, second: Measure) -> Difference:
        (a, seen_a), (b, seen_b) = (self._setting(*labelled) for labelled in zip(labels, (first, second), strict=True))
        return Difference(
            system=self.system,
            segment=self.index if self.corpus.ids is None else self.corpus.ids[self.index],
            settings=(a, b),
            options=tuple(_changes(first, second)),
            alone=tuple(self._step(first, second, (name,), (name,)) for name in _steps(first, second)),
            path=tuple(self._path(first, second)),
            texts=tuple(_compared(seen_a, seen_b)),
        )

    def _setting(self, label: str, measure: Measure) -> tuple[SegmentScore, Mapping[tuple[str, str], Words]]:
        resources = measure.resources()
        fitted = measure.fit(reference_batches(self.corpus)) if isinstance(measure, Fitted) else measure

        def measured(flag: _core.Stop) -> tuple[WatchedBatch, Any, dict[str, Any]]:
            batch = WatchedBatch(views_of(self.corpus, self.index, self.index + 1, flag=flag), self.system)
            row = fitted.statistics(batch)[0]
            return batch, row, {name: numbers[0].item() for name, numbers in fitted.parts(batch).items()}

        try:
            batch, row, parts = on_thread(measured)
        except SegmentError as error:
            name = self.corpus.segment_name(self.index)
            raise InputError(f"{measure.name}, segment {name}: {error.problem}") from None
        value = float(fitted.at_level(_SEGMENT).score(row))
        context = fitted.context if isinstance(fitted, Fitted) else ""
        counts, kinds = self.corpus.reference_counts(), self.corpus.reference_kinds
        selection = self.corpus.selection
        signature = signature_of(measure, counts, resources, context, _SEGMENT, kinds=kinds, selection=selection)
        fields = measure.fields_against(len(self.corpus.references))
        statistics = dict(zip(fields, row.tolist(), strict=True)) | parts
        reason = measure.undefined if math.isnan(value) else None
        return SegmentScore(
            measure=label,
            value=value,
            statistics=statistics,
            signature=signature,
            reason=reason,
            notice=fitted.notice(row),
        ), batch.seen

    def _path(self, first: Measure, second: Measure) -> Iterator[OptionStep]:
        """Yield steps of one option each; of several where a single one is not possible without the others."""
        left = list(_steps(first, second))
        taken: tuple[str, ...] = ()
        while left:
            groups = (*combinations(left, 1), *combinations(left, 2), tuple(left))
            tried = (self._step(first, second, group, (*taken, *group)) for group in groups)
            step = next(step for step in tried if step.value is not None or step.options == tuple(left))
            taken = (*taken, *step.options)
            left = [name for name in left if name not in step.options]
            yield step

    def _step(self, first: Measure, second: Measure, options: tuple[str, ...], taken: tuple[str, ...]) -> OptionStep:
        try:
            setting, _ = self._setting("", _between(first, second, taken))
        except SpecError as error:
            if first.name == second.name:
                return OptionStep(options, None, str(error))
            # What a measure says of another's value, such as beta=None, is no answer to anything that was asked.
            kinds = (first, second) if _MEASURE not in taken else (second, first)
            return OptionStep(options, None, f"{kinds[0].name} cannot have what {kinds[1].name} has there")
        except SteelyardError as error:
            return OptionStep(options, None, str(error))
        return OptionStep(options, setting.value, setting.reason)


def _two(measures: Any) -> Sequence[str | Measure]:
    chosen = several(
        measures, "measures", "two measures, for instance ['bleu', 'bleu(case=fold)']", (str, Measure, Callable)
    )
    if len(chosen) != 2:
        raise SpecError(
            f"a difference is between two measures, but {len(chosen)} {'is' if len(chosen) == 1 else 'are'} given; "
            f"for instance bleu and bleu(case=fold)"
        )
    return [measure if isinstance(measure, str) else measure_of(measure) for measure in chosen]


def _named(corpus: Corpus, system: str | None) -> str:
    if system is None:
        if len(corpus.systems) > 1:
            raise SpecError(
                f"there are {len(corpus.systems)} systems; say which ({worded('--system', 'system=…')}): "
                f"{', '.join(corpus.systems)}"
            )
        return next(iter(corpus.systems))
    if not isinstance(system, str) or system not in corpus.systems:
        raise SpecError(f"there is no system {system!r}" + suggestion(system, corpus.systems))
    return system


def _unfitted(measure: Measure) -> Measure:
    return measure.unfitted() if isinstance(measure, Fitted) else measure


def _values(measure: Measure) -> dict[str, Any]:
    return {field.name: getattr(measure, field.name) for field in measure.options()}


def _changes(first: Measure, second: Measure) -> Iterator[OptionChange]:
    if first.name != second.name:
        yield OptionChange(_MEASURE, first.name, second.name)
    a, b = ({name: _written(value) for name, value in _values(m).items()} for m in (first, second))
    for name in dict.fromkeys((*a, *b)):
        if a.get(name) != b.get(name):
            yield OptionChange(name, a.get(name), b.get(name))


def _written(value: Any) -> str:
    return "" if value is None else write_value(value)


def _steps(first: Measure, second: Measure) -> Iterator[str]:
    """Yield what can be changed by itself: the measure, whose own options come with it, and options of both."""
    yield from (c.option for c in _changes(first, second) if c.first is not None and c.second is not None)


def _between(first: Measure, second: Measure, taken: Sequence[str]) -> Measure:
    """Return the first setting with some options, and maybe the measure itself, as in the second."""
    if set(taken) == set(_steps(first, second)):
        return second  # with its preset, by which some values are possible that are refused when given alone
    kind = type(second if _MEASURE in taken else first)
    old, new = _values(first), _values(second)
    return kind(
        **{f.name: new[f.name] if f.name in taken or f.name not in old else old[f.name] for f in kind.options()}
    )


def _compared(first: Mapping[tuple[str, str], Words], second: Mapping[tuple[str, str], Words]) -> Iterator[SeenText]:
    """Yield each text as both see it: kinds that both look at side by side, then the others."""
    for text in sorted({text for text, _ in (*first, *second)}):
        kinds = [[kind for name, kind in seen if name == text] for seen in (first, second)]
        shared = [kind for kind in kinds[0] if kind in kinds[1]]
        rest = ([kind for kind in side if kind not in shared] for side in kinds)
        for a, b in (*((kind, kind) for kind in shared), *zip_longest(*rest)):
            words = first.get((text, a or ""), ()), second.get((text, b or ""), ())
            comparable = a is not None and b is not None and (a == b or "characters" not in (a, b))
            yield SeenText(
                text, (a, b), words, _marked(*words) if comparable else (_shaped(words[0]), _shaped(words[1]))
            )


def _marked(first: Words, second: Words) -> tuple[tuple[tuple[bool, ...], ...], tuple[tuple[bool, ...], ...]]:
    a, b = ([token for sentence in words for token in sentence] for words in (first, second))
    here, there = set(range(len(a))), set(range(len(b)))
    for block in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        here.difference_update(range(block.a, block.a + block.size))
        there.difference_update(range(block.b, block.b + block.size))
    return _shaped(first, here), _shaped(second, there)


def _shaped(words: Words, marked: Set[int] = frozenset()) -> tuple[tuple[bool, ...], ...]:
    """Return for each token, sentence by sentence, whether its number is among the marked ones."""
    places = count()
    return tuple(tuple(next(places) in marked for _ in sentence) for sentence in words)
