"""The examples in the docstrings of every module."""

import doctest
import importlib
import pkgutil

import pytest

import steelyard
from docs import pages

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [
    module.name
    for module in pkgutil.walk_packages(steelyard.__path__, "steelyard.")
    if not module.name.endswith(("__main__", "._core"))
]
EXAMPLES = sorted((pages.ROOT / "examples").rglob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_show_what_happens(path):
    assert doctest.testmod(pages.load(path), optionflags=FLAGS).failed == 0


def test_every_measure_has_an_example():
    from steelyard.measures.registry import registry

    bare = [name for name, kind in registry().items() if ">>> " not in (kind.__doc__ or "")]
    assert not bare, f"measures without an example in their docstring: {bare}"
