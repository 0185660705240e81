"""Damage to files: bytes changed, cut, doubled and moved; fields, lines and numbers exchanged."""

from __future__ import annotations

import gzip
import re
from random import Random

_NUMBERS = (
    b"nan",
    b"inf",
    b"-1",
    b"1e999",
    b"-0",
    b"0",
    b"1e-320",
    b"99999999999999999999",
    b"0x10",
    b"1_0",
    b"\xd9\xa1",
)
_PIECES = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\r",
    b"\n",
    b"\n\n",
    b"\t",
    b"\t\t",
    b",",
    b'"',
    b"'",
    b"<",
    b">",
    b"&",
    b"&#0;",
    b"&x;",
    b"]]>",
    b"<!--",
    b"<!DOCTYPE a [<!ENTITY x 'y'>]>",
    b"{",
    b"}",
    b"[",
    b"[[[[[[[[",
    b"null",
    b"\x1b[31m",
    b"\xe2\x80\xae",
    b"\xe2\x80\xa8",
    b"\xc2\x85",
    b"\\u0000",
    b"\\ud800",
    b"/../..",
    b"=cmd()",
    b"\x1f\x8b",
    b"PK\3\4",
)
_FIELD = re.compile(rb"[^\s,\"<>=:{}\[\]|]+")
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
LARGEST = 1 << 17


def corrupted(source: Random, data: bytes) -> bytes:
    """Return the bytes of a file with one to four damages."""
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        data = source.choice(_DAMAGES)(source, data)[:LARGEST]
    if source.random() < 0.03:
        data = gzip.compress(data, mtime=0)
    return data


def _span(source: Random, data: bytes, longest: int = 40) -> tuple[int, int]:
    start = source.randrange(len(data) + 1)
    return start, min(len(data), start + source.randrange(longest))


def _changed_bytes(source: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 8)) if data else 0):
        changed[source.randrange(len(changed))] = source.randrange(256)
    return bytes(changed)


def _flipped_bit(source: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    if data:
        changed[source.randrange(len(changed))] ^= 1 << source.randrange(8)
    return bytes(changed)


def _cut(source: Random, data: bytes) -> bytes:
    return data[: source.randrange(len(data) + 1)]


def _without(source: Random, data: bytes) -> bytes:
    start, stop = _span(source, data)
    return data[:start] + data[stop:]


def _doubled(source: Random, data: bytes) -> bytes:
    start, stop = _span(source, data, 200)
    return data[:stop] + data[start:stop] * source.choice((1, 1, 3, 60)) + data[stop:]


def _put_in(source: Random, data: bytes) -> bytes:
    place = source.randrange(len(data) + 1)
    return data[:place] + source.choice(_PIECES) * source.choice((1, 1, 1, 3, 300)) + data[place:]


def _lines(source: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    a, b = source.randrange(len(lines)), source.randrange(len(lines))
    kind = source.randrange(4)
    if kind == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == 1:
        lines.insert(a, lines[b])
    elif kind == 2:
        del lines[a]
    else:
        lines[a] = lines[a] + source.choice((b"\t", b",", b" ", b"")) + lines[b]
    return b"\n".join(lines)


def _fields(source: Random, data: bytes) -> bytes:
    """Exchange two fields, or put one in the place of another."""
    spans = [match.span() for match in _FIELD.finditer(data)]
    if not spans:
        return data
    (a, b), (c, d) = sorted((source.choice(spans), source.choice(spans)))
    if source.random() < 0.5 or b > c:
        return data[:a] + data[c:d] + data[b:]
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _number(source: Random, data: bytes) -> bytes:
    spans = [match.span() for match in _NUMBER.finditer(data)]
    if not spans:
        return data
    a, b = source.choice(spans)
    return data[:a] + source.choice(_NUMBERS) + data[b:]


def _nothing_left(source: Random, data: bytes) -> bytes:
    return source.choice((b"", b"\n", b" ", b"\0" * 9, data[:1], b"\xff\xfe" + data))


_DAMAGES = (
    _changed_bytes,
    _flipped_bit,
    _cut,
    _without,
    _doubled,
    _put_in,
    _put_in,
    _lines,
    _fields,
    _fields,
    _number,
    _number,
    _nothing_left,
)
