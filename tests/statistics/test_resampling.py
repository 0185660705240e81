"""The resampling engine against plain loops over its own draws, and against all exchanges."""

import itertools

import numpy as np
import pytest

import steelyard as sy
from steelyard import _core
from steelyard.engines.local import collect
from steelyard.errors import SpecError
from steelyard.statistics.resampling import Randomised, bootstrap, draw_weights, jackknife, randomisation, tie


@pytest.fixture(scope="module")
def statistics():
    """BLEU and mean sentence BLEU (whole and broken numbers) of three systems on 60 segments."""
    sample = sy.sample()
    few = sy.Corpus.of(
        {name: list(sample.systems[name]) for name in list(sample.systems)[:3]},
        list(sample.references[0]),
        facets={"document": sample.facets["document"], "assessor": [str(n % 7) for n in range(len(sample))]},
    )
    return collect(few, ["bleu", "sentence-bleu"], threads=1)


def first_segments(one, count):
    from dataclasses import replace

    facets = {name: values[:count] for name, values in one.facets.items()}
    return replace(one, values=np.ascontiguousarray(one.values[:, :count]), facets=facets, ids=None)


def test_a_resample_is_the_weighted_sum_of_its_units(statistics):
    for one in statistics:
        made = bootstrap(one, 120, seed=5)
        for b in (0, 1, 77, 119):
            weights = draw_weights(60, 5, b)
            assert weights.sum() == 60
            np.testing.assert_allclose(made[b], one.measure.score(np.einsum("n,snf->sf", weights, one.values)))


def test_documents_are_drawn_as_a_whole(statistics):
    one = statistics[0]
    names, index = one.units("document")
    made = bootstrap(one, 60, seed=5, unit="document")
    for b in (0, 59):
        weights = draw_weights(len(names), 5, b)[index]
        np.testing.assert_allclose(made[b], one.measure.score(np.einsum("n,snf->sf", weights, one.values)))


def mixed(number):
    """The core's hash of a number, SplitMix64's last steps."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        number = (number ^ number >> shift) * factor % 2**64
    return number


def test_crossed_units_weigh_the_product_of_their_draws(statistics):
    one = statistics[0]
    made = bootstrap(one, 400, seed=5, unit="document*assessor")
    documents, assessors = (one.units(name)[1] for name in ("document", "assessor"))
    sums = _core.crossed_sums(one.values, [documents, assessors], 5, 0, 400)
    np.testing.assert_array_equal(made, one.measure.score(sums))
    for b in (0, 1, 77, 399):
        # each factor is drawn by a stream of its own
        drawn = [
            draw_weights(units.max() + 1, mixed(5 + f), b)[units] for f, units in enumerate((documents, assessors))
        ]
        np.testing.assert_array_equal(sums[b], np.einsum("n,n,snf->sf", *drawn, one.values))


def test_resamples_do_not_depend_on_threads_or_their_number(statistics):
    for unit in ("segment", "document", "document*assessor"):
        whole = bootstrap(statistics[0], 130, seed=9, unit=unit)
        np.testing.assert_array_equal(bootstrap(statistics[0], 130, seed=9, unit=unit, threads=2), whole)
        np.testing.assert_array_equal(bootstrap(statistics[0], 70, seed=9, unit=unit), whole[:70])


@pytest.mark.parametrize("kind", [0, 1])
def test_all_exchanges_are_made_where_they_are_fewer_than_the_trials(statistics, kind):
    one = first_segments(statistics[kind], 9)
    found = randomisation(one, [(0, 1), (1, 2)], trials=512, seed=1)
    assert found.exact and found.trials == 512
    rows = one.values.astype(float)
    for k, (a, b) in enumerate([(0, 1), (1, 2)]):
        least = abs(found.observed[k]) * (1 - 1e-9)
        count = 0
        for swapped in itertools.product([False, True], repeat=9):
            left = np.where(np.array(swapped)[:, None], rows[b], rows[a]).sum(axis=0)
            right = np.where(np.array(swapped)[:, None], rows[a], rows[b]).sum(axis=0)
            count += abs(one.measure.score(left) - one.measure.score(right)) >= least
        assert found.exceeding[k] == count and found.p()[k] == count / 512
    assert not randomisation(one, [(0, 1)], trials=511, seed=1).exact


def test_random_exchanges_come_near_all_of_them(statistics):
    one = first_segments(statistics[0], 13)
    pairs = [(0, 1), (0, 2), (1, 2)]
    exact = randomisation(one, pairs, trials=1 << 13, seed=1)
    drawn = randomisation(one, pairs, trials=8000, seed=1)
    assert exact.exact and not drawn.exact
    # four standard errors of a share of 8,000 draws
    error = 4 * np.sqrt(exact.p() * (1 - exact.p()) / 8000) + 1 / 8001
    assert (np.abs(drawn.p() - exact.p()) <= error).all()


def test_exchanges_do_not_depend_on_threads(statistics):
    for one in statistics:
        made = [randomisation(one, [(0, 1), (1, 2)], 1700, 3, unit, threads).exceeding
                for unit in ("segment", "document") for threads in (1, 2)]  # fmt: skip
        np.testing.assert_array_equal(made[0], made[1])
        np.testing.assert_array_equal(made[2], made[3])


def test_p_counts_the_observed_difference_itself():
    assert Randomised(np.array([[0, 1]]), np.array([1.0]), np.array([4]), 99, False).p().tolist() == [0.05]
    assert Randomised(np.array([[0, 1]]), np.array([1.0]), np.array([4]), 64, True).p().tolist() == [4 / 64]
    assert np.isnan(Randomised(np.array([[0, 1]]), np.array([np.nan]), np.array([4]), 99, False).p()[0])


def test_ties_are_told_relative_to_the_scores():
    assert tie(np.array([40.0]), np.array([-50.0]))[0] == pytest.approx(50e-9)


def test_the_jackknife_leaves_one_unit_out(statistics):
    one = statistics[0]
    left = jackknife(one)
    np.testing.assert_allclose(left[3], one.measure.score(np.delete(one.values, 3, axis=1).sum(axis=1)))
    assert jackknife(one, "document").shape == (6, 3)


def test_crossed_units_cannot_be_exchanged(statistics):
    with pytest.raises(SpecError, match=r"unit=document\*assessor is not possible here"):
        randomisation(statistics[0], [(0, 1)], 10, 1, "document*assessor")
