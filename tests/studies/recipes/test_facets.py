"""By which facet a study splits its data."""

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.studies.recipes.facets import parts_facet, several_valued, split_by


def corpus(**facets):
    count = len(next(iter(facets.values()), "ab"))
    return sy.Corpus.of({"A": ["a"] * count}, [["a"] * count], facets={name: [*v] for name, v in facets.items()})


@pytest.mark.parametrize(
    ("facets", "facet"),
    [
        ({}, None),
        ({"topic": "aaaa"}, None),
        ({"topic": "abca", "kind": "abab"}, "kind"),
        ({"kind": "abab", "rate": "1234"}, "rate"),
        ({"compression": "1234", "size": "1233"}, "size"),
        ({"document": "abcdefghij", "kind": "ababababab"}, "kind"),
        ({"document": "abcdefghij"}, None),
        ({"size": "abcdefghij", "kind": "ababababab"}, "kind"),
    ],
)
def test_what_papers_split_by_comes_first_then_the_fewest_values(facets, facet):
    assert parts_facet(corpus(**facets)) == facet


def test_a_facet_that_is_asked_for_may_have_many_values():
    some = corpus(document="abcdefghij", kind="ababababab", flat="x" * 10)
    assert parts_facet(some, "document") == "document"
    assert split_by(some, "document") == "split by document (10 values); by=… takes another: kind"
    assert split_by(corpus(flat="xx"), None) == "split by no facet: none has 2 to 8 values; by=… names one"
    assert several_valued(some) == ["document", "kind"]


def test_facets_that_split_nothing_are_refused():
    some = corpus(topic="abab", flat="xxxx")
    with pytest.raises(SpecError, match=r"^by='topik': the corpus has no facet 'topik'; did you mean 'topic'\?$"):
        parts_facet(some, "topik")
    with pytest.raises(SpecError, match=r"^by='flat': all segments have the same flat"):
        parts_facet(some, "flat")
    with pytest.raises(SpecError, match=r"the corpus has no facet 'topic'; there is none$"):
        parts_facet(corpus(), "topic")


@pytest.mark.parametrize("name", ["banerjee-lavie-2005", "dorr-2005", "lin-hovy-2003", "pastra-saggion-2003"])
def test_studies_say_by_which_facet_they_split(name):
    few = {"simulations": 10} if name == "dorr-2005" else {}
    measure = "meteor" if name.startswith("banerjee") else "rouge-1"
    report = sy.study(name, measures=[measure], by="document", draws=sy.Draws(trials=20), **few)
    (line,) = report.content.about
    assert line.startswith("split by document (6 values)") and line in str(report)
