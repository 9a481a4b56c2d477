"""The page in a real browser, on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from e2e.browser import arguments, installed
from e2e.table_server import House
from underdeck.serve.static import PAGE

TIMEOUT_S = 10_000
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}

NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file; its event loop must not be there any more when others have theirs."""
    path = installed()
    if path is None:
        pytest.skip(
            "NO BROWSER HERE: the page is not tested. Install Chromium, or run `make browser`."
        )
    if not (PAGE / "index.html").exists():
        pytest.fail("The page isn't built: run `make test`, or `python web/build.py`.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=arguments())
        yield started
        started.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with a database of its own; tests that lay a table first open it themselves."""
    house = House(tmp_path / "house")
    yield house
    house.close()


def is_complaint(message: ConsoleMessage) -> bool:
    """Is something wrong? That we keep the service worker away, for it would fetch the whole page anew for every visitor, isn't."""
    return message.type in ("error", "warning") and "blocked by Playwright" not in message.text


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[NewPage]:
    """Somebody who comes to the house with a browser of their own; whatever the console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(
        size: str = "desk",
        language: str = "en",
        *,
        calm: bool = True,
        theme: str = "dark",
        forgive: bool = False,
    ) -> Page:
        if house.server is None:
            house.open()
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=house.address,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "es": "es-ES"}[language],
            reduced_motion="reduce" if calm else "no-preference",
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=size == "phone",
            service_workers="block",
        )
        context.set_default_timeout(TIMEOUT_S)
        contexts.append(context)
        page = context.new_page()
        if not forgive:
            page.on(
                "console",
                lambda message: complaints.append(message.text) if is_complaint(message) else None,
            )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    if complaints:
        pytest.fail("the console complains: " + "; ".join(complaints))
