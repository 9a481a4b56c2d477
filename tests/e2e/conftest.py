"""Fixtures for tests of the page in a real browser, on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from e2e.browser import find_browser
from e2e.restartable_server import RestartableServer
from e2e.shared_browser import SharedBrowser
from e2e.waiting import TIMEOUT_MS
from underdeck.serve.static import PAGE

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
ALL_SIZES = SIZES | {"small phone": (360, 640), "landscape": (844, 390)}
"""Also the tightest ones, at which only the tables are tested."""
PHONES = frozenset({"phone", "small phone", "landscape"})

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[SharedBrowser]:
    """Start the browser when the first test needs it."""
    path = find_browser()
    if path is None:
        pytest.skip(
            "NO BROWSER HERE: the page is not tested. Install Chromium, or run `make browser`."
        )
    if not is_page_built():
        pytest.fail("The page isn't built, or is older than its sources: run `python web/build.py`")
    expect.set_options(timeout=TIMEOUT_MS)
    shared = SharedBrowser(path)
    yield shared
    shared.close()


def is_page_built() -> bool:
    """Return whether the page is built from the current sources, judging by modification times."""
    built, newest = (
        PAGE / "index.html",
        max((path.stat().st_mtime for path in SOURCES.rglob("*")), default=0.0),
    )
    return built.exists() and built.stat().st_mtime >= newest


@pytest.fixture
def browser(shared_browser: SharedBrowser) -> Iterator[Browser]:
    with shared_browser.in_use() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestartableServer]:
    server = RestartableServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: RestartableServer) -> RestartableServer:
    """One server for all tests: each test has its own tables and profiles."""
    shared_server.restart_if_down()
    return shared_server


def is_problem(message: ConsoleMessage) -> bool:
    """Return whether a console message is an error; the blocked service worker is none.

    The worker is blocked because it would fetch the whole page again for every context.
    """
    return message.type in ("error", "warning") and "blocked by Playwright" not in message.text


@pytest.fixture
def new_page(browser: Browser, server: RestartableServer) -> Iterator[NewPage]:
    """Open pages, each with a storage of its own; a message on the console fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(
        size: str = "desk",
        language: str = "en",
        *,
        reduced_motion: bool = True,
        theme: str = "dark",
        allow_messages: bool = False,
        service_worker: bool = False,
    ) -> Page:
        width, height = ALL_SIZES[size]
        context = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "es": "es-ES"}[language],
            reduced_motion="reduce" if reduced_motion else "no-preference",
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=size in PHONES,
            service_workers="allow" if service_worker else "block",
        )
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        if not allow_messages:
            page.on(
                "console",
                lambda message: problems.append(message.text) if is_problem(message) else None,
            )
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    if problems:
        pytest.fail("messages on the console: " + "; ".join(problems))
