"""A process that annotates lines: lists of lines come in, one a line in JSON, and for each line of text goes one out.

The first line out says that the model is loaded. One with "end" closes the answer to a list, and says what went wrong,
if anything did.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.annotation.trees.derivation import completed
from steelyard.corpus.sentences import Sentence
from steelyard.providers.parsers import Annotate, parser_named

#: How much longer than the time limit the process may live, in seconds; who waits for it ends it before.
_GRACE = 5


def main() -> None:
    """Serve the parser that the first argument names, into the pipe of the second, until standard input ends."""
    parser, pipe = sys.argv[1:]
    out = os.fdopen(int(pipe), "w", encoding="utf-8")
    provider, model, _ = parser_named(parser)
    annotate = provider.open(model)
    limit = math.ceil(provider.SECONDS) + _GRACE
    _write(out, {"ready": True})
    for request in sys.stdin:
        # A parser that hangs is ended even if nobody is there any more to do it.
        signal.alarm(limit)
        for answer in _answers(annotate, json.loads(request)):
            signal.alarm(0)
            _write(out, answer)
            signal.alarm(limit)
        signal.alarm(0)


def _answers(annotate: Annotate, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield what is found for each line, or what is wrong with it; one too many is enough to show that it is wrong."""
    try:
        for sentences in itertools.islice(annotate(lines), len(lines) + 1):
            yield _record(sentences)
    except Exception as error:
        yield {"end": " ".join(str(error).split()) or type(error).__name__}
    else:
        yield {"end": None}


def _record(sentences: Sequence[Sentence]) -> dict[str, Any]:
    problem = next((problem for sentence in sentences if (problem := sentence.problem()) is not None), None)
    if problem is not None:
        return {"problem": problem}
    return {"sentences": [completed(sentence).to_record() for sentence in sentences]}


def _write(out: Any, record: dict[str, Any]) -> None:
    out.write(json.dumps(record, ensure_ascii=False) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
