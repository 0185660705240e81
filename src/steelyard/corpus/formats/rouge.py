"""ROUGE-1.5.5's settings, and the files of summaries that they name.

    <ROUGE-EVAL version="1.55"><EVAL ID="D30001">
      <MODEL-ROOT>models</MODEL-ROOT><PEER-ROOT>peers</PEER-ROOT><INPUT-FORMAT TYPE="SPL"/>
      <PEERS><P ID="17">D30001.17.txt</P></PEERS>
      <MODELS><M ID="A">D30001.A.txt</M><M ID="B">D30001.B.txt</M></MODELS>
    </EVAL></ROUGE-EVAL>

An EVAL is a segment, a peer a system, and the models of one ID a reference set; sets are taken in the order of
their IDs. Where there are more than 26 IDs, models were named one by one, and the first of every EVAL make the
first set, and so on. Instead of settings there may be a list for one system, as for ROUGE's option -z: on each line
the peer's file and its models' files.

A text is its sentences, each on a line of its own. They are found in a file as ROUGE finds them:

    SPL      every line that is not empty
    SIMPLE   the same; the lines are basic elements, head|modifier|relation
    SEE      lines <a name="1">[1]</a> <a href="#1" id=1>…</a>, up to the next "<"
    ISI      lines <S SNTNO="1">…</S>

No entity is decoded, because ROUGE decodes none. A relative path is looked up from the folder of the settings and,
if it is not there, from the working directory, which is ROUGE's way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble, natural, segments_of
from steelyard.errors import FormatError, InputError, accepting, suggestion
from steelyard.files.disk import LONGEST, decoded_lines, new_directory, opened, replacing
from steelyard.files.paths import exists, is_folder
from steelyard.files.xmltree import Element, read_tree, tag

NAME = "rouge"
ENDINGS = (".rouge", ".rouge.xml", ".xml")
ROOTS = frozenset({"ROUGE-EVAL", "ROUGE_EVAL"})
_SETTINGS = "settings.xml"
MEMBERS = (_SETTINGS,)
CARRIES = (TEXTS - {"source"}) | {"missing outputs", "ids", "line breaks", "tabs", "leading byte order marks"}
_MOST_SETS = 26
_PARTS = ("MODEL-ROOT", "PEER-ROOT", "INPUT-FORMAT", "PEERS", "MODELS")


class _Markup(NamedTuple):
    """A line with a sentence as ROUGE reads it, what such a line begins with, and how it is written."""

    sentence: re.Pattern[str]
    begins: re.Pattern[str]
    example: str


_MARKED = {
    "SEE": _Markup(
        re.compile(r'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>\s+<a href="#[0-9]+" id=[0-9]+>([^<]*)'),
        re.compile(r"\s*<a\s[^>]*\bname\b", re.IGNORECASE),
        '<a name="1">[1]</a> <a href="#1" id=1>…</a>',
    ),
    "ISI": _Markup(
        re.compile(r'<S SNTNO="[0-9a-z,]+">([^<]*)</S>'),
        re.compile(r"\s*<S\s+SNTNO\b", re.IGNORECASE),
        '<S SNTNO="1">…</S>',
    ),
}
_TYPES = ("SPL", "SEE", "ISI", "SIMPLE")
#: Of the files in a list, whose type nothing tells.
_ANY = ""


class _File(NamedTuple):
    """A summary's file, and where it is named."""

    path: Path
    where: str


@dataclass(frozen=True, slots=True)
class _Eval:
    """One evaluation: the files of its peers and models by ID, and their type."""

    where: str
    id: str
    type: str
    peers: dict[str, _File]
    models: dict[str, _File]


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from ROUGE's settings, from a directory that holds them, or from a list of files."""
    (path,) = paths
    path = path / _SETTINGS if is_folder(path) else path
    evaluations = _configured(path, accept) if _is_xml(path) else _listed(path, accept)
    return assemble(_segments(evaluations, accept), path, accept)


def _is_xml(path: Path) -> bool:
    if str(path) == "-":
        return True  # it can be read only once
    with opened(path) as file:
        return file.read(1 << 10).lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<")


def _configured(path: Path, accept: Sequence[str]) -> list[_Eval]:
    root = read_tree(path, ROOTS, accept)
    _name_in_capitals(root)
    return [_evaluation(element, path.parent) for element in root.elements(("EVAL",))]


def _name_in_capitals(element: Element) -> None:
    element.name = element.name.upper()
    for child in element.children:
        _name_in_capitals(child)


def _evaluation(element: Element, base: Path) -> _Eval:
    parts = {part.name: part for part in element.elements(_PARTS)}
    for name in _PARTS:
        if sum(part.name == name for part in element.children) != 1:
            how_many = "more than one" if name in parts else "no"
            raise FormatError(f"{element.where}: <EVAL> with {how_many} <{name}>; every <EVAL> must have one")
    stated = parts["INPUT-FORMAT"].attribute("TYPE")
    if stated.upper() not in _TYPES:
        where = parts["INPUT-FORMAT"].where
        raise FormatError(f"{where}: unknown TYPE {stated!r:.40}" + suggestion(stated.upper(), _TYPES))
    return _Eval(
        element.where,
        element.attribute("ID"),
        stated.upper(),
        _files(parts["PEERS"], "P", _folder(parts["PEER-ROOT"], base)),
        _files(parts["MODELS"], "M", _folder(parts["MODEL-ROOT"], base)),
    )


def _folder(element: Element, base: Path) -> Path:
    root = Path(element.text.strip())
    return root if root.is_absolute() or (is_folder(root) and not is_folder(base / root)) else base / root


def _files(element: Element, name: str, folder: Path) -> dict[str, _File]:
    files: dict[str, _File] = {}
    for child in element.elements((name,)):
        label = child.attribute("ID")
        if label in files:
            raise FormatError(f"{child.where}: <{name}> with the ID {label!r} occurs twice in one <EVAL>; keep one")
        if not child.text.strip():
            raise FormatError(f"{child.where}: <{name}> names no file; every <{name}> must name one")
        files[label] = _File(folder / child.text.strip(), child.where)
    return files


def _listed(path: Path, accept: Sequence[str]) -> list[_Eval]:
    """Return the evaluations of a list, whose system is named as the file; IDs count from 1, as in ROUGE."""
    system = Path(path.name.removesuffix(".gz")).stem
    evaluations: list[_Eval] = []
    for number, line in enumerate(decoded_lines(path, accept), 1):
        where = f"{path}, line {number}"
        names = line.split()
        if not names or line.startswith("#"):
            continue
        if len(names) < 2:
            raise FormatError(f"{where}: one file name; expected the peer's file and its models' files")
        peer, *models = (_File(_beside(name, path.parent), where) for name in names)
        numbered = {str(n): model for n, model in enumerate(models, 1)}
        evaluations.append(_Eval(where, str(len(evaluations) + 1), _ANY, {system: peer}, numbered))
    return evaluations


def _beside(name: str, base: Path) -> Path:
    path = Path(name)
    return path if path.is_absolute() or (exists(path) and not exists(base / path)) else base / path


def _segments(evaluations: Sequence[_Eval], accept: Sequence[str]) -> Iterator[Segment]:
    sets = sorted({name for evaluation in evaluations for name in evaluation.models}, key=natural)
    for evaluation in evaluations:
        by_name = len(sets) <= _MOST_SETS
        models = [evaluation.models.get(name) for name in sets] if by_name else list(evaluation.models.values())
        yield Segment(
            where=evaluation.where,
            id=evaluation.id,
            references=[None if model is None else _model(model, evaluation.type, accept) for model in models],
            outputs={name: _text(peer, evaluation.type, accept) for name, peer in evaluation.peers.items()},
        )


def _model(model: _File, kind: str, accept: Sequence[str]) -> str:
    text = _text(model, kind, accept)
    if not text.strip():
        raise FormatError(f"{model.path}: no sentence in this model; expected some{_expected(kind)}")
    return text


def _text(file: _File, kind: str, accept: Sequence[str]) -> str:
    """Return the sentences of a file, joined by line breaks."""
    path = _checked(file, accept)
    lines = [line.rstrip("\r\n") for line in decoded_lines(path, accept)]
    kind = kind or next((k for k, m in _MARKED.items() if any(map(m.sentence.match, lines))), "SPL")
    if kind not in _MARKED:
        return "\n".join(line for line in lines if line)
    if any(map(str.strip, lines)) and not any("<" in line for line in lines):
        raise FormatError(f"{path}: no sentence{_expected(kind)}; is its TYPE SPL, one sentence per line?")
    sentences = (_marked(line, kind, f"{path}, line {number}") for number, line in enumerate(lines, 1))
    return "\n".join(sentence for sentence in sentences if sentence)


def _checked(file: _File, accept: Sequence[str]) -> Path:
    path, where = file
    try:
        if not path.is_file():
            raise FormatError(f"{where}: {path} is not a file; check the name and the folder it is looked for in")
        size = path.stat().st_size
    except OSError as error:
        raise FormatError(f"{where}: {path.name[:80]}: {error.strerror}; check the name") from None
    if size > LONGEST and "long" not in accept:
        raise FormatError(f"{path}: {size:,} bytes (limit {LONGEST:,}); use {accepting('long')} to read it anyway")
    return path


def _marked(line: str, kind: str, where: str) -> str:
    """Return the sentence on a line of SEE or ISI, or nothing; refuse what ROUGE would pass over."""
    sentence, begins, _ = _MARKED[kind]
    if match := sentence.match(line):
        return match[1]
    if begins.match(line):
        raise FormatError(f"{where}: a sentence that ROUGE would pass over; expected it{_expected(kind)}")
    return ""


def _expected(kind: str) -> str:
    return f" as {_MARKED[kind].example} at the beginning of a line" if kind in _MARKED else ", one per line"


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a new directory: settings.xml, and the summaries, one sentence per line."""
    if path.name.endswith(".xml"):
        raise InputError(f"cannot write {path}: this format is a directory; give a name without .xml")
    with_ids = corpus.ids is not None and "" not in corpus.ids
    with new_directory(path) as folder:
        (folder / "peers").mkdir()
        (folder / "models").mkdir()
        with replacing(folder / _SETTINGS) as settings:
            settings.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<ROUGE-EVAL version="1.55">\n')
            for number, segment in enumerate(segments_of(corpus), 1):
                label = str(segment.id) if with_ids else str(number)
                settings.write((tag("EVAL", {"ID": label}) + "\n" + _summaries(segment, number, folder)).encode())
            settings.write(b"</ROUGE-EVAL>\n")


def _summaries(segment: Segment, number: int, folder: Path) -> str:
    """Write a segment's texts and return the rest of its <EVAL>."""
    outputs = ((str(n), name, text) for n, (name, text) in enumerate(segment.outputs.items(), 1) if text is not None)
    references = ((str(n), str(n), text) for n, text in enumerate(segment.references, 1) if text and text.strip())
    peers = [_summary("P", name, text, folder / "peers" / f"{number}.{n}.txt") for n, name, text in outputs]
    models = [_summary("M", name, text, folder / "models" / f"{number}.{n}.txt") for n, name, text in references]
    return (
        "<MODEL-ROOT>models</MODEL-ROOT>\n<PEER-ROOT>peers</PEER-ROOT>\n"
        '<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT>\n'
        f"<PEERS>\n{''.join(peers)}</PEERS>\n<MODELS>\n{''.join(models)}</MODELS>\n</EVAL>\n"
    )


def _summary(element: str, label: str, text: str, path: Path) -> str:
    """Write a text into a file and return the element that names it."""
    # A byte order mark may stand on any line but the first, and ROUGE passes over an empty one.
    start = "\n" if text.startswith("\ufeff") else ""
    path.write_bytes(f"{start}{text}\n".encode() if text else b"")
    return f"{tag(element, {'ID': label})}{path.name}</{element}>\n"
