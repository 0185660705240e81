"""Labelled units as texts: an output is a list of labels, a reference a list of label:value.

A label is the unit's own id, with an underscore for every white space character and colon in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from steelyard.corpus.segments import plain
from steelyard.errors import FormatError

#: The label of what an output says and no unit of the reference does.
FOREIGN = "-"
#: What stands in a reference for the number of units in an average model.
SIZE = "size"


def label(name: str, where: str) -> str:
    """Return the label of a unit."""
    label = re.sub(r"[\s:]", "_", name)
    if label in ("", FOREIGN, SIZE):
        raise FormatError(f"{where}: a unit cannot be called {name!r}; give it another id")
    return label


def output(labels: Iterable[str]) -> str:
    """Return the labels of what an output expresses; one that expresses nothing known has one foreign unit."""
    return " ".join(labels) or FOREIGN


def reference(values: Mapping[str, float]) -> str:
    """Return labels with their values."""
    return " ".join(f"{name}:{plain(value)}" for name, value in values.items())
