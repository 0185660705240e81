"""ROUGE-BE: basic elements in common, given as tuples."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from steelyard.errors import SegmentError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rouge import SAMPLES_155, SharedUnits
from steelyard.text import Batch, Sentences, View

#: A line is cut at white space here, only to be put together again with single spaces.
_LINES = View("none", "fold")
_NIL = "nil"


class _Element(NamedTuple):
    head: str
    modifier: str
    relation: str


@dataclass(frozen=True, kw_only=True)
class RougeBe(SharedUnits):
    """ROUGE-BE (Hovy et al. 2006; ROUGE-1.5.5's `-3`): F of basic elements in common.

    A text is a list of basic elements, one a line: `head|modifier|relation`, where NIL stands for no modifier or no
    relation. They come from a parser of one's own. `match` says which elements count, and by what they are the same:

    h = heads of elements without modifier;
    hm = head and modifier, of elements that have a modifier;
    hmr = all three, of elements that have a relation;
    hm1 = head and modifier, of all elements;
    hmr1 = all three, of elements that have a modifier;
    hmr2 = all three, of all elements.

    An element matches as often as it occurs in both texts; P, R, F, several references and statistics as in `rouge-1`.

    Left open: ROUGE has no default for `match`; its authors advise hmr. Case is folded, in any script. White space
    around the bars is dropped and blank lines are passed over, where ROUGE would take the first as part of the words
    and stop at the second. Elements are taken as they stand: stem heads and modifiers where they are made.
    Reference: Hovy, Lin, Zhou & Fukumoto (2006), "Automated summarization evaluation with basic elements".

    >>> import steelyard as sy
    >>> output, model = ["cat|black|mod\\nsat|cat|subj"], ["cat|black|mod\\nsat|dog|subj\\nmat|NIL|NIL"]
    >>> names = ["rouge-be", "rouge-be(match=hmr2,kind=recall)"]
    >>> [round(sy.score({"A": output}, model, measures=[name]).value("A", name), 4) for name in names]  # 1/2, 1/3
    [0.5, 0.3333]
    """

    name: ClassVar[str] = "rouge-be"
    texts: ClassVar[str] = "basic elements"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"rouge-1.5.5": SAMPLES_155}
    tools: ClassVar[dict[str, str]] = {"rouge-1.5.5": "ROUGE-1.5.5.pl with -3 and without -m"}

    match: str = option("hmr", "which elements count, and by what", ("h", "hm", "hmr", "hm1", "hmr1", "hmr2"))

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (matches, elements of the hypothesis, of the reference)."""
        outputs = self._counted(batch.hypothesis_sentences(_LINES, "lines"), "the output")
        counts = []
        for lines in batch.reference_sentences(_LINES, "lines"):
            references = self._counted(lines, "a reference")
            counts.append(np.array([_shared(*self.roles(*pair)) for pair in zip(outputs, references, strict=True)]))
        return counts

    def _counted(self, lines: Sentences, whose: str) -> list[Counter[_Element]]:
        """Return how often each element that counts is in each text."""
        types, elements = lines.tokens.types(), dict[tuple[str, ...], _Element | None]()
        texts = []
        for row, (start, end) in enumerate(zip(lines.offsets[:-1].tolist(), lines.offsets[1:].tolist(), strict=True)):
            rows = (tuple(types[token] for token in lines.tokens.row(line)) for line in range(start, end))
            counts: Counter[_Element] = Counter()
            for number, words in enumerate(filter(None, rows), 1):
                if words not in elements:
                    elements[words] = self._element(
                        " ".join(words), row, f"line {number} of {whose}, blank ones left out,"
                    )
                if (element := elements[words]) is not None:
                    counts[element] += 1
            texts.append(counts)
        return texts

    def _element(self, line: str, row: int, where: str) -> _Element | None:
        """Return what is compared of an element, or None where it does not count."""
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 3 or not all(parts):
            raise SegmentError(row, f"{where} is {line!r:.60}; expected head|modifier|relation, with NIL for none")
        element = _Element(*parts)
        match self.match:
            case "h":
                return _Element(element.head, "", "") if element.modifier == _NIL else None
            case "hm" | "hm1":
                counts = self.match == "hm1" or element.modifier != _NIL
                return element._replace(relation="") if counts else None
            case "hmr":
                return element if element.relation != _NIL else None
            case "hmr1":
                return element if element.modifier != _NIL else None
            case _:
                return element


def _shared(hypothesis: Counter[_Element], reference: Counter[_Element]) -> tuple[int, int, int]:
    return (hypothesis & reference).total(), hypothesis.total(), reference.total()
