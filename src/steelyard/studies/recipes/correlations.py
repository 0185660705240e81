"""What studies that hold measures against people share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.draws import Progress, check_counts
from steelyard.errors import InputError, SpecError, worded
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.inference.correlation.estimate import CorrelationEstimate
from steelyard.judgements.scores import all_human_scores
from steelyard.judgements.statistics import HumanStatistics
from steelyard.results.numbers import counted, shown
from steelyard.scores.table import ScoreColumn
from steelyard.studies.recipes.recipe import Choices

#: p-values up to this are called significant.
LEVEL = 0.05
_STEPS = 100
_ROUNDING = 1e-9
# A correlation of two points is 1 or -1 whatever they are.
_FEWEST_SYSTEMS = 3


def check_resampling(choices: Choices) -> None:
    """Refuse, before any work, simulations that give no interval."""
    check_counts(simulations=choices.simulations)
    if choices.simulations < 2:
        raise SpecError(f"simulations={choices.simulations} is not possible; an interval needs two or more")


def part_of(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """Return the progress of one of several parts, each counted as the same amount of work."""
    if progress is None:
        return None

    def tell(done: int, total: int) -> None:
        progress(part * _STEPS + (_STEPS * done // total if total else _STEPS), parts * _STEPS)

    return tell


def reference_sets(corpus: Corpus, fewest: int = 1) -> dict[str, Corpus]:
    """Return the corpus with each of its reference sets alone, by name; every set must be complete."""
    count = len(corpus.references)
    if count < fewest:
        raise InputError(f"the study needs {counted(fewest, 'reference set')} or more, and the corpus has {count}")
    for n, texts in enumerate(corpus.references, 1):
        if len(blank := texts.blank()):
            raise InputError(
                f"reference set {n} has no text for segment {corpus.segment_name(int(blank[0]))}, and the study holds "
                f"outputs against each set alone; fill it in, or leave the set out"
            )
    return {f"reference {n}": replace(corpus, references=(texts,)) for n, texts in enumerate(corpus.references, 1)}


def one_dimension(
    corpus: Corpus, choices: Choices, accept: Sequence[str] = ()
) -> tuple[HumanStatistics, tuple[str, ...]]:
    """Return the human scores of the dimension asked for, or of the first, and what is to be said of the choice."""
    asked = () if choices.dimension is None else (choices.dimension,)
    first, *others = all_human_scores(corpus, choices.human, asked, accept)
    names = ", ".join(human.dimension for human in others)
    option = worded("--dimension", "dimension=…")
    sentence = f"human scores are those of {first.dimension}; the others ({names}) can be chosen: {option}"
    return first, (sentence,) if others else ()


def check_systems(human: HumanStatistics) -> None:
    """Refuse human scores of too few systems to correlate."""
    if len(human.systems) < _FEWEST_SYSTEMS:
        raise InputError(
            f"the study correlates scores of systems and needs {_FEWEST_SYSTEMS} or more with human scores; "
            f"there {'is' if len(human.systems) == 1 else 'are'} {len(human.systems)}: {', '.join(human.systems)}"
        )


@dataclass(frozen=True)
class Counted:
    """How often something was so, in the cases where it could be told."""

    so: int
    ties: int
    cases: int
    undefined: int

    def __str__(self) -> str:
        rest = [counted(self.ties, "tie")] if self.ties else []
        rest += [f"{self.undefined} undefined, left out"] if self.undefined else []
        return f"{self.so} of {counted(self.cases, 'case')}" + (f" ({', '.join(rest)})" if rest else "")


def higher(pairs: Sequence[tuple[float, float]]) -> Counted:
    """Count how often the first of two numbers is the higher."""
    defined = [(a, b) for a, b in pairs if not (math.isnan(a) or math.isnan(b))]
    ties = sum(alike(a, b) for a, b in defined)
    so = sum(a > b and not alike(a, b) for a, b in defined)
    return Counted(so, ties, len(defined), len(pairs) - len(defined))


def alike(a: float, b: float) -> bool:
    """Tell whether two coefficients are the same but for rounding."""
    return math.isclose(a, b, rel_tol=0, abs_tol=_ROUNDING)


def significant(p: Sequence[float] | NDArray[np.float64]) -> tuple[int, int, int]:
    """Return how many p-values are significant, how many still are after Holm's correction, and how many there are."""
    values = np.asarray(p, float)
    values = values[~np.isnan(values)]
    return int((values <= LEVEL).sum()), int((corrected(values) <= LEVEL).sum()), len(values)


def undefined_notices(estimates: Mapping[str, CorrelationEstimate]) -> tuple[str, ...]:
    """Say what is undefined among correlations by name, and why it is: the first of each reason."""
    reasons: dict[str, list[str]] = {}
    for name, estimate in estimates.items():
        if estimate.reason is not None:
            reasons.setdefault(estimate.reason, []).append(name)
    return tuple(
        f"undefined: {names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}: {reason}"
        for reason, names in reasons.items()
    )


def turned_notices(columns: Sequence[ScoreColumn]) -> tuple[str, ...]:
    """Say of which measures less is better."""
    lower = [column.label for column in columns if not column.higher_is_better]
    return (f"less is better of {', '.join(lower)}: negated, so that more is better of all measures",) if lower else ()


def human_notices(humans: Sequence[HumanStatistics]) -> tuple[str, ...]:
    """Return the notices of human scores, each once."""
    return tuple(dict.fromkeys(notice for human in humans for notice in human.notices))


def interval(low: float, high: float) -> str:
    """Return an interval as tables show it."""
    return "undefined" if math.isnan(low) else f"[{shown(low, '.3f')}, {shown(high, '.3f')}]"
