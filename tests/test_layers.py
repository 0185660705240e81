"""Each layer of the package imports only from layers below it."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "steelyard"
# From the bottom up; what stands together may not import one another.
LAYERS = (
    ("version", "errors", "_core"),
    ("corpus",),
    ("text",),
    ("measures",),
    ("statistics",),
    ("statistics_files",),
    ("resampling",),
    ("scores", "similarities", "differences", "alignments", "annotations", "outside"),
    ("inference",),
    ("judgements",),
    ("meta",),
    ("tasks",),
    ("studies",),
    ("report",),
    ("cli",),
    ("__init__", "__main__"),
)
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}


def layer_of(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported(tree: ast.Module, path: Path):
    """Yield the layers a module imports, anywhere in it, relative imports included."""
    package = ["steelyard", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{start}.{alias.name}" for alias in node.names] if start == "steelyard" else [start]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "steelyard":
                # `import steelyard` alone binds the package: its top
                yield parts[1] if len(parts) > 1 else "__init__"


def upward(path: Path, text: str) -> list[str]:
    here = layer_of(path)
    tree = ast.parse(text)
    return [
        f"{path.relative_to(SOURCE)} imports {there}"
        for there in imported(tree, path)
        if there != here and HEIGHT.get(there, len(LAYERS)) >= HEIGHT[here]
    ]


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def test_every_module_has_a_layer():
    assert {layer_of(path) for path in modules()} <= set(HEIGHT), "put the new module into LAYERS"
    assert len(modules()) > 30


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_upward_import(path):
    assert upward(path, path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("measures/wer.py", "from steelyard.scores import score"),
        ("text/view.py", "def late():\n    import steelyard.measures.base"),
        ("corpus/corpus.py", "from steelyard import statistics"),
        ("corpus/corpus.py", "from ..text import View"),
        ("scores.py", "from steelyard import __init__"),
        ("resampling.py", "import steelyard"),
    ],
)
def test_upward_imports_are_seen(path, text):
    assert upward(SOURCE / path, text)


def test_downward_imports_are_allowed():
    assert upward(SOURCE / "scores.py", "from steelyard import _core, errors\nfrom .statistics import load") == []
