"""Reliability, sensitivity, heterogeneity and gain are those of the definitions, pair by pair."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from oracles import reliability as oracle
from steelyard.errors import InputError, SpecError
from steelyard.meta.sets import output_pairs
from steelyard.meta.sets.output_pairs import OutputPairs

NAMES = ("a", "b", "c", "d")


def table(seed: int, measures=4, systems=4, segments=5, missing=0.0, values=4):
    """Scores with ties, judgements and texts; some of the first two missing."""
    rng = np.random.default_rng(seed)
    quality = rng.integers(0, values, (systems, segments)).astype(float)
    scores = quality + rng.integers(0, values, (measures, systems, segments))
    texts = rng.integers(0, systems + 1, (systems, segments))
    for array in (scores, quality):
        array[rng.random(array.shape) < missing] = np.nan
    return scores, quality, texts


def listed(array):
    if array.ndim > 1:
        return [listed(row) for row in array]
    return [None if math.isnan(value) else value for value in array.tolist()]


def every_set(measures: int):
    return [members for size in range(1, measures + 1) for members in itertools.combinations(range(measures), size)]


def same(found: float, wanted) -> None:
    if wanted is None:
        assert math.isnan(found)
    else:
        assert found == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize("counted", ["all", "different"])
@pytest.mark.parametrize("missing", [0.0, 0.2, 0.7])
@pytest.mark.parametrize("seed", range(6))
def test_figures_are_those_of_the_definitions(seed, missing, counted):
    scores, quality, texts = table(seed, missing=missing)
    pairs = OutputPairs(NAMES, scores, quality, texts, pairs=counted)
    sets = every_set(4)
    rows = listed(scores), listed(quality)
    apart = texts.tolist() if counted == "different" else None
    same(pairs.chance, oracle.chance(*rows, apart))
    assert pairs.judged_pairs == len(list(oracle.judged_pairs(*rows, [], apart)))
    for members, found in zip(sets, pairs.figures([[NAMES[n] for n in one] for one in sets]), strict=True):
        same(found.reliability, oracle.reliability(*rows, members, apart))
        same(found.sensitivity, oracle.sensitivity(*rows, members, apart))
        same(found.heterogeneity, oracle.heterogeneity(rows[0], texts.tolist(), members))
        same(found.gain, oracle.gain(*rows, members, apart))
        assert found.same == (0 if apart else oracle.same(*rows, members, texts.tolist()))
        assert found.unanimous == len(oracle.unanimous(*rows, members, apart))
        assert found.judged and set(found.reasons) == {
            name for name in ("reliability", "sensitivity", "heterogeneity", "gain") if math.isnan(getattr(found, name))
        }


@pytest.mark.parametrize("counted", ["all", "different"])
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.2, 0.7]))
def test_the_best_single_measure_is_told(counted, seed, missing):
    """Which it is, its threshold, and the sensitivity that it has there, which is not below the set's."""
    scores, quality, texts = table(seed, missing=missing, segments=3)
    pairs = OutputPairs(NAMES, scores, quality, texts, pairs=counted)
    for members in ((2, 0), (1, 2, 3), (3,)):
        found = pairs.of(*(NAMES[n] for n in members))
        apart = texts.tolist() if counted == "different" else None
        wanted = oracle.best_single(listed(scores), listed(quality), members, apart)
        held = found.to_dict()
        if wanted is None:
            assert found.single_measure is held["single_measure"] is held["single_threshold"] is None
            assert math.isnan(found.single) and math.isnan(found.single_sensitivity)
            continue
        same(found.single, wanted[0])
        same(found.single_sensitivity, wanted[1])
        assert (found.single_measure, found.single_threshold) == (NAMES[wanted[2]], wanted[3])
        assert held["single_threshold"] == wanted[3] and held["single_sensitivity"] >= held["sensitivity"]


def test_texts_of_references_are_told_apart():
    """0 and below are texts of references: two such can differ, but do not count for heterogeneity."""
    scores, quality = np.zeros((1, 3, 1)), np.array([[1.0], [2.0], [3.0]])
    of_one, of_two = (OutputPairs("a", scores, quality, texts, pairs="different")
                      for texts in ([[0], [0], [1]], [[0], [-1], [1]]))  # fmt: skip
    assert (of_one.judged_pairs, of_two.judged_pairs) == (4, 6)
    assert of_one.of().distinct == of_two.of().distinct == 0


def test_equal_texts_can_be_left_out():
    """A measure is no better for outputs that two systems share."""
    scores, quality, texts = table(11, systems=3)
    copied = [np.concatenate([array, array[..., :1, :]], axis=-2) for array in (scores, quality, texts)]
    texts[...] = np.arange(1, 4)[:, None]
    copied[2][...] = np.array([1, 2, 3, 1])[:, None]
    every, apart = (OutputPairs(NAMES, *copied, pairs=counted) for counted in ("all", "different"))
    assert every.judged_pairs == 60 and apart.judged_pairs == 50
    assert every.of().same == 10 and apart.of().same == 0 and every.of().unanimous == apart.of().unanimous + 10
    assert every.of().confirmed == apart.of().confirmed + 10 and every.of().heterogeneity == apart.of().heterogeneity
    assert apart.of().signature == every.of().signature.replace("reliability:all-pairs", "reliability:different-texts")
    assert OutputPairs(NAMES, scores, quality).of().same is None


def test_only_equal_texts_leave_nothing():
    scores = np.ones((2, 2, 3))
    found = OutputPairs("ab", scores, np.ones((2, 3)), np.ones((2, 3), int), pairs="different")
    assert math.isnan(found.chance) and found.judged_pairs == 0 and math.isnan(found.of().gain)
    assert found.of().reasons["reliability"] == "in no judged pair of different texts do all measures agree"
    assert found.of().reasons["sensitivity"].startswith("no pair of judged outputs of different texts")
    assert found.additive_reliability().undefined == 1 and not len(found.threshold_curve("a").thresholds)


def test_different_texts_must_be_known():
    scores, quality, texts = table(1)
    with pytest.raises(InputError, match="the texts are not known; give them, or take pairs='all'"):
        OutputPairs(NAMES, scores, quality, pairs="different")
    with pytest.raises(SpecError, match="no pairs 'diferent'; did you mean 'different'"):
        OutputPairs(NAMES, scores, quality, texts, pairs="diferent")
    with pytest.raises(InputError, match="the texts are not known"):
        sy.reliability(sy.score(sy.sample(), measures=["bleu"]), pairs="different")


@pytest.mark.parametrize("seed", range(3))
def test_scores_without_ties(seed):
    """Differences of real numbers, each its own threshold."""
    rng = np.random.default_rng(seed)
    scores, quality = rng.random((3, 4, 4)), rng.random((4, 4))
    pairs = OutputPairs("abc", scores, quality)
    for members in every_set(3):
        found = pairs.of(*("abc"[n] for n in members))
        same(found.gain, oracle.gain(scores.tolist(), quality.tolist(), members))
        same(found.heterogeneity, oracle.heterogeneity(scores.tolist(), None, members))


def test_more_pairs_than_a_block_of_words_holds():
    """17,000 unordered pairs and more go through several blocks, the last one not full."""
    scores, quality, texts = table(1, measures=3, systems=8, segments=613, missing=0.05)
    found = OutputPairs("abc", scores, quality, texts).of("a", "b", "c")
    known = ~np.isnan(scores).any(axis=0)
    forth, judged, better, apart, against = [], [], [], [], []
    for s, t in itertools.permutations(range(8), 2):
        both = known[s] & known[t]
        forth.append(both & (scores[:, s] >= scores[:, t]).all(axis=0))
        judged.append(both & ~np.isnan(quality[s]) & ~np.isnan(quality[t]))
        better.append(both & (quality[s] >= quality[t]))
        apart.append(both & (texts[s] != texts[t]) & (texts[s] != 0) & (texts[t] != 0))
        against.append((scores[:, s] > scores[:, t]).any(axis=0) & (scores[:, s] < scores[:, t]).any(axis=0))
    forth, judged, better, apart, against = map(np.array, (forth, judged, better, apart, against))
    assert found.unanimous == (forth & judged).sum() and found.confirmed == (forth & better).sum()
    assert found.better == better.sum()
    assert found.distinct == apart.sum() and found.contradicted == (apart & against).sum()


def test_infinite_scores_compare():
    scores = np.array([[[math.inf, 1.0], [math.inf, -math.inf], [0.0, 2.0]], [[1.0, 2.0], [2.0, 0.0], [0.0, 0.0]]])
    quality = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 0.0]])
    pairs = OutputPairs("ab", scores, quality)
    for members in every_set(2):
        found = pairs.of(*("ab"[n] for n in members))
        same(found.reliability, oracle.reliability(scores.tolist(), quality.tolist(), members))
        same(found.gain, oracle.gain(scores.tolist(), quality.tolist(), members))
    far = OutputPairs("a", [[[math.inf], [0.0]]], [[1.0], [0.0]]).of()
    assert far.single_threshold == math.inf and far.to_dict()["single_threshold"] is None


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))
def test_a_copy_of_a_measure_changes_nothing(seed, missing):
    scores, quality, texts = table(seed, missing=missing)
    pairs = OutputPairs((*NAMES, "copy"), np.concatenate([scores, scores[:1]]), quality, texts)
    alone, with_copy = pairs.figures([["a", "b"], ["a", "b", "copy"]])
    assert repr(alone.to_dict() | {"measures": []}) == repr(with_copy.to_dict() | {"measures": []})


@given(st.integers(0, 10_000))
def test_heterogeneity_grows_and_sensitivity_falls_with_the_set(seed):
    scores, quality, texts = table(seed)
    path = OutputPairs(NAMES, scores, quality, texts).figures([NAMES[:n] for n in range(1, 5)])
    assert path[0].heterogeneity == 0
    for before, after in itertools.pairwise(path):
        assert before.heterogeneity <= after.heterogeneity and before.sensitivity >= after.sensitivity
        assert before.distinct == after.distinct


@given(st.integers(0, 10_000))
def test_a_monotone_change_of_scale_matters_to_the_gain_alone(seed):
    scores, quality, texts = table(seed, missing=0.1)
    plain = OutputPairs(NAMES, scores, quality, texts).of()
    scaled = OutputPairs(NAMES, np.exp(scores), 5 * quality - 1, texts).of()
    for name in ("reliability", "sensitivity", "heterogeneity"):
        assert repr(getattr(plain, name)) == repr(getattr(scaled, name))


@given(st.integers(0, 10_000))
def test_the_order_of_systems_and_measures_does_not_matter(seed):
    scores, quality, texts = table(seed, missing=0.2)
    turned = OutputPairs(NAMES, scores[:, ::-1], quality[::-1], texts[::-1])
    plain = OutputPairs(NAMES, scores, quality, texts)
    assert repr(plain.of("a", "c").to_dict()) == repr(turned.of("a", "c").to_dict())
    assert repr(plain.of("c", "a").to_dict() | {"measures": 0}) == repr(plain.of("a", "c").to_dict() | {"measures": 0})


def test_a_measure_that_is_the_quality_is_reliable():
    scores, quality, _ = table(3)
    found = OutputPairs("ab", np.stack([quality, scores[0]]), quality).of("a")
    assert found.reliability == found.sensitivity == 1 and found.gain == 0


def test_a_contrary_measure_makes_the_set_fully_heterogeneous():
    scores = np.random.default_rng(1).random((1, 3, 9))
    pairs = OutputPairs("ab", np.concatenate([scores, -scores]), scores[0])
    found = pairs.of("a", "b")
    assert found.heterogeneity == 1 and found.unanimous == 0
    assert math.isnan(found.reliability) and math.isnan(found.gain) and found.sensitivity == 0
    assert found.reasons["reliability"] == "in no judged pair do all measures agree"
    assert found.to_dict()["reliability"] is None and found.to_dict()["pairs"]["better"] == 27


def test_without_judgements_there_is_heterogeneity_alone():
    scores, _, texts = table(5)
    pairs = OutputPairs(NAMES, scores, None, texts)
    found = pairs.of("a", "b")
    assert found.heterogeneity == OutputPairs(NAMES, scores, scores[0], texts).of("a", "b").heterogeneity
    assert math.isnan(found.gain) and found.reasons["gain"] == "there are no human scores"
    assert "human:" not in found.signature
    for call in (pairs.additive_reliability, lambda: pairs.threshold_curve("a")):
        with pytest.raises(InputError, match="needs human scores"):
            call()


def test_the_signature_tells_which_pairs_count():
    scores, quality, texts = table(2)
    scores[0, 0, 0] = quality[1, 1] = math.nan
    found = OutputPairs(NAMES, scores, quality, texts, human="MQM").pairs()[0]
    assert found.signature == (
        "pairs:ordered|level:segment|systems:4|segments:5|human:MQM|judged:19/20|missing:1/80|"
        "reliability:all-pairs|heterogeneity:different-texts|sets:all-pairs"
    )
    assert OutputPairs(NAMES, scores).of().signature.endswith("heterogeneity:all-pairs")


@pytest.mark.parametrize("counted", ["all", "different"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_threshold_curves_are_those_of_the_definition(missing, counted):
    scores, quality, texts = table(7, measures=2, missing=missing)
    curve = OutputPairs("ab", scores, quality, texts, pairs=counted).threshold_curve("b")
    apart = texts.tolist() if counted == "different" else None
    rows = listed(scores), listed(quality)
    assert list(curve.thresholds) == sorted(curve.thresholds, reverse=True)
    for threshold, r, s in zip(curve.thresholds, curve.reliability, curve.sensitivity, strict=True):
        wanted = oracle.at_threshold(*rows, 1, threshold, apart)
        same(r, wanted[0])
        same(s, wanted[1])
    assert len(set(curve.sensitivity)) == len(curve.sensitivity) and curve.sensitivity[-1] == 1


def test_additive_reliability_is_of_every_pair_of_measures():
    scores, quality, _ = table(4)
    found = OutputPairs(NAMES, scores, quality).additive_reliability()
    rows = listed(scores), listed(quality)
    for names, difference in zip(found.measures, found.differences, strict=True):
        a, b = map(NAMES.index, names)
        alone = max(oracle.reliability(*rows, [a]), oracle.reliability(*rows, [b]))
        same(difference, oracle.reliability(*rows, [a, b]) - alone)
    assert found.positive == sum(d > 0 for d in found.differences) and found.share == found.positive / 6
    assert found.to_dict()["share"] == found.share and len(found.to_dict()["additive_reliability"]) == 6


def test_undefined_additive_reliability_is_counted():
    scores = np.random.default_rng(1).random((1, 3, 9))
    found = OutputPairs("ab", np.concatenate([scores, -scores]), scores[0]).additive_reliability()
    assert found.undefined == 1 and math.isnan(found.share) and found.to_dict()["share"] is None


def test_random_sets():
    scores, quality, _ = table(4, measures=9)
    pairs = OutputPairs("abcdefghi", scores, quality)
    found = pairs.random_sets(30, (2, 3, 9), seed=5)
    sizes = [len(one.measures) for one in found]
    assert sizes == [2] * 30 + [3] * 30 + [9]
    assert all(len(set(one.measures)) == len(one.measures) for one in found)
    assert len({one.measures for one in found}) == len(found)
    assert found == pairs.random_sets(30, (2, 3, 9), seed=5) != pairs.random_sets(30, (2, 3, 9), seed=6)
    assert found[0].signature.endswith("sets:random|sizes:2,3,9|per-size:30|seed:5")
    assert {one.measures for one in pairs.random_sets(36, (2,))} == {one.measures for one in pairs.pairs()}
    assert {name for one in pairs.random_sets(5, (2,), among=["b", "d", "f"]) for name in one.measures} == set("bdf")


def test_every_measure_is_drawn_as_often():
    scores, _, _ = table(4, measures=40, systems=2, segments=1)
    names = [f"m{n}" for n in range(40)]
    drawn = OutputPairs(names, scores).random_sets(4000, (5,), seed=1)
    counts = np.bincount([names.index(name) for one in drawn for name in one.measures], minlength=40)
    assert counts.sum() == 20_000
    chi_square = ((counts - 500) ** 2 / 500).sum()
    assert chi_square < 80  # 39 degrees of freedom: 72.1 has p = .001


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))
def test_the_next_measure_is_the_one_that_raises_heterogeneity_most(seed, missing):
    scores, _, texts = table(seed, missing=missing)
    pairs = OutputPairs(NAMES, scores, None, texts)
    found = pairs.additions(["b"])
    base = pairs.of("b").heterogeneity
    wanted = {name: pairs.of("b", name).heterogeneity - base for name in "acd"}
    assert {one.measure: repr(one.increase) for one in found} == {name: repr(value) for name, value in wanted.items()}
    defined = [one.increase for one in found if not math.isnan(one.increase)]
    assert defined == sorted(defined, reverse=True) and all(math.isnan(o.increase) for o in found[len(defined) :])
    assert found[0].to_dict()["with"]["measures"] == ["b", found[0].measure]


def test_greedy_growth():
    scores, quality, texts = table(8)
    pairs = OutputPairs(NAMES, scores, quality, texts)
    path = pairs.greedy(4)
    assert [len(one.measures) for one in path] == [2, 3, 4]
    assert path[0].heterogeneity == max(one.heterogeneity for one in pairs.pairs())
    assert path[1] == pairs.additions(path[0].measures)[0].figures
    assert [one.measures[0] for one in pairs.greedy(3, start=["c"])] == ["c", "c"]
    for size, start in ((1, ()), (5, ()), (2, ("a", "b"))):
        with pytest.raises(SpecError, match="cannot grow"):
            pairs.greedy(size, start)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"measures": ("a", "b", "c", "a")}, InputError, "'a' is given twice"),
        ({"measures": ("a",)}, InputError, "expected measure × system × segment for 1 measures"),
        ({"scores": [["x"]]}, InputError, "not all numbers"),
        ({"scores": np.zeros((4, 1, 5))}, InputError, "1 system and 5 segments"),
        ({"quality": np.zeros((5, 4))}, InputError, "quality has the shape"),
        ({"texts": np.zeros((4, 5))}, InputError, "expected whole numbers"),
    ],
)  # fmt: skip
def test_impossible_tables(change, error, words):
    scores, quality, texts = table(1)
    given = {"measures": NAMES, "scores": scores, "quality": quality, "texts": texts} | change
    with pytest.raises(error, match=words):
        OutputPairs(**given)


def test_impossible_sets():
    pairs = OutputPairs(NAMES, table(1)[0])
    with pytest.raises(SpecError, match="no measure 'e' here"):
        pairs.of("a", "e")
    with pytest.raises(SpecError, match="a set of measures is empty"):
        pairs.figures([[]])
    with pytest.raises(SpecError, match="'ab' is no set of measures"):
        pairs.figures(["ab"])
    with pytest.raises(SpecError, match="sets of 5 measures are not possible; there are 4"):
        pairs.random_sets(10, (2, 5))
    with pytest.raises(SpecError, match="count=0"):
        pairs.random_sets(0, (2,))
    assert pairs.figures([]) == ()


def test_too_many_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(output_pairs, "MOST_BYTES", 1000)
    scores, quality, _ = table(1)
    assert OutputPairs(NAMES, scores).of().distinct == 60
    with pytest.raises(InputError, match=r"30 pairs of outputs .30 judged. and would take .* take fewer systems or"):
        OutputPairs(NAMES, scores, quality)


def test_pairs_that_nobody_judged_take_no_room_for_thresholds(monkeypatch):
    scores, quality, _ = table(1)
    few = np.where(np.arange(quality.shape[1]) < 1, quality, np.nan)
    monkeypatch.setattr(output_pairs, "MOST_BYTES", 1500)
    assert OutputPairs(NAMES, scores, few).judged


def test_chance_is_the_reliability_of_no_measure():
    scores, quality, _ = table(6, missing=0.2)
    flat = OutputPairs(("a", "flat"), np.stack([scores[0], np.zeros(quality.shape)]), quality)
    assert flat.chance == flat.of("flat").reliability
    assert math.isnan(OutputPairs(NAMES, scores).chance)


def test_pairs_are_equal_by_content_and_say_what_the_measures_are_worth():
    scores, quality, texts = table(3)
    pairs = OutputPairs(NAMES, scores, quality, texts)
    assert pairs == OutputPairs(NAMES, scores.copy(), quality, texts) != OutputPairs(NAMES, scores, quality)
    content = pairs.to_dict()
    assert content["reliability"] == [figures.to_dict() for figures in (*pairs.singles(), pairs.of())]
    assert (content["chance"], content["judged_pairs"]) == (pairs.chance, pairs.judged_pairs)
    frame = pairs.to_pandas()
    assert list(frame["reliability"])[-1] == pairs.of().reliability and frame["measures"][0] == NAMES[0]
    assert f"{pairs.judged_pairs:,} ordered pairs of judged outputs" in str(pairs)
    assert "only heterogeneity is defined" in str(OutputPairs(NAMES, scores))
