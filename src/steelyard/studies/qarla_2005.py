"""Amigó et al. (2005): which sets of similarity measures tell people's texts from systems', and do people agree?

Their six figures, on DUC 2004: clusters of 57 measures of content (1), KING of the representatives and of the best set
of them (2), JACK against the number of systems (3), QUEEN of systems and models by the best set (4), correlation of
QUEEN with human scores against KING, over all sets (5), and QUEEN by a measure of style (6).

Here the measures of style take part in the clustering as well. Figure 6 of the paper is by GRAMSIM; here there is one
by AVLS, its other measure of style, too. TVM takes its terms from the references, for sources may be in another
language.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Run
from steelyard.errors import InputError
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.series import pearson
from steelyard.judgements.scores import DimensionScores, any_human_scores
from steelyard.measures.notation import parse
from steelyard.meta.references import queen as counts
from steelyard.meta.references.qarla import FEW_MODELS, qarla
from steelyard.meta.references.qarla_results import King, Qarla, Queen
from steelyard.meta.references.queen import LEAST
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted, shown
from steelyard.results.table import Cell, Table
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled

_STYLE = ("gramsim", "avls")
_ROUGE = ("1", "2", "3", "4", "l", "w", "s", "su")
_WORDS = ("", ",stop=english", ",stop=english,stem=porter")
_MEANINGS = {
    "KING": "of a set of measures: how often a reference is closer to the other references than every output is",
    "QUEEN": "of a text, by a set of measures: how often it is at least as close to some reference as two others are "
    "to each other, by all of them",
    "JACK": "of the systems: how often a reference lies between two outputs, by all measures of the set",
    "low, high": "bounds of the 95 % interval",
}
_TERMS = (1, 4, 8, 16, 32, 64, 128, 256, 512)


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study; without human scores, all but figure 5."""
    if corpus.reference_counts()[1] < LEAST["KING"]:
        raise InputError(f"{FEW_MODELS}; the study is about it: give three reference sets or more")
    asked = [choices.dimension] if choices.dimension else []
    humans = any_human_scores(corpus, choices.human, asked, run.accept)
    found = qarla(corpus, measures, orders=choices.simulations, draws=Draws(seed=draws.seed), run=run)
    if found.best is None:
        raise InputError("KING is undefined, for no segment has three references and an output")
    styled = _styled(found, draws.seed)
    against = {human.dimension: _correlations(found, human, corpus) for human in humans}
    return Account(
        RECIPE.paper,
        tuple(_tables(found, found.best, against, styled)),
        tuple(_figures(found, found.best, against, styled)),
        (
            *_findings(found, found.best), *_human_findings(found, humans, against), *_style_findings(styled.values()),
            *found.notices,
        ),
        terms=_MEANINGS,
        signatures=unlabelled(
            (found.signature, *(human.signature("system") for human in humans), *found.table.signatures)
        ),
    )  # fmt: skip


def _styled(found: Qarla, seed: int) -> dict[str, Qarla]:
    """Return name of a figure → QUEEN by a measure of style: the first of each kind that there is."""
    styled = {}
    for style in _STYLE:
        label = next((label for label in found.table.measures if parse(label).name == style), None)
        if label is not None:
            styled[f"style-{style}"] = qarla(found.table, chosen=[label], draws=Draws(seed=seed))
    return styled


def _tables(found: Qarla, best: King, against: Mapping[str, Any], styled: Mapping[str, Qarla]) -> Iterator[Table]:
    yield from _clusters(found)
    yield _kings(found, best)
    yield _jack(found)
    yield _queens(found, "queen", "Figure 4")
    if against:
        yield _sets(found, against)
    yield from (_queens(by_style, name, "Figure 6") for name, by_style in styled.items())


def _clusters(found: Qarla) -> tuple[Table, Table]:
    """Return the clusters, each with its representative and its size; and the cluster of every measure."""
    kings = {one.measures[0]: one for one in found.kings}
    rows = tuple((one.representative, len(one.measures), kings[one.representative].value) for one in found.clusters)
    members = tuple(
        (name, one.representative, kings[name].value, kings[name].low, kings[name].high)
        for one in found.clusters
        for name in one.measures
    )
    title = f"Figure 1: {len(found.kings)} measures in {len(found.clusters)} clusters, each with its best by KING"
    return (
        Table("clusters", title, ("representative", "measures", "KING"), rows),
        Table("members", "Every measure", ("measure", "representative", "KING", "low", "high"), members, shown=False),
    )


def _correlations(found: Qarla, human: DimensionScores, corpus: Corpus) -> Any:
    """Return Pearson's r of systems' mean QUEEN with their human scores, for each set of representatives."""
    places = [found.table.places(names) for names, _ in found.sets]
    queens = counts.mean_queens(found.table, places)[:, len(found.table.references) :]
    judged = [found.table.systems.index(name) for name in human.systems]
    values = human.at("system", corpus)[:, 0]
    if len(judged) < 2:
        return np.full(len(places), np.nan)
    return pearson(queens[:, judged], np.broadcast_to(values, (len(places), len(judged))))


def _kings(found: Qarla, best: King) -> Table:
    heads = {one.representative for one in found.clusters}
    order = sorted((one for one in found.kings if one.measures[0] in heads), key=lambda one: -one.value)
    rows: list[tuple[Cell, ...]] = [
        (" + ".join(one.measures), one.value, one.low, one.high, one.wins, one.n) for one in (*order, best)
    ]
    title = "Figure 2: KING of the clusters' representatives and, last, of the best set of them"
    return Table("king", title, ("measures", "KING", "low", "high", "models ahead", "models"), tuple(rows))


def _jack(found: Qarla) -> Table:
    title = f"Figure 3: JACK of so many systems, by {' + '.join(found.chosen)}; bounds of 95 % of random orders"
    return Table("jack", title, ("systems", "JACK", "low", "high"), found.jack.growth)


def _queens(found: Qarla, name: str, figure: str) -> Table:
    order = sorted(found.queens, key=lambda one: (math.isnan(one.value), -one.value))
    rows = tuple((one.text, one.kind, one.value, one.low, one.high, one.n) for one in order)
    title = f"{figure}: QUEEN of systems and references by {' + '.join(found.chosen)}"
    return Table(name, title, ("text", "kind", "QUEEN", "low", "high", "segments"), rows)


def _sets(found: Qarla, against: Mapping[str, Any]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (" + ".join(names), len(names), king, *(float(values[n]) for values in against.values()))
        for n, (names, king) in enumerate(found.sets)
    )
    heads = ("measures", "number", "KING", *(f"r with {dimension}" for dimension in against))
    return Table("sets", "Figure 5: every set of representatives", heads, rows, shown=False)


def _findings(found: Qarla, best: King) -> list[str]:
    single = max(found.kings, key=lambda one: one.value)
    gain = f"{best.value / single.value - 1:+.0%}" if single.value else "from nothing"
    bounds = "(no interval)" if math.isnan(best.low) else f"[{best.low:.3f}, {best.high:.3f}]"
    told = [
        f"the best of {len(found.sets):,} sets is {' + '.join(best.measures)}: KING {best.value:.3f} "
        f"{bounds}, against {single.value:.3f} of the best measure alone, {single.measures[0]} "
        f"({gain}; the paper had +17% and +23%)"
    ]
    defined = [one for one in found.queens if not math.isnan(one.value)]
    models = [one for one in defined if one.kind == "reference"]
    if outputs := [one for one in defined if one.kind == "system"]:
        system = max(outputs, key=lambda one: one.value)
        ahead = sum(one.value > system.value for one in models)
        told.append(
            f"{ahead} of {len(models)} references have a higher mean QUEEN than the best system, {system.text} "
            f"({system.value:.3f}); in the paper all had"
        )
    if lost := len(found.queens) - len(defined):
        told.append(f"QUEEN is undefined for {counted(lost, 'text')}, left out where others are compared")
    if len(found.jack.growth) > 2 and not math.isnan(found.jack.value):
        (_, before, *_), (systems, last, *_) = found.jack.growth[-2:]
        told.append(
            f"JACK is {last:.3f} with all {systems} systems, and {before:.3f} on average with one less; what the last "
            f"adds, {last - before:.3f}, says whether more systems of these kinds would help"
        )
    return told


def _human_findings(found: Qarla, humans: Sequence[DimensionScores], against: dict[str, Any]) -> list[str]:
    if not humans:
        return ["there are no human scores, so figure 5 is left out; give some with --human"]
    kings = [king for _, king in found.sets]
    best = next(n for n, (names, _) in enumerate(found.sets) if found.best and names == found.best.measures)
    told = []
    for one in humans:
        values = against[one.dimension]
        trend = correlate(kings, values, "spearman", ("the values of KING", "the correlations"))
        r = shown(values[best], ".3f")
        rho = f"undefined, for {trend.reason}" if trend.reason else f"{trend.value:.3f}"
        told.append(
            f"{one.dimension}: QUEEN by the best set and human scores of {len(one.systems)} systems: r = {r} "
            f"(the paper had .92 and .96); over {trend.n:,} sets, KING and that correlation go together by ρ = {rho}"
            + (
                f"; undefined for {trend.missing:,} sets, in which all systems have the same QUEEN"
                * bool(trend.missing)
            )
        )
        told += one.notices
    return told


def _style_findings(styled: Iterable[Qarla]) -> list[str]:
    told = []
    for one in styled:
        means = []
        for kind in ("system", "reference"):
            values = [text.value for text in one.queens if text.kind == kind and not math.isnan(text.value)]
            means.append(shown(sum(values) / len(values) if values else math.nan, ".3f"))
        told.append(f"by {one.chosen[0]}, QUEEN is {means[0]} for systems and {means[1]} for references")
    return told or [f"there is no measure of style ({', '.join(_STYLE)}), so figure 6 is left out"]


def _figures(found: Qarla, best: King, against: Mapping[str, Any], styled: Mapping[str, Qarla]) -> Iterator[Figure]:
    """Yield the figures of all that there are values for."""
    yield _king_figure(found, best)
    yield _jack_figure(found)
    yield _queen_figure("queen", found)
    if against:
        yield _correlation_figure(found, best, against)
    yield from (_queen_figure(name, by_style) for name, by_style in styled.items())


def _king_figure(found: Qarla, best: King) -> Figure:
    heads = {cluster.representative for cluster in found.clusters}
    kings = [(king.measures[0], "measure", king) for king in found.kings if king.measures[0] in heads]
    if len(best.measures) > 1:
        kings.append(("best set", "best set", best))
    return _bars("king", "KING of representatives and of the best set", best.measures, "KING", kings)


def _queen_figure(name: str, found: Qarla) -> Figure:
    queens = [(queen.text, queen.kind, queen) for queen in found.queens if not math.isnan(queen.value)]
    return _bars(name, "QUEEN of systems and references", found.chosen, "QUEEN", queens)


def _bars(
    name: str, title: str, measures: Sequence[str], quantity: str, texts: Sequence[tuple[str, str, King | Queen]]
) -> Figure:
    """Return bars with intervals, the highest first."""
    rows = tuple(
        {"text": text, "kind": kind, quantity: of.value, "low": of.low, "high": of.high}
        for text, kind, of in sorted(texts, key=lambda row: -row[2].value)
    )
    return Figure(
        name, title, "bars", rows, Axis(quantity), Axis("text"), colour="kind", low="low", high="high",
        subtitle=_subtitle(measures),
    )  # fmt: skip


def _subtitle(measures: Sequence[str]) -> tuple[str, ...]:
    """Return the measures of a set, a line for each."""
    return tuple(name if n == 0 else f"+ {name}" for n, name in enumerate(measures))


def _jack_figure(found: Qarla) -> Figure:
    rows = tuple(dict(zip(("systems", "JACK", "low", "high"), row, strict=True)) for row in found.jack.growth)
    return Figure(
        "jack", "JACK of so many systems", "bands", rows, Axis("systems"), Axis("JACK"), low="low", high="high",
        subtitle=_subtitle(found.chosen),
    )  # fmt: skip


def _correlation_figure(found: Qarla, best: King, against: Mapping[str, Any]) -> Figure:
    rows = [
        {"measures": " + ".join(names), "KING": king, "correlation": float(values[n]), "dimension": dimension,
         "set": "best set" if names == best.measures else "other sets"}
        for dimension, values in against.items()
        for n, (names, king) in enumerate(found.sets)
    ]  # fmt: skip
    # Drawn last, the best set lies above the others.
    rows.sort(key=lambda row: row["set"] == "best set")
    return Figure(
        "correlation", "Correlation of QUEEN with human scores, over all sets of representatives", "points",
        tuple(rows), Axis("KING"), Axis("correlation", "Pearson's r"), colour="set", column="dimension", beside="sets",
    )  # fmt: skip


RECIPE = Recipe(
    "qarla-2005",
    "Which sets of similarity measures tell people's texts from systems', and do human judgements agree?",
    "Amigó, Gonzalo, Peñas & Verdejo 2005, Evaluating DUC 2004 Tasks with the QARLA Framework",
    (
        *(f"rouge-{kind}(kind=recall{words})" for kind in _ROUGE for words in _WORDS),
        *(f"rouge-{kind}(kind=recall,inverted=true{words})" for kind in _ROUGE for words in _WORDS),
        *(f"tvm({n},lemmas=references)" for n in _TERMS),
        *_STYLE,
    ),
    experiment,
    takes=("human", "dimension", "simulations"),
    needs=("three references", "human judgements for its figure 5", "spaCy for its figure 6"),
)
