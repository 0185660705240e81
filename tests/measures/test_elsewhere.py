"""What is said of measures that are not here is true: the measures and pages that it names are there."""

import re
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.measures import elsewhere
from steelyard.measures.registry import MEASURES

ROOT = Path(__file__).resolve().parents[2]


def _named(answer, name):
    """Return the notations that an answer names, and the pages."""
    notations = [notation for notation in re.findall(r"(?<= )'([^']+)'", answer) if notation != name]
    return notations, re.findall(r"docs/[\w-]+\.md", answer)


@pytest.mark.parametrize("name", sorted({**elsewhere._HERE, **elsewhere._ELSEWHERE}))
def test_an_answer_names_what_there_is(name):
    with pytest.raises(sy.SteelyardError) as refusal:
        sy.parse(name)
    notations, pages = _named(str(refusal.value), name)
    for notation in notations:
        sy.parse(notation)
    assert all((ROOT / page).is_file() for page in pages)
    assert (notations or pages) if name in elsewhere._HERE else pages


@pytest.mark.parametrize("name", sorted(elsewhere._HERE.keys() | elsewhere._ELSEWHERE.keys()))
def test_no_measure_of_ours_is_said_to_be_elsewhere(name):
    assert name not in {measure.replace("-", "") for measure in MEASURES.names()}


#: Well-known names, and what must be in the answer to each.
ANSWERS = {
    "bleurt-20": "external-scores.md", "BLEURT": "external-scores.md", "wmt22-comet-da": "external-scores.md",
    "comet": "external-scores.md", "COMETKiwi-22": "external-scores.md", "XCOMET-XXL": "external-scores.md",
    "metricx-24": "external-scores.md", "GEMBA-MQM": "language model", "G-Eval": "language model",
    "bartscore": "external-scores.md", "questeval": "questions", "SummaC": "follows", "mauve": "external-scores.md",
    "perplexity": "external-scores.md", "sari": "source", "cider": "'nist'", "CIDEr-D": "'nist'", "BEER": "'chrf'",
    "lepor": "'meteor'", "hLEPOR": "'meteor'", "RIBES": "'meteor'", "CharacTER": "'ter(tokens=char)'",
    "EED": "'cder(tokens=char)'", "mer": "'wer'", "wil": "'wer'", "self-bleu": "sy.similarity",
    "distinct-2": "plugins.md", "bertscore": "'embedding-f'", "BERTScore-F1": "'embedding-f'",
    "moverscore": "'embedding-f'", "yisi-1": "'embedding-f'", "codebleu": "'bleu'", "nDCG": "sy.retrieval",
    "rouge": "'rouge-1'", "ROUGE-N": "'rouge-9'", "rougeL": "'rouge-l'", "rougeLsum": "'rouge-lsum'",
    "rouge1": "'rouge-1'", "rouge_l": "'rouge-l'", "ROUGE-SU4": "'rouge-su(gap=4)'", "chrF": "'chrf'",
    "chrF++": "'chrf++'", "chrF2": "'chrf'", "chrf3": "'chrf(beta=3)'", "BLEU": "'bleu'", "BLEU-4": "'bleu'",
    "bleu1": "'bleu(order=1)'", "sacrebleu": "'bleu@sacrebleu'", "spBLEU": "'bleu(tokens=none)'",
    "sentBLEU": "'sentence-bleu'", "TER": "'ter'", "tercom": "'ter@tercom'", "HTER": "'ter'",
    "meteor-1.5": "'meteor@1.5'",
    "METEOR": "'meteor'", "accuracy": "'ser'", "em": "'ser'", "exact_match": "'ser'", "f1": "'unigram-f1'",
    "token-f1": "'unigram-f1'", "CER": "'wer(tokens=char)'",
    "character-error-rate": "'wer(tokens=char)'", "WER": "'wer'", "levenshtein": "'wer'",
    "jaccard": "'overlap'", "google_bleu": "'gleu'", "blue": "'bleu'", "meteo": "'meteor'", "rogue-l": "'rouge-l'",
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_a_well_known_name_is_answered_by_the_right_thing(name):
    with pytest.raises(sy.SteelyardError) as refusal:
        sy.parse(name)
    answer = str(refusal.value)
    assert ANSWERS[name] in answer and "known: " not in answer


@pytest.mark.parametrize("name", ["supert", "mse", "vert", "mover", "pesq", "cover", "rd", "qwerty"])
def test_a_name_that_only_sounds_alike_is_not_guessed(name):
    with pytest.raises(sy.SteelyardError) as refusal:
        sy.parse(name)
    assert "did you mean" not in str(refusal.value)
