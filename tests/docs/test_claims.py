"""Every claim of README.md and docs/comparison.md is held by a test that is named beside it in claims.tsv.

A claim says what always holds: equality with another tool, a bound, durability, safety. The columns are page,
tests (path::name, separated by spaces), why it is none where there are no tests, and the sentence as it stands.
"""

import ast
import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from docs import pages
from source_tree import SOURCE, parsed
from steelyard.measures.registry import registry

TABLE = Path(__file__).with_name("claims.tsv")
CLAIMED = ("README.md", "docs/comparison.md")
#: By which sentences may claim something; the table may have others, too.
WORDS = re.compile(
    r"\b(equals?|equally|exact(ly)?|same|identical|never|always|at most|no more than|at least|refuse[sd]?|safe(ly)?"
    r"|surviv\w+|guarantee\w*|faster|differs?|no difference|nothing|no network|every|so too|count for count)\b"
    r"|10⁻|decimals",
    re.IGNORECASE,
)
COMPARED = pages.DOCS / "comparison.md"


def sentences(text: str) -> Iterator[str]:
    """Yield sentences, items and rows of tables, each on one line."""
    prose = re.sub(r"^#+ .*$", "\n", pages.without_blocks(text), flags=re.MULTILINE)
    for block in re.split(r"\n\s*\n|\n(?=- |\|)", prose):
        line = " ".join(block.split())
        if line.startswith("|"):
            yield line
        elif line:
            yield from re.split(
                r"(?<=[.:!?])\s+(?=[A-Z*`\[\"“(]|mteval|tercom|sacreBLEU|jiwer|rouge-score|pycoco)", line
            )


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("page", CLAIMED)
def test_every_claim_stands_in_the_table(page):
    listed = {row["sentence"] for row in rows() if row["page"] == page}
    said = list(sentences((pages.ROOT / page).read_text("utf-8")))
    missing = [sentence for sentence in said if WORDS.search(sentence) and sentence not in listed]
    assert missing == [], "name the tests that hold each in tests/docs/claims.tsv, or say there why it claims nothing"
    assert listed - {*said} == set(), "no longer said: take it out of tests/docs/claims.tsv"


def test_claims_are_made_once_and_held_or_excused():
    for row in rows():
        assert bool(row["tests"]) != bool(row["reason"]), row
    assert len({(row["page"], row["sentence"]) for row in rows()}) == len(rows())


@cache
def functions(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((pages.ROOT / path).read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("test", sorted({test for row in rows() for test in row["tests"].split()}))
def test_tests_of_claims_are_there_and_run(test):
    path, _, name = test.partition("::")
    assert name in functions(path), f"{test}, which tests/docs/claims.tsv names, is not there"
    for decorator in functions(path)[name].decorator_list:
        marks = re.findall(r"mark\.(skip\w*|xfail)\b", ast.unparse(decorator))
        assert not marks or "reason=" in ast.unparse(decorator), f"{test} is not run, and nothing says why"


def test_offences_are_found():
    said = "# Same\n\nIt equals that. It\nwaits. It is\nnever wrong.\n\n```\nsame\n```\n| a | exactly |\n"
    claimed = [sentence for sentence in sentences(said) if WORDS.search(sentence)]
    assert claimed == ["It equals that.", "It is never wrong.", "| a | exactly |"]


def preset_rows() -> dict[str, list[str]]:
    """Preset → cells of its row: tool and version, what was compared, values, equal to what, what can differ."""
    by_preset = {}
    table = COMPARED.read_text("utf-8").partition("| preset | tool, version |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        presets, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        by_preset |= dict.fromkeys(re.findall(r"`([^`]+)`", presets), cells)
    return by_preset


@pytest.mark.parametrize("preset", [f"{name}@{preset}" for name, kind in registry().items() for preset in kind.presets])
def test_every_preset_says_what_it_was_compared_with(preset):
    tool, compared, values, equal, *_ = preset_rows()[preset]
    assert re.search(r"\d|the same", tool), f"docs/comparison.md names no version for {preset}"
    assert compared and values
    assert bool(equal) != (values == "0" and "not compared" in compared), (
        "say what is equal, or that nothing is compared"
    )


def test_no_row_is_of_a_preset_that_is_not_there():
    assert set(preset_rows()) == {f"{name}@{preset}" for name, kind in registry().items() for preset in kind.presets}


#: Modules of the standard library, and others, by which programs reach others over a network.
NETWORK = {
    "socket",
    "ssl",
    "http",
    "urllib",
    "ftplib",
    "smtplib",
    "xmlrpc",
    "socketserver",
    "asyncio",
    "requests",
    "httpx",
}


def test_nothing_is_downloaded():
    """No module of the package imports anything that opens a connection."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & NETWORK, path
