"""The source as a tree: its modules, and which of them imports which."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "steelyard"
#: Folders of a registry, with what else may stand there than its own things.
REGISTRIES: dict[str, set[str]] = {
    "corpus/formats": set(),
    "inference/agreement/coefficients": set(),
    "inference/comparison/tests": set(),
    "inference/correlation/coefficients": set(),
    "measures": {"registry", "notation", "catalogue", "presets", "elsewhere"},
    "providers/parsers": set(),
    "studies": set(),
}


@cache
def modules() -> tuple[Path, ...]:
    return tuple(sorted(SOURCE.rglob("*.py")))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    """Return the name of a module as a path without its ending; a folder's `__init__` has the folder's."""
    inside = path.relative_to(SOURCE).with_suffix("")
    return "/".join(inside.parts[:-1] if inside.name == "__init__" and len(inside.parts) > 1 else inside.parts)


@cache
def names() -> frozenset[str]:
    return frozenset(map(name_of, modules()))


def imported(tree: ast.AST, path: Path, only_for_types: bool = True) -> Iterator[tuple[str, ...]]:
    """Yield the parts of every name a module imports from the package, anywhere in it, relative imports included.

    `import steelyard` alone binds the package, whose top is `__init__`.
    """
    package = ["steelyard", *path.relative_to(SOURCE).parent.parts]
    for node in _nodes(tree, only_for_types):
        if isinstance(node, ast.Import):
            full_names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            full_names = [f"{start}.{alias.name}" for alias in node.names]
        else:
            continue
        for full_name in full_names:
            first, *rest = full_name.split(".")
            if first == "steelyard":
                yield tuple(rest) or ("__init__",)


def _nodes(node: ast.AST, only_for_types: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test) and not only_for_types:
            continue
        yield child
        yield from _nodes(child, only_for_types)


def imported_modules(path: Path, only_for_types: bool = True) -> set[str]:
    """Return the names of the modules that a module imports: a name in a module stands for the module."""
    found = set()
    for parts in imported(parsed(path), path, only_for_types):
        prefixes = ("/".join(parts[:length]) for length in range(len(parts), 0, -1))
        found.add(next((name for name in prefixes if name in names()), parts[0]))
    return found - {name_of(path)}
