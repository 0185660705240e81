"""`steelyard axioms`: which axioms of a similarity measure some measures break, and which is the more severe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import SEED, Input
from steelyard.cli.numbers import WholeNumber
from steelyard.cli.output import Output
from steelyard.cli.selection import SELECTED
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.meta.probes.axiom_report import AxiomReport


@options
class AxiomsOptions(Input, Output):
    """Options of `steelyard axioms`."""

    measures: tuple[str, ...] = option(
        "-m", "--measure", multiple=True, metavar="MEASURE",
        help="name[@preset][(option=value,…)], or FILE.py:NAME, your own; repeatable.",
    )  # fmt: skip
    probes: int = option(
        "--probes", type=WholeNumber(1, 100_000), default=100, metavar="N",
        help="References to generate, or to take at most.",
    )  # fmt: skip
    decomposition: str = option(
        "--decomposition", default="auto", metavar="NAME",
        help="What a text is made of: set, bag (of words) or sequence; auto: as the measure sees it.",
    )  # fmt: skip
    seed: int = option("--seed", type=SEED, default=12345, metavar="N", help="Seed of the generated texts.")


@command_of("axioms", AxiomsOptions, "Check which axioms a measure breaks.")
def command(asked: AxiomsOptions) -> None:
    """Check which axioms a measure breaks: probe it with texts that must score better than others.

    Texts are generated, or made of references you give (-r or --corpus). Where there are system outputs too, the
    measures are also compared in severity on them.

    \b
    steelyard axioms -m bleu -m "rouge-1(kind=recall)"
    steelyard axioms -m mine.py:similarity -r ref.txt
    steelyard axioms -m wer -m per -m ter --corpus test.jsonl
    """
    asked.check_input()
    if not asked.measures:
        named = asked.systems[0] if asked.systems else "MEASURE"
        raise click.UsageError(f"nothing to probe; a measure is given by -m, as -m {named}")
    if not asked.corpus and not asked.references and not asked.systems:
        asked.refuse(SELECTED, "{} is of texts that you give, and there are none; leave it out")
    asked.check_output()
    from steelyard.cli.inputs import check_measures

    check_measures(asked.measures)
    asked.answer(_probed(asked))


def _probed(asked: AxiomsOptions) -> AxiomReport:
    from dataclasses import replace

    from steelyard.meta.probes.axioms import axioms
    from steelyard.meta.sets.severity import severity
    from steelyard.scores import score

    corpus = _corpus(asked)
    report = axioms(
        asked.measures, references=corpus, probes=asked.probes, seed=asked.seed, decomposition=asked.decomposition,
        run=asked.run(),
    )  # fmt: skip
    if corpus is None or not corpus.systems or len(asked.measures) < 2 or asked.tsv:
        return report
    scores = score(corpus, measures=asked.measures, level="segment", threads=asked.threads, accept=asked.accepted())
    return replace(report, severity=severity(scores))


def _corpus(asked: AxiomsOptions) -> Corpus | None:
    """Open the references, and outputs if there are any; nothing where neither is given."""
    from steelyard.corpus.formats import read
    from steelyard.errors import InputError

    if asked.corpus:
        whole = read(asked.corpus, asked.format_, asked.accepted(), asked.sentences_at, asked.references_of)
        corpus = asked.selected(whole)
        if not corpus.references:
            raise InputError(f"{', '.join(asked.corpus)}: the corpus has no references to make probes of")
        return corpus
    return asked.read_corpus() if asked.references or asked.systems else None
