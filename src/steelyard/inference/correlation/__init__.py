"""Correlation of scores with judgements."""
