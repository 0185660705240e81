"""Names, texts, titles, facets and labels that hold markup and odd characters, on every kind of page that we write.

No script but ours may run, nothing may be loaded, and no part of a page may break the page's own policy: the fixture
`visit` fails at any complaint.
"""

import re
from dataclasses import replace

import pytest

import steelyard as sy
from steelyard.characters import harmless
from steelyard.cli import main
from steelyard.corpus import Corpus
from steelyard.corpus.judgement import Judgement
from steelyard.evaluation import gather
from steelyard.judgements.scores import any_human_scores
from steelyard.report.folder import save
from steelyard.report.pages.evaluation import render
from steelyard.scores.table import score_table
from steelyard.studies import STUDIES
from studying import settings

pytest.importorskip("vl_convert")
SCRIPT = "</title></style></text></svg></script><!--<script>alert(1)</script><img src=x onerror=alert(2)>"
ATTRIBUTE = "\"'><svg onload=alert(3)><a href=javascript:alert(4)>x</a>{{alert(5)}}${alert(6)}"
#: Systems and facets may not have control characters; whatever else is said of texts may.
NAMES = (f"A{SCRIPT}", f"B{ATTRIBUTE}\u202e", "__proto__")
ODD = f"\x1b[2J\x07\u2028\u202e\x9b{SCRIPT}{ATTRIBUTE}"
#: A label of a measure has no brackets and no sign of equality.
LABEL = '\x1b\u202e</th></script><script>alert`7`</script>"></title>'


@pytest.fixture(scope="module")
def corpus():
    words = "the cat sat on the mat", "hello there my world", "it rains a lot today", "we went home early"
    systems = {
        name: [f"{line} {ODD}" if n == k else " ".join(line.split()[: 3 + (n + k) % 3]) for k, line in enumerate(words)]
        for n, name in enumerate(NAMES)
    }
    judgements = [
        Judgement(system=name, item=k, assessor=who, dimension=ODD, value=float((n + k + len(who)) % 5))
        for n, name in enumerate(NAMES)
        for k in range(len(words))
        for who in (ODD, "bob")
    ]
    facets = {f"f{ATTRIBUTE}": [ODD, ODD, "b", "b"]}
    references, ids = [f"{line} {ODD}" for line in words], [f"{n}{ODD}" for n in range(4)]
    unjudged = Corpus.of(systems, references, source=[ODD] * 4, ids=ids, facets=facets)
    return replace(unjudged, judgements=tuple(judgements))


@pytest.fixture(scope="module")
def folder(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    sy.write(corpus, folder / "corpus.jsonl")
    return folder


def looked_at(page):
    """Return the text of a page, after seeing that it has no element that is not ours."""
    assert page.locator("img, iframe, object, embed, base, link, foreignObject").count() == 0
    assert page.locator("svg:not([role=img])").count() == 0
    assert page.locator("[onload], [onerror], a:not([href^='#'])").count() == 0
    assert page.locator("script:not([type])").count() in (2, 3)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    text = page.locator("body").text_content()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", text)
    return text


def test_the_report(visit, corpus, tmp_path):
    table = score_table(corpus, [f"{LABEL}=chrf", "ter"])
    draws = sy.Draws(trials=100, resamples=20)
    evaluation = gather(table, draws=draws, human=any_human_scores(corpus), title=ODD)
    (tmp_path / "x.html").write_text(render(evaluation), encoding="utf-8")
    page = visit(tmp_path / "x.html")
    page.locator(".detail h3").wait_for()
    text = looked_at(page)
    assert page.title() == harmless(ODD) and harmless(NAMES[1]) in text
    assert page.locator(".detail h3").text_content() == harmless(f"Segment 0{ODD}")
    assert page.locator(".texts p").first.text_content() == harmless(ODD)
    assert page.locator("svg.figure").count() > 0 and page.locator("table").count() > 2


QUICK = ["--resamples", "20"]
#: What is asked → options that name a page that is written.
COMMANDS = {
    "score": (["-m", f"{LABEL}=chrf", "--level", f"f{ATTRIBUTE}", "--html"], ["--out"]),
    "compare": (["-m", "ter", "--trials", "100", *QUICK, "--html"], ["--out"]),
    "align": (["--segment", f"1{ODD}", "--system", NAMES[1], "--html"], ["--out"]),
    "agree": ([*QUICK, "--html"], ["--out", "--distributions"]),
    "meta": (["-m", "ter", *QUICK, "--html"], ["--out", "--plot"]),
    "sweep": (["-m", "chrf", "--vary", "beta=1,2"], ["--plot"]),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_pages_of_commands(visit, folder, command, capsys):
    options, pages = COMMANDS[command]
    paths = {option: folder / f"{command}{option}.html" for option in pages}
    named = [word for option, path in paths.items() for word in (option, str(path))]
    assert main([command, "--corpus", str(folder / "corpus.jsonl"), *options, *named]) == 0
    assert "\x1b" not in "".join(capsys.readouterr())
    for option, path in paths.items():
        page = visit(path)
        text = looked_at(page)
        if option == "--out":
            assert page.locator("table").count() > 0 and "onload=alert(3)" in text
        else:
            assert page.locator("figure svg").bounding_box()["height"] > 100
            assert page.locator("figure svg [aria-label] > title").count() > 0


def test_the_page_of_a_study(visit, corpus, tmp_path):
    recipe = STUDIES.load("lin-hovy-2003")
    save(recipe.study(corpus, ("ngram(1,2)",), *settings()), tmp_path, "study")
    page = visit(tmp_path / "study.html")
    assert harmless(ODD) in looked_at(page)
    sizes = page.locator("figure svg").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(sizes) == 3 and all(30 < size < 3000 for size in sizes)
