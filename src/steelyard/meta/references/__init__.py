"""Measures weighed by references alone."""
