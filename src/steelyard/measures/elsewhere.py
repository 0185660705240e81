"""Measures that people know and that are not computed here, with the nearest thing there is."""

from __future__ import annotations

from steelyard.errors import worded

_SCORES = "scores computed elsewhere are read by {option}, see docs/external-scores.md"
_EMBEDDINGS = "'embedding-f' compares the vectors of a model that you give as a file, see docs/embeddings.md"
_JUDGE = f"it is a trained model; {_SCORES}"

#: Name in small letters without separators → what to do instead.
_KNOWN = {
    "bertscore": f"{_EMBEDDINGS}; {_SCORES}",
    "bartscore": _JUDGE,
    "bleurt": _JUDGE,
    "chrf2": "'chrf' has beta 2, as sacreBLEU's chrF2",
    "chrf2++": "'chrf++' has beta 2, as sacreBLEU's chrF2++",
    "cider": f"it weighs n-grams by their rarity, as 'nist' does in its own way; {_SCORES}",
    "ciderd": f"it weighs n-grams by their rarity, as 'nist' does in its own way; {_SCORES}",
    "comet": _JUDGE,
    "cometkiwi": _JUDGE,
    "cer": "the character error rate is 'wer(tokens=char)'",
    "exactmatch": "the share of outputs that differ from every reference is 'ser'",
    "em": "the share of outputs that differ from every reference is 'ser'",
    "f1": "'unigram-f1' is the F1 of words",
    "geval": _JUDGE,
    "googlebleu": "Google's sentence measure is 'gleu'",
    "gptscore": _JUDGE,
    "hter": "'ter' against the post-edited outputs as references is HTER",
    "metricx": _JUDGE,
    "moverscore": f"{_EMBEDDINGS}; {_SCORES}",
    "prism": _JUDGE,
    "rouge": "name a member: 'rouge-1', 'rouge-2', 'rouge-l', 'rouge-lsum', 'rouge-w' or 'rouge-su'",
    "sacrebleu": "sacreBLEU's BLEU is 'bleu@sacrebleu'",
    "sari": f"it compares with the source as well; {_SCORES}",
    "sentbleu": "the mean of BLEU over segments is 'sentence-bleu'",
    "spice": f"it compares graphs of meaning; the nearest over trees is 'dependency-f', see docs/syntax.md; {_SCORES}",
    "unieval": _JUDGE,
    "wmd": f"{_EMBEDDINGS}; {_SCORES}",
    "xcomet": _JUDGE,
    "yisi": f"{_EMBEDDINGS}; {_SCORES}",
}


def instead(name: str) -> str | None:
    """Return what to do instead of a measure that is well known but not here; None for other names.

    >>> instead("CER")
    "the character error rate is 'wer(tokens=char)'"
    """
    advice = _KNOWN.get("".join(letter for letter in name.lower() if letter.isalnum() or letter == "+"))
    return None if advice is None else advice.format(option=worded("--scores FILE", "external=…"))
