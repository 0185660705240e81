"""What the local engine takes from measures that are not ours."""

import pytest

from steelyard.cli import main

TOLD_BY = (
    ("score", "--json"), ("score", "--intervals"), ("score", "--level", "segment"), ("ranks", "--json"),
    ("compare", "--json"), ("power",), ("report", "--out", "r.html"),
)  # fmt: skip
BEYOND = """
import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Mean, Measure


def infinite(output, references):
    return math.inf if "dog" in output else 1.0


def large(output, references):
    return 1e308


def together(outputs, references):
    return [-math.inf for _ in outputs]


class Facts:
    family: ClassVar[str] = "of others"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)


@dataclass(frozen=True, kw_only=True)
class Values(Facts, Mean):
    name: ClassVar[str] = "values"

    def values(self, batch):
        return np.array([np.inf if "dog" in output else 1.0 for output, _ in batch.texts()])


@dataclass(frozen=True, kw_only=True)
class Sums(Facts, Measure):
    name: ClassVar[str] = "sums"
    fields = ("length",)

    def statistics(self, batch):
        return np.array([[len(output)] for output, _ in batch.texts()], float)

    def score(self, sums):
        return sums[..., 0] * np.inf


@dataclass(frozen=True, kw_only=True)
class Whole(Sums):
    name: ClassVar[str] = "whole"

    def score(self, sums):
        return np.where(sums[..., 0] > 15, np.inf, 1.0)
"""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("infinite", "beyond.py:infinite, segment 1: the function gave inf; expected a number up to 1e+100, or None"),
        ("large", "beyond.py:large, segment 0: the function gave 1e+308; expected a number up to 1e+100, or None"),
        ("together(batch=true)", "beyond.py:together, segment 0: the function gave -inf; expected a number up to"),
        ("Values", "values, segment 1: statistics() gave inf; expected numbers up to 1e+100, or nan"),
        ("Sums", "sums, segment 0: score() gave inf; expected numbers up to 1e+100, or nan"),
        ("Whole", "beyond.py:Whole: the score of A is infinite; expected a number, or nan for none"),
    ],
)
def test_scores_are_finite(tmp_path, monkeypatch, capsys, name, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beyond.py").write_text(BEYOND, encoding="utf-8")
    for column, texts in {"A": "the cat sat\na dog ran\n", "B": "the cat\nthe dog\n", "ref": "cat\ndog\n"}.items():
        (tmp_path / f"{column}.txt").write_text(texts, encoding="utf-8")
    for command, *further in TOLD_BY:
        assert main([command, "A.txt", "B.txt", "-r", "ref.txt", "-m", f"beyond.py:{name}", *further]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"steelyard: {told}") and err.count("\n") == 1
    assert not (tmp_path / "r.html").exists()
