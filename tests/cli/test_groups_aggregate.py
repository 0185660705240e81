"""`--aggregate` in every command that takes human scores."""

import json

import pytest

import steelyard as sy

QUICK = ("--resamples", 9)


@pytest.fixture
def outlier(here):
    """Three systems whose outputs two assessors judge alike and a third one the other way round, by far."""
    texts = {name: [f"the {word} cat sat on it {n}" for n in range(6)] for name, word in zip("ABC", "xyz", strict=True)}
    sy.write(sy.Corpus.of(texts, [f"the x cat sat on it {n}" for n in range(6)]), here / "c.jsonl")
    rows = [f"{s}\t{n}\t{v + n % 2}\t{w}" for k, s in enumerate("ABC") for n in range(6) for w, v in
            (("ann", 3 - k), ("bob", 3 - k), ("cem", 50 * k))]  # fmt: skip
    (here / "human.tsv").write_text("\n".join(["system\tseg\tscore\tassessor", *rows]) + "\n", "utf-8")
    return "--human", "human.tsv", "--aggregate", "median"


def test_scores_comparisons_and_ranks(run, outlier):
    texts = ("--corpus", "c.jsonl", "-m", "bleu", *outlier)
    scores = json.loads(run("score", *texts, "--json").out)
    assert [one["value"] for one in scores["scores"] if one["measure"] == "human"] == [3.5, 2.5, 1.5]
    for command, more in (("compare", ("--trials", 9)), ("ranks", ())):
        shown = run(command, *outlier, *QUICK, *more, "--json")
        assert shown.code == 0 and "|judgements:median|" in shown.out
    assert "|judgements:median|" in run("power", *outlier, "--simulations", 9).out + run("score", *texts).out


def test_correlations_sweeps_and_studies(run, outlier):
    texts = ("--corpus", "c.jsonl")
    mean, median = (
        json.loads(run("meta", *texts, "-m", "chrf", *more, *QUICK, "--json").out)["correlations"][0]
        for more in (outlier[:2], outlier)
    )
    assert mean["value"] < 0 < median["value"] and "|judgements:median|" in median["signature"]
    for command in (
        ("sweep", *texts, "-m", "chrf", "--vary", "beta=1,2"),
        ("corroborate", *texts, "-m", "bleu", "-m", "ter"),
    ):
        shown = run(*command, *outlier, "--json")
        assert shown.code == 0 and "|judgements:median|" in shown.out, shown
    study = run("study", "leusch-2005", *texts, *outlier, "--json")
    assert study.code == 0 and "judgements:median" in study.out, study


def test_normalised_scores_of_agree(run, refused, outlier, here):
    run("agree", "human.tsv", "--normalised", "z.tsv", "--aggregate", "median", *QUICK)
    rows = [line.split("\t") for line in (here / "z.tsv").read_text().splitlines()[1:]]
    assert [float(row[2]) for row in rows] == [
        one.score for one in sy.normalise(here / "human.tsv", aggregate="median").scores
    ]
    assert "--aggregate goes with --normalised" in refused("agree", "human.tsv", "--aggregate", "median")


def test_bad_requests(refused, outlier):
    assert "unknown aggregate 'mode'" in refused("meta", "--corpus", "c.jsonl", *outlier[:2], "--aggregate", "mode")
    assert "--aggregate goes with --human" in refused("score", "--corpus", "c.jsonl", *outlier[2:])
