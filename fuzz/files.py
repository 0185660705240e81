"""Files of every kind that is read: small ones that are right, how each is read, and commands that take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import steelyard as sy
from fuzz import samples
from fuzz.corruption import corrupted
from fuzz.oracle import answered, attempted, within_bounds
from steelyard.corpus.formats import FORMATS, names

_ACCEPTED = ("bom", "crlf", "empty", "long", "unannotated")
_QUICK = ["--resamples", "5", "--trials", "5"]


@dataclass(frozen=True)
class Kind:
    """A kind of file: name → bytes of what lies in a folder, how it is read, and commands; {} is the folder."""

    files: Mapping[str, bytes]
    read: Callable[[Path], Any] | None
    commands: tuple[tuple[str, ...], ...] = ()
    #: Files that are left whole, for they only stand beside those that are damaged.
    beside: Mapping[str, bytes] = field(default_factory=dict)


def file(source: Random, folder: Path) -> None:
    """Damage one file of a kind, read it, and have a command read it."""
    kind = kinds()[source.choice(list(kinds()))]
    with TemporaryDirectory(dir=folder) as place:
        here = Path(place)
        damaged = source.choice(list(kind.files))
        for name, data in {**kind.files, **kind.beside}.items():
            path = here / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(corrupted(source, data) if name == damaged else data)
        if kind.read is not None:
            attempted(lambda: kind.read(here))
        if kind.commands:
            accept = source.choice(((), ("--accept", ",".join(_ACCEPTED))))
            command = source.choice(kind.commands)
            answered([word.replace("{}", place) for word in (*command, *accept)])


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds, by name; those of corpora are the formats of the registry."""
    return {name: _format(name) for name in names()} | _others()


def _format(name: str) -> Kind:
    """Return a format's files: written from our corpus, or a sample of those that are only read."""
    main, files = samples.READ_ONLY[name] if name in samples.READ_ONLY else _written(name)
    corpus = ["--corpus", f"{{}}/{main}", "--from", name]

    def read(here: Path) -> None:
        corpus = sy.read(here / main, name, accept=_ACCEPTED)
        within_bounds(sy.score(corpus, measures="wer", threads=1, accept=_ACCEPTED))

    out = "{}/out.jsonl"
    commands = (
        ("score", *corpus, "-m", "bleu", "-m", "ter"),
        ("score", *corpus, "-m", "pyramid", "--level", "segment", "--tsv"),
        ("compare", *corpus, "-m", "chrf", *_QUICK),
        ("convert", f"{{}}/{main}", out, "--from", name, "--lossy"),
        ("agree", *corpus, "--resamples", "5"),
    )  # fmt: skip
    return Kind(files, read, commands)


def _written(name: str) -> tuple[str, dict[str, bytes]]:
    format = FORMATS.load(name)
    main = "corpus" + (format.ENDINGS[0] if format.ENDINGS else "")
    with TemporaryDirectory() as place:
        sy.write(samples.CORPUS, Path(place) / main, format=name, lossy=True)
        paths = (path for path in sorted(Path(place).rglob("*")) if path.is_file())
        return main, {str(path.relative_to(place)): path.read_bytes() for path in paths}


def _others() -> dict[str, Kind]:
    """Return the kinds that are no corpora."""
    texts, loose = samples.LOOSE, ["A={}/A.txt", "B={}/B.txt", "-r", "{}/r.txt"]
    people = samples.PEOPLE
    score, meta = ("score", *loose, "-m", "wer"), ("meta", *loose, "-m", "wer", "--resamples", "5", "--trials", "5")
    return {
        "texts": Kind(
            texts,
            None,
            (
                score,
                ("similarity", "{}/A.txt", "{}/B.txt"),
                ("align", *loose),
                ("report", *loose, "--out", "{}/p.html"),
            ),
        ),
        "tables": Kind(
            samples.TABLES,
            lambda here: [sy.read(here / name, "table", accept=_ACCEPTED) for name in samples.TABLES],
            tuple(("score", f"{{}}/{name}", "-m", "wer") for name in samples.TABLES),
        ),
        "facets": Kind(
            samples.FACETS,
            None,
            (
                (
                    *score,
                    "--ids",
                    "{}/ids.txt",
                    "--documents",
                    "{}/documents.txt",
                    "--facet",
                    "topic={}/topic.txt",
                    "--level",
                    "topic",
                ),
            ),
            texts,
        ),
        "statistics": Kind(
            {"s.npz": _statistics()},
            lambda here: within_bounds(sy.read(here / "s.npz", "statistics")),
            (("score", "--statistics", "{}/s.npz"), ("compare", "--statistics", "{}/s.npz", *_QUICK)),
        ),
        "judgements": Kind(
            {"h.tsv": people},
            lambda here: sy.read(here / "h.tsv", "judgements", accept=_ACCEPTED),
            (("agree", "{}/h.tsv", "--resamples", "5"), (*meta, "--human", "{}/h.tsv")),
            texts,
        ),
        "mqm": Kind(
            {"h.tsv": samples.MQM},
            lambda here: sy.read(here / "h.tsv", "judgements", accept=_ACCEPTED),
            (("agree", "{}/h.tsv", "--resamples", "5"), (*meta, "--human", "{}/h.tsv")),
        ),
        "scores": Kind(
            {"x.tsv": samples.SCORES},
            lambda here: sy.read(here / "x.tsv", "scores", accept=_ACCEPTED),
            ((*score, "--scores", "{}/x.tsv"), ("score", "--scores", "{}/x.tsv")),
            texts,
        ),
        "score files": Kind(
            {"x.seg.score": samples.SEGMENT_SCORES, "x.sys.score": b"A\t1\nB\t2\n"},
            lambda here: [sy.read(here / f"x.{level}.score", "scores") for level in ("seg", "sys")],
            ((*score, "--scores", "{}/x.seg.score"), ("score", "--scores", "{}/x.sys.score")),
            texts,
        ),
        "trees": Kind(
            {"t.conllu": samples.CONLLU, "t.mrg": samples.BRACKETS},
            lambda here: [sy.read(here / f"t.{kind}", "trees", accept=_ACCEPTED) for kind in ("conllu", "mrg")],
            tuple(
                ("score", f"A={{}}/t.{kind}", "-r", "{}/t.conllu", "-m", "stm(parser=given)")
                for kind in ("conllu", "mrg")
            ),
        ),
        "relations": Kind(
            {"g.gr": samples.RELATIONS, "a.gr": samples.RELATIONS, "h.tsv": b"ncsubj\tsubj\nsubj\tdependent\n"},
            None,
            (
                ("relations", "{}/g.gr", "A={}/a.gr", *_QUICK),
                ("relations", "{}/g.gr", "A={}/a.gr", "--hierarchy", "{}/h.tsv", "--subsume", *_QUICK),
            ),
        ),
        "retrieval": Kind(
            {"r.tsv": b"query\titem\nq1\ta\nq1\tb\nq2\tb\n", "a.tsv": b"query\titem\nq1\ta\nq2\tc\n"},
            None,
            (("retrieval", "{}/r.tsv", "A={}/a.tsv", *_QUICK),),
        ),
        "frequencies": Kind(
            {"d.tsv": samples.FREQUENCIES},
            None,
            (
                (*score[:-1], "ngram(information=idf,idf={}/d.tsv)"),
                (*score[:-1], "unigram-f1(idf={}/d.tsv)"),
                (*score[:-1], "pourpre(idf={}/d.tsv)"),
            ),
            texts,
        ),
    }


def _statistics() -> bytes:
    with TemporaryDirectory() as place:
        sy.score(samples.CORPUS, measures=["bleu", "nist", "wer"], threads=1).save(Path(place) / "s.npz")
        return (Path(place) / "s.npz").read_bytes()
