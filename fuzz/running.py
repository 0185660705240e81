"""Cases and what comes of them: each of a seed, within a temporary folder, bounded in memory and time."""

from __future__ import annotations

import os
import resource
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

import toy_parser
from fuzz.calls import call
from fuzz.files import file
from fuzz.oracle import bounded_time, quiet
from steelyard.annotation import corpora
from steelyard.providers import annotator

#: Address space: what needs more asks for too much, for all inputs are small.
_MEMORY = 8 << 30
CASES: dict[str, Callable[[Random, Path], None]] = {"call": call, "file": file}


@dataclass
class Findings:
    """How many cases were run, and where those that broke broke: each place once."""

    count: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    errors: list[BaseException] = field(default_factory=list)

    def told(self) -> str:
        """Return all that in a line."""
        ran = ", ".join(f"{count:,} {kind}s" for kind, count in self.count.items())
        return f"{ran or 'nothing'}: {sum(self.broken.values()):,} broke, in {len(self.broken)} places"


@contextmanager
def safe_place() -> Iterator[Path]:
    """Go to a temporary folder, with a toy for a parser, so that nothing else is touched, asked or started."""
    with (
        tempfile.TemporaryDirectory(prefix="steelyard-fuzz-") as place,
        chdir(place),
        patch.dict(os.environ, {"STEELYARD_CACHE": "none"}),
        patch.object(annotator, "annotator_of", toy_parser.annotator_of),
        patch.object(corpora, "annotator_of", toy_parser.annotator_of),
    ):
        yield Path(place)


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Have what asks for far too much memory fail."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    # Sanitizers have taken addresses beyond all memory when they start.
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + _MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def run(kind: str, seed: int, folder: Path, findings: Findings) -> str:
    """Run a case; return what broke, if it is new."""
    findings.count[kind] += 1
    try:
        with bounded_time(), quiet():
            CASES[kind](Random(f"{kind}:{seed}"), folder)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        place = _place(error)
        findings.broken[place] += 1
        if findings.broken[place] > 1:
            return ""
        findings.errors.append(error)
        return f"{type(error).__name__} at {place}: {error}"[:900]
    return ""


def _place(error: BaseException) -> str:
    """Return where an error came up; of what the oracle saw, what it saw, without the numbers in it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    if Path(frame.filename).name == "oracle.py":
        return "".join(sign for sign in str(error)[:60] if not sign.isdigit())
    return f"{Path(frame.filename).name}:{frame.lineno}"
