"""The study of QARLA on the sample."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.report.folder import save
from steelyard.report.vega import specification
from steelyard.studies import STUDIES
from steelyard.studies.qarla_2005 import _findings, _style_findings
from studying import names, settings, text

KINDS = ("kind=recall", "kind=precision", "kind=f", "kind=f,stem=porter")
MEASURES = [f"{name}({how})" for name in ("rouge-1", "rouge-2", "rouge-l", "rouge-w") for how in KINDS]
MEASURES += ["chrf", "wer", "avls"]


@pytest.fixture(scope="module")
def sample():
    return sy.sample()


@pytest.fixture(scope="module")
def found(sample):
    return STUDIES.load("qarla-2005").study(sample, MEASURES, *settings(simulations=50, threads=1))


def rows(found, name):
    table = next(table for table in found.tables if table.name == name)
    return [dict(zip(table.heads, row, strict=True)) for row in table.rows]


def test_clusters_and_their_best_set(found):
    members = rows(found, "members")
    assert [row["measure"] for row in members] != MEASURES and sorted(r["measure"] for r in members) == sorted(MEASURES)
    clusters = rows(found, "clusters")
    assert len(clusters) == 10 and sum(row["measures"] for row in clusters) == len(MEASURES)
    for row in clusters:
        assert row["KING"] == max(m["KING"] for m in members if m["representative"] == row["representative"])
    sets = rows(found, "sets")
    assert len(sets) == 1023
    best = rows(found, "king")[-1]
    assert best["KING"] == max(row["KING"] for row in sets) and best["KING"] == best["models ahead"] / best["models"]


def test_jack_grows_and_references_are_among_the_systems(found):
    jack = [row["JACK"] for row in rows(found, "jack")]
    assert jack == sorted(jack) and len(jack) == 6
    assert {row["text"] for row in rows(found, "queen")} == {row["text"] for row in rows(found, "style-avls")}
    assert sum(row["kind"] == "reference" for row in rows(found, "queen")) == 3


def test_correlation_with_human_scores(sample, found):
    """For one set, from the parts: mean QUEEN of each system against the mean of its judgements."""
    row = rows(found, "sets")[200]
    made = sy.qarla(sample, MEASURES, chosen=row["measures"].split(" + "), orders=1)
    judged = {name: [j.value for j in sample.judgements if (j.system, j.dimension) == (name, "fluency")]
              for name in sample.systems}  # fmt: skip
    r = np.corrcoef([made.queen(name) for name in judged], [np.mean(values) for values in judged.values()])[0, 1]
    assert row["r with fluency"] == pytest.approx(r) and row["KING"] == made.king(*row["measures"].split(" + "))


def test_findings_say_what_the_tables_do(found):
    best = rows(found, "king")[-1]["measures"]
    assert found.findings[0].startswith(f"the best of 1,023 sets is {best}: KING ")
    assert sum("over 1,023 sets" in line for line in found.findings) == 2
    assert "seed:12345" in found.signatures[0] and any("human|dimension:adequacy" in line for line in found.signatures)


def test_what_is_undefined_is_told_so():
    """Where a segment has no KING, some resamples have none, and there is no interval; nan is nowhere."""
    references = {"r": ["a b c d", "a b"], "s": ["a b c e", None], "t": ["a b d e", None]}
    some = sy.Corpus.of({"A": ["a b c d", "a"], "B": ["x y z", "b"]}, references)
    found = STUDIES.load("qarla-2005").study(some, ["chrf", "wer", "avls"], *settings(simulations=5))
    assert math.isnan(rows(found, "king")[-1]["low"])
    assert " KING 0.000 (no interval), against " in found.findings[0]
    assert not any("nan" in line for line in found.findings) and "nan" not in text(found)


def test_means_of_queen_that_are_undefined():
    """A system without any output has no QUEEN, and is not the best one."""
    references = [["a b c d", "e f"], ["a b c e", "e g"], ["a b d e", "f g"]]
    found = sy.qarla(sy.Corpus.of({"A": ["a b c d", "e f"], "B": ["x y z", "e"]}, references), ["chrf", "avls"])
    none = replace(found, queens=tuple(replace(one, value=math.nan) for one in found.queens if one.kind == "system"))
    assert _style_findings([none]) == [
        f"by {none.chosen[0]}, QUEEN is undefined for systems and undefined for references"
    ]
    nothing = replace(found, queens=(replace(found.queens[0], value=math.nan), *found.queens[1:]))
    assert not any("nan" in line for line in _findings(nothing, found.best))


def test_one_dimension_and_human_scores_from_elsewhere(sample):
    setup = {"dimension": "fluency", "simulations": 5}
    one = STUDIES.load("qarla-2005").study(sample, ["chrf", "wer"], *settings(setup))
    assert [head for head in next(t for t in one.tables if t.name == "sets").heads if head.startswith("r with")] == [
        "r with fluency"
    ]
    assert any("no measure of style" in line for line in one.findings) and not any(
        name.startswith("style") for name in names(one)
    )
    bare = sy.Corpus(systems=sample.systems, references=sample.references)
    none = STUDIES.load("qarla-2005").study(bare, ["chrf", "avls"], *settings(simulations=5))
    assert any("figure 5 is left out" in line for line in none.findings) and "correlation" not in names(none)
    given = {name: float(-n) for n, name in enumerate(sample.systems)}
    some = STUDIES.load("qarla-2005").study(bare, ["chrf", "avls"], *settings(human=given, simulations=5))
    assert all(row["r with score"] > 0 for row in rows(some, "sets"))


def test_what_is_refused(sample):
    two = sy.Corpus(systems=sample.systems, references=sample.references[:2])
    with pytest.raises(InputError, match="give three reference sets"):
        STUDIES.load("qarla-2005").study(two, ["chrf"], *settings())
    with pytest.raises(SpecError, match="did you mean 'fluency'"):
        STUDIES.load("qarla-2005").study(sample, ["chrf"], *settings(dimension="fluence"))


def test_files(found, tmp_path):
    save(found, tmp_path, "study")
    assert {path.name for path in tmp_path.glob("*.vl.json")} == {
        f"{name}.vl.json" for name in ("king", "jack", "queen", "correlation", "style-avls")
    }
    json.dumps(found.to_dict(), allow_nan=False)
    for figure in found.figures:
        json.dumps(specification(figure), allow_nan=False)
    shown = text(found)
    assert shown.index("Figure 1") < shown.index("Figure 2") < shown.index("Figure 3") < shown.index("Figure 4")


@pytest.mark.usefixtures("parser")
def test_parts_of_speech_are_a_matter_of_style(sample):
    """Figure 6 of the paper is by GRAMSIM; there is one by AVLS, too."""
    measures = ["rouge-1", "avls", "gramsim(layer=pos)"]
    found = STUDIES.load("qarla-2005").study(sample, measures, *settings(simulations=5, threads=2))
    assert [name for name in names(found) if name.startswith("style")] == ["style-gramsim", "style-avls"]
    by = sy.qarla(sample, measures, chosen=["gramsim(layer=pos)"], orders=1)
    queens = {row["text"]: row["QUEEN"] for row in rows(found, "style-gramsim")}
    assert queens == {one.text: one.value for one in by.queens} and len(queens) == 9
    means = [np.mean([one.value for one in by.queens if one.kind == kind]) for kind in ("system", "reference")]
    assert f"by gramsim(layer=pos), QUEEN is {means[0]:.3f} for systems and {means[1]:.3f} for references" in (
        found.findings
    )


def test_the_papers_measures(sample):
    """57 measures of content, AVLS and GRAMSIM, all of which are there."""
    measures = STUDIES.load("qarla-2005").measures
    assert len(measures) == 59 == len(set(measures)) and sum(name.startswith("tvm") for name in measures) == 9
    assert all(sy.parse(name).needs == ("references",) for name in measures)
