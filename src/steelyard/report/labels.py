"""Where the labels of points stand, so that they cover neither points nor each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steelyard.characters import visible
from steelyard.report.terminal import width

#: How wide a letter is, in pixels.
LETTER = 6.6
# Where a label may stand beside its point, the best first: shift to the right and down, and which end it is held at.
_PLACES = (
    (7, 4, "start"), (-7, 4, "end"), (0, -7, "middle"), (0, 15, "middle"),
    (7, -8, "start"), (-7, -8, "end"), (7, 16, "start"), (-7, 16, "end"),
)  # fmt: skip
_Box = tuple[float, float, float, float]


class Place(NamedTuple):
    """A shift to the right and down, which end of the label is held there, and whether it covers nothing."""

    right: int
    below: int
    anchor: str
    free: bool


def label_places(
    labels: Sequence[str], points: Sequence[tuple[float, float]], bounds: tuple[float, float], letter: float = LETTER
) -> list[Place]:
    """Return for each label the first place within bounds where it covers no point and no other label, or the first."""
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    places = []
    for label, (x, y) in zip(labels, points, strict=True):
        across = letter * width(visible(label))
        boxes = [(_box(across, x + right, y + below, anchor), right, below, anchor) for right, below, anchor in _PLACES]
        inside = [candidate for candidate in boxes if bounds[0] <= candidate[0][0] and candidate[0][2] <= bounds[1]]
        free = [candidate for candidate in inside if not any(_meet(candidate[0], other) for other in taken)]
        box, right, below, anchor = (free or inside or boxes)[0]
        taken.append(box)
        places.append(Place(right, below, anchor, bool(free)))
    return places


def _box(across: float, x: float, y: float, anchor: str) -> _Box:
    left = x - {"start": 0.0, "middle": across / 2, "end": across}[anchor]
    return left, y - 10, left + across, y + 2


def _meet(first: _Box, second: _Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
