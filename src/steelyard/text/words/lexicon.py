"""A user's lexicon: words and their senses in a text file."""

from __future__ import annotations

import hashlib
from pathlib import Path

from steelyard.errors import FormatError
from steelyard.files.disk import read_whole


class Lexicon:
    """Senses of words as a file gives them; it answers the same questions as a WordNet.

    A word is looked up as it is written, then in lower case. It is its own base form.
    """

    def __init__(self, senses: dict[str, tuple[int, ...]], digest: str) -> None:
        self._senses = senses
        self.digest = digest

    def bases(self, word: str) -> tuple[str, ...]:
        """Return the word itself if the lexicon has it."""
        return next(((form,) for form in (word, word.lower()) if form in self._senses), ())

    def synsets(self, word: str) -> tuple[int, ...]:
        """Return the senses of a word, numbered by their first occurrence in the file."""
        return next((self._senses[form] for form in self.bases(word)), ())

    def first(self, word: str) -> tuple[int, ...]:
        """Return the first of the word's senses, alone, or nothing for an unknown word."""
        return self.synsets(word)[:1]

    def pooled_synsets(self, word: str) -> tuple[int, ...]:
        """Return the senses of a word; a lexicon knows no parts of speech."""
        return self.synsets(word)

    def exceptions(self) -> dict[str, str]:
        """Return nothing: a lexicon has no irregular forms."""
        return {}


def read_lexicon(path: Path) -> Lexicon:
    """Read `word<TAB>sense[ sense…]`, one word a line; a word's senses may be spread over several lines."""
    try:
        content = read_whole(path)
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise FormatError(f"{path}: {error.strerror}; expected a lexicon: word, tab, senses") from None
    except UnicodeDecodeError as error:
        place = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{path}:{place}: not UTF-8; save the lexicon as UTF-8") from None
    numbers: dict[str, int] = {}
    senses: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        word, _, sense_names = line.partition("\t")
        if not word.strip() or not sense_names.strip():
            raise FormatError(f"{path}:{number}: expected a word, a tab and its senses with spaces between")
        word_senses = tuple(numbers.setdefault(sense, len(numbers)) for sense in sense_names.split())
        senses[word.strip()] = tuple(dict.fromkeys(senses.get(word.strip(), ()) + word_senses))
    return Lexicon(senses, hashlib.sha256(content).hexdigest()[:8])
