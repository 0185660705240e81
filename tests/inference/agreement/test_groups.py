"""Agreement by a column, in rounds, within teams and between them; numbers worked out by hand."""

import math

import pytest

import steelyard as sy
from steelyard.draws import Draws
from steelyard.errors import FormatError, InputError, SpecError

QUICK = Draws("item", resamples=20)
#: item, lemma, round, and the answers of a1 and a2 of team A, b1 and b2 of team B
ANSWERS = [
    ("1", "bank", "before", "x x y x"),
    ("2", "bank", "before", "x|y U y y"),
    ("3", "bar", "before", "z w z z"),
    ("1", "bank", "after", "- - x -"),
]
COLUMNS = ("item", "lemma", "round", "assessor", "team", "answer")
CELLS = [
    (item, lemma, when, who, who[0].upper(), answer)
    for item, lemma, when, answers in ANSWERS
    for who, answer in zip(("a1", "a2", "b1", "b2"), answers.split(), strict=True)
    if answer != "-"
]


def rows(*columns):
    """Return rows as Python has them, with these columns only."""
    records = (dict(zip(COLUMNS, cells, strict=True)) for cells in CELLS)
    return [{name: value for name, value in record.items() if name in columns} for record in records]


def tags(records):
    return [record | {"answer": set(record["answer"].split("|"))} for record in records]


@pytest.fixture
def ratings(tmp_path):
    path = tmp_path / "ratings.tsv"
    path.write_text("".join("\t".join(cells) + "\n" for cells in [COLUMNS, *CELLS]), "utf-8")
    return path


def values(report, kind, coefficient="raw"):
    return {
        group.group: group.agreement.value
        for group in report.groups
        if group.kind == kind and group.agreement.coefficient == coefficient
    }


@pytest.fixture
def report(ratings):
    return sy.agree(ratings, ["raw", "f"], by="lemma", leave_out=["U"], draws=QUICK)


def test_values_of_a_column_and_their_means(report):
    """Bank: items 1 and 2 are 1 and (½ + ½ + 1)/3; bar: 3 of 6 pairs. Micro weighs 2 : 1, macro alike."""
    assert values(report, "lemma") == pytest.approx({"bank": 5 / 6, "bar": 1 / 2, "(micro)": 13 / 18, "(macro)": 2 / 3})
    assert report.value("raw") == pytest.approx(13 / 18), "raw agreement is a mean over items, so micro is that of all"
    assert values(report, "lemma", "f") == pytest.approx(
        {
            "bank": (1 + 7 / 9) / 2,
            "bar": 1 / 2,
            "(micro)": (1 + 7 / 9 + 1 / 2) / 3,
            "(macro)": ((1 + 7 / 9) / 2 + 1 / 2) / 2,
        }
    )
    micro = next(group.agreement for group in report.groups if group.group == "(micro)")
    assert micro.signature.startswith("raw|by:lemma|mean:micro|groups:2|items:3|") and math.isnan(micro.low)


def test_rounds_and_what_they_changed(report):
    """The second round has one answer, and the others stay; before it item 1 had 3 of 6 pairs alike."""
    assert values(report, "round") == pytest.approx({"before": (1 / 2 + 2 / 3 + 1 / 2) / 3, "after": 13 / 18})
    (change,) = report.changes
    assert (change.before, change.after, change.changed, change.answers, change.new) == ("before", "after", 1, 11, 0)


def test_teams_and_what_they_settle_on(report):
    """A settles on x, x|y (one answer, of two tags) and w|z (a tie); B on x, y and z: raw (1 + ½ + ½)/3."""
    assert values(report, "team") == {"A": 1 / 2, "B": 1}
    assert values(report, "replicability") == pytest.approx({"A and B": 2 / 3})
    assert values(report, "replicability", "f") == pytest.approx({"A and B": (1 + 2 / 3 + 2 / 3) / 3})
    between = next(group.agreement for group in report.groups if group.kind == "replicability")
    assert "|adjudicated:majority|left-out:U" in between.signature


def test_numbers_are_settled_on_as_tags():
    answers = {"a1": 1, "a2": 1, "a3": 5, "b1": 1, "b2": 2}
    records = [{"item": "1", "assessor": who, "team": who[0], "answer": value} for who, value in answers.items()]
    assert values(sy.agree(records, draws=QUICK), "replicability") == {"a and b": 1 / 2}


def test_python_s_rows_and_files_are_one(ratings, report):
    again = sy.agree(tags(rows(*COLUMNS)), ["raw", "f"], by="lemma", leave_out="U", draws=QUICK)
    assert again.to_dict() == report.to_dict()
    assert not sy.agree(tags(rows("item", "assessor", "answer")[:12]), draws=QUICK).groups


def test_a_corpus_is_grouped_by_facet_and_by_system():
    corpus = sy.sample()
    by_system = sy.agree(corpus, "alpha", dimension="fluency", by="system", draws=QUICK)
    assert set(values(by_system, "system", "alpha")) == {*corpus.systems, "(micro)", "(macro)"}
    documents = sy.agree(corpus, "raw", dimension="fluency", by="document", draws=QUICK)
    assert values(documents, "document")["(micro)"] == pytest.approx(documents.value("raw"))
    with pytest.raises(SpecError, match="no facet 'genre'"):
        sy.agree(corpus, "raw", dimension="fluency", by="genre", draws=QUICK)


def test_undefined_groups_are_left_out_of_means_and_told():
    records = [
        {"item": str(n), "assessor": who, "answer": answer, "lemma": lemma}
        for n, (lemma, answers) in enumerate([("a", "xx"), ("b", "xy"), ("b", "yy"), ("b", "xx")])
        for who, answer in zip(("ann", "bob"), answers, strict=True)
    ]
    report = sy.agree(records, "pi", by="lemma", draws=QUICK)
    found = values(report, "lemma", "pi")
    assert math.isnan(found["a"]) and found["(micro)"] == pytest.approx(found["b"])
    assert found["(macro)"] == found["b"] == pytest.approx(1 / 3)
    assert "(micro): pi: 1 of 2 groups are undefined and left out of the mean" in str(report)
    assert "a: pi: all answers are the same" in str(report)


def test_normalised_scores_are_of_the_last_round():
    records = [
        {"item": str(n), "assessor": "ann", "answer": value, "round": when}
        for when, answers in (("1", (1, 3, 5)), ("2", (5, 3, 1)))
        for n, value in enumerate(answers)
    ]
    assert [score.score for score in sy.normalise(records, divisor="n-1").scores] == [1, 0, -1]


def test_columns_without_a_meaning_are_refused_or_kept(ratings):
    with pytest.raises(
        FormatError, match=r"line 1: unknown column 'lemma'; known: .*, round, .*, team, .*keep_columns="
    ):
        sy.agree(ratings)
    kept = sy.agree(ratings, "raw", keep_columns=True, draws=QUICK)
    assert not values(kept, "lemma") and values(kept, "team")


def test_bad_requests(tmp_path, ratings):
    def refused(cells, heads, error=InputError, by=None):
        with pytest.raises(error) as refusal:
            sy.agree([dict(zip(heads, row.split(), strict=True)) for row in cells], by=by, draws=QUICK)
        return str(refusal.value)

    team = ("item", "assessor", "answer", "team")
    assert "assessor 'ann' has two teams, 'A' and 'B'" in refused(["1 ann x A", "2 ann x B"], heads=team)
    lemma = ("item", "assessor", "answer", "lemma")
    assert "item '1' has two values of lemma, 'a' and 'b'" in refused(
        ["1 ann x a", "1 bob x b"], heads=lemma, by="lemma"
    )
    assert "the answers have no 'pos' to group by" in refused(["1 ann x"], lemma[:3], SpecError, by="pos")
    twice = refused(["1 ann x 1", "1 ann y 1"], heads=("item", "assessor", "answer", "round"))
    assert "assessor 'ann' answered item '1' twice" in twice
    with pytest.raises(InputError, match="some answers name their round and some do not"):
        sy.agree([{"item": 1, "assessor": "a", "answer": "x", "round": 1}, {"item": 1, "assessor": "b", "answer": "x"}])
    with pytest.raises(SpecError, match="no column 'lema' to group by; did you mean 'lemma'"):
        sy.agree(ratings, by="lema")
    (tmp_path / "empty.tsv").write_text("item\tassessor\tanswer\tteam\n1\tann\tx\t \n", "utf-8")
    with pytest.raises(FormatError, match="line 2: the team is empty; expected a name"):
        sy.agree(tmp_path / "empty.tsv")
