"""Does a measure's significance predict that of people? (Lin & Hovy 2003, §4.2)

All pairs of systems are tested by the measure and by people. At a level α, N_As pairs are significant by the measure,
N_Hs by people, and N_hit by both with the same system ahead. Recall is N_hit / N_Hs, precision N_hit / N_As.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.corpus.formats.content import counted
from steelyard.errors import SpecError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparisons import SACREBLEU_TESTS, TESTS, TRIAL_TESTS, Comparison, Settings
from steelyard.inference.paired import compare
from steelyard.inference.plain import plain
from steelyard.meta.correlation import Facing, facing
from steelyard.meta.sections import Context, Section
from steelyard.meta.table import Column
from steelyard.meta.tabular import Table
from steelyard.meta.vega import SCHEMA
from steelyard.scores import from_statistics
from steelyard.statistics import Statistics

#: The levels of the paper.
ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005)


@dataclass(frozen=True)
class Prediction:
    """One measure and one human dimension at one level α.

    pairs      of systems that both sides can test; `undefined` others are left out
    n_as       those significant by the measure; `n_hs` those by people
    n_hit      significant by both, with the same system ahead
    opposed    significant by both, with the other system ahead
    recall     n_hit / n_hs; `precision` n_hit / n_as; nan where there is nothing to divide by
    """

    measure: str
    human: str
    judgements: str
    alpha: float
    pairs: int
    undefined: int
    n_as: int
    n_hs: int
    n_hit: int
    opposed: int
    recall: float
    precision: float
    signature: str
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the prediction as JSON has it; what is undefined is null, with its reason."""
        return plain(vars(self))


def predictions(
    face: Facing,
    *,
    test: str = "z",
    alphas: Sequence[float] = ALPHAS,
    trials: int = 1000,
    resamples: int = 1000,
    seed: int = 12345,
    threads: int | None = None,
) -> tuple[Prediction, ...]:
    """Return for every measure and α how well its significance predicts that of people.

    test   any of `compare` that tests all pairs; both sides are tested alike, nothing is corrected, and systems are
           told apart as `compare` does it: what is tested and the score of the whole test set must favour the same
    """
    settings = _settings(test, alphas, trials, resamples, seed)
    people = _tested(face.people.statistics(), settings, threads)
    made: list[Prediction] = []
    for column, statistics in zip(face.table.columns, face.table.scores().statistics, strict=True):
        found = _tested(statistics, settings, threads)
        made += [_predicted(face, column, found, people, alpha, settings) for alpha in alphas]
    return tuple(made)


def _settings(test: str, alphas: Sequence[float], trials: int, resamples: int, seed: int) -> Settings:
    if not alphas or not all(0 < alpha < 1 for alpha in alphas):
        raise SpecError(f"levels {list(alphas)} are not possible; expected numbers between 0 and 1")
    if test in SACREBLEU_TESTS:
        others = ", ".join(name for name in TESTS if name not in SACREBLEU_TESTS)
        raise SpecError(f"test {test} is not possible here: it tests pairs with the first system only; take {others}")
    if test in TRIAL_TESTS:
        check_reach(trials, alphas)
    if test == "bootstrap":
        check_reach(resamples, alphas)
    # intervals are not used: they are drawn only as often as the test needs them
    drawn = resamples if test == "bootstrap" else 2
    return Settings(test, trials, drawn, correct="none", level=max(alphas), seed=seed)


def _tested(statistics: Statistics, settings: Settings, threads: int | None) -> list[Comparison]:
    options = {name: getattr(settings, name) for name in ("test", "trials", "resamples", "correct", "level", "seed")}
    return list(compare(from_statistics([statistics]), **options, threads=threads).comparisons)


def _predicted(
    face: Facing,
    column: Column,
    found: Sequence[Comparison],
    people: Sequence[Comparison],
    alpha: float,
    settings: Settings,
) -> Prediction:
    tested = [pair for pair in zip(found, people, strict=True) if not any(math.isnan(one.p) for one in pair)]
    ahead = [tuple(one.better if one.p <= alpha else None for one in pair) for pair in tested]
    n_as, n_hs = (sum(pair[side] is not None for pair in ahead) for side in (0, 1))
    both = [pair for pair in ahead if None not in pair]
    hits = sum(a == h for a, h in both)
    drawn = {"bootstrap": f"|resamples:{settings.resamples}", "randomisation": f"|trials:{settings.trials}"}
    signature = (
        f"{column.of_segments().signature('system')}|{face.human.signature('segment')}|prediction:lin-hovy-2003"
        f"|test:{settings.test}|unit:segment|sides:two|correct:none{drawn.get(settings.test, '')}"
        f"|seed:{settings.seed}|alpha:{alpha:g}"
    )
    return Prediction(
        column.label, face.human.dimension, face.judgements, alpha, len(tested), len(found) - len(tested), n_as, n_hs,
        hits, len(both) - hits, hits / n_hs if n_hs else math.nan, hits / n_as if n_as else math.nan, signature,
        "; ".join(_reasons(found, people, len(tested), n_as, n_hs, alpha)) or None,
    )  # fmt: skip


def _reasons(
    found: Sequence[Comparison], people: Sequence[Comparison], tested: int, n_as: int, n_hs: int, alpha: float
) -> Iterator[str]:
    """Yield why pairs are not tested, and why there is no recall or precision."""
    if lost := len(found) - tested:
        why = dict.fromkeys(one.reason for one in (*found, *people) if math.isnan(one.p) and one.reason)
        is_not = "is" if lost == 1 else "are"
        yield f"{counted(lost, 'pair')} of systems {is_not} not tested: {', '.join(why) or 'p is undefined'}"
    if tested and not n_hs:
        yield f"no recall: people tell no pair apart at {alpha:g}"
    if tested and not n_as:
        yield f"no precision: the measure tells no pair apart at {alpha:g}"


def prediction_section(context: Context) -> Section:
    """Return the predictions of all measures and dimensions as a section."""
    if any(human.whole for human in context.humans):
        raise SpecError("the human scores are one for each system; significance needs judgements of segments")
    table, left_out = context.table.with_segments("prediction")
    made: list[Prediction] = []
    for human in context.humans:
        made += predictions(
            facing(table, human), test=context.test, trials=context.trials, resamples=context.resamples,
            seed=context.seed, threads=context.threads,
        )  # fmt: skip
    kinds = dict.fromkeys((one.human, one.judgements) for one in made)
    tables = tuple(_table([one for one in made if (one.human, one.judgements) == kind]) for kind in kinds)
    told = dict.fromkeys(one.signature.split("|prediction:", 1)[1].rsplit("|alpha:", 1)[0] for one in made)
    return Section(
        "prediction",
        f"Significance prediction (Lin & Hovy 2003): pairs of systems told apart, by the test {context.test}",
        [one.to_dict() for one in made],
        tables,
        tuple(dict.fromkeys(_finding(one) for one in made if one.reason and (one.undefined or not one.n_hs))),
        {"prediction": prediction_figure(made)} if made else {},
        tuple(f"prediction:{one}" for one in told),
        (*left_out, *context.table.means_told()),
    )


def _finding(one: Prediction) -> str:
    whose = f"{one.human}, {one.measure}" if one.undefined else one.human
    return f"{whose}: {one.reason}"


def _table(made: Sequence[Prediction]) -> Table:
    first = made[0]
    alphas = list(dict.fromkeys(one.alpha for one in made))
    measures = dict.fromkeys(one.measure for one in made)
    held = {(one.measure, one.alpha): one for one in made}
    kind = "" if first.judgements == "raw" else f", {first.judgements} judgements"
    rows = tuple(
        (measure, what, *(_share(held[measure, alpha], what) for alpha in alphas))
        for what in ("recall", "precision")
        for measure in measures
    )
    pairs = "-".join(map(str, sorted({min(one.pairs for one in made), max(one.pairs for one in made)})))
    title = f"{first.human}{kind}, {pairs} pairs of systems: recall = N_hit/N_Hs, precision = N_hit/N_As"
    name = f"prediction-{first.human}-{first.judgements}"
    return Table(name, title, ("measure", "what", *(f"α = {alpha:g}" for alpha in alphas)), rows)


def _share(one: Prediction, what: str) -> str:
    value, whole = (one.recall, one.n_hs) if what == "recall" else (one.precision, one.n_as)
    return f"undefined {one.n_hit}/{whole}" if math.isnan(value) else f"{value:.2f} {one.n_hit}/{whole}"


def prediction_figure(made: Sequence[Prediction]) -> dict[str, Any]:
    """Return a curve over α for each measure: recall and precision side by side, a row for each dimension."""
    rows = [
        {
            "measure": one.measure,
            "human": f"{one.human}, {one.judgements}",
            "alpha": one.alpha,
            "what": what,
            "share": v,
        }
        for one in made
        for what, v in (("recall", one.recall), ("precision", one.precision))
        if not math.isnan(v)
    ]
    levels = sorted({one.alpha for one in made}, reverse=True)
    return {
        "$schema": SCHEMA,
        "title": "Significance by a measure and by people (Lin & Hovy 2003)",
        "description": "Recall and precision of each measure over levels of significance.",
        "data": {"values": rows},
        "width": 200,
        "height": 180,
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": {"field": "alpha", "type": "ordinal", "title": "α", "sort": levels},
            "y": {"field": "share", "type": "quantitative", "title": "share", "scale": {"domain": [0, 1]}},
            "color": {"field": "measure", "type": "nominal", "title": "measure", "sort": None},
            "column": {"field": "what", "type": "nominal", "title": None, "sort": ["recall", "precision"]},
            "row": {"field": "human", "type": "nominal", "title": None, "sort": None},
            "tooltip": [{"field": name} for name in ("measure", "what", "alpha", "share")],
        },
    }
