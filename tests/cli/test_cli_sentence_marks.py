import json


def test_every_command_reads_marks_as_line_breaks(run, here):
    (here / "A.txt").write_text("a b<q>c d\n")
    (here / "r.txt").write_text("c d<q>a b\n")
    files = ("A.txt", "-r", "r.txt", "--sentences-at", "<q>")
    scores = json.loads(run("score", *files, "-m", "rouge-lsum", "-m", "unigram-precision", "--json").out)["scores"]
    assert [score["value"] for score in scores] == [1, 1]
    aligned = run("align", *files, "--segment", "0", "--json")
    assert aligned.code == 0 and '"q' not in aligned.out and "<q>" not in aligned.out
    explained = run("explain-difference", *files, "-m", "rouge-l", "-m", "rouge-lsum", "--segment", "0")
    assert explained.code == 0 and "<q>" not in explained.out
    pairs = run("similarity", "A.txt", "r.txt", "--sentences-at", "<q>", "-m", "rouge-lsum", "--json")
    assert json.loads(pairs.out)["similarity"]["values"] == [[1]]


def test_convert_writes_line_breaks(run, refused, here):
    (here / "in").mkdir()
    (here / "in" / "sys.A.txt").write_text("a b<q>c d\n")
    assert run("convert", "in", "out.jsonl", "--sentences-at", "<q>").code == 0
    assert json.loads((here / "out.jsonl").read_text())["outputs"] == {"A": "a b\nc d"}
    assert "--sentences-at" in refused("convert", "out.jsonl", "out.tsv", "--sentences-at", "<q>")


def test_marks_that_cannot_be(refused, here):
    (here / "A.txt").write_text("a\n")
    assert "empty" in refused("score", "A.txt", "-r", "A.txt", "--sentences-at", "")
    assert "line break" in refused("score", "A.txt", "-r", "A.txt", "--sentences-at", "\n")
