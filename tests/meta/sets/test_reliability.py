"""Reliability of measures on a corpus: whose texts and judgements are taken, and what `sy.meta` says of it."""

import math

import numpy as np
import pytest

import steelyard as sy
from oracles import reliability as oracle
from steelyard.errors import InputError
from steelyard.judgements.scores import human_scores
from steelyard.meta.sets import output_pairs
from steelyard.scores.table import score_table


def same(found: float, wanted) -> None:
    if wanted is None:
        assert math.isnan(found)
    else:
        assert found == pytest.approx(float(wanted), abs=1e-12)


def test_a_corpus_with_judgements():
    """Scores are turned so that more is better, texts tell which pairs differ, and people are the corpus's own."""
    corpus = sy.sample()
    names = ["bleu", "ter"]
    found = sy.reliability(corpus, names, dimension="adequacy").of()
    table = score_table(corpus, names)
    scores = np.stack([table.columns[0].at("segment"), -table.columns[1].at("segment")])
    quality = human_scores(corpus, dimension="adequacy").values
    texts = [[0 if text in {r[i] for r in corpus.references} else abs(hash(text)) or 1 for i, text in enumerate(row)]
             for row in corpus.systems.values()]  # fmt: skip
    rows = scores.tolist(), quality.tolist()
    same(found.reliability, oracle.reliability(*rows, (0, 1)))
    same(found.sensitivity, oracle.sensitivity(*rows, (0, 1)))
    same(found.heterogeneity, oracle.heterogeneity(rows[0], texts, (0, 1)))
    assert "human|dimension:adequacy|judgements:mean|assessors:3|design:crossed|judged:360/360" in found.signature
    assert (
        sy.reliability(sy.score(corpus, measures=names), human=None).of().reasons["gain"] == "there are no human scores"
    )
    with pytest.raises(InputError, match="use level system"):
        sy.reliability(corpus, names, human=dict.fromkeys(corpus.systems, 1.0))


def test_meta_tells_what_is_left_over_different_texts():
    systems = {"A": ["a b c", "a c"], "B": ["a b c", "a b d"], "C": ["b", "a b"]}
    corpus, names = sy.Corpus.of(systems, ["a b c d", "a b d e"]), ["unigram-f1", "chrf"]
    human = {"A": [3.0, 1.0], "B": [3.0, 2.0], "C": [1.0, 3.0]}
    made = sy.meta(
        corpus,
        names,
        human=human,
        levels=["system"],
        draws=sy.Draws(resamples=20, trials=1000),
        sections=["reliability"],
    )
    every, apart = (sy.reliability(corpus, names, human=human, pairs=pairs) for pairs in output_pairs.PAIRS)
    for row, one, other in zip(made.to_dict()["reliability"], (*every.singles(), every.of()),
                               (*apart.singles(), apart.of()), strict=True):  # fmt: skip
        assert (row["chance"], row["reliability"], row["pairs"]["same"]) == (every.chance, one.reliability, 2)
        assert row["different_texts"]["reliability"] == other.reliability
        assert row["different_texts"]["chance"] == apart.chance
    (line,) = made.sections["reliability"].findings
    both = every.of()
    assert f"{2 / both.unanimous:.1%} of the unanimous pairs of all 2 together are two equal texts" in line
    assert f"the reliability is {apart.of().reliability:.4g} (gain {apart.of().gain:.4g})" in line
    assert line.endswith(f"of no measure at all {apart.chance:.4g}")


def test_meta_of_scores_alone_knows_no_texts():
    scores = sy.score(sy.sample(), measures=["bleu", "ter"])
    human = {name: [1.0, 2.0] * 30 for name in sy.sample().systems}
    made = sy.meta(
        scores, human=human, levels=["system"], draws=sy.Draws(resamples=20, trials=1000), sections=["reliability"]
    )
    assert all("different_texts" not in row and row["pairs"]["same"] is None for row in made.to_dict()["reliability"])
    assert made.sections["reliability"].findings == ()


def test_outputs_that_a_measure_lacks_are_told():
    """Reliability holds measures against each other, so it is of what all have scored."""
    corpus = sy.sample()
    some = sy.ExternalScores("judge", tuple(corpus.systems)[1:], np.arange(5 * 60.0).reshape(5, 60))
    draws = sy.Draws(resamples=20, trials=20)
    people = {"dimensions": ["adequacy"], "external": [some], "draws": draws}
    notice = "reliability is of the 300 of 360 judged outputs (adequacy) that every measure has scored"
    meta = sy.meta(corpus, ["chrf"], levels=["system"], sections=["reliability"], **people)
    table = sy.score_table(corpus, ["chrf"], external=[some])
    among = table.among(table.systems[1:])
    rows = meta.to_dict()["reliability"]
    assert notice in meta.notices and "outputs:scored by all" in rows[0]["signature"]
    human = human_scores(corpus, dimension="adequacy")
    kept = sy.reliability(among, human={s: human.of([s])[0].tolist() for s in among.systems})
    assert [row["reliability"] for row in rows] == [f.reliability for f in (*kept.singles(), kept.of())]
    assert notice in sy.corroborate(corpus, ["chrf"], candidates=(), **people).notices
