"""Accounts as tab-separated values: one row for each number, values in full."""

from __future__ import annotations

import csv
import io
from typing import Any

from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account
from steelyard.results.table import Table


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a heading and the rows of the account."""
    del style
    return table_tsv(account.rows)


def table_tsv(table: Table) -> str:
    """Return a heading and the rows, numbers in full; an undefined number is "nan", and truth is "true" or "false"."""
    text = io.StringIO()
    writer = csv.writer(text, "excel-tab", lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows([_written(value) for value in table.values(row)] for row in table.rows)
    return text.getvalue()


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
