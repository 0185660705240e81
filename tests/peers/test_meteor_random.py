"""Equal to METEOR 1.5, run on random texts: its jar comes with pycocoevalcap, which only the long tests have."""

import math
import re
import shutil
import subprocess
import unicodedata
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from peers.comparing import differing, scores
from peers.hostile_texts import Case, cases

pytestmark = pytest.mark.long

MEASURES = {
    "exact": "meteor@1.5(modules=exact)",
    "exact stem": "meteor@1.5(modules=exact:stem)",
    "exact stem synonym": "meteor@1.5",
}
WORDS = """the a of to in and is was it cars car automobile auto buy bought purchase purchased big large huge small
little run runs running ran quick fast rapid house home dog hound child kid kids children happy glad begin start starts
started end finish study studies report reports said say tell told people folk city town near close
, . ! ' 's -""".split()


@pytest.fixture(scope="module")
def jar() -> Path:
    package = find_spec("pycocoevalcap")
    if package is None:
        pytest.skip("skipped: comparison with METEOR 1.5, for pycocoevalcap is not installed")
    if shutil.which("java") is None:
        pytest.skip("skipped: comparison with METEOR 1.5, for there is no Java")
    return Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"


def english(count: int) -> list[Case]:
    """Outputs and references of words that share stems and synonyms."""
    draw = Random("meteor")
    drawn = []
    for _ in range(count):
        words = draw.choices(WORDS, k=draw.randint(1, 20))
        changed = [draw.choice(WORDS) if draw.random() < 0.3 else word for word in words]
        drawn.append(Case(" ".join(words), (" ".join(draw.sample(changed, draw.randint(1, len(changed)))),)))
    return drawn


def on_one_line(case: Case) -> Case:
    """With one reference, and without the ends of lines that its files would have."""
    output, reference = (re.sub(r"[\r\n]", " ", text) for text in (case.output, case.references[0]))
    return Case(output, (reference,))


def has_word(text: str) -> bool:
    """Tell whether anything but white space and controls is there."""
    return any(not c.isspace() and unicodedata.category(c) != "Cc" for c in text)


def of_the_jar(jar: Path, folder: Path, drawn: list[Case], modules: str) -> list[float]:
    for name, texts in (("test", [c.output for c in drawn]), ("reference", [c.references[0] for c in drawn])):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    command = ["java", "-Xmx1G", "-Dfile.encoding=UTF-8", "-jar", jar, "test", "reference"]
    printed = subprocess.run(
        [*command, "-l", "en", "-norm", "-m", modules], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    return [float(score) for score in re.findall(r"^Segment \d+ score:\s+(\S+)$", printed, re.MULTILINE)]


@pytest.mark.parametrize("modules", MEASURES)
def test_random_texts(jar, tmp_path, modules):
    hostile = [on_one_line(case) for case in cases(10_000, f"meteor {modules}", 40)]
    drawn = [*hostile, *english(10_000)]
    ours = scores(drawn, MEASURES[modules])[MEASURES[modules]]
    theirs = of_the_jar(jar, tmp_path, drawn, modules)
    undefined = [n for n, score in enumerate(ours) if math.isnan(score)]
    for n in undefined:  # it prints 0 where no text has a word, and we have no score then
        assert theirs[n] == 0 and not any(map(has_word, (drawn[n].output, *drawn[n].references)))
        ours[n] = 0.0
    assert len(undefined) < 50
    assert differing(ours, theirs, drawn)[:3] == []
