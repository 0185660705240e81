"""Kernels over trees: the worked numbers, the oracles on random trees, what must change nothing, large trees."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import hwcm, stm, tkm
from steelyard import _core
from steelyard.errors import SegmentError

LABELS = "a b S NP VP V PRON ART N have I pen red blue".split()
PRONOUN = ("NP", ("PRON",))
HYPOTHESIS = ("S", PRONOUN, ("VP", ("V",), PRONOUN))
REFERENCE = ("S", PRONOUN, ("VP", ("V",), ("NP", ("ART",), ("N",))))
PEN = ("have", ("I",), ("pen", ("a",), ("red",)))
DECAYS = (1e-9, 0.3, 0.5, 1.0)
MATCHES = (_core.subtree_matches, _core.chain_matches)


def nodes(text, parent=-1, found=None):
    """Labels and parents of all trees of a text, in preorder."""
    found = [] if found is None else found
    for label, *children in text:
        found.append((label, parent))
        nodes(children, len(found) - 1, found)
    return found


def planted(texts, number=LABELS.index) -> _core.Trees:
    """Trees of texts; `number` gives the number of a label."""
    rows = [nodes(text) for text in texts]
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    labels = np.array([number(label) for row in rows for label, _ in row], dtype=np.int32)
    parents = np.array([parent for row in rows for _, parent in row], dtype=np.int32)
    return _core.Trees(offsets, labels, parents)


def matched(count, hypothesis, references, largest=4) -> list[list[int]]:
    """Matches and totals of one segment."""
    trees = [planted([text]) for text in references]
    return count(planted([hypothesis]), trees, largest).reshape(2, largest).tolist()


def kernels(left, right, decay=1.0) -> list[float]:
    return np.exp(_core.log_tree_kernels(planted([left]), planted([right]), decay))[0].tolist()


def cosine(logarithms) -> float:
    return math.exp(logarithms[0] - (logarithms[1] + logarithms[2]) / 2)


def mirrored(tree):
    return (tree[0], *map(mirrored, reversed(tree[1:])))


labels = st.sampled_from("aab")
grown = st.recursive(
    st.tuples(labels),
    lambda below: st.builds(
        lambda label, children: (label, *children), labels, st.lists(below, min_size=1, max_size=3)
    ),
    max_leaves=7,
)
forests = st.lists(grown, max_size=3)
productive = st.lists(grown.filter(lambda tree: len(tree) > 1), min_size=1, max_size=2)


def test_worked_subtrees():
    assert matched(_core.subtree_matches, [HYPOTHESIS], [[REFERENCE]]) == [[6, 3, 1, 0], [7, 4, 2, 1]]
    assert stm.corpus([[HYPOTHESIS]], [[[REFERENCE]]], 3) == pytest.approx((6 / 7 + 3 / 4 + 1 / 2) / 3, rel=1e-15)


def test_worked_chains():
    assert sorted(hwcm.chains(PEN, 2) + hwcm.chains(PEN[2], 2)) == [
        ("have", "I"), ("have", "pen"), ("pen", "a"), ("pen", "red"),
    ]  # fmt: skip
    assert matched(_core.chain_matches, [PEN], [[PEN]]) == [[5, 4, 2, 0]] * 2
    other = ("have", ("I",), ("pen", ("a",), ("blue",)))
    assert matched(_core.chain_matches, [PEN], [[other]]) == [[4, 3, 1, 0], [5, 4, 2, 0]]
    assert hwcm.corpus([[PEN]], [[[other]]], 3) == pytest.approx((4 / 5 + 3 / 4 + 1 / 2) / 3, rel=1e-15)


def test_worked_kernel():
    """NP→PRON twice against once, VP→V NP alone, S with or without its first NP and its VP: 2 + 1 + 4."""
    assert kernels([HYPOTHESIS], [REFERENCE]) == pytest.approx([7, 12, 10], rel=1e-15)
    assert kernels([HYPOTHESIS], [REFERENCE], 0.5)[0] == pytest.approx(2 * 0.5 + 0.5 + 0.5 * 1.5**2, rel=1e-15)
    assert tkm.corpus([[HYPOTHESIS]], [[[REFERENCE], [PEN], []]]) == pytest.approx(7 / math.sqrt(120), rel=1e-15)


@settings(max_examples=200)
@given(forests, st.lists(forests, max_size=3), st.integers(1, 5))
def test_matches_are_those_of_the_oracles(hypothesis, references, largest):
    for count, oracle in zip(MATCHES, (stm, hwcm), strict=True):
        found = matched(count, hypothesis, references, largest)
        assert found == list(oracle.counts(hypothesis, references, largest))


@settings(max_examples=200)
@given(forests, forests, st.sampled_from(DECAYS))
def test_the_kernel_is_the_sum_over_listed_subtrees(left, right, decay):
    pairs = ((left, right), (left, left), (right, right))
    assert kernels(left, right, decay) == pytest.approx([tkm.kernel(*pair, decay) for pair in pairs], rel=1e-13)


@given(st.lists(forests, min_size=2, max_size=2), st.permutations([-(2**31), -1, 2**31 - 1]))
def test_labels_are_names_only(texts, numbers):
    plain = [planted([text]) for text in texts]
    renamed = [planted([text], lambda label: numbers[LABELS.index(label)]) for text in texts]
    for count in MATCHES:
        np.testing.assert_array_equal(count(plain[0], plain[1:], 4), count(renamed[0], renamed[1:], 4))
    np.testing.assert_array_equal(_core.log_tree_kernels(*plain, 0.5), _core.log_tree_kernels(*renamed, 0.5))


@given(forests, forests, st.data())
def test_the_order_of_trees_changes_nothing(left, right, data):
    moved = data.draw(st.permutations(left))
    for count in MATCHES:
        assert matched(count, left, [right]) == matched(count, moved, [right])
        assert matched(count, right, [left]) == matched(count, right, [moved])
    assert kernels(left, right) == pytest.approx(kernels(moved, right), rel=1e-13)


@given(forests, forests)
def test_chains_know_no_order_of_children(left, right):
    there = [mirrored(tree) for tree in right]
    assert matched(_core.chain_matches, left, [right]) == matched(_core.chain_matches, left, [there])


def test_subtrees_and_the_kernel_know_the_order_of_children():
    there = [mirrored(PEN)]
    assert matched(_core.subtree_matches, [PEN], [there], 2) == [[5, 0], [5, 2]]
    assert kernels([PEN], there) == pytest.approx([0, 3, 3], rel=1e-15)


@given(forests, st.lists(forests, max_size=3), forests)
def test_one_more_reference_never_lowers_matches(hypothesis, references, another):
    for count in MATCHES:
        before, totals = matched(count, hypothesis, references)
        after, unchanged = matched(count, hypothesis, [*references, another])
        assert all(a >= b for a, b in zip(after, before, strict=True)) and totals == unchanged


@given(productive, productive, st.sampled_from(DECAYS))
def test_the_kernel_is_an_inner_product(left, right, decay):
    both = _core.log_tree_kernels(planted([left, right, left]), planted([right, left, left]), decay)
    np.testing.assert_allclose(both[0, [0, 2, 1]], both[1], rtol=1e-14, atol=1e-14)
    assert 0 <= cosine(both[0]) <= 1
    assert cosine(both[2]) == 1
    assert cosine(both[0]) == pytest.approx(tkm.cosine(left, right, decay), rel=1e-12)


def test_the_cosine_does_not_exceed_one_by_rounding():
    left, right = planted([[PEN] * n for n in range(1, 60)]), planted([[PEN]] * 59)
    found = [cosine(row) for row in _core.log_tree_kernels(left, right, 0.7)]
    assert max(found) <= 1 and found == pytest.approx([1.0] * 59, rel=1e-14)


@given(st.lists(st.tuples(forests, forests, forests), min_size=1, max_size=4), st.data())
def test_a_row_is_the_same_alone_and_among_others(segments, data):
    columns = [planted(texts) for texts in zip(*segments, strict=True)]
    rows = data.draw(st.lists(st.integers(0, len(segments) - 1), max_size=6))
    taken = [column.take(np.array(rows, dtype=np.int64)) for column in columns]
    for count in MATCHES:
        found = count(columns[0], columns[1:], 3)
        alone = [matched(count, segments[row][0], list(segments[row][1:]), 3) for row in range(len(segments))]
        assert found.reshape(-1, 2, 3).tolist() == alone
        np.testing.assert_array_equal(count(taken[0], taken[1:], 3), found[rows])
    whole = _core.log_tree_kernels(*columns[:2], 0.5)
    assert [len(taken[0]), taken[0].lengths().tolist()] == [len(rows), columns[0].lengths()[rows].tolist()]
    np.testing.assert_array_equal(_core.log_tree_kernels(*taken[:2], 0.5), whole[rows])
    for row, (left, right, _) in enumerate(segments):
        assert np.exp(whole[row]).tolist() == kernels(left, right, 0.5)


def test_texts_without_trees():
    assert matched(_core.subtree_matches, [], [[PEN]]) == [[0] * 4] * 2
    assert matched(_core.chain_matches, [PEN], [[], []]) == [[0] * 4, [5, 4, 2, 0]]
    assert matched(_core.chain_matches, [PEN], []) == [[0] * 4, [5, 4, 2, 0]]
    assert matched(_core.chain_matches, [PEN], [[], [PEN]]) == [[5, 4, 2, 0]] * 2
    assert kernels([], [HYPOTHESIS]) == pytest.approx([0, 0, 12], rel=1e-15)
    assert kernels([("a",)], [("a",)]) == [0, 0, 0]
    empty = planted([])
    assert len(empty) == 0 and _core.chain_matches(empty, [empty], 2).shape == (0, 4)
    assert _core.log_tree_kernels(empty, empty, 1.0).shape == (0, 3)


def one_text(parents, labels=None) -> _core.Trees:
    given_labels = np.zeros(len(parents), dtype=np.int32) if labels is None else np.array(labels, dtype=np.int32)
    return _core.Trees(np.array([0, len(parents)], dtype=np.int64), given_labels, np.array(parents, dtype=np.int32))


def itself(trees) -> float:
    """log K of a text with itself, which all columns say."""
    found = _core.log_tree_kernels(trees, trees, 1.0)[0]
    assert found[0] == found[1] == found[2]
    return found[0]


def test_a_long_chain():
    chain = one_text(range(-1, 1999))
    expected = [[2000 - n for n in range(10)] * 2]
    for count in MATCHES:
        assert count(chain, [chain], 10).tolist() == expected
    m = 1999  # C is the lesser of two heights
    assert itself(chain) == pytest.approx(math.log(m * (m + 1) * (2 * m + 1) // 6), rel=1e-15)


def test_matches_take_linear_time():
    """Pairs of nodes would be 10¹⁰."""
    size = 100_000
    for parents in (range(-1, size - 1), [-1] + [0] * (size - 1)):
        trees = one_text(parents)
        for count in MATCHES:
            found = count(trees, [trees, trees], 4)[0]
            assert found[:4].tolist() == found[4:].tolist() and found[4] == size


@pytest.mark.parametrize("children", [10, 2000, 20_000])
def test_a_wide_node(children):
    wide = one_text([-1] + [0] * children)
    assert _core.subtree_matches(wide, [wide], 3).tolist() == [[children + 1, 1, 0] * 2]
    assert _core.chain_matches(wide, [wide], 3).tolist() == [[children + 1, children, 0] * 2]
    assert itself(wide) == 0  # one production


@pytest.mark.parametrize("children", [10, 1000, 2000])
def test_a_wide_node_whose_children_are_expanded_or_not(children):
    """2^children subtrees at the root, which soon is no double."""
    parents = [-1, *(parent for child in range(children) for parent in (0, 2 * child + 1))]
    labels = [0] + [1, 2] * children
    trees = one_text(parents, labels)
    assert itself(trees) == pytest.approx(math.log(2**children + children**2), rel=1e-15)


@pytest.mark.parametrize("levels", [3, 10, 11, 12])
def test_a_full_binary_tree(levels):
    def below(place: int, level: int, parents: list[int]) -> list[int]:
        for _ in range(2 if level < levels else 0):
            parents.append(place)
            below(len(parents) - 1, level + 1, parents)
        return parents

    tree = one_text(below(0, 1, [-1]))
    totals = [2 ** (levels - n) - 1 for n in range(3)]
    assert _core.subtree_matches(tree, [tree], 3).tolist() == [totals * 2]
    c = [0]  # of nodes 1, 2 … productions high, of which there are 2^(levels - 2), …, 2, 1
    for _ in range(levels - 1):
        c.append((1 + c[-1]) ** 2)
    heights = range(1, levels)
    expected = sum(2 ** (2 * levels - 2 - i - j) * c[min(i, j)] for i in heights for j in heights)
    assert itself(tree) == pytest.approx(math.log(expected), rel=1e-14)


def test_the_cosine_of_large_numbers():
    """Two nodes of 3,000 children, of which 1,000 are expanded otherwise: K is 2^2000 against 2^3000."""
    children = 3000
    parents = [-1, *(parent for child in range(children) for parent in (0, 2 * child + 1))]
    left = one_text(parents, [0] + [1, 2] * children)
    right = one_text(parents, [0] + [1, 2] * 2000 + [1, 3] * 1000)
    found = _core.log_tree_kernels(left, right, 1.0)[0]
    assert found == pytest.approx(np.array([2000, 3000, 3000]) * math.log(2), rel=1e-15)
    assert cosine(found) == pytest.approx(2.0**-1000, rel=1e-12)


def test_a_table_too_large_is_refused():
    parents = np.array([-1, 0, *range(-1, 8999)], dtype=np.int32)
    both = _core.Trees(np.array([0, 2, 9002], dtype=np.int64), np.zeros(9002, dtype=np.int32), parents)
    with pytest.raises(SegmentError) as refused:
        _core.log_tree_kernels(both, both, 1.0)
    assert refused.value.row == 1
    assert str(refused.value) == "9000 nodes against 9000 need tables of more than 1 GB; leave the segment out"


@pytest.mark.parametrize(
    ("offsets", "labels", "parents", "told"),
    [
        ([0, 2], [1, 1], [-1], "labels and parents differ in number"),
        ([], [], [], "offsets do not fit the nodes"),
        ([0, 1], [1, 1], [-1, 0], "offsets do not fit the nodes"),
        ([1, 2], [1, 1], [-1, 0], "offsets do not fit the nodes"),
        ([0, 2, 1, 2], [1, 1], [-1, 0], "offsets do not fit the nodes"),
        ([0, 1, 2], [1, 1], [-1, 0], "row 1, node 0: parent 0 does not fit nodes in preorder"),
        ([0, 2], [1, 1], [-1, 1], "row 0, node 1: parent 1 does not fit"),
        ([0, 2], [1, 1], [1, -1], "row 0, node 0: parent 1 does not fit"),
        ([0, 2], [1, 1], [-1, -2], "row 0, node 1: parent -2 does not fit"),
        ([0, 3], [1, 1, 1], [-1, -1, 0], "row 0, node 2: parent 0 does not fit"),
        ([0, 4], [1, 1, 1, 1], [-1, 0, 0, 1], "row 0, node 3: parent 1 does not fit"),
    ],
)
def test_what_are_no_trees(offsets, labels, parents, told):
    with pytest.raises(ValueError, match=told):
        _core.Trees(np.array(offsets, np.int64), np.array(labels, np.int32), np.array(parents, np.int32))


@settings(max_examples=200)
@given(st.lists(st.integers(-1, 5), max_size=6))
def test_all_that_is_in_preorder_is_taken(parents):
    children = {}
    for node, parent in enumerate(parents):
        children.setdefault(parent, []).append(node)
    walked = []

    def walk(node):
        walked.append(node)
        for child in children.get(node, []):
            walk(child)

    for root in children.get(-1, []):
        walk(root)
    if walked == list(range(len(parents))):
        assert one_text(parents).lengths().tolist() == [len(parents)]
    else:
        with pytest.raises(ValueError, match="preorder"):
            one_text(parents)


def test_refused_arguments():
    one, two = planted([[PEN]]), planted([[PEN]] * 2)
    for count in MATCHES:
        with pytest.raises(ValueError, match="differ in number"):
            count(one, [one, two], 2)
        with pytest.raises(ValueError, match="at least one node"):
            count(one, [one], 0)
    with pytest.raises(ValueError, match="differ in number"):
        _core.log_tree_kernels(one, two, 1.0)
    for decay in (0.0, -1.0, 1.5, math.nan, math.inf):
        with pytest.raises(ValueError, match="decay must be above 0 and at most 1"):
            _core.log_tree_kernels(one, one, decay)
    for row in (-1, 1):
        with pytest.raises(IndexError, match="no such row"):
            one.take(np.array([row], dtype=np.int64))
