"""Scores of people alone, where neither texts nor other scores are at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.corpus.score_files import is_score_file
from steelyard.errors import InputError
from steelyard.judgements.files import read_ratings
from steelyard.judgements.measure import JudgedOutputs
from steelyard.judgements.mqm import MQMAnnotations
from steelyard.judgements.scores import human_statistics
from steelyard.judgements.sources import GivenJudgements, judgements_of
from steelyard.judgements.table import Judgements
from steelyard.scores.numbering import segment_count
from steelyard.scores.scores import Scores, from_statistics


def read_people(path: str | Path | MQMAnnotations, corpus: Corpus | None, accept: Sequence[str] = ()) -> Judgements:
    """Read a file of judgements, of the segments of a corpus; without one, segments are numbers from 0.

    Answers to items (columns item or answer) keep the names that the file has for these.
    """
    if corpus is None and not isinstance(path, MQMAnnotations) and not is_score_file(Path(path)):
        ratings = read_ratings(Path(path), accept)
        if ratings is not None:
            return ratings
    outputs = corpus if corpus is not None else JudgedOutputs((), segment_count((), path, accept))
    return judgements_of(outputs, path, accept)


@public
def score_people(human: GivenJudgements, dimensions: Sequence[str] | str = (), accept: Sequence[str] = ()) -> Scores:
    """Return the scores of the systems that people judged, of all dimensions or of those named.

    human   a TSV file (system, seg, score, and maybe assessor and dimension; or MQM annotations), or system → one value
            (or None) per segment. Segments are numbers from 0, without gaps.
    """
    if str(human) == "-":
        raise InputError("human scores alone are read from a file, not from standard input; give its name")
    outputs = JudgedOutputs((), segment_count((), human, accept))
    judged = dict.fromkeys(record.system for record in judgements_of(outputs, human, accept))
    people, notices = human_statistics(replace(outputs, systems=tuple(judged)), human, dimensions, accept)
    return replace(from_statistics(people), notices=notices)
