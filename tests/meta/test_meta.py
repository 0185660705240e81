"""Measures against people: each cell is the correlation of its own scores, and says why where it has none."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.estimate import correlation
from steelyard.inference.correlation.grouping import correlate_outputs
from steelyard.judgements.scores import human_scores
from steelyard.meta.people.levels import coefficients_at, level_of
from steelyard.scores.external import ExternalScores

CORPUS = sy.sample()


def meta(*given, resamples=20, trials=20, threads=1, **options):
    return sy.meta(*given, draws=sy.Draws(resamples=resamples, trials=trials), run=sy.Run(threads), **options)


@pytest.fixture(scope="module")
def found():
    return meta(CORPUS, ["bleu", "ter"], judgements="both")


def segments(measure):
    (one,) = sy.score(CORPUS, measures=[measure]).statistics
    return one.measure.at_level("segment").score(one.values) * (1 if one.measure.higher_is_better else -1)


def test_a_level_is_found_as_it_was_asked_for():
    found = sy.meta(sy.sample(), "bleu", dimensions=["adequacy"], levels=["segment"], coefficients=["pearson"])
    assert found.cell("bleu", "segment", "pearson") is found.cell("bleu", "segment:pooled", "pearson")
    with pytest.raises(SpecError, match="no level 'system' among these correlations"):
        found.cell("bleu", "system", "pearson")


def test_every_table_is_there(found):
    levels = ["system", "segment:pooled", "segment:item", "segment:system", "document:pooled"]
    expected = {
        (measure, human, kind, level, coefficient)
        for measure in ("bleu", "ter")
        for human in ("adequacy", "fluency")
        for kind in ("raw", "normalised")
        for level in levels
        for coefficient in coefficients_at(level_of(level, ["document"]), None)
    }
    cells = [(c.measure, c.human, c.judgements, c.level, c.coefficient) for c in found.correlations]
    assert len(cells) == len(set(cells)) and set(cells) == expected


@pytest.mark.parametrize("measure", ["bleu", "ter"])
@pytest.mark.parametrize("grouping", ["pooled", "item", "system"])
def test_cells_below_systems_are_those_of_segment_scores(found, measure, grouping):
    human = human_scores(CORPUS, dimension="fluency", normalised=True).values
    for coefficient in ("pearson", "spearman", "kendall"):
        cell = found.cell(measure, f"segment:{grouping}", coefficient, "fluency", "normalised")
        wanted = correlate_outputs(segments(measure), human, coefficient, grouping)
        assert cell.value == pytest.approx(wanted.value, abs=1e-12)
        assert (cell.n, cell.groups, cell.undefined) == (wanted.n, wanted.groups, wanted.undefined)


def test_interval_and_p_are_those_of_the_oriented_scores(found):
    cell = found.cell("ter", "segment:item", "kendall", "adequacy", "raw")
    wanted = correlation(
        segments("ter"),
        human_scores(CORPUS, dimension="adequacy").values,
        "kendall",
        grouping="item",
        over="segments",
        draws=sy.Draws(resamples=20, trials=20),
    )
    assert (cell.value, cell.low, cell.high) == pytest.approx((wanted.value, wanted.low, wanted.high), abs=1e-12)
    assert cell.p == wanted.p and wanted.signature in cell.signature


@pytest.mark.parametrize("over", ["systems", "segments", "both"])
def test_system_cells_are_those_of_the_measures_own_scores(over):
    found = meta(CORPUS, ["bleu", "ter"], levels=["system"], dimensions=["adequacy"], over=over)
    human = human_scores(CORPUS, dimension="adequacy").at("system")[:, 0]
    for measure, sign in (("bleu", 1), ("ter", -1)):
        scores = [sign * one.value for one in sy.score(CORPUS, measures=[measure]).scores]
        cell = found.cell(measure, "system", "pearson")
        assert cell.value == pytest.approx(np.corrcoef(scores, human)[0, 1], abs=1e-12)
        assert cell.low <= cell.value <= cell.high and f"over:{over}" in cell.signature


def test_documents_are_correlated_by_their_own_scores():
    found = meta(CORPUS, ["ter"], levels=["document", "document:item"], dimensions=["adequacy"])
    scores = sy.score(CORPUS, measures=["ter"], level="document").scores
    own = -np.array([one.value for one in scores]).reshape(6, -1)
    human = human_scores(CORPUS, dimension="adequacy").at("document")
    for grouping in ("pooled", "item"):
        cell = found.cell("ter", f"document:{grouping}", "kendall")
        assert cell.value == pytest.approx(correlate_outputs(own, human, "kendall", grouping).value, abs=1e-12)
        assert "|over:documents|" in cell.signature and "|document:mean|" in cell.signature


def test_signatures_say_how_each_number_was_made(found):
    for cell in found.correlations:
        assert cell.signature.startswith(f"{cell.measure}|") and "|oriented:higher|" in cell.signature
        assert f"|human|dimension:{cell.human}|" in cell.signature and "|seed:12345" in cell.signature
        assert ("|scales:normalised over " in cell.signature) == (cell.judgements == "normalised")
    assert found.turned == ("ter",)


def test_json_has_what_was_promised(found):
    row = found.to_dict()["correlations"][0]
    assert list(row)[:3] == ["measure", "human", "judgements"]
    promised = {"measure", "human", "level", "coefficient", "value", "low", "high", "p", "n", "signature"}
    assert promised <= row.keys() and "epsilon" not in row
    assert any("epsilon" in row for row in found.to_dict()["correlations"])


def test_threads_change_nothing(found):
    assert meta(CORPUS, ["bleu", "ter"], judgements="both", threads=3) == found


def test_saved_statistics_give_the_same(tmp_path):
    sy.score(CORPUS, measures=["bleu"]).save(tmp_path / "run.npz")
    human = {name: [] for name in CORPUS.systems}
    values = human_scores(CORPUS, dimension="adequacy").values
    human = {name: row.tolist() for name, row in zip(CORPUS.systems, values, strict=True)}
    options = {"human": human, "levels": ["system", "segment:item"]}
    loaded, own = meta(sy.read(tmp_path / "run.npz", "statistics"), **options), meta(CORPUS, ["bleu"], **options)
    assert loaded.correlations == own.correlations


def column(values, label="m", higher=True, systems="ABC"):
    return ExternalScores(label, tuple(systems), np.array(values, float), higher)


HUMAN = {"A": [1.0, 2.0, 3.0, 1.0], "B": [2.0, 3.0, 4.0, 4.0], "C": [4.0, 4.0, 5.0, 2.0]}
SCORES = [[1, 2, 3, 4], [2, 2, 4, 4], [5, 3, 5, 1]]


def test_external_columns_are_treated_like_ours():
    found = meta(external=[column(SCORES), column(-np.array(SCORES), "less", False)], human=HUMAN, resamples=50)
    for one in found.correlations:
        if one.measure == "m":
            other = found.cell("less", one.level, one.coefficient)
            for name in ("value", "low", "high", "p", "n", "groups", "epsilon"):
                assert getattr(other, name) == pytest.approx(getattr(one, name), nan_ok=True), (one.level, name)


def test_missing_scores_are_left_out_and_counted():
    scores = np.array(SCORES, float)
    scores[0, 0] = math.nan
    human = {**HUMAN, "B": [2.0, None, 4.0, 4.0]}
    cell = meta(external=[column(scores)], human=human).cell("m", "segment:pooled", "pearson")
    assert (cell.n, cell.missing) == (10, 2)


def test_constant_scores_are_undefined_with_a_reason():
    found = meta(external=[column(np.ones((3, 4)))], human=HUMAN)
    within = "the coefficient is undefined in every group: in each, the scores of one side are all the same"
    overall = "the coefficient is undefined: the measure's scores are all the same"
    for level, reason in {"system": overall, "segment:pooled": overall, "segment:item": within}.items():
        cell = found.cell("m", level, "pearson")
        assert math.isnan(cell.value) and math.isnan(cell.p)
        assert cell.reason == reason
    people = meta(external=[column(SCORES)], human=dict.fromkeys(HUMAN, 1.0))
    assert people.cell("m", "system", "pearson").reason == (
        "the coefficient is undefined: the human scores are all the same"
    )
    assert found.cell("m", "system", "accuracy").value == 0
    assert found.to_dict()["correlations"][0]["value"] is None


def test_one_system_has_no_correlation_of_systems():
    found = meta(external=[column(SCORES[:1], systems="A")], human={"A": HUMAN["A"]})
    cell = found.cell("m", "system", "pearson")
    assert math.isnan(cell.value) and cell.reason == "there is one system with both scores; a correlation needs two"
    assert math.isnan(found.cell("m", "system", "soft-accuracy").value)
    assert math.isnan(found.cell("m", "segment:item", "accuracy-calibrated").value)
    assert not math.isnan(found.cell("m", "segment:pooled", "pearson").value)


def test_whole_systems_have_one_level(tmp_path):
    (tmp_path / "whole.tsv").write_text("system\tm\nA\t1\nB\t2\nC\t4\n", "utf-8")
    human = {"A": 1.0, "B": 3.0, "C": 2.0}
    found = meta(external=[tmp_path / "whole.tsv"], human=human)
    assert {one.level for one in found.correlations} == {"system"}
    assert found.cell("m", "system", "kendall").value == pytest.approx(1 / 3)
    soft = found.cell("m", "system", "soft-accuracy")
    assert math.isnan(soft.value) and soft.reason.startswith("soft accuracy needs scores of segments")
    with pytest.raises(SpecError, match="the human scores are one for each system; ask for level system"):
        meta(external=[tmp_path / "whole.tsv"], human=human, levels=["segment:item"])


def test_whole_scores_beside_scores_of_segments(tmp_path):
    (tmp_path / "whole.tsv").write_text("system\tw\nA\t1\nB\t2\nC\t4\n", "utf-8")
    found = meta(external=[column(SCORES), tmp_path / "whole.tsv"], human=HUMAN)
    assert (
        found.cell("w", "segment:item", "pearson").reason == "w has one score for each system and none at level segment"
    )
    assert not math.isnan(found.cell("w", "system", "pearson").value)


def test_systems_without_both_scores_are_named():
    found = meta(external=[column(SCORES)], human={"A": HUMAN["A"], "B": HUMAN["B"], "Z": HUMAN["C"]})
    assert found.cell("m", "system", "pearson").n == 2
    assert any("not scored here: system Z" in notice for notice in found.notices)
    assert any("for they have none: system C" in notice for notice in found.notices)
    with pytest.raises(InputError, match="none of these is scored here"):
        meta(external=[column(SCORES)], human={"X": HUMAN["A"]})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"levels": ["segmnt"]}, "no level 'segmnt' here; did you mean 'segment'"),
        ({"levels": ["segment:items"]}, "no grouping 'items' of level 'segment:items'; did you mean 'item'"),
        ({"levels": ["system:item"]}, "write system"),
        ({"coefficients": ["kendal"]}, "unknown coefficient 'kendal'; did you mean 'kendall'"),
        ({"coefficients": ["soft-accuracy"], "levels": ["segment"]}, "soft-accuracy is of systems"),
        ({"judgements": "normal"}, "unknown judgements 'normal'; did you mean 'normalised'"),
        ({"sections": ["predicton"]}, "unknown section 'predicton'; did you mean 'prediction'"),
        ({"over": "system"}, "unknown over='system'"),
        ({"resamples": 1}, "expected 2 to"),
        ({"test": "t"}, "unknown test of two measures 't'"),
        ({"correct": "hom"}, "unknown correction 'hom'"),
        ({"alpha": 1.0}, "alpha=1.0 is not possible"),
        ({"lower": ["M"]}, "no external measure 'M'"),
        ({"dimensions": ["quality"]}, "no dimension 'quality'"),
    ],
)
def test_bad_requests_are_refused(options, message):
    with pytest.raises(SpecError, match=message.replace("(", r"\(")):
        meta(external=[column(SCORES)], human=HUMAN, **options)


def test_bad_input_is_refused(tmp_path):
    with pytest.raises(SpecError, match="nothing to hold against people"):
        sy.meta()
    with pytest.raises(InputError, match="there are no human scores in the corpus"):
        meta(external=[column(SCORES)])
    with pytest.raises(InputError, match="do not name their assessors"):
        meta(external=[column(SCORES)], human=HUMAN, judgements="normalised")
    (tmp_path / "odd.tsv").write_text("sys\tscore\nA\t1\n", "utf-8")
    with pytest.raises(FormatError, match="the columns are sys, score; expected system, seg"):
        meta(external=[tmp_path / "odd.tsv"], human=HUMAN)
    with pytest.raises(SpecError, match="several of human"):
        meta(CORPUS, ["bleu"], levels=["system"]).cell("bleu", "system", "pearson")


@pytest.fixture(scope="module")
def tested():
    return meta(CORPUS, ["bleu", "ter", "chrf"], dimensions=["adequacy"], test="permutation", trials=199)


def test_pairs_of_measures_are_tested(tested):
    human = human_scores(CORPUS, dimension="adequacy").values
    one = next(
        d
        for d in tested.differences
        if (d.a, d.b, d.level, d.coefficient) == ("bleu", "ter", "segment:item", "kendall")
    )
    wanted = correlation_difference(
        segments("bleu"), segments("ter"), human, "kendall", grouping="item", draws=sy.Draws(trials=199)
    )
    assert (one.difference, one.p) == pytest.approx((wanted.difference, wanted.p), abs=1e-12)
    tables = {(d.level, d.coefficient) for d in tested.differences}
    assert len(tested.differences) == 3 * len(tables) and len(tested.standings) == 3 * len(tables)


def test_p_values_are_corrected_within_each_table(tested):
    for level, coefficient in {(d.level, d.coefficient) for d in tested.differences}:
        own = [d for d in tested.differences if (d.level, d.coefficient) == (level, coefficient)]
        if coefficient == "soft-accuracy":
            assert all(math.isnan(d.p) and d.reason.startswith("soft accuracy has no test") for d in own)
            continue
        p = sorted(d.p for d in own)
        assert min(d.p_corrected for d in own) == pytest.approx(min(1, 3 * p[0]))
        assert all("correct:holm|comparisons:3" in d.signature for d in own)
        for d in own:
            assert (d.better is not None) == (d.p_corrected <= 0.05 and d.difference != 0)
            assert d.better in (None, d.a if d.difference > 0 else d.b)


def test_standings_follow_the_tests(tested):
    for d in tested.differences:
        if d.better is None:
            continue
        key = d.level, d.coefficient
        places = {s.measure: s for s in tested.standings if (s.level, s.coefficient) == key}
        worse = d.b if d.better == d.a else d.a
        assert not set(places[d.better].letters) & set(places[worse].letters)
        assert places[d.better].best_rank < places[worse].worst_rank


def test_williams_is_used_where_it_is_apt():
    found = meta(CORPUS, ["bleu", "ter"], dimensions=["adequacy"], test="williams")
    tests = {(d.level, d.coefficient): d.test for d in found.differences}
    assert tests["system", "pearson"] == tests["segment:pooled", "pearson"] == "williams"
    assert tests["segment:item", "pearson"] == tests["system", "kendall"] == "permutation"


def test_too_few_trials_for_the_correction_are_told():
    found = meta(CORPUS, ["bleu", "ter", "chrf"], levels=["system"], test="permutation")
    assert any("make 59 trials" in notice for notice in found.notices)


def test_williams_alone_needs_no_trials():
    options = {"levels": ["system", "segment"], "test": "williams"}
    found = meta(CORPUS, ["bleu", "ter", "chrf"], coefficients=["pearson"], **options)
    assert {d.test for d in found.differences} == {"williams"}
    assert not any("told apart by permutation" in notice for notice in found.notices)
    mixed = meta(CORPUS, ["bleu", "ter", "chrf"], coefficients=["pearson", "kendall"], **options)
    assert any("told apart by permutation" in notice for notice in mixed.notices)


@pytest.mark.parametrize("over", [None, "systems", "segments", "both"])
def test_given_scores_of_systems_are_used_whatever_is_drawn(over):
    rows = np.array(SCORES, float)
    beside = ExternalScores("m", tuple("ABC"), rows, system_scores=-rows.mean(axis=1))
    human = {name: row.tolist() for name, row in zip("ABC", rows, strict=True)}
    found = meta(external=[beside], human=human, levels=["system"], over=over)
    for coefficient, value in (("pearson", -1), ("kendall", -1), ("accuracy", 0)):
        cell = found.cell("m", "system", coefficient)
        assert cell.value == pytest.approx(value) and "|systems:given|" in cell.signature
        assert not math.isnan(cell.p)
        if over in ("segments", "both"):
            assert math.isnan(cell.low) and "|interval:none|" in cell.signature
            assert cell.reason.startswith("no interval: systems have one score each")
    soft = found.cell("m", "system", "soft-accuracy")
    assert soft.value == pytest.approx(1) and "systems:given" not in soft.signature


@pytest.mark.parametrize("over", ["segments", "both"])
def test_soft_accuracy_has_no_interval_over_segments(over):
    found = meta(CORPUS, ["bleu"], levels=["system"], dimensions=["adequacy"], over=over, trials=99)
    plain = meta(CORPUS, ["bleu"], levels=["system"], dimensions=["adequacy"], trials=99)
    cell, usual = (made.cell("bleu", "system", "soft-accuracy") for made in (found, plain))
    assert (cell.value, cell.p) == (usual.value, usual.p) and not math.isnan(usual.low)
    assert math.isnan(cell.low) and math.isnan(cell.high) and f"|over:{over}|" in cell.signature
    assert cell.reason == f"no interval: that of soft accuracy draws systems, and not {over}"


def test_soft_accuracy_counts_the_pairs_it_leaves_out():
    # an exchange of the first segment leaves A without any judgement if D has none there either
    human = {**HUMAN, "A": [1.0, None, None, None], "D": [None, 2.0, None, None]}
    scores = column([*SCORES, [1, 1, 2, 2]], systems="ABCD")
    cell = meta(external=[scores], human=human, levels=["system"]).cell("m", "system", "soft-accuracy")
    assert "|pairs:5/6|" in cell.signature and not math.isnan(cell.value)
    assert "1 of 6 pairs of systems is left out" in cell.reason


def test_levels_that_whole_human_scores_lack_are_told():
    human = {"A": 1.0, "B": 3.0, "C": 2.0}
    found = meta(external=[column(SCORES)], human=human, levels=["system", "segment:item"])
    assert {one.level for one in found.correlations} == {"system"}
    assert "left out, for the human scores are one for each system: level segment:item" in found.notices
    assert not meta(external=[column(SCORES)], human=human).notices


def test_a_dimension_named_twice_is_there_once():
    found = meta(CORPUS, ["bleu"], dimensions=["adequacy", "adequacy"], levels=["system"], coefficients=["pearson"])
    assert len(found.correlations) == 1 and len(found.points) == 6


def test_points_are_the_systems_own_scores():
    lower = column(-np.array(SCORES), "less", False)
    found = meta(external=[column(SCORES), lower], human=HUMAN, levels=["system"], coefficients=["pearson"])
    assert [(p["measure"], p["system"]) for p in found.points] == [(m, s) for m in ("m", "less") for s in "ABC"]
    assert found.points[3] == {
        "measure": "less", "human": "score", "judgements": "raw", "system": "A", "score": -2.5, "quality": 1.75,
    }  # fmt: skip


def test_notices_of_sections_reach_the_reader():
    own = ["a b c", "d e f", "g h i"]
    corpus = sy.Corpus.of({"A": own, "B": ["a b x", "d e", "g"]}, [own, ["a b", "", "h i"]])
    found = meta(corpus, ["bleu"], human={"A": [1.0, 2.0, 3.0], "B": [1.0, 1.0, 1.0]}, sections=["orange"])
    wanted = sy.orange(corpus, ["bleu"]).notices
    assert wanted and set(wanted) <= set(found.notices)
