"""Calls of every public function that are right, and objects that are wrong in place of an argument."""

from __future__ import annotations

import datetime
import io
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

import steelyard as sy

OUTPUTS = {"A": ["the cat sat", "a dog ran", "it rains now"], "B": ["a cat", "the dog", "it rained"], "C": ["cat"] * 3}
CORPUS = sy.Corpus.of(OUTPUTS, OUTPUTS["A"], facets={"document": ["x", "y", "y"]})
TWO_REFERENCES = sy.Corpus.of(OUTPUTS, {"first": OUTPUTS["A"], "second": OUTPUTS["B"]})
SCORES = sy.score(CORPUS, measures=["wer", "chrf"])
HUMAN = {"A": [1, 2, 3], "B": [2, 2, 1], "C": [3, 1, 2]}
SERIES = ([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 4.0])
DRAWN: dict[str, Any] = {"draws": sy.Draws(resamples=20, trials=20), "run": sy.Run(threads=1)}
SENTENCE = sy.Sentence(("a", "b"), ("a", "b"), ("N", "V"), ("N", "V"), (-1, 0), ("root", "x"))
RATINGS = [(item, assessor, answer) for item in "abc" for assessor, answer in (("ann", 1.0), ("bob", 2.0))]

#: Arguments that are right, into which wrong ones are put.
RIGHT: dict[str, dict[str, Any]] = {
    "agree": {"judgements": RATINGS, "draws": DRAWN["draws"]},
    "align": {"hypothesis": "a b", "reference": "a b"},
    "annotate": {"texts": [""], "parser": "given"},
    "anova": {"groups": {"a": [1.0, 2.0], "b": [2.0, 3.0]}},
    "as_measure": {"function": len},
    "average_ranks": {"ranks": [[1, 2], [2, 1]]},
    "axioms": {"measures": "wer", "probes": 2, "run": DRAWN["run"]},
    "bootstrap_ranks": {"scores": SCORES, **DRAWN},
    "cluster_ranks": {"scores": SCORES},
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
    "summarise": {"documents": [{"documents": ["a b\nc"]}], "methods": "lead", "words": 2},
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


def wrong() -> dict[str, Any]:
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
