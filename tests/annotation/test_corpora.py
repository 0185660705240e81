"""Scores of texts some of which cannot be annotated: refused, or of the segments that remain, exactly."""

import math
from itertools import pairwise, product

import numpy as np
import pytest

import steelyard as sy
from parsers.unruly import REASONS
from steelyard.corpus import Corpus
from steelyard.engines.local import collect
from steelyard.errors import InputError
from steelyard.providers import annotator

PARSER = "parsers.unruly"
BLEU = f"bleu(layer=pos,parser={PARSER})"
MEASURES = [
    f"stm(parser={PARSER})", f"hwcm(parser={PARSER})", f"tkm(parser={PARSER})", BLEU,
    f"nist(layer=lemma,parser={PARSER})", f"ter(layer=tag,parser={PARSER})", "chrf",
    f"sp-or(parser={PARSER})", f"gramsim(parser={PARSER})",
]  # fmt: skip
WORDS = "the a cat dog mat sat lay on under now then old new hen cow".split()


def texts(seed, count=12):
    random = np.random.default_rng(seed)
    return [" ".join(random.choice(WORDS, random.integers(3, 9))) for _ in range(count)]


REFERENCES = [texts(1), texts(2)]
SYSTEMS = {"A": texts(3), "B": texts(4), "C": texts(5)}
#: Segments with a text that fails: one of a system, one of a reference, one of both.
OUT = (2, 5, 11)
KEPT = [n for n in range(12) if n not in OUT]
IDS = [f"s{n}" for n in range(12)]
DOCUMENTS = ["x", "y", "z", "x", "y", "z", "x", "y", "z", "x", "y", "only"]


def changed(column, at, text):
    return [text if n == at else one for n, one in enumerate(column)]


BAD_SYSTEMS = SYSTEMS | {"B": changed(changed(SYSTEMS["B"], 2, "a !raise here"), 11, "so !tags here")}
BAD_REFERENCES = [REFERENCES[0], changed(changed(REFERENCES[1], 5, "what !abort this"), 11, "a !raise here")]


def score(systems=BAD_SYSTEMS, references=BAD_REFERENCES, measures=MEASURES, accept=("unannotated",), **more):
    facets = {"document": [DOCUMENTS[IDS.index(one)] for one in more.get("ids", IDS)]}
    return sy.score(systems, references, measures, accept=accept, **{"ids": IDS, "facets": facets} | more)


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory):
    """An empty folder for annotations while fixtures are made that all tests of this file share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STEELYARD_CACHE", str(tmp_path_factory.mktemp("annotations")))
        annotator._annotator.cache_clear()
        yield


@pytest.fixture(scope="module")
def left(own_cache):
    return score()


@pytest.fixture(scope="module")
def reduced(own_cache):
    """The scores of the segments that remain."""
    return score(
        {name: [column[n] for n in KEPT] for name, column in BAD_SYSTEMS.items()},
        [[column[n] for n in KEPT] for column in BAD_REFERENCES],
        ids=[IDS[n] for n in KEPT],
    )


PARSED = [measure for measure in MEASURES if PARSER in measure]


@pytest.mark.parametrize("word", REASONS)
def test_one_line_says_what_and_where(cache, word):
    with pytest.raises(InputError) as error:
        score(SYSTEMS | {"B": changed(SYSTEMS["B"], 7, f"a {word} here")}, REFERENCES, [f"stm(parser={PARSER})"], ())
    told = str(error.value)
    assert told.startswith(f"stm, segment s7 of 12: system 'B' cannot be annotated by {PARSER}: ")
    assert REASONS[word] in told and "\n" not in told
    assert told.endswith(
        '; the rest is kept; mend the texts, choose another parser, or use accept=["unannotated"] to leave these '
        "segments out"
    )


def test_the_first_segment_is_named_and_the_others_are_counted(cache):
    with pytest.raises(InputError, match=r"segment s2 and 2 more of 12: system 'B'"):
        score(accept=())


def test_after_a_refusal_nothing_is_parsed_again(cache, log):
    with pytest.raises(InputError):
        score(accept=())
    assert log()
    with pytest.raises(InputError):
        score(accept=())
    assert log() == []


def test_a_score_is_that_of_the_segments_that_remain(left, reduced):
    for measure in PARSED:
        for system in SYSTEMS:
            assert left.value(system, measure) == reduced.value(system, measure), measure
            assert not math.isnan(left.value(system, measure))


def test_fitted_measures_are_fitted_to_what_remains(left, reduced):
    place = next(n for n, one in enumerate(left.measures) if one.startswith("nist"))
    assert left.statistics[place].context == reduced.statistics[place].context != ""


def test_a_score_says_on_how_many_segments_it_rests(left):
    for one in left.scores:
        rests = "it rests on 9 of 12 segments; the others could not be annotated"
        assert (rests in (one.notice or "")) == (one.measure in PARSED)


def test_measures_of_the_text_itself_leave_nothing_out(left, cache):
    assert left.statistics[MEASURES.index("chrf")].left_out == ()


def test_segments_that_are_left_out_are_undefined_for_all_systems(left, reduced):
    segments, there = left.at("segment"), reduced.at("segment")
    for measure in PARSED:
        for system in SYSTEMS:
            for n, name in enumerate(IDS):
                value = segments.value(system, measure, name)
                assert (
                    math.isnan(value) if n in OUT else np.array_equal(value, there.value(system, measure, name), True)
                )
    told = {one.reason for one in segments.scores if one.measure == BLEU and one.group in ("s2", "s5", "s11")}
    assert told == {"it could not be annotated"}


def test_documents(left, reduced):
    documents = left.at("document")
    found = {one.group: one for one in documents.scores if one.measure == BLEU and one.system == "A"}
    assert math.isnan(found["only"].value) and found["only"].reason == "it could not be annotated"
    assert found["only"].notice is None
    assert found["x"].notice is None and found["x"].value == reduced.at("document").value("A", BLEU, "x")
    assert found["z"].notice == "it rests on 1 of 3 segments; the others could not be annotated"


def test_saved_statistics_keep_what_was_left_out(left, tmp_path):
    left.save(tmp_path / "run.npz")
    loaded = sy.read(tmp_path / "run.npz", "statistics", plugins=["parsers.unruly"])
    assert [one.left_out for one in loaded.statistics] == [one.left_out for one in left.statistics]
    assert [one.left_out for one in left.statistics if one.label == BLEU] == [OUT]
    assert loaded.at("segment").to_dict() == left.at("segment").to_dict() and loaded.to_dict() == left.to_dict()


def test_merged_parts_leave_out_what_they_left_out(left):
    def part(a, b):
        systems = {name: column[a:b] for name, column in BAD_SYSTEMS.items()}
        corpus = Corpus.of(
            systems, {n: column[a:b] for n, column in zip("12", BAD_REFERENCES, strict=True)}, ids=IDS[a:b]
        )
        return collect(corpus, [BLEU], accept=["unannotated"])[0]

    merged = part(0, 4).merge(part(4, 6)).merge(part(6, 12))
    whole = left.statistics[MEASURES.index(BLEU)]
    assert merged.left_out == whole.left_out == OUT
    assert np.array_equal(merged.values, whole.values)


def test_taken_segments(left):
    one = left.statistics[0]
    assert one.taken([11, 0, 5, 1]).left_out == (0, 2)
    assert one.kept().left_out == () and one.kept().ids == tuple(IDS[n] for n in KEPT)


def test_intervals_are_drawn_from_what_remains(left, reduced):
    wanted = sy.Draws(resamples=50)
    ours, theirs = (
        {(one.system, one.measure): one for one in run.at("system", wanted).scores} for run in (left, reduced)
    )
    for key, one in ours.items():
        if key[1] in PARSED:
            assert (one.low, one.high) == (theirs[key].low, theirs[key].high)


_TESTS = ("randomisation", "bootstrap", "wilcoxon", "t", "sign", "tukey")


@pytest.mark.parametrize(
    ("test", "unit"),
    # sacreBLEU knows segments only.
    [*product(_TESTS, ("segment", "document")), ("sacrebleu-bootstrap", "segment")],
)
def test_comparisons_are_those_of_what_remains(left, reduced, test, unit):
    ours, theirs = (
        sy.compare(run, test=test, draws=sy.Draws(trials=200, resamples=50, unit=unit)) for run in (left, reduced)
    )
    for one, other in zip(ours.comparisons, theirs.comparisons, strict=True):
        if one.measure in PARSED:
            assert (one.difference, one.n) == (other.difference, other.n)
            assert np.array_equal(
                [one.p, one.low, one.high, one.effect], [other.p, other.low, other.high, other.effect], True
            )


def test_crossed_units(left, reduced):
    ours, theirs = (
        sy.compare(run, test="bootstrap", draws=sy.Draws(resamples=30, unit="document*segment"))
        for run in (left, reduced)
    )
    assert [one.p for one in ours.comparisons if one.measure == BLEU] == [
        one.p for one in theirs.comparisons if one.measure == BLEU
    ]


def test_ranks_and_power(left, reduced):
    for ours, theirs in zip(
        sy.bootstrap_ranks(left, draws=sy.Draws(resamples=40)),
        sy.bootstrap_ranks(reduced, draws=sy.Draws(resamples=40)),
        strict=True,
    ):
        if ours.measure in PARSED:
            expected = theirs.to_dict()
            expected["signature"] = expected["signature"].replace("|ranks:", "|annotated:9/12|ranks:")
            assert ours.to_dict() == expected
    place = MEASURES.index(BLEU)
    ours, theirs = (
        sy.power(run.statistics[place], "A", "B", simulations=5, draws=sy.Draws(trials=100)) for run in (left, reduced)
    )
    assert (ours.pilot, ours.needed) == (theirs.pilot, theirs.needed) and ours.pilot == 9
    by_document = {one.measure: one for one in sy.facet_ranks(left, "document")}
    assert set(by_document[BLEU].by_level) == {"x", "y", "z"}
    assert set(by_document["chrf"].by_level) == {"x", "y", "z", "only"}


def test_meta_evaluation(left):
    table = sy.score_table(left)
    place = MEASURES.index(BLEU)
    assert np.isnan(table.columns[place].at("segment")[:, OUT]).all()
    assert not np.isnan(table.columns[place].at("segment")[:, KEPT]).any()


def corpus(segments=range(12)):
    systems = {name: [column[n] for n in segments] for name, column in BAD_SYSTEMS.items()}
    references = {str(k): [column[n] for n in segments] for k, column in enumerate([*BAD_REFERENCES, texts(6)])}
    return Corpus.of(systems, references, ids=[IDS[n] for n in segments])


@pytest.mark.parametrize("make", [sy.pairwise_similarities, sy.qarla, sy.orange])
def test_comparisons_of_references_refuse_alike(cache, make):
    with pytest.raises(InputError, match=r"^bleu, segment s2 and 2 more of 12: system 'B' cannot be annotated by "):
        make(corpus(), [BLEU])


def test_similarities_within_segments_are_those_of_what_remains(cache):
    measures = [BLEU, f"nist(layer=lemma,parser={PARSER})", "chrf"]
    whole = sy.pairwise_similarities(corpus(), measures, run=sy.Run(accept=["unannotated"]))
    rest = sy.pairwise_similarities(corpus(KEPT), measures)
    assert np.isnan(whole.values[list(OUT)]).all() and not whole.present[list(OUT)].any()
    assert np.array_equal(whole.values[KEPT], rest.values, equal_nan=True)
    assert whole.notices == ("3 of 12 segments are left out; they could not be annotated",)


def test_orange_and_qarla_are_those_of_what_remains(cache):
    for make, part in ((sy.orange, "scores"), (sy.qarla, "kings")):
        whole, rest = make(corpus(), [BLEU], run=sy.Run(accept=["unannotated"])), make(corpus(KEPT), [BLEU])
        assert getattr(whole, part)[0].value == getattr(rest, part)[0].value


def test_nothing_that_can_be_annotated_is_refused_even_if_accepted(cache):
    with pytest.raises(
        InputError, match=r"^stm, segment 0 and 2 more of 3: system 'A' .*; the rest is kept; choose another parser$"
    ):
        sy.score(
            {"A": ["!raise a", "!raise b", "!skip c"]},
            ["a", "b", "c"],
            [f"stm(parser={PARSER})"],
            accept=["unannotated"],
        )


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(cache, left, threads, monkeypatch):
    monkeypatch.setenv("STEELYARD_CACHE", str(cache / str(threads)))
    again = score(threads=threads)
    assert [one.to_dict() for one in again.scores] == [one.to_dict() for one in left.scores]


def test_progress_of_annotation_and_of_scoring(cache):
    told = []
    score(measures=[BLEU, f"stm(parser={PARSER}:slow)", "bleu"], progress=lambda *both: told.append(both))
    assert {total for _, total in told} == {12} and told[0] == (0, 12) and told[-1] == (12, 12)
    # another parser begins where the one before had come to the end
    assert [b for a, b in pairwise(told) if b[0] < a[0]] == [(0, 12)]


def test_from_the_store_only_scoring_is_told(cache):
    score()
    told = []
    score(progress=lambda *both: told.append(both), threads=1)
    assert told == [(12, 12)]


def test_lines_of_a_segment_are_annotated_by_themselves(cache, log):
    systems = {"A": ["one line\nand another\n\n", "third"]}
    sy.score(systems, [["one line", "third"]], [f"stm(parser={PARSER})"])
    assert sorted(log()) == ["and another", "one line", "third"]


def test_an_empty_output_is_annotated_as_nothing(cache, log):
    made = sy.score({"A": ["", "a cat"]}, ["a dog", "a cat"], [BLEU], accept=["empty"], level="segment")
    assert "" not in log()
    assert made.value("A", BLEU, 0) == 0.0
