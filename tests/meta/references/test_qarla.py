"""QARLA of a corpus: pairwise similarities as each pair scores alone, the choice of a set, what is undefined."""

import json
import math

import numpy as np
import pytest

import steelyard as sy
from oracles import qarla as oracle
from steelyard.errors import InputError, MissingOutputs, SpecError
from steelyard.meta.references import queen as counts
from steelyard.meta.references.pairwise import PairwiseSimilarities, pairwise_similarities
from steelyard.report.forms import rendered


@pytest.fixture(scope="module")
def sample():
    return sy.sample()


@pytest.fixture(scope="module")
def found(sample):
    return sy.qarla(sample, clusters=4, orders=50, run=sy.Run(threads=1))


def texts_of(corpus, segment):
    return [texts[segment] for texts in (*corpus.references, *corpus.systems.values())]


@pytest.mark.parametrize("measure", ["rouge-l", "chrf", "wer", "rouge-lsum", "meteor"])
def test_a_pair_has_the_similarity_it_has_alone(sample, measure):
    table = pairwise_similarities(sample, [measure], run=sy.Run(threads=2))
    sign = 1 if sy.parse(measure).higher_is_better else -1
    for segment in (0, 17, 59):
        alone = sign * sy.similarity(texts_of(sample, segment), measure=measure).values
        mine = table.values[segment, 0]
        asked = ~np.isnan(mine)
        assert asked.sum() == 9 * 8 - 3 * 6 and not np.diag(asked).any() and not asked[:3, 3:].any()
        np.testing.assert_array_equal(mine[asked], alone[asked])


def test_source_and_fitted_measures(sample):
    """A fitted measure is fitted to the references of the whole corpus."""
    table = pairwise_similarities(sample, ["nist", "tvm(lemmas=references,lemma=none)"])
    assert all("context:" in signature for signature in table.signatures)
    assert np.isfinite(table.values[:, :, 3:, :3]).all()


def test_threads_do_not_matter(sample):
    one, two = (pairwise_similarities(sample, ["chrf", "ter"], run=sy.Run(threads=n)).values for n in (1, 3))
    np.testing.assert_array_equal(one, two)


def test_references_may_differ_in_number():
    corpus = sy.Corpus.of(
        {"A": ["a b c", "a b", "x y"], "B": ["a c", "b a", "x"]},
        {"r": ["a b c d", "a b", "x y z"], "s": ["a b d", None, "x z"], "t": ["c d", None, None]},
    )
    made = sy.qarla(corpus, ["unigram-f1", "wer"])
    assert made.table.present[:, :3].sum(axis=1).tolist() == [3, 1, 2]
    assert made.notices[0].startswith("1 of 3 segments have no QUEEN: fewer than 2")
    assert "2 of 3 segments have no KING: fewer than 3 references" in made.notices
    assert made.kings[0].n == 3 and [one.n for one in made.queens] == [2, 2, 1, 1, 1]


def test_empty_outputs_are_no_references():
    given = {"A": ["a b", "c"], "B": ["", "c d"]}, {"r": ["a b", "c"], "s": ["a", "c d"]}
    with pytest.raises(InputError, match="empty output"):
        sy.qarla(sy.Corpus.of(*given, accept=["empty"]), ["wer"])
    made = sy.qarla(sy.Corpus.of(*given, accept=["empty"]), ["wer"], run=sy.Run(accept=["empty"]))
    assert math.isnan(made.table.values[0, 0, 2, 3]) and made.table.values[0, 0, 3, 0] == -100
    assert "1 of 16 similarities are undefined, and pass no test" in made.notices


def test_values_are_those_of_the_definition(sample, found):
    cases = []
    for segment in range(len(sample)):
        values = found.table.values[segment]
        tables = {n: {(a, b): values[m, a, b] for a in range(9) for b in range(9)} for m, n in enumerate(names(found))}
        cases.append(tables)

    def with_measures(chosen):
        return [([tables[name] for name in chosen], [0, 1, 2], [3, 4, 5, 6, 7, 8]) for tables in cases]

    for one in (*found.kings, found.best):
        assert (one.wins, one.n) == oracle.king(with_measures(one.measures))
        assert one.value == one.wins / one.n == found.king(*one.measures) and one.low <= one.value <= one.high
    assert (found.jack.hits, found.jack.n) == oracle.jack(with_measures(found.chosen))
    mean = sum(oracle.queen(measures, models, 4) for measures, models, _ in with_measures(found.chosen)) / len(sample)
    assert found.queen("basalt") == pytest.approx(float(mean))


def names(found):
    return found.table.measures


def test_the_best_of_all_sets(found):
    heads = [one.representative for one in found.clusters]
    assert len(heads) == 4 and len(found.sets) == 15 == len({frozenset(members) for members, _ in found.sets})
    assert sorted(name for one in found.clusters for name in one.measures) == sorted(names(found))
    for one in found.clusters:
        kings = {king.measures[0]: king.value for king in found.kings}
        assert kings[one.representative] == max(kings[name] for name in one.measures)
    assert found.best.value == max(value for _, value in found.sets)
    smaller = [members for members, value in found.sets if value == found.best.value]
    assert len(found.best.measures) == min(map(len, smaller)) and found.chosen == found.best.measures
    assert any("chosen on the same texts" in notice for notice in found.notices)


def test_a_set_of_ones_own(sample, found):
    made = sy.qarla(found.table, chosen=["rouge-l"], clusters=4)
    assert made.chosen == ("rouge-l",) and made.best.measures == found.best.measures
    assert not any("chosen" in notice for notice in made.notices)
    expected = counts.queen(found.table, found.table.places(["rouge-l"]))[:, 3].mean()
    assert made.queen("aurora") == pytest.approx(expected)


def test_it_is_repeatable_and_plain(sample, found):
    again = sy.qarla(sample, clusters=4, orders=50, run=sy.Run(threads=2))
    assert again.to_dict() == found.to_dict()
    json.dumps(found.to_dict(), allow_nan=False)
    shown = rendered(found, "text")
    assert "best set: {" in shown and shown.count("reference ") >= 3 and "seed:12345" in shown


def test_units_of_the_bootstrap(sample):
    made = sy.qarla(sample, ["chrf"], draws=sy.Draws(unit="document", resamples=200))
    plain = sy.qarla(sample, ["chrf"], draws=sy.Draws(resamples=200))
    assert made.kings[0].value == plain.kings[0].value and made.queens[0].low != plain.queens[0].low
    assert "unit:document" in made.signature
    with pytest.raises(SpecError, match=r"no facet 'documents'.*did you mean 'document'"):
        sy.qarla(sample, ["chrf"], draws=sy.Draws(unit="documents"))


def test_two_references_have_no_king(sample):
    corpus = sy.Corpus(systems=sample.systems, references=sample.references[:2])
    made = sy.qarla(corpus, ["chrf", "wer"])
    assert made.best is None and math.isnan(made.kings[0].value) and "three references" in made.kings[0].reason
    assert made.chosen == ("chrf", "wer") and 0 < made.queen("aurora") <= 1 and math.isnan(made.queen("reference 1"))
    assert made.jack.n == 120 and any("by all measures together" in notice for notice in made.notices)
    assert made.to_dict()["king"][0]["value"] is None and "undefined" in rendered(made, "text")


def test_one_system_has_no_jack(sample):
    corpus = sy.Corpus(systems={"aurora": sample.systems["aurora"]}, references=sample.references)
    made = sy.qarla(corpus, ["chrf"])
    assert math.isnan(made.jack.value) and "two systems" in made.jack.reason and made.kings[0].n == 180


def test_what_is_refused(sample):
    one = sy.Corpus(systems=sample.systems, references=sample.references[:1])
    with pytest.raises(InputError, match="no segment has two references"):
        sy.qarla(one, ["chrf"])
    with pytest.raises(SpecError, match="takes a Corpus"):
        sy.qarla([1])
    with pytest.raises(SpecError, match="draws=True"):
        sy.qarla(sample, ["chrf"], draws=True)
    with pytest.raises(SpecError, match="leave out measures"):
        sy.qarla(pairwise_similarities(sample, ["chrf"]), ["chrf"])
    with pytest.raises(InputError, match=r"facet 'd' has 1 values for 2 segments"):
        PairwiseSimilarities.of(np.zeros((2, 1, 4, 4)), 2, facets={"d": ["a"]})
    many = sy.Corpus.of({str(n): ["a"] * 600 for n in range(1000)}, {"r": ["a"] * 600, "s": ["a"] * 600})
    with pytest.raises(InputError, match="take fewer systems"):
        sy.qarla(many, ["chrf"])
    with pytest.raises(SpecError, match="asked for twice"):
        sy.qarla(sample, ["chrf", "chrf"])
    with pytest.raises(SpecError, match="no measure is given"):
        sy.qarla(sample, [])
    with pytest.raises(SpecError, match="not in the test bed; did you mean 'chrf'"):
        sy.qarla(sample, ["chrf"], chosen=["chrff"])
    with pytest.raises(SpecError, match="clusters=17"):
        sy.qarla(sample, ["chrf"], clusters=17)
    with pytest.raises(SpecError, match="orders=0"):
        sy.qarla(sample, ["chrf"], orders=0)
    absent = sy.Corpus.of({"A": ["a", None]}, {"r": ["a", "b"], "s": ["a", "b"]})
    with pytest.raises(MissingOutputs):
        sy.qarla(absent, ["chrf"])


def test_similarities_from_elsewhere():
    values = np.zeros((3, 2, 5, 5))
    values[:, 0, :3, :3] = 1
    table = PairwiseSimilarities.of(values, 3, measures=["judge", "constant"], facets={"document": ["a", "a", "b"]})
    made = sy.qarla(table)
    assert [one.value for one in made.kings] == [1, 0] and made.best.measures == ("judge",)
    assert made.queen("system 1") == 0 and made.queen("reference 2") == 1


def test_the_signature_names_the_measures_of_queen_and_jack():
    corpus = sy.sample()
    by_chosen = [sy.qarla(corpus, ["chrf", "wer"], chosen=[name], orders=1).signature for name in ("chrf", "wer")]
    assert "|chosen:chrf|" in by_chosen[0] and "|chosen:wer|" in by_chosen[1]
    best = sy.qarla(corpus, ["chrf", "wer"], orders=1)
    assert f"|chosen:{' + '.join(best.chosen)}, the best set|" in best.signature
