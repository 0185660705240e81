"""How far sets of measures can be trusted: reliability, sensitivity, heterogeneity and reliability gain.

After Amigó, Gonzalo, Giménez & Verdejo (2011), "Corroborating Text Evaluation Results with Heterogeneous Measures".
Over ordered pairs of outputs (s, s′) of two systems for the same segment, all segments pooled, Q being quality:

    R(X)    = P( Q(s) ≥ Q(s′) | x(s) ≥ x(s′) for all x ∈ X )
    S(X)    = P( x(s) ≥ x(s′) for all x ∈ X | Q(s) ≥ Q(s′) )
    H(X)    = P( x(s) > x(s′) and x′(s) < x′(s′) for some x, x′ ∈ X ), where s, s′ and the references all differ
    gain(X) = R(X) - max over x ∈ X of R_th(x), at the least S_th(x) ≥ S(X)

R_th and S_th are those of one measure with x(s) - x(s′) ≥ th; of thresholds with the same sensitivity the most
reliable counts, and only thresholds that some pair meets. What the paper leaves open: a pair counts for a set if all
its measures have both scores, and for R and S if both outputs are judged; R_th and S_th are over the pairs that x
itself has. For R and S, outputs of two systems are two even if they are the same text. Of such a pair every measure
says the same, whatever it is worth, so that pairs of different texts can be asked for instead (`pairs="different"`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.draws import Run
from steelyard.judgements.measure import dimension_name
from steelyard.judgements.scores import human_scores
from steelyard.judgements.sources import GivenJudgements
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.meta.sections import Section
from steelyard.meta.sets.figures import SetFigures, figures_table
from steelyard.meta.sets.output_pairs import OutputPairs
from steelyard.results.account import Account
from steelyard.results.numbers import or_null, shown
from steelyard.results.table import Table
from steelyard.scores import Scores
from steelyard.scores.table import ScoreTable, score_table

_FORM = ".4g"


@public
def reliability(
    scores: Corpus | Scores | ScoreTable,
    measures: Sequence[str | Measure] | str | Measure = (),
    *,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    pairs: str = "all",
    run: Run = Run(),
) -> OutputPairs:
    """Return the pairs of outputs of a corpus under measures, or of scores there are, with human scores if there are.

    scores             a corpus, with the measures; or scores or a table of scores there are
    human, dimension   judgements as `sweep` takes them; without them, the corpus's own
    pairs              the judged pairs that count: "all", or those of "different" texts
    """
    table = (
        scores
        if isinstance(scores, ScoreTable)
        else score_table(scores, measures, threads=run.threads, accept=run.accept)
    )
    wanted = human is not None or dimension is not None or table.judgements
    return output_pairs(table, human_scores(table, human, dimension, run.accept) if wanted else None, pairs)


def output_pairs(table: ScoreTable, human: HumanStatistics | None = None, pairs: str = "all") -> OutputPairs:
    """Return the pairs of outputs of a table, with human scores of its outputs.

    Only outputs that every measure of the table has scored count as judged, so that all reliabilities and chance are of
    the same pairs.
    """
    scores = table.oriented()
    if human is None:
        return OutputPairs(table.measures, scores, None, table.texts(), pairs=pairs)
    human.at("segment")  # refuses scores of whole systems
    how = human.signature("segment").cut("judged")[0]
    lacking = np.isnan(scores).any(axis=0)
    quality = np.where(lacking, np.nan, human.of(table.systems))
    how = how.joined(outputs="scored by all") if lacking.any() else how
    return OutputPairs(table.measures, scores, quality, table.texts(), how, pairs)


def judged_by_all(table: ScoreTable, humans: Sequence[HumanStatistics]) -> tuple[str, ...]:
    """Say how many judged outputs reliability is of, where some measure lacks scores of others."""
    lacking = np.isnan(table.oriented()).any(axis=0)
    notices = []
    for human in humans:
        judged = ~np.isnan(human.of(table.systems))
        if left_out := int((judged & lacking).sum()):
            notices.append(
                f"reliability is of the {int(judged.sum()) - left_out:,} of {int(judged.sum()):,} judged outputs "
                f"({dimension_name(human.dimension)}) that every measure has scored"
            )
    return tuple(dict.fromkeys(notices))


def reliability_section(table: ScoreTable, humans: Sequence[HumanStatistics], **_: object) -> Section:
    """Return what every measure alone and all together are worth, for each human dimension."""
    table, left_out = table.with_segments("reliability")
    content, parts, findings = [], [], []
    for human in humans:
        pairs = output_pairs(table, human)
        figures = pairs.alone_and_together()
        kind = "normalised" if human.normalised else "raw"
        about = {"human": human.dimension, "judgements": kind, "chance": or_null(pairs.chance)}
        rows = [{**about, **set_figures.to_dict()} for set_figures in figures]
        if table.corpus is not None:
            apart = output_pairs(table, human, "different")
            different = apart.alone_and_together()
            for row, set_figures in zip(rows, different, strict=True):
                row["different_texts"] = {"chance": or_null(apart.chance), **set_figures.to_dict()}
            name = f"{dimension_name(human.dimension)}, {kind} judgements"
            findings += _of_different_texts(name, figures[-1], different[-1], apart.chance)
        content += rows
        parts.append((_table(human.dimension, kind, figures, pairs.chance), figures[-1].signature))
    account = Account(
        "Reliability, sensitivity, heterogeneity and reliability gain (Amigó et al. 2011)",
        tuple(shown_table for shown_table, _ in parts),
        findings=tuple(findings),
        notices=(*left_out, *judged_by_all(table, humans)),
        signatures={shown_table.name: signature for shown_table, signature in parts},
        name="reliability",
    )
    return account, content


def _table(dimension: str, kind: str, figures: Sequence[SetFigures], chance: float) -> Table:
    whose = f"{dimension_name(dimension)}, {kind} judgements"
    title = f"{whose}; of no measure at all the reliability is {shown(chance, _FORM)}"
    return figures_table(f"reliability-{dimension}-{kind}", title, figures)


def _of_different_texts(what: str, figures: SetFigures, apart: SetFigures, chance: float) -> list[str]:
    """Return what is left of reliability and gain without pairs of one text, if there are such."""
    if not figures.same:
        return []
    gain = f" (gain {shown(apart.gain, _FORM)})" if len(figures.measures) > 1 else ""
    return [
        f"{what}: {figures.same / figures.unanimous:.1%} of the unanimous pairs of {figures.label} are two equal "
        f"texts; over pairs of different texts the reliability is {shown(apart.reliability, _FORM)}{gain}, of no "
        f"measure at all {shown(chance, _FORM)}"
    ]
