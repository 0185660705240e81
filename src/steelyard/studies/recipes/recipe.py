"""What a study is: a recipe that makes an account of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from steelyard.corpus import Corpus
from steelyard.corpus.sample import INVENTED, is_sample
from steelyard.corpus.sentences import GIVEN
from steelyard.draws import Draws, Run
from steelyard.errors import MissingResource, SpecError, worded
from steelyard.judgements.sources import GivenJudgements, source_of
from steelyard.measures.notation import notation_of, parse
from steelyard.results.account import Account
from steelyard.results.numbers import counted
from steelyard.studies.recipes.facets import check_by
from steelyard.studies.recipes.peers import GivenPeers, counted_peers, kinds_of, systems_alone
from steelyard.studies.recipes.report import StudyReport
from steelyard.studies.recipes.settings import PaperSetting, differences

#: What is drawn unless more is asked for: a study makes many tests.
DRAWS = Draws(trials=1000)


@dataclass(frozen=True)
class Choices:
    """What a study may be asked for, beside what is drawn and how work is done.

    human, dimension   judgements as `human_scores` takes them; without a file, the corpus's own
    pair               two systems, for studies of two
    simulations        how often what is random is drawn: simulations, samples of systems, sets of measures
    by                 the facet whose values the data are split by; else the likeliest
    peers              which systems are people or baselines: name → system, human or baseline, or a TSV file
    without_peers      leave those out
    test               of significance, where a study tests pairs of systems as its paper did not say how
    """

    human: GivenJudgements | None = None
    dimension: str | None = None
    pair: tuple[str, str] | None = None
    simulations: int = 500
    by: str | None = None
    peers: GivenPeers | None = None
    without_peers: bool = False
    test: str = "z"

    def kinds(self, corpus: Corpus) -> dict[str, str]:
        """Return which of a corpus's systems are people and baselines; empty if nothing is said."""
        return kinds_of(corpus, self.peers)


#: What goes with peers: a study takes all of these or none.
OF_PEERS = {"without_peers": "peers"}
#: What makes the account of a corpus and measures.
Experiment = Callable[[Corpus, Sequence[str], Choices, Draws, Run], Account]


@dataclass(frozen=True)
class Recipe:
    """A study that can be run.

    measures     those of the paper, or the nearest there are
    experiment   what makes the account
    takes        the choices that change the study (with `peers`, that to leave them out), and `trials` of the draws
    needs        what there must be beyond outputs and references, in words
    settings     what the paper settled, and how the study has it: its measures, and all that the study takes
    """

    name: str
    summary: str
    paper: str
    measures: tuple[str, ...]
    experiment: Experiment
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    settings: tuple[PaperSetting, ...] = ()

    def study(
        self,
        corpus: Corpus,
        measures: Sequence[str] = (),
        choices: Choices = Choices(),
        draws: Draws = DRAWS,
        run: Run = Run(),
        origin: str = "",
    ) -> StudyReport:
        """Run it, by the paper's measures unless others are named; `origin` tells where the corpus is from."""
        self._check(choices)
        _check_labels(measures)
        corpus, choices = _with_peers(corpus, choices, run.accept)
        check_by(corpus, choices.by)
        asked = tuple(measures) or self.measures
        used = _of_given_trees(corpus, asked) if asked == self.measures else asked
        try:
            account = self.experiment(corpus, used, choices, draws, run)
        except MissingResource as missing:
            if tuple(used) != self.measures:
                raise
            option = worded("-m", "measures=…")
            raise MissingResource(f"{missing}; or name measures that do without it ({option})") from None
        if not isinstance(account, Account):
            kind = type(account).__name__
            raise SpecError(f"the study {self.name!r}: experiment gave a {kind}; expected an Account")
        data = described(corpus, choices if "human" in self.takes else None, origin, choices.kinds(corpus))
        if (section := differences(self.settings)) is not None:
            account = replace(account, tables=(*account.tables, section))
        return StudyReport(self.name, self.paper, data, account)

    def _check(self, choices: Choices) -> None:
        """Refuse choices that have no effect."""
        changed = [field.name for field in fields(choices) if getattr(choices, field.name) != field.default]
        if idle := [name for name in changed if OF_PEERS.get(name, name) not in self.takes]:
            raise SpecError(f"{', '.join(idle)} has no effect on {self.name}; leave it out")


def _with_peers(corpus: Corpus, choices: Choices, accept: Sequence[str]) -> tuple[Corpus, Choices]:
    """Return the corpus, without peers that are no systems if that is asked for, and choices that name its peers."""
    kinds = kinds_of(corpus, choices.peers, accept)
    if choices.without_peers:
        corpus = systems_alone(corpus, kinds)
        return corpus, replace(choices, peers=None)
    return corpus, replace(choices, peers=kinds) if kinds else choices


def _check_labels(measures: Sequence[str]) -> None:
    """Refuse labels: a study changes the options of measures, and names each by its notation."""
    if labelled := [measure for measure in measures if notation_of(measure) != measure]:
        notation = notation_of(labelled[0])
        raise SpecError(f"{labelled[0]}: a study names measures by their notation; leave out the label: {notation}")


def _of_given_trees(corpus: Corpus, measures: Sequence[str]) -> Sequence[str]:
    """Return a paper's measures, which take the trees that texts come with, if they do."""
    if not all(texts.has_trees for texts in (*corpus.references, *corpus.systems.values())):
        return measures
    parsed = ((label, parse(label)) for label in measures)
    return [
        str(replace(measure, parser=GIVEN)) if measure.annotator else label  # type: ignore[call-arg]
        for label, measure in parsed
    ]


def described(
    corpus: Corpus, choices: Choices | None = None, origin: str = "", kinds: Mapping[str, str] | None = None
) -> str:
    """Return in one line what is studied: where it is from, how much there is, and who judged it if that matters."""
    low, high = corpus.reference_counts()
    references = counted(high, "reference") if low == high else f"{low} to {high} references"
    counts = [counted_peers(corpus.systems, kinds or {}), counted(len(corpus), "segment"), references]
    whole = INVENTED if is_sample(corpus) else origin
    judged = [] if choices is None else _judged(corpus, choices)
    return (f"{whole}: " if whole else "") + ", ".join([*counts, *judged])


def _judged(corpus: Corpus, choices: Choices) -> list[str]:
    """Return which human scores there are; those of a file are its own affair."""
    source = source_of(choices.human)
    if source is not None:
        where = "given" if isinstance(source, Mapping) else f"from {source}"
        return [f"human scores {where}" + (f" ({choices.dimension})" if choices.dimension else "")]
    every = sorted({judgement.dimension for judgement in corpus.judgements})
    names = [choices.dimension] if choices.dimension else every
    return [f"human scores ({', '.join(names)})"] if names else ["no human scores"]
