"""Commands with measures of annotated texts: what is refused, what is left out, and how a run ends."""

import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.providers import annotator
from worker_processes import begun, gone, wait_for_lines

TESTS = Path(__file__).resolve().parents[1]
PARSER = "parsers.unruly"
STM = f"stm(parser={PARSER})"
BLEU = f"bleu(layer=pos,parser={PARSER})"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("annotations")
    monkeypatch.setenv("STEELYARD_CACHE", str(folder))
    monkeypatch.setenv("UNRULY_LOG", str(folder / "log"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]))
    annotator._annotator.cache_clear()
    return folder


def parsed(cache):
    """The lines that the parser was called with since this was last asked."""
    log = cache / "log"
    found = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return sorted(line.partition(" ")[2] for line in found)


@pytest.fixture
def bad(texts):
    """The texts of the other tests, with a line in which the parser fails."""
    (texts / "B.txt").write_text("a cat sat on a mat\nhello !exit world\nit is raining today\nwe go to home\n")
    return texts


SCORE = ("score", "A.txt", "B.txt", "-r", "ref1.txt", "-m", STM)


def test_refused_in_one_line_and_no_work_is_lost(bad, refused, run, cache):
    told = refused(*SCORE)
    assert told == (
        f"stm, segment 1 of 4: system 'B' cannot be annotated by {PARSER}: it ended with code 7 (no more memory); the "
        "rest is kept; mend the texts, choose another parser, or use --accept unannotated to leave these segments out"
    )
    parsed(cache)
    (bad / "B.txt").write_text("a cat sat on a mat\nhello world\nit is raining today\nwe go to home\n")
    assert run(*SCORE).code == 0
    assert parsed(cache) == ["hello world"]


def test_left_out_if_accepted(bad, run):
    made = run(*SCORE, "-m", BLEU, "-m", "bleu", "--accept", "unannotated", "--json")
    assert made.code == 0 and made.err == ""
    notices = {(one["measure"], one.get("notice")) for one in json.loads(made.out)["scores"]}
    rests = "it rests on 3 of 4 segments; the others could not be annotated"
    assert notices == {(STM, rests), (BLEU, rests), ("bleu", None)}
    shown = run(*SCORE, "--accept", "unannotated").out
    assert rests in shown
    segments = json.loads(run(*SCORE, "-m", BLEU, "--accept", "unannotated", "--level", "segment", "--json").out)[
        "scores"
    ]
    assert [(one["value"], one["reason"]) for one in segments if one["segment"] == 1] == [
        (None, "it could not be annotated")
    ] * 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "A.txt", "B.txt", "-r", "ref1.txt"],
        ["ranks", "A.txt", "B.txt", "-r", "ref1.txt"],
        ["corroborate", "A.txt", "B.txt", "-r", "ref1.txt"],
        ["report", "A.txt", "B.txt", "-r", "ref1.txt", "--out", "page.html"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_other_commands_refuse_and_accept_alike(bad, refused, run, arguments):
    measures = ["-m", STM, "-m", BLEU]
    assert refused(*arguments, *measures).startswith("stm, segment 1 of 4: system 'B' cannot be annotated by ")
    made = run(*arguments, *measures, "--accept", "unannotated")
    assert made.code == 0, made.err


def test_meta_evaluation(bad, refused, run):
    rows = ["system\tseg\tscore"] + [
        f"{name}\t{n}\t{n + bonus}" for name, bonus in (("A", 1), ("B", 0)) for n in range(4)
    ]
    (bad / "human.tsv").write_text("\n".join(rows) + "\n")
    meta = ["meta", "A.txt", "B.txt", "-r", "ref1.txt", "-m", STM, "-m", BLEU, "--human", "human.tsv"]
    assert refused(*meta).startswith("stm, segment 1 of 4")
    made = run(*meta, "--accept", "unannotated")
    assert made.code == 0, made.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["similarity", "B.txt", "ref1.txt", "-m", STM],
        ["similarity", "ref1.txt", "B.txt", "-m", BLEU],
        ["explain-difference", "B.txt", "-r", "ref1.txt", "-m", STM, "-m", BLEU, "--segment", "1"],
    ],
    ids=["similarity", "similarity to it", "explain-difference"],
)
def test_commands_about_single_texts_show_the_text(bad, refused, arguments):
    assert refused(*arguments) == (
        f"the text 'hello !exit world' cannot be annotated by {PARSER}: it ended with code 7 (no more memory); "
        "mend or leave it out"
    )


def test_saved_statistics_tell_it_again(bad, run):
    run(*SCORE, "--accept", "unannotated", "--save", "run.npz")
    made = run("score", "--statistics", "run.npz", "--plugin", "parsers.unruly", "--json")
    assert {one["notice"] for one in json.loads(made.out)["scores"]} == {
        "it rests on 3 of 4 segments; the others could not be annotated"
    }


@pytest.mark.parametrize(
    ("parser", "message"),
    [
        ("spacyy", "unknown parser 'spacyy'"),
        ("no.such", "parser no.such: No module named 'no'"),
        (
            "parsers.unruly:broken",
            "parser=parsers.unruly:broken cannot be started: it ended with code 1 (RuntimeError:",
        ),
        ("given", "the texts come without trees; give files of trees, or choose another parser than given"),
        ("spacy:no_such_pipeline", "parser=spacy:no_such_pipeline: no such pipeline is installed; install the package"),
        ("spacy:./folder", "parser=spacy:folder: no spaCy pipeline is there; expected a folder with meta.json"),
    ],
)
def test_parsers_that_are_not_there(texts, refused, parser, message):
    assert message in refused("score", "A.txt", "-r", "ref1.txt", "-m", f"stm(parser={parser})")


def test_a_cache_that_cannot_be_used(texts, refused, monkeypatch):
    monkeypatch.setenv("STEELYARD_CACHE", str(texts / "A.txt"))
    told = refused("score", "A.txt", "-r", "ref1.txt", "-m", STM)
    assert told.startswith(f"{texts / 'A.txt'}/annotations-2.sqlite: annotations cannot be kept there")
    assert "STEELYARD_CACHE" in told


def test_a_damaged_record_of_the_cache_is_told_and_does_not_matter(texts, run, cache):
    command = ("score", "A.txt", "-r", "ref1.txt", "-m", STM)
    before = run(*command)
    with sqlite3.connect(cache / "annotations-2.sqlite") as database:
        database.execute("update annotations set checksum = x'00'")
    again = run(*command)
    assert (again.code, again.out) == (0, before.out)
    assert again.err == (
        f"steelyard: {cache}/annotations-2.sqlite: 6 annotations kept there are damaged; the parser is asked anew\n"
    )
    assert run(*command) == before


def begin(folder, lines, parser, terminal=None):
    for name in ("A.txt", "ref1.txt"):
        (folder / name).write_text("".join(f"{name[0]} {line}\n" for line in lines))
    command = [sys.executable, "-m", "steelyard", "score", "A.txt", "-r", "ref1.txt", "-m", f"stm(parser={parser})"]
    error = subprocess.PIPE if terminal is None else terminal
    return begun(command, stdout=subprocess.PIPE, stderr=error, cwd=folder)


@pytest.mark.parametrize("line", ["line number", "a !hang in"])
def test_control_c(texts, cache, line):
    process = begin(texts, [f"{line} {n}" for n in range(200)], f"{PARSER}:dawdling")
    wait_for_lines(cache / "log", 1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"\n")
    assert gone(cache)
    assert len((cache / "log").read_text().splitlines()) < 200, "the rest was waited for"


def test_the_bar_is_shown_while_texts_are_parsed(texts, cache):
    ours, theirs = pty.openpty()
    process = begin(texts, [f"line number {n}" for n in range(12)], f"{PARSER}:dawdling", theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 1 << 12)
        except OSError:
            break
        if not block:
            break
        shown += block
    assert process.wait() == 0 and process.stdout.read()
    os.close(ours)
    shares = [part for part in shown.decode().split("\r\x1b[K") if part]
    assert shares and all("segments/s" in part for part in shares)
