"""Texts as vectors of a model in a file."""

import hashlib
import sys
from importlib.metadata import version

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tiny_embeddings
from steelyard.errors import FormatError, InputError, MissingResource
from steelyard.providers.models import embeddings
from steelyard.providers.models.embeddings import Embedder, embedder
from steelyard.providers.models.files import model_files

texts = st.lists(
    st.sampled_from("a the The cats running 0 x-y don't é 日本 , .".split()), max_size=9
).map(" ".join)  # fmt: skip


class Counting:
    """A session that counts its runs."""

    def __init__(self, session):
        self._session = session
        self.runs = 0

    def run(self, *given):
        self.runs += 1
        return self._session.run(*given)


def counted(made: Embedder) -> Counting:
    made._session = Counting(made._session)
    return made._session


@given(st.lists(texts, min_size=1, max_size=5))
def test_vectors_are_those_of_each_text_alone(tiny_model, several):
    made = Embedder(model_files(str(tiny_model)))
    for text in several:
        vectors = np.array(tiny_embeddings.vectors(text))
        np.testing.assert_array_equal(made.embed(text).pieces, vectors[1:-1])
        mean = vectors.mean(axis=0, keepdims=True)[: bool(text)]
        np.testing.assert_allclose(made.embed(text).sentence, mean, rtol=1e-12)


def test_a_vocabulary_is_a_tokeniser(tmp_path):
    folder = tiny_embeddings.write(tmp_path / "lower", tokeniser="vocab.txt")
    made = embedder(str(folder))
    np.testing.assert_array_equal(made.embed("The cats!").pieces, tiny_embeddings.vectors("the cats!")[1:-1])
    assert "+folded+tokenizers" in made.resources["tokeniser"]
    np.testing.assert_array_equal(made.embed("Á").pieces, made.embed("a").pieces)


@pytest.mark.parametrize(
    ("told", "more", "case"), [(True, "Cat", "folded"), (None, "Cat", "cased"), (None, "", "folded")]
)
def test_the_case_of_a_vocabulary(tmp_path, told, more, case):
    folder = tiny_embeddings.write(tmp_path, tokeniser="vocab.txt")
    if told is None:
        (folder / "tokenizer_config.json").unlink()
    (folder / "vocab.txt").write_text("\n".join([*tiny_embeddings.VOCABULARY, *more.split()]) + "\n", "utf-8")
    assert f"+{case}+" in embedder(str(folder)).resources["tokeniser"]


def test_long_texts_are_refused_and_never_cut(tmp_path, tiny_model):
    made = embedder(str(tiny_embeddings.write(tmp_path, limit=6)))
    assert len(made.embed("a b c d").pieces) == 4
    with pytest.raises(InputError, match="7 word pieces are more than the 6 that the model takes"):
        made.embed("a b c d e")
    assert len(embedder(str(tiny_model)).embed("a " * 510).pieces) == 510
    with pytest.raises(InputError, match="513 word pieces are more than the 512"):
        embedder(str(tiny_model)).embed("a " * 511)


@pytest.mark.parametrize("settings", ['{"model_max_length": 1000000000000000019884624838656}', "[]", None])
def test_the_usual_limit(tmp_path, settings):
    folder = tiny_embeddings.write(tmp_path)
    (folder / "tokenizer_config.json").unlink()
    if settings is not None:
        (folder / "tokenizer_config.json").write_text(settings)
    assert embedder(str(folder)).limit == 512


def test_resources_are_digests_and_versions(tmp_path):
    folder = tiny_embeddings.write(tmp_path)

    def digest(name):
        return hashlib.sha256((folder / name).read_bytes()).hexdigest()[:8]

    assert embedder(str(folder)).resources == {
        "model": f"{digest('model.onnx')}+onnxruntime-{version('onnxruntime')}",
        "tokeniser": f"{digest('tokenizer.json')}+tokenizers-{version('tokenizers')}",
    }
    before = embedder(str(folder))
    (folder / "tokenizer.json").write_text((folder / "tokenizer.json").read_text() + "\n")
    assert embedder(str(folder)).resources["tokeniser"] != before.resources["tokeniser"]
    (folder / "model.onnx_data").write_bytes(b"weights")
    assert Embedder(model_files(str(folder))).resources["model"] != before.resources["model"]


def test_a_text_seen_lately_is_not_embedded_again(tiny_model, monkeypatch):
    monkeypatch.setattr(embeddings, "_KEPT", 400)  # a text of 4 pieces has 96 bytes of them and 48 for the sentence
    made = Embedder(model_files(str(tiny_model)))
    session = counted(made)
    for text in ("a b c d", "b c d e", "a b c d"):
        made.embed(text)
    assert session.runs == 2
    made.embed("c d e f")  # takes the place of what was seen longest ago
    made.embed("a b c d")
    assert session.runs == 3
    made.embed("b c d e")
    assert session.runs == 4
    made.embed("a " * 100)  # greater than all that may be kept
    assert made.embed("a b").pieces.shape == (2, 6)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ({"inputs": ("pixels",)}, r"asks for pixels \(tensor\(int64\)\); expected input_ids, attention_mask"),
        ({"length": 128}, "takes .*128.* pieces and no others; export the model with free lengths"),
        (b"no model", "not a model that ONNX Runtime can read"),
    ],
)
def test_models_that_cannot_be_used(tmp_path, model, message):
    folder = tiny_embeddings.write(tmp_path)
    (folder / "model.onnx").write_bytes(model if isinstance(model, bytes) else tiny_embeddings.model(**model))
    with pytest.raises(FormatError, match=message):
        embedder(str(folder))


def test_any_output_with_a_vector_for_each_piece_will_do(tmp_path):
    folder = tiny_embeddings.write(tmp_path)
    (folder / "model.onnx").write_bytes(tiny_embeddings.model(inputs=("input_ids",), output="hidden"))
    np.testing.assert_array_equal(embedder(str(folder)).embed("cat").pieces, tiny_embeddings.vectors("cat")[1:-1])


def test_outputs_of_whole_texts_will_not_do(tmp_path):
    folder = tiny_embeddings.write(tmp_path)
    (folder / "model.onnx").write_bytes(tiny_embeddings.model(whole=True))
    with pytest.raises(FormatError, match=r"has no vectors of single pieces among its outputs \(sentence_embedding\)"):
        embedder(str(folder))


@pytest.mark.parametrize("name", ["tokenizer.json", "vocab.txt"])
def test_what_is_no_tokeniser(tmp_path, name):
    folder = tiny_embeddings.write(tmp_path, tokeniser=name)
    (folder / name).write_text("{}")
    with pytest.raises(FormatError, match=f"{name}: not a tokeniser"):
        embedder(str(folder))


def test_settings_that_are_no_json(tmp_path):
    folder = tiny_embeddings.write(tmp_path)
    (folder / "tokenizer_config.json").write_text("{")
    with pytest.raises(FormatError, match=r"tokenizer_config\.json: not JSON"):
        embedder(str(folder))


def test_a_tokeniser_of_another_model(tmp_path):
    folder = tiny_embeddings.write(tmp_path, tokeniser="vocab.txt")
    (folder / "vocab.txt").write_text("\n".join([*tiny_embeddings.VOCABULARY, "beyond"]) + "\n", "utf-8")
    with pytest.raises(InputError, match=r"the model fails .*; is the tokeniser the one that belongs to it\?"):
        embedder(str(folder)).embed("beyond")


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_without_the_extra(tmp_path, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingResource, match=r"embeddings need an extra .*: pip install 'steelyard\[embed\]'"):
        embedder(str(tiny_embeddings.write(tmp_path)))
