"""Long texts take other paths through the kernels than short ones; the results must not tell."""

import random
import subprocess
import sys

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


def edits_of(hypothesis: list[str], reference: list[str]) -> tuple[int, int]:
    """Substitutions, and tokens that the canonical alignment deletes: traced back through the whole table."""
    table = [list(range(len(reference) + 1))]
    for word in hypothesis:
        row = [table[-1][0] + 1]
        for j, other in enumerate(reference):
            row.append(min(table[-1][j] + (word != other), table[-1][j + 1] + 1, row[-1] + 1))
        table.append(row)
    i, j, substitutions, deletions = len(hypothesis), len(reference), 0, 0
    while i and j:
        step = int(hypothesis[i - 1] != reference[j - 1])
        if table[i][j] == table[i - 1][j - 1] + step:
            substitutions, i, j = substitutions + step, i - 1, j - 1
        elif table[i][j] == table[i][j - 1] + 1:
            deletions, j = deletions + 1, j - 1
        else:
            i -= 1
    return substitutions, deletions + j


# the table is kept for 1,024 words of the reference at a time
@pytest.mark.parametrize("lengths", [(70, 1024), (70, 1025), (300, 1100), (90, 2200), (1100, 90), (2, 3000)])
def test_edits_of_long_texts(lengths):
    hypothesis, reference = (text(length, 12) for length in lengths)
    made = sy.score({"A": [" ".join(hypothesis)]}, [" ".join(reference)], "string-accuracy").statistics[0].values[0, 0]
    insertions, deletions, substitutions, *_ = made.tolist()
    assert (substitutions, deletions) == edits_of(hypothesis, reference)
    assert insertions - deletions == len(hypothesis) - len(reference)


EDITING = """
import resource
import steelyard as sy
sy.score({"A": ["a b"]}, ["a c"], "generation-accuracy")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
left, right = (" ".join(f"w{n * step % 997}" for n in range(40_000)) for step in (1, 7))
sy.score({"A": [left]}, [right], "generation-accuracy")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_edits_of_long_texts_take_little_memory():
    """The whole table of 40,000 by 40,000 words would take 400 MB."""
    more = subprocess.run([sys.executable, "-c", EDITING], capture_output=True, text=True, check=True).stdout
    assert float(more) < 100
