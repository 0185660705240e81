"""Porter's algorithm in three dialects, rule by rule.

Sources: M. F. Porter (1980), "An algorithm for suffix stripping", Program 14(3), in Snowball's reading of it
(`porter`); what ROUGE-1.5.5.pl was seen to do with -m (`rouge-1.5.5`); nltk 3.9's default as rouge-score 0.1.2 calls it
(`rouge-score`).
"""

IRREGULAR = {
    "sky": ["sky", "skies"],
    "die": ["dying"],
    "lie": ["lying"],
    "tie": ["tying"],
    "news": ["news"],
    "inning": ["innings", "inning"],
    "outing": ["outings", "outing"],
    "canning": ["cannings", "canning"],
    "howe": ["howe"],
    "proceed": ["proceed"],
    "exceed": ["exceed"],
    "succeed": ["succeed"],
}
STEP_2 = (
    "ational-ate tional-tion enci-ence anci-ance izer-ize alli-al entli-ent eli-e ousli-ous ization-ize ation-ate "
    "ator-ate alism-al iveness-ive fulness-ful ousness-ous aliti-al iviti-ive biliti-ble"
)
STEP_3 = "icate-ic ative- alize-al iciti-ic ical-ic ful- ness-"
STEP_4 = "al ance ence er ic able ible ant ement ou ism ate iti ous ive ize"


def pattern(word: str) -> str:
    """The word with c for each consonant and v for each vowel."""
    out = ""
    for letter in word:
        if letter == "y":
            out += "v" if out.endswith("c") else "c"
        else:
            out += "v" if letter in "aeiou" else "c"
    return out


def m(stem: str) -> int:
    return pattern(stem).count("vc")


def star_v(stem: str) -> bool:
    return "v" in pattern(stem)


def star_o(stem: str, dialect: str) -> bool:
    if dialect == "rouge-score" and len(stem) == 2:
        return pattern(stem) == "vc"
    excluded = "wxyY" if dialect == "porter" else "wxy"
    return pattern(stem).endswith("cvc") and stem[-1] not in excluded


def replaced(word: str, rules: dict[str, str], least: int) -> str:
    """The word after the rule with its longest suffix among the rules, if the rest has measure `least` or more."""
    suffixes = [suffix for suffix in rules if word.endswith(suffix)]
    if not suffixes:
        return word
    suffix = max(suffixes, key=len)
    stem = word[: len(word) - len(suffix)]
    return stem + rules[suffix] if m(stem) >= least else word


def step_1a(word: str, dialect: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-1] if dialect == "rouge-score" and len(word) == 4 else word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def step_1b(word: str, dialect: str) -> str:
    if dialect == "rouge-score" and word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if m(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if word.endswith(suffix) and star_v(stem):
            break
    else:
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-1:] == stem[-2:-1] and made_single(stem, dialect):
        return stem[:-1]
    return stem + "e" if m(stem) == 1 and star_o(stem, dialect) else stem


def made_single(stem: str, dialect: str) -> bool:
    if dialect == "porter":
        return stem[-1] in "bdfgmnprt"
    return pattern(stem)[-1] == "c" and stem[-1] not in ("lszy" if dialect == "rouge-1.5.5" else "lsz")


def step_1c(word: str, dialect: str) -> str:
    if not word.endswith(("y", "Y") if dialect == "porter" else "y"):
        return word
    stem = word[:-1]
    possible = len(stem) > 1 and pattern(stem)[-1] == "c" if dialect == "rouge-score" else star_v(stem)
    return stem + "i" if possible else word


def step_2(word: str, dialect: str) -> str:
    rules = dict(rule.split("-") for rule in STEP_2.split())
    if dialect == "porter":
        return replaced(word, rules | {"abli": "able"}, 1)
    rules["bli"] = "ble"
    if dialect == "rouge-1.5.5":
        return replaced(word, rules | {"logi": "log"}, 1)
    if word.endswith("alli") and m(word[:-4]) > 0:
        return step_2(word[:-2], dialect)
    if word.endswith("logi"):
        return word[:-1] if m(word[:-3]) > 0 else word
    return replaced(word, rules | {"fulli": "ful"}, 1)


def step_4(word: str, dialect: str) -> str:
    rules = dict.fromkeys(STEP_4.split(), "")
    if dialect != "rouge-1.5.5":
        return without_ion(replaced(word, rules | {"ment": "", "ent": ""}, 2), word)
    word = replaced(replaced(word, rules, 2), {"ment": ""}, 2)
    return without_ion(replaced(word, {"ent": ""}, 2), word)


def without_ion(word: str, before: str) -> str:
    """Without -ion behind s or t, unless another suffix went just before."""
    possible = word == before and word.endswith(("sion", "tion")) and m(word[:-3]) > 1
    return word[:-3] if possible else word


def step_5(word: str, dialect: str) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        if m(stem) > 1 or (m(stem) == 1 and not star_o(stem, dialect)):
            word = stem
    return word[:-1] if word.endswith("ll") and m(word) > 1 else word


def stem(word: str, dialect: str) -> str:
    if dialect != "porter" and len(word) <= 3:
        return word
    if dialect == "rouge-score":
        for base, forms in IRREGULAR.items():
            if word in forms:
                return base
    marked = any(letter == "y" and kind == "c" for letter, kind in zip(word, pattern(word), strict=True))
    out = step_1a(word, dialect)
    out = step_1c(step_1b(out, dialect), dialect)
    out = replaced(step_2(out, dialect), dict(rule.split("-") for rule in STEP_3.split()), 1)
    out = step_5(step_4(out, dialect), dialect)
    # Snowball marks a consonant y by a capital and takes all such capitals back.
    if dialect == "porter" and marked:
        out = out.replace("Y", "y")
    return out or word
