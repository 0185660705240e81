"""Labels of points stay within bounds and cover nothing."""

import itertools

from steelyard.report.labels import label_places


def test_labels_stay_within_bounds_and_cover_nothing():
    points = [(5.0, 5.0), (8.0, 6.0), (95.0, 50.0), (50.0, 50.0), (51.0, 50.0), (50.0, 51.0)]
    labels = ["left", "near", "right", "a", "b", "a very long label that has no room"]
    places = label_places(labels, points, (0, 100), 5)
    boxes = []
    for label, (x, y), one in zip(labels, points, places, strict=True):
        start = x + one.right - {"start": 0, "middle": 0.5, "end": 1}[one.anchor] * 5 * len(label)
        boxes.append((start, start + 5 * len(label), y + one.below - 10, y + one.below + 2, one.free))
    assert [one.free for one in places] == [True, True, True, True, True, False] and places[2].anchor == "end"
    assert all(left >= 0 and right <= 100 for left, right, *_, free in boxes if free)
    for one, other in itertools.combinations([box for box in boxes if box[4]], 2):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
