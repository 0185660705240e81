"""How tests run studies: settings told in one line, and parts of a report by name."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from steelyard.draws import Draws, Run
from steelyard.report.forms import rendered
from steelyard.results.figure import Figure
from steelyard.studies.recipes.recipe import DRAWS, Choices
from steelyard.studies.recipes.report import StudyReport


def settings(base: Mapping[str, Any] | None = None, **chosen: Any) -> tuple[Choices, Draws, Run]:
    """Return choices, draws and how work is done, from the names of their fields."""
    asked = {**(base or {}), **chosen}
    parts = []
    for default in (Choices(), DRAWS, Run()):
        names = [field.name for field in fields(default)]
        parts.append(type(default)(**{name: asked.pop(name, getattr(default, name)) for name in names}))
    assert not asked, f"no such settings: {asked}"
    return tuple(parts)


def figure(report: StudyReport, name: str) -> Figure:
    """Return the figure of that name."""
    return next(figure for figure in report.figures if figure.name == name)


def names(report: StudyReport) -> list[str]:
    """Return the names of the figures."""
    return [figure.name for figure in report.figures]


def text(report: StudyReport) -> str:
    """Return what a terminal shows."""
    return rendered(report, "text")
