"""Measures as papers print them: BLEU, chrF, ROUGE-L."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from steelyard.report.signatures import own_measure
from steelyard.results.account import Account
from steelyard.results.table import Table

# What stands before or between the measures of a cell: "(1) bleu", "best set: {bleu, chrf}".
_BETWEEN = re.compile(r"^\(\d+\) |[{}]|, | \+ |: ")


def in_print(account: Account) -> Callable[[str], str]:
    """Return a function that writes the measures of an account, in a text of ours, as papers print them."""
    names = printed_names(_labels(account))
    if not names:
        return str
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    label = re.compile(rf"(?<![\w@(=+-])(?:{longest_first})(?![\w@(=+-])")
    return lambda text: label.sub(lambda match: names[match[0]], text)


def printed_names(labels: Iterable[str]) -> dict[str, str]:
    """Return the names in print of those labels that are notations; what would be printed alike has its options too.

    >>> printed_names(["bleu", "chrf(beta=1)", "chrf", "mine"])
    {'bleu': 'BLEU', 'chrf(beta=1)': 'chrF(beta=1)', 'chrf': 'chrF'}
    """
    names = {label: name for label in dict.fromkeys(labels) if (name := _name(label))}
    alike = list(names.values())
    return {
        label: printed if alike.count((name, printed)) == 1 else label.replace(name, printed, 1)
        for label, (name, printed) in names.items()
    }


def _name(label: str) -> tuple[str, str] | None:
    """Return the name of the measure that a label means, as it is and in print; none where it means no measure."""
    measure = own_measure(label)
    return None if measure is None else (measure.name, measure.printed or measure.name.upper())


def _labels(account: Account) -> Iterator[str]:
    """Yield what stands where measures are named."""
    for table in (*account.tables, *filter(None, [account.records])):
        yield from _named(table)
    for part in account.parts:
        yield from _labels(part)


def _named(table: Table) -> Iterator[str]:
    for place, column in enumerate(table.columns):
        if column.names_measures:
            for cell in (column.name, *(row[place] for row in table.rows)):
                yield from _BETWEEN.split(cell) if isinstance(cell, str) else ()
