"""No command writes a file that it reads, nor replaces what is not its own."""

import json
import shutil

import click
import pytest

import steelyard as sy
from steelyard.cli import _COMMANDS
from steelyard.cli import steelyard as commands
from steelyard.cli.reads import READ, WRITTEN

TWO = ("A.txt", "B.txt", "-r", "ref1.txt")
FULL = (*TWO, "-r", "ref2.txt", "--source", "source.txt", "--ids", "ids.txt", "--documents", "docs.txt",
        "--facet", "topic=topics.txt")  # fmt: skip


@pytest.fixture
def more(texts):
    shutil.copy("docs.txt", "topics.txt")
    rows = [f"{name}\t{n}\t{n + (name == 'B')}" for name in "AB" for n in range(4)]
    (texts / "judge.tsv").write_text("system\tseg\tjudge\n" + "\n".join(rows) + "\n")
    (texts / "human.tsv").write_text("system\tseg\tscore\n" + "\n".join(rows) + "\n")
    sy.write(sy.sample(), texts / "sample")
    sy.write(sy.sample(), texts / "sample.jsonl")
    return texts


def test_every_file_of_every_command_is_known():
    words = ("FILE", "PATH", "FOLDER", "DIR", "IN...", "OUT", "TEXTS", "[OTHERS]")
    for name in _COMMANDS:
        for parameter in commands.get_command(click.Context(commands), name).params:
            if any(word in (parameter.metavar or "") for word in words):
                assert (parameter.name in READ) != (parameter.name in WRITTEN), (name, parameter.name)


@pytest.mark.parametrize(
    "asked",
    [
        *(("score", *FULL, "--out", name) for name in ("A.txt", "ref2.txt", "source.txt", "ids.txt", "docs.txt")),
        ("score", *FULL, "--save", "topics.txt"),
        ("score", "one=A.txt", "-r", "ref1.txt", "--out", "./A.txt"),
        ("score", *TWO, "--scores", "judge.tsv", "--out", "judge.tsv"),
        ("score", "--corpus", "sample.jsonl", "--out", "sample/../sample.jsonl"),
        ("score", "--corpus", "sample", "--out", "sample/sys.aurora.txt"),
        ("score", "--corpus", "sample", "--out", "sample/human.tsv"),
        ("compare", *TWO, "--html", "--out", "A.txt"),
        ("compare", *TWO, "--out", "B.txt"),
        ("ranks", *TWO, "--out", "B.txt"),
        ("power", *TWO, "--out", "B.txt"),
        ("corroborate", *TWO, "--html", "--out", "B.txt"),
        ("corroborate", *TWO, "--human", "human.tsv", "--out", "human.tsv"),
        ("report", *TWO, "--human", "human.tsv", "--out", "human.tsv"),
        ("meta", "--scores", "judge.tsv", "--human", "human.tsv", "--out", "human.tsv"),
        ("meta", "--scores", "judge.tsv", "--human", "human.tsv", "--out", "judge.tsv"),
        ("sweep", *TWO, "-m", "chrf", "--vary", "beta=1,2", "--human", "human.tsv", "--out", "human.tsv"),
        ("similarity", "A.txt", "B.txt", "--out", "B.txt"),
        ("align", *TWO, "--system", "A", "--segment", "0", "--html", "--out", "A.txt"),
        ("explain-difference", *TWO, "--system", "A", "--segment", "0", "-m", "bleu", "-m", "ter", "--out", "A.txt"),
        ("axioms", "-m", "wer", "-r", "ref1.txt", "--out", "ref1.txt"),
        ("agree", "human.tsv", "--normalised", "human.tsv"),
        ("convert", "sample.jsonl", "./sample.jsonl"),
    ],
    ids=lambda asked: " ".join([asked[0], *asked[-2:]]),
)  # fmt: skip
def test_own_input_stays(more, refused, asked):
    assert "this command reads it" in refused(*asked), asked


def test_links_are_followed(more, refused):
    (more / "link.txt").symlink_to("A.txt")
    assert "this command reads it (A.txt)" in refused("score", *TWO, "--out", "link.txt")
    assert "this command reads it (link.txt)" in refused("score", "link.txt", "-r", "ref1.txt", "--out", "A.txt")
    assert "(--reference ref1.txt)" in refused("score", *TWO, "--out", "ref1.txt")


def test_a_member_that_is_a_link(more, refused):
    (more / "sample" / "sys.aurora.txt").rename(more / "aurora.txt")
    (more / "sample" / "sys.aurora.txt").symlink_to(more / "aurora.txt")
    assert "(--corpus sample)" in refused("score", "--corpus", "sample", "--out", "aurora.txt")


def test_saved_statistics_and_score_files_stay(more, run, refused):
    assert run("score", *TWO, "--save", "kept.npz").code == 0
    assert "--statistics kept.npz" in refused("score", "--statistics", "kept.npz", "--out", "kept.npz")
    (more / "m.seg.score").write_text("".join(f"{name}\t{n}\n" for name in "AB" for n in range(4)))
    (more / "m.sys.score").write_text("A\t1\nB\t2\n")
    for name in ("m.seg.score", "m.sys.score"):
        for given in ("m.seg.score", "."):
            assert "this command reads it" in refused("score", *TWO, "--scores", given, "--out", name)


def test_results_beside_the_texts_can_be_written_again(more, run):
    for _ in range(2):
        assert run("score", *TWO, "--out", "scores.txt", "--replace").code == 0
        assert run("score", "--corpus", "sample", "-m", "bleu", "--out", "sample/scores.txt", "--replace").code == 0
    assert run("report", *TWO, "--title", "report.html", "-m", "wer", "--trials", "20").code == 0
    assert run("report", *TWO, "--title", "report.html", "-m", "wer", "--trials", "20").code == 0


def test_every_figure_of_a_meta_evaluation_is_checked(more, refused):
    shutil.copy("human.tsv", "o.prediction.svg")
    asked = ("meta", "--scores", "judge.tsv", "--with", "prediction", "--plot", "o.svg", "--human")
    assert "(--human o.prediction.svg)" in refused(*asked, "o.prediction.svg")
    said = refused(*asked, "human.tsv", "--out", "o.prediction.svg")
    assert "--out and --plot would both write o.prediction.svg; give two names" in said


def test_a_module_of_functions_stays(more, refused, monkeypatch):
    monkeypatch.syspath_prepend(more)
    (more / "package").mkdir()
    for name in ("own_measure.py", "package/__init__.py", "package/inner.py"):
        (more / name).write_text("raise SystemExit('was run')")
    for given, out in (
        ("own_measure:wer", "own_measure.py"),
        ("package.inner:wer", "package/inner.py"),
        ("package.inner:wer", "package/__init__.py"),
        ("package/inner.py:wer(better=lower)", "package/inner.py"),
    ):
        assert f"this command reads it (--measure {given})" in refused("axioms", "-m", given, "--out", out)


@pytest.mark.parametrize(
    ("asked", "first", "second"),
    [
        (("score", *TWO), "--out", "--save"),
        (("meta", "--scores", "judge.tsv", "--human", "human.tsv"), "--out", "--plot"),
        (("sweep", *TWO, "-m", "chrf", "--vary", "beta=1,2", "--human", "human.tsv"), "--out", "--plot"),
        (("agree", "human.tsv"), "--out", "--normalised"),
        (("agree", "human.tsv"), "--normalised", "--distributions"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else one,
)
def test_two_results_go_to_two_files(more, refused, asked, first, second):
    said = refused(*asked, first, "./o.svg", second, "o.svg")
    assert f"{first} and {second} would both write o.svg; give two names" in said


STUDY = ("study", "riezler-maxwell-2005", "--simulations", "5", "--trials", "199", "-m", "bleu")


def test_a_study_replaces_its_own_folder_only(more, run, refused):
    assert run(*STUDY, "--out", "found").code == 0 and run(*STUDY, "--out", "found").code == 0
    for name in ("study.txt", "study.json", "my.tsv", "figure.svg"):
        (more / "mine").mkdir(exist_ok=True)
        (more / "mine" / name).write_text("{}")
        assert f"{name} might be replaced, and this is no folder of an earlier study" in refused(
            *STUDY, "--out", "mine"
        )
        (more / "mine" / name).unlink()
    (more / "mine" / "notes.md").write_text("mine")
    assert run(*STUDY, "--out", "mine").code == 0 and (more / "mine" / "notes.md").read_text() == "mine"


def test_a_study_leaves_the_folder_of_another(more, run, refused):
    assert run(*STUDY, "--out", "found").code == 0
    said = refused("study", "lin-hovy-2003", "--out", "found")
    assert "cannot write into found: it holds another study, 'riezler-maxwell-2005'" in said
    (more / "found" / "notes.tsv").write_text("mine")
    assert run(*STUDY, "--out", "found").code == 0 and (more / "found" / "notes.tsv").read_text() == "mine"


def test_a_study_does_not_write_into_what_it_reads(more, run, refused):
    assert run(*STUDY, "--out", "found").code == 0
    shutil.copy("human.tsv", "found/human.tsv")
    asked = ("study", "lin-hovy-2003", *TWO, "--human", "found/human.tsv", "--out", "found")
    assert "this command reads it" in refused(*asked)
    assert json.loads((more / "found" / "study.json").read_text())["study"][0]["name"] == "riezler-maxwell-2005"


def test_the_tour_replaces_its_own_page_only(more, run, refused):
    assert run("report", *TWO, "-m", "wer", "--trials", "20").code == 0
    assert "report.html exists and is no page 'The steelyard sample'" in refused("demo")
