"""Kinds of measures: what several measures have in common."""
