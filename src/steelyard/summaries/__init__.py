"""Baseline summaries: extracts of documents by simple methods, so that an evaluation has lower bounds."""
