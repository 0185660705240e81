"""Reading: whatever steelyard reads from files, by one function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from steelyard.arguments import public
from steelyard.errors import SpecError
from steelyard.judgements.mqm import MQMAnnotations

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.corpus.formats import Format
    from steelyard.corpus.texts import AnnotatedTexts, Texts
    from steelyard.judgements.table import Judgements
    from steelyard.scores import Scores
    from steelyard.scores.external import ExternalScores

_Paths = str | Path | Iterable[str | Path]
#: Format → endings by which its files are told from corpora.
_OTHERS: dict[str, tuple[str, ...]] = {
    "texts": (),
    "statistics": (".npz",),
    "trees": (".conllu", ".mrg", ".penn", ".ptb"),
    "scores": (".seg.score", ".sys.score"),
    "judgements": (),
}
#: Those whose rows may be of the segments of a corpus.
_OF_SEGMENTS = ("scores", "judgements")
_NO_CORPUS = "MQM annotations are judgements; read them with format='judgements'"


@overload
def read(  # type: ignore[overload-overlap]
    paths: _Paths,
    format: Literal["statistics"],
    *,
    accept: Iterable[str] = ...,
    sentences_at: str | None = ...,
    plugins: Sequence[str | Path] = ...,
) -> Scores: ...
@overload
def read(  # type: ignore[overload-overlap]
    paths: _Paths, format: Literal["trees"], *, accept: Iterable[str] = ..., sentences_at: str | None = ...
) -> AnnotatedTexts: ...
@overload
def read(  # type: ignore[overload-overlap]
    paths: _Paths,
    format: Literal["scores"],
    *,
    accept: Iterable[str] = ...,
    sentences_at: str | None = ...,
    corpus: Corpus | None = ...,
) -> tuple[ExternalScores, ...]: ...
@overload
def read(  # type: ignore[overload-overlap]
    paths: _Paths | MQMAnnotations,
    format: Literal["judgements"],
    *,
    accept: Iterable[str] = ...,
    sentences_at: str | None = ...,
    corpus: Corpus | None = ...,
) -> Judgements: ...
@overload
def read(  # type: ignore[overload-overlap]
    paths: _Paths,
    format: Literal["texts"],
    *,
    accept: Iterable[str] = ...,
    sentences_at: str | None = ...,
    columns: Mapping[str, Any] | None = ...,
) -> Texts: ...
@overload
def read(
    paths: _Paths,
    format: str | Format | None = None,
    *,
    accept: Iterable[str] = ...,
    sentences_at: str | None = ...,
    references_of: str | Sequence[str] | None = ...,
    columns: Mapping[str, Any] | None = ...,
) -> Corpus: ...
@public
def read(
    paths: _Paths | MQMAnnotations,
    format: str | Format | None = None,
    *,
    accept: Iterable[str] = (),
    sentences_at: str | None = None,
    plugins: Sequence[str | Path] = (),
    corpus: Corpus | None = None,
    references_of: str | Sequence[str] | None = None,
    columns: Mapping[str, Any] | None = None,
) -> Any:
    """Read a corpus, texts, saved statistics, trees, scores of other measures or what people said.

    A corpus's format is told by its ending, or by a path being a directory, unless it is named; several paths (the sets
    of an SGML corpus, the annotations of a pyramid) make one corpus. `sentences_at`, say "<q>", stands between the
    sentences of a line in parallel text files, and is read as a line break. `references_of` names the kinds of
    references that outputs are compared with, if not "first,multi", as `Corpus.with_references_of` does.

    format="statistics"  what `Scores.save` and --save wrote: scores, as they are at every level; measures of somebody's
                         own (FILE.py:NAME) are run only if `plugins` has their file
    format="table"       outputs beside references in .jsonl, .json, .csv, .tsv or .parquet, a file for each system: a
                         corpus
    format="texts"       one text a line, or a column of a table: texts that can be given wherever a list of texts can
    format="trees"       CoNLL-U (.conllu) or brackets (.mrg, .penn, .ptb): texts that can be given wherever a list of
                         texts can; measures use their trees with `parser=given`
    format="scores"      scores of measures that are not computed here
    format="judgements"  what `human=` and --human take: TSV of scores, answers or MQM annotations (with weights of your
                         own as `MQMAnnotations`), or a score file of mt-metrics-eval

    `columns` says which columns or keys of tables are what, where their names do not: {"output": "answer", "reference":
    ["ref1", "ref2"], "id": …, "system": …, "source": …}; "doc.text" is the key text of what stands under doc.

    Rows of scores and judgements are of the segments of `corpus`; without one, segments are numbers from 0.
    """
    from steelyard.corpus import check_accept

    accept = check_accept(accept)
    if format == "texts" and corpus is None and references_of is None and isinstance(paths, str | Path):
        return _read_texts(paths, accept, sentences_at, columns)
    if isinstance(format, str) and format in _OTHERS:
        if not isinstance(paths, str | Path | MQMAnnotations) or (sentences_at, references_of) != (None, None):
            raise SpecError(f"format={format!r} takes one path, and neither sentences_at nor references_of")
        if columns is not None:
            raise SpecError(f"format={format!r} takes no columns; 'table' and 'texts' do")
        if corpus is not None and format not in _OF_SEGMENTS:
            raise SpecError(f"format={format!r} takes no corpus; {' and '.join(_OF_SEGMENTS)} do")
        return _read_other(paths, format, accept, plugins, corpus)
    if isinstance(paths, MQMAnnotations):
        raise SpecError(_NO_CORPUS)
    if corpus is not None:
        raise SpecError(f"a corpus is read without another; only {' and '.join(_OF_SEGMENTS)} are of one")
    from steelyard.corpus.formats import read as read_corpus

    if format is None and isinstance(paths, str | Path):
        _refuse_other(paths, accept)
    return read_corpus(paths, format, accept, sentences_at, references_of, columns=columns)


def _read_texts(
    path: str | Path, accept: tuple[str, ...], sentences_at: str | None, columns: Mapping[str, Any] | None
) -> Texts:
    from steelyard.corpus.columns import is_table, read_column

    if columns is None:
        return read_column(path, accept, sentences_at)
    from steelyard.corpus.roles import ColumnRoles

    if not is_table(path):
        raise SpecError(f"{path}: columns are of tables; leave them out for a file of one text a line")
    return read_column(path, accept, sentences_at, ColumnRoles.of(columns))


def _read_other(
    path: str | Path | MQMAnnotations,
    format: str,
    accept: tuple[str, ...],
    plugins: Sequence[str | Path],
    corpus: Corpus | None,
) -> Any:
    if corpus is not None:
        from steelyard.corpus import check_corpus

        check_corpus("read", corpus)
    if format == "judgements":
        from steelyard.scores.people import read_people

        return read_people(path, corpus, accept)
    if isinstance(path, MQMAnnotations):
        raise SpecError(_NO_CORPUS)
    if format == "trees":
        from steelyard.corpus.columns import read_trees

        return read_trees(path, accept)
    if format == "scores":
        from steelyard.scores.external import read_external

        if corpus is None:
            return read_external(path, accept=accept)
        whole = corpus if corpus.selection is None else corpus.selection
        scores = read_external(path, len(whole), whole.ids, accept=accept)
        return tuple(measure.selected(corpus.selection) for measure in scores)
    from steelyard.scores import load_scores

    return load_scores(path, plugins=plugins)


def _refuse_other(path: str | Path, accept: tuple[str, ...]) -> None:
    """Refuse what is no corpus by its ending, or a table by its heading, with how it is read."""
    name = str(path).lower().removesuffix(".gz")
    for format, endings in _OTHERS.items():
        if name.endswith(endings) and endings:
            raise _no_corpus(path, format)
    if name.endswith(".tsv") and Path(path).is_file():
        from steelyard.judgements.files import holds_judgements

        if holds_judgements(Path(path), accept):
            raise _no_corpus(path, "judgements")


def _no_corpus(path: str | Path, format: str) -> SpecError:
    return SpecError(f"{path} holds {format} and no corpus; read it with format={format!r}")
