"""What `meta` can say beyond correlations: one entry for each section, asked for by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Run
from steelyard.errors import SpecError, suggestion, worded
from steelyard.inference.comparison.significance import GivenTest
from steelyard.judgements.statistics import HumanStatistics
from steelyard.results.account import Account
from steelyard.scores.table import ScoreColumn, ScoreTable

#: A section: what a reader is told, and what JSON has under its name.
Section = tuple[Account, Any]

#: Name → (what it says, MODULE:FUNCTION that makes it). A new section is one entry here, and its function, which takes
#: by keyword what it needs of what `made_section` hands on, and leaves the rest to `**_`.
SECTIONS: dict[str, tuple[str, str]] = {
    "prediction": (
        "does a measure's significance predict that of people? (Lin & Hovy 2003)",
        "steelyard.meta.people.prediction:prediction_section",
    ),
    "reliability": (
        "when measures agree that one output is as good as another, do people? (Amigó et al. 2011)",
        "steelyard.meta.sets.reliability:reliability_section",
    ),
    "qarla": (
        "do measures tell references from outputs? (Amigó et al. 2005)",
        "steelyard.meta.references.qarla:qarla_section",
    ),
    "orange": (
        "how high do measures rank references among outputs? (Lin & Och 2004)",
        "steelyard.meta.references.orange:orange_section",
    ),
    "axioms": ("which axioms do measures break?", "steelyard.meta.probes.axioms:axioms_section"),
    "severity": ("which measure never scores higher than another?", "steelyard.meta.sets.severity:severity_section"),
}


def check_sections(names: Sequence[str]) -> None:
    """Raise unless there are such sections."""
    for name in names:
        if name not in SECTIONS:
            raise SpecError(f"unknown section {name!r}" + suggestion(str(name), SECTIONS))


def made_section(
    name: str, table: ScoreTable, humans: Sequence[HumanStatistics], *, test: GivenTest, draws: Draws, run: Run
) -> Section:
    """Make a section.

    humans   one for each dimension, raw or normalised; their systems may be fewer than the table's
    test     of two systems, where the section tests some
    """
    module, _, function = SECTIONS[name][1].partition(":")
    make: Callable[..., Section] = getattr(import_module(module), function)
    return make(table=table, humans=humans, test=test, draws=draws, run=run)


def texts_of(table: ScoreTable, name: str) -> tuple[Corpus, list[str], tuple[str, ...]]:
    """Return the texts, the measures that can score them, and a notice of the others."""
    if table.corpus is None:
        raise SpecError(f"{name} compares texts, and there are scores only; give outputs and references")
    ours = [column.label for column in table.columns if not is_external(column)]
    if not ours:
        raise SpecError(f"{name} compares texts, and no measure here can; name some ({worded('-m', 'measures=…')})")
    external = [column.label for column in table.columns if is_external(column)]
    left_out = (f"{name} left out, for they score no texts here: {', '.join(external)}",) if external else ()
    return table.corpus, ours, left_out


def is_external(column: ScoreColumn) -> bool:
    """Tell whether a measure only has scores, and cannot score texts here."""
    return column.external is not None or column.statistics is None
