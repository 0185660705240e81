"""Linkages: what Link Grammar says of a sentence, made into parts of speech, dependencies and phrases.

A linkage is words joined by labelled links that have no direction and may form circles. Its dependencies are made in
three steps.

1. A link's head is the end that the dictionary marks as one, else the right end for the types of `_HEAD_RIGHT`, else
   the left.
2. From the main verb, which the dictionary links to the wall before the sentence, the tree takes up one word after
   another: by links from head to dependent first, then by those that only repeat what others say (`_WEAK`), then by
   links against their direction; of several the shortest, then the leftmost. What hangs together without the main
   verb, as the stop at the end, depends on it; so does, as "null", a word that the parse left out.
3. Auxiliaries, subordinators, coordinators and the possessive 's give their place to the word they introduce, the
   first of those coordinated, and what opens a clause depends on its verb, so that clauses are headed by their main
   verbs.

A relation is the link's type without its subtypes (S, O, D, MV, …), that of the root is "root".

Reference: Mollá & Hutchinson (2003), Intrinsic versus extrinsic evaluations of parsing systems.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from steelyard.corpus.sentences import Sentence, Span

#: The place of the wall before the sentence among the ends of links.
WALL = -1

# Types whose right end is the head where the dictionary does not say: determiners, premodifiers, subjects before
# their verbs, auxiliaries, openers, question words.
_HEAD_RIGHT = frozenset(
    """A AA AF AL AM AN AZ BT CO CX D DD DG DP DT E EA EC EE EI EN ER EZ G GN H HA I L LE NA ND NI NN NR NS PF PH PP Q
    QJ RS S SF SX TA U WR Y YP YS""".split()
)
# Types that join, beside other links, what these join already: a noun and the first word of its relative clause, a
# verb and the first word of its complement, "a" and the word that decides between "a" and "an".
_WEAK = frozenset({"R", "C", "PH", "TO", "W", "Q", "X"})
_SUBJECTS = frozenset({"S", "SF", "SX"})
# What is linked to the word beside it but depends on that one's head, if that one depends on it so: openers beside a
# subject; "the" of "the biggest cat", "the two cats" and "all" of "all the cats".
_BESIDE = {"CO": _SUBJECTS, "L": frozenset({"A"}), "DD": frozenset({"D"}), "AL": frozenset({"D"})}
# Links to what a word introduces, by the end that introduces: auxiliaries and infinitives; what stands before a
# coordinator, and the owner before 's. Subordinators are told from verbs by another link, see `_introduced`.
_LEFT_INTRODUCES = re.compile("I(?![A-Z])|PP(?![A-Z])|P[gv]|WV")
_RIGHT_INTRODUCES = re.compile("(SJ|VJ|MJ|AJ|RJ)l|Y[SP]")
# How good a start a link of the wall gives: to the main verb; to the front of a clause, a question, a quotation's verb.
_STARTS = ("WV", "W", "Q", "CP")

# Words of one part of speech, which the dictionary does not tell.
_CLOSED = {
    word: pos
    for pos, words in {
        "PRON": """i you he she it we they me him her us them my your his its our their mine yours hers ours theirs
        myself yourself himself herself itself ourselves yourselves themselves this these those who whom whose what""",
        "DET": "the a an each every",
        "AUX": "am is are was were be been being 'm 're can could will would shall should may might must",
        "PART": "not n't",
        "CCONJ": "and or nor but",
        "SCONJ": "if because although unless whereas",
    }.items()
    for word in words.split()
}
# Parts of speech by subscripts of the English dictionary, up to a hyphen.
_SUBSCRIPTS = {
    subscript: pos
    for pos, subscripts in {
        "VERB": "v q w g misc",
        "NOUN": "n s p t u c cp i",
        "PROPN": "m f b l o x y id tz",
        "ADJ": "a ord",
        "ADV": "e ee r",
        "INTJ": "h ij",
        "DET": "d",
        "CCONJ": "j",
        "NUM": "ti",
        "SYM": "eq",
    }.items()
    for subscript in subscripts.split()
}
# Classes of words that the dictionary guesses by their shape.
_SHAPES = {"CAPITAL": "PROPN", "INITIALS": "PROPN", "UPPER": "PROPN", "ADJ": "ADJ", "LY": "ADV", "ING": "VERB"}
_BEFORE_NOUNS = frozenset("J+ IN+ ON+ JG+ JT+ OF+ JQ+".split())
_AUXILIARY = frozenset("I+ PP+ Pg+ Pv+".split())
# What links say of a word, as their left (+) or right (-) end: the first that it has counts. Some subscripts stand for
# several parts of speech: .p is on papayas and for, .r on forward and in, .j on and and that.
_TELLING = (
    (frozenset({"I+"}), {"r": "PART"}),
    (frozenset({"YS-", "YP-"}), {"p": "PART"}),
    (_BEFORE_NOUNS | {"K-"}, {"r": "ADP", "p": "ADP"}),
    (frozenset({"CV+", "TH-"}), {"j": "SCONJ"}),
    (frozenset({"RS+", "R-"}), {"j": "PRON"}),
    (frozenset({"SF+", "SFI-"}), {"r": "PRON"}),
    (_AUXILIARY, {"v": "AUX", "w": "AUX"}),
)
# The same for words that have no subscript.
_LINKED = (
    (_BEFORE_NOUNS | {"K-"}, "ADP"),
    (_AUXILIARY, "AUX"),
    (frozenset({"Dn+", "NN+", "ND+"}), "NUM"),
    (frozenset({"D+", "DD+", "AL+"}), "DET"),
    (frozenset({"CV+", "TH-"}), "SCONJ"),
    (frozenset("SF+ S+ SX+ O- J- SI- SFI- SXI- OX- OF- RS+ R- B+".split()), "PRON"),
    (frozenset("S- SX- SF- PP- P- CV- WV- I- SI+ SFI+ SXI+".split()), "VERB"),
    (frozenset("E+ EA+ EE+ EB- EC+ EF- EI+ EN+ MV- CO+ Q+ QI- H+".split()), "ADV"),
    (frozenset({"A+", "AN+", "GN+"}), "ADJ"),
)
_FORM = re.compile(r"(\[!<(?P<shape>[^>]*)>\]|\[.*\])?(\.(?P<subscript>[a-z]+)[a-z-]*)?")
_TYPE = re.compile("[A-Z]+")
_BRACKETS = re.compile(r"\((?P<label>\w+)|(?P<end>\))|(?P<leaf>[^\s()]+)")
_AS_LEAVES = str.maketrans("()[]", "{}{}")


class GrammarLink(NamedTuple):
    """A link of two words, or of the wall and a word, by place; its label, and the connectors that it is made of."""

    left: int
    right: int
    label: str
    connectors: tuple[str, str] = ("", "")

    @property
    def type(self) -> str:
        """The capitals at its beginning, as S of Ss*s; ID within idioms, whose links have made-up names."""
        match = _TYPE.match(self.label)
        return match[0] if match else "ID"


class Linkage(NamedTuple):
    """A parse: words as they stand in the text, forms as in the dictionary (dog.n), links, and phrases in brackets."""

    words: tuple[str, ...]
    forms: tuple[str, ...]
    links: tuple[GrammarLink, ...]
    brackets: str

    def sentence(self) -> Sentence:
        """Return the words with what the linkage says of them."""
        heads, relations = dependencies(self.words, self.links)
        ends = _ends(len(self.words), self.links)
        pos = tuple(map(_part_of_speech, self.words, self.forms, ends))
        return Sentence(
            self.words, pos=pos, heads=heads, relations=relations, phrases=phrases(self.forms, self.brackets)
        )


def dependencies(words: Sequence[str], links: Sequence[GrammarLink]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the head of each word, -1 for the root, and how each depends on it.

    >>> links = [GrammarLink(-1, 1, "Wd"), GrammarLink(0, 1, "Ds"), GrammarLink(1, 2, "Ss")]
    >>> dependencies(["the", "cat", "sat"], links)
    ((1, 2, -1), ('D', 'S', 'root'))
    """
    inner = [link for link in links if link.left != WALL]
    tree = _Tree(len(words))
    for place, relation in _starts(len(words), links):
        tree.grow(place, relation, [(*_directed(link, words), link) for link in inner])
    for link in sorted(inner):
        if link.type in _SUBJECTS:
            tree.swap(link.left, link.right, link.type)
        else:
            tree.give_way(*_introduced(link, inner), link.type)
    tree.lift()
    return tuple(tree.heads), tuple(tree.relations)


class _Tree:
    """Heads and relations of some words, the first to be taken up the root."""

    def __init__(self, words: int) -> None:
        self.heads = [-1] * words
        self.relations = [""] * words
        self._root = -1

    def grow(self, start: int, relation: str, arcs: Sequence[tuple[int, int, GrammarLink]]) -> None:
        """Take up a word, and all that hang together with it, unless it is there."""
        if self.relations[start]:
            return
        near: dict[int, list[tuple[bool, bool, int, int, int, str]]] = {}
        for head, dependent, link in arcs:
            rank = (link.type in _WEAK, link.right - link.left)
            near.setdefault(head, []).append((False, *rank, dependent, head, link.type))
            near.setdefault(dependent, []).append((True, *rank, head, dependent, link.type))
        ways = [(False, False, 0, start, self._root, relation if self._root >= 0 else "root")]
        self._root = start if self._root < 0 else self._root
        while ways:
            *_, word, head, relation = heapq.heappop(ways)
            if not self.relations[word]:
                self.heads[word], self.relations[word] = head, relation
                for way in near.get(word, ()):
                    heapq.heappush(ways, way)

    def swap(self, head: int, dependent: int, relation: str) -> bool:
        """Let a word and its head change places, if it is its head."""
        if head < 0 or self.heads[dependent] != head:
            return False
        self.heads[dependent], self.relations[dependent] = self.heads[head], self.relations[head]
        self.heads[head], self.relations[head] = dependent, relation
        return True

    def give_way(self, light: int, content: int, relation: str) -> None:
        """Let a word that introduces another give it its place and its other dependents."""
        if self.swap(light, content, relation) or self.heads[light] == content:
            self.heads = [content if head == light else head for head in self.heads]

    def lift(self) -> None:
        """Let what is linked to a word beside it depend on that one's head."""
        for word, head in enumerate(self.heads):
            if head >= 0 and self.relations[head] in _BESIDE.get(self.relations[word], ()):
                self.heads[word] = self.heads[head]


def _directed(link: GrammarLink, words: Sequence[str]) -> tuple[int, int]:
    """Return head and dependent of a link."""
    left, right = link.connectors
    if left.startswith("d") or right.startswith("h"):
        head_right = True
    elif left.startswith("h") or right.startswith("d"):
        head_right = False
    elif link.type == "X":
        head_right = _is_punctuation(words[link.left])
    else:
        head_right = link.type in _HEAD_RIGHT
    return (link.right, link.left) if head_right else (link.left, link.right)


def _introduced(link: GrammarLink, links: Sequence[GrammarLink]) -> tuple[int, int]:
    """Return the word that introduces and the one introduced, twice the same if the link says no such thing."""
    if _RIGHT_INTRODUCES.match(link.label):
        return link.right, link.left
    # A verb has Ce to the subject of a clause that is its complement; subordinators have other subtypes of C.
    subordinates = link.type == "CV" and not any(x.left == link.left and x.label == "Ce" for x in links)
    if subordinates or _LEFT_INTRODUCES.match(link.label):
        return link.left, link.right
    return link.left, link.left


def _starts(words: int, links: Sequence[GrammarLink]) -> list[tuple[int, str]]:
    """Return where trees begin, the root of all first: at the words that the wall is linked to, else at any word."""
    subjects = {link.left: link.right for link in sorted(links) if link.left != WALL and link.type in _SUBJECTS}
    linked = {place for link in links for place in (link.left, link.right)}
    walled = sorted(
        (link for link in links if link.left == WALL),
        key=lambda link: (_STARTS.index(link.type) if link.type in _STARTS else len(_STARTS), link.right),
    )
    starts = [(subjects.get(link.right, link.right), link.type) for link in walled]
    rest = sorted(range(words), key=lambda place: (place not in linked, place))
    return starts + [(place, "null") for place in rest]


def phrases(forms: Sequence[str], brackets: str) -> tuple[Span, ...]:
    """Return the phrases of a bracketed tree, none if its leaves are not the words.

    >>> phrases(["cats.n", "ran.v-d"], "(S (NP cats.n) (VP ran.v-d))")
    (Span(label='S', first=0, end=2), Span(label='NP', first=0, end=1), Span(label='VP', first=1, end=2))
    """
    leaves: list[str] = []
    spans: list[Span] = []
    open_: list[int] = []
    for token in _BRACKETS.finditer(brackets):
        if token["label"]:
            open_.append(len(spans))
            spans.append(Span(token["label"], len(leaves), 0))
        elif token["leaf"]:
            leaves.append(token["leaf"])
        elif not open_:
            return ()
        else:
            place = open_.pop()
            spans[place] = spans[place]._replace(end=len(leaves))
    if open_ or leaves != [form.translate(_AS_LEAVES) for form in forms]:
        return ()
    return tuple(span for span in spans if span.first < span.end)


def _ends(words: int, links: Sequence[GrammarLink]) -> list[set[str]]:
    """Return for each word the types of its links, with the subtypes that tell parts of speech."""
    ends: list[set[str]] = [set() for _ in range(words)]
    for link in links:
        names = {link.type}
        if link.type == "P":
            names.add(link.label[:2])
        if link.type == "D" and link.label[3:4] == "n":
            names.add("Dn")
        if link.left != WALL:
            ends[link.left].update(name + "+" for name in names)
        ends[link.right].update(name + "-" for name in names)
    return ends


def _part_of_speech(word: str, form: str, ends: set[str]) -> str:
    if _is_punctuation(word):
        return "SYM" if any(unicodedata.category(c).startswith("S") for c in word) else "PUNCT"
    if word[0].isdigit():
        return "NUM"
    shown = _FORM.fullmatch(form[len(word) :]) if form.lower().startswith(word.lower()) else None
    subscript = (shown and shown["subscript"]) or ""
    if word.lower() in ("this", "these", "those") and ends & {"D+", "DD+"}:
        return "DET"
    if word.lower() in _CLOSED:
        return _CLOSED[word.lower()]
    if subscript in _SUBSCRIPTS:
        by_links = (pos[subscript] for names, pos in _TELLING if subscript in pos and ends & names)
        return next(by_links, _SUBSCRIPTS[subscript])
    shape = (shown and shown["shape"]) or ""
    guessed = (pos for name, pos in _SHAPES.items() if name in shape)
    linked = (pos for names, pos in _LINKED if ends & names)
    return next(guessed, None) or next(linked, "X")


def _is_punctuation(word: str) -> bool:
    return not any(c.isalnum() for c in word)
