"""No command runs code that happens to lie in the working folder, nor do the processes that it starts."""

import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli import _COMMANDS

#: Every module that anybody could import here, and those that Python runs at its start.
NAMES = {*sys.stdlib_module_names, *packages_distributions(), "steelyard", "sitecustomize", "usercustomize", "_core"}
_TRAP = 'import os\nwith open(os.environ["TRAPS"], "a") as file:\n    print(__name__, file=file)\n'
_TEXTS = ("A=sample/sys.aurora.txt", "B=sample/sys.dune.txt", "-r", "sample/ref.1.txt")
_JUDGED = ("--corpus", "sample", "--human", "sample/human.tsv")

#: What each command is run with.
ARGUMENTS = {
    "score": [*_TEXTS, "-m", "bleu(stem=english)", "-m", "wer", "--json", "--save", "run.npz"],
    "compare": ["--statistics", "run.npz", "--trials", "10"],
    "ranks": ["--statistics", "run.npz", "--resamples", "10"],
    "corroborate": ["--statistics", "run.npz", "--trials", "10", "--resamples", "10"],
    "report": [*_TEXTS, "-m", "bleu", "--trials", "10", "--resamples", "10", "--out", "page.html"],
    "power": ["--statistics", "run.npz", "--simulations", "5", "--trials", "20"],
    "meta": [*_JUDGED, "-m", "bleu", "--trials", "10", "--resamples", "10"],
    "study": [],
    "similarity": ["sample/ref.1.txt", "-m", "rouge-1"],
    "explain-difference": [*_TEXTS[1:], "-m", "bleu", "-m", "bleu(case=fold)", "--segment", "0"],
    "sweep": [*_JUDGED, "-m", "bleu", "--dimension", "adequacy", "--vary", "order=1,2"],
    "axioms": ["-m", "wer"],
    "annotate": ["line.txt"],
    "align": [*_TEXTS, "-m", "meteor", "--segment", "0"],
    "agree": ["answers.tsv"],
    "relations": ["relations.txt", "A=relations.txt"],
    "retrieval": ["relevant.tsv", "A=relevant.tsv"],
    "summarise": ["--corpus", "documents.jsonl", "--words", "3"],
    "measures": ["bleu"],
    "convert": ["sample", "sample.jsonl"],
    "demo": [],
}
_FILES = {
    "line.txt": "The cat sat.\n",
    "answers.tsv": "item\tassessor\tanswer\n1\ta\tx\n1\tb\tx\n2\ta\ty\n2\tb\tx\n",
    "relations.txt": "# sentence 1\nSUBJ(eat, man, _)\n",
    "relevant.tsv": "query\titem\n1\tx\n2\ty\n",
    "documents.jsonl": '{"documents": ["The cat sat.\\nIt slept."]}\n',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with texts, and a trap for every module."""
    place = tmp_path_factory.mktemp("working")
    sy.write(sy.sample(), place / "sample")
    for name, content in _FILES.items():
        (place / name).write_text(content)
    for name in NAMES:
        (place / f"{name}.py").write_text(_TRAP)
    return place


def run(folder: Path, *arguments: str, started=()):
    """Run a command as a user does, with an empty cache, and return what it said and the traps that it ran into."""
    traps = folder / "traps"
    traps.unlink(missing_ok=True)
    environment = os.environ | {"TRAPS": str(traps), "STEELYARD_CACHE": "none"}
    environment.pop("PYTHONPATH", None)
    command = started or [str(Path(sys.executable).with_name("steelyard"))]
    ran = subprocess.run(
        [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return ran, traps.read_text().split() if traps.exists() else []


def test_every_command_is_tried():
    assert set(ARGUMENTS) == set(_COMMANDS) and {"json", "numpy", "click", "sqlite3", "Stemmer"} <= NAMES


def test_the_traps_would_catch(folder):
    """Python itself runs what lies in the working folder, if it is started so; `python -m steelyard` is, too."""
    assert run(folder, started=[sys.executable, "-c", "import json"])[1] == ["json"]
    assert run(folder, started=[sys.executable, "-m", "steelyard", "--version"])[1]


def test_no_command_runs_code_of_the_working_folder(folder):
    pytest.importorskip("spacy")  # for the process that `annotate` starts
    for command, arguments in ARGUMENTS.items():
        ran, traps = run(folder, command, *arguments)
        assert (ran.returncode, traps) == (0, []), (command, ran.stderr)


@pytest.mark.parametrize("measure", ["mine:f", "json:dumps", "bleu(layer=pos,parser=own.parser)"])
def test_no_module_is_taken_from_the_working_folder(folder, measure):
    (folder / "mine.py").write_text(_TRAP + "f = len\n")
    (folder / "own").mkdir(exist_ok=True)
    for name in ("__init__", "parser"):
        (folder / "own" / f"{name}.py").write_text(_TRAP)
    ran, traps = run(folder, "score", *_TEXTS, "-m", measure)
    assert (ran.returncode, traps) == (2, []), ran.stderr
