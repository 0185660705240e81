"""Meta-evaluation of a table of scores; the function meta."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.given import several_names
from steelyard.errors import SpecError, suggestion
from steelyard.measures.base import Measure
from steelyard.meta.cautions import uneven_assessors
from steelyard.meta.correlation import Draws, Facing, MeasureCorrelation, correlated, facing
from steelyard.meta.human import Given, HumanScores, all_human_scores
from steelyard.meta.levels import SOFT, Level, check_coefficients, coefficients_at, levels_of
from steelyard.meta.sections import Context, Section, check_sections, made_section
from steelyard.meta.significance import MeasureDifference, MeasureStanding, Testing, differences, out_of_reach
from steelyard.meta.table import Column, Outer, ScoreTable, score_table
from steelyard.scores import Scores
from steelyard.statistics import Progress, thread_count

#: Judgements as they stand, or each assessor's brought to mean 0 and deviation 1 first.
JUDGEMENTS = ("raw", "normalised", "both")


@dataclass(frozen=True)
class MetaEvaluation:
    """Measures held against people.

    systems        those with scores
    turned         measures of which less is better; their correlations are turned round
    correlations   every measure × dimension × level × coefficient
    differences    all pairs of measures, tested, if that was asked for; `standings` say which are not told apart
    points         one row per measure, dimension and system: its score and what people say of it
    sections       what was asked for beyond correlations, by name
    notices        what was left out, and what to beware of
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    turned: tuple[str, ...]
    correlations: tuple[MeasureCorrelation, ...]
    points: tuple[Mapping[str, Any], ...]
    differences: tuple[MeasureDifference, ...] = ()
    standings: tuple[MeasureStanding, ...] = ()
    sections: Mapping[str, Section] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __repr__(self) -> str:
        count = len(self.correlations)
        return f"<MetaEvaluation: {count} correlations; {', '.join(self.measures)}; systems {', '.join(self.systems)}>"

    def cell(
        self, measure: str, level: str, coefficient: str, human: str | None = None, judgements: str | None = None
    ) -> MeasureCorrelation:
        """Return one correlation; the dimension and the kind of judgements may be left out where there is only one."""
        asked = {"measure": measure, "level": level, "coefficient": coefficient, "human": human}
        found = self.correlations
        for name, value in {**asked, "judgements": judgements}.items():
            known = list(dict.fromkeys(getattr(one, name) for one in found))
            if value is None and len(known) > 1:
                raise SpecError(f"there are several of {name} ({', '.join(known)}); name one")
            if value is not None and value not in known:
                raise SpecError(f"no {name} {value!r} among these correlations" + suggestion(str(value), known))
            found = tuple(one for one in found if value is None or getattr(one, name) == value)
        return found[0]

    def to_dict(self) -> dict[str, Any]:
        """Return {"correlations": […], …} as the JSON output has it; what is undefined is null, with its reason."""
        return {
            "correlations": [one.to_dict() for one in self.correlations],
            **({"differences": [one.to_dict() for one in self.differences]} if self.differences else {}),
            **({"standings": [one.to_dict() for one in self.standings]} if self.standings else {}),
            **{name: section.content for name, section in self.sections.items()},
            "notices": list(self.notices),
        }

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame, one row per correlation."""
        try:
            import pandas
        except ImportError:
            from steelyard.errors import MissingResource

            raise MissingResource("to_pandas needs pandas; install it with: pip install pandas") from None
        return pandas.DataFrame([vars(one) for one in self.correlations])


def meta(
    given: Corpus | Scores | ScoreTable | None = None,
    measures: Sequence[str | Measure] | str | Measure = (),
    *,
    human: Given | None = None,
    dimensions: Sequence[str] | str = (),
    judgements: str = "raw",
    outside: Iterable[Outer] | Outer = (),
    lower: Iterable[str] | str = (),
    levels: Sequence[str] | str | None = None,
    coefficients: Sequence[str] | str | None = None,
    over: str | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
    trials: int = 1000,
    seed: int = 12345,
    significance: bool = False,
    test: str = "permutation",
    correct: str = "holm",
    alpha: float = 0.05,
    sections: Sequence[str] | str = (),
    system_test: str = "z",
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> MetaEvaluation:
    """Hold measures against human scores: a corpus and measures, scores there are, or columns from files.

    given         a corpus, or scores or a table of scores there are
    measures      for a corpus: one or several; wherever several may be given, one will do
    human         a TSV file of judgements, or system → one value (or None) per segment, or one value; without it, the
                  corpus's own
    dimensions    of the human scores; without them all
    judgements    "raw", "normalised" (each assessor's to mean 0 and deviation 1) or "both"
    outside       TSV files of scores of other measures; `lower` names those of which less is better
    levels        "system", "segment:pooled", "segment:item", "segment:system", a facet with or without such a grouping
    coefficients  of docs/correlation.md, "accuracy-calibrated", "soft-accuracy" or "soft-accuracy-mtme"
    over          what the bootstrap of intervals draws: "systems", "segments" or "both"
    significance  test all pairs of measures too: by `test` ("permutation", or "williams" where it is apt), with p
                  corrected by `correct` for the pairs of a table, and told apart up to `alpha`
    sections      what else is wanted, of SECTIONS; `system_test` is the test of two systems of "prediction"

    Scores are oriented so that more is better: a measure of which less is better has its correlation turned round, so
    that the best is the highest for all. Higher human scores are taken to be better.
    """
    draws = Draws(over, resamples, confidence, trials, seed)
    testing = Testing(test, correct, alpha)
    if judgements not in JUDGEMENTS:
        raise SpecError(f"unknown judgements {judgements!r}" + suggestion(str(judgements), JUDGEMENTS))
    sections = several_names(sections, "sections")
    check_sections(sections)
    levels, coefficients = several_names(levels or (), "levels"), several_names(coefficients or (), "coefficients")
    accept = check_accept(accept)
    table = _table(given, measures, outside, lower, human, threads, accept)
    humans = _humans(table, human, dimensions, judgements, accept)
    segments = any(column.statistics is not None for column in table.columns)
    chosen = levels_of(levels, table.facets, segments and not all(one.whole for one in humans))
    check_coefficients(coefficients, chosen)
    faces = [facing(table, one) for one in humans]
    counter = _Counter(progress, faces, chosen, coefficients, significance)
    found = _correlations(faces, chosen, coefficients, draws, thread_count(threads), counter)
    by_name = {str(level): level for level in chosen}
    tested: tuple[tuple[MeasureDifference, ...], tuple[MeasureStanding, ...]] = ((), ())
    if significance:
        tested = differences(faces, found, by_name, draws, testing, thread_count(threads), counter.advance)
    context = Context(table, humans, system_test, trials, resamples, seed, threads, accept, progress)
    made = {name: made_section(name, context) for name in dict.fromkeys(sections)}
    told = [*table.notices, *(notice for one in humans for notice in one.notices)]
    told += [notice for one in humans if (notice := uneven_assessors(one))]
    told += _without_level(humans, chosen) if levels else []
    told += out_of_reach(tested[0], draws, testing)
    told += [notice for section in made.values() for notice in section.notices]
    return MetaEvaluation(
        table.systems,
        table.measures,
        tuple(column.label for column in table.columns if not column.higher_is_better),
        found,
        tuple(row for face in faces for row in _points(face)),
        *tested,
        made,
        tuple(dict.fromkeys(told)),
    )


def _table(
    given: Any,
    measures: Any,
    outside: Any,
    lower: Any,
    human: Given | None,
    threads: int | None,
    accept: Sequence[str],
) -> ScoreTable:
    if not isinstance(given, ScoreTable):
        return score_table(given, measures, outside=outside, lower=lower, human=human, threads=threads, accept=accept)
    if any(isinstance(one, Iterator) or one for one in (measures, outside, lower)):
        raise SpecError("this table has its measures; leave measures, outside and lower out")
    return given


def _humans(
    table: ScoreTable, human: Given | None, dimensions: Sequence[str] | str, judgements: str, accept: Sequence[str]
) -> tuple[HumanScores, ...]:
    kinds = (False, True) if judgements == "both" else (judgements == "normalised",)
    return tuple(
        one for normalised in kinds for one in all_human_scores(table, human, dimensions, accept, normalised=normalised)
    )


def _without_level(humans: Sequence[HumanScores], levels: Sequence[Level]) -> list[str]:
    """Say which of the levels asked for the human scores do not have."""
    lacking = [str(level) for level in levels if not level.whole]
    if not lacking or not any(one.whole for one in humans):
        return []
    return [f"left out, for the human scores are one for each system: level {', '.join(lacking)}"]


def _wanted(
    faces: Sequence[Facing], levels: Sequence[Level], coefficients: Sequence[str] | None
) -> list[tuple[Facing, Level, str]]:
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
        coefficients: Sequence[str] | None,
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
    coefficients: Sequence[str] | None,
    draws: Draws,
    threads: int,
    counter: _Counter,
) -> tuple[MeasureCorrelation, ...]:
    """Return all cells, made on threads."""
    wanted = _wanted(faces, levels, coefficients)
    if not wanted:
        raise SpecError("the human scores are one for each system; ask for level system")
    soft = [face for face in faces if not face.human.whole and any(c == SOFT and f is face for f, _, c in wanted)]
    people = {id(face): face.human_p(draws.trials, draws.seed) for face in soft}

    def cell(job: tuple[Facing, Column, Level, str]) -> MeasureCorrelation:
        face, column, level, coefficient = job
        return correlated(face, column, level, coefficient, draws, people.get(id(face)))

    made = []
    with ThreadPoolExecutor(threads) as pool:
        for one in pool.map(cell, [(face, column, *rest) for face, *rest in wanted for column in face.table.columns]):
            made.append(one)
            counter.advance()
    return tuple(made)


def _points(face: Facing) -> Iterator[dict[str, Any]]:
    """Yield one row per measure and system that has both scores."""
    about = {"human": face.human.dimension, "judgements": face.judgements}
    people = face.quality(Level("system"))[:, 0].tolist()
    for column in face.table.columns:
        for name, score, quality in zip(face.table.systems, column.at("system")[:, 0].tolist(), people, strict=True):
            if not (math.isnan(score) or math.isnan(quality)):
                yield {"measure": column.label, **about, "system": name, "score": score, "quality": quality}
