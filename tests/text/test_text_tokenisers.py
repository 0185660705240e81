"""Tokenisers against the oracles' rules, against sacreBLEU and against the specification's table."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from oracles import tokens as oracle
from steelyard import _core
from steelyard.text import View
from steelyard.text.view import TOKENISERS
from text.cutting import core_tokens, viewed

# Everything a rule asks for, and what looks like it.
NASTY = [
    *"aZé7०½.,-&;:!?'\"()[]{}<>/\\|@#$%^*+=~`_ ",
    *" \t\n\r\x0b\x0c\x1c\x1f\x85\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000",  # white space
    *"\u200b\u200d\ufeff\u00ad",  # what is none
    "&quot;", "&amp;", "&lt;", "&gt;", "&amp;quot;", "<skipped>", "-\n", "\n-", "'s ", "1.5", "1,000", "2-", ".5", "5.",
    "Mr.", "No.", "U.S.", "vs.", "e.g.", "..", "--", "''", "`",
    *"“”‘’«»…—–¿¡€£™°№§",
    *"日本語中㐀龥豈の゙カーｶﾞ々〇〜、。・「」㈱㍿⺀⼀㇀ㄅ",
    *"，。！？：；（）＂．１Ａ", *"ΣσςİıßẞǅﬁÅ\u030a\u0301\u0308",
    "ΟΔΟΣ", "ΑΣ.", "가나", "ไทย", "ที่", "ក្រ", "ကျ", "नमस्ते", "ක්\u200dෂ", "می\u200cر",
    "👩\u200d👧", "😀", "𝒳", "𠀀", "\U0002f81a", "\U0001b000",
]  # fmt: skip
nasty = st.lists(st.sampled_from(NASTY), max_size=12).map("".join)
# Characters assigned long ago, whose properties every version of Unicode in use agrees on.
any_text = st.text(
    st.characters(exclude_categories=("Cs", "Cn"), exclude_characters="\0").filter(
        lambda c: unicodedata.ucd_3_2_0.category(c) == unicodedata.category(c)
    ),
    max_size=15,
)
either = st.one_of(nasty, any_text)


@pytest.mark.parametrize("name", oracle.TOKENISERS)
@settings(max_examples=150)
@given(text=either, fold=st.booleans())
def test_tokens_equal_the_oracle(name, text, fold):
    assert core_tokens(text, name, fold) == oracle.tokenise(text, name, "fold" if fold else "keep")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我喜欢iPad2代", "我 喜 欢 ipad2 代"),
        ("スーパーが", "ス ー パ ー が"),
        ("か\u3099く", "か\u3099 く"),
        ("ที่นี่2024", "ที่ นี่ 2024"),
        ("ខ្ញុំ", "ខ្ ញុំ"),
        ("हूँ कि", "हूँ कि"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("a\u200d 👩\u200d👧 \u200db", "a b"),
        ("Ο ΔΡΟΜΟΣ", "ο δρομος"),
    ],
)
def test_words_of_all_scripts(text, tokens):
    assert core_tokens(text, "rouge-unicode") == tokens.split()


@pytest.mark.parametrize("asian", [False, True])
@pytest.mark.parametrize("punctuation", [False, True])
@pytest.mark.parametrize("normalised", [False, True])
@settings(max_examples=100)
@given(text=either)
def test_tercom_tokens_equal_the_oracle(normalised, punctuation, asian, text):
    name = "tercom" + "-norm" * normalised + "-nopunct" * (not punctuation) + "-asian" * asian
    assert core_tokens(text, name) == oracle.tercom(text, normalised, punctuation, asian)


@pytest.mark.parametrize("punctuation", [False, True])
@pytest.mark.parametrize("normalised", [False, True])
@settings(max_examples=100)
@given(text=either)
def test_tokens_of_tercom_itself_equal_the_oracle(normalised, punctuation, text):
    name = "tercom-0.8" + "-norm" * normalised + "-nopunct" * (not punctuation)
    assert core_tokens(text, name) == oracle.tercom_08(text, normalised, punctuation)


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("tercom-0.8", "\x01 a\u00a0b\tc ", ["a\u00a0b", "c"]),
        ("tercom-0.8", " ", []),
        ("tercom-0.8-nopunct", '" a .', ["", "a"]),
        ("tercom-0.8-nopunct", ". .", []),
        ("tercom-0.8-nopunct", "...", [""]),
        ("tercom-0.8-norm", "<skipped>", [""]),
        ("tercom-0.8-norm-nopunct", "(it's) 1.5%", ["", "it", "'s", "15", "%"]),
    ],
)
def test_what_java_makes_of_texts_for_tercom(name, text, tokens):
    assert core_tokens(text, name) == tokens == oracle.tercom_08(text, "-norm" in name, "-nopunct" not in name)


@settings(max_examples=100)
@given(text=either)
def test_chrf_words_equal_the_oracle(text):
    assert core_tokens(text, "chrf-words") == oracle.chrf_words(text)


def test_every_tokeniser_has_an_oracle_or_a_test_here():
    extras = {"contractions", "ja", "ja-mecab", "ko", "ko-mecab"}
    assert set(TOKENISERS) == set(oracle.TOKENISERS) | extras


@pytest.mark.parametrize(
    ("name", "module", "kind"),
    [
        ("none", "tokenizer_none", "NoneTokenizer"),
        ("13a", "tokenizer_13a", "Tokenizer13a"),
        ("intl", "tokenizer_intl", "TokenizerV14International"),
        ("zh", "tokenizer_zh", "TokenizerZh"),
        ("char", "tokenizer_char", "TokenizerChar"),
    ],
)
@settings(max_examples=150)
@given(text=either)
def test_tokens_equal_sacrebleu(name, module, kind, text):
    library = pytest.importorskip(f"sacrebleu.tokenizers.{module}", reason="sacreBLEU is not installed")
    assert core_tokens(text, name) == getattr(library, kind)()(text.rstrip()).split()


@pytest.mark.parametrize("asian", [False, True])
@pytest.mark.parametrize("punctuation", [False, True])
@pytest.mark.parametrize("normalised", [False, True])
@settings(max_examples=80)
@given(text=either)
def test_tercom_tokens_equal_sacrebleu(normalised, punctuation, asian, text):
    library = pytest.importorskip("sacrebleu.tokenizers.tokenizer_ter", reason="sacreBLEU is not installed")
    peer = library.TercomTokenizer(
        normalized=normalised, no_punct=not punctuation, asian_support=asian, case_sensitive=True
    )
    name = "tercom" + "-norm" * normalised + "-nopunct" * (not punctuation) + "-asian" * asian
    assert core_tokens(text, name) == peer(text.rstrip()).split()


SENTENCE = """Powell said: "We'd not be alone; that's for sure." """.strip()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("none", """Powell said: "We'd not be alone; that's for sure." """),
        ("no-punct", "Powell said We d not be alone that s for sure"),
        ("13a", """Powell said : " We'd not be alone ; that's for sure . " """),
        ("contractions", """Powell said : " we would not be alone ; that is for sure . " """),
    ],
)
def test_table_1_of_leusch_et_al(name, expected):
    assert viewed(SENTENCE, View(name)) == expected.split()


@settings(max_examples=150)
@given(text=either)
def test_folding_is_str_lower(text):
    assert core_tokens(text, "none", fold=True) == text.lower().split()


@pytest.mark.parametrize(
    ("text", "folded"),
    [("ΟΔΟΣ", "οδος"), ("ΟΔΟΣ.", "οδος."), ("Σ", "σ"), ("ΑΣΑ", "ασα"), ("İ", "i̇"), ("ẞ", "ß"), ("A\u0308", "a\u0308")],
)
def test_folding_of_special_letters(text, folded):
    assert core_tokens(text, "none", fold=True) == [folded]


@pytest.mark.parametrize(
    ("contraction", "words"),
    [("can't", "can not"), ("WON'T", "will not"), ("I’m", "i am"), ("they're", "they are"), ("Ann's", "Ann's"),
     ("didn't", "did not"), ("rock'n'roll", "rock'n'roll"), ("o'clock", "o'clock"), ("Cannot", "can not")],
)  # fmt: skip
def test_contractions(contraction, words):
    assert viewed(contraction, View("contractions")) == words.split()


def test_contractions_reach_the_kernels():
    scores = sy.score({"A": ["We'd go, Ann's here"]}, ["we would go, Ann's here"], ["ser(tokens=contractions)", "ser"])
    assert [s.value for s in scores.scores] == [0.0, 100.0]


@pytest.mark.parametrize("name", [n for n in _core.tokeniser_names() if n not in ("char-space", "each-space")])
@pytest.mark.parametrize("text", ["", " ", "\u3000\n\x1c"])
def test_white_space_has_no_tokens(name, text):
    assert core_tokens(text, name) == ([text[0]] if name.startswith("tercom-0.8") and text > "\x7f" else [])


def test_a_text_may_be_without_tokens():
    """Punctuation alone is a text, but not one word under no-punct."""
    assert core_tokens("?!", "no-punct") == []
    scores = sy.score(
        {"A": ["?!", "a"]}, ["...", "a"], ["wer(tokens=no-punct)", "bleu(tokens=no-punct)"], level="segment"
    )
    first, second = (s for s in scores.scores if s.measure.startswith("wer"))
    assert (first.to_dict()["value"], second.value) == (None, 0.0)
    assert first.reason == "the references have no token"
    assert scores.value("A", "bleu(tokens=no-punct)", 0) == 0.0


def test_japanese():
    pytest.importorskip("fugashi", reason="skipped: Japanese, which needs the extra ja (fugashi, unidic-lite)")
    scores = sy.score(
        {"A": ["私は日本語を話します。"]}, ["私 は 日本 語 を 話し ます 。"], ["ser(tokens=ja)", "bleu(tokens=ja)"]
    )
    assert [round(s.value, 9) for s in scores.scores] == [0.0, 100.0]


def test_korean():
    pytest.importorskip("mecab", reason="skipped: Korean, which needs the extra ko (python-mecab-ko)")
    scores = sy.score({"A": ["나는 한국어를 합니다."]}, ["나 는 한국어 를 합니다 ."], ["ser(tokens=ko)"])
    assert scores.scores[0].value == 0.0


def test_chinese_characters_are_tokens():
    assert core_tokens("我爱你，ABC 12.5。", "zh") == ["我", "爱", "你", "，", "ABC", "12.5", "。"]


@pytest.mark.parametrize("text", ["", " ", "a  b ", "a\tb c", " 日本  語", "\u3000\n"])
def test_each_space_has_a_token_on_both_sides(text):
    assert core_tokens(text, "each-space") == text.split(" ")


def test_empty_tokens_are_the_same_wherever_they_stand():
    assert sy.score({"A": ["a  b  "]}, ["  a  b"], "rouge-1@rouge-score(tokens=each-space)").scores[0].value == 1
