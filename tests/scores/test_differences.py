import json
import math

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.measures.registry import registry

OUTPUT, REFERENCE = ["The low-cost cats sat.", "it rained"], ["The low cost cat sat.", "It rained a lot."]


def explained(*measures, segment=0, output=OUTPUT, reference=REFERENCE, **more):
    return sy.explain_difference({"A": output}, reference, measures, segment=segment, **more)


PRESETS = [
    (name, f"{name}@{preset}")
    for name, kind in registry().items()
    if kind.needs == ("references",) and kind.texts == "words"
    for preset in kind.presets
]


@pytest.mark.parametrize(("default", "preset"), PRESETS)
@pytest.mark.parametrize("segment", [0, 31])
def test_scores_are_segment_scores_and_the_path_leads_from_one_to_the_other(default, preset, segment):
    sample = sy.sample()
    names = (default, preset)
    found = sy.explain_difference(sample, measures=names, segment=sample.ids[segment], system="cedar")
    scores = sy.score(sample, measures=names, level="segment", threads=1)
    for setting, name in zip(found.settings, names, strict=True):
        assert setting.value == scores.value("cedar", name, sample.ids[segment])
        assert setting.signature == next(s.signature for s in scores.scores if s.measure == name)
    assert {option for step in found.path for option in step.options} == {change.option for change in found.options}
    if found.path:
        assert found.path[-1].value == found.settings[1].value
    else:
        assert found.settings[0].value == found.settings[1].value
    json.dumps(found.to_dict(), allow_nan=False)


def test_each_option_alone_and_one_after_another():
    found = explained("wer", "wer(tokens=no-punct,case=fold)", segment=1)
    assert [(c.option, c.first, c.second) for c in found.options] == [
        ("tokens", "none", "no-punct"),
        ("case", "keep", "fold"),
    ]
    # of "It rained a lot." one word is right, with case folded two; "lot." has a mark, but is not there either way
    assert [(s.options, s.value) for s in found.alone] == [(("tokens",), 75.0), (("case",), 50.0)]
    assert [(s.options, s.value) for s in found.path] == [(("tokens",), 75.0), (("case",), 50.0)]
    assert [dict(s.statistics) for s in found.settings] == [
        {"edits": 3, "reference_tokens": 4},
        {"edits": 2, "reference_tokens": 4},
    ]


def test_tokens_that_differ_are_marked():
    output, reference = explained("wer", "wer(tokens=no-punct,case=fold)").texts
    assert (output.text, output.kinds, reference.text) == ("output", ("tokens", "tokens"), "reference 1")
    assert output.words == ((("The", "low-cost", "cats", "sat."),), (("the", "low", "cost", "cats", "sat"),))
    assert output.differs == (((True, True, False, True),), ((True, True, True, False, True),))


def test_an_option_that_needs_another_is_changed_after_it():
    found = explained("bleu(smoothing=none)", "bleu(smoothing=floor,smoothing_value=0.2)")
    assert [step.options for step in found.path] == [("smoothing",), ("smoothing_value",)]
    value = found.alone[1]
    assert value.value is None and "it goes with smoothing" in value.reason
    back = explained("bleu(smoothing=floor,smoothing_value=0.2)", "bleu(smoothing=none)")
    assert [step.options for step in back.path] == [("smoothing_value",), ("smoothing",)]


def test_options_that_go_only_together():
    found = explained("bleu(order=2,weights=0.5:0.5)", "bleu(order=3,weights=0.2:0.3:0.5)")
    assert [step.options for step in found.path] == [("order", "weights")]
    assert all(step.value is None for step in found.alone)
    assert found.path[0].value == found.settings[1].value


def test_two_measures():
    found = explained("wer", "bleu(case=fold)", segment=1)
    assert [step.options for step in found.path] == [("measure",), ("tokens",), ("case",), ("length",)]
    assert found.path[-1].value == found.settings[1].value
    assert ("order", None, "4") in [(c.option, c.first, c.second) for c in found.options]
    assert found.settings[0].statistics.keys() != found.settings[1].statistics.keys()


def test_characters_are_not_compared_with_tokens():
    seen = explained("chrf", "wer").texts[0]
    assert seen.kinds == ("characters", "tokens") and seen.words[0][0][:3] == ("T", "h", "e")
    assert not any(any(sentence) for side in seen.differs for sentence in side)
    assert explained("chrf", "chrf(case=fold)").texts[0].differs[0][0].count(True) == 1


def test_sentences_are_seen():
    found = explained("esk", "esk(sentences=none)", output=["One cat.\nTwo dogs."], reference=["One cat.\nA dog."])
    first, second = found.texts[0].words
    assert (len(first), len(second)) == (2, 1)
    assert [token for sentence in first for token in sentence] == list(second[0])
    assert not any(any(sentence) for side in found.texts[0].differs for sentence in side)


def test_an_absent_reference_is_not_shown():
    found = sy.explain_difference({"A": ["a", "b"]}, {"1": ["a", "b"], "2": [None, "c"]}, ["wer", "per"], segment=0)
    assert [seen.text for seen in found.texts] == ["output", "reference 1"]


def test_undefined_scores_have_their_reason():
    found = explained("unigram-recall", "unigram-recall(tokens=no-punct)", output=["a"], reference=["!"])
    assert math.isnan(found.settings[1].value) and found.settings[1].reason == "there is no token to divide by"
    told = found.to_dict()["difference"]
    assert told["settings"][1]["value"] is None and told["path"][0]["reason"] == "there is no token to divide by"


def test_the_same_setting_twice():
    found = explained("bleu", "bleu@sacrebleu")
    assert not found.options and not found.path and found.settings[0].value == found.settings[1].value


def test_a_fitted_measure_is_fitted_to_the_whole_corpus():
    found = explained("nist", sy.parse("nist(order=3)"))
    scores = sy.score({"A": OUTPUT}, REFERENCE, ["nist"], level="segment")
    assert found.settings[0].value == scores.value("A", "nist", 0)
    assert "|context:" in found.settings[0].signature


@pytest.mark.parametrize(
    ("measures", "more", "message"),
    [
        (["bleu"], {}, "a difference is between two measures, but 1 is given; for instance bleu and bleu(case=fold)"),
        (["bleu"] * 3, {}, "a difference is between two measures, but 3 are given; for instance bleu and"),
        (["bleu", 3], {}, "3 is no measure; give its notation, for instance 'bleu', a Measure or a function"),
        (["bleu", "blue"], {}, "unknown measure 'blue'; did you mean 'bleu'?"),
        (["bleu", "wer"], {"segment": 2}, "there is no segment 2; numbers go from 0 to 1"),
        (["bleu", "wer"], {"segment": "x", "ids": ["a", "b"]}, "there is no segment x; ids go from a to b"),
        (["bleu", "wer"], {"system": "B"}, "there is no system 'B'; known: A"),
    ],
)
def test_requests_that_are_refused(measures, more, message):
    with pytest.raises(SpecError) as error:
        explained(*measures, **more)
    assert str(error.value).startswith(message)


def test_several_systems_and_corpora():
    with pytest.raises(SpecError, match=r"there are 2 systems; say which \(system=…\): A, B"):
        sy.explain_difference({"A": OUTPUT, "B": OUTPUT}, REFERENCE, ["bleu", "wer"], segment=0)
    with pytest.raises(SpecError, match="the corpus holds everything"):
        sy.explain_difference(sy.sample(), REFERENCE, ["bleu", "wer"], segment=0)


def test_a_segment_that_a_measure_cannot_take():
    with pytest.raises(InputError, match=r"^invwer, segment 0: 5 tokens are more than limit=3"):
        explained("wer", "invwer(limit=3)")


def test_a_mean_shows_what_its_value_is_made_of():
    """Two of three words against three; of two references the counts are pooled."""
    pair = ["rouge-1", "rouge-2(average=counts)"]
    counts = ("matches", "hypothesis_units", "reference_units")
    for references, wanted in ((["a b d"], [2, 3, 3]), ([["a b d", "c e"]], [3, 6, 5])):
        first, second = sy.explain_difference({"A": ["a b c"]}, references, pair, segment=0).settings
        assert [first.statistics[name] for name in counts] == wanted
        assert tuple(second.statistics) == counts
    jackknifed = sy.explain_difference({"A": ["a"]}, ["a"], ["rouge-1(jackknife=true)", "wer"], segment=0).settings[0]
    assert jackknifed.statistics == {"value": 1.0, "segments": 1.0}
