"""A corpus in one line, and in a notebook."""

import steelyard as sy


def test_it_is_said_in_one_line():
    assert repr(sy.sample()) == (
        "<Corpus: 60 segments; 6 systems (aurora, basalt, cedar, dune, ember, flint); 3 references; source; "
        "facets document, topic; 2,160 judgements>"
    )
    assert repr(sy.Corpus.of({"A": ["x"]}, ["y"])) == "<Corpus: 1 segment; 1 system (A); 1 reference>"
    many = sy.Corpus.of({f"system {n}": ["x"] for n in range(500)})
    assert len(repr(many)) == 200 and repr(many).endswith("…>")
    assert repr(many.systems["system 1"]) == "<HeldTexts: 1>"
    assert len(repr(sy.measures())) <= 200


def test_a_notebook_shows_what_there_is():
    shown = sy.Corpus.of({"<A>": ["<x>", "z"]}, ["y", "z"])._repr_html_()
    assert "system &lt;A&gt;" in shown and "&lt;x&gt;" in shown and "reference 1" in shown and "<x>" not in shown
