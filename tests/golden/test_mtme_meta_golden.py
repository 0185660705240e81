"""`sy.meta` on the data of mt-metrics-eval, from files of scores and from texts, to 1e-9 of its numbers."""

import json
import math

import numpy as np
import pytest

import steelyard as sy
from golden.mtme import MEASURES, as_sacrebleu_rounds, synthetic_scores, ted_corpus, ted_scores, text_scores
from steelyard.inference.correlation.grouping import correlate_outputs

LEVEL = {"none": "segment:pooled", "item": "segment:item", "sys": "segment:system"}
CELLS = {
    "pearson": "pearson", "spearman": "spearman", "kendall_b": "kendall", "kendall_c": "kendall-c",
    "kendall_variants_b": "kendall", "kendall_variants_c": "kendall-c", "kendall_variants_23": "kendall-eq",
    "kendall_variants_acc23": "accuracy", "ties_opt_acc23.rate1.0": "accuracy-calibrated",
}  # fmt: skip
AT_SYSTEM = {"pearson": "pearson", "spearman": "spearman", "kendall_b": "kendall", "pairwise_accuracy": "accuracy"}
#: Levels and coefficients that are made in one go; no calibrated one of all 24 million pairs of TED.
CALLS = (
    (["system", "segment:item"], [*dict.fromkeys(CELLS.values()), "soft-accuracy-mtme"]),
    (["segment:pooled", "segment:system"], [one for one in dict.fromkeys(CELLS.values()) if "calibrated" not in one]),
)
CALIBRATED = (["segment:pooled", "segment:system"], ["accuracy-calibrated"])
#: Entries of CELLS at one level: the calibrated one is not stored for all pairs of TED, nor within its systems.
SYNTHETIC, TED = 9 * 3, 9 * 3 - 2


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden/mtme.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def from_files(shared, tmp_path_factory):
    """Return start of keys → all of its measures held against people; TER once more as it is, less being better."""
    here = tmp_path_factory.mktemp("mtme")
    synthetic, ted = synthetic_scores(shared), ted_scores(shared)
    made = {}
    for start, held, gold in (
        ("synthetic.gold", synthetic, "gold"),
        ("synthetic.gold_with_none", synthetic, "gold_with_none"),
        ("ted.zhen.B", ted, "gold"),
    ):
        measures = {one: values for one, values in held.items() if not one.startswith("gold")}
        if "TER" in measures:
            measures["TER as it is"] = -held["TER"]
        lines = [["system", "seg", *measures]]
        for system, segment in np.ndindex(held[gold].shape):
            lines.append([f"s{system}", segment, *(repr(float(v[system, segment])) for v in measures.values())])
        (here / f"{start}.tsv").write_text("".join("\t".join(map(str, line)) + "\n" for line in lines), "utf-8")
        human = {f"s{n}": [None if math.isnan(v) else v for v in row] for n, row in enumerate(held[gold])}
        made[start] = evaluations(
            external=[here / f"{start}.tsv"], lower=[one for one in measures if one.endswith("as it is")], human=human,
            calls=(*CALLS, CALIBRATED) if start != "ted.zhen.B" else CALLS,
        )  # fmt: skip
    return made


@pytest.fixture(scope="module")
def from_texts(ted, shared):
    """Return start of keys → the measures of the texts with that reference held against the file of human scores."""
    people = shared / "data/ted-zhen/human.tsv"
    return {f"ted.zhen.{name}": evaluations(ted_corpus(ted, name), list(MEASURES), human=people) for name in "AB"}


def evaluations(*given, calls=CALLS, **settings):
    return [
        sy.meta(*given, levels=levels, coefficients=coefficients, draws=sy.Draws(resamples=2, trials=1), **settings)
        for levels, coefficients in calls
    ]


def cell_of(found, *names):
    """Return the one cell of that measure, level and coefficient."""
    (cell,) = [one for part in found for one in part.correlations if (one.measure, one.level, one.coefficient) == names]
    return cell


def segment_cells(golden, key, found, measure):
    """Yield entry, what was found, and what mt-metrics-eval has: value, epsilon or None, groups or None."""
    for entry, expected in golden[key].items():
        start, _, group = entry.rpartition(".")
        if start in CELLS and group in LEVEL:
            cell = cell_of(found, measure, LEVEL[group], CELLS[start])
            if isinstance(expected, dict):
                yield entry, cell, (expected["tau"], expected["epsilon"], None)
            else:
                yield entry, cell, (expected[0], None, expected[2])


def test_segment_level_from_files(golden, from_files):
    checked = 0
    for start, found in from_files.items():
        for measure in found[0].measures:
            key = f"{start}.{measure.removesuffix(' as it is')}.seg"
            for entry, cell, (value, epsilon, groups) in segment_cells(golden, key, found, measure):
                assert cell.value == pytest.approx(value, abs=1e-9), (key, entry)
                assert epsilon is None or cell.epsilon == pytest.approx(epsilon, abs=1e-9), (key, entry)
                assert groups is None or cell.groups == groups, (key, entry)
                checked += 1
    assert checked == 2 * 3 * SYNTHETIC + 4 * TED


def test_system_level_from_files(golden, from_files):
    for start in ("synthetic.gold", "ted.zhen.B"):
        found = from_files[start]
        for measure in found[0].measures:
            name = f"{start}.{measure.removesuffix(' as it is')}"
            expected = golden[f"{name}.sys" if start.startswith("synthetic") else f"{name}.sys_meanseg"]
            for theirs, ours in AT_SYSTEM.items():
                value = expected[theirs] if theirs == "pairwise_accuracy" else expected[theirs][0]
                assert cell_of(found, measure, "system", ours).value == pytest.approx(value, abs=1e-9), (name, ours)
            soft = cell_of(found, measure, "system", "soft-accuracy-mtme").value
            assert soft == pytest.approx(golden[f"{name}.pce"][0], abs=1e-9), name


def test_soft_accuracy_of_missing_scores(golden, from_files):
    found = from_files["synthetic.gold_with_none"]
    for measure in found[0].measures:
        cell = cell_of(found, measure, "system", "soft-accuracy-mtme")
        assert math.isnan(cell.value) and golden[f"synthetic.gold_with_none.{measure}.pce"] is None
        assert "mt-metrics-eval has no value then" in cell.reason


def test_system_level_from_texts(golden, from_texts):
    """The measures' own scores of systems, not means of segments."""
    for start, found in from_texts.items():
        assert found[0].turned == ("ter",)
        for measure, name in MEASURES.items():
            expected = golden[f"{start}.{name}.sys_corpus"]
            for theirs, ours in AT_SYSTEM.items():
                value = expected[theirs] if theirs == "pairwise_accuracy" else expected[theirs][0]
                assert cell_of(found, measure, "system", ours).value == pytest.approx(value, abs=1e-9), (measure, ours)
            soft = cell_of(found, measure, "system", "soft-accuracy-mtme").value
            assert soft == pytest.approx(golden[f"{start}.{name}.pce"][0], abs=1e-9), (start, name)


def test_segment_level_from_texts(golden, from_texts):
    """To 1e-9, but for what depends on which BLEU scores tie; that is as near as rounding lets it be (see below)."""
    checked = rounded = 0
    for start, found in from_texts.items():
        for measure, name in MEASURES.items():
            key = f"{start}.{name}.seg"
            for entry, cell, (value, epsilon, groups) in segment_cells(golden, key, found, measure):
                of_ranks = measure == "bleu" and not entry.startswith(("pearson", "ties_opt"))
                assert cell.value == pytest.approx(value, abs=1e-4 if of_ranks else 1e-9), (key, entry)
                assert epsilon is None or cell.epsilon == pytest.approx(epsilon, abs=1e-9), (key, entry)
                assert groups is None or cell.groups == groups, (key, entry)
                checked, rounded = checked + 1, rounded + (abs(cell.value - value) > 1e-9)
    assert checked == 2 * 3 * TED and 0 < rounded <= 2 * (TED - 4)


@pytest.mark.parametrize("reference", ["A", "B"])
def test_bleu_differs_by_rounding_alone(ted, shared, golden, reference):
    """Scores equal in real numbers may differ in their last bits, in steelyard and in sacreBLEU, but not in the same.

    With sacreBLEU's order of operations our counts give its scores to the last bit; and rounded to nine digits, ours
    and those have the same ties, and so the same coefficients.
    """
    made, people = text_scores(ted, reference), ted_scores(shared)["gold"]
    ours, theirs = made["BLEU"][0], as_sacrebleu_rounds(made["counts"])
    assert 0 < np.abs(ours - theirs).max() < 1e-12
    if reference == "B":
        given = ted_scores(shared)
        assert all(np.array_equal(given[name], made[name][0]) for name in ("chrF", "TER"))
        assert np.array_equal(given["BLEU"], theirs)
    near, same = (np.round(side, 9) for side in (ours, theirs))
    assert len(np.unique(near)) < min(len(np.unique(ours)), len(np.unique(theirs)))
    for entry, expected in golden[f"ted.zhen.{reference}.BLEU.seg"].items():
        name, _, group = entry.rpartition(".")
        if name in CELLS and group in LEVEL and not isinstance(expected, dict):
            coefficient, grouping = CELLS[name], LEVEL[group].removeprefix("segment:")
            assert correlate_outputs(theirs, people, coefficient, grouping).value == pytest.approx(
                expected[0], abs=1e-9
            )
            assert correlate_outputs(near, people, coefficient, grouping).value == pytest.approx(
                correlate_outputs(same, people, coefficient, grouping).value, abs=1e-12
            )
