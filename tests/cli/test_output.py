"""What holds of every command in a form that readers see."""

import re

import click
import pytest

from answering import COMMANDS, FILES
from steelyard.cli import steelyard

WITHOUT_LATEX = ("meta with",)
#: Commands that name measures, and not as notations.
PRINTED = (
    "score", "compare", "compare baseline", "ranks", "ranks over", "corroborate", "report", "power", "meta", "axioms",
)  # fmt: skip
#: Commands whose tables hold texts of the users.
WITH_TEXTS = ("align", "explain-difference")
#: Commands whose tables hold nothing with a point but numbers.
NUMBERS = ("score", "compare", "compare baseline", "ranks", "ranks over", "corroborate", "report", "power", "meta with")

#: Command → decimals that p-values and shares of power keep.
FIXED = {"compare": {4}, "compare baseline": {4}, "corroborate": {4}, "report": {4}, "power": {3}}


@pytest.fixture(autouse=True)
def _files(here):
    for name, text in FILES.items():
        (here / name).write_text(text, "utf-8")


def test_every_command_that_answers_with_an_account_is_among_them():
    context = click.Context(steelyard)
    answering = {
        name
        for name in steelyard.list_commands(context)
        if any(parameter.name == "latex" for parameter in steelyard.get_command(context, name).params)
    }
    assert answering == {name.split()[0] for name in COMMANDS}


def _answer(run, name, *words):
    result = run(name.split()[0], *COMMANDS[name], *words)
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize("name", NUMBERS)
def test_all_numbers_have_the_decimals_asked_for(run, sample, name):
    rows = [line for line in _answer(run, name, "--digits", "1", "--markdown").splitlines() if line.startswith("| ")]
    numbers = [number for row in rows if "α = " not in row for number in re.findall(r"\d+\.\d+", row)]
    assert numbers and {len(number.partition(".")[2]) for number in numbers} - FIXED.get(name, set()) == {1}


def test_a_small_p_is_not_nothing(run, sample):
    shown = _answer(run, "compare baseline", "--digits", "1", "--markdown").replace("\\", "")
    assert re.search(r"\| 0\.0\d{3} \|", shown) and "<0.1" not in shown


def test_the_page_of_a_report_has_the_decimals_asked_for(run, here, sample):
    _answer(run, "report", "--digits", "1", "--out", "page.html")
    cells = re.findall(r'<td class="number[^>]*>(.*?)</td>', (here / "page.html").read_text("utf-8"))
    numbers = [number for cell in cells for number in re.findall(r"\d+\.\d+", cell)]
    assert numbers and {len(number.partition(".")[2]) for number in numbers} - FIXED["report"] == {1}


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


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_LATEX])
def test_latex_has_no_sign_of_ours_that_it_does_not_take(run, here, sample, name):
    signs = set(re.findall(r"[^\x00-\x7f]", _answer(run, name, "--latex")))
    texts = "".join(path.read_text("utf-8") for path in (here / "sample").iterdir())
    assert signs <= (set(texts) if name in WITH_TEXTS else set())


@pytest.mark.parametrize("name", PRINTED)
def test_latex_prints_measures_as_papers_do(run, sample, name):
    shown = [line for line in _answer(run, name, "--latex").splitlines() if not line.startswith("%")]
    assert not [line for line in shown if re.search(r"\b(bleu|chrf|rouge-l)\b", line)]


def test_the_first_latex_table_of_a_comparison_is_that_of_a_paper(run, sample):
    shown = _answer(run, "compare baseline", "--latex", "--caption", "Results", "--label", "tab:r", "--digits", "1")
    floats = shown.split("\\begin{table}")[1:]
    assert [re.search(r"\\caption{(.*)}", one)[1] for one in floats] == [
        "Results: Scores of all measures", "Results: BLEU", "Results: chrF", "Results: ROUGE-L",
    ]  # fmt: skip
    assert [re.search(r"\\label{(.*)}", one)[1] for one in floats] == ["tab:r", "tab:r-2", "tab:r-3", "tab:r-4"]
    first = floats[0].splitlines()
    assert r"system & BLEU $\uparrow$ & chrF $\uparrow$ & ROUGE-L $\uparrow$ \\" in first
    assert re.search(r"aurora & (\\textbf{\d+\.\d}\$\^{\\mathrm{\*+}}\$ (& )?){3}", floats[0])
    assert first[-3:] == [
        r"\par\smallskip",
        r"{\footnotesize * p $\leq$ 0.05, ** p $\leq$ 0.01, *** p $\leq$ 0.001 (corrected, against cedar)\par}",
        r"\end{table}",
    ]


def test_letters_are_explained_under_a_latex_table(run, sample):
    first = _answer(run, "compare", "--latex", "--caption", "All systems.").split(r"\end{table}")[0]
    assert r"\caption{All systems. Scores of all measures}" in first
    assert r"{\footnotesize systems that share a letter are not told apart\par}" in first


def test_one_latex_table_has_the_caption_alone(run, sample):
    assert r"\caption{All systems.}" in _answer(run, "score", "--latex", "--caption", "All systems.")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("score", r"^system .* human ↑"),
        ("compare", r"^human$"),
        ("corroborate", r"segments against +human$"),
        ("meta", r"^human, level system: one point per system$"),
        ("meta with", r"^human, 15 pairs of systems: recall"),
        ("sweep", r" with human scores at level system$"),
        ("report", r"^People rate aurora highest"),
    ],
)
def test_a_dimension_without_a_name_is_called_human_everywhere(run, here, sample, name, shown):
    header, *rows = (here / "sample" / "human.tsv").read_text("utf-8").splitlines()
    kept = [row.split("\t")[:4] for row in rows if row.endswith("adequacy")]
    plain = "\n".join("\t".join(cells) for cells in (header.split("\t")[:4], *kept)) + "\n"
    (here / "sample" / "human.tsv").write_text(plain, "utf-8")
    words = [word for word in COMMANDS[name] if word not in ("--dimension", "adequacy")]
    forms = ("--markdown",) if name == "report" else ()
    human = ("--human", "sample/human.tsv") if name in ("score", "compare") else ()
    result = run(name.split()[0], *words, *human, *forms)
    assert result.code == 0, result.err
    lines = [line.strip("-# ") for line in result.out.splitlines()]
    assert any(re.search(shown, line) for line in lines)
    assert not [line for line in lines if re.search(r"people: |\(score\)|^score, ", line)]
    assert run(name.split()[0], *words, *human, *forms, "--dimension", "human").code == 0


#: Commands whose TSV has no number that was computed from texts, scores or judgements.
WITHOUT_SIGNATURE = ("measures", "measures bleu", "study")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_SIGNATURE])
def test_every_number_in_a_tsv_has_a_signature(run, sample, name):
    """Each row has a column for it, or a last table says which there are."""
    tables = [block.strip("\n").split("\n") for block in re.split(r"\n(?=# )", _answer(run, name, "--tsv"))]
    heads = [(block[1] if block[0].startswith("# ") else block[0]).split("\t") for block in tables]
    if heads[-1] == ["of", "signature"]:
        assert all("|" in line.rpartition("\t")[2] for line in tables[-1][2:])
    else:
        assert all(any(head.endswith("signature") for head in table_heads) for table_heads in heads)
