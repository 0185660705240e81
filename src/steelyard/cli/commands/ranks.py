"""`steelyard ranks`: the order of systems, and how firm it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import Drawn, Scored, significance_level
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.inference.comparison.clusters import Clusterings
    from steelyard.inference.comparison.rankings import Rankings

_DRAWN = ("resamples", "confidence", "seed", "unit")


@options
class RanksOptions(Scored, Drawn, Output):
    """Options of `steelyard ranks`."""

    over: str | None = option(
        "--over", metavar="FACET", help="Rank within each value of a facet, and average the ranks."
    )
    by_reference: bool = option("--references", is_flag=True, help="Rank against each reference set alone.")
    clusters: str | None = option(
        "--clusters", type=click.Choice(("wmt",)), metavar="wmt",
        help="Clusters as WMT has them, by Mann and Whitney's test of all judgements of two systems (or of all their "
        "segment scores).",
    )  # fmt: skip
    alpha: float = significance_level("With --clusters: a one-sided p below it makes a system better than another.")

    def check(self) -> None:
        """Refuse options that contradict each other, or that would have no effect."""
        self.check_scored(also=("scores", "human"))
        if self.over and self.by_reference:
            raise click.UsageError("--over and --references exclude each other")
        if self.clusters:
            without_effect = ("over", "by_reference", *_DRAWN)
            self.refuse(without_effect, "{} has no effect with --clusters")
        else:
            self.refuse(("alpha",), "{} goes with --clusters")
        if self.by_reference:
            without_texts = ("statistics", "scores", "human", "dimensions")
            self.refuse(without_texts, "--references scores the texts anew; leave out {}")
        if self.over or self.by_reference:
            self.refuse(_DRAWN, "{} has no effect with --over or --references")
        self.check_output()


@command_of("ranks", RanksOptions, "Rank systems, and test how certain their order is.")
def command(asked: RanksOptions) -> None:
    """Rank systems, and test how certain their order is: over bootstrap samples, facets (--over) or references.

    --clusters wmt puts them into clusters instead.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard ranks A.txt B.txt C.txt -r ref.txt -m bleu
    steelyard ranks --corpus test.jsonl --over document -m rouge-2
    steelyard ranks A.txt B.txt -r ref1.txt -r ref2.txt --references
    steelyard ranks --human z.tsv --clusters wmt
    """
    asked.check()
    asked.answer(_ranked(asked))


def _ranked(asked: RanksOptions) -> Rankings | Clusterings:
    from steelyard.cli.progress import progress
    from steelyard.draws import Run
    from steelyard.inference.comparison.ranks import bootstrap_ranks, facet_ranks, reference_ranks

    if asked.by_reference:
        corpus = asked.read_corpus()
        with progress() as draw:
            return reference_ranks(corpus, asked.measures, asked.run(draw))
    if asked.clusters:
        from steelyard.inference.comparison.clusters import cluster_ranks

        return cluster_ranks(asked.read_scores(), asked.clusters, alpha=asked.alpha)
    scores = asked.read_scores(asked.facet_check(asked.over or asked.unit))
    if asked.over:
        return facet_ranks(scores, asked.over)
    return bootstrap_ranks(scores, draws=asked.draws(), run=Run(asked.threads))
