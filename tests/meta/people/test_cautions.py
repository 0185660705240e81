"""Numbers that say less than they seem to have a notice, and are not marked as the best."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference.correlation.calibration import calibrate
from steelyard.report.forms import rendered
from steelyard.scores.external import ExternalScores

FEW = {"draws": sy.Draws(resamples=20, trials=20), "run": sy.Run(threads=1)}
SYSTEMS = tuple("ABCD")
RANDOM = np.random.default_rng(7)
QUALITY = RANDOM.normal(size=(4, 30))
HUMAN = {name: row.tolist() for name, row in zip(SYSTEMS, QUALITY, strict=True)}
GOOD, POOR = QUALITY + RANDOM.normal(size=(4, 30)) / 10, QUALITY + 3 * RANDOM.normal(size=(4, 30))


def column(values, label):
    return ExternalScores(label, SYSTEMS[: len(values)], np.array(values, float), True)


def meta(*columns, human=HUMAN, **options):
    return sy.meta(external=columns, human=human, **{**FEW, **options})


def best(found, level, coefficient):
    name = f"correlations-score-raw-{level.replace(':', '-')}"
    table = next(table for table in found.account().tables if table.name == name)
    place = table.heads.index(coefficient)
    return [row[0] for row in table.rows if row[place].best]


def text(found):
    return rendered(found, "text")


def partly(values, segments):
    values = values.copy()
    values[:, segments:] = math.nan
    return values


def test_a_mean_of_fewer_outputs_is_not_the_best():
    few = partly(QUALITY.mean(axis=1, keepdims=True) + np.zeros((4, 30)), 5)
    found = meta(column(POOR, "full"), column(few, "few"), levels="system", coefficients="pearson")
    cell = found.cell("few", "system", "pearson")
    assert cell.value == pytest.approx(1) and "20 of 120 outputs" in cell.notice
    assert best(found, "system", "pearson") == [] and found.cell("full", "system", "pearson").notice is None
    assert "* best" not in text(found) and cell.notice in text(found)
    assert cell.to_dict()["notice"] == cell.notice


def test_the_highest_of_all_outputs_is_the_best():
    found = meta(column(GOOD, "full"), column(partly(-QUALITY, 5), "few"), levels=["system"])
    assert best(found, "system", "pearson") == ["full"]


def test_measures_with_the_same_outputs_are_compared():
    found = meta(column(partly(GOOD, 5), "a"), column(partly(POOR, 5), "b"), levels=["system"])
    assert all(one.notice is None for one in found.correlations) and len(best(found, "system", "pearson")) == 1


def test_given_scores_of_systems_are_no_means_of_outputs():
    given = ExternalScores("few", SYSTEMS, partly(GOOD, 5), True, system_scores=GOOD.mean(axis=1))
    assert meta(column(POOR, "full"), given, levels=["system"]).cell("few", "system", "pearson").notice is None


@pytest.mark.parametrize("grouping", ["pooled", "item", "system"])
@pytest.mark.parametrize("seed", range(4))
def test_the_share_of_ties_is_that_of_pairs_within_epsilon(grouping, seed):
    draw = np.random.default_rng(seed)
    left, right = draw.integers(0, 6, (4, 7)).astype(float), draw.integers(0, 2, (4, 7))
    left[0, 2] = math.nan
    found = calibrate(left, right, grouping=grouping)
    groups = {"pooled": [left.ravel()], "item": left.T, "system": left}[grouping]
    pairs = [abs(a - b) for row in groups for a, b in combinations(row[~np.isnan(row)], 2)]
    assert found.tied == pytest.approx(sum(apart <= found.epsilon for apart in pairs) / len(pairs))


def test_an_epsilon_that_ties_nearly_all_is_told_and_not_the_best():
    tied = np.zeros((4, 30))
    tied[0, 0] = 1
    human = {name: row.tolist() for name, row in zip(SYSTEMS, tied, strict=True)}
    options = {"human": human, "levels": "segment:item", "coefficients": "accuracy-calibrated"}
    found = meta(column(GOOD, "a"), column(POOR, "b"), test="permutation", **options)
    assert all("of the pairs" in one.notice for one in found.correlations)
    assert best(found, "segment:item", "accuracy-calibrated") == []
    shown = text(found)
    assert "* best" not in shown and shown.count(found.correlations[0].notice) == 2


def test_a_better_epsilon_is_still_the_best():
    human = {name: np.round(row).tolist() for name, row in zip(SYSTEMS, QUALITY, strict=True)}
    found = meta(column(GOOD, "a"), column(POOR, "b"), human=human, levels="segment:item")
    assert best(found, "segment:item", "accuracy-calibrated") == ["a"]


def test_two_systems_say_nothing():
    two = {name: HUMAN[name] for name in "AB"}
    found = meta(column(GOOD[:2], "a"), column(POOR[:2], "b"), human=two)
    for one in found.correlations:
        alone = one.level == "system"
        assert (one.notice is not None and "2 points" in one.notice) == (alone and not math.isnan(one.value))
    assert not any(best(found, "system", name) for name in ("pearson", "spearman", "kendall", "accuracy"))


def test_one_system_is_told_in_one_line():
    found = meta(column(GOOD[:1], "a"), column(POOR[:1], "b"), human={"A": HUMAN["A"]}, levels="system")
    above = text(found).split("human, level system", 1)[1]
    assert "measure " not in above and above.count("undefined") == 1
    assert "there is one system with both scores; a correlation needs two" in above


def judged(path, assessor, strict):
    """Write judgements: the assessor of an output as a function says, one of whom is strict."""
    rows = []
    for s, name in enumerate(SYSTEMS):
        for n in range(30):
            who = assessor(s, n)
            rows.append(f"{name}\t{n}\t{QUALITY[s, n] - strict * (who == 'strict')}\t{who}")
    path.write_text("\n".join(["system\tseg\tscore\tassessor", *rows]) + "\n")
    return str(path)


def uneven(found):
    return [notice for notice in found.notices if "unevenly" in notice]


def test_assessors_who_judge_all_systems_alike_are_fine(tmp_path):
    human = judged(tmp_path / "h.tsv", lambda s, n: "strict" if n % 2 else "lenient", 9)
    assert not uneven(meta(column(GOOD, "a"), human=human, levels="system"))


def test_strict_assessors_of_some_systems_are_told_with_both_ranges(tmp_path):
    human = judged(tmp_path / "h.tsv", lambda s, n: "strict" if n < 7 * s else "lenient", 9)
    (notice,) = uneven(meta(column(GOOD, "a"), human=human, levels="system"))
    values, who = [], []
    for s in range(4):
        values.append(QUALITY[s] - 9 * (np.arange(30) < 7 * s))
        who.append(np.arange(30) < 7 * s)
    values, who = np.array(values), np.array(who)
    alone = np.where(who, values[who].mean(), values[~who].mean()).mean(axis=1)
    assert f"{alone.min():.4g} to {alone.max():.4g}" in notice and 'judgements="normalised"' in notice
    raw = values.mean(axis=1)
    assert f"{raw.min():.4g} to {raw.max():.4g}" in notice
    assert not uneven(meta(column(GOOD, "a"), human=human, levels="system", judgements="normalised"))


def test_a_spread_that_is_small_against_that_of_systems_is_not_told(tmp_path):
    human = judged(tmp_path / "h.tsv", lambda s, n: "strict" if n % 2 or n < s else "lenient", 0.3)
    assert not uneven(meta(column(GOOD, "a"), human=human, levels="system"))


def test_assessors_without_names_are_not_weighed(tmp_path):
    human = judged(tmp_path / "h.tsv", lambda s, n: "strict" if n < 7 * s else "", 9)
    assert not uneven(meta(column(GOOD, "a"), human=human, levels="system"))


def test_what_rounds_to_nothing_has_no_sign():
    found = meta(column(GOOD, "a"), levels="system", coefficients="pearson")
    (one,) = found.correlations
    near = replace(found, correlations=(replace(one, value=-1e-5, low=-0.001, high=0.5),))
    assert "0.000 [-0.001, 0.500]" in text(near) and "-0.000" not in text(near) + rendered(near, "latex")
