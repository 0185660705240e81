"""The report: one page with everything about some systems.

It has a section for each part of the evaluation's account, and one in which segments can be looked at one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from steelyard.characters import markup
from steelyard.evaluation import Evaluation
from steelyard.report.page import STYLES, page
from steelyard.report.pages.segments import segments
from steelyard.report.sections import contents, signature_list
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account

_SCRIPTS = ("page.js", "segments.js")
_MEANING = "A signature names every choice behind a number; the same texts and choices give the same number."


def render(evaluation: Evaluation, style: Style = PLAIN) -> str:
    """Return the page: all sections that have something to say, and links to them."""
    account = evaluation.account()
    parts = {
        "At a glance": [
            "<ul>",
            *(f"<li>{_led(line, evaluation.scores.measures)}</li>" for line in account.findings),
            "</ul>",
        ],
        **{part.title: [*_part(part, style)] for part in account.parts},
        "Segments": [*segments(evaluation, style.digits)],
        "Signatures": [*_signatures(evaluation, account)],
    }
    links = "".join(f'<li><a href="#{_anchor(name)}">{markup(name)}</a></li>' for name in parts)
    body = [f'<nav aria-label="Sections"><ul>{links}</ul></nav><main>']
    for name, lines in parts.items():
        body += [f'<section id="{_anchor(name)}"><h2>{markup(name)}</h2>', *lines, "</section>"]
    return page(account.title, account.about[0], [*body, "</main>"], (*STYLES, "evaluation.css"), _SCRIPTS)


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


def _led(finding: str, measures: Sequence[str]) -> str:
    """Return a finding, with the measure that leads it in bold."""
    measure = next((name for name in measures if finding.startswith(f"{name}: ")), None)
    if measure is None:
        return markup(finding)
    return f"<strong>{markup(measure)}</strong>{markup(finding[len(measure) :])}"


def _part(part: Account, style: Style) -> Iterator[str]:
    yield from (f"<p>{markup(line)}</p>" for line in part.about)
    yield from contents(part, style, 3, _anchor(part.title))


def _signatures(evaluation: Evaluation, account: Account) -> Iterator[str]:
    yield f"<p>{_MEANING}</p>"
    labelled = {scores.measure: scores.signature for scores in evaluation.segment_scores}
    segment_scores = Account("Segment scores", signatures=labelled)
    for part in (account.parts[0], segment_scores, *account.parts[1:]):
        if lines := [*signature_list(part)]:
            yield from (f"<details><summary>{markup(part.title)}</summary>", *lines, "</details>")
