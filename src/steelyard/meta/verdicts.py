"""What corroboration finds: a verdict on each pair of systems, and what the agreement of measures is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.inference.comparisons import Comparison, Settings
from steelyard.inference.plain import or_null, plain
from steelyard.meta.set_figures import Addition, SetFigures

VERDICTS = ("confirmed", "unanimous", "disputed", "open")


@dataclass(frozen=True)
class Improvement:
    """A pair of systems under all measures.

    verdict      one of VERDICTS
    better       the system that more measures favour, or the first of the two where neither is
    supporting   measures that favour it; `opposing` ones favour the other, `silent` ones neither
    p            that all measures favour it only by chance: the greatest p of the measures, which is 1 for one whose
                 test does not favour it too; 1 if disputed
    weakest      the measure that has this p alone
    agreed       share of the segments on which no measure is against it and some are for it; `contrary`: likewise for
                 the other system
    human        dimension → difference of the human means, better minus worse
    comparisons  what `compare` found under each measure
    """

    better: str
    worse: str
    verdict: str
    supporting: tuple[str, ...]
    opposing: tuple[str, ...]
    silent: tuple[str, ...]
    p: float
    p_corrected: float
    weakest: str | None
    agreed: float
    contrary: float
    human: Mapping[str, float]
    comparisons: tuple[Comparison, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the improvement as the JSON output has it; what is undefined is null."""
        held = plain({name: value for name, value in vars(self).items() if name not in ("human", "comparisons")})
        listed = {name: list(held[name]) for name in ("supporting", "opposing", "silent")}
        return {**held, **listed, "human": plain(self.human), "measures": [one.to_dict() for one in self.comparisons]}


@dataclass(frozen=True)
class Worth:
    """What unanimity is worth, by human scores of one dimension.

    figures    reliability, sensitivity and gain of the set, over pairs of different outputs (of all outputs where the
               texts are not known); undefined, with the reason, where people judged whole systems, or where these pairs
               are too many
    chance     the reliability of no measure at all: how often people do not put one of two outputs below the other
    best       the most reliable single measure and its reliability; None where it is undefined for all
    upheld     of the improvements that are confirmed, in how many the human means favour the same system; of how many
               that both systems are judged in
    """

    dimension: str
    figures: SetFigures
    chance: float
    best: tuple[str, float] | None
    upheld: int
    judged: int
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return the worth as the JSON output has it."""
        return {
            "human": self.dimension,
            **self.figures.to_dict(),
            "chance": or_null(self.chance),
            "best": None if self.best is None else {"measure": self.best[0], "reliability": self.best[1]},
            "upheld": self.upheld,
            "judged": self.judged,
            "human_signature": self.signature,
        }


@dataclass(frozen=True)
class Corroboration:
    """All pairs of systems under a set of measures, and what the set is worth.

    figures     heterogeneity of the set
    clusters    measures that say much the same: no two of a cluster contradict each other on more than the share
                `redundant` of the pairs of outputs
    additions   measures that could be added, the one that raises heterogeneity most first
    worth       by each dimension of human scores there is
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    settings: Settings
    baseline: str | None
    improvements: tuple[Improvement, ...]
    figures: SetFigures
    clusters: tuple[tuple[str, ...], ...]
    redundant: float
    additions: tuple[Addition, ...]
    worth: tuple[Worth, ...]
    signatures: tuple[str, ...]
    notices: tuple[str, ...]

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self.of(verdict))} {verdict}" for verdict in VERDICTS)
        return f"<Corroboration: {counts}; {', '.join(self.measures)}; systems {', '.join(self.systems)}>"

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Dimensions of the human scores."""
        return tuple(one.dimension for one in self.worth)

    def of(self, verdict: str) -> tuple[Improvement, ...]:
        """Return the improvements with that verdict."""
        return tuple(one for one in self.improvements if one.verdict == verdict)

    def to_dict(self) -> dict[str, Any]:
        """Return {"improvements": […], "heterogeneity": {…}, …} as the JSON output has it."""
        return {
            "improvements": [one.to_dict() for one in self.improvements],
            "heterogeneity": self.figures.to_dict(),
            "clusters": [list(cluster) for cluster in self.clusters],
            "redundant": self.redundant,
            "additions": [one.to_dict() for one in self.additions],
            "worth": [one.to_dict() for one in self.worth],
            "settings": {**self.settings.to_dict(), "baseline": self.baseline},
            "signatures": list(self.signatures),
            "notices": list(self.notices),
        }
