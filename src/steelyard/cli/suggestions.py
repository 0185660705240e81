"""What people mean who write an option as another tool has it."""

from __future__ import annotations

from collections.abc import Iterable

import click

_FORMS = "--json, --tsv, --latex, --markdown or --html"
#: Option of another tool, or of an earlier day → what it is here.
_OPTIONS = {
    "--metric": "-m MEASURE",
    "--metrics": "-m MEASURE",
    "--measures": "-m MEASURE, repeated for each",
    "--format": _FORMS,
    "--output-format": _FORMS,
    "--output": "--out FILE",
    "-o": "--out FILE",
    "--ref": "-r FILE",
    "--refs": "-r FILE, repeated for each reference set",
    "--references": "-r FILE, repeated for each reference set",
    "--hyp": "outputs, which are given as they are: NAME=PATH",
    "--input": "outputs, which are given as they are: NAME=PATH",
    "-i": "outputs, which are given as they are: NAME=PATH",
    "--src": "--source FILE",
    "--level": "--alpha P, if a level of significance is meant",
    "--paired-bs": "`steelyard compare --test bootstrap`",
    "--paired-ar": "`steelyard compare --test randomisation`",
    "--confidence-level": "--confidence SHARE",
    "--bootstrap": "--intervals in `steelyard score`, --test bootstrap in `steelyard compare`",
    "--significance-level": "--alpha P",
    "--external": "--scores FILE",
    "--function": "-m FILE.py:NAME",
}


def meant(error: click.NoSuchOption) -> str | None:
    """Return what an unknown option was meant to be, where that is known and the command has it."""
    option = error.option_name
    if option == "--level" and not _has(error.ctx, "--alpha"):
        return None
    return _OPTIONS.get(option)


def _has(ctx: click.Context | None, option: str) -> bool:
    parameters: Iterable[click.Parameter] = () if ctx is None else ctx.command.params
    return any(option in parameter.opts for parameter in parameters)


def measures_among(systems: Iterable[str], measures: Iterable[str]) -> str | None:
    """Return how the measures of `-m bleu chrf` are written, where an output that is no file names a measure."""
    from steelyard.cli.inputs import exists
    from steelyard.errors import SteelyardError
    from steelyard.measures.notation import parse

    for system in systems:
        if "=" in system or "/" in system or system == "-" or exists(system):
            continue
        try:
            parse(system)
        except SteelyardError:
            continue
        return " ".join(f"-m {measure}" for measure in (*measures, system))
    return None
