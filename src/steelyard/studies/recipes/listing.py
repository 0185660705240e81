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
        terms = {recipe.name: _sentence(recipe) for recipe in self.recipes}
        terms |= {name: f"of the package {package}" for name, package in self.offered.items()}
        return Account("Studies", (Table("studies", "", heads, rows, shown=False),), terms=terms)

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return {"studies": […]}, as the JSON output has it."""
        own = [
            {"name": recipe.name, "summary": recipe.summary, "paper": recipe.paper, "measures": list(recipe.measures),
             "needs": list(recipe.needs), "options": list(recipe.takes)}
            for recipe in self.recipes
        ]  # fmt: skip
        return {"studies": [*own, *({"name": name, "package": package} for name, package in self.offered.items())]}


def _sentence(recipe: Recipe) -> str:
    needs = f"; needs {', '.join(recipe.needs)}" if recipe.needs else ""
    return f"{recipe.summary} {recipe.paper}{needs}"
