"""ORANGE against its definition, and on corpora whose references differ in number."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from oracles import orange as oracle
from steelyard.errors import InputError, SpecError
from steelyard.meta.references.orange import reference_shares
from steelyard.report.forms import rendered

SCORES = st.one_of(st.integers(0, 3).map(float), st.just(math.nan))


@given(st.lists(st.tuples(SCORES, st.lists(SCORES, min_size=4, max_size=4)), min_size=1, max_size=6))
def test_shares(lists):
    found = reference_shares([own for own, _ in lists], [outputs for _, outputs in lists])
    assert found == pytest.approx([oracle.orange([[one]]) for one in lists], nan_ok=True)


@given(st.lists(st.tuples(SCORES, st.lists(SCORES, min_size=3, max_size=3)), min_size=1, max_size=6))
def test_monotone_rescaling_changes_nothing(lists):
    own, outputs = np.array([one for one, _ in lists]), np.array([row for _, row in lists])
    np.testing.assert_array_equal(
        reference_shares(own, outputs), reference_shares(np.exp(3 * own) - 5, np.exp(3 * outputs) - 5)
    )


def alone(corpus, reference, measure):
    """Return segment → (score of a reference, scores of the outputs) against the other references, one segment at a
    time; more is better."""
    sign = 1 if sy.parse(measure).higher_is_better else -1
    made = {}
    for segment in range(len(corpus)):
        references = [texts[segment] for texts in corpus.references]
        rest = [one for n, one in enumerate(references) if n != reference and one]
        if not references[reference] or not rest:
            continue
        systems = {name: texts[segment] for name, texts in corpus.systems.items()} | {"own": references[reference]}
        kept = {name: [output] for name, output in systems.items() if output is not None}
        scores = sy.score(kept, {str(n): [one] for n, one in enumerate(rest)}, measure, level="segment")
        values = {name: sign * scores.value(name, measure, 0) for name in kept}
        made[segment] = values.pop("own"), list(values.values())
    return made


def by_definition(corpus, measure):
    lists = {}
    for reference in range(len(corpus.references)):
        for segment, one in alone(corpus, reference, measure).items():
            lists.setdefault(segment, []).append(one)
    return oracle.orange(list(lists.values()))


@pytest.fixture(scope="module")
def small():
    corpus = sy.sample()
    cut = {name: [corpus.systems[name][n] for n in range(12)] for name in ("aurora", "cedar", "flint")}
    return sy.Corpus.of(cut, {str(k): [texts[n] for n in range(12)] for k, texts in enumerate(corpus.references)})


@pytest.mark.parametrize("measure", ["bleu", "ter", "rouge-lsum", "chrf"])
def test_it_is_that_of_the_definition(small, measure):
    made = sy.orange(small, measure, run=sy.Run(threads=2))
    assert made.value(measure) == pytest.approx(by_definition(small, measure), abs=1e-12)
    (one,) = made.scores
    assert one.low <= one.value <= one.high and one.lists == 36 and one.length == 4 and one.least == 0.25


def test_lists_of_different_lengths():
    """References may be absent, and so may outputs: an n-best list given as systems."""
    corpus = sy.Corpus.of(
        {"1": ["a b", "c d", "e", "f"], "2": ["a", None, "e f", "f g"], "3": [None, None, "x", "g"]},
        {"r": ["a b c", "c d e", "e f g", "f"], "s": ["a c", "c d", None, "f g"], "t": ["b c", None, None, "g f"]},
    )
    made = sy.orange(corpus, ["unigram-f1", "wer"])
    assert [made.value(m) for m in ("unigram-f1", "wer")] == pytest.approx(
        [by_definition(corpus, m) for m in ("unigram-f1", "wer")]
    )
    (one, _) = made.scores
    assert (one.n, one.lists, one.unranked) == (3, 8, 7)
    assert made.notices == (
        "1 of 4 segments have fewer than two references and are left out",
        "3 of 12 outputs are absent; their lists are the shorter",
    )
    assert "references:1-2" in one.signature


def test_a_measure_that_knows_people(small):
    """Where outputs have nothing in common with references, these are first; where all are alike, all tie."""
    references = {"r": ["a b c", "d e"], "s": ["a b d", "d f"]}
    apart = sy.Corpus.of({"A": ["x", "y"], "B": ["u", "v"]}, references)
    (one,) = sy.orange(apart, "unigram-f1").scores
    assert one.value == one.least == 1 / 3
    alike = sy.Corpus.of({"A": ["a", "b"], "B": ["a", "b"]}, {"r": ["a", "b"], "s": ["a", "b"]})
    assert sy.orange(alike, "chrf").value("chrf") == 2 / 3


def test_the_interval_covers_documents_too():
    corpus = sy.sample()
    segment = sy.orange(corpus, "chrf").scores[0]
    document = sy.orange(corpus, "chrf", draws=sy.Draws(unit="document")).scores[0]
    assert segment.value == document.value and (segment.low, segment.high) != (document.low, document.high)
    assert "unit:document" in document.signature


def test_it_is_repeatable_and_plain():
    one, two = (sy.orange(sy.sample(), ["bleu", "ter"], run=sy.Run(threads=n)) for n in (1, 2))
    assert one == two and one.signature.count("\n") == 1
    json.dumps(one.to_dict(), allow_nan=False)
    shown = rendered(one, "text")
    assert shown.index("\nbleu") < shown.index("\nter") and "ORANGE ↓" in shown


def test_what_is_refused():
    corpus = sy.sample()
    with pytest.raises(InputError, match="no segment has two references"):
        sy.orange(sy.Corpus(systems=corpus.systems, references=corpus.references[:1]))
    with pytest.raises(InputError, match="no system output"):
        sy.orange(sy.Corpus(systems={}, references=corpus.references))
    with pytest.raises(SpecError, match="takes a Corpus"):
        sy.orange({"A": ["a"]})
    with pytest.raises(SpecError, match="no measure 'ter' here"):
        sy.orange(corpus, "chrf").value("ter")
    empty = sy.Corpus.of({"A": ["a", ""]}, {"r": ["a", "b"], "s": ["a", "c"]}, accept=["empty"])
    with pytest.raises(InputError, match="system 'A' has an empty output for segment 1"):
        sy.orange(empty, "chrf")
    assert sy.orange(empty, "chrf", run=sy.Run(accept=["empty"])).scores[0].n == 2
