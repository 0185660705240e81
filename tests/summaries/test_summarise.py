"""Methods and sizes give what the papers' formulas give, on toys with known numbers and on random documents."""

import dataclasses
import random

import numpy as np
import pytest

import steelyard as sy
from oracles import summaries as oracle
from steelyard.summaries.documents import document_sets
from steelyard.summaries.method import METHODS, method_of
from steelyard.summaries.methods.lsa import _shares
from steelyard.summaries.terms import Terms, weighed
from steelyard.summaries.units import UnitRule

THREE = {"id": "t", "documents": ["a1 a2 a3\na4 a5", "b1 b2 b3 b4\nb5", "c1 c2\nc3 c4 c5 c6"]}
FIVE = {"id": "m", "documents": ["a a b\na b\nc d\nc\na b c"]}
RAW = {"stop": "none", "weights": "tf"}


def texts(documents, method, **choices):
    made = sy.summarise(documents if isinstance(documents, list) else [documents], method, **choices)
    (column,) = made.corpus.systems.values()
    return [text.replace("\n", " / ") for text in column]


def units(documents, method, **choices):
    return [set(summary.units) for summary in sy.summarise([documents], method, **choices).summaries]


def toy(documents=FIVE):
    (made,) = weighed(document_sets([documents], UnitRule()), Terms("none", "tf"))
    return made


def test_lead_and_coverage_are_those_of_duc():
    assert texts(THREE, "lead", words=5) == ["c1 c2 / c3 c4 c5"]
    assert texts(THREE, "coverage", words="5,9,11") == [
        "a1 a2 a3 / b1 b2",
        "a1 a2 a3 / b1 b2 b3 b4 / c1 c2",
        "a1 a2 a3 / b1 b2 b3 b4 / c1 c2 / a4 a5",
    ]


@pytest.mark.parametrize(("over", "text"), [(1, "a1 a2 a3"), (2, "a1 a2 a3 / b1 b2 b3 b4")])
def test_a_sentence_that_is_too_long_is_left_out_with_all_after_it(over, text):
    assert texts(THREE, "coverage", words=5, cut="sentences", over=over) == [text]


def test_mmr_has_the_known_scores():
    made = toy()
    chosen, steps = oracle.mmr(made.weights.tolist(), 3, 0.7, 0.7)
    assert [round(score, 4) for score in steps[0].values()] == [0.5821, 0.5857, 0.3347, 0.3550, 0.6831]
    assert [round(score, 4) for score in steps[1].values()] == [0.3497, 0.3407, 0.2122, 0.1818]
    assert [round(score, 4) for score in steps[2].values()] == [0.3022, 0.2780, 0.2748]
    assert chosen == list(method_of("mmr(start=0.7,end=0.7)").order(made, 3)) == [4, 0, 1]
    annealed, steps = oracle.mmr(made.weights.tolist(), 3, 0.9, 0.5)
    assert [round(steps[2][unit], 4) for unit in (1, 2, 3)] == [-0.0541, 0.1446, 0.1199]
    assert annealed == list(method_of("mmr").order(made, 3)) == [4, 0, 2]


def test_lsa_has_the_known_topics():
    made = toy()
    _, strengths = made.topics
    assert np.round(strengths[:4], 4).tolist() == [3.0161, 1.7732, 0.7601, 0.4261]
    assert np.round(strengths[:4] / strengths.sum(), 4).tolist() == [0.5047, 0.2967, 0.1272, 0.0713]
    assert _shares(strengths, 3)[:4] == [2, 1, 0, 0]
    assert method_of("lsa").order(made, 3) == [0, 4, 2]
    assert np.round(made.topic_lengths(300), 4).tolist() == [2.2361, 1.4142, 1.4142, 1.0, 1.7321]
    assert np.round(made.topic_lengths(1), 4).tolist() == [2.1526, 1.3562, 0.2551, 0.2271, 1.5833]


def random_set(generator, name="r"):
    words = "the bridge opens on Friday rain fell Mayor Lopez spoke of floods and of new schools".split()
    lines = [
        "\n".join(" ".join(generator.choices(words, k=generator.randint(1, 9))) for _ in range(generator.randint(1, 8)))
        for _ in range(generator.randint(1, 4))
    ]
    return {"id": name, "documents": lines, "query": "bridge floods"}


@pytest.mark.parametrize("seed", range(25))
def test_random_documents_agree_with_the_oracle(seed):
    generator = random.Random(seed)
    given = random_set(generator)
    made = toy(given)
    documents = [document.split("\n") for document in given["documents"]]
    words, count = generator.randint(1, 30), generator.randint(1, made.count)
    for method, expected in (("lead", oracle.lead), ("coverage", oracle.coverage)):
        assert texts(given, method, words=words)[0].replace(" /", "").split() == expected(documents, words)
    start, end = generator.choice([(0.9, 0.5), (0.7, 0.7), (1.0, 0.0)])
    chosen, _ = oracle.mmr(made.weights.tolist(), count, start, end)
    assert list(method_of(f"mmr(start={start},end={end})").order(made, count)) == chosen
    _, strengths = made.topics
    assert _shares(strengths, count) == oracle.largest_remainder((strengths / strengths.sum()).tolist(), count)


@pytest.mark.parametrize("name", METHODS.own())
def test_every_method_keeps_to_the_size(name):
    generator = random.Random(name)
    sets = [random_set(generator, str(n)) | {"utilities": {}} for n in range(4)]
    for some in sets:
        count = len([line for document in some["documents"] for line in document.split("\n")])
        some["utilities"] = {"a": [generator.randint(0, 10) for _ in range(count)]}
        some["extract"] = [0]
    training = [random_set(generator, f"t{n}") for n in range(8)]
    for some in training:
        some["extract"] = [0]
    for seed in ([12345], [12345]):
        made = sy.summarise(sets, name, words="1,7,1000", rate=0.3, train=training)
        for summary in made.summaries:
            n = sets[int(summary.documents)]
            lines = [line for document in n["documents"] for line in document.split("\n")]
            if summary.size.endswith("%"):
                assert len(summary.units) in (max(1, int(0.3 * len(lines) + 0.5)), len(n["documents"][-1].split("\n")))
            elif not summary.short:
                assert summary.words == int(summary.size.split()[0])
            whole = [lines[unit] for unit in summary.units]
            assert all(part in line for part, line in zip(summary.text.split("\n"), whole, strict=True))
            if not METHODS.load(name).as_chosen:
                assert list(summary.units) == sorted(summary.units)
        assert seed and made == sy.summarise(sets, name, words="1,7,1000", rate=0.3, train=training)


def test_what_a_set_gets_depends_on_the_set_alone():
    generator = random.Random(1)
    sets = [random_set(generator, str(n)) for n in range(5)]
    for method in ("random", "mmr", "lsa", "lsa-score", "document", "query", "scored"):
        together = texts(sets, method, words=8)
        assert together == [texts(some, method, words=8)[0] for some in sets]


def test_rates_are_rounded_half_up_and_at_least_one():
    twenty = {"id": "d", "documents": ["\n".join(f"w{n} x" for n in range(20))]}
    assert [len(chosen) for chosen in units(twenty, "lead", rate="0.1,0.125,0.001,1")] == [2, 3, 1, 20]
    assert texts(twenty, "lead", rate=0.1, rate_of="words") == ["w0 x / w1 x"]
    assert units(twenty, "last", length="2 units") == [{18, 19}]
    assert texts(twenty, "last", words=3) == ["x / w19 x"]
    assert texts(twenty, "lead", characters="7") == ["w0 x / w1 "]


def test_all_judges_are_the_sum_of_their_utilities():
    judged = {"id": "d", "documents": ["a\nb\nc\nd"], "utilities": {"1": [9, 2, 8, 8], "2": [0, 7, 8, 1]}}
    assert units(judged, "utility:all", length="2 units") == [{0, 2}]  # sums 9, 9, 16, 9: of equals, the first
    assert units(judged, "utility:1", length="2 units") == [{0, 2}]
    assert units(judged, "utility:2", length="2 units") == [{1, 2}]


def test_the_corpus_is_ready_for_the_study_of_pastra_and_saggion():
    generator = random.Random(3)
    sets = []
    for n in range(3):
        some = random_set(generator, str(n)) | {"cluster": f"c{n % 2}"}
        count = len([line for document in some["documents"] for line in document.split("\n")])
        sets.append(some | {"utilities": {j: [generator.randint(0, 10) for _ in range(count)] for j in "ab"}})
    made = sy.summarise(sets, ["lead", "query"], rate="0.2,0.4", references=["utility:a", "utility:b"])
    assert set(made.corpus.facets) == {"document", "compression", "cluster"}
    assert len(made.corpus.references) == 2
    assert list(made.corpus.systems) == ["lead", "query"]
    sy.study("pastra-saggion-2003", made.corpus)


def test_short_documents_and_empty_summaries_are_told():
    made = sy.summarise([THREE], ["lead", "coverage"], words="50", cut="words")
    assert [notice.split(":")[0] for notice in made.notices()] == ["lead, 50 words", "coverage, 50 words"]
    made = sy.summarise([THREE], "coverage", words=1, cut="sentences", over=0)
    assert list(made.notices()) == [
        "coverage, 1 word: 1 of 1 summaries are empty, as the first unit is too long (the first: t)"
    ]


def test_sentences_kept_whole_are_told_to_be_too_few():
    notices = sy.summarise([THREE], ["lead", "coverage"], words="5,50", cut="sentences").notices()
    assert [notice.split(":")[0] for notice in notices] == ["lead, 50 words", "coverage, 50 words"]


def test_shares_of_units_words_and_characters_are_sizes_of_their_own():
    made = sy.summarise([THREE], "lead", rate=0.5, characters="50%")
    assert made.corpus.facets["compression"] == ("50%", "50% of characters")
    made = sy.summarise([THREE], "lead", rate=0.5, rate_of="words")
    assert made.corpus.facets["compression"] == ("50% of words",)


def test_a_number_of_words_is_a_length_that_measures_can_aim_at():
    made = sy.summarise([THREE | {"references": ["c1 c2"]}], "lead", words="1000,5")
    assert made.corpus.facets["size"] == ("1000", "5")
    sy.score(made.corpus, measures="ngram(1,2,units=lines,average=documents,bonus=brevity,share=0.5,target=size)")


def test_signatures_tell_what_was_learnt_from_and_which_files_were_used(tmp_path):
    def signature(pitch=1, extract=(0, 1), stop="the"):
        rows = ["id\tunit\tpitch", f"d\t0\t{pitch}", *(f"t\t{n}\t{n}" for n in range(4))]
        (tmp_path / "f.tsv").write_text("\n".join(rows) + "\n")
        (tmp_path / f"{stop}.txt").write_text(f"{stop}\n")
        (tmp_path / "u.tsv").write_text("id\twords\nd\t2\n" + "t\t1\n" * 4)
        return sy.summarise(
            [{"id": "d", "documents": ["a b"]}], "features", words=5, features=tmp_path / "f.tsv",
            train=[{"id": "t", "documents": ["a\nb\nc\nd"], "extract": list(extract)}],
            stop=str(tmp_path / f"{stop}.txt"), units=tmp_path / "u.tsv",
        ).signature  # fmt: skip

    assert signature() == signature()
    different = [signature(), signature(pitch=2), signature(extract=(0, 2)), signature(stop="a")]
    assert len(set(different)) == len(different)
    assert [part.split("#")[0] for part in signature().split("|")] == [
        "sets:1", "units:u.tsv", "terms:tf-idf", "idf:units", "stop:the.txt", "cut:size", "train:1", "features:2",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_simple_features_are_those_of_the_oracle(seed):
    given = random_set(random.Random(seed))
    made = toy(given)
    documents = [document.split("\n") for document in given["documents"]]
    chosen = random.Random(seed).sample(sorted(oracle.FEATURES), 3)
    weights = {name: 2.0 if name in chosen else 0.0 for name in oracle.FEATURES} | {chosen[0]: 0.5}
    method = method_of("scored(" + ",".join(f"{name}={weight}" for name, weight in weights.items()) + ")")
    expected = oracle.scored(documents, made.weights.tolist(), made.query.tolist(), weights)
    assert method.scores(made) == pytest.approx(expected, abs=1e-9)


def test_a_feature_that_differs_by_rounding_alone_adds_nothing():
    same = {"id": "d", "documents": ["a b c d e f g\ng f e d c b a\nc a g e b d f"], "query": "x"}
    alike = toy(same)
    noisy = dataclasses.replace(alike, weights=alike.weights * np.array([[1.0], [1 + 1e-15], [1 - 1e-15]]))
    assert method_of("scored(position=0,query=0)").scores(noisy).tolist() == [0, 0, 0]


def test_a_set_of_many_units_needs_no_table_of_their_pairs():
    sets = document_sets([{"id": "d", "documents": ["a b\n" * 200_000]}], UnitRule())
    (many,) = weighed(sets, Terms("none", "tf"))
    assert method_of("mmr").order(many, 2) == [0, 1]


def test_units_by_rules_and_by_a_file(tmp_path):
    given = {"id": "d", "documents": ["He left. She stayed.\nAll was well."]}
    assert texts(given, "lead", length="2 units", units="rules") == ["He left. / She stayed."]
    (tmp_path / "units.tsv").write_text("id\twords\nd\t1\nd\t3\nd\t3\n")
    assert texts(given, "lead", length="2 units", units=tmp_path / "units.tsv") == ["He / left. She stayed."]
    (tmp_path / "units.tsv").write_text("id\twords\nd\t1\nd\t3\n")
    with pytest.raises(sy.SteelyardError, match="do not end with its 7 words"):
        texts(given, "lead", length="2 units", units=tmp_path / "units.tsv")


def test_signatures_tell_files_of_units_apart(tmp_path):
    def signature(rows):
        (tmp_path / "u.tsv").write_text("id\twords\n" + rows)
        return sy.summarise([{"id": "d", "documents": ["a b"]}], "lead", words=1, units=tmp_path / "u.tsv").signature

    assert signature("d\t2\n") != signature("d\t1\nd\t1\n")


def test_a_unit_has_its_features_once(tmp_path):
    (tmp_path / "features.tsv").write_text("id\tunit\tpitch\nd\t0\t1\nd\t0\t2\n")
    with pytest.raises(sy.SteelyardError, match="line 3: unit 0 of set 'd' is there again"):
        texts({"id": "d", "documents": ["a"]}, "lead", words=1, features=tmp_path / "features.tsv")
    (tmp_path / "features.tsv").write_text("id\tunit\tpitch\nd\t0\t1e300\n")
    with pytest.raises(sy.SteelyardError, match="pitch is '1e300'"):
        texts({"id": "d", "documents": ["a"]}, "lead", words=1, features=tmp_path / "features.tsv")


def test_features_learn_what_people_extract(tmp_path):
    generator = random.Random(5)

    def judged(name):
        lines = [" ".join(generator.choices("abcdefgh", k=generator.randint(3, 6))) for _ in range(10)]
        return {"id": name, "documents": ["\n".join(lines)], "extract": sorted(generator.sample(range(10), 3))}

    training, new = [judged(f"t{n}") for n in range(6)], [judged(f"n{n}") for n in range(3)]
    rows = ["id\tunit\tpitch"]
    for some in training + new:
        rows += [f"{some['id']}\t{n}\t{50 * (n in some['extract']) + generator.random()}" for n in range(10)]
    (tmp_path / "features.tsv").write_text("\n".join(rows) + "\n")
    made = {
        method: sy.summarise(new, method, length="3 units", train=training, features=tmp_path / "features.tsv")
        for method in ("features(components=1)", "features-lsa(components=1)")
    }
    for summaries in made.values():
        assert [set(summary.units) for summary in summaries.summaries] == [set(some["extract"]) for some in new]


JUDGED = [{"id": "d", "documents": ["a\nb\nc\nd"], "extract": [0, 1]}]
REFUSED = {
    "utility of 'j' is 1000": ([{"id": "d", "documents": ["a"], "utilities": {"j": [10**400]}}], {"words": 5}),
    "a judge named 'all', too": (
        [{"id": "d", "documents": ["a"], "utilities": {"all": [1], "b": [2]}}],
        {"methods": "utility:all", "words": 5},
    ),
    "seed=-1 is not": (JUDGED, {"methods": "features(seed=-1)", "words": 5, "train": JUDGED}),
    "dimensions=-1 is not": (JUDGED, {"methods": "features-lsa(dimensions=-1)", "words": 5, "train": JUDGED}),
    "weights are 0 to": (JUDGED, {"methods": "scored(query=0,lead=1e308)", "words": 5}),
    "up to 999,999,999": (JUDGED, {"words": "1e300"}),
    "lone surrogate": ([{"id": "\ud800", "documents": ["a"]}], {"methods": "random", "words": 5}),
    "'id' is .1.; expected a string": ([{"id": {1}, "documents": ["a"]}], {"words": 5}),
    "no documents": ([], {"words": 5}),
    "has no query": ([{"id": "d", "documents": ["a"]}], {"methods": "query", "words": 5}),
    "2 utilities for 1 units": ([{"id": "d", "documents": ["a"], "utilities": {"j": [1, 2]}}], {"words": 5}),
    "has no utilities": ([{"id": "d", "documents": ["a"]}], {"methods": "utility:all", "words": 5}),
    "of that judge": ([{"id": "d", "documents": ["a"], "utilities": {"j": [1]}}], {"methods": "utility:k", "words": 5}),
    "rate=0 is not": ([{"id": "d", "documents": ["a"]}], {"rate": 0}),
    "rate=1.1 is not": ([{"id": "d", "documents": ["a"]}], {"rate": 1.1}),
    "no size": ([{"id": "d", "documents": ["a"]}], {}),
    "no text": ([{"id": "d", "documents": ["  "]}], {"words": 5}),
    "twice; ids": ([{"id": "d", "documents": ["a"]}] * 2, {"words": 5}),
    "did you mean 'lead'": ([{"id": "d", "documents": ["a"]}], {"methods": "led", "words": 5}),
    "has no option 'x'": ([{"id": "d", "documents": ["a"]}], {"methods": "mmr(x=1)", "words": 5}),
    "start=2 is not": ([{"id": "d", "documents": ["a"]}], {"methods": "mmr(start=2)", "words": 5}),
    "expected a share above 0, and 1 at most": ([{"id": "d", "documents": ["a"]}], {"rate": "20%"}),
    "give some as train=": ([{"id": "d", "documents": ["a"]}], {"methods": "features", "words": 5}),
    "has no extract": (
        [{"id": "d", "documents": ["a"]}],
        {"methods": "features", "words": 5, "train": [{"id": "d", "documents": ["a"]}]},
    ),
    "cannot be cut at": ([{"id": "d", "documents": ["a"]}], {"words": 5, "cut": "characters"}),
    "unknown key 'document'": ([{"id": "d", "document": ["a"]}], {"words": 5}),
    "give all or none": ([{"id": "d", "documents": ["a"], "cluster": "c"}, {"documents": ["a"]}], {"words": 5}),
    "given twice": ([{"id": "d", "documents": ["a"]}], {"methods": ["lead", "lead"], "words": 5}),
    "NUL": ([{"id": "d", "documents": ["a\0"]}], {"words": 5}),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_summarised_is_refused(message):
    documents, choices = REFUSED[message]
    with pytest.raises(sy.SteelyardError, match=message.replace("(", r"\(")):
        sy.summarise(documents, **choices)


def test_a_method_of_ones_own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "from typing import ClassVar\n"
        "import numpy as np\n"
        "from steelyard.summaries.method import Ranked\n\n\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Longest(Ranked):\n"
        "    name: ClassVar[str] = 'longest'\n"
        "    about: ClassVar[str] = 'the longest units'\n\n"
        "    def scores(self, units):\n"
        "        return units.counts.sum(axis=1)\n"
    )
    assert units(FIVE, f"{path}:Longest", length="2 units", **RAW) == [{0, 4}]


def test_a_method_of_ones_own_that_learns_is_called_the_same_before_and_after(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import dataclass\nfrom typing import ClassVar\n"
        "from steelyard.summaries.methods.features import Features\n\n\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Mine(Features):\n    name: ClassVar[str] = 'mine'\n    about: ClassVar[str] = 'features'\n"
    )
    made = sy.summarise(JUDGED, "lead", words=2, train=JUDGED, references=f"{path}:Mine")
    assert list(made.corpus.systems) == ["lead"]
    assert len(made.corpus.references) == 1
