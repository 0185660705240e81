"""Meta-evaluation: measures held against human scores; the function meta."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several, several_names
from steelyard.draws import Draws, Progress, Run, thread_count
from steelyard.errors import SpecError, suggestion
from steelyard.inference.comparison.significance import GivenTest
from steelyard.inference.comparison.standings import Standing
from steelyard.inference.correlation.coefficient import Coefficient, GivenCoefficient
from steelyard.inference.correlation.estimate import OVER
from steelyard.judgements.scores import all_human_scores
from steelyard.judgements.sources import GivenJudgements
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.meta.evaluation import MetaEvaluation
from steelyard.meta.people.cautions import uneven_assessors
from steelyard.meta.people.correlation import Facing, MeasureCorrelation, correlated, facing
from steelyard.meta.people.levels import (
    SOFT,
    Level,
    coefficients_at,
    coefficients_of,
    levels_of,
    name_of,
    written_out,
)
from steelyard.meta.people.significance import (
    MeasureDifference,
    check_testing,
    differences,
    out_of_reach,
)
from steelyard.meta.sections import check_sections, made_section
from steelyard.scores import Scores
from steelyard.scores.table import ExternalSource, ScoreColumn, ScoreTable, score_table
from steelyard.threads import each_in_threads

#: Judgements as they stand, or each assessor's brought to mean 0 and deviation 1 first.
JUDGEMENTS = ("raw", "normalised", "both")


@public
def meta(
    scores: Corpus | Scores | ScoreTable | None = None,
    measures: Sequence[str | Measure] | str | Measure = (),
    *,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    judgements: str = "raw",
    external: Iterable[ExternalSource] | ExternalSource = (),
    lower: Iterable[str] | str = (),
    levels: Sequence[str] | str | None = None,
    coefficients: Sequence[GivenCoefficient] | GivenCoefficient | None = None,
    over: str | None = None,
    test: str | None = None,
    correct: str = "holm",
    alpha: float = 0.05,
    sections: Sequence[str] | str = (),
    system_test: GivenTest = "z",
    draws: Draws = Draws(trials=1000),
    run: Run = Run(),
) -> MetaEvaluation:
    """Hold measures against human scores: a corpus and measures, scores there are, or columns from files.

    scores        a corpus, or scores or a table of scores there are
    measures      for a corpus: one or several; wherever several may be given, one will do
    human         a TSV file of judgements, or system → one value (or None) per segment, or one value; without it, the
                  corpus's own
    dimensions    of the human scores; without them all
    judgements    "raw", "normalised" (each assessor's to mean 0 and deviation 1) or "both"
    external      TSV files of scores of other measures; `lower` names those of which less is better
    levels        "system", "segment:pooled", "segment:item", "segment:system", a facet with or without such a grouping
    coefficients  of docs/correlation.md, "accuracy-calibrated", "soft-accuracy" or "soft-accuracy-mtme"; or
                  FILE.py:NAME, a class or a coefficient itself
    over          what the bootstrap of intervals draws: "systems", "segments" or "both"
    test          test all pairs of measures too: by "permutation", or by "williams" where it is apt; with p corrected
                  by `correct` for the pairs of a table, and told apart up to `alpha`
    sections      what else is wanted, of SECTIONS; `system_test` is the test of two systems of "prediction"
    draws         resamples and confidence of the intervals, trials of the tests, and the seed of all
    run           threads, what is accepted, and how progress is told

    Scores are oriented so that more is better: a measure of which less is better has its correlation turned round, so
    that the best is the highest for all. Higher human scores are taken to be better.
    """
    _check(over, judgements, test, correct, alpha)
    sections = several_names(sections, "sections")
    check_sections(sections)
    levels = several_names(levels or (), "levels")
    asked = several(coefficients or (), "coefficients", "a coefficient, or a list of them", str | type | Coefficient)
    run = replace(run, accept=check_accept(run.accept))
    table = _table(scores, measures, external, lower, human, run)
    humans = _humans(table, human, dimensions, judgements, run.accept)
    segments = any(column.statistics is not None for column in table.columns)
    chosen = levels_of(levels, table.facets, segments and not all(dimension.whole for dimension in humans))
    correlating = coefficients_of(asked, chosen)
    faces = [facing(table, dimension) for dimension in humans]
    counter = _Counter(run.progress, faces, chosen, correlating, test is not None)
    cells = _correlations(faces, chosen, correlating, draws, over, thread_count(run.threads), counter)
    tested: tuple[tuple[MeasureDifference, ...], tuple[Standing, ...]] = ((), ())
    if test is not None:
        by_name = {str(level): level for level in chosen}
        tested = differences(
            faces, cells, by_name, draws, thread_count(run.threads), coefficients=correlating, test=test,
            correct=correct, alpha=alpha, advance=counter.advance,
        )  # fmt: skip
    parts = {
        name: made_section(name, table, humans, test=system_test, draws=draws, run=run)
        for name in dict.fromkeys(sections)
    }
    notices = [*table.notices, *(notice for dimension in humans for notice in dimension.notices)]
    notices += [notice for dimension in humans if (notice := uneven_assessors(dimension))]
    notices += _without_level(humans, chosen) if levels else []
    notices += out_of_reach(tested[0], draws.trials, correct, alpha)
    # what an account of the axioms remarks is in their own part of JSON too
    notices += [notice for name, (account, _) in parts.items() if name != "axioms" for notice in account.notices]
    return MetaEvaluation(
        table.systems,
        table.measures,
        tuple(column.label for column in table.columns if not column.higher_is_better),
        cells,
        tuple(row for face in faces for row in _points(face)),
        *tested,
        {name: account for name, (account, _) in parts.items()},
        {name: content for name, (_, content) in parts.items()},
        tuple(dict.fromkeys(notices)),
        {name_of(coefficient): written_out(coefficient) for _, _, coefficient in _wanted(faces, chosen, correlating)},
    )


def _check(over: str | None, judgements: str, test: str | None, correct: str, alpha: float) -> None:
    if over is not None and over not in OVER:
        raise SpecError(f"unknown over={over!r}" + suggestion(str(over), OVER))
    if judgements not in JUDGEMENTS:
        raise SpecError(f"unknown judgements {judgements!r}" + suggestion(str(judgements), JUDGEMENTS))
    check_testing(test or "permutation", correct, alpha)


def _table(
    scores: Any,
    measures: Any,
    external: Any,
    lower: Any,
    human: GivenJudgements | None,
    run: Run,
) -> ScoreTable:
    if not isinstance(scores, ScoreTable):
        return score_table(
            scores, measures, external=external, lower=lower, human=human, threads=run.threads, accept=run.accept
        )
    if any(isinstance(argument, Iterator) or argument for argument in (measures, external, lower)):
        raise SpecError("this table has its measures; leave measures, external and lower out")
    return scores


def _humans(
    table: ScoreTable,
    human: GivenJudgements | None,
    dimensions: Sequence[str] | str,
    judgements: str,
    accept: Sequence[str],
) -> tuple[HumanStatistics, ...]:
    kinds = (False, True) if judgements == "both" else (judgements == "normalised",)
    return tuple(
        dimension
        for normalised in kinds
        for dimension in all_human_scores(table, human, dimensions, accept, normalised=normalised)
    )


def _without_level(humans: Sequence[HumanStatistics], levels: Sequence[Level]) -> list[str]:
    """Say which of the levels asked for the human scores do not have."""
    lacking = [str(level) for level in levels if not level.whole]
    if not lacking or not any(dimension.whole for dimension in humans):
        return []
    return [f"left out, for the human scores are one for each system: level {', '.join(lacking)}"]


def _wanted(
    faces: Sequence[Facing], levels: Sequence[Level], coefficients: Sequence[str | Coefficient]
) -> list[tuple[Facing, Level, str | Coefficient]]:
    """Return the tables that can be made: dimension, level and coefficient."""
    return [
        (face, level, coefficient)
        for face, level in itertools.product(faces, levels)
        for coefficient in coefficients_at(level, coefficients)
        if level.whole or not face.human.whole
    ]


class _Counter:
    """Counts correlations, and pairs of measures where these are tested."""

    def __init__(
        self,
        progress: Progress | None,
        faces: Sequence[Facing],
        levels: Sequence[Level],
        coefficients: Sequence[str | Coefficient],
        significance: bool,
    ) -> None:
        measures = len(faces[0].table.columns)
        pairs = measures * (measures - 1) // 2 if significance else 0
        self._progress, self._done = progress, 0
        self._total = len(_wanted(faces, levels, coefficients)) * (measures + pairs)

    def advance(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _correlations(
    faces: Sequence[Facing],
    levels: Sequence[Level],
    coefficients: Sequence[str | Coefficient],
    draws: Draws,
    over: str | None,
    threads: int,
    counter: _Counter,
) -> tuple[MeasureCorrelation, ...]:
    """Return all cells, made on threads."""
    wanted = _wanted(faces, levels, coefficients)
    if not wanted:
        raise SpecError("the human scores are one for each system; ask for level system")
    soft = [face for face in faces if not face.human.whole and any(c == SOFT and f is face for f, _, c in wanted)]
    people = {id(face): face.human_p(draws.trials, draws.seed) for face in soft}

    def correlation(job: tuple[Facing, ScoreColumn, Level, str | Coefficient]) -> MeasureCorrelation:
        face, column, level, coefficient = job
        return correlated(face, column, level, coefficient, draws, over, people.get(id(face)))

    cells = []
    jobs = [(face, column, level, of) for face, level, of in wanted for column in face.table.columns]
    for cell in each_in_threads(jobs, threads, correlation):
        cells.append(cell)
        counter.advance()
    return tuple(cells)


def _points(face: Facing) -> Iterator[dict[str, Any]]:
    """Yield one row per measure and system that has both scores."""
    about = {"human": face.human.dimension, "judgements": face.judgements}
    people = face.quality(Level("system"))[:, 0].tolist()
    for column in face.table.columns:
        for name, score, quality in zip(face.table.systems, column.at("system")[:, 0].tolist(), people, strict=True):
            if not (math.isnan(score) or math.isnan(quality)):
                yield {"measure": column.label, **about, "system": name, "score": score, "quality": quality}
