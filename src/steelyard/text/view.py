"""A view: how texts are cut into tokens, and which tokens count as the same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from steelyard import _core
from steelyard.errors import MissingResource, SpecError, suggestion
from steelyard.text import contractions, segmenters, stopwords

#: Tokenisers a user may name; those of `segmenters` need an extra each.
TOKENISERS = (
    "none", "spaces", "13a", "intl", "no-punct", "char", "zh", "rouge", "rouge-unicode", "contractions",
    *segmenters.NAMES,
)  # fmt: skip


@dataclass(frozen=True)
class View:
    """Preprocessing as in Leusch et al. (2005) §3.

    tokens   name of the tokeniser
    case     "keep", or "fold": Unicode lower case of the whole text before it is cut, as Python's str.lower
    stem     "none", "porter" (Porter 1980) or a Snowball language ("english", "german", …)
    stop     "none", "english" (our list) or the path of a file with one word per line
    """

    tokens: str
    case: str = "keep"
    stem: str = "none"
    stop: str = "none"

    def __post_init__(self) -> None:
        if self.tokens not in TOKENISERS and self.tokens not in _core.tokeniser_names():
            raise SpecError(f"unknown tokeniser {self.tokens!r}" + suggestion(self.tokens, TOKENISERS))
        if self.stem not in stemmers():
            raise SpecError(f"unknown stemmer {self.stem!r}" + suggestion(self.stem, stemmers()))

    @property
    def fold(self) -> bool:
        """Whether texts are lower-cased first."""
        return self.case == "fold"

    @property
    def rewrites(self) -> bool:
        """Whether types are changed after tokenising."""
        return self.tokens == "contractions" or self.stem != "none" or self.stop != "none"

    def rewriting(self, types: Sequence[str]) -> list[list[str]]:
        """Return what each type becomes: contractions expanded, stop words gone, the rest stemmed."""
        expand = contractions.expand if self.tokens == "contractions" else lambda token: [token]
        stop = stop_list(self.stop)
        kept = [[token for token in expand(t) if token.lower() not in stop] for t in types]
        if self.stem == "none":
            return kept
        return [stems(tokens, self.stem) for tokens in kept]


@lru_cache(maxsize=1)
def stemmers() -> tuple[str, ...]:
    """Return the names that `stem` may have."""
    import Stemmer

    return ("none", *sorted(Stemmer.algorithms()))


def stems(tokens: Sequence[str], name: str) -> list[str]:
    """Return the stems of tokens by a stemmer."""
    # Porter's algorithm turns "s" into nothing; a token never vanishes by stemming.
    return [stem or token for token, stem in zip(tokens, _stemmer(name).stemWords(tokens), strict=True)]


@lru_cache(maxsize=8)
def _stemmer(name: str):  # type: ignore[no-untyped-def]
    import Stemmer

    return Stemmer.Stemmer(name, 0)


@lru_cache(maxsize=8)
def stop_list(name: str) -> frozenset[str]:
    """Return the stop words of a named list or file, in lower case."""
    if name == "none":
        return frozenset()
    if name == "english":
        return stopwords.ENGLISH
    try:
        text = Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MissingResource(
            f"stop list {name!r}: {error}; give 'none', 'english' or a UTF-8 file, one word a line"
        ) from None
    return frozenset(word.strip().lower() for word in text.splitlines() if word.strip())


def stop_digest(name: str) -> str:
    """Return a short digest of a stop list, so that a signature says what was in the file."""
    return hashlib.sha256("\n".join(sorted(stop_list(name))).encode()).hexdigest()[:8]
