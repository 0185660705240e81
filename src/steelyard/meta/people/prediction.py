"""Does a measure's significance predict that of people? (Lin & Hovy 2003, §4.2)

All pairs of systems are tested by the measure and by people. At a level α, N_As pairs are significant by the measure,
N_Hs by people, and N_hit by both with the same system ahead. Recall is N_hit / N_Hs, precision N_hit / N_As.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from steelyard.draws import Draws, Run
from steelyard.errors import SpecError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.comparisons import Comparison
from steelyard.inference.comparison.significance import TESTS, significance_test
from steelyard.judgements.scores import DimensionScores
from steelyard.meta.people.correlation import Facing, facing
from steelyard.meta.sections import Section
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Column, Number, Table
from steelyard.scores import from_statistics
from steelyard.scores.table import ScoreColumn, ScoreTable
from steelyard.statistics import Statistics

#: The levels of the paper.
ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005)


@dataclass(frozen=True, repr=False)
class Prediction(Result):
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
    signature: Signature
    reason: str | None = None


def predictions(
    face: Facing,
    *,
    test: str = "z",
    alphas: Sequence[float] = ALPHAS,
    draws: Draws = Draws(trials=1000),
    run: Run = Run(),
) -> tuple[Prediction, ...]:
    """Return for every measure and α how well its significance predicts that of people.

    test   any of `compare` that tests all pairs; both sides are tested alike, nothing is corrected, and systems are
           told apart as `compare` does it: what is tested and the score of the whole test set must favour the same
    """
    draws = _checked(test, alphas, draws)
    people = _tested(face.people.statistics(), test, max(alphas), draws, run)
    made: list[Prediction] = []
    for column, statistics in zip(face.table.columns, face.table.scores().statistics, strict=True):
        found = _tested(statistics, test, max(alphas), draws, run)
        made += [_predicted(face, column, found, people, alpha, test, draws) for alpha in alphas]
    return tuple(made)


def _checked(test: str, alphas: Sequence[float], draws: Draws) -> Draws:
    """Return what is to be drawn; raise unless both sides can be tested so."""
    if not alphas or not all(0 < alpha < 1 for alpha in alphas):
        raise SpecError(f"alphas={list(alphas)} are not possible; expected numbers between 0 and 1")
    chosen = significance_test(test)
    if chosen.reproduces:
        others = ", ".join(name for name in TESTS.own() if not significance_test(name).reproduces)
        raise SpecError(f"test {test} is not possible here: it tests pairs with the first system only; take {others}")
    if chosen.counted is not None:
        check_reach(getattr(draws, chosen.counted), alphas)
    # intervals are not used: they are drawn only as often as the test needs them
    return draws if chosen.counted == "resamples" else replace(draws, resamples=2)


def _tested(statistics: Statistics, test: str, alpha: float, draws: Draws, run: Run) -> list[Comparison]:
    scores = from_statistics([statistics])
    return list(compare(scores, test=test, correct="none", alpha=alpha, draws=draws, run=run).comparisons)


def _predicted(
    face: Facing,
    column: ScoreColumn,
    found: Sequence[Comparison],
    people: Sequence[Comparison],
    alpha: float,
    test: str,
    draws: Draws,
) -> Prediction:
    tested = [pair for pair in zip(found, people, strict=True) if not any(math.isnan(one.p) for one in pair)]
    ahead = [tuple(one.better if one.p <= alpha else None for one in pair) for pair in tested]
    n_as, n_hs = (sum(pair[side] is not None for pair in ahead) for side in (0, 1))
    both = [pair for pair in ahead if None not in pair]
    hits = sum(a == h for a, h in both)
    signature = Signature.of(
        column.of_segments().signature("system"), face.human.signature("segment"), prediction="lin-hovy-2003",
        test=test, unit="segment", sides="two", correct="none",
        resamples=draws.resamples if test == "bootstrap" else None,
        trials=draws.trials if test == "randomisation" else None, seed=draws.seed, alpha=f"{alpha:g}",
    )  # fmt: skip
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


def prediction_section(
    table: ScoreTable, humans: Sequence[DimensionScores], test: str, draws: Draws, run: Run
) -> Section:  # fmt: skip
    """Return the predictions of all measures and dimensions as a section."""
    if any(human.whole for human in humans):
        raise SpecError("the human scores are one for each system; significance needs judgements of segments")
    segments, left_out = table.with_segments("prediction")
    made: list[Prediction] = []
    for human in humans:
        made += predictions(facing(segments, human), test=test, draws=draws, run=run)
    kinds = dict.fromkeys((one.human, one.judgements) for one in made)
    findings = dict.fromkeys(_finding(one) for one in made if one.reason and (one.undefined or not one.n_hs))
    signatures = dict.fromkeys(one.signature.cut("prediction")[1].without("alpha") for one in made)
    account = Account(
        f"Significance prediction (Lin & Hovy 2003): pairs of systems told apart, by the test {test}",
        tuple(_table([one for one in made if (one.human, one.judgements) == kind]) for kind in kinds),
        (prediction_figure(made),) if made else (),
        tuple(findings),
        (*left_out, *table.means_told()),
        signatures={f"prediction {n}" if n > 1 else "prediction": one for n, one in enumerate(signatures, 1)},
        name="prediction",
    )
    return account, [one.to_dict() for one in made]


def _finding(one: Prediction) -> str:
    whose = f"{one.human}, {one.measure}" if one.undefined else one.human
    return f"{whose}: {one.reason}"


def _table(made: Sequence[Prediction]) -> Table:
    first = made[0]
    alphas = list(dict.fromkeys(one.alpha for one in made))
    measures = dict.fromkeys(one.measure for one in made)
    by_place = {(one.measure, one.alpha): one for one in made}
    kind = "" if first.judgements == "raw" else f", {first.judgements} judgements"
    rows = tuple(
        (measure, what, *(_share(by_place[measure, alpha], what) for alpha in alphas))
        for what in ("recall", "precision")
        for measure in measures
    )
    pairs = "-".join(map(str, sorted({min(one.pairs for one in made), max(one.pairs for one in made)})))
    title = f"{first.human}{kind}, {pairs} pairs of systems: recall = N_hit/N_Hs, precision = N_hit/N_As"
    columns = (*map(Column, ("measure", "what")), *(Column(f"α = {alpha:g}", digits=2) for alpha in alphas))
    return Table(f"prediction-{first.human}-{first.judgements}", title, columns, rows)


def _share(one: Prediction, what: str) -> Number:
    value, whole = (one.recall, one.n_hs) if what == "recall" else (one.precision, one.n_as)
    return Number(value, mark=f" {one.n_hit}/{whole}")


def prediction_figure(made: Sequence[Prediction]) -> Figure:
    """Return a curve over α for each measure: recall and precision side by side, a row for each dimension."""
    rows = [
        {
            "measure": one.measure,
            "human": f"{one.human}, {one.judgements}",
            "alpha": one.alpha,
            "what": what,
            "share": share,
        }
        for one in sorted(made, key=lambda one: -one.alpha)
        for what, share in (("recall", one.recall), ("precision", one.precision))
    ]
    return Figure(
        "prediction",
        "Significance by a measure and by people (Lin & Hovy 2003)",
        "lines",
        tuple(rows),
        Axis("alpha", "α", ordinal=True),
        Axis("share", "share", domain=(0.0, 1.0)),
        colour="measure",
        column="what",
        row="human",
    )
