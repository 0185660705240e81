import json

import steelyard as sy
from steelyard.scores.alignments import align_segments

ASKED = ("align", "A.txt", "-r", "ref1.txt", "-r", "ref2.txt")


def test_text_shows_chunks_of_every_reference(run, texts):
    shown = run(*ASKED, "--segment", "3").out
    assert "segment 3 of A, reference 1, the one that counts\n" in shown and "segment 3 of A, reference 2\n" in shown
    assert "output     [1 we went home]\nreference  [1 we went home] early\n" in shown
    assert shown.splitlines()[-1].startswith("meteor|tokens:13a|")


def test_absent_references_are_left_out(run, texts):
    shown = run(*ASKED, "--segment", "2", "--segment", "0").out
    assert shown.count("segment 2 of A") == 1 and shown.count("segment 0 of A") == 2


def test_json_is_what_python_gives(run, texts):
    asked = run(*ASKED, "B.txt", "--ids", "ids.txt", "--segment", "b", "--system", "B", "-m", "gtm", "--json").out
    read = [(texts / f"{name}.txt").read_text().splitlines() for name in ("B", "ref1", "ref2")]
    corpus = sy.Corpus.of({"B": read[0]}, {"1": read[1], "2": [text or None for text in read[2]]}, ids=list("abcd"))
    assert json.loads(asked) == {"alignments": [one.to_dict() for one in align_segments(corpus, ["b"], "gtm")]}


def test_page_and_files(run, texts):
    assert run(*ASKED, "--segment", "1", "--html", "--out", "page.html").out == ""
    page = (texts / "page.html").read_text("utf-8")
    assert page.count("<svg") == 2 and page.count("</svg>") == 2 and "src=" not in page and "href=" not in page
    shown = run(*ASKED, "--segment", "1").out
    assert run(*ASKED, "--segment", "1", "--out", "text.txt").out == ""
    assert (texts / "text.txt").read_text("utf-8") == shown


def test_a_single_segment_need_not_be_named(run, texts):
    (texts / "one.txt").write_text("a b\n")
    assert "segment 0 of one, reference 1, the one that counts" in run("align", "one.txt", "-r", "one.txt").out


def test_bad_input(refused, texts):
    assert refused(*ASKED) == "there are 4 segments, 0 to 3; say which: --segment 0"
    assert refused(*ASKED, "--segment", "4") == "there is no segment 4; numbers go from 0 to 3"
    assert refused(*ASKED, "--ids", "ids.txt", "--segment", "0") == (
        "there is no segment 0; ids go from a to d, and numbers hold only where there are no ids"
    )
    assert refused(*ASKED, "--segment", "0", "-m", "bleu").startswith(
        "bleu aligns no words; measures that do: gtm, meteor"
    )
    assert refused(*ASKED, "--segment", "0", "-m", "meteo").startswith("unknown measure 'meteo'; did you mean 'meteor'")
    assert refused(*ASKED, "--segment", "0", "-m", "meteor,gtm").startswith("-m meteor,gtm: one measure at a time")
    assert refused(*ASKED, "--segment", "0", "--system", "C").startswith("there is no system 'C'")
    assert refused(*ASKED, "--segment", "0", "--json", "--html").startswith("--json and --html exclude each other")
    assert "no directory" in refused(*ASKED, "--segment", "0", "--html", "--out", "nowhere/page.html")
    assert refused("align").startswith("nothing to align; give a system output and references (-r), or --corpus")
    assert refused("align", "A.txt", "--segment", "0").startswith("there are no references")
    (texts / "gap.txt").write_text("a\n\nb\nc\n")
    assert "has an empty output for segment 1" in refused("align", "gap.txt", "-r", "ref1.txt", "--segment", "0")


def test_what_is_asked_for_twice_is_shown_once(run, texts):
    once = run(*ASKED, "--segment", "1", "--system", "A").out
    assert run(*ASKED, "--segment", "1", "--segment", "1", "--system", "A", "--system", "A").out == once


def test_long_texts_are_not_drawn(run, refused, texts):
    for words in (500, 501):
        (texts / f"{words}.txt").write_text("a " * words)
    assert refused("align", "501.txt", "-r", "500.txt", "-m", "gtm", "--html", "--out", "page.html") == (
        "segment 0 of 501, reference 1, the one that counts: a text of 501 words is too long to be drawn, at most 500 "
        "are; use the terminal (without --html) or --json"
    )
    assert run("align", "500.txt", "-r", "500.txt", "-m", "gtm", "--html", "--out", "page.html").code == 0
    assert run("align", "501.txt", "-r", "500.txt", "-m", "gtm").code == 0
