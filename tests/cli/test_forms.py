"""What holds of every command in a form that readers see."""

import re

import pytest

QUICK = ("--resamples", "50")
MEASURES = ("-m", "bleu", "-m", "chrf", "-m", "rouge-l")
#: Command, and maybe a word that tells it from another → its arguments; the sample is in the folder "sample".
COMMANDS = {
    "score": ("--corpus", "sample", *MEASURES, "--intervals", *QUICK),
    "compare": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "compare baseline": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200", "--baseline", "cedar"),
    "compare scheffe": ("--corpus", "sample", "-m", "chrf", *QUICK, "--test", "scheffe"),
    "ranks": ("--corpus", "sample", *MEASURES, *QUICK),
    "ranks over": ("--corpus", "sample", *MEASURES, "--over", "document"),
    "corroborate": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "report": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "power": ("--corpus", "sample", *MEASURES, "--pair", "cedar", "dune", "--simulations", "5", "--trials", "100"),
    "meta": (
        "--corpus", "sample", *MEASURES, *QUICK, "--trials", "100", "--significance", "--with", "prediction",
        "--with", "reliability", "--with", "qarla", "--with", "orange", "--with", "severity",
    ),
    "similarity": ("sample/ref.1.txt", "-m", "rouge-l"),
    "explain-difference": (
        "--corpus", "sample", "--system", "dune", "-m", "bleu", "-m", "chrf", "--segment", "market-04",
    ),
    "sweep": ("--corpus", "sample", "-m", "chrf", "--vary", "beta=1,2", "--dimension", "adequacy"),
    "axioms": ("-m", "bleu"),
    "align": ("--corpus", "sample", "--system", "dune", "--segment", "market-04"),
    "agree": ("--corpus", "sample", "--dimension", "adequacy", *QUICK),
    "measures": (),
    "measures bleu": ("bleu",),
}  # fmt: skip
#: Commands whose tables hold nothing with a point but numbers.
NUMBERS = ("score", "compare", "compare baseline", "ranks", "ranks over", "corroborate", "report", "power", "meta")


def _answer(run, name, *words):
    result = run(name.split()[0], *COMMANDS[name], *words)
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize("name", NUMBERS)
def test_all_numbers_have_the_decimals_asked_for(run, sample, name):
    rows = [line for line in _answer(run, name, "--digits", "1", "--markdown").splitlines() if line.startswith("| ")]
    numbers = [number for row in rows if "α = " not in row for number in re.findall(r"\d+\.\d+", row)]
    assert numbers and {len(number.partition(".")[2]) for number in numbers} == {1}


def test_a_small_p_is_not_nothing(run, sample):
    assert re.search(r"\| <0\.1 \|", _answer(run, "compare baseline", "--digits", "1", "--markdown").replace("\\", ""))


def test_the_page_of_a_report_has_the_decimals_asked_for(run, here, sample):
    _answer(run, "report", "--digits", "1", "--out", "page.html")
    cells = re.findall(r'<td class="number[^>]*>(.*?)</td>', (here / "page.html").read_text("utf-8"))
    numbers = [number for cell in cells for number in re.findall(r"\d+\.\d+", cell)]
    assert numbers and {len(number.partition(".")[2]) for number in numbers} == {1}


def test_means_of_people_have_as_many_decimals_as_bleu(run, sample):
    (line,) = [line for line in _answer(run, "score", "--dimension", "fluency").splitlines() if "flint" in line]
    assert {len(number.partition(".")[2]) for number in re.findall(r"\d+\.\d+", line)[:6]} == {2}


def test_markdown_writes_letters_apart_from_numbers(run, sample):
    rows = [line for line in _answer(run, "compare", "--markdown").splitlines() if line.startswith("| aurora |")]
    assert re.fullmatch(r"\| aurora \|( \*{0,2}\d+\.\d+\*{0,2} \(a\) \|){3}", rows[0])


def test_markdown_says_what_was_found_first_and_nothing_of_dots(run, sample):
    shown = _answer(run, "report", "--markdown")
    assert shown.index("- bleu: aurora is best") < shown.index("### Scores") < shown.index("### Significance")
    assert "dot" not in shown and "figure" not in shown


def test_dots_are_explained_where_they_are_drawn(run, here, sample):
    _answer(run, "report", "--out", "page.html")
    assert "<p>Each dot is a system" in (here / "page.html").read_text("utf-8")


def test_markdown_writes_signatures_apart_from_their_labels(run, sample):
    assert re.search(r"^- bleu: `bleu\|", _answer(run, "score", "--markdown"), re.MULTILINE)
