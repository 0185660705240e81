"""String kernels: the worked numbers, the definition by listing subsequences, long sentences, senses."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from oracles import esk as oracle
from steelyard.errors import MissingResource, SpecError
from steelyard.measures.esk import Esk, Wsk

S1 = "Becoming a cosmonaut:{SPACEMAN} is my great dream:{DREAM}"
S2 = "Becoming an astronaut:{SPACEMAN} is my ambition:{DREAM}"
DECAYS = (0.0, 0.1, 0.5, 0.9, 1.0)


@pytest.mark.parametrize("decay", DECAYS)
def test_the_worked_example(decay):
    polynomial = 7 + decay + 2 * decay**2 + sum(decay**n for n in (3, 4, 5, 6, 9))
    esk = Esk(senses="inline", tokens="none", decay=decay)
    assert esk.kernel(S1, S2) == pytest.approx(polynomial, rel=1e-15)
    assert esk.kernel(S2, S1) == pytest.approx(polynomial, rel=1e-15)


def test_common_ngrams_of_the_worked_example():
    """3 unigrams, 1 bigram, no trigram and 3 skip-bigrams between the words."""

    def words(**options) -> float:
        return Esk(senses="inline", tokens="none", **options).kernel(*plain)

    plain = [" ".join(token.partition(":")[0] for token in sentence.split()) for sentence in (S1, S2)]
    assert Wsk(tokens="none", d=1).kernel(*plain) == 3
    contiguous = [Wsk(tokens="none", d=d, decay=0.0).kernel(*plain) for d in (1, 2, 3)]
    assert [after - before for before, after in itertools.pairwise([0, *contiguous])] == [3, 1, 0]
    assert Wsk(tokens="none", d=2, decay=1.0).kernel(*plain) - 3 == 3
    assert words(d=2, decay=1.0) == 6


attributes = st.frozensets(st.sampled_from("ABC"), max_size=3)
nodes = st.lists(st.tuples(st.sampled_from("xyz"), attributes), max_size=6)


def written(sentence) -> str:
    return " ".join(word + (f":{{{','.join(sorted(senses))}}}" if senses else "") for word, senses in sentence)


@settings(max_examples=200)
@given(nodes, nodes, st.integers(1, 4), st.sampled_from(DECAYS))
def test_the_kernel_is_the_sum_over_common_subsequences(left, right, d, decay):
    found = Esk(senses="inline", tokens="none", case="keep", d=d, decay=decay).kernel(written(left), written(right))
    sides = [[frozenset([("form", word), *senses]) for word, senses in side] for side in (left, right)]
    assert found == pytest.approx(oracle.subsequences(*sides, d, decay), rel=1e-12)
    assert found == pytest.approx(oracle.kernel(*sides, d, decay), rel=1e-12)


@pytest.mark.parametrize(("length", "types"), [(80, 5), (300, 40), (300, 3000)])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_long_sentences(length, types, d):
    drawn = random.Random(length + types)
    left, right = ([f"w{drawn.randrange(types)}" for _ in range(n)] for n in (length, length // 2))
    sides = [[frozenset([word]) for word in side] for side in (left, right)]
    found = Wsk(d=d, decay=0.7).kernel(" ".join(left), " ".join(right))
    assert found == pytest.approx(oracle.kernel(*sides, d, 0.7), rel=1e-12)


def test_senses_of_the_first_and_of_a_lexicon(tmp_path):
    lexicon = tmp_path / "senses.tsv"
    lexicon.write_text("car\tvehicle\nautomobile\tvehicle machine\n", "utf-8")
    assert Esk(senses="first", d=1).kernel("car", "automobile") == 1
    assert Esk(senses="none", d=1).kernel("car", "automobile") == 0
    assert Esk(senses=str(lexicon), d=1).kernel("car", "automobile") == 1
    assert Esk(senses=str(lexicon), d=1).kernel("automobile", "Automobile") == 3
    signature = sy.score({"A": ["car"]}, ["car"], f"esk(senses={lexicon})").scores[0].signature
    assert "|senses:senses.tsv#" in signature


def test_stems_are_attributes_and_senses_are_of_the_word():
    assert Esk(stem="porter", senses="none", d=1).kernel("happily", "happy") == 0
    assert Esk(stem="porter", senses="none", d=1).kernel("cities", "city") == 1
    all_senses = Esk(d=1).kernel("cities", "cities")
    assert all_senses > 2 and Esk(stem="porter", d=1).kernel("cities", "cities") == all_senses


def test_sentences_without_words_do_not_count():
    score = {"lines": 1.0, "none": 1.0}
    for rule, wanted in score.items():
        label = f"wsk(sentences={rule})"
        assert sy.score({"A": ["a b\n...\n"]}, ["!\na b"], label).value("A", label) == wanted


def test_undefined_and_zero():
    scores = sy.score({"A": ["?", "a", "..."]}, ["a", "?", "!"], "esk", level="segment")
    values = [score.value for score in scores.scores]
    assert values[0] == 0.0 and np.isnan(values[1:]).all()
    assert scores.scores[1].reason == "no reference has a word"


@pytest.mark.parametrize(
    ("notation", "told"),
    [
        ("esk(d=0)", "d=0 is not possible; expected 1 to 10"),
        ("esk(d=11)", "d=11 is not possible; expected 1 to 10"),
        ("esk(decay=1.1)", "decay=1.1 is not possible; expected 0 to 1"),
        ("wsk(decay=nan)", "decay=nan is not possible; expected a number"),
        ("esk(beta=-1)", "expected 0 to 1000000, or inf"),
        ("esk(beta=1e155)", "expected 0 to 1000000, or inf"),
        ("wsk(beta=1e200)", "expected 0 to 1000000, or inf"),
        ("wsk(beta=-inf)", "beta=-inf is not possible; expected a number"),
        ("esk(senses=inline)", "senses=inline goes with tokens=none and stop=none"),
        ("esk(senses=inline,tokens=none,stop=english)", "senses=inline goes with tokens=none and stop=none"),
        ("esk(senses=)", "senses= is not possible"),
        ("esk(sentences=words)", "sentences=words is not possible"),
        ("wsk(senses=wordnet)", "wsk has no option 'senses'"),
    ],
)
def test_refused_options(notation, told):
    with pytest.raises(SpecError) as refused:
        sy.parse(notation)
    assert told in str(refused.value)


def test_a_lexicon_that_is_not_there():
    with pytest.raises(MissingResource, match=r"no senses in 'absent\.tsv'"):
        sy.score({"A": ["a"]}, ["a"], "esk(senses=absent.tsv)")
