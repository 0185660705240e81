"""Lin & Hovy (2003): which n-grams, with or without stop words, go with people, and does their significance?

Their table 1 has Spearman's ρ of Ngram(1,4) with human scores over systems, stop words counted or not; tables 2 and 3
have ρ, Pearson's r, its coefficient of determination CD = r² and the t of linear regression LR_t for five measures,
without and with stop words, on single documents and on several of 50 to 400 words. Words are stemmed. In their text
BLEU is tried with one and with three references. Figure 2 has the ranks by Ngram(1,4) over those by people. Figures 3
and 4 ask of all pairs of systems whether a z-test of the measure, without stop words, finds what one of human scores
does: recall and precision at five levels α, for single documents and for several.

Here their data sets are the whole, and the values of a facet (the one with the fewest, up to 8), if there is one. Human
scores are the mean over all dimensions there are, or those of the one that is chosen. Their scores are of summaries as
wholes, here of segments: an n-gram score is made of counts summed over segments. Stop words are English, stems Porter's
(1980). Figure 3 has the whole, figure 4 the values of the facet. A pair counts as found only if the same system is
ahead, and the levels are .10, .05, .025 (printed as .25), .01 and .005. Beside their tables, unstemmed words are tried,
and every measure with each reference alone. Pearson's r of two measures is compared by Williams' test, which they did
not do.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Run
from steelyard.errors import SpecError
from steelyard.inference.correlation.correlation import regression
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.series import ranks
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted, shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import score_table
from steelyard.statistics.resampling import TIE
from steelyard.studies.recipes.facets import parts_facet, split_by
from steelyard.studies.recipes.judged import (
    ALL,
    FLAT,
    Judged,
    combined,
    in_words,
    judgements,
    notices,
    row_of,
    scoring,
    undefined_cells,
)
from steelyard.studies.recipes.predictions import Predictions
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_STOP = {"without stop words": "english", "with stop words": "none"}
_STEM = {"stems": "porter", "words as they are": "none"}
_STATISTICS = ("Spearman ρ", "LR_t", "Pearson r", "CD")
_MOST_ALONE = 8
_SCORED = 100


@dataclass(frozen=True)
class _Sets:
    """Measures, by name the notation, against each reference alone and against all."""

    labels: dict[str, str]
    judged: dict[str, Judged]


@dataclass(frozen=True)
class _Settings:
    """The measures as they were asked for, under every treatment of stop words and stems."""

    measures: dict[str, Measure]

    @classmethod
    def of(cls, labels: Sequence[str]) -> _Settings:
        """Read measures whose stop words and stems can be chosen."""
        measures = {label: _checked(label) for label in labels}
        for first, second in itertools.combinations(measures, 2):
            if measures[first] == measures[second]:
                raise SpecError(f"{first} and {second} are the same measure; give it once")
        return cls(measures)

    def label(self, name: str, stop: str = "without stop words", stem: str = "stems") -> str:
        """Return the notation of a measure under a treatment."""
        return str(replace(self.measures[name], stop=_STOP[stop], stem=_STEM[stem]))  # type: ignore[call-arg]

    def every(self) -> list[Measure]:
        """Return each measure under each treatment, once."""
        labels = {self.label(*key): None for key in itertools.product(self.measures, _STOP, _STEM)}
        return [parse(label) for label in labels]


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of a corpus or of a file."""
    settings = _Settings.of(measures)
    human = combined(judgements(corpus, choices, run.accept))
    alone = _alone(corpus)
    table = score_table(
        corpus, settings.every(), threads=run.threads, accept=run.accept,
        progress=scoring(run.progress, _SCORED * (len(alone) + bool(alone))),
    )  # fmt: skip
    judged = Judged(table, human, parts_facet(corpus, choices.by))
    names = {settings.label(name): name for name in settings.measures}
    predicted = Predictions.of(judged, names, (3, 4), draws.seed, run.threads)
    sets = _references(corpus, alone, settings, human, run)
    tables = [
        _table_1(judged, settings), *(_table_2(judged, settings, stop) for stop in _STOP), _stems(judged, settings),
        *([_by_references(sets)] if sets.judged else []),
    ]  # fmt: skip
    findings = [*_findings(judged, settings), *_reference_findings(sets, corpus), *predicted.findings()]
    why = f"{FLAT}, or LR_t has no finite value: it needs three systems that lie on no line"
    why = f"{why}; there are {len(human.systems)} systems"
    findings += [note for each in tables for note in undefined_cells(each, why)] + notices(judged)
    return Account(
        RECIPE.paper,
        (*tables, *predicted.tables()),
        (_figure_2(judged, settings), *predicted.figures()),
        tuple(findings),
        signatures=unlabelled((*_signatures(judged, sets), *predicted.signatures())),
        about=(split_by(corpus, judged.facet),),
    )


def _checked(label: str) -> Measure:
    """Return a measure whose stop words and stems can be chosen."""
    measure = parse(label)
    if lacking := {"stop", "stem"} - {field.name for field in measure.options()}:
        raise SpecError(
            f"{label} has no option {' and '.join(sorted(lacking))}, which the study varies; "
            f"give measures that have it, such as ngram, bleu, rouge-1"
        )
    return measure


def _alone(corpus: Corpus) -> list[int]:
    """Return the reference sets that have a text for every segment, where there are two or more sets."""
    if len(corpus.references) < 2:
        return []
    return [n for n, texts in enumerate(corpus.references) if not len(texts.blank())][:_MOST_ALONE]


def _references(corpus: Corpus, alone: Sequence[int], settings: _Settings, human: HumanStatistics, run: Run) -> _Sets:
    """Score the measures, and BLEU, with each reference alone and with all."""
    labels = {name: settings.label(name) for name in settings.measures}
    labels["bleu, all words"] = "bleu"
    chosen = {f"{n + 1} alone": (corpus.references[n],) for n in alone} | ({ALL: corpus.references} if alone else {})
    judged = {}
    for name, references in chosen.items():
        some = replace(corpus, references=references)
        table = score_table(some, list(dict.fromkeys(labels.values())), threads=run.threads, accept=run.accept)
        judged[name] = Judged(table, human)
        if run.progress is not None:
            run.progress(_SCORED * (1 + len(judged)), _SCORED * (1 + len(chosen)))
    return _Sets(labels, judged)


def _table_1(judged: Judged, settings: _Settings) -> Table:
    first = next(iter(settings.measures))
    rows = tuple(
        row_of(
            f"{stop}, {stem}",
            (judged.systems(settings.label(first, stop, stem), part, "spearman").value for part in judged.parts),
        )
        for stem in _STEM
        for stop in _STOP
    )
    systems = len(judged.human.systems)
    title = f"Table 1: Spearman's ρ of {first} with human scores ({judged.human.dimension}) over {systems} systems"
    return Table("table-1", title, ("words", *judged.parts), rows)


def _table_2(judged: Judged, settings: _Settings, stop: str) -> Table:
    number = 2 + list(_STOP).index(stop)
    rows: list[tuple[Cell, ...]] = []
    for part in judged.parts:
        columns = [_statistics(judged, settings.label(name, stop), part) for name in settings.measures]
        rows += [
            (part, name, *values) for name, *values in zip(_STATISTICS, *columns, strict=True)
        ]  # fmt: skip
    title = f"Table {number}: {len(settings.measures)} measures, four statistics, {stop}, stems"
    return Table(f"table-{number}", title, ("data", "statistic", *settings.measures), tuple(rows))


def _statistics(judged: Judged, label: str, part: str) -> tuple[float, float, float, float]:
    """Return ρ, LR_t, r and CD over systems."""
    r = judged.systems(label, part)
    fit = regression(r.value, r.n)
    # With r = ±1 all systems lie on a line, and t has no finite value.
    t = fit.t if math.isfinite(fit.t) else math.nan
    return judged.systems(label, part, "spearman").value, t, r.value, fit.determination


def _stems(judged: Judged, settings: _Settings) -> Table:
    treatments = list(itertools.product(_STOP, _STEM))
    rows = tuple(
        row_of(
            name, (judged.systems(settings.label(name, *treatment), ALL, "spearman").value for treatment in treatments)
        )
        for name in settings.measures
    )
    title = "Stop words and stems: Spearman's ρ over systems, all data"
    return Table("words", title, ("measure", *(f"{stop}, {stem}" for stop, stem in treatments)), rows)


def _by_references(sets: _Sets) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, label in sets.labels.items():
        for references, judged in sets.judged.items():
            correlations = (judged.systems(label, ALL, coefficient).value for coefficient in ("spearman", "pearson"))
            rows.append((name, references, *correlations))
    title = "One and several references: correlation over systems, all data, without stop words, stems"
    return Table("references", title, ("measure", "references", "Spearman ρ", "Pearson r"), tuple(rows))


def _findings(judged: Judged, settings: _Settings) -> Iterator[str]:
    first, *others = settings.measures
    for stop in _STOP:
        rhos = {name: _rho(judged, settings.label(name, stop)) for name in settings.measures}
        defined = {name: values for name, values in rhos.items() if values}
        if not defined:
            yield f"{stop.capitalize()}: no ρ is defined"
            continue
        means = {name: math.fsum(values) / len(values) for name, values in defined.items()}
        best = ", ".join(name for name, mean in means.items() if mean >= max(means.values()) - TIE)
        ranges = ", ".join(f"{name} {_range(values)}" for name, values in defined.items())
        sets = counted(len(judged.parts), "data set")
        yield f"{stop.capitalize()}, ρ over {sets}: {ranges}; highest in the mean: {best}"
    for name in others:
        yield _against(judged, settings, name, first)
    label = settings.label
    every = [(name, part) for name in settings.measures for part in judged.parts]
    lists = [
        (label(n, "with stop words", stem), label(n, "without stop words", stem), p) for n, p in every for stem in _STEM
    ]
    yield f"Leaving stop words out {_changed(judged, lists)}"
    stems = [(label(n, stop, "words as they are"), label(n, stop, "stems"), p) for n, p in every for stop in _STOP]
    yield f"Stemming {_changed(judged, stems)}"


def _rho(judged: Judged, label: str) -> list[float]:
    """Return the defined ρ of all data sets."""
    rhos = [judged.systems(label, part, "spearman").value for part in judged.parts]
    return [value for value in rhos if not math.isnan(value)]


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.3f}" if low == high else f"{low:.3f} to {high:.3f}"


def _against(judged: Judged, settings: _Settings, name: str, first: str) -> str:
    """Say how a measure stands to the first."""
    label, first_label = settings.label(name), settings.label(first)
    rho = [(judged.systems(label, part, "spearman").value, judged.systems(first_label, part, "spearman").value)
           for part in judged.parts]  # fmt: skip
    scores, human = judged.system_scores(label)
    test = correlation_difference(scores, judged.system_scores(first_label)[0], human, test="williams")
    higher, lower = (sum(sign * (a - b) > TIE for a, b in rho) for sign in (1, -1))
    return (
        f"{name} against {first}, without stop words: ρ higher in {higher} and lower in {lower} of "
        f"{counted(len(rho), 'data set')}; r on all data {_value(test.a)} against "
        f"{_value(test.b)} ({in_words(test.p)}, Williams' test)"
    )


def _changed(judged: Judged, pairs: Sequence[tuple[str, str, str]]) -> str:
    """Say what a treatment does to ρ, over all measures and data sets."""
    rhos = [[judged.systems(label, part, "spearman").value for label in pair] for *pair, part in pairs]
    apart = [after - before for before, after in rhos if not math.isnan(after - before)]
    if not apart:
        return "leaves ρ undefined"
    mean = math.fsum(apart) / len(apart)
    return (
        f"changes ρ by {mean:+.3f} in the mean: higher in {sum(d > TIE for d in apart)}, lower "
        f"in {sum(d < -TIE for d in apart)}, the same in {sum(abs(d) <= TIE for d in apart)} of {len(apart)} cells"
    )


def _reference_findings(sets: _Sets, corpus: Corpus) -> Iterator[str]:
    if not sets.judged:
        lacking = "there is one" if len(corpus.references) < 2 else "no set of them has a text for every segment"
        yield f"One against several references is left out: {lacking}"
        return
    clauses = []
    for name, label in sets.labels.items():
        rhos = {references: judged.systems(label, ALL, "spearman").value for references, judged in sets.judged.items()}
        every = rhos.pop(ALL)
        alone = [value for value in rhos.values() if not math.isnan(value)]
        clauses.append(f"{name} {_range(alone) if alone else 'undefined'} and {_value(every)}")
    yield f"ρ with one reference and with all {len(corpus.references)}: {', '.join(clauses)}"


def _value(r: float) -> str:
    return shown(r, ".3f")


def _figure_2(judged: Judged, settings: _Settings) -> Figure:
    """Return ranks by the first measure over ranks by people."""
    first = next(iter(settings.measures))
    rows = []
    for part in judged.parts:
        scores, human = judged.system_scores(settings.label(first), part)
        there = ~np.isnan(scores + human)
        names = np.array(judged.human.systems)[there]
        for name, own, theirs in zip(names, ranks(-scores[there]), ranks(-human[there]), strict=True):
            rows.append({"system": str(name), "data": part, "people": float(theirs), "measure": float(own)})
    rhos = ((part, judged.systems(settings.label(first), part, "spearman").value) for part in judged.parts)
    return Figure(
        "figure-2", f"Figure 2: ranks of systems by {first}, without stop words, and by people", "lines", tuple(rows),
        Axis("people", "rank by people"), Axis("measure", f"rank by {first}"), colour="data", diagonal=True,
        beside="table-1",
        description=f"Ranks of {len(judged.human.systems)} systems by {first}, without stop words, over their ranks "
        "by people; on the diagonal both are the same. Spearman's ρ: "
        f"{'; '.join(f'{part} {_value(rho)}' for part, rho in rhos)}.",
    )  # fmt: skip


def _signatures(judged: Judged, sets: _Sets) -> Iterator[Signature]:
    human, parts = judged.human.signature("system"), judged.facet or "none"
    how = Signature.of(coefficient="spearman, pearson", systems=len(judged.human.systems))
    for column in judged.table.columns:
        yield Signature.of(column.signature("system"), human, how).joined(parts=parts)
    for name, alone in sets.judged.items():
        for column in alone.table.columns:
            yield column.signature("system").joined(reference=name).joined(human, how)


RECIPE = Recipe(
    "lin-hovy-2003",
    "Which n-grams, with or without stop words, go with people, and does their significance?",
    "Lin & Hovy 2003, Automatic Evaluation of Summaries Using N-gram Co-Occurrence Statistics",
    ("ngram(1,4)", "ngram(1,1)", "ngram(2,2)", "ngram(3,3)", "ngram(4,4)"),
    experiment,
    takes=("human", "dimension", "by", "peers"),
    needs=("human scores of outputs", "two references for one against several"),
    settings=(
        PaperSetting(
            "measures",
            "Ngram(1,4), Ngram(1,1) … Ngram(4,4), and BLEU",
            "the same, from counts summed over segments",
            "ngram(units=lines,average=documents) has the paper's",
        ),
        PaperSetting(
            "dimension",
            "coverage",
            "the mean over all dimensions, or the one that is chosen",
        ),
        PaperSetting(
            "by",
            "single documents, and several of 50 to 400 words",
            "the whole, and the values of size, length, compression, rate, or the facet with the fewest, up to 8",
        ),
        PaperSetting(
            "pairs found",
            "the measure's test is significant",
            "and the same system is ahead",
        ),
        PaperSetting(
            "stop words and stems",
            "a list, and stems that are not named",
            "English; Porter's (1980)",
        ),
        PaperSetting(
            "unstemmed words, single references",
            "not tried",
            "tried as well",
        ),
    ),
)
