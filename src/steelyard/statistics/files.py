"""Files of statistics, from which every score can be made again without the texts."""

from __future__ import annotations

import hashlib
import json
import math
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import FormatError, InputError, SteelyardError, worded
from steelyard.files.disk import check_replaceable, replacing
from steelyard.loading import code_in
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse_stored
from steelyard.statistics import Statistics
from steelyard.statistics.checks import HEADER, check_entry, check_header, check_parts, check_statistics
from steelyard.version import VERSION

if TYPE_CHECKING:
    from steelyard.corpus.selection import Selection

_KIND = "steelyard statistics"
_FORMAT = f"{_KIND} 2"
_HEADER, _DIGEST = "header.npy", "sha256.npy"
#: What reading something else raises; RuntimeError for an archive with a password, or JSON nested without end.
_UNREADABLE = (ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)
Array = NDArray[Any]


def check_target(path: str | Path, replace: bool = False) -> None:
    """Raise at once, before any work, if statistics cannot be saved there, or a file of another kind would be lost."""
    if str(path) == "-":
        raise InputError("statistics are saved to a file, not to standard output; give its name")
    if Path(path).suffix != ".npz":
        raise InputError(f"{path}: statistics are saved as .npz; give a name that ends in .npz")
    check_replaceable(path, replace, is_statistics)


def is_statistics(path: Path) -> bool:
    """Tell whether `save` wrote a file, whatever has become of its arrays."""
    try:
        with path.open("rb") as file:
            if not zipfile.is_zipfile(file):
                return False
            with zipfile.ZipFile(file) as archive:
                return str(_header(_content(archive, _HEADER))["format"]).startswith(_KIND)
    except (OSError, MemoryError, *_UNREADABLE):
        return False


def save(statistics: Sequence[Statistics], path: str | Path, replace: bool = False) -> None:
    """Write statistics of one set of outputs as one .npz file: a JSON header, an array per measure, a digest of all.

    A file that is there already is replaced if it is such a file too, or with `replace`.
    """
    check_target(path, replace)
    if not statistics:
        raise InputError("there are no statistics to save")
    first = statistics[0]
    if external := next((s.label for s in statistics if "scores" in s.measure.needs), None):
        raise InputError(f"{external} has its scores from a file; keep that file, and save the measures computed here")
    if any(
        (s.systems, s.ids, s.facets, s.values.shape[1], _said(s.selection))
        != (first.systems, first.ids, first.facets, first.values.shape[1], _said(first.selection))
        for s in statistics
    ):
        raise InputError("the statistics are of different systems or segments; save them one by one")
    header = {
        "format": _FORMAT,
        "systems": first.systems,
        "segments": first.values.shape[1],
        "ids": first.ids,
        "facets": dict(first.facets),
        "statistics": [_entry(measured) for measured in statistics],
        **({"selection": _said(first.selection)} if first.selection else {}),
    }
    content = json.dumps(header).encode()
    arrays = [np.ascontiguousarray(measured.values) for measured in statistics]
    with replacing(Path(path)) as file, zipfile.ZipFile(file, "w") as archive:
        _write_array(archive, _HEADER, _bytes(content))
        for n, array in enumerate(arrays):
            _write_array(archive, _values(n), array)
        _write_array(archive, _DIGEST, _bytes(digest_of(content, arrays).encode()))


def _entry(measured: Statistics) -> dict[str, Any]:
    """Return what the header says of one measure."""
    return {
        "label": measured.label,
        "measure": str(measured.measure),
        "definition": measured.measure.definition,
        "plugin": measured.measure.origin.digest if measured.measure.origin else "",
        "fields": measured.fields,
        "references": measured.references,
        "resources": dict(measured.resources),
        "context": measured.context,
        "version": measured.version,
        "left_out": measured.left_out,
        **({"kinds": measured.kinds} if measured.kinds else {}),
    }


def _said(selection: Selection | None) -> dict[str, Any] | None:
    """Return what the header says of the segments that were selected."""
    if selection is None:
        return None
    return {
        "places": selection.places.tolist(),
        "count": selection.count,
        "ids": selection.ids,
        "documents": selection.documents,
        "words": dict(selection.words),
    }


def _selection(said: Mapping[str, Any]) -> Selection:
    from steelyard.corpus.selection import Selection

    ids, documents = (None if said[name] is None else tuple(said[name]) for name in ("ids", "documents"))
    return Selection(np.array(said["places"], np.int64), said["count"], ids, documents, said["words"])


def _values(number: int) -> str:
    return f"values_{number}.npy"


def _bytes(content: bytes) -> Array:
    return np.frombuffer(content, np.uint8)


def _write_array(archive: zipfile.ZipFile, name: str, array: Array) -> None:
    # As numpy.savez_compressed, but without the time of day: the same statistics give the same bytes.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(entry, "w", force_zip64=True) as member:
        np.lib.format.write_array(member, array, allow_pickle=False)


def digest_of(header: bytes, arrays: Sequence[Array]) -> str:
    """Return the SHA-256 of the header and of every array with its type and shape, in order."""
    digest = hashlib.sha256(header)
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def load(path: str | Path, plugins: Sequence[str | Path] = ()) -> tuple[Statistics, ...]:
    """Read statistics written by `save`; of measures from outside, only the code of `plugins` is run.

    A file whose digest differs was changed. What the digest cannot show, as anybody can make a new one, is checked:
    that all parts are there and fit one another and the measures.
    """
    try:
        with Path(path).open("rb") as file:
            if not zipfile.is_zipfile(file):
                raise ValueError("no .npz archive")
            with zipfile.ZipFile(file) as archive:
                return _statistics(archive, plugins)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the path") from None
    except SteelyardError as error:
        raise type(error)(f"{path}: {error.args[0]}") from error.__cause__
    except MemoryError:
        raise InputError(f"{path}: its arrays are larger than there is memory for; check where it comes from") from None
    except _UNREADABLE as error:
        problem = error if isinstance(error, ValueError) else "it is damaged"
        raise FormatError(
            f"{path}: not a statistics file ({problem}); make one with "
            f"{worded('`steelyard score --save`', 'Scores.save')}"
        ) from None


def _statistics(archive: zipfile.ZipFile, plugins: Sequence[str | Path]) -> tuple[Statistics, ...]:
    """Return what an archive holds, if nothing in it was changed and all of it can be."""
    content = _content(archive, _HEADER)
    header = _header(content)
    if header["format"] != _FORMAT:
        raise FormatError(f"format {header['format']!r}; this version reads {_FORMAT!r}; score again, and save")
    count = len(archive.namelist()) - 2
    names = [_values(n) for n in range(count)]
    if sorted(archive.namelist()) != sorted([_HEADER, _DIGEST, *names]):
        raise ValueError("its members are not those of a statistics file")
    arrays = [_array(archive, name) for name in names]
    if _content(archive, _DIGEST) != digest_of(content, arrays).encode():
        raise ValueError("it was changed after it was saved: the digest differs")
    if json.dumps(header).encode() != content:
        raise ValueError("the header is not as it is saved")
    check_parts(header, HEADER | ({"selection": dict} if "selection" in header else {}), "the header")
    entries = [check_entry(entry) for entry in header["statistics"]]
    check_header(header)
    if len(entries) != count:
        raise ValueError(f"there are {count} arrays for {len(entries)} measures")
    return tuple(_stored(entry, array, header, plugins) for entry, array in zip(entries, arrays, strict=True))


def _header(content: bytes) -> dict[str, Any]:
    """Return a header, if it is one, of whatever format."""
    header = json.loads(content)
    if not isinstance(header, dict) or "format" not in header:
        raise ValueError("it holds something else")
    return header


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes that a member of an archive holds as an array."""
    array = _array(archive, name)
    if array.dtype != np.uint8 or array.ndim != 1:
        raise ValueError("it holds something else")
    return array.tobytes()


def _array(archive: zipfile.ZipFile, name: str) -> Array:
    """Return a member of an archive as an array of numbers; no memory is taken for what is not there."""
    if name not in archive.namelist():
        raise ValueError("it holds something else")
    entry = archive.getinfo(name)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} is packed in another way")
    with archive.open(entry) as member:
        if np.lib.format.read_magic(member) != (1, 0):
            raise ValueError(f"{name} is no array of numbers")
        shape, _, dtype = np.lib.format.read_array_header_1_0(member)
        if dtype.hasobject or min(shape, default=0) < 0:
            raise ValueError(f"{name} is no array of numbers")
        if member.tell() + math.prod(shape) * dtype.itemsize != entry.file_size:
            raise ValueError(f"{name} has not the size that it says")
        member.seek(0)
        return np.asarray(np.lib.format.read_array(member, allow_pickle=False))


def _stored(entry: dict[str, Any], values: Array, header: dict[str, Any], plugins: Sequence[str | Path]) -> Statistics:
    """Return the statistics of one measure."""
    if values.ndim != 3 or values.shape[1] != header["segments"] or len(entry["references"]) != 2:
        raise ValueError(f"{entry['label']}: the array is {values.shape}, for {header['segments']} segments")
    low, high = entry["references"]
    parser = code_in(str(entry["resources"].get("parser", "")))
    measure = parse_stored(entry["measure"], entry["plugin"], plugins, parser)
    _check_definition(measure, entry)
    statistics = Statistics(
        label=entry["label"],
        measure=measure,
        systems=tuple(header["systems"]),
        fields=tuple(entry["fields"]),
        values=values,
        references=(low, high),
        ids=None if header["ids"] is None else tuple(header["ids"]),
        facets={name: tuple(column) for name, column in header["facets"].items()},
        resources=entry["resources"],
        context=entry["context"],
        version=entry["version"],
        left_out=tuple(entry["left_out"]),
        kinds=tuple(entry.get("kinds", ())),
        selection=_selection(header["selection"]) if "selection" in header else None,
    )
    check_statistics(statistics)
    return statistics


def _check_definition(measure: Measure, entry: Mapping[str, Any]) -> None:
    """Raise if statistics were saved when the measure's notation meant other numbers."""
    saved = entry["definition"]
    if saved != measure.definition:
        raise FormatError(
            f"{measure} was saved by steelyard {entry['version']} in definition {saved}, and steelyard {VERSION} has "
            f"definition {measure.definition}; score the texts again"
        )
