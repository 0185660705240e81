"""Power and type-I error."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.null_simulation import pair_p_values, simulate_null, type_one_error
from steelyard.inference.comparison.power import NULL_TESTS, power
from steelyard.inference.comparison.tests.bootstrap import shifted_p
from steelyard.inference.proportions import wilson

stats = pytest.importorskip("scipy.stats")


@pytest.fixture(scope="module")
def scores():
    return sy.score(sy.sample(), measures=["bleu", "ter", "unigram-f1"], threads=1)


def test_the_formula_for_a_mean():
    """For a mean of segment scores, the spread is the standard deviation of their differences."""
    random = np.random.default_rng(0)
    words = ["a", "b", "c", "d", "e", "f"]
    texts = {name: [" ".join(random.choice(words, 6)) for _ in range(50)] for name in ("A", "B", "ref")}
    made = sy.score({"A": texts["A"], "B": texts["B"]}, texts["ref"], "sentence-bleu")
    found = power(made.statistics[0], "A", "B", difference=3.0, power=0.9, alpha=0.01)
    segments = made.at("segment")
    values = np.array([[segments.value(name, "sentence-bleu", n) for n in range(50)] for name in "AB"])
    spread = np.std(values[0] - values[1], ddof=1)
    z = stats.norm.ppf(0.995) + stats.norm.ppf(0.9)
    assert found.spread == pytest.approx(spread) and found.needed == math.ceil((z * spread / 3.0) ** 2)
    assert found.simulated is None and found.pilot == 50


@pytest.mark.parametrize("measure", ["ter", "unigram-f1"])
def test_simulated_power_is_near_what_was_asked_for(scores, measure):
    statistics = next(one for one in scores.statistics if one.label == measure)
    found = power(statistics, "aurora", "basalt", power=0.8, simulations=200, draws=sy.Draws(trials=300))
    assert found.low <= found.simulated <= found.high
    assert abs(found.simulated - 0.8) < 0.12
    assert found == power(statistics, "aurora", "basalt", power=0.8, simulations=200, draws=sy.Draws(trials=300))


@pytest.mark.parametrize("segments", [60, 200])
def test_tests_keep_their_level_but_for_the_absolute_shift(scores, segments):
    rates = type_one_error(
        scores.statistics[0],
        "aurora",
        "basalt",
        segments=segments,
        alphas=(0.05, 0.2),
        simulations=300,
        draws=sy.Draws(trials=199),
    )
    found = {(rate.test, rate.alpha): rate for rate in rates}
    for level in (0.05, 0.2):
        low, high = stats.binom.interval(0.999, 300, level)
        assert found["randomisation", level].rejections <= high
        assert low <= found["bootstrap", level].rejections <= high + 6
        assert found["bootstrap-absolute", level].rejections > 1.5 * found["randomisation", level].rejections


def test_p_of_randomisation_is_uniform(scores):
    p = simulate_null(scores.statistics[0], "aurora", "basalt", simulations=200, draws=sy.Draws(trials=199)).p[
        "randomisation"
    ]
    assert stats.kstest(p, "uniform").pvalue > 1e-3


def test_progress_is_told_and_a_system_against_itself_refused(scores):
    told = []
    simulate_null(
        scores.statistics[0],
        "aurora",
        "basalt",
        simulations=3,
        draws=sy.Draws(trials=9),
        run=sy.Run(progress=lambda *n: told.append(n)),
    )
    assert told == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(SpecError, match="compared with itself"):
        power(scores.statistics[0], "aurora", "aurora")


def test_p_of_a_pair(scores):
    p = pair_p_values(scores.statistics[0], "aurora", "basalt", draws=sy.Draws(trials=99))
    assert tuple(p) == NULL_TESTS and set(p.values()) == {0.01}


def test_bounds_of_none_and_all():
    assert wilson(0, 50)[0] == 0.0 and wilson(50, 50)[1] == 1.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"power": 1.0}, "power=1.0"), ({"alpha": 0}, "alpha=0"), ({"simulations": 0}, "simulations=0"),
     ({"difference": math.inf}, "difference=inf"),
     ({"difference": math.nan}, "difference=nan"), ({"difference": 0}, "difference=0"),
     ({"alpha": 0.0005}, "trials=1000 can not reach alpha 0.0005, .* expected 1,999 trials or more")],
)  # fmt: skip
def test_bad_requests(scores, wrong, message):
    with pytest.raises(SpecError, match=message):
        power(scores.statistics[0], "aurora", "basalt", **wrong)


def test_what_no_number_of_segments_can_show(scores):
    with pytest.raises(InputError, match="more than 10,000,000 segments"):
        power(scores.statistics[0], "aurora", "basalt", difference=1e-4)
    same = sy.score({"A": ["a b", "c"], "B": ["a b", "c"]}, ["a b", "c"], "bleu")
    with pytest.raises(InputError, match="do not differ"):
        power(same.statistics[0], "A", "B")
    with pytest.raises(SpecError, match="no system 'auror'"):
        power(scores.statistics[0], "auror", "basalt")
    with pytest.raises(SpecError, match="segments=1"):
        simulate_null(scores.statistics[0], "aurora", "basalt", segments=1)
    with pytest.raises(SpecError, match="alpha=2"):
        type_one_error(scores.statistics[0], "aurora", "basalt", alphas=(2,))
    with pytest.raises(SpecError, match=r"trials=9 can not reach alpha 0.05, .* expected 19 trials or more"):
        type_one_error(scores.statistics[0], "aurora", "basalt", alphas=(0.1, 0.05), draws=sy.Draws(trials=9))


@pytest.mark.parametrize("level", [0.3, 0.1, 0.05, 0.015, 0.01, 0.005, 0.0005])
def test_the_fewest_trials_reach_their_level(level):
    least = math.ceil(1 / level) - 1
    check_reach(least, [level, 0.5])
    with pytest.raises(SpecError, match=f"expected {least:,} trials or more"):
        check_reach(least - 1, [level])


def test_an_undefined_resample_leaves_p_undefined_and_is_counted():
    """WER has no value in a resample that consists of segments whose reference has stop words only."""
    texts = {"A": ["red fox", "fox"], "B": ["red dog", "fox"]}
    made = sy.score(texts, ["red fox", "the"], "wer(stop=english)").statistics[0]
    p = pair_p_values(made, "A", "B", draws=sy.Draws(trials=99))
    assert math.isnan(p["bootstrap"]) and math.isnan(p["bootstrap-absolute"]) and not math.isnan(p["randomisation"])
    rates = {
        one.test: one
        for one in type_one_error(made, "A", "B", alphas=(0.05,), simulations=40, draws=sy.Draws(trials=99))
    }
    one = rates["bootstrap"]
    assert one.undefined > 0 and one.reason == f"p is undefined in {one.undefined} of 40 simulations"
    assert math.isnan(one.rate) or one.rate == one.rejections / (40 - one.undefined)


def test_the_bootstrap_of_a_comparison_and_of_the_study_are_one(scores):
    made = sy.compare(scores, baseline="basalt", test="bootstrap", draws=sy.Draws(resamples=99), correct="none")
    for one, statistics in zip((c for c in made.comparisons if c.a == "aurora"), scores.statistics, strict=True):
        assert one.p == pair_p_values(statistics, "aurora", "basalt", draws=sy.Draws(trials=99))["bootstrap"]


def test_the_shift_counts_ties_by_the_larger_score():
    differences = np.array([[0.3 - 1e-12], [-0.3 + 1e-12], [0.1], [-0.1]])
    assert shifted_p(differences, np.array([1000.3]), np.array([1000.0])) == 3 / 5
    absolute = np.array([[0.0], [0.6], [0.0], [0.6]])
    assert shifted_p(absolute, np.array([0.3]), np.array([0.0]), absolute=True) == 3 / 5
    assert np.isnan(shifted_p(np.array([[0.1], [np.nan]]), np.array([0.1]), np.array([0.0])))


def test_scores_of_one_measure_will_do(scores):
    options = {"simulations": 5, "draws": sy.Draws(trials=99)}
    one = sy.score(sy.sample(), measures="ter", threads=1)
    assert power(one, "aurora", "basalt", **options) == power(one.statistics[0], "aurora", "basalt", **options)
    assert type_one_error(one, "aurora", "basalt", **options) == type_one_error(
        one.statistics[0], "aurora", "basalt", **options
    )
    for function in (power, type_one_error):
        with pytest.raises(SpecError, match="the scores are of bleu, ter, unigram-f1; give the statistics of one"):
            function(scores, "aurora", "basalt")
        with pytest.raises(SpecError, match="expected the statistics of a measure"):
            function([1, 2], "aurora", "basalt")


def test_a_pilot_is_of_the_segments_that_both_have():
    random = np.random.default_rng(3)
    a, b = random.normal([[1.0], [0.0]], 2, (2, 60))
    hard = np.arange(60) >= 40
    whole = sy.score_people(
        {"A": [None if cut else x for x, cut in zip(a, hard, strict=True)], "B": list(b - 50 * hard)}
    )
    cut = sy.score_people({"A": list(a[:40]), "B": list(b[:40])})
    found, common = (power(scores, "A", "B", simulations=20, draws=sy.Draws(trials=99)) for scores in (whole, cut))
    assert (found.needed, found.difference, found.spread, found.simulated, found.pilot) == (
        common.needed, common.difference, common.spread, common.simulated, 40
    )  # fmt: skip
    assert found.notice == "human: the pilot is 40 of 60 segments, which both have" and common.notice is None
    assert found.notice in found.account().all_notices()
    nothing = sy.score_people({"A": [1, 2, None, None], "B": [None, None, 1, 2]})
    with pytest.raises(InputError, match="no segment has a score of both A and B"):
        power(nothing, "A", "B")


@pytest.mark.parametrize(
    ("alpha", "fewest"), [(0.1, 5), (0.0625, 5), (0.05, 6), (0.03125, 6), (0.03, 7), (0.01, 8), (0.001, 11)]
)
def test_as_many_segments_are_needed_as_let_the_test_reach_alpha(alpha, fewest):
    """Of 2^n exchanges, two have a difference as large as any: p is at least 2 / 2^n."""
    d = np.random.default_rng(1).normal(10, 0.5, 30)
    scores = sy.score_people({"A": list(10 + d), "B": [10.0] * 30})
    found = power(scores, "A", "B", alpha=alpha, simulations=20, draws=sy.Draws(trials=5000))
    assert found.needed == fewest and 2 / 2**fewest <= alpha < 2 / 2 ** (fewest - 1)
    assert found.simulated == 1 and found.notice is None, "all units favour A, so the test rejects"


def test_a_simulated_power_far_below_the_one_wanted_is_told():
    """All of six segments must favour a system for p below .05, which the normal approximation does not know."""
    d = np.random.default_rng(1).normal(1.4, 1, 40)
    found = power(sy.score_people({"A": list(d), "B": [0.0] * 40}), "A", "B")
    assert found.needed == 6 and found.high < 0.8
    shown = f"{found.simulated:.3f} [{found.low:.3f}, {found.high:.3f}]"
    assert found.notice == (
        "human: the normal approximation is too optimistic: with 6 segments the simulated power is "
        f"{shown}, not 0.8; more are needed"
    )
    assert found.notice in found.account().all_notices() and found.to_dict()["notice"] == found.notice
