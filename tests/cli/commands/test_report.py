import json
import re

import pytest

import steelyard as sy

FILES = ("A.txt", "B.txt", "-r", "ref1.txt", "-r", "ref2.txt")
QUICK = ("--trials", "200", "--resamples", "50")


def data(path):
    text = path.read_text("utf-8")
    return json.loads(re.search(r'id="segment-data">(.*?)</script>', text)[1])


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return "--corpus", "sample"


def test_loose_files(run, texts):
    result = run("report", *FILES, *QUICK)
    assert (result.code, result.err) == (0, "")
    assert result.out == "report.html: 4 segments, 2 systems, 3 measures, references per segment: 1 to 2\n"
    held = data(texts / "report.html")
    assert held["systems"] == ["A", "B"] and [one["name"] for one in held["measures"]] == ["bleu", "chrf", "ter"]
    assert held["outputs"][1][1] == "hello world"


def test_options_reach_the_page(run, texts):
    given = ("--source", "source.txt", "--ids", "ids.txt", "--documents", "docs.txt", "--unit", "document")
    choice = ("-m", "wer", "--title", "Cats & <dogs>", "--out", "cats.html", "--segments", 3, "--seed", 7)
    assert run("report", *FILES, *given, *choice, *QUICK, "--test", "bootstrap", "--resamples", 60).code == 2
    words = ("--resamples", 60, "--test", "bootstrap", "--baseline", "B")
    assert run("report", *FILES, *given, *choice, *words).code == 0
    page, held = (texts / "cats.html").read_text("utf-8"), data(texts / "cats.html")
    assert "<title>Cats &amp; &lt;dogs&gt;</title>" in page and "held against B, " in page
    assert held["ids"] == ["a", "b", "c"] and held["source"][0] == "Die Katze"
    assert held["facets"]["document"] == {"values": ["one", "two"], "of": [0, 0, 1]}
    assert "Intervals of 95% by t; units: document." in page and "|seed:7" in page.replace("<wbr>", "")


def test_the_same_command_writes_the_same_page(run, sample, here):
    run("report", *sample, *QUICK, "--threads", 1)
    first = (here / "report.html").read_bytes()
    assert run("report", *sample, *QUICK, "--threads", 2).code == 0
    assert (here / "report.html").read_bytes() == first


def test_judgements_of_the_corpus_and_of_a_file(run, sample, texts):
    run("report", *sample, *QUICK, "-m", "chrf")
    assert [one["name"] for one in data(texts / "report.html")["human"]] == ["adequacy", "fluency"]
    run("report", *sample, *QUICK, "-m", "chrf", "--dimension", "fluency")
    assert [one["name"] for one in data(texts / "report.html")["human"]] == ["fluency"]
    (texts / "human.tsv").write_text("system\tseg\tscore\nA\t0\t3\nA\t1\t1\nB\t0\t2\n")
    assert run("report", *FILES, *QUICK, "--human", "human.tsv").code == 0
    assert data(texts / "report.html")["human"] == [{"name": "human", "values": [[3, 1, None, None], [2] + [None] * 3]}]


def test_statistics_make_a_report_without_texts(run, sample, here):
    run("score", *sample, "-m", "ter", "--save", "run.npz")
    assert run("report", "--statistics", "run.npz", *QUICK).code == 0
    page = (here / "report.html").read_text("utf-8")
    assert "there are no texts here" in page and "Significance" in page and 'id="browser"' not in page


def test_external_scores_are_shown_like_ours(run, sample, here):
    names = list(sy.sample().systems)[:4]
    rows = [f"{name}\t{n}\t{0.9 - 0.1 * k - 0.001 * n:.4f}" for k, name in enumerate(names) for n in range(60)]
    (here / "judge.tsv").write_text("\n".join(["system\tseg\tllm judge", *rows]) + "\n")
    assert run("report", *sample, *QUICK, "-m", "ter", "--scores", "judge.tsv").code == 0
    page, held = (here / "report.html").read_text("utf-8"), data(here / "report.html")
    assert held["systems"] == list(sy.sample().systems) and [one["name"] for one in held["measures"]] == [
        "ter",
        "llm judge",
    ]
    assert held["measures"][1]["values"][1][3] == 0.797 and "0.7705" in page
    assert held["measures"][1]["values"][4][3] is None and "llm judge has no scores of ember, flint" in page
    assert "llm judge and people (adequacy)" in page and "<summary>llm judge</summary>" in page
    (here / "whole.tsv").write_text("system\tjudge\n" + "".join(f"{name}\t0.5\n" for name in names))
    refusal = run("report", *sample, *QUICK, "--scores", "whole.tsv")
    assert refusal.code == 2 and "judge has one score for each system; scores of segments are needed" in refusal.err


def test_given_scores_of_systems_are_those_that_meta_correlates(run, sample, here):
    names = list(sy.sample().systems)
    segments = [f"{name}\t{n / 100 + k:.2f}" for k, name in enumerate(names) for n in range(60)]
    (here / "judge.seg.score").write_text("\n".join(segments) + "\n")
    (here / "judge.sys.score").write_text("".join(f"{name}\t{(k - 2) ** 2}\n" for k, name in enumerate(names)))
    given = (*sample, "--scores", "judge.seg.score", "--dimension", "adequacy")
    held = json.loads(run("meta", *given, "--level", "system", "--coefficient", "pearson", "--json").out)
    value = next(one["value"] for one in held["correlations"] if one["measure"] == "judge")
    assert run("report", *given, *QUICK, "-m", "ter").code == 0
    page = (here / "report.html").read_text("utf-8")
    assert f'data-value="{value}"' in page or f'data-value="{value!r}"' in page
    assert "|systems:given|oriented:higher|" in page.replace("<wbr>", "")
    told = "the scores of whole systems are means of segments here, not those given: judge"
    assert page.count(told) == 1
    assert told in run("corroborate", *given, "-m", "ter", "--trials", 99).out


def test_what_a_test_of_units_finds_the_other_way_round_is_not_confirmed(run, here):
    """A is right in 30 short segments, B in a long one that outweighs them, and --test z looks at segments."""
    short, long = [f"alpha{n} beta{n}" for n in range(30)], [" ".join(f"word{n}" for n in range(300))]
    (here / "ref.txt").write_text("\n".join(short + long) + "\n")
    (here / "A.txt").write_text("\n".join([*short, "x " * 299 + "x"]) + "\n")
    (here / "B.txt").write_text("\n".join([f"alpha{n} gamma" for n in range(30)] + long) + "\n")
    words = ("report", "A.txt", "B.txt", "-r", "ref.txt", "-m", "wer", "-m", "per", "--resamples", 50)
    assert run(*words, "--test", "z").code == 0
    page = re.sub(r"<[^>]+>", "", (here / "report.html").read_text("utf-8"))
    assert "B is best" in page and "not told apart from A" in page
    assert "1 pair of systems under 2 measures: 1 unanimous." in page and "1 confirmed" not in page


def test_statistics_with_human_scores(run, sample, here):
    run("score", *sample, "-m", "ter", "--save", "run.npz")
    assert run("report", "--statistics", "run.npz", *QUICK, "--human", "sample/human.tsv").code == 0
    page = (here / "report.html").read_text("utf-8")
    assert 'id="human-scores"' in page and "there are no texts here" in page


def test_one_system(run, texts):
    assert run("report", "A.txt", "-r", "ref1.txt", *QUICK).code == 0
    assert "There is one system" in (texts / "report.html").read_text("utf-8")


def test_an_empty_output_that_was_accepted(run, texts):
    (texts / "gap.txt").write_text("a\n\nb\nc\n")
    assert run("report", "gap.txt", "A.txt", "-r", "ref1.txt", *QUICK, "--accept", "empty").code == 0
    held = data(texts / "report.html")
    assert held["outputs"][0][1] is None and held["changes"][0][1] == [[0, 0, 17, 0]]


def test_standard_output_gets_the_page_alone(run, texts):
    shown = run("report", *FILES, *QUICK, "--out", "-").out
    assert shown.startswith("<!DOCTYPE html>") and shown.endswith("</html>\n")


def test_what_is_no_report_of_ours_stays(run, refused, texts):
    (texts / "report.html").write_text("<p>mine")
    assert refused("report", *FILES) == "report.html exists; give another name, or --replace to replace it"
    assert run("report", *FILES, *QUICK, "--out", "new.html").code == 0
    assert run("report", *FILES, *QUICK, "--out", "new.html").code == 0
    assert run("report", *FILES, *QUICK, "--replace").code == 0
    assert (texts / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_another_form_is_written_by_the_ending_of_the_file(run, refused, texts):
    assert run("report", *FILES, *QUICK, "--out", "new.md").code == 0
    assert (texts / "new.md").read_text("utf-8").startswith("#")
    assert "new.md exists" in refused("report", *FILES, "--markdown", "--out", "new.md")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to report; give system outputs"),
        (("A.txt",), "there are no references to score against"),
        (("no.txt", "-r", "ref1.txt"), "no.txt"),
        ((*FILES, "-m", "blue"), "did you mean 'bleu'?"),
        ((*FILES, "--baseline", "C"), "no system 'C' to compare with"),
        ((*FILES, "--unit", "document"), "no unit 'document' here"),
        ((*FILES, "--test", "magic"), "unknown significance test 'magic'"),
        ((*FILES, "--test", "t", "--trials", "5"), "--trials has no effect with --test t"),
        ((*FILES, "--human", "none.tsv"), "none.tsv"),
        ((*FILES, "--dimension", "adequacy"), "there are no human scores in the corpus"),
        ((*FILES, "--out", "missing/report.html"), "there is no directory missing"),
        ((*FILES, "--segments", "0"), "--segments"),
        (("--statistics", "run.npz", "--segments", "9"), "--segments goes with texts; statistics do not have them"),
        ((*FILES, "--scores", "none.tsv"), "none.tsv"),
        ((*FILES, "--lower", "judge"), "--lower goes with --scores"),
        (("--statistics", "run.npz", "A.txt"), "--statistics holds everything; leave out systems"),
    ],
)
def test_bad_requests_are_one_line(refused, texts, words, message):
    assert message in refused("report", *words)
