"""Systems of which not all have a score for the same segments are compared on those that both have."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference.comparison.significance import TESTS, significance_test
from steelyard.report.forms import rendered

PAIRED = [test for test in TESTS.own() if significance_test(test).paired and not significance_test(test).reproduces]
DRAWS = sy.Draws(trials=2000, resamples=300)


def judged(**systems):
    """Scores of people: a value for each segment, None where nobody judged it."""
    return sy.score_people({name: [None if math.isnan(x) else float(x) for x in row] for name, row in systems.items()})


@pytest.fixture(scope="module")
def uneven():
    """A and B are alike; hard segments have lower scores, and nobody judged A on them."""
    random = np.random.default_rng(5)
    hardness = np.repeat([40.0, 0.0], [25, 15])
    a, b = hardness + random.normal(50, 5, (2, 40))
    a[25:] = np.nan
    return a, b


def numbers(one):
    return str((
        one.difference, one.p, one.low, one.high, one.wins, one.effect, one.effect_low, one.effect_high, one.n,
        one.better, one.favoured, one.reason,
    ))  # fmt: skip


@pytest.mark.parametrize("test", [test for test in TESTS.own() if significance_test(test).paired])
def test_a_pair_is_compared_on_the_segments_that_both_have(uneven, test):
    a, b = uneven
    (one,) = sy.compare(judged(A=a, B=b), test=test, draws=DRAWS).comparisons
    (common,) = sy.compare(judged(A=a[:25], B=b[:25]), test=test, draws=DRAWS).comparisons
    assert numbers(one) == numbers(common)
    assert one.p > 0.1 and one.better is None and one.n == 25
    whose = "all systems" if significance_test(test).all_pairs else "both"
    assert one.notice == f"compared on 25 of 40 segments, which {whose} have" == one.to_dict()["notice"]
    assert one.signature.endswith("|shared:25/40") and "shared" not in common.signature and common.notice is None


def test_the_own_score_of_a_system_is_of_all_that_it_has(uneven):
    a, b = uneven
    made = sy.compare(judged(A=a, B=b), draws=DRAWS)
    assert {one.system: one.value for one in made.standings} == {
        "A": pytest.approx(a[:25].mean()), "B": pytest.approx(b.mean())
    }  # fmt: skip
    assert {one.letters for one in made.standings} == {"a"}
    assert [notice for notice in made.notices if "those that both have (25 of 40)" in notice]
    text = rendered(made, "text")
    assert "A and B: compared on 25 of 40 segments, which both have" in text
    assert "those that both have (25 of 40), and a system's own score is of all that it has" in text


def test_rows_say_how_many_units_a_pair_is_compared_on(uneven):
    a, b = uneven
    made = sy.compare(judged(A=a, B=b), baseline="B", draws=DRAWS)
    assert [head.name for head in made.account().parts[0].tables[0].columns][-1] == "n"
    assert [row[-1] for row in made.account().parts[0].tables[0].rows] == [25, None]
    pairs = made.account().tables[1]
    assert [head.name for head in pairs.columns][-1] == "n" and [row[-1] for row in pairs.rows] == [25]
    whole = sy.compare(judged(A=b + 1, B=b), baseline="B", draws=DRAWS).account()
    assert "n" not in [head.name for table in (*whole.tables, *whole.parts[0].tables) for head in table.columns]


def test_many_pairs_are_told_in_a_few_lines():
    random = np.random.default_rng(7)
    values = random.normal(0, 1, (12, 60))
    values[random.random((12, 60)) < 0.2] = np.nan
    made = sy.compare(judged(**{f"s{n}": row for n, row in enumerate(values)}), draws=sy.Draws(trials=50, resamples=20))
    notes = made.account().parts[0].tables[1].notes
    assert len(notes) == 9 and notes[-1].endswith("more pairs, each on what both have, which n tells")


@pytest.mark.parametrize("test", PAIRED)
def test_without_a_common_segment_nothing_is_said(test):
    values = np.arange(10.0)
    base, big = np.where(values < 5, values, np.nan), np.where(values < 5, np.nan, values)
    made = sy.compare(judged(base=base, big=big), test=test, draws=DRAWS)
    (one,) = made.comparisons
    assert math.isnan(one.difference) and math.isnan(one.p) and math.isnan(one.low) and math.isnan(one.effect)
    assert one.n == 0 and one.better is None and one.favoured is None
    assert one.reason == f"no segment has a score in {'all' if significance_test(test).all_pairs else 'both'} systems"
    assert [standing.letters for standing in made.standings] == ["a", "a"]
    assert "no segment has a score in" in rendered(made, "text")


def test_pairs_that_have_the_same_segments_are_as_if_the_others_were_not_there(uneven):
    a, b = uneven
    random = np.random.default_rng(6)
    values = {"A": a, "B": b, "C": a + random.normal(1, 2, 40), "D": b + random.normal(1, 2, 40)}
    draws = sy.Draws(trials=500, resamples=100)
    made = sy.compare(judged(**values), draws=draws, correct="none")
    assert [(one.a, one.b) for one in made.comparisons] == [
        ("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D")
    ]  # fmt: skip
    for one in made.comparisons:
        (alone,) = sy.compare(judged(**{name: values[name] for name in (one.a, one.b)}), draws=draws).comparisons
        assert numbers(one) == numbers(alone) and one.notice == alone.notice
        assert (one.notice is None) == ({one.a, one.b} in ({"A", "C"}, {"B", "D"}))
    holm = sy.compare(judged(**values), draws=draws)
    assert sorted(one.p_corrected for one in holm.comparisons) != sorted(one.p for one in holm.comparisons)
    assert "comparisons:6" in holm.comparisons[0].signature


def test_a_test_of_all_systems_takes_the_segments_that_all_have(uneven):
    a, b = uneven
    c = np.where(np.arange(40) < 5, np.nan, b + 1)
    made = sy.compare(judged(A=a, B=b, C=c), test="tukey", draws=DRAWS)
    common = sy.compare(judged(A=a[5:25], B=b[5:25], C=c[5:25]), test="tukey", draws=DRAWS)
    assert [numbers(one) for one in made.comparisons] == [numbers(one) for one in common.comparisons]
    assert {one.notice for one in made.comparisons} == {"compared on 20 of 40 segments, which all systems have"}


def test_units_are_made_of_the_segments_that_both_have(uneven):
    a, b = uneven
    values = {"A": [None if math.isnan(x) else x for x in a], "B": list(b)}
    texts = {name: ["x"] * 40 for name in values}
    facets = {"document": [f"d{n % 8}" for n in range(40)], "topic": [f"t{n % 5}" for n in range(40)]}
    scores = sy.score(texts, ["x"] * 40, ["wer"], facets=facets, human=values)
    taken = {name: texts[name][:25] for name in values}, ["x"] * 25, ["wer"]
    fewer = {name: column[:25] for name, column in facets.items()}
    common = sy.score(*taken, facets=fewer, human={name: row[:25] for name, row in values.items()})
    for test, unit in (("t", "document"), ("randomisation", "document"), ("bootstrap", "document*topic")):
        draws = sy.Draws(unit=unit, trials=500, resamples=100)
        one = sy.compare(scores, test=test, draws=draws).between("A", "B", "human")
        assert numbers(one) == numbers(sy.compare(common, test=test, draws=draws).between("A", "B", "human"))
        assert one.notice.startswith("compared on 25 of 40 segments, which both have")


def test_few_common_units_are_told_with_the_pair(uneven):
    _, b = uneven
    a = np.where(np.arange(40) < 5, b + 1, np.nan)
    (one,) = sy.compare(judged(A=a, B=b), draws=DRAWS).comparisons
    assert one.p == 2 / 32 and one.n == 5
    assert "32 exchanges allow for no corrected p below 0.0625, so nothing can be told apart" in one.notice
    assert "few units (segment: 5): intervals by t allow for that if what units add is nearly normal" in one.notice


def test_sums_are_not_cut_where_a_segment_has_no_score_of_its_own():
    """An output too short for a score of its own still counts in the sums of the whole."""
    outputs = {"A": ["a b c d", "a b", "x y z"], "B": ["a b c d", "a b c d e", "x y z v"]}
    scores = sy.score(outputs, ["a b c d", "a b c d", "x y z v"], ["ngram", "unigram-precision", "bleu"])
    made = sy.compare(scores, draws=DRAWS)
    assert not any(one.notice for one in made.comparisons) and not any("that both have" in n for n in made.notices)
    for one in made.comparisons:
        assert one.difference == scores.value("A", one.measure) - scores.value("B", one.measure)


def test_a_function_without_a_value_for_one_system():
    def length(output, references):
        return None if output == "none" else float(output)

    values = [f"{n * 7 % 10}" for n in range(30)]
    scores = sy.score({"A": ["none"] * 5 + values[5:], "B": values}, ["x"] * 30, [sy.as_measure(length)])
    (one,) = sy.compare(scores, draws=DRAWS).comparisons
    assert (one.difference, one.p, one.n) == (0, 1, 25) and one.notice.startswith("compared on 25 of 30 segments")


def test_progress_counts_the_draws_of_every_group(uneven):
    a, b = uneven
    told = []
    sy.compare(
        judged(A=a, B=b, C=b[::-1]),
        run=sy.Run(progress=lambda done, total: told.append((done, total))),
        draws=sy.Draws(trials=600, resamples=100),
    )
    assert told[-1] == (100 + 600 + 100 + 600, 1400), "B and C on all segments; A with B and with C on the same ones"


@pytest.mark.parametrize("kind", ["t", "bca", "percentile"])
def test_the_same_statistics_in_every_unit_have_a_difference_of_0_for_sure(kind):
    """An unchanged candidate passes a gate that asks for the lower end; of one unit nothing is known still."""
    outputs = ["a b c", "a c", "b d e", "c"]
    systems = {"old": outputs, "new": list(outputs)}
    draws = sy.Draws(resamples=50, trials=50, interval=None if kind == "t" else kind)
    (pair,) = sy.compare(sy.score(systems, ["a b d", "a c", "b e", "d"], ["chrf"]), draws=draws).comparisons
    assert (pair.difference, pair.low, pair.high, pair.p, pair.reason) == (0, 0, 0, 1, None)
    alone = {name: texts[:1] for name, texts in systems.items()}
    (pair,) = sy.compare(sy.score(alone, ["a b d"], ["chrf"]), draws=draws).comparisons
    assert math.isnan(pair.low) and "fewer than two units" in pair.reason
