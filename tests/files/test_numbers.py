"""Numbers as files and options write them."""

import re

import pytest

import steelyard as sy
from steelyard.cli import main
from steelyard.errors import FormatError, SpecError
from steelyard.files.numbers import number_in, whole_number_in
from steelyard.scores.external import read_external

ODD = (
    "1_0",
    "١٢",
    "０",
    "0x1",
    "1e400",
    "nan",
    "inf",
    "-Infinity",
    "1,5",
    "1 0",
    "",
    " ",
    "\t5",
    "5\n",
    "\u00a05",
    "e5",
    ".",
)


@pytest.mark.parametrize("text", ODD)
def test_no_numbers(text):
    assert number_in(text) is None and whole_number_in(text) is None


@pytest.mark.parametrize("text", ["5", "+5", "-5", "5.", ".5", "0.5e-3", "5E2", " 5", "5  ", "007"])
def test_numbers_are_those_of_python(text):
    assert number_in(text) == float(text)


@pytest.mark.parametrize("text", ["5", "+5", "-5", " 5 ", "007", "9" * 40])
def test_whole_numbers_are_those_of_python(text):
    assert whole_number_in(text) == int(text)


@pytest.mark.parametrize("text", ["5.0", "5e0", "9" * 5000])
def test_no_whole_numbers(text):
    assert whole_number_in(text) is None


@pytest.mark.parametrize("odd", ["1_0", "١٢", "1e400", "0x1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "--alpha"],
        ["compare", "--seed"],
        ["compare", "--trials"],
        ["compare", "--confidence"],
        ["score", "--digits"],
        ["score", "--human", "human.tsv", "--mqm-weight", "Major="],
        ["score", "-m", "bleu(order="],
        ["score", "-m", "gtm(exponent="],
        ["sweep", "-m", "chrf", "--vary", "beta="],
        ["sweep", "-m", "chrf", "--vary", "beta=1:"],
    ],
    ids=lambda arguments: "-".join(arguments).strip("-"),
)
def test_options(arguments, odd, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "A.txt").write_text("a\n")
    *options, last = arguments
    value = last + odd + ")" * last.count("(") if last.endswith(("=", ":")) else odd
    options += [value] if last.endswith(("=", ":")) else [last, value]
    assert main([*options, "A.txt", "-r", "A.txt"]) == 2
    message = capsys.readouterr().err
    assert odd in message and re.search("number|NAME=NUMBER|no range|is not possible", message), message
    assert message.count("\n") == 1


@pytest.mark.parametrize("odd", ["1_0", "١٢", "1e400", "0x1", "inf"])
def test_external_scores(odd, tmp_path):
    table, scores = tmp_path / "scores.tsv", tmp_path / "comet.seg.score"
    table.write_text(f"system\tseg\tcomet\nA\t0\t{odd}\n")
    scores.write_text(f"A {odd}\n")
    with pytest.raises(FormatError, match=f"scores.tsv, line 2: comet is '{odd}'; expected a number"):
        read_external(table)
    with pytest.raises(FormatError, match=f"comet.seg.score, line 1: the score is '{odd}'; expected a number"):
        read_external(scores)


@pytest.mark.parametrize("odd", ["1_0", "١٢", "1e400", "inf"])
def test_vectors_and_labels(odd):
    with pytest.raises(SpecError, match=r"weights=0\.5:"):
        sy.parse(f"bleu(weights=0.5:{odd})")
    with pytest.raises(sy.SteelyardError, match="label:utility"):
        sy.score({"A": ["s1"]}, references=[[f"s1:{odd}"]], measures=["relative-utility"])
