"""`steelyard agree`: how far assessors agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.groups import Accepted, Resampled, aggregate, mqm_weights
from steelyard.cli.output import Output
from steelyard.cli.selection import SELECTED, Selected
from steelyard.cli.typed import argument, command_of, option, options

if TYPE_CHECKING:
    from steelyard.inference.agreement.report import AgreementReport
    from steelyard.judgements.table import Judgements


@options
class AgreeOptions(Accepted, Selected, Resampled, Output):
    """Options of `steelyard agree`."""

    ratings: str | None = argument("ratings", metavar="[FILE]", required=False)
    corpus: tuple[str, ...] = option(
        "--corpus", multiple=True, metavar="PATH", help="A corpus that holds judgements, instead of a file."
    )
    format_: str | None = option("--from", metavar="FORMAT", help="Format of --corpus, where its ending does not tell.")
    mqm_weights: tuple[str, ...] = mqm_weights()
    dimension: str | None = option(
        "--dimension", metavar="NAME", help="Dimension of the ratings, where there are several."
    )
    coefficients: tuple[str, ...] = option(
        "--coefficient", multiple=True, metavar="NAME",
        help="raw, uniform, pi, cohen, alpha or f; repeatable.  [default: all but f]",
    )  # fmt: skip
    distance: str | None = option(
        "--distance", metavar="NAME",
        help="Distance for alpha: nominal, ordinal, interval, ratio.  [default: nominal for tags, ordinal for numbers]",
    )  # fmt: skip
    weights: str = option(
        "--weights", default="none", metavar="NAME", help="Weights of uniform, pi, cohen: none, linear or quadratic."
    )
    by: str | None = option(
        "--by", metavar="COLUMN",
        help="Also each coefficient for every value of a column (of a corpus: a facet), and its micro and macro mean.",
    )  # fmt: skip
    leave_out: tuple[str, ...] = option(
        "--leave-out", multiple=True, metavar="TAG",
        help="A tag that is no answer, left out of answers and of what items allow; repeatable.",
    )  # fmt: skip
    keep_columns: bool = option(
        "--keep-columns", is_flag=True, help="Ignore columns of the file that have no meaning here."
    )
    normalised: str | None = option(
        "--normalised", metavar="FILE.tsv",
        help="Also write each item's score, normalised by assessor and averaged over them.",
    )  # fmt: skip
    divisor: str = option(
        "--divisor", default="n", metavar="n|n-1", help="Divisor of the deviation in --normalised; WMT's is n-1."
    )
    aggregate: str = aggregate()
    distributions: str | None = option(
        "--distributions", metavar="FILE",
        help="Also draw the answers of each assessor (.svg or .html; needs the extra plots).",
    )  # fmt: skip

    def check(self) -> None:
        """Refuse options that contradict each other."""
        if (self.ratings is None) == (not self.corpus):
            raise click.UsageError("give a file of ratings or --corpus, one of them")
        if self.format_ is not None and not self.corpus:
            raise click.UsageError("--from goes with --corpus")
        if not self.corpus:
            self.refuse(SELECTED, "{} goes with --corpus")
        if not self.normalised:
            self.refuse(("divisor", "aggregate"), "{} goes with --normalised")
        self.check_output(("--normalised", self.normalised), ("--distributions", self.distributions))
        if self.distributions:
            from steelyard.report.figures import check_figure

            check_figure(self.distributions)


@command_of("agree", AgreeOptions, "Measure how far assessors agree.")
def command(asked: AgreeOptions) -> None:
    """Measure how far assessors agree: raw, and beyond what chance would give.

    FILE is TSV with the columns item, assessor and answer (several tags as a|b), and optionally tags (those an item
    allows, or how many), dimension, repeat, polarity, team and round; or a file of human scores, with system, seg,
    score and assessor; or MQM annotations, of which each rater's scores of outputs are compared.

    \b
    steelyard agree ratings.tsv
    steelyard agree human.tsv --dimension fluency --distance interval --weights quadratic
    """
    asked.check()
    from steelyard.cli.output import emit
    from steelyard.draws import Draws
    from steelyard.inference.agreement.agree import agree

    answers = _answers(asked)
    draws = Draws("item", asked.resamples, confidence=asked.confidence, seed=asked.seed)
    chosen: dict[str, Any] = {"coefficients": asked.coefficients} if asked.coefficients else {}
    normal = _normalised(answers, asked.divisor, asked.aggregate) if asked.normalised else ""
    report = agree(
        answers, **chosen, distance=asked.distance, weights=asked.weights, by=asked.by, leave_out=asked.leave_out,
        draws=draws,
    )  # fmt: skip
    if asked.normalised:
        emit(normal, asked.normalised)
    if asked.distributions:
        _draw(report, asked.distributions)
    asked.answer(report)


def _answers(asked: AgreeOptions) -> Judgements:
    from steelyard.cli.inputs import human_file
    from steelyard.corpus.formats import read
    from steelyard.inference.agreement.agree import answers_of

    if asked.corpus:
        source: Any = asked.selected(read(asked.corpus, asked.format_, asked.accepted()))
    else:
        source = human_file(asked.ratings, asked.mqm_weights)
    return answers_of(source, asked.dimension, asked.accepted(), asked.by, asked.keep_columns)


def _normalised(answers: Judgements, divisor: str, aggregate: str) -> str:
    """Return normalised scores as a file of human scores, and say what was left out."""
    from steelyard.cli.streams import say
    from steelyard.inference.agreement.agree import normalise

    normalised = normalise(answers, divisor=divisor, aggregate=aggregate)
    for notice in normalised.notices():
        say(notice)
    with_system = any(score.system for score in normalised.scores)
    rows = [["system", "seg", "score"] if with_system else ["item", "score"]]
    rows += [
        [*([score.system] if with_system else []), str(score.item), repr(score.score)] for score in normalised.scores
    ]
    return "".join("\t".join(row) + "\n" for row in rows)


def _draw(report: AgreementReport, path: str) -> None:
    from steelyard.report.figures import draw

    draw(report.account().figures[0], path)
