"""The study tells its shares without pairs of equal texts, too."""

import pytest

import steelyard as sy
from steelyard.studies import STUDIES
from studying import settings

FEW = ("bleu", "chrf", "ter", "rouge-l", "avls")


@pytest.fixture(scope="module")
def found():
    """A study of the sample, in which one system repeats the texts of two others by turns."""
    corpus = sy.sample()
    first, second, *_ = corpus.systems.values()
    texts = [(first, second)[n % 2][n] for n in range(len(first))]
    corpus = sy.Corpus.of({**corpus.systems, "echo": texts}, *corpus.references)
    human = {name: [len(text) % 7 for text in texts] for name, texts in corpus.systems.items()}
    return (
        corpus,
        human,
        STUDIES.load("amigo-2011").study(corpus, FEW, *settings(human=human, simulations=8, threads=1)),
    )


def test_the_findings_are_those_of_the_pairs_of_different_texts(found):
    corpus, human, study = found
    every, apart = (sy.reliability(corpus, FEW, human=human, pairs=pairs) for pairs in ("all", "different"))
    equal = every.judged_pairs - apart.judged_pairs
    assert equal >= 2 * len(corpus.ids)
    told = [line for line in study.findings if "different texts" in line or "equal texts" in line]
    assert told[0].startswith(
        f"{equal:,} of {every.judged_pairs:,} judged pairs ({equal / every.judged_pairs:.1%}) are"
    )
    additive = apart.additive_reliability()
    assert f"positive for {additive.positive} of 10 pairs of measures ({additive.share:.1%})" in told[1]
    gains = [one.gain for one in apart.random_sets(8, (2, 3, 5))]
    positive = sum(gain > 0 for gain in gains)
    assert f"gain is positive for {positive} of 17 random sets ({positive / 17:.1%})" in told[2]
    assert f"no lower than s′ in {apart.chance:.1%} of judged pairs" in told[3] and len(told) == 4
    assert any("reliability:different-texts" in signature for signature in study.signatures)


def test_the_figures_keep_the_pairs_of_the_paper(found):
    corpus, human, study = found
    every = sy.reliability(corpus, FEW, human=human)
    table = next(table for table in study.tables if table.name == "measures")
    assert [row[table.heads.index("reliability")] for row in table.rows] == [one.reliability for one in every.singles()]
