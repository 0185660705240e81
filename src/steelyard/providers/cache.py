"""The cache of annotations: a database on disk, by parser and content, so that no text is parsed twice.

It lies in the folder of the environment variable STEELYARD_CACHE, else in the user's cache folder; STEELYARD_CACHE=none
keeps annotations in a temporary file for as long as the process runs. It may be deleted at any time.

Every record has a checksum, and is looked at as a parser's answer is: one that is damaged counts as not there, so the
parser is asked anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import threading
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from steelyard.corpus.sentences import Annotation, Sentence
from steelyard.errors import InputError, Notice
from steelyard.results.numbers import counted

_FILE = "annotations-2.sqlite"
_TABLE = """
create table if not exists annotations (
  parser text not null, line blob not null, sentences blob not null, checksum blob not null, primary key (parser, line)
) without rowid
"""
_DIGEST = 16
_AT_ONCE = 500
_PATIENCE = 60.0


class AnnotationCache:
    """Annotations of lines, as a parser gave them; any number of threads and processes may use one file."""

    def __init__(self, path: Path | None) -> None:
        # An empty name is a temporary database of sqlite's own, which goes with the process.
        self._name = "" if path is None else str(path)
        self._lock = threading.Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                # It holds texts, which are nobody else's business.
                path.touch(mode=0o600)
            self._database = sqlite3.connect(
                self._name, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._database.execute("pragma synchronous = normal")
            # Not in WAL mode, which needs shared memory, and so does not work in network folders.
            if not self._database.execute("select name from sqlite_master").fetchall():
                with self._database:
                    self._database.execute("begin immediate")
                    self._database.execute(_TABLE)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> InputError:
        where = self._name or tempfile.gettempdir()
        problem = error.strerror if isinstance(error, OSError) else error
        return InputError(
            f"{where}: annotations cannot be kept there ({problem}); delete the file if it is damaged, or name another "
            f"folder with STEELYARD_CACHE (none: keep nothing)"
        )

    def get(self, parser: str, lines: Iterable[str]) -> dict[str, Annotation]:
        """Return the annotations of those lines that have one; what is damaged goes."""
        annotations: dict[str, Annotation] = {}
        damaged: list[bytes] = []
        for key, line, content in self._whole(parser, lines):
            annotation = _unpacked(content)
            if annotation is None:
                damaged.append(key)
            else:
                annotations[line] = annotation
        for batch in _batches(damaged):
            places = ",".join("?" * len(batch))
            self._run(f"delete from annotations where parser = ? and line in ({places})", [parser, *batch])
        self._tell(len(damaged))
        return annotations

    def lacking(self, parser: str, lines: Iterable[str]) -> list[str]:
        """Return those lines that have no annotation, or a damaged one, each once, in order."""
        wanted = dict.fromkeys(lines)
        for _, line, _ in self._whole(parser, wanted):
            del wanted[line]
        return list(wanted)

    def _whole(self, parser: str, lines: Iterable[str]) -> Iterator[tuple[bytes, str, bytes]]:
        """Yield key, line and content of the records whose checksum is right."""
        keys = {digest(line): line for line in lines}
        damaged = 0
        for batch in _batches(list(keys)):
            places = ",".join("?" * len(batch))
            query = f"select line, sentences, checksum from annotations where parser = ? and line in ({places})"
            for key, content, checksum in self._run(query, [parser, *batch]):
                if isinstance(content, bytes) and checksum == _checksum(parser, key, content):
                    yield key, keys[key], content
                else:
                    damaged += 1
        self._tell(damaged)

    def _tell(self, damaged: int) -> None:
        if damaged:
            warnings.warn(
                f"{self._name}: {counted(damaged, 'annotation')} kept there {'is' if damaged == 1 else 'are'} damaged; "
                f"the parser is asked anew",
                Notice,
                stacklevel=2,
            )

    def put(self, parser: str, records: Mapping[str, list[Any]]) -> None:
        """Keep the sentences of lines, as records."""
        rows = [_row(parser, digest(line), _packed(sentences)) for line, sentences in records.items()]
        with self._lock:
            try:
                with self._database:
                    self._database.execute("begin immediate")
                    self._database.executemany("insert or replace into annotations values (?, ?, ?, ?)", rows)
            except sqlite3.Error as error:
                raise self._unusable(error) from None

    def _run(self, query: str, values: list[Any]) -> list[Any]:
        with self._lock:
            try:
                return self._database.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise self._unusable(error) from None


def digest(line: str) -> bytes:
    """Return what a line is known by."""
    return hashlib.sha256(line.encode()).digest()[:_DIGEST]


def _row(parser: str, key: bytes, content: bytes) -> tuple[str, bytes, bytes, bytes]:
    return parser, key, content, _checksum(parser, key, content)


def _checksum(parser: str, key: bytes, content: bytes) -> bytes:
    """Return the digest of a record and of what it is kept by, so that no record is taken for another."""
    return hashlib.sha256(b"\0".join((parser.encode(), key, content))).digest()[:_DIGEST]


def _batches(keys: list[bytes]) -> Iterator[list[bytes]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield keys[start : start + _AT_ONCE]


def _packed(sentences: list[Any]) -> bytes:
    return zlib.compress(json.dumps(sentences, ensure_ascii=False, separators=(",", ":")).encode(), 1)


def _unpacked(content: bytes) -> Annotation | None:
    """Return the annotation of a record; None if it is none."""
    try:
        annotation = tuple(map(Sentence.from_record, json.loads(zlib.decompress(content))))
    except (zlib.error, ValueError, TypeError, AttributeError, RecursionError):
        return None
    return None if any(sentence.problem() for sentence in annotation) else annotation


def folder() -> Path | None:
    """Return where annotations are kept between runs, or None if they are not."""
    named = os.environ.get("STEELYARD_CACHE", "")
    if named == "none":
        return None
    if named:
        return Path(named).absolute()
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser().absolute() / "steelyard"
    except RuntimeError:
        raise InputError(
            "there is no home folder to keep annotations in; name a folder with STEELYARD_CACHE (none: keep nothing)"
        ) from None


def annotation_cache() -> AnnotationCache:
    """Return the cache that the environment asks for."""
    return _opened(folder(), os.getpid())


@cache
def _opened(where: Path | None, process: int) -> AnnotationCache:
    # A connection must not be carried across a fork.
    del process
    return AnnotationCache(None if where is None else where / _FILE)
