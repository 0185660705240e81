from __future__ import annotations

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError

MODEL = """cat|black|mod
sat|cat|subj
sat|mat|NIL
mat|NIL|NIL
mat|NIL|det
cat|black|mod
"""
OUTPUT = """Cat | Black | mod
cat|black|mod
cat|black|mod

sat|cat|obj
SAT|mat|nil
mat|NIL|NIL
"""

# By hand: which lines count, and how many of them are in common.
HITS = {
    "h": (1, 1, 2),  # mat
    "hm": (4, 5, 4),  # cat|black twice, sat|cat, sat|mat
    "hmr": (2, 4, 4),  # cat|black|mod twice; mat|NIL|det counts, its modifier may be NIL
    "hm1": (5, 6, 6),  # and mat|nil once, of two
    "hmr1": (3, 5, 4),  # and sat|mat|nil
    "hmr2": (4, 6, 6),  # and mat|nil|nil
}


def score(notation: str, output: str, *models: str) -> float:
    return sy.score({"A": [output]}, {str(n): [model] for n, model in enumerate(models)}, [notation]).scores[0].value


@pytest.mark.parametrize("match", HITS)
def test_what_counts(match: str) -> None:
    hits, output, model = HITS[match]
    assert score(f"rouge-be(match={match},kind=precision)", OUTPUT, MODEL) == hits / output
    assert score(f"rouge-be(match={match},kind=recall)", OUTPUT, MODEL) == hits / model
    assert score(f"rouge-be(match={match})", OUTPUT, MODEL) == pytest.approx(2 * hits / (output + model))


def test_options_of_the_family() -> None:
    output, first, second = "a|b|c\nd|e|f", "a|b|c\ng|h|i\nj|k|l", "d|e|f"
    assert score("rouge-be(kind=recall)", output, first, second) == 2 / 4
    assert score("rouge-be(kind=recall,models=best-recall)", output, first, second) == 1
    assert score("rouge-be(kind=recall,models=best-recall,jackknife=true)", output, first, second) == (1 / 3 + 1) / 2
    assert score("rouge-be(kind=recall,inverted=true)", output, first) == 1 / 2
    assert score("rouge-be(alpha=0)", output, first) == pytest.approx(1 / 3)
    assert score("rouge-be@rouge-1.5.5(kind=recall)", output, first) == 0.33333


def test_nothing_that_counts() -> None:
    assert score("rouge-be(match=h)", OUTPUT, "cat|black|mod") == 0
    assert score("rouge-be(match=h)", "cat|black|mod", MODEL) == 0


@pytest.mark.parametrize(
    "line", ["cat black mod", "cat|black", "cat|black|mod|x", "cat|black|", "|black|mod", "||", "|"]
)
def test_a_line_that_is_no_element_is_named(line: str) -> None:
    outputs, models = ["cat|black|mod", f"cat|black|mod\n\n{line}"], ["cat|black|mod"] * 2
    with pytest.raises(InputError) as error:
        sy.score({"A": outputs}, models, ["rouge-be"], ids=["D1", "D2"])
    assert str(error.value) == (
        f"rouge-be, segment D2: line 2 of the output, blank ones left out, is {line!r}; "
        f"expected head|modifier|relation, with NIL for none"
    )
    with pytest.raises(InputError, match="segment 1: line 2 of a reference, blank ones left out, is "):
        sy.score({"A": models}, outputs, ["rouge-be"])


def test_unknown_match() -> None:
    with pytest.raises(SpecError, match="rouge-be: match=hmr3 is not possible; did you mean"):
        sy.parse("rouge-be(match=hmr3)")
