"""Corpora: what is weighed, and the file formats it comes in."""

from steelyard.corpus.columns import read_column, read_trees
from steelyard.corpus.corpus import Corpus, check_accept, check_corpus, check_name
from steelyard.corpus.texts import FiledTexts, HeldTexts, Texts, read_lines

__all__ = [
    "Corpus",
    "FiledTexts",
    "HeldTexts",
    "Texts",
    "check_accept",
    "check_corpus",
    "check_name",
    "read_column",
    "read_lines",
    "read_trees",
]
