import csv
import io
import json

import pytest

import steelyard as sy

RATINGS = """item\tassessor\tanswer\ttags
1\tann\tnoun\tnoun|verb|other
1\tbob\tnoun\tnoun|verb|other
2\tann\tverb\tnoun|verb|other
2\tbob\tverb|noun\tnoun|verb|other
3\tann\tother\tnoun|verb|other
3\tbob\tnoun\tnoun|verb|other
"""


@pytest.fixture
def ratings(here):
    (here / "ratings.tsv").write_text(RATINGS)
    return here / "ratings.tsv"


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return here / "sample"


def test_text_shows_raw_agreement_chance_and_signatures(run, ratings):
    shown = run("agree", "ratings.tsv").out
    assert shown.startswith("Agreement between assessors\n2 assessors, 3 items with two answers or more, 6 answers\n")
    report = sy.agree(ratings)
    for one in report.coefficients:
        line = next(line for line in shown.splitlines() if line.startswith(f"{one.coefficient} "))
        assert line.split()[1] == f"{one.value:.4f}" and line.split()[-1] == f"{report.value('raw'):.4f}"
        assert one.chance in shown and one.signature in shown
    assert "distance nominal: " in shown and "weights none: " in shown


def test_json_tsv_latex_and_out(run, ratings, here):
    report = sy.agree(ratings)
    assert json.loads(run("agree", "ratings.tsv", "--json").out) == report.to_dict()
    table, signatures = run("agree", "ratings.tsv", "--tsv").out.split("\n\n# signatures\n")
    rows = list(csv.DictReader(io.StringIO(table), dialect="excel-tab"))
    assert all(one.signature in signatures for one in report.coefficients)
    assert [float(row["value"]) for row in rows[:5]] == [one.value for one in report.coefficients]
    assert [(row["a"], row["b"]) for row in rows[5:]] == [("ann", "bob"), ("ann", ""), ("bob", "")]
    table = run("agree", "ratings.tsv", "--latex").out
    assert r"coefficient & value & raw agreement \\" in table and "% alpha: alpha|distance:nominal|" in table
    assert run("agree", "ratings.tsv", "--out", "report.txt").out == ""
    assert (here / "report.txt").read_text("utf-8") == run("agree", "ratings.tsv").out


def test_options(run, sample):
    asked = ("agree", "--corpus", "sample", "--dimension", "fluency", "--json", "--coefficient", "cohen")
    more = ("--weights", "quadratic", "--resamples", "100", "--confidence", "0.9", "--seed", "3")
    (one,) = json.loads(run(*asked, *more).out)["agreement"]
    ours = sy.agree(
        sy.sample(),
        "cohen",
        dimension="fluency",
        weights="quadratic",
        draws=sy.Draws(unit="item", resamples=100, confidence=0.9, seed=3),
    )
    assert one == ours.coefficients[0].to_dict()
    assert "weights:quadratic|items:360|assessors:3|answers:1080|bootstrap:100|confidence:0.9|" in one["signature"]


def test_a_file_of_human_scores_and_the_corpus_agree(run, sample):
    corpus = run("agree", "--corpus", "sample", "--dimension", "adequacy").out
    assert run("agree", "sample/human.tsv", "--dimension", "adequacy").out == corpus
    assert run("agree", "-", "--dimension", "adequacy", stdin=(sample / "human.tsv").read_bytes()).out == corpus


def test_long_tables_are_cut_with_a_note(run, here):
    lines = [f"{n}\tr{who:02}\t{(n + who) % 3}" for n in range(4) for who in range(40)]
    (here / "many.tsv").write_text("\n".join(["item\tassessor\tanswer", *lines]) + "\n")
    shown = run("agree", "many.tsv", "--resamples", "10").out
    assert "30 of 40 rows; all are in other forms, as --tsv" in shown
    assert "15 of 780 rows; all are in other forms, as --tsv" in shown


def test_undefined_and_left_out_are_told(run, here):
    (here / "same.tsv").write_text("item\tassessor\tanswer\n1\tann\tx\n1\tbob\tx\n2\tann\tx\n")
    shown = run("agree", "same.tsv").out
    assert "undefined: pi: all answers are the same, so chance alone gives full agreement" in shown
    assert "items with one answer only, which count for nothing here: 1" in shown
    assert "raw: one item gives no interval" in shown


def test_self_consistency(run, here):
    rows = ["1\tann\t3\ta", "1\tann\t4\tb", "1\tbob\t3\ta", "2\tann\t1\ta", "2\tbob\t2\ta"]
    (here / "again.tsv").write_text("\n".join(["item\tassessor\tanswer\trepeat", *rows]) + "\n")
    shown = run("agree", "again.tsv").out.splitlines()
    place = next(n for n, line in enumerate(shown) if line == "Self-consistency")
    assert shown[place + 4].split() == ["ann", "1", "0.0000", "1.0000"]


def test_normalised_scores(run, sample, here):
    run("agree", "--corpus", "sample", "--dimension", "adequacy", "--normalised", "scores.tsv")
    rows = [line.split("\t") for line in (here / "scores.tsv").read_text().splitlines()]
    assert rows[0] == ["system", "seg", "score"] and len(rows) == 361
    made = sy.normalise(sample / "human.tsv", dimension="adequacy").scores
    assert [float(row[2]) for row in rows[1:]] == [one.score for one in made]
    (here / "flat.tsv").write_text("item\tassessor\tanswer\n1\tann\t1\n1\tbob\t2\n2\tann\t1\n2\tbob\t3\n")
    told = run("agree", "flat.tsv", "--normalised", "flat-scores.tsv")
    assert told.err == "steelyard: left out, for all their scores are the same: ann\n"
    assert (here / "flat-scores.tsv").read_text() == "item\tscore\n1\t-1.0\n2\t1.0\n"


def test_items_of_one_assessor_each(run, refused, here):
    """Leusch et al.'s case: without an item in common only the coefficients are undefined."""
    rows = [f"A\t{n}\t{n + 1}\tann" for n in range(3)] + [f"B\t{n}\t{n * 10}\tbob" for n in range(3)]
    (here / "alone.tsv").write_text("\n".join(["system\tseg\tscore\tassessor", *rows]) + "\n")
    shown = run("agree", "alone.tsv", "--normalised", "z.tsv", "--divisor", "n-1")
    assert shown.code == 0 and "undefined: alpha: no item has answers of two assessors (6 items, 2" in shown.out
    z = "".join(f"{name}\t{n}\t{n - 1}.0\n" for name in "AB" for n in range(3))
    assert (here / "z.tsv").read_text() == "system\tseg\tscore\n" + z
    assert json.loads(run("agree", "alone.tsv", "--json").out)["agreement"][0]["value"] is None
    table = run("agree", "alone.tsv", "--tsv").out.partition("\n\n")[0]
    rows = list(csv.DictReader(io.StringIO(table), dialect="excel-tab"))
    assert [(row["a"], row["value"]) for row in rows] == [("", "nan")] * 5 + [("ann", "nan"), ("bob", "nan")]
    assert run("agree", "alone.tsv", "--latex").code == 0
    assert "unknown divisor 'n+1'" in refused("agree", "alone.tsv", "--normalised", "y.tsv", "--divisor", "n+1")
    assert "--divisor goes with --normalised" in refused("agree", "alone.tsv", "--divisor", "n-1")


def test_parts_of_the_answers(run, refused, here):
    text = RATINGS.replace("answer\ttags", "answer\ttags\tlemma\tteam\tnote")
    (here / "parts.tsv").write_text(
        "".join(
            line + ("" if n == 0 else f"\tl{line[0] > '1'}\t{line[2]}\t-") + "\n"
            for n, line in enumerate(text.splitlines())
        )
    )
    asked = ("agree", "parts.tsv", "--by", "lemma", "--leave-out", "other", "--resamples", 9)
    assert "--by groups by a column, --keep-columns ignores those without a meaning" in refused(*asked)
    shown = json.loads(run(*asked, "--keep-columns", "--json").out)
    draws = sy.Draws("item", resamples=9)
    ours = sy.agree(here / "parts.tsv", by="lemma", leave_out=["other"], keep_columns=True, draws=draws)
    assert shown == ours.to_dict() and {group["kind"] for group in shown["groups"]} == {
        "lemma",
        "team",
        "replicability",
    }
    assert "Agreement by lemma" in run(*asked, "--keep-columns").out
    assert "Replicability" in run(*asked, "--keep-columns", "--latex").out
    assert "\nlemma\t(macro)\traw\t" in run(*asked, "--keep-columns", "--tsv").out


def test_a_figure_of_distributions_of_items_of_one_assessor_each(run, here):
    pytest.importorskip("vl_convert")
    (here / "alone.tsv").write_text("item\tassessor\tanswer\n1\tann\tx\n2\tbob\ty\n")
    assert run("agree", "alone.tsv", "--distributions", "answers.svg").code == 0
    assert "bob (n = 1)" in (here / "answers.svg").read_text("utf-8")


def test_a_figure_of_distributions(run, ratings, here):
    pytest.importorskip("vl_convert")
    pytest.importorskip("steelyard.report.figures")
    assert run("agree", "ratings.tsv", "--distributions", "answers.svg").code == 0
    assert "ann (n = 3)" in (here / "answers.svg").read_text("utf-8")


def test_bad_requests(refused, ratings, sample):
    assert refused("agree").startswith("give a file of ratings or --corpus, one of them")
    assert refused("agree", "ratings.tsv", "--corpus", "sample").startswith("give a file of ratings or --corpus")
    assert refused("agree", "ratings.tsv", "--from", "jsonl").startswith("--from goes with --corpus")
    assert refused("agree", "ratings.tsv", "--json", "--tsv").startswith("--json and --tsv exclude each other")
    assert refused("agree", "nowhere.tsv").startswith("nowhere.tsv: ")
    assert refused("agree", "ratings.tsv", "--distance", "cubic").startswith("unknown distance 'cubic'")
    assert refused("agree", "ratings.tsv", "--distance", "interval").startswith("distance interval needs numbers")
    assert refused("agree", "ratings.tsv", "--weights", "linear").startswith("weights linear need one answer each")
    assert refused("agree", "ratings.tsv", "--coefficient", "kappa").startswith("unknown coefficient 'kappa'")
    for name in ("kappa", "fleiss-kappa"):
        assert "cohen (Cohen's), pi (Fleiss', Scott's π)" in refused("agree", "ratings.tsv", "--coefficient", name)
    assert refused("agree", "--corpus", "sample").startswith("the corpus: ratings on adequacy, fluency; choose one")
    assert refused("agree", "ratings.tsv", "--normalised", "x.tsv").startswith("normalisation needs numbers")
    assert "no directory" in refused("agree", "ratings.tsv", "--out", "nowhere/x.txt")
    assert "resamples" in refused("agree", "ratings.tsv", "--resamples", "1")
    assert "confidence" in refused("agree", "ratings.tsv", "--confidence", "1.5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,assessor,answer\n1,ann,yes\n", "line 1: commas and no tab in 'item,assessor,answer'; expected TSV"),
        ("item;assessor;answer\n1;ann;yes\n", "expected TSV"),
        ("item\trater\tanswer\n1\tann\tyes\n", "unknown column 'rater'; did you mean 'assessor'?"),
        ("item\tAnnotator\tanswer\n1\tann\tyes\n", "unknown column 'Annotator'; did you mean 'assessor'?"),
    ],
)
def test_files_that_are_nearly_ratings(refused, here, text, message):
    (here / "nearly.tsv").write_text(text, "utf-8")
    assert message in refused("agree", "nearly.tsv")


def test_one_item_is_no_plural(run, here):
    (here / "one.tsv").write_text("item\tassessor\tanswer\n1\tann\tyes\n1\tbob\tno\n", "utf-8")
    assert run("agree", "one.tsv").out.startswith(
        "Agreement between assessors\n2 assessors, 1 item with two answers or more, 2 answers\n"
    )
