"""English contractions written out, for the tokenisation `contractions` (Leusch et al. 2005 §3.1)."""

from __future__ import annotations

_IRREGULAR = {
    "can't": "can not", "won't": "will not", "shan't": "shall not", "ain't": "is not", "let's": "let us",
    "y'all": "you all", "'tis": "it is", "'twas": "it was", "o'clock": "o'clock", "ma'am": "ma'am",
    "gonna": "going to", "gotta": "got to", "wanna": "want to", "cannot": "can not",
}  # fmt: skip
_NEGATED = frozenset(
    "are could did do does had has have is might must need ought should was were would dare may".split()
)
_PRONOUNS = frozenset(
    "i you he she it we they this that these those there here who what where when why how someone everyone "
    "somebody everybody nobody something everything nothing one".split()
)
_ENDINGS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is"}


def expand(token: str) -> list[str]:
    """Return the words a contraction stands for, in lower case; any other token unchanged.

    Only endings after pronouns and question words are expanded, so that possessives ("Ann's") stay:
    'd is read as would, 's as is.

    >>> expand("We'd"), expand("don't"), expand("Ann's")
    (['we', 'would'], ['do', 'not'], ["Ann's"])
    """
    word = token.lower().replace("’", "'")
    if "'" not in word and word not in _IRREGULAR:
        return [token]
    if word in _IRREGULAR:
        return _IRREGULAR[word].split() if _IRREGULAR[word] != word else [token]
    if word.endswith("n't") and word[:-3] in _NEGATED:
        return [word[:-3], "not"]
    stem, apostrophe, ending = word.rpartition("'")
    written = _ENDINGS.get(apostrophe + ending)
    if written is not None and stem in _PRONOUNS:
        return [stem, written]
    return [token]
