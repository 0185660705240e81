"""`steelyard corroborate`."""

import csv
import io
import json

import pytest

import steelyard as sy


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample.jsonl")
    return "--corpus", "sample.jsonl", "--trials", 300


def test_text_says_the_verdicts(run, sample):
    found = run("corroborate", *sample, "-m", "bleu", "-m", "ter", "--candidate", "wer")
    assert found.code == 0 and not found.err
    assert "\n15 pairs of systems under 2 measures: " in found.out
    for part in ("confirmed (every measure favours it", "heterogeneity 0.", "would raise it most: wer (+", "people"):
        assert part in found.out


def test_json_and_tsv_have_every_pair(run, sample):
    held = json.loads(run("corroborate", *sample, "-m", "bleu", "-m", "ter", "--json").out)
    written = run("corroborate", *sample, "-m", "bleu", "-m", "ter", "--tsv").out
    rows = list(csv.DictReader(io.StringIO(written.partition("\n# signatures")[0]), delimiter="\t"))
    assert len(held["improvements"]) == len(rows) == 15
    for one, row in zip(held["improvements"], rows, strict=True):
        assert (one["better"], one["verdict"]) == (row["better"], row["verdict"])
        assert float(row["p"]) == one["p"] and float(row["human adequacy"]) == one["human"]["adequacy"]


def test_threads_and_repeats_change_nothing(run, sample):
    options = ("corroborate", *sample, "-m", "bleu", "-m", "chrf", "--json", "--threads")
    assert run(*options, 1).out == run(*options, 2).out


def test_external_measures_join_the_set(run, sample, here):
    corpus = sy.sample()
    lines = ["system\tseg\tjudge"] + [
        f"{name}\t{n}\t{len(text)}" for name, texts in corpus.systems.items() for n, text in enumerate(texts)
    ]
    (here / "judge.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    found = json.loads(run("corroborate", *sample, "-m", "bleu", "--scores", "judge.tsv", "--json").out)
    assert {one["measure"] for one in found["improvements"][0]["measures"]} == {"bleu", "judge"}
    assert any("file:judge.tsv#" in signature for signature in found["signatures"])


def test_saved_statistics(run, sample):
    assert run("score", *sample[:2], "-m", "bleu", "-m", "ter", "--save", "run.npz").code == 0
    found = run("corroborate", "--statistics", "run.npz", "--trials", 300)
    assert found.code == 0 and "the texts are not known" in found.out and "would raise" not in found.out


def test_page(run, sample, here):
    found = run("corroborate", *sample, "--html", "--out", "page.html")
    assert found.code == 0
    page = (here / "page.html").read_text("utf-8")
    assert "<script" in page and "aurora" in page and "15 confirmed" in page


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-m", "bleu"), "one measure"),
        (("-m", "bleu", "-m", "blue"), "did you mean 'bleu'"),
        (("--candidate", "blue"), "did you mean 'bleu'"),
        (("--baseline", "zebra"), "no system 'zebra'"),
        (("--unit", "zebra"), "zebra"),
        (("--dimension", "zebra"), "zebra"),
        (("--scores", "none.tsv"), "none.tsv"),
        (("--alpha", "2"), "--alpha"),
        (("--level", "0.05"), "no such option '--level'; here it is --alpha P"),
        (("--json", "--tsv"), "exclude each other"),
    ],
)
def test_refusals_are_one_line(run, sample, options, told):
    found = run("corroborate", *sample, *options)
    assert found.code == 2 and found.err.count("\n") == 1 and told in found.err and not found.out


def test_one_system_and_no_input(run, here):
    (here / "a.txt").write_text("a b\n", "utf-8")
    found = run("corroborate", "a.txt", "-r", "a.txt")
    assert found.code == 2 and "one system" in found.err
    assert run("corroborate").code == 2
