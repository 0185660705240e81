"""Texts that are lists of labels: an output names units (`s3 s7`), a reference says what each is worth (`s3:8`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np

from steelyard import _core
from steelyard.errors import SegmentError
from steelyard.files.numbers import number_in
from steelyard.measures.kinds.base import Mean
from steelyard.text import Batch, View

#: Labels are separated by white space.
LABELS = View("none")

Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class LabelMean(Mean):
    """A mean over segments of a score between lists of labels; a member of this family only says the score."""

    family: ClassVar[str] = "facts and extracts"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)


def labels(tokens: _core.Tokens) -> list[list[str]]:
    """Return the labels of each text."""
    types = tokens.types()
    return [[types[token] for token in tokens.row(n)] for n in range(len(tokens))]


def valued(tokens: _core.Tokens, read: Callable[[str], Value], expected: str) -> list[dict[str, Value]]:
    """Return label → value for each text of `label:value`.

    `read` turns what stands behind the last colon into a value, once per type; its ValueError is the segment's,
    and `expected` says what would have done.
    """
    read_types: dict[str, tuple[str, Value]] = {}
    rows = []
    for row, words in enumerate(labels(tokens)):
        values: dict[str, Value] = {}
        for word in words:
            if word not in read_types:
                label, _, value = word.rpartition(":")
                try:
                    read_types[word] = (label, read(value if label else ""))
                except ValueError:
                    raise SegmentError(row, f"a reference has {word!r}; expected {expected}") from None
            label, worth = read_types[word]
            if label in values:
                raise SegmentError(row, f"a reference has {label!r} twice; give each label one value")
            values[label] = worth
        rows.append(values)
    return rows


def only_reference(batch: Batch, name: str, read: Callable[[str], Value], expected: str) -> list[dict[str, Value]]:
    """Return label → value of the one reference of each segment; `name` is what such a reference is called."""
    chosen: list[dict[str, Value]] = [{} for _ in range(len(batch.hypotheses(LABELS)))]
    taken = [False] * len(chosen)
    for tokens in batch.references(LABELS):
        rows = valued(tokens, read, expected)
        for row in np.flatnonzero(tokens.present()).tolist():
            if taken[row]:
                raise SegmentError(row, f"there are several references; give one {name} per segment")
            chosen[row], taken[row] = rows[row], True
    return chosen


def check_known(row: int, label: str, reference: Mapping[str, object], name: str) -> None:
    """Refuse a label of an output that the reference does not speak of."""
    if label not in reference:
        raise SegmentError(
            row, f"the output has {label!r}, which is not in the {name} ({', '.join(sorted(reference))})"
        )


def quantity(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of finite numbers between two bounds."""

    def read(text: str) -> float:
        number = number_in(text)
        if number is None or not least <= number <= most:
            raise ValueError(text)
        return number

    return read
