"""Does a measure's significance predict that of people? (Lin & Hovy 2003, §4.2)

All pairs of systems are tested by the measure and by people. At a level α, N_As pairs are significant by the measure,
N_Hs by people: p is up to α, and nothing more is asked. N_hit are significant by both with the same system ahead; in
`either` direction they are as many or more, and the paper does not say which it counted. Recall is N_hit / N_Hs,
precision N_hit / N_As.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from steelyard.draws import Draws, Run
from steelyard.errors import SpecError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.significance import TESTS, GivenTest, SignificanceTest, significance_test
from steelyard.judgements.measure import dimension_name
from steelyard.judgements.statistics import HumanStatistics
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
    n_as       those whose test by the measure is significant; `n_hs` by people
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

    @property
    def either(self) -> int:
        """How many pairs are significant by both, whichever system is ahead."""
        return self.n_hit + self.opposed


def predictions(
    face: Facing,
    *,
    test: GivenTest = "z",
    alphas: Sequence[float] = ALPHAS,
    draws: Draws = Draws(trials=1000),
    run: Run = Run(),
) -> tuple[Prediction, ...]:
    """Return for every measure and α how well its significance predicts that of people.

    test   any of `compare` that tests all pairs; both sides are tested alike, and nothing is corrected
    """
    chosen = significance_test(test)
    draws = _checked(chosen, alphas, draws)
    people = _tested(face.human.statistics, chosen, max(alphas), draws, run)
    all_predictions: list[Prediction] = []
    for column, statistics in zip(face.table.columns, face.table.scores().statistics, strict=True):
        by_measure = _tested(statistics, chosen, max(alphas), draws, run)
        all_predictions += [_predicted(face, column, by_measure, people, alpha, chosen, draws) for alpha in alphas]
    return tuple(all_predictions)


def _checked(test: SignificanceTest, alphas: Sequence[float], draws: Draws) -> Draws:
    """Return what is to be drawn; raise unless both sides can be tested so."""
    if not alphas or not all(0 < alpha < 1 for alpha in alphas):
        raise SpecError(f"alphas={list(alphas)} are not possible; expected numbers between 0 and 1")
    if test.reproduces:
        others = ", ".join(name for name in TESTS.own() if not significance_test(name).reproduces)
        raise SpecError(
            f"test {test.name} is not possible here: it tests pairs with the first system only; take {others}"
        )
    if test.counted is not None:
        check_reach(getattr(draws, test.counted), alphas)
    # intervals are not used: they are drawn only as often as the test needs them
    return draws if test.counted == "resamples" else replace(draws, resamples=2)


def _tested(statistics: Statistics, test: SignificanceTest, alpha: float, draws: Draws, run: Run) -> list[Comparison]:
    scores = from_statistics([statistics])
    return list(compare(scores, test=test, correct="none", alpha=alpha, draws=draws, run=run).comparisons)


def _predicted(
    face: Facing,
    column: ScoreColumn,
    by_measure: Sequence[Comparison],
    people: Sequence[Comparison],
    alpha: float,
    test: SignificanceTest,
    draws: Draws,
) -> Prediction:
    tested = [
        pair
        for pair in zip(by_measure, people, strict=True)
        if not any(math.isnan(comparison.p) for comparison in pair)
    ]
    n_as, n_hs = (sum(pair[side].p <= alpha for pair in tested) for side in (0, 1))
    both = [pair for pair in tested if all(comparison.p <= alpha for comparison in pair)]
    hits = sum(_ahead(a, column.higher_is_better) == _ahead(h, True) for a, h in both)
    signature = Signature.of(
        column.of_segments().signature("system"), face.human.signature("segment"), prediction="lin-hovy-2003",
        definition="2", test=test.name, unit="segment", sides="two", correct="none",
        resamples=draws.resamples if test.name == "bootstrap" else None,
        trials=draws.trials if test.name == "randomisation" else None, seed=draws.seed, alpha=f"{alpha:g}",
    )  # fmt: skip
    return Prediction(
        column.label, face.human.dimension, face.judgements, alpha, len(tested), len(by_measure) - len(tested), n_as,
        n_hs, hits, len(both) - hits, hits / n_hs if n_hs else math.nan, hits / n_as if n_as else math.nan, signature,
        "; ".join(_reasons(by_measure, people, len(tested), n_as, n_hs, alpha)) or None,
    )  # fmt: skip


def _ahead(comparison: Comparison, higher_is_better: bool) -> str | None:
    """Return the system that a test speaks for; where the score of the whole test set contradicts it, the test."""
    if comparison.favoured is not None:
        return comparison.favoured
    lead = comparison.effect if higher_is_better else -comparison.effect
    return comparison.a if lead > 0 else comparison.b if lead < 0 else None


def _reasons(
    by_measure: Sequence[Comparison], people: Sequence[Comparison], tested: int, n_as: int, n_hs: int, alpha: float
) -> Iterator[str]:
    """Yield why pairs are not tested, and why there is no recall or precision."""
    if lost := len(by_measure) - tested:
        why = dict.fromkeys(
            comparison.reason for comparison in (*by_measure, *people) if math.isnan(comparison.p) and comparison.reason
        )
        is_not = "is" if lost == 1 else "are"
        yield f"{counted(lost, 'pair')} of systems {is_not} not tested: {', '.join(why) or 'p is undefined'}"
    if tested and not n_hs:
        yield f"no recall: people tell no pair apart at {alpha:g}"
    if tested and not n_as:
        yield f"no precision: the measure tells no pair apart at {alpha:g}"


def prediction_section(
    table: ScoreTable, humans: Sequence[HumanStatistics], test: GivenTest, draws: Draws, run: Run
) -> Section:  # fmt: skip
    """Return the predictions of all measures and dimensions as a section."""
    if any(human.whole for human in humans):
        raise SpecError("the human scores are one for each system; significance needs judgements of segments")
    segments, left_out = table.with_segments("prediction")
    all_predictions: list[Prediction] = []
    for human in humans:
        all_predictions += predictions(facing(segments, human), test=test, draws=draws, run=run)
    kinds = dict.fromkeys((prediction.human, prediction.judgements) for prediction in all_predictions)
    findings = dict.fromkeys(
        _finding(prediction)
        for prediction in all_predictions
        if prediction.reason and (prediction.undefined or not prediction.n_hs)
    )
    signatures = dict.fromkeys(
        prediction.signature.cut("prediction")[1].without("alpha") for prediction in all_predictions
    )
    account = Account(
        f"Significance prediction (Lin & Hovy 2003): pairs of systems told apart, by the test {test}",
        tuple(
            _table([prediction for prediction in all_predictions if (prediction.human, prediction.judgements) == kind])
            for kind in kinds
        ),
        (prediction_figure(all_predictions),) if all_predictions else (),
        tuple(findings),
        (*left_out, *table.means_told()),
        signatures={
            f"prediction {n}" if n > 1 else "prediction": signature for n, signature in enumerate(signatures, 1)
        },
        name="prediction",
    )
    return account, [prediction.to_dict() for prediction in all_predictions]


def _finding(prediction: Prediction) -> str:
    whose = dimension_name(prediction.human) + (f", {prediction.measure}" if prediction.undefined else "")
    return f"{whose}: {prediction.reason}"


def _table(predictions: Sequence[Prediction]) -> Table:
    first = predictions[0]
    alphas = list(dict.fromkeys(prediction.alpha for prediction in predictions))
    measures = dict.fromkeys(prediction.measure for prediction in predictions)
    by_place = {(prediction.measure, prediction.alpha): prediction for prediction in predictions}
    kind = "" if first.judgements == "raw" else f", {first.judgements} judgements"
    rows = tuple(
        (measure, what, *(_share(by_place[measure, alpha], what) for alpha in alphas))
        for what in ("recall", "precision")
        for measure in measures
    )
    pairs = "-".join(
        map(
            str,
            sorted(
                {
                    min(prediction.pairs for prediction in predictions),
                    max(prediction.pairs for prediction in predictions),
                }
            ),
        )
    )
    title = (
        f"{dimension_name(first.human)}{kind}, {pairs} pairs of systems: recall = N_hit/N_Hs, precision = N_hit/N_As"
    )
    columns = (*map(Column, ("measure", "what")), *(Column(f"α = {alpha:g}", digits=2) for alpha in alphas))
    return Table(f"prediction-{first.human}-{first.judgements}", title, columns, rows)


def _share(prediction: Prediction, what: str) -> Number:
    value, whole = (prediction.recall, prediction.n_hs) if what == "recall" else (prediction.precision, prediction.n_as)
    return Number(value, mark=f" {prediction.n_hit}/{whole}")


def prediction_figure(predictions: Sequence[Prediction]) -> Figure:
    """Return a curve over α for each measure: recall and precision side by side, a row for each dimension."""
    rows = [
        {
            "measure": prediction.measure,
            "human": f"{dimension_name(prediction.human)}, {prediction.judgements}",
            "alpha": prediction.alpha,
            "what": what,
            "share": share,
        }
        for prediction in sorted(predictions, key=lambda prediction: -prediction.alpha)
        for what, share in (("recall", prediction.recall), ("precision", prediction.precision))
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
