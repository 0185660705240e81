"""Signatures: what they are made of, and that nothing else makes or reads them."""

import ast
import re
from collections.abc import Iterator

import pytest

from source_tree import SOURCE, modules, name_of, parsed
from steelyard.results.signature import Signature

HOME = SOURCE / "results" / "signature.py"
#: Text that begins with a choice, or has one behind a bar.
CHOICE = re.compile(r"(^|\|)[\w -]+:(?! )")
#: Methods by which text is put together, taken apart or looked into.
SURGERY = {"endswith", "index", "join", "partition", "removeprefix", "removesuffix", "replace", "split", "startswith"}


def test_parts_are_names_of_things_and_choices():
    signature = Signature.of("bleu@sacrebleu", tokens="13a", case=None, order=4).joined("human", level="system")
    assert signature == "bleu@sacrebleu|tokens:13a|order:4|human|level:system"
    assert signature.parts == (
        ("", "bleu@sacrebleu"),
        ("tokens", "13a"),
        ("order", "4"),
        ("", "human"),
        ("level", "system"),
    )


def test_a_choice_may_have_any_name():
    assert Signature.of("mine", cls=1, self=2).joined(self=3).with_choices(self=4) == "mine|cls:1|self:4|self:4"


def test_a_line_may_be_broken_behind_every_part():
    assert Signature("bleu|tokens:13a|order:4").breakable("<wbr>") == "bleu|<wbr>tokens:13a|<wbr>order:4"


def text_of(node: ast.AST) -> str:
    """Return a constant or formatted text, with {} for what is put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def of_signatures(node: ast.AST) -> bool:
    """Tell whether an expression or function speaks of signatures."""
    named = (getattr(part, field, None) for part in ast.walk(node) for field in ("id", "attr", "arg", "name"))
    return any("signature" in name.lower() for name in named if isinstance(name, str))


def hand_work(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield where a signature is joined, written or parsed by other means than its own."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if re.search(r"\|[\w -]+:(?! )", text_of(node)) and id(node) not in told:
            yield node
        if isinstance(node, ast.FunctionDef) and of_signatures(node):
            yield from (part for part in ast.walk(node) if text_of(part) == "|")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = node.args if node.func.attr in ("of", "joined") and not text_of(node.func.value) else []
            yield from (part for part in parts if CHOICE.search(text_of(part)))
            if node.func.attr in SURGERY and of_signatures(node.func.value):
                yield node


def test_signatures_are_joined_written_and_parsed_in_one_place():
    astray = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in modules()
        if path != HOME
        for node in hand_work(parsed(path))
    ]
    assert astray == [], "use Signature.of, joined, get, cut … of steelyard.results.signature"


@pytest.mark.parametrize(
    "source",
    [
        'f"{signature}|level:{level}"',
        'how + "|systems:given"',
        'Signature.of(measure, f"level:{level}")',
        'signature.joined("ranks:bootstrap")',
        'def signature_of(parts): return "|".join(parts)',
        'def shown(signature): return escape(signature).replace("|", "<br>")',
        'human.signature("segment").removeprefix("human:")',
        '"|better:lower" in cell',
    ],
)
def test_hand_work_is_seen(source):
    assert [*hand_work(ast.parse(source))]


@pytest.mark.parametrize(
    "source",
    [
        "Signature.of(measure.name, level=level).joined(draws.bootstrap_signature())",
        'signature.get("level")',
        '"|".join(tags)',
        'f"{path}: 1 | 2"',
        '"""bleu|tokens:13a"""',
    ],
)
def test_what_is_no_hand_work_is_let_be(source):
    assert not [*hand_work(ast.parse(source))]
