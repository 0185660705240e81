"""What there is to say of a difference: both scores, the options that differ, and what each setting sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from steelyard.results.account import Account
from steelyard.results.table import Cell, Column, Number, Table

if TYPE_CHECKING:
    from steelyard.scores.differences import Difference, OptionStep, SeenText, SegmentScore

_DIGITS = 6


def account_of(difference: Difference) -> Account:
    """Return the account of a difference."""
    same = not difference.options
    scores = _scores(difference.settings)
    return Account(
        f"segment {difference.segment} of {difference.system}",
        tuple(filter(None, (scores, None if same else _options(difference), _texts(difference)))),
        findings=("The two settings are the same.",) if same else (),
        notices=tuple(_notices(difference.settings)),
        signatures={f"({n})": setting.signature for n, setting in enumerate(difference.settings, 1)},
        name="difference",
    )


def _scores(settings: Sequence[SegmentScore]) -> Table:
    heads = [Column(f"({n}) {setting.measure}", measures=True) for n, setting in enumerate(settings, 1)]
    rows: list[list[Cell]] = [["score", *map(_value, settings)]]
    for name in dict.fromkeys(name for setting in settings for name in setting.statistics):
        rows.append([name, *(_statistic(setting.statistics.get(name)) for setting in settings)])
    return Table("scores", "", ["statistic", *heads], rows)


def _notices(settings: Sequence[SegmentScore]) -> Iterator[str]:
    for setting in settings:
        if setting.reason is not None:
            yield f"undefined: {setting.reason}"
        if setting.notice is not None:
            yield f"{setting.measure}: {setting.notice}"


def _options(difference: Difference) -> Table:
    """Return a row for each option in the order of the path, and then what only one measure has."""
    changes = {change.option: change for change in difference.options}
    alone = {step.options[0]: step for step in difference.alone}
    so_far = {step.options[-1]: step for step in difference.path}
    order = dict.fromkeys([*(name for step in difference.path for name in step.options), *changes])
    start = _value(difference.settings[0])
    rows: list[list[Cell]] = [["", "", "", start, start]]
    for name in order:
        rows.append(
            [name, changes[name].first, changes[name].second, _value(alone.get(name)), _value(so_far.get(name))]
        )
    refused = (f"{name} cannot be changed alone: {step.reason}" for name, step in alone.items() if step.value is None)
    heads = ["option", "(1)", "(2)", "changed alone", "changed down to here"]
    return Table("options", "Options that differ", heads, rows, notes=refused)


def _texts(difference: Difference) -> Table:
    """Return each text as both settings see it, a sentence to a row."""
    rows: list[list[Cell]] = []
    marked = False
    for seen in difference.texts:
        alike = seen.words[0] == seen.words[1]
        marked = marked or any(any(sentence) for side in seen.differs for sentence in side)
        for side, label in ((0, "both"),) if alike else ((0, "(1)"), (1, "(2)")):
            rows += ([seen.text, label, seen.kinds[side] or "", sentence] for sentence in _sentences(seen, side))
    notes = ["in brackets: what the other does not see"] if marked else []
    return Table("texts", "What they see", ["text", "setting", "seen as", "words"], rows, notes=notes)


def _sentences(seen: SeenText, side: int) -> list[str]:
    gap = "" if seen.kinds[side] == "characters" else " "
    sentences = zip(seen.words[side], seen.differs[side], strict=True)
    lines = [_marked(words, marks, gap) or "(nothing)" for words, marks in sentences]
    return lines or ["(no sentence)" if seen.kinds[side] else "(does not look at it)"]


def _marked(words: Sequence[str], marks: Sequence[bool], gap: str) -> str:
    """Return the words, marked one by one, and characters in runs."""
    pairs = zip(words, marks, strict=True)
    if gap:
        return gap.join(f"[{word}]" if mark else word for word, mark in pairs)
    runs = ((mark, "".join(word for word, _ in run)) for mark, run in groupby(pairs, key=lambda pair: pair[1]))
    return "".join(f"[{text}]" if mark else text for mark, text in runs)


def _value(scored: SegmentScore | OptionStep | None) -> Cell:
    return None if scored is None or scored.value is None else Number(scored.value, form=f".{_DIGITS}f")


def _statistic(value: float | None) -> Cell:
    return value if value is None or isinstance(value, int) else Number(value, form=".9g")
