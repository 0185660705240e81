from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.corpus import Corpus, Texts
from steelyard.corpus.formats import read


def listed_sets(references: tuple[Texts, ...]) -> list[list[str | None]]:
    """Reference sets by value: a blank reference is none, and a set of none is no set."""
    sets = [[text if text and text.strip() else None for text in texts] for texts in references]
    return [texts for texts in sets if any(texts)]


def listed_source(source: Texts | None) -> list[str | None] | None:
    return list(source) if source is not None and any(text and text.strip() for text in source) else None


def check_same(found: Corpus, expected: Corpus) -> None:
    """Everything `expected` has is in `found`; ids and one document for all may have been added."""
    assert {name: list(texts) for name, texts in found.systems.items()} == {
        name: list(texts) for name, texts in expected.systems.items()
    }
    assert listed_sets(found.references) == listed_sets(expected.references)
    assert listed_source(found.source) == listed_source(expected.source)
    if expected.ids is not None:
        assert found.ids == expected.ids
    added = {name: set(values) for name, values in found.facets.items() if name not in expected.facets}
    assert added in ({}, {"document": {"all"}})
    assert {name: found.facets[name] for name in expected.facets} == dict(expected.facets)
    assert sorted(found.judgements, key=repr) == sorted(expected.judgements, key=repr)


@pytest.fixture
def same() -> Callable[[Corpus, Corpus], None]:
    return check_same


@pytest.fixture
def ted() -> Path:
    path = Path(__file__).parents[4] / "shared" / "data" / "ted-zhen"
    if not path.is_dir():
        pytest.skip(f"no {'/'.join(path.parts[-3:])} beside the project")
    return path


@pytest.fixture
def read_text(tmp_path: Path) -> Callable[..., Corpus]:
    """Write a file and read it as a corpus."""

    def read_it(name: str, data: str | bytes, accept: tuple[str, ...] = ()) -> Corpus:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return read(path, accept=accept)

    return read_it
