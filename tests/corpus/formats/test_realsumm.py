from __future__ import annotations

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.corpus.formats import read
from steelyard.errors import FormatError, InputError

# The columns are those of REALSumm's files, with three statements for sixteen; some of its files end lines in a comma.
HEADER = (
    "Input.eventId,Input.summaryId,Input.qIdList,Input.summary_text,"
    "Input.statement_1,Input.statement_2,Input.statement_3,Answer.S2Answer,Answer.S3Answer,Answer.S1Answer,\n"
)
IDS = "\"['16', '17', '18']\""
ROWS = (
    f'doc1,A,{IDS},"One, two .",It is one.,It is two.,BLANK,n,n,p,\n'
    f'doc1,A,{IDS},"One, two .",It is one.,It is two.,BLANK,p,n,p,\n'
    f"doc1,B,{IDS},Three .,It is one.,It is two.,BLANK,n,n,n,\n"
    f"doc2,A,{IDS},Four .,It is four.,BLANK,It is five.,x,p,N,\n"
)


def written(folder: Path, data: str, name: str = "A.csv") -> Path:
    (folder / name).write_text(data)
    return folder / name


def test_everything(tmp_path: Path) -> None:
    corpus = read(written(tmp_path, HEADER + ROWS), "realsumm")
    assert corpus.ids == ("doc1", "doc2")
    assert [list(texts) for texts in corpus.references] == [["16:1 17:1", "16:1 18:1"]]
    assert {name: list(texts) for name, texts in corpus.systems.items()} == {"A": ["16", "18"], "B": ["-", None]}


def test_recall_of_units(tmp_path: Path) -> None:
    rows = ROWS.splitlines(keepends=True)
    corpus = read(written(tmp_path, HEADER + "".join(rows[:3])), "realsumm")
    scores = sy.score(corpus, measures=["pyramid(kind=recall)"])
    assert [score.value for score in scores.scores] == [0.5, 0.0]


def test_several_files(tmp_path: Path) -> None:
    rows = ROWS.splitlines(keepends=True)
    written(tmp_path, HEADER + rows[0], "A.csv")
    written(tmp_path, HEADER + rows[2], "B.csv")
    for corpus in (read(tmp_path, "realsumm"), read([tmp_path / "A.csv", tmp_path / "B.csv"], "realsumm")):
        assert {name: list(texts) for name, texts in corpus.systems.items()} == {"A": ["16"], "B": ["-"]}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Input.qIdList", "qIdList", "line 1: no column 'Input.qIdList'; is this a file of SCU judgements"),
        ("Answer.S3Answer", "Answer.S4Answer", "line 1: no column 'Answer.S3Answer'; is this a file of SCU judgements"),
        ("Input.statement", "statement", "line 1: no column 'Input.statement_1'; is this a file of SCU judgements"),
        ("BLANK,n,n,p", "BLANK,n,n,np", "line 2: the answer to statement 1 is 'np'; expected p or n"),
        ("BLANK,n,n,p", "BLANK,n,n", "line 2: 10 cells, but the header has 11"),
        ("'16', '17'", "'16'", "line 2: 2 ids for 3 statements; expected one for each"),
        ("'16', '17'", "'16', '27'", r"line 3: event 'doc1' has other statements than before \(first: .*line 2\)"),
        ("'16', '17'", "'16', '16'", "line 2: event 'doc1' has other statements than before"),
        ("'16', '17'", "'16', '-'", "line 2: a unit cannot be called '-'"),
        ('"One, two ."', '"One, two', "not CSV"),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    data = HEADER + ROWS
    assert old in data
    with pytest.raises(FormatError, match=message):
        read(written(tmp_path, data.replace(old, new, 3 if old == "Input.statement" else 1)), "realsumm")


def test_empty_directory(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file in it ends in \.csv"):
        read(tmp_path, "realsumm")
    with pytest.raises(FormatError, match="has no segments"):
        read(written(tmp_path, HEADER), "realsumm")
