"""The papers' experiments as recipes, one file each; others' are found by the same door."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_corpus
from steelyard.corpus.given import several_names
from steelyard.corpus.sample import sample
from steelyard.draws import Draws, Run
from steelyard.judgements.sources import GivenJudgements
from steelyard.plugins import Objects
from steelyard.studies.recipes.peers import GivenPeers
from steelyard.studies.recipes.recipe import DRAWS, Choices, Recipe
from steelyard.studies.recipes.report import StudyReport

#: What `steelyard study` can run.
STUDIES = Objects("study", "steelyard.studies", "steelyard.studies", Recipe, "RECIPE")


@public
def study(
    name: str | Recipe,
    corpus: Corpus | None = None,
    measures: Sequence[str] | str = (),
    *,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    pair: tuple[str, str] | None = None,
    simulations: int = Choices.simulations,
    by: str | None = None,
    peers: GivenPeers | None = None,
    without_peers: bool = False,
    test: str = Choices.test,
    draws: Draws = DRAWS,
    run: Run = Run(),
) -> StudyReport:
    """Run a paper's experiment on a corpus, or on the built-in sample.

    name               as `steelyard study` lists them, of an entry point, MODULE:NAME or FILE.py:NAME; or a recipe
    measures           the paper's, unless others are named
    human, dimension   judgements, as `score` takes them; without them, the corpus's own
    pair               two systems, for studies of two
    simulations        how often what is random is drawn: experiments, samples, sets of measures
    by                 the facet whose values the data are split by; else size, length, compression, rate, or another
    peers              which systems are people or baselines: {"A": "human", "B": "baseline"}, or a TSV file with the
                       columns system and peer; `without_peers` leaves them out
    test               of pairs of systems, as `compare` takes it

    >>> report = study("pastra-saggion-2003")
    >>> report.tables[2].title
    'Table 3: systems against all references, score (rank), by document'
    """
    recipe = STUDIES.chosen(name)
    corpus = sample() if corpus is None else corpus
    check_corpus("study", corpus)
    choices = Choices(human, dimension, pair, simulations, by, peers, without_peers, test)
    return recipe.study(corpus, several_names(measures, "measures"), choices, draws, run)
