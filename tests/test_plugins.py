"""The door: our own names without imports, entry points, modules and files."""

import importlib
import pkgutil
import subprocess
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

from steelyard import plugins
from steelyard.corpus.formats import FORMATS
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.significance import TESTS
from steelyard.loading import run_file
from steelyard.plugins import Classes, Modules, Objects
from steelyard.providers.parsers import PARSERS
from steelyard.studies import STUDIES


class Shape:
    name: ClassVar[str]


@dataclass(frozen=True)
class Paper:
    name: str
    year: int = 2000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty package called `shapes`."""
    package = tmp_path / "shapes"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0] == "shapes"]:
        del sys.modules[name]


CLASS = """
from typing import ClassVar
from test_plugins import Shape
class {kind}(Shape):
    name: ClassVar[str] = "{name}"
"""


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setitem(sys.modules, "test_plugins", sys.modules[__name__])


def shapes(**options):
    return Classes("shape", "shapes", "steelyard.shapes", Shape, **options)


def test_one_name_imports_one_file(folder):
    (folder / "round.py").write_text(CLASS.format(kind="Round", name="round"))
    (folder / "square.py").write_text("raise RuntimeError\n" + CLASS.format(kind="Square", name="square"))
    assert shapes().own() == shapes().names() == ["round", "square"]
    assert shapes().load("round").__name__ == "Round"
    assert "shapes.square" not in sys.modules
    with pytest.raises(SpecError, match=r"shapes.square cannot be imported \(RuntimeError: \); mend or remove it"):
        shapes().load("square")


def test_unknown_names_get_suggestions_and_doubles_are_refused(folder):
    (folder / "round.py").write_text(CLASS.format(kind="Round", name="round"))
    with pytest.raises(SpecError, match=r"unknown shape 'rond'; did you mean 'round'\?"):
        shapes().load("rond")
    (folder / "other.py").write_text(CLASS.format(kind="Other", name="round"))
    plugins._declared.cache_clear()
    with pytest.raises(SpecError, match=r"two files have a shape 'round', shapes.other and shapes.round; rename one"):
        shapes().names()


def test_what_a_class_must_say(folder):
    (folder / "round.py").write_text(CLASS.format(kind="Round", name="round"))
    with pytest.raises(SpecError, match="the shape 'round' does not say its corners"):
        shapes(demands=("corners",)).load("round")


def test_objects_and_modules(folder):
    text = 'from test_plugins import Paper\nPAPER = Paper(\n    "smith-2001",\n    2001,\n)\n'
    (folder / "smith.py").write_text(text)
    (folder / "lines.py").write_text('NAME = "lines"\ndef read(): return 1\n')
    papers = Objects("paper", "shapes", "steelyard.papers", Paper, "PAPER")
    assert papers.own() == ["smith-2001"] and papers.load("smith-2001").year == 2001
    formats = Modules("format", "shapes", "steelyard.formats", ("NAME", "read"))
    assert formats.own() == ["lines"] and formats.load("lines").read() == 1


def test_files_by_both_names(folder, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(CLASS.format(kind="Oval", name="oval"))
    assert shapes().load(f"{mine}:Oval") is shapes().load(f"{mine}:oval")
    with pytest.raises(SpecError, match=r"mine.py:Ovall: there is no 'Ovall' in it; did you mean 'Oval'"):
        shapes().load(f"{mine}:Ovall")
    with pytest.raises(SpecError, match="ClassVar is no shape: expected a class derived from Shape"):
        shapes().load(f"{mine}:ClassVar")
    with pytest.raises(InputError, match=r"none.py: No such file or directory"):
        shapes().load(f"{tmp_path / 'none.py'}:f")


@pytest.mark.parametrize(
    ("text", "told"), [("1/0", "ZeroDivisionError"), ("exit(3)", "SystemExit: 3"), ("(", "Syntax")]
)
def test_a_file_that_fails_is_one_line(folder, tmp_path, text, told):
    mine = tmp_path / "mine.py"
    mine.write_text(text)
    for _ in range(2):
        with pytest.raises(SpecError, match=rf"mine.py: it cannot be run: {told}"):
            shapes().load(f"{mine}:f")


def test_a_changed_file_is_run_again_and_the_same_is_not(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("x = []")
    first = run_file(str(mine))
    assert run_file(str(mine)) is first
    mine.write_text("x = [1]")
    assert run_file(str(mine)).x == [1]
    assert not (tmp_path / "__pycache__").exists()


PACKAGE = {
    "outline/__init__.py": "",
    "outline/oval.py": CLASS.format(kind="Oval", name="oval"),
    "outline/bad.py": "raise RuntimeError('imported')",
    "outline-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: outline\nVersion: 1.0\n",
    "outline-1.0.dist-info/entry_points.txt": "[steelyard.shapes]\noval = outline.oval:Oval\nbad = outline.bad:Bad\n",
}


@pytest.fixture
def installed(folder, tmp_path):
    for path, text in PACKAGE.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    plugins._entry_points.cache_clear()
    yield tmp_path
    plugins._entry_points.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "outline"]:
        del sys.modules[name]


def test_entry_points_are_imported_when_named(folder, installed):
    (folder / "round.py").write_text(CLASS.format(kind="Round", name="round"))
    assert shapes().names() == ["bad", "oval", "round"] and shapes().entry_points()["oval"] == "outline"
    assert "outline" not in sys.modules
    assert shapes().load("oval").__name__ == "Oval" and shapes().load("outline.oval:Oval") is shapes().load("oval")
    assert "outline.bad" not in sys.modules
    with pytest.raises(SpecError, match="'bad' of the package outline: it cannot be run: RuntimeError: imported"):
        shapes().load("bad")


def test_names_of_entry_points_are_single(folder, installed):
    (folder / "oval.py").write_text(CLASS.format(kind="Oval", name="oval"))
    with pytest.raises(SpecError, match="package outline calls a shape 'oval', which is one of steelyard's own"):
        shapes().names()
    (folder / "oval.py").unlink()
    plugins._declared.cache_clear()
    other = installed / "outline2-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: outline2\nVersion: 1.0\n")
    (other / "entry_points.txt").write_text("[steelyard.shapes]\noval = outline.oval:Shape\n")
    plugins._entry_points.cache_clear()
    with pytest.raises(SpecError, match=r"two packages call a shape 'oval' \(outline, outline2\)"):
        shapes().load("oval")


@pytest.mark.parametrize("registry", [FORMATS, PARSERS, STUDIES, TESTS], ids=lambda one: one.what)
def test_names_are_read_as_they_are_defined(registry):
    """Measures have a test of their own."""
    package = importlib.import_module(registry.package)
    defined = {}
    for file in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{registry.package}.{file.name}")
        defined |= dict.fromkeys(registry.members(module), module.__name__)
    assert registry._files() == defined and len(defined) > 1
    assert all(registry.load(name) is not None for name in defined)


def test_endings_are_read_as_they_are_defined():
    assert FORMATS.constants("ENDINGS") == {name: FORMATS.load(name).ENDINGS for name in FORMATS.own()}


def test_one_format_and_one_study_are_imported_by_name(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"outputs": {"A": "a"}, "references": ["a"]}\n')
    code = f"""
import sys
import steelyard as sy
sy.read({str(tmp_path / "a.jsonl")!r})
from steelyard.studies import STUDIES
STUDIES.load("dorr-2005")
ours = ("steelyard.corpus.formats.", "steelyard.studies.")
print(*(module.removeprefix("steelyard.") for module in sys.modules if module.startswith(ours)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = {module for module in done.stdout.split() if ".recipes" not in module}
    assert modules == {"corpus.formats.jsonl", "studies.dorr_2005"}
