"""Rates from people: awer, aser and sser, of which lower is better."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.corpus.judgement import Judgement
from steelyard.errors import InputError
from steelyard.judgements.scores import all_human_scores

TEXTS = Corpus.of({"A": ["a", "b"], "B": ["c", "d"]}, ["a", "d"])


def judged(*records):
    return replace(TEXTS, judgements=records)


def awer(system, segment, edits, words, assessor="ann"):
    return Judgement(system, segment, assessor, "awer", edits / words, weight=float(words))


CORPUS = judged(
    awer("A", 0, 1, 5), awer("A", 1, 0, 15), awer("B", 0, 5, 5), awer("B", 1, 0, 5),
    Judgement("A", 0, "ann", "sser", 8), Judgement("A", 1, "ann", "sser", 10),
    Judgement("B", 0, "ann", "sser", 0), Judgement("B", 1, "ann", "sser", 5),
)  # fmt: skip


def test_rates_of_systems():
    scores = sy.score(CORPUS, measures="wer", human="corpus:")
    assert {(s, m): scores.value(s, m) for s in "AB" for m in ("awer", "aser", "sser")} == {
        ("A", "awer"): 5.0, ("A", "aser"): 50.0, ("A", "sser"): pytest.approx(10),
        ("B", "awer"): 50.0, ("B", "aser"): 50.0, ("B", "sser"): 75.0,
    }  # fmt: skip
    assert not any(measured.measure.higher_is_better for measured in scores.statistics)
    assert "|judgements:mean,ratio-of-sums|" in str(scores.statistics[1].signature())


def test_several_assessors_are_averaged_per_segment_first():
    corpus = judged(awer("A", 0, 1, 4), awer("A", 0, 0, 6, "bob"), awer("A", 1, 5, 5))
    scores = sy.score(corpus, measures="wer", human="corpus:", level="segment")
    assert [s.value for s in scores.scores if (s.system, s.measure) == ("A", "awer")] == [10.0, 100.0]
    assert [s.value for s in scores.scores if (s.system, s.measure) == ("A", "aser")] == [50.0, 100.0]
    # (0.5 + 5) edits of (5 + 5) words
    assert sy.score(corpus, measures="wer", human="corpus:").value("A", "awer") == 55.0


def test_more_is_better_where_people_are_compared_with_measures():
    by_name = {scores.dimension: scores for scores in all_human_scores(CORPUS)}
    assert by_name["awer"].at("system")[:, 0].tolist() == [-5.0, -50.0]
    assert by_name["sser"].means().tolist() == pytest.approx([10.0, 75.0])
    assert by_name["awer"].on(np.array([0])).values.tolist() == [[-20.0], [-100.0]]
    asked = {"human": "corpus:", "dimensions": "awer", "levels": "segment", "coefficients": "pearson"}
    assert sy.meta(CORPUS, measures="wer", **asked).correlations[0].value > 0


def test_systems_are_compared_on_rates():
    compared = sy.compare(sy.score(CORPUS, measures="wer", human="corpus:"))
    (difference,) = [c for c in compared.comparisons if c.measure == "awer"]
    assert not compared.higher_is_better["awer"] and abs(difference.difference) == 45


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Judgement("A", 0, "ann", "sser", 11), "11 on sser; expected a number from 0 to 10"),
        (Judgement("A", 0, "ann", "sser", -1), "-1 on sser; expected a number from 0 to 10"),
        (Judgement("A", 0, "ann", "aser", 101), "101 on aser; expected a number from 0 to 100"),
        (Judgement("A", 0, "ann", "awer", 0.2), "0.2 on awer; expected a number edits per word"),
        (Judgement("A", 0, "ann", "awer", -0.2, weight=5), "-0.2 on awer; expected"),
    ],
)
def test_what_is_no_rate_is_refused(record, message):
    with pytest.raises(InputError, match=f"{message}.*rename the dimension"):
        sy.score(judged(record), measures="wer", human="corpus:")


def test_a_corpus_without_judgements_is_refused():
    with pytest.raises(InputError, match="no human scores in the corpus"):
        sy.score(TEXTS, measures="wer", human="corpus:")
