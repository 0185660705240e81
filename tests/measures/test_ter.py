"""TER: a pair of long texts once came out wrong; tercom's own search is held to a transcription of its definition."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from oracles import tercom
from steelyard.errors import InputError

# 276 and 274 tokens, each written as one character.
HYPOTHESIS = (
    "一丁丂七丄丅丆万丈三上下丌不与丏丐丑丒专且丕世丗丘丙业丛东丝丞丟丠両丢丂丣两严並丧丨丩个丫丬中丮丯丰"
    "丱串丳临丵丶丷丸七丹为主丼丽举丿乀乁乂乃乄久乆乇么义乊之乌乍乎乏丛乐乑乒乓乔乕乖乗乘乙乚乛乜九乞也习"
    "乡乢乣乌乃乤乥书乧乨乩乪乫乬乭串乮乯买乱乗乲乳乕乴丅乵乶乷乸乹乺乻乼乽乾乿亀亁亂亃亄亅了亇予争亊事二"
    "亍于亏亐云互亓五乽井亖亗亘亙亚些亜亝亞亟亠亡亢亣交亥亦产亨亩亪享交亣京亭亮亯亰亱亲亳亴亵亶亷亸亹人亻"
    "亼亽亾亿什丱仁乨仂仃仄仅仆仇仈仉今介仌仍从仏仐仑仒亏仓仔仕他仗付仙仚仛丆仜仝仞仟仠仡仢代令以仦乔仧仨"
    "二仩仪仫们仭仮仯仰仱仲仳仴仵件价仸仹仺任仼份仾仿伀仨"
)
REFERENCE = (
    "一丂七丄丅丆万仅亪交丌不企丏丐丑仝丒伂仨了且世丗伃下丙亞亟仃仄京亭亠亡亢亣交业丛丝丞丟丠両丢丂丣两严"
    "乗乲乳乕乴丅並丧丨丩个丫丬中丮亅亇伄争亊丈丯丰丱串伅丳丵丶丷丸七伆为乳主丼丽举伇乀乁乂乃乄乊伈之乌乍"
    "乎为伉乏丛乐乑乒乓乔乕乗乘乙伊乛乜九乞习乡乢乣乌乃仗乥书乨任仼份仾乩乪乫伋乭串乮乯买乱乵乶伌乸乺乻乼"
    "乽乾伍亀亁亂亄丶上事二亍于亏亐云伎亓伏仰仱五乽井伐休亖亗亙亚些亜亝亥亦伒久乆伓乇么伔亨亩亮亯亰亱亲亴"
    "亵亶亷亸亹人亻亼亽亾亿什丱仁乨仂仆仇仈仉仈今仌介仍从仏仐伕伖亏仓仔仕他仗付仙众仛丆仜仝优伙仠仡仢会令"
    "以仦乔仧仨仵件价伛仩伜仪仫们仭仮仲伝仴伞仸仹伟仺"
)
EDITS = 124


def test_many_shifts_near_the_limit_of_candidates():
    (ter,) = sy.score({"A": [HYPOTHESIS]}, [REFERENCE], ["ter(tokens=char)"]).statistics
    assert (len(HYPOTHESIS), len(REFERENCE)) == (276, 274)
    assert ter.values.tolist() == [[[EDITS, 274]]]


def test_sacrebleu_finds_as_many():
    peer = pytest.importorskip("sacrebleu", reason="skipped: comparison with sacreBLEU, which is not installed")
    assert peer.TER().sentence_score(" ".join(HYPOTHESIS), [" ".join(REFERENCE)]).num_edits == EDITS


def tercom_edits(pairs: list[tuple[list[str], list[str]]]) -> list[int]:
    outputs, references = ([" ".join(words) for words in side] for side in zip(*pairs, strict=True))
    (statistics,) = sy.score({"A": outputs}, [references], ["ter@tercom"]).statistics
    return statistics.values[0, :, 0].tolist()


words = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=14)


@settings(max_examples=150)
@given(words, words)
def test_tercom_on_any_words(output, reference):
    assert tercom_edits([(output, reference)]) == [tercom.edits(output, reference)]


@settings(max_examples=60)
@given(st.permutations([*"abcdefghaab"]), st.permutations([*"abcdefghaab"]))
def test_tercom_on_two_orders_of_the_same_words(output, reference):
    assert tercom_edits([(output, reference)]) == [tercom.edits(output, reference)]


def moved(numbers: random.Random, length: int, replaced: int) -> tuple[list[str], list[str]]:
    """A reference whose words hardly recur, and an output with words replaced or doubled and a block moved."""
    reference = [f"w{numbers.randrange(4 * length)}" for _ in range(length)]
    output = list(reference)
    for _ in range(replaced):
        place = numbers.randrange(len(output))
        output[place : place + 1] = numbers.choice([[], ["x"], ["x", "y"], [output[place]] * 2])
    start, size, target = numbers.randrange(len(output)), numbers.randint(1, 12), numbers.randrange(len(output))
    block = output[start : start + size]
    del output[start : start + size]
    return output[:target] + block + output[target:], reference


@pytest.mark.parametrize(("length", "replaced"), [(20, 30), (40, 10), (50, 45), (70, 4), (75, 40)])
def test_tercom_where_cells_are_pruned(length, replaced):
    """Up to 20 words nothing is; up to 64 the exact matrix serves where few edits are left; beyond, only the pruned."""
    numbers = random.Random(length)
    pairs = [moved(numbers, length, replaced) for _ in range(4)]
    assert tercom_edits(pairs) == [tercom.edits(*pair) for pair in pairs]


def test_tercom_misses_what_it_pruned():
    """An output that begins twice: taking all of the first beginning for inserted is cheapest, but is given up on."""
    reference = [f"w{n}" for n in range(60)]
    output = ["x" if n % 10 == 5 else word for n, word in enumerate(reference[:30])] + reference
    assert tercom_edits([(output, reference)]) == [tercom.edits(output, reference)] == [31]
    assert sy.score({"A": [" ".join(output)]}, [" ".join(reference)], ["wer"]).statistics[0].values[0, 0, 0] == 30


def test_tercom_refuses_what_would_take_too_much_memory():
    output, reference = (" ".join(f"{letter}{n}" for n in range(17_000)) for letter in "ab")
    with pytest.raises(InputError, match=r"17000 words against 17000 need tables of more than 1 GB; leave the segment"):
        sy.score({"A": [output]}, [reference], ["ter@tercom"])
