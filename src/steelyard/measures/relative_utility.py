"""Relative utility: what an extract is worth to judges, over the most it could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SegmentError
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.labels import LABELS, LabelMean, check_known, labels, quantity, valued
from steelyard.text import Batch

_HIGHEST = 10


@dataclass(frozen=True, kw_only=True)
class RelativeUtility(LabelMean):
    """Relative utility (Radev & Tam 2003): utility of the chosen sentences / the most that as many could have.

    A reference is one judge's utilities of all sentences of the source, from 0 to 10: `s1:10 s2:0 s3:7.5`. An output
    names the chosen ones: `s1 s3`. The utility of a sentence is the sum over the judges.

    Statistics: the value of the segment and 1; the test set's score is their mean.

    Left open: every judge rates every sentence, so another set of labels, or a sentence that nobody rated, is refused.
    An extract is a set. One that chooses nothing has 0; a segment whose utilities are all 0 is undefined and has no
    part in the mean. The paper's bounds are left out: the agreement between judges (J), the mean over all extracts
    (R), and (S − R)/(J − R); a random system, or one judge's choice, can be scored as a system.

    >>> import steelyard as sy
    >>> judges = {"1": ["s1:10 s2:8 s3:2 s4:0"], "2": ["s1:4 s2:9 s3:5 s4:7"]}
    >>> sy.score({"A": ["s2 s4"]}, judges, measures=["relative-utility"]).value("A", "relative-utility")  # 24/31
    0.7741...
    """

    name: ClassVar[str] = "relative-utility"
    printed: ClassVar[str] = "Relative utility"
    undefined: ClassVar[str] = "no sentence has any utility"
    texts: ClassVar[str] = "utilities"

    def values(self, batch: Batch) -> Array:
        """Return the relative utility of each segment."""
        outputs = labels(batch.hypotheses(LABELS))
        utilities = _summed(batch, len(outputs))
        values = np.zeros(len(outputs))
        for row, (chosen, utility) in enumerate(zip(map(set, outputs), utilities, strict=True)):
            for label in sorted(chosen):
                check_known(row, label, utility, "judges' utilities")
            most = sorted(utility.values(), reverse=True)
            if not any(most):
                values[row] = np.nan
            elif chosen and (highest := sum(most[: len(chosen)])):
                values[row] = sum(utility[label] for label in sorted(chosen)) / highest
        return values


def _summed(batch: Batch, segments: int) -> list[dict[str, float]]:
    """Return label → utility summed over the judges, for each segment."""
    sums: list[dict[str, float]] = [{} for _ in range(segments)]
    for tokens in batch.references(LABELS):
        expected = f"label:utility with a utility from 0 to {_HIGHEST}, such as s1:7"
        judged = valued(tokens, quantity(0, _HIGHEST), expected)
        for row in np.flatnonzero(tokens.present()).tolist():
            utilities = sums[row]
            if utilities and (lacking := utilities.keys() ^ judged[row].keys()):
                raise SegmentError(
                    row, f"{min(lacking)!r} is rated by some judges only; give every sentence a utility, 0 if none"
                )
            sums[row] = {label: utilities.get(label, 0.0) + worth for label, worth in judged[row].items()}
    return sums
