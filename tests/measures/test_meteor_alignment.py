"""The alignment kernel against every possible mapping, on random small texts and random keys."""

import multiprocessing
import random
import sys
from collections import Counter

import numpy as np
import pytest

from oracles import meteor
from steelyard import _core

BOUND = 10**6


def tokens(words: list[str], vocabulary: _core.Vocabulary) -> _core.Tokens:
    data, offsets, _ = _core.encode((" ".join(words),))
    return _core.tokenise(data, offsets[:-1], offsets[1:], "none", False, vocabulary)


def keys(of_words: dict[str, set[int]], types: list[str]) -> _core.Keys:
    rows = [sorted(of_words[word]) for word in types]
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _core.Keys(offsets, np.array([key for row in rows for key in row], np.int32))


def aligned(h: list[str], r: list[str], stages: list[dict[str, set[int]]], bound: int = BOUND):
    vocabulary = _core.Vocabulary()
    rows = [tokens(words, vocabulary) for words in (h, r)]
    return _core.align_unigrams(*rows, [keys(stage, vocabulary.types()) for stage in stages], bound)


def random_case(generator: random.Random, longest: int):
    words = [f"w{n}" for n in range(generator.randint(1, 6))]
    h, r = (generator.choices(words, k=generator.randint(1, longest)) for _ in range(2))
    stages = [{word: {n} for n, word in enumerate(words)}] if generator.random() < 0.8 else []
    for _ in range(generator.randint(1, 2)):
        # no key, one, or two, of which words that share one need not share the other
        stages.append({word: set(generator.sample(range(4), generator.choice((0, 1, 1, 2)))) for word in words})
    return h, r, stages


@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_finds_what_trying_all_mappings_finds(seed):
    generator = random.Random(seed)
    for _ in range(1000):
        h, r, stages = random_case(generator, 6)
        ours = aligned(h, r, stages)
        assert ours.pairs(0) == meteor.alignment(h, r, [stage.__getitem__ for stage in stages]), (h, r, stages)
        assert ours.counts(len(stages))[0, -1] == 0


@pytest.mark.parametrize("seed", range(2))
def test_the_beam_with_phrases_finds_what_its_definition_finds(seed):
    generator = random.Random(seed)
    phrases = several = 0
    for _ in range(800):
        h, r, stages = random_case(generator, 7)
        exact = 0 if all(stages[0].values()) and len(set(map(min, stages[0].values()))) == len(stages[0]) else -1
        table = dict.fromkeys(
            (phrase_of(generator, r), phrase_of(generator, h)) for _ in range(generator.randint(1, 8))
        )
        if generator.random() < 0.5:
            table = dict.fromkeys((paraphrase, phrase) for phrase, paraphrase in table)
        beam = generator.choice((1, 2, 5, 40))
        theirs = meteor.beam_alignment(h, r, [stage.__getitem__ for stage in stages], exact, beam, list(table))
        ours = beam_aligned_with(h, r, stages, exact, beam, table)
        every = range(len(stages) + 1)
        counts = [[sum(span[3 + side] for span in theirs if span[2] == n) for n in every] for side in (0, 1)]
        assert ours.counts(len(stages) + 1)[0, :-2].tolist() == counts[0], (h, r, stages, table)
        assert [ours.of_reference(n)[0] for n in every] == counts[1], (h, r, stages, table)
        links = [(i + min(k, a - 1), j + min(k, b - 1), n) for i, j, n, a, b in theirs for k in range(max(a, b))]
        assert ours.pairs(0) == links, (h, r, stages, table)
        phrases += counts[0][-1] > 0
        several += counts[0][-1] != counts[1][-1]
    assert phrases > 300 and several > 100


@pytest.mark.parametrize("seed", range(2))
def test_texts_read_backwards_have_as_many_pairs_and_chunks(seed):
    generator = random.Random(seed)
    whole = 0
    for _ in range(1000):
        h, r, stages = random_case(generator, 10)
        both = aligned(h, r, stages), aligned(h[::-1], r[::-1], stages)
        forwards, backwards = (found.counts(len(stages))[0].tolist() for found in both)
        if forwards[-1] == backwards[-1] == 0:
            whole += 1
            assert forwards == backwards, (h, r, stages)
    assert whole > 950


def test_a_later_stage_decides_between_equals():
    """Either `b` can be taken by equal words; only with the second do the stems not cross."""
    equal, stem, sense = {"b": {0}, "c": {1}, "d": {2}}, {"b": {0}, "c": {0}, "d": {1}}, {"b": {0}, "c": {1}, "d": {0}}
    assert aligned(["b", "b"], ["c", "b"], [equal, stem]).pairs(0) == [(0, 0, 1), (1, 1, 0)]
    assert aligned(["b", "b"], ["b", "c"], [equal, stem]).pairs(0) == [(0, 0, 0), (1, 1, 1)]
    # the stage in between maps nothing, and the third decides
    assert aligned(["b", "b"], ["d", "b"], [equal, stem, sense]).pairs(0) == [(0, 0, 2), (1, 1, 0)]


def test_a_stage_leaves_what_lets_the_next_map_most_words():
    near, far = {"a": {0}, "b": {0}, "c": {0}, "d": {1}}, {"a": {0}, "b": {1}, "c": {2}, "d": {1}}
    assert aligned(["a", "b"], ["c", "d"], [near, far]).pairs(0) == [(0, 0, 0), (1, 1, 1)]
    assert aligned(["b", "a"], ["d", "c"], [near, far]).pairs(0) == [(0, 0, 1), (1, 1, 0)]


def phrase_of(generator: random.Random, words: list[str]) -> tuple[str, ...]:
    first = generator.randrange(len(words))
    return tuple(words[first : first + generator.randint(1, 3)])


def beam_aligned_with(h, r, stages, exact, beam, table):
    vocabulary, paraphrases = _core.Vocabulary(), _core.Paraphrases()
    rows = [tokens(words, vocabulary) for words in (h, r)]
    for phrase, paraphrase in table:
        paraphrases.add(f"0.5\n{' '.join(phrase)}\n{' '.join(paraphrase)}\n".encode())
    paraphrases.finish()
    of_words = [keys(stage, vocabulary.types()) for stage in stages]
    return _core.align_by_beam(*rows, of_words, exact, beam, paraphrases)


def test_many_words_that_match_alike_are_no_search_at_all():
    h, r = ["the", "a"] * 30, ["a", "the", "b"] * 30
    found = aligned(h, r, [{"the": {0}, "a": {1}, "b": {2}}])
    assert len(found.pairs(0)) == 60 and found.counts(1)[0, -1] == 0


@pytest.mark.parametrize("bound", [1, 10, 100, 1000])
def test_a_cut_search_counts_itself_and_maps_as_many_words(bound):
    generator = random.Random(5)
    stages = [{f"w{n}": {n % 3, n % 4} for n in range(6)}]
    for _ in range(50):
        h, r = (generator.choices(sorted(stages[0]), k=12) for _ in range(2))
        cut, whole = aligned(h, r, stages, bound), aligned(h, r, stages, 10**5)
        assert len(cut.pairs(0)) == len(whole.pairs(0))
        assert cut.counts(1)[0, -1] or cut.pairs(0) == whole.pairs(0)
        assert cut.counts(1)[0, -1] >= (cut.steps > bound)


def zipf(words: int, seed: int) -> list[str]:
    kinds = range(1, 30_000)
    return [f"w{k}" for k in random.Random(seed).choices(kinds, weights=[1 / k for k in kinds], k=words)]


LONG = {
    "natural frequencies": (zipf(20_000, 1), zipf(20_000, 2)),
    "a loop against a loop": (["a"] * 20_000, ["a"] * 20_001),
    "a loop against a longer one": (["a"] * 10_000, ["a"] * 20_000),
    "a loop of several words": (["a", "b", "c"] * 6_000, zipf(20_000, 3) + ["c", "b", "a"] * 5),
    "words without order": tuple(random.Random(n).choices([f"w{k}" for k in range(400)], k=20_000) for n in (1, 2)),
}


@pytest.mark.parametrize("name", LONG)
def test_long_texts_are_cut_in_bounded_time_and_memory(name):
    h, r = LONG[name]
    words = sorted({*h, *r})
    equal = {word: {n} for n, word in enumerate(words)}
    # words in groups that chain into one another, so that not all words of a group match
    near = {word: {n // 3, n // 4} for n, word in enumerate(words)}
    found = in_little_memory(aligned, h, r, [equal, near], 10**8)
    assert found[0] == sum((Counter(h) & Counter(r)).values())


def test_other_alignments_of_long_texts_need_little_memory():
    texts = [[word for n in range(5000) for word in ("a", f"{other}{n}")] for other in "bc"]
    assert in_little_memory(run_aligned, *texts) == [5000]
    assert in_little_memory(beam_aligned, ["a"] * 8000, ["a"] * 8001) == [8000]


def run_aligned(h: list[str], r: list[str]):
    vocabulary = _core.Vocabulary()
    return _core.align_longest_runs(*(tokens(words, vocabulary) for words in (h, r)))


def beam_aligned(h: list[str], r: list[str]):
    vocabulary = _core.Vocabulary()
    rows = [tokens(words, vocabulary) for words in (h, r)]
    return _core.align_by_beam(*rows, [keys({"a": {0}}, ["a"])], 0, 1)


def in_little_memory(align, h: list[str], r: list[str], *more) -> list[int]:
    """Align in a process of its own and return the pairs of each stage."""
    pytest.importorskip("resource")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=align_and_tell, args=(theirs, align, h, r, *more))
    child.start()
    theirs.close()
    pairs, kilobytes = ours.recv()
    child.kill()
    assert kilobytes < 200 * 1024
    return pairs


def align_and_tell(pipe, align, h: list[str], r: list[str], *more) -> None:
    """Send the pairs of each stage, and kilobytes more than a small alignment took."""
    align(h[:100], r[:100], *more)
    before = most_memory()
    found = align(h, r, *more)
    pairs = found.counts(len(more[0]) if more else 1)[0, :-2].tolist()
    pipe.send((pairs, most_memory() - before))


def most_memory() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def test_numbers_of_crossings_do_not_overflow():
    """Two blocks of words that change places cross more often than 2³¹ times."""
    a, b = ["a"] * 50_000, ["b"] * 50_000
    found = aligned(a + b, b + a + ["a"], [{"a": {0}, "b": {1}}], 10**8)
    assert found.counts(1)[0].tolist() == [100_000, 2, 1]
    assert found.pairs(0)[0] == (0, 50_000, 0)
