"""Bad input: each is refused in one line that says what, where and what to do; nothing is written."""

import gzip
import re

import numpy as np
import pytest

import steelyard as sy

_BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>'
_WRITTEN = ("--out", "scores.txt", "--save", "kept.npz")


@pytest.fixture
def refused_score(refused, texts):
    """Return a function that scores, with files to be written, and gives the one line of refusal."""
    return lambda *arguments, **more: refused("score", *arguments, *_WRITTEN, **more)


def _system(texts, data):
    (texts / "bad.txt").write_bytes(data)
    return ("bad.txt", "-r", "ref1.txt")


def test_unequal_line_counts(refused_score, texts):
    assert refused_score(*_system(texts, b"one\ntwo\nthree\n")) == (
        "bad.txt has 3 lines but ref1.txt has 4; every file must have one line per segment, in the same order"
    )


def test_unequal_line_counts_of_references_source_ids_and_facets(refused_score, texts):
    (texts / "short.txt").write_text("one\n")
    for option in ("-r", "--source", "--ids", "--documents"):
        message = refused_score("A.txt", "-r", "ref1.txt", option, "short.txt")
        assert message.startswith("short.txt has 1 line but ref1.txt has 4; ")
    assert "short.txt has 1" in refused_score("A.txt", "-r", "ref1.txt", "--facet", "topic=short.txt")


def test_an_empty_file(refused_score, texts):
    assert refused_score(*_system(texts, b"")) == "bad.txt: the file is empty; expected one segment per line"


def test_empty_hypothesis(refused_score, texts):
    message = refused_score(*_system(texts, b"one\n  \nthree\nfour\n"))
    assert re.match(r"system 'bad' has an empty output for segment 1 \(line 2 of bad.txt\); .*--accept empty", message)


def test_all_references_of_a_segment_empty(refused_score, texts):
    (texts / "gap.txt").write_text("a\nb\n\nd\n")
    message = refused_score("A.txt", "-r", "gap.txt", "-r", "ref2.txt")
    assert message.startswith("no reference for segment 2 (line 3 of gap.txt, ref2.txt): every segment needs")
    assert "segment c (line 3 of gap.txt):" in refused_score("A.txt", "-r", "gap.txt", "--ids", "ids.txt")


def test_invalid_utf_8(refused_score, texts):
    message = refused_score(*_system(texts, b"one\ntwo\ngr\xfcn\nfour\n"))
    assert message.startswith("bad.txt, line 3, byte 3: not valid UTF-8; convert the file to UTF-8")


@pytest.mark.parametrize("odd", [b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80", b"\xe2\x82"])
def test_invalid_utf_8_of_every_kind(refused_score, texts, odd):
    message = refused_score(*_system(texts, b"one\n" + odd + b"\nthree\nfour\n"))
    assert message.startswith("bad.txt, line 2, byte 1: not valid UTF-8")


def test_byte_order_mark(refused_score, texts):
    message = refused_score(*_system(texts, b"\xef\xbb\xbfone\ntwo\nthree\nfour\n"))
    assert re.match(r"bad.txt, line 1: starts with a byte order mark; .*--accept bom", message)


def test_byte_order_mark_and_crlf_are_named_at_once(refused_score, texts):
    message = refused_score(*_system(texts, b"\xef\xbb\xbfone\ntwo\r\n"))
    assert message == (
        "bad.txt: starts with a byte order mark, and line 2 ends in CRLF; save the file without both, or use "
        "--accept bom,crlf to skip them"
    )


def test_crlf(refused_score, texts):
    message = refused_score(*_system(texts, b"one\ntwo\r\nthree\nfour\n"))
    assert re.match(r"bad.txt, line 2: ends in CRLF; .*--accept crlf", message)


def test_nul(refused_score, texts):
    message = refused_score(*_system(texts, b"one\ntwo\nth\0ree\nfour\n"))
    assert re.match(r"bad.txt, line 3: contains a NUL character; remove it", message)
    every = ("--accept", "bom,crlf,empty,long")
    assert "NUL" in refused_score("bad.txt", "-r", "ref1.txt", *every)


def test_a_line_of_10_mb(refused_score, run, texts):
    message = refused_score(*_system(texts, b"one\n" + b"x " * 5_000_000 + b"\nthree\nfour\n"))
    assert re.match(r"bad.txt, line 2: more than 1,048,576 bytes in one segment; .*--accept long", message)
    assert run("score", "bad.txt", "-r", "ref1.txt", "-m", "ser", "--accept", "long").code == 0


def test_a_damaged_gzip_file(refused_score, texts):
    packed = gzip.compress(b"one\ntwo\nthree\nfour\n" * 1000)
    assert "bad.txt: " in refused_score(*_system(texts, packed[: len(packed) // 2]))


def test_duplicate_system_names(refused_score, texts):
    (texts / "other").mkdir()
    (texts / "other" / "A.txt").write_bytes((texts / "A.txt").read_bytes())
    assert refused_score("A.txt", "other/A.txt", "-r", "ref1.txt") == (
        "2 inputs have the system name 'A' (A.txt and other/A.txt); tell them apart with NAME=path"
    )
    assert "system name 'x'" in refused_score("x=A.txt", "x=B.txt", "-r", "ref1.txt")


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("blue", "unknown measure 'blue'; did you mean 'bleu'?"),
        ("bleu(token=intl)", "bleu has no option 'token'; did you mean 'tokens'?"),
        ("bleu(tokens=13b)", "bleu: tokens=13b is not possible; did you mean '13a'?"),
        ("bleu@sacrebleau", "bleu has no preset 'sacrebleau'; did you mean 'sacrebleu'?"),
        ("bleu(order=four)", "bleu: order=four is not possible; expected a whole number"),
        ("bleu(order=4", "cannot read measure 'bleu(order=4'; write name, name@preset or name(option=value"),
    ],
)
def test_unknown_measures(refused_score, measure, message):
    assert refused_score("A.txt", "-r", "ref1.txt", "-m", measure).startswith(message)


def test_unknown_levels_units_and_words(refused_score, texts):
    files = ("A.txt", "-r", "ref1.txt", "--documents", "docs.txt")
    assert "'documnt' here; did you mean 'document'?" in refused_score(*files, "--level", "documnt")
    assert "'segmnt' here; did you mean 'segment'?" in refused_score(*files, "--level", "segmnt")
    assert "'documents' here; did you mean" in refused_score(*files, "--intervals", "--unit", "documents")
    message = refused_score("A.txt", "-r", "ref1.txt", "--level", "document")
    assert message == "no level 'document' here; known: segment, system; --documents FILE gives documents"
    message = refused_score("A.txt", "-r", "ref1.txt", "--level", "topic")
    assert message == "no level 'topic' here; known: segment, system; --facet NAME=FILE gives a facet"
    (texts / "c.jsonl").write_text('{"references": ["x"], "outputs": {"A": "x"}}\n')
    message = refused_score("--corpus", "c.jsonl", "--level", "document")
    assert message == "no level 'document' in this corpus; known: segment, system"
    assert "did you mean 'crlf'" in refused_score(*files, "--accept", "clrf")
    assert "'--levle'" in refused_score(*files, "--levle", "x")


@pytest.mark.parametrize("option", ["--out", "--save"])
def test_unwritable_output(refused, texts, option):
    (texts / "folder").mkdir()
    files = ("score", "A.txt", "-r", "ref1.txt", option)
    assert refused(*files, "none/x.npz") == "cannot write none/x.npz: there is no directory none; make it first"
    assert refused(*files, "folder") == "cannot write folder: it is a directory; give the name of a file"
    assert refused(*files, "A.txt/x.npz").startswith("cannot write A.txt/x.npz: there is no directory A.txt")


def test_output_that_fails_while_it_is_written(refused, texts, full):
    message = refused("score", "A.txt", "-r", "ref1.txt", "--out", full)
    assert message == f"cannot write {full}: No space left on device; check the path"


@pytest.mark.parametrize("option", ["--out", "--save"])
def test_long_names_of_outputs(refused, texts, option):
    message = refused("score", "A.txt", "-r", "ref1.txt", option, "x" * 300)
    assert message == f"cannot write {'x' * 300}: File name too long; choose another name"


def test_long_names_of_inputs(refused_score, run, texts):
    long = "x" * 300
    assert refused_score(long, "-r", "ref1.txt") == f"{long}: File name too long; check the path"
    assert refused_score(f"A={long}", "-r", "ref1.txt") == f"{long}: File name too long; check the path"
    assert refused_score(f"{long}=none.txt", "-r", "ref1.txt").startswith("none.txt: No such file")
    assert refused_score("--corpus", long) == f"{long}: File name too long; check the path"
    assert run("score", f"{long}=A.txt", "-r", "ref1.txt", "-m", "wer").code == 0


@pytest.mark.parametrize("option", ["--ids", "--documents", "--facet topic="])
def test_empty_lines_among_names(refused_score, texts, option):
    (texts / "gaps.txt").write_text("a\n\nb\n  \n")
    given = f"{option}gaps.txt".split() if "=" in option else (option, "gaps.txt")
    message = refused_score("A.txt", "-r", "ref1.txt", *given)
    assert message == "gaps.txt, line 2: an empty line; every segment needs a name or value here"


def test_repeated_ids(refused_score, texts):
    (texts / "twice.txt").write_text("a\nb\na\nc\n")
    message = refused_score("A.txt", "-r", "ref1.txt", "--ids", "twice.txt")
    assert message == "twice.txt: segment id 'a' occurs twice; ids must be unique"


@pytest.mark.parametrize("name", [" ", "a\tb", "a\x1b[2J", "\x7f", "a\u2028b"])
def test_odd_names(refused_score, texts, name):
    for message in (
        refused_score(f"{name}=A.txt", "-r", "ref1.txt"),
        refused_score("A.txt", "-r", "ref1.txt", "--facet", f"{name}=docs.txt"),
    ):
        assert "is no name" in message if name == " " else "contains the control character" in message


def test_names_with_joiners(run, texts):
    assert run("score", "👩\u200d🔬=A.txt", "-r", "ref1.txt", "-m", "wer").code == 0


def test_several_measures_in_one_option(refused_score):
    files = ("A.txt", "-r", "ref1.txt", "-m")
    assert refused_score(*files, "bleu,chrf") == "-m bleu,chrf: one measure at a time; repeat -m: -m bleu -m chrf"
    assert refused_score(*files, "bleu(order=2,case=fold), ter").endswith("-m bleu(order=2,case=fold) -m ter")
    assert refused_score(*files, "bleu(order=2,case=fold").startswith("cannot read measure")


@pytest.mark.parametrize("option", ["--threads", "--seed", "--resamples", "--confidence"])
def test_words_for_numbers(refused_score, option):
    message = refused_score("A.txt", "-r", "ref1.txt", "--intervals", option, "x")
    kind = "number" if option == "--confidence" else "whole number"
    assert message == f"invalid value for '{option}': 'x' is not a {kind}; see steelyard score --help"


def test_corpora_without_references_or_systems(refused_score, texts):
    (texts / "bare.jsonl").write_text('{"outputs": {"A": "x"}}\n')
    (texts / "idle.jsonl").write_text('{"references": ["x"]}\n')
    message = refused_score("--corpus", "bare.jsonl")
    assert message == "bare.jsonl: the corpus has no references; scoring needs at least one reference set"
    message = refused_score("--corpus", "idle.jsonl")
    assert message == "idle.jsonl: the corpus has no system outputs; scoring needs at least one system"


def test_missing_files(refused_score, texts):
    assert refused_score("none.txt", "-r", "ref1.txt").startswith("none.txt: No such file or directory; check")
    assert "none.txt" in refused_score("A.txt", "-r", "none.txt")
    assert "none.jsonl" in refused_score("--corpus", "none.jsonl")
    assert refused_score("--corpus", "nope") == "nope: No such file or directory; check the path"
    assert "--from" in refused_score("--corpus", "-")


@pytest.fixture
def refused_statistics(refused, texts):
    """Return a function that scores from statistics, and gives the one line of refusal."""
    return lambda path: refused("score", "--statistics", path, "--out", "scores.txt")


def test_missing_statistics(refused_statistics):
    assert refused_statistics("none.npz").startswith("none.npz: No such file or directory; check the path")


def test_a_directory_as_a_file(refused_score, texts):
    (texts / "folder").mkdir()
    assert refused_score("folder", "-r", "ref1.txt").startswith(
        "folder: Is a directory; give a file, or a corpus as --corpus"
    )
    assert "folder" in refused_score("--corpus", "folder")


def test_statistics_that_are_none(refused_statistics, texts):
    for name, data in {
        "text.npz": b"hello\n",
        "empty.npz": b"",
        "zip.npz": b"PK\x03\x04" + bytes(40),
    }.items():
        (texts / name).write_bytes(data)
        message = refused_statistics(name)
        assert message.startswith(f"{name}: not a statistics file") and "--save" in message


@pytest.mark.parametrize(
    "arrays", [{"x": np.arange(3)}, {"header": np.arange(3)}, {"header": np.frombuffer(b'{"a": 1}', np.uint8)}]
)
def test_an_archive_of_something_else(refused_statistics, texts, arrays):
    np.savez(texts / "foreign.npz", **arrays)
    message = refused_statistics("foreign.npz")
    assert message.startswith("foreign.npz: not a statistics file (it holds something else); make one with")


def test_statistics_that_are_cut(refused_statistics, run, texts):
    run("score", "A.txt", "-r", "ref1.txt", "--save", "whole.npz")
    whole = (texts / "whole.npz").read_bytes()
    (texts / "cut.npz").write_bytes(whole[: len(whole) // 2])
    assert refused_statistics("cut.npz").startswith("cut.npz: not a statistics file")


def _sgml(body, kind="tstset", attributes='setid="s" sysid="A"'):
    return f"<{kind} {attributes}>{body}</{kind}>"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.sgm", _sgml("<doc>\n<seg id=1>a</seg></doc>"), "x.sgm, line 1: <doc> without docid"),
        ("x.sgm", _sgml("<doc docid=d>\n<seg>a</seg></doc>"), "x.sgm, line 2: <seg> without id"),
        ("x.sgm", _sgml("<doc docid=d>\n<seg id=1>a</seg></doc>", attributes=""), "names the system"),
        ("x.sgm", _sgml("<doc docid=d><seg id=1>a</seg><seg id=1>b</seg></doc>"), "occurs twice"),
        ("x.sgm", _sgml("<doc docid=d><seg id=1>a</seg>"), "x.sgm, line 1: "),
        ("x.sgm", _BOMB + _sgml("<doc docid=d><seg id=1>&c;</seg></doc>"), "x.sgm, line 1: "),
        (
            "x.wmt.xml",
            "<dataset><doc>\n<src><p><seg id='1'>a</seg></p></src></doc></dataset>",
            "<doc> without id",
        ),
        (
            "x.wmt.xml",
            "<dataset><doc id='d'>\n<src><seg>a</seg></src></doc></dataset>",
            "line 2: <seg> without id",
        ),
        (
            "x.wmt.xml",
            _BOMB + "<dataset><doc id='d'><src><seg id='1'>&c;</seg></src></doc></dataset>",
            "never followed",
        ),
        (
            "x.wmt.xml",
            '<!DOCTYPE d SYSTEM "file:///etc/passwd"><dataset/>',
            "x.wmt.xml, line 1: a document type",
        ),
        ("x.wmt.xml", "<dataset><doc id='d'>", "not well-formed XML"),
        (
            "x.jsonl",
            '{"outputs": {"A": "x"}, "output": 1}',
            "x.jsonl, line 1: unknown key 'output'; did you mean",
        ),
        ("x.jsonl", '{"outputs": {"A": "\\ud800"}}', "x.jsonl, line 1: holds half of a surrogate pair"),
        ("x.jsonl", '{"outputs": {"A": "x"}}\n{', "x.jsonl, line 2"),
    ],
)
def test_corpora(refused_score, refused, texts, name, data, message):
    (texts / name).write_text(data, encoding="utf-8")
    assert message in refused_score("--corpus", name)
    assert message in refused("convert", name, "out.tsv")


def test_a_missing_output_in_a_corpus(refused_score, texts):
    (texts / "x.jsonl").write_text(
        '{"references": ["a"], "outputs": {"A": "a", "B": "b"}}\n{"references": ["a"], "outputs": {"A": "a"}}\n'
    )
    message = refused_score("--corpus", "x.jsonl")
    assert message.startswith("system 'B' has no output for segment 1; every system must have one")


# The same through Python.


def _message(*arguments, **more):
    with pytest.raises(sy.SteelyardError) as caught:
        sy.score(*arguments, **more)
    return str(caught.value)


def test_lone_surrogates_through_python():
    message = _message({"A": ["fine", "\ud800"]}, ["a", "b"])
    assert message.startswith("system 'A': ") and "1" in message and "surrogate" in message


@pytest.mark.parametrize("odd", [3, b"bytes", 1.5, ["nested"]])
def test_other_things_than_texts_through_python(odd):
    message = _message({"A": ["fine", odd]}, ["a", "b"])
    assert message.startswith("system 'A': ") and "1" in message


def test_none_through_python():
    assert _message({"A": ["fine", None]}, ["a", "b"]).startswith("system 'A' has no output for segment 1;")
    assert _message({"A": ["a", "b"]}, [["a", None], [None, None], ["", None]]).startswith("no reference for segment 1")


def test_one_string_instead_of_a_list_through_python():
    assert _message({"A": "text"}, ["t"]).startswith("system 'A' is one string; give a list")
    assert "one string; give a list" in _message({"A": ["text"]}, "text")


def test_transposed_references_through_python():
    square = [["a", "b"], ["c", "d"]]
    message = _message({"A": ["a", "b"]}, square)
    assert "2 reference sets of 2 segments" in message and "2 references for each of 2 segments" in message


def test_both_readings_of_references_are_taken_where_only_one_is_possible():
    by_set = sy.score({"A": ["a", "b"]}, [["a", "x"], ["y", "b"], ["z", "z"]], "wer")
    by_segment = sy.score({"A": ["a", "b"]}, [["a", "y", "z"], ["x", "b", "z"]], "wer")
    assert by_set.to_dict() == by_segment.to_dict()


def test_references_that_fit_neither_reading_through_python():
    message = _message({"A": ["a", "b"]}, [["a"], ["b"], ["c"]])
    assert message.startswith("3 lists of references with 1 strings do not fit 2 segments: expected sets of 2 strings")


def test_unequal_counts_through_python():
    assert "2 segments but" in _message({"A": ["a"], "B": ["a", "b"]}, ["a"])
    assert "'A' has 1 segment but reference set 1 has 2;" in _message({"A": ["a"]}, ["a", "b"])


def test_unknown_words_through_python():
    assert "did you mean 'chrf'" in _message({"A": ["a"]}, ["a"], "chrF")
    assert "no facet 'document'" in _message({"A": ["a"]}, ["a"], level="document")
    assert "did you mean 'empty'" in _message({"A": ["a"]}, ["a"], accept=["empt"])


def test_too_little_memory(refused_score, monkeypatch):
    def starve(self, batch):
        raise MemoryError

    monkeypatch.setattr(type(sy.parse("wer")), "statistics", starve)
    assert refused_score("A.txt", "-r", "ref1.txt", "-m", "wer").startswith("the memory does not suffice; ")
