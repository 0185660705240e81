"""Human scores beside measures on the command line."""

import json

import pytest

import steelyard as sy

QUICK = ("--trials", 50, "--resamples", 20)


@pytest.fixture
def sample(here):
    """Write the built-in corpus without its judgements, and human scores of its outputs and of a system it has not."""
    corpus = sy.sample()
    sy.write(sy.Corpus(corpus.systems, corpus.references, ids=corpus.ids, facets=corpus.facets), here / "sample")
    lines = ["system\tid\tscore\tassessor\tdimension"]
    for place, name in enumerate([*corpus.systems, "absent"]):
        for n, one in enumerate(corpus.ids):
            lines += [f"{name}\t{one}\t{5 - place + n % 2}\t{who}\tadequacy" for who in ("ann", "bob")]
    (here / "human.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    numbered = [line.split("\t") for line in lines[1:] if line.split("\t")[0] != "absent"]
    (here / "numbers.tsv").write_text(
        "system\tseg\tx\n"
        + "".join(f"{s}\t{corpus.ids.index(i)}\t{x}\n" for s, i, x, who, _ in numbered if who == "ann"),
        "utf-8",
    )
    return "--corpus", "sample", "-m", "bleu"


def test_compare(run, sample):
    made = json.loads(run("compare", *sample, "--human", "human.tsv", *QUICK, "--json").out)
    people = [one for one in made["standings"] if one["measure"] == "adequacy"]
    assert next(one["system"] for one in people) == "aurora" and people[0]["value"] == pytest.approx(5.5, abs=0.5)
    signature = next(one["signature"] for one in made["comparisons"] if one["measure"] == "adequacy")
    assert "|assessors:2|design:crossed|" in signature
    assert any("system absent" in notice for notice in made["notices"])
    assert "\nadequacy\n" in run("compare", *sample, "--human", "human.tsv", *QUICK).out


def test_score_at_every_level(run, sample):
    result = run("score", *sample, "--human", "human.tsv", "--json")
    values = {one["system"]: one["value"] for one in json.loads(result.out)["scores"] if one["measure"] == "adequacy"}
    assert values["aurora"] == pytest.approx(values["basalt"] + 1) and "absent" not in values
    assert (
        result.err
        == "steelyard: note: left out, for they are not scored here: system absent (human scores in human.tsv)\n"
    )
    assert "system absent (human scores in human.tsv)" in run("score", *sample, "--human", "human.tsv").out
    for level in ("segment", "document"):
        assert "adequacy" in run("score", *sample, "--human", "human.tsv", "--level", level).out
    latex = run("score", *sample, "--human", "human.tsv", "--intervals", "--latex").out
    assert "& BLEU" in latex and "& adequacy" in latex


def test_ranks_and_power(run, sample):
    assert "adequacy over bootstrap" in run("ranks", *sample, "--human", "human.tsv", "--resamples", 20).out
    assert "adequacy" in run("ranks", *sample, "--human", "human.tsv", "--over", "document", "--tsv").out
    pair = ("--pair", "aurora", "ember", "--simulations", 5, "--trials", 20)
    assert "adequacy" in run("power", *sample, "--human", "human.tsv", *pair).out


def test_saved_statistics_take_human_scores(run, sample):
    assert run("score", *sample, "--save", "run.npz").code == 0
    again = run("compare", "--statistics", "run.npz", "--human", "human.tsv", *QUICK, "--json")
    texts = run("compare", *sample, "--human", "human.tsv", *QUICK, "--json")
    assert json.loads(again.out) == json.loads(texts.out)


def test_scores_of_others_and_people_without_texts(run, sample, here):
    human = (here / "human.tsv").read_text("utf-8").splitlines()
    corpus = sy.sample()
    rows = [line.split("\t") for line in human[1:]]
    numbered = [f"{s}\t{corpus.ids.index(i)}\t{x}\t{who}" for s, i, x, who, _ in rows]
    (here / "numbered.tsv").write_text("\n".join(["system\tseg\tscore\tassessor", *numbered]) + "\n", "utf-8")
    made = run("compare", "--scores", "numbers.tsv", "--human", "numbered.tsv", *QUICK, "--json")
    assert {one["measure"] for one in json.loads(made.out)["comparisons"]} == {"x", "human"}
    alone = json.loads(run("compare", "--human", "numbered.tsv", *QUICK, "--json").out)["standings"]
    assert {one["measure"] for one in alone} == {"human"} and "absent" in {one["system"] for one in alone}
    beside = {one["system"]: one["value"] for one in json.loads(made.out)["standings"] if one["measure"] == "human"}
    assert beside.items() <= {one["system"]: one["value"] for one in alone}.items()
    assert run("ranks", "--human", "numbered.tsv", "--resamples", 20).code == 0
    assert run("score", "--human", "numbered.tsv", "--level", "segment").code == 0


def test_a_corpus_that_holds_judgements(run, here):
    sy.write(sy.sample(), here / "whole")
    dimension = sy.sample().judgements[0].dimension
    made = json.loads(run("score", "--corpus", "whole", "-m", "bleu", "--dimension", dimension, "--json").out)
    assert {one["measure"] for one in made["scores"]} == {"bleu", "human" if dimension == "score" else dimension}


def test_refusals(refused, sample):
    assert "--save keeps what is computed here; leave out --human" in refused(
        "score", *sample, "--human", "human.tsv", "--save", "run.npz"
    )
    assert "no dimension 'fluency'" in refused(
        "compare", *sample, "--human", "human.tsv", "--dimension", "fluency", *QUICK
    )
    assert "--references scores the texts anew; leave out --human" in refused(
        "ranks", *sample, "--references", "--human", "human.tsv"
    )
    assert "expected numbers in a column seg" in refused("compare", "--human", "human.tsv")
    assert "not from standard input" in refused("compare", "--human", "-")
    assert "needs system outputs" in refused("score", "--human", "human.tsv", "-m", "bleu")
    assert "nothing to score" in refused("score", "--dimension", "adequacy")
    assert "nobody.tsv" in refused("compare", *sample, "--human", "nobody.tsv")
    assert "--mqm-weight goes with --human" in refused("score", *sample, "--mqm-weight", "Major=5")
