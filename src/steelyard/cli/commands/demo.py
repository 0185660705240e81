"""`steelyard demo`: the tour on the built-in sample. Every command it shows is the command it runs."""

from __future__ import annotations

import shlex
import shutil
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.typed import Options, command_of, option, options
from steelyard.files.paths import is_folder

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.scores import Scores

_HARDEST = 3
_BAR = 40
#: Of prose, where a terminal is not narrower.
_WIDTH = 100
_TITLE = "The steelyard sample"


@options
class DemoOptions(Options):
    """Options of `steelyard demo`."""

    out: str = option("--out", default="steelyard-demo", metavar="DIR", help="Where files are written.")
    report: str | None = option(
        "--report", metavar="FILE",
        help="Where the page is written.  [default: report.html, in DIR if --out names one]",
    )  # fmt: skip

    @property
    def page(self) -> str:
        """Where the page is written."""
        return self.report or str(Path(self.out if "out" in self.written else "", "report.html"))


@command_of("demo", DemoOptions, "Take the tour on the built-in sample.")
def command(asked: DemoOptions) -> None:
    """Take the tour on the built-in sample: 60 segments, 6 systems, 3 references and illustrative
    judgements.

    Writes the sample as text files, scores.json, statistics.npz, segments.tsv, pairs.html, corroboration.html and
    sample.jsonl into DIR, and one page with everything. DIR is new, empty or that of an earlier tour.
    """
    from steelyard.cli.output import check_own

    report = asked.page
    _check_free(Path(asked.out))
    if Path(report).parent != Path(asked.out):
        check_own(report, "--report", _TITLE)
    from steelyard.corpus.formats import read
    from steelyard.corpus.sample import sample
    from steelyard.scores import score

    folder, steps = Path(asked.out), count(1)
    files, statistics = folder / "sample", folder / "statistics.npz"
    _lay_out(sample(), folder)
    corpus = read(files)
    _tell(
        next(steps),
        f"Score. {files} holds the sample: one file per system and reference, one segment per line. "
        f"Intervals come from a bootstrap over segments, and --save keeps the statistics.",
    )
    _run("score", "--corpus", files, "--intervals", "--save", statistics)
    fresh = score(corpus, intervals=True)

    _tell(next(steps), "Score again, without the texts: every score can be made from the statistics.")
    _run("score", "--statistics", statistics, "--intervals", "--json", "--out", folder / "scores.json", "--replace")
    _check_equal(fresh, folder / "scores.json")

    _tell(next(steps), "Look at segments.")
    segments = ("--level", "segment", "--out", folder / "segments.tsv", "--replace")
    _run("score", "--statistics", statistics, *segments)
    _show_hardest(fresh, corpus)

    _tell(next(steps), "See why. METEOR matches words by form, stem (~) and synonym (≈); each bracket is a chunk.")
    _run("align", "--corpus", files, "--system", fresh.systems[3], "--segment", corpus.segment_name(3))

    _tell(next(steps), "Look at documents. Loose files do as well; NAME=path names a system, and -m chooses measures.")
    systems = [f"{name}={files}/sys.{name}.txt" for name in (fresh.systems[0], fresh.systems[-1])]
    references = [word for n in (1, 2, 3) for word in ("-r", f"{files}/ref.{n}.txt")]
    documents = ["--documents", f"{files}/docs.txt", "--level", "document"]
    _run("score", *systems, *references, *documents, "-m", "chrf", "-m", "ter(case=keep)")

    _tell(
        next(steps), "Compare. Which differences are real? Those against one system, corrected for how many there are."
    )
    compared = ("compare", "--statistics", statistics, "--baseline", fresh.systems[1])
    _run(*compared)
    _run(*compared, "--html", "--out", folder / "pairs.html")

    _tell(
        next(steps),
        "Ask people. The sample carries judgements, from 1 to 5, of adequacy and fluency. They are "
        "illustrative: written with the sample, not collected.",
    )
    _show_judgements(fresh, corpus)

    _tell(
        next(steps),
        "Weigh the measures. How well do they correlate with people, segment by segment, and in the order of systems?",
    )
    weighed = [word for name in ("bleu", "chrf", "ter") for word in ("-m", name)]
    levels = ["--level", "system", "--level", "segment:item", "--coefficient", "pearson", "--coefficient", "kendall"]
    _run("meta", "--corpus", files, *weighed, "--dimension", "adequacy", *levels)

    _tell(
        next(steps), "Corroborate. Which improvements do unlike measures confirm together, and how much is that worth?"
    )
    confirmed = ("corroborate", "--corpus", files, "--baseline", fresh.systems[1])
    _run(*confirmed)
    _run(*confirmed, "--html", "--out", folder / "corroboration.html")

    _tell(next(steps), "Convert. One file can hold it all.")
    _run("convert", files, folder / "sample.jsonl", "--replace")

    _tell(next(steps), "Report. One page shows it all, every segment too; it needs no network.")
    _run("report", "--corpus", files, "--title", _TITLE, "--out", report)
    _print(f"Open {report} in a browser. `steelyard measures` lists every measure.")


def _print(text: str) -> None:
    from steelyard.cli.output import emit

    emit(f"{text}\n")


def _wrapped(text: str, hang: str = "") -> str:
    """Return a text in lines that fit the terminal, those after the first indented."""
    import textwrap

    from steelyard.cli.output import terminal_width

    width = min(_WIDTH, terminal_width() or _WIDTH)
    return textwrap.fill(text, width, subsequent_indent=hang, break_on_hyphens=False, break_long_words=False)


def _tell(step: int, text: str) -> None:
    _print("\n" + _wrapped(f"{step}. {text}"))


def _run(*words: str | Path) -> None:
    """Show a command and run it."""
    arguments = [str(word) for word in words]
    _print("\n" + _continued(["$ steelyard", *map(shlex.quote, arguments)]))
    steelyard = click.get_current_context().find_root().command
    steelyard.main(arguments, prog_name="steelyard", standalone_mode=False)


def _continued(words: list[str]) -> str:
    """Return a command in lines that fit the terminal, each continued as a shell reads it."""
    from steelyard.cli.output import terminal_width

    width, lines = terminal_width() or sys.maxsize, [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"    {word}")
    return " \\\n".join(lines)


def _check_free(folder: Path) -> None:
    """Raise if a folder holds anything, unless an earlier tour made it: its sample is there, as the tour wrote it."""
    import tempfile

    from steelyard.corpus.formats import write
    from steelyard.corpus.sample import sample
    from steelyard.errors import InputError

    try:
        if not is_folder(folder) or not any(folder.iterdir()):
            return
        with tempfile.TemporaryDirectory() as temporary:
            write(sample(), Path(temporary) / "sample", "parallel")
            laid = {file.name: file.read_bytes() for file in (Path(temporary) / "sample").iterdir()}
        there = [folder / "sample" / name for name in laid]
        if all(file.is_file() and file.read_bytes() == laid[file.name] for file in there):
            return
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}; choose another place with --out") from None
    raise InputError(
        f"cannot write into {folder}: it holds files, and not the sample as an earlier tour left it; name a new or "
        f"empty folder with --out"
    )


def _lay_out(corpus: Corpus, folder: Path) -> None:
    """Write the sample as parallel text files, over those of an earlier tour; other files stay."""
    from steelyard.corpus.formats import write
    from steelyard.errors import InputError
    from steelyard.files.disk import sibling

    temporary = sibling(folder / "sample")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sample").mkdir(exist_ok=True)
        write(corpus, temporary, "parallel")
        for file in temporary.iterdir():
            file.replace(folder / "sample" / file.name)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}; choose another place with --out") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _check_equal(fresh: Scores, path: Path) -> None:
    import json

    if json.loads(path.read_text("utf-8")) != fresh.to_dict():
        raise RuntimeError(f"the scores in {path} differ from those made from the texts")
    _print(_wrapped(f"{path}: {len(fresh.scores)} scores, equal to those made from the texts to the last digit."))


def _show_hardest(scores: Scores, corpus: Corpus) -> None:
    from steelyard.characters import visible

    chrf = [score for score in scores.at("segment").scores if score.measure == "chrf"]
    count, systems = len(corpus), len(scores.systems)
    means = [sum(score.value for score in chrf[n::count]) / systems for n in range(count)]
    _print(f"The {_HARDEST} hardest, by mean chrF over systems:")
    for n in sorted(range(count), key=means.__getitem__)[:_HARDEST]:
        _print(f"\n{corpus.segment_name(n)}: mean chrF {means[n]:.2f}")
        for name, texts in {"reference": corpus.references[0], **corpus.systems}.items():
            _print(_wrapped(f"  {name:10} {visible(texts[n] or '')}", " " * 13))


def _show_judgements(scores: Scores, corpus: Corpus) -> None:
    from steelyard.cli.output import terminal_width
    from steelyard.judgements.table import number_of
    from steelyard.report.style import Style
    from steelyard.report.text import render
    from steelyard.results.account import Account
    from steelyard.results.table import Cell, Column, Number, Table
    from steelyard.scores.account import measure_columns

    values: dict[str, list[float]] = {name: [] for name in scores.systems}
    for record in corpus.judgements:
        values[record.system].append(number_of(record))
    means = {name: sum(judged) / len(judged) for name, judged in values.items()}
    columns = [
        Column(column.name, better=column.better, digits=column.digits)
        for column in measure_columns(scores.scores, scores.statistics)
    ]
    rows: list[list[Cell]] = [
        [
            name,
            "#" * round(mean / 5 * _BAR),
            Number(mean, form=".2f"),
            *(Number(scores.value(name, column.name)) for column in columns),
        ]
        for name, mean in sorted(means.items(), key=lambda item: -item[1])
    ]
    table = Table("judgements", "", ["system", "people ↑", "mean", *columns], rows)
    _print("\n" + render(Account("", (table,)), Style(width=terminal_width())).rstrip("\n"))
