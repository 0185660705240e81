"""Every number of mt-metrics-eval: coefficients with ties, calibration, and tests of two measures.

What is not held against steelyard's is named below, with the reason, and nothing else may be left.
"""

import json
import math
import re

import numpy as np
import pytest

from golden.mtme import KEYS, SIGNIFICANCE, as_sacrebleu_rounds, stored, synthetic_scores, ted_scores, text_scores
from steelyard.draws import Draws
from steelyard.inference.correlation import difference as differences
from steelyard.inference.correlation.calibration import calibrate
from steelyard.inference.correlation.coefficient import COEFFICIENTS
from steelyard.inference.correlation.coefficients.kendall import KendallB
from steelyard.inference.correlation.coefficients.pairwise_accuracy import KendallEq, PairwiseAccuracy
from steelyard.inference.correlation.correlation import correlate, regression
from steelyard.inference.correlation.decisions import exchanged_decisions
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.estimate import correlation
from steelyard.inference.correlation.grouping import correlate_outputs, group_rows, group_values, mean_over_groups
from steelyard.inference.correlation.pairs import like, pair_counts
from steelyard.inference.correlation.soft_accuracy import mtme_p, soft_accuracy

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
    "kendall_scipy": "kendall",
    "acc23": "accuracy",
}
EPSILON = {
    "kendall_variants_b": KendallB().of_counts,
    "kendall_variants_23": KendallEq().of_counts,
    "kendall_variants_acc23": PairwiseAccuracy().of_counts,
}
CALIBRATED = {"ties_opt_acc23": "accuracy", "ties_opt_23": "kendall-eq"}

NO_P = "0 there, for there is no p"
#: Pattern of «key entry part» → why it is not held against steelyard's number.
UNCHECKED = {
    r"\S+ \S+ seconds|\S+ seconds_all value": "how long it took there",
    r"\S+ ties_opt_(acc)?23\.rate0\.1\.\w+ \w+": "of a random tenth of the pairs; steelyard calibrates on all of them",
    r"\S+ kendall_(variants|like)\S* p": NO_P,
    r"\S+\.seg kendall_[bc]\.\S+ p": "normal approximation of scipy; steelyard's p is by permutation",
    r"\S+\.sys\w* spearman p": "Student's t of scipy; steelyard's p is by permutation, which is exact for 8 systems",
    r"synthetic\.gold\.m2\.sys kendall_b p": "two systems tie, and scipy's p is then a normal approximation",
    r"synthetic\.gold_with_none\.sig\.\S+ williams\.pearson value": "an error there",
    r"\S+ pairwise_perm\S* first5": "random draws that steelyard makes otherwise; delta and p are checked",
}


#: What a permutation test holds.
EXCHANGED = ("p", "delta", "k", "first5")


def matches(pattern, key, entry, part):
    return re.fullmatch(pattern, f"{key} {entry} {part}")


def unchecked(key, entry, part):
    return any(matches(pattern, key, entry, part) for pattern in UNCHECKED)


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden/mtme.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def scores(shared, ted):
    """Data set → name → system × segment; "corpus" → data set → name → the systems' own scores."""
    texts = {reference: text_scores(ted, reference) for reference in "AB"}
    stored_b = ted_scores(shared)
    from_texts = {name: texts["A"][name][0] for name in ("chrF", "TER")}
    from_texts |= {"BLEU": as_sacrebleu_rounds(texts["A"]["counts"]), "gold": stored_b["gold"]}
    corpus = {f"ted.{name}": {one: texts[name][one][1] for one in ("BLEU", "chrF", "TER")} for name in "AB"}
    return {"synthetic": synthetic_scores(shared), "ted.A": from_texts, "ted.B": stored_b, "corpus": corpus}


def matrices(scores, key):
    """Return a measure's scores, people's, and the measure's own of systems or None."""
    parts = key.split(".")
    if parts[0] == "synthetic":
        return scores["synthetic"][parts[2]], scores["synthetic"][parts[1]], None
    held = f"ted.{parts[2]}"
    return scores[held][parts[3]], scores[held]["gold"], scores["corpus"][held][parts[3]]


def group_p(left, right, coefficient, grouping, undefined=0):
    """Return the mean over groups of the p by Student's t, as scipy has it for Pearson's r and Spearman's ρ."""
    values = group_values(left[None], right[None], coefficient, grouping)[0]
    n = (~np.isnan(group_rows((left + right)[None], grouping)[0])).sum(axis=1)
    found = [regression(float(r), int(m)).p if m > 2 else 1.0 for r, m in zip(values, n, strict=True) if r == r]
    return math.fsum(found) / (len(found) + undefined)


def coefficient_of(left, right, name, grouping):
    found = correlate_outputs(left, right, NAMES[name], grouping)
    made = {"value": found.value, "n": found.groups}
    return made | ({"p": group_p(left, right, NAMES[name], grouping)} if name in ("pearson", "spearman") else {})


def with_zeros(left, right, name, grouping):
    """Undefined groups count as 0 there."""
    found = correlate_outputs(left, right, NAMES[name], grouping)
    groups = found.groups + found.undefined
    made = {"value": found.value * found.groups / groups, "n": groups}
    p = {"p": group_p(left, right, "pearson", grouping, found.undefined)} if name == "pearson" else {}
    return made | p


def of_differences(left, right):
    """Pearson's r of the differences of each two systems, and of each with itself, within all items."""
    x, y = ((side[:, None] - side).reshape(-1) for side in (left, right))
    found = correlate(x, y)
    return {"value": found.value, "p": regression(found.value, found.n).p, "n": 1}


def like_of(left, right, threshold, grouping):
    """One coefficient of all pairs of all groups, which is how KendallLike counts."""
    c = n = 0
    for x, y in zip(group_rows(left[None], grouping)[0], group_rows(right[None], grouping)[0], strict=True):
        there = ~np.isnan(x + y)
        counts = pair_counts(y[there][None], x[there][None], float(np.nextafter(threshold, 0)))
        kept = counts.concordant + counts.discordant + counts.tied_right if threshold else counts.pairs
        c, n = c + int(counts.concordant[0]), n + int(kept[0])
    value = (2 * c - n) / n if n else 0.0
    if grouping == "pooled" and n:
        assert like(left.reshape(1, -1), right.reshape(1, -1), threshold)[0] == pytest.approx(value, abs=1e-12)
    return {"value": value, "n": n}


def segment_level(left, right, entry):
    name, *rest = entry.split(".")
    if rest == ["pdp", "item"]:
        return of_differences(left, right)
    if rest[-1] == "nan0":
        return with_zeros(left, right, name, GROUPINGS[rest[0]])
    grouping = GROUPINGS[rest[-1]]
    if name == "kendall_like":
        return like_of(left, right, float(rest[0].removeprefix("thresh")), grouping)
    if name in CALIBRATED:
        found = calibrate(left, right, CALIBRATED[name], grouping)
        return {"tau": found.value, "epsilon": found.epsilon}
    if len(rest) == 1:
        return coefficient_of(left, right, name, grouping)
    width = float(entry.split("eps")[1].rsplit(".", 1)[0])
    x, y = (group_rows(side[None], grouping)[0] for side in (left, right))
    values = EPSILON[name](pair_counts(x, y, width))
    return {"value": float(mean_over_groups(values)), "n": int((~np.isnan(values)).sum())}


def system_level(left, right, entry):
    """Of one number per system."""
    if entry in ("agreement", "kendall_like0", "pairwise_accuracy"):
        counts = pair_counts(left, right)
        agree, pairs = int((counts.concordant + counts.tied_both)[0]), int(counts.pairs[0])
        share = correlate(left, right, "accuracy").value
        found = correlate(left, right, "kendall-like").value
        of = {"agreement": {"agree": agree, "pairs": pairs}, "kendall_like0": {"value": found, "n": pairs}}
        return of.get(entry, {"value": share})
    if entry == "spearman":
        return {"value": correlate(left, right, entry).value, "n": 1}
    found = correlation(left, right, NAMES[entry], draws=Draws(resamples=2, trials=40_320))
    return {"value": found.value, "p": found.p if len(left) == 8 or entry == "pearson" else None, "n": 1}


def soft(left, right):
    return soft_accuracy(mtme_p(left), mtme_p(right), draws=Draws(resamples=2, trials=1)).value


@pytest.mark.parametrize("key", KEYS)
def test_every_number(golden, scores, key, compared):
    """To 1e-9, p to as many digits as it has."""
    left, right, own = matrices(scores, key)
    kind = key.rsplit(".", 1)[1]
    numbers, worst = 0, 0.0
    entries = {entry for entry, part, _ in stored(golden, key) if not unchecked(key, entry, part)}
    for entry in sorted(entries):
        if kind == "pce":
            made = {"value": soft(left, right)}
        elif kind == "seg":
            made = segment_level(left, right, entry)
        else:
            means = mean_over_groups(left) if kind != "sys_corpus" else own
            made = system_level(means, mean_over_groups(right), entry)
        for other, part, expected in stored(golden, key):
            if other != entry or unchecked(key, entry, part):
                continue
            where = f"{key} {entry} {part}"
            numbers += 1
            if expected is None:
                assert math.isnan(made[part]), where
            elif part == "p" and made["p"] is None:
                # 13! orders are too many to go through
                found = correlation(
                    means, mean_over_groups(right), "kendall", draws=Draws(resamples=2, trials=20_000)
                ).p
                assert abs(found - expected) < 4 * math.sqrt(expected * (1 - expected) / 20_000), where
            elif part == "p":
                assert made["p"] == pytest.approx(expected, rel=1e-8, abs=0), where
            else:
                assert made[part] == pytest.approx(expected, abs=1e-9, rel=0), where
                worst = max(worst, abs(made[part] - expected))
    compared("mtme, mtme_synthetic", numbers, worst)


def draws_of(known, grouping, seed, trials):
    """Return trial × system × segment: where mt-metrics-eval exchanges two scores, from its seed, in its order."""
    order = known.T if grouping == "item" else known
    stream = np.random.RandomState(seed)
    made = np.zeros((trials, *order.shape), bool)
    for one in made:
        one[order] = stream.binomial(1, 0.5, int(order.sum())) == 0
    return made.swapaxes(1, 2) if grouping == "item" else made


@pytest.mark.parametrize("key", SIGNIFICANCE)
def test_exchanged_scores(golden, scores, key, monkeypatch):
    """With the draws made there, p is the very same: all exchanges no smaller than what was observed are counted.

    The observed difference is there that of standardised scores. Standardising makes ties of BLEU scores that differ
    in the last bits alone, which decides some ranks.
    """
    second, first, people = sides(scores, key)
    known = ~np.isnan(people)
    checked = 0
    for entry, expected in golden[key].items():
        kind, *rest = [part for part in entry.split(".") if part != "earlystop"]
        if kind != "perm_both":
            continue
        coefficient, grouping = NAMES[rest[0]], GROUPINGS[rest[1]]
        swap = draws_of(known, grouping, golden["seed"], expected["k"])
        monkeypatch.setattr(differences, "_bits", lambda n, exact, seed, start, size, s=swap: s[start:, known][:size])
        found = correlation_difference(
            first,
            second,
            people,
            coefficient,
            grouping=grouping,
            alternative="greater",
            draws=Draws(trials=expected["k"]),
        )
        assert found.p == pytest.approx((expected["p"] * expected["k"] + 1) / (expected["k"] + 1), abs=1e-12), entry
        a, b = (differences._standardised(np.where(known, side, np.nan)) for side in (first, second))
        values = values_of(np.stack([a, b]), people, coefficient, grouping)
        assert values[0] - values[1] == pytest.approx(expected["delta"], abs=1e-9), entry
        drawn = [values_of(np.where(swap[:5], x, y), people, coefficient, grouping) for x, y in ((b, a), (a, b))]
        assert np.transpose(drawn) == pytest.approx(np.array(expected["first5"]), abs=1e-9), entry
        ranks_of_bleu = key.startswith("ted") and entry in ROUNDED
        assert (abs(found.difference - expected["delta"]) < 1e-9) != ranks_of_bleu, entry
        checked += 1
    assert checked == (10 if key.startswith("ted") else 12)


#: Where BLEU scores that differ in the last bits alone are told apart by ours, and are not after standardising.
ROUNDED = ("perm_both.kendall_b.item", "perm_both.spearman.none", "perm_both.kendall_scipy.none")


def values_of(left, people, coefficient, grouping):
    return mean_over_groups(group_values(left, np.broadcast_to(people, left.shape), coefficient, grouping))


def sides(scores, key):
    """Return the scores of the measures m2 and m1 in «m2_vs_m1», and people's."""
    held, gold = (scores["ted.B"], "gold") if key.startswith("ted") else (scores["synthetic"], key.split(".")[1])
    return *(held[name] for name in key.split(".")[-1].split("_vs_")), held[gold]


@pytest.mark.parametrize("key", SIGNIFICANCE)
def test_own_draws(golden, scores, key):
    """With draws of our own, p is within the Monte-Carlo error of both sides."""
    second, first, people = sides(scores, key)
    trials = 200
    for entry, expected in golden[key].items():
        kind, *rest = [part for part in entry.split(".") if part != "earlystop"]
        if kind == "perm_both":
            found = correlation_difference(
                first,
                second,
                people,
                NAMES[rest[0]],
                grouping=GROUPINGS[rest[1]],
                alternative="greater",
                draws=Draws(trials=trials),
            )
            assert abs(found.p - expected["p"]) < 4 * error_of(expected, trials) + 1 / trials, entry


def error_of(expected, trials):
    return math.sqrt(expected["p"] * (1 - expected["p"]) * (1 / trials + 1 / expected["k"]))


@pytest.mark.parametrize("key", SIGNIFICANCE)
def test_exchanged_decisions(golden, scores, key):
    """p of exchanged decisions, one-sided as there, within the Monte-Carlo error of both sides."""
    second, first, people = sides(scores, key)
    expected = golden[key]["pairwise_perm.acc23.item"]
    epsilons = [calibrate(one, people, grouping="item").epsilon for one in (first, second)]
    trials = 20_000
    found = exchanged_decisions(first, second, people, epsilons, "item", trials)
    assert found.a - found.b == pytest.approx(expected["delta"], abs=1e-9)
    assert abs(found.one_sided - expected["p"]) < 4 * error_of(expected, trials)


@pytest.mark.parametrize("key", [key for key in SIGNIFICANCE if "with_none" not in key])
def test_williams(golden, scores, key):
    second, first, people = sides(scores, key)
    p, r_second, r_first = golden[key]["williams.pearson"]
    found = correlation_difference(
        first, second, people, test="williams", alternative="greater" if r_first > r_second else "less"
    )
    assert (found.a, found.b) == pytest.approx((r_first, r_second), abs=1e-9)
    assert found.p == pytest.approx(p, abs=1e-10) and found.degrees == found.n - 3


def test_nothing_is_left(golden):
    """So many numbers there are, and so many are checked, or left for the reason given."""
    assert set(golden) == {*KEYS, *SIGNIFICANCE, "seed", "numpy", "scipy"}
    left = dict.fromkeys(UNCHECKED, 0)
    for key in (*KEYS, *SIGNIFICANCE):
        for entry, part, value in stored(golden, key):
            pattern = next((one for one in UNCHECKED if matches(one, key, entry, part)), "checked")
            left[pattern] = left.get(pattern, 0) + 1
            assert UNCHECKED.get(pattern) != NO_P or value == 0, (key, entry)
    assert left.pop("checked") == 1773
    assert list(left.values()) == [151, 120, 447, 84, 15, 1, 1, 3]
    tested = {(entry.split(".")[0], part) for key in SIGNIFICANCE for entry, part, _ in stored(golden, key)}
    permuted = {(kind, part) for kind in ("perm_both", "pairwise_perm") for part in (*EXCHANGED, "seconds")}
    assert tested == permuted | {("williams", part) for part in ("p", "first", "second", "value")}


def test_no_coefficient_is_forgotten():
    assert set(NAMES.values()) <= set(COEFFICIENTS.own())
