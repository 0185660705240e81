"""What shows itself in one short line, however much it holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

_LONGEST_LINE = 200
_LONGEST_VALUE = 40


class Brief:
    """Base of dataclasses (`@dataclass(repr=False)`) whose line in a console has at most 200 characters."""

    def _keys(self) -> tuple[str, ...]:
        """Return the names of what there is to say, in order."""
        return tuple(field.name for field in dataclasses.fields(self))  # type: ignore[arg-type]

    def _summary(self) -> str:
        """Return what the line says: all fields, unless a class knows what is worth more."""
        return ", ".join(f"{name}={_short(getattr(self, name))}" for name in self._keys())

    def __repr__(self) -> str:
        line = f"<{type(self).__name__}: {self._summary()}>"
        return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 2]}…>"


def _short(value: Any) -> str:
    if isinstance(value, Brief):
        return f"<{type(value).__name__}>"
    if isinstance(value, tuple | list | Mapping) and len(value) > 3:
        return f"[{len(value):,}]"
    if hasattr(value, "shape"):
        return f"array{tuple(value.shape)}"
    written = f"{value:.6g}" if isinstance(value, float) else repr(value)
    return written if len(written) <= _LONGEST_VALUE else f"{written[: _LONGEST_VALUE - 1]}…"
