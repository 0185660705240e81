"""The public API: one table, and everything that hangs on it."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import steelyard as sy

SOURCE = Path(sy.__file__)
TREE = ast.parse(SOURCE.read_text("utf-8"))
VERBS = ("measures", "meta", "report")


def type_checked() -> dict[str, str]:
    """Return name → module of what type checkers see."""
    block = next(node for node in TREE.body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_all_is_the_table():
    assert sorted(sy.__all__) == sorted([*sy._PUBLIC, *VERBS, "__version__"])
    assert dir(sy) == sorted(sy.__all__)


def test_type_checkers_see_the_table():
    seen = type_checked()
    assert {name: seen[name] for name in sy._PUBLIC} == sy._PUBLIC
    assert seen.keys() == {*sy._PUBLIC, *VERBS}


@pytest.mark.parametrize("name", sorted(sy._PUBLIC))
def test_verbs_are_functions_and_nouns_are_types(name):
    public = getattr(sy, name)
    assert inspect.isclass(public) if name[0].isupper() else inspect.isfunction(public)
    folder = public.__module__.rpartition(".")[0]
    assert sy._PUBLIC[name] in (public.__module__, folder), "name the module that defines it, or its folder"


@pytest.mark.parametrize("name", VERBS)
def test_folders_that_are_verbs_can_be_called_whatever_was_imported(name):
    submodules = [path.stem for path in (SOURCE.parent / name).glob("*.py") if path.stem != "__init__"]
    code = f"""
import importlib, steelyard as sy
assert callable(sy.{name})
before = repr(sy.{name}.__signature__)
for submodule in {submodules!r}:
    importlib.import_module(f"steelyard.{name}.{{submodule}}")
assert callable(sy.{name}) and repr(sy.{name}.__signature__) == before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_other_module_is_swapped():
    swapped = [
        path for path in SOURCE.parent.rglob("*.py")
        if "make_callable(" in path.read_text("utf-8") and path.name == "__init__.py"
    ]  # fmt: skip
    assert sorted(path.parent.name for path in swapped) == sorted(VERBS)
    assert not [path for path in SOURCE.parent.rglob("*.py") if "__class__ =" in path.read_text("utf-8")
                and path.name != "callable.py"]  # fmt: skip


def test_what_is_no_corpus_is_read_by_its_format(tmp_path):
    scores = sy.score({"A": ["a b"]}, ["a b"])
    scores.save(tmp_path / "run.npz")
    assert sy.read(tmp_path / "run.npz", "statistics").to_dict() == scores.to_dict()
    with pytest.raises(sy.SteelyardError, match=r"holds statistics and no corpus; read it with format='statistics'"):
        sy.read(tmp_path / "run.npz")
    with pytest.raises(sy.SteelyardError, match=r"format='trees' takes one path"):
        sy.read([tmp_path / "a.mrg", tmp_path / "b.mrg"], "trees")
