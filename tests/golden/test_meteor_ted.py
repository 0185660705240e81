"""METEOR on the outputs of WMT 2021 TED talks: the search is exact there at the default bound."""

import pytest

import steelyard as sy
from steelyard.engines.local import collect


@pytest.mark.parametrize("name", ["A", "B"])
def test_no_segment_is_cut(ted, name):
    (found,) = collect(sy.Corpus.of(ted.systems, ted.references[name]), ["meteor"])
    assert found.values.shape[:2] == (15, 529)
    assert found.values[..., found.fields.index("cut_segments")].sum() == 0


def test_a_text_read_backwards_has_the_same_statistics(ted):
    def words(texts: list[str], step: int) -> list[str]:
        return [" ".join(text.split()[::step]) for text in texts]

    forwards, backwards = (
        collect(
            sy.Corpus.of(
                {name: words(texts, step) for name, texts in ted.systems.items()}, words(ted.references["A"], step)
            ),
            ["meteor(tokens=none)"],
        )[0].values
        for step in (1, -1)
    )
    assert forwards.tolist() == backwards.tolist()
