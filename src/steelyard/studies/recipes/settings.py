"""What a paper did, beside what its study does: one list, of which the page's section on differences is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from steelyard.results.table import Table

_TITLE = "Differences from the paper"


@dataclass(frozen=True)
class PaperSetting:
    """One thing that a paper settled.

    option   an option of the study, or in a few words what was settled
    paper    how the paper has it
    here     how the study has it, unless something else is asked for; empty if as the paper
    why      why it is not as in the paper
    """

    option: str
    paper: str
    here: str = ""
    why: str = ""


def differences(settings: Iterable[PaperSetting]) -> Table | None:
    """Return what the study has otherwise than its paper; None if nothing was said."""
    rows = [(setting.option, setting.paper, setting.here, setting.why) for setting in settings if setting.here]
    return Table("differences", _TITLE, ("what", "the paper", "here by default", "why"), rows) if rows else None
