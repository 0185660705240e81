"""Standard streams that cannot be written or read: one line where there is somewhere to print it, never a fault."""

import os
import shlex
import subprocess
import sys

import pytest

SCORE = ("score", "A.txt", "-r", "ref1.txt", "-m", "wer")


@pytest.fixture(params=[(), ("-u",)], ids=["buffered", "unbuffered"])
def shell(request, texts):
    """Return a function that runs a command with redirections, as a shell would."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    buffering = request.param

    def call(arguments, redirections):
        script = f"{shlex.join([sys.executable, *buffering, '-m', 'steelyard', *arguments])} {redirections}"
        return subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, env=plain)

    return call


@pytest.fixture
def corpus(texts):
    (texts / "corpus.jsonl").write_text('{"outputs": {"A": "the cat sat on the mat"}}\n' * 20_000)
    return texts / "corpus.jsonl"


ASKED = [SCORE, ("measures",), ("measures", "--json"), ("--help",), ("score", "--help"), ("--version",), ()]


@pytest.mark.parametrize("arguments", ASKED, ids=" ".join)
def test_standard_output_without_space(shell, full, arguments):
    ran = shell(arguments, f"> {shlex.quote(str(full))}")
    assert ran.stderr == "steelyard: cannot write standard output: No space left on device\n"
    assert ran.returncode == 2


@pytest.mark.parametrize("kind", ["jsonl", "tsv", "sgml", "wmt"])
def test_converting_to_standard_output_without_space(shell, corpus, full, kind):
    ran = shell(("convert", "corpus.jsonl", "-", "--to", kind), f"> {shlex.quote(str(full))}")
    assert ran.stderr == "steelyard: cannot write standard output: No space left on device\n"
    assert ran.returncode == 2


@pytest.mark.parametrize("arguments", ASKED, ids=" ".join)
def test_closed_standard_output(shell, arguments):
    ran = shell(arguments, ">&-")
    assert (ran.returncode, ran.stderr) == (2, "steelyard: cannot write standard output: Bad file descriptor\n")


def test_closed_standard_output_that_is_not_needed(shell, texts):
    ran = shell((*SCORE, "--out", "scores.txt"), ">&-")
    assert (ran.returncode, ran.stderr) == (0, "") and "wer" in (texts / "scores.txt").read_text()


def test_closed_standard_error(shell, corpus, texts):
    ran = shell(SCORE, "2>&-")
    assert (ran.returncode, ran.stderr) == (0, "") and "wer" in ran.stdout
    ran = shell(("score", "none.txt", "-r", "ref1.txt"), "2>&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    ran = shell(("convert", "corpus.jsonl", "out.tsv"), "2>&-")
    assert (ran.returncode, ran.stdout) == (0, "") and (texts / "out.tsv").is_file()
    assert shell(SCORE, ">&- 2>&-").returncode == 2


def test_standard_error_without_space(shell, corpus, full):
    where = f"2> {shlex.quote(str(full))}"
    assert shell(("convert", "corpus.jsonl", "out.tsv"), where).returncode == 0
    assert shell(("score", "none.txt", "-r", "ref1.txt"), where).returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [("score", "-", "-r", "ref1.txt"), ("score", "--corpus", "-", "--from", "jsonl")]
    + [("convert", "-", "out.tsv", "--from", kind) for kind in ("jsonl", "csv", "sgml", "wmt")],
    ids=" ".join,
)
def test_closed_standard_input(shell, arguments):
    ran = shell(arguments, "<&-")
    assert ran.stderr.startswith("steelyard: standard input is closed; ") and ran.stderr.count("\n") == 1
    assert ran.returncode == 2


def test_closed_standard_input_that_is_not_needed(shell):
    assert shell(SCORE, "<&-").returncode == 0


@pytest.mark.parametrize("kind", ["jsonl", "tsv", "sgml", "wmt", "parquet"])
def test_converting_into_a_closed_pipe_is_quiet(shell, corpus, kind):
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    ran = shell(("convert", "corpus.jsonl", "-", "--to", kind), "| head -c 10 > head.txt")
    # A small file may be in the pipe before its reader is gone; otherwise it is as when scoring.
    assert ran.stderr == "" or (kind == "parquet" and "wrote -" in ran.stderr)
    assert ran.returncode == 1 or kind == "parquet"


LOCALES = {
    "C": {"LC_ALL": "C"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "latin-1": {"PYTHONIOENCODING": "latin-1:strict"},
    "narrow, without colour": {"COLUMNS": "20", "NO_COLOR": "1", "TERM": "dumb"},
}


def _ran(*arguments, **environment):
    command = [sys.executable, "-m", "steelyard", *arguments]
    ran = subprocess.run(command, capture_output=True, env={**os.environ, **environment})
    return ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("latin-1")


@pytest.mark.parametrize("name", LOCALES)
def test_help_and_results_are_the_same_whatever_the_locale(texts, name):
    score = ("score", "Größe=A.txt", "-r", "ref1.txt")
    assert _ran(*score, **LOCALES[name]) == _ran(*score)
    code, shown, said = _ran("sweep", "--help", **LOCALES[name])
    assert (code, said) == (0, "") and "(τ-b)" in shown


@pytest.mark.parametrize("name", LOCALES)
def test_a_refusal_is_one_line_whatever_the_locale(texts, name):
    code, shown, said = _ran("score", "A.txt", "-r", "größe.txt", **LOCALES[name])
    assert (code, shown) == (2, "") and said.startswith("steelyard: gr") and said.count("\n") == 1
