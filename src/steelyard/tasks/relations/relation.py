"""A grammatical relation: a name and the words it holds between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from steelyard.errors import InputError

#: An argument that is not specified.
UNSPECIFIED = "_"
_CALL = re.compile(r"([^\s(),]+)\s*\((.*)\)")
_LIST = re.compile(r"\(\s*([^\s(),]+)\s+(.*)\)")


@dataclass(frozen=True)
class Relation:
    """A name, in small letters, and its arguments; "_" is an argument that is not specified.

    >>> Relation.of("SUBJ(eat, man, _)") == Relation.of("(subj eat man _)")
    True
    >>> print(Relation("obj", ("eat", "banana")))
    OBJ(eat, banana)
    """

    name: str
    arguments: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.lower())
        if isinstance(self.arguments, str):
            raise InputError(f"the arguments of a relation are a text, {self.arguments!r:.40}; expected several words")
        object.__setattr__(self, "arguments", tuple(self.arguments))
        if not self.name or not self.arguments or not all(self.arguments):
            raise InputError(
                f"the relation {self} lacks a name or an argument; write '_' for one that is not specified"
            )

    @classmethod
    def of(cls, text: str) -> Self:
        """Read NAME(argument, …), or (NAME argument …) as in the corpus of Carroll et al."""
        if not isinstance(text, str):
            raise InputError(f"{text!r:.60} is no relation; expected NAME(argument, …) or (NAME argument …)")
        line = text.strip().removesuffix(",").removesuffix(".").rstrip()
        if match := _CALL.fullmatch(line):
            arguments = [argument.strip() for argument in match[2].split(",")]
        elif match := _LIST.fullmatch(line):
            arguments = match[2].split()
        else:
            raise InputError(f"{text.strip()!r:.60} is no relation; expected NAME(argument, …) or (NAME argument …)")
        return cls(match[1], tuple(arguments))

    def __str__(self) -> str:
        return f"{self.name.upper()}({', '.join(self.arguments)})"


#: The relations of a sentence.
Relations = tuple[Relation, ...]
