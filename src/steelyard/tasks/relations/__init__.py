"""Parsers held against a gold standard by grammatical relations."""
