"""Statistics: a value, system × segment × field, from which all scores are made."""

from steelyard.statistics.statistics import (
    Statistics,
    misfit_of,
    misfits,
    scores_and_sums,
    signature_of,
    unannotated,
)

__all__ = ["Statistics", "misfit_of", "misfits", "scores_and_sums", "signature_of", "unannotated"]
