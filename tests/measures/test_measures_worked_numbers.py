"""Numbers worked out in the specification, and its corrections of the papers."""

import math

import pytest

import steelyard as sy
from steelyard.errors import SpecError


def value(measure: str, hypothesis: str, *references: str, level: str = "system") -> float:
    sets = {str(n): [text] for n, text in enumerate(references)}
    return sy.score({"A": [hypothesis]}, sets, [measure], level=level).scores[0].value


@pytest.mark.parametrize(("order", "expected"), [(1, 1.0), (2, 1 / 3), (3, 0.0), (4, 0.0)])
def test_lin_and_hovy_section_4_1(order, expected):
    """Erratum 1: the paper prints 0.5 for bigrams where its equation (5) gives 1/3."""
    measure = f"ngram({order},{order},stop=english)"
    ours = value(measure, "United States, Taiwan, and Japan", "United States, Japan, and Taiwan")
    assert ours == pytest.approx(expected, rel=1e-12)


def test_bleu_s_of_lin_and_och():
    """Erratum 3: one is added for orders above 1; the printed variant is the vector 1:0:0:0."""
    hypothesis, reference = "a b c d x", "a b c d e"  # matches 4 3 2 1 of 5 4 3 2
    expected = (4 / 5 * 4 / 5 * 3 / 4 * 2 / 3) ** 0.25
    assert value("bleu(smoothing=add-one)", hypothesis, reference) == pytest.approx(100 * expected, rel=1e-12)
    printed = (5 / 6 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25
    assert value("bleu(smoothing=1:0:0:0)", hypothesis, reference) == pytest.approx(100 * printed, rel=1e-12)


def test_nist_halves_at_two_thirds_of_the_length():
    """Erratum 4: the penalty is ½ where the output has two thirds of the reference's length."""
    assert value("nist", "a b", "a b c") == pytest.approx(math.log2(3) / 2, rel=1e-12)
    assert value("nist", "a b x", "a b c") == pytest.approx(2 * math.log2(3) / 3, rel=1e-12)


def test_nist_information_is_over_all_references():
    """N(a b) = 1 of N(a) = 2, so the bigram tells one bit; five tokens in all."""
    expected = (2 * math.log2(5 / 2) + math.log2(5 / 1)) / 3 + (math.log2(2 / 1) + 0) / 2
    scores = sy.score({"A": ["a b a"]}, {"1": ["a b"], "2": ["a c d"]}, ["nist"])
    limited = (math.log2(5 / 2) + math.log2(5)) / 3 + 1 / 2  # a is clipped at 1, "b a" is in no reference
    assert scores.scores[0].value == pytest.approx(limited, rel=1e-12)
    assert limited < expected


def test_mteval_takes_the_word_0_for_none():
    """Bigrams "0 x" are weighed as if "0" occurred as often as there are tokens."""
    assert value("nist", "0 x", "0 x") == pytest.approx(math.log2(2) + math.log2(2 / 1), rel=1e-12)
    assert value("nist(false_zero=false)", "0 x", "0 x") == pytest.approx(math.log2(2), rel=1e-12)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        # precisions 3/4, 1/3, 0/2, 0/1; as long as the reference
        ("bleu(smoothing=none)", 0.0),
        ("bleu", (3 / 4 * 1 / 3 * 1 / 4 * 1 / 4) ** 0.25),  # ½ of 2 and ¼ of 1
        ("bleu(smoothing=floor)", (3 / 4 * 1 / 3 * 0.05 * 0.1) ** 0.25),
        ("bleu(smoothing=floor,smoothing_value=0.001)", (3 / 4 * 1 / 3 * 0.0005 * 0.001) ** 0.25),
        ("bleu(smoothing=add-one)", (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25),
        ("bleu(smoothing=add-k,smoothing_value=2)", (3 / 4 * 3 / 5 * 2 / 4 * 2 / 3) ** 0.25),
        ("bleu(smoothing=none,average=arithmetic)", (3 / 4 + 1 / 3) / 4),
        ("bleu(order=2,weights=linear)", (3 / 4) ** (1 / 3) * (1 / 3) ** (2 / 3)),
        ("bleu(order=2,weights=3:1)", (3 / 4) ** 0.75 * (1 / 3) ** 0.25),
        ("bleu(order=1,boundaries=both)", 3 / 4),  # boundaries are no words
        ("bleu(order=2,boundaries=both)", (3 / 4 * 2 / 5) ** 0.5),  # "a b" and "<s> a"
    ],
)
def test_bleu_by_hand(measure, expected):
    assert value(measure, "a b x c", "a b c d") == pytest.approx(100 * expected, rel=1e-12)


@pytest.mark.parametrize(
    ("length", "counted"), [("closest", 4), ("shortest", 3), ("average", 13 / 3), ("average-nearest", 5), ("best", 6)]
)
def test_brevity_penalty_by_length_rule(length, counted):
    """Bag distances 4, 2, 2 to references of 3, 6 and 4 tokens; relative to their lengths the second is best."""
    ours = value(f"bleu(order=1,length={length})", "a b c d", "x y z", "a b c d e f", "a b x y")
    assert ours == pytest.approx(100 * math.exp(min(0, 1 - counted / 4)), rel=1e-12)


@pytest.mark.parametrize(
    ("length", "counted"), [("closest", 2), ("shortest", 2), ("average", 6), ("average-nearest", 3), ("best", 4)]
)
def test_wer_by_length_rule(length, counted):
    """Distances 2, 2, 9 to references of 2, 4 and 12 tokens; of the two closest lengths the shorter counts."""
    references = ["a x", "a b x y", "a b c d e f g h i j k l"]
    assert value(f"wer(length={length})", "a b c", *references) == pytest.approx(100 * 2 / counted, rel=1e-12)


def test_the_best_reference_counts_with_its_own_distance():
    """Relative errors 1/1 and 2/10: the second reference counts, though its distance is not the lowest."""
    long = "a b c d e f g h i j"
    assert value("wer(length=best)", "a b c d e f g h", "a b c d e f g", long) == pytest.approx(100 * 1 / 7)
    assert value("wer(length=best)", "a b c d e f g h", "a", long) == pytest.approx(100 * 2 / 10)
    assert value("wer(length=shortest)", "a b c d e f g h", "a", long) == pytest.approx(100 * 2 / 1)


def test_per_is_the_longer_length_less_the_matches():
    hypothesis, reference = "a a b c", "a b b d e"  # matches a, b
    assert value("per", hypothesis, reference) == pytest.approx(100 * (5 - 2) / 5)
    differences = abs(4 - 5) + (1 + 1 + 1 + 1 + 1)
    assert value("per", hypothesis, reference) == pytest.approx(100 * differences / 2 / 5)


def test_per_over_lengths_is_the_mean_of_the_rates():
    texts = ("a b c d", "a b d c e")
    rates = [value(f"per(order={order})", *texts) for order in (1, 2, 3)]
    assert rates == pytest.approx([20, 60, 60])
    assert value("per(orders=1:3)", *texts) == pytest.approx(sum(rates) / 3)
    assert value("per(orders=2:2)", *texts) == pytest.approx(rates[1])


@pytest.mark.parametrize(
    "wrong",
    ["order=9", "order=0", "orders=1:9", "orders=0:2", "orders=3:2", "orders=1:2.5", "orders=4", "order=2,orders=1:2"],
)
def test_lengths_of_per_have_bounds(wrong):
    with pytest.raises(SpecError, match="order"):
        sy.parse(f"per({wrong})")


def test_nist_of_unequal_numbers_of_references_as_mteval_prints_it():
    """mteval-v13a.pl printed 3.2003 for these texts, the second reference of the second segment being empty."""
    sets = {"1": ["a b c d e f", "g h i j"], "2": ["a b c x e f q", None]}
    found = sy.score({"A": ["a b c d", "g h"]}, sets, ["nist@mteval-v13a", "nist"])
    assert round(found.value("A", "nist@mteval-v13a"), 4) == 3.2003
    assert found.value("A", "nist") < 1.5  # of 6 words against 10.5, not 8.5


def test_chrf_can_depend_on_the_order_of_references():
    """Two references that score alike for the first segment, with different counts: the first of them counts."""
    measure, short, long = "chrf(chars=1,beta=1)", ["aab", "c"], ["aaabbb", "c"]
    assert value(measure, "aaa", "aab") == value(measure, "aaa", "aaabbb") == pytest.approx(100 * 2 / 3)
    orders = ({"1": short, "2": long}, {"1": long, "2": short})
    found = [sy.score({"A": ["aaa", "b"]}, sets, measure).value("A", measure) for sets in orders]
    assert found == pytest.approx([100 * 4 / 8, 100 * 6 / 11])


def test_unigrams_of_meteor_s_example():
    texts = ("the president spoke to the audience", "the president then spoke to the audience")
    assert value("unigram-precision", *texts) == 1.0
    assert value("unigram-recall", *texts) == pytest.approx(6 / 7)
    assert value("unigram-fmean", *texts) == pytest.approx(0.869565, abs=5e-7)
    assert value("unigram-f1", *texts) == pytest.approx(12 / 13)
    assert value("overlap", *texts) == pytest.approx(6 / 7)


def test_moved_tokens_count_once_in_generation_accuracy():
    """c is deleted at the front and inserted at the end: one move instead of two edits."""
    assert value("string-accuracy", "c a b", "a b c") == pytest.approx(1 - 2 / 3)
    assert value("generation-accuracy", "c a b", "a b c") == pytest.approx(1 - 1 / 3)


@pytest.mark.parametrize(
    ("measure", "edits"), [("wer", 4), ("ter", 1), ("cder", 3), ("invwer", 1), ("per", 0), ("ser", 4)]
)
def test_swapped_halves(measure, edits):
    """a b c d against c d a b: four edits, one shift, two jumps and one back, one inversion, no other words."""
    assert value(measure, "c d a b", "a b c d") == 25 * edits


def test_sentence_bleu_is_a_mean_and_bleu_is_not():
    outputs, references = ["a b c d", "a b"], ["a b c d", "a c"]
    scores = sy.score({"A": outputs}, references, ["sentence-bleu", "bleu"])
    segments = [s.value for s in scores.at("segment").scores if s.measure == "bleu"]
    assert segments == pytest.approx([100.0, 100 * (1 / 2 * 1 / 2) ** 0.5])
    assert scores.value("A", "sentence-bleu") == pytest.approx(sum(segments) / 2)
    whole = (5 / 6 * 3 / 4 * 2 / 2 * 1 / 1) ** 0.25
    assert scores.value("A", "bleu") == pytest.approx(100 * whole)
