"""A measure with any of its options agrees with its oracle on random texts."""

import numpy as np
from hypothesis import strategies as st

from laws.oracle_scores import oracle_score
from laws.random_corpora import Drawn, given

# Few types and short texts, so that n-grams match, repeat and run out.
FEW = ("a", "b", "c", "0", ",", "A")


def close(left, right):
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


def agrees(measure, drawn: Drawn):
    """The package's score of both systems is the oracle's."""
    fitted = given(measure, drawn)
    for system in "AB":
        ours = fitted.score(fitted.statistics(drawn.batch(system)).sum(axis=0))
        close(ours, oracle_score(measure, drawn.outputs[system], drawn.references))


def options(**values):
    return st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in values.items()})
