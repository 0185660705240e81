"""A parser that crashes, hangs or errs costs no more than the line it was at."""

import os
import signal
import sqlite3
import threading
import time

import pytest

import toy_parser
from parsers.unruly import REASONS
from steelyard.annotation.trees.derivation import completed
from steelyard.errors import MissingResource, Notice, SpecError
from steelyard.providers.annotator import Annotator, annotator_of
from steelyard.providers.cache import annotation_cache, digest
from steelyard.providers.parsers import parser_named
from worker_processes import workers

UNRULY = "parsers.unruly"
QUIET = [f"the {word} sat on the mat number {n}" for n, word in enumerate(["cat", "dog", "cow", "hen"] * 5)]


@pytest.fixture
def make(cache):
    """Return a function that makes annotators, which end with the test."""
    made = []

    def annotator(model=""):
        name = f"{UNRULY}:{model}" if model else UNRULY
        made.append(Annotator(name, parser_named(name)))
        return made[-1]

    yield annotator
    for one in made:
        one.close()


@pytest.fixture
def annotator(make):
    return make()


def expected(lines):
    return {line: tuple(map(completed, toy_parser.parse(line))) for line in lines}


def test_lines_are_annotated_once(annotator, log):
    assert annotator.get(QUIET) == expected(QUIET)
    assert sorted(log()) == sorted(QUIET)
    assert annotator.get([*QUIET, "one more"]) == expected([*QUIET, "one more"])
    assert log() == ["one more"]


def test_another_annotator_finds_what_was_kept(annotator, make, log):
    annotator.annotate(QUIET)
    log()
    assert make().get(QUIET) == expected(QUIET)
    assert log() == []


def test_a_damaged_record_is_asked_anew(annotator, make, log, cache):
    """Whether its checksum shows it, or only what it holds."""
    annotator.annotate(QUIET)
    log()
    spoilt, impossible = QUIET[:2]
    with sqlite3.connect(cache / "annotations-2.sqlite") as database:
        database.execute("update annotations set sentences = x'00' where line = ?", [digest(spoilt)])
    annotation_cache().put(annotator.identity, {impossible: [{"words": []}]})
    with pytest.warns(Notice, match="1 annotation kept there is damaged; the parser is asked anew"):
        assert make().get(QUIET) == expected(QUIET)
    assert sorted(log()) == sorted([spoilt, impossible])
    assert make().get(QUIET) == expected(QUIET) and log() == []


@pytest.mark.parametrize("word", REASONS)
def test_a_line_that_fails_costs_no_other(annotator, make, log, word):
    bad = f"a {word} here"
    assert annotator.get([*QUIET[:7], bad, *QUIET[7:]]) == expected(QUIET)
    assert annotator.failures.keys() == {bad} and REASONS[word] in annotator.failures[bad]
    log()
    assert make().get(QUIET) == expected(QUIET) and log() == []


def test_many_lines_that_fail_in_their_own_ways(annotator):
    bad = [f"{word} is number {n}" for n, word in enumerate([*REASONS, "!abort", "!raise"])]
    bad = [line for line in bad if "!tags" not in line and "!cycle" not in line]
    annotator.annotate([*QUIET, *bad], workers=2)
    assert annotator.failures.keys() == set(bad)
    assert annotator.get(QUIET) == expected(QUIET)


def test_a_line_that_failed_is_not_tried_again_in_this_run(annotator, log):
    annotator.annotate(["!raise it"])
    log()
    assert annotator.get(["!raise it"]) == {} and log() == []


@pytest.mark.parametrize("word", ["!skip", "!twice"])
def test_annotations_too_many_or_too_few_are_never_given_to_another_line(annotator, word):
    """A parser that leaves lines out or answers twice is asked again, line by line."""
    lines = [f"first {word}", *QUIET[:3], f"then {word} again", *QUIET[3:6]]
    assert annotator.get(lines) == expected(QUIET[:6])


def test_what_a_parser_prints_does_not_matter(annotator):
    lines = ["a !shout b", "another !shout", "quiet"]
    assert annotator.get(lines) == expected(lines)


def test_lines_too_long_for_the_parser_are_named_without_trying(annotator, log):
    long = " ".join(["word"] * 41)
    assert annotator.get([long, "short"]) == expected(["short"])
    assert annotator.failures == {long: "41 words; parsers.unruly takes 40"}
    assert log() == ["short"]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_number_of_workers_changes_nothing(annotator, count):
    lines = [f"line {n} of some !raise" if n % 50 == 7 else f"line {n} of some" for n in range(300)]
    good = [line for line in lines if "!raise" not in line]
    assert annotator.get(lines, count) == expected(good)
    assert annotator.failures.keys() == set(lines) - set(good)


@pytest.mark.parametrize("count", [1, 3])
def test_no_more_workers_than_asked_for(make, count, tmp_path, monkeypatch):
    monkeypatch.setenv("UNRULY_LOG", str(tmp_path / "log"))
    monkeypatch.setattr("steelyard.providers.annotator._MOST_LINES", 2)
    make("dawdling").annotate([f"line {n}" for n in range(12)], count)
    assert len({line.split()[0] for line in (tmp_path / "log").read_text().splitlines()}) == count


def test_progress_goes_up_to_the_number_of_lines(annotator):
    told = []
    annotator.annotate([*QUIET, *QUIET, "!raise it"], progress=lambda *both: told.append(both))
    assert told[-1] == (21, 21) and told == sorted(told)


def test_lines_of_all_kinds_come_back(annotator):
    lines = [
        "𝔘𝔫𝔦 😀 👩‍👩‍👧 text",
        "שלום עולם",
        "a\u200bb",
        "tab\there",
        "\u2028odd\u2028",
        "é e\u0301",
        "\\n \" ' {}",
        "x" * 500_000,
    ]
    assert annotator.get(lines) == expected(lines)


def test_a_worker_that_was_killed_while_idle_harms_no_line(annotator, cache):
    annotator.annotate(["one"])
    (worker,) = workers(cache)
    os.kill(worker, signal.SIGKILL)
    time.sleep(0.1)
    assert annotator.get(["two"]) == expected(["two"]) and annotator.failures == {}


def test_workers_end_with_the_annotator(annotator, cache):
    annotator.annotate(QUIET, workers=2)
    assert workers(cache)
    annotator.close()
    assert not workers(cache)


def test_a_parser_may_take_its_time_to_load(make):
    assert make("slow").get(["one"]) == expected(["one"])


@pytest.mark.parametrize(
    ("model", "reason"),
    [("broken", "it ended with code 1 (RuntimeError: the model is broken)"), ("dead", "it ended with code 3")],
)
def test_a_parser_that_cannot_start_is_refused(make, cache, model, reason):
    for count in (1, 2):
        with pytest.raises(MissingResource) as error:
            make(model).annotate(QUIET * 20, count)
        assert str(error.value) == f"parser={UNRULY}:{model} cannot be started: {reason}"
    assert not workers(cache)


def test_an_error_in_one_thread_ends_the_others(annotator, cache, log, monkeypatch):
    """As when the disk is full: nobody waits for the lines that are left."""
    monkeypatch.setattr("steelyard.providers.annotator._MOST_LINES", 1)

    def tell(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        annotator.annotate(["quick", *(f"!hang {n}" for n in range(30))], workers=2, progress=tell)
    assert len(log()) < 31, "the rest was waited for"
    annotator.close()
    assert not workers(cache)


def test_threads_may_share_an_annotator(annotator):
    found = []
    threads = [threading.Thread(target=lambda: found.append(annotator.get(QUIET, 2))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected(QUIET)] * 4


def test_a_fork_has_workers_of_its_own(cache):
    one = annotator_of(UNRULY)
    one.annotate(["before"])
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(
            writing, b"own" if annotator_of(UNRULY) is not one and annotator_of(UNRULY).get(["within"]) else b"shared"
        )
        annotator_of(UNRULY).close()
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b"own"
    assert one.get(["within", "after"]) == expected(["within", "after"])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("unknown", "unknown parser 'unknown'"),
        ("parsers.none", "parser parsers.none: No module named 'parsers.none'; install the module or correct its name"),
        (
            "json.decoder",
            "parser json.decoder: the module has no LONGEST, SECONDS, identity, open; see docs/annotation.md",
        ),
        ("parsers.faulty", "parser parsers.faulty: the module cannot be imported (a fault of its own); correct it"),
    ],
)
def test_parsers_that_are_none(name, message):
    with pytest.raises((SpecError, MissingResource)) as error:
        parser_named(name)
    assert str(error.value).startswith(message)


def test_a_parser_that_does_not_know_itself():
    with pytest.raises(
        MissingResource, match=r"^parser=parsers.nameless: identity\(\) failed \(KeyError: 'version'\)$"
    ):
        annotator_of("parsers.nameless")
