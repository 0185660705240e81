"""Precision, recall and F of relations: worked numbers, the oracle, and what must hold of any relations."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from oracles import relations as oracle
from steelyard.errors import InputError, MissingOutputs, SpecError
from steelyard.tasks.relations.files import RelationFile
from steelyard.tasks.relations.hierarchy import CARROLL
from steelyard.tasks.relations.report import ALL, AVERAGE, RelationMeasure

PAPER = [
    "SUBJ(eat, man, _)", "OBJ(eat, banana)", "OBJ(eat, apple)", "MOD(with, eat, fork)", "SUBJ(come, man, _)",
    "MOD(that, man, come)", "XCOMP(without, eat, ask)",
]  # fmt: skip
QUICK = {"draws": sy.Draws(resamples=20, trials=20)}

names = st.sampled_from(["dependent", "mod", "ncmod", "arg", "subj", "ncsubj", "csubj", "comp", "obj", "dobj", "xcomp"])
words = st.sampled_from("ab")
relation = st.builds(lambda name, head, dependent: sy.Relation(name, (head, dependent)), names, words, words)
sentence = st.tuples(st.lists(relation, max_size=4), st.lists(relation, max_size=4))
sentences = st.lists(sentence, min_size=1, max_size=4).filter(lambda drawn: any(gold for _, gold in drawn))


def report(drawn, **options):
    returned, gold = (list(side) for side in zip(*drawn, strict=True))
    return sy.relations(gold, {"mine": returned}, **QUICK, **options)


def plain(relations):
    return [(one.name, dict(zip(("head", "dependent"), one.arguments, strict=True))) for one in relations]


def added(rows):
    return [sum(column) for column in zip(*rows, strict=True)]


@given(sentences, st.booleans())
def test_figures_equal_the_oracle(drawn, subsume):
    made = report(drawn, subsume=subsume)
    sides = [(plain(returned), plain(gold)) for returned, gold in drawn]
    wanted = {ALL: added(oracle.counts_of_all(*side, CARROLL.parents, subsume) for side in sides)}
    for row in made.relations:
        wanted[row.upper()] = added(oracle.counts_of_row(*side, row, CARROLL.parents, subsume) for side in sides)
    for relation, counts in wanted.items():
        for figure, value in zip(("precision", "recall", "f"), oracle.figures(*counts), strict=True):
            found = made.value("mine", figure, relation)
            assert math.isnan(found) if value is None else found == pytest.approx(value), (figure, relation)


@given(sentences)
def test_the_average_is_the_mean_over_the_relations_of_the_gold_standard(drawn):
    made = report(drawn)
    named = {one.name for _, gold in drawn for one in gold}
    for figure in ("precision", "recall", "f"):
        values = [made.value("mine", figure, name) for name in named]
        defined = [value for value in values if not math.isnan(value)]
        found = made.value("mine", figure, AVERAGE)
        assert found == pytest.approx(sum(defined) / len(defined)) if defined else math.isnan(found)


@given(sentences)
def test_what_equals_the_gold_standard_is_perfect(drawn):
    made = report([(gold, gold) for _, gold in drawn])
    assert [made.value("mine", figure) for figure in ("precision", "recall", "f")] == [1, 1, 1]


@given(sentences)
def test_subsumption_never_takes_credit_away(drawn):
    for figure in ("precision", "recall"):
        strict, lenient = (report(drawn, subsume=subsume).value("mine", figure) for subsume in (False, True))
        assert strict <= lenient or math.isnan(strict)


@given(sentences)
def test_the_most_general_relation_alone_compares_arguments_only(drawn):
    unnamed = [[[sy.Relation("subj", one.arguments) for one in side] for side in sides] for sides in drawn]
    assert report(drawn, only="dependent").value("mine") == report(unnamed).value("mine")


def test_the_table_of_the_paper_can_be_made():
    returned = [*PAPER[:3], "MOD(with, banana, fork)", *PAPER[4:6], "XCOMP(without, fork, ask)"]
    made = sy.relations([PAPER], {"parser": [returned]}, only=["SUBJ", "OBJ", "XCOMP", "MOD"], **QUICK)
    assert made.relations == ("subj", "obj", "xcomp", "mod")
    figures = {one.relation: one for one in made.figures() if one.figure == "precision"}
    assert [figures[name].value for name in ("SUBJ", "OBJ", "XCOMP", "MOD", AVERAGE)] == [1, 1, 0, 0.5, 0.625]
    assert (figures["MOD"].matched, figures["MOD"].of) == (1, 2) and figures[AVERAGE].matched is None
    assert made.value("parser", "recall", ALL) == pytest.approx(5 / 7)


@pytest.mark.parametrize(
    ("kind", "per_mille", "average"),
    [
        ("precision", (503, 485, 622, 572), 0.546),
        ("precision", (736, 848, 762, 637), 0.746),
        ("recall", (391, 500, 321, 537), 0.437),
        ("recall", (645, 534, 647, 562), 0.597),
    ],
)
def test_the_averages_of_the_paper_s_table_3(kind, per_mille, average):
    sums = [count for matched in per_mille for count in (matched, 1000, matched, 1000)]
    assert float(RelationMeasure(kind=kind, relation=AVERAGE).score(sums)) == pytest.approx(average, abs=5.01e-4)


def test_only_takes_what_stands_under_a_relation_as_it():
    gold, mine = (
        [["ncsubj(a, b, _)", "dobj(a, c, _)", "ncmod(_, a, d)"]],
        [["csubj(a, b, _)", "obj(a, c)", "xcomp(_, a, d)"]],
    )
    assert sy.relations(gold, {"mine": mine}, **QUICK).value("mine") == 0
    assert sy.relations(gold, {"mine": mine}, only=["subj", "OBJ"], **QUICK).value("mine") == 1
    assert sy.relations(gold, {"mine": mine}, only=["subj", "mod"], **QUICK).value("mine") == pytest.approx(2 / 3)


def test_more_general_relations_are_credited_if_asked_and_more_special_ones_never():
    gold, general, special = [["subj(a, b)"]], [["arg(a, b)"]], [["ncsubj(a, b)"]]
    for mine, subsume, value in ((general, False, 0), (general, True, 1), (special, False, 0), (special, True, 0)):
        assert sy.relations(gold, {"mine": mine}, subsume=subsume, **QUICK).value("mine") == value
    with_only = {"only": "subj", **QUICK}
    assert sy.relations(gold, {"mine": general}, subsume=True, **with_only).value("mine", "recall", "subj") == 1
    assert math.isnan(sy.relations(gold, {"mine": general}, **with_only).value("mine", "precision", "subj"))


@pytest.mark.parametrize(
    ("gold", "mine", "ignore", "value"),
    [
        ("subj(a, b, _)", "subj(a, b)", (), 1),
        ("subj(a, b, obj)", "subj(a, b, _)", (), 0),
        ("subj(a, b, obj)", "subj(a, b)", "initial_gr", 1),
        ("mod(with, a, b)", "mod(_, a, b)", (), 0),
        ("mod(with, a, b)", "mod(in, a, b)", ["type"], 1),
        ("iobj(to, a, b)", "iobj(a, b)", ["type"], 1),
        ("subj(a, b)", "subj(a, c)", ["dependent"], 1),
        ("odd(a, b, c)", "odd(a, b, c)", (), 1),
        ("odd(a, b, c)", "odd(a, b, d)", ["initial_gr"], 0),
        ("conj(and, a, b, c)", "conj(and, a, b, c)", (), 1),
        ("SUBJ(Eat, man, _)", "subj(eat, man, _)", (), 0),
    ],
)
def test_arguments(gold, mine, ignore, value):
    assert sy.relations([[gold]], {"mine": [[mine]]}, ignore=ignore, **QUICK).value("mine") == value


def test_relations_of_different_kinds_are_compared_in_the_slots_that_both_have():
    assert sy.relations([["ncsubj(a, b, obj)"]], {"m": [["arg(_, a, b)"]]}, subsume=True, **QUICK).value("m") == 1
    assert sy.relations([["iobj(to, a, b)"]], {"m": [["comp(in, a, b)"]]}, subsume=True, **QUICK).value("m") == 0


def test_a_relation_counts_as_often_as_it_is_there():
    made = sy.relations([["obj(a, b)"]], {"m": [["obj(a, b)", "obj(a, b)"]]}, **QUICK)
    assert (made.value("m", "precision"), made.value("m", "recall")) == (0.5, 1)


def test_rows_gather_what_stands_under_them():
    gold = [["ncsubj(a, b)", "csubj(a, c)", "dobj(a, d)", "mine(a, b)"]]
    made = sy.relations(gold, {"m": [["ncsubj(a, b)", "csubj(a, x)"]]}, **QUICK)
    assert made.relations == ("subj_or_dobj", "subj", "ncsubj", "csubj", "dobj", "mine")
    assert made.value("m", "recall", "subj") == 0.5


def test_undefined_figures_say_why():
    made = sy.relations([["subj(a, b)"]], {"m": [["obj(a, b)"]]}, **QUICK)
    reasons = {(one.figure, one.relation): one.reason for one in made.figures() if math.isnan(one.value)}
    assert reasons == {
        ("precision", "SUBJ"): "no such relation was returned",
        ("recall", "OBJ"): "the gold standard has no such relation",
        ("precision", AVERAGE): "no such relation was returned",
    }
    assert made.value("m", "f", "subj") == made.value("m", "f", "obj") == 0


def test_an_average_says_what_has_no_part_in_it():
    made = sy.relations([["subj(a, b)", "obj(a, c)"]], {"m": [["obj(a, c)"]]}, **QUICK)
    (notice,) = {one.notice for one in made.figures() if one.notice}
    assert notice == "1 of 2 relations have no part in the mean: no such relation was returned"


def test_parsers_are_compared_on_f_of_all_relations():
    gold = [[f"subj(a, {n})", f"obj(a, {n})"] for n in range(40)]
    half = [own if n % 2 else own[:1] for n, own in enumerate(gold)]
    made = sy.relations(gold, {"A": gold, "B": half, "C": half})
    a_b, a_c, b_c = made.comparisons.comparisons
    assert a_b.difference == pytest.approx(1 - 120 / 140) and a_b.better == a_c.better == "A" and a_b.p < 0.001
    assert (b_c.p, b_c.difference, b_c.better) == (1, 0, None)
    assert "unit:sentence" in a_b.signature and "subsume:false" in a_b.signature
    assert sy.relations(gold, {"A": gold}, **QUICK).comparisons is None
    assert sy.compare(made.scores, draws=sy.Draws(trials=20, resamples=20, unit="sentence")).of("recall SUBJ")


def test_intervals_cover_the_value_and_follow_the_seed():
    gold = [[f"subj(a, {n})"] for n in range(30)]
    mine = [own if n % 3 else ["subj(b, b)"] for n, own in enumerate(gold)]
    drawn = (sy.Draws(seed=seed, interval="bca") for seed in (1, 1, 2))
    first, again, other = (sy.relations(gold, {"m": mine}, draws=draws).to_dict() for draws in drawn)
    assert first == again != other
    assert all(one["low"] < one["value"] == 2 / 3 < one["high"] for one in first["relations"])


def test_the_same_sentences_by_name_or_by_order():
    gold = RelationFile("gold", ((sy.Relation.of("subj(a, b)"),), (sy.Relation.of("obj(a, b)"),)), ("one", "two"))
    turned = RelationFile("turned", gold.sentences[::-1], ("two", "one"))
    assert sy.relations(gold, {"m": turned}, **QUICK).value("m") == 1
    assert sy.relations(gold, {"m": RelationFile("m", turned.sentences)}, **QUICK).value("m") == 0
    part = RelationFile("part", gold.sentences[:1], ("one",))
    with pytest.raises(MissingOutputs, match="parser 'm' has no sentence 'two'"):
        sy.relations(gold, {"m": part})
    assert sy.relations(gold, {"m": part}, run=sy.Run(accept=["empty"]), **QUICK).value("m", "recall") == 0.5
    with pytest.raises(InputError, match="part has no sentence 'two'"):
        sy.relations(part, {"m": gold})


def test_what_is_asked_for_must_make_sense():
    one = [["subj(a, b)"]]
    for options, message in (
        ({"only": ["subj", "arg"]}, "SUBJ and ARG cannot be chosen together"),
        ({"only": ["obj", "subj_or_dobj"]}, "DOBJ would count as both"),
        ({"ignore": "initial"}, "did you mean 'initial_gr'"),
    ):
        with pytest.raises(SpecError, match=message):
            sy.relations(one, {"m": one}, **options)
    with pytest.raises(SpecError, match="parsers=list is not possible"):
        sy.relations(one, [one])
    made = sy.relations(one, {"m": one}, **QUICK)
    for asked in (("n",), ("m", "q"), ("m", "f", "obj")):
        with pytest.raises(SpecError, match="in this report"):
            made.value(*asked)


def test_given_relations_must_make_sense():
    one = [["subj(a, b)"]]
    for gold, parsers, message in (
        (one, {}, "there is no parser"),
        (one, {"m": [*one, *one]}, "parser 'm' has 2 sentences but the gold standard has 1"),
        (one, {"m": ["subj(a, b)"]}, "expected a list of relations for each sentence"),
        (one, {"m": [["subj"]]}, "'subj' is no relation"),
        (one, {"m": [["subj(a, )"]]}, "lacks a name or an argument"),
        ([[]], {"m": one}, "there is none of the relations that count"),
    ):
        with pytest.raises(InputError, match=message):
            sy.relations(gold, parsers)
    with pytest.raises(InputError, match="arguments of a relation are a text, 'ab'"):
        sy.Relation("subj", "ab")


def test_relations_are_not_saved_as_statistics_of_texts(tmp_path):
    with pytest.raises(InputError, match="has its scores from a file"):
        sy.relations([["subj(a, b)"]], {"m": [["subj(a, b)"]]}, **QUICK).scores.save(tmp_path / "x.npz")
