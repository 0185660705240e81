"""Units of documents: lines, sentences by rules, or as a file has them."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from steelyard import _core
from steelyard.corpus.texts import HeldTexts
from steelyard.errors import FormatError, InputError
from steelyard.files.numbers import whole_number_in
from steelyard.files.rows import read_rows

LINES, RULES = "lines", "rules"


class UnitRule:
    """How documents are cut into units, which are what is extracted.

    lines   a line is a unit; blank ones are none
    rules   sentences, by rules of punctuation, within each line
    FILE    TSV with the columns id and words: how many words each unit of a set has, one after another

    As a string it is a part of a signature.
    """

    def __init__(self, rule: str | Path = LINES, accept: Sequence[str] = ()) -> None:
        self.rule = str(rule)
        self._words: Mapping[str, list[int]] | None = None
        self.digest = ""
        if rule not in (LINES, RULES):
            self._words, self.digest = _word_counts(Path(rule), accept)

    def __str__(self) -> str:
        return os.path.basename(self.rule) + (f"#{self.digest}" if self.digest else "")  # noqa: PTH119

    def cut(self, name: str, texts: Sequence[str], where: str) -> tuple[tuple[str, ...], ...]:
        """Return the units of each document of a set."""
        if self._words is not None:
            return _by_words(self._words.get(name, ()), texts, where)
        lines = [[stripped for line in text.splitlines() if (stripped := " ".join(line.split()))] for text in texts]
        return tuple(tuple(_sentences(own, where)) if self.rule == RULES else tuple(own) for own in lines)

    def check_used(self, sets: Collection[str]) -> None:
        """Raise if the file has units of sets that are not there."""
        for name in self._words or ():
            if name not in sets:
                raise InputError(f"{self.rule} has units of a set {name!r}, which is not among the documents")


def _word_counts(path: Path, accept: Sequence[str]) -> tuple[Mapping[str, list[int]], str]:
    """Return how many words each unit of each set has, and a digest of the file."""
    rows = read_rows(path, accept)
    if set(rows.columns) != {"id", "words"}:
        raise FormatError(f"{path}, line 1: expected the columns id and words: one row per unit, in order")
    counts: dict[str, list[int]] = {}
    for n, (name, text) in enumerate(zip(rows.columns["id"], rows.columns["words"], strict=True)):
        number = whole_number_in(text)
        if number is None or number < 1:
            raise FormatError(f"{rows.where(n)}: {text!r} is no number of words; expected 1 or more")
        counts.setdefault(name, []).append(number)
    return counts, rows.digest()


def _by_words(counts: Sequence[int], texts: Sequence[str], where: str) -> tuple[tuple[str, ...], ...]:
    """Return documents cut where units of so many words end."""
    left = iter(counts)
    documents = []
    for n, text in enumerate(texts, 1):
        words, units, at = text.split(), [], 0
        while at < len(words):
            if (size := next(left, None)) is None or at + size > len(words):
                raise FormatError(f"{where}, document {n}: the units do not end with its {len(words):,} words")
            units.append(" ".join(words[at : at + size]))
            at += size
        documents.append(tuple(units))
    if next(left, None) is not None:
        raise FormatError(f"{where}: there are more units than words; {sum(counts):,} words are asked for")
    return tuple(documents)


def _sentences(lines: Sequence[str], where: str) -> list[str]:
    data, starts, ends = HeldTexts.of(lines, where, ("long",)).chunk(0, len(lines))
    starts, ends, _ = _core.sentences(data, starts, ends, RULES)
    texts = (data[start:end].decode().strip() for start, end in zip(starts.tolist(), ends.tolist(), strict=True))
    return [text for text in texts if text]
