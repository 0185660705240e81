"""Porter's dialects: against transcriptions, the libraries themselves, and what ROUGE-1.5.5 made of real words."""

import gzip
import random
from collections.abc import Sequence

import pytest

from oracles import porter
from steelyard import _core
from steelyard.text import View
from steelyard.text.words.stems import PORTER, stemmers
from text.cutting import viewed

ENDINGS = (
    "ational tional enci anci izer abli bli alli entli eli ousli ization ation ator alism iveness fulness ousness "
    "aliti iviti biliti logi fulli icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement "
    "ment ent sion tion ion ou ism ate iti ous ive ize e ll ed eed ied ing ies sses ss s y at bl iz gg yy kk 22"
).split()
LETTERS = "aeiouybcdlstmnrgh"
ODD = "abdeiyYESx1é2ßя"


def invented(count: int, alphabet: str, seed: int = 5) -> list[str]:
    """Words of random letters with up to three real endings."""
    chance = random.Random(seed)

    def some(parts: Sequence[str], least: int, most: int) -> str:
        return "".join(chance.choices(parts, k=chance.randint(least, most)))

    return sorted({some(alphabet, 1, 7) + some(ENDINGS, 0, 3) for _ in range(count)})


@pytest.fixture(scope="module")
def table(shared):
    """Golden: every token of the texts with what ROUGE-1.5.5.pl, its Porter step, rouge-score and nltk make of it."""
    with gzip.open(shared / "golden/rouge155_stems.tsv.gz", "rt", encoding="utf-8") as file:
        header, *rows = (line.rstrip("\n").split("\t") for line in file)
    return {name: [row[column] for row in rows] for column, name in enumerate(header)}


def different(words, ours, theirs):
    """Words whose stems differ, for a short report."""
    return [triple for triple in zip(words, ours, theirs, strict=True) if triple[1] != triple[2]][:20]


@pytest.mark.parametrize("alphabet", [LETTERS, "aeyyobst", ODD])
@pytest.mark.parametrize("dialect", PORTER)
def test_dialects_equal_their_transcriptions(dialect, alphabet):
    words = ["", *ENDINGS, *invented(20_000, alphabet)]
    assert not different(words, _core.porter_stems(words, dialect), [porter.stem(word, dialect) for word in words])


@pytest.mark.parametrize(
    ("dialect", "word", "stem"),
    [
        ("porter", "argument", "argument"),
        ("rouge-1.5.5", "argument", "argum"),
        ("rouge-1.5.5", "agreement", "agreem"),
        ("rouge-1.5.5", "accidental", "accid"),
        ("rouge-1.5.5", "commissioner", "commiss"),
        ("rouge-1.5.5", "terribly", "terribl"),
        ("rouge-1.5.5", "technology", "technolog"),
        ("rouge-1.5.5", "has", "has"),
        ("rouge-score", "has", "has"),
        ("rouge-score", "dies", "die"),
        ("rouge-score", "enjoy", "enjoy"),
        ("rouge-score", "skies", "sky"),
        ("porter", "has", "ha"),
        ("porter", "trekking", "trekk"),
        ("rouge-score", "trekking", "trek"),
    ],
)
def test_where_the_dialects_part(dialect, word, stem):
    assert _core.porter_stems([word], dialect) == [stem]


def test_the_dialects_are_those_of_the_core():
    assert list(PORTER) == _core.porter_dialects()
    assert set(PORTER) < set(stemmers())
    with pytest.raises(ValueError, match="dialect"):
        _core.porter_stems(["a"], "martin")


def test_golden_porter_of_rouge_155(table):
    """Its Porter step as a function, but the script calls it for words of more than 3 letters only."""
    words = table["token"]
    expected = [stem if len(word) > 3 else word for word, stem in zip(words, table["porter155"], strict=True)]
    assert not different(words, _core.porter_stems(words, "rouge-1.5.5"), expected)


def test_golden_rouge_score(table):
    assert not different(table["token"], _core.porter_stems(table["token"], "rouge-score"), table["rouge_score"])


def test_golden_rouge_155_with_its_lists(table, shared):
    """The table looks all words up, but the script leaves those of up to 3 letters alone."""
    view = View("none", stem="rouge-1.5.5", data=str(shared / "data/rouge-1.5.5"))
    longer = [(word, stem) for word, stem in zip(table["token"], table["rouge155"], strict=True) if len(word) > 3]
    assert viewed(" ".join(word for word, _ in longer), view) == [stem for _, stem in longer]


def test_porter_equals_pystemmer():
    Stemmer = pytest.importorskip("Stemmer")
    words = [*invented(80_000, LETTERS), *invented(20_000, ODD), *invented(20_000, "aeyyobst")]
    theirs = Stemmer.Stemmer("porter", 0).stemWords(words)
    assert not different(
        words, _core.porter_stems(words, "porter"), [stem or word for word, stem in zip(words, theirs, strict=True)]
    )


def test_rouge_score_equals_nltk(table):
    nltk = pytest.importorskip("nltk.stem.porter").PorterStemmer()
    words = [w for w in [*table["token"], *invented(60_000, LETTERS), *invented(20_000, "aey2éobst")] if w == w.lower()]
    theirs = [nltk.stem(word) if len(word) > 3 else word for word in words]
    assert not different(words, _core.porter_stems(words, "rouge-score"), theirs)
