"""Ngram(i, j) on REALSumm's abstractive summaries: correlation with the pyramid's recall over 14 systems.

Expected: Spearman's ρ and Pearson's r of system scores with litePyramid recall (../shared/data/realsumm-abs/human.tsv),
by a program of its own that follows equations 5 and 6 of Lin & Hovy (2003): Porter stems, no punctuation, lower case.
"""

import csv
from collections import defaultdict

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference.correlation.series import ranks

ORDERS = ((1, 4), (1, 1), (2, 2), (3, 3), (4, 4))
UNITS = "units=lines,average=documents"
EXPECTED = {
    (UNITS, "english", "rho"): (0.859, 0.873, 0.868, 0.855, 0.886),
    (UNITS, "english", "r"): (0.934, 0.959, 0.969, 0.938, 0.922),
    (UNITS, "none", "rho"): (0.934, 0.780, 0.938, 0.938, 0.925),
    (UNITS, "none", "r"): (0.978, 0.928, 0.982, 0.977, 0.957),
    ("", "english", "rho"): (0.952, 0.851, 0.911, 0.946, 0.972),
    ("", "none", "rho"): (0.960, 0.670, 0.968, 0.943, 0.920),
}


@pytest.fixture(scope="module")
def people(shared, realsumm):
    """System → mean recall of its summaries."""
    values = defaultdict(list)
    with (shared / "data" / "realsumm-abs" / "human.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            values[row["system"].removesuffix(".txt").replace("_out", "")].append(float(row["litepyramid_recall"]))
    return [np.mean(values[name]) for name in realsumm.systems]


@pytest.mark.parametrize(("options", "stop"), sorted({(options, stop) for options, stop, _ in EXPECTED}))
def test_correlations(realsumm, people, options, stop):
    documents = sorted(realsumm.references, key=int)
    outputs = {name: [texts[d] for d in documents] for name, texts in realsumm.systems.items()}
    rest = ",".join(filter(None, ["stem=porter", f"stop={stop}", options]))
    measures = [f"ngram({low},{high},{rest})" for low, high in ORDERS]
    scores = sy.score(outputs, [realsumm.references[d] for d in documents], measures)
    for n, measure in enumerate(measures):
        ours = [scores.value(name, measure) for name in realsumm.systems]
        rho = np.corrcoef(ranks(np.array(ours)), ranks(np.array(people)))[0, 1]
        assert round(float(rho), 3) == EXPECTED[options, stop, "rho"][n], measure
        if (options, stop, "r") in EXPECTED:
            assert round(float(np.corrcoef(ours, people)[0, 1]), 3) == EXPECTED[options, stop, "r"][n], measure
