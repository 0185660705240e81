"""The registry: names are read from files, and are those of the classes."""

import importlib
import pkgutil
import subprocess
import sys

import pytest

import steelyard.measures
from steelyard.measures.kinds.base import Measure
from steelyard.measures.registry import MEASURES

IMPORTED = """
import sys
import steelyard as sy
sy.score({"A": ["a b"]}, ["a b"], [NAME])
print(*sorted(module for module in sys.modules if module.startswith("steelyard.measures.")))
"""


def defined() -> dict[str, str]:
    """Return name → module of every class with a name of its own, found by importing all."""
    names = {}
    for file in pkgutil.iter_modules(steelyard.measures.__path__):
        module = importlib.import_module(f"steelyard.measures.{file.name}")
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Measure) and "name" in vars(kind):
                names[kind.name] = kind.__module__
    return names


def test_names_are_read_as_they_are_defined():
    assert MEASURES._files() == defined() and len(MEASURES.own()) > 60


@pytest.mark.parametrize(("name", "also"), [("bleu", ()), ("chrf", ()), ("wer", ()), ("rouge-3", ("rouge_n",))])
def test_one_name_imports_one_measure(name, also):
    code = IMPORTED.replace("NAME", repr(name))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = {module.split(".")[2] for module in done.stdout.split()}
    assert modules - {"elsewhere", "kinds", "notation", "registry"} == {*(also or [name])}
