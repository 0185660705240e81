"""What all tests share: real texts and golden numbers beside the project, where they are there."""

import csv
import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import tiny_embeddings
from steelyard.providers import annotator

settings.register_profile(
    "steelyard",
    deadline=None,
    derandomize=True,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("steelyard")

ROOT = Path(__file__).resolve().parents[1]
# Whoever runs the tests may have chosen a width, colours or settings of ours for themselves.
for name in [*os.environ]:
    if name.startswith("STEELYARD_") or name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHONUNBUFFERED"):
        del os.environ[name]


@pytest.fixture(scope="session", autouse=True)
def annotations(tmp_path_factory) -> None:
    """Where annotations are kept, here and in commands that tests run: one place for all processes of a test run."""
    base = tmp_path_factory.getbasetemp()
    os.environ["STEELYARD_CACHE"] = str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "annotations")


@pytest.fixture(scope="session", autouse=True)
def tiny_model(tmp_path_factory) -> Path:
    """The model that measures of embeddings take unless told otherwise, here and in commands that tests run."""
    folder = tiny_embeddings.write(tmp_path_factory.mktemp("embeddings"))
    os.environ["STEELYARD_EMBEDDINGS"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of texts and golden numbers beside the project."""
    folder = ROOT.parent / "shared"
    if not (folder / "golden").is_dir():
        pytest.skip("skipped: comparison with golden numbers, for there is no folder ../shared/golden")
    return folder


@dataclass(frozen=True)
class Ted:
    """WMT 2021 TED talks: 13 systems and two references, each also usable as a system against the other."""

    systems: dict[str, list[str]]
    references: dict[str, list[str]]
    documents: list[str]

    def sets(self, names: str) -> list[list[str]]:
        return [self.references[name] for name in names]

    def outputs(self, names) -> dict[str, list[str]]:
        return {name: self.systems[name] for name in sorted(names)}


@pytest.fixture(scope="session")
def ted(shared: Path) -> Ted:
    folder = shared / "data" / "ted-zhen"
    if not folder.is_dir():
        pytest.skip("skipped: tests on TED talks, for there is no folder ../shared/data/ted-zhen")

    def lines(path: Path) -> list[str]:
        return path.read_text("utf-8").split("\n")[:-1]

    references = {name: lines(folder / f"ref.{name}.txt") for name in "AB"}
    systems = {path.name[4:-4]: lines(path) for path in sorted(folder.glob("sys.*.txt"))}
    systems |= {f"ref.{name}": texts for name, texts in references.items()}
    return Ted(systems, references, lines(folder / "docs.txt"))


@dataclass(frozen=True)
class Realsumm:
    """CNN/DailyMail articles: one reference summary each and those of 14 systems, sentences on lines of their own."""

    systems: dict[str, dict[str, str]]
    references: dict[str, str]


@pytest.fixture(scope="session")
def realsumm(shared: Path) -> Realsumm:
    folder = shared / "data" / "realsumm-abs"
    if not folder.is_dir():
        pytest.skip("skipped: tests on summaries, for there is no folder ../shared/data/realsumm-abs")

    def summaries(name: str) -> list[dict]:
        return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]

    systems: dict[str, dict[str, str]] = {}
    for row in summaries("systems.jsonl"):
        name = row["system"].removesuffix(".txt").replace("_out", "")
        systems.setdefault(name, {})[row["doc"]] = "\n".join(row["sentences"])
    return Realsumm(systems, {row["doc"]: "\n".join(row["sentences"]) for row in summaries("refs.jsonl")})


@pytest.fixture(scope="session")
def golden(shared: Path):
    """Return a function from the name of a golden file to its rows."""

    def rows(name: str) -> list[dict]:
        table = shared / "golden" / f"{name}.tsv.gz"
        if table.exists():
            with gzip.open(table, "rt", encoding="utf-8", newline="") as file:
                return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        with gzip.open(shared / "golden" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    return rows


@pytest.fixture
def compared(record_property):
    """Return a function that says how many values of a file were compared, and the largest difference."""

    def say(name: str, values: int, worst: float = 0.0) -> None:
        record_property("compared", [name, values, float(worst)])

    return say


def pytest_terminal_summary(terminalreporter, config) -> None:
    """With -v, list what was compared with other tools: file, test, number of values, the largest difference."""
    table: dict[tuple[str, str], tuple[int, float]] = {}
    for report in terminalreporter.stats.get("passed", []) if config.get_verbosity() >= 0 else []:
        for name, values, worst in (entry for kind, entry in report.user_properties if kind == "compared"):
            key = name, report.nodeid.partition("[")[0]
            before = table.get(key, (0, 0.0))
            table[key] = before[0] + values, max(before[1], worst)
    if table:
        terminalreporter.section("compared with other tools")
    for (name, test), (values, worst) in sorted(table.items()):
        terminalreporter.write_line(f"{name:24} {values:9,} values, largest difference {worst:.1e}  {test}")


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """An empty folder for annotations, and annotators that have not met any text."""
    folder = tmp_path / "annotations"
    monkeypatch.setenv("STEELYARD_CACHE", str(folder))
    annotator._annotator.cache_clear()
    return folder


@pytest.fixture
def log(tmp_path, monkeypatch):
    """Return a function that gives the lines that the unruly parser was called with since the last call."""
    file = tmp_path / "log"
    monkeypatch.setenv("UNRULY_LOG", str(file))

    def lines() -> list[str]:
        calls = file.read_text("utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [call.partition(" ")[2] for call in calls]

    return lines
