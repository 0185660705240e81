"""Every form of an account, with names that mean something to the form."""

import csv
import json
import math
import re
from html.parser import HTMLParser

import pytest

import steelyard as sy
from steelyard.report import html, latex, markdown, tsv
from steelyard.report import json as json_report
from steelyard.report.forms import FORMS, rendered
from steelyard.report.style import Style
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.signature import Signature
from steelyard.results.table import Column, Number, Table

HOSTILE = 'a|b_c*d`e` <script>alert("1")</script> & 100% $x^2$ \\end{tabular} {~#}\n=1+1\t@\x1b[2J 猫'


@pytest.fixture
def hostile():
    """An account whose every word is hostile."""
    table = Table(
        "t",
        HOSTILE,
        [HOSTILE, Column(HOSTILE, note=HOSTILE, better="higher", signature=Signature(HOSTILE))],
        [[HOSTILE, Number(-1.5, -2.0, -1.0, "*", best=True, remark=HOSTILE)], [HOSTILE, Number(math.nan)]],
        notes=[HOSTILE],
    )
    figure = Figure("f", HOSTILE, "points", ({HOSTILE: 1.0, "y": 2.0},), Axis(HOSTILE), Axis("y"), plain=True)
    part = Account(HOSTILE, (table,), about=(HOSTILE,))
    return Account(
        HOSTILE, (table,), (figure,), (HOSTILE,), (HOSTILE,), {HOSTILE: HOSTILE}, {HOSTILE: Signature("x")},
        (HOSTILE,), (part,),
    )  # fmt: skip


def test_json_is_to_dict(scores, undefined):
    for result in (scores, scores.at("document"), undefined):
        assert json.loads(rendered(result, "json")) == result.to_dict()
    assert "NaN" not in rendered(undefined, "json")


def test_json_never_holds_nan():
    with pytest.raises(ValueError):
        json_report.lines({"scores": [{"value": math.nan}]})


@pytest.mark.parametrize("form", FORMS)
def test_every_form_renders_every_result(form, scores, undefined):
    for result in (scores, scores.at("segment"), undefined):
        assert rendered(result, form, Style(width=80)).endswith("\n")


def _rows(scores):
    return list(csv.DictReader(tsv.render(scores.account()).splitlines(keepends=True), dialect="excel-tab"))


def test_tsv_has_a_row_per_score_in_full(scores):
    rows = _rows(scores)
    assert [float(row["value"]) for row in rows] == [score.value for score in scores.scores]
    assert list(rows[0]) == ["system", "measure", "level", "value", "reason", "signature"]
    assert list(_rows(scores.at("document"))[0])[3] == "group"
    assert list(_rows(scores.at("segment"))[0])[3] == "segment"
    assert list(_rows(scores.at("system", intervals=True))[0])[4:6] == ["low", "high"]


def test_tsv_of_undefined_values(undefined):
    last = _rows(undefined)[-1]
    assert last["value"] == "nan" and last["reason"] == "the references have no token"


def test_tsv_of_odd_names(hostile):
    rows = _rows(sy.score({'a "b" c': ["x"]}, ["x"], "wer", facets={"topic": ['t\t"u"\n']}, level="topic"))
    assert [(row["system"], row["group"]) for row in rows] == [('a "b" c', 't\t"u"\n')]
    lines = tsv.render(hostile).splitlines(keepends=True)
    *own, blank, name, heads, signature = csv.reader(lines, "excel-tab")
    assert own == [[HOSTILE, HOSTILE], [HOSTILE, "-1.5"], [HOSTILE, "nan"]]
    assert (blank, name, heads) == ([], ["# signatures"], ["of", "signature"]) and signature == [HOSTILE, "x"]


def test_tsv_has_every_table_below_its_name():
    one = Table("one", "", ["x"], [[Number(1.5)]])
    other = Table("other", "Two\nlines", ["y", "z"], [["a", math.nan]], shown=False)
    both = "x\n1.5\n\n# other: Two lines\ny\tz\na\tnan\n"
    assert tsv.render(Account("t", (one, other))) == both
    assert tsv.render(Account("t", (one,), parts=(Account("p", (one, other)),))) == both
    assert tsv.render(Account("t", (other,), records=one, further=(other,))) == both
    assert tsv.render(Account("t", (other,), records=one, parts=(Account("p", (other,)),))) == "x\n1.5\n"
    assert tsv.render(Account("t")) == "\n"


def test_latex_in_full(scores):
    lines = latex.render(scores.account()).splitlines()
    assert lines[0] == r"% needs \usepackage{booktabs}"
    assert lines[1:4] == [f"% {s.label}: {s.signature()}" for s in scores.statistics]
    assert lines[4:9] == [
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"system & chrF $\uparrow$ & TER $\downarrow$ & GLEU $\uparrow$ \\",
        r"\midrule",
        r"A & \textbf{100.00} & \textbf{0.00} & \textbf{1.0000} \\",
    ]
    assert lines[9].startswith(r"B\_2 & ") and lines[10:] == [r"\bottomrule", r"\end{tabular}"]


def test_latex_of_intervals_minus_signs_and_reasons(undefined):
    scores = sy.score({"A": ["x y z", "x y z z"], "B": ["a", "a"]}, ["a", "a"], "string-accuracy", intervals=True)
    assert re.search(
        r"\$-\$2\.5000 {\\scriptsize \[\$-\$\d+\.\d{4}, \$?-?\$?\d+\.\d{4}\]}", latex.render(scores.account())
    )
    assert "% undefined: wer(tokens=no-punct): the references have no token" in latex.render(undefined.account())


def test_latex_names_that_would_be_printed_alike_have_their_options():
    scores = sy.score({"A": ["a b"]}, ["a b"], ["bleu", "bleu(tokens=intl)", "rouge-l@rouge-score"])
    head = latex.render(scores.account()).splitlines()[6]
    assert head == r"system & BLEU $\uparrow$ & BLEU(tokens=intl) $\uparrow$ & ROUGE-L $\uparrow$ \\"


def test_a_latex_table_floats_with_a_caption_or_a_label(scores):
    style = Style(digits=1, caption="100% of it", label="tab:a_b")
    lines = latex.render(scores.account(), style).splitlines()[4:]
    assert lines[:4] == [r"\begin{table}", r"\centering", r"\caption{100\% of it}", r"\label{tab:a_b}"]
    assert lines[-1] == r"\end{table}" and r"A & \textbf{100.0} & \textbf{0.0} & \textbf{1.0} \\" in lines


def test_latex_escapes():
    assert latex.escaped(r"a\b{c}_$%&#^~|<>") == (
        r"a\textbackslash{}b\{c\}\_\$\%\&\#\textasciicircum{}\textasciitilde{}\textbar{}\textless{}\textgreater{}"
    )
    assert latex.escaped("a\nb") == "a b"


def test_latex_of_hostile_words_is_balanced(hostile):
    text = latex.render(hostile, Style(caption=HOSTILE, label="x"))
    body = [re.sub(r"\\[\\{}%&$#_]", "", line) for line in text.splitlines() if not line.startswith("%")]
    assert "".join(body).count("{") == "".join(body).count("}")
    assert all(line.count("$") % 2 == 0 for line in body)
    for environment in ("table", "tabular"):
        begins = sum(rf"\begin{{{environment}}}" in line for line in body)
        assert begins == sum(rf"\end{{{environment}}}" in line for line in body) == 2
    assert "\x1b" not in text


def test_markdown_cells_are_escaped(hostile, scores):
    text = markdown.render(hostile)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 8 and {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3}
    words = re.sub(r"(`+) .*? \1", "", text)
    assert "<script>" not in re.sub(r"\\.", "", words) and "\x1b" not in text
    assert markdown.render(scores.account()).splitlines()[2:5] == [
        "| system | chrf ↑ | ter ↓ | gleu ↑ |",
        "| --- | ---: | ---: | ---: |",
        "| A | **100.00** | **0.00** | **1.0000** |",
    ]


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)


def test_pages_escape_and_load_nothing(hostile):
    page = html.render(hostile)
    tags = _Tags()
    tags.feed(page)
    plain = _Tags()
    plain.feed(html.render(Account("x")))
    assert tags.tags.count("script") == plain.tags.count("script")
    assert tags.tags.count("table") == 2 and "<script>alert" not in page
    assert "<strong>-1.5" in page and re.search(r'(src|href)="(?!#)', page) is None


def test_words_among_numbers_stand_where_numbers_do():
    table = Table("t", "", ["system", "1", "better"], [["A", "·", "A"], ["B", 1.5, ""]])
    page = html.render(Account("x", (table,)))
    assert '<td class="number">·</td><td class="name">A</td>' in page
    assert re.findall(r'<th scope="col"( class="number")?>', page) == ["", ' class="number"', ""]
