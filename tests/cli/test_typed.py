"""Options of commands: one frozen value."""

from dataclasses import FrozenInstanceError, replace

import pytest

from steelyard.cli.typed import Options, option, options


@options
class _Threads(Options):
    threads: int | None = option("--threads", type=int)


@options
class _Drawn(_Threads):
    seed: int = option("--seed", type=int, default=12345)
    names: tuple[str, ...] = option("--name", multiple=True)


def test_options_have_defaults_of_their_class_and_its_bases():
    assert vars(_Drawn()) == {"written": {}, "threads": None, "seed": 12345, "names": ()}


def test_options_keep_what_is_given():
    asked = _Drawn(threads=2, written={"threads": "--threads"})
    assert (asked.threads, asked.seed, asked.named(("threads", "seed"))) == (2, 12345, ["--threads"])


def test_options_can_be_replaced():
    asked = replace(_Drawn(threads=2, written={"threads": "--threads"}), seed=1)
    assert (asked.threads, asked.seed, asked.written) == (2, 1, {"threads": "--threads"})


def test_options_cannot_be_changed():
    with pytest.raises(FrozenInstanceError, match="seed"):
        _Drawn().seed = 1


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="_Drawn has no trials"):
        _Drawn(trials=1)
