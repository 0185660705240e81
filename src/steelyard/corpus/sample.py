"""The built-in sample corpus."""

from __future__ import annotations

from importlib import resources

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.formats import read


def sample() -> Corpus:
    """Return the built-in sample: source, references, outputs, documents and judgements of 60 segments."""
    with resources.as_file(resources.files("steelyard.corpus") / "sample.jsonl") as path:
        return read(path)
