"""Groups of options that several commands share, each a class that a command's options inherit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import click

from steelyard.cli.numbers import RealNumber, WholeNumber
from steelyard.cli.selection import SELECTED, Selected
from steelyard.cli.typed import Options, argument, option, options

if TYPE_CHECKING:
    from steelyard.cli.runs import Check
    from steelyard.corpus import Corpus
    from steelyard.draws import Draws, Run
    from steelyard.scores import Scores

SHARE = RealNumber(0, 1, min_open=True, max_open=True)
SEED = WholeNumber(0, 2**64 - 1)
_LOOSE = ("systems", "references", "source", "ids", "documents", "facets")


def sentence_mark() -> Any:
    """Declare the option --sentences-at."""
    return option(
        "--sentences-at", metavar="TEXT",
        help="Mark between the sentences of a line of text, for instance '<q>'; read as a line break.",
    )  # fmt: skip


def reference_kinds() -> Any:
    """Declare the option --references-of."""
    return option(
        "--references-of", metavar="KIND[,KIND]",
        help="Kinds of references: first, multi (further ones), post-edit.  [default: first,multi]",
    )  # fmt: skip


def table_columns() -> Any:
    """Declare the option --columns."""
    return option(
        "--columns", multiple=True, metavar="ROLE=NAME,…",
        help="Columns or keys of loose tables (.jsonl, .json, .csv, .tsv, .parquet): output, reference, id, system, "
        "source; an empty NAME for none.",
    )  # fmt: skip


@options
class Accepted(Options):
    """What is taken that is refused otherwise."""

    #: In a command's help these options stand behind those of its own, and before the forms of output.
    LAST: ClassVar[int] = 1

    accept: tuple[str, ...] = option(
        "--accept", multiple=True, metavar="WHAT",
        help="Accept what is otherwise refused: bom, crlf, empty (outputs), long, unannotated (segments); repeatable.",
    )  # fmt: skip

    def accepted(self) -> tuple[str, ...]:
        """Return the words of --accept, which may be repeated or have commas between them."""
        from steelyard.corpus import check_accept

        words = (word.strip() for text in self.accept for word in text.split(","))
        return check_accept(dict.fromkeys(filter(None, words)))


@options
class Work(Accepted):
    """How work is done."""

    LAST: ClassVar[int] = 1

    threads: int | None = option(
        "--threads", type=WholeNumber(1), metavar="N", help="Number of threads; default: one per core."
    )

    def run(self, progress: Any = None) -> Run:
        """Return how work is done, as functions take it."""
        from steelyard.draws import Run

        return Run(threads=self.threads, accept=self.accepted(), progress=progress)


@options
class Input(Work, Selected):
    """Texts: loose files, or a corpus, or part of one."""

    systems: tuple[str, ...] = argument("systems", (), nargs=-1, metavar="[NAME=]PATH...")
    references: tuple[str, ...] = option(
        "-r", "--reference", multiple=True, metavar="FILE", help="A reference set; repeatable."
    )
    source: str | None = option("--source", metavar="FILE", help="The source texts.")
    ids: str | None = option("--ids", metavar="FILE", help="Segment names; without them segments are numbered from 0.")
    documents: str | None = option(
        "--documents", metavar="FILE", help="Document names, one per segment: --facet document=FILE."
    )
    facets: tuple[str, ...] = option(
        "--facet", multiple=True, metavar="NAME=FILE", help="A property of segments, one value per line; repeatable."
    )
    corpus: tuple[str, ...] = option(
        "--corpus", multiple=True, metavar="PATH", help="A corpus in any known format, instead of loose files."
    )
    format_: str | None = option("--from", metavar="FORMAT", help="Format of --corpus, where its ending does not tell.")
    columns: tuple[str, ...] = table_columns()
    sentences_at: str | None = sentence_mark()
    references_of: str | None = reference_kinds()

    def check_input(self, aim: str = "") -> None:
        """Refuse options that contradict each other and, where it is said what they are for, no texts at all."""
        if aim and not self.has_texts:
            raise click.UsageError(f"nothing to {aim}; give a system output and references (-r), or --corpus")
        if self.corpus:
            self.refuse(_LOOSE, "--corpus holds everything; leave out {}")
        elif self.format_ is not None:
            raise click.UsageError("--from goes with --corpus")

    @property
    def has_texts(self) -> bool:
        """Tell whether texts are given."""
        return bool(self.corpus or self.systems)

    def read_corpus(self, check: Check | None = None) -> Corpus:
        """Open the texts, and check what is asked of them before any work."""
        from steelyard.cli.inputs import LooseFiles, read_scorable

        if self.corpus:
            corpus = read_scorable(
                self.corpus, self.format_, self.accepted(), self.sentences_at, self.references_of, self.columns
            )
        else:
            documents = [f"document={self.documents}"] if self.documents else []
            facets = (*documents, *self.facets)
            loose = LooseFiles(
                self.systems, self.references, self.source, self.ids, facets, self.sentences_at, self.columns
            )
            corpus = loose.corpus(self.accepted())
            if self.references_of is not None:
                corpus = corpus.with_references_of(self.references_of)
        corpus = self.selected(corpus)
        if check is not None:
            check(corpus)
        return corpus


def mqm_weights() -> Any:
    """Declare the option --mqm-weight."""
    return option(
        "--mqm-weight", multiple=True, metavar="NAME=NUMBER",
        help="Penalty of a severity, or severity:category, in MQM annotations, as Major=5 or Minor:Fluency=0.1; "
        "repeatable.",
    )  # fmt: skip


def aggregate() -> Any:
    """Declare the option --aggregate."""
    return option(
        "--aggregate", default="mean", metavar="NAME",
        help="How the judgements of several assessors make one value of an output: mean or median.",
    )  # fmt: skip


def one_dimension() -> Any:
    """Declare the option --dimension of a command that takes the human scores of one."""
    return option("--dimension", metavar="NAME", help="Dimension of the human scores, where there are several.")


@options
class People(Options):
    """Judgements of people, beside those that a corpus may carry."""

    human: str | None = option(
        "--human", metavar="FILE.tsv",
        help="Human scores: system, seg, score, and maybe assessor, dimension; or MQM annotations; or corpus: for the "
        "judgements inside --corpus.",
    )  # fmt: skip
    mqm_weights: tuple[str, ...] = mqm_weights()
    aggregate: str = aggregate()

    def human_file(self) -> Any:
        """Return the file of human scores, with the weights for its MQM annotations and how they are aggregated."""
        from steelyard.cli.inputs import human_file

        file = human_file(self.human, self.mqm_weights)
        if not self.named(("aggregate",)):
            return file
        from steelyard.judgements.sources import Aggregated

        return Aggregated(file, self.aggregate)


@options
class Scored(Input, People):
    """Scores: of texts under measures, of statistics that were saved, of measures computed elsewhere, of people."""

    SAYS_NOTICES: ClassVar[bool] = False

    statistics: str | None = option(
        "--statistics", metavar="FILE.npz", help="Statistics written by --save, instead of texts."
    )
    plugins: tuple[str, ...] = option(
        "--plugin", multiple=True, metavar="FILE.py",
        help="Your own measures that --statistics names, which are not run otherwise; repeatable.",
    )  # fmt: skip
    measures: tuple[str, ...] = option(
        "-m", "--measure", multiple=True, default=("bleu", "chrf", "ter"), metavar="MEASURE",
        help="[LABEL=]name[@preset][(option=value,…)], or FILE.py:NAME; repeatable.",
    )  # fmt: skip
    scores: tuple[str, ...] = option(
        "--scores", multiple=True, metavar="FILE",
        help="Scores of other measures: TSV of system, seg and a column for each, or score files of "
        "mt-metrics-eval; repeatable.",
    )  # fmt: skip
    dimensions: tuple[str, ...] = option(
        "--dimension", multiple=True, metavar="NAME", help="Dimension of the human scores; default: all; repeatable."
    )
    lower: tuple[str, ...] = option(
        "--lower", multiple=True, metavar="NAME", help="A measure of --scores for which lower is better; repeatable."
    )

    def check_scored(self, aim: str = "score", also: tuple[str, ...] = ("scores",)) -> None:
        """Refuse inputs that contradict each other, and no input at all for what the command is to do."""
        if self.statistics:
            others = (*_LOOSE, "corpus", "format_", "sentences_at", "references_of", "accept", "measures", "save")
            self.refuse(others, "--statistics holds everything; leave out {}")
        self.check_input()
        if self.lower and not self.scores:
            raise click.UsageError("--lower goes with --scores")
        if self.has_texts or self.statistics:
            return
        if not self.named(also):
            raise click.UsageError(f"nothing to {aim}; give system outputs and references (-r), or --corpus")
        self.refuse((*_LOOSE, "measures"), "{} needs system outputs, and there are none")
        if not any(path.endswith(".npz") for path in self.scores):
            self.refuse(SELECTED, "{} is of texts, or of --statistics, and there are none; leave it out")

    def read_corpus(self, check: Check | None = None) -> Corpus:
        """Check the measures, then open the texts."""
        from steelyard.cli.inputs import check_measures
        from steelyard.cli.suggestions import measures_among

        check_measures(self.measures)
        asked = self.measures if self.named(("measures",)) else ()
        if self.systems and (written := measures_among(self.systems, asked)):
            raise click.UsageError(f"an output that is no file names a measure; repeat -m for each: {written}")
        return super().read_corpus(check)

    def read_scores(self, check: Check | None = None) -> Scores:
        """Score the texts, or load the statistics, and add scores of other measures and of people."""
        if not (self.human or self.dimensions):
            self.refuse(("aggregate",), "{} goes with --human, or with --dimension of a corpus that has judgements")
        own = self._own_scores(check)
        scores = self._with_people(self._with_external(own))
        if check is not None and scores is not own:
            check(scores.statistics[0])
        return scores

    @property
    def place(self) -> str:
        """Where facets are looked for; only "here" can more be given."""
        if self.statistics:
            return "in these statistics"
        return "in this corpus" if self.corpus else "here" if self.systems else "without texts"

    def facet_check(self, name: str) -> Check:
        """Return a check that a facet is there."""
        from steelyard.cli.inputs import check_facet

        return lambda frame: check_facet("facet", name, ("segment",), frame.facets, self.place)

    def _own_scores(self, check: Check | None) -> Scores | None:
        from steelyard.cli.progress import progress
        from steelyard.scores import load_scores, score

        if self.has_texts:
            corpus = self.read_corpus(check)
            with progress() as draw:
                return score(
                    corpus, measures=self.measures, threads=self.threads, accept=self.accepted(), progress=draw,
                    human=self.human_file(), dimensions=self.dimensions,
                )  # fmt: skip
        if not self.statistics:
            return None
        scores = self.selected(load_scores(self.statistics, plugins=self.plugins))
        if check is not None:
            check(scores.statistics[0])
        return scores

    def _with_external(self, scores: Scores | None) -> Scores:
        """Return the scores with those that --scores names, and what was left out among their notices."""
        if scores is not None and not self.scores:
            return scores
        if scores is None and not self.scores:
            from steelyard.scores.people import score_people

            return score_people(self.human_file(), self.dimensions, self.accepted())
        from steelyard.scores.table import score_table

        table = score_table(
            scores, external=self.scores, lower=self.lower, human=self.human_file(), accept=self.accepted()
        )
        own = () if scores is None else scores.notices
        return replace(table.scores(), notices=tuple(dict.fromkeys([*own, *table.notices, *table.means_told()])))

    def _with_people(self, scores: Scores) -> Scores:
        """Return the scores with those of --human, which are there already where texts were scored, or people alone."""
        alone = not self.statistics and not self.scores
        if self.has_texts or alone or not (self.human or self.dimensions):
            return scores
        if not self.human:
            raise click.UsageError("--dimension goes with --human, or with a corpus that has judgements")
        return scores.with_human(self.human_file(), self.dimensions, self.accepted())


@options
class Resampled(Options):
    """Intervals by the bootstrap."""

    resamples: int = option(
        "--resamples", type=WholeNumber(2), default=1000, metavar="N", help="Number of bootstrap resamples."
    )
    confidence: float = option(
        "--confidence", type=SHARE, default=0.95, metavar="SHARE", help="Confidence level of the intervals."
    )
    seed: int = option("--seed", type=SEED, default=12345, metavar="N", help="Seed of all random draws.")

    def draws(self) -> Draws:
        """Return what is drawn, as functions take it."""
        from steelyard.draws import Draws

        return Draws(resamples=self.resamples, confidence=self.confidence, seed=self.seed)


@options
class Drawn(Resampled):
    """Intervals by the bootstrap, over units."""

    unit: str = option(
        "--unit", default="segment", metavar="UNIT", help="What the bootstrap draws: segment, document or any facet."
    )

    def draws(self) -> Draws:
        """Return what is drawn, as functions take it."""
        return replace(super().draws(), unit=self.unit)


@options
class Spanned(Resampled):
    """Intervals of scores and of their differences, of a kind that is chosen."""

    interval: str = option(
        "--interval", type=click.Choice(("t", "bca", "percentile")), default="t", metavar="KIND",
        help="Kind of the intervals: t, with the linearised error; bca or percentile, of the bootstrap.",
    )  # fmt: skip

    def draws(self) -> Draws:
        """Return what is drawn, as functions take it."""
        return replace(super().draws(), interval=None if self.interval == "t" else self.interval)


@options
class Compared(Resampled):
    """Tests of differences between systems, and intervals."""

    trials: int = option(
        "--trials", type=WholeNumber(1), default=10_000, metavar="N", help="Number of trials of the randomisation."
    )
    correct: str = option(
        "--correct", default="holm", metavar="NAME",
        help="Correction for many comparisons: holm, bonferroni, benjamini-hochberg or none.",
    )  # fmt: skip

    def draws(self) -> Draws:
        """Return what is drawn, as functions take it."""
        return replace(super().draws(), trials=self.trials)


@options
class Tested(Compared, Drawn):
    """Tests of differences between systems over units, and intervals."""


def significance_level(help: str) -> Any:
    """Declare the option --alpha, with what it decides."""
    return option("--alpha", type=SHARE, default=0.05, metavar="P", help=help)
