import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import steelyard as sy
from steelyard import Similarity
from steelyard.errors import InputError, SpecError
from steelyard.measures.kinds.base import TokenMeasure
from steelyard.measures.wer import Wer

TEXTS = ["the cat sat", "a cat sat", "it rained"]


@dataclass(frozen=True, kw_only=True)
class SourceCopy(TokenMeasure):
    """Tokens of source, output and reference, to see which source goes with which pair."""

    name: ClassVar[str] = "source-copy"
    needs: ClassVar[tuple[str, ...]] = ("references", "source")
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def statistics(self, batch):
        parts = (batch.source(self.view), batch.hypotheses(self.view), batch.references(self.view)[0])
        return np.stack([tokens.lengths() for tokens in parts], axis=1)

    def score(self, sums):
        return sums @ np.array([10000, 100, 1])


@dataclass(frozen=True, kw_only=True)
class SentenceCounts(TokenMeasure):
    """Tokens of each sentence, written as digits."""

    name: ClassVar[str] = "sentence-counts"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def statistics(self, batch):
        held = (batch.hypothesis_sentences(self.view, "lines"), batch.reference_sentences(self.view, "lines")[0])
        return np.array([[_digits(one, n) for one in held] for n in range(len(held[0].offsets) - 1)])

    def score(self, sums):
        return sums @ np.array([1000, 1])


def _digits(sentences, n):
    rows = sentences.tokens.lengths()[sentences.offsets[n] : sentences.offsets[n + 1]]
    return int("".join(map(str, rows)))


def test_values_are_text_by_other():
    matrix = sy.similarity(TEXTS, ["the cat sat", "it rains"], "wer")
    np.testing.assert_allclose(matrix.values, [[0, 150], [100 / 3, 150], [100, 50]])
    assert matrix.measure == "wer" and "|references:1|level:segment|" in matrix.signature


def test_texts_are_their_own_others():
    matrix = sy.similarity(TEXTS)
    assert matrix.measure == "chrf" and matrix.values.shape == (3, 3)
    np.testing.assert_allclose(np.diag(matrix.values), 100)
    np.testing.assert_array_equal(sy.similarity(TEXTS, TEXTS).values, matrix.values)


def test_signature_is_that_of_segment_scores():
    alone = sy.score({"A": TEXTS[:1]}, TEXTS[1:2], ["bleu"], level="segment").scores[0]
    matrix = sy.similarity(TEXTS, measure="bleu")
    assert matrix.signature == alone.signature and "effective:always" in matrix.signature


def test_fitted_measures_are_fitted_to_the_others():
    matrix = sy.similarity(TEXTS[:1], TEXTS, "nist")
    fitted = sy.score({"A": TEXTS}, TEXTS, ["nist"]).statistics[0]
    assert f"|context:{fitted.context}|" in matrix.signature
    again = sy.similarity(TEXTS[:1], TEXTS[:2], "nist")
    assert again.signature != matrix.signature and again.values[0, 0] != matrix.values[0, 0]


def test_each_text_has_its_source():
    matrix = sy.similarity(["a", "a b"], ["a b c", "a"], SourceCopy(), source=["x y z v", "x"])
    assert matrix.values.tolist() == [[40103, 40101], [10203, 10201]]


def test_sentences_of_pairs():
    matrix = sy.similarity(["a b\nc", "a"], ["x\ny z", "x y"], SentenceCounts())
    assert matrix.values.tolist() == [[21012, 21002], [1012, 1002]]


def test_to_dict_and_undefined_values():
    held = sy.similarity(["!", "a b"], ["a b"], "unigram-precision(tokens=no-punct)")
    assert math.isnan(held.values[0, 0])
    told = held.to_dict()["similarity"]
    assert told["values"] == [[None], [1.0]] and told["reason"] == "there is no token to divide by"
    assert list(told) == ["measure", "reason", "signature", "values"]
    assert "reason" not in sy.similarity(TEXTS).to_dict()["similarity"]


def test_to_pandas():
    frame = sy.similarity(TEXTS, TEXTS[:2], "wer").to_pandas()
    assert frame.shape == (3, 2) and (frame.index.name, frame.columns.name) == ("text", "other")
    assert frame.loc[1, 0] == pytest.approx(100 / 3)


def test_a_similarity_is_a_value():
    assert Similarity.of("wer") == Similarity.of(Wer()) == Similarity(sy.parse("wer(tokens=none)"))
    assert Similarity.of("wer").matrix(TEXTS).values[0, 1] == pytest.approx(100 / 3)


@pytest.mark.parametrize(
    ("texts", "more", "message"),
    [
        ([], {}, "there are no texts; give at least one"),
        (["a"], {"others": []}, "there are no others; give at least one"),
        ("a", {}, "texts is one string; give a list with one string per segment"),
        (["a", " "], {}, "texts[1] is empty; fill it in or leave it out"),
        (["a", " "], {"others": ["b"]}, 'texts[1] is empty; fill it in or leave it out, or use accept=["empty"]'),
        (["a", " "], {"accept": "empty"}, "texts[1] is empty; fill it in or leave it out"),
        (
            ["a"],
            {"others": ["b", ""], "accept": "empty"},
            "others[1] is empty; fill it in or leave it out",
        ),
        (["a"], {"others": ["b", None]}, "others[1] is empty; fill it in or leave it out"),
        (["a", None], {"others": ["b"], "accept": "empty"}, "texts[1] is empty; fill it in or leave it out"),
        (["a", 3], {}, "texts: segment 1: expected a string, found int"),
        (["a"], {"source": ["a", "b"]}, "there are 2 sources for 1 texts; give one for each text"),
    ],
)
def test_texts_that_cannot_be_compared(texts, more, message):
    with pytest.raises(InputError) as error:
        sy.similarity(texts, **more)
    assert str(error.value).startswith(message)


def test_an_empty_text_can_be_accepted():
    assert sy.similarity(["a", ""], ["a"], "wer", accept="empty").values.tolist() == [[0], [100]]


def test_measures_that_need_more_than_two_texts():
    with pytest.raises(SpecError, match=r"^source-copy needs more than two texts: source; give source=\[...\]"):
        sy.similarity(TEXTS, measure=SourceCopy())

    class Tagged(Wer):
        needs = ("references", "tags")

    with pytest.raises(SpecError, match=r"^wer needs more than two texts: tags; use another measure$"):
        sy.similarity(TEXTS, measure=Tagged())


def test_what_is_no_measure():
    with pytest.raises(SpecError, match="unknown measure 'wre'; did you mean"):
        sy.similarity(TEXTS, measure="wre")
    with pytest.raises(SpecError, match="3 is no measure; give its notation"):
        sy.similarity(TEXTS, measure=3)


def test_a_pair_that_a_measure_cannot_take_is_named():
    with pytest.raises(InputError, match=r"^invwer, text 1 against other 0: 4 tokens are more than limit=3"):
        sy.similarity(["a", "a b c d"], ["a b", "b", "c"], "invwer(limit=3)", threads=1)
