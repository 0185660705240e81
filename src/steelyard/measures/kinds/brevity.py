"""Brevity: how far an output stays below a target length (Lin & Hovy 2003, §2.3)."""

from __future__ import annotations

import numpy as np

from steelyard.errors import SegmentError
from steelyard.measures.kinds.base import Array
from steelyard.text import Batch, View

#: Words are strings between white space where lengths are spoken of.
_STRINGS = View("none")


def brevity(batch: Batch, target: str) -> Array:
    """Return B = max(0, (target − length)/target) of each output; the target is a number of words, or a facet with it.

    A summary of 80 words has .2 where 100 were asked for, and one of 110 has 0.
    """
    lengths = batch.hypotheses(_STRINGS).lengths()
    targets = _targets(batch, target, len(lengths))
    return np.maximum(0.0, (targets - lengths) / targets)


def _targets(batch: Batch, target: str, segments: int) -> Array:
    if _is_length(target):
        return np.full(segments, float(target))
    values = batch.facet(target)
    for segment, value in enumerate(values):
        if not _is_length(value):
            raise SegmentError(segment, f"{target} is {value!r}; expected the length to aim at, a whole number above 0")
    return np.array([float(value) for value in values])


def _is_length(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0
