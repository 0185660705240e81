"""Scores: statistics turned into values at a level, and whatever else shows how texts compare."""

from steelyard.scores.estimates import Score
from steelyard.scores.scores import Scores, check_scores, from_statistics, load_scores, score, several_measures

__all__ = ["Score", "Scores", "check_scores", "from_statistics", "load_scores", "score", "several_measures"]
