"""Measure notation: name[@preset][(option=value,…)]."""

import re

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.measures.bleu import Bleu
from steelyard.measures.ngram import Ngram
from steelyard.measures.nist import Nist
from steelyard.measures.notation import label_of, parse
from steelyard.measures.registry import registry
from steelyard.measures.ter import Ter


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("bleu", Bleu()),
        (" bleu ( tokens = intl , smoothing=exp ) ", Bleu(tokens="intl")),
        ("bleu()", Bleu()),
        ("bleu(weights=0.4:0.3:0.2:0.1)", Bleu(weights=(0.4, 0.3, 0.2, 0.1))),
        ("bleu(smoothing=1:0:0:0)", Bleu(smoothing=(1.0, 0.0, 0.0, 0.0))),
        ("bleu(smoothing=floor,smoothing_value=1e-3)", Bleu(smoothing="floor", smoothing_value=0.001)),
        ("ngram(1,4)", Ngram()),
        ("ngram(2,3,stop=english)", Ngram(low=2, high=3, stop="english")),
        ("ngram(high=2)", Ngram(high=2)),
        ("ter(normalised=true,punctuation=no)", Ter(normalised=True, punctuation=False)),
        ("nist@mteval-v13a", Nist(preset="mteval-v13a", length="sets")),
        ("nist@mteval-v14(tokens=13a)", Nist(preset="mteval-v14", tokens="13a", length="sets")),
        ("bleu@mteval-v14", Bleu(preset="mteval-v14", tokens="intl", case="fold", effective="filled")),
        ("bleu@mteval-v14(case=keep)", Bleu(preset="mteval-v14", tokens="intl", case="keep", effective="filled")),
    ],
)
def test_reading(text, measure):
    assert sy.parse(text) == measure
    assert sy.parse(str(measure)) == measure


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (Bleu(), "bleu"),
        (Bleu(tokens="intl", order=2), "bleu(tokens=intl,order=2)"),
        (Bleu(weights=(1, 2.5, 0, 1)), "bleu(weights=1:2.5:0:1)"),
        (Ngram(low=2, bonus=0.5), "ngram(low=2,bonus=0.5)"),
        (Ter(asian=True), "ter(asian=true)"),
        (sy.parse("bleu@mteval-v14"), "bleu@mteval-v14"),
        (sy.parse("bleu@mteval-v14(tokens=13a)"), "bleu@mteval-v14(tokens=13a)"),
        (sy.parse("chrf++"), "chrf++"),
    ],
)
def test_writing(measure, text):
    assert str(measure) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blue", "unknown measure 'blue'; did you mean 'bleu'"),
        ("chrf+", "unknown measure 'chrf.'; did you mean 'chrf"),
        ("zzz", "unknown measure 'zzz'; known: avls, bleu, "),
        ("", "cannot read measure ''"),
        ("bleu(", "cannot read measure 'bleu.'; write name"),
        ("bleu)(", "cannot read measure"),
        ("bleu@", "cannot read measure"),
        ("bleu@sacre", "bleu has no preset 'sacre'"),
        ("bleu@mteval", "bleu has no preset 'mteval'"),
        ("wer@sacrebleu", "wer has no preset 'sacrebleu'; known: jiwer"),
        ("bleu(token=intl)", "bleu has no option 'token'; did you mean 'tokens'"),
        ("bleu(tokens=int)", "tokens=int is not possible; did you mean 'intl'"),
        ("wer(tokens=int)", "did you mean 'intl'"),
        ("bleu(intl)", "'intl' is not option=value"),
        ("ngram(1,2,3)", "'3' is not option=value"),
        ("bleu(order=2,order=3)", "option 'order' is given twice"),
        ("ngram(1,low=2)", "option 'low' is given twice"),
        ("bleu(order=two)", "order=two is not possible; expected a whole number"),
        ("bleu(order=0)", "order=0 is not possible; expected 1 to 100"),
        ("bleu(preset=sacrebleu)", "bleu has no option 'preset'"),
        ("bleu(smoothing=expo)", "smoothing=expo is not possible; did you mean 'exp'"),
        ("bleu(weights=1:2)", "weights is not possible; expected uniform, linear or 4 numbers from 0 to 1000000"),
        ("bleu(weights=0:0:0:0)", "weights must not all be 0"),
        ("bleu(smoothing=-1:0:0:0)", "4 numbers from 0 to 1000000"),
        (
            "bleu(smoothing_value=1)",
            "smoothing_value=1.0 is not possible; it goes with smoothing add-k, floor, epsilon",
        ),
        ("bleu(average=harmonic)", "average=harmonic is not possible; known: arithmetic, geometric"),
        ("bleu(length=closer)", "did you mean 'closest'"),
        ("chrf(beta=two)", "expected a number"),
        ("chrf(beta=-1)", "beta=-1"),
        ("chrf(beta=nan)", "beta=nan"),
        ("chrf(chars=0)", "chars=0"),
        ("chrf(whitespace=maybe)", "expected true or false"),
        ("gleu(low=5)", "expected 1 ≤ low ≤ order"),
        ("ngram(3,2)", r"ngram\(3,2\): expected 1 ≤ low ≤ high"),
        ("ngram(bonus=0)", "bonus=0"),
        ("ngram(bonus=9)", "bonus=9.0 is not possible; expected more than 0, up to 1"),
        (
            "bleu(smoothing=floor,smoothing_value=1.5)",
            "smoothing_value=1.5 is not possible; it goes with",
        ),
        ("sentence-bleu(smoothing=epsilon,smoothing_value=2)", "from 0 to 1, or 1000000 with add-k"),
        ("per(order=9)", "order=9 is not possible; expected 1 to 8"),
        ("invwer(limit=1000)", "limit=1000"),
        ("ter(normalised=true,tokens=13a)", "go with tokens=none"),
        ("ter@tercom(asian=true)", "tercom does not know asian; leave it out, or use search=sacrebleu"),
        ("sentence-bleu(effective=never)", "effective=never"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(SpecError, match=message):
        sy.parse(text)


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, kind in registry().items() for preset in kind.presets]
)
def test_presets_fix_options_that_there_are(name, preset):
    measure = sy.parse(f"{name}@{preset}")
    assert str(measure) == f"{name}@{preset}"
    for option, value in registry()[name].presets[preset].items():
        assert getattr(measure, option) == value


def test_the_contract_s_presets_are_there():
    for text in ("bleu@sacrebleu", "nist@mteval-v13a", "ter@tercom"):
        assert sy.parse(text).preset == text.partition("@")[2]


def test_measures_are_values():
    assert len({sy.parse("bleu"), sy.parse("bleu(order=4)"), sy.parse("bleu(order=3)")}) == 2
    with pytest.raises(AttributeError):
        sy.parse("bleu").order = 2


@pytest.mark.parametrize("name", registry())
def test_every_option_is_explained(name):
    (entry,) = sy.measures(name).entries
    for option in entry.options:
        assert option.explanation, option.name
        assert not option.choices or option.default in option.choices
        if option.name in ("tokens", "case", "length", "boundaries"):
            assert option.choices, f"{name}: which {option.name}?"
    assert entry.summary and ">>>" in entry.explanation


def test_the_shape_of_the_catalogue():
    shape = sy.measures().to_dict()
    assert list(shape) == ["measures"]
    for measure in shape["measures"]:
        assert {"name", "family", "higher_is_better", "additive", "needs", "options"} <= set(measure)
    kinds = {measure["name"]: measure["kind"] for measure in shape["measures"]}
    assert (kinds["bleu"], kinds["nist"], kinds["sentence-bleu"]) == ("additive", "fitted", "mean")
    with pytest.raises(SpecError, match="did you mean 'bleu'"):
        sy.measures("blue")


@pytest.mark.parametrize("option", ["weights", "smoothing"])
def test_a_list_of_numbers_is_a_vector_or_refused(option):
    """Never taken for the default in silence."""
    numbers = [0.4, 0.3, 0.2, 0.1]
    try:
        measure = Bleu(**{option: numbers})
    except SpecError:
        return
    assert measure == Bleu(**{option: tuple(numbers)})


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("rougeL", "rouge-l"),
        ("ROUGE-L", "rouge-l"),
        ("rouge_l", "rouge-l"),
        ("rouge1", "rouge-1"),
        ("rougeLsum", "rouge-lsum"),
        ("rouge-su4", "rouge-su(gap=4)"),
        ("BLEU", "bleu"),
    ],
)
def test_the_measure_that_was_meant_comes_first(given, meant):
    with pytest.raises(SpecError, match=re.escape(f"unknown measure {given!r}; did you mean {meant!r}?")):
        sy.parse(given)
    sy.parse(meant)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("rouge-l(stem=maybe)", "stem=maybe is not possible; known: .*false, .*true"),
        ("rouge-l(alpha=0.3,beta=2)", "alpha and beta exclude each other"),
        ("rouge-l(beta=-1)", "beta=-1.0 is not possible; expected 0 to 1000000$"),
    ],
)
def test_messages_name_what_is_possible(given, told):
    with pytest.raises(SpecError, match=told):
        sy.parse(given)


def test_a_measure_may_have_a_label():
    labelled = "R-2 = rouge-2@rouge-score(stem=true)"
    assert label_of(labelled) == "R-2" and parse(labelled) == parse("rouge-2@rouge-score(stem=true)")
    assert label_of("bleu(tokens=intl)") == "bleu(tokens=intl)" and label_of(parse("bleu")) == "bleu"
    for wrong in ("=bleu", "a=", "a=b=bleu", "a(b)=bleu", "R-2=rouge-22"):
        with pytest.raises(SpecError):
            parse(wrong)


def test_a_number_of_a_preset_can_be_taken_back():
    measure = sy.parse("rouge-l@coco(beta=none)")
    assert measure.beta is None and str(measure) == "rouge-l@coco(beta=none)"
