"""Layers that follow from others: constituents from dependencies, and dependencies from constituents."""

from __future__ import annotations

from dataclasses import replace

from steelyard.annotation.trees.constituents import phrases_of
from steelyard.annotation.trees.head_rules import dependencies_of
from steelyard.corpus.sentences import Sentence

#: What stands for these rules in signatures and in the cache; a changed rule, or another reading of what a parser of
#: ours says, needs a new number.
RULES = "trees-1"


def completed(sentence: Sentence) -> Sentence:
    """Return the sentence with both kinds of tree, where it has one."""
    if sentence.heads and not sentence.phrases:
        return replace(sentence, phrases=phrases_of(sentence))
    if sentence.phrases and not sentence.heads:
        heads, relations = dependencies_of(sentence)
        return replace(sentence, heads=heads, relations=relations)
    return sentence
