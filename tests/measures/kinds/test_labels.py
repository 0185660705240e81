"""Measures over labels and answer keys: worked numbers, and what is refused."""

import math

import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.errors import FormatError, InputError, MissingResource, SpecError

KEY = "1:vital 2:vital 3:vital 4:okay 5:okay 6:okay 7:okay 8:vital 9:okay 10:okay 11:okay"
# Lin & Demner-Fushman (2005), table 1 and figure 1.
COPLAND = """vital american composer
vital musical achievements ballets symphonies
vital born brooklyn ny 1900
okay son jewish immigrant
okay american communist
okay civil rights advocate
okay had senile dementia
vital established home for composers
okay won oscar for "the Heiress"
okay homosexual
okay teacher tanglewood music center boston symphony"""
ANSWER = """Once past a rather routine apprenticeship, which included three years of study with Nadia Boulanger in \
Paris, Copland became one of the few American composers to make a living from composition.
A passionate advocate of civil rights, Copland conducted a performance of the "Lincoln Portrait" with Coretta Scott \
King as narrator.
after four prior nominations, he won an Oscar in 1949 for his music for "The Heiress\""""


def value(measure: str, output: str, *references: str, **more) -> float:
    sets = {str(n): [text] for n, text in enumerate(references)}
    corpus = Corpus.of({"A": [output]}, sets, accept=["empty"], **more)
    return sy.score(corpus, measures=[measure], accept=["empty"]).value("A", measure)


def test_the_nuggets_of_aaron_copland():
    """r = 1, a = 2, R = 4, l = 347: allowance 300, precision 300/347, recall 1/4."""
    length = len("".join(ANSWER.split()))
    for beta in (3, 5):
        precision, recall = 300 / 347, 1 / 4
        expected = (beta**2 + 1) * precision * recall / (beta**2 * precision + recall)
        assert value(f"nugget-f(beta={beta})", f"1 6 9 length:{length}", KEY) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("1 2 3 8 length:399", 1.0),
        ("1 2 3 8 length:400", 1.0),
        ("1 2 3 8 length:800", 10 * 0.5 / (9 * 0.5 + 1)),
        ("4 5 length:10", 0.0),
        ("length:0", 0.0),
        ("1 1 length:100", 10 * 0.25 / 9.25),
    ],
)
def test_nugget_f(output, expected):
    assert value("nugget-f", output, KEY) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("length", ["", "٣٤٥", "-1", "9" * 5000])
def test_lengths_that_are_none(length):
    with pytest.raises(InputError, match="add one length:N"):
        value("nugget-f", f"1 length:{length}", KEY)


def test_questions_without_vital_nuggets_have_no_part_in_the_mean():
    scores = sy.score({"A": ["1 length:9", "1 length:9"]}, ["1:vital", "1:okay"], measures=["nugget-f"])
    assert scores.value("A", "nugget-f") == 1.0
    alone = sy.score({"A": ["1 length:9"]}, ["1:okay"], measures=["nugget-f"])
    assert math.isnan(alone.scores[0].value) and alone.scores[0].reason == "the answer key has no vital nugget"


def test_pourpre_of_aaron_copland():
    """Of vital nuggets: american (1/2), none, none, composers (1/4); 1, 5, 6, 8, 9 match at all (`for`, `the`)."""
    with_stop = "pourpre(weight=count,stop=english)"
    recall = (1 / 2 + 0 + 0 + 1 / 3) / 4
    assert value(with_stop, ANSWER, COPLAND) == pytest.approx(10 * recall / (9 + recall), rel=1e-12)
    stemmed = (1 + 1 / 4 + 0 + 1 / 3) / 4  # musical, music
    assert value("pourpre(weight=count,stop=english,stem=porter)", ANSWER, COPLAND) == pytest.approx(
        10 * stemmed / (9 + stemmed), rel=1e-12
    )
    micro = (1 + 1) / (2 + 4 + 4 + 3)
    assert value("pourpre(weight=count,stop=english,average=micro)", ANSWER, COPLAND) == pytest.approx(
        10 * micro / (9 + micro), rel=1e-12
    )


def test_pourpre_takes_document_frequencies_from_the_source_or_a_file(tmp_path):
    key, answer = "vital a b", "a"
    # N = 2 documents: a in both, b in one
    idf_a, idf_b = math.log(1 + 2 / 2), math.log(1 + 2 / 1)
    recall = idf_a / (idf_a + idf_b)
    expected = 10 * recall / (9 + recall)
    corpus = Corpus.of({"A": [answer] * 2}, [key] * 2, source=["a b", "a"])
    assert sy.score(corpus, measures=["pourpre"]).value("A", "pourpre") == pytest.approx(expected, rel=1e-12)
    table = tmp_path / "documents.tsv"
    table.write_text("2\na\t2\n")
    scored = sy.score({"A": [answer]}, [key], measures=[f"pourpre(idf={table})"])
    assert scored.scores[0].value == pytest.approx(expected, rel=1e-12)
    assert "|context:" in scored.scores[0].signature


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the number of documents alone"),
        ("a\t2\n", "line 1: expected the number of documents alone"),
        ("٢\na\t2\n", "line 1: expected the number of documents alone"),
        ("9" * 5000 + "\na\t2\n", "line 1: expected the number of documents alone"),
        ("2\na\t٢\n", "line 2: .* 1 to 2"),
        ("2\na 2\n", "line 2: 'a 2'; expected a new term"),
        ("2\na\t3\n", "line 2: .* 1 to 2"),
        ("2\na\t1\na\t1\n", "line 3: .*expected a new term"),
    ],
)
def test_faults_of_document_frequencies(tmp_path, text, message):
    table = tmp_path / "documents.tsv"
    table.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=message):
        value(f"pourpre(idf={table})", "a", "vital a")
    with pytest.raises(MissingResource, match="document frequencies"):
        value(f"pourpre(idf={tmp_path / 'none.tsv'})", "a", "vital a")


def test_relative_utility_of_radevs_kind():
    """Two judges; the best two sentences are worth 17 + 14, the chosen ones 17 + 7."""
    judges = "s1:10 s2:8 s3:2 s4:0", "s1:4 s2:9 s3:5 s4:7"
    assert value("relative-utility", "s2 s4", *judges) == pytest.approx(24 / 31, rel=1e-12)
    assert value("relative-utility", "s2 s1 s2", *judges) == 1.0
    assert value("relative-utility", "", *judges) == 0.0
    assert math.isnan(value("relative-utility", "s1", "s1:0 s2:0"))


def test_pyramids():
    pyramid = "a:4 b:3 c:2 d:2 e:1"
    assert value("pyramid", "a b", pyramid) == 1.0
    assert value("pyramid", "a a - -", pyramid) == pytest.approx(4 / 11)
    assert value("pyramid", "-", pyramid) == 0.0
    assert value("pyramid(kind=modified)", "a", pyramid + " size:2.9") == pytest.approx(4 / 7)
    assert value("pyramid(kind=modified,models=4)", "a b", pyramid) == pytest.approx(7 / 9)  # 12/4 = 3 units a model
    assert value("pyramid(kind=modified)", "a b c d e", pyramid + " size:1") == 1.0
    assert value("pyramid(kind=recall)", "a e -", "a:1 b:1 c:1 d:1 e:1") == pytest.approx(2 / 5)


def test_extracts_as_lines():
    output, reference = "It rained.\nThe  cat sat.\n", "The cat sat.\nIt was late."
    assert value("co-selection(units=lines,kind=precision)", output, reference) == 0.5
    assert value("co-selection(kind=recall)", "s1 s2", "s1", "s1 s3 s4") == pytest.approx(2 / 4)


def test_terms_of_tvm_come_from_the_source_where_there_is_one():
    """The one word that counts is `dog` by the sources, `cat` by the references; tied words go by their letters."""
    texts = {"A": ["dog dog cat"]}, ["cat cat dog"]
    assert value("tvm(n=1)", texts[0]["A"][0], texts[1][0], source=["dogs, a dog"]) == pytest.approx(1 / (1 + 1 / 3))
    assert value("tvm(n=1)", "dog dog cat", "cat dog") == pytest.approx(1 / (1 + 1 / 6))
    equal = sy.score(Corpus.of(*texts, source=["dog"]), measures=["tvm(n=1)"]).scores[0].signature
    other = sy.score(Corpus.of(*texts), measures=["tvm(n=1)"]).scores[0].signature
    assert equal.partition("context:")[2] != other.partition("context:")[2]
    asked = sy.score(Corpus.of(*texts, source=["dog"]), measures=["tvm(n=1,lemmas=references)"]).scores[0].signature
    assert asked.partition("context:")[2] == other.partition("context:")[2]


def test_tvm_refuses_sources_in_another_language():
    """The sample's sources are German; a headline of a long English text has few of its lemmas, but those."""
    with pytest.raises(InputError, match=r"^tvm: only \d+ of the \d+ most frequent words .* use lemmas=references$"):
        sy.score(sy.sample(), measures=["tvm"])
    scores = sy.score(sy.sample(), measures=["tvm(lemmas=references)"])
    assert scores.value("aurora", "tvm(lemmas=references)") > scores.value("flint", "tvm(lemmas=references)")
    assert value("tvm", "dogs bark", "dog barks", source=[" ".join(f"word{n}" for n in range(99)) + " dog"]) == 1


@pytest.mark.parametrize(
    ("measure", "output", "references", "message"),
    [
        ("nugget-f", "1", ["1:vital"], "segment 0: the output says its length nowhere; add one length:N"),
        ("nugget-f", "1 length:x", ["1:vital"], "says its length length:x; add one length:N"),
        ("nugget-f", "1 length:1 length:2", ["1:vital"], "says its length length:1 length:2; add one"),
        ("nugget-f", "9 length:1", ["1:vital 2:okay"], r"the output has '9', which is not in the answer key \(1, 2\)"),
        ("nugget-f", "1 length:1", ["1:good"], "a reference has '1:good'; expected nugget:vital or nugget:okay"),
        ("nugget-f", "1 length:1", ["vital"], "a reference has 'vital'; expected nugget:vital or nugget:okay"),
        ("nugget-f", "1 length:1", ["1:vital 1:okay"], "a reference has '1' twice"),
        ("nugget-f", "1 length:1", ["1:vital", "1:okay"], "several references; give one answer key per segment"),
        ("relative-utility", "b", ["a:1"], r"the output has 'b', which is not in the judges' utilities \(a\)"),
        ("relative-utility", "a", ["a:11"], "'a:11'; expected label:utility with a utility from 0 to 10"),
        ("relative-utility", "a", ["a:nan"], "'a:nan'; expected label:utility"),
        ("relative-utility", "a", ["a:1 b:2", "a:1"], "'b' is rated by some judges only"),
        ("pyramid", "b", ["a:1"], r"the output has 'b', which is not in the pyramid \(a\)"),
        ("pyramid", "a", ["a:0"], "'a:0'; expected scu:weight with a weight above 0"),
        ("pyramid", "a", ["a:1", "a:1"], "several references; give one pyramid per segment"),
        ("pyramid(kind=modified)", "a", ["a:1"], "does not say how many SCUs a model has"),
        ("pourpre", "a", ["a b"], "begins with 'a'; expected 'vital' or 'okay'"),
        ("pourpre", "a", ["vital"], r"a nugget \(vital\) has no word left to be found"),
        ("pourpre", "a", ["vital a", "okay b"], "several references; give one answer key per segment"),
    ],
)
def test_segments_that_are_refused(measure, output, references, message):
    with pytest.raises(InputError, match=message):
        value(measure, output, *references)


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("co-selection(beta=-1)", "beta=-1.* is not possible; expected 0 to 1000"),
        ("nugget-f(beta=nan)", "beta=nan is not possible"),
        ("pyramid(models=-1)", "models=-1 is not possible"),
        ("tvm(0)", "n=0 is not possible; expected 1 to 1000000"),
        ("tvm(stem=porter)", "lemmatised or stemmed, not both; add lemma=none to stem=porter"),
        ("avls(sentences=paragraphs)", "sentences=paragraphs is not possible"),
    ],
)
def test_options_that_are_refused(measure, message):
    with pytest.raises(SpecError, match=message):
        sy.parse(measure)
