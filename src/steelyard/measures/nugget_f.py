"""Nugget F: facts that an answer must have and may have, with an allowance of length for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SegmentError, SpecError
from steelyard.measures.kinds.answer_keys import GRADES
from steelyard.measures.kinds.base import Array, Mean, option, ratio
from steelyard.measures.kinds.labels import LABELS, LabelMean, check_known, labels, only_reference
from steelyard.text import Batch

#: Non-white-space characters that each nugget in the answer may take.
ALLOWANCE = 100
_LENGTH = re.compile("length:[0-9]{1,18}")


@dataclass(frozen=True, kw_only=True)
class NuggetMeasure(Mean):
    """A measure that weighs recall of nuggets against the length of the answer."""

    beta: float = option(3.0, "weight of recall: 5 in TREC 2003, 3 from 2004 on")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.beta <= 1000:
            raise SpecError(f"{self.name}: beta={self.beta} is not possible; expected 0 to 1000")

    def f(self, recall: Array, nuggets: Array, length: Array) -> Array:
        """Return F of recall, of how many nuggets there are to allow for, and of the answer's length."""
        allowance = ALLOWANCE * nuggets
        precision = np.where(length < allowance, 1.0, allowance / np.maximum(length, 1))
        square = self.beta**2
        weighted = ratio((square + 1) * precision * recall, square * precision + recall)
        return np.where(recall == 0, 0.0, weighted)


@dataclass(frozen=True, kw_only=True)
class NuggetF(NuggetMeasure, LabelMean):
    """Nugget F (TREC definition questions, Voorhees 2003): recall of vital nuggets, precision by length.

    With r vital and a okay nuggets returned, R vital in the answer key and l non-white-space characters: recall = r/R,
    allowance = 100·(r + a), precision = 1 if l < allowance, else 1 − (l − allowance)/l, and
    F = (β² + 1)·precision·recall / (β²·precision + recall).

    A reference is the answer key: `1:vital 2:vital 4:okay`. An output names the nuggets an assessor found in the answer
    and gives its length: `1 4 length:345`.

    Statistics: the value of the segment (a question) and 1; the test set's score is the mean over questions (TREC).

    Left open: a nugget found twice counts once. There is one key per question. An answer without vital nuggets has 0;
    a question whose key has no vital nugget is undefined and has no part in the mean. β is 3 unless given.

    The example has the answer of Lin & Demner-Fushman (2005), figure 1, to "Who is Aaron Copland?": nuggets 1, 6 and 9
    in 347 characters.

    >>> import steelyard as sy
    >>> key = "1:vital 2:vital 3:vital 4:okay 5:okay 6:okay 7:okay 8:vital 9:okay 10:okay 11:okay"
    >>> sy.score({"A": ["1 6 9 length:347"]}, [key], measures=["nugget-f"]).value("A", "nugget-f")
    0.2691...
    >>> sy.score({"A": ["1 6 9 length:347"]}, [key], measures=["nugget-f(beta=5)"]).value("A", "nugget-f(beta=5)")
    0.2570...
    """

    name: ClassVar[str] = "nugget-f"
    printed: ClassVar[str] = "Nugget F"
    undefined: ClassVar[str] = "the answer key has no vital nugget"
    texts: ClassVar[str] = "graded nuggets"

    def values(self, batch: Batch) -> Array:
        """Return F of each question."""
        keys = only_reference(batch, "answer key", _grade, "nugget:vital or nugget:okay")
        rows = []
        for row, (words, key) in enumerate(zip(labels(batch.hypotheses(LABELS)), keys, strict=True)):
            returned, length = _answer(row, words)
            for label in sorted(returned):
                check_known(row, label, key, "answer key")
            wanted = {label for label, grade in key.items() if grade == "vital"}
            rows.append((len(returned & wanted), len(wanted), len(returned), length))
        returned_vital, vital, nuggets, lengths = np.array(rows, float).reshape(-1, 4).T
        recall = ratio(returned_vital, vital)
        return np.where(vital > 0, self.f(recall, nuggets, lengths), np.nan)


def _grade(text: str) -> str:
    if text not in GRADES:
        raise ValueError(text)
    return text


def _answer(row: int, words: list[str]) -> tuple[set[str], int]:
    """Return the nuggets of an output and its length."""
    lengths = [word for word in words if word.startswith("length:")]
    if len(lengths) != 1 or not _LENGTH.fullmatch(lengths[0]):
        raise SegmentError(
            row,
            f"the output says its length {' '.join(lengths) or 'nowhere'}; add one length:N, the answer's "
            f"non-white-space characters",
        )
    return {word for word in words if word not in lengths}, int(lengths[0][7:])
