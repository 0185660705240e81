"""A parser that fails to tell its version."""

from parsers.unruly import LONGEST, SECONDS, open

__all__ = ["LONGEST", "SECONDS", "identity", "open"]


def identity(model: str) -> str:
    raise KeyError("version")
