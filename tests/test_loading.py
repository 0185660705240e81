"""Other people's code, kept apart from results."""

import io
import os
import pickle
import subprocess
import sys
import threading
from importlib import import_module

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.comparison.significance import significance_test
from steelyard.loading import opened, place_of, printing_to, run_file

PLUGIN = """
from dataclasses import dataclass
from typing import ClassVar
import numpy as np
from steelyard.inference.agreement.coefficient import AgreementCoefficient
from steelyard.inference.comparison.significance import PairTest
from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.measures.kinds.base import Mean, option

f = lambda output, references: 1

@dataclass(frozen=True, kw_only=True)
class Ones(Mean):
    name: ClassVar[str] = "ones"
    family: ClassVar[str] = "of others"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 9.0)
    times: int = option(1, "what one is multiplied by")

    def values(self, batch):
        return np.full(len(batch.texts()), self.times)

class Half(PairTest):
    name: ClassVar[str] = "half"
    about: ClassVar[str] = "always one half"

    def p(self, a, b):
        return 0.5

class Quarter(Coefficient):
    name: ClassVar[str] = "quarter"
    about: ClassVar[str] = "always one quarter"

    def values(self, x, y):
        return np.full(len(x), 0.25)

class All(AgreementCoefficient):
    name: ClassVar[str] = "all"
    chance: ClassVar[str] = "none"

    def values(self, answers, weights):
        return np.ones(len(weights))
"""
TEXTS = ({"A": ["a b", "c"], "B": ["a", "d"]}, ["a b", "c"])
#: What can be pickled → what is the same in another process; {} is the plug-in's place.
PICKLED = {
    "sy.parse('{}:f(better=lower)')": "(str(it), it.origin, sy.score(*TEXTS, [it]).to_dict())",
    "sy.parse('{}:Ones(times=3)')": "(it, str(it), it.origin, sy.score(*TEXTS, [it]).to_dict())",
    "type(sy.parse('{}:Ones'))(times=2)": "(it, str(it), it.origin)",
    "sy.score(*TEXTS, ['{}:Ones', '{}:f'])": "(it.to_dict(), it.at('segment').to_dict())",
    "sy.compare(sy.score(*TEXTS, ['bleu']), test='{}:Half', draws=sy.Draws(resamples=50))": (
        "(it.to_dict(), str(it.test.signature()))"
    ),
    "correlation.coefficient_of('{}:Quarter')": "(it.name, str(it.signature()))",
    "agreement.coefficient_of('{}:all')": "it.name",
}
COEFFICIENTS = ("agreement", "correlation")
LOAD = """
import pickle, sys
it = pickle.load(open("it.pickle", "rb"))
import steelyard as sy
TEXTS = {TEXTS!r}
print(repr({what}))
"""


def in_another_process(folder, what):
    """Return what is said of a pickled thing in a process that has seen none of it, in a folder of its own."""
    path = os.pathsep.join([str(folder / "site"), *filter(None, sys.path)])
    command = [sys.executable, "-P", "-c", LOAD.format(TEXTS=TEXTS, what=what)]
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=folder / "other", capture_output=True, text=True, env=environment)


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The same plug-in as a file and as an installed module: how each is written, and its file."""
    for name in ("other", "site", "site/tools"):
        (tmp_path / name).mkdir()
    (tmp_path / "site/tools/__init__.py").write_text("")
    files = {"mine.py": tmp_path / "mine.py", "tools.mine": tmp_path / "site/tools/mine.py"}
    for file in files.values():
        file.write_text(PLUGIN, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "site")
    yield files
    for name in [name for name in sys.modules if name.partition(".")[0] == "tools"]:
        del sys.modules[name]


@pytest.mark.parametrize("made", PICKLED)
@pytest.mark.parametrize("place", ["mine.py", "tools.mine"])
def test_what_comes_from_outside_is_pickled_with_its_digest(made, place, places, tmp_path):
    coefficients = {kind: import_module(f"steelyard.inference.{kind}.coefficient") for kind in COEFFICIENTS}
    it = eval(made.replace("{}", place), globals() | coefficients)
    expected = repr(eval(PICKLED[made], globals(), {"it": it}))
    (tmp_path / "other/it.pickle").write_bytes(pickle.dumps(it))
    done = in_another_process(tmp_path, PICKLED[made])
    assert (done.stdout.rstrip("\n"), done.stderr) == (expected, "")
    if place == "tools.mine" and it.__class__.__module__ == place and getattr(it, "origin", None) is None:
        return
    for change, told in ((lambda file: file.write_text(PLUGIN + "\nprint('run')\n"), "#"), (os.remove, "mine")):
        change(places[place])
        done = in_another_process(tmp_path, PICKLED[made])
        assert done.returncode == 1 and done.stdout == ""
        assert done.stderr.splitlines()[-1].startswith("steelyard.errors.SpecError: ") and told in done.stderr
        assert "run" not in done.stderr.splitlines()[0]


def test_a_measure_of_a_function_is_pickled_with_its_digest(tmp_path, monkeypatch):
    (tmp_path / "site").mkdir()
    (tmp_path / "other").mkdir()
    file = tmp_path / "site/lengths.py"
    file.write_text("def f(output, references): return 1\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    import lengths

    (tmp_path / "other/it.pickle").write_bytes(pickle.dumps(sy.as_measure(lengths.f)))
    assert in_another_process(tmp_path, "it.name").stdout == "'f'\n"
    file.write_text("def f(output, references): return 22\n")
    done = in_another_process(tmp_path, "it.name")
    assert done.stderr.splitlines()[-1].startswith("steelyard.errors.SpecError: f was lengths.py#")


def test_a_copy_in_the_same_process_is_of_the_code_that_was_opened(places):
    measure = sy.parse("mine.py:f")
    places["mine.py"].unlink()
    assert pickle.loads(pickle.dumps(measure)) == measure


def test_standard_output_is_given_back_whatever_other_threads_do():
    """Two threads that turn standard output away do so one after the other, or the first would leave it turned away."""
    before, entered = (sys.stdout, os.fstat(1)), threading.Event()

    def enter():
        with printing_to(io.StringIO()):
            entered.set()
            leave.wait()

    leave = threading.Event()
    other = threading.Thread(target=enter)
    with printing_to(io.StringIO()):
        other.start()
        assert not entered.wait(0.2)
    leave.set()
    other.join()
    assert entered.is_set() and (sys.stdout, os.fstat(1)) == before


def test_the_place_of_an_error_is_the_innermost_line_of_a_plugin_file(tmp_path):
    (file := tmp_path / "mine.py").write_text(
        "import math\n\ndef outer():\n    return inner()\n\ndef inner():\n    return math.sqrt(-1)\n"
    )
    with pytest.raises(ValueError) as caught:
        run_file(str(file)).outer()
    assert place_of(caught.value) == " (mine.py, line 7)"


def test_an_error_from_elsewhere_has_no_place_in_a_plugin_file():
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018
    assert place_of(caught.value) == place_of(ValueError("never raised")) == ""


def test_a_file_without_a_name_is_not_run_and_says_how_to_write_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit\n")
    with pytest.raises(SpecError, match=r"mine\.py is a file, and may hold several; write mine\.py:NAME"):
        sy.parse("mine.py")
    with pytest.raises(SpecError, match=r"write mine\.py:NAME"):
        significance_test("mine.py")


def test_a_module_of_the_working_folder_is_not_imported_and_says_how_to_write_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit\n")
    with pytest.raises(SpecError) as refusal:
        sy.parse("mine:shared")
    told = str(refusal.value)
    assert told == "mine:shared: no module is imported from the working folder; write mine.py:shared"


def test_a_module_whose_name_no_file_can_have_is_no_file_of_the_working_folder():
    with pytest.raises(SpecError):
        opened("a" * 5_000 + ":f")
