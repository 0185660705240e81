"""What all results can do: be compared and be shown."""

import pickle

import numpy as np
import pytest

import steelyard as sy

FEW = sy.Draws(trials=50, resamples=50)


@pytest.fixture(scope="module")
def results():
    scores = sy.score(sy.sample(), measures=["bleu", "nist"])
    return [scores, sy.compare(scores, draws=FEW), sy.similarity(["a b", "a c"]), scores.scores[0]]


def test_results_are_equal_if_their_content_is(results):
    for result in results:
        again = pickle.loads(pickle.dumps(result))
        assert again == result and hash(again) == hash(result), result


def test_other_content_is_not_equal(results):
    scores, compared, matrix, _ = results
    assert scores != sy.score(sy.sample(), measures=["bleu"]) and scores != compared
    assert compared != sy.compare(scores, draws=sy.Draws(trials=50, resamples=50, seed=1))
    other = pickle.loads(pickle.dumps(matrix))
    other.values[0, 1] = np.nan
    assert other != matrix and other == pickle.loads(pickle.dumps(other))


def test_a_result_is_printed_as_a_terminal_shows_it(results):
    for result in results:
        assert "\n---" in str(result) and "\n" not in repr(result)
    account = results[0].account()
    assert str(account) == str(results[0]) and len(repr(account)) < 200
