"""Coefficients of agreement, one file each; `coefficient.py` says what one is."""
