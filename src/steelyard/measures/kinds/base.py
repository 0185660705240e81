"""What a measure is: parameters, additive statistics per segment, and a pure function from sums to a score."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion
from steelyard.loading import FromOutside, Origin
from steelyard.text import Batch, View
from steelyard.text.view import LAYERS, TEXT, TOKENISERS
from steelyard.text.words.stems import stemmers

#: Of every measure that has texts parsed.
PARSER = "who annotates: spacy, spacy:PIPELINE, link-grammar, given (trees that come with the texts) or a module"

Array = NDArray[Any]
Vector = tuple[float, ...]
Words = tuple[str, ...]


def option(default: Any, explanation: str, choices: Iterable[Any] = ()) -> Any:
    """Declare a parameter of a measure with what it means and, where it is one of a few words, which."""
    return dataclasses.field(default=default, metadata={"explanation": explanation, "choices": tuple(choices)})


@dataclass(frozen=True, kw_only=True)
class Measure(FromOutside):
    """Base of all measures. The fields of the (frozen) dataclass are the measure's parameters.

    Corpus score = score(sum of rows); segment scores = score(rows); documents, resamples and shards likewise.
    """

    name: ClassVar[str]
    #: The name as papers print it, where that is not just in capitals.
    printed: ClassVar[str] = ""
    family: ClassVar[str]
    higher_is_better: ClassVar[bool]
    #: Lowest and highest possible score.
    bounds: ClassVar[tuple[float, float]]
    #: Field → fields that it never exceeds; what names begin with stands for all (matches_1 and ngrams_1, …).
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {}
    #: Why a score can be undefined.
    undefined: ClassVar[str] = "the statistics are all zero"
    #: What a corpus must have beside outputs.
    needs: ClassVar[tuple[str, ...]] = ("references",)
    #: Preset name → the options it fixes.
    presets: ClassVar[dict[str, dict[str, Any]]] = {}
    #: Preset name → the tool, version and call it reproduces, unless `presets.py` says so for all measures.
    tools: ClassVar[dict[str, str]] = {}
    #: Options that may be given by position.
    positional: ClassVar[tuple[str, ...]] = ()
    # Where a measure differs, with its defaults, from what is expected of all; tests hold each to what it says.
    #: What its texts are: running words, or a notation of their own.
    texts: ClassVar[str] = "words"
    #: Whether only agreement with all references is best, as they are averaged or added up; else with one of them.
    all_references: ClassVar[bool] = False
    #: Words that a text must have to count: with fewer, even a text against itself scores 0 or has no score.
    fewest_words: ClassVar[int] = 0
    #: What else a text may lack, so that even against itself it has no score.
    may_lack: ClassVar[str] = ""
    #: Why a text against itself falls short of the best score.
    short_of_best: ClassVar[str] = ""
    #: How its cost grows with the length of texts, where only short ones can be taken.
    cost: ClassVar[str] = ""

    preset: str = option("", "official tool whose choices are taken")
    #: Where the measure comes from, if not from here.
    origin: Origin | None = dataclasses.field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        chosen = {field.name for field in self.options() if getattr(self, field.name) is not field.default}
        # Types are dear to find out, and defaults are of them.
        for field, hint in typed_options(type(self)) if chosen else ():
            choices, value = field.metadata["choices"], getattr(self, field.name)
            if not _conforms(value, hint):
                raise SpecError(f"{self.name}: {field.name}={value!r} is not possible; it is of the wrong type")
            if choices and value not in choices:
                raise SpecError(
                    f"{self.name}: {field.name}={value} is not possible" + suggestion(str(value), map(str, choices))
                )
        if self.preset and self.preset not in self.presets:
            raise SpecError(f"{self.name} has no preset {self.preset!r}" + suggestion(self.preset, self.presets))

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the statistics."""
        raise self._lacking("fields")

    @property
    def annotator(self) -> str:
        """The parser that the measure needs; empty if it needs none."""
        return ""

    @property
    def digits(self) -> int:
        """Decimals that scores are shown with."""
        return 4 if self.bounds[1] <= 1 else 2

    @property
    def definition(self) -> int:
        """Which definition of the measure this is, where the same notation has come to mean other numbers."""
        return 1

    @property
    def tool_samples(self) -> int:
        """Bootstrap samples whose mean is the score of a test set, as the official tool prints it; 0: there are none.

        They are drawn by `statistics.tool_samples`. Whatever else is made of the statistics knows nothing of them.
        """
        return 0

    def fields_against(self, references: int) -> tuple[str, ...]:
        """Names of the statistics for a number of reference sets; most measures do not depend on it."""
        del references
        return self.fields

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field: what each segment adds."""
        raise self._lacking("statistics")

    def parts(self, batch: Batch) -> dict[str, Array]:
        """Return name → a number per segment: what the statistics are made of, where they are only its outcome."""
        del batch
        return {}

    def score(self, sums: Array) -> Array:
        """Return the scores of sums of statistics: the last axis (fields) goes, all others stay."""
        raise self._lacking("score")

    def sample_score(self, sums: Array) -> Array:
        """Return the scores of the sums of the tool's samples, not rounded."""
        return self.score(sums)

    def rounded(self, values: Array) -> Array:
        """Return values rounded as the official tool prints them; mostly they are not."""
        return values

    def has_part(self, rows: Array) -> Array:
        """Return which rows of statistics have a part in the score: all, but for a mean of which some have no value."""
        return np.ones(np.shape(rows)[:-1], bool)

    def notice(self, sums: Array) -> str | None:
        """Return what must be said beside the score of these sums, such as that a search was cut; mostly nothing."""
        del sums
        return None

    def misfit(self, sums: Array) -> str | None:
        """Return why texts are none for the measure, told once, by the sums of all of them; mostly nothing."""
        del sums
        return None

    def notice_of_all(self, sums: Array, times: int) -> str | None:
        """Return what must be said of all scores together, given sums in which each reference is so many times."""
        return "; ".join(filter(None, (self.misfit(sums / times), self.notice(sums)))) or None

    def at_level(self, level: str) -> Self:
        """Return the measure as it is at a level; only a measure whose convention differs there changes."""
        del level
        return self

    def among_references(self) -> Self:
        """Return the measure as references are scored by it, each against the others; mostly it is the same."""
        return self

    def resources(self) -> dict[str, str]:
        """Return option → digest or version of what it names outside the measure: a file, an optional package."""
        return {}

    def signature(self) -> dict[str, str]:
        """Return every choice made, defaults included."""
        return {f.name: write_value(getattr(self, f.name)) for f in self.options() if getattr(self, f.name) is not None}

    def _lacking(self, part: str) -> SpecError:
        return SpecError(f"{self}: the class has no {part}; define it")

    @classmethod
    def options(cls) -> list[dataclasses.Field[Any]]:
        """Return the parameters, without the preset and without what a measure was fitted to."""
        return [field for field in dataclasses.fields(cls) if field.name != "preset" and field.metadata]

    def settings(self) -> dict[str, Any]:
        """Return preset and parameters by name, as the class takes them."""
        own = {field.name: getattr(self, field.name) for field in self.options()}
        return {"preset": self.preset, "origin": self.origin} | own

    def __str__(self) -> str:
        settled = self.presets.get(self.preset, {})
        options = [
            f"{field.name}={write_value(value)}"
            for field in self.options()
            if (value := getattr(self, field.name)) != settled.get(field.name, field.default)
        ]
        name = (self.origin and self.origin.written) or self.name
        return name + (f"@{self.preset}" if self.preset else "") + (f"({','.join(options)})" if options else "")


TypedOptions = tuple[tuple[dataclasses.Field[Any], Any], ...]
# Types of options are dear to find out, and needed for every measure that is made.
_TYPED: dict[type, TypedOptions] = {}


def typed_options(kind: type[Measure]) -> TypedOptions:
    """Return the options of a kind of measure, each with the type of its values."""
    if kind not in _TYPED:
        hints = get_type_hints(kind)
        _TYPED[kind] = tuple((field, hints[field.name]) for field in kind.options())
    return _TYPED[kind]


@dataclass(frozen=True, kw_only=True)
class TokenMeasure(Measure):
    """A measure over tokens: it takes every choice of preprocessing."""

    tokens: str = option("13a", "tokenisation", TOKENISERS)
    case: str = option("keep", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    stem: str = option("none", "none, porter (1980), rouge-1.5.5, rouge-score, or a Snowball language")
    stop: str = option("none", "stop words left out: none, english, rouge-1.5.5, meteor, or a file with one a line")
    layer: str = option(TEXT, "what is counted: tokens of the text, or what a parser says of its words", LAYERS)
    parser: str = option("spacy", f"{PARSER}; only for other layers than text")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_parser(self.name, self.parser)
        if self.stem != "none" and self.stem not in stemmers():
            raise SpecError(f"{self.name}: stem={self.stem} is not possible" + suggestion(self.stem, self.stem_words()))
        if set(self.stop) & set(",()"):
            raise SpecError(f"{self.name}: stop={self.stop} is not possible; a path cannot hold comma or bracket")

    @classmethod
    def stem_words(cls) -> tuple[str, ...]:
        """Return what the option stem may be."""
        return stemmers()

    @property
    def view(self) -> View:
        """The view of the texts that the measure works on."""
        return View(self.tokens, self.case, self.stem, self.stop, layer=self.layer, parser=self.parser)

    @property
    def annotator(self) -> str:
        """The parser that the measure needs; empty for the text itself."""
        return self.view.annotator

    def signature(self) -> dict[str, str]:
        """Return every choice made; the text is cut by a tokeniser, and other layers by a parser."""
        choices = super().signature()
        unused = {"tokens"} if self.annotator else {"parser"}
        if self.layer == TEXT:
            unused.add("layer")
        return {name: value for name, value in choices.items() if name not in unused}

    def resources(self) -> dict[str, str]:
        """Return what a stop list holds, and the versions of the packages that cut and stem words."""
        return self.view.resources()


MEAN_FIELDS = ("value", "segments", "undefined_segments")


def mean_rows(values: Array) -> Array:
    """Return the statistics of a mean: value, 1 and 0 for each segment; or 0, 0 and 1 where the value is undefined."""
    undefined = np.isnan(values)
    return np.stack([np.where(undefined, 0.0, values), ~undefined, undefined], axis=-1)


def undefined_notice(measure: Measure, sums: Array) -> str | None:
    """Return how many segments have no part in a mean."""
    _, defined, undefined = sums
    if not (defined and undefined):
        return None
    total = int(defined + undefined)
    return f"{int(undefined):,} of {total:,} segments are undefined and have no part in the mean: {measure.undefined}"


class Mean(Measure):
    """A measure that is only an average of segment scores.

    Statistics: the value and 1; or 0 and 0 where the value is undefined, and how often that is. An undefined segment
    has no part in the mean, which then comes with a notice.
    """

    @property
    def fields(self) -> tuple[str, ...]:
        """Sum of the segment values, how many there are, and how many are undefined."""
        return MEAN_FIELDS

    def values(self, batch: Batch) -> Array:
        """Return one value per segment, nan where it is undefined."""
        raise self._lacking("values")

    def statistics(self, batch: Batch) -> Array:
        """Return value, 1 and 0 for each segment, or 0, 0 and 1."""
        return mean_rows(check_numbers(self, "values", self.values(batch)))

    def score(self, sums: Array) -> Array:
        """Return the mean value."""
        return ratio(sums[..., 0], sums[..., 1])

    def has_part(self, rows: Array) -> Array:
        """Return which rows have a value."""
        return np.asarray(rows)[..., 1] > 0

    def notice(self, sums: Array) -> str | None:
        """Return how many segments have no part in the mean."""
        return undefined_notice(self, sums)


class Fitted(Measure):
    """A measure whose statistics are additive only given a context drawn from the whole reference set.

    The context of the whole is merged from those of parts, however it is cut. `with_context` returns a subclass that
    holds what it needs of the context as a field, which is no option.
    """

    @property
    def needs_context(self) -> bool:
        """Whether these options need a context at all."""
        return True

    def context_of(self, batches: Iterable[Batch]) -> Any:
        """Return the context of a part; batches hold the references of its segments."""
        raise self._lacking("context_of")

    def merged(self, contexts: Sequence[Any]) -> Any:
        """Return the context of all parts together."""
        raise self._lacking("merged")

    def with_context(self, context: Any) -> Measure:
        """Return the measure with the context of the whole reference set."""
        raise self._lacking("with_context")

    def fit(self, batches: Iterable[Batch]) -> Measure:
        """Return the measure with its context; batches hold the references of all segments."""
        return self.with_context(self.context_of(batches))

    @property
    def context(self) -> str:
        """Digest of the context, for the signature; empty before the measure is fitted."""
        return ""

    def unfitted(self) -> Measure:
        """Return the measure without its context."""
        return self


def _conforms(value: Any, hint: Any) -> bool:
    """Tell whether a value is of an option's type; a whole number will do for any number, true and false not."""
    kinds = (hint,) if get_origin(hint) is tuple else get_args(hint) or (hint,)
    if isinstance(value, bool):
        return bool in kinds
    if isinstance(value, int):
        return int in kinds or float in kinds
    if isinstance(value, tuple):
        return any(
            k in kinds and all(isinstance(v, t) for v in value) for k, t in ((Vector, int | float), (Words, str))
        )
    return type(value) in kinds


def check_parser(measure: str, parser: str) -> None:
    """Refuse a parser that no notation could hold."""
    if not parser:
        raise SpecError(f"{measure}: parser is empty; name one, for instance spacy")
    if set(parser) & set(",()"):
        raise SpecError(f"{measure}: parser={parser} is not possible; a path cannot hold comma or bracket")


def check_numbers(measure: Measure, method: str, numbers: object) -> Array:
    """Return what a method of a measure gave, if it is an array of numbers; the measure may be somebody's own."""
    if not isinstance(numbers, np.ndarray) or numbers.dtype.kind not in "biuf":
        what = f"an array of {numbers.dtype}" if isinstance(numbers, np.ndarray) else f"a {type(numbers).__name__}"
        raise SpecError(f"{measure}: {method}() gave {what}; expected an array of numbers")
    return numbers


def ratio(part: Array, whole: Array) -> Array:
    """Return part / whole, nan where whole is 0."""
    part, whole = np.asarray(part, float), np.asarray(whole, float)
    undefined = np.full(np.broadcast(part, whole).shape, np.nan)
    return np.asarray(np.divide(part, whole, out=undefined, where=whole != 0))


def write_value(value: Any) -> str:
    """Write an option's value as the notation has it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ":".join(write_value(v) for v in value)
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)
