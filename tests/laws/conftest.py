"""Texts are parsed by a toy, for laws hold whatever the trees are, and are tried on very many texts."""

import pytest
import toy_parser

from steelyard.text.annotation import annotator


@pytest.fixture(scope="module", autouse=True)
def toy():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annotator, "annotator", toy_parser.annotator)
        yield
