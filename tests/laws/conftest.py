"""Texts are parsed by a toy, for laws hold whatever the trees are, and are tried on very many texts."""

import pytest
import toy_parser

from steelyard.text.annotation import annotator, corpora


@pytest.fixture(scope="module", autouse=True)
def toy():
    with pytest.MonkeyPatch.context() as patch:
        for module in (annotator, corpora):
            patch.setattr(module, "annotator", toy_parser.annotator)
        yield
