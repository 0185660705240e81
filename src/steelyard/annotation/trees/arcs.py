"""Dependencies made ready for brackets: one root, function words as heads, and no crossing arcs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steelyard.corpus.sentences import Sentence

# Relations of Universal Dependencies, with and without subtypes, in terms of the ClearNLP labels of spaCy's English.
_CLEAR = {
    "acl:relcl": "relcl", "advcl:relcl": "relcl", "aux:pass": "auxpass", "case:gen": "case", "cc:preconj": "preconj",
    "clf": "compound", "compound:prt": "prt", "csubj:pass": "csubj", "det:predet": "predet", "discourse": "intj",
    "fixed": "compound", "flat": "compound", "goeswith": "compound", "iobj": "dative", "nmod:poss": "poss",
    "nmod:tmod": "npadvmod", "nsubj:pass": "nsubj", "nsubjpass": "nsubj", "csubjpass": "csubj", "obj": "dobj",
    "obl": "npadvmod", "vocative": "npadvmod",
}  # fmt: skip
#: Parts of a clause that a copula takes over from its complement, on either side of it and on its left only.
_CLAUSAL = frozenset("nsubj csubj expl aux auxpass mark punct advcl parataxis ccomp".split())
_FRONTED = _CLAUSAL | frozenset("neg npadvmod prep advmod intj cc".split())
_NEGATIONS = ("not", "n't", "n’t")
_KINDS = {
    "noun": "NN NNS NNP NNPS PRP DT CD EX WP WDT $ # FW SYM PDT PRP$ WP$ ADD NOUN PROPN PRON NUM DET".split(),
    "verb": "VB VBD VBG VBN VBP VBZ MD VERB AUX".split(),
    "adjective": "JJ JJR JJS ADJ".split(),
    "adverb": "RB RBR RBS WRB ADV".split(),
    "adposition": "IN TO ADP".split(),
    "particle": ["RP"],
    "interjection": ["UH", "INTJ"],
    "conjunction": ["CC", "CCONJ"],
    "marker": ["LS"],
    "mark": ". , : `` '' -LRB- -RRB- HYPH NFP PUNCT".split(),
}
_KIND = {tag: kind for kind, tags in _KINDS.items() for tag in tags}
# Where neither tags nor universal parts of speech are known.
_KIND_OF_RELATION = {
    **dict.fromkeys("root aux auxpass cop xcomp ccomp advcl acl relcl csubj pcomp parataxis".split(), "verb"),
    **dict.fromkeys(["amod", "acomp"], "adjective"),
    **dict.fromkeys(["advmod", "neg"], "adverb"),
    **dict.fromkeys(["prep", "agent", "case"], "adposition"),
    "prt": "particle",
    "intj": "interjection",
    "cc": "conjunction",
    "punct": "mark",
}


@dataclass(frozen=True)
class Arcs:
    """A projective tree over the words: the words that depend on each come in their order."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    kinds: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    dependents: tuple[tuple[int, ...], ...]
    #: Every word after all that depend on it.
    upwards: tuple[int, ...]


def arcs_of(sentence: Sentence) -> Arcs:
    """Return the dependencies of a sentence as arcs that brackets can follow."""
    tags = sentence.tags or ("",) * len(sentence)
    relations = [_clear(relation) for relation in sentence.relations] or ["dep"] * len(sentence)
    kinds = tuple(map(_kind, tags, sentence.pos or tags, relations))
    heads = list(sentence.heads)
    _join_roots(heads, relations, kinds)
    _mend_small_words(sentence, relations)
    _raise_function_words(heads, relations, kinds, tags)
    upwards, dependents = _projective(heads)
    return Arcs(sentence.words, tuple(tags), kinds, tuple(heads), tuple(relations), dependents, upwards)


def _kind(tag: str, pos: str, relation: str) -> str:
    if not tag and not pos:
        return _KIND_OF_RELATION.get(relation, "noun")
    return _KIND.get(tag) or _KIND.get(pos) or "other"


def _clear(relation: str) -> str:
    lower = relation.lower()
    main = lower.partition(":")[0]
    return _CLEAR.get(lower) or _CLEAR.get(main) or main


def _join_roots(heads: list[int], relations: list[str], kinds: tuple[str, ...]) -> None:
    """Hang all roots but one, the first verb if there is one, on that one."""
    roots = [word for word, head in enumerate(heads) if head < 0]
    first = next((word for word in roots if kinds[word] == "verb"), roots[0])
    for word in roots:
        relations[word] = "root"
        if word != first:
            heads[word] = first
            relations[word] = "parataxis" if kinds[word] != "mark" else "punct"


def _mend_small_words(sentence: Sentence, relations: list[str]) -> None:
    """Take the "to" of an infinitive for an auxiliary and "not", but not "never", for a negation, as Penn does."""
    for word, relation in enumerate(relations):
        lower = sentence.words[word].lower()
        if relation == "mark" and lower == "to":
            relations[word] = "aux"
        elif relation in ("neg", "advmod"):
            relations[word] = "neg" if lower in _NEGATIONS else "advmod"


def _raise_function_words(
    heads: list[int], relations: list[str], kinds: tuple[str, ...], tags: tuple[str, ...]
) -> None:
    """Make heads of adpositions and copulas, which in Universal Dependencies depend on nouns and complements."""
    for word in range(len(heads)):
        head = heads[word]
        if head < 0:
            continue
        if relations[word] == "case" and tags[word] != "POS" and kinds[word] not in ("other", "mark"):
            _swap(heads, relations, word, "pobj")
            if relations[word] not in ("root", "conj"):
                relations[word] = "prep"
        elif relations[word] == "cop":
            _swap(heads, relations, word, "acomp" if kinds[head] == "adjective" else "attr")
            for other, above in enumerate(heads):
                if above == head and relations[other] in (_FRONTED if other < word else _CLAUSAL):
                    heads[other] = word
        elif relations[word] in ("cc", "punct") and relations[head] == "conj" and word < head:
            heads[word] = heads[head]


def _swap(heads: list[int], relations: list[str], word: int, relation: str) -> None:
    """Let a word take the place of its head, which then depends on it."""
    head = heads[word]
    heads[word], relations[word] = heads[head], relations[head]
    heads[head], relations[head] = word, relation


def _projective(heads: list[int]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Lift what is apart from its head to the head's head, until every word and what depends on it stand together.

    Returns the words upwards and the dependents of each. Words are visited from the leaves to the root, so that a
    lifted word waits for its new head: n log n steps. The lifting is that of Nivre & Nilsson (2005), without traces.
    """
    below: list[list[int]] = [[] for _ in heads]
    for word, head in enumerate(heads):
        if head >= 0:
            below[head].append(word)
    first, end = list(range(len(heads))), list(range(1, len(heads) + 1))
    upwards = tuple(_leaves_first(heads, below))
    for word in upwards:
        kept = _adjacent(word, below[word], first, end)
        for other in below[word]:
            if other not in kept:
                heads[other] = heads[word]
                below[heads[word]].append(other)
        below[word] = sorted(kept)
        first[word] = min([word, *(first[other] for other in kept)])
        end[word] = max([word + 1, *(end[other] for other in kept)])
    return upwards, tuple(tuple(sorted(words)) for words in below)


def _leaves_first(heads: list[int], below: list[list[int]]) -> Iterator[int]:
    order = [word for word, head in enumerate(heads) if head < 0]
    for word in order:
        order += below[word]
    yield from reversed(order)


def _adjacent(word: int, others: list[int], first: list[int], end: list[int]) -> set[int]:
    """Return those whose words make one run with `word`."""
    kept: set[int] = set()
    starts = {first[other]: other for other in others}
    ends = {end[other]: other for other in others}
    at = word + 1
    while at in starts:
        kept.add(starts[at])
        at = end[starts[at]]
    at = word
    while at in ends:
        kept.add(ends[at])
        at = first[ends[at]]
    return kept
