"""Attributes of words for string kernels: the word itself and its senses."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from steelyard.text.words.keys import Keys
from steelyard.text.words.stems import stems

_INLINE = re.compile(r"(?P<word>.+):\{(?P<senses>[^{}]+)\}")


@dataclass(frozen=True)
class Attributes(Keys):
    """What string kernels match words by; a word has its form and its senses.

    kind     "exact": the form alone; "sense" or "first-sense": also all senses of the source, or the first only;
             "inline": also the senses that are written with the word, as in cosmonaut:{SPACEMAN} or bank:{S1,S2}
    stem     stemmer for the form, or "none"; senses are those of the word as it stands
    """

    stem: str = "none"

    def keys_of(self, types: Sequence[str]) -> Iterable[Sequence[Hashable]]:
        """Return the attributes of each type."""
        words, senses = self._split(types)
        forms = words if self.stem == "none" else stems(words, self.stem)
        # A form and a sense that are written alike are different attributes.
        return ([("form", form), *of_word] for form, of_word in zip(forms, senses, strict=True))

    def _split(self, types: Sequence[str]) -> tuple[Sequence[str], Iterable[Sequence[Hashable]]]:
        """Return the words, and the senses of each."""
        if self.kind == "inline":
            split = [inline_senses(token) for token in types]
            return [word for word, _ in split], [senses for _, senses in split]
        return types, ((),) * len(types) if self.kind == "exact" else super().keys_of(types)


def inline_senses(token: str) -> tuple[str, tuple[str, ...]]:
    """Return word and senses of word:{S1,S2}.

    >>> inline_senses("cosmonaut:{SPACEMAN}"), inline_senses("is")
    (('cosmonaut', ('SPACEMAN',)), ('is', ()))
    """
    match = _INLINE.fullmatch(token)
    return (match["word"], tuple(match["senses"].split(","))) if match else (token, ())
