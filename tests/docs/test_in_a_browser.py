"""The site in a browser: nothing leaves its origin, pages fit a phone, the search finds."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from docs.conftest import Site
from e2e.browser import browser_arguments, find_browser
from e2e.waiting import TIMEOUT_MS

PAGES = (
    "index.html",
    "install.html",
    "tutorial.html",
    "reference/views.html",
    "reference/api/index.html",
    "guides/host.html",
    "guides/security.html",
    "rules/dungeon.es.html",
    "reference/cli.html",
    "reference/environments.html",
    "reference/api/core.html",
    "architecture/index.html",
    "architecture/serve.html",
)
PHONE, DESK = (390, 844), (1440, 900)


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files without a line on standard error for each request."""

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """The site on a free port."""
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(QuietHandler, directory=str(site.folder))
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for this module."""
    path = find_browser()
    if path is None:
        pytest.skip("NO BROWSER HERE: install Chromium, or run `make browser`.")
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=browser_arguments())
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page whose requests must stay at the site, without errors on the console."""
    size, theme = getattr(request, "param", (DESK, "light"))
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,  # type: ignore[arg-type]  # a literal in each case
    )
    context.set_default_timeout(TIMEOUT_MS)
    page, problems = context.new_page(), list[str]()
    page.on(
        "request",
        lambda sent: (
            None
            if sent.url.startswith((address, "data:", "blob:"))
            else problems.append(f"a request to {sent.url}")
        ),
    )
    page.on(
        "response",
        lambda got: problems.append(f"{got.status}: {got.url}") if got.status >= 400 else None,
    )
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


@pytest.mark.parametrize("new_page", [(PHONE, "dark"), (DESK, "light")], indirect=True)
def test_pages_fit_the_screen_and_load_nothing_from_elsewhere(new_page: Page) -> None:
    for path in PAGES:
        new_page.goto(path)
        width = new_page.evaluate("document.documentElement.scrollWidth")
        size = new_page.viewport_size
        assert size is not None
        assert width <= size["width"], path
        assert new_page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)")


def search(page: Page, words: str) -> None:
    """Open the page with a search, whose results appear once its index is loaded."""
    page.goto(f"index.html?q={words}")


def test_the_search_finds_a_page(new_page: Page) -> None:
    search(new_page, "cave-in window")
    result = new_page.locator(".md-search-result__link").first
    expect(result).to_be_attached()
    assert ".html" in (result.get_attribute("href") or "")


@pytest.mark.parametrize("word", ["bot", "install", "undo", "hand", "view", "save"])
def test_pages_for_users_come_first_in_the_search(new_page: Page, word: str) -> None:
    search(new_page, word)
    links = new_page.locator(".md-search-result__item > .md-search-result__link:first-child")
    expect(links.nth(2)).to_be_attached()
    found = [link.get_attribute("href") or "" for link in links.all()[:3]]
    packages = ("/reference/api/", "/decisions/", "/architecture/")
    internal = [
        link
        for link in found
        if any(part in link for part in packages) and "/api/index.html" not in link
    ]
    assert internal == []


def test_only_code_has_a_button_to_copy(new_page: Page) -> None:
    new_page.goto("tutorial.html")
    buttons = ".md-code__nav, .md-clipboard"
    expect(new_page.locator(".language-python").first.locator(buttons).first).to_be_visible()
    for output in new_page.locator(".language-text").all():
        expect(output.locator(buttons).first).to_be_hidden()


@pytest.mark.parametrize(
    ("new_page", "background"),
    [((DESK, "light"), "rgb(251, 245, 230)"), ((DESK, "dark"), "rgb(23, 18, 13)")],
    indirect=["new_page"],
)
def test_the_theme_follows_the_system(new_page: Page, background: str) -> None:
    new_page.goto("index.html")
    expect(new_page.locator("body")).to_have_css("background-color", background)
