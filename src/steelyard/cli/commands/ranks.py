"""`steelyard ranks`: the order of systems, and how firm it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import Drawn, Scored
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.inference.comparison.ranks import Rankings


@options
class RanksOptions(Scored, Drawn, Output):
    """Options of `steelyard ranks`."""

    over: str | None = option(
        "--over", metavar="FACET", help="Rank within each value of a facet, and average the ranks."
    )
    by_reference: bool = option("--references", is_flag=True, help="Rank against each reference set alone.")

    def check(self) -> None:
        """Refuse options that contradict each other, or that would have no effect."""
        self.check_scored(also=("scores", "human"))
        if self.over and self.by_reference:
            raise click.UsageError("--over and --references exclude each other")
        if self.by_reference:
            without_texts = ("statistics", "scores", "human", "dimensions")
            self.refuse(without_texts, "--references scores the texts anew; leave out {}")
        if self.over or self.by_reference:
            self.refuse(("resamples", "confidence", "seed", "unit"), "{} has no effect with --over or --references")
        self.check_output()


@command_of("ranks", RanksOptions, "Rank systems, and test how certain their order is.")
def command(asked: RanksOptions) -> None:
    """Rank systems, and test how certain their order is: over bootstrap samples, facets (--over) or references.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard ranks A.txt B.txt C.txt -r ref.txt -m bleu
    steelyard ranks --corpus test.jsonl --over document -m rouge-2
    steelyard ranks A.txt B.txt -r ref1.txt -r ref2.txt --references
    """
    asked.check()
    asked.answer(_ranked(asked))


def _ranked(asked: RanksOptions) -> Rankings:
    from steelyard.cli.progress import progress
    from steelyard.draws import Run
    from steelyard.inference.comparison.ranks import bootstrap_ranks, facet_ranks, reference_ranks

    if asked.by_reference:
        corpus = asked.read_corpus()
        with progress() as draw:
            return reference_ranks(corpus, asked.measures, asked.run(draw))
    scores = asked.read_scores(asked.facet_check(asked.over or asked.unit))
    if asked.over:
        return facet_ranks(scores, asked.over)
    return bootstrap_ranks(scores, draws=asked.draws(), run=Run(asked.threads))
