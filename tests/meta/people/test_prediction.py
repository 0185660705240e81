"""Significance prediction: equal to Lin & Hovy's counts, undefined where there is nothing to divide by."""

import math
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from oracles import significance_prediction as oracle
from steelyard.errors import SpecError
from steelyard.judgements.scores import human_scores
from steelyard.meta.people import prediction
from steelyard.meta.people.correlation import facing
from steelyard.meta.people.prediction import ALPHAS, predictions
from steelyard.scores.external import ExternalScores
from steelyard.scores.table import score_table

NAMES = tuple("ABCDEF")


def face_of(measure, human, higher=True):
    columns = [ExternalScores("m", NAMES[: len(measure)], np.array(measure, float), higher)]
    table = score_table(None, external=columns)
    given = {name: list(map(float, row)) for name, row in zip(NAMES, human, strict=False)}
    return facing(table, human_scores(table, given))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("higher", [True, False])
def test_counts_are_those_of_the_definition(seed, higher):
    stream = np.random.default_rng(seed)
    quality = stream.normal(0, 1, 5)[:, None]
    human, measure = (quality + stream.normal(0, 3, (5, 40)) for _ in range(2))
    made = predictions(face_of(measure if higher else -measure, human, higher))
    assert [one.alpha for one in made] == list(ALPHAS)
    for one in made:
        n_as, n_hs, n_hit, recall, precision = oracle.prediction(measure.tolist(), human.tolist(), one.alpha)
        assert (one.n_as, one.n_hs, one.n_hit, one.pairs) == (n_as, n_hs, n_hit, 10)
        for found, wanted in ((one.recall, recall), (one.precision, precision)):
            assert math.isnan(found) if wanted is None else found == wanted


def test_the_other_system_ahead_is_no_hit():
    human = np.arange(3)[:, None] * 10 + np.random.default_rng(0).normal(size=(3, 20))
    one = predictions(face_of(-human, human), alphas=[0.05])[0]
    assert (one.n_as, one.n_hs, one.n_hit, one.opposed, one.recall, one.precision) == (3, 3, 0, 3, 0.0, 0.0)


def test_a_pair_counts_by_its_test_alone(monkeypatch):
    """Also where the score of the whole test set contradicts what was tested, as that of BLEU may."""
    human = np.arange(3)[:, None] * 10 + np.random.default_rng(0).normal(size=(3, 20))
    real = prediction.compare

    def contradicted(*arguments, **named):
        outcome = real(*arguments, **named)
        return replace(outcome, comparisons=tuple(replace(c, better=None, favoured=None) for c in outcome.comparisons))

    monkeypatch.setattr(prediction, "compare", contradicted)
    for higher in (True, False):
        (one,) = predictions(face_of(human if higher else -human, human, higher), alphas=[0.05])
        assert (one.n_as, one.n_hs, one.n_hit, one.either) == (3, 3, 3, 3)


def test_nothing_significant_is_undefined():
    stream = np.random.default_rng(3)
    same = np.tile(stream.normal(size=20), (3, 1))
    (one,) = predictions(face_of(same, same), alphas=[0.05])
    assert math.isnan(one.recall) and math.isnan(one.precision)
    assert (
        one.reason
        == "no recall: people tell no pair apart at 0.05; no precision: the measure tells no pair apart at 0.05"
    )
    assert one.to_dict()["recall"] is None


@pytest.mark.parametrize("test", ["t", "unpaired-z", "wilcoxon", "sign", "randomisation", "bootstrap", "tukey"])
def test_any_test_of_systems_will_do(test):
    stream = np.random.default_rng(1)
    human = np.arange(4)[:, None] * 3 + stream.normal(size=(4, 30))
    made = predictions(face_of(human + stream.normal(size=human.shape), human), test=test, draws=sy.Draws(trials=999))
    assert all(one.recall == one.precision == 1 and f"test:{test}" in one.signature for one in made)


def test_too_few_trials_are_refused():
    face = face_of(np.ones((2, 4)), np.ones((2, 4)))
    with pytest.raises(SpecError, match="expected 199 trials or more"):
        predictions(face, test="randomisation", draws=sy.Draws(trials=100))
    with pytest.raises(SpecError, match="expected numbers between 0 and 1"):
        predictions(face, alphas=[2.0])
    with pytest.raises(SpecError, match="unknown significance test 'zz'"):
        predictions(face, test="zz")


def test_the_section_has_tables_and_curves():
    found = sy.meta(
        sy.sample(),
        ["bleu", "ter"],
        levels=["system"],
        coefficients=["pearson"],
        sections=["prediction"],
        draws=sy.Draws(resamples=2, trials=1000),
    )
    section = found.sections["prediction"]
    assert (
        len(found.contents["prediction"]) == 2 * 2 * 5
        and [table.heads[:2] for table in section.tables] == [("measure", "what")] * 2
    )
    assert found.to_dict()["prediction"][0].keys() >= {"measure", "alpha", "n_as", "n_hs", "n_hit", "recall"}
    rows = section.figures[0].rows
    (signature,) = section.signatures.values()
    assert signature == "prediction:lin-hovy-2003|definition:2|test:z|unit:segment|sides:two|correct:none|seed:12345"
    assert {row["what"] for row in rows} == {"recall", "precision"} and {row["alpha"] for row in rows} == set(ALPHAS)


def test_scores_of_whole_systems_are_refused_plainly(tmp_path):
    (tmp_path / "whole.tsv").write_text("system\tm\nA\t1\nB\t2\nC\t4\n", "utf-8")
    with pytest.raises(SpecError, match="significance needs judgements of segments"):
        sy.meta(external=[tmp_path / "whole.tsv"], human={"A": 1.0, "B": 2.0, "C": 3.0}, sections=["prediction"])


def test_pairs_that_cannot_be_tested_are_left_out_and_counted():
    stream = np.random.default_rng(5)
    quality = np.arange(3)[:, None] * 10 + stream.normal(size=(3, 40))
    human = [[float(v) for v in row] for row in quality]
    # A and B are judged on the same segments, C on others
    for n in range(40):
        for system in (0, 1) if n >= 20 else (2,):
            human[system][n] = None
    columns = [ExternalScores("m", NAMES[:3], quality)]
    table = score_table(None, external=columns)
    face = facing(table, human_scores(table, dict(zip("ABC", human, strict=True))))
    (one,) = predictions(face, alphas=[0.05])
    assert (one.pairs, one.undefined, one.n_as, one.n_hs, one.n_hit) == (1, 2, 1, 1, 1)
    assert one.precision == one.recall == 1
    assert "2 pairs of systems are not tested" in one.reason
    for n in range(40):
        human[0][n] = None if n % 2 else 1.0 + n
        human[1][n] = 3.0 - n if n % 2 else None
    face = facing(table, human_scores(table, {"A": human[0], "B": human[1]}))
    (none,) = predictions(face, alphas=[0.05])
    assert (none.pairs, none.undefined) == (0, 1) and math.isnan(none.precision) and math.isnan(none.recall)
    assert none.reason.startswith("1 pair of systems is not tested") and "tells no pair apart" not in none.reason


@pytest.mark.parametrize("test", ["sacrebleu-randomisation", "sacrebleu-bootstrap"])
def test_tests_against_a_baseline_only_are_refused(test):
    face = face_of(np.ones((3, 4)), np.ones((3, 4)))
    with pytest.raises(SpecError, match="not possible here: it tests pairs with the first system only"):
        predictions(face, test=test)


def test_the_signature_has_the_draws_of_the_test():
    human = np.arange(3)[:, None] * 3 + np.random.default_rng(1).normal(size=(3, 30))
    wanted = {"bootstrap": "|resamples:400|", "randomisation": "|trials:300|", "z": "|correct:none|seed:12345|"}
    for test, part in wanted.items():
        (one,) = predictions(face_of(human, human), test=test, draws=sy.Draws(trials=300, resamples=400), alphas=[0.05])
        assert part in one.signature
        assert ("resamples" in one.signature, "trials" in one.signature) == (
            test == "bootstrap", test == "randomisation",
        )  # fmt: skip


def test_given_system_scores_are_not_said_to_be_tested():
    human = np.arange(3)[:, None] * 3 + np.random.default_rng(1).normal(size=(3, 30))
    columns = [ExternalScores("m", NAMES[:3], human, system_scores=-human.mean(axis=1))]
    table = score_table(None, external=columns)
    given = {name: row.tolist() for name, row in zip(NAMES, human, strict=False)}
    one = predictions(facing(table, human_scores(table, given)), alphas=[0.05])[0]
    assert one.precision == 1 and "systems:given" not in one.signature
