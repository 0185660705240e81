import json

import steelyard as sy


def test_table_json_and_tsv_show_the_matrix(run, texts):
    matrix = sy.similarity(*((texts / f"{name}.txt").read_text().splitlines() for name in ("A", "B")), "wer")
    assert json.loads(run("similarity", "A.txt", "B.txt", "-m", "wer", "--json").out) == matrix.to_dict()
    rows = [line.split("\t") for line in run("similarity", "A.txt", "B.txt", "-m", "wer", "--tsv").out.splitlines()]
    assert rows[0] == ["text", "other", "measure", "value", "reason", "signature"] and len(rows) == 17
    assert [float(row[3]) for row in rows[1:]] == matrix.values.ravel().tolist()
    shown = run("similarity", "A.txt", "B.txt", "-m", "wer").out.splitlines()
    assert shown[0].split() == ["text", "0", "1", "2", "3"] and shown[2].split()[1] == f"{matrix.values[0, 0]:.2f}"
    assert shown[-1] == matrix.signature


def test_one_file_against_itself_and_standard_input(run, texts):
    own = run("similarity", "A.txt", "--json").out
    assert own == run("similarity", "A.txt", "A.txt", "--json").out
    assert own == run("similarity", "A.txt", "-", "--json", stdin=(texts / "A.txt").read_bytes()).out


def test_out_and_threads(run, texts):
    shown = run("similarity", "A.txt").out
    assert run("similarity", "A.txt", "--threads", "1", "--out", "matrix.txt").out == ""
    assert (texts / "matrix.txt").read_text("utf-8") == shown


def test_undefined_values_have_a_reason(run, texts):
    (texts / "marks.txt").write_text("!\n")
    asked = ("similarity", "marks.txt", "A.txt", "-m", "unigram-precision(tokens=no-punct)")
    assert "undefined: there is no token to divide by" in run(*asked).out
    assert run(*asked, "--tsv").out.splitlines()[1].split("\t")[3:5] == ["nan", "there is no token to divide by"]


def test_a_cut_search_is_told(run, texts):
    (texts / "jumble.txt").write_text("a b a b c a\nb a c b b a c c\n")
    asked = ("similarity", "jumble.txt", "-m", "meteor(bound=1)")
    notice = json.loads(run(*asked, "--json").out)["similarity"]["notice"]
    assert notice.startswith("in 2 segments the search was cut, with bound=1")
    assert f"\n{notice}\n" in f"\n{run(*asked).out}"
    assert run(*asked, "--tsv").err == f"steelyard: note: {notice}\n"


def test_bad_input(refused, texts):
    (texts / "gap.txt").write_text("a\n\n")
    (texts / "none.txt").write_text("")
    assert refused("similarity", "A.txt", "gap.txt") == "line 2 of gap.txt is empty; fill it in or leave it out"
    assert refused("similarity", "gap.txt", "A.txt") == (
        "line 2 of gap.txt is empty; fill it in or leave it out, or use --accept empty"
    )
    assert refused("similarity", "A.txt", "none.txt") == "there are no others; give at least one"
    assert refused("similarity", "A.txt", "nowhere.txt").startswith("nowhere.txt: ")
    assert refused("similarity", "-", "-").startswith("standard input (-) is asked for more than once")
    assert refused("similarity", "A.txt", "-m", "blue").startswith("unknown measure 'blue'; did you mean 'bleu'")
    assert refused("similarity", "A.txt", "--json", "--tsv").startswith("--json and --tsv exclude each other")
    assert refused("similarity").startswith("missing argument 'TEXTS'")
    assert "no directory" in refused("similarity", "A.txt", "--out", "nowhere/matrix.txt")
    assert refused("similarity", "A.txt", "--source", "gap.txt") == (
        "there are 2 sources for 4 texts; give one for each text"
    )
