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
    write(corpus, path)
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import stat
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from steelyard.corpus.corpus import Corpus, check_accept
from steelyard.corpus.formats.content import lost
from steelyard.corpus.formats.files import folders_before_colon, opened
from steelyard.errors import FormatError, InputError, SpecError, suggestion

__all__ = ["names", "read", "write"]

_DIRECTORY = "parallel"
_IN_PYTHON = " (in Python format=…)"
_ROOT = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s++|<!--.*?-->|<\?.*?>|<![^-].*?>)*+<([A-Za-z][\w.-]*)", re.DOTALL)


class _Format(Protocol):
    NAME: str
    ENDINGS: tuple[str, ...]

    def read(self, paths: Sequence[Path], accept: Sequence[str]) -> Corpus: ...


class _Written(_Format, Protocol):
    CARRIES: frozenset[str]

    def write(self, corpus: Corpus, path: Path) -> None: ...


@cache
def _formats() -> dict[str, _Format]:
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return {module.NAME: cast(_Format, module) for module in modules if hasattr(module, "NAME")}


def names() -> list[str]:
    """Return the names of all formats."""
    return sorted(_formats())


def read(
    paths: str | Path | Iterable[str | Path],
    format: str | None = None,
    accept: Iterable[str] = (),
    sentences_at: str | None = None,
) -> Corpus:
    """Read a corpus; the format is told by the ending, or by a path being a directory, unless it is named.

    Several paths (the sets of an SGML corpus, the annotations of a pyramid) make one corpus.
    `sentences_at`, say "<q>", stands between the sentences of a line in parallel text files, and is read as a line
    break.
    """
    several = [paths] if isinstance(paths, str | Path) else list(paths) if isinstance(paths, Iterable) else [paths]
    listed = [Path(_checked(path)) for path in several]
    accept = check_accept(accept)
    if not listed:
        raise InputError("no corpus file was given; give at least one path")
    found = {_guessed(path).NAME for path in listed} if format is None else {_named(format).NAME}
    if len(found) > 1:
        raise FormatError(
            f"the files are of different formats ({', '.join(sorted(found))}); one corpus needs one format"
        )
    name = found.pop()
    if len(listed) > 1 and not getattr(_formats()[name], "SEVERAL", False):
        raise InputError(
            f"{len(listed)} files for one corpus, but a corpus in the format {name!r} is one; give one path"
        )
    if sentences_at is None:
        return _formats()[name].read(listed, accept)
    if name != _DIRECTORY:
        raise SpecError(
            f"--sentences-at is for text files of one line a segment; "
            f"in the format {name!r} write line breaks between sentences"
        )
    from steelyard.corpus.formats import parallel

    return parallel.read(listed, accept, sentences_at)


def write(corpus: Corpus, path: str | Path, format: str | None = None, lossy: bool = False) -> list[str]:
    """Write a corpus and return what was left out: nothing, or with `lossy` what the format cannot carry.

    Without `lossy` such content is refused.
    What is at `path` is replaced only when everything is written.
    """
    if not isinstance(corpus, Corpus):
        raise InputError(f"write takes a Corpus, not {type(corpus).__name__}; make one with Corpus.of(...)")
    named = _for_writing(str(_checked(path))) if format is None else _named(format)
    if not hasattr(named, "write"):
        raise SpecError(f"the format {named.NAME!r} can only be read; write another, for instance jsonl")
    chosen = cast(_Written, named)
    left = lost(corpus, chosen.CARRIES)
    if left and not lossy:
        raise InputError(
            f"cannot write {path}: the format {chosen.NAME!r} cannot hold {', '.join(left)}; "
            f"choose another format, or use --lossy to leave it out"
        )
    chosen.write(corpus, Path(path))
    return left


def members(folder: Path, format: str | None = None) -> list[Path]:
    """Return the files in a folder that a corpus is read from; of formats other than parallel files, all files."""
    from steelyard.corpus.formats import parallel

    if format == _DIRECTORY or (format is None and _of_directory(folder).NAME == _DIRECTORY):
        return [one for one in folder.iterdir() if parallel.is_member(one)]
    return [one for one in folder.rglob("*") if one.is_file()]


def _checked(path: object) -> str | Path:
    if not isinstance(path, str | Path):
        raise InputError(f"{path!r} is no path; give a string or a Path")
    return path


def _named(name: str) -> _Format:
    if not isinstance(name, str) or name not in _formats():
        raise SpecError(f"unknown format {name!r}" + suggestion(name, _formats()))
    return _formats()[name]


def _guessed(path: Path) -> _Format:
    """Return the format of a file or directory that is to be read."""
    if str(path) == "-":
        raise FormatError(f"standard input has no ending; name its format with --from{_IN_PYTHON}")
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            return _of_directory(path)
    except FileNotFoundError as error:
        if folder := next((one for one in folders_before_colon(path) if one.is_dir()), None):
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
    known = ", ".join(f"<{name}>" for c in candidates for name in sorted(getattr(c, "ROOTS", ())))
    raise FormatError(f"{path}: the outermost element is {f'<{root}>' if root else 'missing'}; known: {known}")


def _of_directory(path: Path) -> _Format:
    for candidate in _formats().values():
        if any(next(path.glob(name), None) for name in getattr(candidate, "MEMBERS", ())):
            return candidate
    return _formats()[_DIRECTORY]


def _for_writing(path: str) -> _Format:
    candidates = _by_ending(path)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        named = ", ".join(c.NAME for c in candidates)
        raise FormatError(f"{path}: several formats have this ending ({named}); name one with --to{_IN_PYTHON}")
    if path.endswith("/") or not Path(path).suffix or os.path.isdir(path):  # noqa: PTH112 (never raises)
        return _formats()[_DIRECTORY]
    raise _unknown(path)


def _by_ending(path: str) -> list[_Format]:
    """Return the formats that have the longest ending `path` fits."""
    plain = path.lower().removesuffix(".gz")
    fits = [(len(ending), f) for f in _formats().values() for ending in f.ENDINGS if plain.endswith(ending)]
    longest = max((size for size, _ in fits), default=0)
    return [f for size, f in fits if size == longest]


def _unknown(path: object) -> FormatError:
    if str(path).lower().removesuffix(".gz").endswith(".txt"):
        return FormatError(
            f"{path}: a text file is no corpus; give it as an argument, with -r for references, or as a directory of "
            f"text files ({_DIRECTORY})"
        )
    named: dict[str, list[str]] = {}
    for one in _formats().values():
        for ending in one.ENDINGS:
            named.setdefault(ending, []).append(one.NAME)
    endings = ", ".join(f"{ending} ({', '.join(formats)})" for ending, formats in named.items())
    return FormatError(
        f"{path}: no known ending; known: {endings}, or a directory ({_DIRECTORY}); "
        f"or name the format with --from or --to{_IN_PYTHON}"
    )
