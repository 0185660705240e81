"""Dependencies from constituents by head percolation, with the rules of Collins (1999, appendix A).

Each phrase has a head among its parts; its other parts depend on it. A rule says from which side to look and for
which labels and tags, one after the other; where none is there, the first part from that side is the head. Function
words are heads here: "will go" hangs on "will", "to the house" on "to", and a possessor on its 's.

NP (and NX) has a row of such rules. A head that follows a conjunction gives way to the member before it. Punctuation
is a head only where there is nothing else. A label without a rule is headed by its leftmost part; so is a sentence
of which words and phrases stand side by side with no phrase around them.

There is no parser that could name relations. A word's relation is the label of the largest phrase that it heads, or
its tag if it heads none; that of the root is "root".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from steelyard.corpus.sentences import Sentence, Span

ROOT = "root"


class Rule(NamedTuple):
    """Look for labels in the order of `wanted`, each from one side."""

    from_left: bool
    wanted: tuple[str, ...]


def _rules() -> dict[str, Rule]:
    table = """
        ADJP   left  NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
        ADVP   right RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
        CONJP  right CC RB IN
        FRAG   right
        INTJ   left
        LST    right LS :
        NAC    left  NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
        PP     right IN TO VBG VBN RP FW
        PRN    left
        PRT    right RP
        QP     left  $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
        RRC    right VP NP ADVP ADJP PP
        S      left  TO IN VP S SBAR ADJP UCP NP
        SBAR   left  WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
        SBARQ  left  SQ S SINV SBARQ FRAG
        SINV   left  VBZ VBD VBP VB MD VP S SINV ADJP NP
        SQ     left  VBZ VBD VBP VB MD VP SQ
        UCP    right
        VP     left  TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP
        WHADJP left  CC WRB JJ ADJP
        WHADVP right CC WRB
        WHNP   left  WDT WP WP$ WHADJP WHPP WHNP
        WHPP   right IN TO FW
    """
    rows = (line.split() for line in table.strip().splitlines())
    return {label: Rule(side == "left", tuple(wanted)) for label, side, *wanted in rows}


_RULES = _rules()
_DEFAULT = Rule(True, ())
_NOMINALS = ("NP", "NX")
_CONJUNCTIONS = ("CC", "CONJP")
# In an NP any label of a row will do, whichever is nearest to the side.
_NOMINAL_RULES = (
    (False, frozenset("NN NNP NNPS NNS NX POS JJR".split())),
    (True, frozenset(("NP",))),
    (False, frozenset("$ ADJP PRN".split())),
    (False, frozenset(("CD",))),
    (False, frozenset("JJ JJS RB QP".split())),
)
_PUNCTUATION = frozenset(". , : `` '' -LRB- -RRB- HYPH NFP".split())
# Penn's tags nearest to universal parts of speech, for sentences that have no other tags.
_PENN = {
    "NOUN": "NN", "PROPN": "NNP", "VERB": "VB", "AUX": "VB", "ADJ": "JJ", "ADV": "RB", "ADP": "IN", "PRON": "PRP",
    "DET": "DT", "NUM": "CD", "PUNCT": ".", "CCONJ": "CC", "SCONJ": "IN", "PART": "RP", "INTJ": "UH", "X": "FW",
}  # fmt: skip


class _Part(NamedTuple):
    """A word or phrase within a phrase: its tag or label, and its head word."""

    label: str
    word: int


def dependencies_of(sentence: Sentence) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the heads and relations of the words of a sentence with constituents; nothing if it has none.

    >>> phrases = (Span("S", 0, 3), Span("NP", 0, 1), Span("VP", 1, 3), Span("NP", 2, 3))
    >>> dependencies_of(Sentence(("I", "have", "pens"), tags=("PRP", "VBP", "NNS"), phrases=phrases))
    ((1, -1, 1), ('NP', 'root', 'NP'))
    """
    if not sentence.phrases:
        return (), ()
    shown = sentence.tags or sentence.pos or ("_",) * len(sentence)
    tags = sentence.tags or tuple(_PENN.get(pos, pos) for pos in shown)
    heads, relations = [-1] * len(sentence), list(shown)
    for label, parts, head in _closed(sentence.phrases, tags):
        relations[head] = label or ROOT
        for part in parts:
            if part.word != head:
                heads[part.word] = head
    return tuple(heads), tuple(relations)


def _closed(phrases: Sequence[Span], tags: Sequence[str]) -> Iterator[tuple[str, list[_Part], int]]:
    """Yield phrases with their parts and head words, inner ones first; last the whole sentence, which has no label."""
    open_: list[tuple[Span, list[_Part]]] = [(Span("", 0, len(tags) + 1), [])]
    place = 0
    for word, tag in enumerate(tags):
        while place < len(phrases) and phrases[place].first == word:
            open_.append((phrases[place], []))
            place += 1
        open_[-1][1].append(_Part(tag, word))
        while open_[-1][0].end == word + 1:
            span, parts = open_.pop()
            head = _head(span.label, parts)
            yield span.label, parts, head
            open_[-1][1].append(_Part(span.label, head))
    yield "", open_[0][1], _head("", open_[0][1])


def _head(label: str, parts: Sequence[_Part]) -> int:
    """Return the head word of a phrase."""
    worded = [part for part in parts if part.label not in _PUNCTUATION] or list(parts)
    place = _nominal_place(worded) if label in _NOMINALS else _place(worded, _RULES.get(label, _DEFAULT))
    if place >= 2 and worded[place - 1].label in _CONJUNCTIONS:
        place -= 2
    return worded[place].word


def _place(parts: Sequence[_Part], rule: Rule) -> int:
    order = _order(parts, rule.from_left)
    places = (place for wanted in rule.wanted for place in order if parts[place].label == wanted)
    return next(places, order[0])


def _nominal_place(parts: Sequence[_Part]) -> int:
    last = len(parts) - 1
    if parts[last].label == "POS":
        return last
    places = (
        place
        for from_left, labels in _NOMINAL_RULES
        for place in _order(parts, from_left)
        if parts[place].label in labels
    )
    return next(places, last)


def _order(parts: Sequence[_Part], from_left: bool) -> range:
    return range(len(parts)) if from_left else range(len(parts) - 1, -1, -1)
