"""The set-up of CONTRIBUTING.md works, as it is written, in a fresh clone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import pages

PAGE = pages.ROOT / "CONTRIBUTING.md"
FOLDER = ".dev"
TEST_FILE = "tests/measures/test_notation.py"
#: What can be added by one file, each with a section of its own.
KINDS = ("measure", "format", "parser", "significance test", "coefficient", "study", "command")


def commands(start: str) -> str:
    """Return the only block of shell commands that begins so."""
    (block,) = (block for block in pages.blocks(PAGE) if block.language == "sh" and block.text.startswith(start))
    return block.text


def environment() -> dict[str, str]:
    """Return the environment of somebody who comes anew: nothing is left of that of these tests."""
    ours = {"VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME"}
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("PYTEST")}
    places = [place for place in kept["PATH"].split(os.pathsep) if Path(place) != Path(sys.executable).parent]
    return kept | {"PATH": os.pathsep.join(places)}


def shell(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-e", "-c", script]
    return subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_set_up_works_in_a_fresh_clone(tmp_path):
    """And there a test file passes, scores are all that is on standard output, and nothing is left for git to see."""
    if not (pages.ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("skipped: the set-up in a fresh clone, as this is no clone")
    clone = tmp_path / "steelyard"
    subprocess.run(["git", "clone", "--quiet", str(pages.ROOT), str(clone)], check=True)
    set_up = shell(clone, commands(f"python3 -m venv {FOLDER}"))
    assert set_up.returncode == 0, set_up.stdout + set_up.stderr
    activate = f". {clone}/{FOLDER}/bin/activate"

    assert TEST_FILE in commands("pytest ")
    tested = shell(clone, f"{activate}; pytest {TEST_FILE}")
    assert tested.returncode == 0 and "failed" not in tested.stdout, tested.stdout

    (tmp_path / "A.txt").write_text("the cat sat on the mat\n")
    (tmp_path / "r.txt").write_text("the cat is on the mat\n")
    asked = "score A.txt -r r.txt -m bleu -m ter --tsv"
    scored = shell(tmp_path, f"{activate}; steelyard {asked}")
    here = [sys.executable, "-m", "steelyard", *asked.split()]
    expected = subprocess.run(here, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (scored.returncode, scored.stderr, scored.stdout) == (0, "", expected.stdout)

    assert shell(clone, "git status --porcelain").stdout == ""


def test_every_target_is_there():
    makefile = (pages.ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^make (\S+)", commands("make "), re.M)
    assert targets and all(re.search(rf"^{target}:", makefile, re.M) for target in targets)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_addition_has_a_section(kind):
    assert f"a-new-{kind.replace(' ', '-')}" in pages.anchors(PAGE)
