"""Comparison of systems."""
