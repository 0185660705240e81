"""Keys: what words are matched by beyond being the same, such as stems, base forms or senses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard import _core
from steelyard.text.view import stems


@dataclass(frozen=True)
class Keys:
    """What types are matched by: two match if they share a key.

    kind     "exact": the type itself; "stem": its stem
    source   whose: the name of a stemmer; empty for exact
    """

    kind: str
    source: str = ""

    def of(self, types: Sequence[str]) -> _core.Keys:
        """Return the keys of each type as numbers."""
        numbers: dict[Hashable, int] = {}
        rows = [sorted({numbers.setdefault(key, len(numbers)) for key in keys}) for keys in self._keys_of(types)]
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        return _core.Keys(offsets, np.fromiter((key for row in rows for key in row), np.int32, int(offsets[-1])))

    def _keys_of(self, types: Sequence[str]) -> Iterable[Sequence[Hashable]]:
        if self.kind == "stem":
            return ([stem] for stem in stems(types, self.source))
        return ([number] for number in range(len(types)))
