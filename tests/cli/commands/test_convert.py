import json

import steelyard as sy


def _corpus(here):
    record = {"id": "a", "facets": {"document": "d"}, "references": ["x y"], "outputs": {"A": "x z"}}
    (here / "in.jsonl").write_text(json.dumps(record) + "\n")


def test_convert_says_what_was_read_and_written(run, here):
    _corpus(here)
    result = run("convert", "in.jsonl", "out.tsv")
    assert (result.code, result.out) == (0, "")
    assert result.err == "steelyard: read 1 segment, 1 system, 1 reference set, facet document; wrote out.tsv\n"
    assert list(sy.read("out.tsv").systems["A"]) == ["x z"]


def test_named_formats_and_standard_streams(run, here):
    _corpus(here)
    result = run("convert", "-", "-", "--from", "jsonl", "--to", "jsonl", stdin=(here / "in.jsonl").read_bytes())
    assert result.code == 0 and json.loads(result.out) == json.loads((here / "in.jsonl").read_text())


def test_several_inputs(run, here):
    for name, kind, who in (("r.sgm", "refset", 'refid="r"'), ("t.sgm", "tstset", 'sysid="A"')):
        (here / name).write_text(f'<{kind} setid="s" {who}><doc docid="d"><seg id="1">x</seg></doc></{kind}>')
    assert run("convert", "r.sgm", "t.sgm", "out").code == 0
    assert (here / "out" / "sys.A.txt").read_text() == "x\n"


def test_loss_is_refused_unless_asked_for(run, refused, here):
    _corpus(here)
    record = json.loads((here / "in.jsonl").read_text())
    record["judgements"] = [{"system": "A", "value": 3}]
    (here / "in.jsonl").write_text(json.dumps(record) + "\n")
    assert "--lossy" in refused("convert", "in.jsonl", "out.csv")
    result = run("convert", "in.jsonl", "out.csv", "--lossy")
    assert result.code == 0 and "left out" in result.err


def test_accept(run, refused, here):
    _corpus(here)
    (here / "in.jsonl").write_bytes(b"\xef\xbb\xbf" + (here / "in.jsonl").read_bytes())
    assert "--accept bom" in refused("convert", "in.jsonl", "out.tsv")
    assert run("convert", "in.jsonl", "out.tsv", "--accept", "bom").code == 0


def test_refusals(refused, here):
    _corpus(here)
    assert "missing argument" in refused("convert", "in.jsonl")
    assert "--to" in refused("convert", "in.jsonl", "-")
    assert "--to" in refused("convert", "in.jsonl", "-", "--to", "parallel")
    assert "did you mean 'jsonl'" in refused("convert", "in.jsonl", "out", "--to", "json")
    assert "no known ending" in refused("convert", "in.jsonl", "out.doc")
    assert "No such file" in refused("convert", "none.jsonl", "out.tsv")
    assert "--to" in refused("convert", "in.jsonl", "out.xml")
    assert "--from" in refused("convert", "-", "out.tsv")
