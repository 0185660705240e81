import steelyard as sy

DOCUMENTS = '{"documents": ["A bridge was closed.\\nNobody was hurt."]}\n'


def test_what_a_format_cannot_hold_is_refused_or_left_out(run, refused, here):
    (here / "docs.jsonl").write_text(DOCUMENTS)
    asked = ("summarise", "--corpus", "docs.jsonl", "--rate", "0.5", "--out", "out.tsv")
    assert "cannot hold line breaks; choose another format, or use --lossy" in refused(*asked)
    assert run(*asked, "--lossy").err == "steelyard: wrote out.tsv; left out: line breaks\n"
    assert list(sy.read(here / "out.tsv").systems["lead"]) == ["A bridge was closed."]


def test_options_are_named_as_they_are_written(refused, here):
    (here / "docs.jsonl").write_text(DOCUMENTS)
    asked = ("summarise", "--corpus", "docs.jsonl")
    assert "give --words, --rate, --characters or --length" in refused(*asked)
    assert "--over goes with --cut sentences" in refused(*asked, "--words", "5", "--over", "3")
    assert "--rate-of goes with --rate or --length" in refused(*asked, "--words", "5", "--rate-of", "words")
    assert "give some as --train" in refused(*asked, "--words", "5", "--method", "features")
