"""Equal to sacreBLEU 2.6.0's tokens of all TED lines and of its edge cases."""

import pytest

from steelyard import _core
from steelyard.corpus import HeldTexts

NAMES = {
    "13a": ("13a", False),
    "intl": ("intl", False),
    "zh": ("zh", False),
    "char": ("char", False),
    "none": ("none", False),
    "ter.default": ("tercom", True),
    "ter.norm.nopunct": ("tercom-norm-nopunct", True),
    "ter.norm.nopunct.asian": ("tercom-norm-nopunct-asian", True),
}


@pytest.mark.parametrize("column", NAMES)
def test_tokens(golden, column, compared):
    rows = golden("sacrebleu_tokenized")
    assert len(rows) > 2000
    name, fold = NAMES[column]
    vocabulary = _core.Vocabulary()
    texts = HeldTexts.of([row["text"] for row in rows], "texts")
    tokens = _core.tokenise(*texts.chunk(0, len(rows)), name, fold, vocabulary)
    types = vocabulary.types()
    wrong = [
        (row["text"], ours)
        for number, row in enumerate(rows)
        if (ours := [types[i] for i in tokens.row(number)]) != row[column].split()
    ]
    assert wrong == []
    compared("sacrebleu_tokenized", len(rows))
