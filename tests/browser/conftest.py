"""A real browser: Debian's Chromium, driven by Playwright. Where CI is set it must be there; else tests are skipped."""

import os
import shutil
from dataclasses import dataclass, field

import pytest

_QUIET = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync""".split()
_MISSING = (
    "the browser tests were skipped: there is no {}; `make test` installs it where it may (as root, with apt-get)"
)


def _skip(what):
    if os.environ.get("CI"):
        pytest.fail(_MISSING.format(what).replace("were skipped", "cannot run"), pytrace=False)
    pytest.skip(_MISSING.format(what))


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium")
    if path is None:
        _skip("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _skip("playwright")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=_QUIET)
        yield found
        found.close()


@dataclass
class Visit:
    """A page, and what it complained of: console messages, errors, requests for anything but itself."""

    page: object
    complaints: list = field(default_factory=list)

    def __post_init__(self):
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", lambda request: self.complaints.append(request.url))
        self.page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))
        self.page.on("request", self._request)

    def _request(self, request):
        if request.url.split("#")[0] != self.address:
            self.complaints.append(request.url)

    def open(self, path):
        self.address = path.as_uri()
        self.page.goto(self.address)
        return self.page


@pytest.fixture
def visit(browser):
    """Return a function that opens a file in a fresh browser; in the end no page may have complained."""
    visits, contexts = [], []

    def call(path, **options):
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}))
        contexts[-1].set_default_timeout(20_000)
        visits.append(Visit(contexts[-1].new_page()))
        return visits[-1].open(path)

    yield call
    complaints = [text for one in visits for text in one.complaints]
    for context in contexts:
        context.close()
    assert complaints == []
