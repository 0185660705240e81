"""What a probe of the axioms finds: how often each is broken, and the first texts that break it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.measures.kinds.function import FunctionFailures
from steelyard.results.account import Account
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Table

#: Axiom → what it says.
AXIOMS = {
    "best": "nothing scores better than the reference itself",
    "only": "no text but the reference itself scores as well",
    "missing": "adding a missing word of the reference raises the score",
    "foreign": "removing a foreign word raises the score",
    "damage": "more damage never scores better",
    "lowest": "what shares something with the reference scores better than what shares nothing",
    "defined": "every score is a finite number",
    "bounds": "every score is within the measure's bounds",
    "repeatable": "the same text scores the same again",
}
#: Axioms on a score by itself.
_ALONE = ("defined", "bounds", "repeatable")
_DECOMPOSITIONS = {"set": "set of words", "bag": "bag of words", "sequence": "words in order"}
_ORDER, _REPEATS = "the order of words", "repeated words"
_COLUMNS = ("measure", "decomposition", "axiom", "probes", "broken", "share", "undefined", "change", "reference",
            "text_1", "score_1", "text_2", "score_2", "signature")  # fmt: skip


@dataclass(frozen=True, repr=False)
class CounterExample(Result):
    """Texts that break an axiom, with their scores: two of them, or one whose score is not possible."""

    change: str
    reference: str
    texts: tuple[str, ...]
    scores: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the example as the JSON output has it; a score that is no finite number is null."""
        texts = [
            {"text": text, "score": score if math.isfinite(score) else None}
            for text, score in zip(self.texts, self.scores, strict=True)
        ]
        return {"change": self.change, "reference": self.reference, "texts": texts}


@dataclass(frozen=True, repr=False)
class AxiomFinding(Result):
    """How often a measure broke one axiom.

    probes     how often it was tried, without those `undefined`, of which some score is no finite number
    first      the first probe that broke it
    """

    axiom: str
    probes: int
    broken: int
    undefined: int
    first: CounterExample | None

    @property
    def kept(self) -> bool:
        """Whether no probe broke it, and some was made."""
        return self.probes > 0 and self.broken == 0

    @property
    def share(self) -> float:
        """The share of the probes that broke it; nan without probes."""
        return self.broken / self.probes if self.probes else math.nan

    @property
    def word(self) -> str:
        """A few words: kept, broken in which share of the probes, or undefined."""
        if not self.probes:
            return "undefined" if self.undefined else "–"
        if not self.broken:
            return "kept"
        return f"broken {_share(self.share).replace('below ', '<').replace('above ', '>')}"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as the JSON output has it."""
        row: dict[str, Any] = {
            "axiom": self.axiom,
            "statement": AXIOMS[self.axiom],
            "probes": self.probes,
            "broken": self.broken,
            "share": self.share if self.probes else None,
            "undefined": self.undefined,
        }
        return row | ({"counter_example": self.first.to_dict()} if self.first else {})


@dataclass(frozen=True, repr=False)
class ProbeSensitivity(Result):
    """How scores answer to a change that some decompositions do not see: in how many probes they fall, stay, rise."""

    lower: int
    equal: int
    higher: int
    undefined: int

    @property
    def blind(self) -> bool:
        """Whether the score never changes."""
        return self.equal > 0 and self.lower == self.higher == 0

    @property
    def word(self) -> str:
        """One word: blind, heeded, or partly heeded."""
        if not self.lower + self.equal + self.higher:
            return "undefined"
        return "blind" if self.blind else "partly" if self.equal else "heeded"

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as the JSON output has them."""
        return {"word": self.word, **super().to_dict()}


@dataclass(frozen=True, repr=False)
class MeasureAxioms(Result):
    """What was found of one measure: its decomposition, and one finding per axiom.

    failures   how often a function failed; texts on which it did have no score
    """

    measure: str
    higher_is_better: bool
    decomposition: str
    order: ProbeSensitivity
    repeats: ProbeSensitivity
    findings: tuple[AxiomFinding, ...]
    signature: Signature
    failures: FunctionFailures | None = None

    def __getitem__(self, axiom: str) -> AxiomFinding:
        """Return the finding on an axiom."""
        for finding in self.findings:
            if finding.axiom == axiom:
                return finding
        raise SpecError(f"there is no axiom {axiom!r}" + suggestion(axiom, AXIOMS))

    @property
    def broken(self) -> tuple[str, ...]:
        """Names of the axioms that some probe broke."""
        return tuple(finding.axiom for finding in self.findings if finding.broken)

    def blindness(self) -> str:
        """Return what the measure does not see, which breaks no axiom of the decomposition it is judged by."""
        unseen = [what for what, sensitivity in ((_ORDER, self.order), (_REPEATS, self.repeats)) if sensitivity.blind]
        return f"{self.measure} is blind to {' and to '.join(unseen)}" if unseen else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as the JSON output has them."""
        failures = {"failures": self.failures.to_dict()} if self.failures else {}
        return {
            "measure": self.measure,
            "higher_is_better": self.higher_is_better,
            "decomposition": self.decomposition,
            "order": self.order.to_dict(),
            "repeats": self.repeats.to_dict(),
            "broken": list(self.broken),
            "findings": [finding.to_dict() for finding in self.findings],
            **failures,
            "signature": self.signature,
        }


@dataclass(frozen=True, repr=False)
class AxiomReport(Result):
    """What was found of all measures, and why some could not be probed (measure → reason).

    severity   of the same measures, on outputs that there are too
    """

    measures: tuple[MeasureAxioms, ...]
    unprobed: Mapping[str, str]
    notices: tuple[str, ...]
    severity: Result | None = None

    def _summary(self) -> str:
        broken = "; ".join(f"{axioms.measure} breaks {', '.join(axioms.broken) or 'none'}" for axioms in self.measures)
        return broken or "nothing probed"

    def __getitem__(self, measure: str) -> MeasureAxioms:
        """Return what was found of a measure."""
        for axioms in self.measures:
            if axioms.measure == measure:
                return axioms
        raise SpecError(f"no measure {measure!r} was probed" + suggestion(measure, [m.measure for m in self.measures]))

    def to_dict(self) -> dict[str, Any]:
        """Return {"axioms": […], "unprobed": […], "notices": […]} as the JSON output has it."""
        return {
            "axioms": [axioms.to_dict() for axioms in self.measures],
            "unprobed": [{"measure": name, "reason": reason} for name, reason in self.unprobed.items()],
            "notices": list(self.notices),
            **({} if self.severity is None else self.severity.to_dict()),
        }

    def account(self) -> Account:
        """Return a table of measures and axioms, a counter-example for each axiom broken, and severity."""
        examples = (
            _example(axioms, finding) for axioms in self.measures for finding in axioms.findings if finding.first
        )
        blindness = (sentence for axioms in self.measures if (sentence := axioms.blindness()))
        return Account(
            "Axioms of the measures",
            self._tables(),
            findings=tuple(blindness),
            notices=(*(f"not probed: {name}: {reason}" for name, reason in self.unprobed.items()), *self.notices),
            signatures={axioms.measure: axioms.signature for axioms in self.measures},
            parts=(*examples, *([] if self.severity is None else [self.severity.account()])),
            records=self._records(),
            name="axioms",
            further=() if self.severity is None else self.severity.account().tables,
        )

    def _tables(self) -> tuple[Table, ...]:
        """Return a row per measure and a column per axiom, those on scores by themselves only where one is not kept."""
        if not self.measures:
            return ()
        shown = [
            name for name in AXIOMS if name not in _ALONE or any(not _fine(axioms[name]) for axioms in self.measures)
        ]
        rest = [name for name in AXIOMS if name not in shown and any(axioms[name].probes for axioms in self.measures)]
        heads = ("measure", "judged by", "order", "repeats")
        columns = (*map(Column, heads), *(Column(name, note=AXIOMS[name]) for name in shown))
        rows = [
            (axioms.measure, _DECOMPOSITIONS[axioms.decomposition], axioms.order.word, axioms.repeats.word,
             *(axioms[name].word for name in shown))
            for axioms in self.measures
        ]  # fmt: skip
        notes = [f"kept by all: {'; '.join(AXIOMS[name] for name in rest)}"] if rest else []
        return (Table("axioms", "", columns, rows, notes=notes),)

    def _records(self) -> Table:
        """Return a row for each measure and axiom, with the first counter-example."""
        rows = []
        for axioms in self.measures:
            for finding in axioms.findings:
                about = (axioms.measure, axioms.decomposition, finding.axiom)
                counts = (finding.probes, finding.broken, finding.share, finding.undefined)
                rows.append((*about, *counts, *_example_cells(finding.first), axioms.signature))
        return Table("axioms", "", _COLUMNS, rows)


def _example_cells(example: CounterExample | None) -> tuple[Cell, ...]:
    """Return change, reference, and two texts with their scores."""
    if example is None:
        return (None,) * 6
    sides = [cell for side in zip(example.texts, example.scores, strict=True) for cell in side]
    return (example.change, example.reference, *[*sides, None, None][:4])


def _example(axioms: MeasureAxioms, finding: AxiomFinding) -> Account:
    """Return how often a measure breaks an axiom, and the first texts that do."""
    example = finding.first
    if example is None:
        raise ValueError(f"no probe breaks {finding.axiom}")
    share = f"{finding.broken:,} of {counted(finding.probes, 'probe')} ({_share(finding.share)})"
    nearer = "the same" if finding.axiom in ("best", "only") else "nearer"
    heads = ["text"] if len(example.texts) == 1 else [nearer, example.change]
    if finding.axiom == "repeatable":
        heads = ["text", example.change]
    sides = zip(heads, example.texts, example.scores, strict=True)
    return Account(
        f"{axioms.measure} breaks {finding.axiom} in {share}: {AXIOMS[finding.axiom]}",
        about=(f"reference: {example.reference}", *(f"{_score(score)}  {head}: {text}" for head, text, score in sides)),
        name=f"{axioms.measure} {finding.axiom}",
    )


def _fine(finding: AxiomFinding) -> bool:
    return not finding.broken and not (finding.undefined and not finding.probes)


def _share(share: float) -> str:
    return "below 1%" if share < 0.01 else "above 99%" if 0.99 < share < 1 else f"{share:.0%}"


def _score(score: float) -> str:
    return f"{score:.6g}" if math.isfinite(score) else "undefined" if math.isnan(score) else str(score)
