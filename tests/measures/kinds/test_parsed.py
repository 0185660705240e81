"""Measures over trees: the papers' worked numbers from given trees, and what the measures do not look at."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

import steelyard as sy
import toy_parser
from steelyard.corpus.sentences import Sentence, Span
from steelyard.corpus.texts import AnnotatedTexts
from steelyard.errors import InputError, SpecError

FIGURE_2 = "(S (NP (PRON she)) (VP (V saw) (NP (PRON him))))", "(S (NP (PRON she)) (VP (V saw) (NP (ART the) (N man))))"
#: I ← have → pen → {a, red}
PEN = Sentence(
    ("I", "have", "a", "red", "pen"), heads=(1, -1, 4, 4, 1), relations=("subj", "root", "det", "mod", "obj")
)
PARSED = [
    "stm", "dstm", "tkm", "dtkm", "hwcm", "dependency-f", "tree-accuracy", "generation-tree-accuracy", "gramsim",
    "pos-or", "sp-or", "cp-or", "dp-or", "dp-ol", "dp-oc", "ne-or(outside=true)",
]  # fmt: skip


def column(*texts) -> AnnotatedTexts:
    """Texts of sentences that are given."""
    words = (" ".join(word for sentence in text for word in sentence.words) for text in texts)
    return AnnotatedTexts.read(list(zip(words, texts, strict=True)), "given")


def score(notation: str, output, *references) -> float:
    name, _, options = notation.rstrip(")").partition("(")
    measure = f"{name}({options + ',' if options else ''}parser=given)"
    sets = {str(n): column(reference) for n, reference in enumerate(references)}
    return sy.score({"A": column(output)}, sets, measures=[measure]).value("A", measure)


def bracketed(tmp_path, text: str, name: str) -> AnnotatedTexts:
    path = tmp_path / f"{name}.mrg"
    path.write_text(text + "\n", "utf-8")
    return sy.read(path, "trees")


def test_stm_of_figure_2(tmp_path):
    """Liu & Gildea (2005): 6 of 7 subtrees of depth 1, 3 of 4 of depth 2, 1 of 2 of depth 3."""
    output, reference = (bracketed(tmp_path, tree, name) for tree, name in zip(FIGURE_2, "hr", strict=True))
    scores = sy.score({"A": output}, [reference], measures=["stm(depth=3,parser=given)", "bleu(order=1)"])
    assert scores.value("A", "stm(depth=3,parser=given)") == pytest.approx((6 / 7 + 3 / 4 + 1 / 2) / 3)
    assert scores.statistics[0].values.tolist() == [[[6, 3, 1, 7, 4, 2]]]
    assert scores.value("A", "bleu(order=1)") > 0, "the words are there, too"


def test_headword_chains_of_the_red_pen():
    """2-word chains have-I, have-pen, pen-a, pen-red, and the 3-word chains below have."""
    blue = replace(PEN, words=("I", "have", "a", "blue", "pen"))
    assert score("hwcm(depth=1)", (PEN,), (blue,)) == pytest.approx(4 / 5)
    assert score("hwcm(depth=2)", (PEN,), (blue,)) == pytest.approx((4 / 5 + 3 / 4) / 2)
    assert score("hwcm(depth=3)", (PEN,), (blue,)) == pytest.approx((4 / 5 + 3 / 4 + 1 / 2) / 3)
    assert score("hwcm(depth=9)", (PEN,), (PEN,)) == 1.0, "lengths without chains are left out"


def test_a_zero_has_a_floor_in_headword_chains():
    other = Sentence(("You", "own", "it"), heads=(1, -1, 1), relations=("subj", "root", "obj"))
    assert score("hwcm(depth=2)", (other,), (PEN,)) == 0.0
    assert score("hwcm(depth=2,floor=0.001)", (other,), (PEN,)) == pytest.approx(0.001)


def test_tree_kernel_of_figure_2(tmp_path):
    """Kernels 7 between the two, 12 and 10 of each with itself, counted by hand."""
    output, reference = (bracketed(tmp_path, tree, name) for tree, name in zip(FIGURE_2, "hr", strict=True))
    tkm = "tkm(parser=given)"
    assert sy.score({"A": output}, [reference], measures=[tkm]).value("A", tkm) == pytest.approx(7 / 120**0.5)


def test_dependency_f_counts_triples():
    blue = replace(PEN, words=("I", "have", "a", "blue", "pen"))
    passive = replace(PEN, relations=("subj", "root", "det", "mod", "subj"))
    assert score("dependency-f", (PEN,), (blue,)) == pytest.approx(4 / 5)
    assert score("dependency-f", (PEN,), (passive,)) == pytest.approx(4 / 5)
    assert score("dependency-f(labels=false)", (PEN,), (passive,)) == 1.0


def test_tree_accuracy_is_about_treelets():
    """A word moved among the dependents of one head is one move, of two edits without moves."""
    straight, moved = (
        Sentence(tuple(words.split()), heads=(1, -1, 5, 5, 5, 1), relations=("r",) * 6)
        for words in ("I have a big red pen", "I have big red a pen")
    )
    # treelets of the reference: have; I have pen; a big red pen
    assert score("tree-accuracy", (moved,), (straight,)) == pytest.approx(1 - 2 / 8)
    assert score("generation-tree-accuracy", (moved,), (straight,)) == pytest.approx(1 - 1 / 8)


@pytest.mark.parametrize("order", ["B A C D E", "C A B D E"])
def test_a_word_of_a_treelet_is_moved_once(order):
    """Also past its neighbour, which without moves is two substitutions; the treelets are the root, and all words."""
    straight, moved = (
        Sentence((*words.split(), "run"), heads=(5, 5, 5, 5, 5, -1), relations=("r",) * 6)
        for words in ("A B C D E", order)
    )
    assert score("tree-accuracy", (moved,), (straight,)) == pytest.approx(1 - 2 / 7)
    assert score("generation-tree-accuracy", (moved,), (straight,)) == pytest.approx(1 - 1 / 7)


def test_a_word_under_another_head_is_deleted_and_inserted():
    other = replace(PEN, heads=(1, -1, 4, 1, 1))
    # I have pen → I have red pen; a red pen → a pen
    assert score("tree-accuracy", (other,), (PEN,)) == pytest.approx(1 - 2 / 7)
    assert score("generation-tree-accuracy", (other,), (PEN,)) == pytest.approx(1 - 2 / 7)


def test_overlap_is_of_words_within_categories():
    reference = Sentence(("can", "can", "rust"), tags=("MD", "NN", "VB"), heads=(2, 2, -1), relations=("a", "s", "r"))
    output = Sentence(("can", "can", "rust"), tags=("NN", "NN", "VB"), heads=(2, 2, -1), relations=("a", "s", "r"))
    assert score("pos-or", (output,), (reference,)) == pytest.approx(2 / 4)
    assert score("pos-or(only=NN)", (output,), (reference,)) == pytest.approx(1 / 2)
    assert score("dp-or", (output,), (reference,)) == 1.0


def test_overlap_of_phrases_and_entities():
    spans = Span("S", 0, 3), Span("NP", 0, 2), Span("VP", 2, 3)
    reference = Sentence(("New", "York", "sleeps"), phrases=spans, entities=(Span("GPE", 0, 2),))
    output = Sentence(("York", "New", "sleeps"), phrases=spans, entities=(Span("GPE", 0, 1),))
    assert score("cp-or", (output,), (reference,)) == 1.0, "order does not matter"
    assert score("ne-or", (output,), (reference,)) == pytest.approx(1 / 2)
    assert score("ne-or(outside=true)", (output,), (reference,)) == pytest.approx(2 / 4)


def test_no_entities_on_either_side_is_undefined():
    plain = Sentence(("it", "sleeps"), entities=())
    texts = column((plain,))
    scores = sy.score({"A": texts}, [texts], measures=["ne-or(parser=given)"])
    assert scores.scores[0].reason == "neither outputs nor references have a word of the category"


def test_a_layer_that_is_not_there_is_named():
    with pytest.raises(InputError, match="gives no tags for some sentence"):
        score("pos-or", (PEN,), (PEN,))


def test_trees_are_not_parsed_anew_by_accident():
    texts = column((PEN,))
    with pytest.raises(InputError, match="would have them parsed anew by spacy; add parser=given"):
        sy.score({"A": texts}, [texts], measures=["hwcm"])


def test_texts_without_trees_cannot_be_given():
    with pytest.raises(InputError, match="the texts come without trees"):
        sy.score({"A": ["a"]}, ["a"], measures=["hwcm(parser=given)"])
    with pytest.raises(InputError, match="reference set 1 comes without trees"):
        sy.score({"A": column((PEN,))}, ["a"], measures=["hwcm(parser=given)"])


WORDS = st.lists(st.sampled_from("a b c d the cat mat ran ran. red.".split()), min_size=1, max_size=12)
parsed_texts = WORDS.map(lambda words: tuple(toy_parser.parse(" ".join(words))))


@pytest.mark.parametrize("measure", PARSED)
@examples(output=parsed_texts, reference=parsed_texts, seed=st.integers(0, 99))
def test_the_order_of_sentences_does_not_matter(measure, output, reference, seed):
    shuffled = Random(seed).sample(output, len(output))
    if "accuracy" in measure:
        # treelets of one head are matched in the order of the text
        heads = [sentence.words[n] for sentence in output for n in set(sentence.heads) - {-1}]
        shuffled = output if len(set(heads)) < len(heads) or len(output) > 1 else shuffled
    assert score(measure, tuple(shuffled), reference) == pytest.approx(score(measure, output, reference), abs=1e-12)


@pytest.mark.parametrize("measure", ["stm", "tkm", "gramsim"])
@examples(output=parsed_texts, reference=parsed_texts)
def test_words_do_not_matter_to_measures_of_structure(measure, output, reference):
    other = tuple(replace(sentence, words=tuple(f"w{n}" for n in range(len(sentence)))) for sentence in output)
    assert score(measure, other, reference) == score(measure, output, reference)


@pytest.mark.parametrize("measure", ["hwcm", "dependency-f", "dp-or", "dp-ol", "pos-or"])
@examples(output=parsed_texts, reference=parsed_texts, seed=st.integers(0, 99))
def test_the_order_of_words_does_not_matter_where_heads_stay(measure, output, reference, seed):
    turned = tuple(reordered(sentence, Random(seed)) for sentence in output)
    assert score(measure, turned, reference) == pytest.approx(score(measure, output, reference), abs=1e-12)


def reordered(sentence: Sentence, random: Random) -> Sentence:
    """The same words with the same heads in another order."""
    order = random.sample(range(len(sentence)), len(sentence))
    place = {old: new for new, old in enumerate(order)} | {-1: -1}
    layers = ("words", "lemmas", "pos", "tags", "relations")
    taken = {name: tuple(getattr(sentence, name)[n] for n in order) for name in layers}
    return Sentence(**taken, heads=tuple(place[sentence.heads[n]] for n in order))


@pytest.mark.parametrize("measure", PARSED)
@examples(output=parsed_texts, reference=parsed_texts, other=parsed_texts)
def test_a_further_reference_does_no_harm(measure, output, reference, other):
    alone, together = score(measure, output, reference), score(measure, output, reference, other)
    assert together >= alone - 1e-12


def test_words_side_by_side_are_no_tree():
    """Two sentences of one word each have no production, and the reference's has one."""
    yes, no = (Sentence((word,), heads=(-1,), relations=("root",)) for word in ("yes", "no"))
    below = Sentence(("yes", "no"), heads=(-1, 0), relations=("root", "dep"))
    assert score("dtkm", (yes, no), (below,)) == 0.0
    assert score("dtkm", (below,), (yes, no)) == 0.0
    assert score("dtkm", (yes, no), (no, yes)) == 1.0


@pytest.mark.parametrize("measure", ["tkm", "dtkm", "gramsim"])
def test_an_empty_output_does_not_raise_a_mean(measure):
    text = tuple(toy_parser.parse("the cat ran"))
    notation = f"{measure}(parser=given)"
    references = column(text, text)
    whole, half = (
        sy.score({"A": outputs}, [references], measures=[notation], accept=["empty"]).value("A", notation)
        for outputs in (column(text, text), column(text, ()))
    )
    assert whole == 1.0 and half < 0.9


def test_sentences_of_given_trees_are_told_apart_if_asked():
    """A text is a line, and by sentences=rules its sentences are what the file says."""
    one, other = (Sentence(tuple(words.split())) for words in ("red cats sleep", "big dogs bark"))
    for measure in ("wsk(layer=word)", "rouge-lsum(layer=word)"):
        assert score(measure, (other, one), (one, other)) < 1
        apart = measure.replace(")", ",sentences=rules)")
        assert score(apart, (other, one), (one, other)) == pytest.approx(1.0)


def test_dependencies_are_not_held_against_constituents():
    tree = Sentence(PEN.words, tags=("T",) * 5, phrases=(Span("S", 0, 5),))
    with pytest.raises(InputError, match="some files hold dependencies and others constituents"):
        score("dependency-f", (PEN,), (tree,))


def test_a_text_without_sentences_is_not_annotated():
    """As annotate writes one that its parser could not take."""
    references = column((PEN,), (PEN,))
    bare = AnnotatedTexts.read([("I have a pen", (PEN,)), ("lost words", ())], "given")
    texts = {"A": bare}, [references], ["hwcm(parser=given)"]
    with pytest.raises(InputError, match=r"segment 1 of 2: system 'A' cannot be annotated by given: the file of trees"):
        sy.score(*texts)
    accepted = sy.score(*texts, accept=["unannotated"]).scores[0]
    assert accepted.value == 1.0 and "it rests on 1 of 2 segments" in accepted.notice


@pytest.mark.parametrize("measure", ["tvm(layer=lemma)", "pourpre(layer=lemma)", "ter(layer=pos,punctuation=false)"])
def test_layers_of_what_is_not_parsed_are_refused(measure):
    with pytest.raises(SpecError, match="layer"):
        sy.parse(measure)
