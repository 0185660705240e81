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
    """Return a heading and the rows of the account; each further table stands below an empty line and its name."""
    del style
    tables: list[Table] = []
    for table in account.all_records():
        if table.columns and table not in tables:
            tables.append(table)
    first, *others = tables or [account.rows]
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
