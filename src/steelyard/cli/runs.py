"""Scores that a command works on: of texts, or of statistics that were saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import LOOSE, check_forms, check_input, holds_everything, told

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.scores import Scores


def check_run(ctx: click.Context, aim: str = "score", also: Sequence[str] = ()) -> None:
    """Refuse forms and inputs that contradict each other, and no input at all for what the command is to do.

    `also` names further options that are input enough.
    """
    check_forms(ctx)
    holds_everything(ctx, "statistics", (*LOOSE, "corpus", "format_", "sentences_at", "accept", "measures", "save"))
    check_input(ctx)
    if not told(ctx).keys() & {"statistics", "corpus", "systems", *also}:
        raise click.UsageError(f"nothing to {aim}; give system outputs and references (-r), or --corpus", ctx)


def corpus_in(given: dict[str, Any], facets: Sequence[str] = ()) -> Corpus:
    """Open the texts and check measures and facets before any work."""
    from steelyard.cli.inputs import check_facet, check_measures, corpus_of

    check_measures(given["measures"])
    corpus = corpus_of(given)
    for facet in facets:
        check_facet("facet", facet, ("segment",), corpus.facets, "in this corpus" if given["corpus"] else "here")
    return corpus


def scores_in(given: dict[str, Any], facets: Sequence[str] = ()) -> Scores:
    """Score the texts, or load the statistics; `facets` must be there."""
    from steelyard.cli.inputs import check_facet
    from steelyard.cli.progress import progress
    from steelyard.scores import load_scores, score

    if given["statistics"]:
        scores = load_scores(given["statistics"])
        for facet in facets:
            check_facet("facet", facet, ("segment",), scores.statistics[0].facets, "in these statistics")
        return scores
    corpus = corpus_in(given, facets)
    with progress() as draw:
        return score(
            corpus, measures=given["measures"], threads=given["threads"], accept=given["accept"], progress=draw
        )


def pair_of(systems: Sequence[str], asked: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two systems that --pair names, or the only two there are."""
    from steelyard.errors import InputError, SpecError, suggestion

    if asked is None:
        if len(systems) != 2:
            told = f"there is one system, {systems[0]!r}" if len(systems) == 1 else f"there are {len(systems)} systems"
            raise InputError(f"{told}; give two, or name two of them with --pair A B")
        return systems[0], systems[1]
    for name in asked:
        if name not in systems:
            raise SpecError(f"--pair: no system {name!r}" + suggestion(name, systems))
    if asked[0] == asked[1]:
        raise SpecError(f"--pair: {asked[0]!r} is named twice; name two systems")
    return asked
