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
from steelyard.errors import InputError, worded
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.series import pearson
from steelyard.judgements.scores import any_human_scores
from steelyard.judgements.statistics import HumanStatistics
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
from steelyard.studies.recipes.settings import PaperSetting

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
    analysis = qarla(corpus, measures, orders=choices.simulations, draws=Draws(seed=draws.seed), run=run)
    if analysis.best is None:
        raise InputError("KING is undefined, for no segment has three references and an output")
    styled = _styled(analysis, draws.seed)
    against = {human.dimension: _correlations(analysis, human, corpus) for human in humans}
    return Account(
        RECIPE.paper,
        tuple(_tables(analysis, analysis.best, against, styled)),
        tuple(_figures(analysis, analysis.best, against, styled)),
        (
            *_findings(analysis, analysis.best), *_human_findings(analysis, humans, against),
            *_style_findings(styled.values()), *analysis.notices,
        ),
        terms=_MEANINGS,
        signatures=unlabelled(
            (analysis.signature, *(human.signature("system") for human in humans), *analysis.table.signatures)
        ),
    )  # fmt: skip


def _styled(analysis: Qarla, seed: int) -> dict[str, Qarla]:
    """Return name of a figure → QUEEN by a measure of style: the first of each kind that there is."""
    styled = {}
    for style in _STYLE:
        label = next((label for label in analysis.table.measures if parse(label).name == style), None)
        if label is not None:
            styled[f"style-{style}"] = qarla(analysis.table, chosen=[label], draws=Draws(seed=seed))
    return styled


def _tables(analysis: Qarla, best: King, against: Mapping[str, Any], styled: Mapping[str, Qarla]) -> Iterator[Table]:
    yield from _clusters(analysis)
    yield _kings(analysis, best)
    yield _jack(analysis)
    yield _queens(analysis, "queen", "Figure 4")
    if against:
        yield _sets(analysis, against)
    yield from (_queens(by_style, name, "Figure 6") for name, by_style in styled.items())


def _clusters(analysis: Qarla) -> tuple[Table, Table]:
    """Return the clusters, each with its representative and its size; and the cluster of every measure."""
    kings = {king.measures[0]: king for king in analysis.kings}
    rows = tuple(
        (cluster.representative, len(cluster.measures), kings[cluster.representative].value)
        for cluster in analysis.clusters
    )
    members = tuple(
        (name, cluster.representative, kings[name].value, kings[name].low, kings[name].high)
        for cluster in analysis.clusters
        for name in cluster.measures
    )
    title = f"Figure 1: {len(analysis.kings)} measures in {len(analysis.clusters)} clusters, each with its best by KING"
    return (
        Table("clusters", title, ("representative", "measures", "KING"), rows),
        Table("members", "Every measure", ("measure", "representative", "KING", "low", "high"), members, shown=False),
    )


def _correlations(analysis: Qarla, human: HumanStatistics, corpus: Corpus) -> Any:
    """Return Pearson's r of systems' mean QUEEN with their human scores, for each set of representatives."""
    places = [analysis.table.places(names) for names, _ in analysis.sets]
    queens = counts.mean_queens(analysis.table, places)[:, len(analysis.table.references) :]
    judged = [analysis.table.systems.index(name) for name in human.systems]
    values = human.at("system")[:, 0]
    if len(judged) < 2:
        return np.full(len(places), np.nan)
    return pearson(queens[:, judged], np.broadcast_to(values, (len(places), len(judged))))


def _kings(analysis: Qarla, best: King) -> Table:
    heads = {cluster.representative for cluster in analysis.clusters}
    order = sorted((king for king in analysis.kings if king.measures[0] in heads), key=lambda king: -king.value)
    rows: list[tuple[Cell, ...]] = [
        (" + ".join(king.measures), king.value, king.low, king.high, king.wins, king.n) for king in (*order, best)
    ]
    title = "Figure 2: KING of the clusters' representatives and, last, of the best set of them"
    return Table("king", title, ("measures", "KING", "low", "high", "models ahead", "models"), tuple(rows))


def _jack(analysis: Qarla) -> Table:
    title = f"Figure 3: JACK of so many systems, by {' + '.join(analysis.chosen)}; bounds of 95 % of random orders"
    return Table("jack", title, ("systems", "JACK", "low", "high"), analysis.jack.growth)


def _queens(analysis: Qarla, name: str, figure: str) -> Table:
    order = sorted(analysis.queens, key=lambda queen: (math.isnan(queen.value), -queen.value))
    rows = tuple((queen.text, queen.kind, queen.value, queen.low, queen.high, queen.n) for queen in order)
    title = f"{figure}: QUEEN of systems and references by {' + '.join(analysis.chosen)}"
    return Table(name, title, ("text", "kind", "QUEEN", "low", "high", "segments"), rows)


def _sets(analysis: Qarla, against: Mapping[str, Any]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (" + ".join(names), len(names), king, *(float(values[n]) for values in against.values()))
        for n, (names, king) in enumerate(analysis.sets)
    )
    heads = ("measures", "number", "KING", *(f"r with {dimension}" for dimension in against))
    return Table("sets", "Figure 5: every set of representatives", heads, rows, shown=False)


def _findings(analysis: Qarla, best: King) -> list[str]:
    single = max(analysis.kings, key=lambda king: king.value)
    gain = f"{best.value / single.value - 1:+.0%}" if single.value else "from nothing"
    bounds = "(no interval)" if math.isnan(best.low) else f"[{best.low:.3f}, {best.high:.3f}]"
    findings = [
        f"the best of {len(analysis.sets):,} sets is {' + '.join(best.measures)}: KING {best.value:.3f} "
        f"{bounds}, against {single.value:.3f} of the best measure alone, {single.measures[0]} "
        f"({gain}; the paper had +17% and +23%)"
    ]
    defined = [queen for queen in analysis.queens if not math.isnan(queen.value)]
    models = [queen for queen in defined if queen.kind == "reference"]
    if outputs := [queen for queen in defined if queen.kind == "system"]:
        system = max(outputs, key=lambda queen: queen.value)
        ahead = sum(queen.value > system.value for queen in models)
        findings.append(
            f"{ahead} of {len(models)} references have a higher mean QUEEN than the best system, {system.text} "
            f"({system.value:.3f}); in the paper all had"
        )
    if lost := len(analysis.queens) - len(defined):
        findings.append(f"QUEEN is undefined for {counted(lost, 'text')}, left out where others are compared")
    if len(analysis.jack.growth) > 2 and not math.isnan(analysis.jack.value):
        (_, before, *_), (systems, last, *_) = analysis.jack.growth[-2:]
        findings.append(
            f"JACK is {last:.3f} with all {systems} systems, and {before:.3f} on average with one less; what the last "
            f"adds, {last - before:.3f}, says whether more systems of these kinds would help"
        )
    return findings


def _human_findings(analysis: Qarla, humans: Sequence[HumanStatistics], against: dict[str, Any]) -> list[str]:
    if not humans:
        option = worded("--human", "human=…")
        return [f"there are no human scores, so figure 5 is left out; give some with {option}"]
    kings = [king for _, king in analysis.sets]
    best = next(n for n, (names, _) in enumerate(analysis.sets) if analysis.best and names == analysis.best.measures)
    findings = []
    for human in humans:
        values = against[human.dimension]
        trend = correlate(kings, values, "spearman", ("the values of KING", "the correlations"))
        r = shown(values[best], ".3f")
        rho = f"undefined, for {trend.reason}" if trend.reason else f"{trend.value:.3f}"
        findings.append(
            f"{human.dimension}: QUEEN by the best set and human scores of {len(human.systems)} systems: r = {r} "
            f"(the paper had .92 and .96); over {trend.n:,} sets, KING and that correlation go together by ρ = {rho}"
            + (
                f"; undefined for {trend.missing:,} sets, in which all systems have the same QUEEN"
                * bool(trend.missing)
            )
        )
        findings += human.notices
    return findings


def _style_findings(styled: Iterable[Qarla]) -> list[str]:
    findings = []
    for by_style in styled:
        means = []
        for kind in ("system", "reference"):
            values = [text.value for text in by_style.queens if text.kind == kind and not math.isnan(text.value)]
            means.append(shown(sum(values) / len(values) if values else math.nan, ".3f"))
        findings.append(f"by {by_style.chosen[0]}, QUEEN is {means[0]} for systems and {means[1]} for references")
    return findings or [f"there is no measure of style ({', '.join(_STYLE)}), so figure 6 is left out"]


def _figures(analysis: Qarla, best: King, against: Mapping[str, Any], styled: Mapping[str, Qarla]) -> Iterator[Figure]:
    """Yield the figures of all that there are values for."""
    yield _king_figure(analysis, best)
    yield _jack_figure(analysis)
    yield _queen_figure("queen", analysis)
    if against:
        yield _correlation_figure(analysis, best, against)
    yield from (_queen_figure(name, by_style) for name, by_style in styled.items())


def _king_figure(analysis: Qarla, best: King) -> Figure:
    heads = {cluster.representative for cluster in analysis.clusters}
    kings = [(king.measures[0], "measure", king) for king in analysis.kings if king.measures[0] in heads]
    if len(best.measures) > 1:
        kings.append(("best set", "best set", best))
    return _bars("king", "KING of representatives and of the best set", best.measures, "KING", kings)


def _queen_figure(name: str, analysis: Qarla) -> Figure:
    queens = [(queen.text, queen.kind, queen) for queen in analysis.queens if not math.isnan(queen.value)]
    return _bars(name, "QUEEN of systems and references", analysis.chosen, "QUEEN", queens)


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


def _jack_figure(analysis: Qarla) -> Figure:
    rows = tuple(dict(zip(("systems", "JACK", "low", "high"), row, strict=True)) for row in analysis.jack.growth)
    return Figure(
        "jack", "JACK of so many systems", "bands", rows, Axis("systems"), Axis("JACK"), low="low", high="high",
        subtitle=_subtitle(analysis.chosen),
    )  # fmt: skip


def _correlation_figure(analysis: Qarla, best: King, against: Mapping[str, Any]) -> Figure:
    rows = [
        {"measures": " + ".join(names), "KING": king, "correlation": float(values[n]), "dimension": dimension,
         "set": "best set" if names == best.measures else "other sets"}
        for dimension, values in against.items()
        for n, (names, king) in enumerate(analysis.sets)
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
    takes=("human", "dimension", "simulations", "peers"),
    needs=("three references", "human judgements for its figure 5", "spaCy for its figure 6"),
    settings=(
        PaperSetting(
            "measures",
            "57 of content, and GRAMSIM and AVLS of style",
            "the same; those of style take part in the clustering as well",
        ),
        PaperSetting(
            "dimension",
            "DUC's human scores",
            "all dimensions that there are, or the one that is chosen",
        ),
        PaperSetting(
            "simulations",
            "not said",
            "500",
        ),
        PaperSetting(
            "terms of TVM",
            "from the source documents",
            "from the references",
            "sources may be in another language",
        ),
        PaperSetting(
            "figure 6",
            "by GRAMSIM",
            "by GRAMSIM and by AVLS",
        ),
    ),
)
