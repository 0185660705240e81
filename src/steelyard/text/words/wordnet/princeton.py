"""Reads a WordNet `dict` folder, as Princeton or Debian lay it out, into a table.

Synsets are known by their place in the data files: byte offsets differ between distributions of the same WordNet.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from steelyard.errors import FormatError, MissingResource
from steelyard.files.disk import read_whole
from steelyard.files.numbers import whole_number_in
from steelyard.text.words.wordnet.table import PARTS, SenseTable


def read_folder(folder: Path) -> SenseTable:
    """Return the table of a WordNet folder, or of the folder `dict` in it."""
    if not (folder / "index.noun").exists() and (folder / "dict" / "index.noun").exists():
        folder = folder / "dict"
    synsets = _synset_numbers(folder)
    senses: dict[str, list[list[int]]] = {}
    for place, part in enumerate(PARTS):
        path = folder / f"index.{part}"
        for number, line in _lines(path):
            lemma, *rest = line.split()
            try:
                offsets = rest[-_synset_count(rest[1]) :]
                part_senses = [synsets[part, offset] for offset in offsets]
            except (IndexError, ValueError, KeyError):
                raise FormatError(
                    f"{path}:{number}: no index entry of WordNet whose synsets are in data.{part}; "
                    "expected 'lemma pos synset_cnt … synset_offset …'"
                ) from None
            senses.setdefault(lemma, [[], [], [], []])[place] = part_senses
    lemmas = sorted(senses)
    return SenseTable(
        lemmas,
        np.array([[len(part_senses) for part_senses in senses[lemma]] for lemma in lemmas], np.uint8),
        np.array([synset for lemma in lemmas for part_senses in senses[lemma] for synset in part_senses], np.uint32),
        tuple(_exceptions(folder / f"{part}.exc") for part in PARTS),
    )


def _synset_count(cell: str) -> int:
    count = whole_number_in(cell)
    if not count:
        raise ValueError(cell)
    return count


def _synset_numbers(folder: Path) -> dict[tuple[str, str], int]:
    numbers: dict[tuple[str, str], int] = {}
    for part in PARTS:
        for _, line in _lines(folder / f"data.{part}"):
            numbers[part, line[: line.find(" ")]] = len(numbers)
    return numbers


def _exceptions(path: Path) -> dict[str, tuple[str, ...]]:
    """Return form → base forms; of a form's two lines the later comes first, for where they differ it is right."""
    entries: dict[str, tuple[str, ...]] = {}
    for number, line in _lines(path):
        form, *bases = line.split()
        if not bases:
            raise FormatError(f"{path}:{number}: {form!r} has no base form; expected 'form base …'")
        entries[form] = (*bases, *entries.get(form, ()))
    return entries


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a WordNet file, without its licence (lines that begin with two spaces)."""
    try:
        text = read_whole(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or "not UTF-8"
        raise MissingResource(
            f"{path}: {problem}; a WordNet folder holds index, data and exc files for noun, verb, adj and adv"
        ) from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("  "):
            yield number, line
