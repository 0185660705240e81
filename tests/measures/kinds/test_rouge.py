"""ROUGE: its options, presets and notation, and texts of all scripts."""

import math

import pytest

import steelyard as sy
from steelyard.errors import SpecError

SCRIPTS = {
    "Chinese": ("我昨天去了北京", "我明天要去北京看朋友"),
    "Japanese": ("猫がマットの上に座った", "犬がマットの上で寝た"),
    "Thai": ("ฉันรักภาษาไทย", "เขารักประเทศไทย"),
    "Lao": ("ຂ້ອຍຮັກປະເທດລາວ", "ລາວຮັກປະເທດໄທ"),
    "Khmer": ("ខ្ញុំស្រលាញ់ភាសាខ្មែរ", "គាត់ស្រលាញ់ប្រទេសខ្មែរ"),
    "Myanmar": ("ကျွန်တော်မြန်မာစာကိုချစ်တယ်", "သူမြန်မာပြည်ကိုချစ်တယ်"),
    "Hindi": ("मैं घर जाता हूँ", "मैं घर जा रहा हूँ"),
    "Greek": ("Ο δρόμος είναι μακρύς", "Ο δρόμος δεν ΕΊΝΑΙ εύκολος"),
    "Arabic": ("ذهب الولد إلى المدرسة", "ذهب الرجل إلى المدرسة"),
    "Russian": ("Кот сидел на коврике", "Кот лежал на ковре"),
    "Korean": ("고양이가 매트 위에 앉았다", "개가 매트 위에 누웠다"),
}


def value(notation, output, *references):
    sets = {str(n): [reference] for n, reference in enumerate(references)}
    return sy.score({"A": [output]}, sets, [notation], threads=1).scores[0].value


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_texts_partly_equal_score_between_0_and_1_in_any_script(measure, script):
    output, reference = SCRIPTS[script]
    assert 0 < value(measure, output, reference) < 1
    assert 1 - 1e-12 <= value(measure, output, output) <= 1


@pytest.mark.parametrize(
    ("notation", "stem", "stop"),
    [
        ("rouge-1(stem=true)", "porter", "none"),
        ("rouge-2@rouge-score(stem=true)", "rouge-score", "none"),
        ("rouge-l@rouge-1.5.5(stem=true,stop=true)", "rouge-1.5.5", "rouge-1.5.5"),
        ("rouge-su(gap=4,stem=porter,stop=rouge)", "porter", "rouge-1.5.5"),
        ("rouge-1@rouge-score(stem=false)", "none", "none"),
        ("rouge-1(stem=german,stop=english)", "german", "english"),
    ],
)
def test_true_means_the_stemmer_of_the_preset(notation, stem, stop):
    measure = sy.parse(notation)
    assert (measure.stem, measure.stop) == (stem, stop)
    assert sy.parse(str(measure)) == measure
    assert stem in str(measure) or stem == "none"


def test_gap_is_a_number_in_notation_and_in_python():
    assert sy.parse("rouge-su(gap=4)") == sy.parse("rouge-su(4)") == type(sy.parse("rouge-su"))(gap=4)
    assert str(sy.parse("rouge-s(gap=0)")) == "rouge-s(gap=0)" and str(sy.parse("rouge-s(gap=none)")) == "rouge-s"
    assert value("rouge-s(gap=0)", "a b c d", "a b x c d") == value("rouge-2", "a b c d", "a b x c d")


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        ("rouge-s(gap=-1)", "gap=-1 is not possible; expected 0, 1, 2"),
        ("rouge-su(gap=few)", "gap=few is not possible"),
        ("rouge-1(alpha=1.5)", "alpha=1.5 is not possible; expected 0 to 1"),
        ("rouge-1(alpha=0.2,beta=2)", "alpha and beta exclude each other"),
        ("rouge-1(decimals=16)", "decimals=16 is not possible; expected 0 to 15"),
        ("rouge-1(words=-1)", "words=-1 is not possible"),
        ("rouge-l(average=counts,jackknife=true)", "average=counts is not possible with jackknife"),
        ("rouge-w(weight=0.5)", "weight=0.5 is not possible; expected 1 to 10"),
        ("rouge-w(sentences=lines)", "variant=rouge-1.5.5 takes sentences"),
        ("rouge-1(stem=yes)", "stem=yes is not possible"),
        ("rouge-w@rouge-score", "no preset 'rouge-score'"),
        ("rouge-10", "unknown measure 'rouge-10'"),
    ],
)
def test_what_is_not_possible_is_refused(notation, problem):
    with pytest.raises(SpecError, match=problem.replace("(", r"\(")):
        sy.parse(notation)


def test_several_references():
    output, references = "a b c d", ("a b x x", "a b c x x x x x")
    # matches 2 of 4 and 3 of 8 against 4 words
    assert value("rouge-1(kind=recall)", output, *references) == pytest.approx(5 / 12)
    assert value("rouge-1(kind=precision)", output, *references) == pytest.approx(5 / 8)
    assert value("rouge-1(models=best-recall)", output, *references) == 0.5
    assert value("rouge-1(models=best-f,kind=recall)", output, *references) == 0.5  # F is ½ and ½: the first
    assert value("rouge-1(models=best-f,kind=precision)", output, *references[::-1]) == 0.75


def test_jackknife():
    """Each reference is left out in turn, the best of the others counts, and the three are averaged."""
    references = ("a", "a b c d", "a b x x")  # recall 1, ½, ½ of "a b"
    assert value("rouge-1(jackknife=true,kind=recall)", "a b", *references) == pytest.approx((0.5 + 1 + 1) / 3)
    assert value("rouge-1(jackknife=true,kind=recall)", "a b", "a b c d") == 0.5
    # by F the references have ⅔, ⅔ and ⅔, so that the first of the others counts
    best_f = value("rouge-1(jackknife=true,kind=recall,models=best-f)", "a b", *references)
    assert best_f == pytest.approx((0.5 + 1 + 1) / 3)


def test_jackknife_counts_the_references_a_segment_has():
    sets = {"0": ["a b", "a x"], "1": ["a c", None]}
    scores = sy.score({"A": ["a b", "a b"]}, sets, ["rouge-1(jackknife=true)"], level="segment").scores
    assert [score.value for score in scores] == [0.75, 0.5]


def test_inverted_recall_is_precision_and_the_union_runs_over_the_other_side():
    output, reference = "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5"
    for n in ("rouge-1", "rouge-s"):
        assert value(f"{n}(inverted=true,kind=recall)", output, reference) == value(
            f"{n}(kind=precision)", output, reference
        )
    measure = "rouge-lsum(inverted=true,kind=recall)"
    assert value(measure, output, reference) == value("rouge-lsum(kind=recall)", reference, output)


def test_beta_is_alpha_in_other_words():
    output, reference = "a b c d x", "a b c y z u"
    assert value("rouge-1(beta=2)", output, reference) == pytest.approx(value("rouge-1(alpha=0.2)", output, reference))
    assert value("rouge-1(beta=0)", output, reference) == value("rouge-1(kind=precision)", output, reference)


def test_counts_are_summed_over_documents():
    outputs, references = ["a b", "a x x x"], ["a b", "a y"]
    scores = sy.score({"A": outputs}, references, ["rouge-1(average=counts,kind=recall)"])
    assert scores.scores[0].value == 3 / 4
    assert sy.score({"A": outputs}, references, ["rouge-1(average=counts,kind=precision)"]).scores[0].value == 0.5


def test_summed_counts_come_without_a_notice():
    for average in ("counts", "documents"):
        made = sy.score({"A": ["a b", "a x"]}, ["a b", "a y"], f"rouge-1(average={average})")
        assert [score.notice for level in ("system", "segment") for score in made.at(level).scores] == [None] * 3


def test_texts_too_short_score_0():
    assert value("rouge-3", "a b", "a b") == 0
    assert value("rouge-1", "!", "a") == 0
    assert value("rouge-w@rouge-1.5.5", "a", "!") == 0
    assert not math.isnan(value("rouge-su@rouge-1.5.5", "a", "a"))


def test_limits_cut_both_sides():
    assert value("rouge-1(words=2)", "a b c", "a b d e f") == 1
    assert value("rouge-1(bytes=3)", "a b c", "a b d e f") == 1
    assert value("rouge-1(bytes=5)", "foo bar", "foo bat") == 1  # "foo b"


def test_sentences_are_lines_of_a_summary():
    lines = ("a b\nc d", "c d\na b")
    assert value("rouge-lsum", *lines) == 1
    assert value("rouge-l", *lines) == 0.5


def test_all_pairs_with_limits():
    texts = ["a b c\nd e f", "a b\nx", "foo bar baz\nqux"]
    for measure in ("rouge-l@rouge-1.5.5(bytes=4)", "rouge-lsum(words=3)", "rouge-1(bytes=3)"):
        matrix = sy.similarity(texts, measure=measure, threads=1).values
        assert matrix.tolist() == [[value(measure, text, other) for other in texts] for text in texts]


def test_mean_over_references():
    """Hirao et al. (2005), equation 9: the mean of the values against each reference."""
    texts = ("a b c d", "a b c", "b d e f g h")
    assert value("rouge-s(gap=4,models=mean)", *texts) == pytest.approx(0.380952, abs=5e-7)
    assert value("rouge-s(gap=4)", *texts) == pytest.approx(0.266667, abs=5e-7)


def test_best_precision_and_recall_apart():
    """ "a b" has P = 1 against the long reference, and R = 1 against the short one; no reference has both."""
    texts = ("a b", "a", "a b c d")
    assert value("rouge-1(models=apart)", *texts) == 1
    assert value("rouge-1(models=best-f)", *texts) == pytest.approx(2 / 3)


def test_hits_that_are_not_clipped():
    """Hirao et al. (2005), equations 18 and 19: "a" is a hit in both sentences of the reference."""
    for kind, unclipped, clipped in (("recall", 1 / 2, 1 / 4), ("precision", 1, 1 / 2), ("f", 2 / 3, 1 / 3)):
        assert value(f"rouge-lsum(clip=false,kind={kind})", "a b", "a x\na y") == pytest.approx(unclipped)
        assert value(f"rouge-lsum(kind={kind})", "a b", "a x\na y") == pytest.approx(clipped)
    assert value("rouge-lsum(clip=false,kind=precision)", "a", "a x\na y") == 1


def test_jackknife_of_pooled_counts():
    """Each reference is left out in turn, and the counts of the others are added up."""
    references = ("a", "a b c d", "a b x x")  # matches of "a b" 1 of 1, 2 of 4, 2 of 4
    measure = "rouge-1(jackknife=true,rest=pooled,kind=recall)"
    assert value(measure, "a b", *references) == pytest.approx((4 / 8 + 3 / 5 + 3 / 5) / 3)
    assert value(measure, "a b", "a b c d") == 0.5


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        ("rouge-1(models=mean,jackknife=true)", "models=mean is not possible with jackknife, as no counts are chosen"),
        ("rouge-1(models=apart,average=counts)", "models=apart is not possible with average=counts, as no counts are"),
        ("rouge-1(rest=pooled)", "rest=pooled is of a jackknife; add jackknife=true, and leave models out"),
        ("rouge-l(clip=false)", "clip=false has no effect on whole texts; add sentences=lines"),
        ("rouge-w(clip=false)", "rouge-w: clip=false"),
    ],
)
def test_choices_that_exclude_each_other(notation, problem):
    with pytest.raises(SpecError, match=problem):
        sy.parse(notation)
