"""All pairs at once are what scoring each pair alone gives, for every measure."""

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

import steelyard as sy
from laws.random_corpora import NAMES, Drawn, corpora_for
from steelyard.measures.kinds.base import Fitted
from steelyard.measures.registry import registry
from steelyard.scores import similarities

every_measure = pytest.mark.parametrize("name", [n for n in NAMES if registry()[n].needs == ("references",)])


def sides(drawn):
    """All outputs, and all references, of what was drawn."""
    return [t for texts in drawn.outputs.values() for t in texts], [t for several in drawn.references for t in several]


def looped(measure, texts, others):
    """One call of the public interface per pair; a fitted measure has the context of all others."""
    if isinstance(measure, Fitted):
        measure = measure.fit([Drawn({}, tuple((other,) for other in others)).batch()])
    return [[alone(measure, text, other) for other in others] for text in texts]


def alone(measure, text, other):
    return sy.score({"A": [text]}, [other], [measure], level="segment", threads=1).scores[0].value


@every_measure
@settings(max_examples=15)
@examples(data=st.data())
def test_all_pairs_equal_each_pair_alone(name, data):
    drawn = data.draw(corpora_for(name, segments=3, references=2))
    texts, others = sides(drawn)
    measure = sy.parse(name)
    matrix = sy.similarity(texts, others, measure, threads=1)
    np.testing.assert_array_equal(matrix.values, looped(measure, texts, others))


@every_measure
@settings(max_examples=8)
@examples(data=st.data())
def test_order_blocks_and_threads_do_not_matter(name, data):
    drawn = data.draw(corpora_for(name, segments=3, references=2))
    texts, others = sides(drawn)
    whole = sy.similarity(texts, others, name, threads=1)
    rows, columns = (data.draw(st.permutations(range(len(side)))) for side in (texts, others))
    turned = sy.similarity([texts[r] for r in rows], [others[c] for c in columns], name, threads=1)
    np.testing.assert_array_equal(turned.values, whole.values[np.ix_(rows, columns)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarities, "_MOST_PAIRS", data.draw(st.integers(1, 9)))
        patch.setattr(similarities, "_MOST_BYTES", data.draw(st.sampled_from([1, 50, 1 << 20])))
        cut = sy.similarity(texts, others, name, threads=data.draw(st.integers(1, 3)))
    np.testing.assert_array_equal(cut.values, whole.values)
    assert cut.signature == whole.signature
