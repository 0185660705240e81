from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steelyard.scores import word_differences
from steelyard.scores.word_differences import changes, common, words

TEXT = st.text(alphabet="ab c.'é猫👍\u0301\u200d\n", max_size=30)


def longest(a, b):
    """The length of a longest common subsequence, by its recurrence."""
    rows = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a)):
        for j in range(len(b)):
            one_more = rows[i][j] + 1
            rows[i + 1][j + 1] = one_more if a[i] == b[j] else max(rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1]


def units(text):
    return text.encode("utf-16-le")


def pieces(output, reference):
    """Yield what the browser shows for each change: same in both, missing, added."""
    here, there = units(output), units(reference)
    for mine, theirs, gone, added in changes(output, reference):
        same, same_there, here, there = here[: 2 * mine], there[: 2 * theirs], here[2 * mine :], there[2 * theirs :]
        extra, lost, here, there = here[: 2 * added], there[: 2 * gone], here[2 * added :], there[2 * gone :]
        yield tuple(part.decode("utf-16-le") for part in (same, same_there, lost, extra))
    assert here == there == b"" or not words(output)[0] or not words(reference)[0]


@given(st.lists(st.sampled_from("abc"), max_size=40), st.lists(st.sampled_from("abcd"), max_size=40))
def test_the_common_words_are_as_many_as_can_be(a, b):
    found = common(a, b)
    assert len(found) == longest(a, b)
    assert all(a[i] == b[j] for i, j in found)
    assert all(i > k and j > m for (i, j), (k, m) in pairwise(found))


@given(TEXT, TEXT)
@example("👍 a", "a 👍👍")
@example("", "a b")
@example("a\u0301 b", "a b")
def test_changes_cover_both_texts_and_keep_what_is_common(output, reference):
    shown = list(pieces(output, reference))
    if words(output)[0]:
        assert "".join(same + extra for same, _, _, extra in shown) == output
    if words(reference)[0]:
        assert "".join(same + lost for _, same, lost, _ in shown) == reference
    kept = [word for same, *_ in shown for word in words(same)[0]]
    assert kept == [word for _, same, *_ in shown for word in words(same)[0]]
    assert len(kept) == longest(words(output)[0], words(reference)[0])
    assert all(lost or extra for *_, lost, extra in shown[:-1])


@given(TEXT)
def test_a_text_does_not_differ_from_itself(text):
    assert all(change[2:] == (0, 0) for change in changes(text, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It’s 3 o'clock.", ["It’s", "3", "o'clock", "."]),
        ("long-term", ["long", "-", "term"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("猫が好き。", ["猫", "が", "好", "き", "。"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("ok👍🏽!", ["ok", "👍🏽", "!"]),
        (" \t\n", []),
    ],
)
def test_words(text, expected):
    assert words(text)[0] == expected


def test_very_long_texts_are_not_compared(monkeypatch):
    monkeypatch.setattr(word_differences, "MOST_CELLS", 6)
    assert changes("a b", "a b c") == [(3, 3, 2, 0)]
    assert changes("a b c", "a b c") is None
