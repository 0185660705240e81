"""steelyard weighs generated text, and then weighs the weights."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from steelyard.alignments import Alignment, align
    from steelyard.corpus import Corpus
    from steelyard.corpus.formats import read, write
    from steelyard.corpus.sample import sample
    from steelyard.differences import Difference, explain_difference
    from steelyard.errors import SteelyardError
    from steelyard.inference.agreement_report import AgreementReport
    from steelyard.inference.assessors import NormalisedScores
    from steelyard.inference.comparisons import Comparison, Comparisons, Standing
    from steelyard.inference.paired import compare
    from steelyard.judgements.agreement import agree, normalise
    from steelyard.measures.base import Measure
    from steelyard.measures.catalogue import catalogue as measures
    from steelyard.measures.notation import parse
    from steelyard.meta.sweep import Sweep, sweep
    from steelyard.scores import Intervals, Scores, score
    from steelyard.scores import load_scores as load
    from steelyard.similarities import Similarity, SimilarityMatrix, similarity

# Public name → (module, name in it, or none for the module itself); imported on first use, so that the command
# line starts at once.
_PUBLIC = {
    "Alignment": ("steelyard.alignments", "Alignment"),
    "AgreementReport": ("steelyard.inference.agreement_report", "AgreementReport"),
    "Comparison": ("steelyard.inference.comparisons", "Comparison"),
    "Comparisons": ("steelyard.inference.comparisons", "Comparisons"),
    "Corpus": ("steelyard.corpus", "Corpus"),
    "Difference": ("steelyard.differences", "Difference"),
    "Intervals": ("steelyard.scores", "Intervals"),
    "Measure": ("steelyard.measures.base", "Measure"),
    "NormalisedScores": ("steelyard.inference.assessors", "NormalisedScores"),
    "Scores": ("steelyard.scores", "Scores"),
    "Similarity": ("steelyard.similarities", "Similarity"),
    "SimilarityMatrix": ("steelyard.similarities", "SimilarityMatrix"),
    "Sweep": ("steelyard.meta.sweep", "Sweep"),
    "Standing": ("steelyard.inference.comparisons", "Standing"),
    "SteelyardError": ("steelyard.errors", "SteelyardError"),
    "align": ("steelyard.alignments", "align"),
    "agree": ("steelyard.judgements.agreement", "agree"),
    "compare": ("steelyard.inference.paired", "compare"),
    "explain_difference": ("steelyard.differences", "explain_difference"),
    "load": ("steelyard.scores", "load_scores"),
    "measures": ("steelyard.measures", ""),
    "normalise": ("steelyard.judgements.agreement", "normalise"),
    "parse": ("steelyard.measures.notation", "parse"),
    "read": ("steelyard.corpus.formats", "read"),
    "sample": ("steelyard.corpus.sample", "sample"),
    "score": ("steelyard.scores", "score"),
    "similarity": ("steelyard.similarities", "similarity"),
    "sweep": ("steelyard.meta.sweep", "sweep"),
    "write": ("steelyard.corpus.formats", "write"),
}

__all__ = [
    "AgreementReport",
    "Alignment",
    "Comparison",
    "Comparisons",
    "Corpus",
    "Difference",
    "Intervals",
    "Measure",
    "NormalisedScores",
    "Scores",
    "Similarity",
    "SimilarityMatrix",
    "Standing",
    "SteelyardError",
    "Sweep",
    "__version__",
    "agree",
    "align",
    "compare",
    "explain_difference",
    "load",
    "measures",
    "normalise",
    "parse",
    "read",
    "sample",
    "score",
    "similarity",
    "sweep",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    module, attribute = _PUBLIC[name]
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


def __dir__() -> list[str]:
    return sorted(__all__)
