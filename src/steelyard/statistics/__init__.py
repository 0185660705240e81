"""Statistics: a value, system × segment × field, from which all scores are made."""

from steelyard.statistics.statistics import Statistics, scores_and_sums, signature_of, unannotated

__all__ = ["Statistics", "scores_and_sums", "signature_of", "unannotated"]
