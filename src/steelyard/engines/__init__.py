"""Engines: who goes through a corpus and collects the statistics of measures."""
