"""What a probe of the axioms finds: how often each is broken, and the first texts that break it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.meta.functions import Failures

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


@dataclass(frozen=True)
class CounterExample:
    """Texts that break an axiom, with their scores: two of them, or one whose score is not possible."""

    change: str
    reference: str
    texts: tuple[str, ...]
    scores: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the example as the JSON output has it; a score that is no finite number is null."""
        told = [
            {"text": text, "score": score if math.isfinite(score) else None}
            for text, score in zip(self.texts, self.scores, strict=True)
        ]
        return {"change": self.change, "reference": self.reference, "texts": told}


@dataclass(frozen=True)
class Finding:
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

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as the JSON output has it."""
        out: dict[str, Any] = {
            "axiom": self.axiom,
            "statement": AXIOMS[self.axiom],
            "probes": self.probes,
            "broken": self.broken,
            "share": self.share if self.probes else None,
            "undefined": self.undefined,
        }
        return out | ({"counter_example": self.first.to_dict()} if self.first else {})


@dataclass(frozen=True)
class Sensitivity:
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
        return {"word": self.word, **vars(self)}


@dataclass(frozen=True)
class MeasureAxioms:
    """What was found of one measure: its decomposition, and one finding per axiom.

    failures   how often a function failed; texts on which it did have no score
    """

    measure: str
    higher_is_better: bool
    decomposition: str
    order: Sensitivity
    repeats: Sensitivity
    findings: tuple[Finding, ...]
    signature: str
    failures: Failures | None = None

    def __getitem__(self, axiom: str) -> Finding:
        """Return the finding on an axiom."""
        for finding in self.findings:
            if finding.axiom == axiom:
                return finding
        raise SpecError(f"there is no axiom {axiom!r}" + suggestion(axiom, AXIOMS))

    @property
    def broken(self) -> tuple[str, ...]:
        """Names of the axioms that some probe broke."""
        return tuple(finding.axiom for finding in self.findings if finding.broken)

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


@dataclass(frozen=True)
class AxiomReport:
    """What was found of all measures, and why some could not be probed (measure → reason)."""

    measures: tuple[MeasureAxioms, ...]
    unprobed: Mapping[str, str]
    notices: tuple[str, ...]

    def __repr__(self) -> str:
        told = "; ".join(f"{one.measure} breaks {', '.join(one.broken) or 'none'}" for one in self.measures)
        return f"<AxiomReport: {told or 'nothing probed'}>"

    def __getitem__(self, measure: str) -> MeasureAxioms:
        """Return what was found of a measure."""
        for one in self.measures:
            if one.measure == measure:
                return one
        raise SpecError(f"no measure {measure!r} was probed" + suggestion(measure, [m.measure for m in self.measures]))

    def to_dict(self) -> dict[str, Any]:
        """Return {"axioms": […], "unprobed": […], "notices": […]} as the JSON output has it."""
        return {
            "axioms": [one.to_dict() for one in self.measures],
            "unprobed": [{"measure": name, "reason": reason} for name, reason in self.unprobed.items()],
            "notices": list(self.notices),
        }
