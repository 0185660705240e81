"""Layers: the words of a sentence, or what is said of them, as units that measures count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from steelyard.errors import InputError

if TYPE_CHECKING:
    from steelyard.corpus.sentences import Sentence

    _Units = Callable[[Sentence, bool], Sequence[str]]

#: Between the parts of a unit; no annotation holds it.
JOINT = "\x1f"
_OUTSIDE = "O"


def words(sentence: Sentence, fold: bool) -> tuple[str, ...]:
    """Return the words, in lower case if they are to be folded."""
    return sentence.folded if fold else sentence.words


def _lemmas(sentence: Sentence, fold: bool) -> list[str]:
    lemmas = layer_of(sentence, "lemmas")
    return [lemma.lower() for lemma in lemmas] if fold else list(lemmas)


def _labels(name: str) -> _Units:
    return lambda sentence, fold: list(layer_of(sentence, name))


def _entities(sentence: Sentence, fold: bool) -> list[str]:
    """Return the type of the entity that each word is in, or O."""
    if sentence.entities is None:
        raise _missing("entities")
    labels = [_OUTSIDE] * len(sentence)
    for span in sentence.entities:
        labels[span.first : span.end] = [span.label] * (span.end - span.first)
    return labels


def _entity_words(sentence: Sentence, fold: bool) -> list[str]:
    pairs = zip(_entities(sentence, fold), words(sentence, fold), strict=True)
    return [JOINT.join(pair) for pair in pairs if pair[0] != _OUTSIDE]


def _base_phrases(sentence: Sentence) -> list[int]:
    """Return for each word the place of the lowest phrase that it is in, -1 if it is in none."""
    lowest = [-1] * len(sentence)
    for place, span in enumerate(layer_of(sentence, "phrases")):
        lowest[span.first : span.end] = [place] * (span.end - span.first)
    return lowest


def _chunk_labels(sentence: Sentence, fold: bool) -> list[str]:
    return [_phrase_label(sentence, place) for place in _base_phrases(sentence)]


def _chunks(sentence: Sentence, fold: bool) -> list[str]:
    """Return the labels of chunks: adjacent words whose lowest phrase is the same are one."""
    return [_phrase_label(sentence, place) for place, _ in groupby(_base_phrases(sentence))]


def _phrase_label(sentence: Sentence, place: int) -> str:
    return _OUTSIDE if place < 0 else sentence.phrases[place].label


def _levels(sentence: Sentence, fold: bool) -> list[str]:
    return [str(depth) for depth in depths(sentence)]


def _head_labels(name: str) -> _Units:
    def labels(sentence: Sentence, fold: bool) -> list[str]:
        layer = layer_of(sentence, name)
        return ["ROOT" if head < 0 else layer[head] for head in layer_of(sentence, "heads")]

    return labels


def _phrase_words(sentence: Sentence, fold: bool) -> list[str]:
    """Return each word once for each phrase that it is in."""
    forms = words(sentence, fold)
    return [
        JOINT.join((span.label, word))
        for span in layer_of(sentence, "phrases")
        for word in forms[span.first : span.end]
    ]


def _triples(labelled: bool) -> _Units:
    def triples(sentence: Sentence, fold: bool) -> list[str]:
        heads, relations, forms = layer_of(sentence, "heads"), layer_of(sentence, "relations"), words(sentence, fold)
        governors = ("" if head < 0 else forms[head] for head in heads)
        return [
            JOINT.join((relation if labelled else "", governor, word))
            for relation, governor, word in zip(relations, governors, forms, strict=True)
        ]

    return triples


def _sensed(sentence: Sentence, fold: bool) -> list[str]:
    """Return words that have a letter or digit, each with its sense, as the string kernel reads them."""
    from steelyard.annotation.senses import senses_of

    return [
        f"{word}:{{{sense}}}" if sense else word
        for word, sense in zip(words(sentence, fold), senses_of(sentence), strict=True)
        if any(map(str.isalnum, word))
    ]


def _grouped(labels: _Units) -> _Units:
    """Return units of a word and its label."""

    def units(sentence: Sentence, fold: bool) -> list[str]:
        pairs = zip(labels(sentence, fold), words(sentence, fold), strict=True)
        return [JOINT.join(pair) for pair in pairs]

    return units


#: What measures over tokens can be taken of, beside the text itself.
SEQUENCES: dict[str, _Units] = {
    "word": words,
    "lemma": _lemmas,
    "pos": _labels("pos"),
    "tag": _labels("tags"),
    "chunk": _chunks,
    "relation": _labels("relations"),
    "entity": _entities,
}

#: What words are grouped by, and other units whose order does not matter.
_GROUPED: dict[str, _Units] = {
    "word by pos": _grouped(_labels("pos")),
    "word by tag": _grouped(_labels("tags")),
    "word by chunk": _grouped(_chunk_labels),
    "word by phrase": _phrase_words,
    "word by relation": _grouped(_labels("relations")),
    "word by level": _grouped(_levels),
    "word by tag of head": _grouped(_head_labels("tags")),
    "word by pos of head": _grouped(_head_labels("pos")),
    "word by entity or none": _grouped(_entities),
    "word by entity": _entity_words,
    "triple": _triples(labelled=True),
    "pair": _triples(labelled=False),
    "sensed": _sensed,
    # of rows that are treelets
    "head of treelet": _lemmas,
}
_ALL = SEQUENCES | _GROUPED


def units(sentences: Sequence[Sentence], layer: str, fold: bool) -> list[str]:
    """Return the units of some sentences in order; `LAYER=LABEL` keeps the words of one group."""
    name, equals, label = layer.partition("=")
    all_units = [unit for sentence in sentences for unit in _ALL[name](sentence, fold)]
    return [unit for unit in all_units if unit.partition(JOINT)[0] == label] if equals else all_units


def depths(sentence: Sentence) -> Iterator[int]:
    """Yield how far below the root each word is."""
    heads = layer_of(sentence, "heads")
    for place in range(len(sentence)):
        depth = 0
        while (place := heads[place]) >= 0:
            depth += 1
        yield depth


def layer_of(sentence: Sentence, name: str) -> Any:
    """Return a layer of a sentence, or say that it is not known."""
    layer = getattr(sentence, name)
    if not layer:
        raise _missing(name)
    return layer


def _missing(name: str) -> InputError:
    advice = "choose layer=pos, or another parser" if name == "tags" else "choose another parser or layer"
    return InputError(f"the parser, or the file of trees, gives no {name} for some sentence; {advice}")
