"""What a method of summarising is, how it is written, and the door to all of them."""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError, suggestion
from steelyard.files.numbers import number_in, whole_number_in
from steelyard.loading import FromOutside
from steelyard.plugins import Classes
from steelyard.summaries.terms import Weighed

Array = NDArray[Any]

_NOTATION = re.compile(r"(?P<name>[^()]+?)(?:\((?P<options>[^()]*)\))?")
#: A name with what it is of, as utility:JUDGE.
_OF = re.compile(r"(utility):(.+)", re.DOTALL)
#: Scores are compared to so many decimals, so that equal ones are equal however they were added up.
DECIMALS = 12


@dataclass(frozen=True, kw_only=True)
class Method(FromOutside, ABC):
    """A way to choose units of documents. The fields of the (frozen) dataclass are its options, all numbers or words.

    name      as it is chosen
    about     what it takes, in a line
    needs     what a set must have: query, utilities
    nested    whether a longer extract has all units of a shorter one
    as_chosen whether units stand in the order in which they are chosen; else in that of the documents
    backwards whether what is cut off a unit is its beginning
    """

    name: ClassVar[str]
    about: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    as_chosen: ClassVar[bool] = False
    backwards: ClassVar[bool] = False

    @property
    def nested(self) -> bool:
        """Whether a longer extract has all units of a shorter one."""
        return True

    @abstractmethod
    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return numbers of units in the order in which they are chosen, if `count` are: so many or more, or all."""

    def trained(self, training: Sequence[Weighed]) -> Self:
        """Return the method as it is after it has seen sets of which people have extracted units."""
        del training
        return self

    def check(self, units: Weighed) -> None:
        """Raise if a set lacks what the method needs."""
        if "query" in self.needs and units.query is None:
            raise InputError(f"{self}: set {units.documents.id!r} has no query; give every set one")

    def __str__(self) -> str:
        options = [
            f"{field.name}={value:g}" if isinstance(value, float) else f"{field.name}={value}"
            for field in dataclasses.fields(self)
            if field.init and (value := getattr(self, field.name)) != field.default
        ]
        name = (self.origin and self.origin.written) or self.name
        return name + (f"({','.join(options)})" if options else "")


class Ranked(Method):
    """A method that gives each unit a score, and takes the best; of equals, those that come first."""

    @abstractmethod
    def scores(self, units: Weighed) -> Array:
        """Return a score for each unit."""

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units by their scores."""
        del count
        order: list[int] = np.argsort(-np.round(self.scores(units), DECIMALS), kind="stable").tolist()
        return order


METHODS: Classes[Method] = Classes(
    "method",
    "steelyard.summaries.methods",
    "steelyard.summary_methods",
    Method,  # type: ignore[type-abstract]
    ("about",),
)


def method_of(choice: str | type[Method] | Method) -> Method:
    """Return the method that a notation means: name, name(option=value,…), utility:JUDGE, or the thing itself.

    >>> str(method_of("mmr(start=0.7,end=0.7)")), str(method_of("utility:all"))
    ('mmr(start=0.7,end=0.7)', 'utility:all')
    """
    if not isinstance(choice, str):
        return METHODS.instance(choice)
    if (of := _OF.fullmatch(choice.strip())) is not None:
        return type(METHODS.instance(of[1]))(judge=of[2])  # type: ignore[call-arg]
    match = _NOTATION.fullmatch(choice.strip())
    if match is None:
        raise SpecError(f"cannot read the method {choice!r}; write name or name(option=value,option=value)")
    method = METHODS.instance(match["name"].strip())
    chosen = dataclasses.replace(method, **_options(method, match["options"] or ""))
    object.__setattr__(chosen, "origin", method.origin)
    return chosen


def _options(method: Method, text: str) -> dict[str, Any]:
    fields = {field.name: field.default for field in dataclasses.fields(method) if field.init}
    options: dict[str, Any] = {}
    for part in text.split(",") if text.strip() else []:
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in fields:
            options_there = suggestion(name, fields) if fields else "; it has none"
            raise SpecError(f"{method.name} has no option {name!r}{options_there}")
        if name in options:
            raise SpecError(f"{method.name}: option {name!r} is given twice")
        options[name] = _value(f"{method.name}: {name}={value}", fields[name], value)
    return options


def _value(written: str, default: Any, text: str) -> Any:
    """Return the value of an option, which is of the kind that its default is of."""
    if isinstance(default, str):
        return text
    value = whole_number_in(text) if isinstance(default, int) else number_in(text)
    if value is None:
        raise SpecError(f"{written} is not possible; expected a {'whole ' if isinstance(default, int) else ''}number")
    return value
