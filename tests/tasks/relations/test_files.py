"""Files of relations and of hierarchies: forms, sentences, and what is refused with file and line."""

import pytest

import steelyard as sy
from steelyard.errors import FormatError
from steelyard.tasks.relations.files import read_relations
from steelyard.tasks.relations.hierarchy import CARROLL, read_hierarchy


@pytest.fixture
def read(tmp_path):
    def call(text, name="x.gr"):
        (tmp_path / name).write_text(text, "utf-8")
        return read_relations(tmp_path / name)

    return call


@pytest.mark.parametrize(
    "line",
    ["SUBJ(eat, man, _)", "subj ( eat ,man,_ )", "Subj(eat, man, _),", "(subj eat man _)", "( SUBJ  eat\tman _ )"],
)
def test_forms_of_a_relation(read, line):
    assert read(f"{line}\n").sentences == ((sy.Relation("subj", ("eat", "man", "_")),),)


def test_arguments_of_several_words_and_signs(read):
    ((call, listed),) = read("OBJ(see, New York)\n(conj , (a) b)\n").sentences
    assert call.arguments == ("see", "New York") and listed.arguments == (",", "(a)", "b")


@pytest.mark.parametrize(
    ("text", "counts", "names"),
    [
        ("a(b)\na(c)\n\n\na(d)\n", (2, 1), None),
        ("; comment\n# another\na(b)\n# more\na(c)\n", (2,), None),
        ("# sentence x y\na(b)\n\na(c)\n# sentence z\n", (2, 0), ("x y", "z")),
        ("1\n(a b)\n(a c)\n\n2\n(a d)\n", (2, 1), ("1", "2")),
        ("# sentence\n\n# sentence\na(b)\n\na(c)\n", (0, 1, 1), None),
        ("#SENTENCE: x\na(b)", (1,), ("x",)),
    ],
)
def test_sentences(read, text, counts, names):
    found = read(text)
    assert (tuple(map(len, found.sentences)), found.names) == (counts, names)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a(b)\nrun dog\n", "x.gr, line 2: 'run dog' is no relation; expected NAME"),
        ("a(b, )\n", "x.gr, line 1: the relation A.b, . lacks a name or an argument"),
        ("a()\n", "x.gr, line 1: "),
        ("a(b)\n# sentence x\na(c)\n", "line 2: some sentences have a name and others none"),
        ("# sentence x\na(b)\n# sentence\n", "line 3: some sentences have a name and others none"),
        ("# sentence x\na(b)\n# sentence x\n", "line 3: sentence 'x' is there twice"),
        ("\n\n", "x.gr: there is no relation"),
        ("# only words\n", "x.gr: there is no relation"),
    ],
)
def test_what_is_refused(read, text, message):
    with pytest.raises(FormatError, match=message):
        read(text)


def test_the_hierarchy_of_carroll():
    assert CARROLL.above("ncsubj") == {"subj", "subj_or_dobj", "arg", "dependent"}
    assert CARROLL.above("dobj") == {"obj", "comp", "subj_or_dobj", "arg", "dependent"}
    order = CARROLL.order()
    assert order[0] == "dependent" and len(order) == len(set(order)) == 23
    assert all(order.index(parent) < order.index(name) for name, above in CARROLL.parents.items() for parent in above)
    assert CARROLL.slots("ncsubj") == ("head", "dependent", "initial_gr") and CARROLL.slots("xmod")[0] == "type"
    assert CARROLL.slots("odd") is None


def test_a_hierarchy_of_one_s_own(tmp_path):
    path = tmp_path / "kinds.tsv"
    path.write_text("# mine\nNsubj\tsubj\n\nagent\tsubj\nagent\tby\n")
    kinds = read_hierarchy(path)
    assert kinds.above("agent") == {"subj", "by"} and kinds.slots("nsubj") == CARROLL.slots("subj")
    made = sy.relations(
        [["nsubj(a, b)"]], {"m": [["agent(a, b)"]]}, only="subj", hierarchy=path, draws=sy.Draws(resamples=9)
    )
    assert made.value("m") == 1 and "hierarchy:kinds.tsv#" in next(made.figures()).signature


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\n", "kinds.tsv, line 1: expected a relation, a tab, and the relation above it"),
        ("a\tb\tc\n", "line 1: expected"),
        ("a\tb\nb\t\n", "line 2: expected"),
        ("a\tb\nb\tc\nc\ta\n", "kinds.tsv: the hierarchy runs in a circle: A stands above itself"),
        ("", "kinds.tsv: there is no relation"),
    ],
)
def test_hierarchies_that_are_refused(tmp_path, text, message):
    (tmp_path / "kinds.tsv").write_text(text)
    with pytest.raises(FormatError, match=message):
        read_hierarchy(tmp_path / "kinds.tsv")


def test_relations_derived_from_a_conllu_file(tmp_path):
    path = tmp_path / "x.conllu"
    path.write_text(
        "1\tdogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\trun\trun\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        "1\tcome\tcome\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    assert read_relations(path).sentences == ((sy.Relation.of("SUBJ(run, dog, _)"),), ())
