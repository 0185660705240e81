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
    ([*_SCORE, "ter"], "repeat -m for each: -m ter;"),
    ([*_SCORE, "--level", "system", "--level", "segment"], "--level is given twice"),
    ([*_SCORE, "--statistics", "a", "--statistics", "b"], "--statistics is given twice"),
    ([*_SCORE, "-m", "BLEU"], "unknown measure 'BLEU'; did you mean 'bleu'?"),
    ([*_SCORE, "-m", "chrF++"], "unknown measure 'chrF++'; did you mean 'chrf++'?"),
    ([*_SCORE, "-m", "rougeL"], "unknown measure 'rougeL'; did you mean 'rouge-l'?"),
    ([*_SCORE, "-m", "cider"], "'cider' is not computed here: it weighs n-grams by their rarity"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--level", "0.05"], "here it is --alpha P"),
    (["ranks", "A.txt", "--level", "0.05"], "here it is --alpha P"),
    *(([name, "A.txt", "--level", "0.05"],
       "'--level'; where it is an option, it is granularity (system, segment or a facet), and this command has neither "
       "that nor a level of significance") for name in ("agree", "study")),
    ([*_SCORE, "--level", "0.05"], "no level '0.05' here; known: segment, system"),
    ([*_SCORE, "--hyp", "B.txt"], "here it is outputs, which are given as they are: NAME=PATH"),
    ([*_SCORE, "--tokenize", "13a"], "here it is an option of the measure: -m 'bleu(tokens=13a)'"),
    ([*_SCORE, "--paired-bs"], "here it is `steelyard compare --test bootstrap`"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--paired-bs"], "here it is --test bootstrap"),
    (["convert", "A.txt", "B.jsonl", "--format", "jsonl"], "here it is --from FORMAT or --to FORMAT"),
    (["demo", "--metrics", "bleu"], "no such option '--metrics'; see steelyard demo --help"),
    ([*_SCORE, "--jsn"], "no such option '--jsn'; did you mean '--json' or "),
    (["agree", "--human", "h.tsv"], "no such option '--human'; here it is the file itself: steelyard agree FILE"),
    ([*_SCORE, "--tokenize", "intl"], "'--tokenize'; here it is an option of the measure: -m 'bleu(tokens=intl)'"),
    ([*_SCORE, "--tokenize=ja-mecab"], "here it is an option of the measure: -m 'bleu(tokens=ja)'"),
    ([*_SCORE, "--tokenize", "spm"], "here it is an option of the measure, tokens=…, see docs/tokens.md"),
    ([*_SCORE, "-tok", "intl"], "no such option '-tok'; here it is an option of the measure: -m 'bleu(tokens=intl)'"),
    ([*_SCORE, "--smooth-method", "add-k"], "-m 'bleu(smoothing=add-k)'"),
    ([*_SCORE, "-lc"], "no such option '-lc'; here it is an option of the measure: -m 'bleu(case=fold)'"),
    ([*_SCORE, "-w", "2"], "no such option '-w'; here it is --digits N"),
    ([*_SCORE, "-b"], "no such option '-b'; here it is --tsv"),
    ([*_SCORE, "-sl"], "no such option '-sl'; here it is --level segment"),
    ([*_SCORE, "-t", "wmt20"], "no such option '-t'; here it is files, for no test set is fetched: -r FILE"),
    ([*_SCORE, "-l", "en-de"], "no such option '-l'; here it is files, for no test set is fetched: -r FILE"),
    ([*_SCORE, "--ci"], "here it is --intervals"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--ci"], "here it is --confidence SHARE; intervals are always"),
    ([*_SCORE, "--short"], "here it is the default; --signatures prints them in whole"),
    ([*_SCORE, "--precision", "2"], "here it is --digits N for decimals; the precision of ROUGE is -m 'rouge-1(kind="),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--margin", "1"], "see docs/release-gate.md"),
    (["compare", "A.txt", "B.txt", "-r", "ref1.txt", "--one-sided"], "see docs/release-gate.md"),
    ([*_SCORE, "--fail-under", "30"], "see docs/release-gate.md"),
    (["help"], "unknown command 'help'; write steelyard --help"),
    (["help", "score"], "unknown command 'help'; write steelyard score --help"),
    (["version"], "unknown command 'version'; write steelyard --version"),
    (["axioms", "mine.py:shared"], "nothing to probe; a measure is given by -m, as -m mine.py:shared"),
    (["axioms"], "nothing to probe; a measure is given by -m, as -m MEASURE"),
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
