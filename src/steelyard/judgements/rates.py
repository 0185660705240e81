"""Rates from people: shares of what is wrong, from 0 to 100, of which lower is better.

    awer    assessors' word error rate: edits that they made, per word of what they made of the output
    aser    assessors' sentence error rate: the share of outputs that they edited; made of awer, if nobody gave it
    sser    subjective sentence error rate: an output that was given s of 10 has 100 · (1 - s/10)

Tomás, Mas & Casacuberta (2003). The records keep what was given: edits/words with the words as weight, and 0 to 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from steelyard.corpus.judgement import Judgement
from steelyard.errors import InputError
from steelyard.judgements.table import Judgements, number_of

AWER, ASER, SSER = "awer", "aser", "sser"
RATES = (AWER, ASER, SSER)
_MOST = 10


def rated(judgements: Judgements) -> Judgements:
    """Return judgements with rates in place of what was given, as negative numbers: more is better, as elsewhere."""
    without_aser = AWER in judgements.dimensions and ASER not in judgements.dimensions
    records = [rate for record in judgements.records for rate in _rates(record, without_aser)]
    return replace(judgements, records=tuple(records))


def _rates(record: Judgement, without_aser: bool) -> Iterator[Judgement]:
    if record.dimension not in RATES:
        yield record
        return
    value, problem = number_of(record), ""
    if record.dimension == SSER:
        rate, problem = 100 * (1 - value / _MOST), "" if 0 <= value <= _MOST else f"from 0 to {_MOST}"
    elif record.dimension == ASER:
        rate, problem = value, "" if 0 <= value <= 100 else "from 0 to 100"
    else:
        rate, problem = 100 * value, "" if value >= 0 and record.weight else "edits per word, with the words as weight"
    if problem:
        raise InputError(
            f"assessor {record.assessor!r} gave item {record.item!r} of {record.system!r} {value:g} on "
            f"{record.dimension}; expected a number {problem}; rename the dimension if it is another"
        )
    yield replace(record, value=-rate)
    if without_aser and record.dimension == AWER:
        yield replace(record, dimension=ASER, value=-100.0 if rate > 0 else -0.0, weight=None)
