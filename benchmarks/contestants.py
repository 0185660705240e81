"""The tools that are timed as calls: each makes, from texts, a function that scores them all.

What a tool needs besides lists of strings (imports, nested references) is made before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Scores in the order of the systems.
Scores = list[float]
Scorer = Callable[[], Scores]


@dataclass(frozen=True)
class Texts:
    """Outputs of systems by name, and one reference per segment."""

    outputs: dict[str, list[str]]
    references: list[str]

    def first(self, count: int) -> Texts:
        """Return the first segments only."""
        return Texts({name: lines[:count] for name, lines in self.outputs.items()}, self.references[:count])

    def only(self) -> list[str]:
        """Return the outputs of the one system there is."""
        (lines,) = self.outputs.values()
        return lines


def _steelyard(measure: str, threads: int = 1) -> Callable[[Texts], Scorer]:
    def prepare(texts: Texts) -> Scorer:
        import steelyard as sy

        def score() -> Scores:
            scores = sy.score(texts.outputs, [texts.references], measures=[measure], threads=threads)
            return [scores.value(system, measure) for system in texts.outputs]

        return score

    return prepare


def _sacrebleu_bleu(texts: Texts) -> Scorer:
    import sacrebleu

    return lambda: [sacrebleu.corpus_bleu(texts.only(), [texts.references]).score]


def _sacrebleu_chrf(texts: Texts) -> Scorer:
    import sacrebleu

    return lambda: [sacrebleu.corpus_chrf(texts.only(), [texts.references]).score]


def _sacrebleu_ter(texts: Texts) -> Scorer:
    from sacrebleu.metrics import TER

    def score() -> Scores:
        ter = TER(references=[texts.references])
        return [ter.corpus_score(lines, None).score for lines in texts.outputs.values()]

    return score


def _bleuscore(texts: Texts) -> Scorer:
    import bleuscore

    nested = [[text] for text in texts.references]

    def score() -> Scores:
        found = bleuscore.compute(references=nested, predictions=texts.only(), ref_len_method="closest")
        return [100 * found["bleu"]]

    return score


def _jiwer(texts: Texts) -> Scorer:
    import jiwer

    return lambda: [100 * jiwer.wer(texts.references, texts.only())]


def _rapidfuzz(texts: Texts) -> Scorer:
    from rapidfuzz.distance import Levenshtein

    def score() -> Scores:
        edits = length = 0
        for output, reference in zip(texts.only(), texts.references, strict=True):
            words = reference.split()
            edits += Levenshtein.distance(output.split(), words)
            length += len(words)
        return [100 * edits / length]

    return score


def _rapidfuzz_split_first(texts: Texts) -> Scorer:
    """Split all texts before any is compared: the lists fill the memory, which costs more than the distance."""
    from rapidfuzz.distance import Levenshtein

    def score() -> Scores:
        outputs = [text.split() for text in texts.only()]
        references = [text.split() for text in texts.references]
        edits = sum(map(Levenshtein.distance, outputs, references))
        return [100 * edits / sum(map(len, references))]

    return score


def _nltk_nist(texts: Texts) -> Scorer:
    from nltk.translate.nist_score import corpus_nist

    def score() -> Scores:
        references = [[text.split()] for text in texts.references]
        return [corpus_nist(references, [text.split() for text in texts.only()])]

    return score


#: How a call is named on the worker's command line → what makes its scorer.
CALLS: dict[str, Callable[[Texts], Scorer]] = {
    "steelyard bleu": _steelyard("bleu"),
    "steelyard bleu 2 threads": _steelyard("bleu", threads=2),
    "steelyard chrf": _steelyard("chrf"),
    "steelyard chrf 2 threads": _steelyard("chrf", threads=2),
    "steelyard ter": _steelyard("ter"),
    "steelyard wer": _steelyard("wer"),
    "steelyard nist": _steelyard("nist(tokens=none,case=keep)"),
    "sacrebleu bleu": _sacrebleu_bleu,
    "sacrebleu chrf": _sacrebleu_chrf,
    "sacrebleu ter": _sacrebleu_ter,
    "bleuscore": _bleuscore,
    "jiwer": _jiwer,
    "rapidfuzz": _rapidfuzz,
    "rapidfuzz split first": _rapidfuzz_split_first,
    "nltk nist": _nltk_nist,
}
