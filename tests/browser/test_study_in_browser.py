"""The page of a study in a real browser: it fits a phone, and its figures read on a dark ground."""

import pytest

import steelyard as sy
from steelyard.report.folder import save
from steelyard.studies import STUDIES
from studying import settings

pytest.importorskip("vl_convert")
pytest.importorskip("spacy", reason="skipped: pages of studies with parsed texts, as spaCy is not installed")
NAMES = ("amigo-2011", "dorr-2005", "qarla-2005")
WIDE = "document.documentElement.scrollWidth"
GROUNDS = """svg => [...svg.querySelectorAll("rect, path")].filter(one => {
    const box = one.getBoundingClientRect(), whole = svg.getBoundingClientRect();
    return box.width >= whole.width - 1 && getComputedStyle(one).fill === "rgb(255, 255, 255)";
}).length"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    made = {}
    for name in NAMES:
        recipe, folder = STUDIES.load(name), tmp_path_factory.mktemp(name)
        save(recipe.study(sy.sample(), recipe.measures, *settings(simulations=20)), folder, "study")
        made[name] = folder / "study.html"
    return made


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_a_phone(visit, pages, name):
    page = visit(pages[name], viewport={"width": 390, "height": 844})
    assert page.evaluate(WIDE) == 390
    assert page.locator(".scroll").evaluate_all("all => all.every(one => one.getBoundingClientRect().right <= 390)")
    # What is wider than the screen can be reached within its box.
    assert page.locator(".scroll svg").evaluate_all("all => all.some(one => one.getBoundingClientRect().right > 390)")


def test_long_names_wrap_between_options(visit, pages):
    page = visit(pages["qarla-2005"], viewport={"width": 390, "height": 844})
    cell = page.locator("th.name", has_text="rouge-1(kind=recall,stop=english)").first
    assert cell.evaluate("cell => cell.getBoundingClientRect().height") > 50
    assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth")


@pytest.mark.parametrize("name", NAMES)
def test_figures_take_the_ink_of_the_page(visit, pages, name):
    inks = {}
    for scheme in ("light", "dark"):
        page = visit(pages[name], color_scheme=scheme)
        ink = page.evaluate("getComputedStyle(document.body).color")
        drawn = page.locator("figure svg")
        assert drawn.count() and drawn.evaluate_all(f"all => all.map({GROUNDS})") == [0] * drawn.count()
        words = page.locator("figure svg text").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
        assert set(words) == {ink}
        inks[scheme] = ink
    assert inks["light"] != inks["dark"]


def test_tables_sort_and_the_data_are_named(visit, pages):
    page = visit(pages["qarla-2005"])
    assert "invented for illustration: 6 systems, 60 segments" in page.locator("header").text_content()
    table = page.locator("table").first
    table.locator("thead button").nth(2).click()
    shown = [float(text) for text in table.locator("tbody td:last-child").all_text_contents()]
    assert shown == sorted(shown)
