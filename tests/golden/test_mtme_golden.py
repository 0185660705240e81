"""Coefficients with ties and tests of two measures, as mt-metrics-eval has them."""

import gzip
import json
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference.calibration import calibrate
from steelyard.inference.correlation import COEFFICIENTS
from steelyard.inference.correlation_difference import correlation_difference
from steelyard.inference.decisions import exchanged_decisions
from steelyard.inference.grouping import correlate_outputs, group_rows, mean_over_groups
from steelyard.inference.pairs import accuracy, like, pair_counts, tau_b, tau_eq

GROUPINGS = {"none": "pooled", "item": "item", "sys": "system"}
NAMES = {
    "pearson": "pearson",
    "spearman": "spearman",
    "kendall_b": "kendall",
    "kendall_c": "kendall-c",
    "kendall_variants_b": "kendall",
    "kendall_variants_c": "kendall-c",
    "kendall_variants_23": "kendall-eq",
    "kendall_variants_acc23": "accuracy",
}
EPSILON = {"kendall_variants_b": tau_b, "kendall_variants_23": tau_eq, "kendall_variants_acc23": accuracy}


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden/mtme.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def scores(shared):
    """Data set → name → system × segment."""
    held = json.loads((shared / "golden/mtme_synthetic.json").read_text("utf-8"))
    shape = held["num_sys"], held["num_items"]
    synthetic = {
        name: np.array([math.nan if v is None else v for v in values]).reshape(shape)
        for name, values in held.items()
        if isinstance(values, list)
    }
    with gzip.open(shared / "golden/mtme_scores_zhen_B.tsv.gz", "rt", encoding="utf-8") as file:
        head, *lines = [line.rstrip("\n").split("\t") for line in file]
    systems = list(dict.fromkeys(line[0] for line in lines))
    ted = {name: np.full((len(systems), 529), math.nan) for name in head[2:]}
    for system, segment, *values in lines:
        for name, value in zip(head[2:], values, strict=True):
            if value not in ("", "None", "nan"):
                ted[name][systems.index(system), int(segment)] = float(value)
    ted["TER"] = ted.pop("minusTER")
    return {"synthetic": synthetic, "ted": ted}


def matrices(scores, key):
    parts = key.split(".")
    if parts[0] == "synthetic":
        return scores["synthetic"][parts[2]], scores["synthetic"][parts[1]]
    return scores["ted"][parts[3]], scores["ted"]["gold"]


def keys_of(golden, end):
    return [key for key in golden if key.endswith(end) and not key.startswith("ted.zhen.A")]


def like_value(left, right, threshold, grouping):
    """One coefficient of all pairs of all groups, which is how KendallLike counts."""
    c = n = 0
    for x, y in zip(group_rows(left[None], grouping)[0], group_rows(right[None], grouping)[0], strict=True):
        there = ~np.isnan(x + y)
        x, y = x[there], y[there]
        counts = pair_counts(y[None], x[None], float(np.nextafter(threshold, 0)))
        kept = counts.concordant + counts.discordant + counts.tied_right if threshold else counts.pairs
        c, n = c + int(counts.concordant[0]), n + int(kept[0])
    return (2 * c - n) / n if n else 0.0, n


def test_segment_level(golden, scores):
    checked = 0
    for key in keys_of(golden, ".seg"):
        left, right = matrices(scores, key)
        for entry, expected in golden[key].items():
            name, *rest = entry.split(".")
            if rest and rest[-1] in GROUPINGS and name in NAMES and len(rest) == 1:
                found = correlate_outputs(left, right, NAMES[name], GROUPINGS[rest[0]])
                assert found.value == pytest.approx(expected[0], abs=1e-12), (key, entry)
                assert found.groups == expected[2], (key, entry)
            elif name in EPSILON and rest and rest[0].startswith("eps"):
                width = float(entry.split("eps")[1].rsplit(".", 1)[0])
                x, y = (group_rows(side[None], GROUPINGS[rest[-1]])[0] for side in (left, right))
                found = mean_over_groups(EPSILON[name](pair_counts(x, y, width)))
                assert float(found) == pytest.approx(expected[0], abs=1e-12), (key, entry)
            elif name == "kendall_like":
                threshold = float(rest[0].removeprefix("thresh"))
                found, n = like_value(left, right, threshold, GROUPINGS[rest[1]])
                assert n == expected[2] and found == pytest.approx(expected[0], abs=1e-12), (key, entry)
                if rest[1] == "none" and n:
                    assert like(left.reshape(1, -1), right.reshape(1, -1), threshold)[0] == pytest.approx(found)
            else:
                continue
            checked += 1
    assert checked > 150


def test_system_level(golden, scores):
    for key in [*keys_of(golden, ".sys"), *keys_of(golden, ".sys_meanseg")]:
        left, right = matrices(scores, key)
        expected = golden[key]
        for name in ("pearson", "spearman", "kendall_b"):
            found = correlate_outputs(left, right, NAMES[name], "means").value
            assert found == pytest.approx(expected[name][0], abs=1e-12), (key, name)
        assert correlate_outputs(left, right, "accuracy", "means").value == expected["pairwise_accuracy"]
        assert correlate_outputs(left, right, "kendall-like", "means").value == pytest.approx(
            expected["kendall_like0"][0]
        )


def test_no_coefficient_is_forgotten():
    assert set(NAMES.values()) <= set(COEFFICIENTS)


SIGNIFICANCE = {"pearson": "pearson", "kendall_b": "kendall", "acc23": "accuracy", "spearman": "spearman"}


@pytest.mark.parametrize("key", ["synthetic.gold_with_none", "synthetic.gold", "ted.zhen.B"])
def test_permutation_of_standardised_scores(golden, scores, key):
    """p within the Monte-Carlo error of both sides, one-sided as there."""
    (name,) = [found for found in golden if found.startswith(f"{key}.sig.")]
    second, first = name.split(".")[-1].split("_vs_")
    held, gold = (scores["ted"], "gold") if key.startswith("ted") else (scores["synthetic"], key.split(".")[1])
    trials, checked = 200, 0
    for entry, expected in golden[name].items():
        kind, coefficient, *grouping = entry.split(".")
        if kind != "perm_both" or coefficient not in SIGNIFICANCE or not grouping:
            continue
        # standardising with rounding makes and breaks ties there, which within items of TED decides
        if key.startswith("ted") and coefficient == "acc23":
            continue
        found = correlation_difference(
            held[first], held[second], held[gold], SIGNIFICANCE[coefficient], grouping=GROUPINGS[grouping[0]],
            alternative="greater", trials=trials,
        )  # fmt: skip
        error = math.sqrt(expected["p"] * (1 - expected["p"]) * (1 / trials + 1 / expected["k"]))
        assert abs(found.p - expected["p"]) < 4 * error + 1 / trials, (entry, found.p, expected["p"])
        if "with_none" not in key or grouping[0] == "none":
            # its scores are standardised before they are ranked, and rounding then decides some ties
            rounded = key.startswith("ted") and coefficient != "pearson"
            assert found.difference == pytest.approx(expected["delta"], abs=1e-4 if rounded else 1e-12), entry
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize(
    ("key", "names"), [("synthetic.gold.sig.m2_vs_m1", ("m2", "m1")), ("ted.zhen.B.sig.BLEU_vs_chrF", ("BLEU", "chrF"))]
)
def test_williams(golden, scores, key, names):
    p, r_a, r_b = golden[key]["williams.pearson"]
    held = scores[key.split(".")[0]]
    found = correlation_difference(
        held[names[0]], held[names[1]], held["gold"], test="williams",
        alternative="greater" if r_a > r_b else "less",
    )  # fmt: skip
    assert (found.a, found.b) == pytest.approx((r_a, r_b), abs=1e-12)
    assert found.p == pytest.approx(p, abs=1e-10) and found.degrees == found.n - 3


CALIBRATED = {"ties_opt_acc23": "accuracy", "ties_opt_23": "kendall-eq"}


def test_calibrated_ties(golden, scores):
    """Best value and threshold over all pairs (rate 1), ties of TED included."""
    checked = 0
    for key in keys_of(golden, ".seg"):
        left, right = matrices(scores, key)
        for entry, expected in golden[key].items():
            name, *rest = entry.split(".")
            if name in CALIBRATED and ".rate1.0." in entry:
                found = calibrate(left, right, CALIBRATED[name], GROUPINGS[rest[-1]])
                assert found.value == pytest.approx(expected["tau"], abs=1e-9), (key, entry)
                assert found.epsilon == pytest.approx(expected["epsilon"], abs=1e-9), (key, entry)
                checked += 1
    assert checked == 6 * 6 + 3 * 2


@pytest.mark.parametrize("key", ["synthetic.gold_with_none", "synthetic.gold", "ted.zhen.B"])
def test_exchanged_decisions(golden, scores, key):
    """p of exchanged decisions, one-sided as there, within the Monte-Carlo error of both sides."""
    (name,) = [found for found in golden if found.startswith(f"{key}.sig.")]
    second, first = name.split(".")[-1].split("_vs_")
    held, gold = (scores["ted"], "gold") if key.startswith("ted") else (scores["synthetic"], key.split(".")[1])
    expected = golden[name]["pairwise_perm.acc23.item"]
    epsilons = [calibrate(held[one], held[gold], grouping="item").epsilon for one in (first, second)]
    trials = 20_000
    found = exchanged_decisions(held[first], held[second], held[gold], epsilons, "item", trials)
    assert found.a - found.b == pytest.approx(expected["delta"], abs=1e-9)
    error = math.sqrt(expected["p"] * (1 - expected["p"]) * (1 / trials + 1 / expected["k"]))
    assert abs(found.one_sided - expected["p"]) < 4 * error


@pytest.fixture(scope="module")
def evaluated(scores, tmp_path_factory):
    """Data set → all of its measures held against people, from files; TER once more as it is, less being better."""
    here = tmp_path_factory.mktemp("mtme")
    made = {}
    for name, gold in (("synthetic", "gold"), ("synthetic", "gold_with_none"), ("ted", "gold")):
        held = scores[name]
        measures = {one: values for one, values in held.items() if not one.startswith("gold")}
        if name == "ted":
            measures["TER as it is"] = -held["TER"]
        lines = [["system", "seg", *measures]]
        for system, segment in np.ndindex(held[gold].shape):
            lines.append([f"s{system}", segment, *(repr(float(v[system, segment])) for v in measures.values())])
        (here / f"{name}.tsv").write_text("".join("\t".join(map(str, line)) + "\n" for line in lines), "utf-8")
        human = {f"s{n}": [None if math.isnan(v) else v for v in row] for n, row in enumerate(held[gold])}
        levels = ["system", "segment:item", "segment:system", *(["segment:pooled"] if name == "synthetic" else [])]
        made[name, gold] = sy.meta(
            outside=[here / f"{name}.tsv"], lower=[one for one in measures if one.endswith("as it is")], human=human,
            levels=levels, resamples=2, trials=1,
            coefficients=["pearson", "spearman", "kendall", "accuracy", "accuracy-calibrated", "soft-accuracy-mtme"],
        )  # fmt: skip
    return made


LEVEL = {"none": "segment:pooled", "item": "segment:item", "sys": "segment:system"}
CELLS = {
    "pearson": "pearson", "spearman": "spearman", "kendall_b": "kendall", "kendall_variants_acc23": "accuracy",
    "ties_opt_acc23.rate1.0": "accuracy-calibrated",
}  # fmt: skip


def test_meta_at_segment_level(golden, evaluated):
    checked = 0
    for (name, gold), found in evaluated.items():
        for measure in found.measures:
            key = f"{name}.{gold}.{measure}.seg" if name == "synthetic" else f"ted.zhen.B.{measure}.seg"
            key = key.replace("TER as it is", "TER")
            for entry, expected in golden[key].items():
                start, _, group = entry.rpartition(".")
                if start in CELLS and group in LEVEL and (name == "synthetic" or group != "none"):
                    cell = found.cell(measure, LEVEL[group], CELLS[start])
                    value = expected["tau"] if isinstance(expected, dict) else expected[0]
                    assert cell.value == pytest.approx(value, abs=1e-9), (key, entry)
                    if isinstance(expected, dict):
                        assert cell.epsilon == pytest.approx(expected["epsilon"], abs=1e-9), (key, entry)
                    checked += 1
    assert checked > 100


def test_meta_at_system_level(golden, evaluated):
    for (name, gold), found in evaluated.items():
        if gold == "gold_with_none":
            for measure in found.measures:
                cell = found.cell(measure, "system", "soft-accuracy-mtme")
                assert math.isnan(cell.value) and golden[f"{name}.{gold}.{measure}.pce"] is None
                assert "mt-metrics-eval has no value then" in cell.reason
            continue
        for measure in found.measures:
            start = f"{name}.{gold}.{measure}" if name == "synthetic" else f"ted.zhen.B.{measure}"
            start = start.replace("TER as it is", "TER")
            expected = golden[f"{start}.sys" if name == "synthetic" else f"{start}.sys_meanseg"]
            for theirs, ours in (("pearson", "pearson"), ("spearman", "spearman"), ("kendall_b", "kendall")):
                assert found.cell(measure, "system", ours).value == pytest.approx(expected[theirs][0], abs=1e-9)
            assert found.cell(measure, "system", "accuracy").value == pytest.approx(expected["pairwise_accuracy"])
            soft = found.cell(measure, "system", "soft-accuracy-mtme").value
            assert soft == pytest.approx(golden[f"{start}.pce"][0], abs=1e-9), start


def test_meta_of_texts(golden, ted, shared):
    """The measures' own scores of systems, from texts and the file of human scores."""
    systems = {name: texts for name, texts in ted.systems.items() if not name.startswith("ref.")}
    corpus = sy.Corpus.of(systems, ted.references["B"], facets={"document": ted.documents})
    found = sy.meta(
        corpus, ["chrf", "bleu", "ter"], human=shared / "data/ted-zhen/human.tsv", levels=["system"],
        coefficients=["pearson", "spearman", "kendall", "accuracy"], resamples=2, trials=1,
    )  # fmt: skip
    assert found.turned == ("ter",)
    for measure, name in (("chrf", "chrF"), ("bleu", "BLEU"), ("ter", "TER")):
        expected = golden[f"ted.zhen.B.{name}.sys_corpus"]
        for theirs, ours in (("pearson", "pearson"), ("spearman", "spearman"), ("kendall_b", "kendall")):
            cell = found.cell(measure, "system", ours)
            assert cell.value == pytest.approx(expected[theirs][0], abs=1e-9), (measure, ours)
        assert found.cell(measure, "system", "accuracy").value == pytest.approx(expected["pairwise_accuracy"])
