"""Measures over parsed texts: from cold, models loaded and all texts parsed, and from annotations that are there."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.contestants import Scorer, Texts

_MEASURES = (
    "stm", "tkm", "hwcm", "dstm", "dtkm", "dependency-f", "tree-accuracy", "generation-tree-accuracy",
    "pos-or", "sp-or", "cp-or", "dp-or", "dp-ol", "dp-oc", "ne-or(outside=true)", "gramsim", "esk(senses=tagged)",
    "bleu(layer=pos)", "rouge-l(layer=lemma)",
)  # fmt: skip


def _scorer(texts: Texts) -> Scorer:
    import steelyard as sy

    corpus = sy.Corpus.of(texts.outputs, {"ref": texts.references})
    return lambda: [score.value for score in sy.score(corpus, measures=_MEASURES).scores]


def from_cold(texts: Texts) -> Scorer:
    """Load the model, parse and score, on all cores."""
    from steelyard.providers.annotator import annotator_of

    os.environ["STEELYARD_CACHE"] = tempfile.mkdtemp()
    annotator_of("spacy").close()
    return _scorer(texts)


def from_cache(texts: Texts) -> Scorer:
    """Score again what was parsed before."""
    os.environ["STEELYARD_CACHE"] = tempfile.mkdtemp()
    score = _scorer(texts)
    score()
    return score
