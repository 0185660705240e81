"""QUEEN, KING, JACK and clusters of measures against the definitions, and the properties the paper states."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import qarla as oracle
from steelyard.errors import InputError, SpecError
from steelyard.meta.references import queen as fast
from steelyard.meta.references.clusters import all_sets, cluster, decisions, differences
from steelyard.meta.references.pairwise import PairwiseSimilarities


def random_bed(seed, *, segments=4, measures=3, models=3, peers=4, levels=5, holes=False):
    """Return similarities with many ties, some undefined and some texts absent if `holes`."""
    draw = np.random.default_rng(seed)
    texts = models + peers
    values = draw.integers(0, levels, (segments, measures, texts, texts)).astype(float)
    present = np.ones((segments, texts), bool)
    if holes:
        values[draw.random(values.shape) < 0.05] = np.nan
        present = draw.random(present.shape) < 0.85
    return PairwiseSimilarities.of(values, models, present=present)


def cases(table, measures):
    """Return the test bed as the oracle takes it."""
    models = len(table.references)
    made = []
    for values, there in zip(table.values, table.present, strict=True):
        texts = range(len(there))
        tables = [{(a, b): values[m, a, b] for a in texts for b in texts} for m in measures]
        names = [n for n in texts if there[n]]
        made.append((tables, [n for n in names if n < models], [n for n in names if n >= models]))
    return made


def king_of(table, measures):
    wins, tried = fast.king(table, [measures])
    return int(wins[0, tried > 0].sum()), int(tried.sum())


def jack_of(table, measures):
    hits, tried = fast.jack(table, measures)
    return int(hits[tried > 0].sum()), int(tried.sum())


BEDS = st.builds(
    random_bed,
    st.integers(0, 10**6),
    models=st.integers(1, 6),
    peers=st.integers(1, 5),
    levels=st.integers(2, 6),
    holes=st.booleans(),
)
SETS = st.sampled_from(all_sets(range(3)))


@given(BEDS, SETS)
def test_queen(table, chosen):
    found = fast.queen(table, chosen)
    for segment, (measures, models, peers) in enumerate(cases(table, chosen)):
        for text in range(table.present.shape[1]):
            if text in peers:
                expected = oracle.queen(measures, models, text)
            else:
                expected = oracle.queen_of_model(measures, models, text) if text in models else None
            assert found[segment, text] == pytest.approx(np.nan if expected is None else float(expected), nan_ok=True)
    means = [np.mean(column[~np.isnan(column)]) if not np.isnan(column).all() else np.nan for column in found.T]
    assert fast.mean_queens(table, [chosen])[0] == pytest.approx(means, nan_ok=True)


@given(BEDS, SETS)
def test_king(table, chosen):
    assert king_of(table, chosen) == oracle.king(cases(table, chosen))


@given(BEDS, SETS)
def test_jack(table, chosen):
    assert jack_of(table, chosen) == oracle.jack(cases(table, chosen))


def test_many_models():
    """More than 64 triples take several machine words."""
    table = random_bed(7, models=6, peers=3, levels=50, segments=3)
    for chosen in all_sets(range(3)):
        assert king_of(table, chosen) == oracle.king(cases(table, chosen))
        assert jack_of(table, chosen) == oracle.jack(cases(table, chosen))


@given(st.integers(0, 10**6), st.sampled_from(["sets", "average"]), st.integers(1, 5))
def test_clusters(seed, linkage, number):
    table = random_bed(seed, measures=5, segments=2, peers=3)
    every = cases(table, range(5))
    rows, count = decisions(table)
    alike = 1 - Fraction(differences(rows[0], rows[1] & rows[2]), count)
    assert alike == oracle.similarity(every, [0], [1, 2])
    assert cluster(table, number, linkage) == oracle.clusters(every, 5, number, linkage)


def every_value(table, chosen):
    return fast.queen(table, chosen), king_of(table, chosen), jack_of(table, chosen)


def same(one, other):
    np.testing.assert_array_equal(one[0], other[0])
    assert one[1:] == other[1:]


@given(BEDS, SETS)
def test_monotone_rescaling_changes_nothing(table, chosen):
    values = table.values.copy()
    values[:, 0] = np.exp(3 * values[:, 0] - 1)
    values[:, 1] = values[:, 1] ** 3 - 100
    scaled = PairwiseSimilarities.of(values, len(table.references), present=table.present)
    same(every_value(scaled, chosen), every_value(table, chosen))


@given(BEDS, SETS)
def test_a_redundant_measure_changes_nothing(table, chosen):
    values = np.concatenate([table.values, 2 * table.values[:, chosen[:1]] + 1], axis=1)
    more = PairwiseSimilarities.of(values, len(table.references), present=table.present)
    same(every_value(more, (*chosen, 3)), every_value(table, chosen))


def with_peers(table, places):
    """Return the test bed with the models and these texts as peers."""
    kept = [*range(len(table.references)), *places]
    values = table.values[:, :, kept][:, :, :, kept]
    return PairwiseSimilarities.of(values, len(table.references), present=table.present[:, kept])


@given(BEDS, SETS, st.integers(0, 100))
def test_a_copy_of_a_peer_does_not_change_king(table, chosen, which):
    peers = list(range(len(table.references), table.present.shape[1]))
    assert king_of(with_peers(table, [*peers, peers[which % len(peers)]]), chosen) == king_of(table, chosen)


@given(BEDS, SETS, st.data())
def test_more_peers_never_lower_jack(table, chosen, data):
    peers = list(range(len(table.references), table.present.shape[1]))
    fewer = data.draw(st.lists(st.sampled_from(peers), min_size=1, unique=True))
    hits, tried = fast.jack(table, chosen)
    less, tried_less = fast.jack(with_peers(table, fewer), chosen)
    assert (less[tried_less > 0] <= hits[tried_less > 0]).all() and (tried_less <= tried).all()


@pytest.mark.parametrize("peers", [4, 10, 20])
def test_random_and_constant_measures_have_hardly_any_king(peers):
    """The model is one of peers + 1 texts that are alike, and must be strictly ahead."""
    draw = np.random.default_rng(peers)
    texts = 4 + peers
    table = PairwiseSimilarities.of(draw.random((500, 1, texts, texts)), 4)
    wins, tried = king_of(table, [0])
    assert wins / tried < 1.2 / (peers + 1)
    constant = PairwiseSimilarities.of(np.full((20, 1, texts, texts), 0.5), 4)
    assert king_of(constant, [0]) == (0, 80)


def test_an_ideal_measure():
    values = np.zeros((5, 1, 6, 6))
    values[:, :, :4, :4] = 1
    table = PairwiseSimilarities.of(values, 4)
    assert king_of(table, [0]) == (20, 20)
    assert fast.queen(table, [0]).mean(axis=0).tolist() == [1, 1, 1, 1, 0, 0]
    assert jack_of(table, [0]) == (0, 20)


def test_growth_of_jack():
    table = random_bed(3, segments=6, peers=5, levels=30)
    grown = fast.jack_growth(table, [0], 40, 1)
    hits, tried = jack_of(table, [0])
    assert grown.shape == (40, 5) and (np.diff(grown, axis=1) >= 0).all()
    assert grown[:, 0].tolist() == [0] * 40 and grown[:, -1] == pytest.approx(np.full(40, hits / tried))
    # The mean over orders is that over all sets of two peers.
    pairs = [jack_of(with_peers(table, [a, b]), [0])[0] / tried for a in range(3, 8) for b in range(a + 1, 8)]
    many = fast.jack_growth(table, [0], 4000, 2)[:, 1]
    assert many.mean() == pytest.approx(np.mean(pairs), abs=4 * many.std() / 4000**0.5)


def test_what_is_refused():
    with pytest.raises(InputError, match="segment × measure × text × text"):
        PairwiseSimilarities.of(np.zeros((2, 3, 4)), 2)
    with pytest.raises(InputError, match="at least one, and a system's output"):
        PairwiseSimilarities.of(np.zeros((2, 1, 4, 4)), 4)
    with pytest.raises(InputError, match="give each its own"):
        PairwiseSimilarities.of(np.zeros((2, 2, 4, 4)), 3, measures=["a", "a"])
    table = random_bed(1)
    with pytest.raises(SpecError, match="did you mean 'measure 1'"):
        table.places(["measure 1x"])
    with pytest.raises(SpecError, match="clusters=0"):
        cluster(table, 0)
    with pytest.raises(SpecError, match="unknown linkage"):
        cluster(table, 2, "single")
