"""Signatures: every choice behind a number, in one line that can be read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Signature(str):
    """Parts in order, with | between them: names of things (`bleu@sacrebleu`) and choices (`tokens:13a`).

    It is a string, so it is written, compared and kept as one.

    >>> signature = Signature.of("bleu", tokens="13a", order=4)
    >>> signature
    'bleu|tokens:13a|order:4'
    >>> signature.get("tokens"), signature.get("case")
    ('13a', None)
    >>> signature.joined(level="system").without("order")
    'bleu|tokens:13a|level:system'
    >>> signature.differing(Signature("bleu|tokens:intl|order:4"))
    'bleu|tokens:13a'
    >>> signature.cut("order")
    ('bleu|tokens:13a', 'order:4')
    """

    __slots__ = ()

    @classmethod
    def of(cls, /, *things: str, **choices: Any) -> Self:
        """Return the signature of some things, themselves maybe signatures, and choices; those that are None go."""
        return cls("|".join([*filter(None, things), *_written(choices)]))

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The name and the value of every part; what is no choice has the name ""."""
        return tuple((name, value) if colon else ("", name) for name, colon, value in self._cut())

    def get(self, name: str) -> str | None:
        """Return the value of the first choice of that name."""
        return next((value for part, value in self.parts if part == name), None)

    def joined(self, /, *things: str, **choices: Any) -> Signature:
        """Return the signature with more parts at its end."""
        return Signature.of(self, *things, **choices)

    def without(self, *names: str) -> Signature:
        """Return the signature without some choices."""
        return self._of(part for part in self.parts if part[0] not in names or not part[0])

    def with_choices(self, /, **choices: Any) -> Signature:
        """Return the signature with other values of choices that it makes, where they stand."""
        return self._of((name, str(choices.get(name, value))) for name, value in self.parts)

    def differing(self, default: str) -> Signature:
        """Return what is no choice, and the choices that another signature does not make alike."""
        usual = set(Signature(default).parts)
        return self._of(part for part in self.parts if not part[0] or part not in usual)

    def cut(self, name: str) -> tuple[Signature, Signature]:
        """Return the parts before the first choice of that name, and those from it on."""
        names = [part for part, _ in self.parts]
        place = names.index(name) if name in names else len(names)
        return self._of(self.parts[:place]), self._of(self.parts[place:])

    def shared(self, *others: Signature) -> Signature:
        """Return the parts that all others have too."""
        return self._of([part for part in self.parts if all(part in other.parts for other in others)])

    def breakable(self, mark: str) -> str:
        """Return the text with a mark after each |, where a line may be broken."""
        return f"|{mark}".join(_part(name, value) for name, value in self.parts)

    @staticmethod
    def _of(parts: Iterable[tuple[str, str]]) -> Signature:
        return Signature("|".join(_part(name, value) for name, value in parts))

    def _cut(self) -> list[tuple[str, str, str]]:
        return [part.partition(":") for part in self.split("|")] if self else []


def _written(choices: Mapping[str, Any]) -> list[str]:
    return [f"{name}:{value}" for name, value in choices.items() if value is not None]


def _part(name: str, value: str) -> str:
    return f"{name}:{value}" if name else value
