"""One reader: corpora, statistics, trees, scores of other measures, judgements."""

import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError

OUTPUTS = {"A": ["a", "b"], "B": ["a", "c"]}
SCORES = "system\tseg\tscore\tassessor\nA\t0\t1\tann\nA\t1\t3\tann\nB\t0\t2\tann\nB\t1\t2\tbob\n"
MQM = "system\tseg\trater\tcategory\tseverity\nA\t0\tann\tAccuracy\tMajor\nB\t0\tann\tAccuracy\tMinor\n"
RATINGS = "item\tassessor\tanswer\tdimension\nx\tann\tyes\tclear\nx\tbob\tno\tclear\nx\tann\t1\ttrue\nx\tbob\t2\ttrue\n"


@pytest.fixture
def corpus():
    return sy.Corpus.of(OUTPUTS, ["a", "b"], ids=["s1", "s2"])


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a file."""

    def write(text, name="human.tsv"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def test_human_scores_go_wherever_their_file_does(file, corpus):
    path = file(SCORES)
    judgements = sy.read(path, "judgements")
    assert [(record.system, record.item, record.value) for record in judgements] == [
        ("A", 0, 1.0), ("A", 1, 3.0), ("B", 0, 2.0), ("B", 1, 2.0),
    ]  # fmt: skip
    assert sy.score_people(judgements).to_dict() == sy.score_people(path).to_dict()
    by_file, by_table = (sy.score(corpus, measures=["wer"], human=human) for human in (path, judgements))
    assert by_table.to_dict() == by_file.to_dict()
    assert sy.read(path, "judgements", corpus=corpus).records == judgements.records


def test_segments_by_their_ids_need_the_corpus(file, corpus):
    path = file("system\tid\tscore\nA\ts1\t1\nA\ts2\t3\nB\ts1\t2\nB\ts2\t2\n")
    assert [record.item for record in sy.read(path, "judgements", corpus=corpus)] == [0, 1, 0, 1]
    with pytest.raises(FormatError, match="line 2: the segment is 's1'; without texts"):
        sy.read(path, "judgements")


def test_annotations_and_their_weights(file):
    path = file(MQM)
    assert [record.value for record in sy.read(path, "judgements")] == [-5.0, -1.0]
    weighted = sy.read(sy.MQMAnnotations(path, {"Major": 10}), "judgements")
    assert [record.value for record in weighted] == [-10.0, -1.0]
    assert "Major=10" in sy.score_people(weighted).scores[0].signature
    for format in (None, "scores"):
        with pytest.raises(SpecError, match="MQM annotations are judgements; read them with format='judgements'"):
            sy.read(sy.MQMAnnotations(path), format)


def test_score_files(file):
    judgements = sy.read(file("A 1\nA None\nB 2\nB 3\n", "en-de.mqm.seg.score"), "judgements")
    assert [(record.system, record.item, record.dimension) for record in judgements] == [
        ("A", 0, "mqm"), ("B", 0, "mqm"), ("B", 1, "mqm"),
    ]  # fmt: skip
    whole = sy.read(file("A 1\nB 2\n", "en-de.mqm.sys.score"), "judgements")
    assert whole.whole and len(whole) == 2


def test_answers_keep_the_names_of_items(file):
    path = file(RATINGS)
    ratings = sy.read(path, "judgements")
    assert ratings.dimensions == ("clear", "true") and {record.item for record in ratings} == {"x"}
    for dimension in ratings.dimensions:
        by_file, by_table = (sy.agree(judged, "raw", dimension=dimension) for judged in (path, ratings))
        assert by_table.to_dict() == by_file.to_dict()
    with pytest.raises(SpecError, match=r"human\.tsv: ratings on clear, true; choose one with dimension="):
        sy.agree(ratings)


def test_answers_of_outputs_are_placed_by_ids_or_numbers(file, corpus):
    answers = "system\tseg\tassessor\tanswer\nA\t{0}\tann\t1\nB\t{0}\tann\t2\n"
    for text, texts in ((answers.format("s2"), corpus), (answers.format("1"), sy.Corpus.of(OUTPUTS, ["a", "b"]))):
        judgements = sy.read(file(text), "judgements")
        (_, human) = sy.score(texts, measures=["wer"], human=judgements).statistics
        assert human.values[:, :, 0].tolist() == [[0, 1], [0, 2]]
    with pytest.raises(InputError, match=r"judgements in .*human\.tsv are of '9', which is no segment here; expected"):
        sy.score(corpus, measures=["wer"], human=sy.read(file(answers.format("9")), "judgements"))


def test_tags_that_differ_between_dimensions(file):
    lines = "item\tassessor\tanswer\tdimension\ttags\nx\tann\t1\ta\t1|2\nx\tann\t1\tb\t1|2|3\n"
    with pytest.raises(FormatError, match="the tags of an item differ between dimensions; write a file for each"):
        sy.read(file(lines), "judgements")


def test_external_scores_of_a_corpus(file, corpus):
    path = file("system\tid\tcomet\nA\ts2\t0.5\nB\ts1\t0.25\n", "scores.tsv")
    (comet,) = sy.read(path, "scores", corpus=corpus)
    assert comet.label == "comet" and comet.values[0, 1] == 0.5 and comet.values[1, 0] == 0.25
    with pytest.raises(FormatError, match="line 2: the segment is 's2'; without texts"):
        sy.read(path, "scores")


def test_what_takes_no_corpus(file, corpus):
    for format in ("statistics", "trees"):
        with pytest.raises(SpecError, match=f"format='{format}' takes no corpus; scores and judgements do"):
            sy.read(file(""), format, corpus=corpus)
    with pytest.raises(SpecError, match="a corpus is read without another; only scores and judgements are of one"):
        sy.read(file(""), corpus=corpus)
    with pytest.raises(sy.SteelyardError, match="read takes a Corpus"):
        sy.read(file(SCORES), "judgements", corpus=[1])


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.npz", "statistics"), ("a.mrg", "trees"), ("a.seg.score", "scores"), ("a.conllu.gz", "trees")],
)
def test_other_files_are_told_from_corpora(file, name, format):
    with pytest.raises(SpecError, match=f"holds {format} and no corpus; read it with format='{format}'"):
        sy.read(file("", name))


@pytest.mark.parametrize(
    "heading",
    ["system\tseg\tscore", "system\tid\tscore\tassessor\r", "item\tassessor\tanswer",
     "system\tseg\trater\tcategory\tseverity"],
)  # fmt: skip
def test_judgements_are_told_from_corpora_by_their_heading(file, heading):
    with pytest.raises(SpecError, match="holds judgements and no corpus; read it with format='judgements'"):
        sy.read(file(f"{heading}\n", "h.tsv"))
