from dataclasses import replace

import pytest
from hypothesis import given, settings

from annotation.random_dependencies import dependencies
from annotation.trees.evalb import Counts, compared
from annotation.trees.gold_parses import SEEN, gold, parsed, parses
from steelyard.annotation.trees.constituents import phrases_of, tree_of
from steelyard.annotation.trees.phrase import words_of
from steelyard.corpus.bracketed import bracketed
from steelyard.corpus.sentences import Sentence


def with_phrases(sentence):
    return replace(sentence, phrases=phrases_of(sentence))


def tree(rows):
    """Return the brackets of words given a line each: word, tag (universal if in lower case), head from 1, relation."""
    cells = [row.split() for row in rows.strip().splitlines()]
    words, tags, heads, relations = (tuple(column) for column in zip(*cells, strict=True))
    universal = all(tag.islower() for tag in tags)
    sentence = Sentence(
        words,
        tags=() if universal else tags,
        pos=tuple(tag.upper() for tag in tags) if universal else (),
        heads=tuple(int(head) - 1 for head in heads),
        relations=relations,
    )
    return bracketed(with_phrases(sentence))


def shape(text):
    sentence = with_phrases(parsed(tuple(text.split())))
    return bracketed(replace(sentence, words=("w",) * len(sentence)))


def test_same_and_other_syntax():
    had, have = shape("I had a dog ."), shape("I have the dog .")
    assert had == "(S (NP (PRP w)) (VP (VBD w) (NP (DT w) (NN w))) (. w))"
    assert have == had.replace("VBD", "VBP")
    assert shape("A dog I had .").replace("VBD", "VBP") != have


def test_dependencies_of_the_red_pen():
    sentence = parsed(tuple("I have a red pen".split()))
    assert sentence.heads == (1, -1, 4, 4, 1)
    assert bracketed(with_phrases(sentence)) == ("(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))")


def test_brackets_agree_with_the_sample():
    seen, held_out = Counts(), Counts()
    for place, (given_tree, sentence) in enumerate(parses()):
        counts = compared(given_tree, phrases_of(sentence))
        seen, held_out = (seen + counts, held_out) if place < SEEN else (seen, held_out + counts)
    assert seen.f >= 96.9
    assert held_out.f >= 94.8


def test_the_sample_agrees_with_itself():
    for sentence in gold():
        assert compared(sentence, sentence.phrases).f == 100


@settings(max_examples=400)
@given(dependencies())
def test_any_tree_gives_a_sound_bracketing(sentence):
    assert sentence.problem() is None
    found = with_phrases(sentence)
    assert found.problem() is None
    assert (found.phrases[0].first, found.phrases[0].end) == (0, len(sentence))
    assert words_of(tree_of(sentence)) == list(range(len(sentence)))


def test_no_heads_no_phrases():
    assert phrases_of(Sentence(("a",))) == ()


@pytest.mark.parametrize("relation", ["conj", "xcomp", "pobj", "dep"])
@pytest.mark.parametrize("tag", ["NN", "VB", "IN"])
def test_depth_has_no_limit(relation, tag):
    count = 3000
    heads = tuple(range(-1, count - 1))
    chain = Sentence(("w",) * count, tags=(tag,) * count, heads=heads, relations=(relation,) * count)
    assert phrases_of(chain)[0].end == count


def test_auxiliaries_and_negation():
    rows = """
        It   PRP 6 nsubj
        may  MD  6 aux
        not  RB  6 neg
        have VB  6 aux
        been VBN 6 auxpass
        seen VBN 0 ROOT
        yet  RB  6 advmod
    """
    inner = "(VP (VB have) (VP (VBN been) (VP (VBN seen) (ADVP (RB yet)))))"
    assert tree(rows) == f"(S (NP (PRP It)) (VP (MD may) (RB not) {inner}))"


def test_crossing_arcs_are_lifted():
    rows = """
        A    DT  2 det
        man  NN  3 nsubj
        came VBD 0 ROOT
        who  WP  5 nsubj
        sang VBD 2 relcl
        .    .   3 punct
    """
    assert tree(rows) == ("(S (NP (DT A) (NN man)) (VP (VBD came) (SBAR (WHNP (WP who)) (S (VP (VBD sang))))) (. .))")


def test_round_brackets_are_asides():
    rows = """
        Bonn  NNP   5 nsubj
        (     -LRB- 1 punct
        1949  CD    1 appos
        )     -RRB- 1 punct
        grew  VBD   0 ROOT
    """
    assert tree(rows) == ("(S (NP (NP (NNP Bonn)) (PRN (-LRB- -LRB-) (NP (CD 1949)) (-RRB- -RRB-))) (VP (VBD grew)))")


def test_unlike_members_of_a_coordination():
    rows = """
        She  PRP 2 nsubj
        was  VBD 0 ROOT
        slow JJ  2 acomp
        and  CC  3 cc
        in   IN  3 conj
        pain NN  5 pobj
    """
    assert tree(rows) == (
        "(S (NP (PRP She)) (VP (VBD was) (UCP (ADJP (JJ slow)) (CC and) (PP (IN in) (NP (NN pain))))))"
    )


def test_either_opens_a_coordination_of_verbs_or_clauses():
    verbs = """
        You    PRP 4 nsubj
        can    MD  4 aux
        either CC  4 preconj
        pay    VB  0 ROOT
        or     CC  4 cc
        wait   VB  4 conj
        here   RB  6 advmod
    """
    both = "(VP (CC either) (VP (VB pay)) (CC or) (VP (VB wait) (ADVP (RB here))))"
    assert tree(verbs) == f"(S (NP (PRP You)) (VP (MD can) {both}))"
    clauses = """
        Either CC  3 preconj
        he     PRP 3 nsubj
        goes   VBZ 0 ROOT
        or     CC  3 cc
        she    PRP 6 nsubj
        goes   VBZ 3 conj
    """
    assert tree(clauses) == (
        "(S (CC Either) (S (NP (PRP he)) (VP (VBZ goes))) (CC or) (S (NP (PRP she)) (VP (VBZ goes))))"
    )


def test_an_auxiliary_without_its_verb():
    rows = """
        We   PRP 4 nsubj
        have VBP 4 aux
        n't  RB  4 neg
        yet  RB  0 ROOT
    """
    assert tree(rows) == "(S (NP (PRP We)) (VP (VBP have) (ADVP (RB n't) (RB yet))))"


def test_a_question_about_a_question():
    rows = """
        Do   VBP 3 aux
        you  PRP 3 nsubj
        know VB  0 ROOT
        who  WP  5 nsubj
        came VBD 3 ccomp
        ?    .   5 punct
    """
    inner = "(SBAR (WHNP (WP who)) (S (VP (VBD came))))"
    assert tree(rows) == f"(SQ (VBP Do) (NP (PRP you)) (VP (VB know) {inner}) (. ?))"


def test_universal_dependencies():
    rows = """
        The    det   2 det
        dogs   noun  7 nsubj:pass
        in     adp   5 case
        the    det   5 det
        house  noun  2 nmod
        were   aux   7 aux:pass
        seen   verb  0 root
        by     adp   9 case
        me     pron  7 obl:agent
        and    cconj 13 cc
        they   pron  13 nsubj
        are    aux   13 cop
        happy  adj   7 conj
        .      punct 7 punct
    """
    assert tree(rows) == (
        "(S (S (NP (NP (DET The) (NOUN dogs)) (PP (ADP in) (NP (DET the) (NOUN house)))) "
        "(VP (AUX were) (VP (VERB seen) (PP (ADP by) (NP (PRON me)))))) (CCONJ and) "
        "(S (NP (PRON they)) (VP (AUX are) (ADJP (ADJ happy)))) (PUNCT .))"
    )


def test_words_without_tags():
    sentence = Sentence(("dogs", "see", "cats"), heads=(1, -1, 1), relations=("nsubj", "root", "obj"))
    assert bracketed(with_phrases(sentence)) == "(S (NP (_ dogs)) (VP (_ see) (NP (_ cats))))"


def test_joined_subordinate_clauses_have_one_clause_around_them():
    rows = """
        She   PRP 2 nsubj
        said  VBD 0 ROOT
        that  IN  5 mark
        it    PRP 5 nsubj
        rained VBD 2 ccomp
        and   CC  5 cc
        that  IN  9 mark
        it    PRP 9 nsubj
        snowed VBD 5 conj
    """
    clauses = " (CC and) ".join(
        f"(SBAR (IN that) (S (NP (PRP it)) (VP (VBD {verb}))))" for verb in ("rained", "snowed")
    )
    assert tree(rows) == f"(S (NP (PRP She)) (VP (VBD said) (SBAR {clauses})))"


def test_a_number_that_stands_for_a_noun_is_no_quantity():
    rows = """
        I    PRP 2 nsubj
        want VBP 0 ROOT
        a    DT  5 det
        red  JJ  5 amod
        one  CD  2 dobj
    """
    assert tree(rows) == "(S (NP (PRP I)) (VP (VBP want) (NP (DT a) (JJ red) (CD one))))"
