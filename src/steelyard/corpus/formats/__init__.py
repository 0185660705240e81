"""File formats of corpora: one module each, found by walking this folder.

A format's module has

    NAME       what users call it
    ENDINGS    file endings it is recognised by (each also with .gz); none for a directory
    ROOTS      where several formats share an ending: the outermost elements by which its files are told apart
    MEMBERS    for a directory other than one of parallel files: names (with *) of files by which it is told
    SEVERAL    True if several paths can make one corpus
    read(paths, accept) -> Corpus

and, if it can be written,

    CARRIES    kinds of content it can hold (see content)
    BINARY     True if its files are not lines of text
    write(corpus, path)
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from steelyard.arguments import public
from steelyard.corpus.content import lost
from steelyard.corpus.corpus import Corpus, check_accept, check_corpus
from steelyard.errors import FormatError, InputError, SpecError, worded
from steelyard.files.disk import check_replaceable, folders_before_colon, opened
from steelyard.files.paths import check_path, is_file, is_folder
from steelyard.plugins import Modules

if TYPE_CHECKING:
    from steelyard.corpus.roles import ColumnRoles

__all__ = ["names", "read", "write"]

_DIRECTORY = "parallel"
_TABLE = "table"
_ROOT = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s++|<!--.*?-->|<\?.*?>|<![^-].*?>)*+<([A-Za-z][\w.-]*)", re.DOTALL)


class Format(Protocol):
    """A format that can be read."""

    NAME: str
    ENDINGS: tuple[str, ...]

    def read(self, paths: Sequence[Path], accept: Sequence[str]) -> Corpus:
        """Return the corpus at some paths."""


class _Written(Format, Protocol):
    CARRIES: frozenset[str]

    def write(self, corpus: Corpus, path: Path) -> None: ...


#: All formats, by name.
FORMATS: Modules[Format] = Modules("format", __name__, "steelyard.formats", ("NAME", "read"))


def names() -> list[str]:
    """Return the names of our formats."""
    return FORMATS.own()


def read(
    paths: str | Path | Iterable[str | Path],
    format: str | Format | None = None,
    accept: Iterable[str] = (),
    sentences_at: str | None = None,
    references_of: str | Sequence[str] | None = None,
    columns: Mapping[str, str | Sequence[str]] | ColumnRoles | None = None,
) -> Corpus:
    """Read a corpus; the format is told by the ending, or by a path being a directory, unless it is named.

    Several paths (the sets of an SGML corpus, the annotations of a pyramid) make one corpus.
    `sentences_at`, say "<q>", stands between the sentences of a line in parallel text files, and is read as a line
    break. `references_of` names the kinds of references that outputs are compared with, if not "first,multi".
    `columns` says which column of a table (format "table") is what.
    """
    corpus = _read(paths, format, accept, sentences_at, columns)
    return corpus if references_of is None else corpus.with_references_of(references_of)


def _read(
    paths: str | Path | Iterable[str | Path],
    format: str | Format | None,
    accept: Iterable[str],
    sentences_at: str | None,
    columns: Mapping[str, str | Sequence[str]] | ColumnRoles | None,
) -> Corpus:
    several = [paths] if isinstance(paths, str | Path) else list(paths) if isinstance(paths, Iterable) else [paths]
    listed = [Path(_checked(path)) for path in several]
    accept = check_accept(accept)
    if not listed:
        raise InputError("no corpus file was given; give at least one path")
    chosen = _common(listed) if format is None else FORMATS.chosen(format)
    if len(listed) > 1 and not getattr(chosen, "SEVERAL", False):
        raise InputError(
            f"{len(listed)} files for one corpus, but a corpus in the format {chosen.NAME!r} is one; give one path"
        )
    if chosen.NAME == _TABLE:
        from steelyard.corpus.formats import table

        return table.read(listed, accept, sentences_at, columns)
    if columns is not None:
        raise SpecError(f"{worded('--columns', 'columns')} is for loose tables, or for the format {_TABLE!r}")
    if sentences_at is None:
        corpus = chosen.read(listed, accept)
        if not isinstance(corpus, Corpus):
            kind = type(corpus).__name__
            raise SpecError(f"the format {chosen.NAME!r}: read gave a {kind}; expected a Corpus")
        return corpus
    if chosen.NAME != _DIRECTORY:
        raise SpecError(
            f"{worded('--sentences-at', 'sentences_at')} is for text files of one line a segment; "
            f"in the format {chosen.NAME!r} write line breaks between sentences"
        )
    from steelyard.corpus.formats import parallel

    return parallel.read(listed, accept, sentences_at)


@public
def write(
    corpus: Corpus, path: str | Path, format: str | Format | None = None, lossy: bool = False, replace: bool = False
) -> list[str]:
    """Write a corpus and return what was left out: nothing, or with `lossy` what the format cannot carry.

    Without `lossy` such content is refused.
    A file at `path` is refused or, with `replace`, replaced when everything is written.
    """
    check_corpus("write", corpus)
    named = _for_writing(str(_checked(path))) if format is None else FORMATS.chosen(format)
    if not hasattr(named, "write"):
        raise SpecError(f"the format {named.NAME!r} can only be read; write another, for instance jsonl")
    chosen = cast(_Written, named)
    check_replaceable(_checked(path), replace)
    left = lost(corpus, chosen.CARRIES)
    if left and not lossy:
        raise InputError(
            f"cannot write {path}: the format {chosen.NAME!r} cannot hold {', '.join(left)}; "
            f"choose another format, or use {worded('--lossy', 'lossy=True')} to leave it out"
        )
    chosen.write(corpus, Path(path))
    return left


def members(folder: Path, format: str | None = None) -> list[Path]:
    """Return the files in a folder that a corpus is read from; of formats other than parallel files, all files."""
    from steelyard.corpus.formats import parallel

    if format == _DIRECTORY or (format is None and _of_directory(folder).NAME == _DIRECTORY):
        return [file for file in folder.iterdir() if parallel.is_member(file)]
    return [file for file in folder.rglob("*") if is_file(file)]


def _checked(path: object) -> str | Path:
    if not isinstance(path, str | Path):
        raise InputError(f"{path!r} is no path; give a string or a Path")
    check_path(path)
    return path


def _common(paths: Sequence[Path]) -> Format:
    """Return the format that all files are of."""
    formats = {guessed.NAME: guessed for guessed in map(_guessed, paths)}
    if len(formats) > 1:
        raise FormatError(
            f"the files are of different formats ({', '.join(sorted(formats))}); one corpus needs one format"
        )
    return next(iter(formats.values()))


def _guessed(path: Path) -> Format:
    """Return the format of a file or directory that is to be read."""
    if str(path) == "-":
        raise FormatError(f"standard input has no ending; name its format with {worded('--from', 'format=…')}")
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            return _of_directory(path)
    except FileNotFoundError as error:
        if folder := next((prefix for prefix in folders_before_colon(path) if is_folder(prefix)), None):
            return _of_directory(folder)
        raise InputError(f"{path}: {error.strerror}; check the path") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; check the path") from None
    candidates = _by_ending(str(path))
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise _unknown(path)
    with opened(path) as file:
        match = _ROOT.match(file.read(1 << 16))
    root = match[1].decode() if match else ""
    for candidate in candidates:
        if root.lower() in {name.lower() for name in getattr(candidate, "ROOTS", ())}:
            return candidate
    roots = ", ".join(f"<{name}>" for c in candidates for name in sorted(getattr(c, "ROOTS", ())))
    raise FormatError(f"{path}: the outermost element is {f'<{root}>' if root else 'missing'}; known: {roots}")


def _of_directory(path: Path) -> Format:
    for candidate in map(FORMATS.load, FORMATS.own()):
        if any(next(path.glob(name), None) for name in getattr(candidate, "MEMBERS", ())):
            return candidate
    return FORMATS.load(_DIRECTORY)


def _for_writing(path: str) -> Format:
    candidates = _by_ending(path)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        named = ", ".join(c.NAME for c in candidates)
        option = worded("--to", "format=…")
        raise FormatError(f"{path}: several formats have this ending ({named}); name one with {option}")
    if path.endswith("/") or not Path(path).suffix or os.path.isdir(path):  # noqa: PTH112 (never raises)
        return FORMATS.load(_DIRECTORY)
    raise _unknown(path)


def _by_ending(path: str) -> list[Format]:
    """Return the formats that have the longest ending `path` fits; no other is imported."""
    plain = path.lower().removesuffix(".gz")
    endings = FORMATS.constants("ENDINGS")
    fits = [(len(ending), name) for name in sorted(endings) for ending in endings[name] if plain.endswith(ending)]
    longest = max((size for size, _ in fits), default=0)
    return [FORMATS.load(name) for size, name in fits if size == longest]


def _unknown(path: object) -> FormatError:
    if str(path).lower().removesuffix(".gz").endswith(".txt"):
        way = worded(
            "give it as an argument, with -r for references",
            "give its lines to sy.score, or to sy.Corpus.of, as a list of texts",
        )
        return FormatError(f"{path}: a text file is no corpus; {way}, or as a directory of text files ({_DIRECTORY})")
    named: dict[str, list[str]] = {}
    for name, own in sorted(FORMATS.constants("ENDINGS").items()):
        for ending in own:
            named.setdefault(ending, []).append(name)
    endings = ", ".join(f"{ending} ({', '.join(formats)})" for ending, formats in named.items())
    return FormatError(
        f"{path}: no known ending; known: {endings}, or a directory ({_DIRECTORY}); "
        f"or name the format with {worded('--from or --to', 'format=…')}"
    )
