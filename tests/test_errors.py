"""What messages ask for is written as the user writes it: options on the command line, parameters in Python."""

import ast
import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

import steelyard as sy
from source_tree import modules, name_of, parsed
from steelyard.cli import steelyard as commands
from steelyard.errors import InputError, SteelyardError, accepting, speaking_shell, suggestion, worded

OPTION = re.compile(r"(?<![\w-])(--[a-z]|-[mr]\b)")
#: Told as it is: what another program is run with, what a style sheet holds, and what no script can show on a page.
NO_ADVICE = ("ROUGE-1.5.5.pl", ' style="--', "<noscript>", "usage: python -m")
TEXTS = {"A": ["a b", "c"], "B": ["a", "d"]}


def constants(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the texts below a node but for docstrings, and for what is said in either form."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("worded", "Popen"):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from constants(child)


def test_no_message_outside_the_command_line_names_an_option_alone():
    alone = [
        f"{name_of(path)}:{constant.lineno}: {constant.value}"
        for path in modules()
        if not name_of(path).startswith("cli")
        for constant in constants(parsed(path))
        if " " in constant.value
        and OPTION.search(constant.value)
        and not any(mark in constant.value for mark in NO_ADVICE)
    ]
    assert alone == []


def test_the_shell_speaks_only_while_it_runs():
    assert accepting("empty") == 'accept=["empty"]'
    with speaking_shell():
        assert accepting("empty") == "--accept empty" and worded("-m", "measures") == "-m"
    assert worded("-m", "measures") == "measures"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sy.score({"A": ["", "b"]}, ["a", "b"]), 'use accept=["empty"] to score it as it is'),
        (
            lambda: sy.read("base.txt"),
            "give its lines to sy.score, or to sy.Corpus.of, as a list of texts, or as a dir",
        ),
        (lambda: sy.score(TEXTS, ["a b", "c"], human={"A": 1, "B": 2}), "give a list for each system, or a column seg"),
        (lambda: sy.study("riezler-maxwell-2005", TEXTS), "make one with sy.Corpus.of"),
        (lambda: sy.meta(TEXTS, "bleu"), "make one with sy.Corpus.of, or scores with sy.score"),
        (lambda: sy.corroborate(TEXTS), "make one with sy.Corpus.of, or scores with sy.score"),
        (lambda: sy.parse("comet"), "scores computed elsewhere are read by external=…,"),
    ],
)
def test_python_is_told_in_python(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.txt").write_text("a\n")
    with pytest.raises(SteelyardError) as caught:
        call()
    assert message in str(caught.value) and not OPTION.search(str(caught.value))


def test_the_shell_is_told_in_options(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.txt").write_text("\nb\n")
    (tmp_path / "ref.txt").write_text("a\nb\n")
    done = CliRunner().invoke(commands, ["score", "base.txt", "-r", "ref.txt"])
    assert isinstance(done.exception, InputError) and "use --accept empty to" in str(done.exception)
    with pytest.raises(SteelyardError, match="accept="):
        sy.score({"A": ["", "b"]}, ["a", "b"])


#: Functions of something that users make wrongly, each called with one value.
CALLS = {
    "agree": sy.agree,
    "anova": sy.anova,
    "average_ranks": sy.average_ranks,
    "axioms": sy.axioms,
    "bootstrap_ranks": sy.bootstrap_ranks,
    "compare": sy.compare,
    "corroborate": sy.corroborate,
    "evaluate": lambda value: sy.evaluate(value, ["a"], "chrf"),
    "facet_ranks": lambda value: sy.facet_ranks(value, "document"),
    "meta": lambda value: sy.meta(value, "chrf"),
    "normalise": sy.normalise,
    "orange": lambda value: sy.orange(value, "chrf"),
    "pairwise_similarities": lambda value: sy.pairwise_similarities(value, "chrf"),
    "power": lambda value: sy.power(value, "A", "B"),
    "qarla": lambda value: sy.qarla(value, "chrf"),
    "reference_ranks": lambda value: sy.reference_ranks(value, "chrf"),
    "relations": lambda value: sy.relations(value, value),
    "reliability": lambda value: sy.reliability(value, "chrf"),
    "report": sy.report,
    "retrieval": lambda value: sy.retrieval(value, value),
    "score": lambda value: sy.score(value, ["a"]),
    "score_people": sy.score_people,
    "score_table": lambda value: sy.score_table(value, "chrf"),
    "severity": sy.severity,
    "similarity": sy.similarity,
    "study": sy.study,
    "study of": lambda value: sy.study("riezler-maxwell-2005", 7 if value is None else value),
    "sweep": lambda value: sy.sweep(value, "chrf", {"beta": [1, 2]}),
    "type_one_error": lambda value: sy.type_one_error(value, "A", "B"),
    "write": lambda value: sy.write(value, "corpus.jsonl"),
}
WRONG = {"dict": TEXTS, "number": 7, "None": None, "object": object()}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", CALLS)
def test_what_is_given_wrongly_is_told_as_an_error_of_ours(name, wrong):
    with pytest.raises(SteelyardError):
        CALLS[name](WRONG[wrong])


def test_a_name_of_the_same_letters_is_near_however_short():
    assert suggestion("wre", ["wer", "ter", "bleu"], 0.9) == "; did you mean 'wer'?"
    assert suggestion("wrx", ["wer", "ter"], 0.9) == "; known: ter, wer"
