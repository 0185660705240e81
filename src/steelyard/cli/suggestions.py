"""What people mean who write an option as another tool has it."""

from __future__ import annotations

from collections.abc import Iterable

import click

from steelyard.cli.typed import ARGUMENTS

_OUTPUTS = "outputs, which are given as they are: NAME=PATH"
_RATINGS = "the file itself: steelyard agree FILE"
_FORMS = "--json, --tsv, --latex, --markdown or --html"
_OF_MEASURE = "an option of the measure"
_TOKENS = f"{_OF_MEASURE}: -m 'bleu(tokens=13a)'"
_SMOOTHING = f"{_OF_MEASURE}: -m 'bleu(smoothing=floor)'"
_TEST_SET = "files, for no test set is fetched: -r FILE, and outputs as they are"
_GATE = "a few lines over `steelyard compare --json`, see docs/release-gate.md"
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
    "--human": (_RATINGS,),
    "--tokenize": (_TOKENS,),
    "--tokenizer": (_TOKENS,),
    "--lang": (f"{_OF_MEASURE}: -m 'bleu(tokens=zh)'",),
    "--lowercase": (f"{_OF_MEASURE}: -m 'bleu(case=fold)'",),
    "--smooth-method": (_SMOOTHING,),
    "--sentence-level": ("--level segment",),
    "--score-only": ("--tsv",),
    "--short": ("the default; --signatures prints them in whole",),
    "--test-set": (_TEST_SET,),
    "--language-pair": (_TEST_SET,),
    "--ci": ("--intervals", "--confidence SHARE; intervals are always shown"),
    "--precision": ("--digits N for decimals; the precision of ROUGE is -m 'rouge-1(kind=precision)'", "--digits N"),
    "--margin": (_GATE,),
    "--one-sided": (_GATE,),
    "--fail-under": (_GATE,),
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
#: Short option of sacreBLEU → its long one.
_SHORT = {
    "-lc": "--lowercase", "-tok": "--tokenize", "-s": "--smooth-method", "-sl": "--sentence-level",
    "-b": "--score-only", "-w": "--width", "-sh": "--short", "-t": "--test-set", "-l": "--language-pair",
}  # fmt: skip
_NO_LEVEL = (
    "; where it is an option, it is granularity (system, segment or a facet), and this command has neither that nor a "
    "level of significance"
)
_SMOOTHINGS = ("none", "floor", "add-k", "exp")
#: Advice to give something as an argument → which one.
_ARGUMENTS = {_OUTPUTS: "systems", _RATINGS: "ratings"}
_MOST = 2


def meant(error: click.NoSuchOption) -> str:
    """Return what to say of an unknown option: what it is here, or which options of the command are like it."""
    written, value = _written(error)
    for advice in _OPTIONS.get(_SHORT.get(written, written), ()):
        if _fits(advice, error.ctx):
            return f"; here it is {_with_value(advice, value)}"
    if written == "--level":
        return _NO_LEVEL
    near = (error.possibilities or [])[:_MOST]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def no_such(error: click.NoSuchOption) -> str:
    """Return what an unknown option was, and what it is here."""
    return f"no such option {_written(error)[0]!r}{meant(error)}"


def _written(error: click.NoSuchOption) -> tuple[str, str | None]:
    """Return an option as it was written, for of -lc click names -l alone, and the value behind it."""
    words = error.ctx.meta.get(ARGUMENTS, ()) if error.ctx is not None else ()
    for n, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == error.option_name or (name in _SHORT and name.startswith(error.option_name)):
            return name, value if equals else next(iter(words[n + 1 :]), None)
    return error.option_name, None


def _with_value(advice: str, value: str | None) -> str:
    """Return advice with the value that was given to the other tool's option, where the measure knows it."""
    from steelyard.text.view import TOKENISERS

    if advice == _TOKENS and value is not None:
        name = value.removesuffix("-mecab")
        return advice.replace("13a", name) if name in TOKENISERS else f"{_OF_MEASURE}, tokens=…, see docs/tokens.md"
    if advice == _SMOOTHING and value in _SMOOTHINGS:
        return advice.replace("floor", value)
    return advice


def _fits(advice: str, ctx: click.Context | None) -> bool:
    """Tell whether a command takes what an advice names; what stands in backticks is another command."""
    parameters: Iterable[click.Parameter] = () if ctx is None else ctx.command.params
    if advice in _ARGUMENTS:
        return any(parameter.name == _ARGUMENTS[advice] for parameter in parameters)
    words = advice.partition("`")[0].replace(",", " ").split()
    names = {name for parameter in parameters for name in parameter.opts}
    return all(word in names for word in words if word.startswith("-"))


def measures_among(systems: Iterable[str], measures: Iterable[str]) -> str | None:
    """Return how the measures of `-m bleu chrf` are written, where an output that is no file names a measure."""
    from steelyard.errors import SteelyardError
    from steelyard.files.paths import exists
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
