"""WER: word error rate, with one or several references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.rate import ErrorRate


@dataclass(frozen=True, kw_only=True)
class Wer(ErrorRate):
    """Word error rate: 100 · Σ minᵣ d(h, r) / Σ I*, d the Levenshtein distance in words.

    Statistics: edits (insertions + deletions + substitutions), and the reference length.

    Left open: with several references I* is the mean length of the nearest ones (`length`); Leusch et al. (2005)
    found it to agree best with people. Words are split at white space of any kind; jiwer splits at spaces only (and
    at two or more white-space characters in a row), and so does `wer@jiwer`, whose number over 100 is jiwer's.

    >>> import steelyard as sy
    >>> sy.score({"A": ["the cat sat"]}, ["the cat sat down"], measures=["wer"]).value("A", "wer")
    25.0
    """

    name: ClassVar[str] = "wer"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"jiwer": {"tokens": "spaces"}}

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return Levenshtein distances."""
        return _core.levenshtein(hypotheses, references, stop)


@dataclass(frozen=True, kw_only=True)
class MultiReferenceWer(Wer):
    """mWER (Nießen et al. 2000): the multi-reference name of `wer`; everything is the same.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b"]}, [["a c"], ["a b d"]], measures=["mwer"]).value("A", "mwer")  # 1 edit, length 2.5
    40.0
    """

    name: ClassVar[str] = "mwer"
    printed: ClassVar[str] = "mWER"
    presets: ClassVar[dict[str, dict[str, Any]]] = {}
