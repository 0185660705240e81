"""Stemmers: Porter's algorithm in three dialects of our own, and PyStemmer's Snowball stemmers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from steelyard import _core
from steelyard.text.words import lists

#: Dialects of Porter's algorithm: of 1980; as ROUGE-1.5.5.pl has it; as rouge-score has it, which is nltk's.
PORTER = ("porter", "rouge-1.5.5", "rouge-score")


@lru_cache(maxsize=1)
def stemmers() -> tuple[str, ...]:
    """Return the names of all stemmers, "none" among them."""
    import Stemmer

    return ("none", *PORTER, *sorted(set(Stemmer.algorithms()) - set(PORTER)))


def stems(words: Sequence[str], name: str, data: str = "") -> list[str]:
    """Return the stem of each word; of ROUGE-1.5.5's stemmer, the exceptions in its data folder come first.

    >>> [stems(["arguments", "skies", "has", "wrote"], name) for name in PORTER]
    [['argument', 'ski', 'ha', 'wrote'], ['argum', 'ski', 'has', 'write'], ['argument', 'sky', 'has', 'wrote']]
    """
    if name in PORTER:
        exceptions = lists.exceptions(data) if name == lists.ROUGE else {}
        return [exceptions.get(w) or stem for w, stem in zip(words, _core.porter_stems(words, name), strict=True)]
    # A token never vanishes by stemming.
    return [stem or word for word, stem in zip(words, _snowball(name).stemWords(words), strict=True)]


@lru_cache(maxsize=8)
def _snowball(name: str):  # type: ignore[no-untyped-def]
    import Stemmer

    return Stemmer.Stemmer(name, 0)
