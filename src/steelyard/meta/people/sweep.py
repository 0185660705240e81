"""Sweeps: a measure under many settings of its options, each held against human scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept, check_corpus
from steelyard.corpus.judgement import DIMENSION
from steelyard.draws import Run
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError
from steelyard.files.numbers import number_in
from steelyard.inference.correlation.coefficient import Coefficient, GivenCoefficient, coefficient_of
from steelyard.inference.correlation.correlation import Correlation, correlate
from steelyard.judgements.scores import human_scores
from steelyard.judgements.sources import GivenJudgements
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure, write_value
from steelyard.measures.notation import measure_of, option_of
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted, or_null
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table
from steelyard.statistics import Statistics, scores_and_sums

#: More settings than this are refused: the best of so many says nothing.
MOST_SETTINGS = 10_000
# Settings are run together, so that they share tokens and senses, as long as their statistics are not many.
_MOST_TOGETHER = 64
_MOST_OUTPUTS = 1 << 20
# Of more settings than the first a terminal shows the second, the best ones.
_MOST_ROWS, _BEST_ROWS = 60, 20


@dataclass(frozen=True, repr=False)
class SweepSetting(Result):
    """One choice of the varied options: the measure in notation, and how it goes together with the human scores.

    notice is what must be known of its scores, all outputs together, such as that a search was cut.
    """

    options: Mapping[str, str]
    measure: str
    correlation: Correlation
    best: bool
    signature: Signature
    notice: str | None = None

    @property
    def value(self) -> float:
        """The coefficient; nan where it is undefined."""
        return self.correlation.value


@dataclass(frozen=True, repr=False)
class Sweep(Result):
    """All settings of a sweep, in order.

    varied     option → its values, as the notation has them
    human      dimension of the human scores
    notices    what was left out, and what to beware of
    about      the coefficient, written out
    """

    measure: str
    higher_is_better: bool
    varied: Mapping[str, tuple[str, ...]]
    settings: tuple[SweepSetting, ...]
    level: str
    coefficient: str
    human: str
    notices: tuple[str, ...]
    about: str

    def _summary(self) -> str:
        return f"{self.measure}, {counted(len(self.settings), 'setting')}, {self.caption()}"

    @property
    def best(self) -> SweepSetting | None:
        """The first of the settings that go best with the human scores; none if all are undefined."""
        return next((setting for setting in self.settings if setting.best), None)

    def caption(self) -> str:
        """Return what the numbers are."""
        grouping = "" if self.level == "system" else f", all systems' {self.level}s pooled"
        scores = "human scores" if self.human == DIMENSION else f"human scores ({self.human})"
        return f"{self.about} with {scores} at level {self.level}{grouping}"

    def _direction(self) -> list[str]:
        """Return which way is better, where that is not the usual one."""
        if self.higher_is_better:
            return []
        name = self.measure.partition("(")[0]
        return [f"less of {name} is better, and scores are not turned round: the best correlation is the lowest"]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"correlations": […], "notices": […]} as the JSON output has it; an undefined value is null."""
        return {"correlations": [self._row(setting) for setting in self.settings], "notices": list(self.notices)}

    def account(self) -> Account:
        """Return the table of settings, the figure of it, the best, and what to beware of."""
        best, reasons = self.best, dict.fromkeys(s.correlation.reason for s in self.settings if s.correlation.reason)
        return Account(
            f"Sweep of {self.measure}",
            (self._table(),),
            (self._figure(), *self._grids()),
            (*([f"best: {best.measure}"] if best else []), *(f"undefined: {reason}" for reason in reasons)),
            self.notices,
            signatures={best.measure: best.signature} if best else {},
            about=(self.caption(), *self._direction()),
            records=self._records(),
            name="sweep",
        )

    def _row(self, setting: SweepSetting) -> dict[str, Any]:
        correlation = setting.correlation
        row = {
            "measure": setting.measure,
            "options": dict(setting.options),
            "human": self.human,
            "level": self.level,
            "coefficient": self.coefficient,
            "value": or_null(correlation.value),
            "n": correlation.n,
            "undefined": correlation.missing,
            "best": setting.best,
        }
        if correlation.reason is not None:
            row["reason"] = correlation.reason
        if setting.notice is not None:
            row["notice"] = setting.notice
        return row | {"signature": setting.signature}

    def _table(self) -> Table:
        """Return the settings in order, or, of more than a terminal shows, the best first."""
        settings, most = self.settings, None
        if len(settings) > _MOST_ROWS:
            sign, most = -1 if self.higher_is_better else 1, _BEST_ROWS
            settings = tuple(sorted(settings, key=lambda s: math.inf if math.isnan(s.value) else sign * s.value))
        better = HIGHER if self.higher_is_better else LOWER
        columns = (*map(Column, self.varied), Column(self.coefficient, better=better, digits=4), Column("n"))
        rows: list[tuple[Cell, ...]] = [
            (*s.options.values(), Number(s.value, best=s.best), s.correlation.n) for s in settings
        ]
        return Table("sweep", "", columns, rows, most=most)

    def _records(self) -> Table:
        """Return a row for each setting, the columns named as in JSON, each varied option in one of its own."""
        noted = any(setting.notice for setting in self.settings)
        names = ["measure", "human", "level", "coefficient", "value", "n", "undefined", "best", "reason"]
        names += [*(["notice"] if noted else []), "signature"]
        rows = []
        for setting in self.settings:
            row = {**self._row(setting), "value": setting.value}
            rows.append((*setting.options.values(), *(row.get(name) for name in names)))
        return Table("sweep", self.caption(), (*self.varied, *names), rows)

    def _figure(self) -> Figure:
        """Return a line for each value of the second varied option over the first, in a panel for each of the third.

        Those with the most values come first; over further options the best is taken.
        """
        names = sorted(self.varied, key=lambda name: -len(self.varied[name]))[:3]
        others = [name for name in self.varied if name not in names]
        rows = [
            {**dict(zip(names, map(_as_number, place), strict=True)), "correlation": value}
            for place, value in self._best_over_others(names).items()
        ]
        title = f"{self.measure}: {self.caption()}" + (f"; best over {', '.join(others)}" if others else "")
        return Figure(
            "sweep", title, "lines", tuple(rows), Axis(names[0], names[0]), Axis("correlation", self.coefficient),
            colour=names[1] if len(names) > 1 else "", column=names[2] if len(names) > 2 else "",
            plain=len(names) == 1,
        )  # fmt: skip

    def _grids(self) -> Iterator[Figure]:
        """Yield the coefficients over the two options with the most values, if there are two."""
        across, *others = sorted(self.varied, key=lambda name: -len(self.varied[name]))
        if not others:
            return
        down, *rest = others
        rows = [
            {across: place[0], down: place[1], "correlation": value}
            for place, value in self._best_over_others([across, down]).items()
        ]
        title = f"{self.coefficient} over {down} and {across}"
        title += f"; over {', '.join(rest)} the best is taken" if rest else ""
        yield Figure(
            "sweep-grid", title, "heatmap", tuple(rows), Axis(across), Axis(down), colour="correlation", plain=True
        )

    def _best_over_others(self, names: Sequence[str]) -> dict[tuple[str, ...], float]:
        """Return for each choice of some varied options the best coefficient over the others; nan if undefined."""
        better = max if self.higher_is_better else min
        best: dict[tuple[str, ...], float] = {}
        for setting in self.settings:
            place = tuple(setting.options[name] for name in names)
            defined = [value for value in (best.get(place, math.nan), setting.value) if not math.isnan(value)]
            best[place] = better(defined, default=math.nan)
        return best


@public
def sweep(
    corpus: Corpus,
    measure: str | Measure,
    vary: Mapping[str, Sequence[Any]],
    *,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    level: str = "system",
    coefficient: GivenCoefficient = "pearson",
    run: Run = Run(),
) -> Sweep:
    """Correlate a measure with human scores under every combination of the values of some of its options.

    vary         option → values to try
    human        a TSV file of judgements, or system → one value (or None) per segment, or at level
                 system one value; without it, the corpus's own
    dimension    which of several dimensions of judgement
    level        "system", "segment", "document" or any facet; below system, the values of all systems are pooled
    coefficient  "pearson", "spearman", "kendall" (τ-b) or any other of docs/correlation.md; FILE.py:NAME, a class or a
                 coefficient itself

    The best of many settings, chosen on the data it is tried on, will do worse on other data.
    """
    (swept,) = sweeps(corpus, measure, vary, (coefficient,), human=human, dimension=dimension, level=level, run=run)
    return swept


def sweeps(
    corpus: Corpus,
    measure: str | Measure,
    vary: Mapping[str, Sequence[Any]],
    coefficients: Sequence[GivenCoefficient],
    *,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    level: str = "system",
    run: Run = Run(),
) -> tuple[Sweep, ...]:
    """Return a sweep for each coefficient, as `sweep` does; every setting is scored once."""
    check_corpus("sweep", corpus)
    base = measure_of(measure)
    measures = settings(base, vary)
    chosen = {
        choice if isinstance(choice, str) else coefficient_of(choice).name: coefficient_of(choice)
        for choice in coefficients
    }
    if not isinstance(level, str) or level not in ("system", "segment"):
        corpus.facet(level)
    run = replace(run, accept=check_accept(run.accept))
    judged = human_scores(corpus, human, dimension, run.accept)
    _check_varied(judged, level, corpus)
    tried: dict[str, list[SweepSetting]] = {name: [] for name in chosen}
    for statistics in _collected(corpus, measures, run):
        for name, coefficient in chosen.items():
            tried[name].append(_setting(statistics, vary, judged, level, coefficient, corpus))
    return tuple(
        _sweep(base, vary, tried[name], level, name, coefficient.about, judged) for name, coefficient in chosen.items()
    )


def _setting(
    statistics: Statistics,
    vary: Iterable[str],
    judged: HumanStatistics,
    level: str,
    coefficient: Coefficient,
    corpus: Corpus,
) -> SweepSetting:
    correlation, notice = _correlation(statistics, judged, level, coefficient, corpus)
    options = {name: write_value(getattr(statistics.measure, name)) for name in vary}
    scores = Signature.of(statistics.signature(level)).joined(oriented="no")
    signature = scores.joined(judged.signature(level), coefficient=_word(coefficient.name))
    return SweepSetting(options, str(statistics.measure), correlation, False, signature, notice)


def _sweep(
    base: Measure,
    vary: Iterable[str],
    settings: Sequence[SweepSetting],
    level: str,
    coefficient: str,
    about: str,
    judged: HumanStatistics,
) -> Sweep:
    best = _best([setting.value for setting in settings], base.higher_is_better)
    marked = tuple(replace(setting, best=setting.value == best) for setting in settings)
    varied = {name: tuple(dict.fromkeys(s.options[name] for s in marked)) for name in vary}
    return Sweep(
        str(base), base.higher_is_better, varied, marked, level, coefficient, judged.dimension,
        (*judged.notices, *_warnings(marked)), about,
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
    measures = [
        replace(measure, **dict(zip(tried, chosen, strict=True))) for chosen in itertools.product(*tried.values())
    ]
    if len(set(measures)) < len(measures):
        twice = next(setting for n, setting in enumerate(measures) if setting in measures[:n])
        raise SpecError(f"the setting {twice} is asked for twice; give every value once")
    return measures


def _tried(measure: Measure, name: str, values: Any) -> list[Any]:
    """Return the values to try of an option; numbers of numpy as Python's own."""
    option_of(type(measure), name)
    # A string is iterable too, but its letters are no values; an array without dimensions is none and not iterable.
    several = isinstance(values, Iterable) and not isinstance(values, str | bytes) and getattr(values, "ndim", 1) == 1
    tried = [value.item() if isinstance(value, np.generic) else value for value in values] if several else []
    if not tried:
        raise SpecError(f"{measure.name}: {name}={values!r}: give the values to try as a list, such as [1, 2]")
    return tried


def _collected(corpus: Corpus, measures: Sequence[Measure], run: Run) -> Iterator[Statistics]:
    """Yield the statistics of each measure; progress counts the segments of every setting."""
    size = max(1, min(_MOST_TOGETHER, _MOST_OUTPUTS // (len(corpus) * len(corpus.systems))))
    total = len(corpus) * len(measures)
    for start in range(0, len(measures), size):
        together = measures[start : start + size]

        def tell(done: int, _: int, start: int = start, width: int = len(together)) -> None:
            if run.progress is not None:
                run.progress(start * len(corpus) + done * width, total)

        yield from collect(corpus, together, run.threads, run.accept, tell)


def _correlation(
    statistics: Statistics, judged: HumanStatistics, level: str, coefficient: Coefficient, corpus: Corpus
) -> tuple[Correlation, str | None]:
    """Return how the scores go with the human ones, and what must be said of the scores."""
    rows = statistics.at(level)[1][[statistics.systems.index(name) for name in judged.systems]]
    measure = statistics.measure.at_level(level)
    scores, sums = scores_and_sums(measure, rows)
    human = judged.at(level)
    there = ~np.isnan(human)
    correlation = correlate(scores[there], human[there], coefficient, ("the scores", "the human scores"))
    return correlation, measure.notice_of_all(sums, len(rows))


def _check_varied(judged: HumanStatistics, level: str, corpus: Corpus) -> None:
    """Refuse human scores that no measure can go together with."""
    values = judged.at(level)
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


def _warnings(settings: Sequence[SweepSetting]) -> Iterator[str]:
    if noted := [setting for setting in settings if setting.notice is not None]:
        more = f" (and notices of {counted(len(noted) - 1, 'other setting')})" if len(noted) > 1 else ""
        yield f"{noted[0].measure}: {noted[0].notice}{more}"
    if len(settings) > 1:
        yield (
            f"the best of {len(settings):,} settings was chosen on the same human scores that it is compared with; "
            f"expect less on other data"
        )


def _word(coefficient: str) -> str:
    return {"kendall": "kendall-tau-b"}.get(coefficient, coefficient)


def _as_number(text: str) -> str | float:
    """Return a finite number as such, anything else as text."""
    number = number_in(text)
    return text if number is None else number
