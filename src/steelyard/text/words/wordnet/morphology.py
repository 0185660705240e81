"""WordNet's morphology ("morphy"): from an inflected form to the base forms that are in WordNet.

As in WordNet 3.0: a form on the exception list has the bases given there; any other is tried against endings in a
fixed order, and the first base that WordNet knows is taken. Collocations are reduced word by word.
Source: the manual page morphy(7WN).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

#: Part of speech → endings and what takes their place, in the order they are tried. Adverbs have exceptions only.
_ENDINGS = {
    "noun": (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
             ("ies", "y")),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}  # fmt: skip


def bases(
    form: str, part: str, irregular: Mapping[str, tuple[str, ...]], is_lemma: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the base forms of a word or collocation as a part of speech: itself first if it is one."""
    base_forms = [form] if is_lemma(form) else []
    listed = [base for base in irregular.get(form, ()) if base != form]
    if listed:
        base_forms += [base for base in listed if is_lemma(base)]
    else:
        reduced = [_reduced(form, part, irregular, is_lemma)]
        if "_" in form or "-" in form:
            words = re.split("([_-])", form)
            reduced.append("".join(_reduced(word, part, irregular, is_lemma) for word in words))
        base_forms += [base for base in reduced if base != form and is_lemma(base)][:1]
    return tuple(base_forms)


def _reduced(word: str, part: str, irregular: Mapping[str, tuple[str, ...]], is_lemma: Callable[[str], bool]) -> str:
    """Return the first base of one word, or the word itself."""
    if word in irregular:
        return irregular[word][0]
    end = ""
    if part == "noun":
        if word.endswith("ful"):
            word, end = word.removesuffix("ful"), "ful"
        elif word.endswith("ss") or len(word) <= 2:
            return word
    for ending, instead in _ENDINGS[part]:
        if word.endswith(ending) and is_lemma(base := word.removesuffix(ending) + instead):
            return base + end
    return word + end


def pooled_bases(
    form: str, irregular: Sequence[Mapping[str, tuple[str, ...]]], is_lemma: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return base forms with all parts of speech pooled, as METEOR 1.5 looks words up.

    A form on any exception list has the bases of all lists; any other has the first base that WordNet knows as
    whatever part of speech. Words of up to two letters and words in -ss have none.
    """
    listed = [base for entries in irregular for base in entries.get(form, ())]
    if listed:
        return tuple(listed)
    if form.endswith("ss") or len(form) <= 2:
        return ()
    endings = (pair for part in _ENDINGS for pair in _ENDINGS[part] if form.endswith(pair[0]))
    reduced = (form.removesuffix(ending) + instead for ending, instead in endings)
    return tuple(base for base in reduced if is_lemma(base))[:1]
