"""Measure notation: name[@preset][(option=value,…)], read and checked."""

from __future__ import annotations

import re
from dataclasses import Field
from typing import Any, get_type_hints

from steelyard.errors import SpecError, suggestion
from steelyard.measures.base import Measure, Words
from steelyard.measures.registry import registry, unknown

_NOTATION = re.compile(r"\s*(?P<name>[^@()\s]+)\s*(?:@\s*(?P<preset>[^@()\s]+)\s*)?(?:\((?P<options>[^()]*)\))?\s*")


def parse(text: str) -> Measure:
    """Return the measure that a notation means; parse(str(m)) == m.

    >>> parse("bleu(tokens=intl,smoothing=exp)")
    Bleu(preset='', tokens='intl', case='keep', stem='none', stop='none', layer='text', \
parser='spacy', boundaries='none', order=4, \
weights='uniform', smoothing='exp', smoothing_value=None, average='geometric', length='closest', effective='segment')
    >>> str(parse("ngram(1,2)"))
    'ngram(high=2)'
    """
    if not isinstance(text, str):
        raise SpecError(f"{text!r} is no measure notation; write a string such as 'bleu'")
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise SpecError(f"cannot read measure {text!r}; write name, name@preset or name(option=value,option=value)")
    known = registry()
    if match["name"] not in known:
        raise unknown(match["name"])
    kind = known[match["name"]]
    preset = match["preset"] or ""
    if preset and preset not in kind.presets:
        raise SpecError(f"{kind.name} has no preset {preset!r}" + suggestion(preset, kind.presets))
    return kind(preset=preset, **{**kind.presets.get(preset, {}), **_options(kind, match["options"] or "")})


def _options(kind: type[Measure], text: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    named = False
    for position, part in enumerate(text.split(",") if text.strip() else []):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        named = named or bool(equals)
        if not equals:
            if named or position >= len(kind.positional):
                names = ", ".join(field.name for field in kind.options())
                raise SpecError(f"{kind.name}: {part.strip()!r} is not option=value; options: {names}")
            name, value = kind.positional[position], part.strip()
        if name in given:
            raise SpecError(f"{kind.name}: option {name!r} is given twice")
        given[name] = read_value(kind, name, value)
    return given


def read_value(kind: type[Measure], name: str, text: str) -> Any:
    """Return the value of an option that a text means."""
    return _value(kind, option_of(kind, name), get_type_hints(kind)[name], text)


def option_of(kind: type[Measure], name: str) -> Field[Any]:
    """Return the declaration of an option of a measure."""
    fields = {field.name: field for field in kind.options()}
    if name not in fields:
        raise SpecError(f"{kind.name} has no option {name!r}" + suggestion(name, fields))
    return fields[name]


def _value(kind: type[Measure], field: Field[Any], hint: Any, text: str) -> Any:
    """Convert a value to the option's type: bool, int, float, text, or a vector of numbers or words a:b:c."""
    accepted = str(hint)
    try:
        if hint is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        if hint == Words:
            return tuple(word.strip() for word in text.split(":"))
        if "tuple" in accepted and re.fullmatch(r"[-+.\d][-+.\deE]*(:[-+.\deE]+)*", text):
            return tuple(float(number) for number in text.split(":"))
        if "_" in text and "str" not in accepted:
            raise ValueError(text)
        if hint is int:
            return int(text)
        if "float" in accepted and "str" not in accepted:
            return float(text)
        return text
    except (KeyError, ValueError):
        expected = {bool: "true or false", int: "a whole number"}.get(hint, "a number")
        raise SpecError(f"{kind.name}: {field.name}={text} is not possible; expected {expected}") from None
