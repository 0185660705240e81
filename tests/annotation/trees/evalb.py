"""Labelled brackets compared as evalb does: punctuation left out, tags not counted, each bracket matched once."""

from collections import Counter
from dataclasses import dataclass

from steelyard.corpus.sentences import Sentence, Span

PUNCTUATION = {",", ":", "``", "''", ".", "?", "!"}


@dataclass(frozen=True)
class Counts:
    matched: int = 0
    found: int = 0
    gold: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.matched + other.matched, self.found + other.found, self.gold + other.gold)

    @property
    def f(self) -> float:
        """100 F1 of labelled brackets."""
        return 200 * self.matched / (self.found + self.gold)


def brackets(phrases: tuple[Span, ...], tags: tuple[str, ...]) -> Counter[Span]:
    """Brackets over words without punctuation; one of punctuation only is none."""
    before = [0]
    for tag in tags:
        before.append(before[-1] + (tag not in PUNCTUATION))
    moved = (Span(span.label, before[span.first], before[span.end]) for span in phrases)
    return Counter(span for span in moved if span.first < span.end)


def compared(gold: Sentence, phrases: tuple[Span, ...]) -> Counts:
    """Compare phrases with those of `gold`, whose tags say what is punctuation."""
    expected, found = brackets(gold.phrases, gold.tags), brackets(phrases, gold.tags)
    return Counts((expected & found).total(), found.total(), expected.total())
