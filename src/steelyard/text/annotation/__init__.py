"""Annotation: what parsers say of texts; one file per provider."""
