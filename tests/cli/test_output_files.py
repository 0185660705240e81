"""Files that answers are written to: what they replace, and in which form."""

import gzip

import pytest

FILES = ("A.txt", "B.txt", "-r", "ref1.txt")
RATED = ("--corpus", "sample", "--human", "sample/human.tsv", "--dimension", "adequacy")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("score", *FILES, "--out"), "keep.txt"),
        (("score", *FILES, "--tsv", "--out"), "keep.tsv"),
        (("score", *FILES, "--json", "--out"), "keep"),
        (("score", *FILES, "--save"), "keep.npz"),
        (("compare", *FILES, "--html", "--out"), "keep.html"),
        (("report", *FILES, "--markdown", "--out"), "keep.md"),
        (("convert", "sample", "--lossy"), "keep.tsv"),
        (("sweep", *RATED, "-m", "chrf", "--vary", "beta=1,2", "--plot"), "keep.svg"),
        (("sweep", *RATED, "-m", "chrf", "--vary", "beta=1,2", "--plot"), "keep.html"),
        (("agree", "sample/human.tsv", "--dimension", "adequacy", "--normalised"), "keep.tsv"),
        (("agree", "sample/human.tsv", "--dimension", "adequacy", "--distributions"), "keep.svg"),
    ],
    ids=lambda part: part if isinstance(part, str) else part[0],
)
def test_a_file_of_another_kind_stays_unless_it_is_to_be_replaced(run, refused, texts, sample, words, name):
    (texts / name).write_text("mine")
    assert refused(*words, name) == f"{name} exists; give another name, or --replace to replace it"
    assert run(*words, name, "--replace").code == 0
    assert (texts / name).read_bytes() != b"mine"


@pytest.mark.parametrize(
    "words", [("score", "--save", "run.npz"), ("compare", "--trials", "20", "--out", "pairs.html")]
)
def test_earlier_statistics_and_pages_of_ours_are_replaced(run, texts, words):
    for _ in range(2):
        assert run(words[0], *FILES, *words[1:]).code == 0


def test_an_empty_file_is_replaced(run, texts):
    (texts / "new.txt").touch()
    assert run("score", *FILES, "--out", "new.txt").code == 0


def test_statistics_have_an_ending_of_their_own(refused, texts):
    assert "statistics are saved as .npz" in refused("score", *FILES, "--save", "keep.tsv")


def test_nothing_to_replace_is_refused(refused, texts):
    assert "--replace has no effect where no file is written" in refused("score", *FILES, "--replace")


@pytest.mark.parametrize(
    ("ending", "flag"),
    [("json", "json"), ("tsv", "tsv"), ("tex", "latex"), ("md", "markdown"), ("html", "html")],
)
def test_the_ending_of_a_file_tells_the_form(run, refused, texts, ending, flag):
    assert run("score", *FILES, "--out", f"s.{ending}").code == 0
    assert (texts / f"s.{ending}").read_text("utf-8") == run("score", *FILES, f"--{flag}").out
    assert run("score", *FILES, f"--{flag}", "--out", "scores").code == 0
    assert f"--out t.txt ends as text does; leave out --{flag}" in refused(
        "score", *FILES, f"--{flag}", "--out", "t.txt"
    )


def test_a_packed_file_tells_the_form_too(run, texts):
    assert run("score", *FILES, "--out", "s.json.gz").code == 0
    assert gzip.decompress((texts / "s.json.gz").read_bytes()).decode() == run("score", *FILES, "--json").out
