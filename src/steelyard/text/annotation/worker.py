"""A process that annotates lines: lists of lines come in, one a line in JSON, and for each line of text goes one out.

The first line out says that the model is loaded.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.corpus.annotation import Sentence
from steelyard.text.annotation.providers import Annotate, parser_named
from steelyard.text.annotation.trees.derivation import completed


def main() -> None:
    """Serve the parser that the first argument names, into the pipe of the second, until standard input ends."""
    parser, pipe = sys.argv[1:]
    out = os.fdopen(int(pipe), "w", encoding="utf-8")
    provider, model = parser_named(parser)
    annotate = provider.open(model)
    _write(out, {"ready": True})
    for request in sys.stdin:
        for answer in _answers(annotate, json.loads(request)):
            _write(out, answer)


def _answers(annotate: Annotate, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield what is found for each line, or what is wrong with it; after an error, lines are tried one by one."""
    done = 0
    try:
        for sentences in itertools.islice(annotate(lines), len(lines)):
            answer = _record(sentences)
            done += 1
            yield answer
        if done < len(lines):
            raise RuntimeError(f"annotations of {done} lines for {len(lines)}")
    except Exception as error:
        if len(lines) == 1:
            yield {"problem": str(error) or type(error).__name__}
            return
        for line in lines[done:]:
            yield from _answers(annotate, [line])


def _record(sentences: Sequence[Sentence]) -> dict[str, Any]:
    problem = next((problem for one in sentences if (problem := one.problem()) is not None), None)
    if problem is not None:
        return {"problem": problem}
    return {"sentences": [completed(one).to_record() for one in sentences]}


def _write(out: Any, record: dict[str, Any]) -> None:
    out.write(json.dumps(record, ensure_ascii=False) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
