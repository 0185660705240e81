"""spaCy: whatever a text looks like, and whatever is installed."""

import importlib.metadata
import subprocess
import sys

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus.conllu import written
from steelyard.corpus.trees import AnnotatedText
from steelyard.errors import InputError, MissingResource
from steelyard.measures.kinds.parsed import ParsedMeasure
from steelyard.measures.registry import registry
from steelyard.providers.parsers import parser_named
from steelyard.providers.parsers import spacy as provider

spacy = pytest.importorskip("spacy", reason="skipped: tests of spaCy, which is not installed")


@pytest.fixture(scope="module")
def annotate():
    try:
        return provider.open("")
    except MissingResource as error:
        pytest.skip(f"skipped: {error}")


@pytest.fixture(autouse=True)
def anew():
    provider.identity.cache_clear()
    yield
    provider.identity.cache_clear()


def words(annotate, line):
    (sentences,) = annotate([line])
    assert all(sentence.problem() is None for sentence in sentences)
    return [word for sentence in sentences for word in sentence.words]


def test_every_layer_is_there(annotate):
    ((first, second),) = annotate(["Ann didn't see Paris. She slept."])
    assert first.words == ("Ann", "did", "n't", "see", "Paris", ".") and second.words == ("She", "slept", ".")
    assert first.lemmas[1] == "do" and first.tags[1] == "VBD" and first.pos[4] == "PROPN"
    assert first.heads[0] == 3 and first.heads[3] == -1 and first.relations[0] == "nsubj"
    assert [span.label for span in first.entities][-1] == "GPE" and second.entities == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  a \t cat  sat\u00a0\u2003now ", ["a", "cat", "sat", "now"]),
        ("a\x0bcat\x0csat\x1f.\u2028Now\u2029!", ["a", "cat", "sat", ".", "Now", "!"]),
        ("\u2028", []),
        (" ", []),
        ("", []),
        ("...", ["..."]),
        ("?!.,;", None),
        ("😀 👩‍👩‍👧 🇩🇪", None),
        ("a\u200bb \u200b \ufeffc", None),
        ("שלום עולם!", None),
        ("مرحبا بالعالم", None),
        ("e\u0301 ﬁ Ⅷ ①", None),
        ("𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎", None),
        ("x" * 20_000, None),
        ("(((((" * 40, None),
        ("http://a.b/c?d=e&f a@b.cd #tag @name $5.00", None),
    ],
    ids=range(16),
)
def test_texts_of_all_kinds(annotate, line, expected):
    found = words(annotate, line)
    if expected is not None:
        assert found == expected
    assert "".join(found) == "".join(line.split())


def test_a_line_of_5000_words(annotate):
    assert len(words(annotate, "The old cat sat on a mat, " * 625)) == 5000


def test_a_line_too_long_for_spacy_is_an_error_that_says_so(annotate):
    with pytest.raises(ValueError, match="exceeds maximum"):
        list(annotate(["word " * 200_001]))


def test_a_batch_gives_what_single_lines_give(annotate):
    lines = ["Ann sleeps.", "The man who saw her left.", "", "Do you know?", "It rained; we went home. Late."] * 30
    assert list(annotate(lines)) == [next(iter(annotate([line]))) for line in lines]


def test_pipelines_with_fewer_layers(tmp_path):
    folder = tmp_path / "a folder = mine"
    spacy.blank("de").to_disk(folder)
    annotate = provider.open(str(folder))
    ((sentence, _),) = annotate(["Das Haus steht. Ja."])
    assert sentence.words == ("Das", "Haus", "steht", ".")
    assert (sentence.lemmas, sentence.pos, sentence.tags, sentence.heads, sentence.entities) == ((), (), (), (), None)


def test_a_folder_is_known_by_what_it_holds(tmp_path):
    for folder, language in (("first", "de"), ("second", "de"), ("third", "fr")):
        (tmp_path / folder).mkdir()
        spacy.blank(language).to_disk(tmp_path / folder / "one")
    same, copy, other = (provider.identity(str(tmp_path / name / "one")) for name in ("first", "second", "third"))
    assert same == copy != other
    assert same.startswith(f"spacy-{spacy.__version__}/one-0.0.0-")


def test_the_folder_is_what_the_name_says(tmp_path):
    name = f"spacy:{tmp_path}/a:b"
    assert parser_named(name).model == f"{tmp_path}/a:b"
    for content in (None, "", "[]", "{}"):
        if content is not None:
            (tmp_path / "a:b").mkdir(exist_ok=True)
            (tmp_path / "a:b" / "meta.json").write_text(content)
        with pytest.raises(MissingResource, match=r"no spaCy pipeline is there; expected a folder with meta.json"):
            provider.identity(f"{tmp_path}/a:b")


def test_a_folder_in_a_measure(tmp_path, cache):
    folder = tmp_path / "a folder = mine"
    spacy.blank("en").to_disk(folder)
    measure = f"bleu(layer=word,parser=spacy:{folder})"
    made = sy.score({"A": ["a cat sat on it."]}, ["a cat sat on it."], [measure])
    assert made.value("A", measure) == pytest.approx(100)
    assert "a folder = mine-0.0.0-" in made.scores[0].signature and str(tmp_path) not in made.scores[0].signature
    with pytest.raises(InputError, match="gives no heads for some sentence; choose another parser or layer"):
        sy.score({"A": ["a cat"]}, ["a cat"], [f"hwcm(parser=spacy:{folder})"])


def test_what_is_written_scores_as_what_is_parsed(tmp_path, cache, annotate):
    del annotate  # skips where there is no pipeline
    texts = {
        "A": ["Ann didn't see the old man in Paris. He slept (well).", "Yes!", "The cat sat on the mat, didn't it?"],
        "ref": ["Ann did not see an old man in Paris.  He was sleeping well.", "No.", "A cat was sitting on the mat."],
    }
    measures = [name for name, kind in registry().items() if issubclass(kind, ParsedMeasure)]
    assert len(measures) >= 16
    for name, column in texts.items():
        parsed = map(AnnotatedText, column, sy.annotate(column))
        (tmp_path / f"{name}.conllu").write_text("".join(f"{line}\n" for line in written(parsed)), encoding="utf-8")
    trees = {name: sy.read(tmp_path / f"{name}.conllu", "trees") for name in texts}
    by_parser = sy.score(
        {"A": texts["A"]}, texts["ref"], [f"{name}(parser=spacy)" for name in measures], level="segment"
    )
    by_file = sy.score({"A": trees["A"]}, trees["ref"], [f"{name}(parser=given)" for name in measures], level="segment")
    for one, other in zip(by_parser.scores, by_file.scores, strict=True):
        assert np.array_equal(one.value, other.value, equal_nan=True), one.measure


def installed(folder, name, version, files=()):
    """Write what makes a package look installed in a folder."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "RECORD").write_text("".join(f"{file},sha256=abc,10\n" for file in files))


@pytest.mark.parametrize("version", ["999.9.9", "3.8.0"])
@pytest.mark.parametrize("name", ["de_core_news_md", "en_core_web_lg"])
def test_an_empty_package_of_that_name_is_refused(tmp_path, monkeypatch, name, version):
    installed(tmp_path, name, version, [f"{name}/__init__.py"])
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(MissingResource) as error:
        provider.identity(name)
    assert (
        str(error.value) == f"parser=spacy:{name}: the installed package {name} {version} holds no pipeline; remove it"
    )


def test_a_pipeline_that_is_not_installed():
    with pytest.raises(MissingResource) as error:
        provider.identity("xx_core_none")
    assert str(error.value) == (
        "parser=spacy:xx_core_none: no such pipeline is installed; install the package xx_core_none, or name the "
        "folder of one (./xx_core_none)"
    )


def test_larger_english_pipelines_are_preferred(tmp_path, monkeypatch):
    for name in ("en_core_web_md", "en_core_web_sm"):
        installed(tmp_path, name, "3.8.0", [f"{name}/{name}-3.8.0/config.cfg"])
    monkeypatch.syspath_prepend(str(tmp_path))
    assert provider.identity("").startswith(f"spacy-{spacy.__version__}/en_core_web_md-3.8.0-")


def absent(monkeypatch, *names):
    """Have importlib.metadata not find packages."""
    real = importlib.metadata.distribution

    def distribution(name):
        if name in names:
            raise importlib.metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(provider, "distribution", distribution)
    monkeypatch.setattr(provider, "version", lambda name: distribution(name).version)


def test_without_spacy_one_line_tells_how_to_install_it(monkeypatch):
    absent(monkeypatch, "spacy")
    with pytest.raises(MissingResource) as error:
        provider.identity("")
    assert str(error.value) == "parser=spacy needs spaCy; install it with: pip install 'steelyard[syntax]'"


def test_without_a_pipeline_one_line_tells_how_to_install_it(monkeypatch):
    absent(monkeypatch, *provider.ENGLISH)
    with pytest.raises(MissingResource) as error:
        provider.identity("")
    assert (
        str(error.value) == "parser=spacy needs an English pipeline; install it with: pip install 'steelyard[syntax]'"
    )


_WITHOUT = """
import sys
sys.modules["spacy"] = None
from steelyard.providers.parsers import spacy
assert "thinc" not in sys.modules
print(spacy.identity(""))
"""


def test_the_version_is_told_without_loading_spacy():
    ran = subprocess.run([sys.executable, "-c", _WITHOUT], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("spacy-")
