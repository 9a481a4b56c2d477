"""One browser for all tests of a worker process, whatever other tests run in between."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from e2e.browser import browser_arguments


class SharedBrowser:
    """A browser whose event loop is hidden from tests that don't use it.

    Playwright's synchronous API leaves its event loop running in the calling thread, where
    `asyncio.run` would refuse to start another one. Outside of `in_use` the thread has no
    running loop.
    """

    def __init__(self, path: str) -> None:
        self._playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        try:
            self._browser = self._playwright.chromium.launch(
                executable_path=path, args=browser_arguments()
            )
        finally:
            asyncio._set_running_loop(None)

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        """Return the browser for the block."""
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        """Close the browser and stop Playwright."""
        with self.in_use():
            self._browser.close()
            self._playwright.stop()
