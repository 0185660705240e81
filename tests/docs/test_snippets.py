"""Every snippet of the documentation runs and shows what it shows.

A page's snippets run in their order, in one folder that holds the sample as `sample/`. In a python block,
lines after `>>> ` are compared; a block without `>>> ` is only run. In a console block the lines after `$ ` are
commands and the others what they print. An ellipsis (`...`) stands for anything.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import steelyard as sy
from docs import pages

ELLIPSIS = doctest.ELLIPSIS
_COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n?", re.MULTILINE)
_WITH_SNIPPETS = [page for page in pages.PAGES if pages.blocks(page)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    sy.write(sy.sample(), tmp_path / "sample")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", _WITH_SNIPPETS, ids=pages.name)
def test_snippets_show_what_happens(page, folder):
    names: dict[str, object] = {}
    for block in pages.blocks(page):
        where = f"{pages.name(page)}, line {block.line}"
        if block.language == "python" and ">>> " in block.text:
            _run_session(block.text, names, where)
        elif block.language == "python":
            exec(compile(block.text, where, "exec"), names)
        elif block.language == "console":
            _run_commands(block.text, folder, where)


def _run_session(text: str, names: dict[str, object], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, where, where, 0)
    shown: list[str] = []
    runner = doctest.DocTestRunner(optionflags=ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=shown.append, clear_globs=False)
    names.update(test.globs)
    assert not shown, "".join(shown)


def _run_commands(text: str, folder: Path, where: str) -> None:
    assert text.startswith("$ "), f"{where}: a console block begins with a command"
    pieces = _COMMAND.split(text)[1:]
    for command, wanted in zip(pieces[::2], pieces[1::2], strict=True):
        run = subprocess.run(
            command, shell=True, cwd=folder, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        got = run.stdout.decode()
        assert run.returncode in (0, 2), f"{where}: {command}\n{got}"
        assert run.returncode == 0 or wanted.startswith("steelyard: "), f"{where}: {command}\n{got}"
        if wanted.strip():
            agree = doctest.OutputChecker().check_output(_trimmed(wanted), _trimmed(got), ELLIPSIS)
            assert agree, f"{where}: {command}\n--- shown\n{wanted}\n--- printed\n{got}"


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


def test_every_block_says_what_it_is():
    for page in pages.PAGES:
        for block in pages.blocks(page):
            where = f"{pages.name(page)}, line {block.line}"
            assert block.language in {"python", "console", "sh", "text", "json"}, where
            assert "$ " not in block.text or block.language in {"console", "text"}, where
