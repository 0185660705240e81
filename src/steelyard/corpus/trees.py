"""Texts that come with their annotation, and the lines of the files that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.sentences import Annotation
from steelyard.errors import FormatError, accepting
from steelyard.files.disk import decoded_lines


class AnnotatedText(NamedTuple):
    """The text of one segment, what its file says of its sentences, and the segment's name where the file gives one."""

    text: str
    sentences: Annotation
    segment: str | None = None


def plain_lines(path: Path, accept: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a file without line ends; refuse what texts.read_lines() refuses, long lines excepted."""
    for number, line in enumerate(decoded_lines(path, accept), 1):
        if "\r" not in line:
            yield line.rstrip("\n")
        elif "crlf" in accept:
            yield line.removesuffix("\n").removesuffix("\r").replace("\r", " ")
        else:
            fault = "ends in CRLF" if line.endswith("\r\n") else "contains a carriage return"
            raise FormatError(f"{path}, line {number}: {fault}; convert to LF line ends, or use {accepting('crlf')}")
