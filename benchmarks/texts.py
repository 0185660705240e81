"""Texts for benchmarks: English-looking talks drawn from a seed, and outputs made from them by noise.

Lengths, punctuation and the share of rare words follow transcripts of talks: a segment has 17 words (19
tokens of 13a) and 94 bytes. Words beyond the commonest are invented. The outputs score about BLEU 38.

    python -m benchmarks.texts FOLDER SEGMENTS            writes hyp.txt and ref.txt
    python -m benchmarks.texts FOLDER SEGMENTS SYSTEMS    writes hyp.01.txt … and ref.txt
    python -m benchmarks.texts FOLDER SEGMENTS SYSTEMS summaries    the same of three to five sentences each

A summary has 60 words or so, as those of news have, and its sentences stand in one line with <q> between them.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

SEED = 20241
#: What stands between the sentences of a summary.
SENTENCE = "<q>"
_BLOCK = 10_000
_TYPES = 60_000

_COMMON_WORDS = """
the to and of a is in that we it you are this I can have on will with our for like be from at not they an
these but as or there what has their which more about so if by all when into us people one do was very it's
who them just then how don't see out up my because your know its some than would that's think other no
actually really could something here time want make now things those get even also two years going most
world way where much over through lot only day I'm we're need first should before does many were work life
well down between around thing find same he she her his him back every new look little say any after good
take come another right why use too each today being might called made let three long different still you're
can't they're didn't let's there's what's he's isn't we've I've doesn't talk start put off great own help
old keep part kind tell show never always end place ask hand big point story small under live while again
without
"""
_COMMON = _COMMON_WORDS.split()
_ONSETS = [
    *"bcdfghjlmnprstvwbcdflmnprst",
    "bl",
    "br",
    "ch",
    "cl",
    "cr",
    "dr",
    "fl",
    "gr",
    "pl",
    "pr",
    "sh",
    "st",
    "th",
    "tr",
]
_VOWELS = [*"aeiouaeioae", "ea", "ee", "oo", "ou"]
_CODAS = [*[""] * 7, *"bdglmnprst", "ck", "ld", "ll", "nd", "ng", "nt", "rd", "rt", "st"]
_ENDINGS = [*[""] * 9, "s", "s", "ed", "ing", "er", "ly", "tion", "al", "ment", "ity"]
_ACCENTS = str.maketrans("aeiou", "áéïöü")
_CLOSING = [(0.86, "."), (0.93, "?"), (0.96, "!"), (0.98, " ..."), (1.0, ":")]


class Language:
    """A vocabulary in which the word of rank r has a share in proportion to 1 / (r + 6)^1.24."""

    def __init__(self, seed: int = SEED) -> None:
        rng = Random(seed)
        self.words = [*_COMMON, *itertools.islice(_invented(rng), _TYPES)]
        shares = (1 / (rank + 6) ** 1.24 for rank in range(len(self.words)))
        self._cumulated = list(itertools.accumulate(shares))

    def draw(self, rng: Random, count: int) -> list[str]:
        """Return words drawn independently; some of them are numbers."""
        drawn = rng.choices(self.words, cum_weights=self._cumulated, k=count)
        return [_number(rng) if word.startswith("zz") else word for word in drawn]


def _invented(rng: Random) -> Iterator[str]:
    """Yield new words, longer ones further down; a word that stands for a number begins with zz."""
    seen = set(_COMMON)
    for rank in itertools.count():
        syllables = 1 + (rng.random() < min(0.9, rank / 6_000)) + (rng.random() < min(0.3, rank / 60_000))
        parts = (rng.choice(sounds) for _ in range(syllables) for sounds in (_ONSETS, _VOWELS, _CODAS))
        word = "".join(parts) + rng.choice(_ENDINGS)
        kind = rng.random()
        if kind < 0.006:
            word = word.translate(_ACCENTS)
        elif kind < 0.09:
            word = word.capitalize()
        elif kind < 0.11:
            word += "-" + rng.choice(_COMMON)
        elif kind < 0.125:
            word = "zz" + word
        if word not in seen:
            seen.add(word)
            yield word


def _number(rng: Random) -> str:
    size = rng.random()
    if size < 0.4:
        return str(rng.randrange(2, 100))
    if size < 0.6:
        return str(rng.randrange(1900, 2031))
    if size < 0.7:
        return f"{rng.randrange(1, 1000)},{rng.randrange(1000):03}"
    if size < 0.8:
        return f"{rng.randrange(1, 100)}.{rng.randrange(10)}"
    return f"{rng.randrange(1, 101)}%" if size < 0.95 else f"${rng.randrange(1, 1000)}"


def reference(language: Language, rng: Random) -> list[str]:
    """Return one segment's words, punctuation attached."""
    count = max(1, round(rng.lognormvariate(2.565, 0.69)))
    words = language.draw(rng, min(count, 160))
    words[0] = words[0][0].upper() + words[0][1:]
    for i in range(len(words) - 1):
        mark = rng.random()
        if mark < 0.055:
            words[i] += ","
        elif mark < 0.075:
            words[i] += "."
            words[i + 1] = words[i + 1][0].upper() + words[i + 1][1:]
        elif mark < 0.083:
            words[i] += rng.choice([" —", " --", ";"])
        elif mark < 0.086:
            words[i] = f'"{words[i]}"' if rng.random() < 0.7 else f"“{words[i]}”"
    closing = rng.random()
    words[-1] += next(mark for limit, mark in _CLOSING if closing < limit)
    if rng.random() < 0.015:
        words.append(rng.choice(["(Laughter)", "(Applause)"]))
    return words


def output(language: Language, rng: Random, words: list[str]) -> list[str]:
    """Return a system's words: some changed, left out, added or moved, at a rate of the segment's own."""
    rate = rng.betavariate(1.6, 1.8)
    noisy = []
    for word in words:
        change = rng.random()
        if change < 0.62 * rate:
            noisy.append(_replacement(language, rng, word))
        elif change < 0.76 * rate:
            continue
        else:
            noisy.append(word)
        if rng.random() < 0.12 * rate:
            noisy += language.draw(rng, 1)
    if len(noisy) > 4 and rng.random() < 1.6 * rate:
        _move(rng, noisy)
    return noisy or [words[-1]]


def _replacement(language: Language, rng: Random, word: str) -> str:
    """Return another word, or the same in other dress; punctuation at the end stays."""
    bare = word.rstrip('.,;:?!"”')
    if rng.random() < 0.3 and len(bare) > 3:
        ending = rng.choice(["s", "ed", "ing"])
        return bare.removesuffix(ending) + ("" if bare.endswith(ending) else ending) + word[len(bare) :]
    return language.draw(rng, 1)[0] + word[len(bare) :]


def _move(rng: Random, words: list[str]) -> None:
    size = rng.randrange(1, min(6, len(words) - 1))
    start = rng.randrange(len(words) - size)
    block = words[start : start + size]
    del words[start : start + size]
    target = max(0, min(len(words), start + rng.choice([-1, 1]) * rng.randrange(1, 9)))
    words[target:target] = block


def pairs(count: int, seed: int = SEED) -> Iterator[tuple[str, str]]:
    """Yield output and reference of each segment; a larger count begins as a smaller one does."""
    language = Language(seed)
    for block in range(math.ceil(count / _BLOCK)):
        rng = Random(f"{seed} {block}")
        for _ in range(min(_BLOCK, count - block * _BLOCK)):
            words = reference(language, rng)
            yield " ".join(output(language, rng, words)), " ".join(words)


def write_systems(folder: Path, segments: int, count: int) -> None:
    """Write ref.txt and hyp.01.txt, hyp.02.txt, …: several systems' outputs for the same segments."""
    language, rng = Language(), Random(SEED)
    words = [reference(language, rng) for _ in range(segments)]
    _write_lines(folder / "ref.txt", words)
    for system in range(1, count + 1):
        _write_lines(folder / f"hyp.{system:02}.txt", [output(language, rng, segment) for segment in words])


def write_summaries(folder: Path, segments: int, count: int) -> None:
    """Write ref.txt and hyp.01.txt, hyp.02.txt, …: several systems' summaries of the same texts."""
    language, rng = Language(), Random(SEED)
    models = [[reference(language, rng) for _ in range(rng.randrange(3, 6))] for _ in range(segments)]
    _write_lines(folder / "ref.txt", [_joined(sentences) for sentences in models])
    for system in range(1, count + 1):
        noisy = ([output(language, rng, sentence) for sentence in sentences] for sentences in models)
        _write_lines(folder / f"hyp.{system:02}.txt", [_joined(sentences) for sentences in noisy])


def _joined(sentences: list[list[str]]) -> list[str]:
    """Return the words of all sentences, with <q> between sentences."""
    return [word for n, words in enumerate(sentences) for word in ([SENTENCE] if n else []) + words]


def write_pairs(folder: Path, count: int) -> None:
    """Write hyp.txt and ref.txt."""
    with (folder / "hyp.txt").open("wb") as outputs, (folder / "ref.txt").open("wb") as references:
        for output_text, reference_text in pairs(count):
            outputs.write(f"{output_text}\n".encode())
            references.write(f"{reference_text}\n".encode())


def _write_lines(path: Path, segments: list[list[str]]) -> None:
    path.write_text("".join(" ".join(words) + "\n" for words in segments), "utf-8")


if __name__ == "__main__":
    _folder, _segments = Path(sys.argv[1]), int(sys.argv[2])
    if sys.argv[4:] == ["summaries"]:
        write_summaries(_folder, _segments, int(sys.argv[3]))
    elif len(sys.argv) > 3:
        write_systems(_folder, _segments, int(sys.argv[3]))
    else:
        write_pairs(_folder, _segments)
