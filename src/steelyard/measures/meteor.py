"""METEOR: an explicit alignment of words in stages, recall-heavy, with a penalty for fragments."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError, suggestion
from steelyard.measures.aligner import Aligner
from steelyard.measures.base import Array, Vector, Words, option, ratio
from steelyard.measures.references import best_row
from steelyard.text import Batch
from steelyard.text.batch import present
from steelyard.text.keys import Keys
from steelyard.text.stems import stemmers

#: Module → the kind of keys that words must share, and the option that names whose keys.
_MODULES = {
    "exact": ("exact", None),
    "stem": ("stem", "stemmer"),
    "wordnet-stem": ("base", "senses"),
    "synonym": ("sense", "senses"),
}


@dataclass(frozen=True, kw_only=True)
class Meteor(Aligner):
    """METEOR: words matched one to one by form, stem and synonym; Fmean lowered by how much the matches are scattered.

    Each module in turn maps words that are still unmapped: the largest one-to-one mapping, of these the one with the
    fewest crossings (pairs of pairs in opposite order), counted with all pairs so far. With m pairs, each weighted by
    its module, P = m/|h|, R = m/|r|:
    Fmean = PR / (αP + (1-α)R); penalty = γ·(chunks/pairs)^β; score = Fmean·(1 - penalty).
    α = 0.9 gives Fmean = 10PR / (R + 9P). A chunk is a run of pairs that are neighbours in both texts. A text against
    itself has one chunk, so 1 - γ/m^β is the best there is for m words.

    Statistics: pairs of each module, chunks, tokens of the hypothesis, tokens of the reference, and stages whose search
    was cut. The score of a test set is made from their sums.

    Left open: tokens, here 13a in lower case. Among mappings with equally few crossings the one with the fewest chunks
    counts, then the first in order of words. The search is exact; it gives up after weighing `bound` mappings in a
    stage, keeps the best so far, counts the stage as cut, and the scores say so. Of several references the one with the
    highest score counts, the first on a tie.
    Reference: Banerjee & Lavie (2005), "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with
    Human Judgments".

    >>> import steelyard as sy
    >>> president = {"A": ["the president spoke to the audience"]}
    >>> sy.score(president, ["the president then spoke to the audience"], measures=["meteor"]).value("A", "meteor")
    0.853462...
    """

    name: ClassVar[str] = "meteor"
    undefined: ClassVar[str] = "neither text has a token"

    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    modules: Words = option(("exact", "stem", "synonym"), f"stages in their order, of {', '.join(_MODULES)}: a:b:c")
    weights: str | Vector = option("uniform", "of a module's matches: uniform (1), or one for each: a:b:c")
    alpha: float = option(0.9, "weight of recall in Fmean, 0 to 1")
    beta: float = option(3.0, "exponent of the penalty, not negative")
    gamma: float = option(0.5, "highest penalty, 0 to 1")
    stemmer: str = option("porter", "of the module stem: porter (1980), or a Snowball language")
    senses: str = option("wordnet", "of synonym and wordnet-stem: wordnet, a WordNet folder, or a lexicon file")
    bound: int = option(1_000_000, "mappings that a stage may weigh before it is cut")

    def __post_init__(self) -> None:
        super().__post_init__()
        for module in self.modules:
            if module not in _MODULES:
                raise SpecError(f"{self.name}: there is no module {module!r}" + suggestion(module, _MODULES))
        if not self.modules or len(set(self.modules)) < len(self.modules):
            raise SpecError(f"{self.name}: modules must be at least one, and each only once")
        if self.stemmer not in stemmers()[1:]:
            raise SpecError(
                f"{self.name}: stemmer={self.stemmer} is not possible" + suggestion(self.stemmer, stemmers())
            )
        if set(self.senses) & set(",()"):
            raise SpecError(f"{self.name}: senses={self.senses} is not possible; a path cannot hold comma or bracket")
        if self.weights != "uniform" and (
            isinstance(self.weights, str)
            or len(self.weights) != len(self.modules)
            or not all(0 <= w <= 1 for w in self.weights)
        ):
            raise SpecError(f"{self.name}: weights must be uniform, or a number from 0 to 1 for each of the modules")
        for name, most in (("alpha", 1.0), ("beta", 100.0), ("gamma", 1.0)):
            if not 0 <= getattr(self, name) <= most:
                raise SpecError(f"{self.name}: {name}={getattr(self, name)} is not possible; expected 0 to {most:g}")
        if self.bound < 1:
            raise SpecError(f"{self.name}: bound={self.bound} is not possible; expected at least 1")

    @property
    def fields(self) -> tuple[str, ...]:
        """Pairs of each module, chunks, the two lengths, and stages that were cut."""
        return (
            *(f"matches_{m}" for m in self.modules),
            "chunks",
            "hypothesis_tokens",
            "reference_tokens",
            "cut_stages",
        )

    def resources(self) -> dict[str, str]:
        """Return also the version of the stemmer and which WordNet or lexicon gives the senses."""
        made = super().resources()
        sources = {_MODULES[module][1] for module in self.modules}
        if "stemmer" in sources:
            made["stemmer"] = f"PyStemmer-{version('PyStemmer')}"
        if "senses" in sources:
            from steelyard.text.wordnet import wordnet

            made["senses"] = wordnet(self.senses).digest
        return made

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        references, length = batch.references(self.view), batch.hypotheses(self.view).lengths()
        pairs = [
            self._row(alignments, length, tokens.lengths())
            for alignments, tokens in zip(self.alignments(batch), references, strict=True)
        ]
        rows = np.stack(pairs, axis=1)
        return best_row(rows, present(references), self.score(rows))

    @property
    def stages(self) -> tuple[str, ...]:
        """The modules."""
        return self.modules

    def alignments(self, batch: Batch) -> list[_core.UnigramAlignments]:
        """Return the alignments with each reference set."""
        stages = [
            batch.keys(self.view, Keys(kind, getattr(self, source) if source else ""))
            for kind, source in map(_MODULES.__getitem__, self.modules)
        ]
        hypotheses = batch.hypotheses(self.view)
        return [_core.align_unigrams(hypotheses, tokens, stages, self.bound) for tokens in batch.references(self.view)]

    def score(self, sums: Array) -> Array:
        """Return METEOR of summed statistics; 0 without pairs."""
        sums = np.asarray(sums, float)
        modules = len(self.modules)
        chunks, hypothesis, reference = (sums[..., modules + n] for n in range(3))
        pairs = sums[..., :modules].sum(axis=-1)
        weighted = sums[..., :modules] @ np.array(self._weights())
        mean = ratio(weighted, self.alpha * reference + (1 - self.alpha) * hypothesis)
        value = mean * (1 - self.gamma * ratio(chunks, pairs) ** self.beta)
        return np.where(pairs > 0, value, np.where(hypothesis + reference > 0, 0.0, np.nan))

    def notice(self, sums: Array) -> str | None:
        """Return in how many stages the search was cut."""
        cut = int(sums[..., -1])
        return (
            f"in {cut:,} stages the search was cut after weighing {self.bound:,} mappings; raise bound" if cut else None
        )

    def _weights(self) -> Vector:
        return (1.0,) * len(self.modules) if isinstance(self.weights, str) else self.weights

    def _row(self, alignments: _core.UnigramAlignments, hypothesis: Array, reference: Array) -> Array:
        counts = alignments.counts(len(self.modules))
        return np.concatenate((counts[:, :-1], hypothesis[:, None], reference[:, None], counts[:, -1:]), axis=1)
