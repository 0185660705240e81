"""A measure, a format, a test, a coefficient and a study of others, in files and in an installed package."""

import json
import os
import subprocess
import sys

import pytest

MEASURE = '''
from dataclasses import dataclass
from typing import ClassVar

from steelyard.measures.kinds.base import Mean, option


def length_ratio(output, references):
    return len(output) / len(references[0])


@dataclass(frozen=True, kw_only=True)
class Shared(Mean):
    """Share of the first reference's words that the output has."""

    name: ClassVar[str] = "shared"
    family: ClassVar[str] = "of others"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    presets: ClassVar[dict] = {"loud": {"times": 2}}

    times: int = option(1, "what the share is multiplied by")

    def values(self, batch):
        import numpy as np

        pairs = [(set(output.split()), references[0].split()) for output, references in batch.texts()]
        return np.array([self.times * sum(word in ours for word in words) / len(words) for ours, words in pairs])
'''
FORMAT = '''
"""One line a segment: outputs of A and B, and the reference, with bars between them."""

from steelyard.corpus import Corpus

NAME = "bars"
ENDINGS = (".bars",)
CARRIES = frozenset({"systems", "references"})


def read(paths, accept):
    rows = [line.split("|") for line in paths[0].read_text("utf-8").splitlines()]
    a, b, reference = zip(*rows)
    return Corpus.of({"A": a, "B": b}, list(reference))


def write(corpus, path):
    columns = [*corpus.systems.values(), *corpus.references]
    path.write_text("".join("|".join(row) + "\\n" for row in zip(*columns)), "utf-8")
'''
TEST = '''
from typing import ClassVar

from steelyard.inference.comparison.significance import PairTest


class Coin(PairTest):
    """A coin is thrown, and always falls the same way."""

    name: ClassVar[str] = "coin"
    about: ClassVar[str] = "always one half"

    def p(self, a, b):
        return 0.5
'''
STUDY = """
from steelyard.results.account import Account
from steelyard.studies.recipes.recipe import Recipe


def experiment(corpus, measures, choices, draws, run):
    return Account("Counting", findings=(f"there are {len(corpus)} segments",))


RECIPE = Recipe("counting-2026", "How many segments are there?", "Nobody 2026, Counting", ("bleu",), experiment)
"""
COEFFICIENT = '''
from typing import ClassVar

import numpy as np

from steelyard.inference.correlation.coefficient import Coefficient


class Quarter(Coefficient):
    """One quarter, whatever the numbers are."""

    name: ClassVar[str] = "quarter"
    about: ClassVar[str] = "always one quarter"

    def values(self, x, y):
        return np.full(len(x), 0.25)
'''
FILES = {"coefficient": COEFFICIENT, "measure": MEASURE, "format": FORMAT, "test": TEST, "study": STUDY}
BARS = "the cat sat|a cat|the cat sat\na dog ran|the dog|the dog ran\n"
ENTRY_POINTS = """
[steelyard.measures]
shared = acme.measure:Shared
ratio = acme.measure:length_ratio
[steelyard.formats]
bars = acme.format
[steelyard.tests]
coin = acme.test:Coin
[steelyard.coefficients]
quarter = acme.coefficient:Quarter
[steelyard.studies]
counting-2026 = acme.study:RECIPE
"""
#: Kind → how each is called when it is a file, and when it is installed.
NAMES = {
    "file": {
        "measure": "measure.py:Shared", "function": "measure.py:length_ratio", "format": "format.py:bars",
        "test": "test.py:Coin", "coefficient": "coefficient.py:Quarter",
        "study": "study.py:counting-2026",
    },
    "installed": {
        "measure": "shared", "function": "ratio", "format": "bars", "test": "coin",
        "coefficient": "quarter", "study": "counting-2026",
    },
}  # fmt: skip


@pytest.fixture(params=NAMES)
def run(request, tmp_path):
    """Return what each kind is called, and a function that runs a command in a folder outside the project."""
    package = tmp_path / ("site/acme" if request.param == "installed" else ".")
    package.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    if request.param == "installed":
        (package / "__init__.py").write_text("")
        metadata = tmp_path / "site" / "acme-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "texts.bars").write_text(BARS, "utf-8")
    human = [f"{system}\t{n}\t{n + score}" for score, system in enumerate("AB") for n in range(2)]
    (tmp_path / "human.tsv").write_text("\n".join(["system\tseg\tscore", *human]) + "\n", "utf-8")
    path = os.pathsep.join([str(tmp_path / "site"), *filter(None, sys.path)])

    def call(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "steelyard", *arguments], cwd=tmp_path, capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return NAMES[request.param], call, tmp_path


def test_measure_and_format_in_every_command(run):
    names, call, folder = run
    texts = ("--corpus", "texts.bars", "--from", names["format"])
    measures = ("-m", f"{names['measure']}@loud(times=3)", "-m", names["function"])
    scores = json.loads(call("score", *texts, *measures, "--json"))["scores"]
    assert [one["value"] for one in scores[:2]] == pytest.approx([3 * (1 + 2 / 3) / 2, 3 * (1 / 3 + 2 / 3) / 2])
    assert all("|plugin:measure.py#" in one["signature"] for one in scores)
    compared = json.loads(call("compare", *texts, *measures, "--test", names["test"], "--json"))["comparisons"]
    assert [one["p"] for one in compared] == [0.5, 0.5] and "test:coin" in compared[0]["signature"]
    people = ("--human", "human.tsv", "--coefficient", names["coefficient"])
    correlations = json.loads(call("meta", *texts, *measures, *people, "--json"))["correlations"]
    assert {one["measure"] for one in correlations} >= {measures[1], measures[3]}
    assert {one["value"] for one in correlations if one["coefficient"].endswith("uarter")} >= {0.25}
    call("report", *texts, *measures, "--out", "report.html")
    assert names["function"] in (folder / "report.html").read_text("utf-8")


def test_a_format_is_written_too(run):
    names, call, folder = run
    call("convert", "texts.bars", "texts.jsonl", "--from", names["format"])
    call("convert", "texts.jsonl", "again.bars", "--to", names["format"])
    assert (folder / "again.bars").read_text("utf-8") == BARS


def test_a_study(run):
    names, call, _ = run
    texts = ("--corpus", "texts.bars", "--from", names["format"])
    assert "there are 2 segments" in call("study", names["study"], *texts)


@pytest.mark.parametrize("run", ["installed"], indirect=True)
def test_installed_names_are_listed_and_not_imported(run):
    _, call, folder = run
    (folder / "site" / "acme" / "measure.py").write_text("raise RuntimeError('imported')")
    assert "shared is offered by the package acme." in call("measures")
