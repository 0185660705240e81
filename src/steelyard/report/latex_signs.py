"""Signs that LaTeX does not take as they are."""

from __future__ import annotations

import re
import unicodedata

from steelyard.report.escapes import one_line

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # \textquotedbl is not in the encoding that LaTeX has unless it is told otherwise.
    '"': "''",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "η": "eta", "κ": "kappa", "λ": "lambda", "π": "pi",
    "ρ": "rho", "τ": "tau", "Σ": "Sigma",
}  # fmt: skip
# Names that we cite. Letters of users stay as they are.
_NAMES = {
    "Amigó": r"Amig\'o", "Giménez": r"Gim\'enez", "Màrquez": r"M\`arquez", "Nießen": r"Nie{\ss}en", "Peñas": r"Pe\~nas",
    "Popović": r"Popovi\'c", "Scheffé": r"Scheff\'e",
}  # fmt: skip
_SIGNS = {
    "−": "$-$", "×": r"$\times$", "·": r"$\cdot$", "±": r"$\pm$", "≤": r"$\leq$", "≥": r"$\geq$", "≈": r"$\approx$",
    "≠": r"$\neq$", "√": r"$\surd$", "✓": r"$\surd$", "✗": r"$\times$", "→": r"$\to$", "←": r"$\leftarrow$",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$", "∝": r"$\propto$", "∩": r"$\cap$", "∪": r"$\cup$", "½": r"$\frac{1}{2}$",
    "′": "$'$", "–": "--", "—": "---", "…": r"\ldots{}", "’": "'", "‘": "`", "“": "``", "”": "''", "†": r"\dag{}",
    "§": r"\S{}",
}  # fmt: skip
_ENTITIES = {**_NAMES, **_SIGNS, **{letter: rf"$\{name}$" for letter, name in _GREEK.items()}}
_RAISED, _LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵏⁿ", "₀₁₂₃₄₅₆₇₈₉₋ᵢₖₗₘₙᵣ"
# A Greek letter within a Greek word is no sign.
_ALONE = rf"(?<![Ͱ-Ͽἀ-῿])[{''.join(_GREEK)}](?![Ͱ-Ͽἀ-῿])"
_OURS = rf"{'|'.join(_NAMES)}|[{''.join(_SIGNS)}]|[{_RAISED}]+|[{_LOWERED}]+|{_ALONE}"
_AS_LATEX = re.compile(_OURS)
_ESCAPED = re.compile(rf'[\\~^<>|"&%$#_{{}}]|{_OURS}')


def escaped(text: str) -> str:
    """Return a text as LaTeX prints it, in one line.

    >>> print(escaped("5 % of p ≤ α"), escaped("10⁻¹⁶"), escaped("Αθήνα é"))
    5 \\% of p $\\leq$ $\\alpha$ 10$^{-16}$ Αθήνα é
    """
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[0]) or _written(match), one_line(text))


def as_latex(text: str) -> str:
    """Return a text of a comment, with our own signs as LaTeX writes them."""
    return _AS_LATEX.sub(_written, text)


def _written(match: re.Match[str]) -> str:
    if match[0] in _ENTITIES:
        return _ENTITIES[match[0]]
    place = "^" if match[0][0] in _RAISED else "_"
    return f"${place}{{{unicodedata.normalize('NFKC', match[0]).replace('−', '-')}}}$"
