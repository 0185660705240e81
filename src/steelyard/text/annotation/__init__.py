"""Annotation of texts: trees of one kind made from trees of the other."""
