"""METEOR's search: its bound, and what is said when it is cut."""

import random

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.report import html, latex, text, tsv
from steelyard.report.table import tabulate

WORDS = "a b c d e f".split()
# Words without order, each more often on one side: nothing but search finds the fewest crossings.
GENERATOR = random.Random(1)
JUMBLE = [" ".join(GENERATOR.choices(WORDS, k=40)) for _ in range(2)]


def test_a_cut_search_is_told_everywhere():
    jumbled = sy.score({"A": JUMBLE[:1]}, JUMBLE[1:], "meteor(bound=20)")
    notice = jumbled.scores[0].notice
    assert notice == "in 1 stages the search was cut after weighing 20 mappings; raise bound"
    assert jumbled.to_dict()["scores"][0]["notice"] == notice
    table = tabulate(jumbled)
    corpus = sy.Corpus.of({"A": JUMBLE[:1]}, JUMBLE[1:])
    for shown in (text.render(table), latex.render(table), tsv.render(jumbled), html.render(jumbled, corpus)):
        assert notice in shown


def test_a_cut_mapping_is_still_a_largest_one():
    values = [
        sy.score({"A": JUMBLE[:1]}, JUMBLE[1:], f"meteor(bound={bound},gamma=0)").scores[0].value
        for bound in (1, 100, 10**6)
    ]
    assert values[0] == values[1] == values[2] > 0.7


def test_an_exact_search_says_nothing():
    assert sy.score({"A": ["the cat sat"]}, ["a cat sat"], "meteor").scores[0].notice is None
    assert "notice" not in sy.score({"A": ["the cat sat"]}, ["a cat sat"], "meteor").to_dict()["scores"][0]


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("meteor(modules=exact:stemm)", "there is no module 'stemm'; did you mean 'stem'?"),
        ("meteor(modules=exact:exact)", "each only once"),
        ("meteor(weights=1:1)", "a number from 0 to 1 for each of the modules"),
        ("meteor(weights=heavy)", "weights must be uniform"),
        ("meteor(alpha=1.5)", "expected 0 to 1"),
        ("meteor(stemmer=porte)", "did you mean 'porter'"),
        ("meteor(bound=0)", "expected at least 1"),
    ],
)
def test_wrong_options(notation, message):
    with pytest.raises(SpecError, match=message):
        sy.parse(notation)


def test_weights_count_matches_less():
    outputs, references = {"A": ["cats sat"]}, ["cat sat"]
    whole, half = (
        sy.score(outputs, references, f"meteor(gamma=0,weights={w})").scores[0].value for w in ("1:1:1", "1:0.5:1")
    )
    assert (whole, half) == pytest.approx((1.0, 0.75))
