"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click
from click.core import ParameterSource

#: The parameters of loose files, which a corpus replaces.
LOOSE = ("systems", "references", "source", "ids", "documents", "facets")


class WholeNumber(click.IntRange):
    """A whole number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)
        return super().convert(value, param, ctx)


def _words(ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Return the words of repeated, comma-separated options."""
    del ctx, parameter
    if not given:
        return ()
    from steelyard.corpus import check_accept

    words = (word.strip() for one in given for word in one.split(","))
    return check_accept(dict.fromkeys(filter(None, words)))


accept = click.option(
    "--accept",
    multiple=True,
    callback=_words,
    metavar="WHAT",
    help="Accept what is refused otherwise: bom, crlf, empty (outputs), long, unannotated (segments); repeatable.",
)

sentences_at = click.option(
    "--sentences-at",
    metavar="TEXT",
    help="What stands between the sentences of a line of text, for instance '<q>'; read as a line break.",
)

#: What is to be scored: loose files, or a corpus. `inputs.corpus_of` opens them.
INPUT = (
    click.argument("systems", nargs=-1, metavar="[NAME=]PATH..."),
    click.option("-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference set; repeatable."),
    click.option("--source", metavar="FILE", help="The source texts."),
    click.option("--ids", metavar="FILE", help="Segment names; without them segments are numbered from 0."),
    click.option("--documents", metavar="FILE", help="Document names, one per segment: --facet document=FILE."),
    click.option("--facet", "facets", multiple=True, metavar="NAME=FILE", help="A value per segment; repeatable."),
    click.option(
        "--corpus",
        multiple=True,
        metavar="PATH",
        help="A corpus in any known format, instead of loose files.",
    ),
    click.option("--from", "format_", metavar="FORMAT", help="Format of --corpus, where its ending does not tell."),
    sentences_at,
)

STATISTICS = click.option("--statistics", metavar="FILE.npz", help="Statistics written by --save, instead of texts.")


def _keep_weights(ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> None:
    """Keep the weights for the file of annotations that they are for."""
    from steelyard.errors import SpecError

    weights: dict[str, float] = {}
    for one in given:
        name, _, number = one.rpartition("=")
        try:
            weights[name] = float(number)
        except ValueError:
            name = ""
        if not name:
            raise SpecError(f"{parameter.opts[0]} {one}: expected NAME=NUMBER, as Major=5 or Minor:Fluency=0.1")
    ctx.meta[_WEIGHTS] = weights


def annotated(ctx: click.Context, parameter: click.Parameter, given: str | None) -> Any:
    """Return a file of human scores, with the weights for its annotations if there are any."""
    if not ctx.meta.get(_WEIGHTS):
        return given
    if given is None:
        raise click.UsageError(f"--mqm-weight goes with {parameter.opts[0]}", ctx)
    from steelyard.corpus.formats.mqm import Annotations

    return Annotations(given, ctx.meta[_WEIGHTS])


_WEIGHTS = "steelyard.mqm_weights"
#: Weights of MQM annotations; a file of human scores takes them by `annotated`.
MQM_WEIGHT = click.option(
    "--mqm-weight",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_keep_weights,
    metavar="NAME=NUMBER",
    help="Penalty of a severity, or severity:category, in MQM annotations, as Major=5 or Minor:Fluency=0.1; "
    "repeatable.",
)
#: Judgements of people, beside those that a corpus may carry.
HUMAN_FILE = (
    click.option(
        "--human",
        callback=annotated,
        metavar="FILE.tsv",
        help="Human scores: system, seg, score, and maybe assessor, dimension; or MQM annotations.",
    ),
    MQM_WEIGHT,
)
HUMAN = (
    *HUMAN_FILE,
    click.option("--dimension", metavar="NAME", help="Which human scores, where there are several dimensions."),
)
#: Measures that are not computed here.
OUTSIDE = (
    click.option(
        "--scores", multiple=True, metavar="FILE",
        help="Scores of other measures: TSV of system, seg and a column for each, or score files of "
        "mt-metrics-eval; repeatable.",
    ),
    click.option(
        "--lower", multiple=True, metavar="NAME", help="A measure of --scores of which less is better; repeatable."
    ),
)  # fmt: skip
MEASURES = click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    default=("bleu", "chrf", "ter"),
    show_default=True,
    metavar="MEASURE",
    help="name[@preset][(option=value,…)]; repeatable.",
)
CONFIDENCE = click.option(
    "--confidence",
    type=Number(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="SHARE",
    help="Of the intervals.",
)
THREADS = click.option("--threads", type=WholeNumber(1), metavar="N", help="Default: all cores.")
JSON = click.option("--json", is_flag=True, help="Print JSON.")
LATEX = click.option("--latex", is_flag=True, help="Print a LaTeX table (booktabs).")
OUT = click.option("--out", metavar="FILE", help="Write there instead of standard output.")
#: Forms of output, of which one at most may be asked for.
FORMS = ("json", "tsv", "latex")


def seed(help: str) -> Callable[[Any], Any]:
    """Return the option --seed, with what it is the seed of."""
    bounds = WholeNumber(0, 2**64 - 1)
    return click.option("--seed", type=bounds, default=12345, show_default=True, metavar="N", help=help)


def resamples(least: int, help: str = "Of the bootstrap.") -> Callable[[Any], Any]:
    """Return the option --resamples, with the fewest that make sense."""
    bounds = WholeNumber(least)
    return click.option("--resamples", type=bounds, default=1000, show_default=True, metavar="N", help=help)


def simulations(default: int, help: str) -> Callable[[Any], Any]:
    """Return the option --simulations, with what is simulated."""
    bounds = WholeNumber(1, 1_000_000)
    return click.option("--simulations", type=bounds, default=default, show_default=True, metavar="N", help=help)


def trials_of_each(help: str) -> Callable[[Any], Any]:
    """Return the option --trials of a test that is made in every simulation."""
    bounds = WholeNumber(1, 10_000_000)
    return click.option("--trials", type=bounds, default=1000, show_default=True, metavar="N", help=help)


BASELINE = click.option(
    "--baseline", metavar="NAME", help="Compare every other system with this one, instead of all pairs."
)
RANDOMISATION_TRIALS = click.option(
    "--trials", type=WholeNumber(1), default=10_000, show_default=True, metavar="N", help="Of the randomisation."
)


def correction(what: str) -> Callable[[Any], Any]:
    """Return the option --correct, with what there are many of."""
    told = f"Correction for many {what}: holm, bonferroni, benjamini-hochberg or none."
    return click.option("--correct", default="holm", show_default=True, metavar="NAME", help=told)


def significance_level(name: str, help: str) -> Callable[[Any], Any]:
    """Return the option for the level of significance, which is called --level where that is not taken."""
    bounds = Number(0, 1, min_open=True, max_open=True)
    return click.option(name, type=bounds, default=0.05, show_default=True, metavar="P", help=help)


#: How systems are compared: the fields of `inference.comparisons.Settings`, and the baseline.
COMPARISON = (
    BASELINE,
    click.option(
        "--test",
        default="randomisation",
        show_default=True,
        metavar="TEST",
        help="randomisation, bootstrap, z, t, unpaired-t, wilcoxon, sign, tukey, scheffe; or sacreBLEU's own: "
        "sacrebleu-randomisation, sacrebleu-bootstrap.",
    ),
    RANDOMISATION_TRIALS,
    resamples(2),
    click.option(
        "--unit",
        default="segment",
        show_default=True,
        metavar="UNIT",
        help="What is exchanged and drawn: segment, document or any facet; crossed (A*B) for the bootstrap.",
    ),
    correction("comparisons"),
    significance_level("--level", "Significance level: a corrected p up to it tells two systems apart."),
    CONFIDENCE,
    seed("Of all random draws."),
)


def grouped(*groups: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return a decorator that adds groups of options in their order."""

    def add(function: Any) -> Any:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return add


def told(ctx: click.Context) -> dict[str, str]:
    """Return the parameters that were given: name → as the user writes it."""
    default = ParameterSource.DEFAULT
    given = [p for p in ctx.command.params if ctx.get_parameter_source(p.name or "") is not default]
    return {p.name or "": p.opts[-1] if isinstance(p, click.Option) else "systems" for p in given}


def holds_everything(ctx: click.Context, one: str, others: Sequence[str]) -> None:
    """Refuse what was given beside an option that holds everything."""
    names = told(ctx)
    if clash := [names[other] for other in others if one in names and other in names]:
        raise click.UsageError(f"--{one} holds everything; leave out {', '.join(clash)}", ctx)


def check_input(ctx: click.Context) -> None:
    """Refuse options of `INPUT` that contradict each other."""
    holds_everything(ctx, "corpus", LOOSE)
    names = told(ctx)
    if "format_" in names and "corpus" not in names:
        raise click.UsageError("--from goes with --corpus", ctx)


def check_forms(ctx: click.Context) -> None:
    """Refuse two forms of output at once."""
    names = told(ctx)
    forms = [names[form] for form in FORMS if form in names]
    if len(forms) > 1:
        raise click.UsageError(f"{' and '.join(forms)} exclude each other", ctx)
