"""What groups of options give to every command: JSON has the notices that go to standard error."""

import json

import pytest

import steelyard as sy

QUICK = ("--trials", 50, "--resamples", 20)


@pytest.fixture
def uneven(here):
    """Write a corpus, human scores that lack some outputs and have a system more, and other scores that lack some."""
    corpus = sy.sample()
    sy.write(sy.Corpus(corpus.systems, corpus.references, ids=corpus.ids, facets=corpus.facets), here / "sample")
    rows = [(s, n, f"{5 - place + n % 2}") for place, s in enumerate([*corpus.systems, "absent"]) for n in range(60)]
    kept = [f"{s}\t{n}\t{score}\n" for s, n, score in rows if not (s == "basalt" and n >= 40)]
    (here / "human.tsv").write_text("system\tseg\tscore\n" + "".join(kept), "utf-8")
    (here / "judge.tsv").write_text("system\tseg\tjudge\n" + "".join(kept), "utf-8")
    return "--corpus", "sample"


@pytest.mark.parametrize(
    "asked",
    [
        ("score",),
        ("compare", *QUICK),
        ("ranks", "--resamples", 20),
        ("ranks", "--over", "document"),
        ("power", "--pair", "aurora", "basalt", "--simulations", 5),
        ("corroborate", "-m", "ter", "--candidate", "wer", *QUICK),
        ("report", "-m", "ter", *QUICK),
        ("meta", "--resamples", 20),
    ],
    ids=lambda asked: " ".join(map(str, asked[:2])),
)
def test_notices_are_in_json(run, uneven, asked):
    answer = run(*asked, *uneven, "-m", "bleu", "--scores", "judge.tsv", "--human", "human.tsv", "--json")
    assert answer.code == 0, answer
    told = [line.removeprefix("steelyard: note: ") for line in answer.err.splitlines()]
    assert any("system absent" in notice for notice in told)
    assert sorted(json.loads(answer.out)["notices"]) == sorted(told), "each once"


def test_notices_of_scores_from_elsewhere_stand_above_the_numbers(run, uneven):
    """They go to standard output with the table, not before it to standard error."""
    for command in (("score",), ("ranks", "--resamples", 20), ("power", "--pair", "aurora", "basalt")):
        answer = run(*command, *uneven, "-m", "bleu", "--scores", "judge.tsv", "--human", "human.tsv")
        assert answer.err == "" and "judge has no score for 20 of 360 outputs" in answer.out
        assert answer.out.index("judge has no score for") < answer.out.index("aurora ") or command[0] == "power"
