"""Accounts as tab-separated values: one row for each number, values in full."""

from __future__ import annotations

import csv
import io
from typing import Any

from steelyard.report.escapes import one_line
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account
from steelyard.results.table import Table


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a heading and the rows of the account; each further table stands below an empty line and its name.

    The last of these has the signatures, unless each row has its own.
    """
    del style
    tables: list[Table] = []
    for table in account.all_records():
        if table.columns and table not in tables:
            tables.append(table)
    return _together(tables or [account.rows], account)


def of_one(table: Table, account: Account) -> str:
    """Return one table of an account, as a file of its own has it: with the signatures behind it, if it has none."""
    return _together([table], account)


def _together(tables: list[Table], account: Account) -> str:
    first, *others = tables
    if not all(table.signed for table in tables if table.columns) and (signatures := account.signature_table()):
        others.append(signatures)
    return table_tsv(first) + "".join(f"\n# {_called(table)}\n{table_tsv(table)}" for table in others)


def table_tsv(table: Table) -> str:
    """Return a heading and the rows, numbers in full; an undefined number is "nan", and truth is "true" or "false"."""
    text = io.StringIO()
    writer = csv.writer(text, "excel-tab", lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows([_written(value) for value in table.values(row)] for row in table.rows)
    return text.getvalue()


def _called(table: Table) -> str:
    return one_line(": ".join(filter(None, (table.name, table.title))))


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
