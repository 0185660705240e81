"""English word senses: the WordNet 3.0 that comes with the package, a WordNet folder, or a user's lexicon."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from importlib import resources
from pathlib import Path

from steelyard.errors import MissingResource
from steelyard.files.paths import exists, is_folder
from steelyard.text.words.lexicon import Lexicon, read_lexicon
from steelyard.text.words.wordnet import morphology
from steelyard.text.words.wordnet.princeton import read_folder
from steelyard.text.words.wordnet.table import PARTS, SenseTable, unpack

__all__ = ["WordNet", "wordnet"]

#: Words whose senses are remembered, which bounds memory to a few dozen megabytes.
_REMEMBERED = 1 << 17


class WordNet:
    """Base forms and synsets of English words. Case does not matter; words of a collocation are joined by "_".

    >>> wordnet().bases("mice"), wordnet().bases("left")
    (('mouse',), ('left', 'leave'))
    >>> set(wordnet().synsets("cars")) & set(wordnet().synsets("automobile")) != set()
    True
    """

    def __init__(self, table: SenseTable) -> None:
        self._table = table
        # A number of a memoryview is had three times as fast as one of an array.
        self._offsets = table.offsets.data
        self.bases = lru_cache(_REMEMBERED)(self._bases)
        self.synsets = lru_cache(_REMEMBERED)(self._synsets)
        self.pooled_synsets = lru_cache(_REMEMBERED)(self._pooled_synsets)

    def first(self, word: str) -> tuple[int, ...]:
        """Return the first of the word's synsets, alone, or nothing for an unknown word."""
        return self.synsets(word)[:1]

    def first_as(self, word: str, part: str) -> int | None:
        """Return the first synset of a word as one part of speech (of `PARTS`), the most frequent, or None."""
        place, form = PARTS.index(part), word.lower().replace(" ", "_")
        return next((self._senses(base, place)[0] for base in self._bases_as(form, place)), None)

    def lemmas(self) -> int:
        """Return the number of lemmas."""
        return len(self._table.lemmas)

    def exceptions(self) -> dict[str, str]:
        """Return irregular form → first base form; of several parts of speech adj, adv, noun, verb the last counts."""
        noun, verb, adj, adv = self._table.irregular
        return {form: bases[0] for entries in (adj, adv, noun, verb) for form, bases in entries.items()}

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell one WordNet from another, for signatures."""
        return self._table.digest

    def _bases(self, word: str) -> tuple[str, ...]:
        """Return the base forms of a word that are in WordNet: as noun, verb, adjective, adverb, each once."""
        form = word.lower().replace(" ", "_")
        bases = (base for place in range(len(PARTS)) for base in self._bases_as(form, place))
        return tuple(dict.fromkeys(bases))

    def _synsets(self, word: str) -> tuple[int, ...]:
        """Return the synsets of a word's base forms: as noun, verb, adjective, adverb, in sense order, each once."""
        form = word.lower().replace(" ", "_")
        synsets = (
            synset
            for place in range(len(PARTS))
            for base in self._bases_as(form, place)
            for synset in self._senses(base, place)
        )
        return tuple(dict.fromkeys(synsets))

    def _pooled_synsets(self, word: str) -> tuple[int, ...]:
        """Return the synsets of a word and of its bases, parts of speech pooled: what METEOR 1.5 takes for synonyms."""
        form = word.lower()
        bases = morphology.pooled_bases(form, self._table.irregular, lambda base: self._cell(base, 0) >= 0)
        synsets = (synset for base in (form, *bases) for synset in self._senses(base, 0, len(PARTS)))
        return tuple(dict.fromkeys(synsets))

    def _bases_as(self, form: str, place: int) -> tuple[str, ...]:
        def has_senses(base: str) -> bool:
            cell = self._cell(base, place)
            return cell >= 0 and self._offsets[cell] < self._offsets[cell + 1]

        return morphology.bases(form, PARTS[place], self._table.irregular[place], has_senses)

    def _senses(self, lemma: str, place: int, parts: int = 1) -> list[int]:
        """Return the synsets of a lemma as one part of speech, or as several from that on."""
        cell = self._cell(lemma, place)
        if cell < 0:
            return []
        synsets: list[int] = self._table.senses[self._offsets[cell] : self._offsets[cell + parts]].tolist()
        return synsets

    def _cell(self, lemma: str, place: int) -> int:
        """Return where the offset of a lemma's senses as a part of speech stands, -1 for an unknown lemma."""
        lemmas = self._table.lemmas
        row = bisect_left(lemmas, lemma)
        return len(PARTS) * row + place if row < len(lemmas) and lemmas[row] == lemma else -1


@lru_cache(maxsize=8)
def wordnet(source: str = "wordnet") -> WordNet | Lexicon:
    """Return the senses of a source: "wordnet" (3.0, shipped), a WordNet folder, or a lexicon file."""
    if source == "wordnet":
        return WordNet(unpack(resources.files(__name__).joinpath("wordnet-3.0.gz").read_bytes()))
    path = Path(source)
    if is_folder(path):
        return WordNet(read_folder(path))
    if exists(path):
        return read_lexicon(path)
    raise MissingResource(
        f"no senses in {source!r}: no such file; give 'wordnet', a WordNet dict folder, or a lexicon file "
        "(word, tab, senses)"
    )
