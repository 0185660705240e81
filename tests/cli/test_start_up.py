"""Start-up: what is imported, and how long `--help` takes."""

import subprocess
import sys
import time

import pytest

_SHOW = """
import sys
from steelyard.cli import main
main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
"""


def _modules(*arguments):
    ran = subprocess.run([sys.executable, "-c", _SHOW, *arguments], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in ran.stderr.split()} | set(ran.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["score", "--help"], ["convert", "--help"], ["sweep", "--help"], ["report", "--help"]],
)
def test_help_imports_neither_numpy_nor_rich(arguments):
    assert not _modules(*arguments) & {"numpy", "rich", "steelyard._core", "steelyard.corpus"}


def test_help_imports_no_command():
    assert not _modules("--help") & {f"steelyard.cli.{name}" for name in ("score", "measures", "convert", "demo")}


@pytest.mark.parametrize("more", [[], ["--intervals"], ["--json"], ["--latex"]])
def test_scoring_imports_nothing_heavy(texts, more):
    modules = _modules("score", "A.txt", "-r", "ref1.txt", *more)
    assert "numpy" in modules and not modules & {"scipy", "pandas", "matplotlib", "rich", "pyarrow"}


_ANNOTATION = {
    "spacy", "sqlite3", "subprocess", "steelyard.text.annotation.annotator", "steelyard.text.annotation.providers"
}  # fmt: skip


@pytest.mark.parametrize("arguments", [["--help"], ["score", "A.txt", "-r", "ref1.txt"], ["annotate", "--help"]])
def test_what_annotates_is_imported_only_where_it_is_needed(texts, arguments):
    assert not _modules(*arguments) & _ANNOTATION


def test_help_is_faster_than_importing_numpy():
    def quickest(*command):
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            subprocess.run([sys.executable, *command], check=True, capture_output=True)
            times.append(time.perf_counter() - begun)
        return min(times)

    assert quickest("-m", "steelyard", "--help") < quickest("-c", "import numpy")


def test_an_end_with_objects_alive_is_silent():
    """As after a second Ctrl-C: what is alive then is no leak that anybody could act on."""
    code = "import ctypes, steelyard._core as c; ctypes.pythonapi.Py_IncRef(ctypes.py_object(c.Vocabulary()))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", "")
