"""Kernels that can take long look at a flag as they go, and end when it is set."""

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


def kernels(words: int):
    """Kernel → (the least number of steps it takes for texts of so many words, its call with a flag)."""
    h, r = texts(words)
    few, shorter = texts(words, 40), texts(words // 8)
    hk, rk, exact = keys(words)
    trees, vectors, whole = forests(words), np.ones((words, 8), np.float32), np.array([0, words])
    rows = np.ones((2, words, 30))
    first, square = np.array([0]), words * words
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
        "align_by_beam": (40 * words, lambda stop: _core.align_by_beam(hk, rk, [exact], 0, 40, stop)),
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


def test_a_flag_that_is_set_from_elsewhere_stops_what_would_take_hours():
    h, r = texts(100_000, 50)

    def work(first, _behind, flag):
        if first:
            _core.align_longest_runs(h, r, flag)

    for span, _ in in_threads([(0, 1), (1, 2)], 2, work):
        assert span == (0, 1)
        break
