"""Measures that map words to words, and can show how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.measures.kinds.base import TokenMeasure
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class Aligner(TokenMeasure):
    """A measure whose score rests on an alignment of words, made in one stage or several."""

    family: ClassVar[str] = "alignment"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    @property
    def stages(self) -> tuple[str, ...]:
        """What the stages are called, in their order."""
        raise self._lacking("stages")

    def alignments(self, batch: Batch) -> list[_core.UnigramAlignments]:
        """Return the alignments with each reference set, of the words of the measure's view."""
        raise self._lacking("alignments")
