"""Work on threads: in order, on threads of its own, and stopped with whoever waits for it."""

import ast
import inspect
import re
import threading

import numpy as np
import pytest

from source_tree import SOURCE
from steelyard import _core
from steelyard.errors import Stopped
from steelyard.inference.correlation.unit_draws import per_call
from steelyard.threads import each_in_threads, in_threads, on_thread


def spans(count):
    return [(n, n + 1) for n in range(count)]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_outcomes_come_in_order_and_from_other_threads(threads):
    here = threading.get_ident()
    outcomes = list(in_threads(spans(20), threads, lambda a, b, _: (a + b, threading.get_ident())))
    assert [(span, number) for span, (number, _) in outcomes] == [((n, n + 1), 2 * n + 1) for n in range(20)]
    assert len({ident for _, (_, ident) in outcomes}) <= threads and here not in {ident for _, (_, ident) in outcomes}


def test_the_first_error_is_raised_and_what_has_not_begun_is_not_done():
    begun, workers = [], set()

    def work(a, b, flag):
        begun.append(a)
        workers.add(threading.current_thread())
        if a == 3:
            raise ValueError(a)

    with pytest.raises(ValueError, match="3"):
        list(in_threads(spans(1000), 1, work))
    # The next was handed out with it, and may have begun before its error was seen.
    assert begun in ([0, 1, 2, 3], [0, 1, 2, 3, 4]) and not any(worker.is_alive() for worker in workers)


def test_whoever_leaves_stops_the_others():
    """A worker that would run on for ever looks at its flag, and so ends with the loop over the outcomes."""
    flags, workers = [], set()

    def work(a, b, flag):
        flags.append(flag)
        workers.add(threading.current_thread())
        while a > 0:
            flag.look()

    with pytest.raises(KeyboardInterrupt):
        for _ in in_threads(spans(4), 2, work):
            raise KeyboardInterrupt
    assert flags[0].looks > 0 and not any(worker.is_alive() for worker in workers)


def test_work_within_work_is_stopped_with_it():
    """Who waits for threads of their own, or draws in parts, looks at the flag of the thread they are on."""
    flags, inner = [], threading.Event()

    def endless(_first, _behind, flag):
        inner.set()
        while True:
            flag.look()

    def work(a, b, flag):
        flags.append(flag)
        if a:
            return on_thread(lambda _: list(in_threads(spans(2), 1, endless)))
        return a

    with pytest.raises(KeyboardInterrupt):
        for _ in in_threads(spans(2), 2, work):
            inner.wait()
            raise KeyboardInterrupt
    with pytest.raises(Stopped):
        on_thread(lambda flag: (flag.set(), list(per_call(3, 1))))
    with pytest.raises(Stopped):
        on_thread(lambda flag: (flag.set(), _core.pearson(np.ones((2, 3)), np.ones((2, 3)))))
    with pytest.raises(Stopped):
        on_thread(lambda flag: (flag.set(), _core.interned([["a"]], _core.Vocabulary()).row(0)))
    _core.look()


def test_each_job_in_threads():
    assert list(each_in_threads("abc", 2, str.upper)) == ["A", "B", "C"]


def test_work_on_one_thread():
    assert on_thread(lambda flag: (flag.looks, threading.current_thread() is threading.main_thread())) == (1, False)
    with pytest.raises(Stopped, match="the work was stopped before its end"):
        on_thread(lambda flag: (flag.set(), flag.look()))


def stoppable() -> set[str]:
    """The functions of the core that take a flag."""
    functions = {name: getattr(_core, name) for name in dir(_core)} | {"matched": _core.Information.matched}
    return {name for name, kind in functions.items() if re.search(r"stop: .*Stop", inspect.getdoc(kind) or "")}


def test_long_kernels_take_a_flag():
    assert stoppable() >= {
        *("ngram_matches", "matched", "levenshtein", "ter", "cder", "invwer", "unequal", "edits"),
        *("rouge_n", "rouge_l", "rouge_s", "rouge_w", "rouge_lsum", "rouge_wsum"),
        *("align_longest_runs", "align_unigrams", "align_by_beam", "string_kernels", "kernel_coverages"),
        *("subtree_matches", "chain_matches", "log_tree_kernels", "greedy_matches"),
        *("bootstrap_sums", "crossed_sums", "selected_sums", "drawn_units", "drand48_sums"),
        *("pair_counts", "mean_ranks", "pearson", "random_orders", "queen_counts"),
        *("order_codes", "coded_pair_counts", "coded_ranks", "copy_pairs", "ascending", "ascending_places"),
    }


@pytest.mark.parametrize("folder", ["measures", "text", "scores", "statistics"])
def test_every_kernel_is_handed_a_flag(folder):
    """A kernel called without one could not be stopped."""
    names = stoppable()
    without = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in names
        if ast.unparse(call.func.value) == "_core" and not re.search(r"stop|flag", ast.unparse(call.args[-1]))
    ]
    assert without == []
