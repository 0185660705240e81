"""Texts are parsed by a toy, for laws hold whatever the trees are, and are tried on very many texts."""

import pytest

import toy_parser
from steelyard.annotation import corpora
from steelyard.providers import annotator


@pytest.fixture(scope="module", autouse=True)
def toy():
    with pytest.MonkeyPatch.context() as patch:
        for module in (annotator, corpora):
            patch.setattr(module, "annotator_of", toy_parser.annotator_of)
        yield
