"""Reading the lines of a file and replacing a file in one step; gzip on both sides."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, cast

from steelyard.errors import FormatError, InputError, accepting, worded
from steelyard.files.paths import check_path
from steelyard.files.terminals import guarded

#: Bytes of a text, of a line that may hold several texts, and of a file that is read as a whole, such as a list.
LONGEST = 1 << 20
LONGEST_LINE = 1 << 26
_MOST_WHOLE = 1 << 28
_BOM = "\ufeff"
_GZIP = b"\x1f\x8b"


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, unpacked if it is gzip; "-" is standard input."""
    if str(path) == "-" and sys.stdin is None:
        raise InputError("standard input is closed; give a file, or pipe the corpus in")
    check_path(path)
    try:
        with nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb") as file:
            buffered = cast(io.BufferedReader, file)
            if buffered.peek(2)[:2] == _GZIP:
                from steelyard.files.unpacking import unpacked

                with unpacked(buffered, str(path)) as content:
                    yield content
            else:
                yield buffered
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the path") from None


def read_whole(path: Path, most: int = _MOST_WHOLE) -> bytes:
    """Return all of a file, unless it is larger than files of its kind ever are: then OSError."""
    check_path(path)
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def decoded_lines(path: Path, accept: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a UTF-8 file with their line ends; refuse what read_lines() refuses, except CRLF.

    A line may hold several texts, so it may have 64 MiB, and any number of bytes if long texts are accepted.
    """
    most = -1 if "long" in accept else LONGEST_LINE + 1
    with opened(path) as file:
        for number, raw in enumerate(iter(lambda: file.readline(most), b""), 1):
            if most > 0 and len(raw) == most and b"\0" not in raw:
                raise FormatError(
                    f"{path}, line {number}: more than {LONGEST_LINE:,} bytes in one line; is this a text file? use "
                    f"{accepting('long')} to read it anyway"
                )
            try:
                line = raw.decode("utf-8")
            except UnicodeDecodeError as error:
                raise FormatError(
                    f"{path}, line {number}, byte {error.start + 1}: not valid UTF-8; "
                    f"convert the file to UTF-8 (for instance with iconv), or check that it is a text file"
                ) from None
            if "\0" in line:
                raise FormatError(
                    f"{path}, line {number}: contains a NUL character; remove it, or check that this is a text file"
                )
            if number == 1 and line.startswith(_BOM):
                refuse_bom(path, accept)
                line = line[1:]
            yield line


def refuse_bom(path: Path, accept: Sequence[str]) -> None:
    """Raise about a byte order mark in `path` unless it is accepted."""
    if "bom" not in accept:
        raise FormatError(
            f"{path}, line 1: starts with a byte order mark; save the file without it, or use {accepting('bom')} to "
            f"skip it"
        )


def folders_before_colon(path: Path) -> Iterator[Path]:
    """Yield what stands before each colon of a path, longest first: FOLDER:PART names a part of a folder."""
    name = str(path)
    while ":" in name:
        name = name.rpartition(":")[0]
        yield Path(name)


def check_replaceable(path: str | Path, replace: bool, is_ours: Callable[[Path], bool] | None = None) -> None:
    """Raise at once, before any work, if a file at `path` would be lost: one that holds something and is none of ours.

    replace   whether the user wants it replaced, whatever it is
    is_ours   tells an earlier output of the same kind; without it, that cannot be told
    """
    check_path(path)
    target = Path(path)
    try:
        lost = str(path) != "-" and target.is_file() and target.stat().st_size > 0
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; check the path") from None
    if lost and not replace and (is_ours is None or not is_ours(target)):
        raise InputError(f"{path} exists; give another name, or {worded('--replace', 'replace=True')} to replace it")


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its name when all is written; packed if the name ends in .gz."""
    try:
        with _new_file(path) as file:
            if path.suffix == ".gz":
                # No name and no time in the header: the same corpus gives the same bytes.
                import gzip

                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield cast(IO[bytes], packed)
            else:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; check the path") from None
    except UnicodeEncodeError as error:
        raise _no_text(str(path), error) from None


@contextmanager
def standard_output(as_it_is: bool = False) -> Iterator[IO[bytes]]:
    """Open standard output for bytes; where its reader has had enough, that stays a BrokenPipeError.

    as_it_is   whether a terminal gets the bytes as they are, since they are made for one
    """
    try:
        sys.stdout.flush()
        yield sys.stdout.buffer if as_it_is else guarded(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write standard output: {error.strerror or error}") from None
    except UnicodeEncodeError as error:
        raise _no_text("standard output", error) from None


def _no_text(where: str, error: UnicodeEncodeError) -> InputError:
    """Return the error about a text that holds half a surrogate pair."""
    odd = error.object[max(0, error.start - 20) : error.end + 20]
    return InputError(f"cannot write {where}: {odd!r} is not valid Unicode; replace it")


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    if str(path) == "-":
        with standard_output() as file:
            yield file
        return
    check_path(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            yield guarded(device)
        return
    part = sibling(target)
    try:
        with part.open("xb") as file:
            if target.exists():
                os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield file
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """Make a directory for writing into that takes its name when all is written; only an empty one is replaced."""
    check_path(path)
    if not path.name:
        raise InputError(f"cannot write {path}: it exists and is not an empty directory; give a new name")
    part = sibling(path)
    try:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(f"cannot write {path}: it exists and is not an empty directory; give a new name")
        part.mkdir()
        yield part
        part.rename(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; check the path") from None
    finally:
        import shutil

        shutil.rmtree(part, ignore_errors=True)


def sibling(target: Path) -> Path:
    """Return an unused hidden name next to `target`, for what is being written."""
    return target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.part")
