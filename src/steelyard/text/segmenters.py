"""Word segmenters for languages written without spaces that need a dictionary; each is an extra."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from steelyard.errors import MissingResource

#: Tokeniser name (and name of the extra) → packages whose versions decide where words end.
NAMES = {"ja": ("fugashi", "unidic-lite"), "ko": ("python-mecab-ko", "python-mecab-ko-dic")}


@lru_cache(maxsize=2)
def segmenter(name: str) -> Callable[[str], list[str]]:
    """Return a function from a text to its words.

    `ja` is MeCab with the UniDic Lite dictionary (fugashi), `ko` MeCab with its Korean dictionary.
    """
    try:
        if name == "ja":
            import fugashi

            tagger = fugashi.Tagger("-Owakati")
            return lambda text: tagger.parse(text).split()
        import mecab

        korean = mecab.MeCab()
        return lambda text: list(korean.morphs(text))
    except (ImportError, RuntimeError) as error:
        raise MissingResource(
            f"tokens={name} needs an extra ({error}); install it with: pip install 'steelyard[{name}]'"
        ) from None


def versions(name: str) -> str:
    """Return the packages behind a segmenter with their versions, for the signature."""
    segmenter(name)
    from importlib.metadata import version

    return "+".join(f"{package}-{version(package)}" for package in NAMES[name])
