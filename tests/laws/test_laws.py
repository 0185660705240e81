"""The laws that every registered measure keeps, whatever it measures."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, settings
from hypothesis import given as examples
from hypothesis import strategies as st

import steelyard as sy
from laws.kinds_of_text import KINDS
from laws.oracle_scores import FOLDER, oracle_score, path_of
from laws.random_corpora import NAMES, corpora_for, given, many_segments, measures, runnable, segments_of_all_lengths
from steelyard.corpus import Corpus
from steelyard.draws import Draws
from steelyard.engines import plan
from steelyard.engines.local import collect
from steelyard.errors import NotAdditive
from steelyard.measures.kinds.base import Fitted, Mean
from steelyard.measures.registry import registry
from steelyard.scores import from_statistics
from steelyard.statistics import resampling
from steelyard.statistics.checks import impossible
from steelyard.statistics.files import load, save
from steelyard.statistics.resampling import bootstrap

SEGMENTS = "segment"
REGISTRY = registry()
every_measure = pytest.mark.parametrize("name", NAMES)
fitted = [name for name in NAMES if isinstance(measure := REGISTRY[name](), Fitted) and measure.needs_context]
unfitted = [name for name in NAMES if name not in fitted]


def rows_of(measure, drawn, system="A", width=3):
    return measure.statistics(drawn.batch(system, width))


def same(left, right):
    np.testing.assert_array_equal(np.asarray(left), np.asarray(right))


def same_bits(left, right):
    """The very numbers, to the sign of a zero; undefined is undefined."""
    left, right = (
        np.where(np.isnan(side), np.nan, side) for side in (np.asarray(left, float), np.asarray(right, float))
    )
    assert left.shape == right.shape and left.tobytes() == right.tobytes(), (left, right)


def close(left, right):
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


def test_the_laws_see_every_measure_of_the_catalogue():
    assert [m["name"] for m in sy.measures().to_dict()["measures"]] == list(NAMES)
    assert len(NAMES) >= 21 and "nist" in fitted


@every_measure
def test_every_measure_has_an_oracle(name):
    path = path_of(REGISTRY[name])
    assert path.exists(), f"{name} has no oracle: write tests/oracles/{path.name}"


def test_oracles_import_nothing_from_the_package():
    for path in FOLDER.glob("*.py"):
        assert "steelyard" not in path.read_text("utf-8"), path


@every_measure
@examples(st.data())
def test_locality(name, data):
    """A row alone equals the row in a batch, in any order, given the same context."""
    drawn = data.draw(corpora_for(name))
    measure = given(sy.parse(name), drawn)
    rows = rows_of(measure, drawn)
    order = data.draw(st.permutations(range(len(drawn))))
    same(rows_of(measure, drawn.at(order)), rows[list(order)])
    for n in range(len(drawn)):
        same(rows_of(measure, drawn.at([n])), rows[n : n + 1])


@every_measure
@settings(max_examples=20)
@examples(data=st.data())
def test_bits_depend_on_no_company(name, data):
    """With whatever options, rows and scores have the same bits alone and in any company; scores keep their bounds."""
    drawn = segments_of_all_lengths(name)
    measure, rows = data.draw(runnable(name, drawn))
    some = data.draw(st.lists(st.sampled_from(range(len(drawn))), min_size=3, max_size=3))
    check_bits(measure, rows, drawn, some)


# Where random options seldom lead: orders and references in which numpy would add in another order, powers, products.
@pytest.mark.parametrize(
    "notation",
    [
        "sentence-bleu(order=6)",
        "sentence-bleu(order=7)",
        "bleu(order=6)",
        "bleu(order=9,weights=linear)",
        "ngram(1,9)",
        "nist(order=9)",
        "chrf(chars=9,smoothing=eps)",
        "meteor@1.5",
        "rouge-w(average=counts)",
        "rouge-w@rouge-1.5.5(average=counts)",
        "hwcm(depth=12)",
        "rouge-2(jackknife=true)",
        "esk",
    ],
)
def test_bits_depend_on_no_company_where_they_might(notation):
    measure = sy.parse(notation)
    drawn = segments_of_all_lengths(measure.name)
    drawn = replace(drawn, references=tuple((several * 11)[: 11 - n % 3] for n, several in enumerate(drawn.references)))
    measure = given(measure, drawn)
    check_bits(measure, rows_of(measure, drawn, width=11), drawn, range(len(drawn)), width=11)


def check_bits(measure, rows, drawn, some, width=3):
    for n in some:
        same_bits(rows_of(measure, drawn.at([n]), width=width), rows[n : n + 1])
    sums = np.concatenate([rows, np.cumsum(rows, axis=0)])
    for level in ("system", SEGMENTS):
        score = measure.at_level(level).score
        whole = score(sums)
        low, high = measure.bounds
        assert (np.isnan(whole) | (whole >= low - 1e-9) & (whole <= high + 1e-9)).all(), whole
        for other in (np.asfortranarray(sums), np.repeat(sums, 2, axis=0)[::2]):
            same_bits(score(other), whole)
        same_bits(np.concatenate([score(sums[n : n + 1]) for n in range(len(sums))]), whole)
        same_bits([float(score(row)) for row in sums], whole)


@every_measure
@examples(data=st.data())
def test_empty_reference_sets_add_nothing(name, data):
    """How many sets there are beside a segment's own references does not matter to its score."""
    drawn = data.draw(corpora_for(name))
    measure = given(sy.parse(name), drawn)
    own = measure.score(rows_of(measure, drawn, width=None).sum(axis=0))
    close(measure.score(rows_of(measure, drawn, width=5).sum(axis=0)), own)


@every_measure
@examples(data=st.data())
def test_purity(name, data):
    """Nothing given is changed, and the same call gives the same result."""
    drawn = data.draw(corpora_for(name))
    measure = given(sy.parse(name), drawn)
    batch = drawn.batch()
    rows = measure.statistics(batch)
    kept = rows.copy()
    scores = measure.score(rows)
    sums = rows.sum(axis=0)
    sums.setflags(write=False)
    total = measure.score(sums)
    same(rows, kept)
    same(measure.statistics(batch), rows)
    same(measure.score(rows), scores)
    same(measure.score(sums), total)
    assert measure == sy.parse(str(sy.parse(name))) or name in fitted


@every_measure
@examples(data=st.data())
def test_vectorised_equals_looped(name, data):
    """Scores of an array of sums are those of each of them, at every level."""
    drawn = data.draw(corpora_for(name))
    measure = given(sy.parse(name), drawn)
    cube = np.stack([np.stack([rows_of(measure, drawn, s), rows_of(measure, drawn, s) * 3]) for s in "AB"])
    for level in ("system", SEGMENTS):
        at_level = measure.at_level(level)
        scores = at_level.score(cube)
        assert scores.shape == cube.shape[:-1]
        for place in np.ndindex(scores.shape):
            alone = at_level.score(cube[place])
            assert np.shape(alone) == ()
            same_bits(alone, scores[place])


@every_measure
@examples(data=st.data())
def test_weight_two_is_the_segment_twice(name, data):
    drawn = data.draw(corpora_for(name))
    measure = given(sy.parse(name), drawn)
    twice = drawn.at([*range(len(drawn)), *range(len(drawn))])
    doubled = rows_of(measure, drawn).sum(axis=0) * 2
    close(rows_of(measure, twice).sum(axis=0), doubled)
    close(measure.score(rows_of(measure, twice).sum(axis=0)), measure.score(doubled))


@every_measure
@settings(max_examples=36)
@examples(data=st.data())
def test_score_of_summed_rows_equals_the_oracle(name, data):
    drawn = data.draw(corpora_for(name))
    measure = sy.parse(name)
    for system in "AB":
        ours = given(measure, drawn).score(rows_of(given(measure, drawn), drawn, system, None).sum(axis=0))
        close(ours, oracle_score(measure, drawn.outputs[system], drawn.references))


@every_measure
@settings(max_examples=25)
@examples(data=st.data())
def test_notation_means_the_measure(name, data):
    measure = data.draw(measures(name))
    assert sy.parse(str(measure)) == measure
    assert str(sy.parse(str(measure))) == str(measure)


@every_measure
@examples(data=st.data())
def test_scores_keep_their_bounds(name, data):
    drawn = data.draw(corpora_for(name, segments=1))
    low, high = REGISTRY[name].bounds
    measure = given(sy.parse(name), drawn)
    for level in ("system", SEGMENTS):
        score = float(measure.at_level(level).score(rows_of(measure, drawn))[0])
        assert math.isnan(score) or low - 1e-9 <= score <= high + 1e-9


@every_measure
@settings(max_examples=4)
@examples(data=st.data())
def test_statistics_are_what_the_measure_says_they_can_be(name, data):
    """Files of statistics are held to it, so it must hold of all texts."""
    drawn = data.draw(corpora_for(name))
    assert not list(impossible(collect(drawn.corpus(3), [name], threads=1)[0]))


# Laws that take hundreds of texts of any length are for the others; the dear ones keep them on short texts above.
QUICK = [name for name in NAMES if not REGISTRY[name].cost]


@pytest.fixture(scope="module", params=["words", *KINDS])
def large(request):
    """A corpus of many segments, and the statistics of all measures that can take its texts."""
    names = [name for name in QUICK if REGISTRY[name].texts == request.param]
    drawn = many_segments(names[0])
    corpus = drawn.corpus(facets={"document": [str(n // 7) for n in range(len(drawn))]})
    return corpus, collect(corpus, names, threads=1)


@every_measure
def test_fields_name_every_column(name):
    one = collect(many_segments(name).at(range(3)).corpus(), [name], threads=1)[0]
    assert one.values.shape == (2, 3, len(one.fields)) and len(set(one.fields)) == len(one.fields)


@pytest.mark.parametrize(("threads", "chunk"), [(1, 7), (2, 1), (3, 100)])
def test_threads_and_chunks_do_not_matter(large, monkeypatch, threads, chunk):
    corpus, whole = large
    monkeypatch.setattr(plan, "_LARGEST_CHUNK", chunk)
    assert len(corpus) > 3 * chunk
    again = collect(corpus, [one.label for one in whole], threads=threads)
    for ours, expected in zip(again, whole, strict=True):
        same(ours.values, expected.values)
        assert ours.signature() == expected.signature()


def test_saved_statistics_give_the_same_scores(large, tmp_path):
    _, whole = large
    save(whole, tmp_path / "statistics.npz")
    for level in ("system", SEGMENTS, "document"):
        loaded = from_statistics(load(tmp_path / "statistics.npz"), level)
        assert loaded.to_dict() == from_statistics(whole, level).to_dict()


@pytest.mark.parametrize("name", unfitted)
@examples(data=st.data())
def test_merged_halves_are_the_whole(name, data):
    drawn = data.draw(corpora_for(name))
    assume(len(drawn) > 1)
    half = len(drawn) // 2
    parts = [drawn.at(range(half)), drawn.at(range(half, len(drawn)))]
    first, second = (collect(part.corpus(3), [name], threads=1)[0] for part in parts)
    merged, whole = first.merge(second), collect(drawn.corpus(3), [name], threads=1)[0]
    same(merged.values, whole.values)
    assert from_statistics([merged]).to_dict() == from_statistics([whole]).to_dict()


@pytest.mark.parametrize("name", fitted)
@examples(data=st.data())
def test_fitted_measures_merge_given_the_context_only(name, data):
    drawn = data.draw(corpora_for(name))
    assume(len(drawn) > 1)
    half = len(drawn) // 2
    parts = [drawn.at(range(half)), drawn.at(range(half, len(drawn)))]
    measure = given(sy.parse(name), drawn)
    same(np.concatenate([rows_of(measure, part) for part in parts]), rows_of(measure, drawn))
    first, second = (collect(part.corpus(3), [name], threads=1)[0] for part in parts)
    if first.context != second.context:
        with pytest.raises(NotAdditive, match="fitted to different references"):
            first.merge(second)


def test_document_scores_are_scores_of_sums(large):
    corpus, whole = large
    names = list(dict.fromkeys(corpus.facets["document"]))
    for one in whole:
        documents = from_statistics([one], "document")
        assert [s.group for s in documents.scores] == names * 2
        for system, rows in zip(one.systems, one.values, strict=True):
            for group in (names[0], names[-1]):
                inside = np.array(corpus.facets["document"]) == group
                expected = one.measure.score(rows[inside].sum(axis=0))
                assert documents.value(system, one.label, group) == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("name", [n for n in unfitted if n in QUICK])
def test_a_document_is_scored_as_if_alone(name):
    """A document's score is what scoring its segments alone gives."""
    drawn = many_segments(name).at(range(20))
    documents = ["one"] * 8 + ["two"] * 12
    scored = sy.score(drawn.corpus(facets={"document": documents}), measures=[name], level="document", threads=1)
    alone = sy.score(drawn.at(range(8)).corpus(), measures=[name], threads=1)
    for system in drawn.outputs:
        assert scored.value(system, name, "one") == pytest.approx(alone.value(system, name), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_bootstrap_is_the_same_with_any_number_of_threads(name):
    drawn = many_segments(name).at(range(12))
    one = collect(drawn.corpus(), [name], threads=1)[0]
    once = bootstrap(one, 120, seed=5)
    assert once.shape == (120, 2)
    same(bootstrap(one, 120, seed=5, threads=2), once)
    same(bootstrap(one, 60, seed=5, threads=3), once[:60])
    assert not np.array_equal(bootstrap(one, 120, seed=6), once)


def test_bootstrap_does_not_depend_on_how_resamples_are_shared_out(large, monkeypatch):
    _, whole = large
    once = bootstrap(whole[0], 60, seed=5)
    monkeypatch.setattr(resampling, "_PER_CALL", 7)
    same(bootstrap(whole[0], 60, seed=5, threads=2), once)


def test_a_resample_has_as_many_segments_as_the_test_set():
    """SER of 12 segments, resampled, is a number of twelfths, and about right on average."""
    outputs = ["a"] * 9 + ["b"] * 3
    ser = collect(Corpus.of({"A": outputs}, ["a"] * 12), ["ser"], threads=1)[0]
    twelfths = bootstrap(ser, 2000, seed=1)[:, 0] * 12 / 100
    np.testing.assert_allclose(twelfths, np.round(twelfths), atol=1e-9)
    # the mean of 2000 draws of a binomial (12, ¼), give or take 4 standard errors
    assert abs(twelfths.mean() - 3) < 4 * (12 * 0.25 * 0.75 / 2000) ** 0.5
    assert abs(twelfths.var() - 12 * 0.25 * 0.75) < 0.35


def test_bootstrap_draws_whole_documents(large):
    """With one document there is only one resample; segments vary."""
    _, whole = large
    for one in whole:
        single = replace(one, facets={"document": ("all",) * one.values.shape[1]})
        by_document = bootstrap(single, 20, seed=1, unit="document")
        np.testing.assert_allclose(by_document, np.broadcast_to(one.measure.score(one.sums()), (20, 2)), rtol=1e-12)


def test_intervals_contain_the_estimate(large):
    _, whole = large
    scored = from_statistics(whole, intervals=Draws(resamples=300))
    assert len(scored.scores) == 2 * len(whole)
    rows = {(system, one.label): own for one in whole for system, own in zip(one.systems, one.values, strict=True)}
    for score in scored.scores:
        # of a system that is wrong in every segment nothing is known of how far its score may vary
        alike = (rows[score.system, score.measure] == rows[score.system, score.measure][0]).all()
        assert math.isnan(score.low) == math.isnan(score.high) == alike, score
        assert alike == bool(score.reason) and (alike or score.low <= score.value <= score.high), score


# ROUGE's default is a mean, but its counts may be summed instead.
@pytest.mark.parametrize("name", [n for n in NAMES if issubclass(REGISTRY[n], Mean)])
def test_means_are_averages_of_segments(name):
    scores = sy.score(many_segments(name).at(range(10)).corpus(), measures=[name], threads=1)
    for system in scores.systems:
        segments = [s.value for s in scores.at(SEGMENTS).scores if s.system == system]
        assert scores.value(system, name) == pytest.approx(sum(segments) / len(segments), rel=1e-12)


def test_the_95_per_cent_interval_covers_the_truth():
    """Coverage of SER's interval over 400 simulated test sets of 150 segments whose true rate is 40 %."""
    generator = np.random.default_rng(20260101)
    sample = collect(Corpus.of({"A": ["a"]}, ["a"]), ["ser"], threads=1)[0]
    covered = 0
    for seed in range(400):
        wrong = generator.random((1, 150)) < 0.4
        values = np.stack((wrong, np.ones_like(wrong)), axis=-1).astype(np.int32)
        made = from_statistics([replace(sample, values=values)], intervals=Draws(resamples=1000, seed=seed))
        covered += made.scores[0].low <= 40 <= made.scores[0].high
    # 0.95 ± 3 standard errors of a share over 400, and a little for the percentile method
    assert 0.91 <= covered / 400 <= 0.985
