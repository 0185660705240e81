"""Accounts: what a command has to say, whatever the form it is said in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from steelyard.results.brief import Brief
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table

if TYPE_CHECKING:
    from steelyard.results.figure import Figure


@dataclass(frozen=True, repr=False)
class Account(Brief):
    """All there is to say of a result.

    title       one line: what this is
    about       lines below it: what was done, on what data
    tables      what readers see, in order; those not `shown` are for files
    figures     what is drawn
    legend      how to read the figures, said where they are drawn
    findings    sentences that answer the question
    notices     what must be known before the numbers are read
    terms       abbreviation or mark → what it means
    signatures  label → how its numbers were made; whole here, shortened only on a terminal; a signature that tells by
                itself what it is of is its own label
    parts       accounts within this one, such as the sections of a meta-evaluation
    records     one row for each number, values in full, as TSV and data frames have it, if that is none of the tables
    further     tables that TSV has behind the records, of what these do not have; without records it has all tables
    """

    title: str
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    findings: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    signatures: Mapping[str, Signature] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    parts: tuple[Account, ...] = ()
    records: Table | None = None
    name: str = ""
    further: tuple[Table, ...] = ()
    legend: str = ""

    def __str__(self) -> str:
        """Return the account as a terminal shows it."""
        # By name: forms of report come after accounts, which know nothing of them.
        return str(import_module("steelyard.report.text").render(self)).rstrip("\n")

    def _summary(self) -> str:
        return f"{self.title[:100]}; {len(self.tables)} tables, {len(self.parts)} parts"

    @property
    def rows(self) -> Table:
        """The table that data frames have, and TSV has first."""
        return next(iter(self.all_records()), Table(self.name, self.title, (), ()))

    def all_records(self) -> list[Table]:
        """Return the tables that TSV has: records and what they lack, or all tables of the account and its parts."""
        if self.records is not None:
            return [self.records, *self.further]
        return [*self.tables, *(table for part in self.parts for table in part.all_records())]

    def all_signatures(self) -> dict[str, Signature]:
        """Return the signatures of the account, its columns and its parts."""
        heads = [column for table in (*self.tables, *self.all_records()) for column in table.columns]
        labelled = [
            *self.signatures.items(),
            *(pair for part in self.parts for pair in part.all_signatures().items()),
            *((column.name, column.signature) for column in heads if column.signature),
        ]
        signatures: dict[str, Signature] = {}
        for label, signature in labelled:
            if signature not in signatures.values():
                # of two with one label the other tells by itself what it is of
                signatures.setdefault(str(signature) if label in signatures else label, signature)
        return signatures

    @property
    def signed_rows(self) -> Table:
        """The rows, each with a signature: that of the measure it is of, or all there are."""
        rows, signatures = self.rows, self.all_signatures()
        if rows.signed or not signatures:
            return rows
        every = Signature("; ".join(lead(label, signature) + signature for label, signature in signatures.items()))
        measure, own = (rows.heads.index(name) if name in rows.heads else None for name in ("measure", "signature"))
        kept = [n for n in range(len(rows.heads)) if n != own]

        def signature_of(row: tuple[Cell, ...]) -> Cell:
            by_measure = every if measure is None else signatures.get(str(row[measure]), every)
            return (None if own is None else row[own]) or by_measure

        cells = [[*(row[n] for n in kept), signature_of(row)] for row in rows.rows]
        return Table(rows.name, rows.title, [*(rows.columns[n] for n in kept), "signature"], cells)

    def signature_table(self) -> Table | None:
        """Return label and signature of all numbers, if there are any."""
        lines = [("" if label == signature else label, signature) for label, signature in self.all_signatures().items()]
        return Table("signatures", "", ("of", "signature"), lines) if lines else None

    def all_notices(self) -> list[str]:
        """Return the notices of the account and its parts, each once."""
        inner = (notice for part in self.parts for notice in part.all_notices())
        return list(dict.fromkeys([*self.notices, *inner]))


def lead(label: str, signature: Signature) -> str:
    """Return what is written before a signature: its label, unless it has none but itself."""
    return f"{label}: " if label and label != signature else ""
