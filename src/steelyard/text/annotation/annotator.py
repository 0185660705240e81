"""Annotators: lines of text in, annotations out, by a parser's processes and the store."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

from steelyard.corpus.annotation import Annotation
from steelyard.text.annotation.processes import Lost, Worker
from steelyard.text.annotation.providers import Parser, parser_named
from steelyard.text.annotation.store import store
from steelyard.text.annotation.trees.derivation import RULES

#: Lines handed to a worker at once.
_BATCH = 64

#: Called with (lines done, lines in all).
Progress = Callable[[int, int], None]


class Annotator:
    """A parser at work. Its processes live until the program ends, for loading a model takes seconds.

    failures   line → why it could not be annotated, in this run
    """

    def __init__(self, name: str, parser: Parser) -> None:
        self._name = name
        self._provider = parser.provider
        self.identity = f"{parser.provider.identity(parser.model)}/{RULES}"
        self.failures: dict[str, str] = {}
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        atexit.register(self.close)

    def get(self, lines: Iterable[str], workers: int = 1) -> dict[str, Annotation]:
        """Return the annotations of lines, made now where they are not there; those that failed are not in it."""
        wanted = set(lines)
        self.annotate(wanted, workers)
        return store().get(self.identity, wanted)

    def annotate(self, lines: Iterable[str], workers: int = 1, progress: Progress | None = None) -> None:
        """Annotate what is not there yet; each batch is kept as soon as it is done."""
        wanted = list(dict.fromkeys(lines))
        lacking = store().lacking(self.identity, (line for line in wanted if line not in self.failures))
        tasks: SimpleQueue[list[str]] = SimpleQueue()
        # Lines of like length are parsed together, the longest first.
        for batch in _batches(sorted(filter(self._takes, lacking), key=len, reverse=True)):
            tasks.put(batch)
        done = len(wanted) - len(lacking)
        lock = threading.Lock()

        def tell(count: int) -> None:
            nonlocal done
            with lock:
                done += count
                if progress is not None:
                    progress(done, len(wanted))

        count = min(workers, tasks.qsize())
        if count == 1:
            self._work(tasks, tell)
        elif count:
            with ThreadPoolExecutor(count) as pool:
                try:
                    for work in [pool.submit(self._work, tasks, tell) for _ in range(count)]:
                        work.result()
                finally:
                    # After an error, or Ctrl-C, nothing more is begun.
                    while not tasks.empty():
                        tasks.get_nowait()

    def _takes(self, line: str) -> bool:
        longest, words = self._provider.LONGEST, len(line.split())
        if longest is None or words <= longest:
            return True
        self.failures[line] = f"{words} words; {self._name} takes {longest}"
        return False

    def _work(self, tasks: SimpleQueue[list[str]], tell: Callable[[int], None]) -> None:
        while True:
            try:
                lines = tasks.get_nowait()
            except Empty:
                return
            done: dict[str, list[Any]] = {}
            try:
                self._batch(lines, done)
            finally:
                store().put(self.identity, done)
            tell(len(lines))

    def _batch(self, lines: Sequence[str], done: dict[str, list[Any]]) -> None:
        """Annotate lines; where the process is lost, those that are left are tried one by one."""
        answered = 0
        worker = self._worker()
        try:
            for line, found in zip(lines, worker.annotate(lines), strict=True):
                answered += 1
                if "problem" in found:
                    self.failures[line] = found["problem"]
                else:
                    done[line] = found["sentences"]
        except Lost as lost:
            worker.close()
            left = lines[answered:]
            if len(lines) == 1:
                self.failures[left[0]] = str(lost)
                return
            for line in left:
                self._batch([line], done)
        except BaseException:
            worker.close()
            raise
        else:
            self._idle.put(worker)

    def _worker(self) -> Worker:
        try:
            return self._idle.get_nowait()
        except Empty:
            return Worker(self._name, self._provider.SECONDS)

    def close(self) -> None:
        """End all processes."""
        while not self._idle.empty():
            self._idle.get_nowait().close()


def _batches(lines: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(lines), _BATCH):
        yield list(lines[start : start + _BATCH])


@cache
def annotator(name: str) -> Annotator:
    """Return the annotator of a parser."""
    return Annotator(name, parser_named(name))
