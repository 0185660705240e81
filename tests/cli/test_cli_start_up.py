"""Start-up: what is imported, and what is not."""

import gc
import subprocess
import sys

import pytest

_SHOW = """
import sys
from steelyard.cli import main
main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
"""


def _modules(*arguments):
    ran = subprocess.run([sys.executable, "-c", _SHOW, *arguments], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in ran.stderr.split()} | set(ran.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["score", "--help"], ["convert", "--help"], ["sweep", "--help"], ["report", "--help"]],
)
def test_help_imports_neither_numpy_nor_rich(arguments):
    assert not _modules(*arguments) & {"numpy", "rich", "steelyard._core", "steelyard.corpus"}


def test_help_imports_no_command():
    assert not _modules("--help") & {f"steelyard.cli.{name}" for name in ("score", "measures", "convert", "demo")}


@pytest.mark.parametrize("more", [[], ["--intervals"], ["--json"], ["--latex"]])
def test_scoring_imports_nothing_heavy(texts, more):
    modules = _modules("score", "A.txt", "-r", "ref1.txt", *more)
    assert "numpy" in modules and not modules & {"scipy", "pandas", "matplotlib", "rich", "pyarrow"}


#: What a start must not cost: each of them takes a millisecond or more, and a score of a few lines needs none.
_DEAR = {
    "concurrent.futures", "csv", "difflib", "gzip", "hashlib", "importlib.metadata", "json", "logging", "lzma",
    "random", "shutil", "tempfile", "zipfile", "Stemmer", "steelyard.corpus.bracketed", "steelyard.corpus.conllu",
    "steelyard.corpus.judgement", "steelyard.corpus.sentences", "steelyard.corpus.trees", "steelyard.judgements",
    "steelyard.providers.models.embeddings", "steelyard.report.plots", "steelyard.results.figure",
    "steelyard.statistics.files", "steelyard.statistics.resampling",
}  # fmt: skip


def test_scoring_a_few_lines_imports_only_what_it_needs(texts):
    modules = _modules("score", "A.txt", "-r", "ref1.txt", "-m", "bleu")
    assert not modules & _DEAR
    measures = {name for name in modules if name.startswith("steelyard.measures.") and ".kinds" not in name}
    assert measures - {f"steelyard.measures.{name}" for name in ("notation", "registry", "elsewhere")} == {
        "steelyard.measures.bleu"
    }


_PROCESS = """
import gc, os, sys
from steelyard.cli import main
main({})
print(len(os.listdir("/proc/self/task")), os.environ.get("OPENBLAS_NUM_THREADS"), gc.get_threshold()[0],
      gc.get_freeze_count() > 0, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted as Linux lists them")
@pytest.mark.parametrize(
    ("arguments", "chosen", "left"),
    [
        ("", None, ["1", "100000", "True"]),
        ("", "2", ["2", "100000", "True"]),
        ("sys.argv[1:]", None, ["None", str(gc.get_threshold()[0]), "False"]),
    ],
    ids=["a process of our own", "with a choice of its user", "a process that calls us"],
)
def test_no_thread_waits_busily_and_no_garbage_is_looked_for(texts, monkeypatch, arguments, chosen, left):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if chosen:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", chosen)
    command = [sys.executable, "-c", _PROCESS.format(arguments), "score", "A.txt", "-r", "ref1.txt", "-m", "bleu"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    threads, *rest = ran.stderr.split()
    assert rest == left and (threads == "1" or left[0] != "1")


_ANNOTATION = {
    "spacy", "sqlite3", "subprocess", "steelyard.providers.annotator", "steelyard.providers.parsers"
}  # fmt: skip


@pytest.mark.parametrize("arguments", [["--help"], ["score", "A.txt", "-r", "ref1.txt"], ["annotate", "--help"]])
def test_what_annotates_is_imported_only_where_it_is_needed(texts, arguments):
    assert not _modules(*arguments) & _ANNOTATION


def test_help_imports_fewer_modules_than_numpy_does():
    code = "import sys; before = len(sys.modules); {}; print(len(sys.modules) - before, file=sys.stderr)"

    def count(statement):
        ran = subprocess.run([sys.executable, "-c", code.format(statement)], capture_output=True, text=True, check=True)
        return int(ran.stderr)

    assert count("from steelyard.cli import main; main(['--help'])") < count("import numpy")


def test_an_end_with_objects_alive_is_silent():
    """As after a second Ctrl-C: what is alive then is no leak that anybody could act on."""
    code = "import ctypes, steelyard._core as c; ctypes.pythonapi.Py_IncRef(ctypes.py_object(c.Vocabulary()))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", "")
