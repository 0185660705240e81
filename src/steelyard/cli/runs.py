"""Scores that a command works on: of texts, or of statistics that were saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

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
    names = told(ctx)
    if "lower" in names and "scores" not in names:
        raise click.UsageError("--lower goes with --scores", ctx)
    if names.keys() & {"statistics", "corpus", "systems"}:
        return
    if not names.keys() & set(also):
        raise click.UsageError(f"nothing to {aim}; give system outputs and references (-r), or --corpus", ctx)
    if clash := [names[name] for name in (*LOOSE, "measures") if name in names]:
        raise click.UsageError(f"{', '.join(clash)} needs system outputs, and there are none", ctx)


class Frame(Protocol):
    """What is scored: a corpus, or statistics."""

    @property
    def systems(self) -> Collection[str]:
        """Names of the systems."""

    @property
    def facets(self) -> Mapping[str, Sequence[str]]:
        """Facet → one value per segment."""


#: Raises if what is asked for cannot be had of a corpus or statistics.
Check = Callable[[Frame], None]


def corpus_in(given: dict[str, Any], check: Check | None = None) -> Corpus:
    """Open the texts, and check measures and what else there is before any work."""
    from steelyard.cli.inputs import check_measures, corpus_of

    check_measures(given["measures"])
    corpus = corpus_of(given)
    if check is not None:
        check(corpus)
    return corpus


def with_facet(given: dict[str, Any], name: str) -> Check:
    """Return a check that a facet is there."""
    from steelyard.cli.inputs import check_facet

    return lambda frame: check_facet("facet", name, ("segment",), frame.facets, place_of(given))


def scores_in(given: dict[str, Any], check: Check | None = None) -> Scores:
    """Score the texts, or load the statistics, and add scores from outside."""
    own = _own_scores(given, check)
    scores = with_outside(own, given)
    if check is not None and scores is not own:
        check(scores.statistics[0])
    return scores


def with_outside(scores: Scores | None, given: dict[str, Any]) -> Scores:
    """Return the scores with those that --scores names, and say what was left out."""
    if scores is not None and not given["scores"]:
        return scores
    from steelyard.cli.streams import say
    from steelyard.meta.table import score_table

    table = score_table(scores, outside=given["scores"], lower=given["lower"], accept=given["accept"])
    scores = table.scores()
    for notice in (*table.notices, *table.means_told()):
        say(f"note: {notice}")
    return scores


def place_of(given: dict[str, Any]) -> str:
    """Say where facets are looked for; only "here" can more be given."""
    if given["statistics"]:
        return "in these statistics"
    return "in this corpus" if given["corpus"] else "here" if given["systems"] else "without texts"


def _own_scores(given: dict[str, Any], check: Check | None) -> Scores | None:
    """Return the scores of what is computed here, if there is any."""
    from steelyard.cli.progress import progress
    from steelyard.scores import load_scores, score

    if given["corpus"] or given["systems"]:
        corpus = corpus_in(given, check)
        with progress() as draw:
            return score(
                corpus, measures=given["measures"], threads=given["threads"], accept=given["accept"], progress=draw
            )
    if not given["statistics"]:
        return None
    scores = load_scores(given["statistics"])
    if check is not None:
        check(scores.statistics[0])
    return scores


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
