"""Scores of people alone, where neither texts nor other scores are at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steelyard.errors import InputError
from steelyard.judgements.measure import JudgedOutputs, human_statistics
from steelyard.judgements.sources import GivenJudgements, judgements_of
from steelyard.scores.numbering import segment_count
from steelyard.scores.scores import Scores, from_statistics


def score_people(human: GivenJudgements, dimensions: Sequence[str] | str = (), accept: Sequence[str] = ()) -> Scores:
    """Return the scores of the systems that people judged, of all dimensions or of those named.

    human   a TSV file (system, seg, score, and maybe assessor and dimension; or MQM annotations), or system → one value
            (or None) per segment. Segments are numbers from 0, without gaps.
    """
    if str(human) == "-":
        raise InputError("human scores alone are read from a file, not from standard input; give its name")
    outputs = JudgedOutputs((), segment_count((), human, accept))
    judged = dict.fromkeys(record.system for record in judgements_of(outputs, human, accept))
    people = human_statistics(replace(outputs, systems=tuple(judged)), human, dimensions, accept)
    return replace(from_statistics(people.statistics), notices=people.notices)
