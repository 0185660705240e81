"""The shape of the tree: how large its folders and modules are, how they hang together, that nothing is there twice.

What does not hold yet stands in a list of its own, which may only become shorter.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from source_tree import REGISTRIES, ROOT, SOURCE, imported_modules, modules, name_of, parsed

TESTS = ROOT / "tests"
#: Folders of tests that are not of one module: laws and oracles of all measures, other tools' numbers, documentation.
OF_ANOTHER_KIND = ("browser", "docs", "golden", "laws", "oracles", "peers")

MOST_MODULES = 25
#: By which a module of a registry tells its name.
DECLARATION = re.compile(r"^( +name: ClassVar\[str\]|NAME|RECIPE) = ", re.M)
MODULES_TO_MOVE: set[str] = set()
FOLDERS_TO_CUT: set[str] = set()

MOST_LINES = 400
GENERATED = {"cpp/unicode/tables.hpp"}
MODULES_TO_CUT: set[str] = set()

MOST_IMPORTERS = 25
#: What everything may import: the ground, the public face of a layer, and the base of a registry.
GROUND = ("errors", "results", "types", "draws", "files", "_core")
FACES = ("corpus", "text", "statistics", "scores")
BASES = ("measures/kinds/base",)
#: Other modules that many import, each with its reason.
SHARED = {
    "arguments": "what every public function is marked with, wherever it stands",
    "corpus/sentences": "a sentence and its trees, which every reader, parser and layer of annotation speaks of",
    "scores/table": "scores of all measures in one table, which every part of meta-evaluation and every study takes",
}

CLASSES_TO_MERGE: set[str] = set()
COMMANDS_TO_TYPE: set[str] = set()
CYCLES_TO_CUT: set[tuple[str, ...]] = set()

#: Names of anything at all.
EMPTY_NAMES = {"one", "found", "made", "told", "given", "held", "known"}

LONGEST_RUN = 8
RUNS_TO_MERGE: set[tuple[str, str]] = set()


def check(found: Iterable, still: set) -> None:
    """Fail on what is found and not excused, and on what is excused and not found."""
    found = set(found)
    assert found - still == set(), "this must not be"
    assert still - found == set(), "this holds now: take it out of the list at the top of the file"


def names_a_module(test: Path) -> bool:
    """Tell whether `a/b/test_c.py` or `a/b/test_c_aspect.py` has a module or folder `a/b/c`, or is of folder `b`."""
    folder, words = SOURCE / test.parent, test.stem.removeprefix("test_").split("_")
    names = ["_".join(words[:n]) for n in range(1, len(words) + 1)]
    return folder.is_dir() and any(
        name == folder.name or (folder / name).is_dir() or (folder / f"{name}.py").is_file() for name in names
    )


def test_tests_stand_at_the_path_of_what_they_test():
    paths = [path.relative_to(TESTS) for path in TESTS.glob("*/**/test_*.py")]
    astray = [str(path) for path in paths if path.parts[0] not in OF_ANOTHER_KIND and not names_a_module(path)]
    assert astray == [], "move each to tests/FOLDER/test_MODULE.py of the module or folder in src/steelyard it tests"


def test_folders_hold_few_modules():
    sizes: dict[str, int] = defaultdict(int)
    for path in modules():
        sizes[str(path.parent.relative_to(SOURCE))] += path.name != "__init__.py"
    check((name for name, size in sizes.items() if size > MOST_MODULES and name not in REGISTRIES), FOLDERS_TO_CUT)


def test_folders_of_a_registry_hold_nothing_else():
    astray = {
        f"{folder}/{path.stem}"
        for folder, others in REGISTRIES.items()
        for path in (SOURCE / folder).glob("*.py")
        if path.stem not in {"__init__", *others} and not DECLARATION.search(path.read_text("utf-8"))
    }
    check(astray, MODULES_TO_MOVE)


def source_files() -> Iterator[Path]:
    for folder in ("src", "tests", "cpp", "benchmarks", "fuzz"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".cpp", ".hpp", ".js", ".css") and path.name not in ("_core.pyi",):
                yield path


def test_modules_are_short():
    sizes = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in source_files()}
    check((name for name, size in sizes.items() if size > MOST_LINES), MODULES_TO_CUT | GENERATED)


def test_few_modules_are_imported_by_many():
    importers: dict[str, set[str]] = defaultdict(set)
    for path in modules():
        for name in imported_modules(path):
            importers[name].add(name_of(path))
    many = {name for name, by in importers.items() if len(by) > MOST_IMPORTERS and name.split("/")[0] not in GROUND}
    check(many - {*FACES, *BASES}, set(SHARED))


def test_no_cycles():
    graph = {name_of(path): imported_modules(path, only_for_types=False) for path in modules()}
    found = set()
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycle = error.args[1][:-1]
            found.add(tuple(sorted(cycle)))
            graph[cycle[1]] = graph[cycle[1]] - {cycle[0]}
            graph[cycle[0]] = graph[cycle[0]] - {cycle[1]}
        else:
            break
    check(found, CYCLES_TO_CUT)


def test_no_public_class_is_defined_twice():
    defined: dict[str, int] = defaultdict(int)
    for path in modules():
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[node.name] += 1
    check((name for name, times in defined.items() if times > 1), CLASSES_TO_MERGE)


def test_commands_are_typed():
    untyped = set()
    for path in modules():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef) and (rest := node.args.kwarg):
                in_command = name_of(path).startswith("cli") and ast.unparse(rest.annotation) == "Any"
                if rest.arg == "given" or in_command:
                    untyped.add(name_of(path))
    check(untyped, COMMANDS_TO_TYPE)


def bound_name(node: ast.AST) -> str | None:
    """Return the name that a node binds: of a variable, field, parameter or function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name.strip("_")
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else None


def test_names_say_what_they_hold():
    empty = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {name}"
        for path in modules()
        for node in ast.walk(parsed(path))
        if (name := bound_name(node)) in EMPTY_NAMES
    ]
    assert empty == [], "name each by what it holds"


PASSED_OVER = re.compile(r"\W*|(#|//).*|\*.*|(from|import|using|namespace) .*")


def told_lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines that say something, white space folded: no blank, comment, import or punctuation alone."""
    lines = path.read_text("utf-8").splitlines()
    skipped = set()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                skipped |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    folded = ((n, " ".join(line.split())) for n, line in enumerate(lines, 1) if n not in skipped)
    return [(n, line) for n, line in folded if not PASSED_OVER.fullmatch(line)]


def runs_told_twice(files: dict[str, list[tuple[int, str]]]) -> dict[tuple[str, str], str]:
    """Return pairs of files that share a run of more lines than may be, with where the first of it stands in each."""
    seen: dict[tuple[str, ...], tuple[str, int]] = {}
    found = {}
    for name, lines in files.items():
        for start in range(len(lines) - LONGEST_RUN):
            window = tuple(line for _, line in lines[start : start + LONGEST_RUN + 1])
            first, line = seen.setdefault(window, (name, start))
            if (first, line) != (name, start) and (first != name or start > line + LONGEST_RUN):
                place = f"{first}:{files[first][line][0]} and {name}:{lines[start][0]}"
                found.setdefault((first, name), place)
    return found


def test_nothing_is_told_twice():
    files = {str(path.relative_to(ROOT)): told_lines(path) for path in source_files()}
    found = runs_told_twice({name: lines for name, lines in files.items() if name not in GENERATED})
    check(found, RUNS_TO_MERGE)


def test_a_run_that_stands_twice_is_seen():
    run = [(n, f"line {n}") for n in range(1, 2 + LONGEST_RUN)]
    assert runs_told_twice({"a": run, "b": [(1, "other"), *run]}) == {("a", "b"): "a:1 and b:1"}
    assert runs_told_twice({"a": run, "b": run[1:]}) == {}
    assert runs_told_twice({"a": run + run}) == {("a", "a"): "a:1 and a:1"}
