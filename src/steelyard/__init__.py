"""steelyard weighs generated text, and then weighs the weights."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from steelyard.annotation.texts import annotate
    from steelyard.corpus import Corpus, Texts
    from steelyard.corpus.formats import write
    from steelyard.corpus.judgement import Judgement
    from steelyard.corpus.reference_kinds import ReferenceKind
    from steelyard.corpus.sample import sample
    from steelyard.corpus.selection import Selection
    from steelyard.corpus.sentences import Sentence, Span
    from steelyard.corpus.texts import AnnotatedTexts, Chunk
    from steelyard.draws import Draws, Run
    from steelyard.errors import SteelyardError
    from steelyard.evaluation import Evaluation, SegmentScoreMatrix, evaluate
    from steelyard.inference.agreement.agree import agree, normalise
    from steelyard.inference.agreement.figures import (
        Agreement,
        AssessorAgreement,
        GroupAgreement,
        PairAgreement,
        RoundChanges,
    )
    from steelyard.inference.agreement.report import AgreementReport
    from steelyard.inference.anova import Anova, anova
    from steelyard.inference.comparison.clusters import ClusteredSystem, Clustering, Clusterings, cluster_ranks
    from steelyard.inference.comparison.compare import compare
    from steelyard.inference.comparison.comparison import Comparison
    from steelyard.inference.comparison.comparisons import Comparisons
    from steelyard.inference.comparison.null_simulation import RejectionRate, type_one_error
    from steelyard.inference.comparison.power import Power, power
    from steelyard.inference.comparison.rankings import RankDistribution, Ranking, Rankings
    from steelyard.inference.comparison.ranks import average_ranks, bootstrap_ranks, facet_ranks, reference_ranks
    from steelyard.inference.comparison.significance import SignificanceOutcome, SignificanceTest
    from steelyard.inference.comparison.standings import Standing
    from steelyard.inference.correlation.correlation import Correlation
    from steelyard.inference.correlation.difference import CorrelationDifference, correlation_difference
    from steelyard.inference.correlation.estimate import CorrelationEstimate, correlation
    from steelyard.inference.correlation.partitions import PartitionedCorrelation, partitioned_correlation
    from steelyard.judgements.assessors import AnswerDistribution, SelfConsistency
    from steelyard.judgements.mqm import MQMAnnotations
    from steelyard.judgements.normalisation import NormalisedScore, NormalisedScores
    from steelyard.judgements.sources import Aggregated
    from steelyard.judgements.statistics import HumanStatistics
    from steelyard.judgements.table import Judgements
    from steelyard.loading import Origin
    from steelyard.measures.catalogue import Catalogue, MeasureEntry, MeasureOption
    from steelyard.measures.catalogue import catalogue as measures
    from steelyard.measures.kinds.base import Measure
    from steelyard.measures.kinds.function import FunctionFailures, as_measure
    from steelyard.measures.notation import parse
    from steelyard.meta.evaluate import meta
    from steelyard.meta.evaluation import MetaEvaluation
    from steelyard.meta.people.correlation import MeasureCorrelation
    from steelyard.meta.people.significance import MeasureDifference
    from steelyard.meta.people.sweep import Sweep, SweepSetting, sweep
    from steelyard.meta.probes.axiom_report import (
        AxiomFinding,
        AxiomReport,
        CounterExample,
        MeasureAxioms,
        ProbeSensitivity,
    )
    from steelyard.meta.probes.axioms import axioms
    from steelyard.meta.references.orange import Orange, OrangeScore, orange
    from steelyard.meta.references.pairwise import PairwiseSimilarities, pairwise_similarities
    from steelyard.meta.references.qarla import qarla
    from steelyard.meta.references.qarla_results import Jack, King, MeasureCluster, Qarla, Queen
    from steelyard.meta.sets.corroborate import corroborate
    from steelyard.meta.sets.corroboration import Corroboration, Improvement, Worth
    from steelyard.meta.sets.figures import AdditiveReliability, MeasureAddition, SetFigures, ThresholdCurve
    from steelyard.meta.sets.output_pairs import OutputPairs
    from steelyard.meta.sets.reliability import reliability
    from steelyard.meta.sets.severity import Severity, SeverityPair, severity
    from steelyard.reading import read
    from steelyard.report.writing import report
    from steelyard.results.account import Account
    from steelyard.results.estimate import Estimate, IntervalEstimate
    from steelyard.results.figure import Axis, Figure
    from steelyard.results.result import Result
    from steelyard.results.signature import Signature
    from steelyard.results.table import Column, Number, Table
    from steelyard.scores import Score, Scores, score
    from steelyard.scores.alignments import Alignment, WordLink, align
    from steelyard.scores.difference import Difference, OptionChange, OptionStep, SeenText, SegmentScore
    from steelyard.scores.differences import explain_difference
    from steelyard.scores.external import ExternalScores
    from steelyard.scores.people import score_people
    from steelyard.scores.references import score_references
    from steelyard.scores.similarities import Similarity, SimilarityMatrix, similarity
    from steelyard.scores.table import ScoreColumn, ScoreTable, score_table
    from steelyard.statistics import Statistics
    from steelyard.statistics.single_values import SingleValues
    from steelyard.studies import study
    from steelyard.studies.recipes.report import StudyReport
    from steelyard.summaries.summarise import Summaries, Summary, summarise
    from steelyard.tasks.relations.relation import Relation
    from steelyard.tasks.relations.relations import relations
    from steelyard.tasks.relations.report import RelationFigure, RelationReport
    from steelyard.tasks.relations.rules import relations_of
    from steelyard.tasks.retrieval import RetrievalFigure, RetrievalReport, retrieval

#: Public name → the module it is in. It is imported on first use, so that the command line starts at once.
_PUBLIC = {
    "Account": "steelyard.results.account",
    "AdditiveReliability": "steelyard.meta.sets.figures",
    "Aggregated": "steelyard.judgements.sources",
    "Agreement": "steelyard.inference.agreement.figures",
    "AgreementReport": "steelyard.inference.agreement.report",
    "Alignment": "steelyard.scores.alignments",
    "AnnotatedTexts": "steelyard.corpus.texts",
    "Anova": "steelyard.inference.anova",
    "AnswerDistribution": "steelyard.judgements.assessors",
    "AssessorAgreement": "steelyard.inference.agreement.figures",
    "AxiomFinding": "steelyard.meta.probes.axiom_report",
    "AxiomReport": "steelyard.meta.probes.axiom_report",
    "Axis": "steelyard.results.figure",
    "Catalogue": "steelyard.measures.catalogue",
    "Chunk": "steelyard.corpus.texts",
    "Column": "steelyard.results.table",
    "ClusteredSystem": "steelyard.inference.comparison.clusters",
    "Clustering": "steelyard.inference.comparison.clusters",
    "Clusterings": "steelyard.inference.comparison.clusters",
    "Comparison": "steelyard.inference.comparison.comparison",
    "Comparisons": "steelyard.inference.comparison.comparisons",
    "Corpus": "steelyard.corpus",
    "Correlation": "steelyard.inference.correlation.correlation",
    "CorrelationDifference": "steelyard.inference.correlation.difference",
    "CorrelationEstimate": "steelyard.inference.correlation.estimate",
    "Corroboration": "steelyard.meta.sets.corroboration",
    "CounterExample": "steelyard.meta.probes.axiom_report",
    "Difference": "steelyard.scores.difference",
    "Draws": "steelyard.draws",
    "Estimate": "steelyard.results.estimate",
    "Evaluation": "steelyard.evaluation",
    "ExternalScores": "steelyard.scores.external",
    "Figure": "steelyard.results.figure",
    "FunctionFailures": "steelyard.measures.kinds.function",
    "GroupAgreement": "steelyard.inference.agreement.figures",
    "HumanStatistics": "steelyard.judgements.statistics",
    "Improvement": "steelyard.meta.sets.corroboration",
    "IntervalEstimate": "steelyard.results.estimate",
    "Jack": "steelyard.meta.references.qarla_results",
    "Judgement": "steelyard.corpus.judgement",
    "Judgements": "steelyard.judgements.table",
    "King": "steelyard.meta.references.qarla_results",
    "MQMAnnotations": "steelyard.judgements.mqm",
    "Measure": "steelyard.measures.kinds.base",
    "MeasureAddition": "steelyard.meta.sets.figures",
    "MeasureAxioms": "steelyard.meta.probes.axiom_report",
    "MeasureCluster": "steelyard.meta.references.qarla_results",
    "MeasureCorrelation": "steelyard.meta.people.correlation",
    "MeasureDifference": "steelyard.meta.people.significance",
    "MeasureEntry": "steelyard.measures.catalogue",
    "MeasureOption": "steelyard.measures.catalogue",
    "MetaEvaluation": "steelyard.meta.evaluation",
    "NormalisedScore": "steelyard.judgements.normalisation",
    "NormalisedScores": "steelyard.judgements.normalisation",
    "Number": "steelyard.results.table",
    "OptionChange": "steelyard.scores.difference",
    "OptionStep": "steelyard.scores.difference",
    "Orange": "steelyard.meta.references.orange",
    "OrangeScore": "steelyard.meta.references.orange",
    "Origin": "steelyard.loading",
    "OutputPairs": "steelyard.meta.sets.output_pairs",
    "PairAgreement": "steelyard.inference.agreement.figures",
    "PairwiseSimilarities": "steelyard.meta.references.pairwise",
    "PartitionedCorrelation": "steelyard.inference.correlation.partitions",
    "Power": "steelyard.inference.comparison.power",
    "ProbeSensitivity": "steelyard.meta.probes.axiom_report",
    "Qarla": "steelyard.meta.references.qarla_results",
    "Queen": "steelyard.meta.references.qarla_results",
    "RankDistribution": "steelyard.inference.comparison.rankings",
    "Ranking": "steelyard.inference.comparison.rankings",
    "Rankings": "steelyard.inference.comparison.rankings",
    "ReferenceKind": "steelyard.corpus.reference_kinds",
    "RejectionRate": "steelyard.inference.comparison.null_simulation",
    "Relation": "steelyard.tasks.relations.relation",
    "RelationFigure": "steelyard.tasks.relations.report",
    "RelationReport": "steelyard.tasks.relations.report",
    "Result": "steelyard.results.result",
    "RetrievalFigure": "steelyard.tasks.retrieval",
    "RetrievalReport": "steelyard.tasks.retrieval",
    "RoundChanges": "steelyard.inference.agreement.figures",
    "Run": "steelyard.draws",
    "Score": "steelyard.scores",
    "ScoreColumn": "steelyard.scores.table",
    "ScoreTable": "steelyard.scores.table",
    "Scores": "steelyard.scores",
    "SeenText": "steelyard.scores.difference",
    "SegmentScore": "steelyard.scores.difference",
    "SegmentScoreMatrix": "steelyard.evaluation",
    "Selection": "steelyard.corpus.selection",
    "SelfConsistency": "steelyard.judgements.assessors",
    "Sentence": "steelyard.corpus.sentences",
    "SetFigures": "steelyard.meta.sets.figures",
    "Severity": "steelyard.meta.sets.severity",
    "SeverityPair": "steelyard.meta.sets.severity",
    "Signature": "steelyard.results.signature",
    "SignificanceOutcome": "steelyard.inference.comparison.significance",
    "SignificanceTest": "steelyard.inference.comparison.significance",
    "Similarity": "steelyard.scores.similarities",
    "SimilarityMatrix": "steelyard.scores.similarities",
    "SingleValues": "steelyard.statistics.single_values",
    "Span": "steelyard.corpus.sentences",
    "Standing": "steelyard.inference.comparison.standings",
    "Statistics": "steelyard.statistics",
    "SteelyardError": "steelyard.errors",
    "StudyReport": "steelyard.studies.recipes.report",
    "Sweep": "steelyard.meta.people.sweep",
    "SweepSetting": "steelyard.meta.people.sweep",
    "Summaries": "steelyard.summaries.summarise",
    "Summary": "steelyard.summaries.summarise",
    "Table": "steelyard.results.table",
    "Texts": "steelyard.corpus",
    "ThresholdCurve": "steelyard.meta.sets.figures",
    "WordLink": "steelyard.scores.alignments",
    "Worth": "steelyard.meta.sets.corroboration",
    "agree": "steelyard.inference.agreement.agree",
    "align": "steelyard.scores.alignments",
    "annotate": "steelyard.annotation.texts",
    "anova": "steelyard.inference.anova",
    "as_measure": "steelyard.measures.kinds.function",
    "average_ranks": "steelyard.inference.comparison.ranks",
    "axioms": "steelyard.meta.probes.axioms",
    "bootstrap_ranks": "steelyard.inference.comparison.ranks",
    "cluster_ranks": "steelyard.inference.comparison.clusters",
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
    "score_references": "steelyard.scores.references",
    "score_table": "steelyard.scores.table",
    "severity": "steelyard.meta.sets.severity",
    "similarity": "steelyard.scores.similarities",
    "study": "steelyard.studies",
    "summarise": "steelyard.summaries.summarise",
    "sweep": "steelyard.meta.people.sweep",
    "type_one_error": "steelyard.inference.comparison.null_simulation",
    "write": "steelyard.corpus.formats",
}
#: Verbs that share their name with a folder: the module itself can be called.
_CALLABLE = ("measures", "meta", "report")

__all__ = [
    "Account", "AdditiveReliability", "Aggregated", "Agreement", "AgreementReport", "Alignment", "AnnotatedTexts",
    "Anova", "AnswerDistribution", "AssessorAgreement", "AxiomFinding", "AxiomReport", "Axis", "Catalogue", "Chunk",
    "ClusteredSystem", "Clustering", "Clusterings", "Column", "Comparison", "Comparisons", "Corpus", "Correlation",
    "CorrelationDifference", "CorrelationEstimate", "Corroboration", "CounterExample", "Difference", "Draws",
    "Estimate", "Evaluation", "ExternalScores", "Figure", "FunctionFailures", "GroupAgreement", "HumanStatistics",
    "Improvement", "IntervalEstimate", "Jack", "Judgement", "Judgements", "King", "MQMAnnotations", "Measure",
    "MeasureAddition", "MeasureAxioms", "MeasureCluster", "MeasureCorrelation", "MeasureDifference", "MeasureEntry",
    "MeasureOption", "MetaEvaluation", "NormalisedScore", "NormalisedScores", "Number", "OptionChange", "OptionStep",
    "Orange", "OrangeScore", "Origin", "OutputPairs", "PairAgreement", "PairwiseSimilarities", "PartitionedCorrelation",
    "Power", "ProbeSensitivity", "Qarla", "Queen", "RankDistribution", "Ranking", "Rankings", "ReferenceKind",
    "RejectionRate", "Relation", "RelationFigure", "RelationReport", "Result", "RetrievalFigure", "RetrievalReport",
    "RoundChanges", "Run", "Score", "ScoreColumn", "ScoreTable", "Scores", "SeenText", "SegmentScore",
    "SegmentScoreMatrix", "Selection", "SelfConsistency", "Sentence", "SetFigures", "Severity", "SeverityPair",
    "Signature", "SignificanceOutcome", "SignificanceTest", "Similarity", "SimilarityMatrix", "SingleValues", "Span",
    "Standing", "Statistics", "SteelyardError", "StudyReport", "Summaries", "Summary", "Sweep", "SweepSetting", "Table",
    "Texts", "ThresholdCurve", "WordLink", "Worth", "__version__", "agree", "align", "annotate", "anova", "as_measure",
    "average_ranks", "axioms", "bootstrap_ranks", "cluster_ranks", "compare", "correlation", "correlation_difference",
    "corroborate", "evaluate", "explain_difference", "facet_ranks", "measures", "meta", "normalise", "orange",
    "pairwise_similarities", "parse", "partitioned_correlation", "power", "qarla", "read", "reference_ranks",
    "relations", "relations_of", "reliability", "report", "retrieval", "sample", "score", "score_people",
    "score_references", "score_table", "severity", "similarity", "study", "summarise", "sweep", "type_one_error",
    "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _CALLABLE:
        return import_module(f"steelyard.{name}")
    if name not in _PUBLIC:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
