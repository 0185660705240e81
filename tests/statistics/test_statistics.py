"""Statistics: sums, groups, shards, files, and what is refused."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.engines.local import collect
from steelyard.errors import FormatError, InputError, NotAdditive, SpecError
from steelyard.scores import from_statistics
from steelyard.statistics.files import load, save
from steelyard.text import ChunkViews

OUTPUTS = {"A": ["the cat sat", "a dog", "it rains"], "B": ["a cat", "a dog ran", "rain"]}
REFERENCES = ["the cat sat down", "a dog ran", "it rains"]
FACETS = {"document": ["one", "two", "one"], "topic": ["pets", "pets", "weather"]}


def corpus(**more):
    return Corpus.of(OUTPUTS, REFERENCES, **more)


def statistics(*measures, **more):
    return collect(corpus(**more), measures, threads=1)


def test_shape_and_names():
    (wer,) = statistics("wer", ids=["x", "y", "z"], facets=FACETS)
    assert wer.values.tolist() == [[[1, 4], [1, 3], [0, 2]], [[3, 4], [0, 3], [2, 2]]]
    assert (wer.systems, wer.fields, wer.references) == (("A", "B"), ("edits", "reference_tokens"), (1, 1))
    assert wer.ids == ("x", "y", "z") and wer.sums().tolist() == [[2, 9], [5, 9]]


def test_groups_keep_the_order_of_appearance():
    (wer,) = statistics("wer", facets=FACETS)
    names, sums = wer.group("topic")
    assert names == ("pets", "weather") and sums.tolist() == [[[2, 7], [0, 2]], [[3, 7], [2, 2]]]
    names, sums = wer.group("document")
    assert names == ("one", "two") and sums[0].tolist() == [[1, 6], [1, 3]]


def test_an_unknown_facet_gets_a_suggestion():
    (wer,) = statistics("wer", facets=FACETS)
    with pytest.raises(SpecError, match=r"no facet 'documnet'.*did you mean 'document'"):
        wer.group("documnet")


def test_sums_do_not_overflow():
    (wer,) = statistics("wer")
    large = replace(wer, values=np.full((2, 3, 2), 2**31 - 1, np.int32))
    assert large.sums().tolist() == [[3 * (2**31 - 1)] * 2] * 2


def test_the_number_of_fields_of_ngram_follows_the_references():
    made = collect(Corpus.of({"A": ["a b"]}, {"1": ["a b"], "2": ["a"]}), ["ngram(1,2)"], threads=1)[0]
    assert made.fields == (
        "matches_1_model_1", "matches_2_model_1", "ngrams_1_model_1", "ngrams_2_model_1",
        "matches_1_model_2", "matches_2_model_2", "ngrams_1_model_2", "ngrams_2_model_2",
    )  # fmt: skip
    assert made.values.tolist() == [[[2, 1, 2, 1, 1, 0, 1, 0]]]


def test_merging_shards():
    halves = [
        collect(
            Corpus.of({s: t[a:b] for s, t in OUTPUTS.items()}, REFERENCES[a:b], ids=list("xyz")[a:b]),
            ["bleu"],
            threads=1,
        )[0]
        for a, b in ((0, 1), (1, 3))
    ]
    merged = halves[0].merge(halves[1])
    whole = statistics("bleu", ids=list("xyz"))[0]
    assert merged.values.tolist() == whole.values.tolist() and merged.ids == whole.ids
    assert from_statistics([merged]).to_dict() == from_statistics([whole]).to_dict()


def test_differently_fitted_parts_are_not_additive():
    first = collect(Corpus.of({"A": ["a b"]}, ["a b"]), ["nist"], threads=1)[0]
    second = collect(Corpus.of({"A": ["a c"]}, ["a c d"]), ["nist"], threads=1)[0]
    with pytest.raises(NotAdditive, match=f"{first.context}.*{second.context}.*whole test set"):
        first.merge(second)
    assert first.merge(first).values.shape == (1, 2, 12)


def test_different_measures_or_systems_do_not_merge():
    wer, per = statistics("wer", "per")
    with pytest.raises(InputError, match=r"wer: the two parts differ in measure \(wer, per\) and cannot be merged"):
        wer.merge(per)
    with pytest.raises(InputError, match="cannot be merged"):
        wer.merge(replace(wer, systems=("A", "C")))


def test_saved_statistics_hold_everything(tmp_path):
    made = statistics("bleu", "nist", "wer(case=fold)", ids=["x", "y", "z"], facets=FACETS)
    save(made, tmp_path / "s.npz")
    for ours, read in zip(made, load(tmp_path / "s.npz"), strict=True):
        assert read.values.dtype == ours.values.dtype
        np.testing.assert_array_equal(read.values, ours.values)
        for name in ("label", "measure", "systems", "fields", "references", "ids", "facets", "context", "version"):
            assert getattr(read, name) == getattr(ours, name), name
        assert read.signature("document") == ours.signature("document")
    assert [path.name for path in tmp_path.iterdir()] == ["s.npz"]


def test_the_signature_keeps_the_version_that_made_the_numbers(tmp_path):
    save([replace(statistics("wer")[0], version="0.0.1")], tmp_path / "s.npz")
    assert sy.read(tmp_path / "s.npz", "statistics").scores[0].signature.endswith("|steelyard:0.0.1")


def held(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def header(**content):
    return np.frombuffer(json.dumps(content).encode(), np.uint8)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"just text", b"PK\x03\x04 broken", b"\x93NUMPY", held(values_0=np.zeros(3)), held(header=np.zeros(3)),
        held(header=header(format="steelyard statistics 1", statistics=[{}])),
        held(header=header(format="something else", statistics=[])),
        held(header=header(statistics=[])),
        held(header=np.array([{"a": 1}], dtype=object)),
    ],
)  # fmt: skip
def test_unreadable_files_are_format_errors(tmp_path, content):
    path = tmp_path / "s.npz"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"s\.npz"):
        load(path)


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_cut_file_is_a_format_error(tmp_path, part):
    save(statistics("bleu"), tmp_path / "s.npz")
    content = (tmp_path / "s.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(content[: int(len(content) * part)])
    with pytest.raises(FormatError, match=r"cut\.npz"):
        load(tmp_path / "cut.npz")


def test_missing_and_unwritable_files(tmp_path):
    with pytest.raises(InputError, match=r"none\.npz: No such file.*check the path"):
        load(tmp_path / "none.npz")
    with pytest.raises(InputError, match=r"cannot write .*No such file or directory"):
        save(statistics("wer"), tmp_path / "no" / "folder.npz")


@pytest.mark.parametrize(
    ("measures", "threads", "message"),
    [
        ([], 1, "no measure is given"),
        (["bleu", "bleu"], 1, "'bleu' is asked for twice"),
        (["bleu"], 0, "threads=0 is not possible"),
        (["blue"], 1, "did you mean 'bleu'"),
    ],
)
def test_what_collect_refuses(measures, threads, message):
    with pytest.raises(SpecError, match=message):
        collect(corpus(), measures, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_reaches_the_end(threads):
    texts = [f"word {n}" for n in range(300)]
    seen = []
    collect(Corpus.of({"A": texts}, texts), ["wer"], threads, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (300, 300) and sorted(seen) == seen


def test_errors_in_a_thread_are_raised():
    texts = ["a b"] * 250 + ["a " * 101] * 50
    with pytest.raises(InputError, match=r"^invwer, segment 250: 101 tokens are more than limit=100.*up to 250"):
        collect(Corpus.of({"A": texts}, texts), ["invwer"], threads=2)


def test_a_fitted_measure_keeps_its_context():
    """Shards scored given the whole test set's context can be merged: that is what the error asks for."""
    whole = corpus()
    given = sy.parse("nist").fit([_batch(whole)])
    parts = [
        collect(Corpus.of({s: t[a:b] for s, t in OUTPUTS.items()}, REFERENCES[a:b]), [given], threads=1)[0]
        for a, b in ((0, 1), (1, 3))
    ]
    expected = collect(whole, ["nist"], threads=1)[0]
    assert parts[0].context == parts[1].context == expected.context
    assert parts[0].label == "nist"
    np.testing.assert_array_equal(parts[0].merge(parts[1]).values, expected.values)


def _batch(whole):
    return ChunkViews([texts.chunk(0, len(whole)) for texts in whole.references], {}).batch("")


def test_what_was_outside_the_measure_is_kept(tmp_path):
    """A signature tells the stop list the numbers were made with, not what the file holds by now."""
    words = tmp_path / "stop.txt"
    words.write_text("the\n")
    (made,) = statistics(f"wer(stop={words},stem=english)")
    save([made], tmp_path / "s.npz")
    words.write_text("cat\n")
    assert load(tmp_path / "s.npz")[0].signature() == made.signature()
    words.unlink()
    (loaded,) = load(tmp_path / "s.npz")
    assert loaded.signature() == made.signature() and "|stem:english#PyStemmer-" in made.signature()


def test_the_same_statistics_give_the_same_bytes(tmp_path):
    for name in ("one.npz", "two.npz"):
        save(statistics("wer", "nist"), tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_saving_goes_through_links_and_leaves_nothing_else(tmp_path):
    (tmp_path / "link.npz").symlink_to(tmp_path / "target.npz")
    save(statistics("wer"), tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink() and len(load(tmp_path / "target.npz")) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.npz", "target.npz"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": "0.0.1"}, "differ in version"),
        ({"facets": {"topic": ("a", "b", "c")}}, "differ in facets"),
        ({"ids": ("x", "y", "z")}, "differ in use of segment ids"),
        ({"resources": {"stop": "0"}}, "differ in resources"),
    ],
)
def test_parts_that_differ_do_not_merge(change, message):
    (wer,) = statistics("wer")
    with pytest.raises(InputError, match=message):
        wer.merge(replace(wer, **change))


def test_a_segment_is_in_one_part_only():
    (wer,) = statistics("wer", ids=["x", "y", "z"])
    with pytest.raises(InputError, match="segment 'x' is in both parts"):
        wer.merge(wer)


def test_statistics_of_different_segments_are_not_one_file(tmp_path):
    (wer,), (per,) = statistics("wer"), statistics("per", ids=["x", "y", "z"])
    with pytest.raises(InputError, match="different systems or segments"):
        save([wer, per], tmp_path / "s.npz")
    with pytest.raises(InputError, match="no statistics"):
        save([], tmp_path / "s.npz")


def test_a_changed_array_is_noticed(tmp_path):
    save(statistics("wer"), tmp_path / "s.npz")
    held = dict(np.load(tmp_path / "s.npz"))
    held["values_0"][0, 0, 0] += 1
    np.savez(tmp_path / "t.npz", **held)
    with pytest.raises(FormatError, match=r"t\.npz.*it was changed after it was saved"):
        load(tmp_path / "t.npz")


def test_a_measure_that_gives_the_wrong_shape_is_named(monkeypatch):
    kind = type(sy.parse("wer"))
    monkeypatch.setattr(kind, "statistics", lambda self, batch: np.zeros((1, 1)))
    with pytest.raises(SpecError, match=r"wer: statistics\(\) gave an array \(1, 1\), expected \(3, 2\)"):
        statistics("wer")


def test_chunks_are_bounded_in_bytes(monkeypatch):
    sizes = []
    kind = type(sy.parse("wer"))
    whole = kind.statistics
    monkeypatch.setattr("steelyard.engines.plan._MOST_BYTES", 1000)
    monkeypatch.setattr(kind, "statistics", lambda self, batch: sizes.append(len(rows := whole(self, batch))) or rows)
    texts = ["word " * 40] * 10 + ["a"] * 90
    made = collect(Corpus.of({"A": texts}, texts), ["wer"], threads=1)[0]
    assert sizes == [2, 2, 2, 2, 92] and made.sums()[0].tolist() == [0, 490]
