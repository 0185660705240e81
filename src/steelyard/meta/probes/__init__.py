"""Measures weighed by probing them with texts."""
