"""Significance tests, one file each; `significance.py` says what one is."""
