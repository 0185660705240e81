"""A directory of parallel text files: one segment per line, the same number of lines in every file.

    source.txt            the source
    ref.NAME.txt          a reference set; sets are taken in the order of their names (ref.2 before ref.10)
    sys.NAME.txt          the outputs of the system NAME
    docs.txt              the facet "document"; facet.NAME.txt any other
    segids.txt            segment ids
    human.tsv             judgements: columns system, seg, score, and optionally assessor and dimension

Systems and references may be trees instead, sys.NAME.conllu or ref.NAME.mrg, .penn or .ptb.
Any of them may be gzip with a further ending .gz. Other files are left alone. An empty line in a reference
means that the segment has no such reference. Texts stay in their files until they are scored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from steelyard.corpus.columns import TREES, read_column
from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import check_label, natural
from steelyard.corpus.texts import Texts
from steelyard.errors import FormatError, InputError
from steelyard.files.disk import new_directory, replacing
from steelyard.files.paths import is_folder
from steelyard.judgements.files import scores_of_segments, write_judgements
from steelyard.judgements.mqm import KnownSegments
from steelyard.results.numbers import counted

NAME = "parallel"
ENDINGS = ()
CARRIES = TEXTS | {"ids", "empty ids", "facets", "judgements", "details of judgements", "tabs", "control characters"}
_MEMBER = re.compile(r"(?:(source|docs|segids)|(ref|sys|facet)\.(.*))\.txt|(human)\.tsv", re.DOTALL)
_TREES = re.compile(rf"((?:ref|sys)\..*)(?:{'|'.join(map(re.escape, TREES))})", re.DOTALL)
_LAYOUT = "source.txt, ref.NAME.txt, sys.NAME.txt, docs.txt, facet.NAME.txt, segids.txt, human.tsv"

Members = Mapping[tuple[str, str], Path]


def read(paths: Sequence[Path], accept: Sequence[str] = (), sentences_at: str | None = None) -> Corpus:
    """Read a corpus from a directory of parallel text files."""
    (folder,) = paths
    members = _members(folder)
    marks = dict.fromkeys(("source", "ref", "sys"), sentences_at)
    texts = {key: read_column(path, accept, marks.get(key[0])) for key, path in members.items() if key[0] != "human"}
    if not texts:
        raise FormatError(f"{folder}: no file of a corpus in it; expected some of {_LAYOUT}")
    _check_counts(members, texts)
    ids = _values(texts[("segids", "")]) if ("segids", "") in texts else None
    _check_unique(ids, members)
    facets = {name: _values(lines) for (kind, name), lines in texts.items() if kind == "facet"}
    count = len(next(iter(texts.values())))
    segments = KnownSegments(count, ids, facets.get("document"), texts.get(("source", "")))
    human = members.get(("human", ""))
    return Corpus(
        systems={name: lines for (kind, name), lines in texts.items() if kind == "sys"},
        references=tuple(lines for (kind, _), lines in texts.items() if kind == "ref"),
        source=texts.get(("source", "")),
        ids=ids,
        facets=facets,
        judgements=() if human is None else scores_of_segments(human, segments, accept),
    )


def is_member(path: Path) -> bool:
    """Tell by its name whether a file of a folder is one of the corpus."""
    return _member(path) is not None


def _member(path: Path) -> re.Match[str] | None:
    """Return what a file's name says; a file of trees stands for one of texts."""
    return _MEMBER.fullmatch(_TREES.sub(r"\1.txt", path.name.removesuffix(".gz")))


def _members(folder: Path) -> Members:
    """Return the files of the corpus by (kind, name), in the order of their names."""
    if not is_folder(folder):
        raise InputError(f"{folder}: not a directory; expected one that holds {_LAYOUT}")
    members: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.iterdir(), key=lambda path: natural(path.name)):
        match = _member(path)
        if match is None:
            continue
        single, family, name, human = match.groups()
        key = ("facet", "document") if single == "docs" else (single or family or human, name or "")
        if family and not name:
            raise FormatError(f"{path}: has no name between '{family}.' and '.txt'; give it one")
        if family in ("sys", "facet"):
            check_label(name, str(path))
        if key in members:
            raise FormatError(f"{path}: holds the same as {members[key].name}; remove one of them")
        members[key] = path
    return members


def _check_counts(members: Members, texts: Mapping[tuple[str, str], Texts]) -> None:
    (first, lines), *others = texts.items()
    for key, other in others:
        if len(other) != len(lines):
            raise FormatError(
                f"{members[key]} has {counted(len(other), 'line')} but {members[first].name} has {len(lines):,}; "
                f"every file must have one line per segment, in the same order"
            )


def _check_unique(ids: Sequence[str] | None, members: Members) -> None:
    lines: dict[str, int] = {}
    for number, name in enumerate(ids or (), 1):
        if name in lines:
            where = f"{members[('segids', '')]}, line {number}"
            raise FormatError(
                f"{where}: segment id {name!r} occurs twice (first: line {lines[name]}); ids must be unique"
            )
        lines[name] = number


def _values(lines: Texts) -> tuple[str, ...]:
    return tuple(line or "" for line in lines)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a new directory of parallel text files."""
    with new_directory(path) as folder:
        for name, lines in _files(corpus).items():
            if "/" in name or "\0" in name:
                raise InputError(f"cannot write {path}: {name!r:.80} is not a file name; rename the system or facet")
            _write_lines(lines, folder / name)
        if corpus.judgements:
            write_judgements(corpus, folder / "human.tsv")


def _files(corpus: Corpus) -> dict[str, Iterable[str | None]]:
    files: dict[str, Iterable[str | None]] = {}
    if corpus.source is not None:
        files["source.txt"] = corpus.source
    files |= {f"ref.{n}.txt": texts for n, texts in enumerate(corpus.references, 1)}
    files |= {f"sys.{name}.txt": texts for name, texts in corpus.systems.items()}
    for name, values in corpus.facets.items():
        files["docs.txt" if name == "document" else f"facet.{name}.txt"] = values
    if corpus.ids is not None:
        files["segids.txt"] = corpus.ids
    return files


def _write_lines(lines: Iterable[str | None], path: Path) -> None:
    with replacing(path) as file:
        for line in lines:
            file.write(re.sub("[\r\n]+", " ", line or "").encode() + b"\n")
