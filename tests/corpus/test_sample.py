from __future__ import annotations

from steelyard.corpus.sample import sample


def test_sample_is_a_whole_corpus() -> None:
    corpus = sample()
    corpus.check_scorable()
    assert len(corpus) >= 50
    assert len(set(corpus.facet("document"))) == 6
    assert corpus.source is not None and not len(corpus.source.blank())
    assert len(corpus.references) == 3
    assert len(corpus.systems) == 6
    assert {j.system for j in corpus.judgements} == set(corpus.systems)
    assert {j.dimension for j in corpus.judgements} == {"adequacy", "fluency"}
    assert len({j.assessor for j in corpus.judgements}) == 3
