"""steelyard weighs generated text, and then weighs the weights."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from steelyard.alignments import Alignment, align
    from steelyard.annotations import annotate
    from steelyard.corpus import Corpus
    from steelyard.corpus.columns import read_trees
    from steelyard.corpus.formats import read, write
    from steelyard.corpus.formats.mqm import Annotations
    from steelyard.corpus.sample import sample
    from steelyard.differences import Difference, explain_difference
    from steelyard.errors import SteelyardError
    from steelyard.inference.agreement_report import AgreementReport
    from steelyard.inference.anova import anova
    from steelyard.inference.assessors import NormalisedScores
    from steelyard.inference.comparisons import Comparison, Comparisons, Standing
    from steelyard.inference.correlation_difference import correlation_difference
    from steelyard.inference.correlation_estimate import correlation
    from steelyard.inference.paired import compare
    from steelyard.inference.partitions import partitioned_correlation
    from steelyard.inference.power import power, type_one_error
    from steelyard.inference.ranks import average_ranks, bootstrap_ranks, facet_ranks, reference_ranks
    from steelyard.judgements.agreement import agree, normalise
    from steelyard.measures.base import Measure
    from steelyard.measures.catalogue import catalogue as measures
    from steelyard.measures.notation import parse
    from steelyard.meta.axiom_findings import AxiomReport
    from steelyard.meta.axioms import axioms
    from steelyard.meta.corroboration import corroborate
    from steelyard.meta.evaluation import MetaEvaluation, meta
    from steelyard.meta.functions import MeasureFunction
    from steelyard.meta.orange import Orange, orange
    from steelyard.meta.pairwise import PairwiseSimilarities, pairwise_similarities
    from steelyard.meta.qarla import Qarla, qarla
    from steelyard.meta.reliability import OutputPairs, reliability
    from steelyard.meta.severity import Severity, severity
    from steelyard.meta.sweep import Sweep, sweep
    from steelyard.meta.table import ScoreTable, score_table
    from steelyard.meta.verdicts import Corroboration, Improvement, Worth
    from steelyard.outside import OutsideScores
    from steelyard.outside import read_outside as outside_scores
    from steelyard.scores import Intervals, Scores, score
    from steelyard.scores import load_scores as load
    from steelyard.similarities import Similarity, SimilarityMatrix, similarity
    from steelyard.tasks.relation import Relation
    from steelyard.tasks.relation_report import RelationReport
    from steelyard.tasks.relation_rules import relations_of
    from steelyard.tasks.relations import relations
    from steelyard.tasks.retrieval import RetrievalReport, retrieval

# Public name → (module, name in it, or none for the module itself); imported on first use, so that the command
# line starts at once.
_PUBLIC = {
    "AgreementReport": ("steelyard.inference.agreement_report", "AgreementReport"),
    "Alignment": ("steelyard.alignments", "Alignment"),
    "Annotations": ("steelyard.corpus.formats.mqm", "Annotations"),
    "AxiomReport": ("steelyard.meta.axiom_findings", "AxiomReport"),
    "Comparison": ("steelyard.inference.comparisons", "Comparison"),
    "Comparisons": ("steelyard.inference.comparisons", "Comparisons"),
    "Corpus": ("steelyard.corpus", "Corpus"),
    "Corroboration": ("steelyard.meta.verdicts", "Corroboration"),
    "Difference": ("steelyard.differences", "Difference"),
    "Improvement": ("steelyard.meta.verdicts", "Improvement"),
    "Intervals": ("steelyard.scores", "Intervals"),
    "Measure": ("steelyard.measures.base", "Measure"),
    "MeasureFunction": ("steelyard.meta.functions", "MeasureFunction"),
    "MetaEvaluation": ("steelyard.meta.evaluation", "MetaEvaluation"),
    "NormalisedScores": ("steelyard.inference.assessors", "NormalisedScores"),
    "Orange": ("steelyard.meta.orange", "Orange"),
    "OutputPairs": ("steelyard.meta.reliability", "OutputPairs"),
    "OutsideScores": ("steelyard.outside", "OutsideScores"),
    "PairwiseSimilarities": ("steelyard.meta.pairwise", "PairwiseSimilarities"),
    "Qarla": ("steelyard.meta.qarla", "Qarla"),
    "Relation": ("steelyard.tasks.relation", "Relation"),
    "RelationReport": ("steelyard.tasks.relation_report", "RelationReport"),
    "RetrievalReport": ("steelyard.tasks.retrieval", "RetrievalReport"),
    "ScoreTable": ("steelyard.meta.table", "ScoreTable"),
    "Scores": ("steelyard.scores", "Scores"),
    "Severity": ("steelyard.meta.severity", "Severity"),
    "Similarity": ("steelyard.similarities", "Similarity"),
    "SimilarityMatrix": ("steelyard.similarities", "SimilarityMatrix"),
    "Standing": ("steelyard.inference.comparisons", "Standing"),
    "SteelyardError": ("steelyard.errors", "SteelyardError"),
    "Sweep": ("steelyard.meta.sweep", "Sweep"),
    "Worth": ("steelyard.meta.verdicts", "Worth"),
    "agree": ("steelyard.judgements.agreement", "agree"),
    "align": ("steelyard.alignments", "align"),
    "annotate": ("steelyard.annotations", "annotate"),
    "anova": ("steelyard.inference.anova", "anova"),
    "average_ranks": ("steelyard.inference.ranks", "average_ranks"),
    "axioms": ("steelyard.meta.axioms", "axioms"),
    "bootstrap_ranks": ("steelyard.inference.ranks", "bootstrap_ranks"),
    "compare": ("steelyard.inference.paired", "compare"),
    "correlation": ("steelyard.inference.correlation_estimate", "correlation"),
    "correlation_difference": ("steelyard.inference.correlation_difference", "correlation_difference"),
    "corroborate": ("steelyard.meta.corroboration", "corroborate"),
    "explain_difference": ("steelyard.differences", "explain_difference"),
    "facet_ranks": ("steelyard.inference.ranks", "facet_ranks"),
    "load": ("steelyard.scores", "load_scores"),
    "measures": ("steelyard.measures", ""),
    "meta": ("steelyard.meta", ""),
    "normalise": ("steelyard.judgements.agreement", "normalise"),
    "orange": ("steelyard.meta.orange", "orange"),
    "outside_scores": ("steelyard.outside", "read_outside"),
    "pairwise_similarities": ("steelyard.meta.pairwise", "pairwise_similarities"),
    "parse": ("steelyard.measures.notation", "parse"),
    "partitioned_correlation": ("steelyard.inference.partitions", "partitioned_correlation"),
    "power": ("steelyard.inference.power", "power"),
    "qarla": ("steelyard.meta.qarla", "qarla"),
    "read": ("steelyard.corpus.formats", "read"),
    "read_trees": ("steelyard.corpus.columns", "read_trees"),
    "reference_ranks": ("steelyard.inference.ranks", "reference_ranks"),
    "relations": ("steelyard.tasks.relations", "relations"),
    "relations_of": ("steelyard.tasks.relation_rules", "relations_of"),
    "reliability": ("steelyard.meta.reliability", "reliability"),
    "retrieval": ("steelyard.tasks.retrieval", "retrieval"),
    "sample": ("steelyard.corpus.sample", "sample"),
    "score": ("steelyard.scores", "score"),
    "score_table": ("steelyard.meta.table", "score_table"),
    "severity": ("steelyard.meta.severity", "severity"),
    "similarity": ("steelyard.similarities", "similarity"),
    "sweep": ("steelyard.meta.sweep", "sweep"),
    "type_one_error": ("steelyard.inference.power", "type_one_error"),
    "write": ("steelyard.corpus.formats", "write"),
}

__all__ = [
    "AgreementReport",
    "Alignment",
    "Annotations",
    "AxiomReport",
    "Comparison",
    "Comparisons",
    "Corpus",
    "Corroboration",
    "Difference",
    "Improvement",
    "Intervals",
    "Measure",
    "MeasureFunction",
    "MetaEvaluation",
    "NormalisedScores",
    "Orange",
    "OutputPairs",
    "OutsideScores",
    "PairwiseSimilarities",
    "Qarla",
    "Relation",
    "RelationReport",
    "RetrievalReport",
    "ScoreTable",
    "Scores",
    "Severity",
    "Similarity",
    "SimilarityMatrix",
    "Standing",
    "SteelyardError",
    "Sweep",
    "Worth",
    "__version__",
    "agree",
    "align",
    "annotate",
    "anova",
    "average_ranks",
    "axioms",
    "bootstrap_ranks",
    "compare",
    "correlation",
    "correlation_difference",
    "corroborate",
    "explain_difference",
    "facet_ranks",
    "load",
    "measures",
    "meta",
    "normalise",
    "orange",
    "outside_scores",
    "pairwise_similarities",
    "parse",
    "partitioned_correlation",
    "power",
    "qarla",
    "read",
    "read_trees",
    "reference_ranks",
    "relations",
    "relations_of",
    "reliability",
    "retrieval",
    "sample",
    "score",
    "score_table",
    "severity",
    "similarity",
    "sweep",
    "type_one_error",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    module, attribute = _PUBLIC[name]
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


def __dir__() -> list[str]:
    return sorted(__all__)
