"""Senses of words in their sentence: those of a file of trees, or the first that WordNet has for lemma and tag."""

from __future__ import annotations

from functools import lru_cache

from steelyard.corpus.sentences import Sentence
from steelyard.errors import InputError
from steelyard.text.words.wordnet import WordNet, wordnet

#: Universal part of speech → WordNet's.
_PARTS = {"NOUN": "noun", "PROPN": "noun", "VERB": "verb", "AUX": "verb", "ADJ": "adj", "ADV": "adv"}


def senses_of(sentence: Sentence) -> tuple[str, ...]:
    """Return the sense of each word, "" for one that has none.

    What the file says counts first. Else a word is taken for the first sense that WordNet lists for its lemma in its
    part of speech, which is the most frequent one.
    """
    if sentence.senses:
        return sentence.senses
    if not (sentence.lemmas and sentence.pos):
        raise InputError("senses need lemmas and parts of speech, which the parser or the file of trees does not give")
    return tuple(map(_sense, sentence.lemmas, sentence.pos))


@lru_cache(maxsize=1 << 16)
def _sense(lemma: str, pos: str) -> str:
    part, senses = _PARTS.get(pos), wordnet()
    sense = senses.first_as(lemma, part) if part is not None and isinstance(senses, WordNet) else None
    return "" if sense is None else str(sense)
