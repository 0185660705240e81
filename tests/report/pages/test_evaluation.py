import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.evaluation import gather
from steelyard.judgements.scores import any_human_scores
from steelyard.report.page import page as bare_page
from steelyard.report.pages.evaluation import render
from steelyard.report.pages.segments import inert
from steelyard.scores.external import ExternalScores
from steelyard.scores.table import score_table
from steelyard.statistics import Statistics

_VOID = {"meta", "wbr"}
NASTY = '</script><script>alert("&amp;")</script><img src=x onerror=alert(1)>'
QUICK = sy.Draws(trials=2000, resamples=50)


class Outline(HTMLParser):
    """Checks that tags nest, and gathers attributes, tables as rows of cell texts, and the data of the browser."""

    def __init__(self):
        super().__init__()
        self.open, self.tables, self.attributes, self.tags, self.script = [], [], [], [], ""

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]
        self.tags.append(tag)
        if tag in _VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag == "script":
            self.script = ""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data
        if "script" in self.open and data.startswith("{"):
            self.data = json.loads(data)


def made(corpus, measures=("chrf", "ter"), **options):
    table = score_table(corpus, measures, accept=["empty"])
    return gather(table, draws=QUICK, human=any_human_scores(corpus), **options)


@pytest.fixture(scope="module")
def evaluation():
    corpus = Corpus.of(
        {"A": ["the cat", NASTY], "<B>": ["a cat", "x"]},
        [["the cat", "y"], ["", NASTY], [None, None]],
        source=["die Katze", NASTY],
        facets={"document": ["<d>", "e"]},
    )
    return made(corpus)


@pytest.fixture(scope="module")
def page(evaluation):
    return render(replace(evaluation, title="A & B"))


@pytest.fixture(scope="module")
def sample():
    return made(sy.sample(), ("bleu", "ter"))


def outline(page):
    found = Outline()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


def test_tables_hold_scores_standings_and_pairs(page):
    scores, summary, comparisons, standings, matrix, *_ = outline(page).tables
    assert scores[0] == ["system", "chrf ↑", "ter ↓"] and summary[0] == scores[0]
    assert [row[0] for row in scores[1:]] == ["A", "<B>"] and "[" in scores[2][1]
    assert comparisons[0][:4] == ["a", "b", "measure", "a − b"]
    assert [head.strip() for head in standings[0]] == ["", "system", "score ↑", "ranks", "group"]
    assert [row[:2] for row in matrix[1:]] == [["1", "A"], ["2", "<B>"]]


def test_every_section_can_be_reached(page, sample):
    for one in (page, render(sample)):
        found = outline(one)
        links = [value for tag, name, value in found.attributes if tag == "a" and name == "href"]
        places = [value for tag, name, value in found.attributes if tag == "section" and name == "id"]
        assert links == [f"#{place}" for place in places] and len(set(places)) == len(places)
    assert places == ["at-a-glance", "scores", "significance", "corroboration", "ranks", "human-scores", "segments",
                      "signatures"]  # fmt: skip


def test_texts_are_inert(page):
    found = outline(page)
    assert "<title>A &amp; B</title>" in page
    assert found.tags.count("script") == 4 and "img" not in found.tags
    assert "alert(" in page and "<script>alert" not in page
    assert found.data["outputs"][0][1] == NASTY and found.data["systems"] == ["A", "<B>"]


def test_no_text_ends_the_script():
    held = {"x": "</script><!--<script>&amp;\u2028"}
    assert not set("<>&") & set(inert(held)) and json.loads(inert(held)) == held
    with pytest.raises(ValueError):
        inert([float("nan")])


def test_the_page_is_self_contained(page):
    attributes = outline(page).attributes
    assert not [name for _, name, _ in attributes if name in ("src", "srcset") or name.startswith("on")]
    assert all(value.startswith("#") for _, name, value in attributes if name == "href")
    assert not re.search(r"https?://|url\(|@import|fetch\(|innerHTML|eval\(", page)
    assert any("default-src 'none'" in (value or "") for _, _, value in attributes)


def test_every_text_is_there_once(page):
    data = outline(page).data
    assert data["references"] == [["the cat", "y"], [None, NASTY], [None, None]]
    assert data["source"] == ["die Katze", NASTY] and data["ids"] == ["0", "1"]
    assert data["facets"] == {"document": {"values": ["<d>", "e"], "of": [0, 1]}}
    assert page.count("die Katze") == 1


def test_changes_and_segment_scores(evaluation, page):
    data = outline(page).data
    assert data["changes"][0][0] == [[7, 7, 0, 0], None, None]
    assert data["changes"][1][0][0] == [0, 0, 3, 1, 4, 4, 0, 0]
    segments = evaluation.scores.at("segment")
    for one in data["measures"]:
        for n, system in enumerate(data["systems"]):
            expected = [segments.value(system, one["name"], segment) for segment in (0, 1)]
            assert one["values"][n] == pytest.approx(expected, abs=0.005)
    assert [one["higher"] for one in data["measures"]] == [True, False]


def test_rendering_scores_nothing(evaluation, monkeypatch):
    def refuse(*arguments):
        raise AssertionError(f"scored while rendering: {arguments}")

    for name in ("at", "scores", "taken", "signature"):
        monkeypatch.setattr(Statistics, name, refuse)
    assert render(evaluation)


def test_the_best_two_are_shown_first(sample):
    weakest_first = Corpus.of({"W": ["x y"], "B": ["a b c d"], "M": ["a b y d"]}, ["a b c d"])
    assert outline(render(made(weakest_first))).data["chosen"] == [1, 2]
    assert outline(render(made(Corpus.of({"A": ["a"]}, ["a"])))).data["chosen"] == [0]


def test_the_first_segments_only(sample):
    few = made(sy.sample(), ("ter",), most_segments=5)
    page = render(few)
    data = outline(page).data
    assert "The first 5 of 60 segments; most_segments=… shows more." in page
    lengths = {
        len(data["ids"]),
        len(data["changes"][2]),
        len(data["outputs"][0]),
        len(data["measures"][0]["values"][0]),
    }
    assert lengths == {5}
    assert few.scores.value("aurora", "ter") == sample.scores.value("aurora", "ter")
    assert "most_segments=…" not in render(sample)


def test_without_texts_the_page_says_so(sample):
    page = render(gather(score_table(sample.scores), draws=QUICK))
    assert "there are no texts here" in page and 'id="browser"' not in page
    assert 'id="human-scores"' not in page


def test_one_system_is_not_compared():
    page = render(made(Corpus.of({"A": ["a b", "c"]}, ["a b", "d"])))
    assert "There is one system" in page
    assert 'id="significance"' not in page and 'id="ranks"' not in page and "Bold" not in page


def glance(page):
    listed = re.search(r"<h2>At a glance</h2>\n(.*?)</section>", page, re.DOTALL)[1]
    return [re.sub(r"<[^>]+>", "", line) for line in re.findall(r"<li>(.*?)</li>", listed)]


def test_what_is_found_is_said_in_sentences(sample):
    told = glance(render(sample))
    assert re.fullmatch(r"bleu: aurora is best \(72.80 \[.*\]\), shown to be better than every other system\.", told[0])
    assert told[2] == "All 2 measures put aurora first."
    assert told[3] == "15 pairs of systems under 2 measures: 15 confirmed."
    assert re.fullmatch(r"People \(adequacy\) rate aurora highest: 4\.\d+ on average, shown .*", told[4])


def test_systems_that_are_not_told_apart_are_named():
    same = Corpus.of({"A": ["a b c", "d"], "B": ["a b c", "d"], "C": ["x", "y"]}, ["a b c", "d"])
    told = glance(render(made(same, ("wer", "chrf"))))
    assert told[0].startswith("wer: A and B are best (0.00), with the same score.")
    assert told[2] == "All 2 measures put A and B first."
    texts = ["a b c", "d"] * 5
    near = Corpus.of({"A": texts, "B": ["a b", *texts[1:]], "C": ["a", *texts[1:]]}, texts)
    assert glance(render(made(near, ("wer",)))) == ["wer: A is best (0.00), not told apart from B and C."]


def test_of_very_many_names_some_are_given():
    many = Corpus.of({f"s{n}": ["a b"] for n in range(30)}, ["a c"])
    (told,) = glance(render(made(many, ("wer",))))
    assert "s0, s1, s2, s3, s4, s5, s6, s7, s8 and 21 more are best" in told


def test_one_unit_has_no_interval():
    page = render(made(Corpus.of({"A": ["a b"], "B": ["a"]}, ["a c"])))
    assert "There are no intervals: there is one unit (segment) to draw from." in page
    assert not re.search(r"\bnan\b", page.replace('data-value="nan"', ""))


def test_measures_that_disagree_are_named():
    corpus = Corpus.of({"A": ["d c b a"], "B": ["a b x y"]}, ["a b c d"])
    told = glance(render(made(corpus, ("per", "wer"))))
    assert told[2] == "The measures do not agree on the best: A by per; B by wer."


def test_a_baseline(sample):
    held = gather(score_table(sample.scores), draws=QUICK, baseline="cedar")
    told = glance(render(held))
    assert told[0].startswith("bleu: held against cedar, ")
    names = {"aurora", "basalt", "dune", "ember", "flint"}
    assert names <= set(re.findall(r"\w+", told[0]))


def test_what_all_measures_confirm(sample):
    expected = sy.corroborate(sy.sample(), ["bleu", "ter"], candidates=[], draws=sy.Draws(trials=2000))
    pairs = {(one.better, one.worse): (one.verdict, one.p) for one in sample.confirmed.improvements}
    assert pairs == {(one.better, one.worse): (one.verdict, one.p) for one in expected.improvements}
    page = render(sample)
    assert (
        "Row against column; measures for the row, of all" in page
        and "15 pairs of systems under 2 measures: 15 confirmed" in page
    )
    signature = sample.confirmed.figures.signature.replace("|", "|<wbr>")
    assert signature in page
    alone = render(made(sy.sample(), ("ter",)))
    assert 'id="corroboration"' not in alone


def test_human_scores(sample):
    page = render(sample)
    expected = np.corrcoef(
        [sample.scores.value(name, "ter") for name in sample.scores.systems], sample.means[0]
    )[0, 1]  # fmt: skip
    (one,) = [
        c for c in sample.correlations
        if (c.measure, c.human, c.coefficient) == ("ter", "adequacy", "pearson")
    ]  # fmt: skip
    assert one.value == pytest.approx(-expected) and "|oriented:higher|human|dimension:adequacy|" in one.signature
    assert f"{one.value:.3f}" in page and one.signature.replace("|", "|<wbr>") in page
    assert page.count('aria-label="ter and people (') == 2
    data = outline(page).data
    assert [held["name"] for held in data["human"]] == ["adequacy", "fluency"]
    mean = np.mean([v for v in data["human"][0]["values"][0] if v is not None])
    assert mean == pytest.approx(sample.means[0][0], abs=0.01)


def test_people_are_compared_as_measures_are(sample):
    expected = sy.compare(sy.score(sy.sample(), measures=["ter"], dimensions=["adequacy", "fluency"]), draws=QUICK)
    assert sample.people.of("fluency") == expected.of("fluency")
    shown = {standing.system: standing.value for standing in sample.people.of("adequacy")[1]}
    assert shown == pytest.approx(dict(zip(sample.scores.systems, sample.means[0], strict=True)))
    page = render(sample)
    assert "Which differences people see: adequacy" in page
    assert sample.people.comparisons[0].signature.replace("|", "|<wbr>") in page


def test_given_scores_of_systems_are_correlated_and_drawn():
    corpus = sy.sample()
    names, values = tuple(corpus.systems), np.arange(6.0)[:, None] + np.arange(60) / 60
    judge = ExternalScores("judge", names, values, system_scores=-values.mean(1))
    table = score_table(corpus, ["ter"], external=[judge])
    held = gather(table, draws=QUICK, human=any_human_scores(corpus, dimensions=["adequacy"]))
    expected = sy.meta(table, dimensions=["adequacy"], levels=["system"], coefficients=["pearson", "kendall"])
    assert [(c.measure, c.coefficient, c.value, c.n) for c in held.correlations] == [
        (c.measure, c.coefficient, c.value, c.n) for name in ("ter", "judge") for c in expected.correlations
        if c.measure == name
    ]  # fmt: skip
    assert held.scores.value("flint", "judge") == pytest.approx(values[5].mean())
    page = render(held)
    assert f"flint: judge {-values[5].mean():.4g}" in page
    assert "the scores of whole systems are means of segments here, not those given: judge" in page


def test_too_few_systems_are_not_correlated():
    judged = sy.sample()
    two = sy.Corpus(
        dict(list(judged.systems.items())[:2]), judged.references, ids=judged.ids, judgements=judged.judgements
    )
    held = made(two, ("chrf",))
    assert held.correlations == () and "Fewer than 3 systems" in render(held)
    assert "left out, for they are not scored here: systems cedar" in render(held)


def test_every_signature_is_there(page, evaluation):
    shown = page.replace("|<wbr>", "|")
    for one in evaluation.scores.statistics:
        assert f"<code>{one.signature('segment')}" in shown
    for made in (*evaluation.scores.scores, *evaluation.comparisons.comparisons, *evaluation.ranks):
        assert f"<code>{made.signature}" in shown


def test_light_and_dark(page):
    assert "light-dark(" in page and 'data-theme="dark"' in page and "@media print" in page


def test_undefined_values_have_reasons():
    corpus = Corpus.of({"A": ["a", "b"], "B": ["a", "b"]}, ["a", "..."])
    page = render(made(corpus, ("wer(tokens=no-punct)",)))
    data = outline(page).data["measures"][0]
    assert data["values"] == [[0, None], [0, None]] and data["undefined"] == "the references have no token"
    nowhere = render(made(Corpus.of({"A": ["a"], "B": ["b"]}, ["..."]), ("wer(tokens=no-punct)",)))
    assert 'title="undefined: wer(tokens=no-punct): the references have no token">undefined' in nowhere
    assert not re.search(r"\bnan\b", nowhere.replace('data-value="nan"', ""))
    assert "undefined: wer(tokens=no-punct): the references have no token" in nowhere
    assert "no system has a score" in nowhere


def test_the_same_evaluation_gives_the_same_page(sample):
    assert render(sample) == render(sample)


def test_a_bare_page_has_a_theme_and_no_browser():
    assert "steelyard-theme" in bare_page("T", "c", []) and "segment-data" not in bare_page("T", "c", [])


def test_a_column_of_some_outputs_has_its_caution():
    corpus = sy.sample()
    values = np.arange(6.0)[:, None] + np.arange(60) / 60
    values[:, 5:] = np.nan
    table = score_table(corpus, ["ter"], external=[ExternalScores("judge", tuple(corpus.systems), values)])
    page = render(gather(table, draws=QUICK, human=any_human_scores(corpus, dimensions=["adequacy"])))
    expected = sy.meta(table, dimensions=["adequacy"], levels=["system"]).cell("judge", "system", "pearson").notice
    assert "30 of 360 outputs" in expected
    assert f'<p class="note">judge, adequacy: {expected}</p>' in page and f'title="judge, adequacy: {expected}"' in page
    assert f"ter, adequacy: {expected}" not in page


def test_what_scrolls_has_a_shade_at_its_edges(page):
    (rule,) = re.findall(r"\n\.scroll \{(.*?)\}", page, re.S)
    assert rule.count("no-repeat local") == rule.count("no-repeat scroll") == 2
    assert "--shade: light-dark(" in page and ".scroll { overflow: visible; background: none; }" in page
