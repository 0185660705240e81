"""Sections of a meta-evaluation: each is what its own function says, and can be shown and written."""

import json

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.judgements.scores import human_scores
from steelyard.meta.sections import SECTIONS
from steelyard.meta.sets.reliability import output_pairs
from steelyard.report.forms import rendered
from steelyard.scores.table import score_table

CORPUS = sy.sample()
MEASURES = ["bleu", "wer"]


def meta(given=CORPUS, measures=MEASURES, **options):
    fast = {
        "draws": sy.Draws(resamples=20, trials=20),
        "run": sy.Run(threads=1),
        "levels": ["system"],
        "coefficients": ["pearson"],
    }
    return sy.meta(given, measures, **{**fast, "dimensions": ["adequacy"], **options})


@pytest.fixture(scope="module")
def found():
    return meta(sections=list(SECTIONS))


def test_every_section_can_be_shown_and_written(found):
    assert list(found.sections) == list(SECTIONS)
    shown = rendered(found, "text")
    for section in found.sections.values():
        assert section.title in shown
    content = json.loads(rendered(found, "json"))
    assert set(SECTIONS) <= content.keys() and all(content[name] for name in SECTIONS)


def test_reliability_is_that_of_the_pairs_of_outputs(found):
    pairs = output_pairs(score_table(CORPUS, MEASURES), human_scores(CORPUS, dimension="adequacy"))
    rows = {tuple(row["measures"]): row for row in found.to_dict()["reliability"]}
    for figures in (*pairs.singles(), pairs.of()):
        row = rows[figures.measures]
        assert (row["reliability"], row["gain"]) == (figures.reliability, figures.gain)
        assert (row["human"], row["judgements"]) == ("adequacy", "raw")


def test_qarla_and_orange_are_those_of_the_texts(found):
    held = found.to_dict()
    made = sy.qarla(CORPUS, MEASURES, draws=sy.Draws(resamples=20), run=sy.Run(threads=1)).to_dict()
    assert held["qarla"]["king"] == made["king"] and held["qarla"]["jack"] == made["jack"]
    ranked = sy.orange(CORPUS, MEASURES, draws=sy.Draws(resamples=20), run=sy.Run(threads=1))
    assert held["orange"] == ranked.to_dict()["orange"]


def test_axioms_and_severity_are_those_of_the_measures(found):
    assert (
        found.to_dict()["axioms"]["axioms"]
        == sy.axioms(MEASURES, references=CORPUS, run=sy.Run(threads=1)).to_dict()["axioms"]
    )
    made = sy.severity(sy.score(CORPUS, measures=MEASURES, level="segment", threads=1))
    assert found.to_dict()["severity"] == made.to_dict()["severity"]


def test_external_measures_are_left_out_where_texts_are_needed(tmp_path):
    lines = ["system\tid\tjudge", *(f"{s}\t{i}\t{len(s) + len(i)}" for s in CORPUS.systems for i in CORPUS.ids)]
    (tmp_path / "judge.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    found = meta(external=[tmp_path / "judge.tsv"], sections=["orange", "axioms", "reliability", "qarla"])
    assert "orange left out, for they score no texts here: judge" in found.notices
    assert [row["measure"] for row in found.to_dict()["axioms"]["unprobed"]] == ["judge"]
    assert any(row["measures"] == ["judge"] for row in found.to_dict()["reliability"])


def test_axioms_of_nothing_but_external_scores_say_so(tmp_path):
    lines = ["system\tid\tjudge", *(f"{s}\t{i}\t{len(s) + len(i)}" for s in CORPUS.systems for i in CORPUS.ids)]
    (tmp_path / "judge.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    found = meta(measures=[], external=[tmp_path / "judge.tsv"], sections=["axioms"])
    held = found.to_dict()["axioms"]
    assert held["axioms"] == [] and [row["measure"] for row in held["unprobed"]] == ["judge"]
    assert "not probed: judge: only its scores are known" in rendered(found, "text")


def test_what_the_axioms_remark_is_in_json_too():
    found = meta(measures=["chrf"], sections=["axioms"])
    assert found.to_dict()["axioms"] == sy.axioms("chrf", references=CORPUS, run=sy.Run(threads=1)).to_dict()
    assert found.to_dict()["axioms"]["notices"]


def test_undefined_severity_is_not_shown_as_zeros():
    found = meta(measures=["bleu", "wer"], sections=["severity"])
    (pair,) = found.to_dict()["severity"]["pairs"]
    assert pair["relation"] == "undefined" and pair["lower"] is pair["equal"] is pair["higher"] is None
    shown = [line.split() for line in rendered(found, "text").splitlines()]
    assert ["bleu", "wer", "undefined", "–", *["undefined"] * 3] in shown


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("qarla", "qarla compares texts, and there are scores only"),
        ("orange", "orange compares texts, and there are scores only"),
        ("severity", "severity compares measures, and there is one"),
    ],
)
def test_what_a_section_lacks_is_said(section, message):
    scores = sy.score(CORPUS, measures=["bleu"])
    human = dict.fromkeys(CORPUS.systems, [1.0, 2.0] * 30)
    with pytest.raises(SpecError, match=message):
        meta(scores, (), human=human, dimensions=(), sections=[section])


def test_whole_systems_have_no_pairs_of_outputs(tmp_path):
    (tmp_path / "whole.tsv").write_text("system\tm\nA\t1\nB\t2\n", "utf-8")
    for section in ("reliability", "severity"):
        with pytest.raises(SpecError, match=f"{section} needs scores of segments, and systems have one score each"):
            meta(
                None,
                (),
                external=[tmp_path / "whole.tsv"],
                human={"A": 1.0, "B": 2.0},
                dimensions=(),
                sections=[section],
            )
