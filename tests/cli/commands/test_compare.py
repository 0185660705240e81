import json
import re

import pytest

import steelyard as sy

FILES = ("A.txt", "B.txt", "-r", "ref1.txt", "-r", "ref2.txt")
QUICK = ("--resamples", "50")


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return "--corpus", here / "sample"


def lines(texts, name):
    return (texts / name).read_text().split("\n")[:-1]


def test_json_is_what_python_gives(run, texts):
    made = json.loads(run("compare", *FILES, "-m", "bleu", "-m", "ter", *QUICK, "--json").out)
    systems = {name: lines(texts, f"{name}.txt") for name in "AB"}
    references = [lines(texts, "ref1.txt"), lines(texts, "ref2.txt")]
    assert made == sy.compare(sy.score(systems, references, ["bleu", "ter"]), draws=sy.Draws(resamples=50)).to_dict()
    first = made["comparisons"][0]
    assert {"a", "b", "measure", "difference", "p", "p_corrected", "low", "high", "signature"} <= first.keys()
    assert (first["a"], first["b"], first["measure"], first["n"]) == ("A", "B", "bleu", 4)
    assert made["experiment_wise"] == pytest.approx(0.05)


def test_threads_and_statistics_change_no_byte(run, sample):
    given = ("-m", "bleu", "-m", "chrf")
    choice = (*QUICK, "--trials", 300, "--unit", "document", "--seed", 7, "--json")
    whole = run("compare", *sample, *given, *choice, "--threads", 1).out
    assert run("compare", *sample, *given, *choice, "--threads", 2).out == whole
    run("score", *sample, *given, "--save", "run.npz")
    assert run("compare", "--statistics", "run.npz", *choice).out == whole


def test_the_matrix(run, sample):
    result = run("compare", *sample, "-m", "ter", "--trials", 500, *QUICK)
    assert result.code == 0 and result.err == ""
    shown = result.out.splitlines()
    assert shown[0] == "Comparison of systems"
    assert "approximate randomisation" in shown[1] and "500 trials; 60 units (segment)" in shown[1]
    assert shown[2].startswith("15 pairs of systems for each measure: uncorrected at 0.05, the chance of some false")
    assert "up to 53.7%; holm keeps it at 5.0%" in shown[2]
    place = shown.index("ter")
    assert shown[place + 2].split() == ["system", "score", "↓", "(1)", "ranks", "group"]
    assert re.match(r"1  aurora +\d+\.\d\d \[\d+\.\d\d, \d+\.\d\d\] +1 +a$", shown[place + 4])
    matrix = shown.index("above ·: difference of row minus column; below ·: corrected p")
    cells = [line.split()[2:] for line in shown[matrix + 4 : matrix + 10]]
    assert [row[n] for n, row in enumerate(cells)] == ["·"] * 6
    assert cells[0][5].endswith("*") and float(cells[5][0]) < 0.05


def test_a_baseline_gives_a_list(run, sample):
    shown = run("compare", *sample, "-m", "bleu", "--baseline", "cedar", "--test", "bootstrap").out
    assert "5 pairs of systems against cedar" in shown
    assert re.search(r"^cedar +\d+\.\d\d +baseline$", shown, re.MULTILINE)
    assert re.search(r"^aurora +\d+\.\d\d +\+\d+\.\d\d\*+ +\[", shown, re.MULTILINE)


@pytest.mark.parametrize("words", [("--correct", "none"), ("--correct", "benjamini-hochberg"), ("--test", "tukey")])
def test_the_error_is_stated(run, texts, words):
    told = {
        "none": "it is not corrected",
        "benjamini-hochberg": "share of false ones among all differences found at 5.0%",
        "tukey": "tukey allows for all pairs and keeps it at 5.0%",
    }
    assert told[words[1]] in run("compare", "C=A.txt", *FILES, "-m", "chrf", *words, *QUICK).out.splitlines()[2]
    shown = run("compare", *FILES, "-m", "chrf", *words, *QUICK).out.splitlines()[2]
    assert shown == "1 pair of systems for each measure, told apart at p ≤ 0.05"


def test_few_units_are_enumerated(run, texts):
    assert "all 16 exchanges; 4 units" in run("compare", *FILES, "-m", "chrf", *QUICK).out


def test_settings_hold_what_was_used(run, texts):
    made = [json.loads(run("compare", *FILES, "--test", test, *QUICK, "--json").out) for test in ("t", "tukey")]
    assert "trials" not in made[0]["settings"] and made[0]["settings"]["correct"] == "holm"
    assert not {"trials", "correct"} & made[1]["settings"].keys()


def test_one_unit(run, here):
    for name in ("A.txt", "B.txt", "ref.txt"):
        (here / name).write_text(f"a b c d {name}\n")
    assert "; 1 unit (segment); " in run("compare", "A.txt", "B.txt", "-r", "ref.txt", "-m", "chrf", *QUICK).out


def test_crossed_units(run, texts):
    (texts / "half.txt").write_text("x\ny\nx\ny\n")
    facets = ("--documents", "docs.txt", "--facet", "half=half.txt", "--unit", "document*half")
    made = run("compare", *FILES, *facets, "--test", "bootstrap", "-m", "chrf", *QUICK, "--json")
    assert json.loads(made.out)["settings"]["unit"] == "document*half"
    shown = run("compare", *FILES, *facets, "--test", "bootstrap", "-m", "chrf", *QUICK).out
    assert "2 × 2 units (document*half) over 4 segments" in shown


def test_other_forms(run, sample):
    given = (*sample, "-m", "bleu", "-m", "ter", "--trials", 200, *QUICK)
    rows = [line.split("\t") for line in run("compare", *given, "--tsv").out.splitlines()]
    assert rows[0][:6] == ["a", "b", "measure", "difference", "p", "p_corrected"] and len(rows) == 31
    table = run("compare", *given, "--latex").out
    assert r"BLEU $\uparrow$ & TER $\downarrow$ \\" in table and r"$^{\mathrm{a}}$" in table
    against = run("compare", *given, "--baseline", "cedar", "--latex").out
    rows = [line for line in against.splitlines() if line.endswith(r"\\")]
    assert rows[0] == r"system & BLEU $\uparrow$ & TER $\downarrow$ \\"
    assert [row.split(" & ")[0] for row in rows[1:7]] == list(sy.sample().systems)
    assert r"cedar & 43.80 & baseline &  &  &  \\" in rows
    differing = r"aurora & [\d.]+ & \+[\d.]+\$\^\{\\mathrm\{\*+\}\}\$ \{\\scriptsize \[[\d.]+, [\d.]+\]\} & .*"
    assert any(re.fullmatch(differing, row) for row in rows)
    assert run("compare", *given, "--json", "--out", "made.json").out == ""


def test_too_few_trials_are_told(run, sample, texts):
    shown = run("compare", *sample, "-m", "bleu", "--trials", 200, *QUICK).out
    told = "200 trials allow for no corrected p below 0.0746, so nothing can be told apart; ask for at least 300"
    assert told in shown.splitlines()
    shown = run("compare", *FILES, "-m", "bleu", *QUICK).out
    assert "16 exchanges allow for no corrected p below 0.125, so nothing can be told apart; more units" in shown
    shown = run("compare", *sample, "-m", "bleu", "--trials", 300, *QUICK).out
    assert "300 trials allow for no corrected p below 0.0498; raise trials for smaller ones" in shown.splitlines()


def test_a_page(run, sample, here):
    given = (*sample, "-m", "bleu", "--trials", 400, *QUICK)
    result = run("compare", *given, "--html", "--out", "pairs.html")
    page = (here / "pairs.html").read_text("utf-8")
    assert result.out == "" and "http" not in page.replace("http-equiv", "")
    assert "difference of row minus column" in page and "light-dark(" in page
    assert 'class="number share share-7"' in page and ".share-7 { --share: 0.35; }" in page
    assert "bleu|" in page and "0.05" in page
    assert run("compare", *given, "--baseline", "cedar", "--html", "--out", "pairs.html").code == 0
    assert "baseline" in (here / "pairs.html").read_text("utf-8")


def test_names_cannot_break_the_page_or_the_table(run, texts, here):
    names = ("<b>=A.txt", "x&y=B.txt")
    assert run("compare", *names, *FILES[2:], "-m", "chrf", "--html", "--out", "pairs.html", *QUICK).code == 0
    page = (here / "pairs.html").read_text("utf-8")
    assert "&lt;b&gt;" in page and "<b>" not in page
    assert r"x\&y" in run("compare", *names, *FILES[2:], "-m", "chrf", "--latex", *QUICK).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to compare; give system outputs and references (-r), or --corpus"),
        (("A.txt", "-r", "ref1.txt"), "there is one system, 'A'; a comparison needs two"),
        ((*FILES, "--baseline", "C"), "no system 'C' to compare with"),
        ((*FILES, "--test", "ttest"), "unknown significance test 'ttest'"),
        ((*FILES, "--correct", "bonferoni"), "unknown correction 'bonferoni'; did you mean 'bonferroni'"),
        ((*FILES, "--unit", "document"), "no unit 'document' here; known: segment; --documents FILE gives documents"),
        ((*FILES, "--unit", "segment*topic", "--test", "bootstrap"), "no unit 'topic' here"),
        ((*FILES, "--unit", "segment*segment", "--test", "bootstrap"), "a unit cannot be crossed with itself"),
        ((*FILES, "--unit", "segment*topic"), "crossed units can be drawn but not exchanged"),
        ((*FILES, "--trials", "0"), "invalid value for '--trials': 0 is not in the range x>=1"),
        ((*FILES, "--trials", "many"), "'many' is not a whole number"),
        ((*FILES, "--trials", "99999999"), "trials=99999999 is not possible"),
        ((*FILES, "--resamples", "1"), "invalid value for '--resamples'"),
        ((*FILES, "--alpha", "1"), "invalid value for '--alpha'"),
        ((*FILES, "--json", "--tsv"), "--json and --tsv exclude each other"),
        ((*FILES, "-m", "blue"), "unknown measure 'blue'"),
        ((*FILES, "--html", "--out", "no/such/page.html"), "cannot write no/such/page.html"),
        ((*FILES, "--test", "t", "--trials", "9"), "--trials has no effect with --test t"),
        ((*FILES, "--test", "tukey", "--correct", "holm"), "--correct has no effect with --test tukey"),
        (("A.txt", "--statistics", "run.npz"), "--statistics holds everything; leave out systems"),
        (("--statistics", "run.npz", "-m", "bleu"), "--statistics holds everything; leave out --measure"),
    ],
)
def test_bad_requests(refused, texts, words, message):
    assert message in refused("compare", *words)


def test_statistics_of_one_system_and_of_no_such_file(run, refused, texts):
    run("score", "A.txt", "-r", "ref1.txt", "--save", "one.npz")
    assert refused("compare", "--statistics", "one.npz") == "there is one system, 'A'; a comparison needs two"
    assert "no unit 'document' in these statistics" in _refused_unit(run, refused)
    assert "no.npz" in refused("compare", "--statistics", "no.npz")


def _refused_unit(run, refused):
    run("score", *FILES, "--save", "two.npz")
    return refused("compare", "--statistics", "two.npz", "--unit", "document")


def test_undefined_scores_are_told(run, here):
    (here / "A.txt").write_text("a b c\nd e f\n")
    (here / "B.txt").write_text("a b c\nd e g\n")
    (here / "ref.txt").write_text("a\nd\n")
    result = run("compare", "A.txt", "B.txt", "-r", "ref.txt", "-m", "ngram(3,4)", *QUICK)
    assert result.code == 0 and "undefined: ngram(3,4): " in result.out
    made = json.loads(run("compare", "A.txt", "B.txt", "-r", "ref.txt", "-m", "ngram(3,4)", *QUICK, "--json").out)
    assert made["comparisons"][0]["p"] is None and made["comparisons"][0]["reason"]
