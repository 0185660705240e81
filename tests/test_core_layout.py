"""The compiled core: kernels know nothing of Python, and each folder includes only from those before it."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "cpp"
# In the order of the data, as the package; what stands alone comes first, and what binds comes last.
ORDER = (
    *("errors", "hashing", "matrix", "stop", "unicode"),
    *("corpus", "text", "annotation", "measures", "statistics", "inference", "meta"),
    "bind",
)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
OF_PYTHON = re.compile(r"nanobind/|pybind|Python\.h|numpy/|bind/")


def files() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.[ch]pp"))


def folder_of(path: str) -> str:
    return path.split("/")[0].removesuffix(".hpp")


def problems(path: Path, text: str) -> list[str]:
    """What a file includes that it may not."""
    here = folder_of(path.relative_to(SOURCE).as_posix())
    found = []
    for mark, header in INCLUDE.findall(text):
        if here != "bind" and OF_PYTHON.match(header):
            found.append(f"{header} is Python's")
        elif mark == '"' and (folder_of(header) not in ORDER or not (SOURCE / header).is_file()):
            found.append(f"{header} is not written from cpp/ on, or is not there")
        elif mark == '"' and ORDER.index(folder_of(header)) > ORDER.index(here):
            found.append(f"{header} comes later")
    return found


def test_every_file_has_a_place():
    assert {folder_of(path.relative_to(SOURCE).as_posix()) for path in files()} == set(ORDER)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_includes_only_what_comes_before(path):
    assert problems(path, path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("text/tokens.hpp", "#include <nanobind/nanobind.h>"),
        ("text/tokens.cpp", "#include <Python.h>"),
        ("meta/queen.cpp", '#include "bind/bind.hpp"'),
        ("corpus/lines.cpp", '#include "text/tokens.hpp"'),
        ("measures/edits/ter.cpp", '#include "bit_rows.hpp"'),
        ("errors.hpp", '  #  include "matrix.hpp"'),
    ],
)
def test_wrong_includes_are_seen(path, line):
    assert problems(SOURCE / path, f"// First.\n{line}\n")


def test_right_includes_are_allowed():
    assert problems(SOURCE / "measures/edits/ter.cpp", '#include <vector>\n#include "text/ids.hpp"') == []
    assert problems(SOURCE / "bind/text.cpp", '#include <nanobind/stl/pair.h>\n#include "text/keys.hpp"') == []


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.hpp")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_headers_say_what_they_are_for(path):
    first, *_ = path.read_text("utf-8").splitlines()
    assert first.startswith("// ")


def test_every_folder_of_kernels_is_run_under_sanitizers():
    """Trees, all of `annotation`, are the business of measures."""
    makefile = (SOURCE.parent / "Makefile").read_text("utf-8")
    paths = re.search(r"^KERNEL_TESTS := ((?:.*\\\n)*.*)$", makefile, re.MULTILINE)[1].replace("\\\n", " ").split()
    assert [path for path in paths if not (SOURCE.parent / path).exists()] == []
    assert {f"tests/{folder}" for folder in ORDER[ORDER.index("corpus") : -1]} - {*paths} == {"tests/annotation"}
    assert re.search(r"^test-long:.*\n(?:\t.*\n)*\t\$\(MAKE\) sanitize$", makefile, re.MULTILINE)


@pytest.mark.parametrize("path", sorted((SOURCE / "bind").iterdir()), ids=lambda path: path.name)
def test_bindings_are_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= 400
