"""A difference between two settings: both scores, the options that differ, and what each setting sees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from steelyard.results.account import Account
from steelyard.results.estimate import Estimate
from steelyard.results.result import Result
from steelyard.results.table import Cell, Column, Number, Table
from steelyard.text.seen import Words

_DIGITS = 6


@dataclass(frozen=True, repr=False, kw_only=True)
class SegmentScore(Estimate):
    """One measure as it was asked for, and what it makes of the segment.

    statistics holds also what they are made of (`Measure.parts`), such as the counts behind a ROUGE value;
    reason says why the value is nan, notice what else must be known, such as that a search was cut.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("measure", "value", "statistics", "signature", "reason", "notice")

    measure: str
    statistics: Mapping[str, float]


@dataclass(frozen=True)
class OptionChange:
    """An option with its value in the first and the second setting.

    It is empty where nothing is set, and None where a measure has no such option.
    """

    option: str
    first: str | None
    second: str | None


@dataclass(frozen=True)
class OptionStep:
    """Options that were changed from the first setting's value to the second's, and the score with that.

    The value is nan where the score is undefined, and None where the options cannot be changed without others; the
    reason says why.
    """

    options: tuple[str, ...]
    value: float | None
    reason: str | None = None


@dataclass(frozen=True)
class SeenText:
    """What each setting sees of a text, as sentences of tokens, and which tokens the other setting does not see.

    text is output, reference 1, … or source; kind is tokens, sentences or characters, None where a setting does not
    look at the text so. Characters are not compared with tokens: then nothing is marked.
    """

    text: str
    kinds: tuple[str | None, str | None]
    words: tuple[Words, Words]
    differs: tuple[tuple[tuple[bool, ...], ...], tuple[tuple[bool, ...], ...]]


@dataclass(frozen=True, repr=False)
class Difference(Result):
    """Why two settings score a segment differently.

    options   those that differ
    alone     the score of the first setting with one option changed
    path      from the first setting to the second, one option after another; the last score is the second's
    texts     what both see
    """

    system: str
    segment: str | int
    settings: tuple[SegmentScore, SegmentScore]
    options: tuple[OptionChange, ...]
    alone: tuple[OptionStep, ...]
    path: tuple[OptionStep, ...]
    texts: tuple[SeenText, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as the JSON output has it; what is undefined is null, with its reason."""
        return {
            "difference": {
                "system": self.system,
                "segment": self.segment,
                "settings": [
                    _scored(s, measure=s.measure) | {"statistics": _finite(s.statistics), "signature": s.signature}
                    for s in self.settings
                ],
                "options": [vars(change) for change in self.options],
                "alone": [_scored(step, options=list(step.options)) for step in self.alone],
                "path": [_scored(step, options=list(step.options)) for step in self.path],
                "texts": [vars(seen) for seen in self.texts],
            }
        }

    def account(self) -> Account:
        """Return scores, options and texts, with the tokens in brackets that the other setting does not see."""
        return _account(self)


def _scored(score: SegmentScore | OptionStep, **head: Any) -> dict[str, Any]:
    reason = {} if score.reason is None else {"reason": score.reason}
    notice = {} if not isinstance(score, SegmentScore) or score.notice is None else {"notice": score.notice}
    value = None if score.value is None or math.isnan(score.value) else score.value
    return {**head, "value": value, **reason, **notice}


def _finite(statistics: Mapping[str, float]) -> dict[str, float | None]:
    return {name: None if math.isnan(value) else value for name, value in statistics.items()}


def _account(difference: Difference) -> Account:
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
