"""Somebody's own code that fails is their affair: one line with the plug-in, the error, and where in their file."""

import json
import os
import subprocess
import sys

import pytest

from steelyard.cli import main
from steelyard.engines import local

MEASURE = '''
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Mean, Measure


@dataclass(frozen=True, kw_only=True)
class Ratio(Mean):
    """A measure that fails."""

    name: ClassVar[str] = "ratio"
    family: ClassVar[str] = "of others"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def values(self, batch):
        return batch.hypotheses(self.view)


class Unscored(Ratio):
    def values(self, batch):
        return np.ones(len(batch.texts()))

    def score(self, sums):
        raise KeyError("lost")


class Leaving(Ratio):
    def values(self, batch):
        raise SystemExit(0)


class Worded(Ratio):
    def values(self, batch):
        return ["good", None]


class Empty(Measure):
    name: ClassVar[str] = "empty"
    family: ClassVar[str] = "of others"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)


def boom(output, references):
    return 1 / 0
'''
STUDY = """
from steelyard.studies.recipes.recipe import Recipe


def experiment(corpus, measures, choices, draws, run):
    return deeper(corpus)


def deeper(corpus):
    return corpus.lines


def forgotten(corpus, measures, choices, draws, run):
    pass


RECIPE = Recipe("failing-2026", "?", "Nobody 2026", ("bleu",), experiment)
OTHER = Recipe("forgotten-2026", "?", "Nobody 2026", ("bleu",), forgotten)
"""
FORMAT = """
NAME = "bars"
ENDINGS = (".bars",)


def read(paths, accept):
    return [line.split("|")[7] for line in paths[0].read_text().splitlines()]


class Nothing:
    NAME = "nothing"

    @staticmethod
    def read(paths, accept):
        return None


class End:
    NAME = "end"

    @staticmethod
    def read(paths, accept):
        raise EOFError("too short")
"""
TEST = """
from typing import ClassVar

import numpy as np

from steelyard.inference.agreement.coefficient import AgreementCoefficient
from steelyard.inference.comparison.significance import FamilyTest, SignificanceOutcome, PairTest, SignificanceTest
from steelyard.inference.correlation.coefficient import Coefficient, PairCoefficient


def test(given, base=PairTest):
    class Odd(base):
        name: ClassVar[str] = "odd"
        about: ClassVar[str] = "answers nonsense"

        def p(self, *given_scores):
            return given

    return Odd


Seven, Negative, Undefined = test(7), test(-0.1), test(float("nan"))
Worded, Nothing, Several, Truth = test("0.5"), test(None), test(np.zeros(3)), test(True)
Family, Listed, High = (
    test(given, FamilyTest) for given in (np.zeros(7), [0.5], np.array([1.5])))


class Rounded(test(1 + 1e-12)):
    pass


class Sided(test(0.5)):
    def difference(self, a, b):
        return "left"


class Whole(SignificanceTest):
    name: ClassVar[str] = "whole"
    about: ClassVar[str] = "answers nonsense"

    def outcome(self, sample):
        return 0.5


class Unsure(Whole):
    def outcome(self, sample):
        return SignificanceOutcome(np.full(len(sample.pairs), np.nan))


def coefficient(given):
    class Odd(Coefficient):
        name: ClassVar[str] = "odd"
        about: ClassVar[str] = "answers nonsense"

        def values(self, x, y):
            return given if isinstance(given, (str, list)) else np.full(len(x), given)

    return Odd


Three, Infinite, Text, List = map(coefficient, (3, float("inf"), "0.5", [1.0]))


class Pairs(PairCoefficient):
    name: ClassVar[str] = "pairs"
    about: ClassVar[str] = "answers nonsense"

    def of_counts(self, counts):
        return counts.pairs


class Agreeing(AgreementCoefficient):
    name: ClassVar[str] = "agreeing"
    chance: ClassVar[str] = "none"

    def values(self, answers, weights):
        return np.full(len(weights), 1.5)
"""
LOOSE = ("A.txt", "-r", "ref.txt")
SCORE = ("score", *LOOSE, "-m")
CORPUS = ("score", "--corpus", "texts.bars", "--from")
COMPARE = ("compare", "A.txt", "B.txt", "-r", "ref.txt", "-m", "wer", "--test")
META = ("meta", "A.txt", "B.txt", "C.txt", "-r", "ref.txt", "-m", "wer", "--human", "human.tsv", "--level", "system",
        "--coefficient")  # fmt: skip
FAILING = {
    "values": ((*SCORE, "cls.py:Ratio"), "cls.py:Ratio failed: AttributeError: 'Ratio' object has no attribute 'view' "
               "(cls.py, line 20)"),
    "score": ((*SCORE, "cls.py:Unscored"), "cls.py:Unscored failed: KeyError: 'lost' (cls.py, line 28)"),
    "leaving": ((*SCORE, "cls.py:Leaving"), "cls.py:Leaving failed: SystemExit: 0 (cls.py, line 33)"),
    "study": (("study", "study.py:RECIPE", *LOOSE), "study.py:experiment failed: AttributeError: 'Corpus' object has "
              "no attribute 'lines' (study.py, line 10)"),
    "format": ((*CORPUS, "form.py:bars"), "form.py:read failed: IndexError: list index out of range (form.py, line 7)"),
    "end of file": ((*CORPUS, "form.py:End"), "form.py:End failed: EOFError: too short (form.py, line 23)"),
    "function": ((*SCORE, "cls.py:boom"), "cls.py:boom, segment 0: the function failed: ZeroDivisionError: division by "
                 "zero (cls.py, line 49)"),
    "batch": ((*SCORE, "cls.py:boom(batch=true)"), "cls.py:boom failed on all 2 texts at once: ZeroDivisionError: "
              "division by zero (cls.py, line 49)"),
    "file": ((*SCORE, "broken.py:f"), "broken.py: it cannot be run: ZeroDivisionError: division by zero "
             "(broken.py, line 2)"),
    "module": ((*SCORE, "acme.failing:Ratio"), "acme.failing:Ratio failed: AttributeError: 'Ratio' object has no "
               "attribute 'view' (failing.py, line 20)"),
}  # fmt: skip
#: What plug-ins return that is not what was asked for, and what they lack.
WRONG = {
    "worded values": ((*SCORE, "cls.py:Worded"), "cls.py:Worded: values() gave a list; expected an array of numbers"),
    "no values": ((*SCORE, "cls.py:Empty"), "cls.py:Empty: the class has no fields; define it"),
    "no corpus": ((*CORPUS, "form.py:Nothing"), "the format 'nothing': read gave a NoneType; expected a Corpus"),
    "no account": (("study", "study.py:OTHER", *LOOSE), "the study 'forgotten-2026': experiment gave a NoneType; "
                   "expected an Account"),
}  # fmt: skip
#: What tests and coefficients of others answer that is none.
NONSENSE = {
    "p of 7": ((*COMPARE, "test.py:Seven"), "the test 'odd' (test.py): p gave 7 for A and B by wer; expected a number "
               "from 0 to 1, or nan"),
    "p below 0": ((*COMPARE, "test.py:Negative"), "the test 'odd' (test.py): p gave -0.1 for A and B by wer; expected "
                  "a number from 0 to 1, or nan"),
    "no p": ((*COMPARE, "test.py:Undefined"), "the test 'odd' (test.py): p gave nan for A and B by wer; expected a "
             "number from 0 to 1"),
    "no outcome": ((*COMPARE, "test.py:Unsure"), "the test 'whole' (test.py): p gave nan for A and B by wer; expected "
                   "a number from 0 to 1"),
    "worded p": ((*COMPARE, "test.py:Worded"), "the test 'odd' (test.py): p() gave '0.5' for A and B by wer; expected "
                 "a number"),
    "nothing": ((*COMPARE, "test.py:Nothing"), "the test 'odd' (test.py): p() gave a NoneType for A and B by wer; "
                "expected a number"),
    "several p": ((*COMPARE, "test.py:Several"), "the test 'odd' (test.py): p() gave a ndarray for A and B by wer; "
                  "expected a number"),
    "truth": ((*COMPARE, "test.py:Truth"), "the test 'odd' (test.py): p() gave a bool for A and B by wer; expected a "
              "number"),
    "sides": ((*COMPARE, "test.py:Sided"), "the test 'odd' (test.py): difference() gave 'left' for A and B by wer; "
              "expected a number"),
    "family": ((*COMPARE, "test.py:Family"), "the test 'odd' (test.py): p gave an array of float64 of shape (7,); "
               "expected an array of 1 number"),
    "listed": ((*COMPARE, "test.py:Listed"), "the test 'odd' (test.py): p gave a list; expected an array of 1 number"),
    "family above 1": ((*COMPARE, "test.py:High"), "the test 'odd' (test.py): p gave 1.5 for A and B by wer; expected "
                       "a number from 0 to 1, or nan"),
    "whole": ((*COMPARE, "test.py:Whole"), "the test 'whole' (test.py): outcome() gave a float; expected a "
              "SignificanceOutcome"),
    "correlation of 3": ((*META, "test.py:Three"), "wer against score, level system: the coefficient 'odd' (test.py) "
                         "gave 3; expected a number from -1 to 1, or nan"),
    "infinite": ((*META, "test.py:Infinite"), "wer against score, level system: the coefficient 'odd' (test.py) gave "
                 "inf; expected a number from -1 to 1, or nan"),
    "text": ((*META, "test.py:Text"), "wer against score, level system: the coefficient 'odd' (test.py) gave a str; "
             "expected an array of 1 number"),
    "list": ((*META, "test.py:List"), "wer against score, level system: the coefficient 'odd' (test.py) gave a list; "
             "expected an array of 1 number"),
    "pairs": ((*META, "test.py:Pairs"), "wer against score, level system: the coefficient 'pairs' (test.py) gave 3; "
              "expected a number from -1 to 1, or nan"),
    "agreement": (("agree", "ratings.tsv", "--coefficient", "test.py:Agreeing"), "the coefficient 'agreeing' "
                  "(test.py) gave 1.5; expected a number up to 1, or nan"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """A folder with texts and plug-ins, and a package in its folder site."""
    site = tmp_path / "site" / "acme"
    site.mkdir(parents=True)
    (site / "__init__.py").write_text("")
    (site / "failing.py").write_text(MEASURE)
    for name, text in {
        "cls.py": MEASURE, "study.py": STUDY, "form.py": FORMAT, "broken.py": "zero = 0\none = 1 / zero\n",
        "A.txt": "a\nb\n", "ref.txt": "a\nb\n", "texts.bars": "a|b\n",
        "B.txt": "a\nc\n", "C.txt": "d\ne\n", "test.py": TEST,
        "human.tsv": "system\tscore\nA\t3\nB\t2\nC\t1\n",
        "ratings.tsv": "item\tassessor\tanswer\n1\tann\tx\n1\tbob\tx\n2\tann\ty\n2\tbob\tx\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def run(folder):
    """Return a function that runs a command in the folder."""
    path = os.pathsep.join([str(folder / "site"), *filter(None, sys.path)])

    def call(arguments, **environment):
        return subprocess.run(
            [sys.executable, "-m", "steelyard", *arguments], cwd=folder, capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": path} | environment,
        )  # fmt: skip

    return call


@pytest.mark.parametrize(("arguments", "message"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_its_place(folder, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(folder)
    assert main(list(arguments)) == 2
    assert capsys.readouterr() == ("", f"steelyard: {message}\n")


def test_rounding_is_no_nonsense(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert main([*COMPARE, "test.py:Rounded", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["comparisons"][0]["p"] == 1


@pytest.mark.parametrize(("arguments", "message"), (FAILING | WRONG).values(), ids=(FAILING | WRONG))
def test_one_line_names_plugin_error_and_place(run, arguments, message):
    done = run(arguments)
    assert (done.returncode, done.stderr.strip(), done.stdout) == (2, f"steelyard: {message}", "")


@pytest.mark.parametrize(("arguments", "message"), FAILING.values(), ids=FAILING)
def test_the_traceback_has_the_frames_of_the_plugin(run, arguments, message):
    place = message.rpartition("(")[2].rstrip(")")
    file, _, line = place.partition(", ")
    assert f'{file}", {line}, in ' in run(arguments, STEELYARD_DEBUG="1").stderr


def test_an_error_without_a_plugin_stays_a_fault(folder, monkeypatch, capsys):
    def broken(*given):
        raise KeyError("ours")

    monkeypatch.chdir(folder)
    monkeypatch.setattr(local, "spans", broken)
    assert main([*SCORE, "cls.py:Unscored"]) == 1
    assert "this is a fault in steelyard, please report it (KeyError: 'ours')" in capsys.readouterr().err
