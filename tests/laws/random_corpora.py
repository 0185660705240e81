"""Small random corpora, and measures with random options, for the laws."""

import dataclasses
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import get_args, get_type_hints

from hypothesis import assume
from hypothesis import strategies as st

import steelyard as sy
from laws.kinds_of_text import KINDS, Kind
from steelyard.corpus import Corpus, HeldTexts
from steelyard.errors import SteelyardError
from steelyard.measures.kinds.base import Fitted, Measure, Vector
from steelyard.measures.registry import registry
from steelyard.text import Batch, ChunkViews

WORDS = tuple(
    (
        "a b c d the The cat cats running run 0 7 0.5 1,000 , . ! ; - ' "
        "don't We'd that's Ann's é É Σ ΟΔΟΣ ß 日本 ー x-y &amp; & “ …"
    ).split()
)
NAMES = tuple(registry())


@dataclass(frozen=True)
class Drawn:
    """Outputs of two systems, and the references of each segment."""

    outputs: dict[str, tuple[str, ...]]
    references: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.references)

    def at(self, segments) -> "Drawn":
        """The same segments in another order, some of them, or some of them twice."""
        outputs = {name: tuple(texts[n] for n in segments) for name, texts in self.outputs.items()}
        return Drawn(outputs, tuple(self.references[n] for n in segments))

    def sets(self, width: int | None = None) -> dict[str, list[str | None]]:
        """Reference sets by name; a segment with fewer references lacks the last sets."""
        width = width or max(len(several) for several in self.references)
        return {str(k): [several[k] if k < len(several) else None for several in self.references] for k in range(width)}

    def corpus(self, width: int | None = None, **more) -> Corpus:
        return Corpus.of(self.outputs, self.sets(width), accept=("empty",), **more)

    def batch(self, system: str = "A", width: int | None = None) -> Batch:
        def chunk(texts):
            return HeldTexts.of(texts, "texts").chunk(0, len(self))

        sets = [chunk(texts) for texts in self.sets(width).values()]
        return ChunkViews(sets, {name: chunk(texts) for name, texts in self.outputs.items()}).batch(system)


def given(measure: Measure, drawn: Drawn) -> Measure:
    """The measure, with its context if it is fitted."""
    return measure.fit([drawn.batch()]) if isinstance(measure, Fitted) else measure


@cache
def texts(longest: int = 7, words=WORDS):
    return st.lists(st.sampled_from(words), min_size=1, max_size=longest).map(" ".join)


@cache
def _segments(longest: int, references: int, words):
    """References, two other texts, and whether each output is such a text or near one of the references."""
    kinds = st.sampled_from(["other", "reference", "spoilt"])
    several = st.lists(texts(longest, words), min_size=1, max_size=references)
    return st.tuples(several, *[st.tuples(kinds, texts(longest, words)) for _ in "AB"])


@st.composite
def corpora(draw, longest: int = 7, segments: int = 4, references: int = 3, words=WORDS):
    drawn = draw(st.lists(_segments(longest, references, words), min_size=1, max_size=segments))
    outputs = {"A": [], "B": []}
    for several, *others in drawn:
        # many outputs are near a reference, so that long n-grams match as well
        for name, (kind, other) in zip(outputs, others, strict=True):
            near = {"other": other, "reference": several[-1], "spoilt": _spoil(several[0])}
            outputs[name].append(near[kind])
    return Drawn({name: tuple(made) for name, made in outputs.items()}, tuple(tuple(s) for s, *_ in drawn))


@st.composite
def corpora_for(draw, name: str, segments: int = 4, references: int = 3):
    """Texts that a measure can take."""
    kind = kind_of(name)
    if kind is None:
        return draw(corpora(segments=segments, references=references))
    source = draw(st.randoms(use_true_random=False))
    count = draw(st.integers(1, segments))
    return made(kind, source, count, min(references, kind.references))


def kind_of(name: str) -> Kind | None:
    """The texts that a measure takes; none for running words."""
    texts = registry()[name].texts
    assert texts in ("words", *KINDS), f"{name}: say in tests/laws/kinds_of_text.py what texts of {texts!r} are"
    return KINDS.get(texts)


def made(kind: Kind, source: Random, segments: int, references: int) -> Drawn:
    """Random texts of a kind; some outputs say just what a reference says."""
    several = [tuple(kind.reference(source) for _ in range(source.randint(1, references))) for _ in range(segments)]
    outputs = {
        name: tuple(kind.agreeing(own[-1]) if source.random() < 0.2 else kind.output(source) for own in several)
        for name in "AB"
    }
    return Drawn(outputs, tuple(several))


def _spoil(text: str) -> str:
    words = text.split()
    return " ".join([*words[1:], words[0]]) if len(words) > 2 else text + " a"


_VALUES = {
    int: st.integers(1, 9),
    float: st.floats(0, 50, exclude_min=True),
    float | None: st.one_of(st.none(), st.floats(0, 9)),
    bool: st.booleans(),
}
# Of options that may be any word, some words beside the default.
_WORDS = {
    "modules": [("exact",), ("exact", "stem", "synonym"), ("wordnet-stem", "exact")],
    "stemmer": ["porter", "german"],
    "function": ["none", "meteor", "english"],
    "unmatched": ["none", "english"],
    "senses": ["wordnet", "first", "inline", "none"],
    "gap": ["none", 0, 4, "9"],
    "data": ["", "folder"],
    "model": ["", "folder/model.onnx"],
    "parser": ["spacy", "given", "spacy:en_core_web_lg", "own.module"],
    "only": ["all", "NN"],
    "tokeniser": ["", "some-package"],
    "beta": [None, 0.0, 1.0, 2.5],
    "stem": ["none", "porter", "english", "german"],
    "stop": ["none", "english"],
    "idf": ["corpus", "documents.tsv"],
    "bonus": [1.0, 0.5, "brevity"],
    "share": [None, 0.5],
    "target": [None, "3", "50"],
    "tokens": ["none", "13a", "intl", "no-punct", "char", "zh", "rouge", "rouge-unicode", "meteor", "contractions"],
}
# Of those that may be numbers as well.
_WORDS_OR_NUMBERS = {"weights": ["uniform", "linear"], "smoothing": ["exp", "none", "add-one", "add-k", "floor"]}


@st.composite
def measures(draw, name: str):
    """A measure with random options, built from the types and choices it declares."""
    kind = registry()[name]
    hints = get_type_hints(kind)
    options = {"preset": draw(st.sampled_from(["", *kind.presets]))}
    some = st.lists(st.sampled_from(kind.options()), unique_by=lambda f: f.name) if kind.options() else st.just([])
    for field in draw(some):
        options[field.name] = draw(_values(field, hints[field.name], options.get("order", 4)))
    try:
        return kind(**options)
    except SteelyardError:
        assume(False)


@st.composite
def runnable(draw, name: str, drawn: Drawn):
    """A measure with random options that can be had here, fitted to some texts, and its statistics of them."""
    measure = draw(measures(name))
    try:
        ready = given(measure, drawn)
        return ready, ready.statistics(drawn.batch("A", 3))
    except SteelyardError:
        assume(False)


def _values(field: dataclasses.Field, hint, order: int):
    if field.name in _WORDS:
        return st.sampled_from(_WORDS[field.name])
    if field.metadata["choices"]:
        return st.sampled_from(field.metadata["choices"])
    if field.name in ("alpha", "gamma", "delta"):
        return st.floats(0, 1)
    if Vector in get_args(hint):
        numbers = st.lists(st.floats(0.01, 9), min_size=order, max_size=order).map(tuple)
        return st.one_of(st.sampled_from(_WORDS_OR_NUMBERS.get(field.name, [field.default])), numbers)
    return _VALUES.get(hint, st.just(field.default))


def many_segments(name: str):
    """Texts of the sample, or random ones of the kind that a measure takes."""
    if (kind := kind_of(name)) is not None:
        return made(kind, Random(7), 400, min(2, kind.references))
    sample = sy.sample()
    short = [n for n, text in enumerate(sample.references[0]) if len(text.split()) < 25]
    return Drawn(
        {name: tuple(outputs[n] for n in short) * 9 for name, outputs in list(sample.systems.items())[:2]},
        tuple((sample.references[0][n], sample.references[1][n])[: 1 + n % 2] for n in short) * 9,
    )


@cache
def segments_of_all_lengths(name: str) -> Drawn:
    """Sixteen segments of 1 to 24 words, more than a processor takes at once; or of the kind that a measure takes."""
    some = many_segments(name).at(range(16))
    if kind_of(name) is not None:
        return some

    def cut(text: str, n: int) -> str:
        return " ".join(text.split()[: 1 + n * 3 // 2])

    outputs = {
        system: tuple(cut(text, n) for n, text in enumerate(texts))
        for system, texts in zip("AB", some.outputs.values(), strict=True)
    }
    return Drawn(outputs, tuple(tuple(cut(text, n) for text in several) for n, several in enumerate(some.references)))
