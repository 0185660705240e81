"""Score files of mt-metrics-eval: a system and a score on each line, without a heading.

    NAME.seg.score   a block of lines for each system, one line for each segment in order
    NAME.sys.score   one line for each system

White space stands between the two. None is no score. Files of levels doc and domain are left alone.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.corpus.segments import natural
from steelyard.errors import FormatError, InputError
from steelyard.files.disk import decoded_lines
from steelyard.files.numbers import number_in
from steelyard.files.paths import is_file, is_folder

_FILE = re.compile(r"(.+)\.(seg|sys|doc|domain)\.score(?:\.gz)?", re.DOTALL)


@dataclass(frozen=True, eq=False)
class ScoreFile:
    """One measure's or one kind of human score.

    path      the file, that of segments where there are two
    segments  system → one score for each segment, nan where there is none
    systems   system → its score as a whole
    digest    short digest of what the files hold
    """

    name: str
    path: Path
    segments: Mapping[str, Sequence[float]] | None
    systems: Mapping[str, float] | None
    digest: str


def is_score_file(path: Path) -> bool:
    """Tell whether a file is one of scores by its name."""
    return _FILE.fullmatch(path.name) is not None


def score_files(path: Path) -> list[Path]:
    """Return the files that are read where a file or folder of scores is named; none if it is no such."""
    if is_folder(path):
        return [file for file in path.iterdir() if is_score_file(file)]
    return _with_systems(path) if is_score_file(path) else []


def read_score_files(path: Path, accept: Sequence[str] = (), prefix: str = "") -> Iterator[ScoreFile]:
    """Yield the scores of a file, or of all files in a folder whose names begin with `prefix`, which is cut off.

    A file of segments comes with the file of systems beside it, where there is one.
    """
    by_name: dict[str, dict[str, Path]] = {}
    for member in sorted(
        path.iterdir() if is_folder(path) else _with_systems(path), key=lambda member: natural(member.name)
    ):
        match = _FILE.fullmatch(member.name)
        if match and match[1].startswith(prefix) and match[2] in ("seg", "sys"):
            levels = by_name.setdefault(match[1].removeprefix(prefix), {})
            if match[2] in levels:
                raise FormatError(f"{member}: holds the same as {levels[match[2]].name}; remove one of them")
            levels[match[2]] = member
    if not by_name and not prefix:
        raise InputError(f"{path}: no scores of segments or systems; expected NAME.seg.score or NAME.sys.score")
    for name, files in by_name.items():
        scores = {level: _read(file, level, accept) for level, file in files.items()}
        digest = hashlib.sha256(repr({level: list(systems.items()) for level, systems in scores.items()}).encode())
        whole = {system: values[0] for system, values in scores["sys"].items()} if "sys" in scores else None
        yield ScoreFile(
            name, files.get("seg", files.get("sys", path)), scores.get("seg"), whole, digest.hexdigest()[:12]
        )


def _with_systems(path: Path) -> list[Path]:
    """Return a file, and if it is one of segments that of systems beside it."""
    beside = path.with_name(re.sub(r"\.seg\.score(\.gz)?\Z", r".sys.score\1", path.name))
    return [path, *([beside] if beside != path and is_file(beside) else [])]


def _read(path: Path, level: str, accept: Sequence[str]) -> dict[str, list[float]]:
    """Return system → its scores."""
    scores: dict[str, list[float]] = {}
    for number, line in enumerate(decoded_lines(path, accept), 1):
        cells = line.split()
        if len(cells) != 2:
            raise FormatError(f"{path}, line {number}: {line.strip()!r:.60}; expected a system and a score")
        system, score = cells
        value = math.nan if score == "None" else number_in(score)
        if value is None:
            raise FormatError(f"{path}, line {number}: the score is {score!r:.40}; expected a number, or None")
        if level == "sys" and system in scores:
            raise FormatError(f"{path}, line {number}: a second score of {system!r}; expected one for each system")
        scores.setdefault(system, []).append(value)
    if not scores:
        raise FormatError(f"{path}: the file is empty; expected a system and a score on each line")
    return scores
