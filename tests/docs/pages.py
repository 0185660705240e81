"""The pages of the documentation, and what is in them: fenced blocks, links, headings."""

import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG")),
    *sorted(DOCS.glob("*.md")),
]
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of its first line."""

    language: str
    text: str
    line: int


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [Block(m[1], m[2], text.count("\n", 0, m.start(2)) + 1) for m in _FENCE.finditer(text)]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return without_blocks(page.read_text("utf-8"))


def without_blocks(text: str) -> str:
    return _FENCE.sub("", text)


def links(page: Path) -> list[str]:
    return _LINK.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The names that headings can be linked by: lower case, spaces as hyphens, punctuation gone."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        base = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        name, again = base, 0
        while name in found:
            again += 1
            name = f"{base}-{again}"
        found.add(name)
    return found


def load(path: Path) -> ModuleType:
    """The module in a file that is in no package."""
    name = "_".join(path.relative_to(ROOT).with_suffix("").parts)
    spec = importlib.util.spec_from_file_location(name, path)
    # A dataclass looks itself up by the name of its module.
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
