"""Column files of measures that are not computed here: what is read, and what is refused."""

import math
import random
import resource

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.scores.external import ExternalScores, check_lower, read_external

WIDE = "system\tseg\tCOMET\tjudge\nA\t0\t0.5\t3\nA\t1\t0.25\t\nB\t0\tnan\t4\nB\t1\t-1e-1\tNone\n"


@pytest.fixture
def written(tmp_path):
    def write(content, name="scores.tsv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def rows(one: ExternalScores) -> list:
    return [[None if math.isnan(v) else v for v in row] for row in one.values.tolist()]


def test_wide_form(written):
    comet, judge = read_external(written(WIDE), 2)
    assert (comet.label, judge.label, comet.systems) == ("COMET", "judge", ("A", "B"))
    assert rows(comet) == [[0.5, 0.25], [None, -0.1]] and rows(judge) == [[3, None], [4, None]]
    assert comet.higher_is_better and not comet.whole and comet.file == judge.file
    assert comet.file.startswith("scores.tsv#") and len(comet.file) == len("scores.tsv#") + 12


def test_long_form_says_the_same_as_wide(written):
    lines = ["measure\tsystem\tscore\tseg"]
    for line in WIDE.splitlines()[1:]:
        system, seg, comet, judge = line.split("\t")
        lines += [f"COMET\t{system}\t{comet}\t{seg}", f"judge\t{system}\t{judge}\t{seg}"]
    wide, long = read_external(written(WIDE), 2), read_external(written("\n".join(lines) + "\n", "long.tsv"), 2)
    assert [(one.label, one.systems, rows(one)) for one in wide] == [
        (one.label, one.systems, rows(one)) for one in long
    ]


def test_order_of_rows_does_not_matter(written):
    head, *lines = WIDE.splitlines()
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        for one, other in zip(
            read_external(written(WIDE), 2), read_external(written("\n".join([head, *lines, ""])), 2), strict=True
        ):
            place = [other.systems.index(name) for name in one.systems]
            assert np.array_equal(one.values, other.values[place], equal_nan=True)


def test_whole_systems(written):
    (one,) = read_external(written("system\tBLEURT\nA\t0.5\nB\t.25\nC\t\n"), 60)
    assert one.whole and one.systems == ("A", "B") and one.values.tolist() == [[0.5], [0.25]]
    with pytest.raises(SpecError, match="BLEURT: one score for each system"):
        one.statistics()


def test_systems_of_each_measure_are_those_it_scores(written):
    text = "system\tseg\tmeasure\tscore\nA\t0\tx\t1\nB\t0\tx\t2\nA\t0\ty\t3\nC\t0\ty\tNA\n"
    x, y = read_external(written(text), 1)
    assert x.systems == ("A", "B") and y.systems == ("A",)


def test_segments_by_id_and_by_number(written):
    ids = ["w", "x"]
    by_id = read_external(written("system\tid\tm\nA\tx\t1\n"), 2, ids)[0]
    assert rows(by_id) == [[None, 1]]
    assert rows(read_external(written("system\tseg\tm\nA\tx\t1\n"), 2, ids)[0]) == [[None, 1]]
    assert rows(read_external(written("system\tseg\tm\nA\t1\t1\n"), 2, ids)[0]) == [[None, 1]]
    with pytest.raises(FormatError, match="may be a segment's number or another segment's id"):
        read_external(written("system\tseg\tm\nA\t1\t1\n"), 2, ["1", "0"])


def test_without_a_count_the_numbers_tell(written):
    assert read_external(written(WIDE))[0].values.shape == (2, 2)
    for text in ("system\tseg\tm\nA\tx\t1\n", "system\tid\tm\nA\t0\t1\n", "system\tseg\tm\nA\t999999999\t1\n",
                 "system\tseg\tm\nA\t-1\t1\n", "system\tseg\tm\nA\t٣\t1\n"):  # fmt: skip
        with pytest.raises(FormatError, match="without texts or saved scores, expected numbers"):
            read_external(written(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "scores.tsv: the file is empty; expected TSV"),
        ("\n", "scores.tsv: the first line is empty"),
        ("seg\tm\n0\t1\n", "the columns are seg, m; expected system, seg"),
        ("system\tseg\nA\t0\n", "the columns are system, seg;"),
        ("system\tseg\tid\tm\nA\t0\tx\t1\n", "the columns are"),
        ("system\tseg\t \nA\t0\t1\n", "the columns are"),
        ("system\tseg\tmeasure\tscore\tm\nA\t0\tx\t1\t1\n", "the columns are"),
        ("system,seg,m\nA,0,1\n", "line 1: commas and no tab in 'system,seg,m'; expected TSV, with tabs between them"),
        ("system\tseg\tm\tm\nA\t0\t1\t1\n", "line 1: the column 'm' is there twice"),
        ("system\tseg\tm\x07\nA\t0\t1\n", "line 1: the name 'm.x07' contains the control character"),
        ("system\tseg\tm\n", "there is a heading, but no score"),
        ("system\tseg\tm\nA\t0\n", "line 2: 2 columns, but the header has 3"),
        ("system\tseg\tm\nA\t0\t1\nA\t0\t1\n", "line 3: a second score of 'm' for this output"),
        ("system\tm\nA\t1\nA\t2\n", "line 3: a second score of 'm' for this system; without a column seg .or id."),
        ("system\tm\tn\nA\t1\t.5\nA\t1\t.6\n", "scores are of whole systems; keep one, or add the column"),
        (
            "system\tdoc\tm\nA\t0\t.5\nA\t1\t.7\nB\t0\t1\n",
            "line 3: a second score of 'doc' for this system; without a column seg .or id. scores are of whole "
            "systems; is it 'doc', which was taken for a measure. call it seg",
        ),
        ("system\tm\tname\nA\t1\tnews-1\nA\t1\tnews-2\n", "is it 'name', which was taken for a measure. call it seg"),
        ("system\tm\tname\nA\t1\tx\n", "line 2: name is 'x'; expected a number, or nothing where there is none, as in"),
        ("system\tseg\tmeasure\tscore\nA\t0\tx\t1\nA\t0\ty\t1\nA\t0\tx\t2\n", "line 4: a second score of 'x'"),
        ("system\tseg\tm\n\t0\t1\n", "line 2: the system has no name"),
        ("system\tseg\tm\n \t0\t1\n", "line 2: the system has no name"),
        ("system\tseg\tmeasure\tscore\nA\t0\t\t1\n", "line 2: the measure has no name"),
        ("system\tseg\tm\nA\x1b[1m\t0\t1\n", "line 2: .*control character"),
        ("system\tseg\tm\nA\t2\t1\n", "line 2: there is no segment '2'"),
        ("system\tseg\tm\nA\t01\t1\n", "line 2: there is no segment '01'"),
        ("system\tseg\tm\nA\t0\thigh\n", "line 2: m is 'high'; expected a number"),
        ("system\tseg\tm\nA\t0\tinf\n", "line 2: m is 'inf'"),
        ("system\tseg\tm\nA\t0\t1e999\n", "line 2: m is '1e999'"),
        ("system\tseg\tm\nA\t0\t1_0\n", "line 2: m is '1_0'"),
        ("system\tseg\tm\nA\t0\t0,5\n", "line 2: m is '0,5'"),
        ("system\tseg\tm\nA\t0\t٣\n", "line 2: m is '٣'"),
        ("\ufeffsystem\tseg\tm\nA\t0\t1\n", "starts with a byte order mark"),
        ("system\tseg\tm\nA\t0\t\x001\n", "line 2: contains a NUL"),
        (b"system\tseg\tm\nA\xff\t0\t1\n", "line 2, byte 2: not valid UTF-8"),
    ],
)  # fmt: skip
def test_refusals(written, text, message):
    with pytest.raises(FormatError, match=message):
        read_external(written(text), 2)


def test_a_column_without_any_score(written):
    with pytest.raises(InputError, match=r"scores\.tsv: 'm' has no score at all"):
        read_external(written("system\tseg\tm\tn\nA\t0\t\t1\n"), 1)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        read_external(tmp_path / "none.tsv")


def test_bom_crlf_and_gzip(written):
    import gzip

    plain = [rows(one) for one in read_external(written(WIDE), 2)]
    crlf = WIDE.replace("\n", "\r\n")
    assert [rows(one) for one in read_external(written(crlf), 2)] == plain
    assert [rows(one) for one in read_external(written("\ufeff" + WIDE), 2, accept=["bom"])] == plain
    assert [rows(one) for one in read_external(written(gzip.compress(WIDE.encode()), "x.tsv.gz"), 2)] == plain
    assert read_external(written(crlf), 2)[0].file == read_external(written(WIDE), 2)[0].file


def test_the_digest_tells_files_apart(written):
    files = {
        read_external(written(text), 2)[0].file
        for text in (WIDE, WIDE.replace("0.25", "0.26"), WIDE.replace("COMET", "X"))
    }
    assert len(files) == 3


def test_lower(written):
    comet, judge = read_external(written(WIDE), 2, lower=["judge"])
    assert comet.higher_is_better and not judge.higher_is_better and not judge.measure.higher_is_better
    assert [one.higher_is_better for one in read_external(written(WIDE), 2, lower="judge")] == [True, False]
    check_lower(["judge"], ["COMET", "judge"])
    with pytest.raises(SpecError, match=r"no external measure 'juge'.*did you mean 'judge'"):
        check_lower(["juge"], ["COMET", "judge"])


def test_statistics_are_those_of_a_mean(written):
    comet = read_external(written(WIDE), 2)[0].statistics(("a", "b"), {"document": ("d", "d")})
    assert comet.values.tolist() == [[[0.5, 1, 0], [0.25, 1, 0]], [[0, 0, 1], [-0.1, 1, 0]]]
    assert comet.measure.score(comet.sums()).tolist() == [0.375, -0.1]
    assert comet.measure.notice(comet.sums()[1]).startswith("1 of 2 segments are undefined")
    assert comet.signature().startswith("external|label:COMET|file:scores.tsv#")
    assert "|better:higher|level:system|steelyard:" in comet.signature() and "references" not in comet.signature()
    with pytest.raises(SpecError, match="scores no texts"):
        comet.measure.values(None)


@pytest.mark.long
def test_a_million_scores_take_little_memory(written):
    systems, segments = 10, 50_000
    drawn = np.random.default_rng(1).random((systems, segments))
    lines = [f"system-{s}\t{n}\t{float(drawn[s, n])!r}\t{n % 7}" for s in range(systems) for n in range(segments)]
    path = written("system\tseg\tCOMET\tjudge\n" + "\n".join(lines) + "\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    comet, judge = read_external(path, segments)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000
    assert np.array_equal(comet.values, drawn) and judge.values[3, 8] == 1


def test_saving_is_refused_in_plain_words(written, tmp_path):
    scores = sy.score_table(None, external=[written(WIDE)]).scores()
    with pytest.raises(InputError, match="COMET has its scores from a file; keep that file"):
        scores.save(tmp_path / "x.npz")


@pytest.mark.parametrize(
    ("systems", "values", "more", "message"),
    [
        ("AB", [[1, 2]], {}, "the values are 1 × 2; expected for each of 2 systems a score for each segment"),
        ("A", [1, 2], {}, "the values are 2; expected"),
        ("A", [[1, 2]], {"whole": True}, "the values are 1 × 2; expected for each of 1 systems one score"),
        ("AA", [[1], [2]], {}, "a system is there twice"),
        ("A", [["high"]], {}, "values are no numbers"),
        ("A", [[math.inf]], {}, "some of values is infinite"),
        ("A", [[1]], {"system_scores": [1, 2]}, "expected one of system_scores for each of 1 systems"),
    ],
)
def test_scores_made_of_arrays(systems, values, more, message):
    with pytest.raises(InputError, match=message):
        ExternalScores("judge", tuple(systems), values, **more)
    assert ExternalScores("judge", ("A",), [[1, None]]).values.dtype == float


def test_what_score_writes_is_the_long_form(written):
    head = "system\tmeasure\tlevel\tsegment\tvalue\tlow\thigh\treason\tnotice\tsignature\n"
    lines = [
        "A\tbleu\tsegment\tx\t1.5\t1\t2\t\t\tbleu|level:segment|steelyard:1",
        "A\tter\tsegment\tx\tnan\t1\t2\tno reference\t\tter|level:segment|steelyard:1",
        'A\tter\tsegment\t"y""z"\t2\t1\t2\t\t"a ""note"""\tter|level:segment|steelyard:1',
        "A\tjudge\tsegment\tx\t3\t1\t2\t\t\texternal|label:judge|better:lower|level:segment|steelyard:1",
    ]
    bleu, ter, judge = read_external(written(head + "\n".join(lines) + "\n"), 2, ["x", 'y"z'])
    assert [rows(one) for one in (bleu, ter, judge)] == [[[1.5, None]], [[None, 2]], [[3, None]]]
    assert [one.higher_is_better for one in (bleu, ter, judge)] == [True, False, False]


NUMBERED = [
    (["1", "2"], r"line 3: there is no segment '2'; .* from 0 to 1\. The numbers are 1 to 2: numbered from 1\?"),
    (["0", "2"], r"line 3: there is no segment '2'; expected a segment id or a number from 0 to 1$"),
    (["1", "3"], r"line 3: there is no segment '3'; expected a segment id or a number from 0 to 1$"),
]
NAMED = (["x", "z"], r"line 3: there is no segment 'z'; expected a segment id")


@pytest.mark.parametrize(
    ("names", "message", "ids"),
    [*((*case, None) for case in NUMBERED), *((*case, ["x", "y"]) for case in (*NUMBERED, NAMED))],
)
def test_the_segment_that_is_not_there_is_named(written, names, message, ids):
    with pytest.raises(FormatError, match=message):
        read_external(written("system\tseg\tm\n" + "".join(f"A\t{name}\t1\n" for name in names)), 2, ids)
