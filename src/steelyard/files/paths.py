"""What lies at a path that somebody wrote: a name that the system does not take is that of nothing.

Methods of Path raise an error for such a name, as one that is too long; what then opens it tells of it.
"""

from __future__ import annotations

import os.path
from pathlib import Path

from steelyard.errors import InputError


def check_path(path: str | Path) -> None:
    """Raise unless a path can be written down as the system has paths."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise InputError(f"{str(path)!r} can be the name of no file; check the path")


def exists(path: str | Path) -> bool:
    """Tell whether anything is there."""
    return os.path.exists(path)  # noqa: PTH110 (says no where Path.exists raises)


def is_file(path: str | Path) -> bool:
    """Tell whether an ordinary file is there."""
    return os.path.isfile(path)  # noqa: PTH113 (as above)


def is_folder(path: str | Path) -> bool:
    """Tell whether a folder is there."""
    return os.path.isdir(path)  # noqa: PTH112 (as above)


def plain_name(path: str | Path) -> str:
    """Return a path as its ending is looked at: small letters, and no .gz."""
    return str(path).lower().removesuffix(".gz")


def system_name(path: str | Path) -> str:
    """Return a file's name without .gz and ending, and without the "sys." of systems in a directory.

    An ending has letters only: out.v1.2 and out.v1.3 are different systems.
    """
    file = Path(Path(path).name.removesuffix(".gz"))
    return (file.stem if file.suffix[1:].isalpha() else file.name).removeprefix("sys.")
