"""Equal to scipy 1.17.1's mannwhitneyu, and to WMT's rule for clusters, on 4,800 judgements of 8 systems."""

import csv
import gzip
import json
from itertools import permutations

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference.comparison.clusters import cluster_numbers
from steelyard.inference.comparison.tests import mann_whitney
from steelyard.inference.comparison.tests.mann_whitney import MannWhitney, exact_upper, greater, wins_and_ties

FILE = "wmt_mannwhitney.json"
# judgements have nine decimals in the file, the numbers were made before rounding
MEANS = 1e-9
# p is as small as 1e-41; scipy's tails and ours differ in their last digits
TAILS = 1e-12


@pytest.fixture(scope="module")
def golden(shared):
    with gzip.open(shared / "golden" / f"{FILE}.gz", "rt") as file:
        return json.load(file)


@pytest.fixture(scope="module")
def judged(shared, tmp_path_factory):
    """Name of a part of the golden numbers → the scores of its judgements, read from a file of human scores."""
    with gzip.open(shared / "golden" / "wmt_mannwhitney_judgements.tsv.gz", "rt") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {
        part: sy.score_people(human_file(tmp_path_factory.mktemp(part), [r for r in rows if r["set"] == name], column))
        for part, name, column in (("z", "main", "z"), ("raw", "main", "raw"), ("close", "close", "z"))
    }


def human_file(folder, rows, column):
    """Judgements as a file of human scores: segments numbered without gaps, repeated judgements told apart."""
    number = {name: n for n, name in enumerate(dict.fromkeys(row["segment"] for row in rows))}
    lines = [
        (row["system"], number[row["segment"]], row["annotator"] or "anyone", place, row[column])
        for place, row in enumerate(rows)
    ]
    path = folder / "human.tsv"
    path.write_text("".join("\t".join(map(str, line)) + "\n" for line in [HEAD, *lines]))
    return path


HEAD = ("system", "seg", "assessor", "repeat", "score")


@pytest.mark.parametrize("part", ["z", "raw", "close"])
def test_clusters(golden, judged, part, compared):
    """Order, means, U, all one-sided p, clusters at three levels, ranges of ranks and wins."""
    values = 0
    for alpha, key in ((0.05, "<.05"), (0.01, "<.01"), (0.10, "<.10")):
        (ranking,) = sy.cluster_ranks(judged[part], alpha=alpha)
        if f"clusters_one_sided_p{key}" in golden[part]:
            assert [*map(list, ranking.clusters)] == golden[part][f"clusters_one_sided_p{key}"]
            values += len(ranking.systems)
    (ranking,) = sy.cluster_ranks(judged[part])
    assert [row.system for row in ranking.systems] == golden[part]["order"]
    assert [[row.best_rank, row.worst_rank] for row in ranking.systems] == golden[part]["rank_range"]
    wins = golden[part].get("wins", [8 - worst for _, worst in golden[part]["rank_range"]])
    assert [row.wins for row in ranking.systems] == wins and {row.n for row in ranking.systems} == {300}
    means = [row.mean for row in ranking.systems]
    assert means == pytest.approx(golden[part]["mean"], rel=0, abs=MEANS)
    ours = {(a.system, b.system): (a.u[b.system], a.p[b.system]) for a, b in permutations(ranking.systems, 2)}
    worst = 0.0
    for (i, a), (j, b) in permutations(enumerate(golden[part]["order"]), 2):
        u, p = ours[a, b]
        assert u == golden[part]["U"][i][j] if "U" in golden[part] else 0 <= u <= 300 * 300
        theirs = golden[part]["p_greater"][i][j]
        assert p == pytest.approx(theirs, rel=TAILS)
        assert "p_less" not in golden[part] or ours[b, a][1] == pytest.approx(golden[part]["p_less"][i][j], rel=TAILS)
        worst = max(worst, abs(p / theirs - 1))
        values += 1 + ("U" in golden[part]) + ("p_less" in golden[part])
    compared(FILE, values + 8 * 5, worst)


@pytest.mark.parametrize("part", ["z", "raw", "close"])
def test_two_sided(golden, judged, part, compared):
    """All two-sided p, and the clusters that these give."""
    comparisons = sy.compare(judged[part], test="mann-whitney", correct="none", draws=sy.Draws(resamples=2))
    order, worst = golden[part]["order"], 0.0
    p = np.full((8, 8), np.nan)
    for (i, a), (j, b) in permutations(enumerate(order), 2):
        p[i, j] = comparisons.between(a, b, "human").p
        theirs = golden[part]["p_two_sided"][i][j]
        assert p[i, j] == pytest.approx(theirs, rel=TAILS)
        worst = max(worst, abs(p[i, j] / theirs - 1))
    numbers = cluster_numbers(np.triu(p < 0.05, 1))
    clusters = [[name for name, own in zip(order, numbers, strict=True) if own == n] for n in dict.fromkeys(numbers)]
    assert clusters == golden[part]["clusters_two_sided_p<.05"]
    compared(FILE, 56 + 8, worst)


def test_small_samples(golden, monkeypatch, compared):
    """200 pairs of samples of 1 to 14 values: U, and p as scipy chooses, by the normal distribution, and exactly."""
    worst = 0.0
    for sample in golden["small"]:
        x, y = np.array(sample["x"], float), np.array(sample["y"], float)
        assert wins_and_ties(x, y) == sample["U"]
        ours = {"auto": (MannWhitney().p(x, y), greater(x, y), greater(y, x)), "exact": exact(x, y)}
        with monkeypatch.context() as normal:
            normal.setattr(mann_whitney, "_MOST_EXACT", 0)
            ours["asymptotic"] = MannWhitney().p(x, y), greater(x, y), greater(y, x)
        for method, numbers in ours.items():
            theirs = [sample[f"p_{method}_{side}"] for side in ("two-sided", "greater", "less")]
            np.testing.assert_allclose(numbers, theirs, rtol=TAILS, atol=0)
            worst = max(worst, *(abs(a / b - 1) for a, b in zip(numbers, theirs, strict=True)))
    assert len(golden["small"]) == 200
    compared(FILE, 200 * 10, worst)


def exact(x, y):
    """Exact p, two-sided and either way; ties as if there were none, as scipy has it if asked for."""
    wins, most = wins_and_ties(x, y), len(x) * len(y)
    sides = [exact_upper(int(count), len(x), len(y)) for count in (wins, most - wins)]
    return min(1.0, 2 * min(sides)), *sides
