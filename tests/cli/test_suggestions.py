"""What people write who come from another tool is answered with what it is here, and never guessed."""

import re
from importlib import import_module

import click
import pytest

from steelyard.cli import _COMMANDS
from steelyard.cli.suggestions import _OPTIONS, meant
from steelyard.measures.notation import parse

_SCORE = ["score", "A.txt", "-r", "ref1.txt"]
CASES = [
    ([*_SCORE, "--metrics", "bleu"], "no such option '--metrics'; here it is -m MEASURE"),
    ([*_SCORE, "--format", "json"], "here it is --json, --tsv, --latex, --markdown or --html"),
    (["score", "A.txt", "ref1.txt"], "give at least one (-r); is ref1.txt one? then write -r ref1.txt"),
    ([*_SCORE, "-m", "bleu", "chrf"], "repeat -m for each: -m bleu -m chrf"),
    ([*_SCORE, "--level", "system", "--level", "segment"], "--level is given twice"),
    ([*_SCORE, "--statistics", "a", "--statistics", "b"], "--statistics is given twice"),
    ([*_SCORE, "-m", "BLEU"], "unknown measure 'BLEU'; did you mean 'bleu'?"),
    ([*_SCORE, "-m", "chrF++"], "unknown measure 'chrF++'; did you mean 'chrf++'?"),
    ([*_SCORE, "-m", "rougeL"], "unknown measure 'rougeL'; did you mean 'rouge-l'?"),
    ([*_SCORE, "-m", "cider"], "'cider' is not computed here: it weighs n-grams by their rarity"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--level", "0.05"], "here it is --alpha P"),
    ([*_SCORE, "--level", "0.05"], "no level '0.05' here; known: segment, system"),
    ([*_SCORE, "--hyp", "B.txt"], "here it is outputs, which are given as they are: NAME=PATH"),
    ([*_SCORE, "--tokenize", "13a"], "here it is an option of the measure: -m 'bleu(tokens=13a)'"),
    ([*_SCORE, "--paired-bs"], "here it is `steelyard compare --test bootstrap`"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--paired-bs"], "here it is --test bootstrap"),
    (["convert", "A.txt", "B.jsonl", "--format", "jsonl"], "here it is --from FORMAT or --to FORMAT"),
    (["demo", "--metrics", "bleu"], "no such option '--metrics'; see steelyard demo --help"),
    ([*_SCORE, "--jsn"], "no such option '--jsn'; did you mean '--json' or "),
    ([*_SCORE, "-m", "BERTScore"], "'BERTScore' is not computed here: 'embedding-f' compares"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "answer"), CASES, ids=lambda value: value[-1] if isinstance(value, list) else "")
def test_answers(texts, refused, arguments, answer):
    assert answer in refused(*arguments)


@pytest.mark.parametrize("name", _COMMANDS)
def test_a_command_is_never_told_of_options_that_it_lacks(name):
    command = import_module(f"steelyard.cli.commands.{name.replace('-', '_')}").command
    known = {written for parameter in command.params for written in parameter.opts}
    for option in _OPTIONS.keys() - known:
        answer = meant(click.NoSuchOption(option, ctx=click.Context(command)))
        named = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", answer.partition("`")[0])
        assert set(named) <= known, answer


def test_what_is_said_of_options_of_measures_can_be_written():
    notations = [notation for advices in _OPTIONS.values() for notation in re.findall("'(.*?)'", " ".join(advices))]
    assert notations and all(str(parse(notation)) for notation in notations)
