"""What `meta` can say beyond correlations: one entry for each section, asked for by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.meta.human import HumanScores
from steelyard.meta.table import ScoreTable
from steelyard.meta.tabular import Table
from steelyard.statistics import Progress


@dataclass(frozen=True)
class Context:
    """What a section is made of.

    humans   one for each dimension, raw or normalised; their systems may be fewer than the table's
    test     a test of two systems, where the section makes some
    """

    table: ScoreTable
    humans: tuple[HumanScores, ...]
    test: str = "z"
    trials: int = 1000
    resamples: int = 1000
    seed: int = 12345
    threads: int | None = None
    accept: Sequence[str] = ()
    progress: Progress | None = None


@dataclass(frozen=True)
class Section:
    """One section: what JSON has under its name, and what a reader is shown.

    content     as JSON has it
    tables      for a reader; `findings` are sentences, `figures` Vega-Lite specifications by name
    signatures  how the numbers were made
    result      what has a report of its own, instead of tables, findings and signatures
    """

    name: str
    title: str
    content: Any
    tables: tuple[Table, ...] = ()
    findings: tuple[str, ...] = ()
    figures: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    signatures: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    result: Any = None


#: Name → (what it says, module and function that makes it of a Context). A new section is one entry here.
SECTIONS: dict[str, tuple[str, str, str]] = {
    "prediction": (
        "does a measure's significance predict that of people? (Lin & Hovy 2003)",
        "steelyard.meta.prediction",
        "prediction_section",
    ),
    "reliability": (
        "when measures agree that one output is as good as another, do people? (Amigó et al. 2011)",
        "steelyard.meta.further_sections",
        "reliability_section",
    ),
    "qarla": (
        "do measures tell references from outputs? (Amigó et al. 2005)",
        "steelyard.meta.further_sections",
        "qarla_section",
    ),
    "orange": (
        "how high do measures rank references among outputs? (Lin & Och 2004)",
        "steelyard.meta.further_sections",
        "orange_section",
    ),
    "axioms": ("which axioms do measures break?", "steelyard.meta.further_sections", "axioms_section"),
    "severity": (
        "which measure never scores higher than another?",
        "steelyard.meta.further_sections",
        "severity_section",
    ),
}


def check_sections(names: Sequence[str]) -> None:
    """Raise unless there are such sections."""
    for name in names:
        if name not in SECTIONS:
            raise SpecError(f"unknown section {name!r}" + suggestion(str(name), SECTIONS))


def made_section(name: str, context: Context) -> Section:
    """Make a section."""
    _, module, function = SECTIONS[name]
    make: Callable[[Context], Section] = getattr(import_module(module), function)
    return make(context)
