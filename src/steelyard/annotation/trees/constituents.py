"""Constituents in the style of the Penn Treebank from dependencies, by head rules of our own.

Each word projects the phrase of its kind over the words that depend on it: nouns NP (a base NP inside another if
phrases follow it), adpositions PP, adjectives ADJP, adverbs ADVP (nominals.py), verbs a VP for each auxiliary with
clauses around them (clauses.py); coordination.py joins them. Relations are those of spaCy's English models; those of
Universal Dependencies are put into their terms first, and crossing arcs are lifted (arcs.py), so that any tree gives
a sound bracketing.
"""

from __future__ import annotations

from steelyard.annotation.trees.arcs import Arcs, arcs_of
from steelyard.annotation.trees.clauses import SUBJECTS, clause
from steelyard.annotation.trees.coordination import coordinated, zones
from steelyard.annotation.trees.nominals import adposition_phrase, modifier_phrase, noun_phrase
from steelyard.annotation.trees.phrase import Part, Phrase, bracket_asides, lifted_marks, shown, spans
from steelyard.corpus.sentences import Sentence, Span

#: Relations that make a noun, an adposition, … of words that are of another kind by themselves.
_NOUN_RELATIONS = frozenset("nsubj dobj pobj dative poss appos expl".split())
_FUNCTIONS = frozenset("aux auxpass cc cop det mark neg preconj predet punct".split())
_KINDS = {"prep": "adposition", "agent": "adposition", "prt": "particle", "intj": "interjection"}
_VERB_KINDS = {"amod": "adjective", "compound": "noun", "nmod": "noun"}
_LABELS = {"adjective": "ADJP", "adverb": "ADVP", "particle": "PRT", "interjection": "INTJ", "marker": "LST"}
_VERBAL = SUBJECTS | {"dobj", "ccomp", "xcomp"}
_NOMINAL = frozenset("det poss amod nummod case".split())
_CLAUSAL = SUBJECTS | {"aux", "auxpass", "mark"}


def phrases_of(sentence: Sentence) -> tuple[Span, ...]:
    """Return the constituents of a sentence in preorder, the outermost over all its words; none if it has no heads.

    >>> phrases_of(Sentence(("Dogs", "bark"), tags=("NNS", "VBP"), heads=(1, -1), relations=("nsubj", "ROOT")))
    (Span(label='S', first=0, end=2), Span(label='NP', first=0, end=1), Span(label='VP', first=1, end=2))
    """
    return spans(tree_of(sentence)) if sentence.heads else ()


def tree_of(sentence: Sentence) -> Phrase:
    """Return the outermost phrase of a sentence with heads."""
    arcs = arcs_of(sentence)
    part_of: dict[int, Part] = {}
    for word in arcs.upwards:
        parts = [part_of.pop(dependent) for dependent in arcs.dependents[word]]
        left, right = [part for part in parts if part.word < word], [part for part in parts if part.word > word]
        part_of[word] = Part(word, arcs.relations[word], arcs.kinds[word], _projected(arcs, word, left, right))
    outermost = lifted_marks(part_of[arcs.upwards[-1]].phrase, arcs)
    bracket_asides(outermost, arcs)
    return outermost


def _projected(arcs: Arcs, word: int, left: list[Part], right: list[Part]) -> Phrase:
    """Return the phrase of a word over what depends on it."""
    kind = _kind(arcs, word, [*left, *right])
    if kind == "verb":
        return clause(arcs, word, left, right)
    on_right = zones(right)
    place = max((i for i, part in enumerate(left) if part.relation in _CLAUSAL), default=-1) + 1
    outer, inner = left[:place], left[place:]
    clauses = bool(outer) and any(part.phrase.label.startswith("S") for part in on_right.conjuncts)
    opening = inner[:1] if inner and inner[0].relation == "preconj" and on_right.joined and not clauses else []
    core = _simple(arcs, word, inner[len(opening) :], on_right.own, kind)
    rest = [*on_right.joined, *on_right.after] if clauses else on_right.after
    if on_right.joined and not clauses:
        core = coordinated(core, on_right.joined, opening, arcs)
    if outer:
        return clause(arcs, word, outer, rest, core)
    if all(part.is_mark for part in rest):
        core.parts += shown(rest)
        return core
    return Phrase(core.label, [core, *shown(rest)])


def _kind(arcs: Arcs, word: int, parts: list[Part]) -> str:
    """Return what a word is in its place: a verb may be used as a noun, an adjective stand for one."""
    relation, kind = arcs.relations[word], arcs.kinds[word]
    if relation in _FUNCTIONS:
        return "other" if kind == "verb" else kind
    above = word
    while relation == "conj":
        above = arcs.heads[above]
        relation = arcs.relations[above]
    relations = {part.relation for part in parts}
    if kind == "verb" and (relations & _VERBAL):
        return kind
    if relation in _KINDS:
        return _KINDS[relation]
    if kind == "verb":
        named = relation in _NOUN_RELATIONS and relations & _NOMINAL
        return "noun" if named else _VERB_KINDS.get(relation, kind)
    if kind == "adjective" and relation in _NOUN_RELATIONS:
        return "noun"
    return "adverb" if kind == "adposition" and relation == "advmod" and not parts else kind


def _simple(arcs: Arcs, word: int, left: list[Part], right: list[Part], kind: str) -> Phrase:
    """Return the phrase of a word that is no verb."""
    if kind == "noun":
        return noun_phrase(arcs, word, left, right)
    if kind == "adposition":
        return adposition_phrase(arcs, word, left, right)
    if kind in ("adjective", "adverb"):
        return modifier_phrase(arcs, word, left, right, _LABELS[kind])
    parts = [*(part.bare() for part in left), word, *shown(right)]
    return Phrase("CONJP" if kind == "conjunction" else _LABELS.get(kind, "X"), parts)
