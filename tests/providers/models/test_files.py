"""Where the files of an embedding model are looked for."""

import pytest

from steelyard.errors import MissingResource
from steelyard.providers.models.files import VARIABLE, model_files


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a function that makes empty files."""
    monkeypatch.delenv(VARIABLE)
    monkeypatch.syspath_prepend(tmp_path)

    def make(*names):
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("")
        return tmp_path

    return make


def found(folder, *options):
    return tuple(str(path.relative_to(folder)) for path in model_files(*options))


@pytest.mark.parametrize(
    ("files", "model", "expected"),
    [
        (("m/model.onnx", "m/tokenizer.json"), "m", ("m/model.onnx", "m/tokenizer.json")),
        (("m/own.onnx", "m/vocab.txt"), "m/own.onnx", ("m/own.onnx", "m/vocab.txt")),
        (("m/own.onnx", "m/vocab.txt", "m/tokenizer.json"), "m", ("m/own.onnx", "m/tokenizer.json")),
        (
            ("m/onnx/model.onnx", "m/onnx/model_O2.onnx", "m/tokenizer.json"), "m",
            ("m/onnx/model.onnx", "m/tokenizer.json"),
        ),
        (
            ("m/onnx/model.onnx", "m/onnx/model_O2.onnx", "m/tokenizer.json"), "m/onnx/model_O2.onnx",
            ("m/onnx/model_O2.onnx", "m/tokenizer.json"),
        ),
        (("m/model.onnx", "m/old/model.onnx", "m/a/b/vocab.txt"), "m", ("m/model.onnx", "m/a/b/vocab.txt")),
    ],
)  # fmt: skip
def test_folders_and_files(place, monkeypatch, files, model, expected):
    folder = place(*files)
    assert found(folder, str(folder / model)) == expected
    monkeypatch.setenv(VARIABLE, str(folder / model))
    assert found(folder) == expected


def test_packages_are_found_without_being_run(place):
    folder = place("some_model/model/model.onnx", "some_words/vocab.txt")
    for package in ("some_model", "some_words"):
        (folder / package / "__init__.py").write_text("raise RuntimeError('run')")
    expected = ("some_model/model/model.onnx", "some_words/vocab.txt")
    assert found(folder, "some-model", "some-words") == expected
    assert found(folder, "some_model", str(folder / "some_words" / "vocab.txt")) == expected


@pytest.mark.parametrize(
    ("files", "options", "message"),
    [
        ((), (), r"no embedding model is named; give one \(option model, or STEELYARD_EMBEDDINGS\)"),
        ((), ("nowhere",), "model=nowhere: there is no such path and no such package"),
        (("m/model.onnx",), ("m", "no where"), "tokeniser=no where: there is no such path and no such package"),
        (("p/__init__.py", "p/q/__init__.py"), ("p.q",), "model=p.q: there is no such path"),
        (("module.py",), ("module",), "model=module: there is no such path and no such package"),
        ((), ("__main__",), "model=__main__: there is no such path"),
        (("m/vocab.txt", "m/a/b/c/model.onnx"), ("m",), "m holds no .onnx file"),
        (("m/model.onnx",), ("m",), r"m holds neither tokenizer.json nor vocab.txt; .* \(option tokeniser\)"),
        (("m/a.onnx", "m/b.onnx"), ("m", "m"), r"m holds 2 such files \(a.onnx, b.onnx …\); name one of them"),
        (("m/a.onnx", "m/x/vocab.txt", "m/y/vocab.txt"), ("m",), r"2 such files \(x/vocab.txt, y/vocab.txt …\)"),
    ],
)
def test_what_is_not_there_is_told(place, monkeypatch, files, options, message):
    monkeypatch.chdir(place(*files))
    with pytest.raises(MissingResource, match=message):
        model_files(*options)
