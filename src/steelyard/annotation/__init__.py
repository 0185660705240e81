"""Annotation: what parsers say of texts, and how it is kept and counted."""
