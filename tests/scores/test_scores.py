"""Scores: values, levels, shapes of the contract, signatures and intervals."""

import json
import math

import pytest

import steelyard as sy
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError
from steelyard.report.latex import render

OUTPUTS = {"A": ["the cat sat", "a dog", "it rains"], "B": ["a cat", "a dog ran", "rain"]}
REFERENCES = ["the cat sat down", "a dog ran", "it rains"]
FACETS = {"document": ["one", "two", "one"]}


def scored(*measures, **more):
    return sy.score(OUTPUTS, REFERENCES, list(measures) or ["wer"], **more)


def test_value():
    scores = scored("wer", "ser")
    assert scores.value("A", "wer") == pytest.approx(100 * 2 / 9)
    assert scores.value("B", "ser") == pytest.approx(100 * 2 / 3)
    assert (scores.systems, scores.measures, scores.level) == (("A", "B"), ("wer", "ser"), "system")


def test_values_at_levels():
    scores = scored(facets=FACETS)
    segments = scores.at("segment")
    assert [segments.value("A", "wer", n) for n in range(3)] == pytest.approx([25, 100 / 3, 0])
    documents = scores.at("document")
    assert documents.value("A", "wer", "one") == pytest.approx(100 / 6)
    assert documents.at("system").to_dict() == scores.to_dict()
    assert scored(level="document", facets=FACETS).to_dict() == documents.to_dict()


def test_segments_go_by_their_ids():
    scores = scored(ids=["x", "y", "z"], level="segment")
    assert scores.value("B", "wer", "y") == 0.0
    assert [s.to_dict()["segment"] for s in scores.scores] == ["x", "y", "z"] * 2


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda s: s.value("AA", "wer"), "no system 'AA'.*did you mean|known: A, B"),
        (lambda s: s.value("A", "were"), "no measure 'were'.*did you mean 'wer'"),
        (lambda s: s.at("segment").value("A", "wer", 7), "no group 7 in these scores at level segment"),
        (lambda s: s.at("documents"), "no facet 'documents'.*did you mean 'document'"),
        (lambda s: s.at("segment", Draws()), "intervals are made at level system"),
    ],
)
def test_what_is_not_there(ask, message):
    with pytest.raises(SpecError, match=message):
        ask(scored(facets=FACETS))


def test_an_unknown_level_is_refused_before_anything_is_scored():
    with pytest.raises(SpecError, match="no facet 'documnet'"):
        scored(level="documnet", facets=FACETS, progress=lambda *_: pytest.fail("scored"))


def test_the_shape_of_the_contract():
    (first, *_) = scored().to_dict()["scores"]
    assert list(first) == ["system", "measure", "level", "value", "signature"]
    assert (first["system"], first["measure"], first["level"]) == ("A", "wer", "system")
    (first, *_) = scored(level="segment").to_dict()["scores"]
    assert list(first) == ["system", "measure", "level", "segment", "value", "signature"] and first["segment"] == 0
    (first, *_) = scored(intervals=True).to_dict()["scores"]
    assert list(first) == ["system", "measure", "level", "value", "low", "high", "signature"]
    assert first["low"] <= first["value"] <= first["high"]
    (first, *_) = scored(level="document", facets=FACETS).to_dict()["scores"]
    assert first["group"] == "one"


def test_what_is_undefined_is_null_with_a_reason():
    scores = sy.score({"A": ["a", "?"]}, ["a", "!"], ["wer(tokens=no-punct)", "ngram"], level="segment")
    by_place = {(s["measure"], s["segment"]): s for s in scores.to_dict()["scores"]}
    assert by_place["wer(tokens=no-punct)", 0]["value"] == 0.0
    undefined = by_place["wer(tokens=no-punct)", 1]
    assert undefined["value"] is None and undefined["reason"] == "the references have no token"
    assert "reason" not in by_place["wer(tokens=no-punct)", 0]
    assert by_place["ngram", 0]["reason"] == "the models have no n-gram of some order asked for"
    assert math.isnan(scores.value("A", "ngram", 0))
    json.loads(json.dumps(scores.to_dict(), allow_nan=False))


def test_undefined_intervals_are_null():
    (only,) = sy.score({"A": ["?"]}, ["!"], ["wer(tokens=no-punct)"], intervals=True).to_dict()["scores"]
    assert (only["value"], only["low"], only["high"]) == (None, None, None)


def test_the_measure_is_named_as_it_was_written():
    label = "bleu(tokens=intl,smoothing=exp)"  # exp is the default, and stays
    scores = scored(label, " wer ")
    assert scores.measures == (label, " wer ")
    assert scores.scores[0].to_dict()["measure"] == label
    assert scored("bleu(tokens=intl)").scores[0].signature == scores.scores[0].signature


def test_a_measure_may_be_given_as_a_value():
    measure = sy.parse("bleu(tokens=intl)")
    assert scored(measure).measures == ("bleu(tokens=intl)",)
    assert sy.score(OUTPUTS, REFERENCES, measure).to_dict() == scored("bleu(tokens=intl)").to_dict()


@pytest.mark.parametrize(
    ("label", "level", "parts"),
    [
        (
            "bleu",
            "system",
            ["bleu", "tokens:13a", "case:keep", "stem:none", "stop:none", "smoothing:exp", "effective:segment"],
        ),
        ("bleu", "segment", ["effective:always", "level:segment"]),
        ("bleu@mteval-v14", "system", ["bleu@mteval-v14", "tokens:intl", "case:fold"]),
        ("bleu(weights=4:3:2:1)", "system", ["weights:4:3:2:1"]),
        ("chrf++", "system", ["chrf++", "chars:6", "words:2", "beta:2", "whitespace:false"]),
        ("ter(punctuation=false)", "document", ["ter", "punctuation:false", "normalised:false", "level:document"]),
        ("nist", "system", ["nist", "false_zero:true"]),
        ("ngram(2,3)", "system", ["ngram", "low:2", "high:3", "models:mean"]),
    ],
)
def test_signatures_say_every_choice(label, level, parts):
    signature = scored(label, facets=FACETS, level=level).scores[0].signature.split("|")
    assert set(parts) <= set(signature)
    assert signature[0] == label.partition("(")[0]
    assert {"references:1", f"level:{level}", f"steelyard:{sy.__version__}"} <= set(signature)
    measure = sy.parse(label)
    for field in measure.options():
        told = any(part.startswith(f"{field.name}:") for part in signature)
        # a text that is cut by a tokeniser has no other layer, and no parser
        assert told is (field.name not in ("layer", "parser")) or getattr(measure, field.name) is None


def test_the_context_of_a_fitted_measure_is_in_its_signature():
    signatures = [sy.score({"A": ["a"]}, [text], ["nist"]).scores[0].signature for text in ("a b", "a b", "a c")]
    contexts = [[p for p in s.split("|") if p.startswith("context:")] for s in signatures]
    assert contexts[0] == contexts[1] != contexts[2] and len(contexts[0]) == 1
    assert "context" not in scored("bleu").scores[0].signature


def test_varying_numbers_of_references_are_in_the_signature():
    scores = sy.score({"A": ["a", "b"]}, {"1": ["a", "b"], "2": ["a", ""]}, ["wer"])
    assert "|references:1-2|" in scores.scores[0].signature


def test_intervals_are_in_the_signature():
    for kind in ("percentile", "bca"):
        draws = Draws(resamples=50, confidence=0.9, seed=3, interval=kind)
        signature = scored(intervals=draws).scores[0].signature
        said = {"bootstrap:50", "confidence:0.9", "unit:segment", "seed:3", f"interval:{kind}"}
        assert said <= set(signature.split("|"))
    by_t = scored(intervals=Draws(confidence=0.9)).scores[0].signature
    assert by_t.endswith("|confidence:0.9|unit:segment|interval:t"), "nothing is drawn"


def test_intervals_depend_on_seed_and_confidence():
    outputs, references = {"A": [f"w{n % 3} x" for n in range(40)]}, ["w0 x"] * 40

    def bounds(**more):
        score = sy.score(outputs, references, ["wer"], intervals=Draws(resamples=200, interval="bca", **more)).scores[0]
        return score.low, score.high

    assert bounds() == bounds() != bounds(seed=1)
    low, high = bounds(confidence=0.5)
    assert bounds()[0] < low < high < bounds()[1]


@pytest.mark.parametrize(
    ("intervals", "message"),
    [
        ({"resamples": 0}, "resamples=0"),
        ({"confidence": 1.0}, "confidence=1"),
        ({"seed": -1}, "seed=-1"),
        ({"unit": "documnet"}, "no facet 'documnet'.*did you mean 'document'"),
    ],
)
def test_intervals_that_are_not_possible(intervals, message):
    with pytest.raises(SpecError, match=message):
        scored(facets=FACETS, intervals=Draws(**intervals))


def test_saved_scores_come_back(tmp_path):
    scores = scored("bleu", "nist", facets=FACETS, ids=["x", "y", "z"])
    scores.save(tmp_path / "s.npz")
    loaded = sy.read(tmp_path / "s.npz", "statistics")
    assert loaded.to_dict() == scores.to_dict()
    for level in ("segment", "document"):
        assert sy.read(tmp_path / "s.npz", "statistics").at(level).to_dict() == scores.at(level).to_dict()
    assert loaded.at("system", Draws(resamples=20)).to_dict() == scores.at("system", Draws(resamples=20)).to_dict()


def test_pandas():
    pytest.importorskip("pandas", reason="skipped: scores as a DataFrame, for pandas is not installed")
    table = scored("wer", "ser").to_pandas()
    assert list(table["measure"]) == ["wer", "wer", "ser", "ser"] and list(table["system"]) == list("ABAB")


def test_reference_shapes_give_the_same_scores():
    sets = {"1": REFERENCES, "2": ["the cat", "the dog ran", "it pours"]}
    expected = sy.score(OUTPUTS, sets, ["bleu", "wer"]).to_dict()
    assert sy.score(OUTPUTS, list(sets.values()), ["bleu", "wer"]).to_dict() == expected
    by_segment = [list(pair) for pair in zip(*sets.values(), strict=True)]
    assert sy.score(OUTPUTS, by_segment, ["bleu", "wer"]).to_dict() == expected


def test_a_value_below_system_level_must_be_named():
    """Which of the segments is meant is not guessed."""
    with pytest.raises(SpecError, match="segment"):
        scored(level="segment").value("A", "wer")


def test_a_mean_says_how_many_segments_have_no_part_in_it():
    scores = sy.score({"A": ["s1", "s1"]}, ["s1:5 s2:0", "s1:0 s2:0"], "relative-utility")
    assert scores.value("A", "relative-utility") == 1.0
    assert scores.scores[0].notice.startswith("1 of 2 segments are undefined and have no part in the mean")
    segments = scores.at("segment")
    assert [score.notice for score in segments.scores] == [None, None]
    assert [score.reason for score in segments.scores] == [None, "no sentence has any utility"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: sy.score({"A": ["a"]}, ["a"], level=None), "level=None is not possible"),
        (lambda: sy.score({"A": ["a"]}, ["a"], measures=None), "give a list of measures"),
        (lambda: sy.explain_difference({"A": ["a"]}, ["a"], None, segment=0), "give two measures"),
        (lambda: sy.read(None), "None is no path"),
        (lambda: sy.read([None]), "None is no path"),
        (lambda: sy.read("a.jsonl", format=["jsonl"]), "unknown format"),
        (lambda: sy.write("sample", "a.jsonl"), "write takes a Corpus, not str"),
        (lambda: sy.align("a", "a", None), "None is no measure; give its notation"),
        (
            lambda: sy.explain_difference({"A": ["a"]}, ["a"], ["wer", "per"], segment=0, system=["A"]),
            r"system=\['A'\] is not possible",
        ),
        (lambda: sy.write(sy.sample(), None), "path=None is not possible; expected a string or a path"),
    ],
)
def test_what_is_no_input_at_all_is_told_as_an_error_of_ours(call, told):
    with pytest.raises(sy.SteelyardError, match=told):
        call()


def test_a_label_is_what_results_call_the_measure(tmp_path):
    scores = sy.score({"A": ["a b"], "B": ["a c"]}, ["a b"], ["R-2=rouge-2@rouge-score(stem=true)", "bleu"])
    plain = sy.score({"A": ["a b"], "B": ["a c"]}, ["a b"], "rouge-2@rouge-score(stem=true)")
    assert scores.measures == ("R-2", "bleu") and scores.value("A", "R-2") == plain.scores[0].value
    first = scores.to_dict()["scores"][0]
    assert first["measure"] == "R-2" and first["signature"] == plain.scores[0].signature
    assert all(name in render(scores.account()) for name in ("R-2", "BLEU"))
    scores.save(tmp_path / "run.npz")
    scores.save(tmp_path / "run.npz")
    (tmp_path / "other.npz").write_text("mine")
    with pytest.raises(InputError, match=r"other\.npz exists; give another name, or replace=True to replace it"):
        scores.save(tmp_path / "other.npz")
    scores.save(tmp_path / "other.npz", replace=True)
    with pytest.raises(InputError, match="statistics are saved as"):
        scores.save(tmp_path / "human.tsv", replace=True)
    assert sy.read(tmp_path / "run.npz", "statistics").measures == ("R-2", "bleu")
    assert sy.compare(scores).measures == ("R-2", "bleu")
