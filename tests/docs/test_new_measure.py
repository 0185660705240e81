"""The example of docs/new-measure.md: one file beside the measures is picked up by everything, and keeps the laws."""

import importlib
import json
import re
import sys
from inspect import get_annotations

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
import steelyard.measures
from docs import pages
from steelyard.cli import steelyard as commands
from steelyard.corpus import Corpus
from steelyard.engines.local import collect
from steelyard.measures.kinds.base import Measure
from steelyard.measures.registry import registry

EXAMPLES = pages.ROOT / "examples"
ORDERS = (1, 2, 3)

words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=8)
segments = st.lists(st.tuples(words, words, words), min_size=1, max_size=6)


oracle = pages.load(EXAMPLES / "oracles" / "dice.py")


@pytest.fixture(scope="module", autouse=True)
def folder_beside_the_measures():
    """As if the example were in the folder of the measures."""
    with pytest.MonkeyPatch.context() as patch:
        folder = str(EXAMPLES / "measures")
        patch.setattr(steelyard.measures, "__path__", [*steelyard.measures.__path__, folder])
        yield
    del steelyard.measures.dice
    del sys.modules["steelyard.measures.dice"]


def joined(drawn):
    outputs, first, second = ([" ".join(texts) for texts in column] for column in zip(*drawn, strict=True))
    return outputs, {"first": first, "second": second}


def rows(measure, drawn):
    outputs, references = joined(drawn)
    (statistics,) = collect(Corpus.of({"A": outputs}, references), [measure], threads=1)
    return statistics.values[0]


def test_registry_and_notation():
    assert "dice" in registry()
    measure = sy.parse("dice(order=3)")
    assert measure.order == 3 and sy.parse(str(measure)) == measure


def test_unknown_values_are_refused():
    with pytest.raises(sy.SteelyardError, match="order=0 is not possible"):
        sy.parse("dice(order=0)")


def test_signature():
    scores = sy.score({"A": ["a b"]}, ["a b"], "dice")
    assert scores.scores[0].signature.startswith("dice|tokens:13a|case:keep|stem:none|stop:none|order:2|references:1|")


def test_command_line_and_catalogue(tmp_path):
    told = CliRunner().invoke(commands, ["measures", "dice"])
    assert "Dice coefficient" in told.output
    assert re.search(r"^order +2 +length of the n-grams$", told.output, re.M)
    text = tmp_path / "A.txt"
    text.write_text("a b c d\n", "utf-8")
    scored = CliRunner().invoke(commands, ["score", str(text), "-r", str(text), "-m", "dice", "--json"])
    assert json.loads(scored.output)["scores"][0]["value"] == 1.0


@pytest.mark.parametrize("fact", [name for name, hint in get_annotations(Measure).items() if "ClassVar" in str(hint)])
def test_the_page_tells_what_a_class_may_say(fact):
    assert f"`{fact}`" in (pages.DOCS / "new-measure.md").read_text("utf-8")


def test_documentation_page():
    assert "\n### dice\n" in pages.load(pages.DOCS / "generate.py").render()


def test_saved_statistics(tmp_path):
    scores = sy.score(sy.sample(), measures="dice")
    scores.save(tmp_path / "saved.npz")
    assert sy.read(tmp_path / "saved.npz", "statistics").to_dict() == scores.to_dict()


@given(segments, st.sampled_from(ORDERS))
def test_scores_equal_the_oracle(drawn, order):
    measure = sy.parse(f"dice(tokens=none,order={order})")
    found = measure.score(rows(measure, drawn).sum(axis=0))
    wanted = oracle.corpus([h for h, _, _ in drawn], [[a, b] for _, a, b in drawn], order=order)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
    assert np.isnan(found) or 0 <= found <= 1


@given(segments, st.sampled_from(ORDERS))
def test_rows_are_local_and_add_up(drawn, order):
    measure = sy.parse(f"dice(tokens=none,order={order})")
    together = rows(measure, drawn)
    np.testing.assert_array_equal(together, np.concatenate([rows(measure, [one]) for one in drawn]))
    np.testing.assert_array_equal(rows(measure, drawn * 2).sum(axis=0), 2 * together.sum(axis=0))
    np.testing.assert_array_equal(measure.score(together), [measure.score(row) for row in together])


@given(words)
def test_identity_is_best(text):
    assert sy.score({"A": [" ".join(text)]}, [" ".join(text)], "dice(order=1)").value("A", "dice(order=1)") == 1.0


def test_every_base_is_where_the_page_says():
    page = (pages.DOCS / "new-measure.md").read_text("utf-8")
    bases = re.findall(r"^\| `(\w+)` \| `\.(\w+)` \|", page, re.M)
    assert len(bases) == 8
    for base, module in bases:
        assert issubclass(getattr(importlib.import_module(f"steelyard.measures.kinds.{module}"), base), Measure)
