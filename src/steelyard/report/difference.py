"""A difference between two settings as plain text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from steelyard.differences import Difference, Seen, Setting, Step
from steelyard.inference.plain import shown
from steelyard.report.text import grid, highlighted, printable

_WIDTH = 110


def render(difference: Difference, bold: bool = False) -> str:
    """Return scores, options and texts, tokens that differ in bold, or in brackets where that cannot be shown."""
    head = f"segment {printable(str(difference.segment))} of {printable(difference.system)}"
    lines = [head, "", *_scores(difference.settings), *_options(difference), *_texts(difference, bold)]
    lines += (f"({n}) {printable(setting.signature)}" for n, setting in enumerate(difference.settings, 1))
    return "\n".join(lines) + "\n"


def _scores(settings: Sequence[Setting]) -> Iterator[str]:
    heads = ["", *(f"({n}) {printable(setting.measure)}" for n, setting in enumerate(settings, 1))]
    rows = [["score", *(_value(setting) for setting in settings)]]
    for field in dict.fromkeys(name for setting in settings for name in setting.statistics):
        rows.append([field, *(_number(setting.statistics.get(field)) for setting in settings)])
    yield from grid(heads, rows, left=1)
    for setting in settings:
        if setting.reason is not None:
            yield f"undefined: {setting.reason}"
        if setting.notice is not None:
            yield f"note: {printable(setting.measure)}: {setting.notice}"
    yield ""


def _options(difference: Difference) -> Iterator[str]:
    """Yield a row for each option in the order of the path, and then what only one measure has."""
    if not difference.options:
        yield from ("The two settings are the same.", "")
        return
    changes = {change.option: change for change in difference.options}
    alone = {step.options[0]: step for step in difference.alone}
    so_far = {step.options[-1]: step for step in difference.path}
    order = dict.fromkeys([*(name for step in difference.path for name in step.options), *changes])
    rows = []
    for name in order:
        values = ("–" if value is None else printable(value) for value in (changes[name].first, changes[name].second))
        rows.append([name, *values, _value(alone.get(name)), _value(so_far.get(name))])
    start = _value(difference.settings[0])
    heads = ["option", "(1)", "(2)", "changed alone", "changed down to here"]
    yield from grid(heads, [["", "", "", start, start], *rows], left=3)
    for name, step in alone.items():
        if step.value is None:
            yield f"{name} cannot be changed alone: {step.reason}"
    yield ""


def _texts(difference: Difference, bold: bool) -> Iterator[str]:
    for seen in difference.texts:
        if seen.words[0] == seen.words[1]:
            yield f"{seen.text}, as both see it ({_kinds(seen)})"
            yield from _side(seen, 0, "", bold)
        else:
            marked = any(any(sentence) for side in seen.differs for sentence in side)
            yield f"{seen.text} ({_kinds(seen)}{'; marked: what the other does not see' if marked else ''})"
            yield from _side(seen, 0, "(1) ", bold)
            yield from _side(seen, 1, "(2) ", bold)
        yield ""


def _kinds(seen: Seen) -> str:
    return ", ".join(dict.fromkeys(kind for kind in seen.kinds if kind is not None))


def _side(seen: Seen, side: int, label: str, bold: bool) -> Iterator[str]:
    """Yield each sentence on a line of its own."""
    lead, indent = f"  {label}", " " * (2 + len(label))
    gap = "" if seen.kinds[side] == "characters" else " "
    for words, marks in zip(seen.words[side], seen.differs[side], strict=True):
        shown = _marked(list(map(printable, words)), marks, gap, bold)
        yield from textwrap.wrap(shown or "(nothing)", _WIDTH, initial_indent=lead, subsequent_indent=indent + "  ")
        lead = indent
    if lead != indent:
        yield lead + ("(no sentence)" if seen.kinds[side] else "(does not look at it)")


def _marked(words: Sequence[str], marks: Sequence[bool], gap: str, bold: bool) -> str:
    """Return the words, marked one by one, and characters in runs."""
    if gap:
        return gap.join(_mark(word, mark, bold) for word, mark in zip(words, marks, strict=True))
    runs = groupby(zip(words, marks, strict=True), key=lambda pair: pair[1])
    return "".join(_mark("".join(word for word, _ in run), mark, bold) for mark, run in runs)


def _mark(word: str, mark: bool, bold: bool) -> str:
    if not mark:
        return word
    return highlighted(word) if bold else f"[{word}]"


def _value(scored: Setting | Step | None) -> str:
    if scored is None:
        return ""
    if scored.value is None:
        return "–"
    return shown(scored.value, ".6f")


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.9g}"
