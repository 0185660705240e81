"""Texts for measures that do not take running words: what a reference, an output and a perfect output are."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

LABELS = ("a", "b", "c", "d", "e")


@dataclass(frozen=True)
class Kind:
    """Texts of a kind.

    reference, output   a random one
    agreeing            the output that says what a reference says
    foreign             an output that has nothing in common with `known`
    references          how many a segment may have
    """

    reference: Callable[[Random], str]
    output: Callable[[Random], str]
    agreeing: Callable[[str], str]
    known: str
    foreign: str
    references: int = 3


def _some(source: Random, units=LABELS, most: int = 6) -> str:
    return " ".join(source.choice(units) for _ in range(source.randint(1, most)))


def _names(reference: str) -> str:
    return " ".join(word.rpartition(":")[0] for word in reference.split() if not word.startswith("size:"))


def _utilities(source: Random) -> str:
    """Utilities of all labels, not all 0."""
    some = [source.choice((0, 0, 1, 4, 7.5, 10)) for _ in LABELS[1:]]
    return " ".join(f"{label}:{worth}" for label, worth in zip(LABELS, [source.randint(1, 10), *some], strict=True))


def _graded(source: Random) -> str:
    return " ".join(["a:vital", *(f"{label}:{source.choice(('vital', 'okay'))}" for label in LABELS[1:])])


def _answered(source: Random) -> str:
    return f"{_some(source)} length:{source.choice((0, 1, 99, 100, 250, 900))}"


def _weighted(source: Random) -> str:
    weights = " ".join(f"{label}:{source.choice((1, 1, 2, 3, 4.5))}" for label in LABELS)
    return f"{weights} size:{source.choice((1, 2, 3.6, 9))}"


WORDS = ("Aaron", "born", "in", "Brooklyn", "an", "composer", "composers", "1900", "won", "the", "oscar,", "ny")


def _key(source: Random) -> str:
    grades = ["vital", *(source.choice(("vital", "okay")) for _ in range(source.randint(0, 3)))]
    return "\n".join(f"{grade} {_some(source, WORDS)}" for grade in grades)


def _answer(source: Random) -> str:
    return "\n".join(_some(source, WORDS, 40) for _ in range(source.randint(1, 3)))


def _ungraded(key: str) -> str:
    return "\n".join(line.partition(" ")[2] for line in key.split("\n"))


def _element(source: Random) -> str:
    """A basic element with or without modifier and relation, in which case does not matter."""
    modifier, relation = source.choice(("red", "Red", "old cat", "NIL")), source.choice(("mod", "subj", "nil"))
    return f"{source.choice(('cat', 'Cat', 'old mat'))}|{modifier}|{relation}"


def _elements(source: Random) -> str:
    """Some basic elements, one of which has a relation, and perhaps a blank line."""
    lines = ["cat|red|mod", *(source.choice((_element(source), _element(source), " ")) for _ in range(5))]
    return "\n".join(source.sample(lines, source.randint(1, len(lines)))) + "\nmat|cat|obj"


#: By what measures say of their `texts`.
KINDS = {
    "labels": Kind(_some, _some, str, "a b", "x"),
    "utilities": Kind(_utilities, _some, _names, "a:9 b:1", "b"),
    "graded nuggets": Kind(
        _graded, _answered, lambda key: _names(key) + " length:1", "a:vital b:okay", "b length:9", 1
    ),
    "weighted units": Kind(_weighted, lambda s: _some(s, (*LABELS, "-")), _names, "a:3 b:1 size:1", "-", 1),
    "basic elements": Kind(_elements, _elements, str, "cat|red|mod", "dog|red|mod"),
    "answer keys": Kind(_key, _answer, _ungraded, "vital Aaron\nokay born", "Bela was born", 1),
}
