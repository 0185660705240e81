"""Names of measures that people know from elsewhere: how they are written here, or the nearest thing that there is."""

from __future__ import annotations

from steelyard.errors import worded

_SCORES = "scores computed elsewhere are read by {option}, see docs/external-scores.md"
_OWN = "a function of your own is a measure, see docs/plugins.md"
_EMBEDDINGS = (
    f"'embedding-f' compares the vectors of a model that you give as a file, see docs/embeddings.md; {_SCORES}"
)
_TRAINED = f"it is a trained model; {_SCORES}"
_ASKED = f"a language model is asked for it; {_SCORES}"
_QUESTIONS = f"its models ask and answer questions about texts; {_SCORES}"
_ENTAILMENT = f"its model says whether one text follows from another; {_SCORES}"
_WORD_EDITS = f"it is another ratio of the edits that 'wer' counts, see docs/measures.md; {_OWN}"
_CHARACTER_EDITS = f"the nearest edit rates of characters are 'cder(tokens=char)' and 'ter(tokens=char)'; {_SCORES}"
_RARITY = f"it weighs n-grams by their rarity, as 'nist' does in its own way, see docs/measures.md; {_SCORES}"
_ORDER = f"the nearest that looks at the order of matched words is 'meteor', see docs/measures.md; {_SCORES}"
_EXACT = "exact match is 100 − 'ser', the percentage of segments that equal none of their references"
_EDITS = "edits per word are 'wer', edits per character 'wer(tokens=char)'"
_CHARACTERS = "the character error rate is 'wer(tokens=char)'"
_F1 = "the F1 of words is 'unigram-f1'"
_MTEVAL = "mteval's measures are 'bleu@mteval-v13a' and 'nist@mteval-v13a'"
_COSINE = "the cosine of two texts' vectors is 'embedding-cosine', see docs/embeddings.md"
_PERPLEXITY = f"it is a language model's, and looks at no reference; {_SCORES}"
_AMONG = "outputs are compared with one another by {similarity}, see docs/similarity.md"
_RETRIEVAL = "what a search returns is scored by {retrieval}, see docs/index.md"

#: Name in small letters without separators → how the same is written here.
_HERE = {
    "accuracy": _EXACT,
    "bleu1": "BLEU of words alone is 'bleu(order=1)'",
    "bleu2": "BLEU up to pairs of words is 'bleu(order=2)'",
    "bleu3": "BLEU up to three words is 'bleu(order=3)'",
    "bleu4": "BLEU up to four words is 'bleu'",
    "cer": _CHARACTERS,
    "charactererrorrate": _CHARACTERS,
    "chrf1": "chrF with beta 1 is 'chrf(beta=1)'",
    "chrf2": "chrF with beta 2, as sacreBLEU has it, is 'chrf'",
    "chrf2++": "chrF++ with beta 2, as sacreBLEU has it, is 'chrf++'",
    "chrf3": "chrF with beta 3 is 'chrf(beta=3)'",
    "cosine": _COSINE,
    "dice": "Dice's coefficient of words is 'unigram-f1'",
    "editdistance": _EDITS,
    "em": _EXACT,
    "exactmatch": _EXACT,
    "f1": _F1,
    "fmeasure": _F1,
    "googlebleu": "Google's sentence measure is 'gleu'",
    "hter": "HTER is 'ter' with the post-edited outputs as references",
    "jaccard": "Jaccard's coefficient of words, each as often as it occurs, is 'overlap'",
    "jiwer": "jiwer's word error rate is 'wer@jiwer'",
    "lcs": "the longest common subsequence of words is 'rouge-l'",
    "levenshtein": _EDITS,
    "meteor15": "METEOR 1.5 is 'meteor@1.5'",
    "mteval": _MTEVAL,
    "mtevalv13a": _MTEVAL,
    "multibleu": "BLEU of texts that are cut into words, without smoothing, is 'bleu(tokens=none,smoothing=none)'",
    "precision": "the precision of words is 'unigram-precision', that of ROUGE for instance 'rouge-1(kind=precision)'",
    "recall": "the recall of words is 'unigram-recall', that of ROUGE for instance 'rouge-1(kind=recall)'",
    "rouge": "name a member: 'rouge-1', 'rouge-2', 'rouge-l', 'rouge-lsum', 'rouge-w' or 'rouge-su'",
    "rougelcs": "ROUGE of the longest common subsequence is 'rouge-l'",
    "rougen": "name the length of n-grams: 'rouge-1' to 'rouge-9'",
    "rougescore": "the numbers of rouge-score are those of 'rouge-1@rouge-score', 'rouge-l@rouge-score' and so on",
    "sacrebleu": "sacreBLEU's BLEU is 'bleu@sacrebleu'",
    "sbert": _COSINE,
    "sentbleu": "the mean of BLEU over segments is 'sentence-bleu'",
    "sentencebert": _COSINE,
    "spbleu": "cut texts into pieces by SentencePiece, and score these by 'bleu(tokens=none)', see docs/tokens.md",
    "squad": "the F1 of words is 'unigram-f1'; for exact match see 'ser'",
    "tercom": "tercom's translation edit rate is 'ter@tercom'",
    "tokenf1": _F1,
    "translationeditrate": "the translation edit rate is 'ter'",
    "wordaccuracy": "1 − edits / words of the reference is 'string-accuracy'",
    "worderrorrate": "the word error rate is 'wer'",
}

#: Name in small letters without separators → the nearest thing, for what is not computed here.
_ELSEWHERE = {
    "alignscore": _ENTAILMENT,
    "bartscore": _TRAINED,
    "beer": f"it is trained on judgements; 'chrf' matches n-grams of characters, too, see docs/measures.md; {_SCORES}",
    "bertscore": _EMBEDDINGS,
    "blanc": _TRAINED,
    "bleurt": _TRAINED,
    "character": _CHARACTER_EDITS,
    "cider": _RARITY,
    "codebleu": f"it adds what code means to n-grams, which are scored by 'bleu', see docs/measures.md; {_SCORES}",
    "comet": _TRAINED,
    "distinct": f"it looks at outputs alone, and every measure here at references; {_OWN}",
    "eed": _CHARACTER_EDITS,
    "factcc": _ENTAILMENT,
    "feqa": _QUESTIONS,
    "gemba": _ASKED,
    "geval": _ASKED,
    "gptscore": _ASKED,
    "infolm": _TRAINED,
    "kiwi": _TRAINED,
    "lepor": _ORDER,
    "map": _RETRIEVAL,
    "mauve": _TRAINED,
    "mer": _WORD_EDITS,
    "metricx": _TRAINED,
    "moverscore": _EMBEDDINGS,
    "mrr": _RETRIEVAL,
    "ndcg": _RETRIEVAL,
    "nubia": _TRAINED,
    "parent": f"it compares with a table of data as well, which no measure here does; {_SCORES}",
    "perplexity": _PERPLEXITY,
    "ppl": _PERPLEXITY,
    "prism": _TRAINED,
    "qaeval": _QUESTIONS,
    "qafacteval": _QUESTIONS,
    "questeval": _QUESTIONS,
    "ribes": _ORDER,
    "sari": f"it compares with the source as well, which no measure here does; {_SCORES}",
    "selfbleu": _AMONG,
    "smatch": f"the nearest over trees is 'dependency-f', see docs/syntax.md; {_SCORES}",
    "spice": f"it compares graphs of meaning; the nearest over trees is 'dependency-f', see docs/syntax.md; {_SCORES}",
    "summac": _ENTAILMENT,
    "supert": _TRAINED,
    "unieval": _TRAINED,
    "wil": _WORD_EDITS,
    "wip": _WORD_EDITS,
    "wmd": _EMBEDDINGS,
    "yisi": _EMBEDDINGS,
}
#: A name this long, wherever it stands in another, tells of its family: wmt22-comet-da, hLEPOR.
_TELLING = 4


def answer_to(name: str) -> str | None:
    """Return what to say to the name of a measure that is well known, but not here or not so; None for other names.

    >>> answer_to("CER")
    "unknown measure 'CER'; the character error rate is 'wer(tokens=char)'"
    """
    bare = "".join(letter for letter in name.lower() if letter.isalnum() or letter == "+")
    if (advice := _HERE.get(bare)) is not None:
        return f"unknown measure {name!r}; {advice}"
    if (family := _family(bare)) is None:
        return None
    advice = _ELSEWHERE[family].format(
        option=worded("--scores FILE", "external=…"),
        similarity=worded("`steelyard similarity`", "sy.similarity"),
        retrieval=worded("`steelyard retrieval`", "sy.retrieval"),
    )
    return f"{name!r} is not computed here: {advice}"


def _family(bare: str) -> str | None:
    """Return the measure of which a name is one version: bleurt-20, distinct-2."""
    for version in (bare, bare.rstrip("0123456789")):
        if version in _ELSEWHERE:
            return version
    return max((family for family in _ELSEWHERE if len(family) >= _TELLING and family in bare), key=len, default=None)
