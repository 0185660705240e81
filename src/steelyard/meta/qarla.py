"""QARLA: which similarity measures tell people's texts from systems', how good systems are by them, and how far the
systems suffice to say so; without human scores (Amigó, Gonzalo, Peñas & Verdejo 2005).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.errors import InputError, SpecError
from steelyard.inference.checks import check_draws
from steelyard.inference.plain import plain
from steelyard.measures.base import Measure, ratio
from steelyard.meta import queen as counts
from steelyard.meta.metric_clusters import all_sets, cluster
from steelyard.meta.pairwise import PairwiseSimilarities, pairwise_similarities
from steelyard.meta.unit_means import chosen_intervals, means, shares
from steelyard.resampling import percentile_interval
from steelyard.scores import Intervals
from steelyard.statistics import Progress
from steelyard.version import VERSION

Array = NDArray[Any]

#: Words and their order, n-grams of words and characters, edits, lengths.
MEASURES = ("rouge-1", "rouge-2", "rouge-3", "rouge-l", "rouge-w", "rouge-su(gap=4)", "chrf", "wer", "per", "avls")
FEW_MODELS = "no segment has three references, which KING needs"


@dataclass(frozen=True)
class King:
    """KING of a set of measures.

    wins   models (references) ahead of every system's output, over all segments
    n      models tried
    """

    measures: tuple[str, ...]
    value: float
    low: float
    high: float
    wins: int
    n: int
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the value as the JSON output has it; undefined is null, with its reason."""
        return plain(asdict(self)) | {"measures": list(self.measures)}


@dataclass(frozen=True)
class Cluster:
    """Measures that decide alike, and the one with the highest KING."""

    measures: tuple[str, ...]
    representative: str

    def to_dict(self) -> dict[str, Any]:
        """Return the cluster as the JSON output has it."""
        return {"measures": list(self.measures), "representative": self.representative}


@dataclass(frozen=True)
class Queen:
    """Mean QUEEN of a system, or of a reference among the other references; n segments are defined."""

    text: str
    kind: str
    value: float
    low: float
    high: float
    n: int
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the value as the JSON output has it; undefined is null, with its reason."""
        return plain(asdict(self))


@dataclass(frozen=True)
class Jack:
    """JACK of all systems, and of the first so many in random orders of them: mean and central interval over orders."""

    value: float
    low: float
    high: float
    hits: int
    n: int
    growth: tuple[tuple[int, float, float, float], ...]
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the values as the JSON output has them; undefined is null, with its reason."""
        growth = [plain(dict(zip(("systems", "mean", "low", "high"), row, strict=True))) for row in self.growth]
        return plain(asdict(self)) | {"growth": growth}


@dataclass(frozen=True, eq=False)
class Qarla:
    """What QARLA says of a corpus and measures.

    kings       KING of each measure alone
    clusters    measures that decide alike, each cluster with its representative
    sets        set of representatives → its KING: all sets but the empty one
    best        the set with the highest KING: of those that tie, the smallest, then the first; none where undefined
    chosen      the measures by which QUEEN and JACK are made: the best set unless told
    queens      of each system and each reference
    table       the similarities all this is made of
    notices     what was left out, and what to beware of
    signature   how the values were made; table.signatures say how the similarities were
    """

    kings: tuple[King, ...]
    clusters: tuple[Cluster, ...]
    sets: tuple[tuple[tuple[str, ...], float], ...]
    best: King | None
    chosen: tuple[str, ...]
    queens: tuple[Queen, ...]
    jack: Jack
    table: PairwiseSimilarities
    notices: tuple[str, ...]
    signature: str

    def __repr__(self) -> str:
        best = "no best set" if self.best is None else f"best set {', '.join(self.best.measures)}"
        count, chosen = counted(len(self.kings), "measure"), ", ".join(self.chosen)
        return f"<Qarla: {count}; {best}; QUEEN by {chosen}; {self.table!r}>"

    def king(self, *measures: str) -> float:
        """Return KING of any set of the measures."""
        wins, tried = counts.king(self.table, [self.table.places(measures)])
        return float(ratio(wins.sum(), tried.sum()))

    def queen(self, text: str) -> float:
        """Return the mean QUEEN of a system, or of a reference."""
        for one in self.queens:
            if one.text == text:
                return one.value
        raise SpecError(f"there is no text {text!r} here; there are {', '.join(one.text for one in self.queens)}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the similarities as the JSON output has it."""
        return {
            "king": [one.to_dict() for one in self.kings],
            "clusters": [one.to_dict() for one in self.clusters],
            "sets": [{"measures": list(names), **plain({"king": value})} for names, value in self.sets],
            "best": None if self.best is None else self.best.to_dict(),
            "chosen": list(self.chosen),
            "queen": [one.to_dict() for one in self.queens],
            "jack": self.jack.to_dict(),
            "notices": list(self.notices),
            "signature": self.signature,
            "signatures": list(self.table.signatures),
        }


def qarla(
    corpus: Corpus | PairwiseSimilarities,
    measures: Sequence[str | Measure] | str | Measure | None = None,
    *,
    chosen: Sequence[str] | str | None = None,
    clusters: int = 10,
    linkage: str = "sets",
    orders: int = 200,
    intervals: Intervals | None = None,
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> Qarla:
    """Judge similarity measures by how they tell references from outputs, and systems by those that do it best.

    corpus     outputs and two references or more (three for KING); or their similarities, made before or elsewhere
    measures   similarity measures; without them, some of words, n-grams, characters, edits and lengths
    chosen     the measures of QUEEN and JACK; without them, the set with the highest KING
    clusters   measures are clustered to so many, and all sets of their representatives tried
    linkage    "sets" or "average"
    orders     random orders of the systems for JACK of fewer of them
    """
    check_draws(0, orders=orders)
    if not isinstance(corpus, Corpus | PairwiseSimilarities):
        raise SpecError(f"qarla takes a Corpus, not {type(corpus).__name__}; make one with Corpus.of(...)")
    made = chosen_intervals(intervals, corpus.facets)
    _check_references(corpus)
    table = _table(corpus, measures, threads, accept, progress)
    kings = _kings(table, [[n] for n in range(len(table.measures))], made)
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
        tuple(Cluster(tuple(names[n] for n in group), names[head]) for group, head in zip(grouped, heads, strict=True)),
        tuple((tuple(names[n] for n in members), float(value)) for members, value in zip(sets, values, strict=True)),
        None if best is None else _kings(table, [best], made)[0],
        tuple(names[n] for n in used),
        _queens(table, used, made),
        _jack(table, used, orders, made),
        table,
        tuple(_notices(table, chosen is None, len(sets))),
        _signature(table, _told(used, table, chosen is None and best is not None), clusters, linkage, orders, made),
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
    threads: int | None, accept: Sequence[str], progress: Progress | None,
) -> PairwiseSimilarities:  # fmt: skip
    if isinstance(corpus, PairwiseSimilarities):
        if measures is not None:
            raise SpecError("the similarities have their measures; leave out measures, or name some with chosen=[...]")
        return corpus
    return pairwise_similarities(
        corpus, MEASURES if measures is None else measures, threads=threads, accept=accept, progress=progress
    )


def _defined(value: float) -> float:
    return -1.0 if math.isnan(value) else value


def _kings(table: PairwiseSimilarities, sets: Sequence[Sequence[int]], intervals: Intervals) -> tuple[King, ...]:
    wins, tried = counts.king(table, sets)
    values, low, high = shares(wins, tried, intervals, table.facets)
    count = int(tried.sum())
    return tuple(
        King(
            tuple(table.measures[m] for m in members), float(values[n]), float(low[n]), float(high[n]),
            int(wins[n].sum()), count, _reason(count, low[n], FEW_MODELS),
        )
        for n, members in enumerate(sets)
    )  # fmt: skip


def _queens(table: PairwiseSimilarities, used: Sequence[int], intervals: Intervals) -> tuple[Queen, ...]:
    each = counts.queen(table, used).T
    values, low, high = means(each, intervals, table.facets)
    count = (~np.isnan(each)).sum(axis=1)
    models = len(table.references)
    made = []
    for n, text in enumerate((*table.references, *table.systems)):
        needed = "three references, which a reference's QUEEN needs" if n < models else "two references"
        made.append(
            Queen(
                text, "reference" if n < models else "system", float(values[n]), float(low[n]), float(high[n]),
                int(count[n]), _reason(int(count[n]), low[n], f"no segment has {needed}"),
            )
        )  # fmt: skip
    return (*made[models:], *made[:models])


def _jack(table: PairwiseSimilarities, used: Sequence[int], orders: int, intervals: Intervals) -> Jack:
    hits, tried = counts.jack(table, used)
    values, low, high = shares(np.where(tried > 0, hits, 0)[None], tried[None], intervals, table.facets)
    grown = counts.jack_growth(table, used, orders, intervals.seed)
    below, above = percentile_interval(grown, intervals.confidence)
    growth = tuple(
        (n + 1, float(grown[:, n].mean()), float(below[n]), float(above[n])) for n in range(len(table.systems))
    )
    count = int(tried.sum())
    reason = _reason(count, low[0], "no segment has two references and two systems")
    return Jack(float(values[0]), float(low[0]), float(high[0]), int(hits[tried > 0].sum()), count, growth, reason)


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


def _told(used: Sequence[int], table: PairwiseSimilarities, best: bool) -> str:
    return " + ".join(table.measures[n] for n in used) + ", the best set" * best


def _signature(
    table: PairwiseSimilarities, chosen: str, clusters: int, linkage: str, orders: int, intervals: Intervals
) -> str:
    low, high = int(table.models.min()), int(table.models.max())
    return (
        f"qarla|measures:{len(table.measures)}|segments:{len(table)}|systems:{len(table.systems)}"
        f"|references:{high if low == high else f'{low}-{high}'}|queen:m'≠m''|model:others|undefined:fails"
        f"|chosen:{chosen}|clusters:{clusters}|linkage:{linkage}|orders:{orders}|{intervals}|steelyard:{VERSION}"
    )
