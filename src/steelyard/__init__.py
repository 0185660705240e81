"""steelyard weighs generated text, and then weighs the weights."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from steelyard.annotation.texts import annotate
    from steelyard.corpus import Corpus
    from steelyard.corpus.formats import write
    from steelyard.corpus.judgement import Judgement
    from steelyard.corpus.sample import sample
    from steelyard.corpus.texts import AnnotatedTexts
    from steelyard.draws import Draws, Run
    from steelyard.errors import SteelyardError
    from steelyard.evaluation import Evaluation, evaluate
    from steelyard.inference.agreement.agree import agree, normalise
    from steelyard.inference.agreement.report import AgreementReport
    from steelyard.inference.anova import anova
    from steelyard.inference.comparison.compare import compare
    from steelyard.inference.comparison.comparisons import Comparison, Comparisons
    from steelyard.inference.comparison.power import power, type_one_error
    from steelyard.inference.comparison.ranks import average_ranks, bootstrap_ranks, facet_ranks, reference_ranks
    from steelyard.inference.comparison.standings import Standing
    from steelyard.inference.correlation.difference import correlation_difference
    from steelyard.inference.correlation.estimate import correlation
    from steelyard.inference.correlation.partitions import partitioned_correlation
    from steelyard.judgements.mqm import MQMAnnotations
    from steelyard.judgements.normalisation import NormalisedScores
    from steelyard.judgements.table import Judgements
    from steelyard.measures.catalogue import catalogue as measures
    from steelyard.measures.kinds.base import Measure
    from steelyard.measures.kinds.function import as_measure
    from steelyard.measures.notation import parse
    from steelyard.meta.evaluate import meta
    from steelyard.meta.evaluation import MetaEvaluation
    from steelyard.meta.people.sweep import Sweep, sweep
    from steelyard.meta.probes.axiom_report import AxiomReport
    from steelyard.meta.probes.axioms import axioms
    from steelyard.meta.references.orange import Orange, orange
    from steelyard.meta.references.pairwise import PairwiseSimilarities, pairwise_similarities
    from steelyard.meta.references.qarla import qarla
    from steelyard.meta.references.qarla_results import Qarla
    from steelyard.meta.sets.corroborate import corroborate
    from steelyard.meta.sets.corroboration import Corroboration, Improvement, Worth
    from steelyard.meta.sets.output_pairs import OutputPairs
    from steelyard.meta.sets.reliability import reliability
    from steelyard.meta.sets.severity import Severity, severity
    from steelyard.reading import read
    from steelyard.report.writing import report
    from steelyard.scores import Scores, score
    from steelyard.scores.alignments import Alignment, align
    from steelyard.scores.differences import Difference, explain_difference
    from steelyard.scores.external import ExternalScores
    from steelyard.scores.people import score_people
    from steelyard.scores.similarities import Similarity, SimilarityMatrix, similarity
    from steelyard.scores.table import ScoreTable, score_table
    from steelyard.studies import study
    from steelyard.studies.recipes.report import StudyReport
    from steelyard.tasks.relations.relation import Relation
    from steelyard.tasks.relations.relations import relations
    from steelyard.tasks.relations.report import RelationReport
    from steelyard.tasks.relations.rules import relations_of
    from steelyard.tasks.retrieval import RetrievalReport, retrieval

#: Public name → the module it is in. It is imported on first use, so that the command line starts at once.
_PUBLIC = {
    "AgreementReport": "steelyard.inference.agreement.report",
    "Alignment": "steelyard.scores.alignments",
    "AnnotatedTexts": "steelyard.corpus.texts",
    "AxiomReport": "steelyard.meta.probes.axiom_report",
    "Comparison": "steelyard.inference.comparison.comparisons",
    "Comparisons": "steelyard.inference.comparison.comparisons",
    "Corpus": "steelyard.corpus",
    "Corroboration": "steelyard.meta.sets.corroboration",
    "Difference": "steelyard.scores.differences",
    "Draws": "steelyard.draws",
    "Evaluation": "steelyard.evaluation",
    "ExternalScores": "steelyard.scores.external",
    "Improvement": "steelyard.meta.sets.corroboration",
    "Judgement": "steelyard.corpus.judgement",
    "Judgements": "steelyard.judgements.table",
    "MQMAnnotations": "steelyard.judgements.mqm",
    "Measure": "steelyard.measures.kinds.base",
    "MetaEvaluation": "steelyard.meta.evaluation",
    "NormalisedScores": "steelyard.judgements.normalisation",
    "Orange": "steelyard.meta.references.orange",
    "OutputPairs": "steelyard.meta.sets.output_pairs",
    "PairwiseSimilarities": "steelyard.meta.references.pairwise",
    "Qarla": "steelyard.meta.references.qarla_results",
    "Relation": "steelyard.tasks.relations.relation",
    "RelationReport": "steelyard.tasks.relations.report",
    "RetrievalReport": "steelyard.tasks.retrieval",
    "Run": "steelyard.draws",
    "ScoreTable": "steelyard.scores.table",
    "Scores": "steelyard.scores",
    "Severity": "steelyard.meta.sets.severity",
    "Similarity": "steelyard.scores.similarities",
    "SimilarityMatrix": "steelyard.scores.similarities",
    "Standing": "steelyard.inference.comparison.standings",
    "SteelyardError": "steelyard.errors",
    "StudyReport": "steelyard.studies.recipes.report",
    "Sweep": "steelyard.meta.people.sweep",
    "Worth": "steelyard.meta.sets.corroboration",
    "agree": "steelyard.inference.agreement.agree",
    "align": "steelyard.scores.alignments",
    "annotate": "steelyard.annotation.texts",
    "anova": "steelyard.inference.anova",
    "as_measure": "steelyard.measures.kinds.function",
    "average_ranks": "steelyard.inference.comparison.ranks",
    "axioms": "steelyard.meta.probes.axioms",
    "bootstrap_ranks": "steelyard.inference.comparison.ranks",
    "compare": "steelyard.inference.comparison.compare",
    "correlation": "steelyard.inference.correlation.estimate",
    "correlation_difference": "steelyard.inference.correlation.difference",
    "corroborate": "steelyard.meta.sets.corroborate",
    "evaluate": "steelyard.evaluation",
    "explain_difference": "steelyard.scores.differences",
    "facet_ranks": "steelyard.inference.comparison.ranks",
    "normalise": "steelyard.inference.agreement.agree",
    "orange": "steelyard.meta.references.orange",
    "pairwise_similarities": "steelyard.meta.references.pairwise",
    "parse": "steelyard.measures.notation",
    "partitioned_correlation": "steelyard.inference.correlation.partitions",
    "power": "steelyard.inference.comparison.power",
    "qarla": "steelyard.meta.references.qarla",
    "read": "steelyard.reading",
    "reference_ranks": "steelyard.inference.comparison.ranks",
    "relations": "steelyard.tasks.relations.relations",
    "relations_of": "steelyard.tasks.relations.rules",
    "reliability": "steelyard.meta.sets.reliability",
    "retrieval": "steelyard.tasks.retrieval",
    "sample": "steelyard.corpus.sample",
    "score": "steelyard.scores",
    "score_people": "steelyard.scores.people",
    "score_table": "steelyard.scores.table",
    "severity": "steelyard.meta.sets.severity",
    "similarity": "steelyard.scores.similarities",
    "study": "steelyard.studies",
    "sweep": "steelyard.meta.people.sweep",
    "type_one_error": "steelyard.inference.comparison.power",
    "write": "steelyard.corpus.formats",
}
#: Verbs that share their name with a folder: the module itself can be called.
_CALLABLE = ("measures", "meta", "report")

__all__ = [
    "AgreementReport",
    "Alignment",
    "AnnotatedTexts",
    "AxiomReport",
    "Comparison",
    "Comparisons",
    "Corpus",
    "Corroboration",
    "Difference",
    "Draws",
    "Evaluation",
    "ExternalScores",
    "Improvement",
    "Judgement",
    "Judgements",
    "MQMAnnotations",
    "Measure",
    "MetaEvaluation",
    "NormalisedScores",
    "Orange",
    "OutputPairs",
    "PairwiseSimilarities",
    "Qarla",
    "Relation",
    "RelationReport",
    "RetrievalReport",
    "Run",
    "ScoreTable",
    "Scores",
    "Severity",
    "Similarity",
    "SimilarityMatrix",
    "Standing",
    "SteelyardError",
    "StudyReport",
    "Sweep",
    "Worth",
    "__version__",
    "agree",
    "align",
    "annotate",
    "anova",
    "as_measure",
    "average_ranks",
    "axioms",
    "bootstrap_ranks",
    "compare",
    "correlation",
    "correlation_difference",
    "corroborate",
    "evaluate",
    "explain_difference",
    "facet_ranks",
    "measures",
    "meta",
    "normalise",
    "orange",
    "pairwise_similarities",
    "parse",
    "partitioned_correlation",
    "power",
    "qarla",
    "read",
    "reference_ranks",
    "relations",
    "relations_of",
    "reliability",
    "report",
    "retrieval",
    "sample",
    "score",
    "score_people",
    "score_table",
    "severity",
    "similarity",
    "study",
    "sweep",
    "type_one_error",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _CALLABLE:
        return import_module(f"steelyard.{name}")
    if name not in _PUBLIC:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
