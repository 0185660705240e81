"""The study of sets of measures: its tables and findings are those of the figures they are made of."""

import math
import re
from collections import Counter

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.report.figures import svg
from steelyard.report.folder import save
from steelyard.studies import STUDIES
from steelyard.studies.amigo_2011 import Growth, _growth_figure, kind_of, mixed_sets
from studying import figure, settings, text

FEW = ("bleu", "chrf", "ter", "rouge-l", "avls", "tvm(lemmas=references)")
RECIPE = STUDIES.load("amigo-2011")


@pytest.fixture(scope="module")
def found():
    return RECIPE.study(sy.sample(), FEW, *settings(dimension="adequacy", simulations=8, threads=1))


def rows(study, name):
    table = next(table for table in study.tables if table.name == name)
    return [dict(zip(table.heads, row, strict=True)) for row in table.rows]


def test_tables_are_those_of_the_pairs_of_outputs(found):
    pairs = sy.reliability(sy.sample(), FEW, dimension="adequacy")
    assert [(row["measure"], row["reliability"]) for row in rows(found, "measures")] == [
        (one.measures[0], one.reliability) for one in pairs.singles()
    ]
    sets = rows(found, "sets")
    assert [row["size"] for row in sets] == [2] * 8 + [3] * 8 + [5] * 6
    for row in sets:
        one = pairs.of(*row["measures"].split(" + "))
        assert (row["heterogeneity"], row["reliability"], row["gain"]) == (
            one.heterogeneity, one.reliability, one.gain,
        )  # fmt: skip


def test_shares_are_counted_not_assumed(found):
    """What the findings and the tables by size say is what the sets and pairs of measures give."""
    differences = [row["difference"] for row in rows(found, "additive-reliability")]
    positive = sum(d > 0 for d in differences)
    assert len(differences) == 15
    assert f"{positive} of 15 pairs of measures ({positive / 15:.1%}) are more reliable" in found.findings[0]
    (summary,) = rows(found, "figure-1")
    assert summary["positive"] == positive and summary["share positive"] == positive / 15
    assert summary["least"] == min(differences) and summary["most"] == max(differences)
    gains = {size: [row["gain"] for row in rows(found, "sets") if row["size"] == size] for size in (2, 3, 5)}
    for row in rows(found, "figure-5"):
        own = gains[row["size"]]
        assert row["share positive"] == sum(gain > 0 for gain in own) / len(own)
        assert row["gain"] == pytest.approx(sum(own) / len(own)) and row["undefined"] == 0
    every = [gain for own in gains.values() for gain in own]
    assert f"positive for {sum(gain > 0 for gain in every)} of {len(every)} random sets" in found.findings[1]


def test_sets_grow_in_figure_4(found):
    growth = rows(found, "figure-4")
    assert [(row["measures"], row["size"]) for row in growth] == [
        *(("lexical", size) for size in range(1, 5)), *(("lexical and other", size) for size in range(1, 7)),
    ]  # fmt: skip
    assert all(row["low"] <= row["mean"] <= row["high"] for row in growth)
    assert growth[0]["mean"] == 0
    pairs = sy.reliability(sy.sample(), FEW, dimension="adequacy")
    assert growth[3]["mean"] == pairs.of(*FEW[:4]).heterogeneity and growth[3]["sets"] == 1
    assert growth[-1]["mean"] == pairs.of(*FEW).heterogeneity
    assert any("more heterogeneous at 3 of 3 sizes" in line for line in found.findings)


def test_mixed_sets_are_drawn_from_all_pairings():
    lexical, others = range(5), range(5, 10)
    every = {(a, b) for a in lexical for b in others}
    assert set(map(tuple, mixed_sets(lexical, others, (2, 1), 25, 12345))) == every
    drawn = [tuple(members) for seed in range(40) for members in mixed_sets(lexical, others, (2, 1), 8, seed)]
    assert set(drawn) == every
    # 320 draws of 25 pairings: each comes up 12.8 times on average, with a standard deviation of 3.0
    assert all(12.8 - 4 * 3 <= drawn.count(pair) <= 12.8 + 4 * 3 for pair in every)
    sets = mixed_sets(range(12), range(12, 20), (7, 3), 50, 3)
    assert sets == mixed_sets(range(12), range(12, 20), (7, 3), 50, 3)
    assert len({tuple(members) for members in sets}) == 50
    assert all(len(set(members)) == 7 and sum(n >= 12 for n in members) == 3 for members in sets)
    assert mixed_sets(range(2), range(2, 9), (5, 2), 5, 12345) == []


def test_lexical_measures_alone():
    found = RECIPE.study(sy.sample(), ["bleu", "ter"], *settings(dimension="adequacy", simulations=5))
    assert any(line.startswith("figure 4 is of one kind of measures: 2 of 2 are lexical") for line in found.findings)
    assert {row["measures"] for row in rows(found, "figure-4")} == {"lexical"}


def test_other_measures_alone():
    found = RECIPE.study(sy.sample(), FEW[4:], *settings(dimension="adequacy", simulations=5))
    assert any("0 of 2 are lexical" in line for line in found.findings)


def test_undefined_sets_are_left_out_and_told():
    """Two measures that always disagree leave nothing to be trusted."""
    texts = {"A": ["a", "a"], "B": ["a b c d e f", "a b c d"]}
    corpus = sy.Corpus.of(texts, ["a b c", "a b c"])
    setup = {"human": {"A": [1, 2], "B": [2, 1]}, "simulations": 5}
    found = RECIPE.study(corpus, ["unigram-precision", "unigram-recall"], *settings(setup))
    assert "additive reliability: 0 of 0 pairs of measures (undefined)" in found.findings[0]
    assert found.findings[1].endswith("undefined for 1, which are left out")
    assert "undefined" in text(found) and math.isnan(rows(found, "sets")[0]["reliability"])


def test_it_is_repeatable(found):
    again = RECIPE.study(sy.sample(), FEW, *settings(dimension="adequacy", simulations=8, threads=2))
    other = RECIPE.study(sy.sample(), FEW, *settings(dimension="adequacy", simulations=8, seed=1))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures
    assert other.to_dict()["tables"] != found.to_dict()["tables"]


def test_files(found, tmp_path):
    save(found, tmp_path, "study")
    names = {path.name for path in tmp_path.iterdir()}
    assert names >= {f"figure-{n}.vl.json" for n in (1, 2, 4, 5)} | {"sets.tsv", "figure-4.tsv", "measures.tsv"}
    assert "Random sets of measures\n" not in text(found)


@pytest.mark.parametrize(
    ("measures", "setup", "error", "words"),
    [
        (["bleu"], {"dimension": "adequacy"}, SpecError, "name two or more"),
        (["bleu", "ter"], {"dimension": "adequacy", "simulations": 0}, SpecError, "simulations=0"),
        (["bleu", "ter"], {"human": dict.fromkeys("abc", 1.0)}, InputError, "none of these is scored here"),
        (["bleu", "ter"], {"human": {"aurora": [1.0] * 60}}, InputError, "human scores .* of two systems"),
    ],
)
def test_what_it_cannot_do(measures, setup, error, words):
    with pytest.raises(error, match=words):
        RECIPE.study(sy.sample(), measures, *settings(**setup))


def test_the_default_measures():
    kinds = Counter(kind_of(sy.parse(name)) for name in RECIPE.measures)
    assert len(set(RECIPE.measures)) == len(RECIPE.measures) == sum(kinds.values()) >= 60
    assert kinds["lexical"] >= 40 and kinds["linguistic"] >= 20 and kinds["other"] == 2


@pytest.mark.parametrize(
    ("measure", "kind"),
    [
        ("bleu", "lexical"), ("meteor", "lexical"), ("esk", "lexical"), ("avls", "other"), ("tvm", "other"),
        ("bleu(layer=pos)", "linguistic"), ("bleu(layer=lemma,parser=given)", "linguistic"), ("hwcm", "linguistic"),
        ("ne-or(outside=true)", "linguistic"), ("gramsim", "linguistic"), ("esk(senses=tagged)", "linguistic"),
    ],
)  # fmt: skip
def test_what_is_linguistic(measure, kind):
    """A measure that has texts parsed is linguistic, whatever its family."""
    assert kind_of(sy.parse(measure)) == kind


@pytest.mark.usefixtures("parser")
def test_linguistic_measures_have_sets_of_their_own_in_figure_4():
    measures = ("bleu", "chrf", "ter", "hwcm", "bleu(layer=tag)", "pos-or", "avls")
    found = RECIPE.study(sy.sample(), measures, *settings(dimension="adequacy", simulations=50, threads=1))
    growth = {(row["measures"], row["size"]): row for row in rows(found, "figure-4")}
    pairs = sy.reliability(sy.sample(), measures, dimension="adequacy")
    two = [pairs.of(a, b).heterogeneity for a in measures[:3] for b in measures[3:6]]
    one = growth["lexical and linguistic", 2]
    assert one["sets"] == 9 and one["mean"] == pytest.approx(sum(two) / 9)
    assert growth["lexical and linguistic", 6]["mean"] == pairs.of(*measures[:6]).heterogeneity
    assert growth["lexical and other", 2]["sets"] == 3 and ("lexical and other", 5) not in growth
    above = sum(growth["lexical and linguistic", n]["mean"] > growth["lexical", n]["mean"] for n in (2, 3))
    (line,) = (line for line in found.findings if line.startswith("sets with linguistic measures among them"))
    assert f"more heterogeneous at {above} of 2 sizes; at 3 measures H is" in line
    assert [row["kind"] for row in rows(found, "measures")] == ["lexical"] * 3 + ["linguistic"] * 3 + ["other"]
    legend = {row["measures"] for row in figure(found, "figure-4").rows}
    assert legend == {"lexical", "lexical and linguistic", "lexical and other"}


@pytest.mark.long
@pytest.mark.usefixtures("parser")
def test_translations_of_talks(ted, shared):
    """On 13 systems × 529 segments the shares are printed."""
    systems = {name: texts for name, texts in ted.systems.items() if not name.startswith("ref.")}
    corpus = sy.Corpus.of(systems, ted.references["B"])
    human = shared / "data" / "ted-zhen" / "human.tsv"
    found = RECIPE.study(corpus, RECIPE.measures, *settings(human=human, simulations=100))
    shares = [re.search(r"([\d,]+) of ([\d,]+) .*\((>?[\d.]+%)\)", line) for line in found.findings[:2]]
    for share in shares:
        part, whole = (int(number.replace(",", "")) for number in share.groups()[:2])
        assert part / whole > 0.95  # the paper: almost every pair, every set
    # All outputs have a score by every measure, so that no pair is lost to any; the paper's figure 4.
    assert f"of {529 * 13 * 12:,} judged pairs" in "\n".join(found.findings)
    assert "outputs:scored by all" not in found.signatures[0]
    assert any(line.startswith("sets with linguistic measures among them are the more heterogeneous at 9 of 9")
               for line in found.findings)  # fmt: skip


def test_of_several_dimensions_the_first_is_taken_and_said():
    first, named = (
        RECIPE.study(sy.sample(), FEW, *settings(dimension=one, simulations=5)) for one in (None, "adequacy")
    )
    assert first.tables == named.tables
    assert set(first.findings) - set(named.findings) == {
        "human scores are those of adequacy; the others (fluency) can be chosen: dimension=…"
    }


def test_figures_hold_what_the_tables_hold(found):
    differences = [row["difference"] for row in figure(found, "figure-1").rows]
    assert differences == [row["difference"] for row in rows(found, "additive-reliability")]
    for name, quantity in (("figure-2", "reliability"), ("figure-5", "gain")):
        points = [(row["measures"], row["heterogeneity"], row[quantity]) for row in figure(found, name).rows]
        assert points == [(row["size"], row["heterogeneity"], row[quantity]) for row in rows(found, "sets")]


def test_the_legend_of_figure_4_is_not_as_faint_as_its_bands():
    pytest.importorskip("vl_convert")
    grown = [Growth(kind, n, 1, n / 9, 0.0, 0.9) for kind in ("lexical", "mixed") for n in (1, 2)]
    drawn = svg(_growth_figure(grown))
    symbols = re.findall(r'role-legend-symbol[^>]*><path[^>]* opacity="([^"]*)"', drawn)
    assert symbols == ["1", "1"]
