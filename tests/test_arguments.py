"""Wrong arguments: every public function refuses what it cannot take, with an error of ours that says so."""

from __future__ import annotations

import inspect
import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest
from fuzz.arguments import RIGHT, wrong

import steelyard as sy
from steelyard.arguments import public
from steelyard.errors import SpecError, SteelyardError

FUNCTIONS = [name for name in sy.__all__ if name[0].islower()]


class Unspeakable:
    """Something that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no")


def test_every_public_function_is_tried():
    assert set(FUNCTIONS) == set(RIGHT) and len(wrong()) >= 40


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_arguments_are_errors_of_ours(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STEELYARD_CACHE", "none")
    function = getattr(sy, name)
    for parameter in inspect.signature(function).parameters:
        for what, argument in wrong().items():
            if parameter == "progress" and callable(argument):
                continue  # what it raises is the caller's
            try:
                with redirect_stdout(io.StringIO()):
                    function(**(RIGHT[name] | {parameter: argument}))
            except SteelyardError as error:
                assert str(error), (parameter, what)
            except Exception as error:
                error.add_note(f"{name}({parameter}={what})")
                raise


@public
def shown(
    text: str, times: int = 1, names: Sequence[str] | str = (), path: Path | None = None, ratio: float = 0.5
) -> object:
    return text, times, names, path, ratio


def test_what_fits_the_signature_is_passed_on():
    assert shown("a") == ("a", 1, (), None, 0.5)
    assert shown("a", np.int64(2), np.array(["b"]), "there", 1) == ("a", 2, ["b"], "there", 1)
    assert shown(text="a", names="b", path=Path("c"), ratio=np.float32(0.5))[2:4] == ("b", Path("c"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": 1}, "shown: text=1 is not possible; expected a string"),
        ({"text": None}, "shown: text=None is not possible; expected a string"),
        ({"text": "a", "times": True}, "shown: times=True is not possible; expected a whole number"),
        ({"text": "a", "times": "2"}, "shown: times='2' is not possible; expected a whole number"),
        ({"text": "a", "path": 1.5}, "shown: path=1.5 is not possible; expected a path or None"),
        ({"text": "a", "ratio": "x" * 99}, "shown: ratio=<str> is not possible; expected a number"),
        ({"text": "a", "ratio": 10**400}, "shown: ratio=<int> is not possible; expected a number"),
        ({"text": Unspeakable()}, "shown: text=<Unspeakable> is not possible; expected a string"),
        ({"text": np.zeros((2, 2))}, "shown: text=array([[0., 0.], [0., 0.]]) is not possible; expected a string"),
    ],
)
def test_what_does_not_fit_is_named(arguments, message):
    with pytest.raises(SpecError) as error:
        shown(**arguments)
    assert str(error.value) == message


def test_too_few_arguments_are_told_by_python():
    with pytest.raises(TypeError, match=r"shown\(\) missing 1 required positional argument: 'text'"):
        shown()


@pytest.mark.parametrize("accept", [5, b"long", [1], {"long": 1}])
def test_what_is_accepted_is_told_by_strings(accept):
    with pytest.raises(SteelyardError, match=r"accept=.* expected a list of strings"):
        sy.score_people({"A": ["a"]}, {"A": [1.0]}, accept=accept)


def test_names_of_measures_are_strings():
    scores = {"A": [0.5, 1.0], "B": [0.25, 0.5]}
    with pytest.raises(SpecError, match=r"severity: lower_is_better=.* expected a list of strings"):
        sy.severity(scores, lower_is_better=Path("A"))
    assert repr(sy.severity(scores, lower_is_better=np.array(["A", "B"])))
