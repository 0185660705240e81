"""Texts that tools trip over, by a seed: scripts, marks, emoji, controls, white space, numbers, entities, lengths."""

from dataclasses import dataclass
from random import Random

_SCRIPTS = (
    "the a cat cat's cats running Runs NASA U.S. argument flies agreed don't co-op x-y -z z-",
    "naïve é É e\u0301 Å A\u030a ﬁ ß ẞ ſ K İ ı ΟΔΟΣ ὀδός Ω Привет Ёж ђ",
    "मैं घर हूँ ก ข้าว กำ العربية ٣٫٥ १२ שלום 각 한국어 가",
    "日本語 、です。 カー ー ヿ か？ 中文，句子 𠮷野家 𩸽 㐀 ﾊﾝｶｸ ＡＢＣ ２０２６ 「」 〜 々",
    "😂 ❤️ 👨‍👩‍👧 🇩🇪 1️⃣ ☃ → ∑ ≤ … — – “x” ‘y’ «z» ¿ ¡ € £5 ½ ² № ™ §",
    "0 7 1.5 1,000 1,000.50 3-4 1. .5 ,5 5% 2-3 12:30 1/2 -7 +7 10e5 a1 1a $5.00 0.",
    "&amp; &lt; &gt; &quot; &apos; &#39; &amp;lt; &amp;quot; &nbsp; & ; <skipped> <b> </b> -\n -LRB-",
    "on, mat! (y) [z] {w} a.b a,b . , ... .. !!! ?! -- - ' \" '' `` ` ^ ~ * _ a_b / \\ | # @ = a=b",
    "\u0301 \u0e31 \u200b \u200d \ufeff \u202e \u2066 \u00ad \x01 \x07 \x08 \x1b \x7f \x80 \x9f \ufffe \U000e0001",
)
_WORDS = [script.split(" ") for script in _SCRIPTS]
_SPACES = (
    "  ", "   ", "\t", "\u00a0",
    "\u3000", "\u2009", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1f", "\r", "\n", " \n ", "\r\n",
)  # fmt: skip
_LETTERS = ((0x20, 0x7F), (0xA0, 0x250), (0x300, 0x530), (0x590, 0x700), (0x900, 0xE80), (0x1100, 0x1200),
            (0x1E00, 0x2070), (0x20A0, 0x2BFF), (0x2E80, 0x3400), (0x4E00, 0x4F00), (0xAC00, 0xAD00), (0xF900, 0xFFFE),
            (0x10000, 0x10FFFE))  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An output and its references that are not blank, for blank ones are none here."""

    output: str
    references: tuple[str, ...]


def cases(count: int, seed: str, longest: int = 1000) -> list[Case]:
    """Return so many cases with a reference; one output in 500 has up to `longest` words, most have up to ten."""
    draw, drawn = Random(seed), []
    while len(drawn) < count:
        case = _case(draw, longest)
        drawn += [case] * bool(case.references)
    return drawn


def _case(draw: Random, longest: int) -> Case:
    types = [_word(draw) for _ in range(draw.randint(1, 12))]
    words = [draw.choice(types) for _ in range(_length(draw, longest))]
    references = [_text(draw, _changed(draw, words, types)) for _ in range(draw.choice((1, 1, 1, 2, 3)))]
    return Case(_text(draw, words), tuple(text for text in references if text.strip()))


def _word(draw: Random) -> str:
    if draw.random() < 0.1:
        return "".join(chr(draw.randrange(*draw.choice(_LETTERS))) for _ in range(draw.randint(1, 6)))
    word = draw.choice(draw.choice(_WORDS))
    return word + draw.choice(draw.choice(_WORDS)) if draw.random() < 0.2 else word


def _length(draw: Random, longest: int) -> int:
    chance = draw.random()
    if chance < 0.03:
        return 0
    usual = 10 if chance < 0.95 else 40 if chance < 0.998 else longest
    return draw.randint(1, min(usual, longest))


def _changed(draw: Random, words: list[str], types: list[str]) -> list[str]:
    """The words with some of them lost, replaced, added, and a block of them moved."""
    if draw.random() < 0.02:
        return []
    rate = draw.choice((0, 0.1, 0.1, 0.4))
    kept = [draw.choice(types) if draw.random() < rate else word for word in words if draw.random() >= rate / 2]
    if len(kept) > 2 and draw.random() < 0.5:
        start, end = sorted(draw.sample(range(len(kept) + 1), 2))
        block, rest = kept[start:end], kept[:start] + kept[end:]
        place = draw.randint(0, len(rest))
        kept = rest[:place] + block + rest[place:]
    return [*kept, *(draw.choice(types) for _ in range(draw.choice((0, 0, 1, 2))))]


def _text(draw: Random, words: list[str]) -> str:
    """The words between single spaces; in one text of three other white space between some, or at the ends."""
    if draw.random() < 0.67:
        return " ".join(words)
    pieces = [piece for word in words for piece in (draw.choice((" ", " ", "", draw.choice(_SPACES))), word)]
    return "".join([*pieces, draw.choice(("", " ", draw.choice(_SPACES)))])
