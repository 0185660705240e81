"""WordNet as it is shipped, a WordNet folder, and a user's lexicon."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.errors import FormatError, MissingResource
from steelyard.text.words.keys import Keys
from steelyard.text.words.wordnet import wordnet
from steelyard.text.words.wordnet.princeton import read_folder

PLACES = (Path("/usr/share/wordnet"), Path("/usr/share/nltk_data/corpora/wordnet"))

NOUN_INDEX = """\
  1 This software and database is being provided to you, the LICENSEE, by
car n 2 1 @ 2 1 00000200 00000100
automobile n 1 1 @ 1 1 00000200
wagon n 1 1 @ 1 0 00000100
"""
NOUN_DATA = """\
  1 This software and database is being provided to you, the LICENSEE, by
00000100 06 n 02 wagon 0 car 1 000 | a wheeled vehicle
00000200 06 n 02 car 0 automobile 0 000 | a motor vehicle
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A WordNet of two nouns' synsets, one verb, and an irregular form."""
    for part in ("noun", "verb", "adj", "adv"):
        for kind in ("index", "data"):
            (tmp_path / f"{kind}.{part}").write_text("")
        (tmp_path / f"{part}.exc").write_text("")
    (tmp_path / "index.noun").write_text(NOUN_INDEX)
    (tmp_path / "data.noun").write_text(NOUN_DATA)
    (tmp_path / "index.verb").write_text("drive v 1 1 @ 1 1 00000050\n")
    (tmp_path / "data.verb").write_text("00000050 38 v 01 drive 0 000 01 + 02 00 | operate a vehicle\n")
    (tmp_path / "verb.exc").write_text("drove drive\n")
    return tmp_path


def test_the_shipped_table_is_wordnet_3():
    shipped = wordnet()
    assert shipped.lemmas() == 147306
    assert shipped.digest == "3aad8664"
    assert len(shipped.synsets("dog")) == 8
    assert len(shipped.synsets("run")) == 57
    assert shipped.synsets("zyzzyvas") == shipped.synsets("xyzzyq") == ()


@pytest.mark.parametrize(
    ("one", "other"), [("car", "automobile"), ("astronaut", "cosmonaut"), ("dream", "ambition"), ("cars", "auto")]
)
def test_synonyms_share_a_synset(one, other):
    assert set(wordnet().synsets(one)) & set(wordnet().synsets(other))


def test_words_of_different_meaning_share_none():
    assert not set(wordnet().synsets("car")) & set(wordnet().synsets("dog"))


@pytest.mark.parametrize(
    ("form", "bases"),
    [
        ("mice", ("mouse",)),  # an exception
        ("axes", ("ax", "axis", "axe")),  # two exceptions as a noun, a rule as a verb
        ("churches", ("church",)),  # a rule
        ("boxesful", ("boxful",)),  # the rule for -ful
        ("running", ("running", "run")),  # a base form and an exception
        ("hoping", ("hope",)),  # -ing to -e comes before -ing to nothing
        ("best", ("best", "good", "well")),  # adjective and adverb
        ("dress", ("dress",)),  # nouns in -ss keep it
        ("Looked up", ("look_up",)),  # a collocation, word by word
        ("attorneys_general", ("attorney_general",)),  # a collocation that is an exception
        ("", ()),
        ("...", ()),
    ],
)
def test_morphology(form, bases):
    assert wordnet().bases(form) == bases


def test_first_sense_and_exceptions():
    shipped = wordnet()
    assert shipped.first("dogs") == shipped.synsets("dog")[:1]
    assert shipped.first("xyzzyq") == ()
    assert shipped.exceptions()["is"] == "be"
    assert shipped.exceptions()["mice"] == "mouse"


def test_a_folder_of_wordnet_3_is_the_shipped_table(tmp_path):
    found = next((place for place in PLACES if (place / "index.noun").exists()), None)
    if found is None:
        problem = "the shipped table cannot be derived anew, for no WordNet 3.0 is installed (Debian: wordnet-base)"
        if os.environ.get("CI"):
            pytest.fail(problem, pytrace=False)
        pytest.skip(f"skipped: {problem}")
    out = tmp_path / "table.gz"
    run = subprocess.run([sys.executable, "-m", "steelyard.text.words.wordnet", str(found), str(out)], check=True)
    assert run.returncode == 0
    import steelyard.text.words.wordnet as package

    assert out.read_bytes() == (Path(package.__file__).parent / "wordnet-3.0.gz").read_bytes()


def test_a_users_folder(folder):
    own = wordnet(str(folder))
    assert own.synsets("cars") == (1, 0)
    assert own.synsets("wagon") == (0,)
    assert own.synsets("drove") == own.synsets("drives") == (2,)
    assert own.digest != wordnet().digest
    assert read_folder(folder).packed() == read_folder(folder).packed()
    (folder / "dict").mkdir()
    for path in [path for path in folder.iterdir() if path.is_file()]:
        path.rename(folder / "dict" / path.name)
    assert read_folder(folder).digest == own.digest


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("index.noun", "car n 1 1 @ 1 1 00000999\n", "index.noun:1: no index entry"),
        ("index.adj", "car\n", "index.adj:1: no index entry"),
        ("index.adj", "car n many\n", "index.adj:1: no index entry"),
        ("noun.exc", "mice\n", "noun.exc:1: 'mice' has no base form"),
    ],
)
def test_a_broken_folder_is_told_in_one_line(folder, name, content, told):
    (folder / name).write_text(content)
    with pytest.raises(FormatError) as refusal:
        wordnet(str(folder))
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_without_wordnet_and_a_missing_file(tmp_path):
    with pytest.raises(MissingResource, match="a WordNet folder holds index, data and exc files"):
        wordnet(str(tmp_path))
    with pytest.raises(MissingResource, match="no such file; give 'wordnet', a WordNet dict folder, or a lexicon"):
        wordnet(str(tmp_path / "nothing.txt"))


def test_the_derivation_tells_wrong_use(tmp_path, capsys):
    from steelyard.text.words.wordnet.__main__ import main

    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert main([str(tmp_path), str(tmp_path / "out")]) == 2
    assert "a WordNet folder holds" in capsys.readouterr().err


def test_a_lexicon(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text("cosmonaut\tSPACEMAN\nastronaut\tSPACEMAN\n\ndream\tDREAM VISION\nNASA\tAGENCY\ndream\tSLEEP\n")
    own = wordnet(str(path))
    assert own.synsets("cosmonaut") == own.synsets("Astronaut") == (0,)
    assert own.synsets("dream") == (1, 2, 4)
    assert own.first("dream") == (1,)
    assert own.synsets("NASA") == (3,)
    assert own.synsets("nasa") == own.bases("nasa") == ()
    assert own.bases("Dream") == ("dream",)
    assert own.exceptions() == {}
    assert len(own.digest) == 8


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a\tX\ncosmonaut SPACEMAN\n", ":2: expected a word, a tab and its senses"),
        (b"cosmonaut\t \n", ":1: expected a word, a tab and its senses"),
        (b"a\tX\n\xff\tX\n", ":2: not UTF-8"),
    ],
)
def test_a_broken_lexicon_is_told_in_one_line(tmp_path, content, told):
    path = tmp_path / "lexicon.tsv"
    path.write_bytes(content)
    with pytest.raises(FormatError) as refusal:
        wordnet(str(path))
    assert told in str(refusal.value)


def test_wordnet_is_loaded_only_when_it_is_used():
    code = (
        "import sys; import steelyard as sy; sy.score({'A': ['a b c d']}, ['a b c d'], measures=['bleu']);"
        "from steelyard.text.words.wordnet import wordnet; sys.exit(wordnet.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_keys_of_words_come_from_wordnet(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text("auto\tVEHICLE\nkart\tOTHER VEHICLE\n")
    words = ("Cars", "automobile", "kart", "auto", "xyzzyq", "car")

    def matches(kind: str, source: str) -> set[tuple[str, str]]:
        rows = dict(zip(words, Keys(kind, source).keys_of(words), strict=True))
        return {(a, b) for a in words for b in words if a < b and set(rows[a]) & set(rows[b])}

    assert matches("base", "wordnet") == {("Cars", "car")}
    assert ("auto", "automobile") in matches("sense", "wordnet")
    assert not any("xyzzyq" in pair for pair in matches("sense", "wordnet"))
    assert matches("sense", str(path)) == {("auto", "kart")}
    assert matches("first-sense", str(path)) == set()


def test_parts_of_speech_pooled():
    """As METEOR 1.5 has it: "lives" is on an exception list, for "life", so the verb "live" is not looked up."""
    shipped = wordnet()
    assert shipped.bases("lives") == ("life", "live")
    assert set(shipped.pooled_synsets("lives")) == set(shipped.synsets("life"))
    assert set(shipped.pooled_synsets("cars")) == set(shipped.pooled_synsets("car"))
    assert shipped.pooled_synsets("xyzzyq") == ()
