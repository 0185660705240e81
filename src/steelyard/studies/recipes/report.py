"""What a study found, with its name, its paper and its data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from steelyard.results.account import Account
from steelyard.results.figure import Figure
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Table


@dataclass(frozen=True, repr=False)
class StudyReport(Result):
    """A paper's experiment on some data; `content` is what there is to say of it."""

    name: str
    paper: str
    data: str
    content: Account

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, also those that only files have."""
        return self.content.tables

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures."""
        return self.content.figures

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in words."""
        return self.content.findings

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """How the numbers were made."""
        return tuple(self.content.signatures.values())

    def account(self) -> Account:
        """Return the study under the title of its paper."""
        return replace(
            self.content, name=self.name, title=self.paper, about=(self.data, *self.content.about),
            records=_records(self.tables),
        )  # fmt: skip

    def to_dict(self) -> dict[str, list[Any]]:
        """Return study, tables, findings, terms, signatures and notices, each a list, as the JSON output has it."""
        return {
            "study": [{"name": self.name, "paper": self.paper, "data": self.data}],
            "tables": [table.to_dict() for table in self.tables],
            "findings": list(self.findings),
            "terms": [{"term": term, "meaning": meaning} for term, meaning in self.content.terms.items()],
            "signatures": list(self.signatures),
            "notices": self.content.all_notices(),
        }


def unlabelled(signatures: Iterable[Signature]) -> dict[str, Signature]:
    """Return signatures that tell by themselves what they are of, as accounts have them."""
    return {str(signature): signature for signature in signatures}


def _records(tables: Iterable[Table]) -> Table:
    """Return every cell of every table: table, number of the row, column, value."""
    rows = [
        (table.name, number, column, value)
        for table in tables
        for number, row in enumerate(table.rows, 1)
        for column, value in zip(table.heads, table.values(row), strict=True)
    ]
    return Table("cells", "", ("table", "row", "column", "value"), rows)
