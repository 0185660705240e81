"""`steelyard power`."""

import csv
import json

import pytest

FEW = ("--simulations", "20", "--trials", "199")


def test_power(texts, run, sample):
    out = run("power", *sample, "--pair", "aurora", "basalt", "-m", "bleu", *FEW).out
    assert out.startswith("Power\naurora and basalt: segments for power 0.8 at alpha 0.05, from a pilot of 60\n")
    asked = ("power", *sample, "--pair", "aurora", "basalt", "-m", "bleu", "--difference", "2", "--power", "0.9")
    (one,) = json.loads(run(*asked, "--json").out)["power"]
    assert one["difference"] == 2 and one["power"] == 0.9 and one["simulated"] is None
    assert "not simulated" in run(*asked).out
    (row,) = csv.DictReader(run(*asked, "--tsv").out.splitlines(), delimiter="\t")
    assert int(row["needed"]) == one["needed"] and row["simulated"] == ""
    out = run("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", *FEW, "--seed", "1").out
    assert out.startswith("Power\nA and B: ") and "|seed:1" in out


def test_a_measure_that_tells_nothing_leaves_the_others_theirs(texts, run):
    """People give both systems the same scores, and TER does not."""
    count = len((texts / "A.txt").read_text("utf-8").splitlines())
    rows = [f"{system}\t{n}\t{n}\n" for system in "AB" for n in range(count)]
    (texts / "same.tsv").write_text("system\tseg\tscore\n" + "".join(rows), "utf-8")
    asked = ("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", *FEW)
    ter, people = json.loads(run(*asked, "--human", "same.tsv", "--json").out)["power"]
    assert [ter] == json.loads(run(*asked, "--json").out)["power"] and ter["needed"] > 0 and "reason" not in ter
    why = "A and B do not differ under human; give the difference to be found (--difference D)"
    assert people["reason"] == why and people["pilot"] == count
    assert people["needed"] is people["difference"] is people["simulated"] is None
    out = run(*asked, "--human", "same.tsv").out
    assert f"undefined: {why}" in out and "\nter " in out and "\nhuman " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("power", "A.txt", "-r", "ref1.txt"), "there is one system, 'A'; give two"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--pair", "A", "C"), "--pair: no system 'C'"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--pair", "A", "A"), "named twice"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--power", "1"), "--power"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--difference", "0"), "--difference"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "0.00001"), "more than 10,000,000"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--difference", "nan"), "difference"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "--alpha", "0.0005"), "trials=1000 can not reach"),
        (("power", "A.txt", "A2=A.txt", "-r", "ref1.txt", "-m", "ter"), "A and A2 do not differ under ter"),
        (("power", "A.txt", "A2=A.txt", "-r", "ref1.txt", "-m", "ter"), "--difference D"),
        (("power", "A.txt", "A2=A.txt", "-r", "ref1.txt", "-m", "ter", "-m", "wer"), "A2 do not differ under wer"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "1e-200"), "more than 10,000,000"),
        (("power", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "ter", "--difference", "5e-324"), "more than 10,000,000"),
        (("power", "SMU=A.txt", "MiSS=B.txt", "-r", "ref1.txt", "--pair", "SMU", "Miss"), "did you mean 'MiSS'"),
    ],
)
def test_bad_requests(texts, refused, arguments, message):
    assert message in refused(*arguments)
