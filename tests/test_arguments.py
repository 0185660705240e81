"""Wrong arguments: every public function refuses what it cannot take, with an error of ours that says so."""

from __future__ import annotations

import datetime
import inspect
import io
import os
from collections.abc import Sequence
from contextlib import redirect_stdout
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.arguments import public
from steelyard.errors import SpecError, SteelyardError

FUNCTIONS = [name for name in sy.__all__ if name[0].islower()]
OUTPUTS = {"A": ["the cat sat", "a dog ran", "it rains now"], "B": ["a cat", "the dog", "it rained"], "C": ["cat"] * 3}
CORPUS = sy.Corpus.of(OUTPUTS, OUTPUTS["A"], facets={"document": ["x", "y", "y"]})
TWO_REFERENCES = sy.Corpus.of(OUTPUTS, {"first": OUTPUTS["A"], "second": OUTPUTS["B"]})
SCORES = sy.score(CORPUS, measures=["wer", "chrf"])
HUMAN = {"A": [1, 2, 3], "B": [2, 2, 1], "C": [3, 1, 2]}
SERIES = ([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 4.0])
DRAWN = {"draws": sy.Draws(resamples=20, trials=20), "run": sy.Run(threads=1)}
SENTENCE = sy.Sentence(("a", "b"), ("a", "b"), ("N", "V"), ("N", "V"), (-1, 0), ("root", "x"))
RATINGS = [(item, assessor, answer) for item in "abc" for assessor, answer in (("ann", 1.0), ("bob", 2.0))]

#: Arguments that are right, into which wrong ones are put.
RIGHT = {
    "agree": {"judgements": RATINGS, "draws": DRAWN["draws"]},
    "align": {"hypothesis": "a b", "reference": "a b"},
    "annotate": {"texts": [""], "parser": "given"},
    "anova": {"groups": {"a": [1.0, 2.0], "b": [2.0, 3.0]}},
    "as_measure": {"function": len},
    "average_ranks": {"ranks": [[1, 2], [2, 1]]},
    "axioms": {"measures": "wer", "probes": 2, "run": DRAWN["run"]},
    "bootstrap_ranks": {"scores": SCORES, **DRAWN},
    "compare": {"scores": SCORES, **DRAWN},
    "correlation": {"left": SERIES[0], "right": SERIES[1], "draws": DRAWN["draws"]},
    "correlation_difference": {"a": SERIES[0], "b": SERIES[1], "right": SERIES[1], "draws": DRAWN["draws"]},
    "corroborate": {"scores": SCORES, **DRAWN},
    "evaluate": {"systems": SCORES, **DRAWN},
    "explain_difference": {"systems": CORPUS, "measures": ["wer", "per"], "segment": 0, "system": "A"},
    "facet_ranks": {"scores": SCORES, "over": "document"},
    "measures": {},
    "meta": {"scores": SCORES, "human": HUMAN, "levels": "segment", "coefficients": "pearson", **DRAWN},
    "normalise": {"judgements": RATINGS},
    "orange": {"corpus": CORPUS, "measures": "wer", **DRAWN},
    "pairwise_similarities": {"corpus": CORPUS, "measures": "wer", "run": DRAWN["run"]},
    "parse": {"text": "wer"},
    "partitioned_correlation": {"left": SERIES[0], "right": SERIES[1], "sizes": (1, 2), "partitions": 10},
    "power": {"statistics": SCORES.statistics[0], "a": "A", "b": "B", "simulations": 2, **DRAWN},
    "qarla": {"corpus": CORPUS, "measures": ["unigram-f1", "chrf"], "orders": 2, **DRAWN},
    "read": {"paths": "none.jsonl"},
    "reference_ranks": {"corpus": CORPUS, "measures": "wer", "run": DRAWN["run"]},
    "relations": {"gold": [["SUBJ(eat, man, _)"]], "parsers": {"A": [["SUBJ(eat, man, _)"]]}, **DRAWN},
    "relations_of": {"sentence": SENTENCE},
    "reliability": {"scores": CORPUS, "measures": "wer", "human": HUMAN, "run": DRAWN["run"]},
    "report": {"result": SCORES, "path": "result.txt", "replace": True},
    "retrieval": {"returned": {"A": {"q": ["x"]}}, "relevant": {"q": ["x"]}, **DRAWN},
    "sample": {},
    "score": {"systems": CORPUS, "measures": "wer", "threads": 1},
    "score_people": {"human": HUMAN},
    "score_references": {"corpus": TWO_REFERENCES, "measures": "wer", "threads": 1},
    "score_table": {"scores": SCORES},
    "severity": {"scores": SCORES},
    "similarity": {"texts": ["a", "b"], "measure": "wer"},
    "study": {"name": "lin-hovy-2003", "corpus": CORPUS, "human": HUMAN, "simulations": 2, **DRAWN},
    "sweep": {"corpus": CORPUS, "measure": "bleu", "vary": {"order": [1]}, "human": HUMAN, "run": DRAWN["run"]},
    "type_one_error": {"statistics": SCORES, "a": "A", "b": "B", "simulations": 2, **DRAWN},
    "write": {"corpus": CORPUS, "path": "corpus.jsonl"},
}


class Odd:
    """Something of somebody's own."""


class Unspeakable:
    """Something that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no")


def wrong() -> dict:
    """What most arguments cannot be; anew for each call, for some can be used up."""
    return {
        "None": None, "true": True, "zero": 0, "negative": -1, "huge": 10**400, "fraction": 1.5, "nan": float("nan"),
        "infinite": float("inf"), "complex": 1j, "decimal": Decimal(1), "numpy integer": np.int64(3), "empty text": "",
        "word": "word", "NUL": "a\0b", "half a surrogate": "\ud800", "long text": "x" * 5000, "brackets": "((",
        "bytes": b"x", "path": Path("none"), "folder": Path(), "empty list": [], "list of None": [None],
        "numbers": [1, 2], "words": ["a", "b"], "lists": [["a"], ["b"]], "mixed list": ["a", 1], "empty mapping": {},
        "mapping of numbers": {1: 2}, "mapping of words": {"a": "b"}, "mapping of lists": {"a": [1]}, "set": {1, "a"},
        "generator": (n for n in [1]), "array of words": np.array(["a", "b"]), "array": np.arange(3.0),
        "matrix": np.zeros((2, 2)), "array of no axis": np.array(1.0), "objects": np.array([None, "a"], object),
        "object": Odd(), "class": Odd, "function": len, "date": datetime.date(2000, 1, 1), "module": os,
        "ellipsis": ..., "file": io.StringIO("x"), "corpus": CORPUS, "scores": SCORES, "draws": sy.Draws(),
        "error": ValueError("x"),
    }  # fmt: skip


def test_every_public_function_is_tried():
    assert set(FUNCTIONS) == set(RIGHT) and len(wrong()) >= 40


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_arguments_are_errors_of_ours(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STEELYARD_CACHE", "none")
    function = getattr(sy, name)
    for parameter in inspect.signature(function).parameters:
        for what, argument in wrong().items():
            if parameter == "progress" and callable(argument):
                continue  # what it raises is the caller's
            try:
                with redirect_stdout(io.StringIO()):
                    function(**(RIGHT[name] | {parameter: argument}))
            except SteelyardError as error:
                assert str(error), (parameter, what)
            except Exception as error:
                error.add_note(f"{name}({parameter}={what})")
                raise


@public
def shown(
    text: str, times: int = 1, names: Sequence[str] | str = (), path: Path | None = None, ratio: float = 0.5
) -> object:
    return text, times, names, path, ratio


def test_what_fits_the_signature_is_passed_on():
    assert shown("a") == ("a", 1, (), None, 0.5)
    assert shown("a", np.int64(2), np.array(["b"]), "there", 1) == ("a", 2, ["b"], "there", 1)
    assert shown(text="a", names="b", path=Path("c"), ratio=np.float32(0.5))[2:4] == ("b", Path("c"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": 1}, "shown: text=1 is not possible; expected a string"),
        ({"text": None}, "shown: text=None is not possible; expected a string"),
        ({"text": "a", "times": True}, "shown: times=True is not possible; expected a whole number"),
        ({"text": "a", "times": "2"}, "shown: times='2' is not possible; expected a whole number"),
        ({"text": "a", "path": 1.5}, "shown: path=1.5 is not possible; expected a path or None"),
        ({"text": "a", "ratio": "x" * 99}, "shown: ratio=<str> is not possible; expected a number"),
        ({"text": "a", "ratio": 10**400}, "shown: ratio=<int> is not possible; expected a number"),
        ({"text": Unspeakable()}, "shown: text=<Unspeakable> is not possible; expected a string"),
        ({"text": np.zeros((2, 2))}, "shown: text=array([[0., 0.], [0., 0.]]) is not possible; expected a string"),
    ],
)
def test_what_does_not_fit_is_named(arguments, message):
    with pytest.raises(SpecError) as error:
        shown(**arguments)
    assert str(error.value) == message


def test_too_few_arguments_are_told_by_python():
    with pytest.raises(TypeError, match=r"shown\(\) missing 1 required positional argument: 'text'"):
        shown()
