"""Ratings from files and corpora, and what is refused."""

import gzip
import re

import pytest

import steelyard as sy
from steelyard.corpus.judgement import Judgement
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.inference.agreement.agree import answers_of
from steelyard.judgements.assessors import self_consistency
from steelyard.judgements.files import read_answers, read_scores
from steelyard.judgements.mqm import KnownSegments
from steelyard.judgements.scores import human_scores
from steelyard.judgements.sources import answers_in
from steelyard.judgements.table import Judgements


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a file of ratings; columns are separated by spaces here."""

    def write(text: str, name: str = "ratings.tsv"):
        path = tmp_path / name
        path.write_text(text.replace(" ", "\t"), encoding="utf-8", newline="")
        return path

    return write


def test_tags_numbers_and_several_tags(file):
    tags = read_answers(file("item assessor answer\n1 ann x|y\n1 bob x\n"))
    assert (
        tags.records == Judgements.of([("1", "ann", frozenset("xy")), ("1", "bob", "x")]).records and not tags.numeric
    )
    numbers = read_answers(file("item assessor answer\n1 ann 1e0\n1 bob -.5\n"))
    assert [record.value for record in numbers.records] == [1.0, -0.5] and numbers.numeric
    mixed = read_answers(file("item assessor answer\n1 ann 1\n1 bob none\n"))
    assert [record.value for record in mixed.records] == ["1", "none"]


def test_files_of_human_scores(file):
    read = read_answers(file("system seg score assessor dimension\nA 0 3 ann fluency\nB 0 4 ann fluency\n"))
    assert read.records == (Judgement("A", "0", "ann", "fluency", 3.0), Judgement("B", "0", "ann", "fluency", 4.0))


def test_crlf_gzip_and_byte_order_mark(file, tmp_path):
    text = "item assessor answer\r\n1 ann x\r\n1 bob y\r\n"
    plain = read_answers(file(text))
    packed = tmp_path / "ratings.tsv.gz"
    packed.write_bytes(gzip.compress(text.replace(" ", "\t").encode()))
    assert read_answers(packed).records == plain.records
    marked = file("\ufeff" + text)
    assert read_answers(marked, accept=["bom"]).records == plain.records
    with pytest.raises(FormatError, match=r'line 1: starts with a byte order mark; .*accept=\["bom"\]'):
        read_answers(marked)


def test_dimensions(file):
    path = file("item assessor answer dimension\n1 ann 1 adequacy\n1 ann 2 fluency\n1 bob 3 fluency\n")
    assert [record.value for record in read_answers(path, "fluency").records] == [2.0, 3.0]
    with pytest.raises(SpecError, match="ratings on adequacy, fluency; choose one with dimension="):
        read_answers(path)
    with pytest.raises(SpecError, match="no dimension 'fluent'; did you mean 'fluency'"):
        read_answers(path, "fluent")
    with pytest.raises(SpecError, match="the ratings have none, leave it out"):
        read_answers(file("item assessor answer\n1 ann 1\n"), "fluency")


def test_tags_that_items_allow(file):
    read = read_answers(file("item assessor answer tags\n1 ann x 4\n1 bob x 4\n2 ann x x|y\n2 bob y \n"))
    assert read.tags == {("", "1"): 4, ("", "2"): ("x", "y")}
    grades = read_answers(file("item assessor answer tags\n1 ann 2 1|2|3\n1 bob 3 1|2|3\n"))
    assert grades.tags == {("", "1"): (1.0, 2.0, 3.0)}


def test_repeats(file):
    read = read_answers(file("item assessor answer repeat\n1 ann x 1\n1 ann y 2\n1 bob x 1\n"))
    assert len(read.records) == 3 and [record.value for record in read.firsts()] == ["x", "x"]


def test_reversed_statements_are_turned_round(file):
    rows = "1 ann 2 1|2|3|4|5 a \n1 ann 4  b -\n1 bob 5 1|2|3|4|5 a +\n1 bob 2 1|2|3|4|5 b -\n"
    read = read_answers(file("item assessor answer tags repeat polarity\n" + rows))
    assert [record.value for record in read.records] == [2.0, 2.0, 5.0, 4.0]
    own = {one.assessor: (one.raw, one.difference, one.n) for one in self_consistency(read)}
    assert own == {"ann": (1.0, 0.0, 1), "bob": (0.0, 1.0, 1)}


def test_the_scale_may_stand_on_a_later_line_and_have_any_numbers(file):
    rows = "1 ann .1  -\n1 bob .3 .1|.2|.3 +\n2 ann -1 1|0|-1 -\n"
    read = read_answers(file("item assessor answer tags polarity\n" + rows))
    assert [record.value for record in read.records] == [0.3, 0.3, 1.0]


def test_judgements_inside_a_corpus():
    read = answers_in(sy.sample(), "adequacy")
    assert read.numeric and len(read.records) == 60 * 6 * 3
    with pytest.raises(SpecError, match="ratings on adequacy, fluency"):
        answers_in(sy.sample())
    with pytest.raises(InputError, match="the corpus has no judgements"):
        answers_in(sy.Corpus.of({"A": ["x"]}))
    with pytest.raises(InputError, match="rows are of one dimension"):
        answers_of([("1", "ann", "x")], "fluency")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty; expected TSV"),
        ("item assessor answer\n", "there is a heading, but no rating"),
        (
            "item answer\n1 x\n",
            "line 1: no column assessor, and agreement is between assessors; expected item (or seg, with system), asse",
        ),
        ("item rater answer\n1 ann x\n", "line 1: unknown column 'rater'; did you mean 'assessor'"),
        ("model seg assessor score\nA 1 ann 1\n", "line 1: unknown column 'model'; did you mean 'system'"),
        ("system Segment_ID assessor score\nA 1 ann 1\n", "unknown column 'Segment_ID'; did you mean 'seg'"),
        ("system seg assessor rating\nA 1 ann 1\n", "line 1: unknown column 'rating'; did you mean 'score'"),
        ("item assessor\n1 ann\n", "line 1: the columns are item, assessor; expected"),
        ("item seg assessor answer\n", "line 1: the columns are item, seg"),
        ("item assessor answer answer\n", "the column 'answer' is there twice"),
        ("item asessor answer\n1 ann x\n", "line 1: unknown column 'asessor'; did you mean 'assessor'"),
        ("item assessor answer\n1 ann x y\n", "line 2: 4 columns, but the header has 3"),
        ("item assessor answer\n1 ann x\n\n", "line 3: 1 column, but the header has 3"),
        ("item assessor answer\n1 ann nan\n", "line 2: the answer is 'nan'; expected a number or a tag"),
        ("item assessor answer\n1 ann \n", "line 2: the answer is ''; expected a number or a tag"),
        ("item assessor score\n1 ann good\n", "line 2: the score is 'good'; expected a number, and no line"),
        ("item assessor score\n1 ann -inf\n", "line 2: the score is '-inf'"),
        ("item assessor answer\n1 ann x|\n", "line 2: the answer is 'x|'; expected different tags"),
        ("item assessor answer\n1 ann x|x\n", "line 2: the answer is 'x|x'; expected different tags"),
        ("item assessor answer\n ann x\n", "line 2: the item is empty"),
        ("item assessor answer\n1  x\n", "line 2: the assessor is empty"),
        (
            "item assessor answer\n1 ann x\n2 ann x\n1 ann y\n",
            "line 4: assessor 'ann' answered item '1' twice, also in line 2",
        ),
        ("item assessor answer tags\n1 ann x y|z\n", "line 2: the answer 'x' is not among the tags 'y|z'"),
        ("item assessor answer tags\n1 ann x y|y\n", "line 2: tags are 'y|y'; expected different tags"),
        ("item assessor answer tags\n1 ann 1 y|z\n", "line 2: tags are 'y|z', but the answers are numbers"),
        ("item assessor answer tags\n1 ann x|y 1\n", "line 2: the answer has more tags than the 1"),
        ("item assessor answer tags\n1 ann x 3\n1 bob x 4\n", "line 3: item '1' has other tags here than before"),
        (
            "item assessor answer polarity\n1 ann 1 minus\n",
            "line 2: the polarity is 'minus'; expected '+', '-' or nothing",
        ),
        (
            "item assessor answer polarity\n1 ann 1 +\n2 ann 1 -\n",
            "line 3: polarity '-' needs the scale of item '2'; list it in a column tags, as 1|2|3|4|5",
        ),
        ("item assessor answer tags polarity\n1 ann 1 5 -\n", "line 2: polarity '-' needs the scale of item '1'"),
        (
            "item assessor answer tags polarity\n1 ann no no|yes -\n",
            "line 2: polarity '-' turns numbers round, but some answers are tags; write numbers only",
        ),
        (
            "item assessor answer tags polarity\n1 ann 2 1|2|5 -\n",
            "line 2: the answer 2 turned round is 4, which is not among the tags of item '1'; list a scale",
        ),
        (
            "item assessor answer tags polarity\n1 ann 2 1|2|3 +\n1 ann 2 1|2|3 -\n",
            "line 3: assessor 'ann' answered item '1' twice, also in line 2; keep one answer, or tell them apart",
        ),
    ],
)
def test_bad_files(file, text, told):
    with pytest.raises(FormatError) as refusal:
        read_answers(file(text))
    assert told in str(refusal.value) and "\n" not in str(refusal.value)


def test_one_assessor(file):
    report = sy.agree(file("item assessor answer\n1 ann x\n2 ann y\n"))
    assert report.coefficients[0].reason.startswith("no item has answers of two assessors (2 items, 1 assessor)")
    assert report.distributions[0].counts == {"x": 1, "y": 1}


def test_further_fields_of_judgements(file):
    head = "item assessor answer protocol time order key supersedes\n"
    read = read_answers(file(head + "1 ann 3 likert 17.5 0 k1 \n1 bob 4 likert   k2 \n1 ann 5 likert 18 1 k3 k1\n"))
    first, second, third = read.records
    assert (first.protocol, first.time, first.order, first.key) == ("likert", 17.5, 0, "k1")
    assert (second.time, second.order, third.supersedes) == (None, None, "k1")
    assert [(record.assessor, record.value) for record in read.firsts()] == [("bob", 4.0), ("ann", 5.0)]
    assert sy.agree(read).notices == ("superseded answers, which count for self-consistency only: 1",)
    (own,) = self_consistency(read)
    assert (own.assessor, own.n, own.difference) == ("ann", 1, 2.0), "a changed mind counts for self-consistency"
    for cells, told in (("noon 0", "the time is 'noon'"), ("1 -1", "the order is '-1'")):
        with pytest.raises(FormatError, match=f"line 2: {told}"):
            read_answers(file(f"item assessor answer time order\n1 ann 3 {cells}\n"))


def test_what_supersedes_nothing_is_refused(file):
    with pytest.raises(InputError, match="supersedes 'k9', and no earlier one has that key"):
        sy.agree(file("item assessor answer key supersedes\n1 ann 3 k1 \n2 ann 4 k2 k9\n1 bob 3 k3 \n"))


def test_superseded_repeated_and_reversed_scores(file):
    corpus = sy.Corpus.of({"A": ["a", "b"]}, ["a", "b"])
    rows = "A 0 1  a k1  \nA 0 5  a k2 k1 \nA 1 2 1 a   \nA 1 4 2 a   \nA 1 4  b   -\n"
    path = file("system seg score repeat assessor key supersedes polarity\n" + rows)
    with pytest.raises(FormatError, match="polarity '-' needs the scale"):
        human_scores(corpus, path)
    rows = "A 0 1  a k1   \nA 0 5  a k2 k1  \nA 1 2 1 a    1|2|3|4|5\nA 1 4 2 a    \nA 1 4  b   - \n"
    found = human_scores(corpus, file("system seg score repeat assessor key supersedes polarity tags\n" + rows))
    assert found.values.tolist() == [[5.0, 2.0]]
    assert found.notices == (
        "left out, for later ones supersede them: 1 judgement",
        "left out of the values of outputs, for they repeat earlier ones: 1 judgement",
    )


def test_numbers_may_stand_in_a_column_answer(file):
    corpus = sy.Corpus.of({"A": ["a", "b"]}, ["a", "b"])
    assert human_scores(corpus, file("system seg answer\nA 0 1\nA 1 3\n")).values.tolist() == [[1.0, 3.0]]
    with pytest.raises(FormatError, match="line 2: the answer is 'good'; expected a number"):
        human_scores(corpus, file("system seg answer\nA 0 good\n"))
    with pytest.raises(FormatError, match="the columns are system, item, score; expected system, seg"):
        human_scores(corpus, file("system item score\nA 0 1\n"))


def test_corpora_keep_the_fields_in_parallel_files_only(tmp_path):
    record = Judgement("A", 0, "ann", "score", 2.0, key="k", time=1.5, order=3)
    held = sy.Corpus.of({"A": ["a", "b"]}, ["a", "b"])
    corpus = sy.Corpus(held.systems, held.references, judgements=(record,))
    sy.write(corpus, tmp_path / "folder")
    assert sy.read(tmp_path / "folder").judgements == (record,)
    with pytest.raises(InputError, match="details of judgements"):
        sy.write(corpus, tmp_path / "corpus.jsonl")
    tagged = sy.Corpus(held.systems, held.references, judgements=(Judgement("A", 0, "ann", "score", "good"),))
    for name in ("tagged", "tagged.jsonl"):
        with pytest.raises(InputError, match="numbers"):
            sy.write(tagged, tmp_path / name)


ODD_NUMBERS = ("1_0", "١٢", "1e400", "1,5", "0x1", "inf", "-Infinity", "\N{NO-BREAK SPACE}5", "1e", "١.٥")


@pytest.mark.parametrize("odd", ODD_NUMBERS)
@pytest.mark.parametrize("column", ["score", "answer"])
def test_scores_are_plain_numbers(file, odd, column):
    path = file(f"system seg {column}\nA 0 3\nB 0 {odd}\n")
    with pytest.raises(FormatError, match=re.escape(f"line 3: the {column} is {odd!r}; expected a number, or nothing")):
        sy.score_people(path)


@pytest.mark.parametrize("odd", ODD_NUMBERS)
def test_answers_called_scores_are_plain_numbers(file, odd):
    with pytest.raises(FormatError, match=r"line 3: the score is .*; expected a number, and no line for no answer"):
        read_answers(file(f"item assessor score\n1 ann 3\n1 bob {odd}\n"))


@pytest.mark.parametrize("odd", ["1_0", "١٢", "1e400", "nan", "inf"])
def test_answers_that_look_like_numbers_and_are_none(file, odd):
    with pytest.raises(FormatError, match=r"line 3: the answer is .*; expected a number or a tag"):
        read_answers(file(f"item assessor answer\n1 ann 3\n1 bob {odd}\n"))


def test_spaces_around_numbers(tmp_path):
    path = tmp_path / "human.tsv"
    path.write_text("system\tseg\tscore\nA\t0\t 5 \nB\t0\t4\n")
    assert [record.value for record in read_scores(path, KnownSegments(1)).records] == [5.0, 4.0]


@pytest.mark.parametrize("cell", ["1_0", "-1", "1.5", "١"])
def test_places_are_whole_numbers(file, cell):
    with pytest.raises(FormatError, match=r"line 2: the order is .*; expected a whole number from 0"):
        read_answers(file(f"item assessor answer order\n1 ann 3 {cell}\n"))


def test_numbers_of_scales(file):
    with pytest.raises(FormatError, match=r"line 2: tags are '1\|2_0', but the answers are numbers; list numbers"):
        read_answers(file("item assessor answer tags\n1 ann 1 1|2_0\n"))


def test_carriage_return_inside_a_line(file):
    with pytest.raises(FormatError, match="line 1: contains a carriage return inside the line; convert to LF"):
        sy.score_people(file("system seg score\rA 0 1\r"))
