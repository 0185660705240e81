"""What all results can do: be compared, be a dictionary, a data frame, a table in a notebook, a text, a short line."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.errors import MissingResource
from steelyard.results.brief import Brief

if TYPE_CHECKING:
    from steelyard.results.account import Account

#: Left out of dictionaries where there is none.
_OPTIONAL = ("reason", "notice")


class Result(Brief):
    """Base of all results, which are frozen dataclasses (`@dataclass(frozen=True, repr=False)`).

    A result that a command answers with says its `account` itself; that of a part, as a single comparison, is one row.
    Two results are equal if their content is, arrays and undefined numbers included.
    """

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        # Those that a dataclass would get of its own do not know arrays.
        for name in ("__eq__", "__hash__"):
            if name not in vars(cls):
                setattr(cls, name, vars(Result)[name])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _same_fields(self, other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def account(self) -> Account:
        """Return what there is to say of the result, for any form of report."""
        from steelyard.results.account import Account
        from steelyard.results.table import Table

        name, content = type(self).__name__, self.to_dict()
        return Account(name, tables=(Table(name.lower(), name, content, [[*map(_cell, content.values())]]),))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON has it: what is undefined is null, reason and notice are there only if they say
        something."""
        return {
            name: plain(value)
            for name in self._keys()
            if (value := getattr(self, name)) is not None or name not in _OPTIONAL
        }

    def to_pandas(self) -> Any:
        """Return the rows of the account, numbers in full, as a pandas data frame; each row has its signature."""
        try:
            import pandas
        except ImportError:
            raise MissingResource("a data frame needs pandas; pip install pandas") from None
        table = self.account().signed_rows
        return pandas.DataFrame([table.values(row) for row in table.rows], columns=list(table.heads))

    def _repr_html_(self) -> str | None:
        """Return the tables of the account, for a notebook."""
        from steelyard.results.html import tables

        return "\n".join(tables(self.account()))

    def __str__(self) -> str:
        """Return the account as a terminal shows it."""
        return str(self.account())


def _same_fields(a: Any, b: Any) -> bool:
    return all(_same(getattr(a, field.name), getattr(b, field.name)) for field in dataclasses.fields(a))


def _same(a: Any, b: Any) -> bool:
    """Tell whether two parts of results have the same content."""
    if hasattr(a, "shape") or hasattr(b, "shape"):
        return _same_arrays(a, b)
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (math.isnan(a) and math.isnan(b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[name], b[name]) for name in a)
    if isinstance(a, tuple | list) and type(a) is type(b):
        return len(a) == len(b) and all(map(_same, a, b))
    if type(a) is type(b) and _has_content(a):
        return _same(vars(a), vars(b))
    return bool(a == b)


def _same_arrays(a: Any, b: Any) -> bool:
    import numpy as np

    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and bool(np.all((a == b) | ((a != a) & (b != b))))


def _has_content(part: Any) -> bool:
    """Tell whether something is what its attributes are, and does not say itself what it is equal to."""
    kind: Any = type(part)
    generated = dataclasses.is_dataclass(kind) and vars(kind)["__dataclass_params__"].eq
    return hasattr(part, "__dict__") and not callable(part) and (generated or kind.__eq__ is object.__eq__)


def plain(value: Any) -> Any:
    """Return a value as JSON has it: no nan, no infinity, no tuple, and results as dictionaries."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return value


def _cell(value: Any) -> Any:
    """Return a value of a dictionary as a table has it: what is no single one, as text."""
    return value if value is None or isinstance(value, str | int | float) else str(value)
