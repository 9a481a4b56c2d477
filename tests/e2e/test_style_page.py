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
from e2e.holding import hold
from e2e.page_checks import problems, screenshot
from underdeck.serve.static import PAGE

WEB = Path(__file__).resolve().parents[2] / "web"
SECTIONS = [
    "tokens",
    "buttons",
    "gestures",
    "fields",
    "panels",
    "cards-tomb",
    "cards-dungeon",
    "icons",
    "charts",
    "history",
    "advice",
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


def test_a_button_is_held_or_pressed_twice(new_page: NewPage, style_page: str) -> None:
    """With motion it is held; without, or with a short key press, it is pressed twice."""
    page = new_page(reduced_motion=False)
    page.goto(f"{style_page}?theme=dark")
    button, confirmed = page.get_by_role("button", name="Hold"), page.locator(".confirmed")
    button.click()
    expect(button).to_have_attribute("data-hold", "hint")
    button.hover()
    page.mouse.down()
    expect(confirmed).to_have_text("1")
    page.mouse.up()
    hold(button)
    expect(confirmed).to_have_text("2")


def test_a_drag_ends_at_a_legal_target_only(new_page: NewPage, style_page: str) -> None:
    page = new_page(reduced_motion=False)
    page.goto(f"{style_page}?theme=dark")
    card, dropped = page.locator("button.drag"), page.locator(".dropped")
    left, right = page.locator("[data-drop=left]"), page.locator("[data-drop=right]")
    card.hover()
    page.mouse.down()
    left.hover(force=True)
    expect(left).to_have_attribute("data-drop-over", "")
    expect(page.locator(".ghost")).to_have_count(1)
    expect(right).not_to_have_attribute("data-droppable", "")
    right.hover(force=True)
    expect(page.locator("[data-drop-over]")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".ghost, [data-droppable], [data-dragging]")).to_have_count(0)
    expect(dropped).to_have_text("")
    card.hover()
    page.mouse.down()
    left.hover(force=True)
    page.keyboard.press("Escape")
    expect(page.locator(".ghost, [data-droppable]")).to_have_count(0)
    page.mouse.up()
    expect(dropped).to_have_text("")
    card.drag_to(left, force=True)
    expect(dropped).to_have_text("left")
    card.click()
    expect(dropped).to_have_text("clicked")


def test_a_card_is_explained_on_hover_and_with_a_key(new_page: NewPage, style_page: str) -> None:
    page = new_page()
    page.goto(f"{style_page}?theme=light")
    card, help_ = page.locator("button.drag"), page.get_by_role("tooltip")
    card.hover()
    expect(help_).to_contain_text("The left box takes this")
    page.mouse.move(0, 0)
    expect(help_).to_have_count(0)
    card.focus()
    page.keyboard.press("i")
    expect(help_).to_be_visible()
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Make a move")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


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
