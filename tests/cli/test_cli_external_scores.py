"""External scores, and MQM annotations, on the command line."""

import json

import pytest

import steelyard as sy

QUICK = ("--trials", 50, "--resamples", 20)


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    corpus = sy.sample()
    lines = ["system\tid\tCOMET\terrors"]
    for place, name in enumerate(corpus.systems):
        lines += [f"{name}\t{one}\t{0.9 - place / 20}\t{place + n % 2}" for n, one in enumerate(corpus.ids)]
    (here / "comet.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    numbers = [line.split("\t") for line in lines[1:]]
    (here / "numbers.tsv").write_text(
        "system\tseg\tCOMET\n" + "".join(f"{s}\t{corpus.ids.index(i)}\t{x}\n" for s, i, x, _ in numbers), "utf-8"
    )
    return "--corpus", "sample"


def test_score(run, sample):
    result = run("score", *sample, "-m", "bleu", "--scores", "comet.tsv", "--lower", "errors", "--json")
    found = {(one["system"], one["measure"]): one for one in json.loads(result.out)["scores"]}
    assert found["aurora", "COMET"]["value"] == pytest.approx(0.9) and found["basalt", "errors"]["value"] == 1.5
    assert "better:lower" in found["aurora", "errors"]["signature"] and found["aurora", "bleu"]["value"] > 50
    table = run("score", *sample, "-m", "bleu", "--scores", "comet.tsv", "--level", "document", "--lower", "errors").out
    assert "errors ↓" in table and "COMET" in table


def test_scores_alone(run, sample, refused):
    result = run("compare", "--scores", "numbers.tsv", *QUICK)
    assert result.code == 0 and "\nCOMET\n" in result.out and "bleu" not in result.out
    assert "expected numbers in a column seg" in refused("compare", "--scores", "comet.tsv")
    assert "-m needs system outputs" in refused("score", "--scores", "numbers.tsv", "-m", "bleu").replace(
        "--measure", "-m"
    )
    assert "no unit 'document' without texts" in refused("compare", "--scores", "numbers.tsv", "--unit", "document")
    assert "nothing to score" in refused("score")


def test_compare_and_ranks(run, sample):
    result = run("compare", *sample, "-m", "bleu", "--scores", "comet.tsv", "--lower", "errors", *QUICK, "--json")
    made = json.loads(result.out)
    best = {one["measure"]: one["system"] for one in reversed(made["standings"])}
    assert best == {"bleu": "aurora", "COMET": "aurora", "errors": "aurora"}
    ranks = run("ranks", *sample, "-m", "bleu", "--scores", "comet.tsv", "--over", "document", "--tsv").out
    assert "COMET" in ranks
    pair = ("--pair", "aurora", "ember", "--simulations", 5, "--trials", 20)
    power = run("power", *sample, "-m", "bleu", "--scores", "comet.tsv", *pair)
    assert power.code == 0 and "COMET" in power.out


def test_saved_statistics_and_scores(run, sample):
    assert run("score", *sample, "-m", "bleu", "--save", "run.npz").code == 0
    result = run("score", "--statistics", "run.npz", "--scores", "comet.tsv", "--tsv")
    assert result.code == 0 and "COMET" in result.out and "bleu" in result.out


def test_refusals(refused, sample, here):
    assert "keep its file" in refused("score", *sample, "--scores", "comet.tsv", "--save", "x.npz")
    assert "--lower goes with --scores" in refused("score", *sample, "--lower", "errors")
    assert "did you mean 'errors'" in refused("score", *sample, "--scores", "comet.tsv", "--lower", "error")
    assert "leave out --scores" in refused("ranks", *sample, "--scores", "comet.tsv", "--references")
    (here / "whole.tsv").write_text(
        "system\tjudge\n" + "".join(f"{name}\t1\n" for name in sy.sample().systems), "utf-8"
    )
    assert "scores of segments are needed" in refused("score", *sample, "--scores", "whole.tsv")
    assert "No such file" in refused("score", *sample, "--scores", "none.tsv")


def test_a_measure_alone_lacks_a_system_that_its_file_lacks(run, sample, here):
    lines = (here / "comet.tsv").read_text("utf-8").splitlines()
    (here / "some.tsv").write_text("\n".join(line for line in lines if "ember" not in line) + "\n", "utf-8")
    notice = "COMET has no scores of ember"
    assert notice in run("score", *sample, "-m", "bleu", "--scores", "some.tsv").out
    result = run("score", *sample, "-m", "bleu", "--scores", "some.tsv", "--json")
    told = json.loads(result.out)
    assert notice in told["notices"] and f"steelyard: note: {notice}\n" in result.err
    alone = json.loads(run("score", *sample, "-m", "bleu", "--json").out)["scores"]
    assert [score for score in told["scores"] if score["measure"] == "bleu"] == alone
    lacking = next(score for score in told["scores"] if (score["system"], score["measure"]) == ("ember", "COMET"))
    assert lacking["value"] is None and lacking["reason"] == "the file has no score for it"


@pytest.mark.parametrize("command", ["compare", "ranks", "corroborate", "meta", "report"])
def test_every_command_takes_scores_that_lack_a_system(run, sample, here, command):
    lines = (here / "comet.tsv").read_text("utf-8").splitlines()
    (here / "some.tsv").write_text("\n".join(line for line in lines if "ember" not in line) + "\n", "utf-8")
    quick = ("--resamples", 20) if command == "ranks" else ("--resamples", 20, "--trials", 20)
    result = run(command, *sample, "-m", "bleu", "-m", "chrf", "--scores", "some.tsv", *quick, "--json")
    assert result.code == 0, result.err
    assert "COMET has no scores of ember" in json.loads(result.out)["notices"]


@pytest.fixture
def annotations(sample, here):
    outputs = [(k, name, n) for k, name in enumerate(sy.sample().systems) for n in range(60)]
    rows = [f"{name}\t{n}\tanna\tStyle\t{'Major' if (n + k) % 3 else 'Minor'}" for k, name, n in outputs]
    (here / "mqm.tsv").write_text("\n".join(["system\tseg\trater\tcategory\tseverity", *rows]) + "\n", "utf-8")
    return "sweep", *sample, "-m", "chrf", "--vary", "beta=1,2", "--level", "segment", "--human", "mqm.tsv"


def test_annotations_and_weights(run, annotations):
    result = run(*annotations, "--json")
    assert result.code == 0, result.err
    plain = json.loads(result.out)["correlations"][0]
    assert plain["human"] == "mqm" and "|weights:Major=5," in plain["signature"]
    turned = json.loads(run(*annotations, "--mqm-weight", "Major=0", "--mqm-weight", "Minor:Style=2", "--json").out)
    assert "|weights:Major=0,Major:Non-translation=25,Minor=1," in turned["correlations"][0]["signature"]
    assert turned["correlations"][0]["value"] == pytest.approx(-plain["value"])


def test_weights_that_are_refused(refused, annotations, here):
    assert "expected NAME=NUMBER" in refused(*annotations, "--mqm-weight", "Major")
    assert "expected NAME=NUMBER" in refused(*annotations, "--mqm-weight", "Major=much")
    assert "expected a number from 0" in refused(*annotations, "--mqm-weight", "Major=-1")
    assert "--mqm-weight goes with --human" in refused(*annotations[:-2], "--mqm-weight", "Major=1")
    (here / "human.tsv").write_text("system\tseg\tscore\naurora\t0\t1\n", "utf-8")
    assert "are for MQM annotations" in refused(*annotations[:-1], "human.tsv", "--mqm-weight", "Major=1")


def test_agreement_of_raters(run, refused, annotations, here):
    text = (here / "mqm.tsv").read_text("utf-8")
    head, _, body = text.partition("\n")
    (here / "both.tsv").write_text(text + body.replace("anna", "bert"), "utf-8")
    result = run("agree", "both.tsv", "--resamples", 10, "--mqm-weight", "Minor=2", "--json")
    assert result.code == 0 and head
    assert "undefined: alpha: no item has answers of two assessors" in run("agree", "mqm.tsv").out


@pytest.fixture
def columns(here):
    """Files of columns without texts; people judged a segment more than the judge scored."""
    rows = [(name, n, place + n / 10) for place, name in enumerate("ABC") for n in range(9)]
    judge = "".join(f"{name}\t{n}\t{x}\t{9 - x}\n" for name, n, x in rows if n < 8)
    (here / "judge.tsv").write_text("system\tseg\tgood\terrors\n" + judge)
    (here / "human.tsv").write_text("system\tseg\tscore\n" + "".join(f"{name}\t{n}\t{x}\n" for name, n, x in rows))
    return "--scores", "judge.tsv", "--lower", "errors", "--human", "human.tsv"


def test_corroborate_columns_alone(run, columns, refused):
    found = json.loads(run("corroborate", *columns, "--trials", 200, "--json").out)
    assert [one["supporting"] for one in found["improvements"]] == [["good", "errors"]] * 3
    assert all(one["verdict"] == "confirmed" and one["human"]["score"] > 0.9 for one in found["improvements"])
    assert any("the texts are not known" in notice for notice in found["notices"])
    assert "good has no score for 3 of 27 outputs" in found["notices"]
    assert "--candidate needs the texts" in refused("corroborate", *columns, "--candidate", "bleu")
    assert "nothing to corroborate" in refused("corroborate")


def test_report_of_columns_alone(run, columns, here, refused):
    result = run("report", *columns, *QUICK)
    assert (result.code, result.out) == (0, "report.html: 9 segments, 3 systems, 2 measures\n")
    page = (here / "report.html").read_text("utf-8")
    assert 'id="human-scores"' in page and "The segments are not shown" in page and 'id="segment-data"' not in page
    assert "--segments goes with texts" in refused("report", *columns, "--segments", 3)
    assert "no unit 'document' without texts" in refused("report", *columns, "--unit", "document")
