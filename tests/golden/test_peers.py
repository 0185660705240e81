"""Equal to the peers, run on the same texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy

sacrebleu = pytest.importorskip("sacrebleu", reason="skipped: comparison with sacreBLEU, which is not installed")
jiwer = pytest.importorskip("jiwer", reason="skipped: comparison with jiwer, which is not installed")
nltk_nist = pytest.importorskip("nltk.translate.nist_score", reason="skipped: comparison with nltk")
nltk_gleu = pytest.importorskip("nltk.translate.gleu_score", reason="skipped: comparison with nltk")

WORDS = (
    "a b c the The cat cat's sat. on, mat! 0 1.5 2-3 U.S. &amp; “x” naïve (y) z- -z 日本語、です。 カー ー か？ … "
).split()
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)


@st.composite
def parallel(draw, references: int):
    count = draw(st.integers(1, 5))
    sets = [draw(st.lists(texts, min_size=count, max_size=count)) for _ in range(references)]
    near = [st.one_of(texts, st.sampled_from([s[n] for s in sets])) for n in range(count)]
    return [draw(one) for one in near], sets


corpora = st.integers(1, 3).flatmap(parallel)

BLEU = [
    ("bleu", {}),
    ("bleu(tokens=intl,case=fold)", {"tokenize": "intl", "lowercase": True}),
    ("bleu(tokens=zh,smoothing=floor)", {"tokenize": "zh", "smooth_method": "floor"}),
    ("bleu(tokens=char,smoothing=none,order=6)", {"tokenize": "char", "smooth_method": "none", "max_ngram_order": 6}),
    (
        "bleu(tokens=none,smoothing=add-k,smoothing_value=2)",
        {"tokenize": "none", "smooth_method": "add-k", "smooth_value": 2},
    ),
    ("bleu(effective=always)", {"effective_order": True}),
]
CHRF = [
    ("chrf", {}),
    ("chrf++", {"word_order": 2}),
    ("chrf(chars=4,words=3,beta=1)", {"char_order": 4, "word_order": 3, "beta": 1}),
    ("chrf(whitespace=true,case=fold)", {"whitespace": True, "lowercase": True}),
    ("chrf++(smoothing=eps)", {"word_order": 2, "eps_smoothing": True}),
]
TER = [
    ("ter", {}),
    ("ter(case=keep)", {"case_sensitive": True}),
    ("ter(normalised=true)", {"normalized": True}),
    ("ter(punctuation=false)", {"no_punct": True}),
    ("ter(normalised=true,asian=true)", {"normalized": True, "asian_support": True}),
    ("ter(punctuation=false,asian=true)", {"no_punct": True, "asian_support": True}),
    (
        "ter(normalised=true,punctuation=false,asian=true)",
        {"normalized": True, "no_punct": True, "asian_support": True},
    ),
]
PEERS = [
    *((label, sacrebleu.BLEU, options) for label, options in BLEU),
    *((label, sacrebleu.CHRF, options) for label, options in CHRF),
    *((label, sacrebleu.TER, options) for label, options in TER),
]


def ours(label, hypotheses, sets, level="system"):
    named = {str(n): texts for n, texts in enumerate(sets)}
    return [s.value for s in sy.score({"A": hypotheses}, named, [label], level=level, threads=1).scores]


@pytest.mark.parametrize(("label", "kind", "options"), PEERS, ids=[label for label, *_ in PEERS])
@settings(max_examples=25)
@given(corpus=corpora)
def test_random_corpora_equal_sacrebleu(label, kind, options, corpus):
    hypotheses, sets = corpus
    assert ours(label, hypotheses, sets)[0] == pytest.approx(
        kind(**options).corpus_score(hypotheses, sets).score, rel=1e-9, abs=1e-9
    )
    if kind is sacrebleu.BLEU:
        options = {**options, "effective_order": True}  # as is usual for sentences, and our own choice there
    sentences = [kind(**options).sentence_score(h, [s[n] for s in sets]).score for n, h in enumerate(hypotheses)]
    assert ours(label, hypotheses, sets, "segment") == pytest.approx(sentences, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("label", "kind", "options"), PEERS, ids=[label for label, *_ in PEERS])
@pytest.mark.parametrize("references", [1, 3])
def test_the_sample_corpus_equals_sacrebleu(label, kind, options, references):
    sample = sy.sample()
    sets = [list(texts) for texts in sample.references[:references]]
    outputs = list(list(sample.systems.values())[references])
    expected = kind(**options).corpus_score(outputs, sets).score
    assert ours(label, outputs, sets)[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("nothing", [None, "", " "])
@settings(max_examples=40)
@given(corpus=corpora)
def test_segments_with_fewer_references_equal_sacrebleu(nothing, corpus):
    """sacreBLEU takes None only for an absent reference; we take a blank one for absent as well."""
    hypotheses, sets = corpus
    absent, blank = ([sets[0], *([texts[0], *[x for _ in texts[1:]]] for texts in sets[1:])] for x in (None, nothing))
    for label, kind in (
        ("bleu", sacrebleu.BLEU),
        ("chrf++", lambda: sacrebleu.CHRF(word_order=2)),
        ("ter", sacrebleu.TER),
    ):
        expected = kind().corpus_score(hypotheses, absent).score
        assert ours(label, hypotheses, blank)[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(corpus=parallel(1))
def test_wer_equals_jiwer(corpus):
    hypotheses, (references,) = corpus
    assert ours("wer@jiwer", hypotheses, [references])[0] / 100 == pytest.approx(
        jiwer.wer(references, hypotheses), rel=1e-12
    )
    each = [jiwer.wer(r, h) for r, h in zip(references, hypotheses, strict=True)]
    assert [v / 100 for v in ours("wer@jiwer", hypotheses, [references], "segment")] == pytest.approx(each, rel=1e-12)


@settings(max_examples=200)
@given(st.lists(st.text("ab \t\u00a0\u3000\u2009\x1f", max_size=9), min_size=2, max_size=2))
def test_wer_splits_where_jiwer_does(texts):
    hypothesis, reference = (f"x{text}y" for text in texts)
    assert ours("wer@jiwer", [hypothesis], [[reference]])[0] / 100 == pytest.approx(jiwer.wer(reference, hypothesis))


@settings(max_examples=60)
@given(corpus=parallel(1))
def test_nist_equals_nltk_with_one_reference(corpus):
    hypotheses, (references,) = corpus
    hypotheses = [text + " a b c d e" for text in hypotheses]  # nltk divides by the n-grams of every order
    expected = nltk_nist.corpus_nist([[r.split()] for r in references], [h.split() for h in hypotheses], 5)
    label = "nist(tokens=none,case=keep,false_zero=false)"
    assert ours(label, hypotheses, [references])[0] == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=60)
@given(corpus=corpora)
def test_gleu_equals_nltk(corpus):
    hypotheses, sets = corpus
    lists = [[s[n].split() for s in sets] for n in range(len(hypotheses))]
    expected = nltk_gleu.corpus_gleu(lists, [h.split() for h in hypotheses])
    assert ours("gleu@nltk", hypotheses, sets)[0] == pytest.approx(expected, rel=1e-12)
