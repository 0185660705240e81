"""The built-in sample corpus."""

from __future__ import annotations

from importlib import resources

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.formats import read

#: What must be said wherever results of the sample are shown.
INVENTED = "the built-in sample, whose systems and judgements are invented for illustration"


def sample() -> Corpus:
    """Return the built-in sample: source, references, outputs, documents and judgements of 60 segments."""
    with resources.as_file(resources.files("steelyard.corpus") / "sample.jsonl") as path:
        return read(path)


def is_sample(corpus: Corpus) -> bool:
    """Tell whether all outputs of a corpus are the sample's, from whatever files and under whatever names."""
    own, selection = sample(), corpus.selection
    if not corpus.systems or len(own) != (len(corpus) if selection is None else selection.count):
        return False
    if selection is not None:
        own = own.select(segments=selection.places.tolist())
    invented = [list(texts) for texts in own.systems.values()]
    return all(list(texts) in invented for texts in corpus.systems.values())
