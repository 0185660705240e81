"""What the command line says where there is no model, or a text that it cannot take."""

import tiny_embeddings


def test_without_a_model(texts, refused, monkeypatch):
    monkeypatch.delenv("STEELYARD_EMBEDDINGS")
    told = refused("score", "A.txt", "-r", "ref1.txt", "-m", "embedding-f")
    assert told.startswith("no embedding model is named; give one (option model, or STEELYARD_EMBEDDINGS): a folder")
    told = refused("score", "A.txt", "-r", "ref1.txt", "-m", "embedding-cosine(model=elsewhere)")
    assert told.startswith("model=elsewhere: there is no such path and no such package")


def test_a_text_that_is_too_long(here, texts, refused):
    tiny_embeddings.write(here / "small", limit=3)
    told = refused("score", "A.txt", "-r", "ref1.txt", "-m", "embedding-f(model=small)")
    assert told.startswith("embedding-f, segment ") and "are more than the 3 that the model takes; cut the text" in told
