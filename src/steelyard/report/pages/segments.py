"""The section of a report that shows segments one by one: texts and scores as compact JSON, which a script lays out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.characters import json_escaped
from steelyard.corpus import Corpus
from steelyard.errors import worded
from steelyard.evaluation.evaluation import Changes, Evaluation, SegmentScoreMatrix
from steelyard.judgements.measure import dimension_name
from steelyard.report.page import note

_NO_TEXTS = "The segments are not shown, for there are no texts here; make the report from the texts to see them."
_NO_SCRIPT = (
    "<noscript><p>Showing segments one by one needs JavaScript. Their scores are also given by "
    "<code>steelyard score --level segment --tsv</code>.</p></noscript>"
)


def segments(evaluation: Evaluation, digits: int | None = None) -> Iterator[str]:
    """Yield the place of the browser and its data; a script makes the rest. Scores have the digits asked for."""
    if evaluation.corpus is None:
        yield note(_NO_TEXTS)
        return
    shown, there = len(evaluation.changes[0]), evaluation.segments
    if shown < there:
        option = worded("--segments N", "most_segments=…")
        yield note(f"The first {shown:,} of {there:,} segments; {option} shows more. The scores above are of all.")
    yield _NO_SCRIPT
    yield '<div id="browser" hidden></div>'
    content = inert(segment_data(evaluation, evaluation.corpus, digits))
    yield f'<script type="application/json" id="segment-data">{content}</script>'


def inert(content: Any) -> str:
    """Return JSON that no text in it can end the script element of, whatever it holds."""
    text = json_escaped(json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def segment_data(evaluation: Evaluation, corpus: Corpus, digits: int | None = None) -> dict[str, Any]:
    """Return what the browser shows: every text once, and numbers as they are shown.

    changes is system × segment × reference: four lengths for each change, all in one list.
    """
    count = len(evaluation.changes[0])
    return {
        "systems": list(evaluation.scores.systems),
        "chosen": [evaluation.scores.systems.index(name) for name in evaluation.shown_first],
        "ids": [corpus.segment_name(n) for n in range(count)],
        "facets": {name: _numbered(values[:count]) for name, values in corpus.facets.items()},
        "source": None if corpus.source is None else _texts(corpus.source, count),
        "references": [_texts(texts, count) for texts in corpus.references],
        "outputs": [_texts(corpus.systems[name], count) for name in evaluation.scores.systems],
        "changes": [[_flat(changes) for changes in row] for row in evaluation.changes],
        "measures": [_measure(scores, digits) for scores in evaluation.segment_scores],
        "human": [
            {
                "name": dimension_name(human.dimension),
                "values": _rounded(human.of(evaluation.scores.systems)[:, :count], 3 if digits is None else digits),
            }
            for human in evaluation.human
            if not human.whole
        ],
    }


def _texts(texts: Iterable[str | None], count: int) -> list[str | None]:
    return [text if text and text.strip() else None for text in islice(texts, count)]


def _numbered(values: Sequence[str]) -> dict[str, Any]:
    """Return the values that there are, and for each segment which it has."""
    numbers = {value: n for n, value in enumerate(dict.fromkeys(values))}
    return {"values": list(numbers), "of": [numbers[value] for value in values]}


def _flat(by_reference: Changes) -> list[list[int] | None]:
    return [None if changes is None else list(chain.from_iterable(changes)) for changes in by_reference]


def _measure(scores: SegmentScoreMatrix, digits: int | None) -> dict[str, Any]:
    decimals = scores.digits if digits is None else digits
    return {
        "name": scores.measure,
        "higher": scores.higher_is_better,
        "decimals": decimals,
        "undefined": scores.undefined,
        "values": _rounded(scores.values, decimals),
    }


def _rounded(values: NDArray[np.float64], decimals: int) -> list[list[float | None]]:
    """Return rows of rounded numbers; undefined ones are null. Whole numbers lose their ".0"."""
    rounded = np.round(values, decimals)
    return [[_short(value) for value in row] for row in rounded.tolist()]


def _short(value: float) -> float | None:
    if np.isnan(value):
        return None
    return int(value) if value.is_integer() else value
