"""What is to be scored, as the command line names it: loose files, or a corpus in a known format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.corpus import Corpus, Texts, check_name, read_column
from steelyard.corpus.columns import TABLES, is_table
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.files.numbers import number_in
from steelyard.files.paths import exists, system_name
from steelyard.results.numbers import counted

if TYPE_CHECKING:
    from steelyard.corpus.roles import ColumnRoles

_STANDARD_INPUT = "-"


@dataclass(frozen=True, eq=False, repr=False)
class LooseFiles:
    """Loose files, one line or row per segment each: `systems` and `facets` as NAME=path, `columns` as ROLE=NAME,…."""

    systems: Sequence[str]
    references: Sequence[str]
    source: str | None = None
    ids: str | None = None
    facets: Sequence[str] = ()
    sentences_at: str | None = None
    columns: Sequence[str] = ()

    def corpus(self, accept: Sequence[str]) -> Corpus:
        """Open the files as a corpus."""
        if any(map(is_table, self._texts())):
            return self._of_tables(accept)
        said_columns(self.columns, ())
        if not self.references:
            raise InputError(f"there are no references to score against; {_reference_meant(self.systems)}")
        systems = _unique("system", (named_system(system) for system in self.systems))
        facets = _unique("facet", (_named_facet(facet) for facet in self.facets))
        texts = [*self.references, *systems.values(), *([self.source] if self.source is not None else ())]
        names = [*facets.values(), *([self.ids] if self.ids is not None else ())]
        _check_standard_input([*texts, *names])
        columns = open_columns(texts, accept, self.sentences_at)
        named = open_columns(names, accept)
        _check_counts([*columns.items(), *named.items()])
        return Corpus(
            systems={name: columns[path] for name, path in systems.items()},
            references=tuple(columns[path] for path in self.references),
            source=None if self.source is None else columns[self.source],
            ids=None if self.ids is None else _ids(self.ids, named[self.ids]),
            facets={name: _values(path, named[path]) for name, path in facets.items()},
        )

    def _texts(self) -> list[str]:
        """Return the files of texts."""
        systems = [named_system(system)[1] for system in self.systems]
        return [*systems, *self.references, *([] if self.source is None else [self.source])]

    def _of_tables(self, accept: Sequence[str]) -> Corpus:
        """Read files of which some are tables."""
        from steelyard.corpus.loose import LooseTables
        from steelyard.corpus.roles import SYSTEM, ColumnRoles

        systems = _unique("system", (named_system(system) for system in self.systems))
        facets = _unique("facet", (_named_facet(facet) for facet in self.facets))
        columns = ColumnRoles.written(self.columns)
        if columns.says(SYSTEM) and (renamed := next((s for s in self.systems if s not in systems.values()), None)):
            raise SpecError(f"{renamed}: with --columns {SYSTEM}=… a column names the systems; give the path alone")
        names = [*facets.values(), *([self.ids] if self.ids is not None else ())]
        _check_standard_input([*self._texts(), *names])
        named = open_columns(names, accept)
        return LooseTables(
            systems=systems,
            references=self.references,
            source=self.source,
            ids=None if self.ids is None else _ids(self.ids, named[self.ids]),
            facets={name: _values(path, named[path]) for name, path in facets.items()},
            columns=columns,
            sentences_at=self.sentences_at,
            accept=accept,
        ).corpus()


def _reference_meant(systems: Sequence[str]) -> str:
    """Say how a reference is given, and which file may be meant to be one."""
    if len(systems) < 2:
        return "give at least one (-r)"
    return f"give at least one (-r); is {systems[-1]} one? then write -r {systems[-1]}"


def read_scorable(
    paths: Sequence[str],
    format_: str | None,
    accept: Sequence[str],
    sentences_at: str | None,
    references_of: str | None = None,
    columns: Sequence[str] = (),
) -> Corpus:
    """Read a corpus with at least one system and one reference set."""
    from steelyard.corpus.formats import read

    named = said_columns(columns, paths)
    corpus = read(paths, format_, accept, sentences_at, references_of, columns=named)
    name = ", ".join(paths)
    if not corpus.systems:
        raise InputError(f"{name}: the corpus has no system outputs; scoring needs at least one system")
    if not corpus.references and not corpus.unused_references:
        raise InputError(f"{name}: the corpus has no references; scoring needs at least one reference set")
    corpus.check_references()
    return corpus


def human_file(path: str | None, weights: Sequence[str]) -> Any:
    """Return a file of human scores, with the weights of its MQM annotations (NAME=NUMBER) if there are any."""
    if not weights:
        return path
    from steelyard.judgements.mqm import MQMAnnotations
    from steelyard.judgements.sources import IN_CORPUS

    if path is None:
        raise SpecError("--mqm-weight goes with --human")
    if path == IN_CORPUS:
        raise SpecError("--mqm-weight goes with a file of MQM annotations, not with --human corpus:")
    penalties: dict[str, float] = {}
    for text in weights:
        name, _, number = text.rpartition("=")
        penalty = number_in(number)
        if penalty is None or not name:
            raise SpecError(f"--mqm-weight {text}: expected NAME=NUMBER, as Major=5 or Minor:Fluency=0.1")
        penalties[name] = penalty
    return MQMAnnotations(path, penalties)


def check_measures(measures: Iterable[str]) -> None:
    """Raise unless each is the notation of one measure; commas are for options, within parentheses."""
    from steelyard.measures.notation import parse

    for measure in measures:
        parts = [part.strip() for part in re.split(r",(?![^()]*\))", measure)]
        if len(parts) > 1 and measure.count("(") == measure.count(")"):
            again = " ".join(f"-m {part}" for part in parts)
            raise SpecError(f"-m {measure}: one measure at a time; repeat -m: {again}")
        parse(measure)


def tool_samples_among(measures: Iterable[str]) -> bool:
    """Tell whether a measure has scores of samples that its official tool draws."""
    from steelyard.measures.notation import parse

    return any(parse(measure).tool_samples for measure in measures)


def open_columns(
    paths: Sequence[str], accept: Sequence[str], sentences_at: str | None = None, columns: Sequence[str] = ()
) -> dict[str, Texts]:
    """Open files of one text a line, each once; of tables the columns that --columns names, or known ones."""
    _check_standard_input(paths)
    named = said_columns(columns, paths)
    return {path: read_column(path, accept, sentences_at, named) for path in dict.fromkeys(paths)}


def said_columns(columns: Sequence[str], paths: Sequence[str]) -> ColumnRoles | None:
    """Return what --columns says, which needs a table among the files."""
    if not columns:
        return None
    from steelyard.corpus.roles import ColumnRoles

    if not any(map(is_table, paths)):
        raise SpecError(f"--columns is of tables ({', '.join(TABLES)}), and none is given")
    return ColumnRoles.written(columns)


def _check_standard_input(paths: Sequence[str]) -> None:
    if paths.count(_STANDARD_INPUT) > 1:
        raise InputError("standard input (-) is asked for more than once; it can be read only once")


def named_system(text: str) -> tuple[str, str]:
    """Return name and path of NAME=path; a bare path is named as its file.

    A text that is a path as a whole is one, whatever "=" it holds.
    """
    name, equals, path = text.partition("=")
    if not equals or exists(text):
        name, path = "stdin" if text == _STANDARD_INPUT else system_name(text), text
    if not name or not path:
        raise SpecError(f"{text!r} has no {'path' if name else 'name'}; write NAME=path, or a path")
    check_name(name)
    return name, path


def named_systems(texts: Sequence[str], others: Sequence[str] = ()) -> dict[str, str]:
    """Return name → path of systems whose names all differ; standard input may stand for one of all files."""
    systems = _unique("system", map(named_system, texts))
    _check_standard_input([*others, *systems.values()])
    return systems


def _named_facet(text: str) -> tuple[str, str]:
    name, _, path = text.partition("=")
    if not name or not path:
        raise SpecError(f"--facet {text}: expected NAME=FILE, for instance topic=topics.txt")
    if name in ("segment", "system"):
        raise SpecError(f"--facet {text}: {name!r} is a level of its own; choose another name")
    check_name(name)
    return name, path


def _unique(what: str, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    listed = list(pairs)
    for name, count in Counter(name for name, _ in listed).items():
        if count > 1:
            paths = " and ".join(path for other, path in listed if other == name)
            raise InputError(f"{count} inputs have the {what} name {name!r} ({paths}); tell them apart with NAME=path")
    return dict(listed)


def _check_counts(columns: Sequence[tuple[str, Texts]]) -> None:
    first, expected = columns[0]
    for path, lines in columns:
        if not len(lines):
            raise InputError(f"{path}: the file is empty; expected one segment per line")
        if len(lines) != len(expected):
            trees = any(texts.has_trees for texts in (lines, expected))
            unit = "segment" if trees else "line"
            raise InputError(
                f"{path} has {counted(len(lines), unit)} but {first} has {len(expected):,}; "
                f"every file must have {'the same segments' if trees else 'one line per segment'}, in the same order"
            )


def _values(path: str, lines: Texts) -> tuple[str, ...]:
    if len(blank := lines.blank()):
        raise InputError(f"{path}, line {int(blank[0]) + 1}: an empty line; every segment needs a name or value here")
    return tuple(line or "" for line in lines)


def _ids(path: str, lines: Texts) -> tuple[str, ...]:
    ids = _values(path, lines)
    twice, count = Counter(ids).most_common(1)[0]
    if count > 1:
        raise InputError(f"{path}: segment id {twice!r} occurs twice; ids must be unique")
    return ids


def check_facet(what: str, name: str, own: Sequence[str], facets: Iterable[str], place: str) -> None:
    """Raise unless `name` is one of a level's or unit's own words or a facet; only "here" can more be given."""
    names = [*own, *facets]
    if name not in names:
        option = "--documents FILE gives documents" if name == "document" else "--facet NAME=FILE gives a facet"
        advice = f"; {option}" if place == "here" else ""
        raise SpecError(f"no {what} {name!r} {place}{suggestion(name, names)}{advice}")


def check_unit(unit: str, facets: Iterable[str], place: str) -> None:
    """Raise unless each factor of a unit is a segment or a facet."""
    for factor in unit.split("*"):
        check_facet("unit", factor, ("segment",), facets, place)
