"""MQM annotations as human scores: weights, raters, and which segments published rows are of."""

import csv

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.judgements.files import read_scores
from steelyard.judgements.mqm import KnownSegments, MQMAnnotations
from steelyard.judgements.mqm_weights import WEIGHTS, Weights
from steelyard.judgements.scores import human_scores
from steelyard.scores.table import score_table

SOURCES = ["Ein Haus.", "Guten Tag.", "Ein Hund.", "Guten Tag."]
DOCUMENTS = ["a", "a", "b", "b"]


def corpus(**parts):
    outputs = {name: ["one", "two", "three", "four"] for name in "AB"}
    return sy.Corpus.of(outputs, ["one", "two", "three", "four"], **parts)


def compact(path, rows, header="system\tseg\trater\tcategory\tseverity"):
    path.write_text("\n".join([header, *rows]) + "\n", "utf-8")
    return path


def published(path, rows, old=True):
    """Rows are (system, doc, position, number, rater, source, category, severity)."""
    heads = ["system", "doc", *(("doc_id", "seg_id") if old else ("docSegId", "globalSegId")), "rater", "source"]
    lines = [[*heads, "target", "category", "severity", *([] if old else ["metadata"])]]
    for *first, category, severity in rows:
        lines.append([*map(str, first), "some <v>output</v>", category, severity, *([] if old else ["{}"])])
    path.write_text("".join("\t".join(line) + "\n" for line in lines), "utf-8")
    return path


def test_penalties_are_summed_for_each_rater_and_averaged_over_them(tmp_path):
    rows = [
        "A\t0\tr1\tAccuracy/Omission\tMajor",
        "A\t0\tr1\tFluency/Punctuation\tMinor",
        "A\t0\tr2\tNo-error\tNo-error",
        "A\t1\tr1\tNon-translation!\tMajor",
        "A\t2\tr1\tSource error\tmajor",
        "A\t3\tr1\tFluency/Grammar\tminor",
        "A\t3\tr1\tStyle\tNeutral",
        "B\t0\tr1\tFluency/Punctuation\tMajor",
    ]
    found = human_scores(corpus(), compact(tmp_path / "mqm.tsv", rows))
    assert found.dimension == "mqm"
    assert np.allclose(found.values[0], [-5.1 / 2, -25, -5, -1])
    assert found.values[1, 0] == -5 and np.isnan(found.values[1, 1:]).all()
    raters = {(*one.output, one.assessor): one.value for one in read_scores(tmp_path / "mqm.tsv", KnownSegments(4))}
    assert str(raters["A", 0, "r2"]) == "0.0" and raters["A", 0, "r1"] == pytest.approx(-5.1)


def test_weights_of_ones_own(tmp_path):
    rows = ["A\t0\tr\tFluency/Punctuation\tMinor", "A\t1\tr\tFluency/Grammar\tMinor", "A\t2\tr\tStyle\tMajor",
            "A\t3\tr\tFluency\tcritical"]  # fmt: skip
    path = compact(tmp_path / "mqm.tsv", rows)
    given = MQMAnnotations(path, {"major": 10, "Minor:Fluency": 0.5, "Critical": 25})
    found = human_scores(corpus(), given)
    # The weight of punctuation is more specific than that of fluency.
    assert found.values[0].tolist() == [-0.1, -0.5, -10, -25]
    assert "|weights:Major=10,Major:Non-translation=25,Minor=1,Minor:Fluency/Punctuation=0.1," in found.signature(
        "system"
    )
    assert "Minor:Fluency=0.5,Critical=25|" in found.signature("segment")
    assert "weights" in human_scores(corpus(), MQMAnnotations(path, {"critical": 1})).signature("system")
    assert dict(WEIGHTS) == Weights().table


def test_unknown_severities_are_refused(tmp_path):
    path = compact(tmp_path / "mqm.tsv", ["A\t0\tr\tStyle\tMajor", "A\t0\tr\tStyle\tCritical"])
    with pytest.raises(
        FormatError, match=r"line 3: the severity is 'Critical'.*known: Major, Minor, Neutral, No-error"
    ):
        human_scores(corpus(), path)


@pytest.mark.parametrize("weights", [{"Major": -1}, {"": 1}, {"Major:": 1}, {"Major": "5"}, {"Major": float("nan")}, 5])
def test_impossible_weights(tmp_path, weights):
    path = compact(tmp_path / "mqm.tsv", ["A\t0\tr\tStyle\tMajor"])
    with pytest.raises(SpecError, match="weight"):
        human_scores(corpus(), MQMAnnotations(path, weights))


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ("Majr", "no annotation of .*mqm.tsv has the weight 'Majr'; did you mean 'Major'"),
        ("Neutral", "has the weight 'Neutral'; known: Major, Minor"),
        ("Minor:Style", "has the weight 'Minor:Style'; did you mean 'Major:Style'"),
        ("Minor:Fluency/Grammr", "has the weight 'Minor:Fluency/Grammr'; did you mean 'Minor:Fluency/Grammar'"),
    ],
)
def test_weights_of_no_annotation_are_refused(tmp_path, weight, message):
    path = compact(tmp_path / "mqm.tsv", ["A\t0\tr\tStyle\tMajor", "A\t1\tr\tFluency/Grammar\tMinor"])
    with pytest.raises(SpecError, match=message):
        human_scores(corpus(), MQMAnnotations(path, {"Major": 10, weight: 1}))
    for used in ("major", "Minor:Fluency", "MINOR:fluency/grammar", "Major:Style"):
        human_scores(corpus(), MQMAnnotations(path, {used: 2}))


def test_weights_are_for_annotations(tmp_path):
    path = compact(tmp_path / "human.tsv", ["A\t0\t1"], "system\tseg\tscore")
    with pytest.raises(FormatError, match=r"weights are for MQM"):
        human_scores(corpus(), MQMAnnotations(path, {"Major": 1}))


@pytest.mark.parametrize(
    "header", ["seg\trater\tcategory\tseverity", "system\tseg\tcategory\tseverity", "system\trater\tcategory\tseverity"]
)
def test_headings_that_lack_something(tmp_path, header):
    with pytest.raises(FormatError, match="expected for MQM annotations"):
        human_scores(corpus(), compact(tmp_path / "mqm.tsv", [], header))


@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize(
    "known",
    [
        {"facets": {"document": DOCUMENTS}},
        {"ids": ["11", "12", "13", "14"]},
        {"facets": {"document": DOCUMENTS}, "source": SOURCES},
        {"facets": {"document": DOCUMENTS}, "source": SOURCES, "ids": ["w", "x", "y", "z"]},
    ],
)
def test_published_rows_are_placed(tmp_path, known, old):
    rows = [
        ("A", "b", 2, 14, "r", "Guten <v>Tag</v>.", "Style", "Major"),
        ("A", "a", 1, 11, "r", "Ein  Haus.", "Style", "Minor"),
        ("B", "a", 2, 12, "r", "Guten Tag.", "No-error", "No-error"),
    ]
    found = human_scores(corpus(**known), published(tmp_path / "mqm.tsv", rows, old))
    assert found.values[0, 3] == -5 and found.values[0, 0] == -1 and found.values[1, 1] == 0
    assert np.isnan(found.values).sum() == 5


def test_published_rows_are_placed_by_the_source_alone(tmp_path):
    rows = [("A", "x", 7, 90, "r", "Ein Hund.", "Style", "Major")]
    path = published(tmp_path / "mqm.tsv", rows)
    assert human_scores(corpus(source=SOURCES), path).values[0, 2] == -5
    # of a table, the source is that of its corpus
    table = score_table(corpus(source=SOURCES), ["chrf"])
    assert human_scores(table, path).values[0, 2] == -5
    numbers = published(tmp_path / "numbers.tsv", [("A", "x", 7, 4, "r", "Guten Tag.", "Style", "Major")])
    assert human_scores(corpus(source=SOURCES), numbers).values[0, 3] == -5


@pytest.mark.parametrize(
    ("known", "row", "reason"),
    [
        ({}, ("a", 1, 1, "Ein Haus."), "does not name its documents; the corpus has no segment ids, and no source"),
        ({"facets": {"document": DOCUMENTS}}, ("c", 1, 1, ""), "no document 'c'"),
        ({"facets": {"document": DOCUMENTS}}, ("a", 3, 1, ""), "document 'a' has no segment 3"),
        ({"facets": {"document": DOCUMENTS}}, ("a", "x", 1, ""), "'x' is no number"),
        ({"ids": list("wxyz")}, ("a", 1, 1, ""), "no segment id '1'"),
        ({"source": SOURCES}, ("a", 1, 9, "Guten Tag."), "the source text of line 2 is 2 times in the corpus"),
        ({"source": SOURCES}, ("a", 1, 1, "Ein Huhn."), "line 2 is not that of segment 0.*is not in the corpus"),
    ],
)
def test_what_cannot_be_placed_is_refused(tmp_path, known, row, reason):
    *place, source = row
    path = published(tmp_path / "mqm.tsv", [("A", *place, "r", source, "Style", "Major")])
    with pytest.raises(FormatError, match=reason):
        human_scores(corpus(**known), path)


def test_ways_that_disagree_are_refused(tmp_path):
    known = corpus(facets={"document": DOCUMENTS}, ids=["1", "2", "3", "4"])
    path = published(tmp_path / "mqm.tsv", [("A", "b", 1, 4, "r", "", "Style", "Major")])
    with pytest.raises(FormatError, match="by document and position this is segment 2, and by its number segment 3"):
        human_scores(known, path)


def test_agreement_of_raters(tmp_path):
    rows = [f"A\t{n}\t{rater}\tStyle\t{severity}" for n in range(6) for rater, severity in
            (("r1", "Major" if n % 2 else "Minor"), ("r2", "Major" if n % 2 else "Neutral"))]  # fmt: skip
    path = compact(tmp_path / "mqm.tsv", rows)
    assert sy.agree(path, draws=sy.Draws(unit="item", resamples=20)).value("raw") == 0.5
    assert sy.agree(MQMAnnotations(path, {"Neutral": 1}), draws=sy.Draws(unit="item", resamples=20)).value("raw") == 1
    with pytest.raises(SpecError, match="no dimension"):
        sy.agree(path, dimension="fluency")
    with pytest.raises(FormatError, match="weights are for MQM"):
        sy.agree(MQMAnnotations(compact(tmp_path / "x.tsv", [], "item\tassessor\tanswer"), {"Major": 1}))


def test_agreement_of_published_rows(tmp_path):
    rows = [("A", "a", n, n, rater, "", "Style", severity) for n in (1, 2) for rater, severity in
            (("r1", "Major"), ("r2", "Major"))]  # fmt: skip
    assert sy.agree(published(tmp_path / "mqm.tsv", rows), draws=sy.Draws(unit="item", resamples=20)).value("raw") == 1


def test_annotations_of_other_systems_are_told(tmp_path):
    path = compact(tmp_path / "mqm.tsv", ["A\t0\tr\tStyle\tMajor", "ref.A\t0\tr\tStyle\tMajor"])
    assert any("ref.A" in notice for notice in human_scores(corpus(), path).notices)
    with pytest.raises(InputError, match="none of these is scored here"):
        human_scores(corpus(), compact(tmp_path / "only.tsv", ["ref.A\t0\tr\tStyle\tMajor"]))


def test_ted_scores_come_out_of_the_annotations(shared):
    folder = shared / "data" / "ted-zhen"
    known = sy.read(folder)
    made, held = human_scores(known, folder / "mqm.tsv"), human_scores(known, folder / "human.tsv")
    assert made.systems == held.systems and len(made.systems) == 13
    assert np.allclose(made.values, held.values, rtol=0, atol=1e-9, equal_nan=True)
    assert np.allclose(made.at("system"), held.at("system"), rtol=0, atol=1e-9)
    assert any("ref.A, ref.B" in notice for notice in made.notices)
    with (folder / "human.tsv").open(encoding="utf-8", newline="") as file:
        scores = {(row["system"], int(row["seg"])): float(row["score"]) for row in csv.DictReader(file, delimiter="\t")}
    raters: dict = {}
    for one in read_scores(folder / "mqm.tsv", KnownSegments(len(known), known.ids)):
        raters.setdefault(one.output, []).append(one.value)
    assert {key: pytest.approx(value, abs=1e-9) for key, value in scores.items()} == {
        key: sum(raters[key]) / len(raters[key]) for key in scores
    }


@pytest.mark.parametrize("old", [True, False])
def test_ted_annotations_in_the_published_form(shared, tmp_path, old):
    """The annotations with documents, positions, numbers and sources as they were published give the same scores."""
    folder = shared / "data" / "ted-zhen"
    known = sy.read(folder)
    first: dict = {}
    for n, document in enumerate(known.facets["document"]):
        first.setdefault(document, n)
    rows = []
    with (folder / "mqm.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            n = int(row["seg"])
            document, source = known.facets["document"][n], known.source[n]
            place = document, n - first[document] + 1, known.ids[n]
            rows.append(
                (row["system"], *place, row["rater"], f"<v>{source[:3]}</v>{source[3:]}", *list(row.values())[3:])
            )
    made = human_scores(known, published(tmp_path / "mqm.tsv", rows, old))
    assert np.array_equal(made.values, human_scores(known, folder / "mqm.tsv").values, equal_nan=True)
