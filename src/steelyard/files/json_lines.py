"""Rows of JSON Lines: one object per line, each value of the type that is expected."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from steelyard.errors import FormatError, suggestion
from steelyard.files.disk import decoded_lines
from steelyard.files.names import repeated

_TYPES: dict[type, str] = {dict: "an object", list: "a list", str: "a string"}


def records(
    path: Path, accept: Sequence[str], keys: Sequence[str] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield file and line, for messages, and the object of each line; if keys are named, any other is refused."""
    expected = "one object per line" + (f" with the keys {', '.join(keys)}" if keys else "")
    blank = ""
    for number, line in enumerate(decoded_lines(path, accept), 1):
        where = f"{path}, line {number}"
        # Only a blank line at the very end is no sign of a segment that got lost.
        if blank:
            raise FormatError(f"{blank}: a blank line; remove it, or give the segment that belongs there")
        if line.isspace():
            blank = where
            continue
        record = cast(dict[str, Any], typed(parsed(line, where, expected), dict, "the line", where))
        if keys is not None:
            check_keys(record, keys, where)
        yield where, record


def parsed(text: str, where: str, expected: str) -> Any:
    """Return what a line, or a whole file, says in JSON; no object may have a key twice."""
    text = text.removesuffix("\n")
    try:
        value = json.loads(text, object_pairs_hook=lambda pairs: _object(pairs, where))
        # Lone surrogates can only have come from escapes.
        whole = "\\u" not in text or _encodable(value)
    except json.JSONDecodeError as error:
        line = f", line {error.lineno}" if error.lineno > 1 else ""
        raise FormatError(f"{where}{line}, column {error.colno}: not JSON ({error.msg}); expected {expected}") from None
    except ValueError as error:
        raise FormatError(f"{where}: {error}") from None
    except RecursionError:
        raise FormatError(f"{where}: nested too deeply; expected {expected}") from None
    if not whole:
        raise FormatError(f"{where}: holds half of a surrogate pair (\\ud800–\\udfff); repair the escape")
    return value


def _encodable(record: object) -> bool:
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        twice = repeated(key for key, _ in pairs)
        raise FormatError(f"{where}: the key {twice!r} occurs twice in one object; keep one")
    return entries


def typed(value: Any, kind: type, what: str, where: str) -> Any:
    """Return a value, if it is an object, a list or a string as expected."""
    if not isinstance(value, kind):
        raise FormatError(f"{where}: {what} is {_shown(value)}; expected {_TYPES[kind]}")
    return value


def _shown(value: Any) -> str:
    """Return a value as JSON has it; Python's own objects, which come in lists of dictionaries, have no such form."""
    try:
        return json.dumps(value)[:40]
    except (TypeError, ValueError):
        return repr(value)[:40]


def check_keys(record: dict[str, Any], keys: Sequence[str], where: str) -> None:
    """Raise if an object has a key that is not known."""
    for key in record:
        if key not in keys:
            raise FormatError(f"{where}: unknown key {key!r}" + suggestion(key, keys))
