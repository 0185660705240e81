"""sacreBLEU's tests as they are: a system against itself is "significant" there, and not here."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.comparison.tests import sacrebleu


@pytest.fixture(scope="module")
def twice():
    """One system under two names."""
    sample = sy.sample()
    outputs = list(sample.systems["cedar"])
    return {"cedar": outputs, "again": outputs}, list(sample.references[0])


def test_a_system_against_itself(twice):
    scores = sy.score(*twice, ["bleu", "ter"])
    for test in ("sacrebleu-randomisation", "sacrebleu-bootstrap"):
        made = sy.compare(scores, test=test, draws=sy.Draws(trials=999, resamples=999))
        assert [one.p for one in made.comparisons] == [0.001, 0.001]
        assert made.baseline == "cedar" and all(one.better is None for one in made.comparisons)
    assert {one.p for one in sy.compare(scores, draws=sy.Draws(trials=999)).comparisons} == {1.0}


@pytest.mark.parametrize(("kind", "test"), [("ar", "sacrebleu-randomisation"), ("bs", "sacrebleu-bootstrap")])
def test_sacrebleu_says_so_too(twice, kind, test):
    significance = pytest.importorskip("sacrebleu.significance", reason="skipped: sacreBLEU is not installed")
    from sacrebleu.metrics import BLEU

    systems, references = twice
    sample = sy.sample()
    systems = {**systems, "dune": list(sample.systems["dune"]), "flint": list(sample.systems["flint"])}
    theirs = significance.PairedTest(list(systems.items()), {"BLEU": BLEU()}, [references], kind, n_samples=500)()[1]
    made = sy.compare(sy.score(systems, references, "bleu"), test=test, draws=sy.Draws(trials=500, resamples=500))
    assert [one.p for one in made.comparisons] == [result.p_value for result in theirs["BLEU"][1:]]
    assert made.comparisons[0].p == 1 / 501


def test_only_segments(twice):
    scores = sy.score(*twice, "bleu")
    with pytest.raises(SpecError, match="sacreBLEU knows segments only"):
        sy.compare(scores, test="sacrebleu-bootstrap", draws=sy.Draws(unit="document"))


def test_its_bootstrap_rejects_systems_that_are_alike_too_often():
    sample = sy.sample()
    few = {name: list(sample.systems[name]) for name in ("basalt", "cedar")}
    (pair,) = sy.score(few, list(sample.references[0]), "bleu").statistics
    random, rejected = np.random.default_rng(1), 0
    for seed in range(400):
        values = pair.values[:, random.integers(0, pair.values.shape[1], 100)]
        values = np.where(random.random(100)[:, None] < 0.5, values[::-1], values)
        drawn = replace(pair, values=np.ascontiguousarray(values), ids=None, facets={})
        rejected += sacrebleu.bootstrap_p(drawn, np.array([[0, 1]]), 199, seed)[0] <= 0.05
    # at a level of 5 %, 400 tests reject more than 32 times in 4 of 1,000 cases
    assert 32 < rejected < 60
