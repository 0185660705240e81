"""Long texts take other paths through the kernels than short ones; the results must not tell."""

import random

import pytest

import steelyard as sy
from oracles import bleu, cder, chrf, per, ter, wer
from steelyard.errors import InputError

DRAWN = random.Random(7)


def text(length: int, types: int) -> list[str]:
    return [f"w{DRAWN.randrange(types)}" for _ in range(length)]


def noisy(tokens: list[str], types: int) -> list[str]:
    changed = [token if DRAWN.random() < 0.8 else f"w{DRAWN.randrange(types)}" for token in tokens]
    cut = DRAWN.randrange(len(changed))
    return changed[cut:] + changed[: cut - 3]


# more than 64 tokens (blocks of bits), more than 254 types and more than 30,000 tokens (n-grams by hashing)
@pytest.mark.parametrize(("length", "types"), [(70, 20), (150, 400), (400, 30), (3000, 2000), (31_000, 50)])
def test_ngrams(length, types):
    reference = text(length, types)
    hypothesis = noisy(reference, types)
    outputs, references = {"A": [" ".join(hypothesis)]}, [" ".join(reference)]
    scores = sy.score(outputs, references, ["bleu(tokens=none)", "per(order=2)", "chrf"])
    assert scores.value("A", "bleu(tokens=none)") == pytest.approx(bleu.corpus([hypothesis], [[reference]]), rel=1e-12)
    assert scores.value("A", "per(order=2)") == pytest.approx(
        per.corpus([hypothesis], [[reference]], order=2), rel=1e-12
    )
    assert scores.value("A", "chrf") == pytest.approx(chrf.corpus(outputs["A"], [references]), rel=1e-12)


@pytest.mark.parametrize("order", [8, 9, 12])
def test_long_ngrams(order):
    reference = text(60, 4)
    hypothesis = noisy(reference, 4)
    label = f"bleu(tokens=none,order={order})"
    made = sy.score({"A": [" ".join(hypothesis)]}, [" ".join(reference)], label).value("A", label)
    assert made == pytest.approx(bleu.corpus([hypothesis], [[reference]], order=order), rel=1e-12)


SIZES = [(64, 9), (65, 30), (130, 200), (300, 12)]
CASES = [(name, oracle, *size) for name, oracle in (("wer", wer), ("cder", cder)) for size in SIZES]
CASES += [("ter", ter, *size) for size in SIZES[:2]]  # its oracle takes minutes for 300 words


@pytest.mark.parametrize(("name", "oracle", "length", "types"), CASES)
def test_edit_distances(name, oracle, length, types):
    reference = text(length, types)
    hypothesis = noisy(reference, types)
    made = sy.score({"A": [" ".join(hypothesis)]}, [" ".join(reference)], name).value("A", name)
    assert made == pytest.approx(oracle.corpus([hypothesis], [[reference]]), rel=1e-12)


MANY_WORDS = " ".join(f"w{n}" for n in range(100_000))


@pytest.mark.parametrize(
    ("measure", "line", "words"),
    [
        ("rouge-lsum", f"{MANY_WORDS}\nend", 100_000),
        ("rouge-l@rouge-1.5.5", f"{MANY_WORDS}\nend", 100_000),
        ("rouge-w@rouge-1.5.5", MANY_WORDS, 100_000),
        ("wsk", "a " * 12_000, 12_000),
        ("esk", "a " * 12_000, 12_000),
    ],
)
def test_tables_beyond_a_gigabyte_are_refused_before_they_are_made(measure, line, words):
    lines = ["short", line]
    with pytest.raises(InputError) as caught:
        sy.score({"A": lines}, lines, measure, accept=["long"])
    name = measure.partition("@")[0]
    refused = f"{name}, segment 1: {words} words against {words} need tables of more than 1 GB"
    assert str(caught.value).startswith(refused)
    assert "option sentences" in str(caught.value)


@pytest.mark.parametrize(
    ("measure", "line"),
    [
        *((measure, MANY_WORDS) for measure in ("rouge-l", "rouge-1", "rouge-s(gap=4)", "rouge-su(gap=4)")),
        ("rouge-1(stem=porter)", "y" * 200_000),
    ],
)
def test_a_very_long_line_is_scored_where_time_and_memory_are_linear(measure, line):
    assert sy.score({"A": [line]}, [line], measure, accept=["long"]).value("A", measure) == 1
