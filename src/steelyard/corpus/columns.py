"""Files of one text per segment: plain lines, or trees, which give texts and what is said of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.corpus.texts import AnnotatedTexts, Texts, check_mark, read_lines
from steelyard.errors import FormatError, InputError, SpecError, worded
from steelyard.files.paths import plain_name

if TYPE_CHECKING:
    from steelyard.corpus.roles import ColumnRoles, TableTexts
    from steelyard.corpus.trees import AnnotatedText

    _Read = Callable[[str | Path, Sequence[str]], list[AnnotatedText]]

#: Endings of files of trees.
TREES = (".conllu", ".mrg", ".penn", ".ptb")
#: Endings of files of records, of which a column is read.
TABLES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".pq")
#: Endings of files that hold more than one text per segment.
_CORPORA = (".xml", ".sgm", ".sgml", ".evaltrans", ".pan", ".pyr")


def read_column(
    path: str | Path, accept: Sequence[str] = (), sentences_at: str | None = None, columns: ColumnRoles | None = None
) -> Texts:
    """Open a file of one text per segment; its ending tells whether it holds lines, a table or trees.

    columns   which column of a table is meant, if it is not known by its name
    """
    if is_table(path):
        return _table_column(Path(path), accept, sentences_at, columns)
    refuse_corpora(path)
    if reader(path) is None:
        return read_lines(path, accept, sentences_at)
    if sentences_at is not None:
        option = worded("--sentences-at", "sentences_at")
        raise SpecError(f"{path}: {option} is for text files; trees tell where their sentences end")
    return read_trees(path, accept)


def is_table(path: str | Path) -> bool:
    """Tell by its ending whether a file holds records, of which a column is read."""
    return plain_name(path).endswith(TABLES)


def refuse_corpora(path: str | Path) -> None:
    """Raise about a file that is no column of texts by its ending."""
    name = plain_name(path)
    if name.endswith(_CORPORA):
        way = worded(f"--corpus {path} (several files of one corpus: repeat --corpus)", "sy.read(path)")
        raise SpecError(f"{path} is a corpus by its ending, and no file of one text a segment; give it as {way}")
    if name.endswith(".npz"):
        way = worded(f"--statistics {path}", "sy.read(path, 'statistics')")
        raise SpecError(f"{path} holds statistics by its ending, and no texts; give it as {way}")


def _table_column(
    path: Path, accept: Sequence[str], sentences_at: str | None, columns: ColumnRoles | None
) -> TableTexts:
    from steelyard.corpus.roles import ColumnRoles, TableTexts, texts_in
    from steelyard.files.records import read_records

    records = read_records(path, accept)
    name = (columns or ColumnRoles()).any_text(records)
    texts = texts_in(records, name, accept)
    if None in texts:
        raise FormatError(f"{records.where(texts.index(None))}: there is no {name!r}; expected a text in every row")
    return TableTexts.column(broken(texts, sentences_at), str(path), records.places)


def broken(texts: Sequence[str | None], sentences_at: str | None) -> list[str | None]:
    """Return texts with line breaks for the marks between their sentences, if there are any."""
    mark = check_mark(sentences_at)
    return [text.replace(mark, "\n") if text and mark else text for text in texts]


def read_trees(path: str | Path, accept: Sequence[str] = ()) -> AnnotatedTexts:
    """Read a file of trees: CoNLL-U (.conllu) or brackets (.mrg, .penn, .ptb), each also with .gz.

    The result can be given wherever a list of texts can; measures use its trees with `parser=given`.
    """
    read = reader(path)
    if read is None:
        raise InputError(f"{path}: no file of trees by its ending; expected {', '.join(TREES)}, or these with .gz")
    texts = read(path, accept)
    names = tuple(text.segment for text in texts if text.segment is not None)
    return AnnotatedTexts.read([(text.text, text.sentences) for text in texts], str(path), names, accept)


def reader(path: str | Path) -> _Read | None:
    """Return what reads a file of trees, by its ending, or None for other files."""
    name = str(path).lower().removesuffix(".gz")
    if not name.endswith(TREES):
        return None
    if name.endswith(".conllu"):
        from steelyard.corpus.conllu import read_conllu

        return read_conllu
    from steelyard.corpus.bracketed import read_bracketed

    return read_bracketed
