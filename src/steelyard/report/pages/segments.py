"""The section of a report that shows segments one by one: texts and scores as compact JSON, which a script lays out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.evaluation.evaluation import Changes, Evaluation
from steelyard.report.html import note

_NO_TEXTS = "The segments are not shown, for there are no texts here; make the report from the texts to see them."
_NO_SCRIPT = (
    "<noscript><p>Showing segments one by one needs JavaScript. Their scores are also given by "
    "<code>steelyard score --level segment --tsv</code>.</p></noscript>"
)


def segments(evaluation: Evaluation) -> Iterator[str]:
    """Yield the place of the browser and its data; a script makes the rest."""
    if evaluation.corpus is None:
        yield note(_NO_TEXTS)
        return
    shown, there = len(evaluation.changes[0]), evaluation.segments
    if shown < there:
        yield note(f"The first {shown:,} of {there:,} segments; --segments N shows more. The scores above are of all.")
    yield _NO_SCRIPT
    yield '<div id="browser" hidden></div>'
    content = inert(segment_data(evaluation, evaluation.corpus))
    yield f'<script type="application/json" id="segment-data">{content}</script>'


def inert(held: Any) -> str:
    """Return JSON that no text in it can end the script element of, whatever it holds."""
    text = json.dumps(held, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def segment_data(made: Evaluation, corpus: Corpus) -> dict[str, Any]:
    """Return what the browser shows: every text once, and numbers as they are shown.

    changes is system × segment × reference: four lengths for each change, all in one list.
    """
    count = len(made.changes[0])
    return {
        "systems": list(made.scores.systems),
        "chosen": _first_two(made),
        "ids": [corpus.segment_name(n) for n in range(count)],
        "facets": {name: _numbered(values[:count]) for name, values in corpus.facets.items()},
        "source": None if corpus.source is None else _texts(corpus.source, count),
        "references": [_texts(texts, count) for texts in corpus.references],
        "outputs": [_texts(corpus.systems[name], count) for name in made.scores.systems],
        "changes": [[_flat(changes) for changes in row] for row in made.changes],
        "measures": [_measure(one, count) for one in made.scores.statistics],
        "human": [
            {"name": one.dimension, "values": _rounded(one.of(made.scores.systems)[:, :count], 3)}
            for one in made.human
            if not one.whole
        ],
    }


def _first_two(made: Evaluation) -> list[int]:
    """Return the numbers of the systems to begin with: the best by the first measure and the baseline, or the next."""
    compared = made.comparisons
    if compared is None:
        return [0]
    order = [one.system for one in compared.of(made.scores.measures[0])[1]]
    order.sort(key=lambda name: name != compared.baseline)
    return [made.scores.systems.index(name) for name in order[:2]]


def _texts(texts: Iterable[str | None], count: int) -> list[str | None]:
    return [text if text and text.strip() else None for text in islice(texts, count)]


def _numbered(values: Sequence[str]) -> dict[str, Any]:
    """Return the values that there are, and for each segment which it has."""
    known = {value: n for n, value in enumerate(dict.fromkeys(values))}
    return {"values": list(known), "of": [known[value] for value in values]}


def _flat(changes: Changes) -> list[list[int] | None]:
    return [None if one is None else list(chain.from_iterable(one)) for one in changes]


def _measure(one: Any, count: int) -> dict[str, Any]:
    measure, decimals = one.measure.at_level("segment"), one.measure.digits
    values = one.taken(range(count)).scores("segment")[2]
    return {
        "name": one.label,
        "higher": measure.higher_is_better,
        "decimals": decimals,
        "undefined": measure.undefined,
        "values": _rounded(values, decimals),
    }


def _rounded(values: NDArray[np.float64], decimals: int) -> list[list[float | None]]:
    """Return rows of rounded numbers; undefined ones are null. Whole numbers lose their ".0"."""
    rounded = np.round(values, decimals)
    return [[_short(value) for value in row] for row in rounded.tolist()]


def _short(value: float) -> float | None:
    if np.isnan(value):
        return None
    return int(value) if value.is_integer() else value
