"""Amigó, Gonzalo, Giménez & Verdejo (2011): is an improvement that several measures confirm more to be trusted?

Figure 1 holds the reliability of every pair of measures against that of the better of the two (additive reliability).
Figures 2 and 3 hold the reliability of random sets of measures against their heterogeneity, for translations and for
summaries; figures 5 and 6 the reliability gain; they are one figure each here, for the corpus at hand. Figure 4 has the
heterogeneity of sets of lexical measures, and of sets with linguistic ones among them.

Two systems may give the same text, of which all measures say the same by necessity. The figures count such pairs, as
the paper does; the findings tell the shares without them, too.

What the paper leaves open: in figure 4, half of the measures of a mixed set (rounded down) are not lexical, as far as
there are such. A measure for which texts are parsed is linguistic; what is lexical of the others is told by their
family; the rest (of style, say) is other, and has sets of its own in figure 4.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.corpus import Corpus, check_accept
from steelyard.draws import Draws, Run, check_counts
from steelyard.errors import InputError, SpecError, worded
from steelyard.inference.correlation.correlation import correlate
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse
from steelyard.meta.sets.figures import AdditiveReliability, SetFigures
from steelyard.meta.sets.output_pairs import OutputPairs, random_members
from steelyard.meta.sets.reliability import output_pairs
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.table import Cell, Table
from steelyard.scores.table import score_table
from steelyard.studies.recipes.correlations import one_dimension
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

#: Families that compare words, their n-grams, characters, stems or synonyms.
LEXICAL = frozenset({"n-gram", "edit distance", "character n-gram", "string kernel", "alignment", "rouge"})
_SIZES = (2, 3, 5, 10, 20, 40)
_GROWING = range(1, 11)
_LEXICAL, _LINGUISTIC, _OTHER = "lexical", "linguistic", "other"
_CENTRAL = (0.05, 0.95)
# More points of one size hide one another.
_DRAWN = 150
_TERMS = {
    "s, s′": "outputs of two systems for one segment",
    "x": "a measure; it does not put s below s′ if x(s) ≥ x(s′)",
    "R": "reliability of a set of measures: of the pairs in which no measure puts s below s′, the share in which "
    "people do not either",
    "S": "sensitivity: of the pairs in which people do not put s below s′, the share in which no measure of the set "
    "does",
    "H": "heterogeneity: the share of pairs of different texts on which two measures of the set contradict each other",
    "gain": "reliability gain: R of the set less the best R of one of its measures at a threshold as sensitive",
}


@dataclass(frozen=True)
class Growth:
    """Heterogeneity of random sets of one size (figure 4): the mean, and what holds the central 90 %."""

    measures: str
    size: int
    sets: int
    mean: float
    low: float
    high: float


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study on a corpus with human scores of segments."""
    check_counts(simulations=choices.simulations)
    if len(set(measures)) < 2:
        option = worded("-m", "measures=…")
        raise SpecError(f"the study holds measures against one another; name two or more ({option})")
    if len(corpus.systems) < 2:
        raise InputError("the study compares outputs of two systems for one segment; give two systems or more")
    accept = check_accept(run.accept)
    human, chosen = one_dimension(corpus, choices, accept)
    table = score_table(corpus, measures, threads=run.threads, accept=accept, progress=run.progress)
    pairs, apart = output_pairs(table, human), output_pairs(table, human, "different")
    if math.isnan(pairs.chance):
        raise InputError(
            f"no segment has human scores ({human.dimension}) of two systems; the study compares outputs of one segment"
        )
    additive = pairs.additive_reliability()
    sizes = tuple(size for size in _SIZES if size <= len(pairs.measures))
    sets, sets_apart = (some.random_sets(choices.simulations, sizes, draws.seed) for some in (pairs, apart))
    kinds = {name: kind_of(parse(name)) for name in pairs.measures}
    growth = tuple(_growth(pairs, kinds, choices.simulations, draws.seed))
    signatures = (column.signature("segment") for column in table.columns)
    return Account(
        RECIPE.paper,
        (_singles(pairs, kinds), _additive(additive), _additive_rows(additive), _by_size(sets), _set_rows(sets),
         _growth_table(growth)),
        (_additive_figure(additive), _set_figure("figure-2", sets, "reliability"), _growth_figure(growth),
         _set_figure("figure-5", sets, "gain")),
        (*chosen, *_findings(pairs, additive, sets), *_different(pairs, apart, sets_apart),
         *_growth_findings(growth, kinds), *human.notices, *table.notices),
        terms=_TERMS,
        signatures=unlabelled((sets[0].signature, sets_apart[0].signature, *signatures)),
    )  # fmt: skip


def kind_of(measure: Measure) -> str:
    """Return whether a measure is lexical, linguistic or other."""
    return _LINGUISTIC if measure.annotator else _LEXICAL if measure.family in LEXICAL else _OTHER


def _growth(pairs: OutputPairs, kinds: Mapping[str, str], count: int, seed: int) -> Iterator[Growth]:
    """Yield the heterogeneity of sets of one size after the other: lexical ones, then mixed ones."""
    pools = {
        kind: [n for n, name in enumerate(pairs.measures) if kinds[name] == kind]
        for kind in (_LEXICAL, _LINGUISTIC, _OTHER)
    }
    lexical, none = pools.pop(_LEXICAL), list[int]()
    mixed = {_mixed_name(kind): pool for kind, pool in pools.items() if pool}
    for (name, pool), size in itertools.product([(_LEXICAL, none), *mixed.items()], _GROWING):
        drawn = mixed_sets(lexical, pool, (size, min(size // 2, len(pool))), count, seed)
        figures = pairs.figures([[pairs.measures[n] for n in members] for members in drawn])
        values = np.array([of.heterogeneity for of in figures if not math.isnan(of.heterogeneity)])
        if len(values):
            low, high = np.quantile(values, _CENTRAL)
            yield Growth(name, size, len(values), float(values.mean()), float(low), float(high))


def _mixed_name(kind: str) -> str:
    return f"{_LEXICAL} and {kind}"


def mixed_sets(
    lexical: Sequence[int], others: Sequence[int], sizes: tuple[int, int], count: int, seed: int
) -> list[list[int]]:
    """Return random sets; all there are if these are no more than asked for.

    sizes   how many measures a set has, and how many of them are not lexical
    """
    size, foreign = sizes
    parts = ((lexical, size - foreign), (others, foreign))
    there = math.prod(math.comb(len(pool), own) for pool, own in parts)
    if there <= count:
        every = itertools.product(*(itertools.combinations(pool, own) for pool, own in parts))
        return [[*own, *added] for own, added in every]
    if not foreign:
        return list(map(list, random_members(lexical, size, count, seed)))
    draws = np.random.Generator(np.random.Philox(key=np.array([seed, size], np.uint64)))
    sets: dict[tuple[int, ...], None] = {}
    while len(sets) < count:
        drawn = [np.sort(draws.permuted(np.tile(pool, (count, 1)), axis=1)[:, :own]) for pool, own in parts]
        sets |= dict.fromkeys(map(tuple, np.hstack(drawn).tolist()))
    return list(map(list, sets))[:count]


def _singles(pairs: OutputPairs, kinds: Mapping[str, str]) -> Table:
    rows = tuple(
        (single.measures[0], kinds[single.measures[0]], parse(single.measures[0]).family, single.reliability,
         single.sensitivity, single.unanimous)
        for single in pairs.singles()
    )  # fmt: skip
    title = f"Single measures; without any, people put s no lower than s′ in {pairs.chance:.1%} of pairs"
    return Table("measures", title, ("measure", "kind", "family", "reliability", "sensitivity", "pairs"), rows)


def _additive(additive: AdditiveReliability) -> Table:
    defined = [difference for difference in additive.differences if not math.isnan(difference)]
    least, middle, most = np.quantile(defined, (0, 0.5, 1)) if defined else (math.nan,) * 3
    row: tuple[Cell, ...] = (
        len(additive.differences), additive.positive, additive.equal, len(defined) - additive.positive - additive.equal,
        additive.undefined, additive.share, float(least), float(middle), float(most),
    )  # fmt: skip
    heads = ("pairs", "positive", "equal", "negative", "undefined", "share positive", "least", "median", "most")
    return Table("figure-1", "Figure 1: R({x₁, x₂}) − max(R(x₁), R(x₂)) over all pairs of measures", heads, (row,))


def _additive_rows(additive: AdditiveReliability) -> Table:
    rows = tuple((*names, value) for names, value in zip(additive.measures, additive.differences, strict=True))
    title = "Additive reliability of each pair of measures"
    return Table("additive-reliability", title, ("first", "second", "difference"), rows, shown=False)


def _by_size(sets: Sequence[SetFigures]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for size, of_size in _grouped(sets):
        gains = [figures.gain for figures in of_size if not math.isnan(figures.gain)]
        positive = sum(gain > 0 for gain in gains) / len(gains) if gains else math.nan
        means = (
            _mean(getattr(figures, name) for figures in of_size)
            for name in ("heterogeneity", "reliability", "sensitivity")
        )
        least, most = (min(gains), max(gains)) if gains else (math.nan, math.nan)
        rows.append((size, len(of_size), *means, _mean(gains), least, most, positive, len(of_size) - len(gains)))
    heads = ("size", "sets", "H", "R", "S", "gain", "least gain", "most gain", "share positive", "undefined")
    return Table("figure-5", "Figures 2, 3, 5 and 6: means over random sets of measures", heads, tuple(rows))


def _set_rows(sets: Sequence[SetFigures]) -> Table:
    names = ("heterogeneity", "reliability", "sensitivity", "gain", "unanimous", "confirmed", "better", "distinct",
             "contradicted")  # fmt: skip
    rows = tuple(
        (len(figures.measures), *(getattr(figures, name) for name in names), " + ".join(figures.measures))
        for figures in sets
    )
    return Table("sets", "Random sets of measures", ("size", *names, "measures"), rows, shown=False)


def _growth_table(growth: Sequence[Growth]) -> Table:
    rows = tuple((point.measures, point.size, point.sets, point.mean, point.low, point.high) for point in growth)
    title = "Figure 4: heterogeneity of random sets by size, with what holds the central 90 %"
    return Table("figure-4", title, ("measures", "size", "sets", "mean", "low", "high"), rows)


def _findings(pairs: OutputPairs, additive: AdditiveReliability, sets: Sequence[SetFigures]) -> Iterator[str]:
    count = len(additive.differences) - additive.undefined
    yield (
        f"additive reliability: {additive.positive:,} of {count:,} pairs of measures ({_share(additive.share)}) are "
        f"more reliable together than the better of the two alone, {additive.equal:,} as reliable"
        + _undefined(additive.undefined)
    )
    positive, defined, share = _gaining(sets)
    yield (
        f"reliability gain: positive for {positive:,} of {defined:,} random sets ({share}), which are more "
        f"reliable than any of their measures at a threshold as sensitive" + _undefined(len(sets) - defined)
    )
    heterogeneity = [figures.heterogeneity for figures in sets]
    for what, values in (
        ("reliability", [figures.reliability for figures in sets]),
        ("gain", [figures.gain for figures in sets]),
    ):
        correlation = correlate(heterogeneity, values, "spearman", ("heterogeneity", what))
        value = f"undefined ({correlation.reason})" if math.isnan(correlation.value) else f"{correlation.value:.3f}"
        yield f"heterogeneity and {what} over {correlation.n:,} random sets: Spearman's ρ = {value}"
    yield f"without any measure, people put s no lower than s′ in {_share(pairs.chance)} of judged pairs"


def _different(pairs: OutputPairs, apart: OutputPairs, sets: Sequence[SetFigures]) -> Iterator[str]:
    """Yield the same shares over pairs of different texts."""
    equal, additive = pairs.judged_pairs - apart.judged_pairs, apart.additive_reliability()
    count = len(additive.differences) - additive.undefined
    positive, defined, share = _gaining(sets)
    if not equal:
        yield "no judged pair is two equal texts, so over pairs of different texts all is the same"
        return
    yield (
        f"{equal:,} of {pairs.judged_pairs:,} judged pairs ({_share(equal / pairs.judged_pairs)}) are two equal texts, "
        f"of which all measures say the same whatever they are worth"
    )
    yield (
        f"over pairs of different texts, additive reliability is positive for {additive.positive:,} of {count:,} pairs "
        f"of measures ({_share(additive.share)})" + _undefined(additive.undefined)
    )
    yield (
        f"over pairs of different texts, reliability gain is positive for {positive:,} of {defined:,} random sets "
        f"({share})" + _undefined(len(sets) - defined)
    )
    yield (
        f"over pairs of different texts, without any measure, people put s no lower than s′ in {_share(apart.chance)} "
        f"of judged pairs"
    )


def _gaining(sets: Sequence[SetFigures]) -> tuple[int, int, str]:
    """Return how many sets gain, for how many that is defined, and the share."""
    gains = [figures.gain for figures in sets if not math.isnan(figures.gain)]
    positive = sum(gain > 0 for gain in gains)
    return positive, len(gains), _share(positive / len(gains) if gains else math.nan)


def _growth_findings(growth: Sequence[Growth], kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield by how much sets with other measures are the more heterogeneous."""
    means = {(point.measures, point.size): point.mean for point in growth}
    comparable = False
    for kind in (_LINGUISTIC, _OTHER):
        names = (_LEXICAL, _mixed_name(kind))
        both = [size for size in _GROWING if size > 1 and all((name, size) in means for name in names)]
        if not both:
            continue
        comparable, size = True, both[-1]
        alone, mixed = (means[name, size] for name in names)
        above = sum(means[names[1], size] > means[_LEXICAL, size] for size in both)
        yield (
            f"sets with {kind} measures among them are the more heterogeneous at {above} of {len(both)} sizes; at "
            f"{size} measures H is {mixed:.3f} against {alone:.3f} of lexical measures alone"
        )
    if not comparable:
        count = sum(kind == _LEXICAL for kind in kinds.values())
        yield (
            f"figure 4 is of one kind of measures: {count} of {len(kinds)} are lexical, and sets of lexical and other "
            f"ones cannot be held against lexical ones"
        )


def _additive_figure(additive: AdditiveReliability) -> Figure:
    """Return figure 1: how many pairs of measures have which difference."""
    return Figure(
        "figure-1", "Additive reliability of pairs of measures", "histogram",
        tuple({"difference": difference} for difference in additive.differences),
        Axis("difference", "R({x₁, x₂}) − max(R(x₁), R(x₂))"), Axis("", "pairs of measures"),
        lines={"nothing is gained": ("x", 0.0)}, plain=True,
    )  # fmt: skip


def _set_figure(name: str, sets: Sequence[SetFigures], quantity: str) -> Figure:
    """Return figures 2 and 3, or 5 and 6: a point for each set over its heterogeneity, coloured by size."""
    gain = quantity == "gain"
    title = "reliability gain" if gain else quantity
    rows = tuple(
        {"measures": len(of.measures), "heterogeneity": of.heterogeneity, quantity: getattr(of, quantity)}
        for of in sets
    )
    return Figure(
        name, f"Heterogeneity and {title} of random sets of measures", "points", rows, Axis("heterogeneity"),
        Axis(quantity, title), colour="measures", most=_DRAWN, beside="figure-5", plain=gain,
        lines={"nothing is gained": ("y", 0.0)} if gain else {},
    )  # fmt: skip


def _growth_figure(growth: Sequence[Growth]) -> Figure:
    """Return figure 4: mean heterogeneity by size, with a band of the central 90 %."""
    rows = tuple(
        {"measures": of.measures, "size": of.size, "heterogeneity": of.mean, "low": of.low, "high": of.high}
        for of in growth
    )
    return Figure(
        "figure-4", "Heterogeneity of sets of lexical measures, and with others among them", "bands", rows,
        Axis("size", "measures in a set"), Axis("heterogeneity"), colour="measures", low="low", high="high",
    )  # fmt: skip


def _grouped(sets: Sequence[SetFigures]) -> Iterator[tuple[int, list[SetFigures]]]:
    for size, of_size in itertools.groupby(sets, key=lambda figures: len(figures.measures)):
        yield size, list(of_size)


def _mean(values: Any) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else math.nan


def _share(value: float) -> str:
    """Return per cent; what is not quite all or nothing is not told as if it were."""
    if math.isnan(value):
        return "undefined"
    return ">99.9%" if 0.9995 <= value < 1 else "<0.1%" if 0 < value < 0.0005 else f"{value:.1%}"


def _undefined(count: int) -> str:
    return f"; undefined for {count:,}, which are left out" if count else ""


RECIPE = Recipe(
    "amigo-2011",
    "Is an improvement that several measures confirm more to be trusted?",
    "Amigó, Gonzalo, Giménez & Verdejo 2011, Corroborating Text Evaluation Results with Heterogeneous Measures",
    (
        "bleu(order=1)", "bleu(order=2)", "bleu(order=3)", "bleu", "gleu", "nist(order=1)", "nist(order=2)", "nist",
        "overlap", "overlap(stem=porter)", "unigram-f1", "unigram-fmean",
        "wer", "wer(tokens=13a,case=fold)", "per", "per(tokens=13a,case=fold)", "ter", "ter(tokens=13a)", "cder",
        "generation-accuracy", "chrf", "chrf(chars=3)", "chrf(beta=1)", "chrf++",
        "gtm(exponent=1)", "gtm", "gtm(exponent=3)",
        "meteor(modules=exact)", "meteor(modules=exact:stem)", "meteor", "meteor@1.5",
        "rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-w", "rouge-s(gap=4)", "rouge-su(gap=4)",
        "rouge-su", "rouge-1(kind=recall)", "rouge-2(kind=recall)", "rouge-l(kind=recall)",
        "wsk", "esk", "avls", "tvm(lemmas=references)",
        "bleu(layer=lemma)", "nist(layer=lemma)", "gtm(layer=lemma)", "bleu(layer=tag)", "nist(layer=tag)",
        "rouge-l(layer=pos)", "nist(layer=chunk)", "rouge-l(layer=relation)", "esk(senses=tagged)",
        "pos-or", "sp-or", "cp-or", "dp-or", "dp-ol", "dp-oc", "ne-or(outside=true)", "gramsim",
        "stm", "tkm", "hwcm", "dstm", "dtkm", "dependency-f", "tree-accuracy",
    ),
    experiment,
    takes=("human", "dimension", "simulations", "peers"),
    needs=("human scores of segments", "spaCy, for the linguistic measures"),
    settings=(
        PaperSetting("measures", "64 measures of the IQMT tool, among them semantic roles and discourse",
            "71 measures of this package", "roles and discourse need parsers that are on no registry"),
        PaperSetting("dimension", "adequacy and fluency together",
            "the mean over dimensions, or the one that is chosen"),
        PaperSetting("simulations", "sets of measures of each size, their number not said", "500",
            "a thousand pairs and more of measures need no more"),
        PaperSetting("test beds", "AE and CE of 2004 and 2005, and two of summaries", "one corpus"),
        PaperSetting("mixed sets of figure 4", "their making not said",
            "half of the measures, rounded down, are not lexical"),
        PaperSetting("pairs of equal texts", "counted", "counted in figures; findings tell shares without them, too",
            "of equal texts all measures say the same by necessity"),
    ),
)  # fmt: skip
