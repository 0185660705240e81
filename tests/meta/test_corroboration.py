"""Which improvements all measures confirm."""

import json
import math

import numpy as np
import pytest
from oracles import corroboration as oracle
from oracles import reliability as pairs_oracle

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.multiplicity import corrected
from steelyard.meta.clusters import complete_linkage
from steelyard.meta.corroboration import CANDIDATES, VERDICTS, corroborate
from steelyard.meta.table import score_table
from steelyard.outside import OutsideScores
from steelyard.scores import from_statistics

SYSTEMS = ("A", "B", "C", "D")


def columns(seed, measures=3, segments=12, ties=4, missing=0.0):
    """Outside measures with few different values, so that ties are many."""
    rng = np.random.default_rng(seed)
    made = []
    for n in range(measures):
        values = rng.integers(0, ties, (len(SYSTEMS), segments)) + np.array([[0.6], [0.3], [0.3], [0]])
        values = np.where(rng.random(values.shape) < missing, math.nan, np.round(values))
        made.append(OutsideScores(f"m{n}", SYSTEMS, values, higher_is_better=n != 1))
    return made


def corroborated(made, **options):
    scores = from_statistics([one.statistics() for one in made])
    return corroborate(scores, trials=400, **options)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("correct", ["none", "holm"])
def test_verdicts_are_those_of_the_definition(seed, correct):
    made = columns(seed, missing=0.1 * (seed % 2))
    level = 0.2
    found = corroborated(made, correct=correct, level=level)
    oriented = {one.label: one.values * (1 if one.higher_is_better else -1) for one in made}
    raw = []
    for one in found.improvements:
        a, b = (SYSTEMS.index(name) for name in (one.better, one.worse))
        differences = [float(np.nanmean(v[a]) - np.nanmean(v[b])) for v in oriented.values()]
        differences = [0.0 if abs(d) < 1e-9 else d for d in differences]
        p = [c.p for c in one.comparisons]
        verdict, favoured, least = oracle.verdict(differences, p, 1.0)
        raw.append(least)
        assert one.p == least
        assert one.verdict in {"confirmed": ("confirmed", "unanimous")}.get(verdict, (verdict,))
        if favoured is not None:
            assert favoured == 1 and not one.opposing and one.supporting
        assert len(one.supporting) >= len(one.opposing)
        assert {*one.supporting, *one.opposing, *one.silent} == set(oriented)
        sides = [[v[n].tolist() for v in oriented.values()] for n in (a, b)]
        for share, order in ((one.agreed, sides), (one.contrary, sides[::-1])):
            assert share == pytest.approx(oracle.agreed(*order), nan_ok=True)
    values = corrected(np.array(raw), correct)
    for one, value in zip(found.improvements, values, strict=True):
        assert one.p_corrected == pytest.approx(value)
        assert (one.verdict == "confirmed") == (not one.opposing and bool(one.supporting) and value <= level)


def test_the_set_is_weighed_as_by_definition():
    made = columns(3)
    found = corroborated(made)
    scores = np.stack([one.values * (1 if one.higher_is_better else -1) for one in made])
    assert found.figures.heterogeneity == pytest.approx(pairs_oracle.heterogeneity(scores, None, range(3)))


def test_equal_systems_are_never_confirmed():
    values = np.random.default_rng(1).normal(size=(1, 30)).repeat(4, axis=0)
    made = [OutsideScores(f"m{n}", SYSTEMS, values + n) for n in range(3)]
    found = corroborated(made)
    assert {one.verdict for one in found.improvements} == {"open"} and all(one.p == 1 for one in found.improvements)


def test_unanimity_by_chance_is_confirmed_no_more_often_than_the_level():
    """Two systems that are alike: the greatest p is below .05 in 5 % of the cases or less."""
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(200):
        first = rng.normal(size=(2, 40))
        made = [OutsideScores(f"m{n}", ("A", "B"), first + 0.3 * rng.normal(size=(2, 40))) for n in range(2)]
        scores = from_statistics([one.statistics() for one in made])
        alarms += bool(corroborate(scores, trials=199).of("confirmed"))
    assert alarms <= 20, alarms


@pytest.fixture(scope="module")
def sample():
    return corroborate(sy.sample(), ["bleu", "ter", "rouge-l"], candidates=["wer", "bleu", "per"], trials=500)


def test_sample(sample):
    assert sample.measures == ("bleu", "ter", "rouge-l") and len(sample.improvements) == 15
    assert {one.measure for one in sample.additions} == {"wer", "per"}
    increases = [one.increase for one in sample.additions]
    assert increases == sorted(increases, reverse=True) and min(increases) >= 0
    assert [one.dimension for one in sample.worth] == ["adequacy", "fluency"]
    assert all(one.judged == len(sample.of("confirmed")) for one in sample.worth)
    ranks = [VERDICTS.index(one.verdict) for one in sample.improvements]
    assert ranks == sorted(ranks)
    held = json.loads(json.dumps(sample.to_dict()))
    assert held["improvements"][0]["measures"][0]["measure"] == "bleu" and len(held["signatures"]) == 3


def test_additions_do_not_change_the_rest(sample):
    plain = corroborate(sy.sample(), ["bleu", "ter", "rouge-l"], candidates=[], trials=500)
    ours, theirs = plain.to_dict(), sample.to_dict()
    assert not ours.pop("additions") and theirs.pop("additions") and ours == theirs


def test_saved_scores_say_the_same_but_for_texts(sample):
    scores = sy.score(sy.sample(), measures=["bleu", "ter", "rouge-l"])
    found = corroborate(scores, trials=500)
    assert [(i.better, i.worse, i.verdict, i.p) for i in found.improvements] == [
        (i.better, i.worse, i.verdict, i.p) for i in sample.improvements
    ]
    assert any("texts are not known" in notice for notice in found.notices)


def test_baseline():
    found = corroborate(sy.sample(), ["bleu", "ter"], candidates=[], baseline="cedar", trials=200)
    assert len(found.improvements) == 5 and all("cedar" in (i.better, i.worse) for i in found.improvements)


def test_refusals():
    corpus = sy.sample()
    for given, options, error, told in (
        (corpus, {"measures": ["bleu"]}, InputError, "one measure"),
        (corpus, {"redundant": 2.0}, SpecError, "redundant=2.0"),
        ({"A": ["x"]}, {}, SpecError, "a Corpus or Scores, not dict"),
        (sy.score(corpus, measures=["bleu", "ter"]), {"dimensions": ["adequacy"]}, SpecError, "no human scores"),
        (corpus, {"baseline": "zebra"}, SpecError, "zebra"),
        (corpus, {"unit": "zebra"}, SpecError, "zebra"),
    ):
        with pytest.raises(error, match=told):
            corroborate(given, **options)


def test_whole_scores_are_refused():
    whole = OutsideScores("comet", tuple(sy.sample().systems), np.arange(6.0)[:, None], whole=True)
    with pytest.raises(InputError, match="comet has one score for each system"):
        corroborate(sy.sample(), ["bleu", "ter"], outside=[whole], candidates=[])


def test_every_candidate_is_a_measure_of_references():
    table = score_table(sy.sample(), CANDIDATES)
    assert table.measures == CANDIDATES


@pytest.mark.parametrize("seed", range(20))
def test_clusters_are_complete(seed):
    rng = np.random.default_rng(seed)
    apart = rng.random((7, 7))
    apart = (apart + apart.T) / 2
    apart[rng.random((7, 7)) < 0.05] = math.nan
    apart = np.where(np.isnan(apart) | np.isnan(apart.T), math.nan, apart)
    np.fill_diagonal(apart, 0)
    clusters = complete_linkage(apart, 0.4)
    assert sorted(n for cluster in clusters for n in cluster) == list(range(7))
    for cluster in clusters:
        assert all(apart[a, b] <= 0.4 for a in cluster for b in cluster)
    for first, cluster in enumerate(clusters):
        for other in clusters[first + 1 :]:
            assert not all(apart[a, b] <= 0.4 for a in cluster for b in other), "these two could be joined"
