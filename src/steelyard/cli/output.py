"""Where results go: standard output, or a file that is replaced in one step."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.errors import InputError

if TYPE_CHECKING:
    from steelyard.cli.groups import Output
    from steelyard.report.style import Style


def check_writable(path: str | Path) -> None:
    """Raise at once, before any work, if a file cannot be written at `path`."""
    from steelyard.cli.reads import check_not_read

    path = Path(path)
    folder = path.parent
    try:
        if path.is_dir():
            raise InputError(f"cannot write {path}: it is a directory; give the name of a file")
        if not folder.is_dir():
            raise InputError(f"cannot write {path}: there is no directory {folder}; make it first")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise InputError(f"cannot write {path}: permission denied; choose another place")
        check_not_read(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; choose another name") from None


def check_outputs(ctx: click.Context, outputs: Iterable[tuple[str, str | Path | None]]) -> None:
    """Raise at once, before any work, if a file cannot be written, or if two of these options would write the same.

    outputs   option → what it writes, if anything; an option may write several files
    """
    taken: dict[str, str] = {}
    for option, path in outputs:
        if path is None:
            continue
        first = taken.setdefault(os.path.realpath(path), option)
        if first != option:
            raise click.UsageError(f"{first} and {option} would both write {path}; give two names", ctx)
        check_writable(path)


def check_own(path: str | Path, option: str, title: str | None = None) -> None:
    """Raise at once if a page cannot be written at `path`, or would replace a file that is no earlier page of ours.

    With a title, only a page of that title may be replaced.
    """
    from steelyard.report.page import is_report

    check_writable(path)
    if Path(path).is_file() and not is_report(Path(path), title):
        kind = "report of ours" if title is None or not is_report(Path(path)) else f"page {title!r}"
        raise InputError(f"{path} exists and is no {kind}; name another file with {option}")


def emit(text: str, path: str | Path | None = None, for_terminals: bool = False) -> None:
    """Write a result as UTF-8 to a file, or to standard output where there is none.

    for_terminals   whether the text is made for a terminal: names in it are visible, and letters may be bold
    """
    from steelyard.files.disk import replacing, standard_output

    # Not the text layer: its encoding may lack the arrows and the users' letters.
    with standard_output(for_terminals) if path is None else replacing(Path(path)) as file:
        file.write(text.encode())


def tell(sentence: str) -> None:
    """Write a sentence to standard output, in lines that fit where it goes to a terminal."""
    if (width := terminal_width()) is not None:
        import textwrap

        sentence = textwrap.fill(sentence, width, break_on_hyphens=False, break_long_words=False)
    emit(f"{sentence}\n")


def styled() -> bool:
    """Tell whether standard output is a terminal that may show bold letters (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style(output: Output, width: int | None = None) -> Style:
    """Return how an answer is set: to the width of the terminal, if it goes to one."""
    from steelyard.report.style import Style

    return Style(
        width=terminal_width(output.out) or width,
        bold=output.out is None and styled(),
        signatures=output.signatures,
        digits=output.digits,
        caption=output.caption,
        label=output.label,
    )


def terminal_width(out: str | Path | None = None) -> int | None:
    """Return the columns of the terminal that a result goes to; none where it goes to a file or a pipe."""
    if out is not None or not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
