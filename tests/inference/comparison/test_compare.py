"""Comparisons of systems: what they say, that they repeat, and what is refused."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.inference.comparison.significance import TESTS, FamilyTest, PairTest, significance_test
from steelyard.report.forms import rendered
from steelyard.report.json import lines
from steelyard.scores import from_statistics

DRAWS = sy.Draws(trials=500, resamples=100)
QUICK = {"draws": DRAWS}


@pytest.fixture(scope="module")
def scores():
    sample = sy.sample()
    facets = {"document": list(sample.facets["document"]), "topic": [str(n % 5) for n in range(len(sample))]}
    systems = {name: list(texts) for name, texts in sample.systems.items()}
    return sy.score(systems, list(sample.references[0]), ["bleu", "ter", "sentence-bleu"], facets=facets)


def some(scores, *systems):
    """The scores of some of the systems."""
    statistics = []
    for one in scores.statistics:
        places = [one.systems.index(name) for name in systems]
        statistics.append(replace(one, systems=systems, values=np.ascontiguousarray(one.values[places])))
    return from_statistics(statistics)


def with_values(scores, values):
    """Scores of systems with these values per segment, nan where a segment has none."""
    defined = ~np.isnan(values)
    values = np.stack([np.where(defined, values, 0), defined, ~defined], axis=-1).astype(float)
    (one,) = [one for one in scores.statistics if one.label == "sentence-bleu"]
    facets = {name: column[: values.shape[1]] for name, column in one.facets.items()}
    systems = tuple("ABCDEF"[: len(values)])
    return from_statistics([replace(one, systems=systems, values=values, ids=None, facets=facets)])


def test_all_pairs_of_all_measures(scores):
    made = compare(scores, **QUICK)
    assert len(made.comparisons) == 3 * 15 and len(made.standings) == 3 * 6
    assert made.experiment_wise == pytest.approx(1 - 0.95**15) and made.n == 60
    for one in made.comparisons:
        assert one.difference == pytest.approx(scores.value(one.a, one.measure) - scores.value(one.b, one.measure))
        assert one.p <= one.p_corrected <= 1 and one.low <= one.difference <= one.high and one.n == 60
        assert (one.better is not None) == (one.p_corrected <= 0.05)
        assert "|test:randomisation|unit:segment|correct:holm|comparisons:15|" in one.signature
    first = made.of("bleu")[0]
    np.testing.assert_allclose([one.p_corrected for one in first], corrected(np.array([one.p for one in first])))


def test_lower_is_better_for_error_rates(scores):
    made = compare(scores, **QUICK)
    for measure, sign in (("bleu", 1), ("ter", -1)):
        pairs, standings = made.of(measure)
        values = [sign * one.value for one in standings]
        assert values == sorted(values, reverse=True) and standings[0].letters == "a"
        assert all(one.best_rank <= place <= one.worst_rank for place, one in enumerate(standings, 1))
        for one in pairs:
            if one.better:
                assert (one.better == one.a) == (sign * one.difference > 0)
                assert (one.better == one.a) == (one.wins > 0.5)


def test_a_baseline(scores):
    made = compare(scores, baseline="cedar", **QUICK)
    assert made.baseline == "cedar" and {one.b for one in made.comparisons} == {"cedar"}
    assert made.experiment_wise == pytest.approx(1 - 0.95**5)
    assert all(one.letters is None and one.best_rank is None for one in made.standings)
    whole = compare(scores, **QUICK).between("cedar", "dune", "bleu")
    one = made.between("cedar", "dune", "bleu")
    assert one.a == "dune" and (one.p, one.difference) == (whole.p, -whole.difference)
    with pytest.raises(SpecError, match="'aurora' and 'dune' were not compared"):
        made.between("aurora", "dune", "bleu")
    with pytest.raises(SpecError, match="'dune' is not compared with itself; give two systems"):
        made.between("dune", "dune", "bleu")


@pytest.mark.parametrize("test", TESTS.own())
def test_every_test_tells_the_best_from_the_worst(scores, test):
    made = compare(some(scores, "aurora", "ember"), test=test, **QUICK)
    assert all(one.better == "aurora" and one.p < 0.01 for one in made.comparisons)
    assert all(f"|test:{test}|" in one.signature for one in made.comparisons)


@pytest.mark.parametrize("test", [test for test in TESTS.own() if significance_test(test).all_pairs])
def test_tests_of_families_need_no_correction(scores, test):
    made = compare(scores, test=test, draws=sy.Draws(resamples=10))
    assert all(one.p == one.p_corrected and "|correct:none|" in one.signature for one in made.comparisons)


def test_the_same_seed_gives_the_same_bytes_on_any_threads(scores):
    randomised = ("randomisation", "segment"), ("bootstrap", "document*topic"), ("randomisation", "document")
    for test, unit in (*randomised, ("tukey", "segment")):
        draws = replace(DRAWS, unit=unit)
        runs = (compare(scores, test=test, draws=draws, run=sy.Run(threads)) for threads in (1, 2, 1))
        made = [lines(run.to_dict()) for run in runs]
        assert made[0] == made[1] == made[2]
        assert made[0] != lines(compare(scores, test=test, draws=replace(draws, seed=2)).to_dict())
        json.loads(made[0], parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def test_units(scores):
    by_document = compare(scores, draws=replace(DRAWS, unit="document"))
    assert by_document.n == 6 and {one.n for one in by_document.comparisons} == {6}
    # 2^6 exchanges are all there are
    assert all("|trials:64|exact:true|" in one.signature for one in by_document.comparisons)
    assert min(one.p for one in by_document.comparisons) >= 2 / 64
    made = compare(scores, test="bootstrap", draws=replace(DRAWS, unit="document*topic"))
    assert made.n == 60 and made.units == {"document": 6, "topic": 5}
    assert made.to_dict()["settings"]["units"] == {"document": 6, "topic": 5}
    crossed = made.between("cedar", "dune", "bleu")
    plain = compare(scores, test="bootstrap", **QUICK).between("cedar", "dune", "bleu")
    assert crossed.high - crossed.low > plain.high - plain.low and crossed.n == 60


def test_wins_and_bootstrap_p(scores):
    two = some(scores, "cedar", "dune")
    one = compare(two, test="bootstrap", draws=sy.Draws(resamples=400, interval="percentile"))
    one = one.between("cedar", "dune", "bleu")
    from steelyard.statistics.resampling import bootstrap

    drawn = np.subtract(*bootstrap(two.statistics[0], 400, 12345).T)
    assert one.wins == (drawn > 0).mean()
    assert one.p == (1 + (np.abs(drawn - drawn.mean()) >= abs(one.difference) * (1 - 1e-9)).sum()) / 401
    assert (one.low, one.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])))


def test_effect_sizes(scores):
    random = np.random.default_rng(2)
    d = random.normal(0.5, 1, 400)
    values = np.stack([10 + d, np.full(400, 10.0)])
    (one,) = compare(with_values(scores, values), draws=sy.Draws(trials=99, resamples=1000)).comparisons
    assert one.effect == pytest.approx(d.mean() / d.std(ddof=1))
    # the large-sample standard error of a standardised mean difference
    half = 1.96 * math.sqrt(1 / 400 + one.effect**2 / 800)
    assert (one.effect - one.effect_low, one.effect_high - one.effect) == pytest.approx((half, half), rel=0.2)


def test_undefined_numbers_come_with_reasons(scores):
    values = np.stack([np.arange(12.0), np.ones(12), np.full(12, np.nan)])
    made = compare(with_values(scores, values), **QUICK)
    defined, *undefined = made.comparisons
    assert defined.reason is None and not math.isnan(defined.p)
    assert made.standings[-1].system == "C" and math.isnan(made.standings[-1].value)
    for one in undefined:
        assert math.isnan(one.p) and math.isnan(one.p_corrected) and one.better is None and one.reason
        assert one.to_dict()["p"] is None and one.to_dict()["reason"]
    assert defined.p == defined.p_corrected, "an undefined comparison is none"


def test_differences_that_do_not_vary(scores):
    values = np.stack([np.full(20, 2.0), np.ones(20)])
    (one,) = compare(with_values(scores, values), **QUICK).comparisons
    assert one.p == 1 / 501, "no random exchange of 20 units is all or none of them"
    assert math.isnan(one.effect) and math.isnan(one.low)
    assert one.reason == (
        "no interval: whatever units are drawn it is the same, which does not tell how far it may vary; "
        "no effect size: the units' differences do not vary"
    )


OURS = [test for test in TESTS.own() if not significance_test(test).reproduces]
UNIT_TESTS = [test for test in OURS if isinstance(significance_test(test), PairTest | FamilyTest)]


@pytest.mark.parametrize("test", OURS)
def test_one_segment(scores, test):
    made = compare(with_values(scores, np.array([[2.0], [1.0]])), test=test, **QUICK)
    (one,) = made.comparisons
    assert one.better is None and math.isnan(one.low) and math.isnan(one.high) and math.isnan(one.wins)
    assert "no interval: there are fewer than two units" in one.reason
    assert all(math.isnan(standing.low) for standing in made.standings)
    if significance_test(test).exchanges(sy.Draws(trials=500), 1):
        assert one.p == 1, "both exchanges give a difference of this size"
    else:
        assert math.isnan(one.p) and "no p: there are fewer than two units" in one.reason


@pytest.mark.parametrize("test", UNIT_TESTS)
def test_no_system_is_better_where_units_and_the_whole_test_set_disagree(test):
    good, bad = [f"p{n} q{n} r{n} s{n}" for n in range(30)], ["x y z v"] * 30
    long = " ".join(f"w{n}" for n in range(200))
    made = sy.score({"A": [*good, "n " * 200], "B": [*bad, long]}, [*good, long], ["bleu", "wer"])
    found = compare(made, test=test, **QUICK)
    for measure in ("bleu", "wer"):
        (one,), standings = found.of(measure)
        assert one.p < 0.01 and one.better is None, "B is better on the test set, A on nearly all segments"
        assert "A and B not told apart: the units' scores favour A, the whole test set B" in one.reason
        assert [standing.letters for standing in standings] == ["a", "a"]
    text = rendered(found, "text")
    assert "note: bleu: A and B not told apart" in text and "**" not in text.split("* p ≤")[0]


@pytest.mark.parametrize("test", OURS)
def test_rounding_is_no_difference(scores, test):
    values = np.array([[0.1 + 0.2] * 20, [0.3] * 20, [0.3] * 10 + [0.4] * 10])
    values += np.arange(20) % 3 if not significance_test(test).all_pairs else 0
    one = compare(with_values(scores, values), test=test, **QUICK).comparisons[0]
    assert one.p == 1 and one.better is None
    if test in UNIT_TESTS:
        assert one.effect == 0


def test_a_system_without_a_score_has_no_place(scores):
    values = np.stack([np.arange(12.0), np.arange(12) + 5.0, np.full(12, np.nan)])
    made = compare(with_values(scores, values), **QUICK)
    assert [(one.system, one.letters, one.best_rank, one.worst_rank) for one in made.standings] == [
        ("B", "a", 1, 1), ("A", "b", 2, 2), ("C", None, None, None)
    ]  # fmt: skip
    assert not any("None" in rendered(made, form) for form in ("text", "latex", "markdown", "html"))


def test_effects_far_from_zero_keep_their_digits(scores):
    d = np.random.default_rng(4).normal(1, 1e-7, 50)
    (one,) = compare(with_values(scores, np.stack([1 + d, np.ones(50)])), **QUICK).comparisons
    exact = (1 + d) - 1
    assert one.effect == pytest.approx(exact.mean() / exact.std(ddof=1), rel=1e-6)
    assert one.effect_low < one.effect < one.effect_high


def test_too_many_groups_have_no_letters_but_a_notice(scores, monkeypatch):
    monkeypatch.setattr("steelyard.inference.comparison.standings.MOST_GROUPS", 1)
    made = compare(scores, **QUICK)
    assert all(one.letters is None and one.best_rank for one in made.standings)
    assert [notice.partition(":")[0] for notice in made.notices if "no letters" in notice] == list(made.measures)


def test_few_draws_and_few_units_are_told(scores):
    made = compare(scores, draws=sy.Draws(trials=100, resamples=10))
    assert made.notices == (
        "100 trials allow for no corrected p below 0.149, so nothing can be told apart; ask for at least 300",
    )
    assert made.to_dict()["notices"] == list(made.notices)
    few = compare(scores, draws=sy.Draws(unit="document", resamples=10), test="t")
    by_t = "intervals by t allow for that if what units add is nearly normal"
    assert few.notices == (f"few units (document: 6): {by_t}",)
    drawn = sy.Draws(unit="document", resamples=999, interval="bca")
    few = compare(some(scores, "cedar", "dune"), draws=drawn, test="bootstrap")
    assert few.notices == (
        "few units (document: 6): the bootstrap gives p-values too small; intervals of resamples are too narrow",
    )
    assert compare(scores, draws=sy.Draws(trials=1000, resamples=10)).notices == (
        "1,000 trials allow for no corrected p below 0.015; raise trials for smaller ones",
    )
    assert compare(scores, draws=sy.Draws(trials=1000, resamples=10), correct="none").notices == ()
    warning, told = compare(scores, test="sacrebleu-bootstrap", draws=sy.Draws(resamples=50)).notices
    assert warning.startswith("sacrebleu-bootstrap rejects too often")
    assert told.startswith("50 resamples allow for no corrected p below 0.098, so nothing can be told apart")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "random"}, "unknown significance test 'random'; did you mean 'randomisation'"),
        ({"correct": "holmes"}, "unknown correction 'holmes'; did you mean 'holm'"),
        ({"baseline": "birch"}, "no system 'birch' to compare with"),
        ({"unit": "dokument"}, "no unit 'dokument' in these scores; did you mean 'document'"),
        ({"unit": "document*topik", "test": "bootstrap"}, "no unit 'topik' in these scores"),
        ({"unit": "document*topic"}, "crossed units can be drawn but not exchanged"),
        ({"unit": "document*topic", "test": "t"}, "choose test bootstrap, or one unit"),
        ({"unit": "segment*segment", "test": "bootstrap"}, "a unit cannot be crossed with itself"),
        ({"unit": 3}, "unit=3 is not possible"),
        ({"trials": 0}, "trials=0 is not possible; expected 1 to 10,000,000"),
        ({"trials": 10.5}, "trials=10.5 is not possible"),
        ({"resamples": 1}, "resamples=1 is not possible"),
        ({"seed": -1}, "seed=-1 is not possible"),
        ({"alpha": 1.0}, "alpha=1.0 is not possible; expected between 0 and 1"),
        ({"confidence": 95}, "confidence=95 is not possible"),
        ({"threads": 0}, "threads=0 is not possible"),
    ],
)
def test_bad_requests(scores, options, message):
    drawn = {name: value for name, value in options.items() if name in vars(DRAWS)}
    others = {name: value for name, value in options.items() if name in ("test", "baseline", "correct", "alpha")}
    with pytest.raises(SpecError) as raised:
        compare(scores, **others, draws=sy.Draws(**drawn), run=sy.Run(options.get("threads")))
    assert message in str(raised.value)


def test_one_system_and_no_scores(scores):
    with pytest.raises(InputError, match="there is one system, 'cedar'; a comparison needs two"):
        compare(some(scores, "cedar"))
    with pytest.raises(SpecError, match=r"give what sy.score or sy.read returns"):
        compare({"A": [1.0]})


def test_names_of_comparisons_are_checked(scores):
    made = compare(scores, **QUICK)
    with pytest.raises(SpecError, match="no measure 'blue' in these comparisons; did you mean 'bleu'"):
        made.of("blue")
    with pytest.raises(SpecError, match="no system 'ceder' in these comparisons"):
        made.between("ceder", "dune", "bleu")


def test_saved_statistics_compare_alike(scores, tmp_path):
    scores.save(tmp_path / "run.npz")
    again = compare(sy.read(tmp_path / "run.npz", "statistics"), **QUICK)
    assert again.to_dict() == compare(scores, **QUICK).to_dict()


def test_progress_counts_all_draws(scores):
    told = []
    compare(
        scores,
        run=sy.Run(progress=lambda done, total: told.append((done, total))),
        draws=sy.Draws(trials=600, resamples=100),
    )
    assert told[-1] == (3 * 700, 3 * 700) and [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_data_frame(scores):
    frame = compare(scores, **QUICK).to_pandas()
    assert len(frame) == 45 and list(frame.columns[:6]) == ["a", "b", "measure", "difference", "p", "p_corrected"]


@pytest.mark.parametrize(("test", "p"), [("randomisation", 1 / 501), ("bootstrap", 1 / 101)])
def test_numbers_where_no_score_is_missing(test, p):
    """As version 0.1.0 has had them from the start; every system has every segment."""
    scores = sy.score(sy.sample(), measures=["bleu", "sentence-bleu"], threads=1)
    pairs = compare(scores, test=test, draws=replace(DRAWS, interval="percentile"))
    differences = {
        "bleu": (14.624691174523848, 9.775719050251348, 20.10364728349226),
        "sentence-bleu": (9.85721408900907, 5.8541224033845625, 13.829548514404136),
    }
    for measure, numbers in differences.items():
        pair = pairs.between("dune", "ember", measure)
        assert (pair.difference, pair.low, pair.high) == pytest.approx(numbers, rel=1e-12)
        assert (pair.p, pair.p_corrected, pair.wins, pair.n, pair.notice) == (p, pytest.approx(15 * p), 1, 60, None)
        effect = 0.5988796830142421, 0.38707474124317015, 0.8719793034222878
        assert (pair.effect, pair.effect_low, pair.effect_high) == pytest.approx(effect, rel=1e-12)
        assert "shared" not in pair.signature


def test_trials_are_those_asked_for_and_those_made(scores):
    """All exchanges of few units are made, be they fewer than the trials asked for."""
    values = np.random.default_rng(3).normal(0, 1, (3, 30))
    values[0, 8:] = np.nan
    pairs = compare(with_values(scores, values), draws=sy.Draws(trials=1000, resamples=20))
    assert pairs.to_dict()["settings"]["trials"] == 1000
    for pair in pairs.to_dict()["comparisons"]:
        few = "A" in (pair["a"], pair["b"])
        assert (pair["trials"], pair["exact"]) == ((256, True) if few else (1000, False))
        assert f"|trials:{pair['trials']}|exact:{'true' if pair['exact'] else 'false'}|" in pair["signature"]
    sacrebleu = compare(scores, test="sacrebleu-randomisation", **QUICK).comparisons[0]
    assert (sacrebleu.trials, sacrebleu.exact) == (500, False)
    for test in ("bootstrap", "t", "tukey"):
        assert not {"trials", "exact"} & compare(scores, test=test, **QUICK).comparisons[0].to_dict().keys()
