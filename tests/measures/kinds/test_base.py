"""Measures can be sent elsewhere, and fitted from parts."""

import gzip
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from laws.random_corpora import many_segments
from steelyard.corpus.columns import read_column
from steelyard.engines.local import fitted
from steelyard.engines.plan import reference_batches, views_of
from steelyard.measures.kinds.base import Fitted
from steelyard.measures.registry import registry

SAMPLE = sy.sample()
FITTED = [name for name, kind in registry().items() if issubclass(kind, Fitted)]
#: What is counted, and where, beside the defaults.
VARIANTS = [*FITTED, "nist(boundaries=both,order=2)", "tvm(lemmas=references)", "pourpre(weight=count)"]


def copied(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("name", registry())
def test_every_measure_can_be_pickled(name):
    measure = registry()[name]()
    assert copied(measure) == measure and str(copied(measure)) == str(measure)


@pytest.mark.parametrize("notation", ["nist", "nist(boundaries=both)", "tvm(lemmas=references)"])
def test_a_fitted_measure_can_be_pickled(notation):
    measure = fitted(sy.parse(notation), SAMPLE)
    again = copied(measure)
    assert again.context == measure.context != "" and again == measure
    batch = views_of(SAMPLE, 0, len(SAMPLE)).batch(next(iter(SAMPLE.systems)))
    np.testing.assert_array_equal(again.statistics(batch), measure.statistics(batch))


def test_corpora_and_statistics_can_be_pickled(tmp_path):
    for path in ("plain.txt", "packed.txt.gz"):
        content = b"the cat\nsat\n"
        (tmp_path / path).write_bytes(gzip.compress(content) if path.endswith("gz") else content)
        texts = read_column(tmp_path / path)
        assert list(copied(texts)) == list(texts) == ["the cat", "sat"]
    again = copied(SAMPLE)
    measures = ["bleu", "nist", "tvm(lemmas=references)"]
    scores = sy.score(again, measures=measures)
    assert scores.to_dict() == sy.score(SAMPLE, measures=measures).to_dict()
    assert again.judgements == SAMPLE.judgements and again.facets == SAMPLE.facets
    for one in scores.statistics:
        assert copied(one).signature() == one.signature()
        np.testing.assert_array_equal(copied(one).values, one.values)


def test_a_measure_of_a_file_can_be_pickled(tmp_path):
    (tmp_path / "mine.py").write_text("def f(output, references): return 1\n", "utf-8")
    measure = sy.parse(f"{tmp_path / 'mine.py'}:f(better=lower)")
    assert copied(measure) == measure


@pytest.mark.parametrize("notation", VARIANTS)
@settings(max_examples=10, deadline=None)
@given(cut=st.integers(0, len(SAMPLE)), second=st.integers(0, len(SAMPLE)))
def test_contexts_of_any_parts_make_the_fit_of_the_whole(notation, cut, second):
    measure = sy.parse(notation)
    corpus = many_segments(measure.name).at(range(len(SAMPLE))).corpus()
    count = len(corpus)
    ends = sorted({0, min(cut, count), min(second, count), count})
    parts = [range(*both) for both in pairwise(ends)]
    outside = [[n for n in range(count) if n not in part] for part in parts]
    contexts = [measure.context_of(reference_batches(corpus, left_out)) for left_out in outside]
    whole = measure.fit(reference_batches(corpus))
    assert measure.with_context(measure.merged(contexts[::-1])).context == whole.context
