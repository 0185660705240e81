"""Hirao, Okumura & Isozaki (2005): do kernels of words, senses and gaps go with people better than ROUGE?

Their tables 4 and 5 correlate (Pearson, Spearman) the scores of ten summarisers with human scores, by ROUGE with and
without stop words and by ESK and WSK under six settings, against each of three references and their mean; table 6 and
figure 1 vary the longest subsequence d, the decay λ and the weight β of recall. (The second row of ESK in their table 5
is headed d=3 and is d=2.)

Different here: their human scores were made for each reference by who wrote it; here the same human scores stand for
all. "Mean" is the mean of the scores against each reference, their equation (9), for every measure. Short and long
summaries, two halves of their tables, are corpora of their own. Intervals and p-values are added. Senses are those of
WordNet; stop words are English.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Progress, Run
from steelyard.inference.correlation.coefficient import coefficient_of
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.estimate import CorrelationEstimate, correlation
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.esk import Esk, Wsk
from steelyard.measures.kinds.base import Measure, write_value
from steelyard.measures.kinds.rouge import RougeMeasure
from steelyard.measures.notation import parse
from steelyard.meta.people.sweep import Sweep, sweeps
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import ScoreColumn, score_table
from steelyard.studies.recipes.correlations import (
    alike,
    check_resampling,
    check_systems,
    higher,
    interval,
    one_dimension,
    part_of,
    reference_sets,
    turned_notices,
    undefined_notices,
)
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_COEFFICIENTS = ("pearson", "spearman")
_VARIED: dict[str, tuple[float, ...]] = {
    "d": (2, 3, 4),
    "decay": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    "beta": (1.0, 2.0, 3.0, 4.0, 5.0, math.inf),
}
_SHOWN_D = "2"
#: λ = 1 counts gaps as nothing, β = 1 recall as no more than precision.
_ODD = write_value(1.0)
_MEAN = "mean"
Estimates = Mapping[tuple[str, str, str], CorrelationEstimate]


@dataclass(frozen=True)
class _Correlations:
    """Correlations by (coefficient, measure, references), and sweeps by references and coefficient.

    scores   references → measure × system, more being better
    last     the references that stand for all: their mean, or the only ones
    """

    measures: Sequence[str]
    scores: Mapping[str, NDArray[np.float64]]
    quality: NDArray[np.float64]
    estimates: Estimates
    sweeps: Mapping[str, Mapping[str, Sweep]]
    last: str

    def value(self, coefficient: str, measure: str, references: str) -> float:
        return self.estimates[coefficient, measure, references].value


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of one dimension, the first unless told."""
    human, notes = one_dimension(corpus, choices, run.accept)
    check_systems(human)
    check_resampling(choices)
    correlations, columns = _correlated(corpus, measures, choices, human, draws, run)
    return Account(
        RECIPE.paper,
        (_correlations(correlations, 0), _correlations(correlations, 1), _best_settings(correlations),
         _all_correlations(correlations), _settings(correlations)),
        (_figure(correlations),),
        (*notes, *human.notices, *turned_notices(columns), *_findings(correlations, draws)),
        signatures=unlabelled(
            (*(column.signature("system") for column in columns), *_signatures(correlations, human, _kernel(measures)))
        ),
    )  # fmt: skip


def _correlated(
    corpus: Corpus, measures: Sequence[str], choices: Choices, human: HumanStatistics, draws: Draws, run: Run
) -> tuple[_Correlations, Sequence[ScoreColumn]]:
    """Return all correlations, and the columns of scores they are made of."""
    sets = reference_sets(corpus)
    swept = {**sets, **({_MEAN: corpus} if len(sets) > 1 else {})}
    parts = len(sets) + len(swept)
    scores = {}
    for n, (name, alone) in enumerate(sets.items()):
        progress = part_of(run.progress, n, parts)
        table = score_table(alone, measures, threads=run.threads, accept=run.accept, progress=progress)
        scores[name] = table.oriented("system")[:, [table.systems.index(system) for system in human.systems], 0]
    if len(sets) > 1:
        scores[_MEAN] = np.mean(list(scores.values()), axis=0)
    quality = human.at("system")[:, 0]
    settings = replace(choices, dimension=human.dimension)
    sweep = {
        name: _swept(some, _kernel(measures), settings, run, part_of(run.progress, len(sets) + n, parts))
        for n, (name, some) in enumerate(swept.items())
    }
    estimates = {
        (coefficient, measure, name): correlation(
            row, quality, coefficient, draws=Draws(resamples=choices.simulations, trials=draws.trials, seed=draws.seed)
        )
        for coefficient, (name, rows) in itertools.product(_COEFFICIENTS, scores.items())
        for measure, row in zip(measures, rows, strict=True)
    }
    return _Correlations(measures, scores, quality, estimates, sweep, list(scores)[-1]), table.columns


def _signatures(correlations: _Correlations, human: HumanStatistics, kernel: Wsk) -> Iterator[Signature]:
    yield Signature.of(str(kernel), **{name: _listed(values) for name, values in _VARIED.items()}, level="system")
    judged = human.signature("system").joined(references="each alone, then the mean of scores")
    yield from (judged.joined(_how(correlations.estimates, coefficient)) for coefficient in _COEFFICIENTS)


def _listed(values: Sequence[float]) -> str:
    return ",".join(map(write_value, values))


def _how(estimates: Estimates, coefficient: str) -> str:
    return next(estimate.signature for (name, *_), estimate in estimates.items() if name == coefficient)


def _kernel(measures: Sequence[str]) -> Wsk:
    """Return the first kernel among the measures, or ESK: the measure whose settings are varied."""
    return next((measure for measure in map(parse, measures) if isinstance(measure, Wsk)), Esk())


def _swept(corpus: Corpus, kernel: Measure, choices: Choices, run: Run, progress: Progress | None) -> dict[str, Sweep]:
    every = sweeps(
        corpus, kernel, _VARIED, _COEFFICIENTS, human=choices.human, dimension=choices.dimension,
        run=replace(run, progress=progress),
    )  # fmt: skip
    return dict(zip(_COEFFICIENTS, every, strict=True))


def _correlations(correlations: _Correlations, n: int) -> Table:
    """Return their table 4 (Pearson) or 5 (Spearman): measures × references, and the interval of the last."""
    coefficient = _COEFFICIENTS[n]
    rows: list[tuple[Cell, ...]] = []
    for measure in correlations.measures:
        values = [correlations.value(coefficient, measure, name) for name in correlations.scores]
        last = correlations.estimates[coefficient, measure, correlations.last]
        rows.append((measure, *values, interval(last.low, last.high), last.p))
    about = coefficient_of(coefficient).about
    title = f"Table {4 + n}: {about} of systems' scores and human scores; interval and p of {correlations.last}"
    return Table(f"table-{4 + n}", title, ("measure", *correlations.scores, "95 % interval", "p"), tuple(rows))


def _best_settings(correlations: _Correlations) -> Table:
    """Return their table 6: the best setting for each coefficient and reference."""
    rows: list[tuple[Cell, ...]] = []
    for coefficient, (name, both) in itertools.product(_COEFFICIENTS, correlations.sweeps.items()):
        sweep = both[coefficient]
        values = [setting.value for setting in sweep.settings if not math.isnan(setting.value)]
        most, least = max(values, default=math.nan), min(values, default=math.nan)
        best = [setting for setting in sweep.settings if alike(setting.value, most)]
        options = [best[0].options[option] if best else "undefined" for option in _VARIED]
        rows.append((coefficient, name, *options, most, len(best), least))
    heads = ("coefficient", "references", *_VARIED, "best", "such settings", "worst")
    title = f"Table 6: the best of {counted(len(sweep.settings), 'setting')} of {sweep.measure.split('(')[0]}"
    return Table("table-6", title, heads, tuple(rows))


def _all_correlations(correlations: _Correlations) -> Table:
    rows = tuple(
        (measure, name, coefficient, estimate.value, estimate.low, estimate.high, estimate.p, estimate.n)
        for (coefficient, measure, name), estimate in correlations.estimates.items()
    )
    heads = ("measure", "references", "coefficient", "value", "low", "high", "p", "n")
    return Table("correlations", "All correlations, with 95 % intervals", heads, rows, shown=False)


def _settings(correlations: _Correlations) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (coefficient, name, *setting.options.values(), setting.value)
        for name, both in correlations.sweeps.items()
        for coefficient, sweep in both.items()
        for setting in sweep.settings
    ]
    heads = ("coefficient", "references", *_VARIED, "value")
    return Table("settings", "Every setting of the kernel", heads, tuple(rows), shown=False)


def _findings(correlations: _Correlations, draws: Draws) -> list[str]:
    parsed = {measure: parse(measure) for measure in correlations.measures}
    out = [
        line for coefficient in _COEFFICIENTS for line in _best_of_families(correlations, parsed, coefficient, draws)
    ]
    out += _pairs_of_measures(correlations, parsed)
    out += [line for coefficient in _COEFFICIENTS for line in _effects(correlations, coefficient)]
    return [*out, *undefined_notices({", ".join(key): estimate for key, estimate in correlations.estimates.items()})]


def _best_of_families(
    correlations: _Correlations, parsed: Mapping[str, Measure], coefficient: str, draws: Draws
) -> list[str]:
    """Return the best measure of each family, and a test of the best kernel against the best of the others."""
    families: dict[str, list[str]] = {}
    for label, measure in parsed.items():
        if not math.isnan(correlations.value(coefficient, label, correlations.last)):
            families.setdefault(measure.name if isinstance(measure, Wsk) else measure.family, []).append(label)
    if not families:
        return [f"{coefficient}, {correlations.last}: undefined for every measure"]

    def value(measure: str) -> float:
        return correlations.value(coefficient, measure, correlations.last)

    best = {family: max(members, key=value) for family, members in families.items()}
    bests = "; ".join(
        f"the best of {family} is {_named(best[family], members, value)}" for family, members in families.items()
    )
    out = [f"{coefficient}, {correlations.last}: {bests}"]
    kernel, other = (
        max(
            (measure for family, measure in best.items() if (family in ("esk", "wsk")) == is_kernel),
            key=value,
            default=None,
        )
        for is_kernel in (True, False)
    )
    if kernel and other:
        a, b = (
            correlations.scores[correlations.last][correlations.measures.index(measure)] for measure in (kernel, other)
        )
        chosen = "; the best of several were chosen first" if len(parsed) > 2 else ""
        test = correlation_difference(
            a, b, correlations.quality, coefficient, draws=Draws(trials=draws.trials, seed=draws.seed)
        )
        out.append(
            f"{coefficient}, {correlations.last}: the best kernel is {test.difference:+.3f} against the best of the "
            f"others, p = {test.p:.3g} ({test.test} of {counted(test.n, 'system')}{chosen})"
        )
    return out


def _named(best: str, members: Sequence[str], value: Callable[[str], float]) -> str:
    ties = sum(alike(value(measure), value(best)) for measure in members) - 1
    return f"{best} with {value(best):.3f}" + (f" ({ties} more as good)" if ties else "")


def _pairs_of_measures(correlations: _Correlations, parsed: Mapping[str, Measure]) -> list[str]:
    """Return how often one of two measures that differ in one choice only is the better."""
    changes: dict[str, Callable[[Measure], Measure | None]] = {
        "ESK is better than WSK": _without_senses,
        "ROUGE without stop words is better than with them": _with_stop_words,
    }
    out = []
    for claim, change in changes.items():
        pairs = []
        for label, measure in parsed.items():
            changed = change(measure)
            match = next((m for m, p in parsed.items() if changed is not None and p == changed), None)
            if match is not None:
                pairs += [(correlations.value(c, label, name), correlations.value(c, match, name))
                          for c, name in itertools.product(_COEFFICIENTS, correlations.scores)]  # fmt: skip
        if pairs:
            out.append(f"{claim}, all else alike, in {higher(pairs)}, over both coefficients and all references")
    return out


def _without_senses(measure: Measure) -> Measure | None:
    """Return the WSK of an ESK."""
    return Wsk(**{f.name: getattr(measure, f.name) for f in fields(Wsk) if f.init}) if type(measure) is Esk else None


def _with_stop_words(measure: Measure) -> Measure | None:
    """Return the ROUGE that counts all words, of one that does not."""
    return replace(measure, stop="none") if isinstance(measure, RougeMeasure) and measure.stop != "none" else None


def _effects(correlations: _Correlations, coefficient: str) -> list[str]:
    """Return what λ = 1 and β = 1 do, over the other settings."""
    sweep = correlations.sweeps[correlations.last][coefficient]
    values = {tuple(setting.options.values()): setting.value for setting in sweep.settings}
    defined = [value for value in values.values() if not math.isnan(value)]
    if not defined:
        return [f"{coefficient}, {correlations.last}: undefined under every setting of {sweep.measure}"]
    kernel = sweep.measure.split("(")[0]
    start = f"{coefficient}, {correlations.last}: "
    out = [start + f"{kernel} has {min(defined):.3f} to {max(defined):.3f} over {counted(len(defined), 'setting')}"]
    for place, option, what in ((1, "decay", "without decay (λ = 1)"), (2, "beta", "with β = 1")):
        others = [written for written in map(write_value, _VARIED[option]) if written != _ODD]
        pairs = []
        for key, value in values.items():
            if key[place] == _ODD:
                rest = [values[(*key[:place], other, *key[place + 1 :])] for other in others]
                pairs.append((float(np.median([r for r in rest if not math.isnan(r)] or [math.nan])), value))
        out.append(start + f"{what}, {kernel} is worse than the median of the other values in {higher(pairs)}")
    return out


def _figure(correlations: _Correlations) -> Figure:
    """Return their figure 1: correlation over λ, a line for each β, d = 2."""
    rows = [
        {"decay": float(setting.options["decay"]), "β": setting.options["beta"], "correlation": setting.value,
         "coefficient": coefficient}
        for coefficient, sweep in correlations.sweeps[correlations.last].items()
        for setting in sweep.settings
        if setting.options["d"] == _SHOWN_D
    ]  # fmt: skip
    name = next(iter(correlations.sweeps[correlations.last].values())).measure.split("(")[0]
    return Figure(
        "figure-1", f"{name} and human scores over decay λ and weight β (d = {_SHOWN_D}, {correlations.last})", "lines",
        tuple(rows), Axis("decay", "λ"), Axis("correlation"), colour="β", column="coefficient", free=True,
        beside="table-6",
        description=f"Correlation of {name} with human scores over the decay λ, a line for each weight β of recall, "
        "a panel for each coefficient. The numbers are in settings.tsv.",
    )  # fmt: skip


def _rouge() -> tuple[str, ...]:
    bases = [*((f"rouge-{n}", "kind=recall") for n in range(1, 5)), ("rouge-lsum", "")]
    bases += [(name, gap) for name in ("rouge-s", "rouge-su") for gap in ("", "gap=9", "gap=4")]
    settings = [
        (name, ",".join(filter(None, (option, stop)))) for name, option in bases for stop in ("stop=english", "")
    ]
    return tuple(f"{name}({options})" if options else name for name, options in settings)


RECIPE = Recipe(
    "hirao-2005",
    "Do kernels of words, senses and gaps go with people better than ROUGE, and under which settings?",
    "Hirao, Okumura & Isozaki 2005, Kernel-based Approach for Automatic Evaluation of Natural Language Generation "
    "Technologies",
    (*_rouge(), *(f"{name}(d={d},beta={beta})" for name in ("esk", "wsk") for d in (2, 3, 4) for beta in (2, 3))),
    experiment,
    takes=("human", "dimension", "simulations", "trials", "peers"),
    needs=("human scores of three systems or more",),
    settings=(
        PaperSetting(
            "measures",
            "ROUGE, ESK and WSK, β of ESK and WSK alone",
            "the same",
        ),
        PaperSetting(
            "dimension",
            "coverage, made for each reference by who wrote it",
            "the same human scores for all references",
        ),
        PaperSetting(
            "simulations",
            "no intervals",
            "500",
            "correlations have intervals and p-values",
        ),
        PaperSetting(
            "trials",
            "no tests",
            "1000",
            "correlations have intervals and p-values",
        ),
        PaperSetting(
            "lengths",
            "short and long, as two halves of each table",
            "corpora of their own",
        ),
        PaperSetting(
            "senses",
            "of a Japanese thesaurus",
            "of WordNet",
        ),
        PaperSetting(
            "mean over references",
            "of scores, equation (9)",
            "the same, for every measure",
        ),
    ),
)
