"""A parser for tests that a word can make crash, hang, fail, or say too much or too little.

Lines it is called with go, one by one, into the file that UNRULY_LOG names, if there is one.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import toy_parser

NAME = "unruly"
LONGEST = 40
SECONDS = 1.0


def identity(model: str) -> str:
    return f"unruly-1-{model}"


def open(model: str):
    if model == "slow":
        time.sleep(1.5)
    if model == "broken":
        raise RuntimeError("the model is broken")
    if model == "dead":
        os._exit(3)
    print("a parser may print what it likes")
    return lambda lines: annotations(lines, model)


def annotations(lines: Sequence[str], model: str):
    log = os.environ.get("UNRULY_LOG")
    for line in lines:
        if log:
            with Path(log).open("a") as file:
                file.write(f"{os.getpid()} {line}\n")
        if model == "dawdling":
            time.sleep(0.2)
        yield from annotated(line)


def annotated(line: str):
    words = line.split()
    sentences = toy_parser.parse(line)
    if "!abort" in words:
        os.abort()
    if "!exit" in words:
        print("no more memory", file=sys.stderr, flush=True)
        os._exit(7)
    if "!hang" in words:
        time.sleep(600)
    if "!raise" in words:
        raise ValueError("this word\nis not to my taste")
    if "!skip" in words:
        return
    if "!tags" in words:
        sentences = [replace(sentences[0], tags=sentences[0].tags[1:])]
    if "!cycle" in words:
        sentences = [replace(sentences[0], heads=(-1, *(range(2, len(words))), 1))]
    if "!nothing" in words:
        sentences = None
    if "!shout" in words:
        print("x" * 300_000)
        print("y" * 300_000, file=sys.stderr)
    yield sentences
    if "!twice" in words:
        yield sentences


#: Word → what is said of a line that holds it.
REASONS = {
    "!abort": "it was ended by signal 6",
    "!exit": "it ended with code 7 (no more memory)",
    "!hang": "no answer within 1 s",
    "!raise": "this word is not to my taste",
    "!skip": "the parser gave 0 annotations for one line",
    "!tags": "2 tags for 3 words",
    "!cycle": "the dependencies of",
    "!nothing": "object is not iterable",
    "!twice": "the parser gave 2 annotations for one line",
}
