"""What studies there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.results.account import Account
from steelyard.results.result import Result
from steelyard.results.table import Table
from steelyard.studies.recipes.recipe import Recipe


@dataclass(frozen=True, repr=False)
class StudyList(Result):
    """Our own recipes; and name → package of those that installed packages offer, imported only when named."""

    recipes: tuple[Recipe, ...]
    offered: Mapping[str, str] = field(default_factory=dict)

    def account(self) -> Account:
        """Return what each study asks, by whom, and what it needs."""
        heads = ("study", "what it asks", "paper", "needs", "takes")
        rows = [
            (recipe.name, recipe.summary, recipe.paper, "; ".join(recipe.needs), ", ".join(recipe.takes))
            for recipe in self.recipes
        ]
        rows += [(name, "", f"package {package}", "", "") for name, package in self.offered.items()]
        shown = [(name, question, needs) for name, question, _, needs, _ in rows]
        return Account(
            "Studies",
            (Table("studies", "", ("study", "what it asks", "needs"), shown),),
            terms={name: paper for name, _, paper, *_ in rows},
            records=Table("studies", "", heads, rows),
            name="studies",
        )

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return {"studies": […]}, as the JSON output has it."""
        own = [
            {"name": recipe.name, "summary": recipe.summary, "paper": recipe.paper, "measures": list(recipe.measures),
             "needs": list(recipe.needs), "options": list(recipe.takes)}
            for recipe in self.recipes
        ]  # fmt: skip
        return {"studies": [*own, *({"name": name, "package": package} for name, package in self.offered.items())]}
