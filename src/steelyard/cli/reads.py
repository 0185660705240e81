"""Files that a command reads, none of which it may write."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import click

from steelyard.errors import InputError
from steelyard.files.paths import is_file, is_folder

#: Parameters, of any command, that name what is read.
READ = frozenset({
    "corpus", "documents", "facets", "features", "hierarchy", "human", "ids", "inputs", "measures", "others", "peers",
    "plugins", "ratings", "references", "scores", "source", "statistics", "systems", "texts", "train",
})  # fmt: skip
#: Parameters, of any command, that name what is written.
WRITTEN = frozenset({"distributions", "html", "normalised", "out", "output", "plot", "report", "save"})


def check_not_read(path: str | Path) -> None:
    """Raise if the command that is running reads the file at `path`, by whatever name."""
    target = Path(os.path.realpath(path))
    if not is_file(target):
        return
    for written, file in _files():
        if os.path.realpath(file) == str(target):
            raise InputError(f"cannot write {path}: this command reads it ({written}); choose another name")


def given_files() -> Iterator[tuple[str, str]]:
    """Yield what the running command was given to read: as the user wrote it, and each path that this may mean."""
    context = click.get_current_context(silent=True)
    for parameter in context.command.params if context is not None else ():
        if parameter.name not in READ or context is None:
            continue
        option = f"{parameter.opts[-1]} " if isinstance(parameter, click.Option) else ""
        for value in _listed(context.params.get(parameter.name)):
            yield from ((f"{option}{value}", path) for path in _meant(parameter.name, value))


def _listed(value: Any) -> list[str]:
    values = value if isinstance(value, tuple | list) else [value]
    return [os.fspath(path) for path in values if path is not None and os.fspath(path) != "-"]


def _meant(name: str, value: str) -> Iterator[str]:
    """Yield the paths that a value may mean: itself, that of NAME=PATH, FILE.py:NAME or FOLDER:PART, a MODULE's."""
    yield value
    if name in ("systems", "facets") and "=" in value:
        yield value.partition("=")[2]
    if name == "corpus" and ":" in value:
        yield value.rpartition(":")[0]
    if name == "measures" and ":" in (place := re.split("[@(]", value, maxsplit=1)[0]):
        source = place.rpartition(":")[0]
        yield from [source] if source.endswith(".py") else _module_files(source)


def _module_files(module: str) -> Iterator[str]:
    """Yield the files of a module and of the packages it is in, found without importing them."""
    path = [folder for folder in sys.path if folder]
    parts = module.split(".")
    for n in range(len(parts)):
        spec = PathFinder.find_spec(".".join(parts[: n + 1]), path)
        if spec is None:
            return
        if spec.has_location and spec.origin:
            yield spec.origin
        path = list(spec.submodule_search_locations or ())


def _files() -> Iterator[tuple[str, Path]]:
    """Yield what was given and each file that is read for it; those in a folder as far as its format takes them."""
    from steelyard.corpus.formats import members
    from steelyard.corpus.score_files import score_files

    context = click.get_current_context(silent=True)
    named = context.params.get("format_") or context.params.get("source_format") if context is not None else None
    for written, name in given_files():
        path = Path(name)
        try:
            if is_folder(path):
                files = score_files(path) if written.startswith("--scores ") else members(path, named)
            else:
                files = [path, *score_files(path)]
        except OSError:
            continue
        yield from ((written, file) for file in files)
