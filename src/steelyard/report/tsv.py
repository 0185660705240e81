"""Scores as tab-separated values: one row per score, the columns named as in JSON, values in full."""

from __future__ import annotations

import csv
import io

from steelyard.scores import Scores


def render(scores: Scores) -> str:
    """Return a heading and one row per score.

    An undefined value is "nan", and its reason says why; a column of notices is there only if some score has one.
    """
    columns = ["system", "measure", "level"]
    if scores.level != "system":
        columns.append("segment" if scores.level == "segment" else "group")
    columns.append("value")
    if any(score.low is not None for score in scores.scores):
        columns += ["low", "high"]
    columns.append("reason")
    if any(score.notice is not None for score in scores.scores):
        columns.append("notice")
    columns.append("signature")
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow(columns)
    for score in scores.scores:
        cells = {
            **vars(score),
            "segment": score.group,
            "reason": score.reason or "",
            "notice": score.notice or "",
        }
        writer.writerow([cells[column] for column in columns])
    return held.getvalue()
