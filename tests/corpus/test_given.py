"""Corpora from Python objects: what is read, and what is refused."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.errors import InputError, SpecError

A, R = ["a b", "c", "d e"], ["a b", "c d", "d e"]


def wer(systems, references, **more):
    return sy.score(systems, references, "wer", **more).value("A", "wer")


def test_every_kind_of_column_gives_the_same_number():
    pandas = pytest.importorskip("pandas", reason="skipped: pandas columns, as pandas is not installed")
    for column in (A, tuple(A), iter(A), np.array(A), np.array(A, object), pandas.Series(A)):
        assert wer({"A": column}, R) == pytest.approx(100 / 6)
    for references in (R, [R], {"x": R}, [[r] for r in R], [np.array(R)], iter(R), [pandas.Series(R)]):
        assert wer({"A": A}, references) == pytest.approx(100 / 6)


@pytest.mark.parametrize(
    ("systems", "references", "message"),
    [
        ({"A": set(A)}, R, "system 'A' is a set"),
        ({"A": dict.fromkeys(A)}, R, "system 'A' is a dict"),
        ({"A": None}, R, "system 'A' is a NoneType"),
        ({"A": "a b"}, R, "system 'A' is one string"),
        (A, R, "systems must be given by name"),
        ({"A": A}, set(R), "references is a set"),
        ({"A": A}, [set(R)], r"references\[0\] is a set"),
        ({"A": A}, ["a", ["b"], "c"], "mix strings and lists"),
        ({"": A}, R, "'' is no name"),
        ({" ": A}, R, "' ' is no name"),
        ({3: A}, R, "3 is no name"),
        ({"A\x1b": A}, R, "control character"),
        ({"A": [*A, "x"]}, R, "3 segments|4 segments"),
    ],
)
def test_what_is_refused(systems, references, message):
    with pytest.raises(InputError, match=message):
        sy.score(systems, references, "wer")


def test_a_data_frame_is_not_a_list_of_references():
    pandas = pytest.importorskip("pandas", reason="skipped: pandas frames, as pandas is not installed")
    with pytest.raises(InputError, match="references is a DataFrame"):
        sy.score({"A": A}, pandas.DataFrame({"x": R, "y": R}), "wer")


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([1, "1", 2], "facet 'd', segment 0: 1 is no name"),
        (["a", None, "b"], "segment 1: None is no name"),
        (["a", float("nan"), "b"], "segment 1: nan is no name"),
        ("abc", "facet 'd' is one string"),
        (["a", "b"], "facet 'd' has 2 segments"),
    ],
)
def test_labels_are_names(labels, message):
    with pytest.raises(InputError, match=message):
        sy.score({"A": A}, R, "wer", facets={"d": labels})


def test_whole_numbers_are_labels():
    assert sy.score({"A": A}, R, "wer", facets={"d": [1, 1, 2]}, level="d").value("A", "wer", "2") == 0


@pytest.mark.parametrize("more", [{"references": R}, {"source": A}, {"ids": ["x", "y", "z"]}, {"facets": {"d": A}}])
def test_a_corpus_holds_everything(more):
    with pytest.raises(SpecError, match="leave out"):
        sy.score(Corpus.of({"A": A}, R), measures="wer", **more)


def test_plain_lists_are_no_columns_of_a_corpus():
    with pytest.raises(InputError, match=r"Corpus\.of"):
        Corpus({"A": A}, (R,))


@pytest.mark.parametrize(
    "more",
    [
        {"measures": None}, {"measures": [3]}, {"level": "nope"}, {"intervals": 500}, {"threads": "2"}, {"threads": 0},
        {"accept": ["emtpy"]},
    ],
)  # fmt: skip
def test_what_else_is_refused(more):
    with pytest.raises(sy.SteelyardError):
        sy.score({"A": A}, R, **({"measures": "wer"} | more))


@pytest.mark.parametrize(
    "wrong",
    [{"resamples": 1}, {"resamples": 1.5}, {"resamples": 10**7}, {"confidence": 1.0}, {"confidence": "x"}, {"seed": -1},
     {"unit": None}],
)  # fmt: skip
def test_intervals_that_cannot_be(wrong):
    with pytest.raises(SpecError, match=f"{next(iter(wrong))}=.* is not possible"):
        sy.Draws(**wrong)
