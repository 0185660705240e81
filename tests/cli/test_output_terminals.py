"""Names and texts that would steer a terminal are shown there as escapes in every form; files have them exactly."""

import csv
import io
import sys

import pytest

from steelyard.cli import main

ODD = "x\x1b[2J\x07\x9b\u202ey"
SHOWN = "x\\x1b[2J\\x07\\x9b\\u202ey"
OURS = ("\x1b[1m", "\x1b[0m", "\r\x1b[K")
FORMS = ("text", "tsv", "json", "latex", "markdown", "html")


class Terminal(io.BytesIO):
    def isatty(self):
        return True


@pytest.fixture
def on_terminal(here, monkeypatch):
    """Return a function that runs a command whose output and messages both go to a terminal, and gives what it got."""

    def call(*arguments):
        terminal = Terminal()
        stream = io.TextIOWrapper(terminal, "utf-8", errors="backslashreplace", write_through=True)
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, stream)
        code = main([*arguments])
        monkeypatch.undo()
        monkeypatch.chdir(here)
        return code, terminal.getvalue().decode()

    return call


def steers(text):
    for style in OURS:
        text = text.replace(style, "")
    return not text.replace("\n", "").replace("\t", "").isprintable()


@pytest.fixture
def commands(texts):
    """Every command that shows names or texts of others, over odd ones."""
    (texts / "ratings.tsv").write_text(
        "item\tassessor\tanswer\n" + "".join(f"{n}\t{who}\t{ODD}{n % 2}\n" for n in range(4) for who in (ODD, "bob")),
        encoding="utf-8",
        newline="",
    )
    (texts / "topics.txt").write_text(f"{ODD}\nb\nb\n{ODD}\n", encoding="utf-8")
    (texts / "odd.txt").write_text(f"{ODD} cat\nb\nc d\ne\n", encoding="utf-8")
    (texts / "odd.conllu").write_text(f"1\t{ODD}\t{ODD}\tNOUN\tNN\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    (texts / "human.tsv").write_text(
        "system\tseg\tdimension\tscore\n"
        + "".join(f"{s}\t{n}\t{ODD}\t{n + len(s) % 2}\n" for s in "AB" for n in range(4)),
        encoding="utf-8",
        newline="",
    )
    both, refs = ["A.txt", "B.txt"], ["-r", "ref1.txt"]
    return {
        "score": ["score", *both, *refs, "--facet", "topic=topics.txt", "--level", "topic", "-m", f"{ODD}=wer"],
        "compare": ["compare", *both, *refs, "--human", "human.tsv", "-m", "wer"],
        "meta": ["meta", *both, *refs, "--human", "human.tsv", "-m", "wer", "--resamples", "20"],
        "agree": ["agree", "ratings.tsv"],
        "align": ["align", "odd.txt", *refs, "--segment", "0"],
        "similarity": ["similarity", "odd.txt", "-m", "wer"],
        "explain-difference": ["explain-difference", "odd.txt", *refs, "--segment", "0", "-m", "wer", "-m", "per"],
    }


NAMES = ("score", "compare", "meta", "agree", "align", "similarity", "explain-difference")


@pytest.mark.parametrize("name", NAMES)
def test_no_form_steers_a_terminal(commands, on_terminal, name):
    for form in FORMS:
        code, text = on_terminal(*commands[name], *([] if form == "text" else [f"--{form}"]))
        assert code == 0 and not steers(text), (form, text)


@pytest.mark.parametrize("form", ["text", "tsv", "markdown"])
def test_what_would_steer_is_shown(commands, on_terminal, form):
    code, text = on_terminal(*commands["agree"], *([] if form == "text" else [f"--{form}"]))
    assert code == 0 and SHOWN in (text if form != "markdown" else text.replace("\\\\", "\\").replace("\\[", "["))


def test_files_and_pipes_have_it_exactly(commands, run, here):
    assert run(*commands["agree"], "--tsv", "--out", "x.tsv").code == 0
    with (here / "x.tsv").open(encoding="utf-8", newline="") as file:
        written = file.read()
    assert ODD in [cell for row in csv.reader(io.StringIO(written, newline=""), "excel-tab") for cell in row]
    assert run(*commands["agree"], "--tsv").out == written
    told = run(*commands["agree"], "--json").out
    assert ODD in told.encode("ascii", "replace").decode("unicode_escape") and not steers(told)


def test_what_no_file_can_hold_is_refused_where_it_must_be_exact(texts, run, refused):
    label = "L\udcff=wer"
    score = ("score", "A.txt", "-r", "ref1.txt", "-m", label)
    for form in ([], ["--json"], ["--markdown"], ["--latex"], ["--html"]):
        assert "L\\" in (out := run(*score, *form).out) and "udcff" in out
    assert refused(*score, "--tsv").endswith("is not valid Unicode; replace it")


def test_trees_and_corpora_too(commands, on_terminal, run, here):
    for form in ("conllu", "brackets"):
        code, text = on_terminal("annotate", "odd.conllu", "--as", form)
        assert code == 0 and SHOWN in text and not steers(text)
        assert ODD in run("annotate", "odd.conllu", "--as", form).out
    (here / "corpus").mkdir()
    (here / "corpus" / "sys.A.txt").write_text(f"{ODD}\n", encoding="utf-8")
    (here / "corpus" / "ref.1.txt").write_text("b\n", encoding="utf-8")
    code, text = on_terminal("convert", "corpus", "-", "--to", "tsv")
    assert code == 0 and SHOWN in text and not steers(text)
    assert ODD in run("convert", "corpus", "-", "--to", "tsv").out


@pytest.mark.parametrize("arguments", [
    ["score", f"{ODD}.txt", "-r", "ref1.txt"],
    ["score", "A.txt", "-r", "ref1.txt", "-m", ODD],
    ["score", "A.txt", "-r", "ref1.txt", f"--{ODD}"],
    [ODD],
], ids=["file", "measure", "option", "command"])  # fmt: skip
def test_messages_too(commands, on_terminal, arguments):
    code, text = on_terminal(*arguments)
    assert code == 2 and SHOWN in text and not steers(text)
