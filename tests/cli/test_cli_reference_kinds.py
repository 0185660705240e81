"""--references-of, in all commands that compare texts."""

import json

PAPER = """<evalTrans>
  <sentence>
    <source>La figura representa el procedimiento.</source>
    <eval translator="first reference"><target>This figure represents the process.</target></eval>
    <eval translator="multi reference"><target>The chart represents the method.</target></eval>
    <eval translator="Statistical" evaluator="JM" sser="8" awer="1/5">
      <target>Chart represent the method.</target>
      <newRef>Chart represents the method.</newRef>
    </eval>
  </sentence>
</evalTrans>
"""


def values(result):
    return {score["measure"]: round(score["value"], 2) for score in json.loads(result.out)["scores"]}


def test_the_rates_of_the_paper(run, here):
    (here / "c.xml").write_text(PAPER)
    asked = ("score", "--corpus", "c.xml", "-m", "wer(tokens=13a)", "-m", "mwer(tokens=13a)", "--json")
    assert values(run(*asked, "--references-of", "first"))["wer(tokens=13a)"] == 66.67
    assert values(run(*asked, "--references-of", "first,multi"))["mwer(tokens=13a)"] == 50.0
    assert values(run(*asked)) == values(run(*asked, "--references-of", "multi, first"))
    assert values(run(*asked, "--references-of", "post-edit"))["wer(tokens=13a)"] == 20.0


def test_a_segment_without_the_kind_is_named_with_it(refused, here):
    (here / "c.jsonl").write_text(
        '{"references": ["a", "b"], "outputs": {"S": "a"}}\n{"references": ["a"], "outputs": {"S": "a"}}\n'
    )
    words = refused("score", "--corpus", "c.jsonl", "-m", "wer", "--references-of", "multi")
    assert words.startswith("no reference of the kind multi for segment 1")


def test_loose_files_have_a_first_reference(run, refused, here):
    for name, text in {"o": "a b", "r": "a c", "s": "a b"}.items():
        (here / name).write_text(f"{text}\n")
    asked = ("score", "o", "-r", "r", "-r", "s", "-m", "wer", "--json", "--references-of")
    assert values(run(*asked, "first")) == {"wer": 50}
    assert values(run(*asked, "multi")) == {"wer": 0}
    assert "no references are of kind post-edit" in refused(*asked, "post-edit")
    assert "did you mean 'first'?" in refused(*asked, "frist")


def test_commands_take_the_references_of_some_kinds(run, refused, here):
    (here / "c.xml").write_text(PAPER)
    asked = ("align", "--corpus", "c.xml", "--segment", "0", "--json", "--references-of")
    first, edited = (json.loads(run(*asked, kinds).out)["alignments"][-1] for kinds in ("first", "post-edit"))
    assert first["value"] < edited["value"]
    assert "|kinds:first|" in first["signature"]
    probes = run("axioms", "-m", "wer", "--corpus", "c.xml", "--references-of", "post-edit")
    assert probes.code == 0
    run("score", "--corpus", "c.xml", "--save", "s.npz")
    assert "--references-of" in refused("score", "--statistics", "s.npz", "--references-of", "first")


def test_convert_writes_references_of_some_kinds(run, refused, here):
    (here / "c.xml").write_text(PAPER.replace(' sser="8" awer="1/5"', ""))
    assert "cannot hold post-edit references" in refused("convert", "c.xml", "c.tsv")
    assert run("convert", "c.xml", "c.tsv", "--references-of", "first,multi").code == 0
    assert "The chart represents" in (here / "c.tsv").read_text()
    assert run("convert", "c.xml", "only.jsonl", "--references-of", "post-edit").code == 0
    assert [r["kind"] for r in json.loads((here / "only.jsonl").read_text())["references"]] == ["post-edit"]


def test_the_judgements_inside_a_corpus_are_scored(run, refused, here):
    (here / "c.xml").write_text(PAPER)
    asked = ("score", "--corpus", "c.xml", "-m", "wer(tokens=13a)", "--references-of", "first", "--human", "corpus:")
    rates = {"wer(tokens=13a)": 66.67, "awer": 20, "aser": 100, "sser": 20}
    assert values(run(*asked, "--json")) == rates
    assert values(run(*asked, "--dimension", "aser", "--json")) == {"wer(tokens=13a)": 66.67, "aser": 100}
    assert "not with --human corpus:" in refused(*asked, "--mqm-weight", "Major=5")
