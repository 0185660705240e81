"""Agreement: equal to plain definitions and to other tools, with the laws that it must keep."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import agreement as oracle
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError
from steelyard.inference.agreement.agreement import DISTANCES, agreement
from steelyard.inference.agreement.answer_pairs import AnswerPairs
from steelyard.inference.agreement.answers import Answers
from steelyard.inference.agreement.coefficient import USUAL, coefficient_of
from steelyard.inference.agreement.distances import Equality, Squares
from steelyard.judgements.table import Judgements

QUICK = Draws(resamples=20, unit="item")
NAMES = ["ann", "bob", "cem", "dee"]


def rated(items, tags=None) -> Judgements:
    rows = [(n, name, answer) for n, item in enumerate(items) for name, answer in item.items()]
    return Judgements(Judgements.of(rows).records, {("", str(n)): k for n, k in enumerate(tags or ())})


def values(ratings: Judgements, **options) -> dict[str, float]:
    found = agreement(ratings, draws=QUICK, **options).coefficients
    return {one.coefficient: one.value for one in found}


def table(matrix) -> Judgements:
    """Answers of a matrix item × assessor; nan is no answer."""
    return rated([{f"r{n}": float(v) for n, v in enumerate(row) if not math.isnan(v)} for row in matrix])


def same(ours: float, theirs: float | None) -> bool:
    return math.isnan(ours) if theirs is None else ours == pytest.approx(theirs, rel=1e-9, abs=1e-9)


def items_of(answers):
    item = st.dictionaries(st.sampled_from(NAMES), answers, min_size=1)
    return st.lists(item, min_size=2, max_size=8).filter(lambda items: any(len(one) > 1 for one in items))


single = st.sampled_from("xyz")
several = st.frozensets(single, min_size=1, max_size=3).map(lambda tags: tags if len(tags) > 1 else min(tags))
grades = st.sampled_from([0.0, 1.0, 2.0, 3.5, 7.0])


@given(items_of(several))
def test_tags_against_plain_definitions(items):
    ours = values(rated(items))
    tags = {tag for item in items for answer in item.values() for tag in oracle.tags(answer)}
    assert same(ours["raw"], oracle.raw(items))
    assert same(ours["uniform"], oracle.uniform(items, [len(tags)] * len(items)))
    assert same(ours["pi"], oracle.pi(items))
    assert same(ours["cohen"], oracle.light(items))
    assert same(ours["alpha"], oracle.alpha(items, "nominal"))


@given(items_of(several))
def test_f_against_its_plain_definition(items):
    assert same(values(rated(items), coefficients=["f"])["f"], oracle.f(items))


def test_f_of_sets():
    """Of {x, y} and {x, y, z} 2·2/5, of {x} and {y} 0, of {z} and {z} 1; with a third assessor the mean of pairs."""
    items = [{"ann": frozenset("xy"), "bob": frozenset("xyz")}, {"ann": "x", "bob": "y"}, {"ann": "z", "bob": "z"}]
    assert values(rated(items), coefficients=["f"])["f"] == pytest.approx((0.8 + 0 + 1) / 3)
    three = [{"ann": frozenset("xy"), "bob": frozenset("xyz"), "cem": "x"}]
    assert values(rated(three), coefficients=["f"])["f"] == pytest.approx((4 / 5 + 2 / 3 + 2 / 4) / 3)
    (f,) = agreement(rated(items * 5), ["f"], draws=QUICK).coefficients
    assert f.low < f.value < f.high and f.signature.startswith("f|items:15|") and math.isnan(f.raw) is False


@given(items_of(single), st.data())
def test_tag_sets_that_differ_between_items(items, data):
    counts = [data.draw(st.integers(1, 5)) for _ in items]
    assert same(values(rated(items, counts))["uniform"], oracle.uniform(items, counts))


@pytest.mark.parametrize("distance", DISTANCES)
@given(items=items_of(grades))
def test_numbers_against_plain_definitions(distance, items):
    ours = values(rated(items), distance=distance)
    assert same(ours["alpha"], oracle.alpha(items, distance))
    assert same(ours["raw"], oracle.raw(items))


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
@given(items=items_of(grades))
def test_weights_against_plain_definitions(weights, items):
    scale = sorted({answer for item in items if len(item) > 1 for answer in item.values()})
    apart = oracle.steps(scale, weights)
    ours = values(rated(items), weights=weights)
    assert same(ours["pi"], oracle.pi(items, apart)) and same(ours["cohen"], oracle.light(items, apart))
    chance = oracle.mean(apart(a, b) for a in scale for b in scale)
    assert same(ours["uniform"], oracle.beyond(oracle.observed(items, apart), chance))


@pytest.fixture(scope="module")
def grid():
    """200 items × 4 assessors on a scale of 1 to 5, some of them guesses."""
    draw = np.random.default_rng(7)
    true = draw.integers(1, 6, (200, 1))
    return np.where(draw.random((200, 4)) < 0.6, true, draw.integers(1, 6, (200, 4))).astype(float)


@pytest.mark.parametrize("distance", DISTANCES)
def test_alpha_equals_the_package_krippendorff(grid, distance):
    theirs = pytest.importorskip("krippendorff")
    holes = np.where(np.random.default_rng(8).random(grid.shape) < 0.3, np.nan, grid)
    for matrix in (grid, holes):
        expected = theirs.alpha(matrix.T, level_of_measurement=distance)
        assert values(table(matrix), distance=distance)["alpha"] == pytest.approx(expected, rel=1e-12)


def test_pi_and_uniform_equal_statsmodels(grid):
    theirs = pytest.importorskip("statsmodels.stats.inter_rater")
    counts = theirs.aggregate_raters(grid)[0]
    ours = values(table(grid))
    assert ours["pi"] == pytest.approx(theirs.fleiss_kappa(counts, "fleiss"), rel=1e-12)
    assert ours["uniform"] == pytest.approx(theirs.fleiss_kappa(counts, "randolph"), rel=1e-12)


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_cohen_equals_statsmodels(grid, weights):
    theirs = pytest.importorskip("statsmodels.stats.inter_rater")
    cells = np.zeros((5, 5))
    np.add.at(cells, tuple(grid[:, :2].T.astype(int) - 1), 1)
    expected = theirs.cohens_kappa(cells, wt=None if weights == "none" else weights).kappa
    report = agreement(table(grid[:, :2]), weights=weights, draws=QUICK)
    assert report.value("cohen") == report.pairs[0].cohen == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("share", "tags"), [(77, 4), (71, 15)])
def test_kilgarriff_s_example(share, tags):
    """Raw .77 with 4 tags and .71 with 15 are both .69."""
    items = [{"ann": "x", "bob": "x" if n < share else "y"} for n in range(100)]
    ours = values(rated(items, [tags] * 100))
    assert ours["raw"] == pytest.approx(share / 100) and round(ours["uniform"], 2) == 0.69


def test_partial_credit_is_the_share_of_tags_in_common():
    items = [{"ann": frozenset("xy"), "bob": "x"}, {"ann": "z", "bob": "z"}, {"ann": frozenset("xy"), "bob": "z"}]
    assert values(rated(items))["raw"] == pytest.approx((1 / 2 + 1 + 0) / 3)


def test_a_listed_scale_counts_its_unused_steps():
    """With 1 and 4 of a scale of 4 the disagreement is complete, with 1 and 2 it is a third of that."""
    items = [{"ann": 1, "bob": 2}, {"ann": 2, "bob": 2}]
    scale = (1.0, 2.0, 3.0, 4.0)
    ours = values(rated(items, [scale] * 2), weights="linear")["uniform"]
    mean = sum(abs(a - b) for a in scale for b in scale) / 16
    assert ours == pytest.approx(1 - (1 / 2) / mean)
    words = rated([{"ann": "low", "bob": "high"}, {"ann": "mid", "bob": "mid"}], [("low", "mid", "high")] * 2)
    assert values(words, weights="quadratic")["cohen"] == pytest.approx(1 - 2 / ((1 + 4 + 0 + 1) / 4))


@given(items_of(single))
def test_perfect_agreement_is_1(items):
    whole = [dict.fromkeys(item, next(iter(item.values()))) for item in items]
    for name, value in values(rated(whole)).items():
        assert math.isnan(value) or value == pytest.approx(1), name


@given(items_of(grades), st.randoms(use_true_random=False))
def test_order_and_names_change_nothing(items, chance: random.Random):
    ours = values(rated(items), weights="linear")
    new = dict(zip(NAMES, chance.sample(NAMES, 4), strict=True))
    mixed = [{new[name]: v for name, v in chance.sample(list(item.items()), len(item))} for item in items]
    chance.shuffle(mixed)
    theirs = values(rated(mixed), weights="linear")
    assert all(same(ours[name], None if math.isnan(theirs[name]) else theirs[name]) for name in ours)


def test_blind_answers_give_about_0():
    draw = np.random.default_rng(3)
    matrix = draw.choice(4, (3000, 3), p=[0.4, 0.3, 0.2, 0.1]).astype(float)
    found = values(table(matrix))
    assert all(abs(found[name]) < 0.03 for name in ("pi", "cohen", "alpha"))
    assert 0.05 < found["uniform"] < 0.1, "a uniform guesser agrees less than these do by chance"


def test_intervals_cover_the_truth():
    """50 items, 2 assessors who know 3 of 5 answers and guess evenly else: κ is 0.36 in the long run."""
    draw = np.random.default_rng(5)
    hits = 0
    for seed in range(200):
        knows = (draw.random((50, 2)) < 0.6).astype(bool)
        matrix = np.where(knows, draw.integers(0, 3, (50, 1)), draw.integers(0, 3, (50, 2)))
        report = agreement(table(matrix), ["pi"], draws=Draws(resamples=200, seed=seed, unit="item"))
        hits += report.coefficients[0].low <= 0.36 <= report.coefficients[0].high
    assert 0.88 <= hits / 200 <= 0.99


def test_the_seed_decides_the_interval(grid):
    ratings = table(grid)
    first, again, other = (
        agreement(ratings, ["alpha"], draws=Draws(resamples=100, seed=seed, unit="item")) for seed in (1, 1, 2)
    )
    assert first == again and first.coefficients[0].low != other.coefficients[0].low
    assert "seed:1|" in first.coefficients[0].signature


@pytest.mark.parametrize(("answers", "distance"), [([1e7, 1e7 + 1], "ratio"), ([5e-9, 0.0], "interval")])
def test_answers_are_not_the_same_because_they_are_near(answers, distance):
    """Of two different answers any distance makes the same coefficient."""
    low, high = answers
    items = [{"ann": low, "bob": low}, {"ann": low, "bob": high}, {"ann": high, "bob": high}, {"ann": low, "bob": low}]
    assert same(values(rated(items), distance=distance)["alpha"], oracle.alpha(items, "nominal"))


@pytest.mark.parametrize("far", [1e8, -1e8])
def test_an_outlier_leaves_resamples_without_it_defined(far):
    draw = np.random.default_rng(2)
    matrix = np.concatenate([draw.integers(0, 3, (20, 2)), [[far, far]]]).astype(float)
    (found,) = agreement(
        table(matrix), ["alpha"], distance="interval", draws=Draws(resamples=200, unit="item")
    ).coefficients
    assert found.notice is None and found.high > 0.99
    without = agreement(table(matrix[:20]), ["alpha"], distance="interval", draws=QUICK).value("alpha")
    weights = np.array([[1.0] * 20 + [0.0]])
    pairs = AnswerPairs.of(table(matrix))
    numbers = [answer for answer in pairs.scale if isinstance(answer, float)]
    whole = Answers(pairs, Equality(), Equality(), Squares.of(numbers), np.ones(21))
    assert coefficient_of("alpha").values(whole, weights)[0] == pytest.approx(without, rel=1e-6)


def test_an_assessor_s_items_count_once():
    report = agreement(rated([dict.fromkeys(NAMES[:3], "x" if n % 2 else "y") for n in range(10)]), draws=QUICK)
    assert [one.n for one in report.per_assessor()] == [10, 10, 10]


def test_tags_of_items_with_one_answer_are_possible_tags():
    items = [{"ann": "x", "bob": "x"}, {"ann": "x", "bob": "y"}, {"ann": "z"}, {"ann": "w"}]
    assert values(rated(items))["uniform"] == pytest.approx((1 / 2 - 1 / 4) / (1 - 1 / 4))
    assert "an answer is one tag" in coefficient_of("uniform").chance


def test_undefined_has_a_reason():
    report = agreement(rated([{"ann": "x", "bob": "x"}, {"ann": "x", "bob": "x"}]), draws=QUICK)
    found = {one.coefficient: one for one in report.coefficients}
    assert found["raw"].value == 1 and found["raw"].reason is None
    for name in set(USUAL) - {"raw"}:
        assert math.isnan(found[name].value) and found[name].reason.startswith("all answers are the same")
        assert found[name].to_dict()["value"] is None and found[name].to_dict()["raw"] == 1
    assert report.pairs[0].reason and report.to_dict()["pairs"][0]["cohen"] is None


def test_what_is_left_out_is_told():
    items = [{"ann": "x", "bob": "y"}, {"ann": "x"}, {"cem": "x", "dee": "x"}]
    report = agreement(rated(items), draws=QUICK)
    assert report.notices == ("items with one answer only, which count for nothing here: 1",)
    cohen = next(one for one in report.coefficients if one.coefficient == "cohen")
    assert "1 of 2 pairs of assessors are undefined" in cohen.notice
    assert "one item gives no interval" in agreement(rated(items[:1]), draws=QUICK).coefficients[0].notice


def test_without_shared_items_only_agreement_is_undefined():
    rows = [("1", "ann", 3), ("1", "ann", 4, "", "again"), ("2", "ann", 5), ("3", "bob", 1)]
    report = agreement(Judgements.of(rows).checked_answers(), draws=QUICK)
    for coefficient in report.coefficients:
        assert math.isnan(coefficient.value) and math.isnan(coefficient.low) and coefficient.n == 0
        assert coefficient.reason.startswith("no item has answers of two assessors (3 items, 2 assessors)")
    ann, bob = report.distributions
    assert (ann.mean, ann.n, bob.counts["1"]) == (4, 2, 1) and report.pairs == ()
    assert [consistency.assessor for consistency in report.consistency] == ["ann"]
    assert [math.isnan(assessor.raw) for assessor in report.per_assessor()] == [True, True]
    assert report.notices[0] == "items with one answer only, which count for nothing here: 3"
    assert "undefined: alpha: no item has" in str(report) and "4.00" in str(report)


def test_pairs_and_assessors(grid):
    report = agreement(table(grid), draws=QUICK)
    assert len(report.pairs) == 6 and all(pair.n == 200 for pair in report.pairs)
    one = report.per_assessor()[0]
    assert one.n == 200 and one.raw == pytest.approx(np.mean([pair.raw for pair in report.pairs[:3]]))
    assert report.value("cohen") == pytest.approx(np.mean([pair.cohen for pair in report.pairs]))


def test_repeats_count_once():
    rows = [
        ("1", "ann", "x"),
        ("1", "ann", "y", "", "2"),
        ("1", "bob", "x"),
        ("2", "bob", "y"),
    ]
    report = agreement(Judgements.of(rows), draws=QUICK)
    assert (
        report.value("raw") == 1 and report.notices[1] == "repeated answers, which count for self-consistency only: 1"
    )


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "there are no ratings"),
        ([("1", "ann", "x"), ("1", "ann", "y")], "assessor 'ann' answered item '1' twice"),
        ([("1", "ann", math.nan), ("1", "bob", 1)], "with 'nan'; expected a number or a tag"),
        ([("1", "ann", ""), ("1", "bob", "x")], "with ''; expected a number or a tag"),
        ([("1", "ann", []), ("1", "bob", "x")], "with ''; expected a number or a tag"),
        ([("1", "ann", "x"), ("1", "bob", 1)], "some answers are numbers and some are tags"),
        ([("1", "ann")], "the row ('1', 'ann') is no rating"),
        ([{"item": 1, "assessor": "ann", "score": 3}], "is no rating; expected item, assessor, answer"),
        ([("1", "ann", None)], "the answer None is no answer"),
    ],
)
def test_bad_ratings(rows, told):
    with pytest.raises(InputError) as refusal:
        agreement(Judgements.of(rows).checked_answers(), draws=QUICK)
    assert told in str(refusal.value)


def test_bad_requests():
    tags, numbers = rated([{"ann": "x", "bob": "y"}]), rated([{"ann": -1, "bob": 2}])
    several = rated([{"ann": frozenset("xy"), "bob": "y"}])
    for ratings, options, told in [
        (tags, {"distance": "interval"}, "distance interval needs numbers as answers"),
        (tags, {"weights": "linear"}, "weights linear need an order"),
        (several, {"weights": "linear"}, "weights linear need one answer each"),
        (rated([{"ann": 1, "bob": 2}], [3]), {"weights": "linear"}, "need one scale for all items"),
        (numbers, {"distance": "ratio"}, "distance ratio needs numbers from 0, but -1"),
    ]:
        with pytest.raises(InputError, match=told):
            agreement(ratings, **options)
    for options, told in [
        ({"distance": "cubic"}, "unknown distance 'cubic'"),
        ({"weights": "square"}, "unknown weights 'square'"),
        ({"coefficients": ["kappa"]}, "unknown coefficient 'kappa'"),
    ]:
        with pytest.raises(SpecError, match=told):
            agreement(numbers, **options)
