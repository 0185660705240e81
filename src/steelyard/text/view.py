"""A view: how texts are cut into tokens, and which tokens count as the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard import _core
from steelyard.annotation.chunk import parser_identity
from steelyard.annotation.layers import SEQUENCES
from steelyard.errors import SpecError, suggestion
from steelyard.text import segmenters
from steelyard.text.words import contractions, lists
from steelyard.text.words.stems import PORTER, stemmers, stems

#: Tokenisers a user may name; those of `segmenters` need an extra each.
TOKENISERS = (
    "none", "spaces", "each-space", "13a", "intl", "no-punct", "char", "zh", "rouge", "rouge-unicode", "meteor",
    "contractions", *segmenters.NAMES,
)  # fmt: skip


#: The layer of the text itself, which a tokeniser cuts; all others are a parser's.
TEXT = "text"
LAYERS = (TEXT, *SEQUENCES)


@dataclass(frozen=True)
class View:
    """Preprocessing as in Leusch et al. (2005) §3, in the order of the fields but for the limits, which come first.

    tokens   name of the tokeniser
    case     "keep", or "fold": Unicode lower case of the whole text before it is cut, as Python's str.lower
    stem     "none", a dialect of Porter's algorithm ("porter", "rouge-1.5.5", "rouge-score") or a Snowball language
    stop     "none", "english" (our list), "rouge-1.5.5" (its list), "meteor" (METEOR 1.5's function words) or the
             path of a file with one word per line
    data     folder of ROUGE-1.5.5's lists; if empty, that of the environment, or else our own lists
    words    only so many words of a text count, words being what stands between white space; 0: all
    bytes    only so many bytes of a text count, line feeds not among them; 0: all
    line_bytes   the text ends with the first line that has so many bytes, where they end; 0: it does not
    layer    "text", or what a parser says of its words, one of `annotation.layers`, in place of tokens
    parser   who says so; see `annotation.providers`

    ROUGE-1.5.5 does the same in the same order. It cuts each text to the limit, model summaries too: it counts words of
    the raw text, or bytes without line ends, over all sentences, and a limit of bytes cuts within a word. It folds case
    and keeps the runs of [a-z0-9] (`tokens="rouge"`). With -s it drops tokens that are in its list, as they stand,
    before they are stemmed. With -m it leaves tokens of up to 3 letters alone; of the others, those in the exception
    lists become the base form found there, which is not stemmed again; the rest is stemmed. n-grams run over the ends
    of sentences.
    """

    tokens: str
    case: str = "keep"
    stem: str = "none"
    stop: str = "none"
    data: str = ""
    words: int = 0
    bytes: int = 0
    line_bytes: int = 0
    layer: str = TEXT
    parser: str = ""

    def __post_init__(self) -> None:
        if self.tokens not in TOKENISERS and self.tokens not in _core.tokeniser_names():
            raise SpecError(f"unknown tokeniser {self.tokens!r}" + suggestion(self.tokens, TOKENISERS))
        if self.stem != "none" and self.stem not in stemmers():
            raise SpecError(f"unknown stemmer {self.stem!r}" + suggestion(self.stem, stemmers()))
        if min(self.limits) < 0:
            raise SpecError(f"a limit of {min(self.limits)} is not possible; give 0 for none")
        if any(self.limits) and self.annotator:
            raise SpecError(f"a text is parsed as a whole; leave out limits, or layer={self.layer}")

    @property
    def limits(self) -> tuple[int, int, int]:
        """What may be left of a text: words, bytes, bytes of a line."""
        return self.words, self.bytes, self.line_bytes

    @property
    def annotator(self) -> str:
        """The parser that is needed; empty for the text itself."""
        return "" if self.layer == TEXT else self.parser

    @property
    def fold(self) -> bool:
        """Whether texts are lower-cased first."""
        return self.case == "fold"

    @property
    def expands(self) -> bool:
        """Whether contractions are expanded."""
        return self.tokens == "contractions" and self.layer == TEXT

    @property
    def rewrites(self) -> bool:
        """Whether types are changed after tokenising."""
        return self.expands or self.stem != "none" or self.stop != "none"

    def rewriting(self, vocabulary: _core.Vocabulary) -> _core.Rewriting:
        """Return what each type becomes: contractions expanded, stop words gone, the rest stemmed."""
        if self.expands or self.stem not in ("none", *PORTER):
            return _core.Rewriting(self._rewritten(vocabulary.types()))
        stop, exceptions = lists.stop_map(self.stop, self.data), lists.exception_map(self.stem, self.data)
        return _core.Rewriting(vocabulary, stop, exceptions, self.stem)

    def _rewritten(self, types: Sequence[str]) -> list[list[str]]:
        """Return what types become where that is not the core's to say."""
        expand = contractions.expand if self.expands else lambda token: [token]
        stop = lists.stop_words(self.stop, self.data)
        kept = [[token for token in expand(t) if token.lower() not in stop] for t in types]
        if self.stem == "none":
            return kept
        return [stems(tokens, self.stem, self.data) for tokens in kept]

    def resources(self) -> dict[str, str]:
        """Return field → digest or version of what it names outside the package, for signatures."""
        resources = {}
        if self.data:
            lists.check_folder(self.data)
        if self.annotator:
            resources["parser"] = parser_identity(self.parser)
        elif self.tokens in segmenters.NAMES:
            resources["tokens"] = segmenters.versions(self.tokens)
        if self.stem == lists.ROUGE:
            resources["stem"] = lists.exception_origin(self.data)
        elif self.stem not in ("none", *PORTER):
            from importlib.metadata import version

            resources["stem"] = f"PyStemmer-{version('PyStemmer')}"
        if self.stop != "none":
            resources["stop"] = lists.stop_origin(self.stop, self.data)
        return resources
