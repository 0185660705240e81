"""Coefficients of correlation, one file for each idea; `coefficient.py` says what one is."""
