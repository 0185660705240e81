"""What the compiled core refuses: arguments that do not fit together are errors, never reads outside of memory."""

import numpy as np
import pytest

from steelyard import _core

NONE = np.array([], np.int64)


def tokens(*texts: str, vocabulary: _core.Vocabulary | None = None) -> _core.Tokens:
    data, offsets, _ = _core.encode(texts)
    return _core.tokenise(data, offsets[:-1], offsets[1:], "none", False, vocabulary or _core.Vocabulary())


def characters(*texts: str) -> _core.Tokens:
    data, offsets, _ = _core.encode(texts)
    return _core.code_points(data, offsets[:-1], offsets[1:], False, False)


def keys(types: int) -> _core.Keys:
    return _core.Keys(np.arange(types + 1), np.arange(types, dtype=np.int32))


def trees(*sizes: int) -> _core.Trees:
    labels, parents = (np.full(sum(sizes), value, np.int32) for value in (0, -1))
    return _core.Trees(np.cumsum([0, *sizes]), labels, parents)


ONE, TWO = tokens("a b"), tokens("a b", "c")
PAIRS = _core.OutputPairs(np.zeros((2, 3, 4)), None, None, False)
ALIGNED = _core.align_longest_runs(ONE, ONE)


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.ngram_matches(ONE, [ONE, TWO], 2),
        lambda: _core.levenshtein(ONE, TWO),
        lambda: _core.ter(TWO, ONE),
        lambda: _core.edits(ONE, TWO),
        lambda: _core.tercom(ONE, TWO),
        lambda: _core.moved_edits(TWO, ONE),
        lambda: _core.rouge_n(ONE, TWO, 1),
        lambda: _core.rouge_lsum(ONE, np.array([0, 1]), TWO, np.array([0, 1, 2])),
        lambda: _core.rouge_lsum(ONE, np.array([0, 1]), ONE, np.array([0, 1]), None, TWO),
        lambda: _core.align_longest_runs(ONE, TWO),
        lambda: _core.align_unigrams(ONE, TWO, [keys(3)], 9),
        lambda: _core.align_by_beam(ONE, TWO, [keys(3)], 0, 9),
        lambda: _core.string_kernels(ONE, TWO, keys(3), 2, 0.5),
        lambda: _core.kernel_coverages(ONE, np.array([0, 1]), TWO, np.array([0, 1, 2]), keys(3), 2, 0.5),
        lambda: _core.Information(2).matched(ONE, [TWO], False),
        lambda: ALIGNED.listed(1, TWO, TWO, keys(3)),
        lambda: _core.subtree_matches(trees(1), [trees(1, 1)], 2),
        lambda: _core.log_tree_kernels(trees(1), trees(1, 1), 1.0),
    ],
)
def test_texts_that_differ_in_number(call):
    with pytest.raises(ValueError, match="differ in number"):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.rouge_n(ONE, ONE, 0), "at least one token"),
        (
            lambda: _core.rouge_lsum(ONE, np.array([0, 2]), ONE, np.array([0, 1])),
            "offsets do not fit the sentences",
        ),
        (lambda: _core.rouge_lsum(ONE, NONE, ONE, np.array([0, 1])), "offsets do not fit the sentences"),
        (lambda: _core.align_unigrams(ONE, ONE, [keys(1)], 9), "not of this vocabulary"),
        (lambda: _core.align_by_beam(characters("a"), characters("a"), [keys(9)], 0, 9), "not of this vocabulary"),
        (lambda: ALIGNED.counts(0), "more stages"),
        (lambda: _core.string_kernels(ONE, ONE, keys(1), 2, 0.5), "without keys"),
        (lambda: _core.recoded(characters("a"), ONE), "no vocabulary"),
        (lambda: _core.recoded(ONE, characters("a")), "no vocabulary"),
        (lambda: _core.Information(2).add(characters("a")), "no vocabulary"),
        (lambda: _core.Keys(np.array([0, 2]), np.array([3, 3], np.int32)), "sorted and distinct"),
        (lambda: _core.Keys(np.array([1, 2]), np.array([3, 4], np.int32)), "offsets do not fit the keys"),
        (lambda: _core.subtree_matches(trees(1), [trees(1)], 0), "at least one node"),
        (lambda: _core.greedy_matches(*[np.zeros((2, 0)), np.array([0, 2])] * 2, NONE, NONE), "no width"),
        (lambda: _core.crossed_sums(np.zeros((1, 2, 1)), [], 0, 0, 1), "no factors"),
        (lambda: _core.crossed_sums(np.zeros((1, 2, 1)), [np.array([0])], 0, 0, 1), "a number for each segment"),
        (lambda: _core.crossed_sums(np.zeros((1, 2, 1)), [np.array([0, -1])], 0, 0, 1), "a number for each segment"),
        (lambda: _core.selected_sums(np.zeros((1, 64, 1)), 0, 0, 1, True), "too many units"),
        (lambda: _core.pair_counts(np.zeros((2, 3)), np.zeros((3, 2)), 0.0), "differ in shape"),
        (lambda: _core.pearson(np.zeros((2, 3)), np.zeros((2, 2))), "differ in shape"),
        (lambda: PAIRS.counts(np.array([0], np.int32), np.array([0, 2])), "do not span"),
        (lambda: PAIRS.counts(np.array([0], np.int32), np.array([0, 0, 1])), "is empty"),
        (lambda: PAIRS.counts(np.array([2], np.int32), np.array([0, 1])), "no such measure"),
        (lambda: PAIRS.thresholds(2), "no such measure"),
        (lambda: _core.OutputPairs(np.zeros((2, 3, 4)), np.zeros((4, 3)), None, False), "differ in shape"),
        (
            lambda: _core.queen_counts(np.zeros((4, 1, 2, 2)), np.ones((1, 4), np.uint8), 1, np.ones((1, 1), np.uint8)),
            "do not fit together",
        ),
    ],
)
def test_what_does_not_fit(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("row", [-1, 2])
def test_rows_that_are_not_there(row):
    for rows in (TWO, trees(1, 1)):
        with pytest.raises(IndexError):
            rows.take(np.array([0, row]))


def test_nothing_at_all():
    """No rows, no segments, no draws: empty results of the right shape."""
    nothing = tokens()
    assert _core.ngram_matches(nothing, [nothing], 4).shape == (0, 4)
    assert _core.edits(nothing, nothing).shape == (0, 5)
    assert _core.moved_edits(nothing, nothing).shape == (0, 5)
    assert _core.rouge_lsum(nothing, np.array([0]), nothing, np.array([0])).shape == (0, 3)
    assert _core.crossed_sums(np.zeros((2, 0, 3)), [NONE], 0, 0, 2).tolist() == np.zeros((2, 2, 3)).tolist()
    assert _core.bootstrap_sums(np.zeros((2, 0, 3), np.int32), 0, 0, 2).tolist() == np.zeros((2, 2, 3)).tolist()
    assert _core.mean_ranks(np.zeros((2, 0))).shape == (2, 0)


def test_boundaries_are_no_types():
    assert _core.recoded(ONE.enclosed(True, True), tokens("b a")).row(0) == [-1, 1, 0, -2]
