"""Annotators: lines of text in, annotations out, by a parser's processes and the cache."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

from steelyard.annotation.trees.derivation import RULES
from steelyard.corpus.sentences import Annotation
from steelyard.errors import MissingResource, SteelyardError
from steelyard.loading import with_code
from steelyard.providers.cache import annotation_cache
from steelyard.providers.parsers import Parser, parser_named
from steelyard.providers.processes import Lost, Worker

#: Lines and characters handed to a worker at once; a line may be longer.
_MOST_LINES = 64
_MOST_CHARACTERS = 1 << 15

#: Called with (lines done, lines in all).
Progress = Callable[[int, int], None]


class Annotator:
    """A parser at work. Its processes live until the program ends, for loading a model takes seconds.

    failures   line → why it could not be annotated, in this run
    """

    def __init__(self, name: str, parser: Parser) -> None:
        self._name = name
        self._provider = parser.provider
        self.identity = with_code(f"{_identity(name, parser)}/{RULES}", parser.origin)
        self.failures: dict[str, str] = {}
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        atexit.register(self.close)

    def get(self, lines: Iterable[str], workers: int = 1) -> dict[str, Annotation]:
        """Return the annotations of lines, made now where they are not there; those that failed are not in it."""
        wanted = set(lines)
        self.annotate(wanted, workers)
        annotations = annotation_cache().get(self.identity, wanted)
        # What was kept with a right checksum may still be no annotation.
        if damaged := wanted - annotations.keys() - self.failures.keys():
            self.annotate(damaged, workers)
            annotations |= annotation_cache().get(self.identity, damaged)
        return annotations

    def annotate(self, lines: Iterable[str], workers: int = 1, progress: Progress | None = None) -> None:
        """Annotate what is not there yet; each batch is kept as soon as it is done."""
        wanted = list(dict.fromkeys(lines))
        lacking = annotation_cache().lacking(self.identity, (line for line in wanted if line not in self.failures))
        lacking = list(filter(self._takes, lacking))
        tasks: SimpleQueue[list[str]] = SimpleQueue()
        for batch in _batches(lacking):
            tasks.put(batch)
        done = len(wanted) - len(lacking)
        lock = threading.Lock()

        def tell(count: int) -> None:
            nonlocal done
            with lock:
                done += count
                if progress is not None:
                    progress(done, len(wanted))

        if tasks.empty():
            return
        tell(0)
        stop = threading.Event()
        with ThreadPoolExecutor(min(workers, tasks.qsize())) as pool:
            try:
                work = [pool.submit(self._work, tasks, stop, tell) for _ in range(min(workers, tasks.qsize()))]
                for future in wait(work, return_when=FIRST_EXCEPTION).done:
                    future.result()
            finally:
                # After an error, or Ctrl-C, the others end as well.
                stop.set()

    def _takes(self, line: str) -> bool:
        longest, words = self._provider.LONGEST, len(line.split())
        if longest is None or words <= longest:
            return True
        self.failures[line] = f"{words} words; {self._name} takes {longest}"
        return False

    def _work(self, tasks: SimpleQueue[list[str]], stop: threading.Event, tell: Callable[[int], None]) -> None:
        while not stop.is_set():
            try:
                lines = tasks.get_nowait()
            except Empty:
                return
            done: dict[str, list[Any]] = {}
            try:
                self._batch(lines, done, stop)
            finally:
                annotation_cache().put(self.identity, done)
            tell(len(lines))

    def _batch(self, lines: Sequence[str], done: dict[str, list[Any]], stop: threading.Event) -> None:
        """Annotate lines; where something goes wrong, those that are left are tried one by one."""
        answers: list[dict[str, Any]] = []
        problem = ""
        with self._worker(stop) as worker:
            try:
                for answer in worker.annotate(lines, stop):
                    answers.append(answer)
            except Lost as lost:
                problem = str(lost)
        if len(answers) > len(lines) or (not problem and len(answers) < len(lines)):
            # Nobody can tell which of them belong to which line.
            problem, answers = f"the parser gave {len(answers)} annotations for one line", []
        for line, answer in zip(lines, answers, strict=False):
            if "problem" in answer:
                self.failures[line] = answer["problem"]
            else:
                done[line] = answer["sentences"]
        for line in lines[len(answers) :]:
            if len(lines) == 1:
                self.failures[line] = problem
            else:
                self._batch([line], done, stop)

    @contextmanager
    def _worker(self, stop: threading.Event) -> Iterator[Worker]:
        """Give a worker, which is used again unless it was lost."""
        worker = self._idle_worker() or Worker(self._name, self._provider.SECONDS, stop)
        try:
            yield worker
        except BaseException:
            worker.close()
            raise
        if worker.alive:
            self._idle.put(worker)
        else:
            worker.close()

    def _idle_worker(self) -> Worker | None:
        while not self._idle.empty():
            with suppress(Empty):
                worker = self._idle.get_nowait()
                if worker.alive:
                    return worker
                worker.close()
        return None

    def close(self) -> None:
        """End all processes."""
        while (worker := self._idle_worker()) is not None:
            worker.close()


def _identity(name: str, parser: Parser) -> str:
    try:
        identity = parser.provider.identity(parser.model)
        if not isinstance(identity, str) or not identity:
            raise TypeError(f"{identity!r} is no name and version")
        return identity
    except SteelyardError:
        raise
    except Exception as error:
        raise MissingResource(f"parser={name}: identity() failed ({type(error).__name__}: {error})") from error


def _batches(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield lines of like length together, the longest first."""
    batch: list[str] = []
    size = 0
    for line in sorted(lines, key=len, reverse=True):
        if batch and (len(batch) == _MOST_LINES or size + len(line) > _MOST_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield batch


def annotator_of(name: str) -> Annotator:
    """Return the annotator of a parser."""
    return _annotator(name, os.getpid())


@cache
def _annotator(name: str, process: int) -> Annotator:
    # After a fork, the workers answer to the other process.
    del process
    return Annotator(name, parser_named(name))
