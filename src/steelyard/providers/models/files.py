"""Where the files of an embedding model are: in a folder, or in an installed package, whose code is never run."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import MissingResource
from steelyard.files.paths import exists, is_file, is_folder

#: Names the model where no option does.
VARIABLE = "STEELYARD_EMBEDDINGS"

_TOKENISERS = ("tokenizer.json", "vocab.txt")
# A folder, its folders, and theirs.
_LEVELS = ("", "*/", "*/*/")


class ModelFiles(NamedTuple):
    """An ONNX model, and the tokenizer.json or vocab.txt that cuts texts for it."""

    model: Path
    tokeniser: Path

    def state(self) -> tuple[int, ...]:
        """Return what changes when a file is replaced: times and sizes."""
        stats = (path.stat() for path in self)
        return tuple(number for stat in stats for number in (stat.st_mtime_ns, stat.st_size))


def model_files(model: str = "", tokeniser: str = "") -> ModelFiles:
    """Return the files that two options name; a tokeniser that is not named is looked for where the model is."""
    named = model or os.environ.get(VARIABLE, "")
    if not named:
        raise MissingResource(
            f"no embedding model is named; give one (option model, or {VARIABLE}): a folder with model.onnx and "
            f"tokenizer.json, an .onnx file, or an installed package that holds them"
        )
    place = _place(named, "model")
    beside = _place(tokeniser, "tokeniser") if tokeniser else _home(place)
    return ModelFiles(_model(place), _tokeniser(beside))


def _place(named: str, option: str) -> Path:
    """Return the file or folder that an option names, by its path or as a package."""
    if exists(named):
        return Path(named)
    package = named.replace("-", "_")
    try:
        # The name alone: of a dotted one, the outer package would be run.
        spec = importlib.util.find_spec(package) if re.fullmatch(r"[A-Za-z_]\w*", package) else None
    except (ImportError, ValueError):
        spec = None
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    raise MissingResource(f"{option}={named}: there is no such path and no such package; check the name, or install it")


def _home(place: Path) -> Path:
    """Return the folder of a model; one named onnx is a part of it."""
    if is_folder(place):
        return place
    return place.parent.parent if place.parent.name == "onnx" else place.parent


def _model(place: Path) -> Path:
    if is_file(place):
        return place
    for files in _files_named(place, "*.onnx"):
        # Beside model.onnx there may be others made of it, such as model_quantized.onnx.
        return _only([path for path in files if path.name == "model.onnx"] or files, place)
    raise MissingResource(f"{place} holds no .onnx file; give the folder of a model exported to ONNX")


def _tokeniser(place: Path) -> Path:
    if is_file(place):
        return place
    for name in _TOKENISERS:
        for files in _files_named(place, name):
            return _only(files, place)
    raise MissingResource(
        f"{place} holds neither {' nor '.join(_TOKENISERS)}; give the tokeniser of the model (option tokeniser)"
    )


def _files_named(folder: Path, name: str) -> Iterator[list[Path]]:
    """Yield the files of a name at each depth that has some, the nearest first."""
    for level in _LEVELS:
        if files := sorted(path for path in folder.glob(level + name) if path.is_file()):
            yield files


def _only(files: list[Path], place: Path) -> Path:
    if len(files) > 1:
        names = ", ".join(str(path.relative_to(place)) for path in files[:3])
        raise MissingResource(f"{place} holds {len(files)} such files ({names} …); name one of them")
    return files[0]
