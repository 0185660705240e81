"""METEOR: an explicit alignment of words in stages, recall-heavy, with a penalty for fragments."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError, suggestion
from steelyard.measures.kinds import meteor_modules
from steelyard.measures.kinds.aligned import Aligner
from steelyard.measures.kinds.base import Array, Vector, Words, option, ratio
from steelyard.measures.kinds.references import best_row
from steelyard.measures.kinds.sums import ordered_sum, power
from steelyard.text import Batch
from steelyard.text.view import TEXT
from steelyard.text.words.keys import Keys
from steelyard.text.words.lists import stop_origin
from steelyard.text.words.stems import PORTER, stemmers

#: The largest bounds: what a signed 64-bit number holds, and paths that fit into memory.
_MOST_STEPS = 2**63 - 1
_MOST_PATHS = 10_000


@dataclass(frozen=True, kw_only=True)
class Meteor(Aligner):
    """METEOR: words matched one to one by form, stem and synonym; Fmean lowered by how much the matches are scattered.

    Each module in turn maps words that are still unmapped: the largest one-to-one mappings, of these those with the
    fewest crossings (pairs of pairs in opposite order), counted with all pairs so far. Where several are equal, the
    modules after it decide, and in the end the fewest chunks, so that texts read backwards have the same score. With m
    pairs, each weighted by
    its module, P = m/|h|, R = m/|r|:
    Fmean = PR / (αP + (1-α)R); penalty = γ·(chunks/pairs)^β; score = Fmean·(1 - penalty).
    α = 0.9 gives Fmean = 10PR / (R + 9P). A chunk is a run of pairs that are neighbours in both texts. A text against
    itself has one chunk, so 1 - γ/m^β is the best there is for m words.

    Statistics: pairs of each module, chunks, tokens of the hypothesis, tokens of the reference, and segments whose
    search was cut. The score of a test set is made from their sums.

    Porter's stems and WordNet are made for English. Whether the references are English is told by how many of their
    words are English function words, a statistic too; where they are few, the scores say so, unless language=none.

    Left open: tokens, here 13a in lower case. What is equal in chunks too has the same score, and the first in order of
    words is shown; only counts of function words can depend on that. The search is exact up to `bound` steps, each
    about a nanosecond, and a fixed amount of memory; then it is cut: it keeps largest mappings, the best so far, and
    the scores say so. Texts of a few hundred words are usually cut. Until definition 2 each module chose by crossings
    and chunks alone, before those after it were looked at. Of several references the one with the highest score counts,
    the first on a tie.
    version=1.5 aligns as METEOR 1.5 does: all modules at once, in a beam of `bound` paths over the reference (most
    exact matches, then fewest chunks, then shortest distance); synonyms are looked up with parts of speech pooled; one
    chunk that covers both texts counts as none, so that a perfect match has no penalty; the weights of a task are
    handed out by position. With function words, a content word counts δ and a function word 1-δ in P and R, and
    function words are statistics too. `meteor@1.5` takes also its tokens, weights and parameters; its
    paraphrases are those of a table that is given.
    Reference: Banerjee & Lavie (2005), "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with
    Human Judgments"; Denkowski & Lavie (2014), "Meteor Universal: Language Specific Translation Evaluation for Any
    Target Language".

    >>> import steelyard as sy
    >>> president = {"A": ["the president spoke to the audience"]}
    >>> sy.score(president, ["the president then spoke to the audience"], measures=["meteor"]).value("A", "meteor")
    0.853462...
    """

    name: ClassVar[str] = "meteor"
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {
        "chunks": ("hypothesis_tokens", "reference_tokens"),
        "english_words": ("reference_tokens",),
    }
    undefined: ClassVar[str] = "neither text has a token"
    short_of_best: ClassVar[str] = "a text against itself is one chunk, which has a penalty of its own"
    presets: ClassVar[dict[str, dict[str, Any]]] = meteor_modules.presets()
    tools: ClassVar[dict[str, str]] = meteor_modules.TOOLS

    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))
    modules: Words = option(
        ("exact", "stem", "synonym"), f"stages in their order, of {', '.join(meteor_modules.MODULES)}: a:b:c"
    )
    weights: str | Vector = option(
        "uniform", "of a module's matches: uniform (1), a task of METEOR 1.5 (rank, adq, hter, util, li), or a:b:c"
    )
    alpha: float = option(0.9, "weight of recall in Fmean, 0 to 1")
    beta: float = option(3.0, "exponent of the penalty, not negative")
    gamma: float = option(0.5, "highest penalty, 0 to 1")
    stemmer: str = option("porter", "of the module stem: porter (1980), or a Snowball language")
    senses: str = option("wordnet", "of synonym and wordnet-stem: wordnet, a WordNet folder, or a lexicon file")
    delta: float = option(0.5, "weight of content words against function words, 0 to 1")
    function: str = option("none", "function words: none, meteor, english, or a file with one a line")
    unmatched: str = option("none", "words that are not mapped but count as words: none, english, meteor, or a file")
    unmatched_by: Words = option(("exact",), "by which modules words of `unmatched` are not mapped: a:b:c")
    paraphrases: str = option("none", "table of the module paraphrase, in METEOR's format, plain or gzip; or none")
    version: str = option("2005", "whose alignment, and whose penalty of a perfect match", ("2005", "1.5"))
    language: str = option(
        "modules",
        "of the texts: en, none (any), or modules (what they are made for)",
        ("modules", "en", "none"),
    )
    bound: int = option(100_000_000, "steps of a search before it is cut; paths of version 1.5, at most 10000")

    def __post_init__(self) -> None:
        super().__post_init__()
        meteor_modules.check(self.name, self.stages, self.weights, self.version, self.paraphrases)
        self._check_language()
        meteor_modules.check_unmatched(self.name, self.unmatched, self.unmatched_by, self.modules)
        if self.stemmer not in stemmers()[1:]:
            raise SpecError(
                f"{self.name}: stemmer={self.stemmer} is not possible" + suggestion(self.stemmer, stemmers())
            )
        for name in ("senses", "function", "unmatched", "paraphrases"):
            if not (value := getattr(self, name)) or set(value) & set(",()"):
                raise SpecError(
                    f"{self.name}: {name}={value} is not possible; a path needs a name without comma or bracket"
                )
        for name, most in (("alpha", 1.0), ("beta", 100.0), ("gamma", 1.0), ("delta", 1.0)):
            if not 0 <= getattr(self, name) <= most:
                raise SpecError(f"{self.name}: {name}={getattr(self, name)} is not possible; expected 0 to {most:g}")
        most = _MOST_PATHS if self.version == "1.5" else _MOST_STEPS
        if not 1 <= self.bound <= most:
            expected = f"1 to {most} paths, such as 40" if self.version == "1.5" else "at least 1 and less than 2^63"
            raise SpecError(f"{self.name}: bound={self.bound} is not possible; expected {expected}")

    @property
    def fields(self) -> tuple[str, ...]:
        """Pairs of each module, chunks, the two lengths, what was cut; with function words also those."""
        names = [f"matches_{m}" for m in self.stages]
        names += ["chunks", "hypothesis_tokens", "reference_tokens"]
        names.append("cut_stages" if self.version == "1.5" else "cut_segments")
        if self.function != "none":
            names += [f"{side}_function_{m}" for side in ("hypothesis", "reference") for m in self.stages]
            names += ["hypothesis_function", "reference_function"]
        if self._has_language:
            names.append("english_words")
        if self._has_phrases:
            names.append("reference_matches_paraphrase")
        return tuple(names)

    @property
    def definition(self) -> int:
        """The second where modules are tried one after the other: at first each had chosen before the next."""
        return 1 if self.version == "1.5" else 2

    def resources(self) -> dict[str, str]:
        """Return also the version of the stemmer, which WordNet or lexicon gives the senses, and the function words."""
        resources = super().resources()
        sources = {meteor_modules.MODULES[module][1] for module in self._of_words}
        if "stemmer" in sources and self.stemmer not in PORTER:
            resources["stemmer"] = f"PyStemmer-{version('PyStemmer')}"
        if "senses" in sources:
            from steelyard.text.words.wordnet import wordnet

            resources["senses"] = wordnet(self.senses).digest
        for name in ("function", "unmatched"):
            if (words := getattr(self, name)) != "none":
                resources[name] = stop_origin(words)
        if self._has_phrases:
            from steelyard.text.words.paraphrases import paraphrases

            resources["paraphrases"] = paraphrases(self.paraphrases).digest
        return resources

    @property
    def _has_language(self) -> bool:
        """Whether the texts are held to be English, and it can be seen whether they are."""
        whole = (self.layer, self.stop, self.stem) == (TEXT, "none", "none")
        made_for = meteor_modules.is_english(self.modules, self.stemmer, self.senses)
        return whole and self.language != "none" and (self.language == "en" or made_for)

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        references = batch.references(self.view)
        pairs = [self._rows(batch, *pair) for pair in zip(self.alignments(batch), references, strict=True)]
        rows = np.stack(pairs, axis=1)
        return best_row(rows, batch.present(), self.score(rows))

    @property
    def stages(self) -> tuple[str, ...]:
        """The modules, paraphrases last where there is a table of them."""
        return meteor_modules.stages(self.modules, self.paraphrases)

    @property
    def _has_phrases(self) -> bool:
        return self.paraphrases != "none"

    @property
    def _of_words(self) -> tuple[str, ...]:
        """The modules that match words."""
        return self.stages[: len(self.stages) - self._has_phrases]

    def alignments(self, batch: Batch) -> list[_core.UnigramAlignments]:
        """Return the alignments with each reference set."""
        stages = [batch.keys(self.view, self._keys(module)) for module in self._of_words]
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        if self.version == "2005":
            return [_core.align_unigrams(hypotheses, tokens, stages, self.bound, batch.stop) for tokens in references]
        exact = self.modules.index("exact") if "exact" in self.modules else -1
        table = None
        if self._has_phrases:
            from steelyard.text.words.paraphrases import paraphrases

            table = paraphrases(self.paraphrases).paraphrases
        return [
            _core.align_by_beam(hypotheses, tokens, stages, exact, self.bound, table, batch.stop)
            for tokens in references
        ]

    def _keys(self, module: str) -> Keys:
        unmatched = self.unmatched if module in self.unmatched_by else "none"
        sources = {"stemmer": self.stemmer, "senses": self.senses}
        return meteor_modules.keys_of(module, self.version, sources, unmatched)

    def score(self, sums: Array) -> Array:
        """Return METEOR of summed statistics; 0 without pairs."""
        sums = np.asarray(sums, float)
        n = len(self.stages)
        mapped, others = self._mapped(sums)
        pairs, (chunks, hypothesis, reference) = mapped.sum(axis=-1), np.moveaxis(sums[..., n : n + 3], -1, 0)
        if self._has_phrases:
            pairs = (pairs + others.sum(axis=-1)) / 2
        (matched_h, matched_r), (length_h, length_r) = self._weighted(sums)
        mean = ratio(matched_h * matched_r, self.alpha * length_r * matched_h + (1 - self.alpha) * length_h * matched_r)
        value = mean * (1 - self.gamma * power(ratio(chunks, pairs), self.beta))
        return np.where(matched_h * matched_r > 0, value, np.where(hypothesis + reference > 0, 0.0, np.nan))

    def _mapped(self, sums: Array) -> tuple[Array, Array]:
        """Return the words that each module mapped, of hypothesis and reference; only phrases may differ in length."""
        mapped = sums[..., : len(self.stages)]
        if not self._has_phrases:
            return mapped, mapped
        return mapped, np.concatenate((mapped[..., :-1], sums[..., -1:]), axis=-1)

    def _weighted(self, sums: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """Return weighted matches and weighted lengths, each of hypothesis and reference."""
        n = len(self.stages)
        weights = np.array(meteor_modules.weights_of(self.stages, self.weights, self.version))
        (mapped, others), lengths = self._mapped(sums), (sums[..., n + 1], sums[..., n + 2])
        if self.function == "none":
            return (ordered_sum(mapped * weights), ordered_sum(others * weights)), lengths

        def weighted(whole: Array, function: Array) -> Array:
            return self.delta * (whole - function) + (1 - self.delta) * function

        h, r, words = sums[..., n + 4 : 2 * n + 4], sums[..., 2 * n + 4 : 3 * n + 4], sums[..., 3 * n + 4 : 3 * n + 6]
        return (
            (ordered_sum(weighted(mapped, h) * weights), ordered_sum(weighted(others, r) * weights)),
            (weighted(lengths[0], words[..., 0]), weighted(lengths[1], words[..., 1])),
        )

    def notice(self, sums: Array) -> str | None:
        """Return in how many segments the search was cut."""
        cut = int(sums[..., len(self.stages) + 3])
        if self.version == "1.5" or not cut:
            return None
        segments = "1 segment" if cut == 1 else f"{cut:,} segments"
        return f"in {segments} the search was cut, with bound={self.bound}: words may cross more than they need to"

    def misfit(self, sums: Array) -> str | None:
        """Return that the references are hardly English, though that is what the modules are for."""
        if not self._has_language:
            return None
        english, words = sums[..., self.fields.index("english_words")], sums[..., len(self.stages) + 2]
        return meteor_modules.misfit(float(english), float(words))

    def _check_language(self) -> None:
        if self.language == "en" and not self._has_language:
            raise SpecError(
                f"{self.name}: language=en is not possible with layer={self.layer}, stop={self.stop}, "
                f"stem={self.stem}; English is told by the function words of the text"
            )

    def _rows(self, batch: Batch, alignments: _core.UnigramAlignments, references: _core.Tokens) -> Array:
        hypotheses, modules = batch.hypotheses(self.view), len(self.stages)
        counts = alignments.counts(modules)
        lengths = np.stack((hypotheses.lengths(), references.lengths()), axis=1)
        phrases = (
            alignments.of_reference(modules - 1)[:, None] if self._has_phrases else counts[:, modules - 1 : modules]
        )
        if self.version == "1.5":
            mapped = counts[:, :modules].sum(axis=1, keepdims=True)
            mapped = np.concatenate((mapped, mapped + phrases - counts[:, modules - 1 : modules]), axis=1)
            counts[(counts[:, modules] == 1) & (mapped == lengths).all(axis=1), modules] = 0
        columns = [counts[:, :-1], lengths, counts[:, -1:]]
        if self.function != "none":
            listed = batch.keys(self.view, Keys("listed", self.function))
            columns.append(alignments.listed(modules, hypotheses, references, listed))
        if self._has_language:
            listed = batch.keys(self.view, Keys("listed", "english"))
            columns.append(alignments.listed(modules, hypotheses, references, listed)[:, -1:])
        if self._has_phrases:
            columns.append(phrases)
        return np.concatenate(columns, axis=1)
