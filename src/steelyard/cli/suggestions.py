"""What people mean who write an option as another tool has it."""

from __future__ import annotations

from collections.abc import Iterable

import click

_OUTPUTS = "outputs, which are given as they are: NAME=PATH"
_FORMS = "--json, --tsv, --latex, --markdown or --html"
_OF_MEASURE = "an option of the measure"
#: Option of another tool, or of an earlier day → what it may be here; the first that the command has is meant.
_OPTIONS = {
    "--metric": ("-m MEASURE",),
    "--metrics": ("-m MEASURE",),
    "--measures": ("-m MEASURE, repeated for each",),
    "--format": (_FORMS, "--from FORMAT or --to FORMAT", "--json"),
    "--output-format": (_FORMS, "--to FORMAT", "--json"),
    "--csv": ("--tsv",),
    "--output": ("--out FILE",),
    "-o": ("--out FILE",),
    "--ref": ("-r FILE",),
    "--refs": ("-r FILE, repeated for each reference set",),
    "--references": ("-r FILE, repeated for each reference set",),
    "--hyp": (_OUTPUTS,),
    "--hyps": (_OUTPUTS,),
    "--hypothesis": (_OUTPUTS,),
    "--predictions": (_OUTPUTS,),
    "--candidates": (_OUTPUTS,),
    "--input": (_OUTPUTS,),
    "-i": (_OUTPUTS,),
    "--src": ("--source FILE",),
    "--sources": ("--source FILE",),
    "--tokenize": (f"{_OF_MEASURE}: -m 'bleu(tokens=13a)'",),
    "--tokenizer": (f"{_OF_MEASURE}: -m 'bleu(tokens=13a)'",),
    "--lang": (f"{_OF_MEASURE}: -m 'bleu(tokens=zh)'",),
    "--lowercase": (f"{_OF_MEASURE}: -m 'bleu(case=fold)'",),
    "--smooth-method": (f"{_OF_MEASURE}: -m 'bleu(smoothing=floor)'",),
    "--use-stemmer": (f"{_OF_MEASURE}: -m 'rouge-l(stem=porter)'",),
    "--use_stemmer": (f"{_OF_MEASURE}: -m 'rouge-l(stem=porter)'",),
    "--width": ("--digits N",),
    "--level": ("--alpha P, if a level of significance is meant",),
    "--paired-bs": ("--test bootstrap", "`steelyard compare --test bootstrap`"),
    "--paired-ar": ("--test randomisation", "`steelyard compare --test randomisation`"),
    "--confidence-level": ("--confidence SHARE",),
    "--bootstrap": ("--intervals", "--test bootstrap"),
    "--n-resamples": ("--resamples N",),
    "--significance-level": ("--alpha P",),
    "--num-workers": ("--threads N",),
    "--jobs": ("--threads N",),
    "-j": ("--threads N",),
    "--external": ("--scores FILE",),
    "--function": ("-m FILE.py:NAME",),
}  # fmt: skip
_MOST = 2


def meant(error: click.NoSuchOption) -> str:
    """Return what to say of an unknown option: what it is here, or which options of the command are like it."""
    for advice in _OPTIONS.get(error.option_name, ()):
        if _fits(advice, error.ctx):
            return f"; here it is {advice}"
    near = (error.possibilities or [])[:_MOST]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def _fits(advice: str, ctx: click.Context | None) -> bool:
    """Tell whether a command takes what an advice names; what stands in backticks is another command."""
    parameters: Iterable[click.Parameter] = () if ctx is None else ctx.command.params
    if advice == _OUTPUTS:
        return any(parameter.name == "systems" for parameter in parameters)
    words = advice.partition("`")[0].replace(",", " ").split()
    names = {name for parameter in parameters for name in parameter.opts}
    return all(word in names for word in words if word.startswith("-"))


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
