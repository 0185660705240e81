"""Benchmarks: steelyard and its peers on the same texts, one process each."""
