"""Files of any result."""

import csv
import json

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError


def test_the_ending_of_the_name_says_in_which_form(scores, tmp_path):
    for ending, begins in {
        ".html": "<!DOCTYPE html>",
        ".json": '{"scores": [',
        ".md": "## Scores",
        ".tex": "% needs",
        ".tsv": "system\t",
        ".txt": "system  chrf",
    }.items():
        sy.report(scores, tmp_path / f"scores{ending}")
        assert (tmp_path / f"scores{ending}").read_text("utf-8").startswith(begins)
    assert json.loads((tmp_path / "scores.json").read_text("utf-8")) == scores.to_dict()
    with (tmp_path / "scores.tsv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file, "excel-tab"))) == 1 + len(scores.scores)


def test_choices_reach_the_file(scores, tmp_path):
    sy.report(scores, tmp_path / "a.tex", digits=1, caption="All", label="tab:all")
    text = (tmp_path / "a.tex").read_text("utf-8")
    assert r"\caption{All}" in text and r"\label{tab:all}" in text and r"\textbf{100.0}" in text


def test_what_is_refused(scores, tmp_path):
    with pytest.raises(SpecError, match=r"expected one of \.html, \.json"):
        sy.report(scores, tmp_path / "scores.pdf")
    with pytest.raises(SpecError, match="str is no result"):
        sy.report("scores", tmp_path / "scores.html")


def test_a_file_that_is_there_is_replaced_only_if_that_is_asked_for(scores, tmp_path):
    path = tmp_path / "base.txt"
    path.write_text("a system's output\n")
    with pytest.raises(InputError, match=r"base\.txt exists; give another name, or replace=True to replace it"):
        sy.report(scores, path)
    assert path.read_text() == "a system's output\n"
    sy.report(scores, path, replace=True)
    assert path.read_text("utf-8").startswith("system  chrf")


def test_an_earlier_page_is_replaced_by_a_page(scores, tmp_path):
    path = tmp_path / "scores.html"
    for _ in range(2):
        sy.report(scores, path)
    path.write_text("<p>mine")
    with pytest.raises(InputError, match=r"scores\.html exists"):
        sy.report(scores, path)
