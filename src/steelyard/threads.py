"""Work on threads, which is stopped with the thread that waits for it: by Ctrl-C, a signal or an error."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import SimpleQueue
from typing import Generic, TypeVar

from steelyard import _core

Span = tuple[int, int]
Outcome = TypeVar("Outcome")
Job = TypeVar("Job")
# How long a thread that waits for others may take to see that it is to stop itself.
_SECONDS_BETWEEN_LOOKS = 0.1
Work = Callable[[int, int, _core.Stop], Outcome]


def in_threads(spans: Iterable[Span], threads: int, work: Work[Outcome]) -> Iterator[tuple[Span, Outcome]]:
    """Yield spans with what work(first, behind the last, flag) makes of them, in order.

    Of several errors the first span's is raised. Even one thread is not the caller's own, which signals reach only
    while it waits; when it leaves before the end, the flag stops the kernels, and what has not begun is not done. Each
    thread works under the flag: kernels that are handed none look at it, as `_core.look` does.
    """
    flag, tasks = _core.Stop(), SimpleQueue[_Task[Outcome] | None]()
    workers: list[threading.Thread] = []
    waiting: deque[_Task[Outcome]] = deque()
    try:
        for span in spans:
            if len(workers) < threads:
                workers.append(threading.Thread(target=_run_all, args=(tasks, work, flag)))
                workers[-1].start()
            waiting.append(_Task(span))
            tasks.put(waiting[-1])
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        flag.set()
        for _ in workers:
            tasks.put(None)
        for worker in workers:
            worker.join()


def each_in_threads(jobs: Sequence[Job], threads: int, work: Callable[[Job], Outcome]) -> Iterator[Outcome]:
    """Yield work(job) of each job, in order, as `in_threads` does."""
    spans = ((n, n + 1) for n in range(len(jobs)))
    for _, outcome in in_threads(spans, threads, lambda first, _behind, _flag: work(jobs[first])):
        yield outcome


def on_thread(work: Callable[[_core.Stop], Outcome]) -> Outcome:
    """Return what work(flag) makes on a thread of its own."""
    ((_, outcome),) = in_threads([(0, 1)], 1, lambda _first, _behind, flag: work(flag))
    return outcome


class _Task(Generic[Outcome]):
    """A span to be worked on, and what came of it."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self._done = threading.Event()
        self._outcomes: list[Outcome] = []
        self._error: BaseException | None = None

    def run(self, work: Work[Outcome], flag: _core.Stop) -> None:
        """Work on the span, unless that is stopped."""
        try:
            flag.look()
            self._outcomes.append(work(*self._span, flag))
        except BaseException as error:
            self._error = error
        self._done.set()

    def result(self) -> tuple[Span, Outcome]:
        """Wait for the outcome and return it with the span, or raise what was raised."""
        while not self._done.wait(_SECONDS_BETWEEN_LOOKS):
            _core.look()
        if self._error is not None:
            raise self._error
        return self._span, self._outcomes.pop()


def _run_all(tasks: SimpleQueue[_Task[Outcome] | None], work: Work[Outcome], flag: _core.Stop) -> None:
    _core.work_under(flag)
    try:
        for task in iter(tasks.get, None):
            task.run(work, flag)
    finally:
        _core.work_under(None)
