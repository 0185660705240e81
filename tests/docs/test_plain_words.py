"""The project speaks of itself only: no paths of some machine, no talk of how it came to be written."""

import re
import subprocess

import pytest

from docs import pages

# In pieces, so that this file is not found by its own patterns.
_FOLDERS = ("wo" + "rk", "tm" + "p", "ro" + "ot", "ho" + "me", "Us" + "ers")
_WORDS = (
    "cl" + "aude",
    "anth" + "ropic",
    "open" + "ai",
    "chat" + "gpt",
    "co" + "pilot",
    "sub" + "agents?",
    "ai" + "[ -](?:assistant|generated|written)",
    "helper" + " (?:agents?|sessions?|reports?)",
    "(?:coding|parallel|previous|earlier) " + "sessions?",
    "arti" + "factory",
    "index" + "-url",
)
PATTERNS = [
    re.compile(rf"(?<![\w.*~}}]){'/'}(?:{'|'.join(_FOLDERS)})/\w"),
    re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE),
]
_BUILT = {"build", "dist", "__pycache__", "steelyard-demo"}


def tracked() -> list:
    """The files of the project: what git knows or would add, or without git all but what is built."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        known = subprocess.run(listing, cwd=pages.ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        return [pages.ROOT / name for name in known if name and (pages.ROOT / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        files = (path for path in pages.ROOT.rglob("*") if path.is_file())
        return [path for path in files if not _hidden_or_built(path.relative_to(pages.ROOT).parts)]


def _hidden_or_built(parts: tuple[str, ...]) -> bool:
    return any(part in _BUILT or (part.startswith(".") and part != ".ci") for part in parts)


def offences(text: str) -> list[str]:
    return [match[0] for pattern in PATTERNS for match in pattern.finditer(text)]


# WordNet's table is a dictionary, and has every word.
@pytest.mark.parametrize(
    "path", [p for p in tracked() if p.suffix != ".gz"], ids=lambda path: str(path.relative_to(pages.ROOT))
)
def test_files_speak_of_the_project_only(path):
    assert not offences(path.read_text("utf-8"))


def test_offences_are_found():
    assert offences("see /" + "tmp/x") == ["/" + "tmp/x"]
    assert offences("written by " + "Cl" + "aude")
    assert not offences("the work/time ratio, a root/x, an agent of change")
