"""Everything about some systems: scores, comparisons, ranks, human scores, and the words that differ."""

from steelyard.evaluation.evaluation import Evaluation, SegmentScoreMatrix
from steelyard.evaluation.gathering import evaluate, gather

__all__ = ["Evaluation", "SegmentScoreMatrix", "evaluate", "gather"]
