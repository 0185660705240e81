"""`steelyard report`: everything about some systems as one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.cli.commands.compare import CompareOptions
from steelyard.cli.numbers import WholeNumber
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.judgements.statistics import HumanStatistics
    from steelyard.scores.table import ScoreTable

_PAGE = "report.html"


@options
class ReportOptions(CompareOptions):
    """Options of `steelyard report`."""

    # Here --segments says how many are shown.
    chosen_segments: ClassVar[tuple[str, ...]] = ()  # type: ignore[misc]

    title: str = option("--title", default="Report", metavar="TEXT", help="Title of the page.")
    most_segments: int = option(
        "--segments", type=WholeNumber(1), default=2000, metavar="N",
        help="How many can be looked at one by one, at most; scores are always of all.",
    )  # fmt: skip
    out: str | None = option(
        "--out", metavar="FILE", help=f"Where the page is written; of other forms, what is printed.  [default: {_PAGE}]"
    )

    USUAL: ClassVar[str] = "html"

    @property
    def page(self) -> str | None:
        """Where the page goes; nowhere if another form is asked for."""
        return (self.out or _PAGE) if self.form == "html" else None

    def check_output(self, *others: tuple[str, str | None]) -> None:
        """Refuse two forms at once, and files that cannot be written, of which the page is one."""
        super().check_output(("--out", self.page), *others)

    def check_all(self) -> None:
        """Refuse options that contradict each other, or that would have no effect."""
        self.check("report", ("scores",))
        if not self.has_texts:
            lacking = "statistics" if self.statistics else "columns of scores"
            self.refuse(("most_segments",), "{} goes with texts; " + lacking + " do not have them")


@command_of("report", ReportOptions, "Write one page with everything.")
def command(asked: ReportOptions) -> None:
    """Write one page with everything: scores, which differences are real, which of them all measures confirm, ranks,
    human scores if there are any, and every segment with its words compared with the reference.

    Systems and references are given as for `steelyard score`; without them, the page is of the columns of --scores.
    The page needs no network and nothing beside it.

    \b
    steelyard report A.txt B.txt C.txt -r ref.txt
    steelyard report --corpus test.jsonl -m bleu -m chrf --unit document --out test.html
    """
    asked.check_all()
    from steelyard.cli.output import emit, style, tell
    from steelyard.report.forms import rendered

    evaluation = _evaluated(asked)
    if asked.page is None:
        asked.answer(evaluation)
        return
    emit(rendered(evaluation, "html", style(asked)), asked.page)
    if asked.page != "-":
        tell(f"{asked.page}: {evaluation.content()}")


def _evaluated(asked: ReportOptions) -> Evaluation:
    from steelyard.cli.progress import progress
    from steelyard.evaluation import gather

    table, human = _scored(asked)
    return gather(
        table, test=asked.test, correct=asked.correct, correct_over=asked.correct_over,
        simultaneous=asked.simultaneous, alpha=asked.alpha, draws=asked.draws(), baseline=asked.baseline,
        human=human, most_segments=asked.most_segments, threads=asked.threads, bar=progress, title=asked.title,
    )  # fmt: skip


def _scored(asked: ReportOptions) -> tuple[ScoreTable, tuple[HumanStatistics, ...]]:
    """Score the texts, or take the scores there are; all that goes with them is checked before any work."""
    from steelyard.cli.inputs import check_unit
    from steelyard.cli.progress import progress
    from steelyard.judgements.scores import any_human_scores
    from steelyard.scores import load_scores
    from steelyard.scores.table import score_table

    human, dimensions, accept = asked.human_file(), asked.dimensions, asked.accepted()
    if not asked.has_texts:
        saved = load_scores(asked.statistics, plugins=asked.plugins) if asked.statistics else None
        scores = None if saved is None else asked.selected(saved)
        table = score_table(
            scores, external=asked.scores, lower=asked.lower, human=human, threads=asked.threads, accept=accept
        )
        check_unit(asked.unit, table.facets, asked.place)
        asked.check_baseline(table.systems)
        return table, any_human_scores(table, human, dimensions, accept)
    corpus = asked.read_corpus()
    check_unit(asked.unit, corpus.facets, asked.place)
    asked.check_baseline(tuple(corpus.systems))
    any_human_scores(corpus, human, dimensions, accept)
    with progress() as draw:
        table = score_table(
            corpus, asked.measures, external=asked.scores, lower=asked.lower, threads=asked.threads, accept=accept,
            progress=draw,
        )  # fmt: skip
    # Fewer systems may be left, if a file has no scores of some.
    asked.check_baseline(table.systems)
    return table, any_human_scores(table, human, dimensions, accept)
