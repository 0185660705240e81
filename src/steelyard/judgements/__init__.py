"""Judgements of people: read from files and corpora, and weighed."""
