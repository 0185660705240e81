"""METEOR's search: its bound, and what is said when it is cut."""

import random

import pytest

import steelyard as sy
from steelyard.errors import MissingResource, SpecError
from steelyard.report.forms import rendered

WORDS = "a b c d e f".split()
# Words without order, each more often on one side: nothing but search finds the fewest crossings.
GENERATOR = random.Random(1)
JUMBLE = [" ".join(GENERATOR.choices(WORDS, k=40)) for _ in range(2)]


def test_a_cut_search_is_told_everywhere():
    jumbled = sy.score({"A": JUMBLE[:1]}, JUMBLE[1:], "meteor(bound=20)")
    notice = jumbled.scores[0].notice
    assert notice == "in 1 segment the search was cut, with bound=20: words may cross more than they need to"
    assert jumbled.to_dict()["scores"][0]["notice"] == notice
    corpus = sy.Corpus.of({"A": JUMBLE[:1]}, JUMBLE[1:])
    for form in ("text", "latex", "tsv", "markdown", "html"):
        assert notice in rendered(jumbled, form), form
    assert notice in rendered(sy.evaluate(corpus, measures=["meteor(bound=20)"]), "html")

    matrix = sy.similarity(JUMBLE[:1], JUMBLE[1:], "meteor(bound=20)")
    assert matrix.notice == matrix.to_dict()["similarity"]["notice"] == notice
    difference = sy.explain_difference(corpus, measures=["meteor", "meteor(bound=20)"], segment=0)
    assert [setting.notice for setting in difference.settings] == [None, notice]
    assert difference.to_dict()["difference"]["settings"][1]["notice"] == notice
    assert f"meteor(bound=20): {notice}" in rendered(difference, "text")


def test_a_cut_search_is_told_of_every_setting_of_a_sweep():
    corpus = sy.Corpus.of({"A": JUMBLE[:1], "B": ["a b"], "C": ["c"]}, JUMBLE[1:])
    human = {"A": [3.0], "B": [2.0], "C": [1.0]}
    found = sy.sweep(corpus, "meteor", {"bound": [20, 10**8, 21]}, human=human)
    notice = "in 3 segments the search was cut, with bound=20: words may cross more than they need to"
    assert [setting.notice for setting in found.settings] == [notice, None, notice.replace("20", "21")]
    assert found.to_dict()["correlations"][0]["notice"] == notice and "notice" not in found.to_dict()["correlations"][1]
    assert found.notices[0] == f"meteor(bound=20): {notice} (and notices of 1 other setting)"
    assert found.notices[0] in rendered(found, "text") and notice in rendered(found, "tsv")


def test_a_cut_mapping_is_still_a_largest_one():
    values = [
        sy.score({"A": JUMBLE[:1]}, JUMBLE[1:], f"meteor(bound={bound},gamma=0)").scores[0].value
        for bound in (1, 100, 10**6)
    ]
    assert values[0] == values[1] == values[2] > 0.7


def test_ties_of_a_module_are_left_to_the_next():
    """`runs` is taken where `running` need not cross it, whichever end that is at."""
    texts = {"A": ["runs runs", "runs runs"]}
    found = sy.score(texts, ["running runs", "runs running"], "meteor(modules=exact:stem)").at("segment")
    assert [score.value for score in found.scores] == [0.9375, 0.9375]
    assert "definition:2" in found.scores[0].signature
    later = sy.parse("meteor@1.5")
    assert later.definition == 1 and "cut_segments" not in later.fields


def test_an_exact_search_says_nothing():
    assert sy.score({"A": ["the cat sat"]}, ["a cat sat"], "meteor").scores[0].notice is None
    assert "notice" not in sy.score({"A": ["the cat sat"]}, ["a cat sat"], "meteor").to_dict()["scores"][0]


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("meteor(modules=exact:stemm)", "there is no module 'stemm'; did you mean 'stem'?"),
        ("meteor(modules=exact:exact)", "each only once"),
        ("meteor(weights=1:1)", "a number from 0 to 1 for each of the modules"),
        ("meteor(weights=heavy)", "weights must be uniform"),
        ("meteor(alpha=1.5)", "expected 0 to 1"),
        ("meteor(stemmer=porte)", "did you mean 'porter'"),
        ("meteor(bound=0)", "expected at least 1"),
        ("meteor(bound=99999999999999999999)", r"less than 2\^63"),
        ("meteor@1.5(bound=10001)", "expected 1 to 10000 paths"),
        ("meteor(version=1.5)", "expected 1 to 10000 paths, such as 40"),
        ("meteor(senses=)", "senses= is not possible; a path needs a name"),
        ("meteor(function=)", "function= is not possible; a path needs a name"),
        ("meteor(delta=2)", "expected 0 to 1"),
        ("meteor@1.5(modules=exact:stem:wordnet-stem:synonym)", "weights=rank are three"),
        ("meteor@1.5(weights=rink)", "a task of METEOR 1.5"),
        ("meteor@1.5(version=1.4)", "version=1.4 is not possible"),
        ("meteor@1.6", "has no preset '1.6'; did you mean '1.5'"),
    ],
)
def test_wrong_options(notation, message):
    with pytest.raises(SpecError, match=message):
        sy.parse(notation)


def test_weights_count_matches_less():
    outputs, references = {"A": ["cats sat"]}, ["cat sat"]
    whole, half = (
        sy.score(outputs, references, f"meteor(gamma=0,weights={w})").scores[0].value for w in ("1:1:1", "1:0.5:1")
    )
    assert (whole, half) == pytest.approx((1.0, 0.75))


# METEOR 1.5: java -jar meteor-1.5.jar outputs references -l en -norm -m "exact stem synonym"
PROGRAM = {
    ("The cats were sitting on the mat.", "The cat sat on the mat."): 0.453942962796664,
    (
        "Mr. Smith's U.S.-based company bought 1,000 cars in the 1990's...",
        "In the 1990s, the US-based firm of Mr. Smith purchased 1,000 automobiles.",
    ): 0.3221206140133666,
    ("Nothing in common here", "Wholly different words"): 0.0,
    ("the same text", "the same text"): 1.0,
    ("He purchased autos quickly and he ran", "He quickly bought some cars, running"): 0.2986666666666667,
}


def test_numbers_of_the_program():
    outputs, references = map(list, zip(*PROGRAM, strict=True))
    scores = sy.score({"A": outputs}, references, "meteor@1.5")
    assert scores.value("A", "meteor@1.5") == pytest.approx(0.3217308602346386, abs=1e-12)
    assert [score.value for score in scores.at("segment").scores] == pytest.approx(list(PROGRAM.values()), abs=1e-12)
    assert scores.scores[0].notice is None


# The same with -m MODULES, of the last pair and of "the same text" twice: weights go by position, and where exact is
# not the first module, nothing is gained by the matches of a text with itself.
MODULES = {
    "exact:synonym": (0.25066666666666665, 1.0),
    "stem:exact": (0.064, 0.0),
    "synonym:stem": (0.24, 0.0),
}


@pytest.mark.parametrize("modules", MODULES)
def test_modules_of_the_program_in_any_order(modules):
    outputs, references = map(list, zip(*list(PROGRAM)[:-3:-1], strict=True))
    made = sy.score({"A": outputs}, references, f"meteor@1.5(modules={modules})", level="segment").scores
    assert [score.value for score in made] == pytest.approx(MODULES[modules], abs=1e-12)


def test_function_words_of_ones_own(tmp_path):
    path = tmp_path / "function.txt"
    path.write_text("cat\n")
    outputs, references = {"A": ["cat sat"]}, ["cat lay"]
    values = [
        sy.score(outputs, references, f"meteor(gamma=0,function={path},delta={delta})").scores[0].value
        for delta in (0.0, 0.5, 0.75, 1.0)
    ]
    assert values == pytest.approx([1.0, 0.5, 0.25, 0.0])
    with pytest.raises(MissingResource, match=r"stop list '.*missing.txt'"):
        sy.score(outputs, references, f"meteor(function={tmp_path / 'missing.txt'})")


def test_words_of_a_list_are_not_mapped_but_count(tmp_path):
    """By exact alone, unless other modules are named: the stems of equal words are equal, too."""
    outputs, references = {"A": ["the cats sat"]}, ["the cat sat"]

    def mapped(options: str) -> list[float]:
        measured = sy.score(outputs, references, f"meteor({options})").statistics[0]
        assert measured.fields[3:6] == ("chunks", "hypothesis_tokens", "reference_tokens")
        return measured.values[0, 0, [0, 1, 2, 4, 5]].tolist()

    assert mapped("") == [2, 1, 0, 3, 3]
    assert mapped("unmatched=english") == [1, 2, 0, 3, 3]
    assert mapped("unmatched=english,unmatched_by=exact:stem") == [1, 1, 0, 3, 3]
    path = tmp_path / "words"
    path.write_text("Sat\n")
    assert mapped(f"unmatched={path},unmatched_by=exact:stem:synonym") == [1, 1, 0, 3, 3]
    label = f"meteor@1.5(modules=exact,unmatched={path})"
    score = sy.score(outputs, references, label).scores[0]
    assert "unmatched:words#" in str(score.signature)
    assert score.value < sy.score(outputs, references, "meteor@1.5(modules=exact)").scores[0].value
