"""Link Grammar (Sleator & Temperley 1993), through the C library of the link-grammar project.

A text is cut into sentences by rules of punctuation; of each the parse of the lowest cost counts, with as few words
left out as there is a parse for. `linkages` says what is made of it. Spelling is not corrected, and
nothing is parsed a second time with looser rules: what a sentence gets does not depend on how fast the machine is.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from steelyard import _core
from steelyard.corpus.sentences import Sentence
from steelyard.errors import MissingResource, SegmentError
from steelyard.providers.linkages import WALL, GrammarLink, Linkage

NAME = "link-grammar"
#: Time grows with the cube of the number of words, and the library does not keep its own limit on long sentences.
LONGEST = 60
SECONDS = 20.0

# Seconds for one sentence by the library's clock.
_PATIENCE = 15
# Of the parses of one sentence, how many are looked at; the library draws that many if there are more, always the same.
_LINKAGES = 1000
_INSTALL = "install it with: apt install liblink-grammar5 link-grammar-dictionaries-en"
_ONE_LINE = 3
_VERSION = re.compile(rb"dictionary-version-number\W+V?([0-9][0-9.v]*)")

_P, _S, _I, _Z = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
# Function → its result and its arguments.
_FUNCTIONS: dict[str, tuple[type | None, ...]] = {
    "linkgrammar_get_version": (_S,),
    "linkgrammar_get_configuration": (_S,),
    "lg_error_set_handler": (_P, _P, _P),
    "dictionary_create_lang": (_P, _S),
    "dictionary_delete": (None, _P),
    "parse_options_create": (_P,),
    "parse_options_delete": (_I, _P),
    "parse_options_set_verbosity": (None, _P, _I),
    "parse_options_set_spell_guess": (None, _P, _I),
    "parse_options_set_linkage_limit": (None, _P, _I),
    "parse_options_set_max_null_count": (None, _P, _I),
    "parse_options_set_max_parse_time": (None, _P, _I),
    "parse_options_resources_exhausted": (ctypes.c_bool, _P),
    "sentence_create": (_P, _S, _P),
    "sentence_delete": (None, _P),
    "sentence_parse": (_I, _P, _P),
    "linkage_create": (_P, _Z, _P, _P),
    "linkage_delete": (None, _P),
    "linkage_get_num_words": (_Z, _P),
    "linkage_get_word": (_S, _P, _Z),
    "linkage_get_word_byte_start": (_Z, _P, _Z),
    "linkage_get_word_byte_end": (_Z, _P, _Z),
    "linkage_get_num_links": (_Z, _P),
    "linkage_get_link_lword": (_Z, _P, _Z),
    "linkage_get_link_rword": (_Z, _P, _Z),
    "linkage_get_link_label": (_S, _P, _Z),
    "linkage_get_link_llabel": (_S, _P, _Z),
    "linkage_get_link_rlabel": (_S, _P, _Z),
    "linkage_print_constituent_tree": (_P, _P, _I),
    "linkage_free_constituent_tree_str": (None, _P),
}


def identity(model: str) -> str:
    """Return the library and the dictionary with their versions, as link-grammar-5.12.0/en-5.11.0.

    `model` is the name of an installed dictionary, "" for English.
    """
    library, folder = _library(), _dictionary(model)
    with (folder / "4.0.dict").open("rb") as file:
        version = _VERSION.search(file.read(1 << 16))
    number = version[1].decode().replace("v", ".") if version else "unknown"
    return f"{library.linkgrammar_get_version().decode()}/{folder.name}-{number}"


def open(model: str) -> Callable[[Sequence[str]], Iterator[list[Sentence]]]:
    """Load a dictionary, and return a function from texts to their sentences, one list for each text.

    A sentence that takes too long is a `SegmentError`. The function is for a process of its own, in one thread.
    """
    parser = _Parser(_library(), _dictionary(model))

    def annotate(texts: Sequence[str]) -> Iterator[list[Sentence]]:
        for row, text in enumerate(texts):
            yield [parser.parse(sentence, row) for sentence in _sentences(text)]

    return annotate


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(ctypes.util.find_library("link-grammar") or "liblink-grammar.so.5")
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise MissingResource(f"parser={NAME} needs the library of Link Grammar 5 ({error}); {_INSTALL}") from None
    library.lg_error_set_handler(None, None)
    return library


def _dictionary(model: str) -> Path:
    """Return the folder of an installed dictionary; by its name alone the library would look in other places first."""
    settings = _library().linkgrammar_get_configuration().decode()
    match = re.search(r"DICTIONARY_DIR=(\S+)", settings)
    installed = {path.parent.name: path.parent for path in Path(match[1] if match else "/").glob("*/4.0.dict")}
    name = model or "en"
    if name not in installed:
        there = ", ".join(sorted(installed)) or "none"
        raise MissingResource(f"parser={NAME}: no dictionary {name!r} (installed: {there}); {_INSTALL}")
    return installed[name]


def _sentences(text: str) -> list[bytes]:
    # The library keeps U+0003 for itself, before subscripts; left in a text it makes places of words wrong.
    data = text.encode("utf-8").replace(b"\x03", b" ")
    starts, ends, _ = _core.sentences(data, np.array([0]), np.array([len(data)]), "rules")
    cut = [data[start:end].strip() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    # The library ends the process that gives it an empty string.
    return [sentence for sentence in cut if sentence.decode("utf-8").strip()]


class _Parser:
    """A dictionary, and the way its sentences are parsed."""

    def __init__(self, library: ctypes.CDLL, folder: Path) -> None:
        self._library = library
        self._dictionary = library.dictionary_create_lang(str(folder).encode())
        if not self._dictionary:
            raise MissingResource(f"parser={NAME} cannot read its dictionary in {folder}; {_INSTALL}")
        self._options = library.parse_options_create()
        weakref.finalize(self, _delete, library, self._options, self._dictionary)
        library.parse_options_set_verbosity(self._options, 0)
        library.parse_options_set_spell_guess(self._options, 0)
        library.parse_options_set_linkage_limit(self._options, _LINKAGES)
        library.parse_options_set_max_null_count(self._options, 1 << 10)
        library.parse_options_set_max_parse_time(self._options, _PATIENCE)

    def parse(self, text: bytes, row: int) -> Sentence:
        """Return a sentence with its best parse."""
        library, options = self._library, self._options
        sentence = library.sentence_create(text, self._dictionary)
        try:
            linkages = library.sentence_parse(sentence, options)
            if library.parse_options_resources_exhausted(options):
                raise SegmentError(row, f"Link Grammar found no parse in {_PATIENCE} seconds")
            linkage = library.linkage_create(0, sentence, options) if linkages > 0 else None
            if not linkage:
                return _unparsed(text.decode("utf-8"))
            try:
                return self._read(linkage, text).sentence()
            finally:
                library.linkage_delete(linkage)
        finally:
            library.sentence_delete(sentence)

    def _read(self, linkage: int, text: bytes) -> Linkage:
        library = self._library
        starts, ends, forms = [], [], []
        for i in range(library.linkage_get_num_words(linkage)):
            starts.append(library.linkage_get_word_byte_start(linkage, i))
            ends.append(library.linkage_get_word_byte_end(linkage, i))
            forms.append(library.linkage_get_word(linkage, i).decode("utf-8"))
        # Walls have no bytes. The left one is the first.
        kept = [i for i in range(len(forms)) if starts[i] < ends[i]]
        places = {0: WALL} | {i: place for place, i in enumerate(kept)}
        return Linkage(
            tuple(text[starts[i] : ends[i]].decode("utf-8") for i in kept),
            tuple(forms[i] for i in kept),
            tuple(self._links(linkage, places)),
            self._brackets(linkage),
        )

    def _links(self, linkage: int, places: dict[int, int]) -> Iterator[GrammarLink]:
        library = self._library
        for i in range(library.linkage_get_num_links(linkage)):
            left, right = library.linkage_get_link_lword(linkage, i), library.linkage_get_link_rword(linkage, i)
            names = (library.linkage_get_link_label, library.linkage_get_link_llabel, library.linkage_get_link_rlabel)
            label, *connectors = (name(linkage, i).decode("utf-8") for name in names)
            if left in places and right in places:
                yield GrammarLink(places[left], places[right], label, (connectors[0], connectors[1]))

    def _brackets(self, linkage: int) -> str:
        tree = self._library.linkage_print_constituent_tree(linkage, _ONE_LINE)
        if not tree:
            return ""
        try:
            return ctypes.string_at(tree).decode("utf-8")
        finally:
            self._library.linkage_free_constituent_tree_str(tree)


def _delete(library: ctypes.CDLL, options: int, dictionary: int) -> None:
    library.parse_options_delete(options)
    library.dictionary_delete(dictionary)


def _unparsed(text: str) -> Sentence:
    """Return what stands between blanks as words without links."""
    words = tuple(text.split())
    return Linkage(words, tuple(f"[{word}]" for word in words), (), "").sentence()
