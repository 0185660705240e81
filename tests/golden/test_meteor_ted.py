"""METEOR on the outputs of WMT 2021 TED talks: the search is exact there at the default bound."""

import pytest

import steelyard as sy
from steelyard.engines.local import collect


@pytest.mark.parametrize("name", ["A", "B"])
def test_no_stage_is_cut(ted, name):
    (found,) = collect(sy.Corpus.of(ted.systems, ted.references[name]), ["meteor"])
    assert found.values.shape[:2] == (15, 529)
    assert found.values[..., found.fields.index("cut_stages")].sum() == 0
