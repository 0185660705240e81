"""`steelyard meta`: how well do measures correlate with human judgements?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import Resampled, Scored, significance_level
from steelyard.cli.numbers import WholeNumber
from steelyard.cli.output import Output, Plotted
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.meta.evaluation import MetaEvaluation
    from steelyard.scores import Scores
    from steelyard.scores.table import ScoreTable


@options
class MetaOptions(Scored, Resampled, Output, Plotted):
    """Options of `steelyard meta`."""

    scores: tuple[str, ...] = option(
        "--scores", multiple=True, metavar="FILE",
        help="Scores that exist already: TSV with system, seg and a column for each measure, score files of "
        "mt-metrics-eval, or a .npz of --save; repeatable.",
    )  # fmt: skip
    judgements: str = option(
        "--judgements", default="raw", metavar="KIND",
        help="raw, normalised (each assessor's to mean 0 and deviation 1) or both.",
    )  # fmt: skip
    levels: tuple[str, ...] = option(
        "--level", multiple=True, metavar="LEVEL",
        help="system, segment:pooled, segment:item, segment:system, document or any facet; repeatable. Default: all of "
        "these but other facets; system is quick, those of segments take longer.",
    )  # fmt: skip
    coefficients: tuple[str, ...] = option(
        "--coefficient", multiple=True, metavar="NAME",
        help="pearson, spearman, kendall, accuracy, accuracy-calibrated, soft-accuracy …, or FILE.py:NAME; repeatable.",
    )  # fmt: skip
    over: str | None = option(
        "--over", metavar="WHAT", help="What the bootstrap draws for intervals: systems, segments or both."
    )
    trials: int = option(
        "--trials",
        type=WholeNumber(1, 10_000_000),
        default=1000,
        metavar="N",
        help="Number of permutations of each test.",
    )
    significance: bool = option("--significance", is_flag=True, help="Also test all pairs of measures.")
    test: str = option(
        "--test", default="permutation", metavar="TEST",
        help="Test of two measures: permutation, or williams (Pearson's r of one series).",
    )  # fmt: skip
    correct: str = option(
        "--correct", default="holm", metavar="NAME",
        help="Correction for many pairs of measures: holm, bonferroni, benjamini-hochberg or none.",
    )  # fmt: skip
    alpha: float = significance_level("Significance level: a corrected p up to it tells two measures apart.")
    sections: tuple[str, ...] = option(
        "--with", multiple=True, metavar="WHAT",
        help="More than correlations: prediction, reliability, qarla, orange, axioms, severity; repeatable.",
    )  # fmt: skip
    system_test: str = option(
        "--system-test", default="z", metavar="TEST", help="Test of two systems, for --with prediction."
    )

    def check(self) -> None:
        """Refuse options that contradict each other, or that would have no effect."""
        from steelyard.meta.sections import check_sections

        self.check_scored("evaluate")
        if "prediction" not in self.sections:
            self.refuse(("system_test",), "{} has no effect without --with prediction")
        if not self.significance:
            self.refuse(("test", "correct", "alpha"), "{} has no effect without --significance")
        if any(path.endswith(".npz") for path in self.scores) and (self.has_texts or self.statistics):
            raise click.UsageError(
                "--scores FILE.npz holds all texts' scores; leave texts, --corpus and --statistics out"
            )
        check_sections(self.sections)
        self.check_output(*self._drawn())

    def _drawn(self) -> list[tuple[str, str | None]]:
        """Return what --plot writes."""
        if self.plot is None:
            return []
        from steelyard.report.figures import check_figure, places

        check_figure(self.plot)
        return [("--plot", str(path)) for path in places(self.plot, self.sections)]


@command_of("meta", MetaOptions, "Correlate measures with human judgements.")
def command(asked: MetaOptions) -> None:
    """Correlate measures with human judgements: every measure with every human dimension at every level.

    Systems and references are given as for `steelyard score`; scores that exist already, of any measure, by
    --scores. Scores of measures for which lower is better are negated, so that a higher correlation is better.

    \b
    steelyard meta --corpus test.jsonl -m bleu -m chrf
    steelyard meta --scores comet.tsv --human human.tsv --level segment:item
    steelyard meta A.txt B.txt C.txt -r ref.txt --scores judge.tsv --human human.tsv --json
    """
    asked.check()
    evaluation = _evaluated(asked)
    asked.draw(evaluation)
    asked.answer(evaluation)


def _evaluated(asked: MetaOptions) -> MetaEvaluation:
    from steelyard.cli.progress import progress
    from steelyard.draws import Draws
    from steelyard.meta.evaluate import meta

    table = _table(asked)
    draws = Draws(resamples=asked.resamples, trials=asked.trials, confidence=asked.confidence, seed=asked.seed)
    with progress(what="correlations") as draw:
        return meta(
            table, human=asked.human_file(), dimensions=asked.dimensions, judgements=asked.judgements,
            levels=asked.levels, coefficients=asked.coefficients, over=asked.over,
            test=asked.test if asked.significance else None, correct=asked.correct, alpha=asked.alpha,
            sections=asked.sections, system_test=asked.system_test, draws=draws, run=asked.run(draw),
        )  # fmt: skip


def _table(asked: MetaOptions) -> ScoreTable:
    from steelyard.cli.progress import progress
    from steelyard.scores.table import score_table

    external = [path for path in asked.scores if not path.endswith(".npz")]
    source = _source(asked)
    with progress() as draw:
        return score_table(
            source, asked.measures if asked.has_texts else (), external=external, lower=asked.lower,
            human=asked.human_file(), threads=asked.threads, accept=asked.accepted(), progress=draw,
        )  # fmt: skip


def _source(asked: MetaOptions) -> Corpus | Scores | None:
    """Open the texts, or load saved statistics, if there are any."""
    if asked.has_texts:
        return asked.read_corpus()
    saved = [path for path in asked.scores if path.endswith(".npz")]
    files = [asked.statistics] if asked.statistics else saved
    return asked.selected(_joined(files, asked.plugins)) if files else None


def _joined(files: list[str], plugins: tuple[str, ...]) -> Scores:
    """Load files of statistics of the same outputs under several measures."""
    from steelyard.errors import InputError
    from steelyard.scores import from_statistics
    from steelyard.statistics.files import load

    loaded = {file: load(file, plugins) for file in files}
    (first, own), *others = loaded.items()
    for file, statistics in others:
        if (statistics[0].systems, statistics[0].ids, statistics[0].values.shape[1]) != (
            own[0].systems, own[0].ids, own[0].values.shape[1],
        ):  # fmt: skip
            raise InputError(f"{file} has other systems or segments than {first}; save the same outputs' scores")
    return from_statistics([measured for statistics in loaded.values() for measured in statistics])
