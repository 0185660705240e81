"""What the probe of the axioms found, and severity, as text and as tab-separated values."""

from __future__ import annotations

import csv
import io
import math
import textwrap
from collections.abc import Iterator

from steelyard.corpus.formats.content import counted
from steelyard.meta.axiom_findings import AXIOMS, AxiomReport, Finding, MeasureAxioms
from steelyard.meta.severity import Severity
from steelyard.report.text import grid, printable

_WIDTH = 100
_DECOMPOSITIONS = {"set": "set of words", "bag": "bag of words", "sequence": "words in order"}
_ALONE = ("defined", "bounds", "repeatable")
_UNSEEN = {"order": "the order of words", "repeats": "repeated words"}
_COLUMNS = ("measure", "decomposition", "axiom", "probes", "broken", "share", "undefined", "change", "reference",
            "text_1", "score_1", "text_2", "score_2", "signature")  # fmt: skip


def text(report: AxiomReport, severity: Severity | None = None) -> str:
    """Return a table of measures and axioms, one counter-example for each axiom broken, and the signatures."""
    lines = _table(report) if report.measures else []
    for one in report.measures:
        for finding in one.findings:
            lines += _example(one, finding)
    if severity is not None:
        lines += ["", *_severity(severity)]
    lines += ["", *(f"({n}) {printable(one.signature)}" for n, one in enumerate(report.measures, 1))]
    lines += [] if severity is None else [severity.signature]
    notices = [*report.notices, *filter(None, map(_blindness, report.measures))]
    remarks = [f"not probed: {name}: {reason}" for name, reason in report.unprobed.items()]
    remarks += [f"note: {notice}" for notice in notices]
    lines += ["", *map(printable, remarks)] if remarks else []
    return "\n".join(lines).strip("\n") + "\n"


def tsv(report: AxiomReport) -> str:
    """Return a row for each measure and axiom, with the first counter-example; numbers in full."""
    held = io.StringIO()
    writer = csv.DictWriter(held, _COLUMNS, dialect="excel-tab", lineterminator="\n", restval="")
    writer.writeheader()
    for one in report.measures:
        for finding in one.findings:
            row = {"measure": one.measure, "decomposition": one.decomposition, "axiom": finding.axiom,
                   "probes": finding.probes, "broken": finding.broken, "share": finding.share,
                   "undefined": finding.undefined, "signature": one.signature}  # fmt: skip
            if finding.first is not None:
                row |= {"change": finding.first.change, "reference": finding.first.reference}
                for n, (shown, score) in enumerate(zip(finding.first.texts, finding.first.scores, strict=True), 1):
                    row |= {f"text_{n}": shown, f"score_{n}": score}
            writer.writerow(row)
    return held.getvalue()


def _table(report: AxiomReport) -> list[str]:
    """Return a row per measure and a column per axiom, those on scores by themselves only where one is not kept."""
    shown = [name for name in AXIOMS if name not in _ALONE or any(not _fine(one[name]) for one in report.measures)]
    rows = [
        [
            f"{printable(one.measure)} ({n})",
            _DECOMPOSITIONS[one.decomposition],
            one.order.word,
            one.repeats.word,
            *(_cell(one[name]) for name in shown),
        ]
        for n, one in enumerate(report.measures, 1)
    ]
    lines = grid(["measure", "judged by", "order", "repeats", *shown], rows, left=4)
    lines += ["", *(f"{name}: {AXIOMS[name]}" for name in shown)]
    rest = [name for name in AXIOMS if name not in shown and any(one[name].probes for one in report.measures)]
    if kept := [AXIOMS[name] for name in rest]:
        lines += [f"kept by all: {'; '.join(kept)}"]
    return lines


def _fine(finding: Finding) -> bool:
    return not finding.broken and not (finding.undefined and not finding.probes)


def _cell(finding: Finding) -> str:
    if not finding.probes:
        return "undefined" if finding.undefined else "–"
    if not finding.broken:
        return "kept"
    return f"broken {_share(finding.share).replace('below ', '<').replace('above ', '>')}"


def _example(one: MeasureAxioms, finding: Finding) -> Iterator[str]:
    if finding.first is None:
        return
    yield ""
    share = f"{finding.broken:,} of {counted(finding.probes, 'probe')} ({_share(finding.share)})"
    yield f"{printable(one.measure)} breaks {finding.axiom} in {share}: {AXIOMS[finding.axiom]}"
    yield from _wrapped("reference", finding.first.reference)
    better = "nearer" if finding.axiom not in ("best", "only") else "the same"
    heads = ["text"] if len(finding.first.texts) == 1 else [better, finding.first.change]
    if finding.axiom == "repeatable":
        heads = ["text", finding.first.change]
    for head, shown, score in zip(heads, finding.first.texts, finding.first.scores, strict=True):
        yield from _wrapped(f"{_number(score)}  {head}", shown)


def _share(share: float) -> str:
    return "below 1%" if share < 0.01 else "above 99%" if 0.99 < share < 1 else f"{share:.0%}"


def _wrapped(head: str, shown: str) -> list[str]:
    return textwrap.wrap(f"  {head}: {printable(shown)}", _WIDTH, subsequent_indent=" " * 6, break_on_hyphens=False)


def _number(score: float) -> str:
    return f"{score:.6g}" if math.isfinite(score) else "undefined" if math.isnan(score) else str(score)


def _blindness(one: MeasureAxioms) -> str:
    """Return what a measure does not see, which breaks no axiom of the decomposition it is judged by."""
    unseen = [what for what, found in (("order", one.order), ("repeats", one.repeats)) if found.blind]
    return f"{one.measure} is blind to {' and to '.join(_UNSEEN[what] for what in unseen)}" if unseen else ""


def _severity(found: Severity) -> Iterator[str]:
    left_out = f", without {found.missing:,} that lack a score" if found.missing else ""
    yield f"severity on {counted(found.n, 'output')}{left_out}"
    yield ""
    rows = []
    for p in found.pairs:
        counts = ["undefined" if math.isnan(count) else f"{count:,}" for count in p.counts]
        rows.append([printable(p.first), printable(p.second), *counts, p.scale or "–", p.relation])
    yield from grid(["measure", "beside", "lower", "same", "higher", "scale", "it is"], rows, left=2)
    yield ""
    steps = [f"{printable(a)} is more severe than {printable(b)}" for a, b in found.steps]
    yield from steps or ["no measure is more severe than another"]
    yield from (f"undefined: {reason}" for reason in dict.fromkeys(p.reason for p in found.pairs if p.reason))
