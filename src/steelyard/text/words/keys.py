"""Keys: what words are matched by beyond being the same, such as stems, base forms or senses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard import _core
from steelyard.text.words import lists
from steelyard.text.words.stems import stems


@dataclass(frozen=True)
class Keys:
    """What types are matched by: two match if they share a key.

    kind     "exact": the type itself; "stem": its stem; "base": its base forms by WordNet's morphology, or itself if it
             has none; "sense": its synsets, if it has any; "first-sense": the first of them; "pooled-sense": its
             synsets as METEOR 1.5 finds them; "listed": one and the same key if it is on a list, else none
    source   whose: the name of a stemmer; "wordnet", a WordNet folder or a lexicon file; a list of words; empty for
             exact
    without  a list of words that have no keys, "none" or as `source` has lists
    """

    kind: str
    source: str = ""
    without: str = "none"

    def of(self, types: Sequence[str]) -> _core.Keys:
        """Return the keys of each type as numbers."""
        rows = list(self.keys_of(types))
        if self.without != "none":
            words = lists.stop_words(self.without)
            rows = [() if word.lower() in words else row for word, row in zip(types, rows, strict=True)]
        lengths = np.fromiter(map(len, rows), np.int64, len(rows))
        numbers: dict[Hashable, int] = {}
        flat = (numbers.setdefault(key, len(numbers)) for row in rows for key in row)
        keys = np.fromiter(flat, np.int32, int(lengths.sum()))
        # sorted within each type
        keys = keys[np.lexsort((keys, np.repeat(np.arange(len(rows)), lengths)))]
        return _core.Keys(np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths))), keys)

    def keys_of(self, types: Sequence[str]) -> Iterable[Sequence[Hashable]]:
        """Return the keys of each type, all different: stems, base forms or numbers of senses."""
        if self.kind == "stem":
            return ([stem] for stem in stems(types, self.source))
        if self.kind == "listed":
            words = lists.stop_words(self.source)
            return ([0] if word.lower() in words else () for word in types)
        if self.kind != "exact":
            return self._senses_of(types)
        return ([number] for number in range(len(types)))

    def _senses_of(self, types: Sequence[str]) -> Iterable[Sequence[Hashable]]:
        # Imported here, for most measures know nothing of senses.
        from steelyard.text.words.wordnet import wordnet

        senses = wordnet(self.source)
        if self.kind == "base":
            return (senses.bases(word) or (word,) for word in types)
        look_up = {"sense": senses.synsets, "first-sense": senses.first, "pooled-sense": senses.pooled_synsets}
        return map(look_up[self.kind], types)
