"""Options of what is answered, in which form and where to: standard output, or a file that is replaced in one step."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import click

from steelyard.cli.numbers import WholeNumber
from steelyard.cli.typed import Options, option, options
from steelyard.errors import InputError
from steelyard.files.paths import is_file

if TYPE_CHECKING:
    from steelyard.report.style import Style
    from steelyard.results.result import Result

_FORMS = ("json", "tsv", "latex", "markdown", "html")


@options
class Replacing(Options):
    """Whether files are replaced that are there already."""

    LAST: ClassVar[int] = 2

    replace: bool = option("--replace", is_flag=True, help="Replace files that are there already, whatever they are.")


@options
class Plotted(Options):
    """A figure in a file of its own."""

    LAST: ClassVar[int] = 2

    plot: str | None = option("--plot", metavar="FILE", help="Draw the figures: FILE.svg or FILE.html (extra: plots).")

    def draw(self, result: Result) -> None:
        """Draw the figures of a result, if that is asked for."""
        from steelyard.report.figures import draw_all

        if self.plot is not None:
            draw_all(result.account(), self.plot)


@options
class Output(Replacing):
    """What form the answer has, and where it goes."""

    LAST: ClassVar[int] = 2
    #: The form that is written where neither an option nor the ending of a file asks for one.
    USUAL: ClassVar[str] = "text"

    json: bool = option("--json", is_flag=True, help="Print JSON.")
    tsv: bool = option("--tsv", is_flag=True, help="Print tab-separated values, numbers in full.")
    latex: bool = option("--latex", is_flag=True, help="Print a LaTeX table (booktabs).")
    markdown: bool = option("--markdown", is_flag=True, help="Print Markdown.")
    html: bool = option("--html", is_flag=True, help="Print one self-contained page.")
    out: str | None = option(
        "--out", metavar="FILE", help="Write there instead of standard output, in the form that its ending tells."
    )
    signatures: bool = option(
        "--signatures", is_flag=True, help="Print signatures in whole; otherwise what differs from the defaults."
    )
    digits: int | None = option("--digits", type=WholeNumber(0, 15), metavar="N", help="Decimals of all numbers.")
    caption: str = option(
        "--caption", default="", show_default=False, metavar="TEXT", help="Caption of the LaTeX table."
    )
    label: str = option("--label", default="", show_default=False, metavar="NAME", help="Label of the LaTeX table.")

    @property
    def form(self) -> str:
        """The form that is asked for, by an option or by the ending of the file."""
        from steelyard.report.style import form_of

        chosen = next((name for name in _FORMS if getattr(self, name)), None)
        return chosen or (form_of(self.out) if self.out else None) or self.USUAL

    def check_output(self, *others: tuple[str, str | None]) -> None:
        """Refuse two forms at once, and files that cannot be written; `others` are further options with their files."""
        if len(forms := self.named(_FORMS)) > 1:
            raise click.UsageError(f"{' and '.join(forms)} exclude each other")
        if self.form != "latex":
            self.refuse(("caption", "label"), "{} has no effect without --latex")
        if self.form in ("json", "tsv"):
            self.refuse(("digits",), "{} has no effect on values in full")
        if self.form != "text":
            self.refuse(("signatures",), "{} has no effect: files have whole signatures")
        files = [("--out", self.out), *others]
        if not any(path for _, path in files):
            self.refuse(("replace",), "{} has no effect where no file is written")
        check_outputs(click.get_current_context(), files, self.replace)
        self._check_ending()

    def _check_ending(self) -> None:
        """Refuse an ending that asks for another form than an option does."""
        from steelyard.report.style import form_of

        ending = form_of(self.out) if self.out else None
        if ending is not None and ending != self.form:
            written = " ".join(self.named(_FORMS))
            raise click.UsageError(f"--out {self.out} ends as {ending} does; leave out {written}, or give another name")

    def answer(self, result: Result, width: int | None = None) -> None:
        """Write a result in the form that is asked for; notices that a form does not have go to standard error.

        width   columns of text where there is no terminal that says how many it has
        """
        from steelyard.cli.streams import say
        from steelyard.report.forms import rendered

        if self.form in ("json", "tsv", "latex") or self.out is not None:
            for notice in result.account().all_notices():
                say(f"note: {notice}")
        emit(rendered(result, self.form, style(self, width)), self.out, for_terminals=self.form == "text")


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


def check_outputs(ctx: click.Context, outputs: Iterable[tuple[str, str | Path | None]], replace: bool = False) -> None:
    """Raise at once, before any work, if a file cannot be written, would be lost, or if two options would write it.

    outputs   option → what it writes, if anything; an option may write several files
    replace   whether files are replaced that are no earlier output of the same kind
    """
    from steelyard.files.disk import check_replaceable

    taken: dict[str, str] = {}
    files = [(name, path) for name, path in outputs if path is not None]
    for name, path in files:
        first = taken.setdefault(os.path.realpath(path), name)
        if first != name:
            raise click.UsageError(f"{first} and {name} would both write {path}; give two names", ctx)
    for _, path in files:
        check_writable(path)
        check_replaceable(path, replace, _told_by(Path(path).suffix))


def _told_by(ending: str) -> Callable[[Path], bool] | None:
    """Return what tells an earlier output of ours, of the kind that has this ending; None where nothing can."""
    if ending == ".html":
        from steelyard.report.page import is_report

        return is_report
    if ending == ".npz":
        from steelyard.statistics.files import is_statistics

        return is_statistics
    return None


def check_own(path: str | Path, option: str, title: str | None = None) -> None:
    """Raise at once if a page cannot be written at `path`, or would replace a file that is no earlier page of ours.

    With a title, only a page of that title may be replaced.
    """
    from steelyard.report.page import is_report

    check_writable(path)
    if is_file(path) and not is_report(Path(path), title):
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
