"""ORANGE (Lin & Och 2004): where references stand among outputs, list by list."""

import math


def rank(reference, outputs):
    """Return the rank of a reference's score in the list of all, from 1; those that tie share the mean of theirs."""
    above = sum(output > reference for output in outputs)
    alike = 1 + sum(output == reference for output in outputs)
    return above + (1 + alike) / 2


def orange(lists):
    """Return the mean over segments of the mean over references of rank / length of the list.

    lists: for each segment, for each reference (its score, scores of the outputs), more being better; nan is undefined.
    """
    segments = []
    for segment in lists:
        shares = []
        for reference, outputs in segment:
            known = [output for output in outputs if not math.isnan(output)]
            if not math.isnan(reference) and known:
                shares.append(rank(reference, known) / (len(known) + 1))
        if shares:
            segments.append(sum(shares) / len(shares))
    return sum(segments) / len(segments) if segments else math.nan
