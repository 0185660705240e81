"""JSON, TSV and LaTeX."""

import csv
import json
import math

import pytest

import steelyard as sy
from steelyard.report import json as json_report
from steelyard.report import latex, tsv
from steelyard.report.table import tabulate


def test_json_is_to_dict(scores, undefined):
    for given in (scores, scores.at("document"), undefined):
        assert json.loads(json_report.render(given)) == given.to_dict()
    assert "NaN" not in json_report.render(undefined)


def test_json_never_holds_nan():
    with pytest.raises(ValueError):
        json_report.lines({"scores": [{"value": math.nan}]})


def _rows(scores):
    return list(csv.DictReader(tsv.render(scores).splitlines(keepends=True), dialect="excel-tab"))


def test_tsv_has_a_row_per_score_in_full(scores):
    rows = _rows(scores)
    assert [float(row["value"]) for row in rows] == [score.value for score in scores.scores]
    assert list(rows[0]) == ["system", "measure", "level", "value", "reason", "signature"]
    assert list(_rows(scores.at("document"))[0])[3] == "group"
    assert list(_rows(scores.at("segment"))[0])[3] == "segment"
    assert list(_rows(scores.at("system", sy.Intervals(resamples=9)))[0])[4:6] == ["low", "high"]


def test_tsv_of_undefined_values(undefined):
    last = _rows(undefined)[-1]
    assert last["value"] == "nan" and last["reason"] == "the references have no token"


def test_tsv_of_odd_names():
    rows = _rows(sy.score({'a "b" c': ["x"]}, ["x"], "wer", facets={"topic": ['t\t"u"\n']}, level="topic"))
    assert [(row["system"], row["group"]) for row in rows] == [('a "b" c', 't\t"u"\n')]


def test_latex_in_full(scores):
    lines = latex.render(tabulate(scores)).splitlines()
    assert lines[0] == r"% needs \usepackage{booktabs}"
    assert lines[1:4] == [f"% ({n}) {s.signature()}" for n, s in enumerate(scores.statistics, 1)]
    assert lines[4:9] == [
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"system & chrf $\uparrow$ & ter $\downarrow$ & gleu $\uparrow$ \\",
        r"\midrule",
        r"A & \textbf{100.00} & \textbf{0.00} & \textbf{1.0000} \\",
    ]
    assert lines[9].startswith(r"B\_2 & ") and lines[10:] == [r"\bottomrule", r"\end{tabular}"]


def test_latex_of_intervals_minus_signs_and_reasons(undefined):
    scores = sy.score({"A": ["x y z"], "B": ["a"]}, ["a"], "string-accuracy", intervals=sy.Intervals(resamples=9))
    assert r"$-$2.0000 {\scriptsize [$-$2.0000, $-$2.0000]}" in latex.render(tabulate(scores))
    assert "% undefined: wer(tokens=no-punct): the references have no token" in latex.render(tabulate(undefined))


def test_latex_escapes():
    assert latex.escaped(r"a\b{c}_$%&#^~|<>") == (
        r"a\textbackslash{}b\{c\}\_\$\%\&\#\textasciicircum{}\textasciitilde{}\textbar{}\textless{}\textgreater{}"
    )
    assert latex.escaped("a\nb") == "a b"
