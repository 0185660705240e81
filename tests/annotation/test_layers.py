"""Units of sentences, layer by layer, counted by hand."""

import pytest

from annotation.sentences_by_hand import SEEN, YES
from steelyard.annotation.chunk import AnnotatedRows
from steelyard.annotation.layers import SEQUENCES, depths, units
from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import InputError
from steelyard.text.view import LAYERS


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ("word", "Ann saw the man with a hat"),
        ("lemma", "Ann see the man with a hat"),
        ("pos", "PROPN VERB DET NOUN ADP DET NOUN"),
        ("tag", "NNP VBD DT NN IN DT NN"),
        ("chunk", "NP VP NP PP NP"),
        ("relation", "nsubj ROOT det dobj prep det pobj"),
        ("entity", "PERSON O O O O O O"),
    ],
)
def test_sequences(layer, expected):
    assert units([SEEN], layer, fold=False) == expected.split()


def test_every_layer_that_measures_may_name_is_there():
    assert {"text", *SEQUENCES} == set(LAYERS)


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ("word by pos", "PROPN/ann VERB/saw DET/the NOUN/man ADP/with DET/a NOUN/hat"),
        ("word by chunk", "NP/ann VP/saw NP/the NP/man PP/with NP/a NP/hat"),
        (
            "word by phrase",
            "S/ann S/saw S/the S/man S/with S/a S/hat NP/ann VP/saw VP/the VP/man VP/with VP/a VP/hat NP/the NP/man "
            "NP/with NP/a NP/hat NP/the NP/man PP/with PP/a PP/hat NP/a NP/hat",
        ),
        ("word by level", "1/ann 0/saw 2/the 1/man 2/with 4/a 3/hat"),
        ("word by tag of head", "VBD/ann ROOT/saw NN/the VBD/man NN/with NN/a IN/hat"),
        ("word by entity", "PERSON/ann"),
        ("word by entity or none", "PERSON/ann O/saw O/the O/man O/with O/a O/hat"),
        ("triple", "nsubj/saw/ann ROOT//saw det/man/the dobj/saw/man prep/man/with det/hat/a pobj/with/hat"),
        ("pair", "/saw/ann //saw /man/the /saw/man /man/with /hat/a /with/hat"),
        ("word by relation=det", "det/the det/a"),
        ("word by pos=VERB", "VERB/saw"),
        ("word by pos=X", ""),
    ],
)
def test_groups(layer, expected):
    assert [unit.replace("\x1f", "/") for unit in units([SEEN], layer, fold=True)] == expected.split()


def test_words_outside_phrases_are_in_no_chunk():
    """As the full stop of (TOP (NP (NN Rain)) (. .))."""
    rain = Sentence(("Rain", "."), phrases=(Span("NP", 0, 1),))
    assert units([rain], "chunk", False) == ["NP", "O"]
    assert units([rain], "word by chunk=NP", False) == ["NP\x1fRain"]


def test_case_is_that_of_words_and_not_of_labels():
    assert units([YES, SEEN], "word", True)[:2] == ["yes", "ann"]
    assert units([YES], "tag", True) == ["UH"] and units([SEEN], "lemma", True)[0] == "ann"


def test_depths():
    assert list(depths(SEEN)) == [1, 0, 2, 1, 2, 4, 3]


@pytest.mark.parametrize("layer", [name for name in SEQUENCES if name != "word"])
def test_a_layer_that_is_not_known_is_refused(layer):
    with pytest.raises(InputError, match=r"gives no \w+ for some sentence; choose"):
        units([SEEN, Sentence(("a", "b"))], layer, False)


def test_rows():
    texts = [[(SEEN, YES), (YES,)], [], [(YES,)]]
    for rule, counts in (("none", [0, 1, 2, 3]), ("lines", [0, 2, 2, 3]), ("rules", [0, 3, 3, 4])):
        assert AnnotatedRows.of(texts, rule).offsets == counts
    assert AnnotatedRows.of(texts, "none").units("pos", False)[0][-2:] == ["INTJ", "INTJ"]
    assert AnnotatedRows.of(texts, "rules").units("word", False)[1:] == [["Yes"], ["Yes"], ["Yes"]]


def test_rows_of_treelets():
    rows = AnnotatedRows.of([[(SEEN,)], [(YES,)]], "treelets")
    assert rows.offsets == [0, 5, 6]
    assert rows.units("word", False) == [
        ["saw"], ["Ann", "saw", "man"], ["the", "man", "with"], ["with", "hat"], ["a", "hat"], ["Yes"],
    ]  # fmt: skip
    assert rows.units("lemma", False)[1:3] == [["saw"] * 3, ["man"] * 3]
