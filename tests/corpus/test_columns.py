"""Columns of texts and of trees, told by the endings of their files."""

import gzip

import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.corpus.columns import read_column, read_trees
from steelyard.corpus.texts import AnnotatedTexts
from steelyard.errors import FormatError, InputError, SpecError, SteelyardError

TREE = "(S (NP (PRP I)) (VP (VBD slept)) (. .))\n"
WORDS = "# segment = a\n1\tI\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tslept\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n# segment = b\n"


@pytest.fixture
def write(tmp_path):
    def file(name, text):
        data = text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
        return tmp_path / name

    return file


@pytest.mark.parametrize("name", ["x.mrg", "x.penn", "x.ptb", "X.MRG", "x.mrg.gz", "x.PTB.GZ"])
def test_brackets(write, name):
    column = read_column(write(name, TREE + "\n"))
    assert isinstance(column, AnnotatedTexts) and list(column) == ["I slept .", ""]
    (first,), second = column.annotations(0, 2)
    assert first.words == ("I", "slept", ".") and first.tags == ("PRP", "VBD", ".") and second == ()


@pytest.mark.parametrize("name", ["x.conllu", "x.CoNLLU", "x.conllu.gz"])
def test_conllu(write, name):
    column = read_column(write(name, WORDS))
    assert isinstance(column, AnnotatedTexts) and list(column) == ["I slept", ""] and column.names == ("a", "b")
    assert column.annotations(0, 1)[0][0].heads == (1, -1)
    assert column.annotations(1, 2) == ((),)


@pytest.mark.parametrize("name", ["x.txt", "x", "conllu", "mrg.txt", "x.mrg.txt", "x.gz"])
def test_other_files_are_lines(write, name):
    column = read_column(write(name, TREE))
    assert column.annotations(0, 1) is None and list(column) == [TREE.strip()]


def test_trees_tell_where_sentences_end(write):
    with pytest.raises(SpecError, match="sentences_at is for text files; trees tell where their sentences end"):
        read_column(write("x.mrg", TREE), sentences_at="<q>")


def test_read_trees_takes_no_other_file(write):
    with pytest.raises(InputError, match=r"x.txt: no file of trees by its ending; expected .conllu, .mrg, .penn, .ptb"):
        read_trees(write("x.txt", TREE))


@pytest.mark.parametrize("name", ["x.mrg", "x.conllu"])
@pytest.mark.parametrize(
    "text", ["", "plain text\n", "(S (NP\n", "1\tI\n", "\0\n", "\ufeff(S (A b))\n", "(S (A b))\r\n"]
)
def test_what_is_no_file_of_trees_is_named(write, name, text):
    path = write(name, text)
    with pytest.raises(SteelyardError) as error:
        read_trees(path)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("name", ["no.mrg", "no.conllu"])
def test_a_file_that_is_not_there(tmp_path, name):
    with pytest.raises(InputError, match=rf"{name}: No such file"):
        read_trees(tmp_path / name)


def test_gzip_that_is_none(tmp_path):
    (tmp_path / "x.mrg.gz").write_bytes(gzip.compress(TREE.encode())[:20])
    with pytest.raises((InputError, FormatError), match=r"x\.mrg\.gz"):
        read_trees(tmp_path / "x.mrg.gz")


def test_trees_stand_for_texts_wherever_texts_do(write):
    trees = read_trees(write("x.mrg", TREE * 3))
    made = sy.score({"A": trees}, trees, ["chrf", "stm(parser=given)"])
    assert made.value("A", "chrf") == pytest.approx(100) and made.value("A", "stm(parser=given)") == 1


def test_trees_wherever_texts_are_compared(write):
    trees = [
        read_trees(write(f"{n}.mrg", f"(S (NP (PRP {word})) (VP (VBD {verb})))\n(S (NN {verb}))\n"))
        for n, (word, verb) in enumerate([("I", "slept"), ("you", "slept"), ("we", "ate"), ("I", "ate")])
    ]
    hwcm = "hwcm(parser=given,depth=1)"
    corpus = Corpus.of({"A": trees[0], "B": trees[1]}, {"1": trees[2], "2": trees[3]})
    assert sy.similarity(trees[0], trees[3], hwcm).values.tolist() == [[0.5, 0.0], [0.0, 0.0]]
    assert sy.pairwise_similarities(corpus, [hwcm]).values[0, 0, 2, 1] == 0.5
    assert 0 < sy.orange(corpus, [hwcm]).scores[0].value <= 1
    with pytest.raises(InputError, match="the texts come without trees"):
        sy.similarity(["a"], ["b"], hwcm)


def test_names_of_segments_must_agree(write):
    one, other = read_trees(write("a.conllu", WORDS)), read_trees(write("b.conllu", WORDS.replace("= b", "= c")))
    with pytest.raises(InputError, match=r"segment 1 is 'c' in .*b\.conllu but 'b' in .*a\.conllu"):
        Corpus.of({"A": one}, other)


def test_trees_are_not_parsed_anew_without_being_asked(write):
    trees = read_trees(write("x.mrg", TREE))
    with pytest.raises(
        InputError, match=r"texts that come with trees, and stm would have them parsed anew by spacy; add par"
    ):
        sy.score({"A": trees}, trees, ["stm"])


def test_a_column_without_trees_beside_one_with_them(write):
    trees = read_trees(write("x.mrg", TREE))
    for systems, references, name in (
        ({"A": ["I slept"]}, trees, "system 'A'"),
        ({"A": trees}, ["I"], "reference set 1"),
    ):
        with pytest.raises(InputError, match=f"{name} comes without trees; give a file of trees for it, too"):
            sy.score(systems, references, ["stm(parser=given)"])
