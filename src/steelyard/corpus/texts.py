"""A column of texts: UTF-8 bytes and positions, in memory or left in the file they came from."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError, SpecError, accepting, worded
from steelyard.files.disk import LONGEST
from steelyard.files.paths import check_path

if TYPE_CHECKING:
    from steelyard.corpus.reference_kinds import ReferenceKind
    from steelyard.corpus.sentences import Annotation

Positions = NDArray[np.int64]

#: What a user may accept that is refused otherwise.
ACCEPTABLE = ("bom", "crlf", "empty", "long", "unannotated")
_BLOCK = 1 << 22
_GZIP = b"\x1f\x8b"


class Chunk(NamedTuple):
    """Some texts in a row: text i is data[starts[i]:ends[i]], valid UTF-8."""

    data: bytes
    starts: Positions
    ends: Positions


class Texts(Sequence[str | None]):
    """One text per segment; `absent` holds the (sorted) segments that have none; `kind` is of references."""

    absent: Positions
    kind: ReferenceKind | None = None

    def chunk(self, start: int, stop: int) -> Chunk:
        """Return the texts start … stop-1 as bytes; an absent text is empty."""
        raise NotImplementedError

    def blank(self) -> Positions:
        """Return the segments whose text is absent or white space only."""
        raise NotImplementedError

    def bytes_before(self) -> Positions:
        """Return for each text (and the end) how many bytes precede it."""
        raise NotImplementedError

    def annotations(self, start: int, stop: int) -> Sequence[Annotation] | None:
        """Return the annotations that came with the texts start … stop-1, or None if none came."""
        del start, stop
        return None

    @property
    def has_trees(self) -> bool:
        """Whether the texts came with annotations."""
        return self.annotations(0, 0) is not None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,}>"

    def __getitem__(self, index: int | slice) -> str | None:  # type: ignore[override]
        if isinstance(index, slice):
            raise TypeError("texts are read one at a time or by chunk()")
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        if self._lacks(index):
            return None
        data, starts, ends = self.chunk(index, index + 1)
        return data[starts[0] : ends[0]].decode("utf-8")

    def __iter__(self) -> Iterator[str | None]:
        for start in range(0, len(self), 10_000):
            data, starts, ends = self.chunk(start, min(start + 10_000, len(self)))
            for i, (a, b) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
                yield None if self._lacks(start + i) else data[a:b].decode("utf-8")

    def _lacks(self, index: int) -> bool:
        at = int(np.searchsorted(self.absent, index))
        return at < len(self.absent) and int(self.absent[at]) == index


@dataclass(frozen=True, eq=False, repr=False)
class HeldTexts(Texts):
    """Texts held in memory: text i is data[offsets[i]:offsets[i + 1]]."""

    data: bytes
    offsets: Positions
    absent: Positions

    @classmethod
    def of(cls, texts: Sequence[str | None], name: str, accept: Sequence[str] = ()) -> Self:
        """Encode strings (None = absent); `name` says in messages whose texts they are."""
        try:
            data, offsets, absent = _core.encode(tuple(texts))
        except (TypeError, ValueError) as error:
            raise InputError(f"{name}: {error}") from None
        column = cls(data, offsets, absent)
        sizes = np.diff(offsets)
        if len(sizes) and "long" not in accept and int(sizes.max()) > LONGEST:
            where = int(sizes.argmax())
            raise InputError(_too_long(f"{name}, segment {where}", int(sizes[where])))
        if (nul := data.find(b"\0")) >= 0:
            where = int(np.searchsorted(offsets, nul, side="right")) - 1
            raise InputError(f"{name}, segment {where}: contains a NUL character; remove it")
        return column

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def chunk(self, start: int, stop: int) -> Chunk:
        """Return the texts start … stop-1 as bytes."""
        positions = self.offsets[start : stop + 1] - self.offsets[start]
        data = self.data[int(self.offsets[start]) : int(self.offsets[stop])]
        return Chunk(data, positions[:-1], positions[1:])

    def bytes_before(self) -> Positions:
        """Return the offsets."""
        return self.offsets

    def blank(self) -> Positions:
        """Return the segments whose text is absent or white space only."""
        return _core.blank(self.data, self.offsets[:-1], self.offsets[1:])


@dataclass(frozen=True, eq=False)
class AnnotatedTexts(HeldTexts):
    """Texts that came with annotations.

    name    the file they are from
    names   of the segments, if the file names them
    """

    sentences: tuple[Annotation, ...]
    name: str
    names: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<AnnotatedTexts: {len(self):,} from {self.name}>"

    @classmethod
    def read(
        cls, texts: Sequence[tuple[str, Annotation]], name: str, names: tuple[str, ...] = (), accept: Sequence[str] = ()
    ) -> AnnotatedTexts:
        """Make a column of texts and their annotations."""
        column = HeldTexts.of([text for text, _ in texts], name, accept)
        return cls(column.data, column.offsets, column.absent, tuple(sentences for _, sentences in texts), name, names)

    def annotations(self, start: int, stop: int) -> Sequence[Annotation]:
        """Return the annotations of the texts start … stop-1."""
        return self.sentences[start:stop]


@dataclass(frozen=True, eq=False, repr=False)
class FiledTexts(Texts):
    """Lines left in a file and read a chunk at a time, so that memory does not grow with the corpus."""

    name: str
    file: _Regular | _Spooled
    starts: Positions
    size: int
    carriage_returns: bool
    blanks: Positions
    absent: Positions
    mark: bytes = b""

    def __len__(self) -> int:
        return len(self.starts)

    def chunk(self, start: int, stop: int) -> Chunk:
        """Return the lines start … stop-1 without their line ends, with line feeds for the marks between sentences."""
        begin = int(self.starts[start]) if start < len(self) else self.size
        after = int(self.starts[stop]) if stop < len(self) else self.size
        data = self.file.read(after - begin, begin)
        starts = self.starts[start:stop] - begin
        ends = np.append(starts[1:], after - begin)
        lines = Chunk(data, *_core.trim_line_ends(data, starts, ends, self.carriage_returns))
        return _broken(lines, self.mark) if self.mark else lines

    def bytes_before(self) -> Positions:
        """Return where each line begins in the file, and the file's size."""
        return np.append(self.starts, self.size)

    def blank(self) -> Positions:
        """Return the lines that are white space only, marks between sentences left out."""
        if not self.mark:
            return self.blanks
        blocks = range(0, len(self), 10_000)
        blanks = [_core.blank(*self.chunk(start, min(start + 10_000, len(self)))) + start for start in blocks]
        return np.concatenate([self.blanks[:0], *blanks])


def _broken(lines: Chunk, mark: bytes) -> Chunk:
    """Return lines with a line feed in place of each `mark`."""
    positions: list[int] = []
    at = lines.data.find(mark)
    while at >= 0:
        positions.append(at)
        at = lines.data.find(mark, at + len(mark))
    places, shorter = np.array(positions, np.int64), len(mark) - 1
    starts, ends = (at - shorter * np.searchsorted(places, at) for at in (lines.starts, lines.ends))
    return Chunk(lines.data.replace(mark, b"\n"), starts, ends)


def check_mark(sentences_at: str | None) -> str:
    """Return what stands between sentences in lines of text ("" for nothing), or raise if it cannot."""
    option = worded("--sentences-at", "sentences_at")
    if sentences_at == "":
        raise SpecError(f"{option} is empty; give what stands between sentences, for instance '<q>'")
    if re.search(r"[\r\n\0\ud800-\udfff]", sentences_at or ""):
        raise SpecError(f"{option} has a line break, NUL or half a character, which no line of a text file can hold")
    return sentences_at or ""


def read_lines(path: str | Path, accept: Sequence[str] = (), sentences_at: str | None = None) -> Texts:
    """Open a text file (plain or gzip; "-" is standard input) as one text per line.

    `sentences_at`, say "<q>", stands between sentences and is read as a line break.

    Raises InputError naming file, line and byte for what cannot be read as it is: invalid UTF-8, a NUL,
    and, unless accepted, a byte order mark, CRLF line ends, or a line of more than 1 MiB.
    """
    name, mark = str(path), check_mark(sentences_at)
    scanner = _core.LineScanner(0 if "long" in accept else LONGEST)
    with _positional(path) as (file, blocks):
        for block in blocks:
            scanner.feed(block)
            if scanner.ended:
                break
    scanner.finish()
    _refuse(name, scanner, accept)
    return FiledTexts(
        name=name,
        file=file,
        starts=scanner.starts(),
        size=scanner.size,
        carriage_returns=scanner.carriage_return_line >= 0,
        blanks=scanner.blanks(),
        absent=np.empty(0, np.int64),
        mark=mark.encode(),
    )


def _refuse(name: str, scanner: _core.LineScanner, accept: Sequence[str]) -> None:
    if scanner.invalid_line >= 0:
        raise InputError(
            f"{name}, line {scanner.invalid_line + 1}, byte {scanner.invalid_byte}: not valid UTF-8; "
            f"convert the file to UTF-8 (for instance with iconv)"
        )
    if scanner.nul_line >= 0:
        raise InputError(
            f"{name}, line {scanner.nul_line + 1}: contains a NUL character; "
            f"remove it, or check that this is a text file"
        )
    if scanner.has_bom and scanner.carriage_return_line >= 0 and not {"bom", "crlf"} & set(accept):
        raise InputError(
            f"{name}: starts with a byte order mark, and line {scanner.carriage_return_line + 1} ends in CRLF; save "
            f"the file without both, or use {accepting('bom', 'crlf')} to skip them"
        )
    if scanner.has_bom and "bom" not in accept:
        raise InputError(
            f"{name}, line 1: starts with a byte order mark; save the file without it, or use {accepting('bom')} to "
            f"skip it"
        )
    if scanner.carriage_return_line >= 0 and "crlf" not in accept:
        raise InputError(
            f"{name}, line {scanner.carriage_return_line + 1}: ends in CRLF; convert to LF line ends, "
            f"or use {accepting('crlf')} to drop the carriage returns"
        )
    if scanner.lone_return_line >= 0 and "crlf" not in accept:
        raise InputError(
            f"{name}, line {scanner.lone_return_line + 1}: contains a carriage return inside the line; convert to LF "
            f"line ends, or use {accepting('crlf')} to take it as white space"
        )
    if scanner.longest > LONGEST and "long" not in accept:
        size = None if scanner.ended else scanner.longest
        raise InputError(_too_long(f"{name}, line {scanner.longest_line + 1}", size))


def _too_long(where: str, size: int | None) -> str:
    """Return what is wrong with a segment, whose size is not known if it was not read to its end."""
    limit = "" if size is None else f" (limit {LONGEST:,})"
    bytes_there = f"more than {LONGEST:,}" if size is None else f"{size:,}"
    return (
        f"{where}: {bytes_there} bytes in one segment{limit}; "
        f"is this one segment per line? use {accepting('long')} to score it anyway"
    )


class _Regular:
    """An ordinary file, opened anew for each read so that any number of systems can be scored at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state = self._stat(path.stat())

    def read(self, size: int, position: int) -> bytes:
        with self._path.open("rb") as file:
            data = os.pread(file.fileno(), size, position)
            if self._stat(os.fstat(file.fileno())) != self._state:
                raise InputError(f"{self._path}: the file changed while it was read; run again")
            return data

    def blocks(self) -> Iterator[bytes]:
        position = 0
        while block := self.read(_BLOCK, position):
            position += len(block)
            yield block

    @staticmethod
    def _stat(status: os.stat_result) -> tuple[int, int, int]:
        return status.st_ino, status.st_size, status.st_mtime_ns


class _Spooled:
    """What can be read only once (a pipe, standard input, gzip), copied to a temporary file as it is read."""

    def __init__(self, name: str) -> None:
        import tempfile

        self._name = name
        with self._storing():
            self._copy = tempfile.TemporaryFile()  # noqa: SIM115 (kept open for as long as the texts live)

    def copied(self, stream: IO[bytes]) -> Iterator[bytes]:
        """Yield the blocks of a stream, which are kept."""
        while block := stream.read(_BLOCK):
            with self._storing():
                self._copy.write(block)
                self._copy.flush()
            yield block

    @contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(
                f"{self._name}: cannot be unpacked to a temporary file: {error.strerror or error}; make room there, or "
                f"name another folder by the environment variable TMPDIR"
            ) from None

    def read(self, size: int, position: int) -> bytes:
        return os.pread(self._copy.fileno(), size, position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _spooled, (self.read(os.fstat(self._copy.fileno()).st_size, 0), self._name)


def _spooled(content: bytes, name: str) -> _Spooled:
    copy = _Spooled(name)
    for _ in copy.copied(io.BytesIO(content)):
        pass
    return copy


@contextmanager
def _positional(path: str | Path) -> Iterator[tuple[_Regular | _Spooled, Iterator[bytes]]]:
    """Open `path` for reading by position, and yield that with the blocks of a first read from beginning to end."""
    if str(path) == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file, or pipe the texts in")
        yield _copying(io.BufferedReader(sys.stdin.buffer), "standard input")  # type: ignore[arg-type]
        return
    check_path(path)
    try:
        with Path(path).open("rb") as file:
            if file.seekable() and file.peek(2)[:2] != _GZIP:
                regular = _Regular(Path(path))
                yield regular, regular.blocks()
            else:
                yield _copying(file, str(path))
    except OSError as error:
        way_out = f"give a file, or a corpus as {worded('--corpus', 'sy.read(…)')}"
        todo = way_out if isinstance(error, IsADirectoryError) else "check the path"
        raise InputError(f"{path}: {error.strerror or error}; {todo}") from None


def _copying(stream: io.BufferedReader, name: str) -> tuple[_Spooled, Iterator[bytes]]:
    copy = _Spooled(name)
    if stream.peek(2)[:2] != _GZIP:
        return copy, copy.copied(stream)
    from steelyard.files.unpacking import unpacked

    return copy, copy.copied(unpacked(stream, name))
