"""The command line: one file per command, imported only when it is used.

Exit codes: 0 done, 1 a fault in steelyard, 2 bad input or a bad request, 130 interrupted, 143 and 129 ended by SIGTERM
and SIGHUP.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TextIO

import click

from steelyard.characters import harmless
from steelyard.cli.signals import Ended, heed_signals
from steelyard.cli.streams import give_up_output, replace_closed, say, speak_utf8
from steelyard.version import VERSION

# Known here so that the list of commands imports none of them.
_COMMANDS = {
    "score": "Score systems against references.",
    "compare": "Test which differences between systems are significant.",
    "ranks": "Rank systems, and test how certain their order is.",
    "corroborate": "Find the improvements that all measures confirm.",
    "report": "Write one page with everything.",
    "power": "Estimate how many segments tell two systems apart.",
    "meta": "Correlate measures with human judgements.",
    "study": "Run a paper's experiment on your data.",
    "similarity": "Compare every text with every other.",
    "explain-difference": "Show why two measures score a segment differently.",
    "sweep": "Try a measure's options against human scores.",
    "axioms": "Check which axioms a measure breaks.",
    "annotate": "Parse texts, and write their trees.",
    "align": "Show which words a measure matches.",
    "agree": "Measure how far assessors agree.",
    "relations": "Score parsers by grammatical relations.",
    "retrieval": "Score what searches return for queries.",
    "summarise": "Summarise documents by simple methods.",
    "measures": "List the measures, or explain one.",
    "convert": "Convert a corpus to another file format.",
    "demo": "Take the tour on the built-in sample.",
}
#: What is a command elsewhere, and an option here.
_OPTIONS_ALONE = ("help", "version")
_FAULT, _REFUSED, _INTERRUPTED = 1, 2, 130
#: New objects after which garbage is looked for: more than a start makes.
_OBJECTS = 100_000


class _Commands(click.Group):
    """Commands that are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"steelyard.cli.commands.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            from steelyard.errors import SpecError, suggestion

            if args[0] in _OPTIONS_ALONE:
                words = [*(word for word in args[1:2] if word in _COMMANDS), f"--{args[0]}"]
                raise SpecError(f"unknown command {args[0]!r}; write steelyard {' '.join(words)}")
            raise SpecError(f"unknown command {args[0]!r}" + suggestion(args[0], _COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="steelyard %(version)s")
@click.pass_context
def steelyard(ctx: click.Context) -> None:
    """Weigh generated text, and then weigh the weights.

    `steelyard COMMAND --help` explains a command; `steelyard demo` shows what there is.
    """
    from steelyard.errors import speaking_shell

    ctx.with_resource(speaking_shell())
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if arguments is not None:
        return _exit_code(arguments)
    speak_utf8()
    with _own_process():
        return _exit_code(None)


def _exit_code(arguments: Sequence[str] | None) -> int:
    replace_closed()
    try:
        with _notices_told():
            code = steelyard.main(arguments, prog_name="steelyard", standalone_mode=False)
    except click.Abort as abort:
        # click takes an unexpected end of a file for Ctrl-D.
        return _fault(abort.__cause__) if isinstance(abort.__cause__, EOFError) else _INTERRUPTED
    except click.ClickException as error:
        return _refusal(error, _clear(error))
    except Ended as ended:
        return ended.code
    except BrokenPipeError:
        return _FAULT
    except MemoryError as error:
        return _refusal(error, "the memory does not suffice; score shorter segments, fewer systems or on fewer threads")
    except SystemExit as error:
        # click leaves so where a pipe is closed, and somebody's own code may.
        if (code := _plugin_refusal(error)) is None:
            raise
        return code
    except Exception as error:
        from steelyard.errors import SteelyardError

        give_up_output()
        if isinstance(error, SteelyardError):
            return _refusal(error, str(error))
        if isinstance(error, OSError) and _is_click_s(error):
            return _refusal(error, f"cannot write standard output: {error.strerror}")
        return _fault(error)
    return code if isinstance(code, int) else 0


@contextmanager
def _notices_told() -> Iterator[None]:
    """Have our own warnings told in a line as errors are; others are shown as Python shows them."""
    from steelyard.errors import Notice

    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, Notice):
                say(str(message))
            else:
                usual(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield


@contextmanager
def _own_process() -> Iterator[None]:
    """Heed signals, and leave out what costs a process of our own CPU time, and gives it nothing."""
    # OpenBLAS, which comes with numpy, has a thread for each core wait busily for matrices that never come.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What a start makes (modules, classes, functions) stays until the end, and is no garbage.
    gc.set_threshold(_OBJECTS)
    heed_signals()
    try:
        yield
    finally:
        # Nor need Python look for circles among all there is before it ends.
        gc.freeze()


def _clear(error: click.ClickException) -> str:
    """Return what click has to say, with where to read on."""
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        from steelyard.cli.suggestions import no_such

        message = no_such(error)
    context = error.ctx if isinstance(error, click.UsageError) else None
    return message[:1].lower() + message[1:] + (f"; see {context.command_path} --help" if context else "")


def _is_click_s(error: OSError) -> bool:
    """Tell whether an error comes straight out of click, which opens no file but prints help and version."""
    from traceback import walk_tb

    *_, (frame, _) = walk_tb(error.__traceback__)
    return str(frame.f_globals["__name__"]).startswith("click.")


def _refusal(error: BaseException, message: str) -> int:
    _tell(error, message)
    return _REFUSED


def _plugin_refusal(error: BaseException) -> int | None:
    """Tell of an error in somebody's own code; None if it came up nowhere there."""
    from steelyard.loading import failure

    message = failure(error)
    return None if message is None else _refusal(error, message)


def _fault(error: BaseException) -> int:
    if (code := _plugin_refusal(error)) is not None:
        return code
    _tell(
        error,
        f"this is a fault in steelyard, please report it ({type(error).__name__}: {error}); "
        f"STEELYARD_DEBUG=1 shows the traceback",
    )
    return _FAULT


def _tell(error: BaseException, message: str) -> None:
    """Print one line on stderr."""
    if os.environ.get("STEELYARD_DEBUG"):
        import traceback

        lines = "".join(traceback.format_exception(error))
        print(harmless(lines), file=sys.stderr, end="")
    # A message of several lines (click's lists) is folded.
    say(" ".join(part.strip() for part in message.split("\n")))
