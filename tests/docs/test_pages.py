"""The documentation speaks of everything there is, its links lead somewhere, and its generated page is up to date."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import steelyard as sy
from docs import pages
from steelyard.cli import steelyard as commands
from steelyard.corpus.formats import names as format_names
from steelyard.corpus.texts import ACCEPTABLE
from steelyard.measures.kinds.references import LENGTH_RULES
from steelyard.measures.registry import registry

README = pages.ROOT / "README.md"
MANUAL = [README, *sorted(pages.DOCS.glob("*.md"))]

#: What pages say of other programs: commands, and options that are told by themselves.
OTHER_PROGRAMS = ("python -m benchmarks", "sacrebleu ", "comet-score ", "steelyard --version")
OTHER_OPTIONS = {
    "--chrf-beta", "--chrf-char-order", "--chrf-eps-smoothing", "--chrf-whitespace", "--chrf-word-order", "--paired-ar",
    "--paired-bs", "--rounds", "--smooth-method", "--smooth-value", "--ter-asian-support", "--ter-case-sensitive",
    "--ter-no-punct", "--ter-normalized", "--tokenize",
}  # fmt: skip


def manual(*without: str) -> str:
    return "\n".join(page.read_text("utf-8") for page in MANUAL if page.name not in without)


def inline_code(text: str) -> str:
    return "\n".join(re.findall(r"`([^`\n]+)`", text)) + "\n".join(re.findall(r"^\$ .*", text, re.MULTILINE))


def command_names() -> list[str]:
    return commands.list_commands(click.Context(commands))


def command_options() -> list[tuple[str, str]]:
    context = click.Context(commands)
    found = []
    for name in command_names():
        for parameter in commands.get_command(context, name).params:
            if isinstance(parameter, click.Option):
                found += [(name, option) for option in (*parameter.opts, *parameter.secondary_opts)]
    return found


@pytest.mark.parametrize("page", MANUAL, ids=pages.name)
def test_no_page_has_python_search_the_working_folder_for_us(page):
    for block in pages.blocks(page):
        assert not re.search(r"python3? -m steelyard", block.text), f"line {block.line}: add -P"


@pytest.mark.parametrize("name", command_names())
def test_every_command_is_documented(name):
    assert f"steelyard {name}" in manual()


@pytest.mark.parametrize(("command", "option"), command_options())
def test_every_option_is_documented(command, option):
    told = re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", inline_code(manual()))
    assert told, f"no page mentions {option} of steelyard {command}"


def commands_named(text: str) -> list[str]:
    """The commands that a text names, as `steelyard compare` or `compare`, in their order."""
    words = re.findall(r"(?:(?<=steelyard )|(?<=`))[a-z-]+", re.sub(r"\s+", " ", text))
    return [word for word in words if word in command_names()]


def paragraphs(page: Path) -> Iterator[tuple[str, set[str]]]:
    """The paragraphs and items of a page, each with the commands that it may be about.

    These are the first that the page names, those run in the same section, and those that the paragraph names.
    """
    text = page.read_text("utf-8")
    for section in re.split(r"^(?=#+ )", text, flags=re.MULTILINE):
        run = re.findall(r"^\$ .*", section, re.MULTILINE)
        about = {*commands_named(text)[:1], *commands_named("\n".join(run))}
        for paragraph in re.split(r"\n\n|\n(?=- )", pages.without_blocks(section)):
            yield paragraph, about | {*commands_named(paragraph)}


@pytest.mark.parametrize("page", MANUAL, ids=pages.name)
def test_every_option_is_one_of_the_command_that_is_spoken_of(page):
    options: dict[str, set[str]] = {}
    for command, option in command_options():
        options.setdefault(command, set()).add(option)
    for paragraph, named in paragraphs(page):
        for code in re.findall(r"`([^`]+)`", paragraph):
            if not code.startswith(OTHER_PROGRAMS):
                for option in {*re.findall(r"(?<![\w-])--[a-z][\w-]*", code)} - OTHER_OPTIONS:
                    told = any(option in options[command] for command in named or options)
                    assert told, f"{pages.name(page)}: {', '.join(named)} has no {option}: {paragraph[:80]}"


@pytest.mark.parametrize("name", registry())
def test_every_measure_is_documented(name):
    assert f"\n### {name}\n" in (pages.DOCS / "measures.md").read_text("utf-8")
    assert f"`{name}`" in (pages.DOCS / "index.md").read_text("utf-8")


@pytest.mark.parametrize("name", format_names())
def test_every_format_is_documented(name):
    assert f"| [`{name}`](" in (pages.DOCS / "formats.md").read_text("utf-8")


@pytest.mark.parametrize("name", sy.__all__)
def test_every_public_name_is_documented(name):
    assert f"`sy.{name}`" in (pages.DOCS / "python-api.md").read_text("utf-8")


def test_every_preset_is_documented():
    told = (pages.DOCS / "comparison.md").read_text("utf-8")
    for name, kind in registry().items():
        for preset in kind.presets:
            assert f"`{name}@{preset}`" in told, f"docs/comparison.md lacks {name}@{preset}"


def test_every_word_of_accept_and_every_length_rule_is_documented():
    for word in ACCEPTABLE:
        assert f"| `{word}` |" in (pages.DOCS / "scoring.md").read_text("utf-8"), word
    for rule in LENGTH_RULES:
        assert f"| `{rule}` |" in (pages.DOCS / "tokens.md").read_text("utf-8"), rule


def test_every_error_is_in_the_tree():
    from steelyard import errors

    told = (pages.DOCS / "python-api.md").read_text("utf-8")
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, sy.SteelyardError):
            assert name in told, name


def test_measures_page_is_up_to_date():
    generate = pages.load(pages.DOCS / "generate.py")
    current = generate.PAGE.read_text("utf-8") == generate.render()
    assert current, f"docs/measures.md is not what the measures say; refresh it with: {generate.COMMAND}"


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name)
def test_links_lead_somewhere(page: Path):
    for link in pages.links(page):
        assert "://" not in link, f"{pages.name(page)}: {link} leads out of the project"
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{pages.name(page)}: {link} leads nowhere"
        assert not anchor or anchor in pages.anchors(path), f"{pages.name(page)}: {link} has no such heading"


def test_every_page_is_reached_from_the_index():
    reached = {(pages.DOCS / link.partition("#")[0]).resolve() for link in pages.links(pages.DOCS / "index.md")}
    for page in pages.DOCS.glob("*.md"):
        assert page in reached or page.name == "index.md", page


def test_readme_is_short():
    assert len(README.read_text("utf-8").splitlines()) <= 150


def test_readme_begins_with_the_two_commands():
    head = README.read_text("utf-8").split("```")[1].splitlines()[1:]
    assert [line.split("#")[0].strip() for line in head] == ["make demo", "make test"]
    assert pages.blocks(README)[0].line < 10


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/python-api.md"])
def test_judgements_of_the_sample_are_called_illustrative(page):
    told = " ".join((pages.ROOT / page).read_text("utf-8").split())
    assert "illustrative judgements written with the corpus, not collected from people" in told


def test_citation_names_this_version():
    told = (pages.ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^cff-version: 1\.2\.0$", told, re.MULTILINE)
    assert re.search(rf"^version: {re.escape(sy.__version__)}$", told, re.MULTILINE)
    assert "  - name: The steelyard contributors\n" in told
    for key in ("message", "title", "authors", "license"):
        assert re.search(rf"^{key}:", told, re.MULTILINE), key


def test_changes_tell_of_this_version():
    assert f"\n## {sy.__version__}" in (pages.ROOT / "CHANGELOG.md").read_text("utf-8")
