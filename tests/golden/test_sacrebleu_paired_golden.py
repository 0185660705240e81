"""Equal to what sacreBLEU 2.6.0's paired tests and intervals printed (seed 12345)."""

import json

import pytest

import steelyard as sy
from steelyard.inference.comparison.tests import sacrebleu

MEASURES = {"BLEU": "bleu", "chrF2": "chrf", "chrF2++": "chrf++", "TER": "ter", "chrF": "chrf"}
# sacreBLEU sums and scores resamples in single precision; a p-value is a count and must be equal.
SINGLE = 2e-5


@pytest.fixture(scope="module")
def paired(shared):
    return json.loads((shared / "golden" / "sacrebleu_paired.json").read_text())


@pytest.fixture(scope="module")
def scored(ted):
    """References → scores of the three systems, the baseline first."""
    systems = {name: ted.systems[name] for name in ("Online-W", "NiuTrans", "DIDI-NLP")}
    return {refs: sy.score(systems, ted.sets(refs), ["bleu", "chrf", "chrf++", "ter"]) for refs in ("B", "AB")}


@pytest.mark.parametrize("refs", ["B", "AB"])
@pytest.mark.parametrize(("test", "trials"), [("bs", 1000), ("bs", 10_000), ("ar", 1000), ("ar", 10_000)])
def test_paired_tests(paired, scored, refs, test, trials, compared):
    golden = paired[f"{refs}.{test}.{trials}"]
    if test == "ar":
        made = sy.compare(scored[refs], test="sacrebleu-randomisation", draws=sy.Draws(trials=trials, resamples=2))
    else:
        made = sy.compare(scored[refs], test="sacrebleu-bootstrap", draws=sy.Draws(resamples=trials))
    assert made.baseline == golden["systems"][0]
    for name, rows in golden["results"].items():
        baseline, *others = rows
        for system, row in zip(golden["systems"][1:], others, strict=True):
            one = made.between(system, made.baseline, MEASURES[name])
            assert one.p == row["p_value"], (name, system)
            assert one.difference == pytest.approx(row["score"] - baseline["score"], abs=1e-9)
    compared("sacrebleu_paired", 2 * len(golden["systems"][1:]) * len(golden["results"]))


@pytest.mark.parametrize("refs", ["B", "AB"])
@pytest.mark.parametrize("resamples", [1000, 10_000])
def test_intervals_of_paired_tests(paired, scored, refs, resamples, compared):
    golden = paired[f"{refs}.bs.{resamples}"]["results"]
    worst = 0.0
    for one in scored[refs].statistics:
        name = next(name for name, label in MEASURES.items() if label == one.label)
        for (mean, half), row in zip(sacrebleu.intervals(one, resamples=resamples), golden[name], strict=True):
            worst = max(worst, abs(mean - row["mean"]), abs(half - row["ci"]))
    assert worst < SINGLE
    compared("sacrebleu_paired", 2 * sum(map(len, golden.values())), worst)


def test_intervals(shared, scored, compared):
    golden = json.loads((shared / "golden" / "sacrebleu_ci.json").read_text())
    made = {
        (system, one.label): interval
        for one in scored["B"].statistics
        for system, interval in zip(one.systems, sacrebleu.intervals(one), strict=True)
    }
    assert len(golden) == 9
    worst = 0.0
    for key, row in golden.items():
        system, name, _ = key.rsplit(".", 2)
        mean, half = made[system, MEASURES[name]]
        worst = max(worst, abs(mean - row["mean"]), abs(half - row["ci"]))
        assert scored["B"].value(system, MEASURES[name]) == pytest.approx(row["score"], abs=1e-9)
    assert worst < SINGLE
    compared("sacrebleu_ci", 3 * len(golden), worst)
