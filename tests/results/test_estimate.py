"""Estimates: the base of all results that are one number."""

import ast
import dataclasses
import importlib
from collections.abc import Iterator

import pytest

from source_tree import modules, name_of, parsed
from steelyard.results.estimate import Estimate, IntervalEstimate
from steelyard.results.signature import Signature

#: What every estimate has.
COMMON = {field.name for field in dataclasses.fields(Estimate)}
#: By which a number is known for a result, and not a cell of a table or a mark of a figure.
OF_RESULTS = {"reason", "signature"}


def kinds_of(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


for module in modules():
    if "Estimate)" in module.read_text("utf-8"):
        importlib.import_module(f"steelyard.{name_of(module).replace('/', '.')}")
KINDS = [kind for kind in kinds_of(Estimate) if kind is not IntervalEstimate]


def test_an_estimate_says_all_it_has():
    estimate = Estimate(value=0.5, low=0.4, n=3, unit="segment", signature=Signature("bleu"))
    assert estimate.to_dict() == {
        "value": 0.5, "low": 0.4, "high": None, "n": 3, "unit": "segment", "signature": "bleu",
    }  # fmt: skip
    assert repr(IntervalEstimate(value=0.5)).startswith("<IntervalEstimate: value=0.5, low=nan, high=nan, n=None")


def test_scores_correlations_and_comparisons_are_estimates():
    names = {kind.__name__ for kind in KINDS}
    assert names >= {"Agreement", "Comparison", "CorrelationEstimate", "King", "MeasureCorrelation", "Power", "Score"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_an_estimate_is_of_is_in_its_dictionary(kind):
    own = {field.name for field in dataclasses.fields(kind)} - COMMON
    assert own <= set(kind.KEYS)
    properties = {name for name, member in vars(kind).items() if isinstance(member, property)}
    assert set(kind.KEYS) <= own | COMMON | properties
    assert len(set(kind.KEYS)) == len(kind.KEYS)


def declared(kind: ast.ClassDef) -> dict[str, str]:
    return {
        node.target.id: ast.unparse(node.annotation)
        for node in kind.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def repeats_an_estimate(kind: ast.ClassDef) -> bool:
    """Tell whether a class declares by itself a number with an interval, or a value, and how or why it came about."""
    fields = declared(kind)
    is_number = fields.get("value") == "float" or fields.get("low") in ("float", "float | None")
    return is_number and bool(OF_RESULTS & fields.keys())


def test_no_other_class_repeats_what_estimates_have():
    astray = [
        f"{name_of(path)}: {node.name}"
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and node.name != "Estimate" and repeats_an_estimate(node)
    ]
    assert astray == [], "derive each from Estimate or IntervalEstimate"


def test_a_repetition_is_seen():
    source = "class Mine(Result):\n    measure: str\n    low: float\n    reason: str | None = None"
    assert repeats_an_estimate(ast.parse(source).body[0])
