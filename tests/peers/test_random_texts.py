"""Equal to jiwer, NLTK and pycocoevalcap, run on random texts."""

import pytest

from peers.comparing import COUNTS, differing, scores
from peers.hostile_texts import Case, cases

jiwer = pytest.importorskip("jiwer", reason="skipped: comparison with jiwer, which is not installed")
nltk_gleu = pytest.importorskip("nltk.translate.gleu_score", reason="skipped: comparison with nltk")


@pytest.mark.parametrize("count", COUNTS)
def test_wer_equals_jiwer(count):
    """jiwer takes one reference."""
    drawn = [Case(case.output, case.references[:1]) for case in cases(count, "jiwer")]
    each = [100 * jiwer.wer(case.references[0], case.output) for case in drawn]
    assert differing(scores(drawn, "wer@jiwer")["wer@jiwer"], each, drawn)[:3] == []
    whole = 100 * jiwer.wer([case.references[0] for case in drawn], [case.output for case in drawn])
    assert scores(drawn, "wer@jiwer", "system")["wer@jiwer"] == pytest.approx([whole], rel=1e-12)


@pytest.mark.parametrize("count", COUNTS)
def test_gleu_equals_nltk(count):
    drawn = cases(count, "gleu")
    split = [([text.split() for text in case.references], case.output.split()) for case in drawn]
    each = [nltk_gleu.sentence_gleu(*texts) for texts in split]
    assert differing(scores(drawn, "gleu@nltk")["gleu@nltk"], each, drawn)[:3] == []
    whole = nltk_gleu.corpus_gleu(*map(list, zip(*split, strict=True)))
    assert scores(drawn, "gleu@nltk", "system")["gleu@nltk"] == pytest.approx([whole], rel=1e-12)


@pytest.mark.long
def test_rouge_l_equals_pycocoevalcap():
    """Its package is large, so that only the long tests have it."""
    rouge = pytest.importorskip("pycocoevalcap.rouge.rouge", reason="skipped: comparison with pycocoevalcap").Rouge()
    drawn = cases(20_000, "coco", 200)
    each = [rouge.calc_score([case.output], list(case.references)) for case in drawn]
    assert differing(scores(drawn, "rouge-l@coco")["rouge-l@coco"], each, drawn)[:3] == []
