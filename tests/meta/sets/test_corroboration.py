"""Which improvements all measures confirm."""

import itertools
import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from oracles import corroboration as oracle
from oracles import reliability as pairs_oracle
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.meta.sets.corroborate import CANDIDATES, corroborate, weigh
from steelyard.meta.sets.corroboration import VERDICTS
from steelyard.meta.sets.redundancy import complete_linkage
from steelyard.meta.sets.reliability import reliability
from steelyard.report.forms import rendered
from steelyard.scores import from_statistics
from steelyard.scores.external import ExternalScores
from steelyard.scores.table import score_table

SYSTEMS = ("A", "B", "C", "D")


def columns(seed, measures=3, segments=12, ties=4, missing=0.0):
    """External measures with few different values, so that ties are many."""
    rng = np.random.default_rng(seed)
    made = []
    for n in range(measures):
        values = rng.integers(0, ties, (len(SYSTEMS), segments)) + np.array([[0.6], [0.3], [0.3], [0]])
        values = np.where(rng.random(values.shape) < missing, math.nan, np.round(values))
        made.append(ExternalScores(f"m{n}", SYSTEMS, values, higher_is_better=n != 1))
    return made


def corroborated(made, **options):
    scores = from_statistics([one.statistics() for one in made])
    return corroborate(scores, draws=sy.Draws(trials=400), **options)


def weighed(made, people=(), redundant=0.1, trials=10_000, **settings):
    """What is confirmed by any test of `compare`."""
    table = score_table(None, external=made)
    return weigh(
        table, compare(table.scores(), draws=sy.Draws(resamples=20, trials=trials), **settings), people, redundant
    )


def oriented(made):
    return {one.label: one.values * (1 if one.higher_is_better else -1) for one in made}


def expected(made, test, correct):
    """Of every pair of systems, what the oracle says: verdict, who is favoured, p, corrected p."""
    held = {}
    for a, b in itertools.combinations(range(len(SYSTEMS)), 2):
        both = [values[[a, b]] for values in oriented(made).values()]
        sides = [tuple(values[:, ~np.isnan(values).any(axis=0)].tolist()) for values in both]
        apart = [float(np.mean(own) - np.mean(other)) for own, other in sides]
        tested, p = zip(*(test(own, other) for own, other in sides), strict=True)
        held[SYSTEMS[a], SYSTEMS[b]] = oracle.verdict([0.0 if abs(d) < 1e-9 else d for d in apart], tested, p)
    p = corrected(np.array([found[2] for found in held.values()]), correct)
    return {pair: (*found, value) for (pair, found), value in zip(held.items(), p, strict=True)}


def skewed(seed, **options):
    """Measures with a few segments that outweigh all others, so that means and wins often contradict each other."""
    rng = np.random.default_rng(seed)
    return [
        replace(one, values=one.values + 6 * one.values * (rng.random(one.values.shape) < 0.15))
        for one in columns(seed, **options)
    ]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("correct", ["none", "holm"])
@pytest.mark.parametrize("test", ["randomisation", "sign"])
def test_verdicts_are_those_of_the_definition(seed, correct, test):
    segments = {"randomisation": 8, "sign": 24}[test]
    make = {"randomisation": columns, "sign": skewed}[test]
    made, level = make(seed, measures=2 + seed % 2, segments=segments, missing=0.1 * (seed % 2)), 0.2
    found = weighed(made, test=test, trials=400, correct=correct, alpha=level)
    own = {"randomisation": oracle.randomisation, "sign": oracle.sign_test}[test]
    for (a, b), (verdict, favoured, p, p_corrected) in expected(made, own, correct).items():
        (one,) = [one for one in found.improvements if {one.better, one.worse} == {a, b}]
        if favoured is not None:
            assert (one.better, one.opposing) == (a if favoured == 1 else b, ()) and one.supporting
        assert one.p == pytest.approx(p) and one.p_corrected == pytest.approx(p_corrected)
        sure = verdict == "unanimous" and p_corrected <= level
        assert one.verdict == ("confirmed" if sure else verdict)
        assert len(one.supporting) >= len(one.opposing)
        assert {*one.supporting, *one.opposing, *one.silent} == {m.label for m in made}
        numbers = [SYSTEMS.index(name) for name in (one.better, one.worse)]
        sides = [[values[n].tolist() for values in oriented(made).values()] for n in numbers]
        for share, order in ((one.agreed, sides), (one.contrary, sides[::-1])):
            assert share == pytest.approx(oracle.agreed(*order), nan_ok=True)


def test_the_oracle_meets_tests_that_contradict_the_whole_test_set():
    """What the property test above is for: a small p of a test that favours the other system, or neither."""
    conflicts = 0
    for seed in range(12):
        for values in oriented(skewed(seed, segments=24)).values():
            for a, b in itertools.combinations(range(len(SYSTEMS)), 2):
                sign, p = oracle.sign_test(values[a].tolist(), values[b].tolist())
                conflicts += p <= 0.5 and sign * float(np.mean(values[a]) - np.mean(values[b])) < 0
    assert conflicts >= 3


@pytest.fixture
def against_the_units():
    """A is right in 30 short segments, B in one long one, which outweighs them."""
    short = [f"alpha{n} beta{n}" for n in range(30)]
    long = " ".join(f"word{n}" for n in range(300))
    outputs = {
        "A": [*short, " ".join(f"other{n}" for n in range(300))],
        "B": [*(f"alpha{n} gamma" for n in range(30)), long],
    }
    return sy.Corpus.of(outputs, [*short, long])


@pytest.mark.parametrize("test", ["z", "t", "unpaired-t", "wilcoxon", "sign", "tukey", "scheffe"])
def test_what_a_test_finds_the_other_way_round_confirms_nothing(against_the_units, test):
    table = score_table(against_the_units, ["wer", "per"])
    made = compare(table.scores(), test=test, draws=sy.Draws(resamples=20))
    assert all(one.p <= 0.05 and one.better is None for one in made.comparisons)
    (one,) = weigh(table, made).improvements
    assert (one.better, one.verdict, one.p, one.weakest) == ("B", "unanimous", 1.0, None)
    assert {found.favoured for found in one.comparisons} == {None}


@pytest.mark.parametrize("test", ["tukey", "scheffe", "t"])
def test_what_a_test_corrects_by_itself_is_not_corrected_again(test):
    rng = np.random.default_rng(4)
    values = rng.normal(size=(2, 4, 40)) + np.array([[0.7], [0.5], [0.2], [0]])
    found = weighed([ExternalScores(f"m{n}", SYSTEMS, one) for n, one in enumerate(values)], test=test)
    same = [one.p_corrected == one.p for one in found.improvements if one.p < 1]
    assert all(same) if test != "t" else not all(same)
    told = found.explanations()["confirmed"]
    assert ("holm" in told) == (test == "t") and ("tukey" in told) == (test == "tukey")


def test_the_set_is_weighed_as_by_definition():
    made = columns(3)
    found = corroborated(made)
    scores = np.stack([one.values * (1 if one.higher_is_better else -1) for one in made])
    assert found.figures.heterogeneity == pytest.approx(pairs_oracle.heterogeneity(scores, None, range(3)))


def test_equal_systems_are_never_confirmed():
    values = np.random.default_rng(1).normal(size=(1, 30)).repeat(4, axis=0)
    made = [ExternalScores(f"m{n}", SYSTEMS, values + n) for n in range(3)]
    found = corroborated(made)
    assert {one.verdict for one in found.improvements} == {"open"} and all(one.p == 1 for one in found.improvements)


def test_unanimity_by_chance_is_confirmed_no_more_often_than_the_level():
    """Two systems that are alike: the greatest p is below .05 in 5 % of the cases or less."""
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(200):
        first = rng.normal(size=(2, 40))
        made = [ExternalScores(f"m{n}", ("A", "B"), first + 0.3 * rng.normal(size=(2, 40))) for n in range(2)]
        scores = from_statistics([one.statistics() for one in made])
        alarms += bool(corroborate(scores, draws=sy.Draws(trials=199)).of("confirmed"))
    assert alarms <= 20, alarms


@pytest.fixture(scope="module")
def sample():
    return corroborate(
        sy.sample(), ["bleu", "ter", "rouge-l"], candidates=["wer", "bleu", "per"], draws=sy.Draws(trials=500)
    )


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
    assert held["improvements"][0]["measures"][0]["measure"] == "bleu" and len(held["signatures"]) == 3 + 2


def test_additions_do_not_change_the_rest(sample):
    plain = corroborate(sy.sample(), ["bleu", "ter", "rouge-l"], candidates=[], draws=sy.Draws(trials=500))
    ours, theirs = plain.to_dict(), sample.to_dict()
    assert not ours.pop("additions") and theirs.pop("additions") and ours == theirs


def test_saved_scores_say_the_same_but_for_texts(sample):
    scores = sy.score(sy.sample(), measures=["bleu", "ter", "rouge-l"])
    found = corroborate(scores, draws=sy.Draws(trials=500))
    assert [(i.better, i.worse, i.verdict, i.p) for i in found.improvements] == [
        (i.better, i.worse, i.verdict, i.p) for i in sample.improvements
    ]
    assert any("texts are not known" in notice for notice in found.notices)


def test_baseline():
    found = corroborate(sy.sample(), ["bleu", "ter"], candidates=[], baseline="cedar", draws=sy.Draws(trials=200))
    assert len(found.improvements) == 5 and all("cedar" in (i.better, i.worse) for i in found.improvements)


def test_refusals():
    corpus = sy.sample()
    for given, options, error, told in (
        (corpus, {"measures": ["bleu"]}, InputError, "one measure"),
        (corpus, {"redundant": 2.0}, SpecError, "redundant=2.0"),
        ({"A": ["x"]}, {}, SpecError, "dict is neither a Corpus nor Scores"),
        (sy.score(corpus, measures=["bleu", "ter"]), {"dimensions": ["adequacy"]}, InputError, "no human scores"),
        (corpus, {"baseline": "zebra"}, SpecError, "zebra"),
        (corpus, {"draws": sy.Draws(unit="zebra")}, SpecError, "zebra"),
    ):
        with pytest.raises(error, match=told):
            corroborate(given, **options)


def test_whole_scores_are_refused():
    whole = ExternalScores("comet", tuple(sy.sample().systems), np.arange(6.0)[:, None], whole=True)
    with pytest.raises(InputError, match="comet has one score for each system"):
        corroborate(sy.sample(), ["bleu", "ter"], external=[whole], candidates=[])


def test_given_scores_of_systems_are_left_alone_and_that_is_said():
    made = columns(2)
    plain = weighed(made)
    given = weighed([replace(made[0], system_scores=np.arange(4.0)), *made[1:]])
    told = "the scores of whole systems are means of segments here, not those given: m0"
    assert given.notices == (told, *plain.notices) and given.improvements == plain.improvements


def test_human_scores_of_whole_systems_uphold_too(sample):
    means = dict(zip(sample.systems, (6.0, 5, 4, 3, 2, 9), strict=True))
    found = corroborate(sy.sample(), ["bleu", "ter", "rouge-l"], candidates=[], human=means, draws=sy.Draws(trials=500))
    (worth,) = found.worth
    sure = found.of("confirmed")
    assert (worth.judged, worth.upheld) == (len(sure), sum(means[i.better] > means[i.worse] for i in sure))
    assert 0 < worth.upheld < worth.judged and worth.best is None
    assert "one for each system" in worth.figures.reasons["reliability"] and math.isnan(worth.figures.reliability)
    assert found.to_dict()["worth"][0]["best"] is None and worth.figures.signature == worth.signature
    told = rendered(found, "text")
    assert f"Of {worth.judged} confirmed improvements, people's means uphold {worth.upheld}." in told
    assert "segments against  human\n" in told and "human: people's mean of the better system" in told
    assert ">human</th>" in rendered(found, "html") and f"human {worth.dimension}" in rendered(found, "tsv")


def test_numbers_of_people_have_a_signature(sample):
    people = {worth.dimension: worth.signature for worth in sample.worth}
    assert list(people) == ["adequacy", "fluency"]
    assert dict(sample.account().signatures).items() >= people.items()
    assert sample.to_dict()["signatures"] == [*sample.signatures, *people.values()]


def test_the_signature_of_the_worth_says_how_judgements_were_made(sample):
    one = sample.worth[0]
    assert "|human|dimension:adequacy|judgements:mean|assessors:3|design:crossed|judged:" in one.figures.signature
    assert one.figures == reliability(sy.sample(), sample.measures, dimension="adequacy", pairs="different").of()


@pytest.fixture
def undefined():
    """Two systems of which one equals the reference: no two outputs differ from it."""
    corpus = sy.Corpus.of({"A": ["a b c", "d e"], "B": ["a b x", "d x"]}, ["a b c", "d e"])
    return corroborate(corpus, ["wer", "chrf"], candidates=["per", "bleu"], draws=sy.Draws(trials=50))


def test_undefined_figures_are_told_with_their_reason(undefined):
    reason = "no pair of different outputs, both unlike the references, has all scores"
    told = rendered(undefined, "text")
    assert f"heterogeneity undefined: {reason}" in told and "would raise it most" not in told
    assert "what would raise it is undefined for all 2 candidates" in told and "(undefined)" not in told
    assert not re.search(r"\bnan\b", rendered(undefined, "html").replace('data-value="nan"', ""))


def test_undefined_additions_do_not_stand_among_the_greatest():
    made = columns(3, measures=4)
    blank = ExternalScores("blank", SYSTEMS, np.full((4, 12), math.nan))
    table = score_table(None, external=[*made, blank])
    found = weigh(table, compare(table.of(["m0", "m1", "m2"]).scores(), draws=sy.Draws(trials=50)))
    assert [one.measure for one in found.additions] == ["m3", "blank"]
    told = rendered(found, "text")
    assert re.search(r"would raise it most: m3 \(\+0\.\d+\), of 2 candidates; undefined for 1\n", told)


def test_there_is_p_only_where_it_says_something():
    values = np.array([[3.0, 3, 3, 3], [1, 1, 1, 1], [2, 2, 2, 2], [0, 0, 0, 0]])
    turned = values[[1, 0, 2, 3]]
    found = weighed([ExternalScores("m", SYSTEMS, values), ExternalScores("n", SYSTEMS, turned)], trials=50)
    tables = {table.name: table for table in found.account().tables}
    assert tables.keys() == {"pairs", "unanimous", "disputed"} and len(tables["disputed"].rows) == 3
    assert {"least sure", "p", "corrected"} <= {*tables["unanimous"].heads}
    assert {"least sure", "p", "corrected"}.isdisjoint(tables["disputed"].heads)


def test_p_is_written_as_in_comparisons():
    values = np.random.default_rng(4).normal(size=(4, 200)) + np.array([[1.5], [1.0], [0.5], [0]])
    found = weighed([ExternalScores("m", SYSTEMS, values), ExternalScores("n", SYSTEMS, values * 2)], test="t")
    rows = re.findall(r"^\w+ +\w+ +\S+ +(\S+) +(\S+) +\d+% ", rendered(found, "text"), re.MULTILINE)
    assert ("<0.0001", "<0.0001") in rows and all(re.fullmatch(r"<0\.0001|[01]\.\d{4}", p) for p in sum(rows, ()))


def test_the_table_of_pairs_has_every_pair_from_both_sides():
    values = np.array([[3.0, 3, 3, 3], [1, 1, 1, 1], [2, 2, 2, 2], [0, 0, 0, 0]])
    found = weighed([ExternalScores("m", SYSTEMS, values), ExternalScores("n", SYSTEMS, values)], trials=50)
    pairs = found.account().tables[0]
    assert pairs.most == 0 and [row[0] for row in pairs.rows] == ["1 A", "2 C", "3 B", "4 D"]
    marks = [row[1:] for row in pairs.rows]
    assert marks[0][1] == "+ 2/2" and marks[1][0] == "− 0/2" and marks[2][2] == "·"


def test_too_many_pairs_of_outputs_are_no_end_of_it(monkeypatch, sample):
    corpus, names = sy.sample(), ["bleu", "ter", "rouge-l"]
    monkeypatch.setattr("steelyard.meta.sets.output_pairs.MOST_BYTES", 10_000)
    found = corroborate(corpus, names, candidates=[], draws=sy.Draws(trials=500))
    assert found.improvements == sample.improvements and found.figures.heterogeneity == sample.figures.heterogeneity
    assert all(math.isnan(one.figures.reliability) and one.judged == 15 for one in found.worth)
    assert any(re.search("900 pairs of outputs .900 judged. and would take", notice) for notice in found.notices)
    assert "people (adequacy) say: the pairs of outputs are too many" in rendered(found, "text")
    monkeypatch.setattr("steelyard.meta.sets.output_pairs.MOST_BYTES", 10)
    found = corroborate(corpus, names, candidates=["wer"], draws=sy.Draws(trials=500))
    assert found.improvements == sample.improvements and found.additions == ()
    assert found.clusters == tuple((name,) for name in names)
    assert "heterogeneity undefined: the pairs of outputs are too many" in rendered(found, "text")
    assert found.to_dict()["heterogeneity"]["heterogeneity"] is None


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


def test_chance_and_single_measures_are_of_the_pairs_that_all_measures_have():
    """A measure that scored few outputs does not look good by the chance of all."""
    corpus = sy.sample()
    rng = np.random.default_rng(3)
    values = rng.normal(size=(6, 60))
    values[:, 10:] = math.nan
    few = ExternalScores("few", tuple(corpus.systems), values)
    (worth, _) = corroborate(corpus, ["chrf"], external=[few], candidates=[], draws=sy.Draws(trials=50)).worth
    table = score_table(corpus, ["chrf"])
    judged = {j.output: [] for j in corpus.judgements}
    for j in corpus.judgements:
        if j.dimension == "adequacy":
            judged[j.output].append(j.value)
    mean = {key: sum(held) / len(held) for key, held in judged.items()}
    pairs = [(mean[a, n], mean[b, n]) for n in range(10) for a in corpus.systems for b in corpus.systems if a != b]
    chance = sum(x >= y for x, y in pairs) / len(pairs)
    assert len(table.texts()) == 6 and worth.chance == pytest.approx(chance)
    chrf = table.oriented()[0]
    ordered = [
        (mean[a, n] >= mean[b, n])
        for n in range(10)
        for i, a in enumerate(corpus.systems)
        for k, b in enumerate(corpus.systems)
        if i != k and chrf[i, n] >= chrf[k, n]
    ]
    assert worth.best == ("chrf", pytest.approx(sum(ordered) / len(ordered)))
    assert "outputs:scored by all" in worth.figures.signature


def test_measures_and_people_vote_on_the_segments_that_both_systems_have():
    """A is better wherever both were scored, and B was scored on easy segments only."""
    hard = np.arange(40) >= 20
    noise = np.random.default_rng(8).normal(0, 0.1, (2, 40))
    values = np.stack([np.where(hard, 10, 91), np.where(hard, np.nan, 90)])
    made = [ExternalScores(name, ("A", "B"), values + noise[[n]]) for n, name in enumerate(("m0", "m1"))]
    human = {"A": values[0].tolist(), "B": [None if cut else 90.0 for cut in hard]}
    (one,) = corroborate(None, external=made, human=human).improvements
    assert (one.better, one.worse, one.verdict, one.supporting) == ("A", "B", "confirmed", ("m0", "m1"))
    assert list(one.human.values()) == [1.0] and {pair.n for pair in one.comparisons} == {20}
