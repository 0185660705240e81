"""Annotations of tests are kept in folders of their own."""

import pytest

from steelyard.text.annotation import annotator as module


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty folder for annotations, and annotators that have not met any text."""
    folder = tmp_path / "annotations"
    monkeypatch.setenv("STEELYARD_CACHE", str(folder))
    module._annotator.cache_clear()
    return folder


@pytest.fixture
def log(tmp_path, monkeypatch):
    """Return a function that gives the lines that the unruly parser was called with since the last call."""
    file = tmp_path / "log"
    monkeypatch.setenv("UNRULY_LOG", str(file))

    def lines():
        found = file.read_text("utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [line.partition(" ")[2] for line in found]

    return lines
