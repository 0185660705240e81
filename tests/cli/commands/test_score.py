import csv
import dataclasses
import gzip
import inspect
import json
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.cli.commands.score import command
from steelyard.cli.inputs import named_system
from steelyard.draws import Draws

FILES = ("A.txt", "B.txt", "-r", "ref1.txt", "-r", "ref2.txt")


@pytest.fixture
def scored(run, texts):
    """Return a function that scores and gives the JSON."""

    def call(*arguments, stdin=b""):
        result = run("score", *arguments, "--json", stdin=stdin)
        assert (result.code, result.err) == (0, ""), result
        return json.loads(result.out)

    return call


def _lines(texts, name):
    return (texts / name).read_text().splitlines()


def _expected(texts, **more):
    systems = {name: _lines(texts, f"{name}.txt") for name in "AB"}
    references = [_lines(texts, "ref1.txt"), _lines(texts, "ref2.txt")]
    return sy.score(systems, references, **more).to_dict()


def test_json_is_what_the_library_gives(scored, texts):
    assert scored(*FILES) == _expected(texts)


def test_json_shape_of_the_contract(scored):
    for score in scored(*FILES)["scores"]:
        assert list(score) == ["system", "measure", "level", "value", "signature"]
    for score in scored(*FILES, "--intervals")["scores"]:
        assert list(score) == ["system", "measure", "level", "value", "low", "high", "signature"]
    for score in scored(*FILES, "--level", "segment")["scores"]:
        assert list(score) == ["system", "measure", "level", "segment", "value", "signature"]
        assert score["segment"] in range(4)


def test_default_measures(scored):
    assert list(dict.fromkeys(s["measure"] for s in scored(*FILES)["scores"])) == ["bleu", "chrf", "ter"]


def test_measures_are_chosen_by_m_and_may_hold_commas(scored):
    given = scored(*FILES, "-m", "bleu(tokens=intl,smoothing=none)", "--measure", "ngram(1,2)", "-m", "bleu@sacrebleu")
    labels = list(dict.fromkeys(score["measure"] for score in given["scores"]))
    assert labels == ["bleu(tokens=intl,smoothing=none)", "ngram(1,2)", "bleu@sacrebleu"]


def test_defaults_are_the_library_s(run):
    defaults = {p.name: p.default for p in command.params}
    chosen = Draws(**{name: defaults[name] for name in vars(Draws()) if name in defaults})
    assert dataclasses.replace(chosen, interval=None) == Draws() and chosen.kind == Draws().kind
    assert defaults["measures"] == inspect.signature(sy.score).parameters["measures"].default


@pytest.mark.parametrize(
    ("given", "name", "path"),
    [
        ("A.txt", "A", "A.txt"),
        ("dir/A.de-en.txt", "A.de-en", "dir/A.de-en.txt"),
        ("A.txt.gz", "A", "A.txt.gz"),
        ("A", "A", "A"),
        (".txt", ".txt", ".txt"),
        ("dir/out.v1.2", "out.v1.2", "dir/out.v1.2"),
        ("out.v1.3.gz", "out.v1.3", "out.v1.3.gz"),
        ("A.en", "A", "A.en"),
        ("A.hyp.txt", "A.hyp", "A.hyp.txt"),
        ("sample/sys.aurora.txt", "aurora", "sample/sys.aurora.txt"),
        ("sys.v1.2.txt.gz", "v1.2", "sys.v1.2.txt.gz"),
        ("sys.txt", "sys", "sys.txt"),
        ("system.A.txt", "system.A", "system.A.txt"),
        ("sys.A=A.txt", "sys.A", "A.txt"),
        ("mine=A.txt", "mine", "A.txt"),
        ("org/model=A.txt", "org/model", "A.txt"),
        ("x=y=z.txt", "x", "y=z.txt"),
        ("two words=A.txt", "two words", "A.txt"),
        ("-", "stdin", "-"),
        ("mine=-", "mine", "-"),
    ],
)
def test_names_of_systems(here, given, name, path):
    assert named_system(given) == (name, path)


def test_an_existing_path_with_an_equals_sign_is_a_path(here):
    (here / "beam=4.txt").write_text("x\n")
    assert named_system("beam=4.txt") == ("beam=4", "beam=4.txt")
    assert named_system("mine=beam=4.txt") == ("mine", "beam=4.txt")


def test_gzip_and_standard_input(scored, texts):
    plain = scored("A.txt", "-r", "ref1.txt")
    (texts / "A.txt.gz").write_bytes(gzip.compress((texts / "A.txt").read_bytes()))
    assert scored("A.txt.gz", "-r", "ref1.txt") == plain
    assert scored("A=-", "-r", "ref1.txt", stdin=(texts / "A.txt").read_bytes()) == plain


def test_levels(scored, texts):
    documents = {"document": _lines(texts, "docs.txt")}
    by_document = scored(*FILES, "--documents", "docs.txt", "--level", "document")
    assert by_document == _expected(texts, facets=documents, level="document")
    assert [score["group"] for score in by_document["scores"][:2]] == ["one", "two"]
    assert scored(*FILES, "--facet", "document=docs.txt", "--level", "document") == by_document
    by_topic = scored(*FILES, "--facet", "topic=docs.txt", "--level", "topic", "-m", "chrf")
    assert {score["level"] for score in by_topic["scores"]} == {"topic"}


def test_ids_and_source(scored):
    given = scored("A.txt", "-r", "ref1.txt", "--ids", "ids.txt", "--source", "source.txt", "--level", "segment")
    assert [score["segment"] for score in given["scores"][:4]] == ["a", "b", "c", "d"]


def test_intervals(scored, texts):
    chosen = Draws(resamples=50, confidence=0.9, seed=7, unit="document", interval="bca")
    given = scored(*FILES, "--documents", "docs.txt", "--intervals", "--resamples", 50, "--confidence", 0.9,
                   "--seed", 7, "--unit", "document", "--interval", "bca")  # fmt: skip
    assert given == _expected(texts, facets={"document": _lines(texts, "docs.txt")}, intervals=chosen)
    assert all("low" not in score for score in scored(*FILES, "--no-intervals")["scores"])


def test_threads_change_nothing(scored):
    assert scored(*FILES, "--threads", 1) == scored(*FILES, "--threads", 3) == scored(*FILES)


@pytest.mark.parametrize("kind", ["jsonl", "tsv", "wmt.xml"])
def test_corpus(run, scored, texts, kind):
    systems = {name: _lines(texts, f"{name}.txt") for name in "AB"}
    references = [_lines(texts, "ref1.txt"), _lines(texts, "ref2.txt")]
    sy.write(sy.read(_parallel(texts)), f"corpus.{kind}")
    given = scored("--corpus", f"corpus.{kind}", "-m", "chrf", "-m", "bleu")["scores"]
    expected = sy.score(systems, references, ["chrf", "bleu"]).to_dict()["scores"]
    assert {(s["system"], s["measure"]): s for s in given} == {(s["system"], s["measure"]): s for s in expected}


def _parallel(texts):
    folder = texts / "parallel"
    folder.mkdir()
    for name, member in {
        "A.txt": "sys.A.txt",
        "B.txt": "sys.B.txt",
        "ref1.txt": "ref.1.txt",
        "ref2.txt": "ref.2.txt",
    }.items():
        (folder / member).write_bytes((texts / name).read_bytes())
    return folder


def test_corpus_directory_and_named_format(scored, texts):
    folder = _parallel(texts)
    assert scored("--corpus", folder) == scored("--corpus", folder, "--from", "parallel") == scored(*FILES)


def test_sets_of_an_sgml_corpus(scored, texts):
    def put(name, kind, attributes, lines):
        segments = "".join(f'<seg id="{n}">{line}</seg>\n' for n, line in enumerate(lines, 1))
        (texts / name).write_text(f'<{kind} setid="s" {attributes}><doc docid="d">\n{segments}</doc></{kind}>\n')

    put("ref.sgm", "refset", 'refid="r"', _lines(texts, "ref1.txt"))
    put("tst.sgm", "tstset", 'sysid="A"', _lines(texts, "A.txt"))
    assert scored("--corpus", "ref.sgm", "--corpus", "tst.sgm") == scored("A.txt", "-r", "ref1.txt")


@pytest.mark.parametrize("level", ["system", "segment", "document"])
def test_saved_statistics_make_the_same_scores(run, scored, texts, level):
    asked = (
        *FILES,
        "--documents",
        "docs.txt",
        "-m",
        "bleu",
        "-m",
        "nist",
        "-m",
        "chrf++",
        "-m",
        "ter@tercom",
        "-m",
        "sentence-bleu",
    )
    run("score", *asked, "--save", "kept.npz")
    for name in ("A.txt", "B.txt", "ref1.txt", "ref2.txt", "docs.txt"):
        (texts / name).rename(texts / f"away-{name}")
    again = scored("--statistics", "kept.npz", "--level", level)
    for name in ("A.txt", "B.txt", "ref1.txt", "ref2.txt", "docs.txt"):
        (texts / f"away-{name}").rename(texts / name)
    assert again == scored(*asked, "--level", level)


def test_intervals_from_saved_statistics(run, scored, texts):
    run("score", *FILES, "--save", "kept.npz")
    more = ("--intervals", "--interval", "percentile", "--resamples", 30, "--threads", 2)
    assert scored("--statistics", "kept.npz", *more) == scored(*FILES, *more)


def test_accept(scored, texts):
    plain = scored("A.txt", "-r", "ref1.txt")
    data = (texts / "A.txt").read_bytes()
    (texts / "odd").mkdir()
    (texts / "odd" / "A.txt").write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert scored("odd/A.txt", "-r", "ref1.txt", "--accept", "bom,crlf") == plain
    assert scored("odd/A.txt", "-r", "ref1.txt", "--accept", "bom", "--accept", "crlf") == plain
    (texts / "odd" / "A.txt").write_bytes(b"\n" + data.split(b"\n", 1)[1])
    assert scored("odd/A.txt", "-r", "ref1.txt", "--accept", "empty")["scores"]


def test_out_is_written_whole_and_nothing_is_printed(run, texts):
    printed = run("score", *FILES, "--json").out
    (texts / "scores.json").write_text("old")
    result = run("score", *FILES, "--json", "--out", "scores.json", "--replace")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert (texts / "scores.json").read_text() == printed
    assert not list(texts.glob("*.part*")) and not list(texts.glob(".*"))


def test_table(run, texts):
    out = run("score", *FILES, "-m", "chrf", "-m", "ter").out.splitlines()
    assert out[0].split() == ["system", "chrf", "↑", "(1)", "ter", "↓", "(2)"]
    assert out[2].split()[0] == "A" and out[2].count("*") == 2 and out[3].count("*") == 0
    assert [line[:4] for line in out if line.startswith("(")] == ["(1) ", "(2) "]
    assert sum("chrf|" in line for line in out) == 1
    assert "\x1b" not in "".join(out)


def test_tsv(run, texts):
    rows = list(csv.DictReader(run("score", *FILES, "--level", "segment", "--tsv").out.splitlines(), delimiter="\t"))
    expected = _expected(texts, level="segment")["scores"]
    assert list(rows[0]) == ["system", "measure", "level", "segment", "value", "reason", "signature"]
    assert [(r["system"], r["segment"], float(r["value"]), r["signature"]) for r in rows] == [
        (s["system"], str(s["segment"]), s["value"], s["signature"]) for s in expected
    ]


def test_latex(run, texts):
    out = run("score", "my_system=A.txt", "B.txt", "-r", "ref1.txt", "--latex").out
    assert r"\begin{tabular}{lrrr}" in out and r"my\_system & " in out and "% bleu: bleu|" in out


def test_undefined_values_are_told_with_their_reason(run, here):
    (here / "h.txt").write_text("a b\nc\n")
    (here / "r.txt").write_text("a b\n...\n")
    asked = ("h.txt", "-r", "r.txt", "-m", "wer(tokens=no-punct)", "--level", "segment")
    out = run("score", *asked).out
    assert "undefined\n" in out and "\nundefined: wer(tokens=no-punct): the references have no token\n" in out
    last = json.loads(run("score", *asked, "--json").out)["scores"][-1]
    assert last["value"] is None and last["reason"] == "the references have no token"
    row = run("score", *asked, "--tsv").out.splitlines()[-1].split("\t")
    assert math.isnan(float(row[4])) and row[5] == "the references have no token"


def test_the_same_file_may_be_system_and_reference(scored):
    assert scored("ref1.txt", "-r", "ref1.txt", "-m", "wer")["scores"][0]["value"] == 0.0


def test_save_gives_a_plain_npz(run, texts):
    run("score", *FILES, "--save", "kept.npz")
    with np.load("kept.npz", allow_pickle=False) as kept:
        assert set(kept) == {"header", "values_0", "values_1", "values_2", "sha256"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to score"),
        ((*FILES, "--json", "--tsv"), "--json and --tsv exclude each other"),
        ((*FILES, "--statistics", "x.npz"), "--statistics holds everything; leave out systems, --reference"),
        (("--statistics", "x.npz", "-m", "bleu"), "--statistics holds everything; leave out --measure"),
        (("--statistics", "x.npz", "--save", "y.npz"), "leave out --save"),
        (("--corpus", "x.jsonl", *FILES), "--corpus holds everything; leave out systems, --reference"),
        (("--corpus", "x.jsonl", "--documents", "docs.txt"), "leave out --documents"),
        ((*FILES, "--from", "jsonl"), "--from goes with --corpus"),
        ((*FILES, "--seed", 3), "--seed has no effect without --intervals"),
        ((*FILES, "--interval", "bca"), "--interval has no effect without --intervals"),
        ((*FILES, "--intervals", "--seed", 3), "--seed has no effect with intervals by t; add --interval bca"),
        ((*FILES, "--no-intervals", "--unit", "document"), "--unit has no effect without --intervals"),
        ((*FILES, "--intervals", "--resamples", 0), "'--resamples'"),
        ((*FILES, "--intervals", "--confidence", 1), "'--confidence'"),
        ((*FILES, "--intervals", "--seed", -1), "'--seed'"),
        ((*FILES, "--threads", 0), "'--threads'"),
        ((*FILES, "--intervals", "--level", "segment"), "intervals are made at level system, not segment"),
        ((*FILES, "--facet", "docs.txt"), "expected NAME=FILE"),
        ((*FILES, "--facet", "segment=docs.txt"), "'segment' is a level of its own"),
        ((*FILES, "--documents", "docs.txt", "--facet", "document=ids.txt"), "facet name 'document'"),
        (("=A.txt", "-r", "ref1.txt"), "'=A.txt' has no name; write NAME=path"),
        (("x=", "-r", "ref1.txt"), "'x=' has no path; write NAME=path"),
        (("-", "-r", "-"), "standard input (-) is asked for more than once"),
        (("A.txt",), "there are no references to score against; give at least one (-r)"),
        ((*FILES, "-m", "bleu", "-m", "bleu"), "measure 'bleu' is asked for twice"),
    ],
)
def test_contradictory_requests(refused, texts, arguments, message):
    assert message in refused("score", *arguments)


def test_references_against_each_other(run, scored, texts):
    (texts / "other.txt").write_text("\n".join(_lines(texts, "A.txt")) + "\n")
    files = ("B.txt", "-r", "ref1.txt", "-r", "other.txt", "-m", "rouge-1", "--score-references")
    sets = [_lines(texts, "ref1.txt"), _lines(texts, "other.txt")]
    expected = [sy.score({"A": own}, other, "rouge-1").scores[0].value for own, other in (sets, sets[::-1])]
    rows = [(row["system"], row["value"]) for row in scored(*files)["scores"]]
    assert rows == [("reference 1", expected[0]), ("reference 2", expected[1])]
    refused = run("score", *files, "--human", "h.tsv")
    assert refused.code == 2 and "--score-references is of the texts; leave out --human" in refused.err


def test_saved_statistics_have_no_draws_where_intervals_are_by_t(refused, run, texts):
    run("score", *FILES, "--save", "kept.npz")
    said = refused("score", "--statistics", "kept.npz", "--intervals", "--resamples", "50")
    assert "--resamples has no effect with intervals by t; add --interval bca" in said
