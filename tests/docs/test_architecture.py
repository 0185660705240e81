"""ARCHITECTURE.md names modules, folders, classes and functions that there are; so do the other pages in full names."""

import ast
import builtins
import pkgutil
import re
from functools import cache

import pytest

import steelyard as sy
from docs.pages import PAGES, ROOT, blocks, prose
from source_tree import SOURCE, modules, parsed

PAGE = ROOT / "ARCHITECTURE.md"
_SPAN = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(r"[\w/]+\.(?:py|[ch]pp|md)")
_FOLDER = re.compile(r"(?:\w+/)+")
_NAME = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?")
_PLACE = re.compile(r"(?<![\w./])(?!FILE)(?:[\w/]+\.(?:py|[ch]pp|md)|(?:\w+/)+)(?!\w)")
_DOTTED = re.compile(r"`(steelyard(?:\.[A-Za-z_]\w*)+)(?:\(\))?`")
#: Of entry points, which are named like modules.
GROUPS = {f"steelyard.{kind}" for kind in ("coefficients", "formats", "measures", "parsers", "studies", "tests")}
_DEFINITION = re.compile(r"\b(?:class|struct) (\w+)|\b(\w+)\(")


@cache
def places():
    """Every file and folder of ours, by its path from the root."""
    roots = [ROOT / name for name in ("src", "cpp", "tests", "docs", "examples", "benchmarks")]
    inside = [path for root in roots for path in (root, *root.rglob("*")) if "__pycache__" not in path.parts]
    return {f"/{path.relative_to(ROOT)}" + "/" * path.is_dir() for path in (*inside, *ROOT.glob("*"))}


def is_place(name):
    return any(place.endswith(f"/{name}") for place in places())


def names_in(body):
    """Names that a module or class defines: functions, classes, constants, fields."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def definitions():
    """Module or class → the names that it defines; modules by their path, `scores.table`, and classes by their name."""
    defined = {}
    for path in modules():
        tree = parsed(path)
        parts = path.relative_to(SOURCE).with_suffix("").parts
        defined[".".join(parts).removesuffix(".__init__")] = {*names_in(tree.body)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                defined.setdefault(node.name, set()).update(names_in(node.body))
    return defined


@cache
def core_names():
    """Classes and functions of the compiled core."""
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "cpp").rglob("*.hpp"))
    return {name for pair in _DEFINITION.findall(text) for name in pair}


def is_defined(name):
    holder, _, last = name.rpartition(".")
    if not holder:
        anywhere = set().union(*definitions().values())
        return last in anywhere or last in core_names() or hasattr(builtins, last)
    if holder == "_core":
        return last in core_names()
    return any(last in names for own, names in definitions().items() if f".{own}".endswith(f".{holder}"))


def is_there(dotted):
    """Tell whether `steelyard.…` is a module, or something in one."""
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


def spans():
    """Code spans that are names of something in the project; commands, options and notation are none."""
    for span in dict.fromkeys(_SPAN.findall(prose(PAGE))):
        name = _NAME.fullmatch(span)
        if _FILE.fullmatch(span) or _FOLDER.fullmatch(span):
            yield span
        elif name and not span.startswith("sy."):
            yield name[1]


@pytest.mark.parametrize("span", dict.fromkeys(spans()))
def test_what_is_named_exists(span):
    is_path = _FILE.fullmatch(span) or _FOLDER.fullmatch(span)
    assert is_place(span) if is_path else is_defined(span) or is_place(f"{span}/"), f"there is no {span}"


def test_public_names():
    named = set(re.findall(r"\bsy\.(\w+)", PAGE.read_text("utf-8")))
    assert named and sorted(name for name in named if not hasattr(sy, name)) == []


@pytest.mark.parametrize("n", range(len(blocks(PAGE))))
def test_files_and_folders_of_the_layout_exist(n):
    text = blocks(PAGE)[n].text
    assert sorted(name for name in set(_PLACE.findall(text)) if not is_place(name)) == []


def test_the_layout_lists_every_folder_and_module_of_the_package():
    layout = next(block.text for block in blocks(PAGE) if "src/steelyard/" in block.text)
    own = {path.name + "/" * path.is_dir() for path in SOURCE.iterdir() if not path.name.startswith(("_", "py.typed"))}
    assert sorted(name for name in own if name not in _PLACE.findall(layout)) == []


@pytest.mark.parametrize("page", [page for page in PAGES if _DOTTED.search(prose(page))], ids=lambda page: page.name)
def test_dotted_names_of_the_package_exist(page):
    named = set(_DOTTED.findall(prose(page))) - GROUPS
    assert sorted(dotted for dotted in named if not is_there(dotted)) == []


def test_a_name_that_is_not_there_is_noticed():
    for name in ("scores/lost.py", "lost/"):
        assert not is_place(name)
    for name in ("Vanished", "Statistics.lost", "files.disk.lost", "lost.replacing"):
        assert not is_defined(name)
    assert is_there("steelyard.corpus.Corpus.of") and not is_there("steelyard.corpus.lost")
    assert is_defined("Statistics.merge") and is_defined("files.disk.replacing") and is_place("files/")
