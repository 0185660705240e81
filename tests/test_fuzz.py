"""The fuzzer: a run of fixed size breaks nothing, a case comes again from its seed, and what is broken is found."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from fuzz import ROOT, calls, corruption, files, measures, oracle, samples, texts
from fuzz.__main__ import main
from fuzz.arguments import RIGHT
from fuzz.running import Findings, run, safe_place

import steelyard as sy
from steelyard.corpus.formats import names
from steelyard.measures.registry import registry
from steelyard.reading import _OTHERS

SEED = 20_000


def found(kind: str, count: int, seed: int = SEED) -> Findings:
    findings = Findings()
    with safe_place() as folder:
        for n in range(count):
            if finding := run(kind, seed + n, folder, findings):
                print(finding, f"again: python -m fuzz --again {kind}:{seed + n}")
    return findings


@pytest.mark.parametrize(("kind", "count"), [("call", 400), ("file", 60)])
def test_a_short_run_breaks_nothing(kind, count):
    findings = found(kind, count)
    assert findings.count == {kind: count} and not findings.broken


# Numbers and no time, so that no load of the machine changes what is tried: some three minutes.
@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("kind", "count"), [("call", 20_000), ("file", 2_500)])
def test_a_long_run_breaks_nothing(kind, count, part):
    assert not found(kind, count, SEED + (part + 1) * 1_000_000).broken


@pytest.mark.long
@pytest.mark.fuzz
@pytest.mark.parametrize(("kind", "count"), [("call", 10_000), ("file", 1_000)])
def test_a_run_under_sanitizers_breaks_nothing(kind, count):
    assert not found(kind, count, SEED * 1_000).broken


def test_everything_is_tried():
    assert set(names()) <= set(files.kinds()) and set(_OTHERS) <= set(files.kinds())
    assert set(RIGHT) == {name for name in sy.__all__ if name[0].islower()}
    assert set(measures.names()) == set(registry())
    assert not set(samples.READ_ONLY) - set(names())


@pytest.mark.parametrize("name", list(files.kinds()))
def test_files_are_right_before_they_are_damaged(name, tmp_path):
    kind = files.kinds()[name]
    for path, data in {**kind.files, **kind.beside}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    if name == "realsumm":
        assert sy.read(tmp_path / "A.csv", name).ids == ("doc1",)
    elif kind.read is not None and name != "ducview":
        kind.read(tmp_path)
    for command in kind.commands[:1]:
        oracle.answered([word.replace("{}", str(tmp_path)) for word in command])


@pytest.mark.parametrize("kind", ["call", "file"])
def test_a_case_is_made_of_its_seed_alone(kind):
    sources = [Random(f"{kind}:5") for _ in range(2)]
    made = [
        (texts.corpus(source, "words"), measures.broken(source), corruption.corrupted(source, b"a,1\n" * 9))
        for source in sources
    ]
    assert made[0] == made[1]


def test_a_foreign_exception_is_found_and_comes_again(monkeypatch, capsys):
    """A fault that only some texts meet."""

    def scores(systems, *_, **__):
        return 1 // 0 if "A" in systems else None

    monkeypatch.setattr(calls.sy, "score", scores)
    assert main(["--calls", "60", "--seed", "3"]) == 1
    printed = capsys.readouterr().out
    assert "seed 3" in printed and "ZeroDivisionError at test_fuzz.py" in printed
    case = printed.split("--again ")[1].split()[0]
    assert main(["--again", case]) == 1 and "ZeroDivisionError" in capsys.readouterr().err


def test_exit_code_1_is_found(monkeypatch):
    monkeypatch.setattr(oracle, "main", lambda arguments: 1)
    assert "exit code" in next(iter(found("file", 1).broken))


def test_a_value_out_of_bounds_is_found(monkeypatch):
    scores = sy.score({"A": ["a b"]}, ["a c"], "wer")
    monkeypatch.setattr(type(scores.statistics[0].measure), "bounds", (0, 10))
    with pytest.raises(oracle.Broken, match=r"wer: np\.float64\(50\.0\) at level system is not within 0 … 10"):
        oracle.within_bounds(scores)


def test_another_bit_is_found():
    oracle.same_bits("x", [0.1, np.nan], [0.1, np.nan])
    with pytest.raises(oracle.Broken):
        oracle.same_bits("x", [0.3], [0.1 + 0.2])


def test_nothing_outside_the_temporary_folder_is_touched():
    before = sorted(ROOT.glob("*"))
    found("call", 50, seed=7)
    found("file", 10, seed=7)
    assert sorted(ROOT.glob("*")) == before


def test_a_case_that_is_none_is_refused():
    with pytest.raises(SystemExit, match="expected KIND:SEED"):
        main(["--again", "word:x"])
