import json

import steelyard as sy

PAIR = ("explain-difference", "A.txt", "-r", "ref1.txt", "-m", "wer", "-m", "wer(case=fold,tokens=char)")


def test_json_is_what_python_gives(run, texts):
    lines = {name: (texts / f"{name}.txt").read_text().splitlines() for name in ("A", "ref1")}
    found = sy.explain_difference({"A": lines["A"]}, lines["ref1"], ["wer", "wer(case=fold,tokens=char)"], segment=1)
    assert json.loads(run(*PAIR, "--segment", "1", "--json").out) == json.loads(json.dumps(found.to_dict()))


def test_text_shows_scores_options_and_tokens(run, texts):
    shown = run(*PAIR, "--segment", "1").out.splitlines()
    assert shown[0] == "segment 1 of A"
    assert shown[2].split() == ["statistic", "(1)", "wer", "(2)", "wer(case=fold,tokens=char)"]
    rows = {line.split()[0]: line.split()[1:] for line in shown if line}
    assert rows["score"] == ["33.333333", "13.333333"] and rows["edits"] == ["1", "2"]
    assert rows["tokens"] == ["none", "char", "13.333333", "13.333333"] and rows["case"][:2] == ["keep", "fold"]
    assert "output       (1)      tokens   [hello] [there] [my] [world]" in shown
    assert shown[-1].startswith("(2): wer|tokens:char|case:fold|")


def test_texts_that_both_see_alike_are_shown_once(run, texts):
    shown = run(*PAIR[:-1], "per", "--segment", "0").out
    assert "output       both     tokens   the cat sat on the mat\n" in shown and "[" not in shown


def test_the_same_setting_twice(run, texts):
    shown = run(*PAIR[:4], "-m", "bleu", "-m", "bleu@sacrebleu", "--segment", "0").out
    assert "The two settings are the same." in shown


def test_what_cannot_be_changed_alone_is_told(run, texts):
    shown = run(*PAIR[:4], "-m", "bleu", "-m", "bleu(smoothing=floor,smoothing_value=1)", "--segment", "0").out
    assert "\nsmoothing_value cannot be changed alone: bleu: smoothing_value=1.0 is not possible" in shown


def test_ids_corpora_and_files(run, texts):
    sy.write(sy.sample(), texts / "sample.jsonl")
    asked = ("explain-difference", "--corpus", "sample.jsonl", "-m", "bleu", "-m", "chrf", "--segment", "market-02")
    assert run(*asked, "--system", "cedar", "--out", "why.txt").out == ""
    assert (texts / "why.txt").read_text("utf-8").startswith("segment market-02 of cedar\n")
    assert run(*PAIR, "--ids", "ids.txt", "--segment", "c").out.startswith("segment c of A\n")


def test_bad_input(refused, texts):
    assert refused(*PAIR, "--segment", "4") == "there is no segment 4; numbers go from 0 to 3"
    assert refused(*PAIR, "--ids", "ids.txt", "--segment", "2") == (
        "there is no segment 2; ids go from a to d, and numbers hold only where there are no ids"
    )
    assert refused(*PAIR).startswith("missing option '--segment'")
    assert refused(*PAIR[:-2], "--segment", "0").startswith("a difference is between two measures, but 1 is given")
    assert refused(*PAIR[:4], "--segment", "0").startswith("a difference is between two measures, but 0 are given")
    assert refused(*PAIR, "-m", "bleu", "--segment", "0").startswith("a difference is between two measures, but 3")
    assert refused(*PAIR, "B.txt", "--segment", "0") == "there are 2 systems; say which (--system): A, B"
    assert refused(*PAIR, "--system", "B", "--segment", "0") == "there is no system 'B'; known: A"
    assert refused("explain-difference", "-m", "wer", "-m", "per", "--segment", "0").startswith("nothing to score;")
    assert refused(*PAIR, "--corpus", "x.jsonl", "--segment", "0").startswith("--corpus holds everything; leave out")
    assert refused(*PAIR, "--from", "jsonl", "--segment", "0").startswith("--from goes with --corpus")
    assert refused(*PAIR[:4], "-m", "wer,per", "-m", "per", "--segment", "0").startswith("-m wer,per: one measure")


def test_what_two_measures_cannot_share_is_told_plainly(run, texts):
    shown = run(*PAIR[:4], "-m", "chrf", "-m", "rouge-l", "--segment", "0").out
    assert "\nbeta cannot be changed alone: chrf cannot have what rouge-l has there\n" in shown and "None" not in shown


def test_files_have_an_empty_cell_where_there_is_nothing(run, texts):
    files = run(*PAIR[:-1], "chrf", "--segment", "0", "--tsv").out
    assert "\t\t" in files and "–" not in files
