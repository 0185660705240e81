"""--system, --only, --without and --segments, in all commands that take a corpus."""

import json

import pytest

CORPUS = [
    {"id": f"s{n}", "facets": {"domain": "news" if n % 2 else "talk"}, "references": ["a b c d", "a c d"]}
    | {"outputs": {"A": "a b c d", "B": "a b d" if n else "x", "C": "b"}}
    | {"judgements": [{"system": s, "assessor": a, "dimension": "x", "value": n + k} for k, s in enumerate("ABC")
                      for a in "pq"]}
    for n in range(6)
]  # fmt: skip
PART = ("--only", "domain=news", "--system", "A", "--system", "B", "--without", "domain=talk")


@pytest.fixture
def files(here):
    (here / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in CORPUS))
    for name in "ABC":
        (here / f"{name}.txt").write_text("".join(f"{line['outputs'][name]}\n" for line in CORPUS))
    (here / "r.txt").write_text("a b c d\n" * 6)
    (here / "domains.txt").write_text("".join(f"{line['facets']['domain']}\n" for line in CORPUS))
    rows = [f"{name}\ts{n}\t{n + k}\n" for k, name in enumerate("ABC") for n in range(6)]
    (here / "h.tsv").write_text("system\tseg\tscore\n" + "".join(rows))
    (here / "w.tsv").write_text("system\tscore\nA\t1\nB\t2\n")
    return here


def answer(result):
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_commands_take_part_of_a_corpus(run, files):
    asked = ("--corpus", "c.jsonl", "-m", "wer", *PART, "--json")
    scores = answer(run("score", *asked, "--human", "h.tsv"))
    values = [(s["system"], s["measure"], s["value"]) for s in scores["scores"]]
    assert values[-2:] == [("A", "human", 3), ("B", "human", 4)]
    assert all("|only:domain=news|without:domain=talk|selected:3/6(1,3,5)|" in s["signature"] for s in scores["scores"])
    assert scores["notices"][0] == "left out, for they are not selected: 1 of 3 systems and 3 of 6 segments"
    more = {"meta": ("--level", "segment:pooled"), "corroborate": ("-m", "chrf"), "power": ("--pair", "A", "B")}
    for command in ("compare", "ranks", "meta", "corroborate", "power"):
        result = run(command, *asked, *more.get(command, ()))
        assert "left out, for they are not selected" in result.out, (command, result.err)
        assert "selected:3/6(1,3,5)" in result.out, command


def test_other_commands_say_what_is_left_out(run, files):
    of = ("--corpus", "c.jsonl")
    explain = ("explain-difference", *of, "-m", "wer", "-m", "per", "--segment", "s3", "--system", "B")
    study = ("study", "riezler-maxwell-2005", *of, "-m", "wer", "--trials", "199", "--simulations", "2")
    for command in (
        ("align", *of, "--only", "domain=news", "--segment", "s3", "--system", "B"),
        (*explain, "--segments", "s2-s4"),
        ("axioms", *of, "-m", "wer", "--segments", "0-3"),
        ("agree", *of, "--only", "domain=news", "--system", "A"),
        ("convert", "c.jsonl", "part.jsonl", "--segments", "s1-s2"),
        (*study, "--segments", "0-3"),
    ):
        result = run(*command)
        assert result.code == 0, result.err
        assert "left out, for they are not selected: " in result.err, command
    lines = [json.loads(line) for line in (files / "part.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == ["s1", "s2"]
    assert [len(line["judgements"]) for line in lines] == [6, 6]
    assert "segment s5 of B" in run("align", *of, "--segments", "s5", "--system", "B").out


def test_loose_files_and_saved_statistics_are_selected(run, refused, files):
    loose = ("score", "A.txt", "B.txt", "C.txt", "-r", "r.txt", "--facet", "domain=domains.txt", "-m", "wer")
    whole = answer(run(*loose, "--json", "--save", "s.npz"))["scores"]
    part = answer(run(*loose, "--json", *PART))["scores"]
    assert [s["system"] for s in part] == ["A", "B"]
    assert part[1]["value"] != whole[1]["value"]
    assert answer(run("score", "--statistics", "s.npz", "--json", *PART))["scores"] == part
    assert "numbers go from 0 to 5" in refused("score", "--statistics", "s.npz", "--segments", "6")
    page = ("report", "--statistics", "s.npz", *PART, "--json")
    assert "selected:3/6" in run(*page).out


def test_the_order_of_segments_is_that_of_the_corpus(run, files):
    asked = ("score", "--corpus", "c.jsonl", "-m", "wer", "--level", "segment", "--system", "B", "--json", "--segments")
    assert [s["segment"] for s in answer(run(*asked, "4-5,0"))["scores"]] == ["s0", "s4", "s5"]
    assert [s["segment"] for s in answer(run(*asked, "s4", "--segments", "s1-s2"))["scores"]] == ["s1", "s2", "s4"]


def test_what_cannot_be_selected_is_refused(run, refused, files):
    of = ("score", "--corpus", "c.jsonl", "-m", "wer")
    assert "--system: there is no system 'D'; known: A, B, C" in refused(*of, "--system", "D")
    assert "--only: there is no facet 'domian'; did you mean 'domain'?" in refused(*of, "--only", "domian=x")
    assert "no segment has 'new' as its domain; did you mean 'news'?" in refused(*of, "--without", "domain=new")
    assert "no segment is left" in refused(*of, "--without", "domain=news", "--without", "domain=talk")
    assert "of whole systems are of all 6 segments" in refused(*of, "--segments", "0", "--scores", "w.tsv")
    assert "of whole systems are of all 6 segments" in refused("meta", *of[1:], "--segments", "0-3", "--human", "w.tsv")
    assert "--only is of texts" in refused("score", "--human", "h.tsv", "--only", "domain=news")
    assert "--system is of texts" in refused("axioms", "-m", "wer", "--system", "A")
    assert "--segments goes with --corpus" in refused("agree", "h.tsv", "--segments", "0")
