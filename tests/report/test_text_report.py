import steelyard as sy
from steelyard.report.table import tabulate
from steelyard.report.text import grid, render, width


def test_table_in_full(scores):
    signatures = [f"({n}) {s.signature()}" for n, s in enumerate(scores.statistics, 1)]
    assert render(tabulate(scores)).splitlines() == [
        "system  chrf ↑ (1)  ter ↓ (2)  gleu ↑ (3)",
        "-----------------------------------------",
        "A          100.00*      0.00*     1.0000*",
        "B_2         43.49      40.00      0.4444",
        "",
        "* best",
        "",
        *signatures,
    ]


def test_bold_takes_the_place_of_the_star(scores):
    bold = render(tabulate(scores), bold=True)
    assert "\x1b[1m100.00\x1b[0m" in bold and "*" not in bold
    lines = bold.splitlines()
    assert width(lines[0]) == width(lines[1]) == width(lines[2]) == width(lines[3])


def test_reasons_follow_the_table(undefined):
    assert render(tabulate(undefined)).endswith("\nundefined: wer(tokens=no-punct): the references have no token\n")


def test_intervals(scores):
    assert "100.00* [100.00, 100.00]" in render(tabulate(scores.at("system", sy.Intervals(resamples=20))))


def test_wide_and_combining_letters_line_up():
    assert [width(text) for text in ("abc", "日本", "é", "é", "\x1b[1mx\x1b[0m")] == [3, 4, 1, 1, 1]
    lines = grid(["a", "b"], [["日本", "1"], ["x", "22"]], left=1)
    assert lines == ["a      b", "--------", "日本   1", "x     22"]


def test_names_cannot_steer_the_terminal():
    scores = sy.score({"A": ["a"]}, ["a"], "wer", facets={"topic": ["x\x1b[2J\n"]}, level="topic")
    assert "x\\x1b[2J\\n" in render(tabulate(scores)) and "\x1b" not in render(tabulate(scores))
