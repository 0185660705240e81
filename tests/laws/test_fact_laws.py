"""Identity is best and foreign words are worse, but for what a measure says of itself, which must be so."""

import inspect
import math

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

import steelyard as sy
from laws.oracle_scores import function_of, path_of, settled_of
from laws.random_corpora import NAMES, WORDS, Drawn, corpora_for, given, kind_of, texts
from oracles.tokens import tokenise
from steelyard.errors import SegmentError
from steelyard.measures.registry import registry

REGISTRY = registry()
every_measure = pytest.mark.parametrize("name", NAMES)


def best_of(kind):
    return kind.bounds[1] if kind.higher_is_better else kind.bounds[0]


def segment_score(name, output, references, level="segment"):
    """The score of one segment, of a measure that is fitted to its references."""
    drawn = Drawn({"A": (output,)}, (tuple(references),))
    measure = given(sy.parse(name), drawn)
    return float(measure.at_level(level).score(measure.statistics(drawn.batch()))[0])


def words_in(text, measure):
    return len(tokenise(text, measure.tokens, measure.case))


def agreeing(name, reference):
    """The output that says what a reference says."""
    kind = kind_of(name)
    return kind.agreeing(reference) if kind else reference


@every_measure
@examples(data=st.data())
def test_identity_is_best(name, data):
    """An output equal to a reference has the best score there is, or the best of all outputs, or the class says why."""
    kind = REGISTRY[name]
    one = data.draw(corpora_for(name, segments=1, references=1 if kind.all_references else 3))
    reference = data.draw(st.sampled_from(one.references[0]))
    best = best_of(kind)

    def score_of(output: str) -> float:
        return segment_score(name, output, one.references[0])

    identity = score_of(agreeing(name, reference))
    if kind.fewest_words and words_in(reference, kind()) < kind.fewest_words:
        assert math.isnan(identity) or identity == 0
    elif math.isnan(identity):
        assert kind.may_lack
    elif math.isfinite(best) and not kind.short_of_best:
        assert identity == pytest.approx(best, rel=1e-12, abs=1e-12)
        other = score_of(one.outputs["B"][0] if kind_of(name) else data.draw(texts()))
        assert math.isnan(other) or (other <= best + 1e-9 if kind.higher_is_better else other >= best)
    else:
        words = reference.split()
        place = data.draw(st.integers(0, len(words) - 1))
        assert score_of(" ".join([*words[:place], "foreign", *words[place + 1 :]])) <= identity


KNOWN, FOREIGN = "the small cat that came in sat down on the mat .", "foreign words and nothing else"


def known_and_foreign(name):
    """A reference, and an output that has nothing in common with it."""
    kind = kind_of(name)
    return (kind.known, kind.foreign) if kind else (KNOWN, FOREIGN)


@every_measure
def test_orientation(name):
    """A perfect output is strictly better than one of foreign words."""
    known, foreign = known_and_foreign(name)
    perfect, other = (segment_score(name, output, [known], "system") for output in (agreeing(name, known), foreign))
    assert perfect > other if REGISTRY[name].higher_is_better else perfect < other


def with_fact(fact):
    """Run on the measures that state a fact: it must be so."""
    return pytest.mark.parametrize("name", [name for name in NAMES if getattr(REGISTRY[name], fact)])


@with_fact("all_references")
def test_one_of_several_references_is_not_enough(name):
    known, foreign = known_and_foreign(name)
    assert segment_score(name, known, [known]) == pytest.approx(best_of(REGISTRY[name]))
    assert segment_score(name, known, [known, foreign]) < best_of(REGISTRY[name])


@with_fact("fewest_words")
def test_fewer_words_do_not_count(name):
    fewest = REGISTRY[name].fewest_words
    enough, short = (" ".join("abcdefghij"[:count]) or "!" for count in (fewest, fewest - 1))
    assert segment_score(name, enough, [enough]) == pytest.approx(best_of(REGISTRY[name]))
    score = segment_score(name, short, [short])
    assert math.isnan(score) or score == 0


@with_fact("may_lack")
def test_what_a_text_may_lack(name):
    assert any(math.isnan(segment_score(name, word, [word])) for word in WORDS)
    assert not all(math.isnan(segment_score(name, word, [word])) for word in WORDS)


@with_fact("short_of_best")
def test_a_text_against_itself_falls_short(name):
    for text in (*WORDS, KNOWN):
        score, best = segment_score(name, text, [text]), best_of(REGISTRY[name])
        assert score < best if REGISTRY[name].higher_is_better else score > best


@with_fact("cost")
def test_a_steep_cost_has_a_limit(name):
    long = " ".join(["a", "b"] * 200)
    with pytest.raises(SegmentError, match=f"limit=.*as the cost grows {REGISTRY[name].cost}"):
        segment_score(name, long, [long])


@every_measure
def test_facts_are_told_in_words(name):
    kind = REGISTRY[name]
    assert all(isinstance(getattr(kind, fact), str) for fact in ("texts", "may_lack", "short_of_best", "cost"))
    if kind.texts != "words":
        assert kind_of(name), "a notation of its own has a generator"


@every_measure
def test_an_oracle_settles_options_that_there_are(name):
    """What several measures of a file settle need not be an option of each."""
    kind = REGISTRY[name]
    same_file = {
        option.name for other in REGISTRY.values() if path_of(other) == path_of(kind) for option in other.options()
    }
    parameters = inspect.signature(function_of(kind)).parameters
    assert {*settled_of(kind)} <= same_file and not {*settled_of(kind)} & {*parameters}
