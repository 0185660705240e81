"""Measure notation: [LABEL=]name[@preset][(option=value,…)], read and checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import Field
from pathlib import Path
from typing import Any, TypeVar

from steelyard.arguments import public
from steelyard.errors import SpecError, suggestion
from steelyard.files.numbers import number_in, whole_number_in
from steelyard.loading import Origin, allowed, allowed_source
from steelyard.measures.kinds.base import Measure, Words, typed_options
from steelyard.measures.registry import MEASURES, unknown

_NOTATION = re.compile(r"\s*(?P<name>[^@()\s][^@()]*)(?:@\s*(?P<preset>[^@()\s]+)\s*)?(?:\((?P<options>[^()]*)\))?\s*")
_LABELLED = re.compile(r"\s*(?P<label>[^=()@]*[^=()@\s])\s*=\s*(?P<notation>[^=\s].*)", re.DOTALL)

Number = TypeVar("Number", int, float)


def label_of(measure: str | Measure | Callable[..., Any]) -> str:
    """Return what the results of a measure are called: its label, or else the measure as it was asked for.

    >>> label_of("R-2=rouge-2@rouge-score(stem=true)"), label_of("rouge-2(stem=porter)")
    ('R-2', 'rouge-2(stem=porter)')
    """
    if not isinstance(measure, str):
        return str(measure_of(measure))
    labelled = _LABELLED.fullmatch(measure)
    return measure if labelled is None else labelled["label"]


def notation_of(text: str) -> str:
    """Return a notation without its label."""
    labelled = _LABELLED.fullmatch(text)
    return text if labelled is None else labelled["notation"]


@public
def parse(text: str) -> Measure:
    """Return the measure that a notation, with a label or without, means; parse(str(m)) == m.

    >>> parse("bleu(tokens=intl,smoothing=exp)")
    Bleu(preset='', tokens='intl', case='keep', stem='none', stop='none', layer='text', \
parser='spacy', boundaries='none', order=4, \
weights='uniform', smoothing='exp', smoothing_value=None, average='geometric', length='closest', effective='segment')
    >>> str(parse("ngram(1,2)"))
    'ngram(high=2)'
    """
    if not isinstance(text, str):
        raise SpecError(f"{text!r} is no measure notation; write a string such as 'bleu'")
    match = _NOTATION.fullmatch(notation_of(text))
    if match is None:
        raise SpecError(f"cannot read measure {text!r}; write name, name@preset or name(option=value,option=value)")
    name = match["name"].rstrip()
    if ":" not in name and name not in MEASURES:
        raise unknown(name)
    kind, origin = MEASURES.sourced(name)
    preset = match["preset"] or ""
    if preset and preset not in kind.presets:
        raise SpecError(f"{kind.name} has no preset {preset!r}" + suggestion(preset, kind.presets))
    options = kind.presets.get(preset, {}) | _options(kind, match["options"] or "")
    return kind(preset=preset, origin=origin, **options)


def parse_stored(text: str, digest: str = "", plugins: Sequence[str | Path] = (), parser: str | None = None) -> Measure:
    """Return the measure of a notation that was read from a file: code that it names is run only if it is allowed.

    digest    of the file of a measure from outside, when it was written
    plugins   files and modules that may be run; the digests of a measure and of its parser must still be the same
    parser    the digest of the file of a parser from outside, when it was written; None if it was not
    """
    return _with_allowed_parser(parse_written(text, digest, plugins), parser, plugins)


def _with_allowed_parser(measure: Measure, digest: str | None, plugins: Sequence[str | Path]) -> Measure:
    """Return a measure whose parser, if it is from outside, is allowed and the same, wherever it lies now.

    Nothing of it is run.
    """
    parser = measure.annotator
    source, colon, rest = parser.partition(":")
    if "." not in source:
        _check_installed(source, digest)
        return measure
    place = f"parser={parser}"
    if digest is None:
        raise SpecError(
            f"{place} is somebody's own code, and its digest was not saved, so that nobody can tell whether it is the "
            f"same; score again, and save"
        )
    allowed_now = allowed_source(place, source, digest, plugins)
    return type(measure)(**measure.settings() | {"parser": f"{allowed_now}{colon}{rest}"})


def _check_installed(parser: str, digest: str | None) -> None:
    """Raise unless a parser of an installed package, which is not imported, is as it was."""
    if digest is None:
        return
    from steelyard.providers.parsers import PARSERS

    if (module := PARSERS.entry_module(parser)) is not None:
        Origin(parser, parser, digest).check(module)


def parse_written(text: str, digest: str = "", plugins: Sequence[str | Path] = ()) -> Measure:
    """Return the measure as `parse_stored` does, whatever its parser, which must not be asked."""
    text = notation_of(text)
    end = min((place for mark in "@(" if (place := text.find(mark)) >= 0), default=len(text))
    name, rest = text[:end], text[end:]
    if ":" in name:
        name = allowed(name, digest, plugins)
    elif (module := MEASURES.entry_module(name)) is not None:
        Origin(name, name, digest).check(module)
    measure = parse(name + rest)
    own = measure.origin.digest if measure.origin is not None else ""
    if own != digest:
        raise SpecError(
            f"{text} was scored by other code (#{digest}) than there is now ({measure.origin}); score again"
        )
    return measure


def measure_of(measure: str | type[Measure] | Measure | Callable[..., Any]) -> Measure:
    """Return the measure that a notation, a measure or its class, or a function of output and references means."""
    if isinstance(measure, Measure):
        return measure
    if isinstance(measure, type) and issubclass(measure, Measure):
        return MEASURES.instance(measure)
    if isinstance(measure, str):
        return parse(measure)
    if callable(measure) and not isinstance(measure, type):
        from steelyard.measures.kinds.function import as_measure

        return as_measure(measure)
    raise SpecError(f"{measure!r} is no measure; give its notation, for instance 'bleu', a Measure or a function")


def _options(kind: type[Measure], text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    named = False
    for position, part in enumerate(text.split(",") if text.strip() else []):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        named = named or bool(equals)
        if not equals:
            if named or position >= len(kind.positional):
                names = ", ".join(field.name for field in kind.options())
                raise SpecError(f"{kind.name}: {part.strip()!r} is not option=value; options: {names}")
            name, value = kind.positional[position], part.strip()
        if name in options:
            raise SpecError(f"{kind.name}: option {name!r} is given twice")
        options[name] = read_value(kind, name, value)
    return options


def read_value(kind: type[Measure], name: str, text: str) -> Any:
    """Return the value of an option that a text means."""
    field = option_of(kind, name)
    hint = next(hint for option, hint in typed_options(kind) if option is field)
    return _value(kind, field, hint, text)


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
            return tuple(_read(number_in, number) for number in text.split(":"))
        if hint is int:
            return _read(whole_number_in, text)
        if "float" in accepted and "str" not in accepted:
            if text == "none" and "None" in accepted:
                return None
            return _read(number_in, text)
        return text
    except (KeyError, ValueError):
        expected = {bool: "true or false", int: "a whole number"}.get(hint, "a number")
        raise SpecError(f"{kind.name}: {field.name}={text} is not possible; expected {expected}") from None


def _read(number: Callable[[str], Number | None], text: str) -> Number:
    if (value := number(text)) is None:
        raise ValueError(text)
    return value
