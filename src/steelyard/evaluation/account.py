"""The account of an evaluation: its findings, and the accounts of all it holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.corpus.sample import INVENTED, is_sample
from steelyard.draws import Draws
from steelyard.evaluation.findings import findings
from steelyard.evaluation.people import people_account
from steelyard.inference.comparison.ranks import Rankings
from steelyard.results.account import Account

if TYPE_CHECKING:
    from steelyard.evaluation.evaluation import Evaluation


def account_of(evaluation: Evaluation) -> Account:
    """Return the account of an evaluation, a part for each of its sections."""
    parts = [_scores(evaluation)]
    if evaluation.comparisons is not None:
        parts.append(replace(evaluation.comparisons.account(), title="Significance"))
    if evaluation.confirmed is not None:
        account = evaluation.confirmed.account()
        elsewhere = _notices_elsewhere(evaluation)
        parts.append(replace(account, notices=tuple(line for line in account.notices if line not in elsewhere)))
    if evaluation.ranks is not None:
        parts.append(_ranks(evaluation.ranks, evaluation.draws))
    if evaluation.human:
        parts.append(people_account(evaluation))
    invented = evaluation.corpus is not None and is_sample(evaluation.corpus)
    return Account(
        evaluation.title,
        findings=tuple(findings(evaluation)),
        about=((f"{INVENTED}: " if invented else "") + evaluation.content(),),
        parts=tuple(parts),
        records=evaluation.scores.account().records,
        name="evaluation",
        further=tuple(table for part in parts[1:] for table in part.all_records()),
    )


def _scores(evaluation: Evaluation) -> Account:
    """Return the account of the scores, with how their intervals were made."""
    draws = evaluation.draws
    kind = draws.intervals_in_words()
    about = f"{kind[0].upper()}{kind[1:]}; units: {draws.unit}."
    scores = evaluation.scores.scores
    if all(score.low is None for score in scores):
        reasons = dict.fromkeys(score.reason.removeprefix("no interval: ") for score in scores if score.reason)
        about = f"There are no intervals: {'; '.join(reasons) or f'there is one unit ({draws.unit}) to draw from'}."
    return replace(evaluation.scores.account(), about=(about,), notices=evaluation.notices)


def _ranks(ranks: Rankings, draws: Draws) -> Account:
    about = (
        "How often each system takes each place when the test set is drawn anew, "
        f"{draws.resamples:,} times from its own units ({draws.unit})."
    )
    return replace(ranks.account(), title="Ranks", about=(about,))


def _notices_elsewhere(evaluation: Evaluation) -> set[str]:
    comparisons = () if evaluation.comparisons is None else evaluation.comparisons.notices
    return {
        *evaluation.notices,
        *comparisons,
        *(notice for human in evaluation.human for notice in human.notices),
    }
