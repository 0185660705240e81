"""Lin & Hovy (2003): which n-grams, with or without stop words, go with people, and does their significance?

Their table 1 has Spearman's ρ of Ngram(1,4) with human scores over systems, stop words counted or not; tables 2 and 3
have ρ, Pearson's r, its coefficient of determination CD = r² and the t of linear regression LR_t for five measures,
without and with stop words, on single documents and on several of 50 to 400 words. Words are stemmed. In their text
BLEU is tried as it is with one and with three references. Figure 2 has the ranks by Ngram(1,4) over those by people.
Figures 3 and 4 ask of all pairs of systems whether a z-test of the measure, without stop words, finds what one of human
scores does: recall and precision at five levels α, for single documents and for several.

As theirs, scores are means over summaries, of model units that are lines. "all" is the mean over the values of a facet
of a system's scores, and of its human ones; all summaries pooled are a further data set. Human scores are the mean of
all dimensions there are, or those of the one that is chosen. Stop words are English, stems Porter's (1980). Figure 3
has all pairs on all data, figure 4 those and the values of the facet; both are tested on summaries, the whole on all of
them. A hit has the same system ahead; hits either way stand beside. The levels are .10, .05, .025 (printed as .25), .01
and .005. Beside their tables, unstemmed words are tried, and every measure with each reference alone. Pearson's r of
two measures is compared by Williams' test, which they did not do.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from steelyard.corpus import Corpus, Texts
from steelyard.draws import Draws, Run
from steelyard.errors import SpecError
from steelyard.inference.comparison.significance import significance_test
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.rank_test import MOST_EXACT, RankTest
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.measures.notation import parse
from steelyard.results.account import Account
from steelyard.results.numbers import counted, shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import score_table
from steelyard.statistics.resampling import TIE
from steelyard.studies.recipes.data_sets import STATISTICS, DataSets
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
from steelyard.studies.recipes.rank_order import RankOrder
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_STOP = {"without stop words": "english", "with stop words": "none"}
_STEM = {"stems": "porter", "words as they are": "none"}
#: What the paper's n-grams have in common; tables leave it out.
_OF_PAPER = "units=lines,average=documents"
_BLEU = "bleu, all words"
_MOST_ALONE = 8
_SCORED = 100


@dataclass(frozen=True)
class _Sets:
    """Measures, by name the notation, against each reference alone and against all."""

    labels: dict[str, str]
    data: dict[str, DataSets]


@dataclass(frozen=True)
class _Settings:
    """The measures by their names in tables, under every treatment of stop words and stems."""

    measures: dict[str, Measure]

    @classmethod
    def of(cls, labels: Sequence[str]) -> _Settings:
        """Read measures whose stop words and stems can be chosen."""
        measures = {label: _checked(label) for label in labels}
        for first, second in itertools.combinations(measures, 2):
            if measures[first] == measures[second]:
                raise SpecError(f"{first} and {second} are the same measure; give it once")
        names = {label: label.replace(f",{_OF_PAPER})", ")") for label in measures}
        clear = len({*names.values()}) == len(names)
        return cls({names[label] if clear else label: measure for label, measure in measures.items()})

    @property
    def first(self) -> str:
        """The measure of table 1 and figure 2."""
        return next(iter(self.measures))

    def label(self, name: str, stop: str = "without stop words", stem: str = "stems") -> str:
        """Return the notation of a measure under a treatment."""
        return str(replace(self.measures[name], stop=_STOP[stop], stem=_STEM[stem]))  # type: ignore[call-arg]

    def every(self) -> list[Measure]:
        """Return each measure under each treatment, once."""
        labels = {self.label(*key): None for key in itertools.product(self.measures, _STOP, _STEM)}
        return [parse(label) for label in labels]

    def shortened(self) -> list[str]:
        """Say what short names stand for."""
        short = any(_OF_PAPER in str(measure) and _OF_PAPER not in name for name, measure in self.measures.items())
        return [f"ngram(i,j) stands for ngram(i,j,{_OF_PAPER})"] if short else []


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study with the human scores of a corpus or of a file."""
    settings = _Settings.of(measures)
    significance_test(choices.test)
    human = combined(judgements(corpus, choices, run.accept))
    facet = parts_facet(corpus, choices.by)
    chosen = _chosen_references(corpus)
    table = score_table(
        corpus, settings.every(), threads=run.threads, accept=run.accept,
        progress=scoring(run.progress, _SCORED * len(chosen)),
    )  # fmt: skip
    data = DataSets(Judged(table, human, facet))
    names = {settings.label(name): name for name in settings.measures}
    predicted = Predictions.of(
        data.judged, names, (3, 4), choices.test, Draws(trials=1000, seed=draws.seed), run.threads
    )
    sets = _references(corpus, chosen, settings, human, facet, run)
    order = RankOrder(data, settings.label(settings.first), settings.first, 2)
    tables = [
        _table_1(data, settings), *(_table_2(data, settings, stop) for stop in _STOP), _stems(data, settings),
        _by_references(sets), order.table(),
    ]  # fmt: skip
    findings = [*_findings(data, settings), *_reference_findings(sets, corpus), *predicted.findings()]
    why = f"{FLAT}, or LR_t has no finite value: it needs three systems that lie on no line"
    why = f"{why}; there are {len(human.systems)} systems"
    findings += [note for each in tables for note in undefined_cells(each, why)] + notices(data.judged)
    return Account(
        RECIPE.paper,
        (*tables, *predicted.tables()),
        (order.figure(), *predicted.figures()),
        tuple(findings),
        signatures=unlabelled((*_signatures(data.judged, sets), *predicted.signatures())),
        about=(split_by(corpus, facet), *settings.shortened()),
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


def _chosen_references(corpus: Corpus) -> dict[str, tuple[Texts, ...]]:
    """Return the reference sets that have a text for every segment, each alone, and all where there are several."""
    complete = [n for n, texts in enumerate(corpus.references) if not len(texts.blank())][:_MOST_ALONE]
    alone: dict[str, tuple[Texts, ...]] = {f"{n + 1} alone": (corpus.references[n],) for n in complete}
    return alone if len(corpus.references) == 1 and alone else alone | {ALL: corpus.references}


def _references(
    corpus: Corpus, chosen: dict[str, tuple[Texts, ...]], settings: _Settings, human: HumanStatistics,
    facet: str | None, run: Run,
) -> _Sets:  # fmt: skip
    """Score BLEU as it is and, where there are several choices of references, the measures with each."""
    labels = {name: settings.label(name) for name in settings.measures} if len(chosen) > 1 else {}
    labels[_BLEU] = "bleu"
    data = {}
    for name, references in chosen.items():
        some = replace(corpus, references=references)
        table = score_table(some, list(dict.fromkeys(labels.values())), threads=run.threads, accept=run.accept)
        data[name] = DataSets(Judged(table, human, facet))
        if run.progress is not None:
            run.progress(_SCORED * (1 + len(data)), _SCORED * (1 + len(chosen)))
    return _Sets(labels, data)


def _table_1(data: DataSets, settings: _Settings) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for stem, stop in itertools.product(_STEM, _STOP):
        tests = [data.spearman(settings.label(settings.first, stop, stem), name) for name in data.names]
        rows += [(f"{stop}, {stem}", "ρ", *(test.rho for test in tests)), ("", "p", *(test.p for test in tests))]
    human = data.judged.human
    title = f"Table 1: Spearman's ρ of {settings.first} with human scores ({human.dimension}) over "
    return Table("table-1", f"{title}{len(human.systems)} systems", ("words", "", *data.names), tuple(rows))


def _table_2(data: DataSets, settings: _Settings, stop: str) -> Table:
    number = 2 + list(_STOP).index(stop)
    rows: list[tuple[Cell, ...]] = []
    for part in data.names:
        columns = [data.statistics(settings.label(name, stop), part) for name in settings.measures]
        rows += [
            (part, name, *values) for name, *values in zip(STATISTICS, *columns, strict=True)
        ]  # fmt: skip
    title = f"Table {number}: {len(settings.measures)} measures, {stop}, stems: their statistics over systems"
    return Table(f"table-{number}", title, ("data", "statistic", *settings.measures), tuple(rows))


def _stems(data: DataSets, settings: _Settings) -> Table:
    treatments = list(itertools.product(_STOP, _STEM))
    rows = tuple(
        row_of(name, (data.spearman(settings.label(name, *treatment)).rho for treatment in treatments))
        for name in settings.measures
    )
    title = "Stop words and stems: Spearman's ρ over systems, all data"
    return Table("words", title, ("measure", *(f"{stop}, {stem}" for stop, stem in treatments)), rows)


def _by_references(sets: _Sets) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for measure, label in sets.labels.items():
        for references, data in sets.data.items():
            tests = [data.spearman(label, name) for name in data.names]
            rows += [
                (measure, references, "Spearman ρ", *(test.rho for test in tests)),
                (measure, references, "p of ρ", *(test.p for test in tests)),
                (measure, references, "Pearson r", *(data.pearson(label, name).value for name in data.names)),
            ]
    names = next(iter(sets.data.values())).names
    title = "One reference and all: BLEU as it is, and n-grams without stop words, stems; over systems"
    return Table("references", title, ("measure", "references", "statistic", *names), tuple(rows))


def _findings(data: DataSets, settings: _Settings) -> Iterator[str]:
    first, *others = settings.measures
    for stop in _STOP:
        yield _of_all(data, {name: settings.label(name, stop) for name in settings.measures}, stop)
    for name in others:
        yield _against(data, settings, name, first)
    label = settings.label
    every = [(name, part) for name in settings.measures for part in data.names]
    lists = [
        (label(n, "with stop words", stem), label(n, "without stop words", stem), p) for n, p in every for stem in _STEM
    ]
    yield f"Leaving stop words out {_changed(data, lists)}"
    stems = [(label(n, stop, "words as they are"), label(n, stop, "stems"), p) for n, p in every for stop in _STOP]
    yield f"Stemming {_changed(data, stems)}; the paper stemmed throughout"


def _of_all(data: DataSets, labels: dict[str, str], stop: str) -> str:
    """Say how high ρ is by each measure, and on how many data sets it is significant."""
    tests = {name: [data.spearman(label, part) for part in data.names] for name, label in labels.items()}
    defined = {name: values for name, own in tests.items() if (values := [t for t in own if not math.isnan(t.rho)])}
    if not defined:
        return f"{stop.capitalize()}: no ρ is defined"
    means = {name: math.fsum(test.rho for test in own) / len(own) for name, own in defined.items()}
    best = ", ".join(name for name, mean in means.items() if mean >= max(means.values()) - TIE)
    clauses = (
        f"{name} {_range([test.rho for test in own])} (significant at α = .01 in {_significant(own, 0.01)}, at .025 in "
        f"{_significant(own, 0.025)})"
        for name, own in defined.items()
    )
    over = f"ρ of {counted(max(test.n for own in defined.values() for test in own), 'system')}"
    sets = counted(len(data.names), "data set")
    claim = "" if stop == "with stop words" else "; the paper found that unigrams go with people surprisingly well"
    return f"{stop.capitalize()}, {over} on {sets}: {', '.join(clauses)}; highest in the mean: {best}{claim}"


def _significant(tests: Sequence[RankTest], alpha: float) -> int:
    return sum(test.p <= alpha for test in tests)


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.3f}" if low == high else f"{low:.3f} to {high:.3f}"


def _against(data: DataSets, settings: _Settings, name: str, first: str) -> str:
    """Say how a measure stands to the first."""
    label, first_label = settings.label(name), settings.label(first)
    rho = [(data.spearman(label, part).rho, data.spearman(first_label, part).rho) for part in data.names]
    scores, human = data.system_scores(label)
    test = correlation_difference(scores, data.system_scores(first_label)[0], human, test="williams")
    higher, lower = (sum(sign * (a - b) > TIE for a, b in rho) for sign in (1, -1))
    return (
        f"{name} against {first}, without stop words: ρ higher in {higher} and lower in {lower} of "
        f"{counted(len(rho), 'data set')}; r on all data {_value(test.a)} against "
        f"{_value(test.b)} ({in_words(test.p)}, Williams' test)"
    )


def _changed(data: DataSets, pairs: Sequence[tuple[str, str, str]]) -> str:
    """Say what a treatment does to ρ, over all measures and data sets."""
    rhos = [[data.spearman(label, part).rho for label in pair] for *pair, part in pairs]
    apart = [after - before for before, after in rhos if not math.isnan(after - before)]
    if not apart:
        return "leaves ρ undefined"
    mean = math.fsum(apart) / len(apart)
    return (
        f"changes ρ by {mean:+.3f} in the mean: higher in {sum(d > TIE for d in apart)}, lower "
        f"in {sum(d < -TIE for d in apart)}, the same in {sum(abs(d) <= TIE for d in apart)} of {len(apart)} cells, "
        "which share their systems, so that no p is given"
    )


def _reference_findings(sets: _Sets, corpus: Corpus) -> Iterator[str]:
    bleu = {references: data.spearman("bleu") for references, data in sets.data.items()}
    tried = ", ".join(f"{_value(test.rho)} ({in_words(test.p)}) with {references}" for references, test in bleu.items())
    systems = counted(max(test.n for test in bleu.values()), "system")
    yield (
        f"BLEU as it is, ρ of {systems} on all data: {tried}; the paper found that BLEU applied so "
        "does not always give good results"
    )
    if len(sets.data) < 2:
        lacking = "there is one" if len(corpus.references) < 2 else "no set of them has a text for every segment"
        yield f"One against several references is left out: {lacking}"
        return
    clauses = []
    for name, label in sets.labels.items():
        rhos = {references: data.spearman(label).rho for references, data in sets.data.items()}
        every = rhos.pop(ALL)
        alone = [value for value in rhos.values() if not math.isnan(value)]
        clauses.append(f"{name} {_range(alone) if alone else 'undefined'} and {_value(every)}")
    yield f"ρ with one reference and with all {len(corpus.references)}: {', '.join(clauses)}"


def _value(r: float) -> str:
    return shown(r, ".3f")


def _signatures(judged: Judged, sets: _Sets) -> Iterator[Signature]:
    human, parts = judged.human.signature("system"), judged.facet or "none"
    how = Signature.of(
        coefficient="spearman, pearson", systems=len(judged.human.systems),
        p=f"exact up to {MOST_EXACT} systems, beyond by Student's t", all="mean of parts" if judged.facet else None,
    )  # fmt: skip
    for column in judged.table.columns:
        yield Signature.of(column.signature("system"), human, how).joined(parts=parts)
    for name, data in sets.data.items():
        for column in data.judged.table.columns:
            yield column.signature("system").joined(reference=name).joined(human, how)


RECIPE = Recipe(
    "lin-hovy-2003",
    "Which n-grams, with or without stop words, go with people, and does their significance?",
    "Lin & Hovy 2003, Automatic Evaluation of Summaries Using N-gram Co-Occurrence Statistics",
    tuple(f"ngram({orders},{_OF_PAPER})" for orders in ("1,4", "1,1", "2,2", "3,3", "4,4")),
    experiment,
    takes=("human", "dimension", "by", "peers", "test"),
    needs=("human scores of outputs", "two references for one against several"),
    settings=(
        PaperSetting("measures", "Ngram(1,4), Ngram(1,1) … Ngram(4,4) of model units, means over summaries; and BLEU"),
        PaperSetting(
            "model units",
            "elementary discourse units",
            "the lines of a reference",
            "a reference with a unit a line has the paper's",
        ),
        PaperSetting("dimension", "coverage", "the mean over all dimensions, or the one that is chosen"),
        PaperSetting(
            "by",
            "single documents, and several of 50 to 400 words",
            "the values of size, length, compression, rate, or the facet with the fewest, up to 8",
        ),
        PaperSetting("all data", "the mean over sizes", "the mean over the values of the facet, and all pooled beside"),
        PaperSetting("test", "a z-test, not said whether of pairs", "z", "outputs are of the same texts, so of pairs"),
        PaperSetting(
            "pairs found",
            "the tests of both sides are significant; not said whether the same system must be ahead",
            "with the same system ahead; those either way beside",
        ),
        PaperSetting("p of ρ", "significance at α = .01 and .025", "exact up to 10 systems, beyond by Student's t"),
        PaperSetting("stop words and stems", "a list, and stems that are not named", "English; Porter's (1980)"),
        PaperSetting("unstemmed words, n-grams with single references", "not tried", "tried as well"),
        PaperSetting("Pearson's r of two measures", "not compared", "compared by Williams' test"),
    ),
)
