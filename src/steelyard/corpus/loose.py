"""Loose files of which some are tables: their texts by column, and their segments matched by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.corpus.corpus import Corpus, check_name
from steelyard.corpus.roles import OUTPUT, REFERENCE, SOURCE, ColumnRoles, TextColumn, column_option
from steelyard.corpus.sheets import Sheet, SheetReader
from steelyard.errors import FormatError, InputError, worded
from steelyard.results.numbers import counted


@dataclass(frozen=True)
class LooseTables:
    """Loose files, at least one of them a table.

    systems      name → file of outputs; where a column names systems, these names count
    references   files of references; without any, they stand beside the outputs
    ids          names of the segments, where a file of their own has them
    columns      which column of a table is what, where its name does not tell
    """

    systems: Mapping[str, str]
    references: Sequence[str] = ()
    source: str | None = None
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    columns: ColumnRoles = field(default_factory=ColumnRoles)
    sentences_at: str | None = None
    accept: Sequence[str] = ()

    def corpus(self) -> Corpus:
        """Read the files."""
        reader = SheetReader(self.columns, self.accept, self.sentences_at)
        beside = [REFERENCE] if not self.references else []
        if self.columns.says(SOURCE) and self.source is None:
            beside.append(SOURCE)
        outputs = {name: reader.read(path, OUTPUT, beside) for name, path in self.systems.items()}
        references = [reader.read(path, REFERENCE) for path in self.references]
        source = [] if self.source is None else [reader.read(self.source, SOURCE)]
        ids = matched([*references, *outputs.values(), *source], self.ids)
        return Corpus(
            systems=_systems(outputs),
            references=_references(references, list(outputs.values())),
            source=next((texts for sheet in source or outputs.values() if (texts := _source(sheet, source))), None),
            ids=ids,
            facets=self.facets,
        )


def _source(sheet: Sheet, source: Sequence[Sheet]) -> TextColumn | None:
    """Return source texts of a file of them, or of a table; lines of outputs are none."""
    return sheet.source_texts() if source or sheet.lines is None else None


def _systems(outputs: Mapping[str, Sheet]) -> dict[str, TextColumn]:
    columns: dict[str, TextColumn] = {}
    for name, sheet in outputs.items():
        for system, texts in sheet.outputs(name).items():
            check_name(system)
            if system in columns:
                raise InputError(f"{sheet.path}: the system {system!r} is in another file, too; keep one of them")
            columns[system] = texts
    return columns


def _references(references: Sequence[Sheet], outputs: Sequence[Sheet]) -> tuple[TextColumn, ...]:
    """Return the references of their own files, or those beside outputs, which all files must have alike."""
    if references:
        return tuple(texts for sheet in references for texts in sheet.reference_sets())
    beside = [sheet for sheet in outputs if sheet.references]
    if not beside:
        files = ", ".join(sheet.path for sheet in outputs)
        own = worded("score with a file of them (-r)", "score with a list of them")
        raise InputError(
            f"there are no references in {files}; name a column, {column_option(reference='NAME')}, or {own}"
        )
    for sheet in beside[1:]:
        for n, (first, other) in enumerate(zip(beside[0].references, sheet.references, strict=True)):
            if first != other:
                raise FormatError(
                    f"{sheet.path}, {sheet.places[n]}: the references differ from those in {beside[0].path}, "
                    f"{beside[0].places[n]}; give them once, in a file of their own{worded(' (-r)', '')}"
                )
    return tuple(beside[0].reference_sets())


def matched(sheets: Sequence[Sheet], ids: Sequence[str] | None) -> tuple[str, ...] | None:
    """Bring all sheets into the order of the segments' names, and return these, if there are any.

    ids   names from elsewhere; else the first sheet that has some says the order
    """
    named = [sheet for sheet in sheets if sheet.ids is not None]
    bare = None if ids is not None else next((sheet for sheet in sheets if sheet.ids is None), None)
    names, whose = (ids, "the ids given") if ids is not None else (named[0].ids, named[0].path) if named else (None, "")
    for sheet in named:
        order = _order(sheet, names or (), whose)
        if order != list(range(len(sheet))):
            if bare is not None:
                raise InputError(
                    f"the ids in {sheet.path} are in another order than in {whose}, and {bare.path} has none to match "
                    f"its segments by; give it ids, too, or put the others in its order"
                )
            sheet.put_in_order(order)
    _check_counts(sheets)
    return None if names is None else tuple(names)


def _order(sheet: Sheet, names: Sequence[str], whose: str) -> list[int]:
    """Return where in a sheet the segments are that are to come in the order of `names`."""
    places = {name: n for n, name in enumerate(sheet.ids or ())}
    for name in names:
        if name not in places:
            raise InputError(f"{sheet.path}: there is no row of the id {name!r:.40}, which is in {whose}{_not_ids()}")
    if len(places) > len(names):
        foreign = min(places.keys() - set(names), key=places.__getitem__)
        where = f"{sheet.path}, {sheet.places[places[foreign]]}"
        raise InputError(f"{where}: the id {foreign!r:.40} is not in {whose}{_not_ids()}")
    return [places[name] for name in names]


def _not_ids() -> str:
    return f"; all files must have the same, or none ({column_option(id='')})"


def _check_counts(sheets: Sequence[Sheet]) -> None:
    first, *others = sheets
    for sheet in others:
        if len(sheet) != len(first):
            raise InputError(
                f"{sheet.path} has {counted(len(sheet), 'segment')} but {first.path} has {len(first):,}; "
                f"every file must have the same segments, in the same order"
            )
