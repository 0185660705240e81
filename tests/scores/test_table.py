"""Tables of scores: ours beside external ones."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.report.forms import rendered
from steelyard.scores.external import ExternalScores

SYSTEMS = {"A": ["a b c d", "e f g h", "i j"], "B": ["a b c x", "e f y h", "i j"], "C": ["a b", "e f", "k"]}
REFERENCES = ["a b c d", "e f g h", "i k"]
DOCUMENTS = ["one", "one", "two"]


def corpus():
    return sy.Corpus.of(SYSTEMS, REFERENCES, ids=["x", "y", "z"], facets={"document": DOCUMENTS})


def external(label="COMET", systems="ABC", higher=True, **more):
    values = np.arange(len(systems) * 3, dtype=float).reshape(len(systems), 3)
    return ExternalScores(label, tuple(systems), values, higher, **more)


def whole(systems="ABC"):
    return ExternalScores("judge", tuple(systems), np.arange(len(systems), dtype=float)[:, None], whole=True)


def test_our_measures_and_others():
    table = sy.score_table(corpus(), ["wer"], external=[external(), external("errors", higher=False), whole()])
    assert table.measures == ("wer", "COMET", "errors", "judge") and len(table) == 3
    assert table.columns[1].at("segment").tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert table.columns[1].at("document").tolist() == [[0.5, 2], [3.5, 5], [6.5, 8]]
    assert table.columns[1].at("system")[:, 0].tolist() == [1, 4, 7]
    oriented = table.oriented("system")[:, :, 0]
    assert oriented[2].tolist() == [-1, -4, -7] and oriented[3].tolist() == [0, 1, 2]
    ours = sy.score(corpus(), measures=["wer"])
    assert oriented[0].tolist() == [-ours.value(name, "wer") for name in "ABC"]
    assert "label:errors" in table.columns[2].signature("system") and "better:lower" in table.columns[2].signature(
        "system"
    )
    with pytest.raises(SpecError, match="judge has one score for each system and none at level segment"):
        table.oriented("segment")
    assert table.of(["COMET"]).oriented("segment").shape == (1, 3, 3)


def test_given_scores_of_systems_come_before_means():
    given = external(system_scores=np.array([10.0, 20, 30]))
    table = sy.score_table(corpus(), external=[external("other", "CB"), given])
    assert table.systems == ("A", "B", "C")
    column = table.columns[1]
    assert column.at("system")[:, 0].tolist() == [10, 20, 30]
    assert column.at("segment").tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert column.signature("system").endswith("|systems:given") and "given" not in column.signature("document")
    assert table.columns[0].at("segment")[1:].tolist() == [[3, 4, 5], [0, 1, 2]]


def test_a_measure_alone_lacks_a_system_that_its_file_lacks():
    table = sy.score_table(corpus(), ["wer"], external=[external(systems="CAZ"), whole("AC")])
    assert table.systems == ("A", "B", "C")
    assert "COMET has no scores of B" in table.notices and "judge has no scores of B" in table.notices
    assert any("not scored here: Z (COMET)" in notice for notice in table.notices)
    alone = sy.score_table(corpus(), ["wer"])
    assert table.columns[0].at("segment").tolist() == alone.columns[0].at("segment").tolist()
    comet, judge = table.columns[1].at("segment"), table.columns[2].at("system")[:, 0]
    assert comet[[0, 2]].tolist() == [[3, 4, 5], [0, 1, 2]] and np.isnan(comet[1]).all()
    assert judge[[0, 2]].tolist() == [0, 1] and np.isnan(judge[1])
    with pytest.raises(InputError, match="no system has both"):
        sy.score_table(corpus(), ["wer"], external=[external(systems="XYZ")])


def test_given_scores_of_systems_that_a_file_lacks_are_none():
    some = external(systems="AC", system_scores=np.array([10.0, 30]))
    column = sy.score_table(corpus(), ["wer"], external=[some]).columns[1]
    assert column.at("system")[[0, 2], 0].tolist() == [10, 30] and np.isnan(column.at("system")[1, 0])


def test_missing_scores_are_told():
    values = np.array([[1, np.nan, 3], [4, 5, 6], [np.nan, np.nan, 9]])
    table = sy.score_table(corpus(), external=[ExternalScores("COMET", ("A", "B", "C"), values)])
    assert table.notices == ("COMET has no score for 3 of 9 outputs",)
    assert table.columns[0].at("system")[:, 0].tolist() == [2, 5, 9]
    assert np.isnan(table.columns[0].at("document")[2, 0])


def test_labels_that_are_taken():
    with pytest.raises(InputError, match="two measures are called 'wer'; rename"):
        sy.score_table(corpus(), ["wer"], external=[external("wer")])
    with pytest.raises(InputError, match="two measures are called 'COMET'"):
        sy.score_table(corpus(), external=[external(), external()])
    # A column may be called like a measure that is not asked for.
    assert sy.score_table(corpus(), ["wer"], external=[external("bleu")]).measures == ("wer", "bleu")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], ["wer"]), "list is neither a Corpus nor Scores"),
        ((None,), "nothing to hold against people"),
    ],
)
def test_impossible_tables(arguments, message):
    with pytest.raises(SpecError, match=message):
        sy.score_table(*arguments)


def test_lower_must_be_there(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("system\tid\tCOMET\nA\tx\t1\nB\tx\t2\n", "utf-8")
    assert not sy.score_table(corpus(), external=[path], lower=["COMET"]).columns[0].higher_is_better
    with pytest.raises(SpecError, match="no external measure 'comet'"):
        sy.score_table(corpus(), external=[path], lower=["comet"])


def test_segments_are_those_of_all_files(tmp_path):
    for name, count in (("a", 2), ("b", 3)):
        lines = [f"S\t{n}\t{n}" for n in range(count)]
        (tmp_path / name).write_text(f"system\tseg\t{name}\n" + "\n".join(lines) + "\n", "utf-8")
    (tmp_path / "whole").write_text("system\tw\nS\t1\n", "utf-8")
    table = sy.score_table(None, external=[tmp_path / name for name in ("whole", "a", "b")])
    assert len(table) == 3 and table.notices == ("a has no score for 1 of 3 outputs",)
    assert np.isnan(table.columns[1].at("segment")).tolist() == [[False, False, True]]
    assert len(sy.score_table(None, external=[tmp_path / "whole"])) == 1
    assert len(sy.score_table(None, external=[tmp_path / "whole"], human={"S": [1, 2, None, 3]})) == 4


def test_columns_of_other_widths_are_refused(tmp_path):
    (tmp_path / "b").write_text("system\tseg\tb\nA\t0\t1\nA\t1\t1\nA\t2\t1\n", "utf-8")
    with pytest.raises(InputError, match="a has scores of 2 segments, the others of 3"):
        sy.score_table(None, external=[ExternalScores("a", ("A",), [[1, 2]]), tmp_path / "b"])


def numbered(path, numbers, column="m"):
    path.write_text(f"system\tseg\t{column}\n" + "".join(f"A\t{n}\t{n}\n" for n in numbers), "utf-8")
    return path


@pytest.mark.parametrize(
    ("judge", "people", "message"),
    [
        (
            range(1, 6),
            range(1, 6),
            r"judge\.tsv: the segments are 1 to 5, and none is 0: numbered from 1\? without texts",
        ),
        (range(1, 6), range(5), r"judge\.tsv: the segments are 1 to 5, and none is 0: numbered from 1\?"),
        (range(5), range(1, 6), r"human\.tsv: the segments are 1 to 5, and none is 0: numbered from 1\?"),
        ([0, 1, 4], [1, 2], r"judge\.tsv, line 4: there are segments beyond 3, but no row is of 3; without texts"),
        ([0, 1], [0, 7, 3], r"human\.tsv, line 3: there are segments beyond 2, but no row is of 2"),
        (range(2, 6), range(2, 6), "there are segments beyond 0, but no row is of 0"),
        (["x"], [0], r"judge\.tsv, line 2: the segment is 'x'; without texts"),
        ([0], ["00"], r"human\.tsv, line 2: the segment is '00'; without texts"),
    ],
)
def test_numbers_are_without_gaps_over_all_files(tmp_path, judge, people, message):
    files = numbered(tmp_path / "judge.tsv", judge), numbered(tmp_path / "human.tsv", people, "score")
    with pytest.raises(FormatError, match=message):
        sy.score_table(None, external=[files[0]], human=files[1])


def test_two_files_from_1_do_not_bear_each_other_out(tmp_path):
    files = [numbered(tmp_path / name, range(1, 6), name) for name in "ab"]
    with pytest.raises(FormatError, match="a: the segments are 1 to 5"):
        sy.score_table(None, external=files, human=numbered(tmp_path / "human.tsv", range(5), "score"))


def test_files_may_lack_segments(tmp_path):
    people = numbered(tmp_path / "human.tsv", range(9), "score")
    for some in ([3], [1, 2, 3], [0, 8], [4, 6]):
        judge = numbered(tmp_path / "judge.tsv", some)
        table = sy.score_table(None, external=[judge], human=people)
        assert np.flatnonzero(~np.isnan(table.columns[0].at("segment")[0])).tolist() == some


def test_scores_go_through_comparisons_and_reports():
    table = sy.score_table(corpus(), ["wer"], external=[external("LLM, the judge (v2)", higher=False)])
    scores = table.scores()
    assert scores.measures == ("wer", "LLM, the judge (v2)") and scores.value("B", "LLM, the judge (v2)") == 4
    made = sy.compare(scores, draws=sy.Draws(trials=50, resamples=20))
    best = made.of("LLM, the judge (v2)")[1][0]
    assert best.system == "A" and best.value == 1
    for form in ("text", "latex", "tsv", "html"):
        assert "LLM, the judge (v2)" in rendered(made, form)
    assert "1.0000" in rendered(made, "text")
    ranks = sy.bootstrap_ranks(scores, draws=sy.Draws(resamples=20))
    assert [one.measure for one in ranks] == ["wer", "LLM, the judge (v2)"]
    assert scores.at("document").value("A", "LLM, the judge (v2)", "one") == 0.5
    assert scores.at("segment").value("A", "LLM, the judge (v2)", "z") == 2


def test_scores_need_segments():
    with pytest.raises(InputError, match="judge has one score for each system; scores of segments are needed"):
        sy.score_table(corpus(), ["wer"], external=[whole()]).scores()


def test_what_needs_segments_leaves_out_measures_without_them():
    values = np.arange(9.0).reshape(3, 3)
    both = ExternalScores("both", ("A", "B", "C"), values, system_scores=[9, 9, 9])
    table = sy.score_table(corpus(), ["wer"], external=[both, whole()])
    kept, told = table.with_segments("severity")
    assert kept.measures == ("wer", "both")
    assert told == ("severity left out, for systems have one score each: judge",)
    assert kept.columns[1].at("system")[:, 0].tolist() == [1, 4, 7] and table.columns[1].at("system")[0, 0] == 9
    assert "systems:given" in table.columns[1].signature("system")
    assert "systems:given" not in kept.columns[1].signature("system")
    assert table.means_told() == ("the scores of whole systems are means of segments here, not those given: both",)
    assert kept.means_told() == () and kept.with_segments("severity")[1] == ()
    with pytest.raises(SpecError, match="severity needs scores of segments, and systems have one score each"):
        sy.score_table(corpus(), external=[whole()]).with_segments("severity")


def test_the_same_scores_as_columns_or_computed():
    """A mean of segment scores is compared alike whether it was computed here or read."""
    own = sy.score(corpus(), measures=["sentence-bleu"])
    values = np.array([[own.at("segment").value(s, "sentence-bleu", i) for i in "xyz"] for s in "ABC"])
    read = sy.score_table(corpus(), external=[ExternalScores("same", ("A", "B", "C"), values)]).scores()
    ours, theirs = (sy.compare(one, draws=sy.Draws(trials=60, resamples=30)).comparisons for one in (own, read))
    for name in ("difference", "p", "p_corrected", "low", "high", "effect"):
        one, other = ([getattr(pair, name) for pair in pairs] for pairs in (ours, theirs))
        if name in ("low", "high"):
            # of scores that are read the bounds are not known
            other = np.clip(other, -100, 100)
        assert one == pytest.approx(other, nan_ok=True), name
