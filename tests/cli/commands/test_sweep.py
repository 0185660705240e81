"""`steelyard sweep`."""

import json
import re
import sys

import pytest

import steelyard as sy


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return ["sweep", "--corpus", "sample", "--dimension", "adequacy", "--threads", "1"]


@pytest.fixture
def loose(texts):
    rows = [("A", 5, 4, 4, 3), ("B", 2, 3, 1, 1), ("Z", 1, 1, 1, 1)]
    lines = ["system\tseg\tscore", *(f"{name}\t{n}\t{v}" for name, *values in rows for n, v in enumerate(values))]
    (texts / "human.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return ["sweep", "A.txt", "B.txt", "-r", "ref1.txt", "--human", "human.tsv", "-m", "bleu"]


def test_one_option_is_a_line(sample, run):
    out = run(*sample, "-m", "bleu", "--vary", "order=1:4").out
    assert out.startswith("Sweep of bleu\nPearson's r with human scores (adequacy) at level system\n")
    assert ["order", "pearson", "↑", "n"] in [line.split() for line in out.splitlines()]
    assert out.count("●") == 4 and out.count("*") == 2
    people = "human|dimension:adequacy|judgements:mean|assessors:3|design:crossed|judged:360/360|system:mean"
    assert f"|{people}|coefficient:pearson\n" in out
    assert "the best of 4 settings was chosen on the same human scores" in out


def test_two_options_are_a_grid(sample, run):
    out = run(
        *sample, "-m", "bleu", "--vary", "order=1,2", "--vary", "smoothing=exp,floor,none", "--level", "segment"
    ).out
    assert "order ╲ smoothing" in out and "█" in out and "the best is taken" not in out
    assert "at level segment, all systems' segments pooled" in out


def test_more_options_take_the_best_of_the_rest(sample, run):
    wide = ("--vary", "beta=0.5:3:0.5", "--vary", "words=0,2", "--vary", "whitespace=true,false")
    out = run(*sample, "-m", "chrf", *wide, "--vary", "chars=2,3,4").out
    assert "chars ╲ beta" in out and "over words, whitespace the best is taken" in out
    assert "20 of 72 rows; all are in other forms" in out


def test_settings_that_are_undefined(texts, run):
    (texts / "same.tsv").write_text("system\tseg\tscore\nA\t0\t1\nA2\t0\t2\n", "utf-8")
    (texts / "A2.txt").write_text((texts / "A.txt").read_text("utf-8"), "utf-8")
    out = run(
        "sweep", "A.txt", "A2.txt", "-r", "ref1.txt", "--human", "same.tsv", "-m", "wer", "--vary", "case=keep,fold"
    ).out
    assert out.count("undefined") == 3 and "undefined: the scores are all the same\n" in out and "best:" not in out


def test_json_and_tsv_hold_every_setting(sample, run):
    asked = (*sample, "-m", "esk", "--vary", "d=1,2", "--vary", "decay=0.1:0.3:0.1", "--coefficient", "kendall")
    result = run(*asked, "--json")
    found = json.loads(result.out)
    assert [row["options"] for row in found["correlations"]][1] == {"d": "1", "decay": "0.2"}
    assert {row["n"] for row in found["correlations"]} == {6}
    assert found["correlations"][0]["signature"].endswith("|coefficient:kendall-tau-b")
    assert result.err == f"steelyard: note: {found['notices'][0]}\n"
    lines = run(*asked, "--tsv").out.splitlines()
    heads = "d decay measure human level coefficient value n undefined best reason signature"
    assert lines[0].split("\t") == heads.split() and len(lines) == 7
    cells = dict(zip(lines[0].split("\t"), lines[1].split("\t"), strict=True))
    assert float(cells["value"]) == found["correlations"][0]["value"]


def test_latex(sample, run):
    out = run(*sample, "-m", "bleu(smoothing=floor)", "--vary", "smoothing_value=0.1:1:0.9", "--latex").out
    assert r"smoothing\_value & pearson $\uparrow$ & n \\" in out and r"\textbf{" in out


def test_loose_files_and_foreign_systems(loose, run):
    result = run(*loose, "--vary", "order=1,2", "--out", "table.txt")
    assert result.out == ""
    assert "note: left out, for they are not scored here: system Z (human scores in human.tsv)" in result.err


@pytest.mark.parametrize(("name", "begin"), [("figure.svg", "<svg"), ("figure.html", "<!DOCTYPE html>")])
def test_figures(sample, run, here, name, begin):
    pytest.importorskip("vl_convert")
    assert run(*sample, "-m", "bleu", "--vary", "order=1:4", "--plot", name).code == 0
    drawn = (here / name).read_text("utf-8").lstrip()
    assert drawn.startswith(begin) and "human scores (adequacy)" in drawn


def test_a_figure_shows_the_values_as_they_are(sample, run, here):
    pytest.importorskip("vl_convert")
    asked = (*sample, "-m", "rouge-1", "--vary", "alpha=0,0.25,0.5,0.75,1", "--plot", "figure.svg")
    assert run(*asked).code == 0
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", (here / "figure.svg").read_text("utf-8"))
    assert labels[:5] == ["0", "0.25", "0.5", "0.75", "1"]


def test_figures_without_the_extra(sample, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    told = refused(*sample, "-m", "bleu", "--vary", "order=1:4", "--plot", "f.svg")
    assert told == "figures need vl-convert-python; install it with: pip install 'steelyard[plots]'"


BAD = [
    (["--vary", "order=1:2"], "missing option '-m' / '--measure'"),
    (["-m", "bleu"], "missing option '--vary'"),
    (["-m", "bleu", "--vary", "ordre=1"], "bleu has no option 'ordre'; did you mean 'order'?"),
    (["-m", "bleu", "--vary", "order"], "--vary order: expected OPTION=VALUES"),
    (["-m", "bleu", "--vary", "order="], "--vary order=: expected OPTION=VALUES"),
    (["-m", "bleu", "--vary", "order=1", "--vary", "order=2"], "order is varied twice"),
    (["-m", "bleu", "--vary", "order=1,x"], "order=x is not possible; expected a whole number"),
    (["-m", "bleu", "--vary", "order=0,1"], "order=0"),
    (["-m", "bleu", "--vary", "order=1:2:0.5"], "order=1.5 is not possible; expected a whole number"),
    (["-m", "bleu", "--vary", "order=4:1"], "4:1 is no range; expected low:high or low:high:step"),
    (["-m", "bleu", "--vary", "order=1:4:0"], "1:4:0 is no range"),
    (["-m", "bleu", "--vary", "order=1:inf"], "1:inf is no range"),
    (["-m", "bleu", "--vary", "order=1:2:3:4"], "1:2:3:4 is no range"),
    (["-m", "esk", "--vary", "decay=0:1:0.000001"], "1,000,001 values are too many; at most 10,000 are tried"),
    (["-m", "esk", "--vary", "decay=0:1:0.001", "--vary", "beta=0:1:0.001"], "1,002,001 settings are too many"),
    (["-m", "esk", "--vary", "decay=0:2:1"], "esk: decay=2.0 is not possible; expected 0 to 1"),
    (["-m", "esk", "--vary", "d=1", "--coefficient", "tau"], "unknown coefficient 'tau'"),
    (["-m", "esk", "--vary", "d=1", "--level", "talk"], "no level 'talk' in this corpus"),
    (["-m", "esk", "--vary", "d=1", "--plot", "f.png"], "f.png: a figure is drawn as SVG or HTML"),
    (["-m", "esk", "--vary", "d=1", "--plot", "absent/f.svg"], "cannot write absent/f.svg: there is no directory"),
    (["-m", "esk", "--vary", "d=1", "--json", "--tsv"], "--json and --tsv exclude each other"),
    (["-m", "esk", "--vary", "d=1", "-r", "x"], "--corpus holds everything; leave out --reference"),
    (["-m", "esk", "--vary", "d=1", "--human", "absent.tsv"], "absent.tsv"),
]


@pytest.mark.parametrize(("more", "told"), BAD)
def test_bad_requests(sample, refused, more, told):
    assert told in refused(*sample, *more)


def test_unknown_dimension(sample, refused):
    asked = [*(word for word in sample if word not in ("--dimension", "adequacy")), "--dimension", "style"]
    told = refused(*asked, "-m", "esk", "--vary", "d=1")
    assert "no dimension 'style' in the corpus; known: adequacy, fluency" in told


def test_no_human_scores(texts, refused):
    told = refused("sweep", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "bleu", "--vary", "order=1,2")
    assert told == "there are no human scores in the corpus; give a file of them (--human), or a corpus that has some"
    (texts / "human.tsv").write_text("system\tseg\tscore\nA\t0\t3\nB\t0\t3\n", "utf-8")
    told = refused(
        "sweep", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "bleu", "--vary", "order=1,2", "--human", "human.tsv"
    )
    assert told.startswith("the human scores (score) at level system are all 3;")


def test_nothing_to_score(refused):
    assert refused("sweep", "-m", "bleu", "--vary", "order=1").startswith("nothing to score")
