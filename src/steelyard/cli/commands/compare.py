"""`steelyard compare`: is the difference between systems real?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import Scored, Spanned, Tested, significance_level
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.inference.comparison.comparisons import Comparisons
    from steelyard.scores import Scores


@options
class CompareOptions(Scored, Tested, Spanned, Output):
    """Options of `steelyard compare`."""

    baseline: str | None = option(
        "--baseline", metavar="NAME", help="Compare every other system with this one, instead of all pairs."
    )
    test: str = option(
        "--test", default="randomisation", metavar="TEST",
        help="randomisation, bootstrap, z, t, wilcoxon, sign; mann-whitney, of all judgements of people, unpaired; "
        "unpaired-t, unpaired-z, tukey, scheffe, which take systems for independent and hardly find anything on the "
        "same texts; sacreBLEU's own: sacrebleu-randomisation, sacrebleu-bootstrap, which rejects too often (10 to 12 "
        "% at .05); or FILE.py:NAME.",
    )  # fmt: skip
    unit: str = option(
        "--unit", default="segment", metavar="UNIT",
        help="Unit of the test and the bootstrap: segment, document or any facet; crossed (A*B) for the bootstrap.",
    )  # fmt: skip
    alpha: float = significance_level("Significance level: a corrected p up to it tells two systems apart.")
    correct_over: str = option(
        "--correct-over", type=click.Choice(("pairs", "all")), default="pairs", metavar="FAMILY",
        help="Correct over the pairs of each measure, or over those of all measures together.",
    )  # fmt: skip
    simultaneous: bool = option(
        "--simultaneous", is_flag=True,
        help="Widen the intervals of differences so that all of a family (--correct-over) hold at once.",
    )  # fmt: skip

    def check(self, aim: str = "compare", also: tuple[str, ...] = ("scores", "human")) -> None:
        """Refuse options that contradict each other, or that would have no effect on what the command is to do."""
        from steelyard.inference.comparison.compare import checked_test

        self.check_scored(aim, also)
        test = checked_test(self.test, self.correct, self.alpha, self.draws())
        self.refuse(test.unused, "{} has no effect with --test " + test.name)
        if not self.simultaneous and (test.all_pairs or self.correct == "none"):
            why = f"--test {test.name}" if test.all_pairs else "--correct none"
            self.refuse(("correct_over",), f"{{}} has no effect with {why}, unless with --simultaneous")
        self.check_output()

    def check_systems(self, systems: tuple[str, ...]) -> None:
        """Refuse at once what could not be compared."""
        from steelyard.errors import InputError

        if len(systems) < 2:
            raise InputError(f"there is one system, {systems[0]!r}; a comparison needs two")
        self.check_baseline(systems)

    def check_baseline(self, systems: tuple[str, ...]) -> None:
        """Refuse a baseline that is none of the systems."""
        from steelyard.errors import SpecError, suggestion

        if self.baseline is not None and self.baseline not in systems:
            raise SpecError(f"no system {self.baseline!r} to compare with" + suggestion(self.baseline, systems))


@command_of("compare", CompareOptions, "Test which differences between systems are significant.")
def command(asked: CompareOptions) -> None:
    """Test which differences between systems are significant: all pairs, or each system against a baseline.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard compare A.txt B.txt C.txt -r ref.txt -m bleu -m chrf
    steelyard compare --statistics run.npz --unit document --baseline A --html --out pairs.html
    steelyard compare A.txt B.txt -r ref.txt -m bleu --scores comet.tsv --human human.tsv
    """
    asked.check()
    asked.answer(_compared(_scores(asked), asked))


def _scores(asked: CompareOptions) -> Scores:
    """Return the scores; what could not be compared is refused before any work."""
    from steelyard.cli.inputs import check_unit
    from steelyard.cli.runs import Frame

    def check(frame: Frame) -> None:
        asked.check_systems(tuple(frame.systems))
        check_unit(asked.unit, frame.facets, asked.place)

    return asked.read_scores(check)


def _compared(scores: Scores, asked: CompareOptions) -> Comparisons:
    from steelyard.cli.progress import progress
    from steelyard.draws import Run
    from steelyard.inference.comparison.compare import compare

    with progress(what="draws") as draw:
        return compare(
            scores, test=asked.test, correct=asked.correct, correct_over=asked.correct_over,
            simultaneous=asked.simultaneous, baseline=asked.baseline, alpha=asked.alpha, draws=asked.draws(),
            run=Run(asked.threads, progress=draw),
        )  # fmt: skip
