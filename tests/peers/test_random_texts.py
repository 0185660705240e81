"""Equal to jiwer, NLTK and pycocoevalcap, run on random texts."""

import pytest

from peers.comparing import COUNTS, differing, scores
from peers.hostile_texts import Case, cases

jiwer = pytest.importorskip("jiwer", reason="skipped: comparison with jiwer, which is not installed")
nltk_bleu = pytest.importorskip("nltk.translate.bleu_score", reason="skipped: comparison with nltk")
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


@pytest.mark.parametrize("count", COUNTS)
def test_bleu_equals_nltk(count):
    """Where outputs have four words; of a shorter one NLTK counts n-grams that it does not have."""
    drawn = [case for case in cases(2 * count, "bleu") if len(case.output.split()) > 3][: count // 2]
    split = [([text.split() for text in case.references], case.output.split()) for case in drawn]
    label = "bleu(tokens=none,smoothing=none)"
    for start in range(0, len(split), 100):
        whole = 100 * nltk_bleu.corpus_bleu(*map(list, zip(*split[start : start + 100], strict=True)))
        ours = scores(drawn[start : start + 100], label, "system")[label]
        assert ours == pytest.approx([whole], rel=1e-9)


@pytest.mark.long
def test_rouge_l_equals_pycocoevalcap():
    """Its package is large, so that only the long tests have it."""
    rouge = pytest.importorskip("pycocoevalcap.rouge.rouge", reason="skipped: comparison with pycocoevalcap").Rouge()
    drawn = cases(20_000, "coco", 200)
    each = [rouge.calc_score([case.output], list(case.references)) for case in drawn]
    assert differing(scores(drawn, "rouge-l@coco")["rouge-l@coco"], each, drawn)[:3] == []
