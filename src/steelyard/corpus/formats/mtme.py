"""A test set of mt-metrics-eval, as the WMT metrics tasks publish them: a folder with many language pairs.

    sources/LP.txt                     the source
    documents/LP.docs                  domain and document of each segment, as facets
    references/LP.NAME.txt             references
    system-outputs/LP/NAME.txt         outputs; references that were rated as well are among them
    human-scores/LP.NAME.seg.score     judgements on the dimension NAME, one for each output or None

FOLDER:LP names one language pair, and FOLDER:LP:NAME,NAME the references to use, of which the others, if they are
among the outputs, are systems. A reference in use is no system. Scores of metrics are read by `outside`; human scores
of whole systems, documents and domains are left alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from steelyard.corpus.corpus import Corpus
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.score_files import read_score_files
from steelyard.corpus.segments import check_label, natural
from steelyard.corpus.texts import Texts, read_lines
from steelyard.errors import FormatError, InputError, SpecError, suggestion
from steelyard.files.disk import decoded_lines, folders_before_colon
from steelyard.results.numbers import counted

NAME = "mtme"
ENDINGS = ()
MEMBERS = ("system-outputs",)
_TEXT = re.compile(r"(.+)\.txt(?:\.gz)?", re.DOTALL)


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read one language pair."""
    (path,) = paths
    folder, pair, wanted = _parts(path)
    source = read_lines(_named(folder / "sources")[pair], accept)
    references = _references(folder, pair, wanted)
    outputs = _named(folder / "system-outputs" / pair)
    for name in outputs:
        check_label(name, str(outputs[name]))
    texts = {one: read_lines(one, accept) for one in (*references.values(), *outputs.values())}
    for one, lines in texts.items():
        if len(lines) != len(source):
            raise FormatError(
                f"{one} has {counted(len(lines), 'line')}, but the source has {len(source):,}; "
                f"every file must have one line per segment, in the same order"
            )
    return Corpus(
        systems={name: texts[one] for name, one in outputs.items() if name not in references},
        references=tuple(texts[one] for one in references.values()),
        source=source,
        facets=_facets(folder / "documents" / f"{pair}.docs", source, accept),
        judgements=tuple(_judgements(folder / "human-scores", pair, len(source), accept)),
    )


def _parts(path: Path) -> tuple[Path, str, list[str]]:
    """Return the folder, the language pair, and the references that are asked for."""
    folder = path if path.is_dir() else next((one for one in folders_before_colon(path) if one.is_dir()), path)
    pair, _, references = str(path)[len(str(folder)) + 1 :].partition(":")
    known = _named(folder / "sources")
    if not known:
        raise FormatError(f"{folder}: no sources/LP.txt in it; is this a test set of mt-metrics-eval?")
    if not pair and len(known) > 1:
        raise InputError(
            f"{folder} has {len(known)} language pairs ({', '.join(known)}); name one, as {folder}:{next(iter(known))}"
        )
    pair = pair or next(iter(known))
    if pair not in known:
        raise SpecError(f"{folder} has no language pair {pair!r}" + suggestion(pair, known))
    return folder, pair, references.split(",") if references else []


def _references(folder: Path, pair: str, wanted: Sequence[str]) -> dict[str, Path]:
    """Return name → file of the references to use, or of all."""
    prefix = f"{pair}."
    every = {name[len(prefix) :]: one for name, one in _named(folder / "references").items() if name.startswith(prefix)}
    for name in wanted:
        if name not in every:
            raise SpecError(f"{folder} has no reference {name!r} for {pair}" + suggestion(name, every))
    return {name: one for name, one in every.items() if not wanted or name in wanted}


def _named(folder: Path) -> dict[str, Path]:
    """Return name → file of the texts in a folder, in the order of their names."""
    found: dict[str, Path] = {}
    for one in sorted(folder.iterdir(), key=lambda one: natural(one.name)) if folder.is_dir() else ():
        if match := _TEXT.fullmatch(one.name):
            if match[1] in found:
                raise FormatError(f"{one}: holds the same as {found[match[1]].name}; remove one of them")
            found[match[1]] = one
    return found


def _facets(path: Path, source: Texts, accept: Sequence[str]) -> dict[str, tuple[str, ...]]:
    if not path.exists():
        return {}
    rows = [line.split() for line in decoded_lines(path, accept)]
    odd = next((n for n, cells in enumerate(rows, 1) if len(cells) < 2), None)
    if odd is not None:
        raise FormatError(f"{path}, line {odd}: expected a domain and a document, with white space between them")
    if len(rows) != len(source):
        raise FormatError(f"{path} has {counted(len(rows), 'line')}, but the source has {len(source):,}")
    return {"document": tuple(cells[1] for cells in rows), "domain": tuple(cells[0] for cells in rows)}


def _judgements(folder: Path, pair: str, count: int, accept: Sequence[str]) -> Iterator[Judgement]:
    for one in read_score_files(folder, accept, f"{pair}.") if folder.is_dir() else ():
        for system, values in (one.segments or {}).items():
            if len(values) != count:
                raise FormatError(f"{one.path}: {len(values):,} scores of {system!r} for {count:,} segments")
            for n, value in enumerate(values):
                if not math.isnan(value):
                    yield Judgement(system, n, "", one.name, value)
