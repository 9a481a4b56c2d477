"""Fixtures for tests of the page in a real browser, on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from e2e.browser import browser_arguments, find_browser
from e2e.restartable_server import RestartableServer
from underdeck.serve.static import PAGE

TIMEOUT_MS = 10_000
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}

NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per module: its event loop must be gone before other tests start theirs."""
    path = find_browser()
    if path is None:
        pytest.skip(
            "NO BROWSER HERE: the page is not tested. Install Chromium, or run `make browser`."
        )
    if not (PAGE / "index.html").exists():
        pytest.fail("The page isn't built: run `make test`, or `python web/build.py`.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=browser_arguments())
        yield started
        started.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RestartableServer]:
    """A server with its own database, started by the first page; add tables before that."""
    server = RestartableServer(tmp_path / "server")
    yield server
    server.stop()


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
    ) -> Page:
        if server.server is None:
            server.start()
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "es": "es-ES"}[language],
            reduced_motion="reduce" if reduced_motion else "no-preference",
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=size == "phone",
            service_workers="block",
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
