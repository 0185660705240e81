"""Commands whose options are a frozen dataclass: declared once, checked by types, passed on as one value."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import cleandoc, get_annotations
from typing import Any, NoReturn, TypeVar, dataclass_transform

import click
from click.core import ParameterSource

_PARAMETER = "parameter"


class Once(click.Option):
    """An option that takes one value, and is refused if it is given twice."""

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        """Return the value; more than one is refused."""
        repeated = [name for name in ctx.meta.get(_REPEATED, ()) if name in (*self.opts, *self.secondary_opts)]
        if repeated and not self.multiple:
            raise click.UsageError(f"{self.opts[-1]} is given twice; give it once", ctx)
        return super().consume_value(ctx, opts)


_REPEATED = "steelyard.repeated"
#: Where a command's context keeps what was written behind its name.
ARGUMENTS = "steelyard.arguments"
Chosen = TypeVar("Chosen", bound="Options")


def option(*names: str, default: Any = None, **settings: object) -> Any:
    """Declare an option as a field of an options class; `settings` are those of click.Option."""
    if settings.get("is_flag"):
        default = bool(default)
    if settings.get("multiple"):
        default = tuple(default or ())
    if default is not None and default != () and not settings.get("is_flag"):
        settings.setdefault("show_default", True)
    if default is not None:
        settings["default"] = default
    return field(default=default, metadata={_PARAMETER: (Once, names, settings)})


def argument(name: str, default: Any = None, **settings: object) -> Any:
    """Declare an argument as a field of an options class; `settings` are those of click.Argument."""
    return field(default=default, metadata={_PARAMETER: (click.Argument, (name,), settings)})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option, argument, field))
def options(kind: type[Chosen]) -> type[Chosen]:
    """Make a class of options a dataclass, which `Options` keeps frozen."""
    # A command starts with a dozen such classes, and methods made anew for each of them would take milliseconds.
    return dataclass(kw_only=True, init=False, eq=False, repr=False)(kind)


@options
class Options:
    """Base of the options of all commands; `written` are the parameters that the user gave: name → as it is written."""

    written: Mapping[str, str] = field(default_factory=dict)

    def __init__(self, **values: object) -> None:
        parameters = {f.name: f.default for f in dataclasses.fields(self) if _PARAMETER in f.metadata}
        if unknown := values.keys() - {"written", *parameters}:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        vars(self).update({"written": {}} | parameters | values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def named(self, names: Sequence[str]) -> list[str]:
        """Return those of some parameters that were given, as the user writes them."""
        return [self.written[name] for name in names if name in self.written]

    def refuse(self, names: Sequence[str], problem: str) -> None:
        """Raise if some of these parameters were given; `problem` has {} where they are named."""
        if clash := self.named(names):
            raise click.UsageError(problem.format(", ".join(clash)))


def command_of(name: str, kind: type[Chosen], short_help: str) -> Callable[[Callable[[Chosen], None]], click.Command]:
    """Return a decorator that makes a function of one value, the options, a command."""

    def decorator(run: Callable[[Chosen], None]) -> click.Command:
        def callback(**values: object) -> None:
            context = click.get_current_context()
            try:
                run(kind(**values, written=_written(context)))
            except click.UsageError as error:
                error.ctx = error.ctx or context
                raise

        parameters = list(_parameters(kind))
        return _Command(name, params=parameters, callback=callback, help=run.__doc__, short_help=short_help)

    return decorator


class _Command(click.Command):
    """A command that knows which options were repeated."""

    def make_parser(self, ctx: click.Context) -> Any:
        """Return a parser that knows short options as they stand."""
        parser: Any = super().make_parser(ctx)
        # It takes -r for a long name first, and looks for names like it, before it tries the short ones.
        parser._long_opt |= parser._short_opt
        return parser

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does; examples that are too long for the terminal go on in the next line."""
        with formatter.indentation():
            width = formatter.width - formatter.current_indent
            lines = cleandoc(self.help or "").splitlines()
            formatter.write_paragraph()
            formatter.write_text("\n".join(_broken(line, width) for line in lines))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[ARGUMENTS] = tuple(args)
        ctx.meta[_REPEATED] = tuple(_repeated(self.make_parser(ctx), list(args)))
        return super().parse_args(ctx, args)


def _broken(line: str, width: int) -> str:
    """Return a command of an example as a shell takes it over several lines; any other line as it is."""
    if not line.startswith("steelyard ") or len(line) <= width:
        return line
    import re
    from textwrap import wrap

    # An option and its value stay together.
    words = re.sub(r"( --?[a-z-]+) (?!-)", "\\1\0", line)
    parts = wrap(words, width - len(" \\"), subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    return " \\\n".join(parts).replace("\0", " ")


def _repeated(parser: Any, args: list[str]) -> Iterator[str]:
    """Yield the options that stand more than once; what click cannot parse it refuses itself."""
    try:
        order = parser.parse_args(args)[2]
    except click.UsageError:
        return
    seen: set[str] = set()
    for parameter in order:
        if isinstance(parameter, click.Option):
            first = parameter.opts[0]
            if first in seen:
                yield first
            seen.add(first)


def _parameters(kind: type[Options]) -> Iterator[click.Parameter]:
    """Yield the parameters of a class: its bases' in their order, its own, and last those that a base sets back."""
    declared = {parameter.name: parameter for parameter in dataclasses.fields(kind) if _PARAMETER in parameter.metadata}
    places: dict[str, int] = {}
    for name, place in _places(kind):
        places.setdefault(name, place)
    for name in sorted(places, key=places.__getitem__):
        if name in declared:
            make, written, settings = declared[name].metadata[_PARAMETER]
            yield make([name, *written] if make is Once else [name], **settings)


def _places(kind: type) -> Iterator[tuple[str, int]]:
    """Yield the names that a class and its bases declare, each with how far back it stands in the help."""
    for base in kind.__bases__:
        if base is not object:
            yield from _places(base)
    for name in get_annotations(kind):
        yield name, vars(kind).get("LAST", 0)


def _written(ctx: click.Context) -> dict[str, str]:
    parameters = [
        p for p in ctx.command.params if ctx.get_parameter_source(p.name or "") is not ParameterSource.DEFAULT
    ]
    return {p.name or "": p.opts[-1] if isinstance(p, click.Option) else "systems" for p in parameters}
