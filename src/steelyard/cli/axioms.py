"""`steelyard axioms`: which axioms of a similarity measure some measures break, and which is the more severe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    INPUT,
    JSON,
    OUT,
    THREADS,
    WholeNumber,
    accept,
    check_forms,
    check_input,
    grouped,
    seed,
)

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.corpus import Corpus
    from steelyard.meta.axiom_findings import AxiomReport
    from steelyard.meta.functions import MeasureFunction
    from steelyard.meta.severity import Severity

_FUNCTION = "FILE.py:NAME"
_CHOICE = (
    click.option("-m", "--measure", "measures", multiple=True, metavar="MEASURE",
                 help="name[@preset][(option=value,…)]; repeatable."),
    click.option("--function", "functions", multiple=True, metavar=_FUNCTION,
                 help="Your function(output, references) → number; also MODULE:NAME; repeatable."),
    click.option("--batch-function", "batched", multiple=True, metavar=_FUNCTION,
                 help="Your function(outputs, references of each) → numbers; repeatable."),
    click.option("--lower", multiple=True, metavar="NAME", help="A function of which lower is better; repeatable."),
    click.option("--probes", type=WholeNumber(1, 100_000), default=100, show_default=True, metavar="N",
                 help="References to generate, or to take at most."),
    click.option("--decomposition", default="auto", show_default=True, metavar="NAME",
                 help="What a text is made of: set, bag (of words) or sequence; auto: what the measure heeds."),
    seed("Of the texts."),
    THREADS,
)  # fmt: skip
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per measure and axiom."),
    OUT,
)


@click.command("axioms", short_help="Say which axioms a measure breaks.")
@grouped(INPUT, [accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say which axioms a measure breaks: probe it with texts that must score better than others.

    Texts are generated, or made of references you give (-r or --corpus). Where there are system outputs too, the
    measures are also compared in severity on them.

    \b
    steelyard axioms -m bleu -m "rouge-1(kind=recall)"
    steelyard axioms --function mine.py:similarity -r ref.txt
    steelyard axioms -m wer -m per -m ter --corpus test.jsonl
    """
    check_forms(ctx)
    check_input(ctx)
    if not (given["measures"] or given["functions"] or given["batched"]):
        raise click.UsageError("nothing to probe; give a measure (-m) or a --function", ctx)
    from steelyard.cli.inputs import check_measures
    from steelyard.cli.output import check_writable, emit
    from steelyard.report import axioms, json

    if given["out"] is not None:
        check_writable(given["out"])
    check_measures(given["measures"])
    with _apart():
        functions = _functions(given["functions"], given["batched"], given["lower"])
        report, severity = _found(given, functions)
    if given["json"]:
        emit(json.lines(report.to_dict() | (severity.to_dict() if severity else {})), given["out"])
        return
    if given["tsv"]:
        from steelyard.cli.streams import say

        for name, reason in report.unprobed.items():
            say(f"note: not probed: {name}: {reason}")
        for notice in report.notices:
            say(f"note: {notice}")
    emit(axioms.tsv(report) if given["tsv"] else axioms.text(report, severity), given["out"])


@contextmanager
def _apart() -> Iterator[None]:
    """Send what users' functions, and programs that they run, print on standard output to standard error."""
    import os
    import sys
    from contextlib import redirect_stdout, suppress

    own = None
    with suppress(OSError):  # a stream is closed: there is nothing to keep apart, or no place for it
        own = os.dup(1)
        os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        with suppress(OSError, ValueError):
            if sys.__stdout__ is not None:
                sys.__stdout__.flush()
        if own is not None:
            os.dup2(own, 1)
            os.close(own)


def _found(given: dict[str, Any], functions: Sequence[MeasureFunction]) -> tuple[AxiomReport, Severity | None]:
    from steelyard.meta.axioms import axioms
    from steelyard.meta.severity import severity
    from steelyard.scores import score

    corpus = _corpus(given)
    chosen = {name: given[name] for name in ("probes", "seed", "decomposition", "threads")}
    report = axioms([*given["measures"], *functions], references=corpus, **chosen)
    if corpus is None or not corpus.systems or len(given["measures"]) < 2 or given["tsv"]:
        return report, None
    scores = score(
        corpus, measures=given["measures"], level="segment", threads=given["threads"], accept=given["accept"]
    )
    return report, severity(scores)


def _corpus(given: dict[str, Any]) -> Corpus | None:
    """Open the references, and outputs if there are any; nothing where neither is given."""
    from steelyard.cli.inputs import corpus_of
    from steelyard.corpus.formats import read
    from steelyard.errors import InputError

    if given["corpus"]:
        corpus = read(given["corpus"], given["format_"], given["accept"], given["sentences_at"])
        if not corpus.references:
            raise InputError(f"{', '.join(given['corpus'])}: the corpus has no references to make probes of")
        return corpus
    return corpus_of(given) if given["references"] or given["systems"] else None


def _functions(single: Sequence[str], batched: Sequence[str], lower: Sequence[str]) -> list[MeasureFunction]:
    from steelyard.errors import SpecError, suggestion
    from steelyard.meta.functions import MeasureFunction

    made = []
    for option, places in (("--function", single), ("--batch-function", batched)):
        for place in places:
            name = place.rpartition(":")[2]
            function = _function(option, place)
            made.append(MeasureFunction(function, name, name not in lower, batched=option != "--function"))
    names = [one.name for one in made]
    for name in lower:
        if name not in names:
            raise SpecError(f"--lower {name}: no function is called so" + (suggestion(name, names) if names else ""))
    return made


def _function(option: str, place: str) -> Any:
    """Return what FILE.py:NAME or MODULE:NAME names."""
    from steelyard.errors import SpecError, suggestion

    source, _, name = place.rpartition(":")
    if not source or not name:
        raise SpecError(f"{option} {place}: expected FILE.py:NAME or MODULE:NAME, for instance mine.py:similarity")
    names = _run_file(option, source) if source.endswith(".py") else _import(option, source)
    if name not in names:
        own = [known for known, value in names.items() if callable(value) and not known.startswith("_")]
        raise SpecError(f"{option} {place}: {source} has no {name!r}" + (suggestion(name, own) if own else ""))
    if not callable(names[name]):
        raise SpecError(f"{option} {place}: {name!r} is no function")
    return names[name]


def _run_file(option: str, path: str) -> dict[str, Any]:
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    from steelyard.errors import InputError, SpecError

    file = Path(path).absolute()
    if not file.is_file():
        raise InputError(f"{option}: there is no file {path}")
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise SpecError(f"{option} {path}: this is no Python file")
    module = module_from_spec(spec)
    with _finding(option, path, file.parent):
        spec.loader.exec_module(module)
    return vars(module)


def _import(option: str, module: str) -> dict[str, Any]:
    from importlib import import_module
    from pathlib import Path

    with _finding(option, module, Path.cwd()):
        return vars(import_module(module))


@contextmanager
def _finding(option: str, source: str, folder: Path) -> Iterator[None]:
    """Let modules of a folder be found, leave nothing there, and turn what goes wrong in them into one line."""
    import sys

    from steelyard.errors import SpecError

    sys.path.insert(0, str(folder))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    except (Exception, SystemExit) as error:
        raise SpecError(f"{option} {source}: it cannot be run: {type(error).__name__}: {error}") from error
    finally:
        sys.dont_write_bytecode = before
        sys.path.remove(str(folder))
