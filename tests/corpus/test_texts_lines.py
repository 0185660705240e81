"""Lines of a file that is read block by block, against the same told by Python of the whole."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard import _core

MARK = b"\xef\xbb\xbf"
PIECES = [
    *(b"\n", b"\r", b"\r\n", b" ", b"\t", b"a", b"word", b"\x00", MARK),
    *(piece.encode() for piece in ("é", "語", "𝄞", "\u2028", "\u00a0", "\u3000")),
    *(b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf0\x9f", b"\xf4\x90\x80\x80", b"\xe0\x9f\xbf"),
]
FIELDS = ("invalid_line", "invalid_byte", "nul_line", "carriage_return_line", "lone_return_line", "longest", "has_bom")


def scanned(blocks: list[bytes]) -> dict:
    scanner = _core.LineScanner()
    for block in blocks:
        scanner.feed(block)
    scanner.finish()
    found = {field: getattr(scanner, field) for field in FIELDS}
    return {"starts": scanner.starts().tolist(), "blanks": scanner.blanks().tolist(), "size": scanner.size, **found}


def expected(data: bytes) -> dict:
    found = {"starts": [], "blanks": [], "size": len(data), **dict.fromkeys(FIELDS, -1), "longest": 0, "has_bom": False}

    def first(field: str, value: int, holds: bool) -> None:
        if holds and found[field] < 0:
            found[field] = value

    at = 0
    for number, whole in enumerate(data.split(b"\n")):
        ended = at + len(whole) < len(data)
        if not ended and not whole:
            break
        line = whole
        found["has_bom"] |= number == 0 and line.startswith(MARK)
        found["starts"].append(3 if number == 0 and found["has_bom"] else at)
        line = line.removeprefix(MARK) if number == 0 else line
        first("carriage_return_line", number, ended and line.endswith(b"\r"))
        line = line.removesuffix(b"\r") if ended else line
        first("lone_return_line", number, b"\r" in line)
        first("nul_line", number, b"\0" in line)
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            first("invalid_byte", error.start + 1, True)
            first("invalid_line", number, True)
        else:
            found["blanks"] += [number] if found["invalid_line"] < 0 and not text.strip() else []
        found["longest"] = max(found["longest"], len(line))
        at += len(whole) + 1
    return found


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join), st.data())
def test_blocks_do_not_matter(data, draw):
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=5)))
    blocks = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    assert scanned(blocks) == scanned([data]) == expected(data)


def test_positions_of_the_longest_line():
    scanner = _core.LineScanner()
    for byte in b"a\nabc\nab\nxyz":
        scanner.feed(bytes([byte]))
    scanner.finish()
    assert (scanner.longest, scanner.longest_line) == (3, 1)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(["", "a", "é\r", "\r", "語 "]), min_size=1, max_size=8), st.booleans(), st.booleans())
def test_line_ends_are_trimmed(lines, ended, carriage_returns):
    data = "\n".join(lines).encode() + b"\n" * ended
    starts = np.cumsum([0, *(len(line.encode()) + 1 for line in lines)])
    begin, end = _core.trim_line_ends(data, starts[:-1], np.minimum(starts[1:], len(data)), carriage_returns)
    kept = [line.removesuffix("\r") if carriage_returns else line for line in lines]
    assert [data[a:b].decode() for a, b in zip(begin, end, strict=True)] == kept


@pytest.mark.parametrize(
    ("starts", "ends", "message"),
    [
        ([0, 1], [2], "differ in length"),
        ([-1], [2], "outside the data"),
        ([2], [1], "outside the data"),
        ([0], [4], "outside the data"),
    ],
)
def test_positions_outside_the_data_are_refused(starts, ends, message):
    with pytest.raises(ValueError, match=message):
        _core.blank(b"abc", np.array(starts), np.array(ends))


def test_what_is_no_text_is_refused_by_its_place():
    with pytest.raises(TypeError, match="segment 1: expected a string, found bytes"):
        _core.encode(("a", b"b"))
    with pytest.raises(ValueError, match="segment 2: contains a lone surrogate"):
        _core.encode(("a", None, "\ud800"))
