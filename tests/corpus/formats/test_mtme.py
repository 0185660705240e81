"""Test sets of mt-metrics-eval: corpora, human scores, and scores of metrics."""

import gzip

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.judgements.scores import all_human_scores, human_scores
from steelyard.scores.external import read_external
from steelyard.scores.table import score_table

TEXTS = {
    "sysA": "a house\nthe dog\n",
    "sysB": "one house\na dog\n",
    "refB": "a home\nthe hound\n",
    "refA": "the house\na dog\n",
}


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "wmt99"
    for pair in ("de-en", "zh-en"):
        write(root / "sources" / f"{pair}.txt", "ein Haus\nder Hund\n")
        write(root / "documents" / f"{pair}.docs", "news doc1\nchat doc2\n")
        for name in ("refA", "refB"):
            write(root / "references" / f"{pair}.{name}.txt", TEXTS[name])
        for name, text in TEXTS.items():
            write(root / "system-outputs" / pair / f"{name}.txt", text)
    human = root / "human-scores"
    write(human / "de-en.mqm.seg.score", "sysA\t-1\nsysA\tNone\nsysB\t-5.1\nsysB\t-2\nrefB\t0\nrefB\t0\n")
    write(human / "de-en.wmt-z.seg.score", "sysA 0.5\nsysA 0.25\n")
    write(human / "de-en.da.v2.sys.score", "sysA\t80.5\nsysB\t70\nrefB\tNone\n")
    write(human / "de-en.mqm.domain.score", "news\tsysA\t-1\n")
    metrics = root / "metric-scores" / "de-en"
    write(metrics / "COMET-refA.seg.score", "sysA\t0.5\nsysA\t0.7\nsysB\t0.1\nsysB\t0.2\nrefB\t0.9\nrefB\t0.8\n")
    write(metrics / "COMET-refA.sys.score", "sysB\t0.25\nsysA\t0.65\nrefB\t0.95\n")
    write(metrics / "TER-refA.sys.score", "sysA\t60\nsysB\t50\nrefB\t55\n")
    write(metrics / "COMET-refA.domain.score", "news\tsysA\t1\n")
    return root


def test_a_language_pair(folder):
    corpus = sy.read(f"{folder}:de-en")
    assert list(corpus.systems) == ["sysA", "sysB"] and len(corpus.references) == 2
    assert corpus.references[0][0] == "the house" and corpus.source[1] == "der Hund"
    assert corpus.facets == {"document": ("doc1", "doc2"), "domain": ("news", "chat")} and corpus.ids is None
    assert {one.dimension for one in corpus.judgements} == {"mqm", "wmt-z"}
    values = {one.output: one.value for one in corpus.judgements if one.dimension == "mqm"}
    assert values == {("sysA", 0): -1, ("sysB", 0): -5.1, ("sysB", 1): -2, ("refB", 0): 0, ("refB", 1): 0}


def test_references_that_are_named(folder):
    corpus = sy.read(f"{folder}:de-en:refA")
    assert list(corpus.systems) == ["refB", "sysA", "sysB"] and corpus.references[0][0] == "the house"
    assert len(corpus.references) == 1
    assert list(sy.read(f"{folder}:de-en:refA,refB").systems) == ["sysA", "sysB"]


def test_folders_with_colons_and_a_single_pair(folder, tmp_path):
    odd = folder.rename(tmp_path / "wmt:99")
    assert list(sy.read(f"{odd}:zh-en:refB").systems) == ["refA", "sysA", "sysB"]
    for path in odd.rglob("zh-en*"):
        if path.is_file():
            path.unlink()
    assert len(sy.read(odd).judgements) == 7
    assert len(sy.read(odd, format="mtme")) == 2


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("", InputError, r"2 language pairs \(de-en, zh-en\); name one, as .*wmt99:de-en"),
        (":de-fr", SpecError, "no language pair 'de-fr'; did you mean 'de-en'"),
        (":de-en:refC", SpecError, "no reference 'refC' for de-en; did you mean"),
    ],
)
def test_what_is_not_there(folder, name, error, message):
    with pytest.raises(error, match=message):
        sy.read(f"{folder}{name}")


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("system-outputs/de-en/sysA.txt", "a\n", "sysA.txt has 1 line, but the source has 2"),
        ("references/de-en.refA.txt", "a\nb\nc\n", "refA.txt has 3 lines, but"),
        ("documents/de-en.docs", "news\nnews\n", "line 1: expected a domain and a document"),
        ("documents/de-en.docs", "news a\n", "has 1 line, but the source has 2"),
        ("human-scores/de-en.mqm.seg.score", "sysA\t1\n", "1 scores of 'sysA' for 2 segments"),
        ("human-scores/de-en.mqm.seg.score", "sysA\tone\n", "line 1: the score is 'one'"),
        ("human-scores/de-en.mqm.seg.score", "sysA\tinf\n", "line 1: the score is 'inf'"),
        ("human-scores/de-en.mqm.seg.score", "sysA 1 2\n", "expected a system and a score"),
        ("human-scores/de-en.mqm.seg.score", "", "is empty"),
        ("human-scores/de-en.da.v2.sys.score", "sysA\t1\nsysA\t2\n", "line 2: a second score of 'sysA'"),
    ],
)
def test_damaged_files_are_refused(folder, path, text, message):
    write(folder / path, text)
    with pytest.raises(FormatError, match=message):
        sy.read(f"{folder}:de-en")


def test_two_files_of_the_same(folder):
    with gzip.open(folder / "system-outputs" / "de-en" / "sysA.txt.gz", "wb") as file:
        file.write(b"a\nb\n")
    with pytest.raises(FormatError, match="holds the same as"):
        sy.read(f"{folder}:de-en")


def test_other_folders_keep_their_formats(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        sy.read(tmp_path / "nothing:de-en")
    (tmp_path / "plain").mkdir()
    with pytest.raises(InputError, match="not a directory"):
        sy.read(f"{tmp_path / 'plain'}:de-en")
    (tmp_path / "bare" / "system-outputs").mkdir(parents=True)
    with pytest.raises(FormatError, match="is this a test set of mt-metrics-eval"):
        sy.read(tmp_path / "bare")


def test_human_scores_of_segments_and_systems(folder):
    corpus = sy.read(f"{folder}:de-en")
    assert [one.dimension for one in all_human_scores(corpus)] == ["mqm", "wmt-z"]
    whole = human_scores(corpus, folder / "human-scores" / "de-en.da.v2.sys.score")
    assert whole.whole and whole.dimension == "da.v2" and whole.values.tolist() == [[80.5], [70]]
    segments = human_scores(corpus, folder / "human-scores" / "de-en.mqm.seg.score")
    assert not segments.whole and segments.dimension == "mqm" and np.isnan(segments.values[0, 1])
    with pytest.raises(InputError, match="2 scores of 'sysA' for 60 segments"):
        human_scores(sy.sample(), folder / "human-scores" / "de-en.wmt-z.seg.score")


def test_metric_scores_are_columns(folder):
    corpus = sy.read(f"{folder}:de-en:refA")
    table = score_table(corpus, ["chrf"], external=[folder / "metric-scores" / "de-en"], lower=["TER-refA"])
    assert table.measures == ("chrf", "COMET-refA", "TER-refA") and table.systems == ("refB", "sysA", "sysB")
    comet, ter = table.columns[1:]
    # A given score of a system counts for the system, not the mean of its segments.
    assert comet.at("system")[:, 0].tolist() == [0.95, 0.65, 0.25]
    assert comet.at("segment").tolist() == [[0.9, 0.8], [0.5, 0.7], [0.1, 0.2]]
    assert comet.at("domain").tolist() == [[0.9, 0.8], [0.5, 0.7], [0.1, 0.2]]
    assert comet.signature("system").endswith("|systems:given")
    assert "given" not in comet.signature(
        "segment"
    ) and "label:COMET-refA|file:COMET-refA.seg.score#" in comet.signature("segment")
    assert ter.at("system")[:, 0].tolist() == [55, 60, 50] and "better:lower" in ter.signature("system")
    assert table.oriented("system")[2, :, 0].tolist() == [-55, -60, -50]
    with pytest.raises(SpecError, match="none at level segment"):
        ter.at("segment")


def test_one_metric_file(folder):
    metrics = folder / "metric-scores" / "de-en"
    (comet,) = read_external(metrics / "COMET-refA.seg.score", 2)
    assert comet.label == "COMET-refA" and comet.systems == ("sysA", "sysB", "refB")
    assert comet.system_scores.tolist() == [0.65, 0.25, 0.95]
    (whole,) = read_external(metrics / "COMET-refA.sys.score")
    assert whole.whole and whole.system_scores is None and whole.values[:, 0].tolist() == [0.25, 0.65, 0.95]
    with pytest.raises(FormatError, match="2 scores of 'sysA'; expected one for each of 3 segments"):
        read_external(metrics / "COMET-refA.seg.score", 3)
    with pytest.raises(InputError, match="no scores of segments or systems"):
        read_external(metrics / "COMET-refA.domain.score")
    with pytest.raises(InputError, match="no scores of segments or systems"):
        read_external(folder / "sources")


def test_the_command_line_reads_both(folder, capsys):
    from steelyard.cli import main

    given = ["compare", "--corpus", f"{folder}:de-en:refA", "-m", "chrf", "--trials", "50", "--resamples", "20"]
    metrics = folder / "metric-scores" / "de-en" / "COMET-refA.seg.score"
    assert main([*given, "--scores", str(metrics)]) == 0
    printed = capsys.readouterr()
    assert "\nCOMET-refA\n" in printed.out and "means of segments here, not those given: COMET-refA" in printed.out
