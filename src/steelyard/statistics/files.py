"""Files of statistics, from which every score can be made again without the texts."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import FormatError, InputError, worded
from steelyard.files.disk import check_replaceable, replacing
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse_stored
from steelyard.statistics import Statistics
from steelyard.version import VERSION

_KIND = "steelyard statistics"
_FORMAT = f"{_KIND} 1"


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
        if not zipfile.is_zipfile(path):
            return False
        with np.load(path, allow_pickle=False) as archive:
            return str(_header(archive)["format"]).startswith(_KIND)
    except (OSError, ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
        return False


def save(statistics: Sequence[Statistics], path: str | Path, replace: bool = False) -> None:
    """Write statistics of one set of segments as one .npz file: an array per measure and a JSON header.

    A file that is there already is replaced if it is such a file too, or with `replace`.
    """
    check_target(path, replace)
    if not statistics:
        raise InputError("there are no statistics to save")
    first = statistics[0]
    if external := next((s.label for s in statistics if "scores" in s.measure.needs), None):
        raise InputError(f"{external} has its scores from a file; keep that file, and save the measures computed here")
    if any(
        (s.ids, s.facets, s.values.shape[1]) != (first.ids, first.facets, first.values.shape[1]) for s in statistics
    ):
        raise InputError("the statistics are of different segments; save them one by one")
    header = {
        "format": _FORMAT,
        "statistics": [
            {
                "label": s.label,
                "measure": str(s.measure),
                "definition": s.measure.definition,
                **({"plugin": s.measure.origin.digest} if s.measure.origin else {}),
                "systems": s.systems,
                "fields": s.fields,
                "references": s.references,
                "resources": dict(s.resources),
                "context": s.context,
                "version": s.version,
                "left_out": s.left_out,
                "sha256": _digest(s.values),
            }
            for s in statistics
        ],
        "ids": first.ids,
        "facets": dict(first.facets),
    }
    with replacing(Path(path)) as file, zipfile.ZipFile(file, "w") as archive:
        _write_array(archive, "header", np.frombuffer(json.dumps(header).encode(), np.uint8))
        for n, measured in enumerate(statistics):
            _write_array(archive, f"values_{n}", measured.values)


def _write_array(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    # As numpy.savez_compressed, but without the time of day: the same statistics give the same bytes.
    entry = zipfile.ZipInfo(f"{name}.npy")
    entry.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(entry, "w", force_zip64=True) as member:
        np.lib.format.write_array(member, array, allow_pickle=False)


def _digest(values: NDArray[Any]) -> str:
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


def load(path: str | Path, plugins: Sequence[str | Path] = ()) -> tuple[Statistics, ...]:
    """Read statistics written by `save`; of measures from outside, only the code of `plugins` is run."""
    try:
        if Path(path).is_file() and not zipfile.is_zipfile(path):
            raise ValueError("no .npz archive")
        with np.load(path, allow_pickle=False) as archive:
            header = _header(archive)
            if header["format"] != _FORMAT:
                raise FormatError(f"{path}: format {header['format']!r}; this version reads {_FORMAT!r}")
            return tuple(
                _stored(entry, archive[f"values_{n}"], header, plugins) for n, entry in enumerate(header["statistics"])
            )
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the path") from None
    except (ValueError, LookupError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        problem = error if isinstance(error, ValueError) else "it is damaged"
        raise FormatError(
            f"{path}: not a statistics file ({problem}); make one with "
            f"{worded('`steelyard score --save`', 'Scores.save')}"
        ) from None


def _header(archive: Any) -> dict[str, Any]:
    """Return the header of an archive, if `save` wrote it."""
    try:
        header = json.loads(archive["header"].tobytes().decode())
        if "format" in header:
            return dict(header)
    except (ValueError, LookupError, TypeError, AttributeError):
        pass
    raise ValueError("it holds something else")


def _stored(
    entry: dict[str, Any], values: NDArray[Any], header: dict[str, Any], plugins: Sequence[str | Path]
) -> Statistics:
    systems, fields, ids = tuple(entry["systems"]), tuple(entry["fields"]), header["ids"]
    counts = [len(column) for column in [*header["facets"].values(), *([] if ids is None else [ids])]]
    shapes = {(len(systems), count, len(fields)) for count in counts or [values.shape[1]]}
    if shapes != {values.shape} or values.dtype.kind not in "iuf" or _digest(values) != entry["sha256"]:
        raise ValueError(f"the array of {entry['label']} was changed: it does not fit the header")
    low, high = entry["references"]
    measure = parse_stored(entry["measure"], entry.get("plugin", ""), plugins)
    _check_definition(measure, entry)
    return Statistics(
        label=entry["label"],
        measure=measure,
        systems=systems,
        fields=fields,
        values=values,
        references=(low, high),
        ids=None if ids is None else tuple(ids),
        facets={name: tuple(column) for name, column in header["facets"].items()},
        resources=entry["resources"],
        context=entry["context"],
        version=entry["version"],
        left_out=tuple(entry.get("left_out", ())),
    )


def _check_definition(measure: Measure, entry: Mapping[str, Any]) -> None:
    """Raise if statistics were saved when the measure's notation meant other numbers."""
    saved = entry.get("definition", 1)
    if saved != measure.definition:
        raise InputError(
            f"{measure} was saved by steelyard {entry['version']} in definition {saved}, and steelyard {VERSION} has "
            f"definition {measure.definition}; score the texts again"
        )
