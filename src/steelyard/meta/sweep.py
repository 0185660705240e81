"""Sweeps: a measure under many settings of its options, each held against human scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.formats.content import counted
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.correlation import COEFFICIENTS, VARIANTS, Correlation, correlate
from steelyard.inference.plain import or_null
from steelyard.measures.base import Measure, write_value
from steelyard.measures.notation import option_of, parse
from steelyard.meta.human import Given, HumanScores, human_scores
from steelyard.statistics import Progress, Statistics, collect, scores_and_sums

#: More settings than this are refused: the best of so many says nothing.
MOST_SETTINGS = 10_000
# Settings are run together, so that they share tokens and senses, as long as their statistics are not many.
_MOST_TOGETHER = 64
_MOST_OUTPUTS = 1 << 20


@dataclass(frozen=True)
class Setting:
    """One choice of the varied options: the measure in notation, and how it goes together with the human scores.

    notice is what must be known of its scores, all outputs together, such as that a search was cut.
    """

    options: Mapping[str, str]
    measure: str
    correlation: Correlation
    best: bool
    signature: str
    notice: str | None = None

    @property
    def value(self) -> float:
        """The coefficient; nan where it is undefined."""
        return self.correlation.value


@dataclass(frozen=True)
class Sweep:
    """All settings of a sweep, in order.

    varied     option → its values, as the notation has them
    human      dimension of the human scores
    notices    what was left out, and what to beware of
    """

    measure: str
    higher_is_better: bool
    varied: Mapping[str, tuple[str, ...]]
    settings: tuple[Setting, ...]
    level: str
    coefficient: str
    human: str
    notices: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Sweep: {self.measure}, {counted(len(self.settings), 'setting')}, {self.caption()}>"

    @property
    def best(self) -> Setting | None:
        """The first of the settings that go best with the human scores; none if all are undefined."""
        return next((setting for setting in self.settings if setting.best), None)

    def caption(self) -> str:
        """Return what the numbers are."""
        grouping = "" if self.level == "system" else f", all systems' {self.level}s pooled"
        return f"{VARIANTS[self.coefficient]} with human scores ({self.human}) at level {self.level}{grouping}"

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"correlations": […], "notices": […]} as the JSON output has it; an undefined value is null."""
        return {"correlations": [self._row(setting) for setting in self.settings], "notices": list(self.notices)}

    def _row(self, setting: Setting) -> dict[str, Any]:
        found = setting.correlation
        row = {
            "measure": setting.measure,
            "options": dict(setting.options),
            "human": self.human,
            "level": self.level,
            "coefficient": self.coefficient,
            "value": or_null(found.value),
            "n": found.n,
            "undefined": found.missing,
            "best": setting.best,
        }
        if found.reason is not None:
            row["reason"] = found.reason
        if setting.notice is not None:
            row["notice"] = setting.notice
        return row | {"signature": setting.signature}


def sweep(
    corpus: Corpus,
    measure: str | Measure,
    vary: Mapping[str, Sequence[Any]],
    *,
    human: Given | None = None,
    dimension: str | None = None,
    level: str = "system",
    coefficient: str = "pearson",
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> Sweep:
    """Correlate a measure with human scores under every combination of the values of some of its options.

    vary         option → values to try
    human        a TSV file of judgements, or system → one value (or None) per segment, or at level
                 system one value; without it, the corpus's own
    dimension    which of several dimensions of judgement
    level        "system", "segment", "document" or any facet; below system, the values of all systems are pooled
    coefficient  "pearson", "spearman" or "kendall" (τ-b)

    The best of many settings, chosen on the data it is tried on, will do worse on other data.
    """
    (found,) = sweeps(
        corpus, measure, vary, (coefficient,), human=human, dimension=dimension, level=level, threads=threads,
        accept=accept, progress=progress,
    )  # fmt: skip
    return found


def sweeps(
    corpus: Corpus,
    measure: str | Measure,
    vary: Mapping[str, Sequence[Any]],
    coefficients: Sequence[str],
    *,
    human: Given | None = None,
    dimension: str | None = None,
    level: str = "system",
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> tuple[Sweep, ...]:
    """Return a sweep for each coefficient, as `sweep` does; every setting is scored once."""
    if not isinstance(corpus, Corpus):
        raise SpecError(f"sweep takes a Corpus, not {type(corpus).__name__}; make one with Corpus.of(...)")
    base = measure if isinstance(measure, Measure) else parse(measure)
    measures = settings(base, vary)
    for coefficient in coefficients:
        if not isinstance(coefficient, str) or coefficient not in COEFFICIENTS:
            raise SpecError(f"unknown coefficient {coefficient!r}" + suggestion(coefficient, COEFFICIENTS))
    if not isinstance(level, str) or level not in ("system", "segment"):
        corpus.facet(level)
    accept = check_accept(accept)
    judged = human_scores(corpus, human, dimension, accept)
    _check_varied(judged, level, corpus)
    made: dict[str, list[Setting]] = {coefficient: [] for coefficient in coefficients}
    for one in _collected(corpus, measures, threads, accept, progress):
        for coefficient, settings_so_far in made.items():
            settings_so_far.append(_setting(one, vary, judged, level, coefficient, corpus))
    return tuple(_sweep(base, vary, made[coefficient], level, coefficient, judged) for coefficient in coefficients)


def _setting(
    one: Statistics, vary: Iterable[str], judged: HumanScores, level: str, coefficient: str, corpus: Corpus
) -> Setting:
    correlation, notice = _correlation(one, judged, level, coefficient, corpus)
    options = {name: write_value(getattr(one.measure, name)) for name in vary}
    signature = f"{one.signature(level)}|{judged.signature(level)}|coefficient:{_word(coefficient)}"
    return Setting(options, str(one.measure), correlation, False, signature, notice)


def _sweep(
    base: Measure, vary: Iterable[str], found: Sequence[Setting], level: str, coefficient: str, judged: HumanScores
) -> Sweep:
    best = _best([setting.value for setting in found], base.higher_is_better)
    made = tuple(replace(setting, best=setting.value == best) for setting in found)
    varied = {name: tuple(dict.fromkeys(s.options[name] for s in made)) for name in vary}
    return Sweep(
        str(base), base.higher_is_better, varied, made, level, coefficient, judged.dimension,
        (*judged.notices, *_warnings(made)),
    )  # fmt: skip


def settings(measure: Measure, vary: Mapping[str, Sequence[Any]]) -> list[Measure]:
    """Return the measure under every combination of values, the last option varying fastest."""
    if not isinstance(vary, Mapping) or not vary:
        raise SpecError("nothing is varied; name options of the measure and the values of each, for instance d=1,2,3")
    tried = {name: _tried(measure, name, values) for name, values in vary.items()}
    count = math.prod(len(values) for values in tried.values())
    if count > MOST_SETTINGS:
        raise SpecError(
            f"{count:,} settings are too many; at most {MOST_SETTINGS:,} are tried: vary less, or in larger steps"
        )
    made = [replace(measure, **dict(zip(tried, chosen, strict=True))) for chosen in itertools.product(*tried.values())]
    if len(set(made)) < len(made):
        twice = next(one for n, one in enumerate(made) if one in made[:n])
        raise SpecError(f"the setting {twice} is asked for twice; give every value once")
    return made


def _tried(measure: Measure, name: str, values: Any) -> list[Any]:
    """Return the values to try of an option; numbers of numpy as Python's own."""
    option_of(type(measure), name)
    # A string is iterable too, but its letters are no values; an array without dimensions is none and not iterable.
    several = isinstance(values, Iterable) and not isinstance(values, str | bytes) and getattr(values, "ndim", 1) == 1
    tried = [value.item() if isinstance(value, np.generic) else value for value in values] if several else []
    if not tried:
        raise SpecError(f"{measure.name}: {name}={values!r}: give the values to try as a list, such as [1, 2]")
    return tried


def _collected(
    corpus: Corpus, measures: Sequence[Measure], threads: int | None, accept: Sequence[str], progress: Progress | None
) -> Iterator[Statistics]:
    """Yield the statistics of each measure; progress counts the segments of every setting."""
    size = max(1, min(_MOST_TOGETHER, _MOST_OUTPUTS // (len(corpus) * len(corpus.systems))))
    total = len(corpus) * len(measures)
    for start in range(0, len(measures), size):
        together = measures[start : start + size]

        def tell(done: int, _: int, start: int = start, width: int = len(together)) -> None:
            if progress is not None:
                progress(start * len(corpus) + done * width, total)

        yield from collect(corpus, together, threads, accept, tell)


def _correlation(
    one: Statistics, judged: HumanScores, level: str, coefficient: str, corpus: Corpus
) -> tuple[Correlation, str | None]:
    """Return how the scores go with the human ones, and what must be said of the scores."""
    rows = one.at(level)[1][[one.systems.index(name) for name in judged.systems]]
    measure = one.measure.at_level(level)
    scores, sums = scores_and_sums(measure, rows)
    human = judged.at(level, corpus)
    there = ~np.isnan(human)
    found = correlate(scores[there], human[there], coefficient, ("the scores", "the human scores"))
    return found, measure.notice(sums)


def _check_varied(judged: HumanScores, level: str, corpus: Corpus) -> None:
    """Refuse human scores that no measure can go together with."""
    values = judged.at(level, corpus)
    values = values[~np.isnan(values)]
    if len(values) < 2:
        raise InputError(
            f"there is only one {level} with human scores ({judged.dimension}); a correlation needs two or more"
        )
    if values.min() == values.max():
        raise InputError(
            f"the human scores ({judged.dimension}) at level {level} are all {values[0]:g}; nothing can go with them"
        )


def _best(values: Sequence[float], higher_is_better: bool) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return (max if higher_is_better else min)(defined, default=math.nan)


def _warnings(made: Sequence[Setting]) -> Iterator[str]:
    if noted := [setting for setting in made if setting.notice is not None]:
        more = f" (and notices of {counted(len(noted) - 1, 'other setting')})" if len(noted) > 1 else ""
        yield f"{noted[0].measure}: {noted[0].notice}{more}"
    if len(made) > 1:
        yield (
            f"the best of {len(made):,} settings was chosen on the same human scores that it is compared with; "
            f"expect less on other data"
        )


def _word(coefficient: str) -> str:
    return {"kendall": "kendall-tau-b"}.get(coefficient, coefficient)
