"""How far assessors agree, from a file, a corpus or rows in Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.corpus.given import several, several_names
from steelyard.draws import Draws
from steelyard.errors import InputError
from steelyard.inference.agreement.agreement import ITEMS
from steelyard.inference.agreement.coefficient import USUAL, AgreementCoefficient, GivenAgreement
from steelyard.inference.agreement.groups import Asked, agreement_in_groups, last_round
from steelyard.inference.agreement.left_out import without_tags
from steelyard.inference.agreement.report import AgreementReport
from steelyard.judgements.files import chosen_dimension, read_answers
from steelyard.judgements.mqm import MQMAnnotations
from steelyard.judgements.normalisation import NormalisedScores
from steelyard.judgements.normalisation import normalise as normalised
from steelyard.judgements.sources import answers_in
from steelyard.judgements.table import Judgements, check_aggregate

#: Where answers can come from.
GivenAnswers = str | Path | MQMAnnotations | Corpus | Judgements | Iterable[Sequence[Any] | Mapping[str, Any]]


def answers_of(
    judgements: GivenAnswers,
    dimension: str | None = None,
    accept: Sequence[str] = (),
    by: str | None = None,
    keep_columns: bool = False,
) -> Judgements:
    """Return answers from a path, the judgements inside a corpus, or rows (item, assessor, answer)."""
    if isinstance(judgements, (str, Path, MQMAnnotations)):
        return read_answers(judgements, dimension, accept, by, keep_columns)
    if isinstance(judgements, Corpus):
        return answers_in(judgements, dimension, by)
    if not isinstance(judgements, Iterable):
        raise InputError(f"{type(judgements).__name__} holds no judgements; give a file, a Corpus or rows")
    if isinstance(judgements, Judgements):
        names = [record.dimension for record in judgements]
        chosen = chosen_dimension(f"the judgements {judgements.place}".rstrip(), names, dimension) if names else ""
        return judgements.on(chosen).checked_answers()
    if dimension is not None:
        raise InputError(f"dimension={dimension!r} chooses within files and corpora; rows are of one dimension")
    return Judgements.of(judgements, () if by is None else (by,)).checked_answers()


@public
def agree(
    judgements: GivenAnswers,
    coefficients: GivenAgreement | Sequence[GivenAgreement] = USUAL,
    *,
    dimension: str | None = None,
    distance: str | None = None,
    weights: str = "none",
    by: str | None = None,
    leave_out: Sequence[str] | str = (),
    keep_columns: bool = False,
    draws: Draws = ITEMS,
    accept: Sequence[str] = (),
) -> AgreementReport:
    """Say how far assessors agree: raw agreement, and coefficients that correct it for chance.

    `judgements` is the path of a file, a corpus with judgements, or rows (item, assessor, answer).

    by             column of a file, facet of a corpus or key of rows: coefficients for its values, micro and macro
    leave_out      tags that are no answer; they are left out of answers and of what items allow
    keep_columns   whether other columns of a file are ignored, which are refused otherwise

    >>> rows = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
    >>> report = agree(rows)
    >>> report.value("raw"), round(report.value("cohen"), 3), round(report.value("pi"), 3)
    (0.5, 0.0, -0.333)
    """
    chosen = several(
        coefficients, "coefficients", "a coefficient, or a list of them", str | type | AgreementCoefficient
    )
    answers = answers_of(judgements, dimension, accept, by, keep_columns)
    omitted = several_names(leave_out, "leave_out")
    report = agreement_in_groups(without_tags(answers, omitted), Asked(chosen, distance, weights, draws), by)
    return report.without(omitted)


@public
def normalise(
    judgements: GivenAnswers,
    *,
    dimension: str | None = None,
    divisor: str = "n",
    aggregate: str = "mean",
    accept: Sequence[str] = (),
) -> NormalisedScores:
    """Bring each assessor's scores to mean 0 and deviation 1, then aggregate them per item.

    divisor     what the sum of squares is divided by: "n", or "n-1" as WMT has it
    aggregate   "mean" or "median": what an item's scores become one by

    >>> rows = [("a", "ann", 4), ("b", "ann", 5), ("a", "bob", 1), ("b", "bob", 3)]
    >>> [score.score for score in normalise(rows).scores]
    [-1.0, 1.0]
    """
    check_aggregate(aggregate)
    return normalised(replace(last_round(answers_of(judgements, dimension, accept)), aggregate=aggregate), divisor)
