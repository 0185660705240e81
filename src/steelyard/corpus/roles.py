"""Which column of a table, or key of a record, holds what: told by its name, or as a user says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.corpus.texts import HeldTexts, Texts
from steelyard.errors import FormatError, SpecError, accepting, suggestion, worded
from steelyard.files.disk import LONGEST
from steelyard.files.records import Records

#: What a file holds one of for each segment, be it lines or a column of a table.
TextColumn = Texts
OUTPUT, REFERENCE, ID, SYSTEM, SOURCE = ROLES = ("output", "reference", "id", "system", "source")
#: What may be called so whichever side it is of.
_NEUTRAL = ("text", "translation", "summary")
#: Role → names by which a column is known to have it, in small letters; each also with an s.
_NAMES = {
    OUTPUT: ("output", "prediction", "hypothesis", *_NEUTRAL),
    REFERENCE: ("reference", "ref", "target"),
    ID: ("id",),
    SYSTEM: ("system",),
    SOURCE: ("source", "src"),
}
_SHOWN = 12


@dataclass(frozen=True)
class ColumnRoles:
    """What a user says of columns: role → their names; no name at all for "there is none"."""

    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Mapping[str, str | Sequence[str]] | None) -> ColumnRoles:
        """Return what {"output": NAME, "reference": NAME or [NAME, …], …} says; "" stands for no column."""
        named: dict[str, tuple[str, ...]] = {}
        if columns is not None and not isinstance(columns, Mapping):
            raise SpecError(f"columns={columns!r:.60} is not possible; expected {{'output': 'NAME', …}}")
        for role, name in (columns or {}).items():
            names = (name,) if isinstance(name, str) else tuple(name or ())
            if role not in ROLES:
                raise SpecError(f"columns have no role {role!r}" + suggestion(role, ROLES))
            if not all(isinstance(text, str) for text in names) or (len(names) > 1 and role != REFERENCE):
                raise SpecError(f"columns: {role} is {name!r:.60}; expected the name of one column")
            named[role] = tuple(filter(None, names))
        return cls(named)

    @classmethod
    def written(cls, texts: Iterable[str]) -> ColumnRoles:
        """Return what ROLE=NAME,… says; of several references each is named."""
        named: dict[str, list[str]] = {}
        for text in texts:
            for part in re.split(rf",(?=(?:{'|'.join(ROLES)})=)", text):
                role, equals, name = part.partition("=")
                if not equals or role not in ROLES:
                    advice = suggestion(role, ROLES) if equals else ""
                    raise SpecError(
                        f"{worded('--columns', 'columns:')} {part}: expected ROLE=NAME, as output=prediction{advice}"
                    )
                named.setdefault(role, []).append(name)
        for role, names in named.items():
            if len(names) > 1 and role != REFERENCE:
                raise SpecError(
                    f"{worded('--columns', 'columns')}: {role} is named twice ({' and '.join(names)}); name it once"
                )
        return cls.of(named)

    def says(self, role: str) -> bool:
        """Tell whether a column was named for a role."""
        return bool(self.named.get(role))

    def find(self, records: Records, role: str) -> tuple[str, ...]:
        """Return the names of the columns of a role: none, one or, of references, several."""
        refuse_corpus(records)
        if role not in self.named:
            return self._named_like(records, role, _NAMES[role])
        for name in self.named[role]:
            if records.cells(name) is None:
                raise FormatError(f"{records.path}: there is no column or key {name!r}; {_there(records)}")
        return self.named[role]

    def expect(self, records: Records, role: str) -> tuple[str, ...]:
        """Return the names of the columns of a role, of which there must be one."""
        names = self.find(records, role)
        if not names and role != OUTPUT and role not in self.named:
            # A file that is given as references may call its texts just that.
            names = self._named_like(records, role, _NEUTRAL)
        if not names:
            usual = ", ".join(_NAMES[role])
            raise FormatError(
                f"{records.path}: no column or key is known to hold the {role} ({usual}); {_there(records)}: name it "
                f"with {column_option(**{role: 'NAME'})}, or NAME.KEY for what is inside"
            )
        return names

    def any_text(self, records: Records) -> str:
        """Return the name of the only column of texts."""
        if self.says(OUTPUT):
            return self.find(records, OUTPUT)[0]
        refuse_corpus(records)
        names = self._named_like(records, OUTPUT, (*_NAMES[OUTPUT], *_NAMES[REFERENCE]))
        return names[0] if names else self.expect(records, OUTPUT)[0]

    @staticmethod
    def _named_like(records: Records, role: str, usual: Sequence[str]) -> tuple[str, ...]:
        folded = {name: name.casefold() for name in records.columns}
        names = [name for name, word in folded.items() if word in usual or word.removesuffix("s") in usual]
        if len(names) > 1:
            both = " and ".join(map(repr, names))
            raise FormatError(
                f"{records.path}: {both} may each be the {role}; say which: {column_option(**{role: names[0]})}"
            )
        return tuple(names)


def column_option(**names: str) -> str:
    """Return how a user names the columns of some roles."""
    written = ",".join(f"{role}={name}" for role, name in names.items())
    return worded(f"--columns {written}", f"columns={names}")


def _there(records: Records) -> str:
    """Say which columns there are."""
    names = list(records.columns)
    return f"there are {', '.join(f'{name:.40}' for name in names[:_SHOWN])}{', …' * (len(names) > _SHOWN)}"


def refuse_corpus(records: Records) -> None:
    """Raise about a file that holds more than loose texts: a corpus as we write it."""
    inside = records.columns.get("outputs", ())
    if any(name.startswith("system:") for name in records.columns) or any(isinstance(cell, dict) for cell in inside):
        raise FormatError(
            f"{records.path}: holds a corpus, with systems by name; give it with "
            f"{worded('--corpus, and no other files', 'sy.read(path)')}"
        )


def text_in(cell: object, records: Records, row: int, name: str, accept: Sequence[str] = ()) -> str | None:
    """Return the text of a cell, or None where there is none."""
    if cell is None:
        return None
    where = f"{records.where(row)}: {name!r}"
    if not isinstance(cell, str):
        raise FormatError(f"{where} is {_shown(cell)}; expected a text{_way_in(cell, name)}")
    if "\0" in cell:
        raise FormatError(f"{where} contains a NUL character; remove it")
    if len(cell) > LONGEST // 4 and "long" not in accept and (size := len(cell.encode())) > LONGEST:
        raise FormatError(f"{where} has {size:,} bytes (limit {LONGEST:,}); use {accepting('long')} to score it anyway")
    return cell


def _shown(cell: object) -> str:
    kind = "the list " if isinstance(cell, list) else "the object " if isinstance(cell, dict) else ""
    return f"{kind}{cell!r:.40}"


def _way_in(cell: object, name: str) -> str:
    """Say how a part of a list or an object is named."""
    if isinstance(cell, list) and cell:
        return f"; name one of the list: {name}.0"
    if isinstance(cell, dict) and cell:
        return f"; name what is inside: {name}.{next(iter(cell))!s:.40}"
    return ""


def texts_in(records: Records, name: str, accept: Sequence[str] = ()) -> list[str | None]:
    """Return the texts of a column."""
    cells = records.cells(name) or ()
    return [text_in(cell, records, row, name, accept) for row, cell in enumerate(cells)]


def references_in(records: Records, names: Sequence[str], accept: Sequence[str] = ()) -> list[list[str | None]]:
    """Return the references of each row, of all columns; a cell may hold a list of them."""
    columns = [(name, records.cells(name) or ()) for name in names]
    return [
        [
            text_in(text, records, row, name, accept)
            for name, cells in columns
            for text in (cells[row] if isinstance(cells[row], list) else [cells[row]])
        ]
        for row in range(len(records))
    ]


def labels_in(records: Records, name: str) -> list[str]:
    """Return the names that a column holds, as text: those of segments may be whole numbers."""
    labels = []
    for row, cell in enumerate(records.cells(name) or ()):
        if isinstance(cell, bool) or not isinstance(cell, str | int) or cell == "":
            raise FormatError(f"{records.where(row)}: {name!r} is {cell!r:.40}; expected a name, or a whole number")
        labels.append(str(cell))
    return labels


@dataclass(frozen=True, eq=False, repr=False)
class TableTexts(HeldTexts):
    """Texts of a file of records; each stands at one of `places`, if these are known."""

    name: str = ""
    places: Sequence[str] = ()

    @classmethod
    def column(cls, texts: Sequence[str | None], name: str, places: Sequence[str] = ()) -> TableTexts:
        """Encode texts, whose sizes were looked at before."""
        column = HeldTexts.of(texts, name, ("long",))
        return cls(column.data, column.offsets, column.absent, name, places)

    def place(self, segment: int) -> str:
        """Return where a text stands in its file, for messages."""
        return f"{self.places[segment]} of {self.name}" if self.places else ""
