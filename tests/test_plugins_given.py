"""Tests, coefficients, measures, studies and formats given in Python: by name, by class, or themselves."""

from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.agreement.coefficients.raw import Raw
from steelyard.inference.comparison.significance import PairTest
from steelyard.inference.comparison.tests.wilcoxon import Wilcoxon
from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.inference.correlation.coefficients.spearman import Spearman
from steelyard.measures.wer import Wer
from steelyard.results.account import Account
from steelyard.studies.recipes.recipe import Recipe

DRAWS = sy.Draws(resamples=50, trials=50)
ROWS = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]


class Half(PairTest):
    """A test that always says one half."""

    name: ClassVar[str] = "half"
    about: ClassVar[str] = "always one half"

    def p(self, a, b):
        return 0.5


class Quarter(Coefficient):
    """One quarter, whatever the numbers are."""

    name: ClassVar[str] = "quarter"
    about: ClassVar[str] = "always one quarter"

    def values(self, x, y):
        return np.full(len(x), 0.25)


@pytest.fixture(scope="module")
def corpus():
    return sy.sample()


@pytest.fixture(scope="module")
def scores(corpus):
    return sy.score(corpus, measures=["bleu", "wer"])


@pytest.mark.parametrize("test", [Wilcoxon, Wilcoxon()], ids=["class", "instance"])
def test_significance_tests_of_ours(scores, test):
    assert sy.compare(scores, test=test, draws=DRAWS).to_dict() == (
        sy.compare(scores, test="wilcoxon", draws=DRAWS).to_dict()
    )


@pytest.mark.parametrize("test", [Half, Half()], ids=["class", "instance"])
def test_significance_tests_of_others(scores, corpus, test):
    result = sy.compare(scores, test=test, draws=DRAWS)
    assert {comparison.p for comparison in result.comparisons} == {0.5}
    assert "test:half" in str(result.comparisons[0].signature)
    predicted = sy.meta(corpus, "wer", sections="prediction", system_test=test, draws=DRAWS, levels="system")
    assert "test:half" in str(predicted.contents["prediction"][0]["signature"])


@pytest.mark.parametrize("coefficient", [Spearman, Spearman()], ids=["class", "instance"])
def test_coefficients_of_ours(corpus, coefficient):
    x, y = [1, 2, 3, 5], [1, 3, 2, 9]
    assert sy.correlation(x, y, coefficient, draws=DRAWS) == sy.correlation(x, y, "spearman", draws=DRAWS)
    by_name, by_thing = (
        sy.meta(corpus, "wer", coefficients=[given], levels=["system"], test="permutation", draws=DRAWS)
        for given in ("spearman", coefficient)
    )
    assert by_thing.to_dict() == by_name.to_dict() and by_thing.account() == by_name.account()


@pytest.mark.parametrize("coefficient", [Quarter, Quarter()], ids=["class", "instance"])
def test_coefficients_of_others(corpus, coefficient):
    x, y, z = [1, 2, 3, 5], [1, 3, 2, 9], [4, 3, 2, 1]
    assert sy.correlation(x, y, coefficient, draws=DRAWS).value == 0.25
    assert sy.correlation_difference(x, z, y, coefficient, draws=DRAWS).difference == 0
    assert sy.partitioned_correlation(x, y, [1], coefficient=coefficient, partitions=10)[0].mean == 0.25
    swept = sy.sweep(corpus, "wer", {"case": ["keep", "fold"]}, coefficient=coefficient, dimension="fluency")
    assert [setting.value for setting in swept.settings] == [0.25, 0.25]
    assert "always one quarter" in swept.caption() and swept.coefficient == "quarter"
    result = sy.meta(
        corpus,
        ["wer", "per"],
        coefficients=[coefficient, "pearson"],
        levels="system",
        test="permutation",
        draws=DRAWS,
        dimensions="fluency",
    )
    assert result.cell("wer", "system", "quarter", "fluency").value == 0.25
    assert result.account().terms["quarter"] == "always one quarter"
    assert [difference.difference for difference in result.differences if difference.coefficient == "quarter"] == [0]
    alone = sy.meta(corpus, "wer", coefficients=coefficient, levels="system", draws=DRAWS)
    assert {cell.coefficient for cell in alone.correlations} == {"quarter"}


def test_two_coefficients_of_one_name(corpus):
    with pytest.raises(SpecError, match="two coefficients are called 'quarter'; ask for one, or rename it"):
        sy.meta(corpus, "wer", coefficients=[Quarter(), Quarter()])


@pytest.mark.parametrize("coefficient", [Raw, Raw(), [Raw], [Raw(), "raw"]])
def test_coefficients_of_agreement(coefficient):
    assert sy.agree(ROWS, coefficient, draws=DRAWS).to_dict() == sy.agree(ROWS, "raw", draws=DRAWS).to_dict()


def test_classes_of_measures():
    by_class, by_name = (sy.score({"A": ["a b"]}, ["a c"], given) for given in (Wer, "wer"))
    assert by_class.to_dict() == by_name.to_dict()


def test_studies_and_formats(tmp_path):
    recipe = Recipe("none-2026", "?", "Nobody 2026", ("bleu",), lambda *_: Account("Nothing"))
    assert sy.study(recipe).paper == "Nobody 2026"
    corpus = sy.Corpus.of({"A": ["a"]}, ["b"])
    bars = SimpleNamespace(NAME="bars", ENDINGS=(), read=lambda paths, accept: corpus)
    assert sy.read(tmp_path, bars) is corpus
    with pytest.raises(SpecError, match="the format 'bars' can only be read"):
        sy.write(corpus, tmp_path / "x", bars)


class Nameless(PairTest):
    def p(self, a, b):
        return 0.5


class Unfinished(PairTest):
    name: ClassVar[str] = "unfinished"
    about: ClassVar[str] = "has no p"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (7, "unknown significance test 7; give a name, a class derived from SignificanceTest, or one of it"),
        (None, "unknown significance test None"),
        (Spearman(), "unknown significance test <.*spearman.*give a name"),
        (int, "unknown significance test <class 'int'>; give a name"),
        (Nameless, "the significance test 'Nameless' does not say its name, about; add it"),
        (Nameless(), "the significance test 'Nameless' does not say its name, about; add it"),
        (Unfinished, r"the significance test 'unfinished' has no p\(\); define it"),
        ("wilcoxn", "unknown significance test 'wilcoxn'; did you mean 'wilcoxon'"),
    ],
)
def test_wrong_tests(scores, given, message):
    with pytest.raises(SpecError, match=message):
        sy.compare(scores, test=given)


@pytest.mark.parametrize("given", [7, int, Wilcoxon(), object()])
def test_wrong_coefficients(corpus, given):
    for call in (
        lambda: sy.correlation([1, 2], [1, 2], given),
        lambda: sy.partitioned_correlation([1, 2, 3, 4], [1, 2, 3, 4], [1], coefficient=given),
        lambda: sy.correlation_difference([1, 2], [1, 2], [1, 2], given),
        lambda: sy.sweep(corpus, "wer", {"case": ["fold"]}, coefficient=given, dimension="fluency"),
        lambda: sy.meta(corpus, "wer", coefficients=[given]),
        lambda: sy.agree(ROWS, [given]),
    ):
        with pytest.raises(SpecError, match=r"unknown coefficient .*; give a name, a class derived from .*Coeff"):
            call()


def test_wrong_studies_formats_measures_and_parsers(tmp_path):
    with pytest.raises(SpecError, match="7 is no study: expected a Recipe"):
        sy.study(7)
    with pytest.raises(SpecError, match="7 is no format: it has no NAME, read"):
        sy.read(tmp_path, 7)
    with pytest.raises(SpecError, match="<class 'int'> is no measure; give its notation"):
        sy.score({"A": ["a"]}, ["a"], [int])
    with pytest.raises(SpecError, match="annotate: parser=7 is not possible; expected a string"):
        sy.annotate(["a"], 7)
