"""Tokenisers and n-grams, written out rule by rule.

Sources: mteval-v13a and mteval-v14 (`13a`, `intl`), the `zh`, `char` and tercom tokenisers and the chrF
word splitter as sacreBLEU 2.6.0 applies them, ROUGE-1.5.5 (`rouge`), Leusch et al. 2005 table 1 (`none`,
`no-punct`). Case folding is `text.lower()` before any of these. White space is what `str.split` takes for
it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

Test = Callable[[str], bool]


def category(character: str) -> str:
    """The first letter of the Unicode general category: L, M, N, P, S, Z or C."""
    return unicodedata.category(character)[0]


def none(text: str) -> list[str]:
    return text.split()


def separate_symbols(text: str) -> str:
    return re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", text)


def separate_stops(text: str) -> str:
    """Full stops and commas not between digits, and hyphens after a digit."""
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text)


def unescape(text: str) -> str:
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, character)
    return text


def mteval_13a(text: str) -> list[str]:
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    return separate_stops(separate_symbols(f" {unescape(text)} ")).split()


def substitute_pairs(text: str, first: Test, second: Test, form: str) -> str:
    """Rewrite, left to right without overlap, every two characters a, b with first(a) and second(b)."""
    output, position = "", 0
    while position < len(text):
        pair = text[position : position + 2]
        if len(pair) == 2 and first(pair[0]) and second(pair[1]):
            output += form.format(pair[0], pair[1])
            position += 2
        else:
            output += text[position]
            position += 1
    return output


def intl(text: str) -> list[str]:
    def punctuation(character: str) -> bool:
        return category(character) == "P"

    def no_number(character: str) -> bool:
        return category(character) != "N"

    text = substitute_pairs(text.rstrip(), no_number, punctuation, "{} {} ")
    text = substitute_pairs(text, punctuation, no_number, " {} {}")
    return "".join(f" {c} " if category(c) == "S" else c for c in text).split()


def no_punct(text: str) -> list[str]:
    return "".join(" " if category(c) in "PS" else c for c in text).split()


def char(text: str) -> list[str]:
    return [c for word in text.split() for c in word]


# In the original, two supplementary ranges are written '\u20000'–'\u2a6d6' and '\u2f800'–'\u2fa1d': strings
# of two characters each, so that one character lies between them if it is in U+2001–U+2A6D or U+2F81–U+2FA1.
ZH_RANGES = (
    (0x3400, 0x4DB5), (0x4E00, 0x9FA5), (0x9FA6, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9), (0x2001, 0x2A6D), (0x2F81, 0x2FA1), (0xFF00, 0xFFEF), (0x2E80, 0x2EFF),
    (0x3000, 0x303F), (0x31C0, 0x31EF), (0x2F00, 0x2FDF), (0x2FF0, 0x2FFF), (0x3100, 0x312F),
    (0x31A0, 0x31BF), (0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0x2600, 0x26FF), (0x2700, 0x27BF),
    (0x3200, 0x32FF), (0x3300, 0x33FF),
)  # fmt: skip


def within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(character) <= high for low, high in ranges)


def zh(text: str) -> list[str]:
    spaced = "".join(f" {c} " if within(c, ZH_RANGES) else c for c in text.strip())
    return separate_stops(separate_symbols(spaced)).split()


def rouge(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


METEOR_LETTER = "A-Za-zÀ-ÖØ-öø-žЀ-ԧᴀ-ᵿꙀ-ꙮ꙾-ꚗ"
METEOR_ABBREVIATIONS = set(
    """A Adj Adm Adv Asst B Bart Bldg Brig Bros C Capt Cmdr Col Comdr Con Corp Cpl D DR Dr Drs E Ens F G Gen Gov H Hon
    Hosp Hr I Insp J K L Lt M MM MR MRS MS Maj Messrs Mlle Mme Mr Mrs Ms Msgr N Nos Nr O Op Ord P Pfc Ph Prof Pvt Q R
    Rep Reps Res Rev Rt S Sen Sens Sfc Sgt Sr St Supt Surg T U V W X Y Z rev v vs""".split()
)


def meteor(text: str) -> list[str]:
    """METEOR 1.5 -norm for English. A run of dots is hidden behind a letter that no rule knows."""
    letter, hidden = METEOR_LETTER, "\U0010ffff"
    text = " " + re.sub(rf"([^{letter}0-9 \t-\r.'`,‘’-])", r" \1 ", text) + " "
    text = re.sub(r"\.{2,}", lambda run: f" {hidden * len(run[0])} ", text)
    for left, right in (("[^0-9]", "[^0-9]"), ("[0-9]", "[^0-9]"), ("[^0-9]", "[0-9]")):
        text = re.sub(f"({left}),({right})", r"\1 , \2", text)
    text = re.sub("[`‘’]", "'", text)
    text = re.sub("[“”]|''", ' " ', text)
    text = text.replace("–", "-").replace("--", "-")
    text = re.sub(f"([{letter}0-9.])-([{letter}0-9])", r"\1 \2", text)
    for left, right in (
        (f"[^{letter}]", f"[^{letter}]"),
        (f"[^{letter}0-9]", f"[{letter}]"),
        (f"[{letter}]", f"[^{letter}]"),
    ):
        text = re.sub(f"({left})'({right})", r"\1 ' \2", text)
    text = re.sub(f"([{letter}])'([{letter}])", r"\1 '\2", text)
    text = re.sub("([0-9])'(s)", r"\1 '\2", text)
    words = [word for word in re.split("[ \t\n\f\r]", text) if word]
    made = []
    for word, after in zip(words, [*words[1:], ""], strict=False):
        before = word[:-1]
        if len(word) == 1 or word[-1] != ".":
            made.append(word)
        elif "." in before and re.search(f"[{letter}]", before):
            made.append(word.replace(".", ""))
        elif (
            before in METEOR_ABBREVIATIONS
            or re.match("[a-z]", after)
            or (before in ("Art", "No", "pp") and re.match("[0-9]", after))
        ):
            made.append(word)
        else:
            made += [before, "."]
    line = re.sub("[\u00a0\u2000-\u200a\u202f\u205f\u3000]", " ", " ".join(made)).replace(hidden, ".")
    line = line.strip("".join(map(chr, range(33))))
    return [word for word in line.lower().split(" ") if word]


# Letters and numbers of East Asian scripts written without spaces: Han, kana, Bopomofo, Yi.
EAST_ASIAN = (
    (0x3005, 0x3005), (0x3007, 0x3007), (0x3021, 0x3029), (0x3038, 0x303B), (0x3041, 0x3096),
    (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x3105, 0x312F), (0x31A0, 0x31BF),
    (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA48C), (0xF900, 0xFA6D),
    (0xFA70, 0xFAD9), (0xFF66, 0xFF9F), (0x16FE3, 0x16FE3), (0x1AFF0, 0x1AFFE),
    (0x1B000, 0x1B122), (0x1B132, 0x1B132), (0x1B150, 0x1B152), (0x1B155, 0x1B155),
    (0x1B164, 0x1B167), (0x20000, 0x2A6DF), (0x2A700, 0x2EBE0), (0x2EBF0, 0x2EE5D),
    (0x2F800, 0x2FA1D), (0x30000, 0x323AF),
)  # fmt: skip
# Blocks of South-East Asian scripts written without spaces: Thai, Lao, Myanmar, Khmer, Tai Le, New Tai Lue, Tai Tham,
# Balinese, Javanese, Myanmar Extended-B and -A, Tai Viet, Ahom.
SOUTH_EAST_ASIAN = (
    (0x0E00, 0x0E7F), (0x0E80, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1950, 0x197F), (0x1980, 0x19DF),
    (0x1A20, 0x1AAF), (0x1B00, 0x1B7F), (0xA980, 0xA9DF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F), (0xAA80, 0xAADF),
    (0x11700, 0x1174F),
)  # fmt: skip


def stands_alone(c: str) -> bool:
    return (category(c) in "LN" and within(c, EAST_ASIAN)) or (category(c) == "L" and within(c, SOUTH_EAST_ASIAN))


def rouge_unicode(text: str) -> list[str]:
    """Runs of letters, marks and numbers; a letter that stands alone takes the marks behind it along."""
    text = text.lower()
    words = [""]
    open_word = True  # whether a letter or number may be added to the last word
    for i, c in enumerate(text):
        if stands_alone(c):
            words.append(c)
            open_word = False
        elif category(c) == "M" and words[-1]:
            words[-1] += c
        elif category(c) in "LMN":
            if not open_word:
                words.append("")
                open_word = True
            words[-1] += c
        elif c in "\u200c\u200d" and open_word and words[-1] and i + 1 < len(text) and category(text[i + 1]) in "LM":
            words[-1] += c
        else:
            words.append("")
            open_word = True
    return [word for word in words if word]


ASIAN_PUNCTUATION = (
    r"[\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb"
    r"\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09]"
)


def tercom(text: str, normalised: bool = False, punctuation: bool = True, asian: bool = False) -> list[str]:
    """tercom's normaliser by sacreBLEU, whose rules for runs of kana can match at the very start only, and never do."""
    text = text.rstrip()
    if normalised:
        text = unescape(text.replace("\n-", "").replace("\n", " "))
        text = separate_symbols(f" {text} ").replace("'s ", " 's ")
        text = separate_stops(text)
        if asian:
            text = re.sub(r"([\u4e00-\u9fff\u3400-\u4dbf])", r" \1 ", text)
            text = re.sub(r"([\u31c0-\u31ef\u2e80-\u2eff])", r" \1 ", text)
            text = re.sub(r"([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])", r" \1 ", text)
            # The upper end is sacreBLEU's: \u3f22 where the block ends at \u32ff.
            text = re.sub(r"([\u3200-\u3f22])", r" \1 ", text)
            text = re.sub(f"({ASIAN_PUNCTUATION})", r" \1 ", text)
    if not punctuation:
        text = re.sub(r'[.,?:;!"()]', "", text)
        if asian:
            text = re.sub(ASIAN_PUNCTUATION, "", text)
    return text.split()


def tercom_08(text: str, normalised: bool = False, punctuation: bool = True) -> list[str]:
    """Words of tercom 0.8, whose white space is ASCII; its reader has trimmed the text as Java does."""
    text = text.strip("".join(map(chr, range(33))))
    if not text:
        return []
    if normalised:
        text = unescape(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))
        text = separate_symbols(f" {text} ").replace("'s ", " 's ")
        text = re.sub(r"[ \t-\r]+", " ", separate_stops(text)).strip(" ")
    if not punctuation:
        text = re.sub(r'[.,?:;!"()]', "", text)
    return java_split(text)


def java_split(text: str) -> list[str]:
    """Java's split at white space: empty words at the end go, one at the start stays; an empty text is one word."""
    if not text:
        return [""]
    words = re.split(r"[ \t-\r]+", text)
    while words and not words[-1]:
        words.pop()
    return words


def chrf_words(text: str) -> list[str]:
    """One ASCII punctuation mark is split off a word's end or else off its start."""
    marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    words = []
    for word in text.split():
        if len(word) > 1 and word[-1] in marks:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in marks:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


TOKENISERS: dict[str, Callable[[str], list[str]]] = {
    "none": none,
    "13a": mteval_13a,
    "intl": intl,
    "no-punct": no_punct,
    "char": char,
    "zh": zh,
    "rouge": rouge,
    "rouge-unicode": rouge_unicode,
    "meteor": meteor,
}


def spaces(text: str) -> list[str]:
    """jiwer 4.0.0: RemoveMultipleSpaces, Strip, then words between single spaces."""
    return [word for word in re.sub(r"\s\s+", " ", text).strip().split(" ") if word]


TOKENISERS["spaces"] = spaces
TOKENISERS["each-space"] = lambda text: text.split(" ")


def tokenise(text: str, name: str, case: str = "keep") -> list[str]:
    return TOKENISERS[name](text.lower() if case == "fold" else text)


# The space keeps them apart from any token of a text.
BEGIN, END = " <s>", " </s>"


def ngrams(tokens: list[str], order: int, boundaries: str = "none") -> Counter[tuple[str, ...]]:
    """Counts of n-grams; from order 2 on, `<s>` and `</s>` belong to the sequence if asked for."""
    if order > 1:
        begin = [BEGIN] if boundaries in ("begin", "both") else []
        end = [END] if boundaries in ("end", "both") else []
        tokens = begin + tokens + end
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))
