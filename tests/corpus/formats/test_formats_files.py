"""What all formats do with files: encoding, byte order marks, line ends, wrong files, unwritable places."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from format_facts import TEXT_FILES, file_name
from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.errors import FormatError, InputError

Read = Callable[..., Corpus]
CORPUS = Corpus.of({"A": ["one", "two"]}, ["eins", "zwei"])
FILES = [file_name("corpus", name) for name in TEXT_FILES]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0"


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    write(CORPUS, tmp_path / request.param)
    return tmp_path / request.param


def test_byte_order_mark_is_refused_unless_accepted(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    with pytest.raises(FormatError, match=r'line 1: starts with a byte order mark; .* accept=\["bom"\]'):
        read(file)
    assert list(read(file, accept=["bom"]).systems["A"]) == ["one", "two"]


def test_carriage_returns_are_white_space(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert list(read(file).systems["A"]) == ["one", "two"]


def test_invalid_utf8_is_named(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"two", b"t\xffo"))
    with pytest.raises(FormatError, match=r"corpus\.\S+, line \d+, (byte|column) \d+: not (valid UTF-8|well-formed)"):
        read(file)


def test_nul_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"two", b"t\0o"))
    with pytest.raises(FormatError, match=r"line \d+.*(contains a NUL|not well-formed)"):
        read(file)


def test_wrong_file_type(file: Path) -> None:
    file.write_bytes(PNG)
    with pytest.raises(FormatError, match=rf"{file.name}, line 1, (byte 1: not valid UTF-8|column 1: not well-formed)"):
        read(file)


def test_empty_file(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(FormatError, match=file.name):
        read(file)


def test_long_text_is_refused_unless_accepted(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"two", b"x" * (1 << 20) + b"y"))
    with pytest.raises(FormatError, match=r'accept=\["long"\]'):
        read(file)
    assert len(read(file, accept=["long"]).systems["A"][1] or "") == (1 << 20) + 1


def test_missing_file() -> None:
    for name in (*FILES, "corpus.xml"):
        with pytest.raises(InputError, match=rf"nowhere/{name}: No such file or directory"):
            read(f"nowhere/{name}")


@pytest.mark.parametrize("name", FILES)
def test_unwritable_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"^cannot write .*: Not a directory; check the path$"):
        write(CORPUS, tmp_path / "file" / name)
    with pytest.raises(InputError, match=r"^cannot write .*: No such file or directory; check the path$"):
        write(CORPUS, tmp_path / "nowhere" / name)


def test_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    write(CORPUS, path)
    before = path.read_bytes()
    with pytest.raises(InputError, match="not valid Unicode"):
        write(Corpus.of({"A": ["x", "y"]}, ids=["good", "\ud800"]), path, replace=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_there_is_replaced_only_if_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "human.tsv"
    path.write_text("mine")
    with pytest.raises(InputError, match=r"human\.tsv exists; give another name, or replace=True to replace it"):
        write(CORPUS, path, lossy=True)
    assert path.read_text() == "mine"
    write(CORPUS, path, lossy=True, replace=True)
    assert list(read(path).systems["A"]) == ["one", "two"]


def test_new_file_has_ordinary_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write(CORPUS, tmp_path / "corpus.jsonl")
    assert (tmp_path / "corpus.jsonl").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "real.jsonl")
    write(CORPUS, tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert list(read(tmp_path / "real.jsonl").systems["A"]) == ["one", "two"]


def test_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text("")
    for mode in (0o600, 0o664):
        path.chmod(mode)
        write(CORPUS, path, replace=True)
        assert stat.S_IMODE(path.stat().st_mode) == mode
        assert list(read(path).systems["A"]) == ["one", "two"]


def test_device_is_written_in_place(tmp_path: Path) -> None:
    path = tmp_path / "null"
    if sys.platform != "linux":
        pytest.skip("the device's number is known for Linux only")
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        path.open("wb").close()
    except OSError as error:
        pytest.skip(f"cannot make a device: {error}")
    write(CORPUS, path, format="jsonl")
    assert path.is_char_device()


def test_long_names_are_told(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 300 + ".jsonl")
    with pytest.raises(InputError, match="File name too long; check the path"):
        read(long)
    for path in (long, long.with_suffix("")):
        with pytest.raises(InputError, match=r"cannot write .*: File name too long; check the path"):
            write(CORPUS, path)
