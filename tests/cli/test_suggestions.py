"""What people write who come from another tool is answered with what it is here, and never guessed."""

import pytest

_SCORE = ["score", "A.txt", "-r", "ref1.txt"]
CASES = [
    ([*_SCORE, "--metrics", "bleu"], "no such option '--metrics'; here it is -m MEASURE"),
    ([*_SCORE, "--format", "json"], "here it is --json, --tsv, --latex, --markdown or --html"),
    (["score", "A.txt", "ref1.txt"], "give at least one (-r); is ref1.txt one? then write -r ref1.txt"),
    ([*_SCORE, "-m", "bleu", "chrf"], "repeat -m for each: -m bleu -m chrf"),
    ([*_SCORE, "--level", "system", "--level", "segment"], "--level is given twice"),
    ([*_SCORE, "--statistics", "a", "--statistics", "b"], "--statistics is given twice"),
    ([*_SCORE, "-m", "BLEU"], "unknown measure 'BLEU'; did you mean 'bleu'?"),
    ([*_SCORE, "-m", "chrF++"], "unknown measure 'chrF++'; did you mean 'chrf++'?"),
    ([*_SCORE, "-m", "rougeL"], "unknown measure 'rougeL'; did you mean 'rouge-l'?"),
    ([*_SCORE, "-m", "cider"], "'cider' is not computed here: it weighs n-grams by their rarity"),
    ([*_SCORE, "-m", "BERTScore"], "'BERTScore' is not computed here: 'embedding-f' compares"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "answer"), CASES, ids=lambda value: value[-1] if isinstance(value, list) else "")
def test_answers(texts, refused, arguments, answer):
    assert answer in refused(*arguments)
