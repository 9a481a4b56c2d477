"""The style page of the developers: every component is drawn in both themes."""

import functools
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import NewPage
from e2e.page_checks import problems, screenshot
from underdeck.serve.static import PAGE

WEB = Path(__file__).resolve().parents[2] / "web"
SECTIONS = [
    "tokens",
    "buttons",
    "fields",
    "panels",
    "cards-tomb",
    "cards-dungeon",
    "icons",
    "charts",
    "history",
    "competing",
    "tables",
]
TABLES = 8


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without writing a line for each request."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def style_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the style page into a temporary folder and serve it."""
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules").exists():
        pytest.skip("NO NODE HERE: the style page is not tested.")
    folder = tmp_path_factory.mktemp("style")
    command = [npm, "run", "--silent", "style", "--", "--outDir", str(folder)]
    subprocess.run(command, cwd=WEB, check=True)
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/style.html"
        server.shutdown()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_component_is_accessible(new_page: NewPage, style_page: str, theme: str) -> None:
    page = new_page()
    page.goto(f"{style_page}?theme={theme}")
    for section in SECTIONS:
        expect(page.locator(f"#{section}")).to_be_visible()
    expect(page.locator(".tomb, .dungeon")).to_have_count(TABLES)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    # The page shows the same components several times, so their names can't be unique.
    found = [problem for problem in problems(page) if not problem.startswith("landmark-unique:")]
    screenshot(page, f"style-{theme}")
    assert found == []


def test_both_themes_are_shown_side_by_side(new_page: NewPage, style_page: str) -> None:
    page = new_page()
    page.goto(style_page)
    for index, background in enumerate(("rgb(239, 227, 200)", "rgb(23, 18, 13)")):
        body = page.frame_locator(f"iframe >> nth={index}").locator("body")
        expect(body).to_have_css("background-color", background)


def test_the_style_page_is_not_part_of_the_published_page() -> None:
    assert PAGE.exists()
    assert not (PAGE / "style.html").exists()
    scripts = [path.read_text("utf-8") for path in PAGE.rglob("*.js")]
    assert scripts
    assert not any("The style page has no server" in script for script in scripts)
