"""Measures with random options, written as users write them: right ones, odd ones and wrong ones."""

from __future__ import annotations

import dataclasses
from functools import cache
from random import Random
from typing import Any, get_args

from steelyard.measures.kinds.base import Vector, Words, typed_options, write_value
from steelyard.measures.registry import registry

_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 100, -1, 10**6, 2**31, 2**63, 10**30)
_REALS = (0, 0.1, 0.25, 0.5, 1, 1.2, 2, 3, 9.5, -0.5, 1e-9, 1e-300, 1e15, 1e300, "nan", "inf", "-inf", "1e400")
#: Words that some options take and their declarations do not list.
_WORDS = (
    "none",
    "all",
    "uniform",
    "linear",
    "exp",
    "floor",
    "add-k",
    "porter",
    "english",
    "german",
    "wordnet",
    "first",
    "corpus",
    "brevity",
    "exact",
    "stem",
    "exact:stem:synonym",
    "synonym:exact",
    "given",
    "spacy",
    "13a",
    "intl",
    "char",
    "zh",
    "no-punct",
    "rouge",
    "rouge-unicode",
    "meteor",
    "spaces",
    "4",
    "0.5",
    "1:2:3:4",
    "true",
    "none.txt",
    "",
    "é",
)
_SIGNS = "()=,:@ .\0\n\x1b%é|[]{}\\/'\"-+0"


@cache
def names() -> tuple[str, ...]:
    """Return all measures."""
    return tuple(registry())


@cache
def _options(name: str) -> tuple[tuple[dataclasses.Field[Any], Any], ...]:
    return tuple(typed_options(registry()[name]))


def notation(source: Random, name: str) -> str:
    """Return a measure with some options of its own, of the kinds that they are declared to be."""
    presets = list(registry()[name].presets)
    preset = f"@{source.choice(presets)}" if presets and source.random() < 0.3 else ""
    options = _options(name)
    some = source.sample(options, min(len(options), source.choice((0, 1, 1, 2, 3))))
    given = [f"{field.name}={_value(source, field, hint)}" for field, hint in some if field.name != "data"]
    return f"{name}{preset}" + (f"({','.join(given)})" if given else "")


def broken(source: Random) -> str:
    """Return a notation with something put in, taken out or put elsewhere."""
    written = notation(source, source.choice(names()))
    for _ in range(source.choice((1, 1, 2, 4))):
        place = source.randrange(len(written) + 1)
        cut = place + source.choice((0, 0, 1, 3))
        written = written[:place] + source.choice(("", source.choice(_SIGNS), source.choice(_WORDS))) + written[cut:]
    return written


def _value(source: Random, field: dataclasses.Field[Any], hint: Any) -> str:
    choices = field.metadata["choices"]
    kinds = (hint, *get_args(hint))
    drawn = source.random()
    if drawn < 0.05:
        return str(source.choice((*_NUMBERS, *_REALS, *_WORDS)))
    if drawn < 0.15:
        return write_value(field.default)
    if choices:
        return write_value(source.choice(choices))
    if bool in kinds:
        return source.choice(("true", "false"))
    if int in kinds:
        return str(source.choice(_NUMBERS[: 10 if drawn < 0.8 else None]))
    if Vector in kinds and drawn < 0.5:
        return ":".join(str(source.choice(_REALS)) for _ in range(source.choice((1, 2, 3, 4))))
    if float in kinds:
        return str(source.choice(_REALS[: 9 if drawn < 0.7 else None]))
    return source.choice(_WORDS) if str in kinds or Words in kinds else write_value(field.default)
