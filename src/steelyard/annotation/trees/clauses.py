"""Clauses: a VP for each auxiliary, S around it, and SBAR, SQ, SINV or SBARQ by order and question words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steelyard.annotation.trees.arcs import Arcs
from steelyard.annotation.trees.coordination import Zones, coordinated, zones
from steelyard.annotation.trees.phrase import Part, Phrase, shown

SUBJECTS = frozenset(("nsubj", "csubj", "expl"))
_AUXILIARIES = frozenset(("aux", "auxpass"))
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_NONFINITE = frozenset(("VB", "VBG", "VBN", "TO"))


@dataclass(frozen=True)
class _Clause:
    """A verb (or what else a subject is said to be) and the parts around it."""

    arcs: Arcs
    word: int
    left: list[Part]
    opening: list[Part]
    right: Zones
    #: Punctuation at the end.
    tail: list[Part]

    @property
    def relation(self) -> str:
        return self.arcs.relations[self.word]

    @property
    def subject(self) -> int:
        """The place of the last subject on the left, or -1."""
        return max((place for place, part in enumerate(self.left) if part.relation in SUBJECTS), default=-1)

    @property
    def later(self) -> int | None:
        """The place of a subject on the right, where there is none on the left."""
        places = (i for i, part in enumerate(self.right.own) if part.relation in SUBJECTS)
        return next(places, None) if self.subject < 0 else None

    @property
    def shares_subject(self) -> bool:
        """Whether verbs are coordinated, and not clauses."""
        labels = {part.phrase.label for part in self.right.conjuncts}
        return labels == {"VP"} and self.later is None and self.arcs.kinds[self.word] == "verb"

    @property
    def shares_auxiliaries(self) -> bool:
        """Whether all verbs that are coordinated have the form that the auxiliaries ask for, and none of their own."""
        return self.shares_subject and all(_same_form(self, part.word) for part in self.right.conjuncts)

    @property
    def asks(self) -> bool:
        """Whether this is a question of its own, and not part of what another clause asks or reports."""
        if self.relation == "root":
            return "?" in self.arcs.words[-2:]
        if self.relation == "ccomp" and not _is_quoted(self):
            return False
        return any(self.arcs.words[part.word] == "?" for part in self.tail)

    @property
    def auxiliaries(self) -> list[Part]:
        return [part for part in self.left if part.relation in _AUXILIARIES]

    @property
    def is_infinitive(self) -> bool:
        return any(self.arcs.words[part.word].lower() == "to" for part in self.auxiliaries)

    @property
    def is_finite(self) -> bool:
        tags = {self.arcs.tags[word] for word in (self.word, *(part.word for part in self.auxiliaries))}
        if tags & _FINITE:
            return True
        return not self.is_infinitive and self.arcs.kinds[self.word] == "verb" and not tags <= _NONFINITE


def clause(arcs: Arcs, word: int, left: list[Part], right: list[Part], core: Phrase | None = None) -> Phrase:
    """Return the clause of a verb, or the VP of one that shares the subject of the verb it is coordinated with.

    `core` is the phrase of a word that is no verb but has a subject; `right` is then what is left beside it.
    """
    on_right = zones(right)
    last = on_right.after if on_right.joined else on_right.own
    tail: list[Part] = []
    while last and last[-1].is_mark:
        tail.insert(0, last.pop())
    opened = _opened(_Clause(arcs, word, left, [], on_right, tail))
    before, body = _body(opened) if core is None else _verbless(opened, core)
    return _finished(opened, before, body)


def _opened(clause: _Clause) -> _Clause:
    """Split off the "either" that opens a coordination: right before verbs, or at the very beginning of clauses."""
    left = clause.left
    if not clause.right.joined or not left:
        return clause
    if clause.shares_subject:
        if left[-1].relation == "preconj" and (clause.shares_auxiliaries or not clause.auxiliaries):
            return replace(clause, left=left[:-1], opening=left[-1:])
    elif left[0].relation == "preconj" and not _front(left)[0]:
        return replace(clause, left=left[1:], opening=left[:1])
    return clause


def _verbless(clause: _Clause, core: Phrase) -> tuple[list[Part], list[Phrase | int]]:
    """Return the parts before what is said of a subject, and that: a VP if there is an auxiliary ("have n't yet")."""
    before, group = _split_at_auxiliary(clause)
    said = Phrase("VP", [*shown(group), core]) if group else core
    return before, [said, *shown(clause.right.own)]


def _split_at_auxiliary(clause: _Clause) -> tuple[list[Part], list[Part]]:
    places = (i for i, part in enumerate(clause.left) if i > clause.subject and part.relation in _AUXILIARIES)
    start = next(places, len(clause.left))
    return clause.left[:start], clause.left[start:]


def _body(clause: _Clause) -> tuple[list[Part], list[Phrase | int]]:
    """Return the parts before the VP, and the VP (with the subject after it, if there is one)."""
    own, word, later = clause.right.own, clause.word, clause.later
    before, group = _split_at_auxiliary(clause)
    if later is None:
        return before, [_verb_phrase(clause, group, Phrase("VP", [word, *shown(own)]))]
    if clause.asks or _asks_with_word(before):
        return before, [*shown(group), word, *shown(own)]
    inverted = _verb_phrase(clause, group, Phrase("VP", [word, *shown(own[:later])]))
    return before, [inverted, *shown(own[later:])]


def _verb_phrase(clause: _Clause, group: list[Part], core: Phrase) -> Phrase:
    """Wrap a VP in those of its auxiliaries, and coordinate it inside or outside of them."""
    if clause.shares_auxiliaries:
        core = _joined(clause, core)
    between: list[Part] = []
    for part in reversed(group):
        if part.relation in _AUXILIARIES:
            core = Phrase("VP", [*shown([part, *between]), core])
            between = []
        else:
            between.insert(0, part)
    return _joined(clause, core) if clause.shares_subject and not clause.shares_auxiliaries else core


def _same_form(clause: _Clause, other: int) -> bool:
    """Tell whether another verb can share the auxiliaries of this one."""
    arcs = clause.arcs
    own = any(arcs.relations[word] in _AUXILIARIES for word in arcs.dependents[other])
    return arcs.tags[other] == arcs.tags[clause.word] and not own


def _joined(clause: _Clause, core: Phrase) -> Phrase:
    coordination = coordinated(core, clause.right.joined, clause.opening, clause.arcs)
    coordination.parts += shown(clause.right.after)
    return coordination


def _asks_with_word(parts: list[Part]) -> bool:
    return any(part.phrase.label.startswith("WH") for part in parts)


def _finished(clause: _Clause, before: list[Part], body: list[Phrase | int]) -> Phrase:
    """Put S or its like around a body, and SBAR or SBARQ around that."""
    front, rest = _front(before)
    if _is_reduced(clause, front):
        (verbs,) = body
        parts = verbs.parts if isinstance(verbs, Phrase) else [verbs]
        inner = Phrase("VP", [*shown(rest), *parts])
    else:
        inner = Phrase(_label(clause, front), [*shown(rest), *body])
    if clause.right.joined and not clause.shares_subject:
        if front and all(part.phrase.label == "SBAR" for part in clause.right.conjuncts):
            inner, front = Phrase("SBAR", [*shown(front), inner]), []
        inner = _joined(clause, inner)
    outer = _outer(clause, front, inner)
    outer.parts += shown(clause.tail)
    return outer


def _front(before: list[Part]) -> tuple[list[Part], list[Part]]:
    """Split off what belongs to SBAR: up to the conjunctions or the question phrase that opens the clause."""
    for place, part in enumerate(before):
        if part.relation == "mark" or part.phrase.label.startswith("WH"):
            end = place + 1
            while end < len(before) and before[end].relation == part.relation == "mark":
                end += 1
            return before[:end], before[end:]
    return [], before


def _is_reduced(clause: _Clause, front: list[Part]) -> bool:
    """Tell whether all there is is a VP: a participle after a noun, or a further verb of the same subject."""
    arcs, head = clause.arcs, clause.arcs.heads[clause.word]
    if front or clause.subject >= 0 or clause.later is not None or arcs.kinds[clause.word] != "verb":
        return False
    if clause.relation == "conj":
        return arcs.kinds[head] == "verb"
    return clause.relation in ("acl", "relcl") and not clause.is_finite and not clause.is_infinitive


def _label(clause: _Clause, front: list[Part]) -> str:
    asks = clause.asks or (clause.relation == "root" and _asks_with_word(front))
    inverted = any(part.relation in _AUXILIARIES for part in clause.left[: max(clause.subject, 0)])
    if inverted or clause.later is not None:
        return "SQ" if asks else "SINV"
    return "SQ" if clause.asks and _asks_with_word(front) else "S"


def _outer(clause: _Clause, front: list[Part], inner: Phrase) -> Phrase:
    if front:
        label = "SBARQ" if inner.label == "SQ" and _asks_with_word(front) else "SBAR"
        return Phrase(label, [*shown(front), inner])
    if inner.label in ("VP", "SBAR"):
        return inner
    if clause.relation == "relcl" or (clause.relation == "acl" and clause.is_finite):
        return Phrase("SBAR", [inner])
    if clause.relation == "ccomp" and clause.is_finite and not _is_quoted(clause):
        return Phrase("SBAR", [inner])
    return inner


def _is_quoted(clause: _Clause) -> bool:
    """Tell whether a clause is said rather than reported: before its verb, in quotation marks or after a colon."""
    arcs = clause.arcs
    if arcs.heads[clause.word] > clause.word:
        return True
    first = min([clause.word, *(part.word for part in clause.left)])
    return arcs.tags[first] == "``" or (first > 0 and arcs.tags[first - 1] in ("``", ":"))
