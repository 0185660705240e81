"""`steelyard score`: systems against references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steelyard.cli.groups import Drawn, Scored, Spanned
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.cli.runs import Frame
    from steelyard.draws import Draws
    from steelyard.scores import Scores

_DRAWN = ("resamples", "confidence", "seed", "unit", "interval")


@options
class ScoreOptions(Scored, Drawn, Spanned, Output):
    """Options of `steelyard score`."""

    level: str = option("--level", default="system", metavar="LEVEL", help="system, segment, document or any facet.")
    intervals: bool = option("--intervals/--no-intervals", is_flag=True, help="Intervals, at level system.")
    score_references: bool = option(
        "--score-references", is_flag=True, help="Score each reference against the others, in place of the systems."
    )
    save: str | None = option(
        "--save", metavar="FILE.npz", help="Keep the statistics, from which all scores can be made again."
    )

    def check(self) -> None:
        """Refuse options that contradict each other, or that would have no effect."""
        from steelyard.cli.inputs import tool_samples_among

        self.check_scored(also=("scores", "human"))
        if self.score_references:
            alone = ("statistics", "scores", "human", "dimensions")
            self.refuse(alone, "--score-references is of the texts; leave out {}")
        if self.save is not None:
            kept = ("scores", "human", "dimensions")
            self.refuse(kept, "--save keeps what is computed here; leave out {}, and keep its file")
        if not self.intervals:
            self.refuse(_DRAWN, "{} has no effect without --intervals")
        elif self.interval == "t" and not self.statistics and not tool_samples_among(self.measures):
            self.refuse_undrawn()
        self.check_output(("--save", self.save))
        if self.save is not None:
            from steelyard.statistics.files import check_target

            check_target(self.save, self.replace)

    def refuse_undrawn(self) -> None:
        """Refuse what is said of draws, where nothing is drawn."""
        self.refuse(("resamples", "seed"), "{} has no effect with intervals by t; add --interval bca or percentile")

    def check_facets(self, facets: Iterable[str]) -> None:
        """Raise if there is no such level or unit."""
        from steelyard.cli.inputs import check_facet

        check_facet("level", self.level, ("system", "segment"), facets, self.place)
        check_facet("unit", self.unit, ("segment",), facets, self.place)


def _intervals(asked: ScoreOptions, scores: Scores) -> Draws | None:
    if not asked.intervals:
        return None
    if asked.interval == "t" and not any(statistics.measure.tool_samples for statistics in scores.statistics):
        asked.refuse_undrawn()
    return asked.draws()


def _scores(asked: ScoreOptions) -> Scores:
    def check(frame: Frame) -> None:
        asked.check_facets(frame.facets)

    if not asked.score_references:
        return asked.read_scores(check)
    from steelyard.scores.references import score_references

    return score_references(asked.read_corpus(check), asked.measures, threads=asked.threads, accept=asked.accepted())


@command_of("score", ScoreOptions, "Score systems against references.")
def command(asked: ScoreOptions) -> None:
    """Score systems against references.

    A system is a file with one output per line, named by its file name (without .gz, ending and leading "sys.")
    or as NAME=path; "-" is standard input, and gzip is unpacked.

    \b
    steelyard score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu -m "ter(case=keep)"
    steelyard score --corpus test.jsonl --level document --json
    steelyard score A.txt B.txt -r ref.txt -m bleu --scores comet.tsv --human human.tsv
    """
    asked.check()
    own = _scores(asked)
    scores = own.at(asked.level, _intervals(asked, own), asked.threads)
    if asked.save is not None:
        scores.save(asked.save, replace=asked.replace)
    asked.answer(scores)
