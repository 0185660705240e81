"""Where the labels of points stand, so that they cover neither points nor each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steelyard.report.terminal import printable, width

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
    held: str
    free: bool


def label_places(
    labels: Sequence[str], points: Sequence[tuple[float, float]], bounds: tuple[float, float], letter: float = LETTER
) -> list[Place]:
    """Return for each label the first place within bounds where it covers no point and no other label, or the first."""
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    found = []
    for label, (x, y) in zip(labels, points, strict=True):
        across = letter * width(printable(label))
        boxes = [(_box(across, x + right, y + below, held), right, below, held) for right, below, held in _PLACES]
        inside = [one for one in boxes if bounds[0] <= one[0][0] and one[0][2] <= bounds[1]]
        free = [one for one in inside if not any(_meet(one[0], other) for other in taken)]
        box, right, below, held = (free or inside or boxes)[0]
        taken.append(box)
        found.append(Place(right, below, held, bool(free)))
    return found


def _box(across: float, x: float, y: float, held: str) -> _Box:
    left = x - {"start": 0.0, "middle": across / 2, "end": across}[held]
    return left, y - 10, left + across, y + 2


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
