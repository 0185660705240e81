"""QARLA: which similarity measures tell people's texts from systems', how good systems are by them, and how far the
systems suffice to say so; without human scores (Amigó, Gonzalo, Peñas & Verdejo 2005).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_corpus
from steelyard.draws import Draws, Run, check_counts
from steelyard.errors import InputError, SpecError
from steelyard.measures.kinds.base import Measure, ratio
from steelyard.meta.references import queen as counts
from steelyard.meta.references.bootstrap import check_unit, means, shares
from steelyard.meta.references.clusters import all_sets, cluster
from steelyard.meta.references.pairwise import PairwiseSimilarities, pairwise_similarities
from steelyard.meta.references.qarla_results import Jack, King, MeasureCluster, Qarla, Queen
from steelyard.meta.sections import Section, texts_of
from steelyard.results.signature import Signature
from steelyard.scores.table import ScoreTable
from steelyard.statistics.resampling import percentile_interval
from steelyard.version import VERSION

Array = NDArray[Any]

#: Words and their order, n-grams of words and characters, edits, lengths.
MEASURES = ("rouge-1", "rouge-2", "rouge-3", "rouge-l", "rouge-w", "rouge-su(gap=4)", "chrf", "wer", "per", "avls")
FEW_MODELS = "no segment has three references, which KING needs"


@public
def qarla(
    corpus: Corpus | PairwiseSimilarities,
    measures: Sequence[str | Measure] | str | Measure | None = None,
    *,
    chosen: Sequence[str] | str | None = None,
    clusters: int = 10,
    linkage: str = "sets",
    orders: int = 200,
    draws: Draws = Draws(),
    run: Run = Run(),
) -> Qarla:
    """Judge similarity measures by how they tell references from outputs, and systems by those that do it best.

    corpus     outputs and two references or more (three for KING); or their similarities, made before or elsewhere
    measures   similarity measures; without them, some of words, n-grams, characters, edits and lengths
    chosen     the measures of QUEEN and JACK; without them, the set with the highest KING
    clusters   measures are clustered to so many, and all sets of their representatives tried
    linkage    "sets" or "average"
    orders     random orders of the systems for JACK of fewer of them
    draws      how the bootstrap of intervals is made
    """
    check_counts(orders=orders)
    if not isinstance(corpus, PairwiseSimilarities):
        check_corpus("qarla", corpus)
    check_unit(draws, corpus.facets)
    _check_references(corpus)
    table = _table(corpus, measures, run)
    kings = _kings(table, [[n] for n in range(len(table.measures))], draws)
    grouped = cluster(table, clusters, linkage)
    heads = [max(group, key=lambda n: (_defined(kings[n].value), -n)) for group in grouped]
    sets = all_sets(heads)
    wins, tried = counts.king(table, sets)
    values = ratio(wins.sum(axis=1), np.full(len(sets), tried.sum()))
    best = None if math.isnan(values[0]) else sets[int(np.argmax(values))]
    used = table.places(chosen) if chosen is not None else list(best or range(len(table.measures)))
    names = table.measures
    return Qarla(
        kings,
        tuple(
            MeasureCluster(tuple(names[n] for n in group), names[head])
            for group, head in zip(grouped, heads, strict=True)
        ),
        tuple((tuple(names[n] for n in members), float(value)) for members, value in zip(sets, values, strict=True)),
        None if best is None else _kings(table, [best], draws)[0],
        tuple(names[n] for n in used),
        _queens(table, used, draws),
        _jack(table, used, orders, draws),
        table,
        tuple(_notices(table, chosen is None, len(sets))),
        _signature(
            table, _set_name(used, table, chosen is None and best is not None), clusters, linkage, orders, draws
        ),
    )


def _check_references(corpus: Corpus | PairwiseSimilarities) -> None:
    """Refuse, before any work, what has not two references for some segment."""
    most = corpus.reference_counts()[1] if isinstance(corpus, Corpus) else int(corpus.models.max())
    if most < counts.LEAST["QUEEN"]:
        raise InputError(
            "no segment has two references; QARLA compares outputs with references as far as these are alike: "
            "give two reference sets or more (three for KING)"
        )


def _table(
    corpus: Corpus | PairwiseSimilarities, measures: Sequence[str | Measure] | str | Measure | None,
    run: Run,
) -> PairwiseSimilarities:  # fmt: skip
    if isinstance(corpus, PairwiseSimilarities):
        if measures is not None:
            raise SpecError("the similarities have their measures; leave out measures, or name some with chosen=[...]")
        return corpus
    return pairwise_similarities(corpus, MEASURES if measures is None else measures, run=run)


def _defined(value: float) -> float:
    return -1.0 if math.isnan(value) else value


def _kings(table: PairwiseSimilarities, sets: Sequence[Sequence[int]], draws: Draws) -> tuple[King, ...]:
    wins, tried = counts.king(table, sets)
    values, low, high = shares(wins, tried, draws, table.facets)
    count = int(tried.sum())
    return tuple(
        King(
            measures=tuple(table.measures[m] for m in members), value=float(values[n]), low=float(low[n]),
            high=float(high[n]), wins=int(wins[n].sum()), n=count, reason=_reason(count, low[n], FEW_MODELS),
        )
        for n, members in enumerate(sets)
    )  # fmt: skip


def _queens(table: PairwiseSimilarities, used: Sequence[int], draws: Draws) -> tuple[Queen, ...]:
    each = counts.queen(table, used).T
    values, low, high = means(each, draws, table.facets)
    count = (~np.isnan(each)).sum(axis=1)
    models = len(table.references)
    queens = []
    for n, text in enumerate((*table.references, *table.systems)):
        needed = "three references, which a reference's QUEEN needs" if n < models else "two references"
        queens.append(
            Queen(
                text=text, kind="reference" if n < models else "system", value=float(values[n]), low=float(low[n]),
                high=float(high[n]), n=int(count[n]),
                reason=_reason(int(count[n]), low[n], f"no segment has {needed}"),
            )
        )  # fmt: skip
    return (*queens[models:], *queens[:models])


def _jack(table: PairwiseSimilarities, used: Sequence[int], orders: int, draws: Draws) -> Jack:
    hits, tried = counts.jack(table, used)
    values, low, high = shares(np.where(tried > 0, hits, 0)[None], tried[None], draws, table.facets)
    grown = counts.jack_growth(table, used, orders, draws.seed)
    below, above = percentile_interval(grown, draws.confidence)
    growth = tuple(
        (n + 1, float(grown[:, n].mean()), float(below[n]), float(above[n])) for n in range(len(table.systems))
    )
    count = int(tried.sum())
    reason = _reason(count, low[0], "no segment has two references and two systems")
    return Jack(
        value=float(values[0]),
        low=float(low[0]),
        high=float(high[0]),
        hits=int(hits[tried > 0].sum()),
        n=count,
        growth=growth,
        reason=reason,
    )


def _reason(count: int, low: float, undefined: str) -> str | None:
    if not count:
        return undefined
    return "no interval: some resample has no segment that is defined" if math.isnan(low) else None


def _notices(table: PairwiseSimilarities, chose: bool, sets: int) -> Iterator[str]:
    yield from table.notices
    lost, asked = table.undefined()
    if lost:
        yield f"{lost:,} of {asked:,} similarities are undefined, and pass no test"
    for what in ("QUEEN", "KING"):
        few = int((table.models < counts.LEAST[what]).sum())
        if few:
            yield f"{few:,} of {len(table):,} segments have no {what}: fewer than {counts.LEAST[what]} references"
    if (table.models < counts.LEAST["KING"]).all():
        if chose:
            yield f"{FEW_MODELS}, so no set is best; QUEEN and JACK are by all measures together"
    elif chose and sets > 1:
        yield f"the best of {sets:,} sets was chosen on the same texts that it is judged by; expect less on others"


def _set_name(used: Sequence[int], table: PairwiseSimilarities, best: bool) -> str:
    return " + ".join(table.measures[n] for n in used) + ", the best set" * best


def _signature(
    table: PairwiseSimilarities, chosen: str, clusters: int, linkage: str, orders: int, draws: Draws
) -> Signature:
    low, high = int(table.models.min()), int(table.models.max())
    return Signature.of(
        "qarla", measures=len(table.measures), segments=len(table), systems=len(table.systems),
        references=high if low == high else f"{low}-{high}", queen="m'≠m''", model="others", undefined="fails",
        chosen=chosen, clusters=clusters, linkage=linkage, orders=orders,
    ).joined(draws.bootstrap_signature(), steelyard=VERSION)  # fmt: skip


def qarla_section(table: ScoreTable, draws: Draws, run: Run, **_: object) -> Section:
    """Return QARLA of the measures that compare texts."""
    corpus, measures, left_out = texts_of(table, "qarla")
    figures = qarla(corpus, measures, draws=replace(draws, unit="segment", confidence=0.95), run=run)
    content = {name: value for name, value in figures.to_dict().items() if name != "notices"}
    return replace(figures.account(), notices=(*left_out, *figures.notices)), content
