"""`steelyard ranks`, `steelyard power` and `steelyard study`."""

import csv
import json

import pytest

import steelyard as sy

FEW = ("--simulations", "20", "--trials", "199")


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return ["--corpus", "sample"]


def test_ranks_over_samples(sample, run):
    out = run("ranks", *sample, "-m", "bleu", "--resamples", "50").out
    assert out.startswith("bleu over bootstrap (1)\n") and "of 50 samples have the order of the whole" in out
    assert "|ranks:bootstrap|bootstrap:50|" in out


def test_ranks_over_a_facet_and_references(sample, run):
    out = run("ranks", *sample, "-m", "bleu", "-m", "ter", "--over", "document").out
    assert "ter over document (2)" in out and "of 6 levels have the order of the whole" in out
    held = json.loads(run("ranks", *sample, "-m", "bleu", "--references", "--json").out)
    (one,) = held["rankings"]
    assert one["over"] == "references" and one["systems"][0]["ranks"].keys() == {"1", "2", "3"}
    rows = list(
        csv.DictReader(
            run("ranks", *sample, "--over", "segment", "-m", "wer", "--tsv").out.splitlines(), delimiter="\t"
        )
    )
    assert len(rows) == 6 * 60 and rows[0]["level"] == "market-01"
    out = run("ranks", *sample, "--over", "segment", "-m", "wer").out
    assert "and 52 more levels; --tsv and --json have them all" in out


def test_ranks_from_statistics(sample, run):
    run("score", *sample, "-m", "bleu", "--save", "kept.npz", "--out", "scores.txt")
    assert run("ranks", "--statistics", "kept.npz").out == run("ranks", *sample, "-m", "bleu").out


def test_power(texts, run, sample):
    out = run("power", *sample, "--pair", "aurora", "basalt", "-m", "bleu", *FEW).out
    assert out.startswith("aurora and basalt: segments for power 0.8 at level 0.05, from a pilot of 60\n")
    asked = ("power", *sample, "--pair", "aurora", "basalt", "-m", "bleu", "--difference", "2", "--power", "0.9")
    (one,) = json.loads(run(*asked, "--json").out)["power"]
    assert one["difference"] == 2 and one["power"] == 0.9 and one["simulated"] is None
    assert "not simulated" in run(*asked).out
    (row,) = csv.DictReader(run(*asked, "--tsv").out.splitlines(), delimiter="\t")
    assert int(row["needed"]) == one["needed"] and row["simulated"] == ""
    out = run("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", *FEW, "--seed", "1").out
    assert out.startswith("A and B: ") and "|seed:1" in out


def test_studies_are_listed(run):
    assert "\nriezler-maxwell-2005\n" in "\n" + run("study").out
    listed = {one["name"]: one for one in json.loads(run("study", "--json").out)["studies"]}
    assert listed["riezler-maxwell-2005"]["measures"] == ["nist", "bleu", "unigram-f1"]
    assert listed["amigo-2011"]["needs"][0] == "human scores of segments"


def test_a_study(here, run, sample):
    out = run("study", "riezler-maxwell-2005", *FEW, "--out", "found").out
    assert "Table 1: aurora and basalt as they are" in out and (here / "found" / "study.txt").read_text("utf-8") == out
    own = ("study", "riezler-maxwell-2005", *sample, "-m", "ter", "--pair", "cedar", "dune", *FEW, "--json")
    held = json.loads(run(*own).out)
    assert {row["measure"] for row in held["tables"][0]["rows"]} == {"ter"}
    assert "|dealt:cedar, dune|" in held["signatures"][0]


def test_studies_of_human_scores(here, run, sample):
    systems = [f"sample/sys.{name}.txt" for name in sy.sample().systems]
    own = (*systems, "-r", "sample/ref.1.txt", "--ids", "sample/segids.txt", "--human", "sample/human.tsv")
    out = run("study", "lin-hovy-2003", *own, "--dimension", "fluency", "--out", "found").out
    assert "Spearman's ρ of ngram(1,4) with human scores (fluency)" in out
    assert "<h2>Findings</h2>" in (here / "found" / "study.html").read_text("utf-8")
    assert (
        "human scores (mean of adequacy + fluency)" in run("study", "banerjee-lavie-2005", *own, "--trials", "20").out
    )
    held = json.loads(run("study", "leusch-2005", *own, "-m", "wer", "--json").out)
    assert {row["human"] for row in held["tables"][0]["rows"]} == {"adequacy", "fluency"}
    assert held["study"][0]["data"].endswith("6 systems, 60 segments, 1 reference, human scores from sample/human.tsv")


def test_a_study_names_its_data(run, texts):
    files = ("A.txt", "B.txt", "-r", "ref1.txt")
    out = run("study", "riezler-maxwell-2005", *files, "-m", "ter", *FEW).out
    assert out.splitlines()[1].startswith("A.txt and 1 more against ref1.txt: 2 systems, ")
    assert "invented" not in out
    assert "the built-in sample, whose systems and judgements are invented" in run("study", "pastra-saggion-2003").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ranks",), "nothing to score"),
        (("ranks", "A.txt", "-r", "ref1.txt"), "there is one system, 'A'; ranks need two"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--over", "topic"), "no facet 'topic' here"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--references"), "stability over them needs two"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--over", "document", "--references"), "exclude each other"),
        (("ranks", "--statistics", "x.npz", "--references"), "scores the texts anew"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--references", "--seed", "1"), "--seed has no effect"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--unit", "topic"), "no facet 'topic' here"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--json", "--tsv"), "--json and --tsv exclude each other"),
        (("power", "A.txt", "-r", "ref1.txt"), "there is one system, 'A'; give two"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--pair", "A", "C"), "--pair: no system 'C'"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--pair", "A", "A"), "named twice"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--power", "1"), "--power"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--difference", "0"), "--difference"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "0.00001"), "more than 10,000,000"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--difference", "nan"), "difference"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--level", "0.0005"), "trials=1000 can not reach"),
        (("power", "A.txt", "A2=A.txt", "-r", "ref1.txt", "-m", "ter"), "A and A2 do not differ under ter"),
        (("power", "A.txt", "A2=A.txt", "-r", "ref1.txt", "-m", "ter"), "--difference D"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "1e-200"), "more than 10,000,000"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "5e-324"), "more than 10,000,000"),
        (("power", "SMU=A.txt", "MiSS=B.txt", "-r", "ref1.txt", "--pair", "SMU", "Miss"), "did you mean 'MiSS'"),
        (("study", "riezler"), "unknown study 'riezler'"),
        (("study", "riezler-maxwell-2005", "A.txt", "-r", "ref1.txt"), "two systems"),
        (("study", "riezler-maxwell-2005", "--out", "A.txt"), "it is no folder"),
        (("study", "riezler-maxwell-2005", "--out", "no/such"), "there is no directory"),
        (("study", "riezler-maxwell-2005", "--pair", "aurora", "nobody"), "no system 'nobody'"),
        (("study", "riezler-maxwell-2005", "--simulations", "0"), "--simulations"),
        (("study", "riezler-maxwell-2005", "--trials", "9"), "the level 0.005 of the study's table of rejections"),
        (("study", "leusch-2005", "A.txt", "B.txt", "-r", "ref1.txt"), "there are no human scores in the corpus"),
        (("study", "leusch-2005", "--trials", "9"), "--trials has no effect on leusch-2005"),
        (("study", "banerjee-lavie-2005", "-m", "bleu"), "the study takes METEOR apart"),
        (("study", "lin-hovy-2003", "-m", "chrf"), "chrf has no option stem and stop"),
        (("study", "lin-hovy-2003", "--dimension", "adequecy"), "no dimension 'adequecy'"),
        (("study", "--seed", "3"), "name a study first"),
    ],
)
def test_bad_requests(texts, refused, arguments, message):
    assert message in refused(*arguments)
