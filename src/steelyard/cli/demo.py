"""`steelyard demo`: the tour on the built-in sample. Every command it shows is the command it runs."""

from __future__ import annotations

import shlex
import shutil
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.scores import Scores

_HARDEST = 3
_BAR = 40
_TITLE = "The steelyard sample"


@click.command("demo", short_help="Take the tour on the built-in sample.")
@click.option("--out", default="steelyard-demo", show_default=True, metavar="DIR", help="Where files are written.")
@click.option("--report", default="report.html", show_default=True, metavar="FILE", help="Where the page is written.")
def command(out: str, report: str) -> None:
    """Take the tour on the built-in sample: 60 segments, 6 systems, 3 references and illustrative
    judgements.

    Writes the sample as text files, scores.json, statistics.npz, segments.tsv, pairs.html, corroboration.html and
    sample.jsonl into DIR, and one page with everything. DIR is new, empty or that of an earlier tour.
    """
    from steelyard.cli.output import check_own

    check_own(report, "--report", _TITLE)
    _check_free(Path(out))
    from steelyard.corpus.formats import read
    from steelyard.corpus.sample import sample
    from steelyard.scores import score

    folder, steps = Path(out), count(1)
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
    _run("score", "--statistics", statistics, "--intervals", "--json", "--out", folder / "scores.json")
    _check_equal(fresh, folder / "scores.json")

    _tell(next(steps), "Look at segments.")
    _run("score", "--statistics", statistics, "--level", "segment", "--tsv", "--out", folder / "segments.tsv")
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
    _run("compare", "--statistics", statistics, "--baseline", fresh.systems[1], "--html", folder / "pairs.html")

    _tell(
        next(steps),
        "Ask people. The sample carries judgements, from 1 to 5, of adequacy and fluency. They are "
        "illustrative: written with the sample, not collected.",
    )
    _show_judgements(fresh, corpus)

    _tell(
        next(steps),
        "Weigh the measures. How far do they go with people, segment by segment, and in the order of systems?",
    )
    weighed = [word for name in ("bleu", "chrf", "ter") for word in ("-m", name)]
    levels = ["--level", "system", "--level", "segment:item", "--coefficient", "pearson", "--coefficient", "kendall"]
    _run("meta", "--corpus", files, *weighed, "--dimension", "adequacy", *levels)

    _tell(
        next(steps), "Corroborate. Which improvements do unlike measures confirm together, and how much is that worth?"
    )
    _run("corroborate", "--corpus", files, "--baseline", fresh.systems[1], "--html", folder / "corroboration.html")

    _tell(next(steps), "Convert. One file can hold it all.")
    _run("convert", files, folder / "sample.jsonl")

    _tell(next(steps), "Report. One page shows it all, every segment too; it needs no network.")
    _run("report", "--corpus", files, "--title", _TITLE, "--out", report)
    _print(f"Open {report} in a browser. `steelyard measures` lists every measure.")


def _print(text: str) -> None:
    from steelyard.cli.output import emit

    emit(f"{text}\n")


def _tell(step: int, text: str) -> None:
    import textwrap

    _print("\n" + textwrap.fill(f"{step}. {text}", 100, break_on_hyphens=False, break_long_words=False))


def _run(*words: str | Path) -> None:
    """Show a command and run it."""
    from steelyard.cli import commands

    arguments = [str(word) for word in words]
    _print(f"\n$ steelyard {shlex.join(arguments)}")
    commands.main(arguments, prog_name="steelyard", standalone_mode=False)


def _check_free(folder: Path) -> None:
    """Raise if a folder holds anything, unless an earlier tour made it: its sample is there, as the tour wrote it."""
    import tempfile

    from steelyard.corpus.formats import write
    from steelyard.corpus.sample import sample
    from steelyard.errors import InputError

    try:
        if not folder.is_dir() or not any(folder.iterdir()):
            return
        with tempfile.TemporaryDirectory() as made:
            write(sample(), Path(made) / "sample", "parallel")
            laid = {file.name: file.read_bytes() for file in (Path(made) / "sample").iterdir()}
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
    from steelyard.corpus.formats.files import sibling
    from steelyard.errors import InputError

    made = sibling(folder / "sample")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sample").mkdir(exist_ok=True)
        write(corpus, made, "parallel")
        for file in made.iterdir():
            file.replace(folder / "sample" / file.name)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}; choose another place with --out") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _check_equal(fresh: Scores, path: Path) -> None:
    import json

    if json.loads(path.read_text("utf-8")) != fresh.to_dict():
        raise RuntimeError(f"the scores in {path} differ from those made from the texts")
    _print(f"{path}: {len(fresh.scores)} scores, equal to those made from the texts to the last digit.")


def _show_hardest(scores: Scores, corpus: Corpus) -> None:
    from steelyard.report.text import printable

    chrf = [score for score in scores.at("segment").scores if score.measure == "chrf"]
    count, systems = len(corpus), len(scores.systems)
    means = [sum(score.value for score in chrf[n::count]) / systems for n in range(count)]
    _print(f"The {_HARDEST} hardest, by mean chrF over systems:")
    for n in sorted(range(count), key=means.__getitem__)[:_HARDEST]:
        _print(f"\n{corpus.segment_name(n)}: mean chrF {means[n]:.2f}")
        for name, texts in {"reference": corpus.references[0], **corpus.systems}.items():
            _print(f"  {name:10} {printable(texts[n] or '')}")


def _show_judgements(scores: Scores, corpus: Corpus) -> None:
    from steelyard.report.table import tabulate
    from steelyard.report.text import grid

    values = {name: [j.value for j in corpus.judgements if j.system == name] for name in scores.systems}
    means = {name: sum(given) / len(given) for name, given in values.items()}
    table = tabulate(scores)
    measured = {row.heads[0]: [cell.value() for cell in row.cells] for row in table.rows}
    rows = [
        [name, "#" * round(mean / 5 * _BAR), f"{mean:.2f}", *measured[name]]
        for name, mean in sorted(means.items(), key=lambda item: -item[1])
    ]
    heads = ["system", "people ↑", "mean", *(f"{column.measure} {column.arrow}" for column in table.columns)]
    _print("\n" + "\n".join(grid(heads, rows, left=2)))
