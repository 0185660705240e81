"""The study of ranks over facets and references."""

import math
from dataclasses import replace

import pytest

import steelyard as sy
from steelyard.errors import InputError
from steelyard.inference.comparison.ranks import facet_ranks, reference_ranks
from steelyard.studies import STUDIES
from steelyard.studies.pastra_saggion_2003 import facets_of
from studying import settings

SETUP = {"threads": 1}
SYSTEMS = ("Query", "Simple1", "Simple2", "Simple3")
RATES = ("10%", "20%", "30%", "40%", "50%")
#: Ranks at each compression rate, and of their averages: rows "Ref 1 - 125" and "Ref 3 - 125" of their table 4.
REF_1 = ("1324", "1234", "2134", "1324", "1234"), (1, 2, 3, 4)
REF_3 = ("2314", "2314", "1324", "1324", "2314"), (2, 3, 1, 4)


def paper(clusters=("125",)):
    """A corpus in which unigram precision against the two references gives the ranks of the paper."""
    pairs = [(cluster, n) for cluster in clusters for n in range(len(RATES))]

    def output(system, n):
        right = [5 - int(ranks[n][system]) for ranks, _ in (REF_1, REF_3)]
        words = [f"{letter}{k}" for letter, count in zip("ab", right, strict=True) for k in range(count)]
        return " ".join(words + ["x"] * (8 - len(words)))

    return sy.Corpus.of(
        {name: [output(s, n) for _, n in pairs] for s, name in enumerate(SYSTEMS)},
        {letter: [" ".join(f"{letter}{k}" for k in range(4))] * len(pairs) for letter in "ab"},
        facets={"cluster": [cluster for cluster, _ in pairs], "compression": [RATES[n] for _, n in pairs]},
    )


@pytest.fixture(scope="module")
def found():
    return STUDIES.load("pastra-saggion-2003").study(sy.sample(), ["bleu", "ter"], *settings(SETUP))


def test_worked_numbers_of_table_4(rows):
    found = STUDIES.load("pastra-saggion-2003").study(paper(), ["unigram-precision"], *settings(SETUP))
    table = {row["references"]: row for row in rows(found, "table-4")}
    for name, (levels, average) in (("reference 1", REF_1), ("reference 2", REF_3)):
        assert tuple(table[name][system] for system in SYSTEMS) == average
        ranks = {
            (row["level"], row["scored"]): row["rank"]
            for row in rows(found, "ranks-systems")
            if row["references"] == name
        }
        for rate, order in zip(RATES, levels, strict=True):
            assert tuple(ranks[rate, system] for system in SYSTEMS) == tuple(map(int, order))


def test_clusters_are_ranked_apart(rows):
    one, two = (STUDIES.load("pastra-saggion-2003").study(paper(names), ["unigram-precision"], *settings(SETUP))
                for names in (("125",), ("125", "1197")))  # fmt: skip
    table = rows(two, "table-4")
    assert [row["cluster"] for row in table] == ["125", "1197"] * 3
    assert [{**row, "cluster": ""} for row in table if row["cluster"] == "1197"] == [
        {**row, "cluster": ""} for row in rows(one, "table-4")
    ]
    assert "clusters:cluster" in two.signatures[0] and "clusters:none" in one.signatures[0]
    assert any("1 order in 2 clusters" in line for line in two.findings)


def test_ranks_are_those_of_ranks(found, rows):
    """Against all references as facet_ranks has it; on the whole against each alone as reference_ranks has it."""
    corpus = sy.sample()
    table = rows(found, "table-4")
    for one in facet_ranks(sy.score(corpus, measures=["bleu", "ter"]), "document"):
        row = next(r for r in table if (r["measure"], r["references"]) == (one.measure, "all references"))
        assert tuple(row[name] for name in corpus.systems) == one.aggregated
        assert (row["levels as whole"], row["pairs swapped"]) == (one.same_order, one.swapped)
        own = [
            r
            for r in rows(found, "ranks-systems")
            if (r["measure"], r["references"]) == (one.measure, "all references")
        ]
        assert all(r["rank"] == one.by_level[r["level"]][one.systems.index(r["scored"])] for r in own)
        assert len(own) == 6 * 6
    alone = replace(corpus, references=corpus.references[1:2])
    for one in facet_ranks(sy.score(alone, measures=["bleu"]), "document"):
        row = next(r for r in table if (r["measure"], r["references"]) == ("bleu", "reference 2"))
        assert tuple(row[name] for name in corpus.systems) == one.aggregated
    assert len(reference_ranks(corpus, ["bleu"])[0].by_level) == 3 == len({r["references"] for r in table}) - 1


def test_references_against_each_other(found, rows):
    corpus = sy.sample()
    scored = replace(corpus, systems={"other": corpus.references[2]}, references=corpus.references[:1], judgements=())
    scores = sy.score(scored, measures=["bleu"], level="document")
    for row in rows(found, "ranks-references"):
        if (row["measure"], row["references"], row["scored"]) == ("bleu", "reference 1", "reference 3"):
            assert row["score"] == pytest.approx(scores.value("other", "bleu", row["level"]))
    cells = {(r["references"], r["scored"]) for r in rows(found, "table-1")}
    assert len(cells) == 6 and ("reference 1", "reference 1") not in cells


def test_findings_are_counted(found, rows):
    """Orders of single levels that are those of the average ranks against all references, recounted."""
    systems = list(sy.sample().systems)
    table = [row for row in rows(found, "table-4") if row["measure"] == "bleu"]
    truth = next(tuple(row[s] for s in systems) for row in table if row["references"] == "all references")
    alone = [
        row
        for row in rows(found, "ranks-systems")
        if row["measure"] == "bleu" and row["references"] != "all references"
    ]
    orders = {}
    for row in alone:
        orders.setdefault((row["references"], row["level"]), {})[row["scored"]] = row["rank"]
    same = sum(tuple(order[s] for s in systems) == truth for order in orders.values())
    average = sum(tuple(row[s] for s in systems) == truth for row in table if row["references"] != "all references")
    line = next(line for line in found.findings if line.startswith("bleu: held against average ranks"))
    assert f"have {same} of 18 orders the same" in line and f"average ranks over them {average} of 3" in line


def test_two_references_have_no_order(few, rows):
    corpus, _ = few
    corpus = replace(corpus, facets={"document": ("x", "x", "y", "y")})
    found = STUDIES.load("pastra-saggion-2003").study(corpus, ["rouge-1"], *settings(SETUP))
    assert {row["rank"] for row in rows(found, "ranks-references")} == {1.0}
    assert not any("nearest to another" in line for line in found.findings)


def test_what_is_undefined_is_told(few, rows):
    """A level without a score has no ranks, and so have averages over it."""
    corpus, _ = few
    corpus = replace(corpus, facets={"document": ("x", "x", "y", "z")})
    blank = sy.Corpus.of(
        {name: list(texts) for name, texts in corpus.systems.items()},
        {"one": ["...", "...", "it rains", "she reads"], "two": ["...", "...", "it rains", "she reads"]},
        facets={"document": ["x", "x", "y", "z"]},
    )
    found = STUDIES.load("pastra-saggion-2003").study(blank, ["esk"], *settings(SETUP))
    table = rows(found, "table-4")
    assert all(math.isnan(row[name]) for row in table for name in "ABC")
    assert any(line.startswith("undefined: esk, reference 1, all:") for line in found.findings)
    assert "esk: average ranks are undefined" in found.findings
    assert any("undefined" in row.values() for row in rows(found, "table-2"))


def test_facets():
    corpus = paper(("125", "1197"))
    assert facets_of(corpus) == ("compression", "cluster")
    assert facets_of(sy.sample()) == ("document", None)
    with pytest.raises(InputError, match="the corpus has none with two values"):
        facets_of(replace(corpus, facets={"topic": ("news",) * 10}))


def test_it_is_repeatable(found):
    again = STUDIES.load("pastra-saggion-2003").study(sy.sample(), ["bleu", "ter"], *settings(threads=2))
    assert again.to_dict() == found.to_dict()


def test_progress_ends_at_the_end():
    told = []
    setup = {"threads": 1, "progress": lambda *one: told.append(one)}
    STUDIES.load("pastra-saggion-2003").study(paper(), ["unigram-precision"], *settings(setup))
    assert told == sorted(told) and told[-1][0] == told[-1][1]


def test_refusals(few):
    run = STUDIES.load("pastra-saggion-2003").study
    corpus, _ = few
    with pytest.raises(InputError, match="the corpus has none with two values or more"):
        run(corpus, ["bleu"], *settings(SETUP))
    with pytest.raises(InputError, match="needs 2 reference sets or more, and the corpus has 1"):
        run(replace(sy.sample(), references=sy.sample().references[:1]), ["bleu"], *settings(SETUP))
    with pytest.raises(InputError, match="ranks systems; give two or more"):
        run(replace(corpus, systems={"A": corpus.systems["A"]}), ["bleu"], *settings(SETUP))
