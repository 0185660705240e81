"""What lies at a path that somebody wrote: a name that the system does not take is that of nothing.

Methods of Path raise an error for such a name, as one that is too long; what then opens it tells of it.
"""

from __future__ import annotations

import os.path
from pathlib import Path


def exists(path: str | Path) -> bool:
    """Tell whether anything is there."""
    return os.path.exists(path)  # noqa: PTH110 (says no where Path.exists raises)


def is_file(path: str | Path) -> bool:
    """Tell whether an ordinary file is there."""
    return os.path.isfile(path)  # noqa: PTH113 (as above)


def is_folder(path: str | Path) -> bool:
    """Tell whether a folder is there."""
    return os.path.isdir(path)  # noqa: PTH112 (as above)
