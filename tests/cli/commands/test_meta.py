"""`steelyard meta`."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest

import steelyard as sy

FAST = ["--resamples", "20", "--trials", "20", "--threads", "1"]
LEVELS = ["--level", "system", "--level", "segment:item"]


@pytest.fixture
def sample(here):
    sy.write(sy.sample(), here / "sample")
    return ["meta", "--corpus", "sample", "-m", "bleu", "-m", "ter", "--dimension", "adequacy", *FAST, *LEVELS]


@pytest.fixture
def columns(here):
    rows = [("A", 1, 5, 2, 3), ("B", 2, 3, 1, 4), ("C", 4, 5, 3, 5)]
    human = ["system\tseg\tscore", *(f"{name}\t{n}\t{v}" for name, *own in rows for n, v in enumerate(own))]
    scores = ["system\tseg\tcomet\terrors"]
    scores += [f"{name}\t{n}\t{v + n / 3}\t{9 - v + n / 2}" for name, *own in rows for n, v in enumerate(own)]
    (here / "human.tsv").write_text("\n".join(human) + "\n", "utf-8")
    (here / "scores.tsv").write_text("\n".join(scores) + "\n", "utf-8")
    return ["meta", "--scores", "scores.tsv", "--human", "human.tsv", *FAST]


def test_a_table_for_each_level(sample, run):
    out = run(*sample).out
    assert "adequacy, level system: one point per system" in out
    assert "adequacy, level segment:item: the systems of each segment, averaged over segments" in out
    assert out.count("\nbleu  ") == out.count("\nter   ") == 2 and "0.836* [" in out
    assert "epsilon of ties: bleu 0, ter 0" in out and "so they are turned round: ter" in out
    assert "oriented:higher|human|dimension:adequacy|judgements:mean|" in out and "\nbleu: bleu|tokens:13a|" in out


def test_scores_from_a_file_alone_will_do(columns, run):
    result = run(*columns, "--lower", "errors", "--json")
    assert result.code == 0 and result.err == ""
    found = json.loads(result.out)["correlations"]
    assert {row["measure"] for row in found} == {"comet", "errors"}
    promised = {"measure", "human", "level", "coefficient", "value", "low", "high", "p", "n", "signature"}
    assert all(promised <= row.keys() for row in found)
    own = {(row["measure"], row["level"], row["coefficient"]): row for row in found}
    assert (
        own["errors", "system", "pearson"]["value"] > 0 and not own["errors", "system", "pearson"]["higher_is_better"]
    )
    assert "external|label:errors|file:scores.tsv#" in own["errors", "system", "pearson"]["signature"]


def test_tsv_has_every_number(sample, run):
    rows = list(csv.DictReader(io.StringIO(run(*sample, "--tsv").out), delimiter="\t"))
    assert len(rows) == 2 * (5 + 4) and {row["level"] for row in rows} == {"system", "segment:item"}
    assert all(float(row["low"]) <= float(row["value"]) + 1e-9 for row in rows)


def test_latex_is_a_tabular_for_each_level(sample, run):
    out = run(*sample, "--latex").out
    assert out.count(r"\begin{tabular}") == out.count(r"\end{tabular}") == 2 and r"\textbf{" in out
    assert "% oriented:higher|human|dimension:adequacy|" in out


def test_saved_statistics_two_ways(sample, run, here):
    run("score", "--corpus", "sample", "-m", "bleu", "--save", "bleu.npz")
    run("score", "--corpus", "sample", "-m", "ter", "--save", "ter.npz")
    human = ["--human", "sample/human.tsv", "--dimension", "adequacy", "--json", *FAST, *LEVELS]
    whole = json.loads(run(*sample, "--json").out)["correlations"]
    joined = json.loads(run("meta", "--scores", "bleu.npz", "--scores", "ter.npz", *human).out)["correlations"]
    assert joined == whole
    one = json.loads(run("meta", "--statistics", "bleu.npz", *human).out)["correlations"]
    assert one == [row for row in whole if row["measure"] == "bleu"]


def test_whole_systems_against_judged_segments(columns, run, here):
    systems = list(
        dict.fromkeys(line.split("\t")[0] for line in (here / "human.tsv").read_text("utf-8").splitlines()[1:])
    )
    rows = "".join(f"{name}\t{n}\n" for n, name in enumerate(systems))
    (here / "whole.tsv").write_text("system\tjudge\n" + rows, "utf-8")
    (here / "people.tsv").write_text("system\tscore\n" + rows, "utf-8")
    for asked in (("whole.tsv", "human.tsv"), ("scores.tsv", "people.tsv"), ("whole.tsv", "people.tsv")):
        for level in ((), ("--level", "system")):
            result = run("meta", "--scores", asked[0], "--human", asked[1], *level, "--json")
            found = json.loads(result.out)["correlations"]
            assert result.code == 0 and {one["level"] for one in found} == {"system"}
            assert {one["n"] for one in found if one["coefficient"] == "pearson"} == {len(systems)}
    both = run("meta", "--scores", "whole.tsv", "--human", "people.tsv", "--json", "--coefficient", "pearson")
    (one,) = json.loads(both.out)["correlations"]
    assert one["value"] == pytest.approx(1) and "|judgements:one-per-system" in one["signature"]


def test_scores_may_come_through_a_pipe(columns, run, here):
    piped = ["meta", "--scores", "-", *columns[3:], "--tsv"]
    own = run(*columns, "--tsv").out.replace("scores.tsv#", "-#")
    assert run(*piped, stdin=(here / "scores.tsv").read_bytes()).out == own


def test_what_score_writes_is_read(sample, run, here, refused):
    asked = ("--level", "system", "--level", "segment:item", "--coefficient", "kendall", "--json")
    texts = ("--corpus", "sample")
    written = ("score", *texts, "-m", "bleu", "-m", "ter")
    assert run(*written, "--level", "segment", "--tsv", "--out", "segments.tsv").code == 0
    read = json.loads(run("meta", *texts, "-m", "chrf", "--scores", "segments.tsv", *asked).out)["correlations"]
    ours = json.loads(run("meta", *texts, *written[3:], *asked).out)["correlations"]
    kept = {(one["measure"], one["human"]): one["value"] for one in read if one["level"] == "segment:item"}
    for one in ours:
        if one["level"] == "segment:item":
            assert kept[one["measure"], one["human"]] == pytest.approx(one["value"])
    for level in ("system", "document"):
        run(*written, "--level", level, "--out", "other.tsv", "--replace")
        told = refused("meta", *texts, "--scores", "other.tsv")
        assert f"other.tsv, line 2: scores of level {level!r}; expected those of segments" in told


def test_texts_and_columns_together(texts, run):
    lines = ["system\tseg\tjudge", *(f"{name}\t{n}\t{n + (name == 'A')}" for name in "AB" for n in range(4))]
    (texts / "judge.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    human = [
        "system\tseg\tscore\tassessor",
        *(f"{name}\t{n}\t{n}\t{who}" for name in "AB" for n in range(4) for who in "xy"),
    ]
    (texts / "human.tsv").write_text("\n".join(human) + "\n", "utf-8")
    out = run(
        "meta", "A.txt", "B.txt", "-r", "ref1.txt", "--documents", "docs.txt", "-m", "chrf", "--scores", "judge.tsv",
        "--human", "human.tsv", "--judgements", "both", *FAST, "--json",
    ).out  # fmt: skip
    found = json.loads(out)["correlations"]
    assert {row["measure"] for row in found} == {"chrf", "judge"}
    assert {row["judgements"] for row in found} == {"raw", "normalised"} and any(
        "document" in r["level"] for r in found
    )


def test_significance_gives_letters_and_ranks(sample, run):
    out = run(*sample, "--significance", "--correct", "none").out
    assert "significance, adequacy, level segment:item" in out and "measures that share a letter" in out
    assert "soft-accuracy: not tested: soft accuracy has no test of two measures here" in out
    found = json.loads(run(*sample, "--significance", "--json").out)
    assert {"a", "b", "p", "p_corrected", "better", "signature"} <= found["differences"][0].keys()
    assert {"measure", "letters", "best_rank", "worst_rank"} <= found["standings"][0].keys()


def test_prediction_is_added_by_its_name(sample, run):
    out = run(*sample, "--with", "prediction").out
    assert "Significance prediction (Lin & Hovy 2003)" in out and "α = 0.005" in out and " 15/15" in out
    found = json.loads(run(*sample, "--with", "prediction", "--system-test", "t", "--json").out)
    assert len(found["prediction"]) == 10 and "|test:t|" in found["prediction"][0]["signature"]


def test_the_plot_shows_systems(sample, run, here):
    pytest.importorskip("vl_convert", reason="skipped: figures, as vl-convert-python is not installed")
    assert run(*sample, "--plot", "systems.svg", "--with", "prediction", "--out", "table.txt").code == 0
    curves = ElementTree.parse(here / "systems.prediction.svg").getroot()
    assert {"recall", "precision", "α"} <= {text.strip() for text in curves.itertext()}
    root = ElementTree.parse(here / "systems.svg").getroot()
    assert root.tag.endswith("svg") and "aurora" in "".join(root.itertext())
    assert "adequacy, level system" in (here / "table.txt").read_text("utf-8")


def test_notices_go_to_standard_error_with_data(columns, run, here):
    with (here / "human.tsv").open("a") as file:
        file.write("Z\t0\t3\n")
    result = run(*columns, "--tsv")
    assert result.err.startswith("steelyard: note: left out, for they are not scored here: system Z")
    assert "\nleft out, for they are not scored here: system Z" in run(*columns).out


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([], "nothing to evaluate"),
        (["--scores", "scores.tsv"], "there are no human scores in the corpus; give a file of them (--human)"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--lower", "comit"], "no external measure 'comit'"),
        (
            ["--scores", "human.tsv", "--human", "human.tsv", "-m", "bleu"],
            "--measure needs system outputs, and there are none",
        ),
        (["--human", "human.tsv", "--scores", "a.npz", "--corpus", "x"], "--scores FILE.npz holds all texts' scores"),
        (["--corpus", "x", "--lower", "m"], "--lower goes with --scores"),
        (["--scores", "scores.tsv", "--system-test", "t"], "--system-test has no effect without --with prediction"),
        (["--scores", "scores.tsv", "--correct", "none"], "--correct has no effect without --significance"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--with", "qala"], "unknown section 'qala'"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--level", "document"], "no level 'document' here"),
        (["--scores", "scores.tsv", "--human", "none.tsv"], "none.tsv"),
        (["--scores", "none.tsv", "--human", "human.tsv"], "none.tsv"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--json", "--tsv"], "--json and --tsv exclude each other"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--out", "no/where"], "there is no directory no"),
        (["--scores", "scores.tsv", "--human", "human.tsv", "--plot", "x.png"], "ends in .svg or .html"),
    ],
)
def test_bad_requests_are_one_line(columns, refused, more, message):
    assert message in refused("meta", *more)


def test_other_outputs_in_a_second_file_are_refused(sample, run, refused):
    run("score", "--corpus", "sample", "-m", "bleu", "--save", "one.npz")
    run("score", "sample/sys.cedar.txt", "-r", "sample/ref.1.txt", "-m", "ter", "--save", "two.npz")
    told = refused("meta", "--scores", "one.npz", "--scores", "two.npz", "--human", "sample/human.tsv")
    assert told == "two.npz has other systems or segments than one.npz; save the same outputs' scores"


def test_tsv_and_latex_have_significance_and_sections_behind_the_correlations(sample, run):
    more = ["--significance", "--with", "qarla", "--with", "severity", "--with", "prediction"]
    alone, whole = run(*sample, "--tsv").out, run(*sample, *more, "--tsv").out
    assert whole.startswith(f"{alone}\n# differences\na\tb\thuman\t")
    tables = dict(block.split("\n", 1) for block in whole.removeprefix(alone).split("\n# ")[1:])
    names = [name.partition(":")[0] for name in tables]
    sections = ["king", "sets", "queen", "jack", "severity", "prediction-adequacy-raw"]
    assert names == ["differences", "standings", *sections, "signatures"]
    found = json.loads(run(*sample, *more, "--json").out)
    for name in ("differences", "standings"):
        rows = list(csv.DictReader(io.StringIO(tables[name]), delimiter="\t"))
        assert [row["level"] for row in rows] == [row["level"] for row in found[name]]
    latex = run(*sample, *more, "--latex").out
    assert latex.count(r"\begin{tabular}") == 2 + 2 + len(sections)
