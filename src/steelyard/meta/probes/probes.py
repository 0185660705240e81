"""Probes: pairs of texts of which one must score better, because it is nearer to a reference.

Every text is a run of the reference's words, changed in one way. So what is nearer is nearer whether a text is taken
for a bag of words or for a sequence, with all its n-grams: a word is added next to its neighbours, and a foreign word
is taken from between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from steelyard.draws import check_counts, check_seed
from steelyard.errors import InputError, SpecError
from steelyard.results.numbers import counted

#: Words of references, and foreign words. The two lists share no letter, and of all these words no two share a stem or
#: a WordNet sense, so that measures by letters, stems or synonyms see the same differences as measures by words.
KNOWN = tuple(
    """badge bag ball beach bead bell bill blade cab cabbage cable cage cash chalice cheese chief child cliff decade
    edge face fable fish flag flea flesh glade glass hail hall hedge hill idea ladle lab lace leaf leg lid life saddle
    sage sail salad scale seal seed shade shed shelf shield sledge slice fiddle field acacia gale facade decibel alibi
    eagle beagle bagel label cell seashell dahlia lilac basil bias cliche chef sash dial cafe""".split()
)
FOREIGN = tuple(
    """motor rotor monk port pork town trunk room root knot proton pronoun motto mutton trout tour pump punk trump norm
    moon rumour tumour proxy pony prompt vow nook rook moor wok noun puppy mummy poppy rut torpor tutor tutu zoo ox jury
    junk turnout rum yurt quorum runt pot wort oryx onyx""".split()
)

#: Alphabets that foreign words can be written in instead of their own.
_OTHER_LETTERS = ("абвгдежзиклмнопрстуфхцчш", "αβγδεζηθικλμνξοπρστυφχψω", "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈ".lower())

#: Words of generated references.
LENGTHS = (3, 4, 6, 9, 14, 20)
#: Shorter references of a corpus are left out: there is too little to change.
SHORTEST = 3
_LONGEST_CHAIN = 12
#: More references than this are refused.
MOST_PROBES = 100_000


@dataclass(frozen=True)
class Probe:
    """Two texts for one reference, of which `nearer` is the nearer to it, and how they differ.

    about is the name of what is probed; "same" stands for the two axioms on the reference itself.
    """

    about: str
    change: str
    reference: str
    nearer: str
    farther: str


def generated(count: int, seed: int) -> list[tuple[str, ...]]:
    """Return references of several lengths: words of `KNOWN` in random order, none twice."""
    _check(count, seed)
    references = []
    for number in range(count):
        words = _stream(seed, number, 0).permutation(len(KNOWN))[: LENGTHS[number % len(LENGTHS)]]
        references.append(tuple(KNOWN[word] for word in words))
    return references


def taken(texts: Sequence[str], count: int, seed: int) -> list[tuple[str, ...]]:
    """Return the words of `count` of the texts at most, in their order; texts too short are left out."""
    _check(count, seed)
    usable = [words for text in texts if len(words := tuple(text.split())) >= SHORTEST and len(set(words)) > 1]
    if not usable:
        raise InputError(
            f"of {counted(len(texts), 'reference')} none has {SHORTEST} words with blanks between, two of them "
            f"different; give longer ones, or none, so that they are generated"
        )
    places = np.sort(_stream(seed, 0, 1).permutation(len(usable))[:count])
    return [usable[place] for place in places]


def probes_of(references: Sequence[Sequence[str]], seed: int) -> list[Probe]:
    """Return all probes of all references; those of one depend on the seed, its number and its words only."""
    return [
        probe
        for number, words in enumerate(references)
        for probe in _Reference(tuple(words), _stream(seed, number, 2)).probes()
    ]


def shares_letters(probe: Probe) -> bool:
    """Tell whether a foreign word of the two texts has a letter of the reference."""
    letters = set("".join(_strangers(probe)).casefold())
    return bool(letters & set(probe.reference.casefold()))


def in_other_letters(probe: Probe) -> Probe:
    """Return the probe with its foreign words in letters that its reference has not, each for another.

    A reference in all the alphabets there are keeps them as they are.
    """
    used = set(probe.reference.casefold())
    own = sorted(set("".join(FOREIGN)))
    free = next((letters for letters in _OTHER_LETTERS if not used & set(letters)), own)
    table = str.maketrans(dict(zip(own, free, strict=False)))
    strangers = _strangers(probe)
    nearer, farther = (
        " ".join(word.translate(table) if word in strangers else word for word in text.split(" "))
        for text in (probe.nearer, probe.farther)
    )
    return replace(probe, nearer=nearer, farther=farther)


def _strangers(probe: Probe) -> set[str]:
    return {*probe.nearer.split(" "), *probe.farther.split(" ")} - set(probe.reference.split(" "))


class _Reference:
    """One reference, and the random choices of how its text is changed."""

    def __init__(self, words: tuple[str, ...], random: np.random.Generator) -> None:
        self.words = words
        self.text = " ".join(words)
        self._random = random
        own = {word.casefold() for word in words}
        self._foreign = [word for word in FOREIGN if word not in own]
        if not self._foreign:
            raise InputError("a reference has all the words that serve as foreign ones; leave it out")

    def probes(self) -> Iterator[Probe]:
        chain = self._chain()
        yield self._probe("same", "words left out", self.words, self._run(1, len(self.words) - 1))
        yield self._probe("same", "foreign words added", self.words, self._with_foreign(self.words)[0])
        yield self._probe("same", "a word replaced by a foreign one", self.words, self._replaced([self._place()]))
        yield self._probe("order", "words reordered", self.words, self._reordered())
        yield self._probe("repeats", "words said again", self.words, self.words + self._run(1, len(self.words)))
        yield self._missing()
        longer, shorter = self._with_foreign(self._run(1, len(self.words)))
        yield self._probe("foreign", "a foreign word added", shorter, longer)
        for nearer, farther in pairwise(chain):
            yield self._probe("damage", "more words replaced by foreign ones", nearer, farther)
        yield self._lowest(chain[-1])

    def _probe(self, about: str, change: str, nearer: Sequence[str], farther: Sequence[str]) -> Probe:
        return Probe(about, change, self.text, " ".join(nearer), " ".join(farther))

    def _number(self, low: int, high: int) -> int:
        return int(self._random.integers(low, high + 1))

    def _place(self) -> int:
        return self._number(0, len(self.words) - 1)

    def _run(self, shortest: int, longest: int) -> tuple[str, ...]:
        length = self._number(shortest, longest)
        start = self._number(0, len(self.words) - length)
        return self.words[start : start + length]

    def _strangers(self, count: int) -> list[str]:
        """Return foreign words, none twice as long as there are enough."""
        order = self._random.permutation(len(self._foreign))
        return [self._foreign[order[n % len(order)]] for n in range(count)]

    def _with_foreign(self, words: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """Return the words with one to three foreign ones among them, and the same without the last of these."""
        longer, shorter = list(words), list(words)
        for stranger in self._strangers(self._number(1, 3)):
            shorter = list(longer)
            longer.insert(self._number(0, len(longer)), stranger)
        return longer, shorter

    def _replaced(self, places: Sequence[int]) -> list[str]:
        changed = list(self.words)
        for place, stranger in zip(places, self._strangers(len(places)), strict=True):
            changed[place] = stranger
        return changed

    def _reordered(self) -> list[str]:
        while True:
            order = self._random.permutation(len(self.words))
            if (words := [self.words[place] for place in order]) != list(self.words):
                return words

    def _missing(self) -> Probe:
        """Return a run of words, and the same without one: at an end, where a foreign word may follow, or within."""
        run = self._run(2, len(self.words))
        gap = self._number(0, len(run) - 1)
        change = "a word of the reference left out"
        if 0 < gap < len(run) - 1:
            return self._probe("missing", change, run, run[:gap] + run[gap + 1 :])
        stranger = tuple(self._strangers(self._number(0, 1)))
        if gap == 0:
            return self._probe("missing", change, run + stranger, run[1:] + stranger)
        return self._probe("missing", change, stranger + run, stranger + run[:-1])

    def _chain(self) -> list[list[str]]:
        """Return the words, and the same with more and more of them replaced, up to all: one by one where short."""
        order = self._random.permutation(len(self.words)).tolist()
        strangers = self._strangers(len(order))
        steps = np.unique(np.linspace(0, len(order), min(len(order), _LONGEST_CHAIN) + 1).round().astype(int))
        chain = []
        for step in steps.tolist():
            changed = list(self.words)
            for place, stranger in zip(order[:step], strangers, strict=False):
                changed[place] = stranger
            chain.append(changed)
        return chain

    def _lowest(self, nothing: list[str]) -> Probe:
        """Return a text of foreign words, and the same with a run of the reference in its place."""
        length = self._number(1, len(self.words) - 1)
        start = self._number(0, len(self.words) - length)
        some = [*nothing[:start], *self.words[start : start + length], *nothing[start + length :]]
        return self._probe("lowest", "every word replaced by a foreign one", some, nothing)


def _check(count: int, seed: int) -> None:
    check_counts(probes=count)
    check_seed(seed)
    if count > MOST_PROBES:
        raise SpecError(f"probes={count} is not possible; expected 1 to {MOST_PROBES:,}")


def _stream(seed: int, number: int, purpose: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=np.array([seed, 3 * number + purpose], np.uint64)))
