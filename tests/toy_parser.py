"""A parser for tests, with no knowledge of any language: what it says of a word follows from its letters.

It keeps to the contract of providers, and `annotator` takes the place of a real one within this process.
"""

from collections.abc import Iterable, Sequence
from zlib import crc32

from steelyard.corpus.sentences import Sentence, Span

NAME = "toy"
LONGEST = None
SECONDS = 10.0


def identity(model: str) -> str:
    return "toy-1"


def open(model: str):
    return lambda lines: (parse(line) for line in lines)


def parse(line: str) -> list[Sentence]:
    """A sentence ends with a full stop or the line."""
    sentences: list[list[str]] = [[]]
    for word in line.split():
        sentences[-1].append(word)
        if word.endswith("."):
            sentences.append([])
    return [sentence(words) for words in sentences if words]


def sentence(words: Sequence[str]) -> Sentence:
    pos = tuple(("NOUN", "VERB", "X")[draw("pos", word) % 3] for word in words)
    return Sentence(
        words=tuple(words),
        lemmas=tuple(word.lower().rstrip("s") or word for word in words),
        pos=pos,
        tags=tuple(f"{one[0]}{draw('tag', word) % 2}" for one, word in zip(pos, words, strict=True)),
        heads=tuple(-1 if n == 0 else draw("head", word) % n for n, word in enumerate(words)),
        relations=tuple(("subj", "obj", "mod")[draw("relation", word) % 3] for word in words),
        phrases=tuple(phrases(words, 0)),
        entities=tuple(Span("NAME", n, n + 1) for n, word in enumerate(words) if draw("entity", word) % 4 == 0),
    )


def phrases(words: Sequence[str], first: int) -> Iterable[Span]:
    """A phrase over some words, and one over those after a place that its first word tells."""
    yield Span(("S", "NP", "VP")[draw("phrase", words[0]) % 3], first, first + len(words))
    if len(words) > 1:
        cut = 1 + draw("cut", words[0]) % (len(words) - 1)
        yield from phrases(words[cut:], first + cut)


def draw(what: str, word: str) -> int:
    return crc32(f"{what} {word}".encode())


class ToyAnnotator:
    identity = "toy-1/trees-1"
    failures: dict[str, str] = {}  # noqa: RUF012 (nothing fails)

    def annotate(self, lines, workers=1, progress=None):
        pass

    def get(self, lines, workers=1):
        return {line: tuple(parse(line)) for line in set(lines)}


def annotator_of(name: str) -> ToyAnnotator:
    return ToyAnnotator()
