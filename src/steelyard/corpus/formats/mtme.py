"""A test set of mt-metrics-eval, as the WMT metrics tasks publish them: a folder with many language pairs.

    sources/LP.txt                     the source
    documents/LP.docs                  domain and document of each segment, as facets
    references/LP.NAME.txt             references
    system-outputs/LP/NAME.txt         outputs; references that were rated as well are among them
    human-scores/LP.NAME.seg.score     judgements on the dimension NAME, one for each output or None

FOLDER:LP names one language pair, and FOLDER:LP:NAME,NAME the references to use, of which the others, if they are
among the outputs, are systems. A reference in use is no system. Scores of metrics are read as external scores; human
scores of whole systems, documents and domains are left alone.
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
from steelyard.files.paths import exists, is_folder
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
    texts = {file: read_lines(file, accept) for file in (*references.values(), *outputs.values())}
    for file, lines in texts.items():
        if len(lines) != len(source):
            raise FormatError(
                f"{file} has {counted(len(lines), 'line')}, but the source has {len(source):,}; "
                f"every file must have one line per segment, in the same order"
            )
    return Corpus(
        systems={name: texts[file] for name, file in outputs.items() if name not in references},
        references=tuple(texts[file] for file in references.values()),
        source=source,
        facets=_facets(folder / "documents" / f"{pair}.docs", source, accept),
        judgements=tuple(_judgements(folder / "human-scores", pair, len(source), accept)),
    )


def _parts(path: Path) -> tuple[Path, str, list[str]]:
    """Return the folder, the language pair, and the references that are asked for."""
    folder = (
        path if is_folder(path) else next((prefix for prefix in folders_before_colon(path) if is_folder(prefix)), path)
    )
    pair, _, references = str(path)[len(str(folder)) + 1 :].partition(":")
    sources = _named(folder / "sources")
    if not sources:
        raise FormatError(f"{folder}: no sources/LP.txt in it; is this a test set of mt-metrics-eval?")
    if not pair and len(sources) > 1:
        raise InputError(
            f"{folder} has {len(sources)} language pairs ({', '.join(sources)}); "
            f"name one, as {folder}:{next(iter(sources))}"
        )
    pair = pair or next(iter(sources))
    if pair not in sources:
        raise SpecError(f"{folder} has no language pair {pair!r}" + suggestion(pair, sources))
    return folder, pair, references.split(",") if references else []


def _references(folder: Path, pair: str, wanted: Sequence[str]) -> dict[str, Path]:
    """Return name → file of the references to use, or of all."""
    prefix = f"{pair}."
    every = {
        name[len(prefix) :]: file for name, file in _named(folder / "references").items() if name.startswith(prefix)
    }
    for name in wanted:
        if name not in every:
            raise SpecError(f"{folder} has no reference {name!r} for {pair}" + suggestion(name, every))
    return {name: file for name, file in every.items() if not wanted or name in wanted}


def _named(folder: Path) -> dict[str, Path]:
    """Return name → file of the texts in a folder, in the order of their names."""
    files: dict[str, Path] = {}
    for file in sorted(folder.iterdir(), key=lambda file: natural(file.name)) if is_folder(folder) else ():
        if match := _TEXT.fullmatch(file.name):
            if match[1] in files:
                raise FormatError(f"{file}: holds the same as {files[match[1]].name}; remove one of them")
            files[match[1]] = file
    return files


def _facets(path: Path, source: Texts, accept: Sequence[str]) -> dict[str, tuple[str, ...]]:
    if not exists(path):
        return {}
    rows = [line.split() for line in decoded_lines(path, accept)]
    odd = next((n for n, cells in enumerate(rows, 1) if len(cells) < 2), None)
    if odd is not None:
        raise FormatError(f"{path}, line {odd}: expected a domain and a document, with white space between them")
    if len(rows) != len(source):
        raise FormatError(f"{path} has {counted(len(rows), 'line')}, but the source has {len(source):,}")
    return {"document": tuple(cells[1] for cells in rows), "domain": tuple(cells[0] for cells in rows)}


def _judgements(folder: Path, pair: str, count: int, accept: Sequence[str]) -> Iterator[Judgement]:
    for score_file in read_score_files(folder, accept, f"{pair}.") if is_folder(folder) else ():
        for system, values in (score_file.segments or {}).items():
            if len(values) != count:
                raise FormatError(f"{score_file.path}: {len(values):,} scores of {system!r} for {count:,} segments")
            for n, value in enumerate(values):
                if not math.isnan(value):
                    yield Judgement(system, n, "", score_file.name, value)
