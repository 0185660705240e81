"""Mann and Whitney's test: exact p by brute force, and what it takes as the values of a system."""

from itertools import combinations

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.tests.mann_whitney import MannWhitney, exact_upper, greater, wins_and_ties


def counted_upper(wins, m, n):
    """P(U ≥ wins) by looking at every order of m and n values."""
    orders = [sum(place - rank for rank, place in enumerate(chosen)) for chosen in combinations(range(m + n), m)]
    return sum(u >= wins for u in orders) / len(orders)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 6), (2, 5), (3, 4), (5, 5), (6, 3), (8, 4)])
def test_exact_p_is_the_share_of_orders(m, n):
    for wins in range(m * n + 2):
        assert exact_upper(wins, m, n) == pytest.approx(counted_upper(wins, m, n), rel=1e-13, abs=0)


def test_ties_and_larger_samples_are_normal():
    few = np.arange(9.0)
    # z = (81/2 + 1/2 − …)/√(9·9·19/12): the correction of ½ alone keeps p of samples that are alike at 1
    assert MannWhitney().p(few, few) == 1
    assert greater(np.array([2.0, 2]), np.array([1.0, 2])) == pytest.approx(0.30853753872598694)
    assert MannWhitney().p(np.ones(3), np.ones(4)) == 1 and wins_and_ties(np.ones(3), np.ones(4)) == 6


def test_few_values_among_many_are_exact():
    assert exact_upper(8 * 100_000, 8, 100_000) == pytest.approx(
        1 / np.prod([(100_000 + i) / i for i in range(1, 9)]), rel=1e-12
    )
    assert exact_upper(400_000, 8, 100_000) == pytest.approx(0.5, abs=1e-4)


#: Outputs 0 and 1 of A, 1 and 2 of B; some judged more than once, one by the same assessor.
JUDGED = (
    "system seg assessor repeat score\nA 0 x 1 3\nA 0 x 2 4\nA 1 x 1 9\nB 1 x 1 1\nB 1 y 1 2\nB 1 z 1 5\nB 2 x 1 6\n"
)


@pytest.fixture
def judged(tmp_path):
    path = tmp_path / "human.tsv"
    path.write_text(JUDGED.replace(" ", "\t"))
    return sy.score_people(path)


def test_all_judgements_count_unpaired(judged):
    """A has 3, 4 and 9, B 1, 2, 5 and 6: U of A is 8 of 12, though one output only was judged of both."""
    (pair,) = sy.compare(judged, test="mann-whitney", draws=sy.Draws(resamples=20)).comparisons
    assert pair.p == pytest.approx(2 * counted_upper(8, 3, 4)) and "|of:judgements|test:mann-whitney|" in pair.signature
    assert pair.difference == pytest.approx(6 - 13 / 3)
    ranking = sy.cluster_ranks(judged)[0]
    a, b = ranking.systems
    assert (a.system, a.mean, a.n, a.u, a.p) == ("A", 16 / 3, 3, {"B": 8}, {"B": pytest.approx(counted_upper(8, 3, 4))})
    assert (b.system, b.mean, b.n, b.u) == ("B", 3.5, 4, {"A": 4})
    assert ranking.clusters == (("A", "B"),) and ranking.values == "judgements"


def test_lower_is_better():
    scores = sy.score(sy.sample(), measures=["wer", "bleu"])
    ranking = sy.cluster_ranks(scores)[0]
    means = [row.mean for row in ranking.systems]
    assert means == sorted(means) and ranking.values == "segment-scores" and not ranking.higher_is_better
    units = dict(zip(scores.systems, scores.statistics[0].scores("segment")[2], strict=True))
    best, worst = ranking.systems[0], ranking.systems[-1]
    assert best.p[worst.system] == greater(units[worst.system], units[best.system]) < 0.05
    assert (best.cluster, best.best_rank) == (1, 1) and worst.worst_rank == 6 and best.wins == worst.losses


def test_systems_without_values_are_in_no_cluster(judged):
    scores = sy.score({name: ["a b"] * 3 for name in "ACB"}, ["a b"] * 3, ["bleu"]).with_human(
        {"A": [1.0, 2.0, None], "B": [3.0, None, None]}
    )
    ranking = sy.cluster_ranks(scores)[1]
    assert [(row.system, row.cluster, row.n) for row in ranking.systems] == [("B", 1, 1), ("A", 1, 2), ("C", None, 0)]
    assert ranking.reason == "nobody judged it"


def test_documents_and_unknown_rules_are_refused(judged):
    with pytest.raises(SpecError, match="test mann-whitney; it takes segments only"):
        sy.compare(sy.score(sy.sample(), measures="bleu"), test="mann-whitney", draws=sy.Draws(unit="document"))
    with pytest.raises(SpecError, match="unknown rule for clusters 'wtm'; did you mean 'wmt'"):
        sy.cluster_ranks(judged, "wtm")
    with pytest.raises(SpecError, match="alpha"):
        sy.cluster_ranks(judged, alpha=2)
    with pytest.raises(InputError, match="clusters need two"):
        sy.cluster_ranks(sy.score({"A": ["a"]}, ["a"], ["bleu"]))


def test_rows_of_segments_drawn_twice_keep_their_judgements(judged):
    drawn = judged.statistics[0].taken([1, 1, 0]).among(("B", "A"))
    assert drawn.singles is not None
    assert drawn.singles.of(0).tolist() == [1, 2, 5, 1, 2, 5] and drawn.singles.of(1).tolist() == [9, 9, 3, 4]
