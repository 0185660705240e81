"""What the functions of the public API return: dictionary, data frame, account and table in a notebook."""

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping

import numpy as np
import pytest

import steelyard as sy
from steelyard.results.account import Account
from steelyard.results.brief import Brief
from steelyard.results.result import Result

LONGEST = 200
PUBLIC = {getattr(sy, name) for name in sy.__all__ if inspect.isclass(getattr(sy, name))}
FEW = sy.Draws(trials=100, resamples=50)
#: Functions that return what is to be computed with: texts, measures, arrays and tables of scores.
NO_RESULTS = {
    "annotate", "as_measure", "average_ranks", "parse", "read", "relations_of", "sample", "write",
}  # fmt: skip
#: Functions whose results have no numbers that were computed.
WITHOUT_SIGNATURE = ("measures",)
TEXTS = {"A": ["the cat sat", "a dog ran"], "B": ["the cat", "the dog"]}
REFERENCE = ["the cat sat down", "the dog ran"]


def scores():
    return sy.score(sy.sample(), measures=["bleu", "ter"])


def judged():
    return sy.meta(sy.sample(), ["chrf", "ter"], test="permutation", draws=FEW, dimensions="adequacy")


MAKERS = {
    "agree": lambda: sy.agree(sy.sample(), dimension="adequacy", draws=sy.Draws("item", resamples=50)),
    "align": lambda: sy.align("the cat sat", "the cat sat down"),
    "anova": lambda: sy.anova({"A": [1.0, 2.0], "B": [2.0, 4.0]}),
    "axioms": lambda: sy.axioms(["unigram-f1"], probes=5),
    "bootstrap_ranks": lambda: sy.bootstrap_ranks(scores(), draws=FEW),
    "compare": lambda: sy.compare(scores(), draws=FEW),
    "correlation": lambda: sy.correlation([1.0, 2.0, 4.0], [1.0, 3.0, 2.0]),
    "correlation_difference": lambda: sy.correlation_difference([1.0, 2, 4, 3], [1.0, 3, 2, 4], [1.0, 2, 3, 4]),
    "corroborate": lambda: sy.corroborate(scores(), draws=FEW),
    "evaluate": lambda: sy.evaluate(TEXTS, REFERENCE, "chrf", draws=FEW),
    "explain_difference": lambda: sy.explain_difference(TEXTS, REFERENCE, ["bleu", "chrf"], segment=0, system="A"),
    "cluster_ranks": lambda: sy.cluster_ranks(scores()),
    "facet_ranks": lambda: sy.facet_ranks(scores(), "document"),
    "measures": lambda: sy.measures(),
    "meta": judged,
    "normalise": lambda: sy.normalise(sy.sample(), dimension="adequacy"),
    "orange": lambda: sy.orange(sy.sample(), "chrf", draws=FEW),
    "pairwise_similarities": lambda: sy.pairwise_similarities(sy.sample(), "chrf"),
    "partitioned_correlation": lambda: sy.partitioned_correlation([1.0, 2, 4, 3], [1.0, 3, 2, 4], (1,), partitions=10),
    "power": lambda: sy.power(scores().statistics[0], "aurora", "basalt", simulations=5, draws=FEW),
    "qarla": lambda: sy.qarla(sy.sample(), ["chrf", "ter"], orders=5, draws=FEW),
    "reference_ranks": lambda: sy.reference_ranks(sy.sample(), "ter"),
    "relations": lambda: sy.relations([["SUBJ(eat, man, _)"]] * 2, {"P": [["SUBJ(eat, man, _)"]] * 2}, draws=FEW),
    "reliability": lambda: sy.reliability(scores()),
    "retrieval": lambda: sy.retrieval({"S": {"q": ["a"]}}, {"q": ["a", "b"]}, draws=FEW),
    "score": scores,
    "score_people": lambda: sy.score_people({"A": [1, 2], "B": [3, 4]}),
    "score_references": lambda: sy.score_references(sy.sample(), "ter"),
    "score_table": lambda: sy.score_table(sy.sample(), ["chrf", "ter"]),
    "severity": lambda: sy.severity(scores()),
    "similarity": lambda: sy.similarity(["a b", "a c"]),
    "study": lambda: sy.study("pastra-saggion-2003"),
    "summarise": lambda: sy.summarise([{"documents": ["a b\nc"]}], "lead", words=2),
    "sweep": lambda: sy.sweep(sy.sample(), "chrf", {"beta": [1, 2]}, dimension="adequacy"),
    "type_one_error": lambda: sy.type_one_error(scores().statistics[0], "aurora", "basalt", simulations=5, draws=FEW),
}


def results_in(value: object) -> Iterator[Result]:
    """Yield a result and the first of each kind of its parts."""
    if isinstance(value, Result):
        yield value
        fields = dataclasses.fields(value) if dataclasses.is_dataclass(value) else ()
        value = [getattr(value, field.name) for field in fields]
    elif isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, tuple | list):
        for part in value[:50]:
            yield from results_in(part)


def test_every_function_returns_results_or_is_known_not_to():
    verbs = {name for name in sy.__all__ if inspect.isfunction(getattr(sy, name))} | {"measures", "meta"}
    assert verbs - NO_RESULTS == set(MAKERS)


@pytest.mark.parametrize("name", MAKERS)
def test_every_result_and_every_part_of_one_can_be_had_in_every_form(name):
    kinds = {type(result): result for result in results_in(MAKERS[name]())}
    assert kinds
    for kind, result in kinds.items():
        assert json.dumps(result.to_dict(), allow_nan=False), kind
        assert isinstance(result.account(), Account), kind
        assert len(result.to_pandas().columns), kind
        assert "<table" in result._repr_html_(), kind
        assert re.match(rf"<{kind.__name__}\b", repr(result)), kind


@pytest.mark.parametrize("name", [name for name in MAKERS if name not in WITHOUT_SIGNATURE])
def test_every_row_of_a_data_frame_has_a_signature(name):
    results = MAKERS[name]()
    for result in results if isinstance(results, tuple | list) else (results,):
        frame = result.to_pandas()
        if "signature" in frame.attrs:
            frame = frame.assign(signature=frame.attrs["signature"])
        signatures = [column for column in frame.columns if str(column).endswith("signature")]
        assert signatures and (frame[signatures].astype(str) != "").all(axis=None)


def held_in(value: object) -> Iterator[object]:
    """Yield a thing of ours, and everything of ours that it holds or says; of a long list, the first few."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, tuple | list):
        for part in value[:5]:
            yield from held_in(part)
    elif type(value).__module__.startswith("steelyard"):
        yield value
        yield from held_in(vars(value) if hasattr(value, "__dict__") else ())
        if isinstance(value, Result):
            yield from held_in(value.account())


OTHER_MAKERS = {
    "ExternalScores": lambda: sy.ExternalScores("judge", ("A", "B"), np.zeros((2, 50))),
    "sample": sy.sample,
}


@pytest.mark.parametrize("name", [*MAKERS, *OTHER_MAKERS])
def test_everything_shows_itself_in_a_short_line(name):
    long = {
        f"{type(thing).__name__}: {len(repr(thing))}"
        for thing in held_in((MAKERS | OTHER_MAKERS)[name]())
        if type(thing) in PUBLIC - {sy.Signature} and len(repr(thing)) > LONGEST  # a signature is a text
    }
    assert long == set()


def test_no_line_grows_with_what_it_is_of():
    own = {kind.__name__ for kind in PUBLIC if issubclass(kind, Brief) and kind.__repr__ is not Brief.__repr__}
    assert own == set(), "say what the line tells by _summary"
    many = {f"system {n}": ["a"] for n in range(50)}
    assert len(repr(sy.score(many, ["a"], "bleu"))) == len(repr(sy.Corpus.of(many, ["a"]))) == LONGEST


def test_a_table_of_scores_has_the_scores_of_systems():
    table = sy.score_table(sy.sample(), ["bleu", "ter"])
    expected = [(score.system, score.measure, score.value, score.signature) for score in scores().scores]
    assert [tuple(row.values()) for row in table.to_dict()["scores"]] == expected
    frame = table.to_pandas()
    assert list(frame["ter"]) == [value for _, measure, value, _ in expected if measure == "ter"]
    assert table.account().rows.columns[2].better == "lower"


def test_a_part_has_one_row_of_its_own():
    comparison = sy.compare(scores(), draws=FEW).comparisons[0]
    frame = comparison.to_pandas()
    assert len(frame) == 1 and frame["p"][0] == comparison.p and frame["a"][0] == comparison.a
