"""Figures drawn as SVG or as a page of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard.errors import MissingResource, SpecError
from steelyard.files.disk import replacing
from steelyard.report.vega import on_page, specification
from steelyard.results.account import Account
from steelyard.results.figure import Figure

ENDINGS = (".svg", ".html")
_BLACK = re.compile(r'\b(fill|stroke)="(?:black|#000|#000000)"')


def check_figure(path: str | Path) -> None:
    """Raise at once, before any work, if no figure can be drawn there."""
    if Path(path).suffix not in ENDINGS:
        raise SpecError(f"{path}: a figure is drawn as SVG or HTML; give a name that ends in {' or '.join(ENDINGS)}")
    _converter()


def can_draw() -> bool:
    """Tell whether figures can be drawn here."""
    try:
        _converter()
    except MissingResource:
        return False
    return True


def svg(figure: Figure) -> str:
    """Return a figure as SVG for a page: on the page's ground, with its words and axes in the page's ink."""
    return _BLACK.sub(r'\1="currentColor"', str(_converter().vegalite_to_svg(on_page(figure))))


def draw(figure: Figure, path: str | Path) -> None:
    """Write a figure as SVG, or as an HTML page that needs nothing else, by the ending of the file."""
    converter = _converter()
    drawing = specification(figure)
    with replacing(Path(path)) as file:
        if Path(path).suffix == ".svg":
            file.write(converter.vegalite_to_svg(drawing).encode())
        else:
            file.write(converter.vegalite_to_html(drawing, bundle=True).encode())


def draw_all(account: Account, path: str | Path) -> None:
    """Draw the figure of an account at a path, and those of its parts beside it, by their names."""
    for figure in account.figures[:1]:
        draw(figure, path)
    for figure in (figure for part in account.parts for figure in part.figures):
        draw(figure, _beside(Path(path), figure.name))


def places(path: str | Path, parts: Sequence[str]) -> list[Path]:
    """Return where figures of an account may go, before there are any: one of a part has the name of the part."""
    return [Path(path), *(_beside(Path(path), name) for name in parts)]


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.stem}.{name}{path.suffix}")


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingResource(
            "figures need vl-convert-python; install it with: pip install 'steelyard[plots]'"
        ) from None
    return vl_convert
