"""Figures drawn as SVG, alone or on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard.characters import harmless, markup
from steelyard.errors import MissingResource, SpecError
from steelyard.files.disk import replacing
from steelyard.report.page import STYLES, page
from steelyard.report.vega import on_page, specification
from steelyard.results.account import Account
from steelyard.results.figure import Figure

ENDINGS = (".svg", ".html")
_NAMES = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')
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
    return _BLACK.sub(r'\1="currentColor"', _drawn(on_page(figure)))


def inline(figure: Figure, first: str) -> str:
    """Return a figure as part of a page; names inside it begin with `first`."""
    # Names inside a drawing must differ from those of others on the page, and be the same whenever it is drawn.
    names: dict[str, str] = {}
    lines = _NAMES.sub(lambda m: m[1] + names.setdefault(m[2], f"{first}-{len(names)}"), svg(figure))
    # For a reader who does not see it, a figure is one image with its words and not hundreds of marks.
    words = markup(figure.description or figure.title)
    return f'<div class="scroll">{lines.replace("<svg ", f"""<svg role="img" aria-label="{words}" """, 1)}</div>'


def draw(figure: Figure, path: str | Path) -> None:
    """Write a figure as SVG, or as an HTML page that needs nothing else, by the ending of the file."""
    drawing = _drawn(specification(figure)) if Path(path).suffix == ".svg" else _page(figure)
    with replacing(Path(path)) as file:
        file.write(drawing.encode())


def _page(figure: Figure) -> str:
    """Return a page of one figure, which has its title inside."""
    return page(figure.title, "", [f"<main><figure>{inline(figure, 'figure')}</figure></main>"], STYLES)


def _drawn(drawing: dict[str, Any]) -> str:
    """Return a specification as SVG; what SVG cannot hold, or would steer a terminal or a line, is visible in it."""
    return str(_converter().vegalite_to_svg(_presentable(drawing)))


def _presentable(part: Any) -> Any:
    """Return a part of a specification in which all characters are harmless."""
    if isinstance(part, str):
        return harmless(part)
    if isinstance(part, dict):
        return {_presentable(name): _presentable(value) for name, value in part.items()}
    return [*map(_presentable, part)] if isinstance(part, list | tuple) else part


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
