"""Corpora: what is weighed, and the file formats it comes in."""

from steelyard.corpus.corpus import Corpus, Judgement, check_accept, from_texts
from steelyard.corpus.texts import HeldTexts, Texts, read_lines

__all__ = ["Corpus", "HeldTexts", "Judgement", "Texts", "check_accept", "from_texts", "read_lines"]
