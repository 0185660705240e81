"""Kernels that can take long look at a flag as they go, and end when it is set."""

import signal
from random import Random

import numpy as np
import pytest

from steelyard import _core
from steelyard.corpus import HeldTexts
from steelyard.errors import Stopped
from steelyard.text import ChunkViews, View
from steelyard.text.words.keys import Keys
from steelyard.threads import in_threads

BETWEEN = _core.STEPS_BETWEEN_LOOKS
WORDS = View("none")


def batch_of(words: int, types: int):
    """An output and a reference of so many words, of few or many types."""
    source = Random(5)
    chunks = [
        HeldTexts.of([" ".join(f"w{source.randrange(types)}" for _ in range(words))], "texts").chunk(0, 1) for _ in "hr"
    ]
    return ChunkViews(chunks[1:], {"A": chunks[0]}).batch("A")


def texts(words: int, types: int = 500):
    batch = batch_of(words, types)
    return batch.hypotheses(WORDS), batch.references(WORDS)[0]


def keys(words: int, types: int = 500):
    batch = batch_of(words, types)
    return batch.hypotheses(WORDS), batch.references(WORDS)[0], batch.keys(WORDS, Keys("exact"))


def sentences(*sides):
    """Each text as one sentence."""
    return [part for side in sides for part in (side, np.array([0, 1]))]


def forests(nodes: int):
    """Two texts of a root with so many children that have a child each."""
    labels = np.array([0] + [1, 2] * nodes, np.int32)
    parents = np.array([-1] + [parent for n in range(nodes) for parent in (0, 2 * n + 1)], np.int32)
    return [_core.Trees(np.array([0, len(labels)]), labels, parents) for _ in "lr"]


def drawn(rows: int, size: int):
    """Two matrices of numbers with few ties, and one of names."""
    source = np.random.default_rng(3)
    return (*source.standard_normal((2, rows, size)).round(3), source.integers(0, size, (rows, size)))


def queen(words: int, stop: _core.Stop):
    """Of two peers and ten models, in as many cases as there are words."""
    cases = -(-words // 10)
    similarities = np.random.default_rng(4).random((cases, 2, 12, 12))
    return _core.queen_counts(similarities, np.ones((cases, 12), np.uint8), 10, np.ones((3, 2), np.uint8), stop)


def kernels(words: int):
    """Kernel → (the least number of steps it takes for texts of so many words, its call with a flag)."""
    h, r = texts(words)
    few, shorter = texts(words, 40), texts(words // 8)
    hk, rk, exact = keys(words)
    trees, vectors, whole = forests(words), np.ones((words, 8), np.float32), np.array([0, words])
    rows = np.ones((2, words, 30))
    first, square = np.array([0]), words * words
    x, y, numbers = drawn(20, words)
    codes, long_row = _core.order_codes(x), np.random.default_rng(1).random(100 * words)
    pairs = _core.OutputPairs(x[:3, None].repeat(8, axis=1), None, None, False)
    return {
        "levenshtein": (square // 64, lambda stop: _core.levenshtein(h, r, stop)),
        "edits": (square // 64, lambda stop: _core.edits(h, r, stop)),
        "moved_edits": (square // 64, lambda stop: _core.moved_edits(h, r, stop)),
        "cder": (square // 64, lambda stop: _core.cder(h, r, stop)),
        "ter": (50 * words, lambda stop: _core.ter(h, r, stop)),
        "tercom": (words * 1000, lambda stop: _core.tercom(*shorter, stop)),
        "rouge_l": (square // 64, lambda stop: _core.rouge_l(h, r, stop)),
        "rouge_lsum": (square // 64, lambda stop: _core.rouge_lsum(*sentences(h, r), h, r, stop)),
        "rouge_w": (square, lambda stop: _core.rouge_w(h, r, 1.2, stop)),
        "rouge_wsum": (square, lambda stop: _core.rouge_wsum(1.2, *sentences(h, r), None, None, stop)),
        "rouge_s": (35 * words, lambda stop: _core.rouge_s(*few, words, False, False, stop)),
        "rouge_n": (9 * words, lambda stop: _core.rouge_n(h, h, 9, stop)),
        "ngram_matches": (100 * words, lambda stop: _core.ngram_matches(h, [h], 100, stop)),
        "unit_matches": (words, lambda stop: _core.unit_matches(*sentences(h, h), 2, False, None, stop)),
        "align_longest_runs": (square, lambda stop: _core.align_longest_runs(h, r, stop)),
        "align_unigrams": (words, lambda stop: _core.align_unigrams(hk, rk, [exact], 1 << 30, stop)),
        "align_by_beam": (40 * words, lambda stop: _core.align_by_beam(hk, rk, [exact], 0, 40, stop=stop)),
        "string_kernels": (square, lambda stop: _core.string_kernels(hk, rk, exact, 2, 0.5, stop)),
        "kernel_coverages": (square, lambda stop: _core.kernel_coverages(*sentences(hk, rk), exact, 2, 0.5, stop)),
        "subtree_matches": (4 * words, lambda stop: _core.subtree_matches(trees[0], trees[1:], 3, stop)),
        "chain_matches": (4 * words, lambda stop: _core.chain_matches(trees[0], trees[1:], 3, stop)),
        "log_tree_kernels": (square, lambda stop: _core.log_tree_kernels(*trees, 0.5, stop)),
        "greedy_matches": (
            8 * square,
            lambda stop: _core.greedy_matches(vectors, whole, vectors, whole, first, first, stop),
        ),
        "bootstrap_sums": (300 * words, lambda stop: _core.bootstrap_sums(rows, 1, 0, 10, stop)),
        "crossed_sums": (300 * words, lambda stop: _core.crossed_sums(rows, [np.arange(words)], 1, 0, 10, stop)),
        "selected_sums": (60 * words, lambda stop: _core.selected_sums(rows, 1, 0, 10, False, stop)),
        "drand48_sums": (3 * words, lambda stop: _core.drand48_sums(rows[0], 1, 10, stop)),
        "drawn_units": (2000 * words, lambda stop: _core.drawn_units(words, 1, 0, 1000, stop)),
        "information": (4 * words, lambda stop: _core.Information(4).add(h, stop)),
        "random_orders": (2000 * words, lambda stop: _core.random_orders(words, 1, 0, 2000, stop)),
        "pearson": (20 * words, lambda stop: _core.pearson(x, y, stop)),
        "ascending": (2000 * words, lambda stop: _core.ascending(long_row, stop)),
        "ascending_places": (2000 * words, lambda stop: _core.ascending_places(long_row, stop)),
        "mean_ranks": (100 * words, lambda stop: _core.mean_ranks(x, stop)),
        "pair_counts": (100 * words, lambda stop: _core.pair_counts(x, y, 0.01, stop)),
        "order_codes": (100 * words, lambda stop: _core.order_codes(x, stop)),
        "coded_pair_counts": (100 * words, lambda stop: _core.coded_pair_counts(codes, codes, stop)),
        "coded_ranks": (20 * words, lambda stop: _core.coded_ranks(codes, stop)),
        "copy_pairs": (20 * words, lambda stop: _core.copy_pairs(numbers, stop)),
        "output_pairs": (
            8 * 28 * words,
            lambda stop: _core.OutputPairs(x[:3, None].repeat(8, axis=1), y[:8], None, False, stop),
        ),
        "set_counts": (
            28 * words,
            lambda stop: pairs.counts(np.tile(np.arange(3, dtype=np.int32), 64), np.arange(65) * 3, stop),
        ),
        "queen_counts": (words, lambda stop: queen(words, stop)),
        "unequal": (words, lambda stop: _core.unequal(h, h, stop)),
    }


KERNELS = list(kernels(2))


@pytest.fixture(scope="module")
def long_kernels():
    return kernels(4000)


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_looks_at_its_flag_as_often_as_it_should(long_kernels, name):
    steps, call = long_kernels[name]
    stop = _core.Stop()
    call(stop)
    assert stop.looks >= max(1, steps // BETWEEN)


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_ends_when_its_flag_is_set(long_kernels, name):
    stop = _core.Stop()
    stop.set()
    with pytest.raises(Stopped):
        long_kernels[name][1](stop)
    assert stop.looks == 1


def test_invwer_looks_too():
    h, r = texts(40, 12)
    stop = _core.Stop()
    assert _core.invwer(h, r, stop)[0] == _core.invwer(h, r)[0] and stop.looks >= 3


class Rung(Exception):
    pass


def ring(*_):
    raise Rung


def test_a_signal_stops_a_kernel_that_is_called_without_a_flag():
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Rung):
            # would take hours
            _core.bootstrap_sums(np.ones((1, 1_000_000, 1)), 1, 0, 10_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_drawn_units_are_those_that_weigh():
    drawn = _core.drawn_units(7, 5, 3, 4)
    weights = [_core.draw_weights(7, 5, b) for b in range(3, 7)]
    np.testing.assert_array_equal(drawn, [np.repeat(np.arange(7), row) for row in weights])


def test_ascending_numbers_and_their_places():
    values = np.random.default_rng(1).integers(0, 9, 300_000).astype(float)
    np.testing.assert_array_equal(_core.ascending(values), np.sort(values))
    np.testing.assert_array_equal(_core.ascending_places(values), np.argsort(values, kind="stable"))


def test_long_rows_are_sorted_while_the_flag_is_looked_at():
    x, y, _ = drawn(1, 400_000)
    for call in (_core.mean_ranks, _core.order_codes, lambda x, stop: _core.pair_counts(x, y, 0.0, stop)):
        stop = _core.Stop()
        call(x, stop)
        assert stop.looks >= 2


def test_a_flag_that_is_set_from_elsewhere_stops_what_would_take_hours():
    h, r = texts(100_000, 50)

    def work(first, _behind, flag):
        if first:
            _core.align_longest_runs(h, r, flag)

    for span, _ in in_threads([(0, 1), (1, 2)], 2, work):
        assert span == (0, 1)
        break
