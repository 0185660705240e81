"""`steelyard axioms`."""

import csv
import json

import pytest

MINE = """
from statistics import mean

def recall(output, references):
    words = references[0].split()
    return mean(word in output.split() for word in words)

def distances(outputs, references):
    return [float(output != several[0]) for output, several in zip(outputs, references)]

def fails(output, references):
    raise RuntimeError("the model is\\nnot there")

number = 3
"""


@pytest.fixture
def mine(here):
    (here / "mine.py").write_text(MINE, encoding="utf-8")
    (here / "broken.py").write_text("import nothing_of_this_name", encoding="utf-8")
    return here


def test_table_and_counter_examples(run):
    out = run("axioms", "-m", "unigram-f1", "-m", "rouge-1(kind=recall)").out
    lines = out.splitlines()
    assert lines[0].split() == "measure judged by order repeats best only missing foreign damage lowest".split()
    assert lines[2].split()[-6:] == ["kept"] * 6
    assert "100 of 300" in lines[3] and "100 of 100" in lines[3]
    start = lines.index("rouge-1(kind=recall) breaks only in 100 of 300 probes (33%): "
                        "no text but the reference itself scores as well")  # fmt: skip
    reference, same, other = lines[start + 1 : start + 4]
    assert same.startswith("  1  the same: ") and other.startswith("  1  foreign words added: ")
    assert reference.partition(": ")[2] == same.partition(": ")[2]
    assert "note: unigram-f1 is blind to the order of words\n" in out
    assert "|decomposition:bag|" in out


def test_json_has_everything(run):
    held = json.loads(run("axioms", "-m", "unigram-precision", "-m", "pyramid", "--probes", "30", "--json").out)
    (one,) = held["axioms"]
    assert one["broken"] == ["only", "missing"] and one["order"]["equal"] == 30
    example = next(f for f in one["findings"] if f["axiom"] == "only")
    assert example["counter_example"]["texts"][1]["score"] == 1.0 and example["share"] == 30 / 120
    assert held["unprobed"][0]["measure"] == "pyramid"


def test_tsv(run, here):
    run("axioms", "-m", "unigram-precision", "-m", "pyramid", "--tsv", "--out", "found.tsv")
    rows = list(csv.DictReader((here / "found.tsv").read_text("utf-8").splitlines(), delimiter="\t"))
    assert len(rows) == 9 and {row["measure"] for row in rows} == {"unigram-precision"}
    assert rows[1]["axiom"] == "only" and rows[1]["broken"] == "100" and rows[1]["score_2"] == "1.0"


@pytest.mark.parametrize("place", ["mine.py:recall", "mine:recall"])
def test_a_function_of_a_file_or_module(mine, run, place):
    result = run("axioms", "--function", place, "--batch-function", "mine.py:distances", "--lower", "distances")
    assert result.code == 0 and "recall breaks only in 100 of 300 probes" in result.out
    assert "distances breaks lowest in 100 of 100 probes" in result.out and "really better" not in result.out


def test_probes_of_own_references_and_severity(texts, run):
    out = run("axioms", "-m", "wer", "-m", "per", "A.txt", "B.txt", "-r", "ref1.txt").out
    assert "|texts:given|probes:4|" in out
    assert "severity on 8 outputs" in out and "wer is more severe than per\n" in out
    assert "severity" not in run("axioms", "-m", "wer", "-m", "per", "-r", "ref1.txt").out
    assert "severity" in json.loads(run("axioms", "-m", "wer", "-m", "per", "A.txt", "-r", "ref1.txt", "--json").out)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nothing to probe"),
        (("-m", "bleuu"), "unknown measure 'bleuu'"),
        (("--function", "mine.py"), "expected FILE.py:NAME or MODULE:NAME"),
        (("--function", "yours.py:recall"), "there is no file yours.py"),
        (("--function", "mine.py:recal"), "mine.py has no 'recal'; did you mean 'recall'?"),
        (("--function", "mine.py:number"), "'number' is no function"),
        (("--function", "broken.py:recall"), "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        (("--function", "nothing_of_this_name:recall"), "it cannot be run: ModuleNotFoundError"),
        (("--function", "mine.py:recall", "--lower", "recal"), "--lower recal: no function is called so"),
        (("--function", "mine.py:fails"), "fails failed on text 0 (output 'shade lilac beagle', reference 'shade"),
        (("-m", "wer", "--decomposition", "order"), "no decomposition 'order'"),
        (("-m", "wer", "--probes", "0"), "0 is not in the range"),
        (("-m", "wer", "A.txt"), "there are no references"),
        (("-m", "wer", "--json", "--tsv"), "--json and --tsv exclude each other"),
        (("-m", "wer", "--out", "none/x"), "there is no directory none"),
    ],
)
def test_refused_in_one_line(mine, refused, arguments, told):
    assert told in refused("axioms", *arguments)
