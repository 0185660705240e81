"""Signatures on a terminal: shortened to what is not the measure's default, and what all share said once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from steelyard.errors import SteelyardError
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.signature import Signature

if TYPE_CHECKING:
    from steelyard.measures.kinds.base import Measure

# Of our own measures; a measure from a file is not opened to be written about.
_OWN = re.compile(r"[a-z0-9+-]+(@[\w.-]+)?(\([^()]*\))?")


def numbered(account: Account) -> dict[Signature, int]:
    """Return the signatures of columns, here and in the parts, with numbers from 1."""
    return {signature: n for n, signature in enumerate(dict.fromkeys(_of_columns(account)), 1)}


def named(account: Account) -> dict[Signature, str]:
    """Return the signatures that no column has, here and in the parts, with what they are of."""
    columns = set(_of_columns(account))
    return {signature: label for label, signature in _labelled(account) if signature not in columns}


def shortened(signatures: Iterable[Signature]) -> tuple[list[Signature], Signature]:
    """Return each signature without its measure's defaults, and then what is common to several, said once."""
    short = [signature.differing(_default(signature)) for signature in signatures]
    if len(short) < 2:
        return short, Signature()
    shared = [part for part in short[0].parts if part[0] and all(part in other.parts for other in short[1:])]
    return [signature.without(*(name for name, _ in shared)) for signature in short], Signature.of(**dict(shared))


def _of_columns(account: Account) -> list[Signature]:
    own = [column.signature for table in account.tables if table.shown for column in table.columns if column.signature]
    return [*own, *(signature for part in account.parts for signature in _of_columns(part))]


def _labelled(account: Account) -> list[tuple[str, Signature]]:
    return [*account.signatures.items(), *(pair for part in account.parts for pair in _labelled(part))]


def _default(signature: Signature) -> Signature:
    """Return the choices of the measure, with its preset, as they are if nothing else is said."""
    first = signature.parts[0][1] if signature else ""
    return Signature.of(**_choices(first, signature.get("level") or "system"))


@cache
def own_measure(notation: str) -> Measure | None:
    """Return the measure of ours that a notation means, if it means one."""
    if not _OWN.fullmatch(notation):
        return None
    try:
        return parse(notation)
    except SteelyardError:
        return None


@cache
def _choices(notation: str, level: str) -> Mapping[str, str]:
    measure = own_measure(notation)
    try:
        return {} if measure is None else measure.at_level(level).signature()
    except SteelyardError:
        return {}
