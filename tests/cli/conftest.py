"""Running the command line inside the test process, in an empty directory."""

import io
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STEELYARD_DEBUG", raising=False)
    return tmp_path


@pytest.fixture
def run(here, capsys, monkeypatch):
    """Return a function that runs a command and gives its exit code and what it printed."""

    def call(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin))))
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture
def refused(here, run):
    """Return a function that runs a command which must be refused, and gives the one line it printed."""

    def call(*arguments, stdin=b""):
        before = _contents(here)
        result = run(*arguments, stdin=stdin)
        assert (result.code, result.out) == (2, ""), result
        assert result.err.startswith("steelyard: ") and result.err.endswith("\n") and result.err.count("\n") == 1
        assert "Traceback" not in result.err and "fault in steelyard" not in result.err
        assert _contents(here) == before, "something was written"
        return result.err[len("steelyard: ") : -1]

    return call


def _contents(folder: Path):
    return {path: None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}


@pytest.fixture
def texts(here):
    """Two systems, two reference sets, documents and topics of four segments."""
    files = {
        "A.txt": "the cat sat on the mat\nhello there my world\nit rains a lot today\nwe went home\n",
        "B.txt": "a cat sat on a mat\nhello world\nit is raining today\nwe go to home\n",
        "ref1.txt": "the cat sat on the mat\nhello there world\nit rains a lot today\nwe went home early\n",
        "ref2.txt": "there is a cat on the mat\nhi there world\n\nwe left for home\n",
        "docs.txt": "one\none\ntwo\ntwo\n",
        "ids.txt": "a\nb\nc\nd\n",
        "source.txt": "Die Katze\nHallo\nEs regnet\nWir gingen\n",
    }
    for name, text in files.items():
        (here / name).write_text(text, encoding="utf-8")
    return here


@pytest.fixture
def sample(here):
    """The sample in a folder, as options that name it."""
    sy.write(sy.sample(), here / "sample")
    return ["--corpus", "sample"]


@pytest.fixture
def full(tmp_path_factory):
    """A device without space, of our own: a fault must not be able to harm the system's."""
    path = tmp_path_factory.mktemp("devices") / "full"
    if sys.platform != "linux":
        pytest.skip("the device's number is known for Linux only")
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 7))
        path.open("wb").close()
    except OSError as error:
        pytest.skip(f"cannot make a device: {error}")
    yield path
    assert path.is_char_device(), "the device was replaced by a file"
    path.unlink()
