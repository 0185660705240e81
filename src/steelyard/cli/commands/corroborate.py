"""`steelyard corroborate`: which improvements do all measures confirm, and how much is that worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.groups import Scored, Tested, significance_level
from steelyard.cli.numbers import RealNumber
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.meta.sets.corroboration import Corroboration
    from steelyard.scores import Scores


@options
class CorroborateOptions(Scored, Tested, Output):
    """Options of `steelyard corroborate`."""

    measures: tuple[str, ...] = option(
        "-m", "--measure", multiple=True, metavar="MEASURE",
        help="The set; repeatable. Default: bleu, chrf, ter, rouge-l, and on English meteor.",
    )  # fmt: skip
    candidates: tuple[str, ...] = option(
        "--candidate", multiple=True, metavar="MEASURE",
        help="Choose the next measure from these instead of a list of our own; repeatable.",
    )  # fmt: skip
    baseline: str | None = option(
        "--baseline", metavar="NAME", help="Compare every other system with this one, instead of all pairs."
    )
    alpha: float = significance_level("Significance level: a corrected p up to it confirms.")
    redundant: float = option(
        "--redundant", type=RealNumber(0, 1), default=0.1, metavar="SHARE",
        help="Measures that contradict each other on this share of pairs or less say the same.",
    )  # fmt: skip


@command_of("corroborate", CorroborateOptions, "Find the improvements that all measures confirm.")
def command(asked: CorroborateOptions) -> None:
    """Find the improvements that all measures confirm, and say how much that is worth. It needs no human scores, and
    uses them where they are.

    Systems and references are given as for `steelyard score`; without them, the set is the columns of --scores.

    \b
    steelyard corroborate old.txt new.txt -r ref.txt --baseline old
    steelyard corroborate --corpus corpus.jsonl -m bleu -m ter -m meteor --scores comet.tsv --html
    """
    asked.check_scored("corroborate")
    if not asked.has_texts:
        instead = "leave out --statistics" if asked.statistics else "give system outputs and references (-r)"
        asked.refuse(("candidates",), "{} needs the texts; " + instead)
    asked.check_output()
    asked.answer(_corroborated(asked))


def _corroborated(asked: CorroborateOptions) -> Corroboration:
    from steelyard.cli.progress import progress
    from steelyard.meta.sets.corroborate import CANDIDATES, corroborate

    source = _source(asked)
    with progress(what="segments") as draw:
        return corroborate(
            source, asked.measures or None, external=asked.scores, lower=asked.lower,
            candidates=asked.candidates or CANDIDATES, human=asked.human_file(), dimensions=asked.dimensions,
            baseline=asked.baseline, correct=asked.correct, alpha=asked.alpha, redundant=asked.redundant,
            draws=asked.draws(), run=asked.run(draw),
        )  # fmt: skip


def _source(asked: CorroborateOptions) -> Corpus | Scores | None:
    if asked.statistics:
        from steelyard.scores import load_scores

        return asked.selected(load_scores(asked.statistics, plugins=asked.plugins))
    if not asked.has_texts:
        return None
    from steelyard.cli.inputs import check_measures

    check_measures(asked.candidates)
    return asked.read_corpus()
