"""Annotation: what a parser or a person says of the words of a text, sentence by sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple, Self

#: The parser of texts that come with their trees: nobody is asked.
GIVEN = "given"


class Span(NamedTuple):
    """A labelled run of words: those from `first` up to, but not including, `end`."""

    label: str
    first: int
    end: int


@dataclass(frozen=True)
class Sentence:
    """The words of a sentence and what is known of them; a layer that is not known is empty (entities: None).

    words      as they stand in the text
    lemmas     base forms
    pos        universal parts of speech (NOUN, VERB, …)
    tags       parts of speech of the language's own set (Penn's NN, VBD, … for English)
    heads      place of the word that each depends on, -1 for a root
    relations  how it depends on it (nsubj, …)
    phrases    constituents in preorder, the outer of two equal runs first; words and tags are none of them
    entities   named entities in the order of the text; none inside another
    senses     a sense for each word, "" where it has none
    """

    words: tuple[str, ...]
    lemmas: tuple[str, ...] = ()
    pos: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    relations: tuple[str, ...] = ()
    phrases: tuple[Span, ...] = ()
    entities: tuple[Span, ...] | None = None
    senses: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The words in lower case, which many measures ask for."""
        return tuple(word.lower() for word in self.words)

    def problem(self) -> str | None:
        """Say what is wrong with the annotation, if anything is."""
        if not self.words:
            return "a sentence without words"
        for name in ("lemmas", "pos", "tags", "heads", "relations", "senses"):
            count = len(getattr(self, name))
            if count not in (0, len(self.words)):
                return f"{count} {name} for {len(self.words)} words"
        for name in ("words", "lemmas", "pos", "tags", "relations", "senses"):
            if not all(isinstance(entry, str) for entry in getattr(self, name)):
                return f"some of the {name} are no strings"
        if not all(_is_place(head) for head in self.heads):
            return "some of the heads are no places of words"
        for span in (*self.phrases, *(self.entities or ())):
            if not (isinstance(span.label, str) and _is_place(span.first) and _is_place(span.end)):
                return "some phrases or entities are no labelled runs of words"
        return self._head_problem() or self._phrase_problem() or self._entity_problem()

    def _head_problem(self) -> str | None:
        if not self.heads:
            return None
        if odd := next((h for h in self.heads if not -1 <= h < len(self.words)), None):
            return f"a word depends on word {odd + 1} of {len(self.words)}"
        if -1 not in self.heads:
            return "no word is a root"
        rooted: set[int] = {-1}
        for start in range(len(self.words)):
            path: set[int] = set()
            at = start
            while at not in rooted:
                if at in path:
                    return f"the dependencies of {self.words[at]!r} run in a circle"
                path.add(at)
                at = self.heads[at]
            rooted |= path
        return None

    def _phrase_problem(self) -> str | None:
        open_: list[Span] = []
        for span in self.phrases:
            if not 0 <= span.first < span.end <= len(self.words):
                return f"a phrase {span.label} of words {span.first + 1} to {span.end} of {len(self.words)}"
            while open_ and open_[-1].end <= span.first:
                open_.pop()
            if open_ and (span.end > open_[-1].end or span.first < open_[-1].first):
                return f"the phrases {open_[-1].label} and {span.label} cross or are out of order"
            open_.append(span)
        return None

    def _entity_problem(self) -> str | None:
        last = 0
        for span in self.entities or ():
            if not last <= span.first < span.end <= len(self.words):
                return f"an entity {span.label} of words {span.first + 1} to {span.end} of {len(self.words)}"
            last = span.end
        return None

    def to_record(self) -> dict[str, Any]:
        """Return the layers that are known, in plain lists, as they are kept and sent between processes."""
        layers = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: list(value) for name, value in layers.items() if value or (name == "entities" and value is not None)
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Sequence[Any]]) -> Self:
        """Return the sentence that `to_record` wrote."""
        layers: dict[str, Any] = {name: tuple(value) for name, value in record.items()}
        for name in {"phrases", "entities"} & layers.keys():
            layers[name] = tuple(Span(*span) for span in layers[name])
        return cls(**layers)


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


#: What is said of one text.
Annotation = tuple[Sentence, ...]
