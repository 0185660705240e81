"""Which words of an output are not in a reference, and which of the reference it lacks: for the eye, no measure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate

# Every character is one of these; words are then found in the text of kinds, which has one letter per character.
_WORD, _MARK, _APOSTROPHE, _SIGN, _SPACE, _IDEOGRAPH = "wmapsi"
_PIECE = re.compile("w[wm]*(?:aw[wm]*)*|[aip]m*|m+")
_IDEOGRAPHS = ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
_LAST_OF_ONE_UNIT = 0xFFFF
#: Two texts with more cells than this between them, some 10,000 words each, are not compared.
MOST_CELLS = 10**8

#: One change: characters that are the same in the output, and in the reference (they may differ in white space);
#: characters of the reference that are missing; characters that only the output has.
Change = tuple[int, int, int, int]


class _Kinds(dict[int, str]):
    """Code point → kind, found when it is first asked for."""

    def __missing__(self, code: int) -> str:
        self[code] = kind = _kind(chr(code))
        return kind


def _kind(character: str) -> str:
    code, category = ord(character), unicodedata.category(character)
    if character.isspace():
        return _SPACE
    if character in "'’":
        return _APOSTROPHE
    if any(low <= code <= high for low, high in _IDEOGRAPHS) and category[0] != "P":
        return _IDEOGRAPH
    # Signs that join emoji, and their shades, belong to what precedes them.
    if category[0] == "M" or category == "Cf" or (category == "Sk" and code > _LAST_OF_ONE_UNIT):
        return _MARK
    return _WORD if category[0] in "LN" else _SIGN


_KINDS = _Kinds()


def words(text: str) -> tuple[list[str], list[int]]:
    """Return the words of a text, and where each ends.

    Letters and digits with the marks on them make a word, apostrophes inside included; an ideograph or kana, and any
    other sign, is one by itself.

    >>> words("It’s 3 o'clock.")
    (['It’s', '3', "o'clock", '.'], [4, 6, 14, 15])
    """
    spans = [match.span() for match in _PIECE.finditer(text.translate(_KINDS))]
    return [text[start:end] for start, end in spans], [end for _, end in spans]


def common(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of a longest common subsequence, from the last to the first.

    Rows of the table of lengths are bits, one if a length equals that of the cell before (Crochemore et al. 2001,
    "A fast and practical bit-vector algorithm for the longest common subsequence problem"): O(n·m/64).
    """
    where: dict[str, int] = {}
    for i, word in enumerate(left):
        where[word] = where.get(word, 0) | 1 << i
    full = (1 << len(left)) - 1
    row, rows = full, []
    for word in right:
        both = row & where.get(word, 0)
        row = (row + both | row - both) & full
        rows.append(row)
    matches, i, j = [], len(left) - 1, len(right) - 1
    while i >= 0 and j >= 0:
        if left[i] == right[j]:
            matches.append((i, j))
            i, j = i - 1, j - 1
        elif rows[j] >> i & 1:
            i -= 1
        else:
            j -= 1
    return matches


def changes(output: str, reference: str) -> list[Change] | None:
    """Return the changes that lead from a reference to an output; None for texts too long to be compared.

    Lengths are of UTF-16 units, as browsers count. White space before a word goes with it.

    >>> changes("a big cat", "a cat sat")
    [(1, 1, 0, 4), (4, 4, 4, 0)]
    """
    (mine, my_ends), (theirs, their_ends) = words(output), words(reference)
    if len(mine) * len(theirs) > MOST_CELLS:
        return None
    mine_at, theirs_at = (_unit_ends(*side) for side in ((output, my_ends), (reference, their_ends)))
    edits: list[Change] = []
    here = there = same_here = same_there = 0
    for i, j in [*reversed(common(mine, theirs)), (len(mine), len(theirs))]:
        if i > here or j > there:
            edits.append((
                mine_at[here] - same_here, theirs_at[there] - same_there,
                theirs_at[j] - theirs_at[there], mine_at[i] - mine_at[here],
            ))  # fmt: skip
            same_here, same_there = mine_at[i], theirs_at[j]
        here, there = i + 1, j + 1
    if (rest := (mine_at[-1] - same_here, theirs_at[-1] - same_there)) != (0, 0):
        edits.append((*rest, 0, 0))
    return edits


def _unit_ends(text: str, ends: list[int]) -> list[int]:
    """Return 0 and where each word ends in UTF-16 units; the last one takes all that is left."""
    bounds = [0, *ends]
    bounds[-1] = len(text) if ends else 0
    if text.isascii() or max(text) <= chr(_LAST_OF_ONE_UNIT):
        return bounds
    units = [0, *accumulate(1 + (ord(character) > _LAST_OF_ONE_UNIT) for character in text)]
    return [units[bound] for bound in bounds]
