"""Measures weighed: correlations drawn again and again, sets of measures, sets of similarities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.contestants import Scorer, Texts

#: How often a coefficient is computed: draws of the interval and permutations of the test; scipy makes fewer.
DRAWS = 1000
EVALUATIONS = 2 * DRAWS
FEW = 100
_MEASURES = (
    "bleu", "sentence-bleu", "gleu", "nist", "chrf", "chrf++", "ter", "wer", "per", "cder", "gtm", "meteor", "overlap",
    "unigram-precision", "unigram-recall", "unigram-f1", "rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l",
    "rouge-w", "rouge-s", "rouge-su", "wsk",
)  # fmt: skip
_SIMILARITIES = _MEASURES[:3] + _MEASURES[4:11]
_SETS, _SIZES = 1_667, (2, 3, 5, 10, 15, 20)
_MODELS = 3


def _scored(texts: Texts, measures: tuple[str, ...]) -> tuple[Any, Any]:
    """Return measure × system × segment scores, more being better, and quality made of them with noise."""
    import numpy as np

    import steelyard as sy

    corpus = sy.Corpus.of(texts.outputs, {"ref": texts.references})
    scores = sy.score_table(corpus, measures, threads=1).oriented()
    spread = scores.std(axis=(1, 2), keepdims=True)
    standard = (scores - scores.mean(axis=(1, 2), keepdims=True)) / np.where(spread > 0, spread, 1)
    noise = np.random.default_rng(1).normal(0, 1, standard.shape[1:])
    return scores, np.round(standard.mean(axis=0) + noise)


def kendall_steelyard(texts: Texts) -> Scorer:
    """Kendall's τ-b of all outputs with its interval and p, from which the time of one evaluation is taken."""
    import steelyard as sy

    (scores,), quality = _scored(texts, ("chrf",))

    def score() -> list[float]:
        correlation = sy.correlation(scores, quality, "kendall", draws=sy.Draws(resamples=DRAWS, trials=DRAWS))
        return [correlation.value]

    return score


def kendall_scipy(texts: Texts) -> Scorer:
    """The same value by scipy, once for each evaluation."""
    from scipy.stats import kendalltau

    (scores,), quality = _scored(texts, ("chrf",))

    def score() -> list[float]:
        values = [float(kendalltau(scores.ravel(), quality.ravel())[0]) for _ in range(FEW)]
        return values[:1]

    return score


def sets_of_measures(texts: Texts) -> Scorer:
    """Reliability, sensitivity, heterogeneity and gain of 10,002 random sets of 25 measures."""
    import steelyard as sy

    scores, quality = _scored(texts, _MEASURES)

    def score() -> list[float]:
        pairs = sy.OutputPairs(_MEASURES, scores, quality)
        return [figures.heterogeneity for figures in pairs.random_sets(_SETS, _SIZES)]

    return score


def king_of_all_sets(texts: Texts) -> Scorer:
    """KING of all 1,023 sets of 10 similarities, the outputs of three systems standing for further models."""
    import itertools

    import steelyard as sy
    from steelyard.meta.references.queen import king

    names = list(texts.outputs)
    models = {"ref": texts.references, **{name: texts.outputs[name] for name in names[:_MODELS]}}
    peers = {name: texts.outputs[name] for name in names[_MODELS:]}
    table = sy.pairwise_similarities(sy.Corpus.of(peers, models), _SIMILARITIES, run=sy.Run(threads=1))
    every = range(len(_SIMILARITIES))
    sets = [members for size in every for members in itertools.combinations(every, size + 1)]

    def score() -> list[float]:
        wins, tried = king(table, sets)
        return [float(value) for value in wins.sum(axis=1) / max(tried.sum(), 1)]

    return score
