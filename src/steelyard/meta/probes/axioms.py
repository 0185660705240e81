"""Axioms that every similarity measure should meet (Amigó et al. 2011 §3; King), probed with texts.

For a decomposition f of texts into elements, a measure x, an output s and a reference g:

    best      f(s) = f(g) → x is at its maximum: nothing scores better than the reference itself
    only      x is at its maximum → f(s) = f(g): no other text scores as well
    missing   adding to s an element of g that s lacks raises x
    foreign   taking from s an element that g has not raises x, where s shares something with g (Amigó's footnote 1)
    damage    monotone with quality: the more words are replaced by foreign ones, the lower x, or as low
    lowest    lowest only for the worst: what shares something with g scores better than what shares nothing

and, for a number to be a score at all: it is defined and finite, it is within the bounds that the measure states, and
it is the same when asked for again.

What f is depends on the measure. It is found out first: a measure for which every reordering of the reference scores as
the reference does is blind to order, and judged by bags of words (by sets, if repeated words do not matter either); any
other by sequences. A decomposition can also be asked for, and then blindness breaks an axiom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.corpus.given import listed, several, several_names
from steelyard.draws import Draws, Run
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError, SteelyardError, suggestion
from steelyard.measures.kinds.base import Measure
from steelyard.measures.kinds.function import FunctionFailures, FunctionMeasure
from steelyard.measures.notation import label_of, measure_of
from steelyard.meta.probes.axiom_report import (
    AxiomFinding,
    AxiomReport,
    CounterExample,
    MeasureAxioms,
    ProbeSensitivity,
)
from steelyard.meta.probes.probes import Probe, generated, in_other_letters, probes_of, shares_letters, taken
from steelyard.meta.sections import Section, is_external
from steelyard.results.signature import Signature
from steelyard.scores.table import ScoreTable
from steelyard.statistics import signature_of
from steelyard.statistics.resampling import TIE
from steelyard.version import VERSION

#: Decomposition → whether the order of words and whether repeated words make a difference.
DECOMPOSITIONS = {"set": (False, False), "bag": (False, True), "sequence": (True, True)}
_AGAIN = 32
_SCORES_ONLY = "only its scores are known; give its function to probe it"
_ALMOST_ZERO = 1e-12
#: Kinds of probes of which one text must score better by any decomposition.
_DIRECTED = ("same", "missing", "foreign", "damage", "lowest")
_NEARLY_ALL = 0.75
_OF_FOREIGN_WORDS = ("foreign", "damage", "lowest")

Given = str | Measure | Callable[..., Any]
Array = NDArray[Any]


@public
def axioms(
    measures: Given | Sequence[Given],
    *,
    references: Sequence[str] | Corpus | None = None,
    probes: int = 100,
    seed: int = 12345,
    decomposition: str = "auto",
    scores_only: Sequence[str] = (),
    run: Run = Run(),
) -> AxiomReport:
    """Probe measures with texts, and say which axioms they break.

    measures       notation, a Measure, or a function f(output, references) → number, one or several
    references     texts to make the probes of: a list, or a corpus, of which the first reference of each segment is
                   taken; without them, references are generated
    probes         how many references are generated, or taken at most; each gives one probe or more of every axiom
    decomposition  what a text is made of: "set", "bag" (of words), "sequence"; or "auto", what each measure heeds
    scores_only    measures of which nothing is known but scores; they are reported as not probed

    A function that fails on some texts has no score there, and a notice says so; if it fails on all, that is an
    InputError.
    """
    if decomposition != "auto" and decomposition not in DECOMPOSITIONS:
        names = ["auto", *DECOMPOSITIONS]
        raise SpecError(f"no decomposition {decomposition!r}" + suggestion(decomposition, names))
    chosen = _chosen(measures)
    unprobed = dict.fromkeys(several_names(scores_only, "scores_only"), _SCORES_ONLY)
    if not chosen and unprobed:
        return AxiomReport((), unprobed, ())
    if not chosen:
        raise SpecError("no measure is given; for instance: bleu")
    origin, words = _references(references, probes, seed)
    texts = _Texts(probes_of(words, seed))
    measured: list[MeasureAxioms] = []
    notices: list[str] = []
    for label, measure in chosen.items():
        try:
            scores, signature, failures = _scores(measure, texts, run.threads)
        except SteelyardError as error:
            if isinstance(measure, FunctionMeasure):
                raise
            unprobed[label] = str(error)
            continue
        how = signature.joined(texts=origin, probes=len(words), seed=seed, ties=f"{TIE:g}")
        sign = 1 if measure.higher_is_better else -1
        judge = _Judge(texts, sign, scores, measure.bounds)
        measured.append(replace(judge.axioms(label, decomposition, how), failures=failures))
        notices += _notices(measured[-1], measure, judge, run.threads)
    return AxiomReport(tuple(measured), unprobed, tuple(notices))


def _chosen(measures: Given | Sequence[Given]) -> dict[str, Measure]:
    chosen: dict[str, Measure] = {}
    for measure in several(measures, "measures", "a list of measures or functions", (str, Measure, Callable)):
        parsed = measure_of(measure)
        label = label_of(measure)
        if label in chosen:
            raise SpecError(f"measure {label!r} is asked for twice; a function can be named: as_measure(f, 'name')")
        chosen[label] = parsed
    return chosen


def _references(references: Sequence[str] | Corpus | None, count: int, seed: int) -> tuple[str, list[tuple[str, ...]]]:
    """Return where the references come from, and the words of each."""
    if references is None:
        return "generated", generated(count, seed)
    if isinstance(references, Corpus):
        rows = zip(*references.references, strict=True)
        return "given", taken([next((text for text in row if text and text.strip()), "") for row in rows], count, seed)
    texts = listed(references, "references", "a list of strings")
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"references[{number}] is a {type(text).__name__}; give a list of strings")
    return "given", taken(texts, count, seed)


def _scores(measure: Measure, texts: _Texts, threads: int | None) -> tuple[Array, Signature, FunctionFailures | None]:
    """Return a score for each text, the signature, and how often a function failed; everything is scored in one go."""
    if isinstance(measure, FunctionMeasure):
        pairs = [(output, [reference]) for output, reference in zip(texts.outputs, texts.references, strict=True)]
        scores, failures = measure.tried(pairs)
        signature = signature_of(measure, (1, 1), {}, "", "segment")
        return scores, signature.without("steelyard"), failures
    if lacking := [need for need in measure.needs if need != "references"]:
        raise SpecError(f"it needs more than references: {', '.join(lacking)}")
    corpus = Corpus.of({"probes": texts.outputs}, {"references": texts.references})
    (statistics,) = collect(corpus, [measure], threads)
    signature = statistics.signature("segment").without("steelyard")
    return np.asarray(measure.at_level("segment").score(statistics.values[0]), float), signature, None


def _notices(axioms: MeasureAxioms, measure: Measure, judge: _Judge, threads: int | None) -> Iterator[str]:
    """Yield what may be the cause of broken axioms, other than the measure's nature."""
    if axioms.failures is not None:
        calls = f"{axioms.failures.failed:,} of {axioms.failures.calls:,} calls"
        yield f"{axioms.failures.first}; in all, it failed in {calls}"
    if isinstance(measure, FunctionMeasure) and judge.opposite():
        other = "lower" if judge.sign > 0 else "higher"
        changed = str(replace(measure, better=other))
        remedy = f"as_measure(…, better='{other}')" if changed == measure.name else f"'{changed}'"
        yield (
            f"{axioms.measure}: most probes go the other way round, as if {other} were better; if it is, write {remedy}"
        )
        return
    for axiom in _OF_FOREIGN_WORDS:
        if (rows := judge.sharing_letters(axiom)).size:
            yield from _by_letters(axioms[axiom], axioms.measure, measure, judge.texts.only(rows), threads)


def _by_letters(
    finding: AxiomFinding, label: str, measure: Measure, probes: Sequence[Probe], threads: int | None
) -> Iterator[str]:
    """Yield whether foreign words break an axiom by letters that they share with the reference.

    The probes that broke it are made again with foreign words of other letters. A function, whose calls may be dear,
    is not asked again.
    """
    if isinstance(measure, FunctionMeasure):
        yield (
            f"{label}: foreign words share letters with these references; if it heeds letters, that may be why "
            f"{finding.axiom} is broken: in generated texts they share none"
        )
        return
    texts = _Texts([in_other_letters(probe) for probe in probes])
    again = _Judge(texts, 1 if measure.higher_is_better else -1, _scores(measure, texts, threads)[0], measure.bounds)
    if kept := len(probes) - len(again.breaking(finding.axiom)):
        yield (
            f"{label}: {kept:,} of the {finding.broken:,} probes that break {finding.axiom} do so for letters that the "
            f"foreign words share with the reference: with foreign words of other letters it is kept"
        )


class _Texts:
    """All different texts of some probes, each with its reference, and some of them again at the end."""

    def __init__(self, probes: Sequence[Probe]) -> None:
        self.probes = probes
        places: dict[tuple[str, str], int] = {}
        sides = [((probe.reference, probe.nearer), (probe.reference, probe.farther)) for probe in probes]
        self.pairs = np.array([[places.setdefault(side, len(places)) for side in both] for both in sides])
        self.different = len(places)
        self.again = min(_AGAIN, self.different)
        texts = list(places)
        texts += texts[: self.again]
        self.references = [reference for reference, _ in texts]
        self.outputs = [output for _, output in texts]

    def about(self, *names: str) -> Array:
        """Return the numbers of the probes of some things, in order."""
        return np.array([n for n, probe in enumerate(self.probes) if probe.about in names], int)

    def only(self, rows: Array) -> list[Probe]:
        """Return the probes of some numbers."""
        return [self.probes[row] for row in rows]


@dataclass(frozen=True, eq=False)
class _Judge:
    """The texts with one measure's scores; sign is −1 where lower is better."""

    texts: _Texts
    sign: int
    scores: Array
    bounds: tuple[float, float]

    def axioms(self, label: str, decomposition: str, signature: Signature) -> MeasureAxioms:
        """Return what is found of all axioms."""
        order, repeats = (self._sensitivity(about) for about in ("order", "repeats"))
        if decomposition == "auto":
            heeds = (not order.blind, not repeats.blind)
            decomposition = "sequence" if heeds[0] else "bag" if heeds[1] else "set"
        else:
            heeds = DECOMPOSITIONS[decomposition]
        findings = tuple(self._findings(*heeds))
        how = signature.joined(decomposition=decomposition, steelyard=VERSION)
        return MeasureAxioms(label, self.sign > 0, decomposition, order, repeats, findings, how)

    def _findings(self, order: bool, repeats: bool) -> Iterator[AxiomFinding]:
        """Yield a finding per axiom, given whether order and repeated words make a text another."""
        unlike = ["same", *(["order"] if order else []), *(["repeats"] if repeats else [])]
        others = self.texts.about(*unlike)
        alike = self.texts.about(*({"order", "repeats"} - set(unlike)))
        ahead = self._ahead(others)
        best = np.concatenate([ahead < 0, self._ahead(alike) != 0])
        yield self._finding("best", np.concatenate([others, alike]), best)
        yield self._finding("only", others, ahead == 0)
        for axiom in ("missing", "foreign", "damage", "lowest"):
            rows = self.texts.about(axiom)
            yield self._finding(axiom, rows, np.isin(rows, self.breaking(axiom)))
        yield from self._alone()

    def breaking(self, axiom: str) -> Array:
        """Return the numbers of the probes that break one of the axioms on missing and foreign words."""
        rows = self.texts.about(axiom)
        ahead = self._ahead(rows)
        return rows[ahead < 0 if axiom == "damage" else ahead <= 0]

    def sharing_letters(self, axiom: str) -> Array:
        """Return those of them in which a foreign word has a letter of the reference."""
        return np.array([row for row in self.breaking(axiom) if shares_letters(self.texts.probes[row])], int)

    def opposite(self) -> bool:
        """Tell whether scores go the wrong way in nearly all probes that they tell apart, for most kinds of probes."""
        ways = [self._ahead(self.texts.about(about)) for about in _DIRECTED]
        wrong = [np.mean(way[np.abs(way) == 1] < 0) > _NEARLY_ALL for way in ways if np.any(np.abs(way) == 1)]
        return bool(sum(wrong) > len(wrong) / 2)

    def _ahead(self, rows: Array) -> Array:
        """Return 1, 0 or −1: the nearer text scores better, as well, worse; nan where a score is no finite number."""
        nearer, farther = self.scores[self.texts.pairs[rows]].reshape(-1, 2).T
        defined = np.isfinite(nearer) & np.isfinite(farther)
        nearer, farther = np.where(defined, nearer, 0), np.where(defined, farther, 0)
        near = TIE * np.maximum(np.abs(nearer), np.abs(farther)) + _ALMOST_ZERO
        apart = np.where(np.abs(nearer - farther) <= near, 0, np.sign(nearer - farther) * self.sign)
        return np.where(defined, apart, np.nan)

    def _sensitivity(self, about: str) -> ProbeSensitivity:
        ahead = self._ahead(self.texts.about(about))
        lower, equal, higher = (int(np.sum(ahead == way)) for way in (1, 0, -1))
        return ProbeSensitivity(lower, equal, higher, int(np.isnan(ahead).sum()))

    def _finding(self, axiom: str, rows: Array, broken: Array) -> AxiomFinding:
        undefined = np.isnan(self._ahead(rows))
        hits = rows[broken & ~undefined]
        first = self._example(int(hits.min())) if len(hits) else None
        return AxiomFinding(axiom, len(rows) - int(undefined.sum()), len(hits), int(undefined.sum()), first)

    def _example(self, row: int) -> CounterExample:
        probe = self.texts.probes[row]
        scores = tuple(self.scores[self.texts.pairs[row]].tolist())
        return CounterExample(probe.change, probe.reference, (probe.nearer, probe.farther), scores)

    def _alone(self) -> Iterator[AxiomFinding]:
        """Yield findings on scores by themselves."""
        once = self.scores[: self.texts.different]
        finite = np.isfinite(once)
        yield self._single("defined", np.flatnonzero(~finite), len(once), 0)
        low, high = self.bounds
        slack = TIE * np.maximum(np.abs(np.where(finite, once, 0)), 1)
        outside = finite & ((once < low - slack) | (once > high + slack))
        stated = math.isfinite(low) or math.isfinite(high)
        probes, undefined = (int(finite.sum()), int((~finite).sum())) if stated else (0, 0)
        yield self._single("bounds", np.flatnonzero(outside), probes, undefined)
        again = self.scores[self.texts.different :]
        changed = ~((again == once[: len(again)]) | (np.isnan(again) & np.isnan(once[: len(again)])))
        yield self._single("repeatable", np.flatnonzero(changed), len(again), 0)

    def _single(self, axiom: str, hits: Array, probes: int, undefined: int) -> AxiomFinding:
        first = None
        if len(hits):
            place = int(hits[0])
            places = [place, self.texts.different + place] if axiom == "repeatable" else [place]
            texts = tuple(self.texts.outputs[n] for n in places)
            scores = tuple(self.scores[places].tolist())
            first = CounterExample(
                "the same text again" * (len(places) - 1), self.texts.references[place], texts, scores
            )
        return AxiomFinding(axiom, probes, len(hits), undefined, first)


def axioms_section(table: ScoreTable, draws: Draws, run: Run, **_: object) -> Section:
    """Return which axioms the measures break, on the references there are, or on generated ones."""
    ours = [column.label for column in table.columns if not is_external(column)]
    external = [column.label for column in table.columns if is_external(column)]
    report = axioms(ours, references=table.corpus, seed=draws.seed, scores_only=external, run=Run(run.threads))
    return report.account(), report.to_dict()
