"""What the oracles of parsed measures take of a text, by the toy parser."""

import toy_parser
from steelyard.corpus.sentences import Sentence
from steelyard.measures.kinds.base import Measure
from steelyard.measures.kinds.parsed import DependenciesCompared, TreesCompared


def taken(measure: Measure, takes: str):
    """The function from a text to what the oracle of a measure takes: trees, or what it says."""
    if isinstance(measure, TreesCompared) and not takes:
        takes = "dependencies" if isinstance(measure, DependenciesCompared) else "constituents"
    by_text = {made.__name__: made for made in (constituents, dependencies, tags, triples, treelets, categories)}[takes]
    return lambda text: [one for sentence in sentences(text) for one in by_text(sentence, measure)]


def sentences(text: str) -> list[Sentence]:
    return [sentence for line in text.split("\n") for sentence in toy_parser.parse(line)]


def folded(sentence: Sentence, measure: Measure) -> list[str]:
    return [word.lower() if measure.case == "fold" else word for word in sentence.words]


def constituents(sentence: Sentence, measure: Measure):
    """The tree as nested tuples, built from the inside out."""
    labels = tags(sentence, measure)
    spans = list(sentence.phrases)

    def build(place: int) -> tuple:
        label, first, end = spans[place]
        inner = [
            p for p in range(place + 1, len(spans))
            if not any(q < p and spans[q].first <= spans[p].first and spans[p].end <= spans[q].end
                       for q in range(place + 1, len(spans)))
            and first <= spans[p].first and spans[p].end <= end
        ]  # fmt: skip
        children, at = [], first
        for p in inner:
            children += [(tag,) for tag in labels[at : spans[p].first]] + [build(p)]
            at = spans[p].end
        return (label, *children, *((tag,) for tag in labels[at:end]))

    yield build(0)


def tags(sentence: Sentence, measure: Measure) -> tuple[str, ...]:
    return sentence.tags if measure.layer == "tag" else sentence.pos


def dependencies(sentence: Sentence, measure: Measure):
    words = folded(sentence, measure)

    def build(place: int) -> tuple:
        return (words[place], *(build(n) for n, head in enumerate(sentence.heads) if head == place))

    yield from (build(n) for n, head in enumerate(sentence.heads) if head < 0)


def triples(sentence: Sentence, measure: Measure):
    words = folded(sentence, measure)
    for word, head, relation in zip(words, sentence.heads, sentence.relations, strict=True):
        yield (relation if measure.labels else None, None if head < 0 else words[head], word)


def treelets(sentence: Sentence, measure: Measure):
    words = folded(sentence, measure)
    yield None, [word for word, head in zip(words, sentence.heads, strict=True) if head < 0]
    for place, word in enumerate(words):
        if place in sentence.heads:
            yield word, [w for n, w in enumerate(words) if n == place or sentence.heads[n] == place]


def categories(sentence: Sentence, measure: Measure):
    words = folded(sentence, measure)
    inside = {n: span.label for span in sentence.entities for n in range(span.first, span.end)}
    for n, word in enumerate(words):
        around = [span for span in sentence.phrases if span.first <= n < span.end]
        depth, head = 0, sentence.heads[n]
        while head >= 0:
            depth, head = depth + 1, sentence.heads[head]
        labels = {
            "pos": lambda n=n: [sentence.pos[n]],
            "tag": lambda n=n: [sentence.tags[n]],
            "chunk": lambda around=around: [around[-1].label],
            "phrase": lambda around=around: [span.label for span in around],
            "relation": lambda n=n: [sentence.relations[n]],
            "level": lambda depth=depth: [str(depth)],
            "pos of head": lambda n=n: ["ROOT" if sentence.heads[n] < 0 else sentence.pos[sentence.heads[n]]],
            "tag of head": lambda n=n: ["ROOT" if sentence.heads[n] < 0 else sentence.tags[sentence.heads[n]]],
            "entity": lambda n=n: [inside[n]] if n in inside else [],
            "entity or none": lambda n=n: [inside.get(n, "O")],
        }[measure.categorised().removeprefix("word by ")]()
        yield from ((label, word) for label in labels if measure.only in ("all", label))
