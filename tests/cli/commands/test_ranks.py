"""`steelyard ranks`."""

import csv
import json

import pytest


def test_ranks_over_samples(sample, run):
    out = run("ranks", *sample, "-m", "bleu", "--resamples", "50").out
    assert (
        out.startswith("Ranks of systems\n\nbleu over bootstrap\n")
        and "of 50 samples have the order of the whole" in out
    )
    assert "|ranks:bootstrap|bootstrap:50|" in out


def test_ranks_over_a_facet_and_references(sample, run):
    out = run("ranks", *sample, "-m", "bleu", "-m", "ter", "--over", "document").out
    assert "ter over document\n" in out and "of 6 levels have the order of the whole" in out
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


def test_clusters(sample, run):
    out = run("ranks", *sample, "-m", "wer", "--clusters", "wmt", "--alpha", ".01").out
    assert out.startswith("Clusters of systems\n\nwer, by segment scores\n") and "one-sided p < 0.01" in out
    (ranking,) = json.loads(run("ranks", *sample, "-m", "wer", "--clusters", "wmt", "--json").out)["rankings"]
    rows = run("ranks", *sample, "-m", "wer", "--clusters", "wmt", "--tsv").out.splitlines()
    table = list(csv.DictReader(rows, delimiter="\t"))
    assert [(row["system"], int(row["cluster"]), float(row["mean"])) for row in table] == [
        (row["system"], row["cluster"], row["mean"]) for row in ranking["systems"]
    ]


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
        (("ranks", "A.txt", "-r", "ref1.txt", "--clusters", "wmt"), "there is one system, 'A'; clusters need two"),
        (("ranks", "A.txt", "--clusters", "wmt", "--over", "document"), "--over has no effect with --clusters"),
        (("ranks", "A.txt", "--clusters", "wmt", "--seed", "3"), "--seed has no effect with --clusters"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--alpha", ".1"), "--alpha goes with --clusters"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--unit", "topic"), "no facet 'topic' here"),
        (("ranks", "A.txt", "B.txt", "-r", "ref1.txt", "--json", "--tsv"), "--json and --tsv exclude each other"),
    ],
)
def test_bad_requests(texts, refused, arguments, message):
    assert message in refused(*arguments)
