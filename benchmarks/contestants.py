"""The tools that are timed as calls: each makes, from texts, a function that scores them all.

What a tool needs besides lists of strings (imports, nested references) is made before the clock starts.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from benchmarks import parsing, weighing
from benchmarks.texts import SENTENCE

#: Scores in the order of the systems.
Scores = list[float]
Scorer = Callable[[], Scores]


#: Measures whose paired tests are timed.
PAIRED = ("bleu", "chrf", "ter")
_TRIALS = 10_000


@dataclass(frozen=True)
class Texts:
    """Outputs of systems by name, and one reference per segment."""

    outputs: dict[str, list[str]]
    references: list[str]

    def first(self, count: int) -> Texts:
        """Return the first segments only."""
        return Texts({name: lines[:count] for name, lines in self.outputs.items()}, self.references[:count])

    def with_lines(self) -> Texts:
        """Return summaries with each sentence on a line of its own."""
        outputs = {name: list(map(_lined, texts)) for name, texts in self.outputs.items()}
        return Texts(outputs, list(map(_lined, self.references)))

    def only(self) -> list[str]:
        """Return the outputs of the one system there is."""
        (lines,) = self.outputs.values()
        return lines


def _lined(text: str) -> str:
    return text.replace(f" {SENTENCE} ", "\n")


def _steelyard(*measures: str, threads: int = 1) -> Callable[[Texts], Scorer]:
    def prepare(texts: Texts) -> Scorer:
        import steelyard as sy

        def score() -> Scores:
            scores = sy.score(texts.outputs, [texts.references], measures=measures, threads=threads)
            return [scores.value(system, measure) for measure in measures for system in texts.outputs]

        return score

    return prepare


def _of_summaries(prepare: Callable[[Texts], Scorer]) -> Callable[[Texts], Scorer]:
    return lambda texts: prepare(texts.with_lines())


def _all_pairs(measure: str) -> Callable[[Texts], Scorer]:
    def prepare(texts: Texts) -> Scorer:
        import steelyard as sy

        return lambda: sy.similarity(texts.only(), texts.references, measure, threads=1).values.ravel().tolist()

    return prepare


def _pair_by_pair(measure: str) -> Callable[[Texts], Scorer]:
    def prepare(texts: Texts) -> Scorer:
        import steelyard as sy

        def score() -> Scores:
            pairs = ((text, other) for text in texts.only() for other in texts.references)
            return [
                sy.score({"A": [text]}, [other], [measure], level="segment", threads=1).scores[0].value
                for text, other in pairs
            ]

        return score

    return prepare


def _one_by_one(texts: Texts) -> Scorer:
    import steelyard as sy

    pairs = list(zip(texts.only(), texts.references, strict=True))
    return lambda: [sy.score({"A": [text]}, [reference], ["bleu"]).scores[0].value for text, reference in pairs]


def _sacrebleu_one_by_one(texts: Texts) -> Scorer:
    import sacrebleu

    pairs = list(zip(texts.only(), texts.references, strict=True))
    return lambda: [sacrebleu.corpus_bleu([text], [[reference]]).score for text, reference in pairs]


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
        scores = bleuscore.compute(references=nested, predictions=texts.only(), ref_len_method="closest")
        return [100 * scores["bleu"]]

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


def _rouge_score(texts: Texts) -> Scorer:
    from rouge_score.rouge_scorer import RougeScorer

    kinds = ["rouge1", "rouge2", "rougeLsum"]
    scorer = RougeScorer(kinds, use_stemmer=True)

    def score() -> Scores:
        pairs = zip(texts.references, texts.only(), strict=True)
        rows = [scorer.score(reference, output) for reference, output in pairs]
        return [sum(row[kind].fmeasure for row in rows) / len(rows) for kind in kinds]

    return score


def meteor_jar() -> Path:
    """Return where pycocoevalcap keeps METEOR 1.5."""
    from pycocoevalcap.meteor import meteor

    return Path(meteor.__file__).with_name(meteor.METEOR_JAR)


@cache
def _running_meteor() -> tuple[IO[str], IO[str]]:
    """Start METEOR 1.5, once, and return what it reads and what it writes."""
    modules = ["-l", "en", "-norm", "-m", "exact stem synonym"]
    command = ["java", "-Xmx2G", "-jar", str(meteor_jar()), "-", "-", "-stdio", *modules]
    java = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert java.stdin is not None
    assert java.stdout is not None
    return java.stdin, java.stdout


def _meteor_jar(texts: Texts) -> Scorer:
    reads, writes = _running_meteor()

    def statistics(output: str, reference: str) -> str:
        reads.write(f"SCORE ||| {reference} ||| {output}\n")
        return writes.readline().strip()

    def score() -> Scores:
        rows = list(map(statistics, texts.only(), texts.references))
        reads.write(f"EVAL ||| {' ||| '.join(rows)}\n")
        *_, whole = [writes.readline() for _ in (*rows, "all of them")]
        return [float(whole)]

    return score


_ROUGE = tuple(f"{name}@rouge-score(stem=true)" for name in ("rouge-1", "rouge-2", "rouge-lsum"))
#: Measures whose all-pairs call is timed.
SIMILARITIES = ("bleu", "chrf", "ter", "wer", "rouge-l", "meteor", "esk")


def _paired_steelyard(measure: str) -> Callable[[Texts], Scorer]:
    """Score all systems and test all pairs; with intervals, effect sizes and all else that a comparison has."""

    def prepare(texts: Texts) -> Scorer:
        import steelyard as sy

        def score() -> Scores:
            scores = sy.score(texts.outputs, [texts.references], measures=[measure], threads=1)
            sy.compare(scores, draws=sy.Draws(trials=_TRIALS), run=sy.Run(threads=1))
            return [scores.value(system, measure) for system in texts.outputs]

        return score

    return prepare


def _paired_sacrebleu(measure: str) -> Callable[[Texts], Scorer]:
    """Score all systems and test each against the first."""

    def prepare(texts: Texts) -> Scorer:
        from sacrebleu import metrics
        from sacrebleu.significance import PairedTest

        kind = {"bleu": metrics.BLEU, "chrf": metrics.CHRF, "ter": metrics.TER}[measure]

        def score() -> Scores:
            test = PairedTest(list(texts.outputs.items()), {measure: kind()}, [texts.references], "ar", _TRIALS)
            (tested,) = (results for name, results in test()[1].items() if name != "System")
            return [float(result.score) for result in tested]

        return score

    return prepare


#: How a call is named on the worker's command line → what makes its scorer.
CALLS: dict[str, Callable[[Texts], Scorer]] = {
    **{f"steelyard paired {measure}": _paired_steelyard(measure) for measure in PAIRED},
    **{f"sacrebleu paired {measure}": _paired_sacrebleu(measure) for measure in PAIRED},
    "steelyard bleu": _steelyard("bleu"),
    "steelyard bleu 2 threads": _steelyard("bleu", threads=2),
    "steelyard chrf": _steelyard("chrf"),
    "steelyard chrf 2 threads": _steelyard("chrf", threads=2),
    "steelyard ter": _steelyard("ter"),
    "steelyard tercom": _steelyard("ter@tercom"),
    "steelyard wer": _steelyard("wer"),
    "steelyard nist": _steelyard("nist(tokens=none,case=keep)"),
    "steelyard rouge": _of_summaries(_steelyard(*_ROUGE)),
    "steelyard meteor": _steelyard("meteor@1.5"),
    "steelyard esk": _of_summaries(_steelyard("esk")),
    **{f"all pairs {name}": _all_pairs(name) for name in SIMILARITIES},
    **{f"pair by pair {name}": _pair_by_pair(name) for name in SIMILARITIES},
    "rouge-score": _of_summaries(_rouge_score),
    "meteor jar": _meteor_jar,
    "sacrebleu bleu": _sacrebleu_bleu,
    "sacrebleu chrf": _sacrebleu_chrf,
    "sacrebleu ter": _sacrebleu_ter,
    "bleuscore": _bleuscore,
    "jiwer": _jiwer,
    "rapidfuzz": _rapidfuzz,
    "rapidfuzz split first": _rapidfuzz_split_first,
    "nltk nist": _nltk_nist,
    "steelyard one by one": _one_by_one,
    "sacrebleu one by one": _sacrebleu_one_by_one,
    "steelyard parsed": parsing.from_cache,
    "steelyard parsed from cold": parsing.from_cold,
    "steelyard kendall": weighing.kendall_steelyard,
    "scipy kendall": weighing.kendall_scipy,
    "steelyard sets": weighing.sets_of_measures,
    "steelyard king": weighing.king_of_all_sets,
}
