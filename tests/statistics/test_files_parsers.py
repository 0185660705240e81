"""Files of statistics of measures over somebody's own parser, which is never run when they are read."""

import json
import math
import re
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

import steelyard as sy
from steelyard.cli import main
from steelyard.cli import steelyard as commands
from steelyard.errors import SpecError
from steelyard.loading import digest_of
from steelyard.measures.notation import parse, parse_stored
from steelyard.providers import annotator

SPYING_PARSER = """
import pathlib

from steelyard.corpus.sentences import Sentence

pathlib.Path("ran").touch()


class P:
    LONGEST, SECONDS = None, 10.0
    identity = staticmethod(lambda model: "mine-1")

    @staticmethod
    def open(model):
        return lambda lines: ([Sentence(tuple(words := line.split()), pos=("WORD",) * len(words))] for line in lines)
"""
PARSED = "bleu(order=1,layer=pos,parser=spy.py:P)"
OUTPUTS = {"A": ["the cat sat", "a dog ran"], "B": ["the cat", "the dog"]}
REFERENCES = ["the cat sat down", "the dog ran"]


def forget():
    """Have files run anew that were run before in this process."""
    for name in [name for name in sys.modules if name.startswith("steelyard_plugin_")]:
        del sys.modules[name]
    annotator._annotator.cache_clear()


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def score(measure):
    return sy.score(OUTPUTS, REFERENCES, [measure])


@pytest.mark.parametrize("parser", ["spy.py:P", "there/spy.py:P:model", "acme.spy", "acme.spy:model"])
def test_a_parser_that_it_names_is_refused_too(mine, capsys, parser):
    notation = f"bleu(layer=pos,parser={parser})"
    (mine / "spy.py").write_text("import pathlib; pathlib.Path('ran').touch()\n", encoding="utf-8")
    source = "acme.spy" if "acme" in parser else "spy.py"
    digest = "" if "acme" in parser else digest_of((mine / "spy.py").read_bytes())
    with pytest.raises(SpecError, match=rf"parser={parser} is somebody's own .* plugins=\['{source}'\]"):
        parse_stored(notation, parser=digest)
    allowed = parse_stored(notation, plugins=[source], parser=digest)
    assert allowed.parser.endswith(parser.removeprefix("there/"))
    with pytest.raises(SpecError, match=r"its digest was not saved, .*; score again, and save"):
        parse_stored(notation, plugins=[source])
    statistics = replace(
        score("bleu").statistics[0], measure=parse(notation), resources={"parser": f"P-1/trees-1/code-{digest}"}
    )
    replace(score("bleu"), statistics=(statistics,)).save("saved.npz")
    for command in ("score", "compare", "report", "meta"):
        rest = ["--out", "x.html"] if command == "report" else []
        assert main([command, "--statistics", "saved.npz", *rest]) == 2
        assert f"allow it with --plugin {source}" in capsys.readouterr().err
    assert not (mine / "ran").exists()


@pytest.fixture
def parsed(mine):
    """Statistics of a measure over a parser of one's own, whose file says when it is run."""
    (mine / "spy.py").write_text(SPYING_PARSER, encoding="utf-8")
    score(PARSED).save("saved.npz")
    assert (mine / "ran").exists()
    (mine / "ran").unlink()
    forget()
    return mine


def test_a_parser_is_read_with_the_same_bytes_wherever_they_lie(parsed):
    (parsed / "there").mkdir()
    (parsed / "spy.py").rename(parsed / "there" / "moved.py")
    scores = sy.read("saved.npz", "statistics", plugins=["there/moved.py"])
    assert scores.value("A", PARSED) == pytest.approx(100 * math.exp(1 - 7 / 6))
    assert scores.statistics[0].measure.parser == "there/moved.py:P"
    arguments = ["score", "--statistics", "saved.npz", "--plugin", "there/moved.py", "--json"]
    assert json.loads(CliRunner().invoke(commands, arguments).stdout)["scores"]
    assert not (parsed / "ran").exists()


def test_no_code_of_a_changed_parser_is_run(parsed, capsys):
    (parsed / "spy.py").write_text(SPYING_PARSER + "\n", encoding="utf-8")
    told = r"parser=spy.py:P was spy.py#\w+, which is none of spy.py#\w+"
    with pytest.raises(SpecError, match=told):
        sy.read("saved.npz", "statistics", plugins=["spy.py"])
    assert main(["compare", "--statistics", "saved.npz", "--plugin", "spy.py"]) == 2
    assert re.search(told, capsys.readouterr().err)
    assert not (parsed / "ran").exists()


def test_the_digest_of_a_parser_is_in_the_signature(parsed):
    digest = digest_of((parsed / "spy.py").read_bytes())
    signature = score(PARSED).statistics[0].signature()
    assert f"|parser:spy.py:P#mine-1/trees-1/code-{digest}|" in str(signature)
