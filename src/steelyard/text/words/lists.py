"""Word lists: stop words, and the irregular forms that ROUGE-1.5.5 looks up before it stems.

ROUGE-1.5.5 reads `smart_common_words.txt` (-s) and WordNet 2.0's exception lists (-m) from a data folder. An option
`data` or the environment variable STEELYARD_ROUGE_DATA names that folder; without it our own lists serve: our English
stop list, and the exceptions of WordNet 3.0.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from steelyard import _core
from steelyard.errors import MissingResource, reason
from steelyard.files.disk import read_whole
from steelyard.files.paths import exists, is_folder
from steelyard.text.words import stopwords

#: Names the data folder where no option does.
VARIABLE = "STEELYARD_ROUGE_DATA"

#: The name of ROUGE-1.5.5's lists and stemmer.
ROUGE = "rouge-1.5.5"

#: ROUGE-1.5.5 neither looks up nor stems shorter words: with -m, "is" and "was" stay what they are.
SHORTEST_FORM = 4

#: In the order they are read; an entry of a later list replaces one of an earlier.
_EXCEPTIONS = ("adj.exc", "adv.exc", "noun.exc", "verb.exc")

#: Where in the folder of a ROUGE distribution the lists stand: RELEASE-1.5.5, its data, or all files in one folder.
_PLACES = ("", "WordNet-2.0-Exceptions", "data", "data/WordNet-2.0-Exceptions")

_FOLDER = f"give (option data, or {VARIABLE}) the folder of ROUGE-1.5.5 that has smart_common_words.txt and *.exc"


def stop_words(name: str, data: str = "") -> frozenset[str]:
    """Return the stop words of a named list or file, in lower case."""
    return _stop_words(name, data_folder(data) if name == ROUGE else "")


def stop_map(name: str, data: str = "") -> _core.WordMap:
    """Return the stop words as the core takes them."""
    return _stop_map(name, data_folder(data) if name == ROUGE else "")


def exceptions(data: str = "") -> dict[str, str]:
    """Return irregular form → base form, as ROUGE-1.5.5 has them with -m."""
    return _exceptions(data_folder(data))


def exception_map(stem: str, data: str = "") -> _core.WordMap:
    """Return the exceptions of a stemmer as the core takes them; only ROUGE-1.5.5's has any."""
    return _exception_map(data_folder(data)) if stem == ROUGE else _core.WordMap({})


def stop_origin(name: str, data: str = "") -> str:
    """Return what tells a stop list from others: a digest of its words, and whose they are where that is left open."""
    from hashlib import sha256

    words = sha256("\n".join(sorted(stop_words(name, data))).encode()).hexdigest()[:8]
    return _origin(data) + words if name == ROUGE else words


def exception_origin(data: str = "") -> str:
    """Return whose exceptions they are, with a digest."""
    entries = sorted(exceptions(data).items())
    from hashlib import sha256

    return _origin(data) + sha256("\n".join(map(" ".join, entries)).encode()).hexdigest()[:8]


def data_folder(data: str = "") -> str:
    """Return the ROUGE data folder that an option or the environment names, or nothing."""
    return data or os.environ.get(VARIABLE, "")


def _origin(data: str) -> str:
    return "data-" if data_folder(data) else "own-"


@lru_cache(maxsize=8)
def _stop_words(name: str, folder: str) -> frozenset[str]:
    if name == "none":
        return frozenset()
    if name in stopwords.LISTS or (name == ROUGE and not folder):
        return stopwords.LISTS.get(name, stopwords.ENGLISH)
    if name == ROUGE:
        text = _read(folder, "smart_common_words.txt")
    else:
        expected = f"give 'none', 'english', 'meteor', '{ROUGE}' or a UTF-8 file, one word a line"
        text = _text(Path(name), f"stop list {name!r}", expected)
    return frozenset(word.strip().lower() for word in text.splitlines() if word.strip())


@lru_cache(maxsize=8)
def _stop_map(name: str, folder: str) -> _core.WordMap:
    return _core.WordMap(dict.fromkeys(_stop_words(name, folder), ""))


@lru_cache(maxsize=2)
def _exceptions(folder: str) -> dict[str, str]:
    if folder:
        lines = (line.split() for name in _EXCEPTIONS for line in _read(folder, name).splitlines())
        entries = {words[0]: words[1] for words in lines if len(words) > 1}
    else:
        # Imported here, for only ROUGE-1.5.5's stemmer without a data folder needs it.
        from steelyard.text.words.wordnet import WordNet, wordnet

        shipped = wordnet("wordnet")
        entries = shipped.exceptions() if isinstance(shipped, WordNet) else {}
    return {form: base for form, base in entries.items() if len(form) >= SHORTEST_FORM}


@lru_cache(maxsize=2)
def _exception_map(folder: str) -> _core.WordMap:
    return _core.WordMap(_exceptions(folder))


def check_folder(folder: str) -> None:
    """Raise unless there is such a ROUGE data folder."""
    if not is_folder(folder):
        raise MissingResource(f"ROUGE data folder {folder!r}: no such folder; {_FOLDER}")


def _read(folder: str, name: str) -> str:
    """Return the text of a list in a ROUGE data folder."""
    check_folder(folder)
    what = f"ROUGE data folder {folder!r}"
    for place in _PLACES:
        path = Path(folder, place, name)
        if exists(path):
            return _text(path, what, _FOLDER)
    raise MissingResource(f"{what}: no {name} there; {_FOLDER}")


def _text(path: Path, what: str, expected: str) -> str:
    try:
        return read_whole(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MissingResource(f"{what}: {reason(error)}; {expected}") from None
