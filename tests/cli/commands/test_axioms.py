"""`steelyard axioms`."""

import csv
import json
import subprocess
import sys

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

def leaves(output, references):
    raise SystemExit(3)

def interrupts(output, references):
    raise KeyboardInterrupt

def partial(output, references):
    return 1 / recall(output, references)

def loud(output, references):
    print("psst")
    return 1

number = 3
"""

TALKATIVE = """
import os
import sys

print("from the file")

def prints(output, references):
    os.system("echo from a program")
    if sys.__stdout__ is not None:
        sys.__stdout__.write("from underneath\\n")
    return float(output == references[0])
"""


@pytest.fixture
def mine(here):
    (here / "mine.py").write_text(MINE, encoding="utf-8")
    (here / "talkative.py").write_text(TALKATIVE, encoding="utf-8")
    (here / "broken.py").write_text("import nothing_of_this_name", encoding="utf-8")
    return here


def test_table_and_counter_examples(run):
    out = run("axioms", "-m", "unigram-f1", "-m", "rouge-1(kind=recall)").out
    lines = out.splitlines()
    assert lines[2].split() == "measure judged by order repeats best only missing foreign damage lowest".split()
    assert lines[4].split()[-6:] == ["kept"] * 6
    assert lines[5].split()[-8:] == "kept broken 33% kept broken 100% kept kept".split()
    start = lines.index("rouge-1(kind=recall) breaks only in 100 of 300 probes (33%): "
                        "no text but the reference itself scores as well")  # fmt: skip
    reference, same, other = lines[start + 1 : start + 4]
    assert same.startswith("1  the same: ") and other.startswith("1  foreign words added: ")
    assert reference.partition(": ")[2] == same.partition(": ")[2]
    assert "unigram-f1 is blind to the order of words\n" in out
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


def test_functions_of_a_file(mine, run):
    result = run("axioms", "-m", "mine.py:recall", "-m", "mine.py:distances(batch=true,better=lower)")
    assert result.code == 0 and "mine.py:recall breaks only in 100 of 300 probes" in result.out
    assert "distances(batch=true,better=lower) breaks lowest in 100 of 100 probes" in result.out


def test_probes_of_own_references_and_severity(texts, run):
    out = run("axioms", "-m", "wer", "-m", "per", "A.txt", "B.txt", "-r", "ref1.txt").out
    assert "|texts:given|probes:4|" in out
    assert "outputs of 8 on which the first scores lower" in out and "wer is more severe than per\n" in out
    assert "Severity" not in run("axioms", "-m", "wer", "-m", "per", "-r", "ref1.txt").out
    assert "severity" in json.loads(run("axioms", "-m", "wer", "-m", "per", "A.txt", "-r", "ref1.txt", "--json").out)


@pytest.mark.parametrize("form", ["--json", "--tsv"])
def test_what_a_function_prints_is_not_in_the_result(mine, form):
    command = [sys.executable, "-m", "steelyard", "axioms", "-m", "talkative.py:prints", "--probes", "2", form]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "from" not in done.stdout.replace("from the reference", "")
    assert json.loads(done.stdout) if form == "--json" else done.stdout.startswith("measure\t")
    for source in ("the file", "a program", "underneath"):
        assert f"from {source}\n" in done.stderr


def test_a_function_may_print_where_streams_are_closed(mine):
    command = f"{sys.executable} -m steelyard axioms -m talkative.py:prints --probes 1 --tsv --out a.tsv --replace"
    for closed in ("<&- >&-", "2>&-", ">&- 2>&-"):
        assert subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, timeout=60).returncode == 0
        assert (mine / "a.tsv").read_text("utf-8").startswith("measure\t")


@pytest.mark.parametrize("form", [(), ("--json",), ("--tsv",)])
def test_a_function_that_fails_on_some_texts_is_reported(mine, run, form):
    result = run("axioms", "-m", "mine.py:partial", "--probes", "12", *form)
    shown = result.out if form != ("--tsv",) else result.err
    assert result.code == 0 and "partial failed on text 12 (output 'rum tutor torpor', reference" in shown
    assert "ZeroDivisionError: division by zero (mine.py, line 21); in all, it failed in 14 of" in shown


def test_an_interruption_is_one(mine, run):
    result = run("axioms", "-m", "mine.py:interrupts")
    assert (result.code, result.out) == (130, "")


def test_a_hint_to_lower(mine, run):
    told = run("axioms", "-m", "mine.py:distances(batch=true)").out
    assert "if it is, write 'mine.py:distances(better=lower,batch=true)'" in told


def test_undefined_severity_reads_the_same_as_in_meta(texts, run):
    out = run("axioms", "-m", "wer", "-m", "chrf", "A.txt", "B.txt", "-r", "ref1.txt").out
    assert ["wer", "chrf", "undefined", "–", *["undefined"] * 3] in [line.split() for line in out.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nothing to probe"),
        (("-m", "bleuu"), "unknown measure 'bleuu'"),
        (("-m", "mine.py:"), "expected FILE.py:NAME or MODULE:NAME"),
        (("-m", "yours.py:recall"), "yours.py: No such file or directory"),
        (("-m", "mine.py:recal"), "mine.py:recal: there is no 'recal' in it; did you mean 'recall'?"),
        (
            ("-m", "mine.py:number"),
            "mine.py:number is no measure: expected a function, or a class",
        ),
        (("-m", "broken.py:recall"), "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        (("-m", "nothing_of_this_name:recall"), "it cannot be run: ModuleNotFoundError"),
        (("-m", "mine:recall"), "no module is imported from the working folder; write mine.py:recall"),
        (("-m", "mine.py:recall(better=worse)"), "mine.py:recall: better=worse is not possible"),
        (("-m", "mine.py:fails"), "fails failed on text 0 (output 'shade lilac beagle', reference 'shade"),
        (("-m", "mine.py:leaves"), "SystemExit: 3 (mine.py, line 15); so it did with all of the first 100 texts"),
        (("-m", "mine.py:loud"), "mine.py:loud printed 'psst\\n' on standard output, which is for results"),
        (("-m", "wer", "--decomposition", "order"), "no decomposition 'order'"),
        (("-m", "wer", "--probes", "0"), "0 is not in the range"),
        (("-m", "wer", "A.txt"), "there are no references"),
        (("-m", "wer", "--json", "--tsv"), "--json and --tsv exclude each other"),
        (("-m", "wer", "--out", "none/x"), "there is no directory none"),
    ],
)
def test_refused_in_one_line(mine, refused, arguments, told):
    assert told in refused("axioms", *arguments)
