"""Similarities of all texts, and ORANGE, by measures that have texts parsed."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus.sentences import Sentence
from steelyard.corpus.texts import AnnotatedTexts
from steelyard.errors import InputError
from steelyard.meta.references.pairwise import pairwise_similarities

SYSTEMS = {"A": ["a b c d", "e f g", "h i"], "B": ["b a", "e g f", "i j"]}
REFERENCES = [["a b c", "e f g h", "h i j"], ["a c b d", "f e", "h j"], ["c b a", "g f e", "i h"]]
MEASURES = ["hwcm(parser=given)", "dtkm(parser=given)", "nist(layer=tag,parser=given)", "unigram-f1"]
# Of no more than three words, and each depends on the one before it.
PARSER = """
from steelyard.corpus.sentences import Sentence

NAME, LONGEST, SECONDS = "words", 3, 20.0


def identity(model):
    return "words-1"


def open(model):
    return lambda lines: [[Sentence(tuple(words), heads=tuple(range(-1, len(words) - 1)))]
                          for words in map(str.split, lines)]
"""


def parsed(text):
    words = tuple(text.split())
    heads = tuple((n - 1) // 2 for n in range(len(words)))
    return text, (Sentence(words, tags=tuple("XY"[word > "d"] for word in words), heads=heads),)


def corpus_of(systems, references):
    held = {name: AnnotatedTexts.read(list(map(parsed, texts)), name) for name, texts in systems.items()}
    return sy.Corpus(
        systems=held, references=tuple(AnnotatedTexts.read(list(map(parsed, texts)), "r") for texts in references)
    )


def test_pairs_of_texts_that_come_with_trees():
    """Each pair has the score it has as an output and its reference."""
    table = pairwise_similarities(corpus_of(SYSTEMS, REFERENCES), MEASURES)
    texts = [*REFERENCES, *SYSTEMS.values()]
    for m, measure in enumerate(MEASURES[:2]):
        for row in range(5):
            for other in (n for n in range(5) if n != row and not (row < 3 <= n)):
                alone = sy.score(corpus_of({"A": texts[row]}, [texts[other]]), measures=[measure], level="segment")
                np.testing.assert_array_equal(table.values[:, m, row, other], [one.value for one in alone.scores])
    assert np.isfinite(table.values[:, 2, 3:, :3]).all() and "context:" in table.signatures[2]


def test_orange_of_texts_that_come_with_trees():
    found = sy.orange(corpus_of(SYSTEMS, REFERENCES), MEASURES[0])
    shares = []
    for reference, own in enumerate(REFERENCES):
        others = [texts for n, texts in enumerate(REFERENCES) if n != reference]
        scores = sy.score(corpus_of({**SYSTEMS, "own": own}, others), measures=[MEASURES[0]], level="segment")
        for segment in range(3):
            mine, *rest = (scores.value(name, MEASURES[0], segment) for name in ("own", *SYSTEMS))
            shares.append((1 + sum(one > mine for one in rest) + sum(one == mine for one in rest) / 2) / 3)
    assert found.value(MEASURES[0]) == pytest.approx(np.mean(shares))


def test_texts_without_trees():
    bare = sy.Corpus.of(SYSTEMS, {str(n): texts for n, texts in enumerate(REFERENCES)})
    for ask in (pairwise_similarities, sy.orange):
        with pytest.raises(InputError, match="the texts come without trees"):
            ask(bare, MEASURES[:1])


@pytest.fixture
def words(tmp_path, monkeypatch):
    """A parser that takes three words."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "__init__.py").touch()
    (tmp_path / "small" / "words.py").write_text(PARSER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "cache"))
    return "hwcm(parser=small.words)"


def test_what_cannot_be_parsed_is_refused_or_left_out(words):
    """The first two segments have a text of four words."""
    corpus = sy.Corpus.of(SYSTEMS, {str(n): texts for n, texts in enumerate(REFERENCES)})
    for ask in (pairwise_similarities, sy.orange):
        with pytest.raises(InputError, match=r'segment 0 and 1 more of 3: .* 4 words; .*accept=\["unannotated"\]'):
            ask(corpus, [words, "chrf"])
    table = pairwise_similarities(corpus, [words, "chrf"], run=sy.Run(accept=["unannotated"]))
    assert np.isnan(table.values[:2]).all() and np.isfinite(table.values[2, :, 3:, :3]).all()
    assert table.notices == ("2 of 3 segments are left out; they could not be annotated",)
    found = sy.orange(corpus, [words, "chrf"], run=sy.Run(accept=["unannotated"]))
    one, other = found.scores
    assert (one.lists, one.undefined, other.lists) == (3, 6, 9) and not math.isnan(one.value)
    assert found.notices == (f"{words}: 2 of 3 segments could not be annotated and are left out",)


def test_means_over_segments_are_told_for_each_pair_of_texts():
    table = pairwise_similarities(corpus_of(SYSTEMS, REFERENCES), ["chrf", "ter"])
    frame = table.to_pandas().set_index(["measure", "text", "against"])
    for m, measure in enumerate(table.measures):
        for a, text in enumerate(table.texts):
            for b, other in enumerate(table.texts):
                values = table.values[:, m, a, b]
                if (there := values[~np.isnan(values)]).size:
                    row = frame.loc[measure, text, other]
                    assert row["n"] == there.size and row["mean"] == pytest.approx(there.mean(), rel=1e-12)
                else:
                    assert (measure, text, other) not in frame.index
    assert table.to_dict()["values"][0][0][0][0] is None, "a text is not compared with itself"
    assert "more is more similar" in str(table)
