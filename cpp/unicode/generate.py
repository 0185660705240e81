"""Write tables.hpp: the properties of every code point that the tokenisers ask for.

    python cpp/unicode/generate.py

Everything comes from this Python's own str and unicodedata, so the kernels agree with str.lower() and
str.split() of the version that ran it. Neither module has functions for Case_Ignorable and Cased; str.lower()
shows both by what it makes of a capital sigma behind the character.
"""

import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from typing import NamedTuple

FLAGS = ("space", "punctuation", "symbol", "number", "letter", "cased", "ignorable", "single", "mark")
CATEGORY_FLAGS = {"P": "punctuation", "S": "symbol", "N": "number", "L": "letter", "M": "letter"}
CODE_POINTS = sys.maxunicode + 1
BLOCK_SHIFT = 7  # gives the smallest tables
CAPITAL_I_WITH_DOT, CAPITAL_SIGMA, FINAL_SIGMA = "\u0130", "\u03a3", "\u03c2"

# Names of the letters and numbers of East Asian scripts written without spaces.
EAST_ASIAN = re.compile(
    r"CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH-|IDEOGRAPHIC NUMBER ZERO|HANGZHOU NUMERAL"
    r"|(VERTICAL |OLD CHINESE )?(IDEOGRAPHIC )?ITERATION MARK$"
    r"|(HALFWIDTH )?(HIRAGANA|KATAKANA|HENTAIGANA|BOPOMOFO) (LETTER|ITERATION|VOICED ITERATION|DIGRAPH|FINAL LETTER)"
    r"|(HALFWIDTH )?KATAKANA-HIRAGANA PROLONGED SOUND MARK|HALFWIDTH KATAKANA (SEMI-)?VOICED SOUND MARK"
    r"|YI SYLLABLE"
)
# Names of the letters of South-East Asian scripts written without spaces: Unicode's class of complex context (SA), and
# Balinese and Javanese.
SOUTH_EAST_ASIAN = re.compile(r"(THAI|LAO|KHMER|MYANMAR|TAI LE|NEW TAI LUE|TAI THAM|TAI VIET|AHOM|BALINESE|JAVANESE) ")


class Record(NamedTuple):
    flags: int
    to_lower: int


def flags_of(character: str) -> set[str]:
    found = {"space"} if character.isspace() else set()
    if flag := CATEGORY_FLAGS.get(unicodedata.category(character)[0]):
        found.add(flag)
    category, name = unicodedata.category(character), unicodedata.name(character, "")
    if category[0] == "M":
        found.add("mark")
    elif (category[0] in "LN" and EAST_ASIAN.match(name)) or (category[0] == "L" and SOUTH_EAST_ASIAN.match(name)):
        found.add("single")
    if (character + CAPITAL_SIGMA).lower().endswith(FINAL_SIGMA):
        found.add("cased")
    elif ("A" + character + CAPITAL_SIGMA).lower().endswith(FINAL_SIGMA):
        found.add("ignorable")
    return found


def record_of(code_point: int) -> Record:
    character = chr(code_point)
    flags = sum(1 << FLAGS.index(flag) for flag in flags_of(character))
    lowered = character.lower()
    if character == CAPITAL_I_WITH_DOT:
        return Record(flags, 0)
    if len(lowered) != 1:
        raise ValueError(f"U+{code_point:04X} has a long lower case: unicode.hpp knows only that of U+0130")
    surrogate = 0xD800 <= code_point < 0xE000
    if not surrogate and 2 * len(lowered.encode()) > 3 * len(character.encode()):
        raise ValueError(f"U+{code_point:04X} grows by more than half: unicode.hpp reserves too little")
    return Record(flags, ord(lowered) - code_point)


def blocks_of(indices: bytes) -> tuple[list[int], list[bytes]]:
    """The number of each block of code points, and the distinct blocks in the order of their numbers."""
    size = 1 << BLOCK_SHIFT
    numbers: dict[bytes, int] = {}
    stage = [numbers.setdefault(indices[at : at + size], len(numbers)) for at in range(0, CODE_POINTS, size)]
    return stage, list(numbers)


def array(kind: str, name: str, values: list[str]) -> str:
    lines, line = [], ""
    for value in values:
        if len(line) + len(value) > 108:
            lines.append(line)
            line = ""
        line += value + ","
    body = "\n".join([*lines, line])
    return f"inline constexpr {kind} {name}[{len(values)}] = {{\n{body}\n}};\n"


def main() -> None:
    records = [record_of(code_point) for code_point in range(CODE_POINTS)]
    distinct = [record for record, _ in Counter(records).most_common()]
    number = {record: index for index, record in enumerate(distinct)}
    indices = bytes(number[record] for record in records)
    stage, blocks = blocks_of(indices)
    flags = "\n".join(f"  {flag} = {1 << bit}," for bit, flag in enumerate(FLAGS))
    block_type = "std::uint8_t" if len(blocks) <= 256 else "std::uint16_t"
    text = f"""// Written by generate.py from Unicode {unicodedata.unidata_version}; do not edit.
#pragma once

#include <cstdint>

namespace steelyard::unicode {{

// letter = categories L and M; mark = category M; single = letters of scripts written without spaces, and their numbers
// in East Asia; ignorable = Case_Ignorable; cased = Cased and not Case_Ignorable.
enum Flag : std::uint16_t {{
{flags}
}};

struct Record {{
  std::uint16_t flags;
  std::int32_t to_lower;
}};

inline constexpr unsigned kBlockShift = {BLOCK_SHIFT};

{array("Record", "kRecords", [f"{{{record.flags},{record.to_lower}}}" for record in distinct])}
// The record of code point c is kRecords[kRecordNumbers[n]] where n is c with its bits from kBlockShift on
// replaced by kBlockNumbers of them.
{array(block_type, "kBlockNumbers", [str(value) for value in stage])}
{array("std::uint8_t", "kRecordNumbers", [str(value) for block in blocks for value in block])}
}}  // namespace steelyard::unicode
"""
    Path(__file__).with_name("tables.hpp").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
