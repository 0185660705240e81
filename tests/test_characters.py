"""Characters that could steer a terminal are shown as escapes, and no others."""

import json

import pytest

from steelyard.characters import harmless, json_escaped, visible
from steelyard.errors import InputError

CONTROLS = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))]
DIRECTIONS = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
STEERING = [*CONTROLS, *DIRECTIONS, "\u2028", "\u2029", "\ud800", "\udcff", "\udfff", "\ufffe", "\uffff"]


@pytest.mark.parametrize("sign", STEERING, ids=ascii)
def test_what_steers_is_shown_as_an_escape(sign):
    assert visible(f"a{sign}b") == f"a{repr(sign)[1:-1]}b" and visible(f"a{sign}b").isprintable()
    assert harmless(sign) == (sign if sign in "\t\n" else visible(sign))
    written = json_escaped(json.dumps({sign: sign}, ensure_ascii=False))
    assert written.isprintable() and json.loads(written) == {sign: sign}


def test_letters_marks_and_what_joins_them_stay():
    text = "aé猫 \u00a0\u3000 می\u200cخواهم 👩\u200d🔬 e\u0301 \ue000 \\x1b"
    assert harmless(text) == json_escaped(text) == text


def test_a_message_does_not_steer_a_terminal_either():
    assert str(InputError("the name \x1b[2J\u202e is odd;\nchoose another")) == (
        "the name \\x1b[2J\\u202e is odd;\nchoose another"
    )
