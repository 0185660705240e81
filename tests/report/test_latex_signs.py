"""Signs of our own in LaTeX."""

import ast
import re

import pytest

from source_tree import SOURCE
from steelyard.report.latex_signs import as_latex, escaped

#: What is drawn in characters, taken out of input, or asked of measures is said in no table.
ELSEWHERE = ("report/plots.py", "report/vega.py", "report/latex_signs.py", "files/xmltree.py", "meta/probes/probes.py")
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).as_posix() not in ELSEWHERE]


def _words(source):
    """Yield the strings of a module but for its docstrings."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_latex_has_every_sign_that_we_write(path):
    assert not [word for word in _words(path.read_text("utf-8")) if not escaped(word).isascii()]


@pytest.mark.parametrize("text", ["Αθήνα", "Σύστημα", "naïve Großmutter", "猫", "система", "señor 5ª"])
def test_letters_of_users_stay(text):
    assert escaped(text) == as_latex(text) == text


def test_greek_letters_of_ours_are_signs():
    assert escaped("Kendall's τ-b, αP, η², Σ wₙ") == r"Kendall's $\tau$-b, $\alpha$P, $\eta$$^{2}$, $\Sigma$ w$_{n}$"


def test_quotes_are_in_every_encoding():
    assert escaped('"a"') == "''a''" and not re.search("quotedbl", escaped('"'))
