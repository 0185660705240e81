"""Sections of a meta-evaluation that other modules make: reliability, QARLA, ORANGE, axioms, severity."""

from __future__ import annotations

from steelyard.corpus import Corpus
from steelyard.errors import SpecError
from steelyard.inference.plain import or_null, shown
from steelyard.meta.axioms import axioms
from steelyard.meta.orange import orange
from steelyard.meta.qarla import qarla
from steelyard.meta.reliability import OutputPairs, output_pairs
from steelyard.meta.sections import Context, Section
from steelyard.meta.set_figures import SetFigures
from steelyard.meta.severity import severity
from steelyard.meta.table import Column
from steelyard.meta.tabular import Table
from steelyard.scores import Intervals, from_statistics

_FORM = ".4g"
_FIGURES = ("reliability", "sensitivity", "heterogeneity", "gain")


def reliability_section(context: Context) -> Section:
    """Return what every measure alone and all together are worth, for each human dimension."""
    table, left_out = context.table.with_segments("reliability")
    content, tables, findings, signatures = [], [], [], []
    for human in context.humans:
        pairs = output_pairs(table, human)
        found = _alone_and_together(pairs)
        kind = "normalised" if human.normalised else "raw"
        about = {"human": human.dimension, "judgements": kind, "chance": or_null(pairs.chance)}
        made = [{**about, **one.to_dict()} for one in found]
        if table.corpus is not None:
            apart = output_pairs(table, human, "different")
            for row, one in zip(made, other := _alone_and_together(apart), strict=True):
                row["different_texts"] = {"chance": or_null(apart.chance), **one.to_dict()}
            findings += _of_different_texts(f"{human.dimension}, {kind} judgements", found[-1], other[-1], apart.chance)
        content += made
        rows = tuple((_name(one, len(table.columns)), *(getattr(one, f) for f in _FIGURES)) for one in found)
        chance = shown(pairs.chance, _FORM)
        title = f"{human.dimension}, {kind} judgements; of no measure at all the reliability is {chance}"
        tables.append(Table(f"reliability-{human.dimension}-{kind}", title, ("measure", *_FIGURES), rows))
        signatures.append(found[-1].signature)
    title = "Reliability, sensitivity, heterogeneity and reliability gain (Amigó et al. 2011)"
    return Section("reliability", title, content, tuple(tables), tuple(findings), {}, tuple(signatures), left_out)


def _alone_and_together(pairs: OutputPairs) -> list[SetFigures]:
    return [*pairs.singles(), *([pairs.of()] if len(pairs.measures) > 1 else [])]


def _of_different_texts(what: str, one: SetFigures, apart: SetFigures, chance: float) -> list[str]:
    """Return what is left of reliability and gain without pairs of one text, if there are such."""
    if not one.same:
        return []
    name = _name(one, len(one.measures))
    gain = f" (gain {shown(apart.gain, _FORM)})" if len(one.measures) > 1 else ""
    return [
        f"{what}: {one.same / one.unanimous:.1%} of the unanimous pairs of {name} are two equal texts; over pairs of "
        f"different texts the reliability is {shown(apart.reliability, _FORM)}{gain}, of no measure at all "
        f"{shown(chance, _FORM)}"
    ]


def _name(one: SetFigures, measures: int) -> str:
    return one.measures[0] if len(one.measures) == 1 else f"all {measures} together"


def qarla_section(context: Context) -> Section:
    """Return QARLA of the measures that compare texts."""
    corpus, measures, left_out = _texts(context, "qarla")
    made = qarla(
        corpus, measures, intervals=_intervals(context), threads=context.threads, accept=context.accept,
        progress=context.progress,
    )  # fmt: skip
    title = "QARLA (Amigó et al. 2005)"
    return Section("qarla", title, _without_notices(made.to_dict()), notices=(*left_out, *made.notices), result=made)


def orange_section(context: Context) -> Section:
    """Return ORANGE of the measures that compare texts."""
    corpus, measures, left_out = _texts(context, "orange")
    made = orange(
        corpus, measures, intervals=_intervals(context), threads=context.threads, accept=context.accept,
        progress=context.progress,
    )  # fmt: skip
    title, notices = "ORANGE (Lin & Och 2004)", (*left_out, *made.notices)
    return Section("orange", title, made.to_dict()["orange"], notices=notices, result=made)


def axioms_section(context: Context) -> Section:
    """Return which axioms the measures break, on the references there are, or on generated ones."""
    own = [column.label for column in context.table.columns if not _outside(column)]
    others = [column.label for column in context.table.columns if _outside(column)]
    made = axioms(own, references=context.table.corpus, seed=context.seed, scores_only=others, threads=context.threads)
    # The notices stay with the rest: the report of the axioms shows them, and the meta-evaluation need not again.
    return Section("axioms", "Axioms of the measures", made.to_dict(), result=made)


def severity_section(context: Context) -> Section:
    """Return which measure never scores the same outputs higher than another."""
    table, left_out = context.table.with_segments("severity")
    statistics = [column.statistics for column in table.columns if column.statistics is not None]
    if len(statistics) < 2:
        raise SpecError("severity compares measures, and there is one; give two or more")
    made = severity(from_statistics(statistics, "segment"))
    rows = tuple((pair.first, pair.second, pair.relation, *pair.counts) for pair in made.pairs)
    heads = ("measure", "beside", "it is", "lower", "same", "higher")
    title = f"outputs of {made.n:,} on which the first scores lower, the same, higher"
    reasons = dict.fromkeys(f"undefined: {pair.reason}" for pair in made.pairs if pair.reason)
    steps = tuple(f"{a} is more severe than {b}" for a, b in made.steps) or ("no measure is more severe than another",)
    return Section(
        "severity", "Severity of the measures", made.to_dict()["severity"], (Table("severity", title, heads, rows),),
        (*steps, *reasons), {}, (made.signature,), left_out,
    )  # fmt: skip


def _texts(context: Context, name: str) -> tuple[Corpus, list[str], tuple[str, ...]]:
    """Return the texts, the measures that can score them, and a notice of the others."""
    corpus = context.table.corpus
    if corpus is None:
        raise SpecError(f"{name} compares texts, and there are scores only; give outputs and references")
    own = [column.label for column in context.table.columns if not _outside(column)]
    if not own:
        raise SpecError(f"{name} compares texts, and no measure here can; name measures (-m)")
    bare = [column.label for column in context.table.columns if _outside(column)]
    return corpus, own, ((f"{name} left out, for they score no texts here: {', '.join(bare)}",) if bare else ())


def _outside(column: Column) -> bool:
    return column.outside is not None or column.statistics is None


def _intervals(context: Context) -> Intervals:
    return Intervals(resamples=context.resamples, seed=context.seed)


def _without_notices(held: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in held.items() if name != "notices"}
