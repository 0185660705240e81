"""Grammatical relations from dependencies: SUBJ, OBJ, XCOMP and MOD, by rules that add nothing a parser does not say.

Labels are those of spaCy's English pipelines (CLEAR) or of Universal Dependencies. Arguments are lemmas, in the
order of Mollá & Hutchinson (2003), table 2: SUBJ(head, dependent, initial_gr), OBJ(head, dependent),
XCOMP(type, head, dependent), MOD(type, head, dependent).
"""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.arguments import public
from steelyard.corpus.sentences import Sentence
from steelyard.errors import InputError
from steelyard.tasks.relations.relation import UNSPECIFIED, Relation, Relations

_PASSIVE = frozenset({"nsubjpass", "csubjpass", "nsubj:pass", "csubj:pass"})
_SUBJECTS = frozenset({"nsubj", "csubj"}) | _PASSIVE
_OBJECTS = frozenset({"dobj", "obj", "iobj"})
_PREDICATIVES = frozenset({"attr", "acomp", "oprd"})
_MODIFIERS = frozenset({
    "advmod", "amod", "npadvmod", "nummod", "compound", "nn", "nmod", "poss", "appos", "neg", "obl", "prt",
})  # fmt: skip
_CLAUSES = frozenset({"acl", "advcl"})
_RELATIVES = frozenset({"relcl", "acl:relcl"})
_AGENTS = frozenset({"agent", "obl:agent"})
_RELATIVE_PRONOUNS = frozenset({"that", "which", "who", "whom"})
_RELATIVE_WORDS = _RELATIVE_PRONOUNS | {"whose", "where", "when", "why"}
#: What introduces a clause without a subject as a preposition does; Universal Dependencies calls it a mark.
_PREPOSITIONS = frozenset({
    "about", "after", "against", "at", "before", "besides", "by", "despite", "for", "from", "in", "into", "of", "on",
    "since", "through", "upon", "with", "without",
})  # fmt: skip
#: Penn's tag of "when", "where", …
_ASKING = "WRB"
_NO_CLAUSE = frozenset({"ADV", "NOUN", "PROPN", "PRON", "ADJ", "NUM"})


@public
def relations_of(sentence: Sentence) -> Relations:
    """Return the relations of a sentence, in the order of their dependents.

    >>> words = ("she", "ate", "with", "a", "fork")
    >>> lemmas, labels = ("she", "eat", "with", "a", "fork"), ("nsubj", "root", "case", "det", "obl")
    >>> print(*relations_of(Sentence(words, lemmas, heads=(1, -1, 4, 4, 1), relations=labels)))
    SUBJ(eat, she, _) MOD(with, eat, fork)
    """
    if not isinstance(sentence, Sentence):
        raise InputError(f"a {type(sentence).__name__} is no sentence; give one of those that sy.annotate returns")
    if not (sentence.lemmas and sentence.heads and sentence.relations):
        start = " ".join(sentence.words[:5])
        raise InputError(f"the sentence {start!r} … has no lemmas, heads or labels; relations need all three")
    return tuple(_Dependencies(sentence).relations())


class _Dependencies:
    """The tree of a sentence, and which relations its dependencies are."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.labels = [label.lower() for label in sentence.relations]
        self.below: list[list[int]] = [[] for _ in sentence.words]
        for word, head in enumerate(sentence.heads):
            if head >= 0:
                self.below[head].append(word)

    def relations(self) -> Iterator[Relation]:
        """Yield the relations of all dependencies; those of a word are also those of what it is coordinated with."""
        for word, head in enumerate(self.sentence.heads):
            if head < 0:
                yield from self._copular(word)
                continue
            for dependent in self._coordinated(word):
                yield from self._relations(word, dependent, head)
            yield from self._copular(word)

    def _relations(self, word: int, dependent: int, head: int) -> Iterator[Relation]:
        """Yield what a dependency of `word` makes of `dependent`, which is the word itself or coordinated with it."""
        label, general = self.labels[word], self.labels[word].partition(":")[0]
        if label in _AGENTS:
            return
        if label in _SUBJECTS or general in _SUBJECTS:
            initial = "obj" if label in _PASSIVE else UNSPECIFIED
            yield Relation("subj", (self._lemma(self._verb(head)), self._resolved(dependent), initial))
        elif general in _OBJECTS or (label == "dative" and not self._objects(dependent)):
            yield Relation("obj", (self._lemma(head), self._resolved(dependent)))
        elif general == "xcomp" or label in _PREDICATIVES:
            introduced = self._introduced(dependent, word)
            yield Relation("xcomp", (introduced, self._lemma(head), self._lemma(self._verb(dependent))))
        elif label in ("prep", "dative"):
            yield from self._prepositional(dependent, head)
        elif label in _RELATIVES:
            relative = self._relative(word)
            introduced = UNSPECIFIED if relative is None else self._lemma(relative)
            yield Relation("mod", (introduced, self._lemma(head), self._lemma(self._verb(dependent))))
        elif general in _CLAUSES:
            yield self._clause(word, dependent, head)
        elif general in _MODIFIERS and not self._introduces(word, head):
            yield Relation("mod", (self._case(dependent, word), self._lemma(head), self._resolved(dependent)))

    def _prepositional(self, preposition: int, head: int) -> Iterator[Relation]:
        """Yield what a preposition introduces that is a head itself: nouns as MOD, clauses without subject as XCOMP."""
        objects = self._objects(preposition)
        if not objects:
            yield Relation("mod", (UNSPECIFIED, self._lemma(head), self._lemma(preposition)))
        for first in objects:
            clausal = self.labels[first] == "pcomp" and self._part(first) not in _NO_CLAUSE
            for word in self._coordinated(first):
                name = "xcomp" if clausal and not self._subjects(word) else "mod"
                yield Relation(name, (self._lemma(preposition), self._lemma(head), self._resolved(word)))

    def _clause(self, word: int, dependent: int, head: int) -> Relation:
        """Return a clause that modifies; as the complement of a preposition it is XCOMP (without, eat, ask)."""
        introduced = self._introduced(dependent, word)
        complement = introduced in _PREPOSITIONS and not self._subjects(dependent)
        name = "xcomp" if complement else "mod"
        return Relation(name, (introduced, self._lemma(head), self._lemma(self._verb(dependent))))

    def _copular(self, word: int) -> Iterator[Relation]:
        """Yield the predicative of a copula, which Universal Dependencies makes the head of the two."""
        verb = self._verb(word)
        if verb != word:
            yield Relation("xcomp", (UNSPECIFIED, self._lemma(verb), self._lemma(word)))

    def _coordinated(self, word: int) -> Iterator[int]:
        """Yield a word and all that are coordinated with it, in a chain or with the first."""
        waiting = [word]
        while waiting:
            coordinated = waiting.pop()
            yield coordinated
            waiting += reversed(self._under(coordinated, "conj"))

    def _under(self, word: int, *labels: str) -> list[int]:
        return [child for child in self.below[word] if self.labels[child] in labels]

    def _objects(self, preposition: int) -> list[int]:
        return self._under(preposition, "pobj", "pcomp")

    def _subjects(self, verb: int) -> list[int]:
        return self._under(verb, *_SUBJECTS)

    def _verb(self, word: int) -> int:
        """Return the copula of a predicative, else the word itself."""
        return next(iter(self._under(word, "cop")), word)

    def _introduced(self, *words: int) -> str:
        """Return the lemma of what introduces the first of these clauses that has it: a mark, "to", or "when"."""
        for word in words:
            marks = self._under(word, "mark") or [
                auxiliary for auxiliary in self._under(word, "aux") if self._lemma(auxiliary) == "to"
            ]
            if introducing := marks or [
                adverb for adverb in self._under(word, "advmod") if self._tag(adverb) == _ASKING
            ]:
                return self._lemma(introducing[0])
        return UNSPECIFIED

    def _introduces(self, word: int, head: int) -> bool:
        """Tell whether an adverb such as "when" only introduces the clause that it is in."""
        return self._tag(word) == _ASKING and self.labels[head] in _CLAUSES | _RELATIVES

    def _case(self, *words: int) -> str:
        """Return the lemma of the preposition of the first of these nouns that has one; a possessive has none."""
        nouns = (word for word in words if self.labels[word] not in ("poss", "nmod:poss"))
        return next(
            (self._lemma(preposition) for word in nouns for preposition in self._under(word, "case")), UNSPECIFIED
        )

    def _relative(self, verb: int) -> int | None:
        """Return the first relative word of a clause: it depends on the verb, or on a preposition there."""
        direct = self.below[verb]
        reached = sorted([*direct, *(governed for word in direct for governed in self._objects(word))])
        return next((word for word in reached if self._is_relative(word)), None)

    def _is_relative(self, word: int) -> bool:
        tag = self._tag(word)
        return self._lemma(word).lower() in _RELATIVE_WORDS and (not tag or tag[0] == "W" or tag == "IN")

    def _resolved(self, word: int) -> str:
        """Return the lemma of a word; that of a relative pronoun is its antecedent's."""
        at = word if self._lemma(word).lower() in _RELATIVE_PRONOUNS else -1
        while at >= 0:
            head = self.sentence.heads[at]
            if head >= 0 and self.labels[at] in _RELATIVES and self._relative(at) == word:
                return self._lemma(head)
            at = head
        return self._lemma(word)

    def _lemma(self, word: int) -> str:
        return self.sentence.lemmas[word]

    def _part(self, word: int) -> str:
        return self.sentence.pos[word] if self.sentence.pos else ""

    def _tag(self, word: int) -> str:
        return self.sentence.tags[word] if self.sentence.tags else ""
